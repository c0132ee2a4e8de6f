"""The record of a round as plain values (DM-3.5), read from the columns of a table's row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.diceman.columns import (
    COMBO,
    DUEL,
    EDGE,
    LIFE_AFTER,
    LIFE_BEFORE,
    LIFE_LEFT,
    MAGIC_DAMAGE,
    NUM_PHASES,
    NUMBER,
    PHASE_WIDTH,
    PHASES,
    PLAYED_GAME,
    PLAYED_ROUND,
    PREEMPT,
    RESULT,
    SWORD_DAMAGE,
    VALUES,
)
from referee.games.diceman.tables import NUM_DICE
from referee.games.duel import Pair, read_pair

__all__ = ["Phase", "Roll", "Round", "read_round"]


class Roll(NamedTuple):
    """What one seat rolled."""

    combo: int
    """Combination id, 0..5."""
    values: tuple[int, int, int, int]
    """Value of each die; 0 for one that is not held."""


class Phase(NamedTuple):
    """A phase in which a seat was active; damage is that dealt BY each seat."""

    number: int
    """Number of the phase, from `die_priority` down to 0."""
    edge: Pair
    """Unblockable damage of sword and priority (DM-5.5)."""
    preempt: Pair
    """Unblockable damage of shield and priority (DM-5.6)."""
    sword: Pair
    """Damage of the sword past the shield (DM-5.7)."""
    magic: Pair
    """Damage of Magic (DM-5.9)."""
    duel: bool
    """Whether two Magics met (DM-5.9.1)."""
    life: Pair
    """Life of both after the phase."""


class Round(NamedTuple):
    """A round that has been played."""

    game: int
    """From 1."""
    round: int
    """From 1 in each game."""
    result: int
    """How the game stands after it, see `tables`."""
    rolls: tuple[Roll, Roll]
    """Choice and values of both."""
    phases: tuple[Phase, ...]
    """One or two, the highest number first."""
    life_before: Pair
    """Life of both before the round."""
    life_after: Pair
    """Life of both after the round."""


def read_round(columns: Sequence[int]) -> Round | None:
    """The last round in the columns of a table; None if no round has been played."""
    if not columns[PLAYED_GAME]:
        return None
    starts = range(PHASES, PHASES + columns[NUM_PHASES] * PHASE_WIDTH, PHASE_WIDTH)
    return Round(
        columns[PLAYED_GAME],
        columns[PLAYED_ROUND],
        columns[RESULT],
        (_read_roll(columns, 0), _read_roll(columns, 1)),
        tuple([_read_phase(columns, start) for start in starts]),
        read_pair(columns, LIFE_BEFORE),
        read_pair(columns, LIFE_AFTER),
    )


def _read_roll(columns: Sequence[int], seat: int) -> Roll:
    start = VALUES + NUM_DICE * seat
    magic, priority, sword, shield = columns[start : start + NUM_DICE]
    return Roll(columns[COMBO + seat], (magic, priority, sword, shield))


def _read_phase(columns: Sequence[int], start: int) -> Phase:
    return Phase(
        columns[start + NUMBER],
        read_pair(columns, start + EDGE),
        read_pair(columns, start + PREEMPT),
        read_pair(columns, start + SWORD_DAMAGE),
        read_pair(columns, start + MAGIC_DAMAGE),
        columns[start + DUEL] == 1,
        read_pair(columns, start + LIFE_LEFT),
    )
