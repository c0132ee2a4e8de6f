"""The record of a round (DM-3.5): its columns in the state, and the same as plain values.

Kernels write a round as one flat row of integers. `read_round` turns such a row into a `Round`, from
which both the events and the observation are made.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from referee.games.diceman.tables import NUM_DICE, NUM_SEATS

__all__ = [
    "COMBO",
    "DUEL",
    "EDGE",
    "GAME",
    "LIFE",
    "LIFE_AFTER",
    "LIFE_BEFORE",
    "MAGIC_DAMAGE",
    "NUMBER",
    "NUM_PHASES",
    "PHASES",
    "PHASE_WIDTH",
    "PREEMPT",
    "RESULT",
    "ROUND",
    "ROUND_WIDTH",
    "SWORD_DAMAGE",
    "VALUES",
    "Pair",
    "Phase",
    "Roll",
    "Round",
    "read_round",
]

# Columns of a round's row; those of a pair are followed by the other seat's.
GAME, ROUND = 0, 1
"""From 1; a row whose game is 0 records nothing."""
RESULT = 2
"""How the game stands after the round, see `tables`."""
COMBO = 3
LIFE_BEFORE = 5
LIFE_AFTER = 7
VALUES = 9
"""Four values a seat, by die id; 0 for a die not held."""
NUM_PHASES = VALUES + NUM_SEATS * NUM_DICE
PHASES = NUM_PHASES + 1
"""Where the first phase starts."""

# Columns of a phase, counted from where it starts.
NUMBER, EDGE, PREEMPT, SWORD_DAMAGE, MAGIC_DAMAGE, DUEL, LIFE = 0, 1, 3, 5, 7, 9, 10
PHASE_WIDTH = 12
ROUND_WIDTH = PHASES + NUM_SEATS * PHASE_WIDTH
"""A seat is active in one phase of a round (DM-5.4), so there are at most two."""

Pair = tuple[int, int]
"""One number for each seat."""


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


@functools.lru_cache(maxsize=4096)
def read_round(row: tuple[int, ...]) -> Round | None:
    """The round in a row of the state's `last_round`; None if no round has been played.

    Equal rows give the same object as long as it is remembered, so that step and observation share it.
    """
    if not row[GAME]:
        return None
    starts = range(PHASES, PHASES + row[NUM_PHASES] * PHASE_WIDTH, PHASE_WIDTH)
    return Round(
        row[GAME],
        row[ROUND],
        row[RESULT],
        (_read_roll(row, 0), _read_roll(row, 1)),
        tuple([_read_phase(row, start) for start in starts]),
        _pair(row, LIFE_BEFORE),
        _pair(row, LIFE_AFTER),
    )


def _read_roll(row: tuple[int, ...], seat: int) -> Roll:
    start = VALUES + NUM_DICE * seat
    magic, priority, sword, shield = row[start : start + NUM_DICE]
    return Roll(row[COMBO + seat], (magic, priority, sword, shield))


def _read_phase(row: tuple[int, ...], start: int) -> Phase:
    return Phase(
        row[start + NUMBER],
        _pair(row, start + EDGE),
        _pair(row, start + PREEMPT),
        _pair(row, start + SWORD_DAMAGE),
        _pair(row, start + MAGIC_DAMAGE),
        row[start + DUEL] == 1,
        _pair(row, start + LIFE),
    )


def _pair(row: tuple[int, ...], start: int) -> Pair:
    return row[start], row[start + 1]
