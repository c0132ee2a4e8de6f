"""Effects of abilities that a unit uses on another unit, except direct damage (DK-4.10).

There is one function for each kind of order. The order has passed its checks, and its action points
are spent. A status has as its source the seat that gives the order, which controls the unit that
uses the ability (DK-5.40).
"""

from __future__ import annotations

from referee.games.dungeon_keeper.rules.combat import statuses
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.tables import Roll, Status

__all__ = ["HEAL_HP", "cancel_blessing", "exhaust", "fear", "heal", "poison", "purify"]

HEAL_HP = 3
"""Hit points that the order `heal` gives its target (DK-4.10)."""


def heal(aim: Aim[o.Heal]) -> None:
    """Give the order's target 3 hit points, up to its maximum (DK-4.10)."""
    statuses.heal(aim.play, aim.target, HEAL_HP)


def purify(aim: Aim[o.Purify]) -> None:
    """Remove all debuffs and poison from the order's target (DK-5.45)."""
    statuses.purge(aim.play, aim.target)


def exhaust(aim: Aim[o.Exhaust]) -> None:
    """Put exhaustion on the order's target, unless the target absorbs it (DK-5.40, DK-5.47)."""
    if not statuses.absorbs(aim.play, aim.target):
        statuses.add_status(aim.play, aim.target, Status.EXHAUSTION, aim.seat)


def fear(aim: Aim[o.Fear]) -> None:
    """Try to frighten the order's target (DK-5.43).

    First the acting unit rolls, then the target may absorb the effect.
    """
    # The user rolls first; if that fails, the target must not roll at all (DK-5.43).
    if statuses.roll(aim.play, aim.at, Roll.FEAR) and not statuses.absorbs(aim.play, aim.target):
        statuses.add_status(aim.play, aim.target, Status.FEAR, aim.seat)


def poison(aim: Aim[o.Poison]) -> None:
    """Poison the order's target; there is no roll, and poison is never absorbed (DK-5.44)."""
    statuses.add_status(aim.play, aim.target, Status.POISON, aim.seat)


def cancel_blessing(aim: Aim[o.CancelBlessing]) -> None:
    """Remove the buff that the order names from its target, if the user's roll succeeds (DK-5.46)."""
    # The check NOTHING_TO_REMOVE has made sure that the target has this buff.
    if statuses.roll(aim.play, aim.at, Roll.CANCEL_BLESSING):
        statuses.remove_status(aim.play, aim.target, aim.order.buff)
