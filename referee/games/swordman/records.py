"""The record of a round as plain values (SW-3.2), read from the columns of a table's row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.duel import Pair, read_pair
from referee.games.swordman.columns import (
    BLOW,
    FIRST,
    LANDED,
    LIFE_AFTER,
    LIFE_BEFORE,
    PLAYED_GAME,
    PLAYED_ROUND,
    SETTINGS,
)
from referee.games.swordman.tables import NUM_FIELDS

__all__ = ["Round", "Setting", "read_round"]


class Setting(NamedTuple):
    """What a seat has set, as it counted."""

    sword: int
    """Points in the sword."""
    shield: int
    """Points in the shield."""
    priority: int
    """Points in priority."""
    sword_at: int
    """Location of the sword; -1 if it has no point."""
    shield_at: int
    """Location of the shield; -1 if it has no point."""


class Round(NamedTuple):
    """A round that has been played."""

    game: int
    """From 1."""
    round: int
    """From 1 in each game."""
    settings: tuple[Setting, Setting]
    """What both had set."""
    blow: Pair
    """Sword points of each seat that no shield stopped (SW-5.3)."""
    landed: tuple[bool, bool]
    """Whether each seat's blow was dealt; a seat slain before deals none (SW-5.5)."""
    first: int
    """Seat that struck first; -1 if both struck at once."""
    life_before: Pair
    """Life of both before the round."""
    life_after: Pair
    """Life of both after the round."""


def read_round(columns: Sequence[int]) -> Round | None:
    """The last round in the columns of a table; None if no round has been played."""
    if not columns[PLAYED_GAME]:
        return None
    landed_0, landed_1 = read_pair(columns, LANDED)
    return Round(
        columns[PLAYED_GAME],
        columns[PLAYED_ROUND],
        (_read_setting(columns, 0), _read_setting(columns, 1)),
        read_pair(columns, BLOW),
        (landed_0 == 1, landed_1 == 1),
        columns[FIRST],
        read_pair(columns, LIFE_BEFORE),
        read_pair(columns, LIFE_AFTER),
    )


def _read_setting(columns: Sequence[int], seat: int) -> Setting:
    start = SETTINGS + NUM_FIELDS * seat
    return Setting(*columns[start : start + NUM_FIELDS])
