"""Diceman's state: everything about any number of matches, as arrays with a leading match axis.

A single match is a batch of one. `held` and `value` of DM-3.3 live no longer than their round; they
are kept as the rolls in `last_round`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.core.digest import hidden_from_digest
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.records import ROUND_WIDTH
from referee.games.diceman.tables import MAX_NOTICES, NUM_COMBOS, NUM_SEATS

__all__ = [
    "FULL_LIFE",
    "GAMES",
    "ROUND_CAP",
    "SCRIPT_SIZE",
    "SCRIPT_USED",
    "SCRIPT_VALUES",
    "SIDES",
    "SO_FAR",
    "State",
    "copy_state",
    "new_state",
    "one_match",
]

# Columns of `rules`; those of the sides are in order of die ids.
FULL_LIFE, SIDES, SO_FAR, GAMES, ROUND_CAP = 0, 1, 5, 6, 7

# Columns of `script`, before its values.
SCRIPT_SIZE, SCRIPT_USED, SCRIPT_VALUES = 0, 1, 2


@dataclasses.dataclass(slots=True)
class State:
    """Any number of matches. A match that is over is never changed again."""

    seeds: npt.NDArray[np.uint64]
    """uint64[match]; seen by nobody."""
    rules: npt.NDArray[np.int32]
    """int32[match, 8]: life, sides of the four dice, 1 for the scope so_far, games, round_cap."""
    game: npt.NDArray[np.int32]
    """int32[match]: current game, 1..games; the last one when the match is over."""
    round: npt.NDArray[np.int32]
    """int32[match]: current round of the game, 1..round_cap; the last one when the match is over."""
    over: npt.NDArray[np.bool_]
    """bool[match]: whether all games have been played."""
    life: npt.NDArray[np.int32]
    """int32[match, seat]: 0..life; above 0 unless the match is over."""
    points: npt.NDArray[np.int32]
    """int32[match, seat]: 0..2*games (DM-7.2)."""
    pick_counts: npt.NDArray[np.int32]
    """int32[match, seat, combo]: choices made in the match so far."""
    last_round: npt.NDArray[np.int32]
    """int32[match, column]: the last round played, by the columns of `records`."""
    notices: npt.NDArray[np.int8]
    """int8[match, seat, 10, 2]: code and index of what became of the last action; code 0 is none."""
    script: npt.NDArray[np.int32] = dataclasses.field(metadata=hidden_from_digest)
    """int32[match, 2 + length]: number of scripted values (-1: dice are not scripted), number of rolls
    they were asked for, and the values in draw order."""


def new_state(config: DicemanConfig, seeds: Sequence[int]) -> State:
    """Matches before their first choice (DM-2.2).

    Args:
        config: Config of all of them.
        seeds: Seed of each, 0..2^64-1.
    """
    num = len(seeds)
    rules = [config.life, config.die_magic, config.die_priority, config.die_sword]
    rules += [config.die_shield, int(config.magic_scope == "so_far"), config.games]
    rules += [config.round_cap]
    return State(
        seeds=np.array(seeds, dtype=np.uint64),
        rules=np.tile(np.array(rules, dtype=np.int32), (num, 1)),
        game=np.ones(num, dtype=np.int32),
        round=np.ones(num, dtype=np.int32),
        over=np.zeros(num, dtype=np.bool_),
        life=np.full((num, NUM_SEATS), config.life, dtype=np.int32),
        points=np.zeros((num, NUM_SEATS), dtype=np.int32),
        pick_counts=np.zeros((num, NUM_SEATS, NUM_COMBOS), dtype=np.int32),
        last_round=np.zeros((num, ROUND_WIDTH), dtype=np.int32),
        notices=np.zeros((num, NUM_SEATS, MAX_NOTICES, 2), dtype=np.int8),
        script=np.tile(np.array([-1, 0], dtype=np.int32), (num, 1)),
    )


def copy_state(state: State) -> State:
    """A state that shares no array with this one."""
    return State(*(getattr(state, field.name).copy() for field in dataclasses.fields(State)))


def one_match(state: State, index: int) -> State:
    """One match out of many, as a view: it changes with them."""
    rows = slice(index, index + 1)
    return State(*(getattr(state, field.name)[rows] for field in dataclasses.fields(State)))
