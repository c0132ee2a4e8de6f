"""What units do to one unit without hurting it at once: one function for each order (DK-4.10).

Each takes the match, the user and the target; checks and action points are the caller's matter. A status
comes from the seat that the user obeys (DK-5.40).
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat import statuses
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import Roll, Status

__all__ = ["HEAL_HP", "cancel_blessing", "exhaust", "fear", "heal", "poison", "purify"]

HEAL_HP = 3
"""Hit points that `heal` gives (DK-4.10)."""


def heal(play: Play, at: int, target: int) -> None:
    """Heal a unit by 3 hit points (DK-4.10)."""
    del at  # whoever heals, heals as much
    statuses.heal(play, target, HEAL_HP)


def purify(play: Play, at: int, target: int) -> None:
    """Take from a unit what `statuses.purge` takes (DK-5.45)."""
    del at
    statuses.purge(play, target)


def exhaust(play: Play, at: int, target: int) -> None:
    """Exhaust a unit, unless it absorbs that (DK-5.40, DK-5.47)."""
    if not statuses.absorbs(play, target):
        statuses.add_status(play, target, Status.EXHAUSTION, _source(play, at))


def fear(play: Play, at: int, target: int) -> None:
    """Try to frighten a unit: the user's roll, then absorption (DK-5.43)."""
    if statuses.roll(play, at, Roll.FEAR) and not statuses.absorbs(play, target):
        statuses.add_status(play, target, Status.FEAR, _source(play, at))


def poison(play: Play, at: int, target: int) -> None:
    """Poison a unit; there is no roll, and nobody absorbs it (DK-5.44)."""
    statuses.add_status(play, target, Status.POISON, _source(play, at))


def cancel_blessing(play: Play, at: int, target: int, buff: Status) -> None:
    """Try to take a buff from a unit that has it (DK-5.46)."""
    if statuses.roll(play, at, Roll.CANCEL_BLESSING):
        statuses.remove_status(play, target, buff)


def _source(play: Play, at: int) -> int:
    return int(play.state.units.item(at, c.CONTROLLER))
