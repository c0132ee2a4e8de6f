"""What units do to one unit without hurting it at once: one function for each order (DK-4.10).

Each takes the order as it is aimed. It has passed its checks, and its action points are spent. A status comes
from the seat that the user obeys (DK-5.40), which is the one that gives the order.
"""

from __future__ import annotations

from referee.games.dungeon_keeper.rules.combat import statuses
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.tables import Roll, Status

__all__ = ["HEAL_HP", "cancel_blessing", "exhaust", "fear", "heal", "poison", "purify"]

HEAL_HP = 3
"""Hit points that `heal` gives (DK-4.10)."""


def heal(aim: Aim[o.Heal]) -> None:
    """Heal a unit by 3 hit points (DK-4.10)."""
    statuses.heal(aim.play, aim.target, HEAL_HP)


def purify(aim: Aim[o.Purify]) -> None:
    """Take from a unit what `statuses.purge` takes (DK-5.45)."""
    statuses.purge(aim.play, aim.target)


def exhaust(aim: Aim[o.Exhaust]) -> None:
    """Exhaust a unit, unless it absorbs that (DK-5.40, DK-5.47)."""
    if not statuses.absorbs(aim.play, aim.target):
        statuses.add_status(aim.play, aim.target, Status.EXHAUSTION, aim.seat)


def fear(aim: Aim[o.Fear]) -> None:
    """Try to frighten a unit: the user's roll, then absorption (DK-5.43)."""
    if statuses.roll(aim.play, aim.at, Roll.FEAR) and not statuses.absorbs(aim.play, aim.target):
        statuses.add_status(aim.play, aim.target, Status.FEAR, aim.seat)


def poison(aim: Aim[o.Poison]) -> None:
    """Poison a unit; there is no roll, and nobody absorbs it (DK-5.44)."""
    statuses.add_status(aim.play, aim.target, Status.POISON, aim.seat)


def cancel_blessing(aim: Aim[o.CancelBlessing]) -> None:
    """Try to take a buff from a unit that has it (DK-5.46)."""
    if statuses.roll(aim.play, aim.at, Roll.CANCEL_BLESSING):
        statuses.remove_status(aim.play, aim.target, aim.order.buff)
