"""Champions' state: one match as arrays. What a column means is said in `columns`."""

from __future__ import annotations

import dataclasses

import numpy as np

from referee.core.digest import hidden_from_digest
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes, Ints, Shorts, Words
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.ground import due_size
from referee.games.champions.rules.log import LOG_WIDTH
from referee.games.champions.rules.pairing import most_battles
from referee.games.champions.tables import ITEMS_A_FILL, NUM_SLOTS, NUM_TYPES
from referee.kit.dice import no_script

__all__ = [
    "State",
    "blank_state",
    "board_of",
    "copy_state",
    "most_items",
    "new_log",
    "no_log",
    "used_log",
]


@dataclasses.dataclass(slots=True, eq=False)
class State:
    """One match; the arrays are those of `columns.Board`."""

    rules: Ints
    """int32[column]: what of the config matters to the rules."""
    seed: Words
    """uint64[1]: the match seed."""
    match: Ints
    """int32[column]: round, phase and the like."""
    seats: Ints
    """int32[seat, column]."""
    health: Shorts
    """int16[seat, champion], 0 to the maximum; 0 is dead."""
    slots: Shorts
    """int16[seat, champion, slot]: item instance id; 0 empty."""
    item_kind: Bytes
    """int8[item]: kind by instance id, -1 for those not made yet; entry 0 is no item."""
    item_place: Shorts
    """int16[item]: where it is."""
    battles: Bytes
    """int8[battle, column]: those of this round; -1 where there is none."""
    dice: Words = dataclasses.field(metadata=hidden_from_digest)
    """uint64[1]: state of the stream in use; another stream is opened for each purpose."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice."""
    log: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: what has happened in the step that is carried out; nothing between steps."""
    terms: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: what of the config came with version 2; part of no digest, which version 1 has too."""


_NAMES = [field.name for field in dataclasses.fields(State)]


def most_items(num_seats: int) -> int:
    """Return items that can be made in a match: each size that the map can have is filled at most once."""
    size = int(due_size(num_seats))
    return ITEMS_A_FILL * sum(side * side for side in range(1, size + 1))


def blank_state(config: ChampionsConfig, seed: int, num_seats: int) -> State:
    """Return a match before anything has been set up."""
    items = most_items(num_seats) + 1
    return State(
        rules=np.array(
            [config.loot_actions, config.stage_rounds or 0, config.max_rounds], np.int32
        ),
        seed=np.array([seed], np.uint64),
        match=np.zeros(c.MATCH_WIDTH, np.int32),
        seats=np.zeros((num_seats, c.SEAT_WIDTH), np.int32),
        health=np.zeros((num_seats, NUM_TYPES), np.int16),
        slots=np.zeros((num_seats, NUM_TYPES, NUM_SLOTS), np.int16),
        item_kind=np.full(items, -1, np.int8),
        item_place=np.full(items, c.GONE, np.int16),
        battles=np.full((most_battles(num_seats), 3), -1, np.int8),
        dice=np.zeros(1, np.uint64),
        script=no_script(),
        log=new_log(),
        terms=_terms(config),
    )


def new_log() -> Ints:
    """Return a log without entries, with room for those of any step."""
    log = np.empty(LOG_WIDTH, np.int32)
    log[c.LOG_SIZE] = c.LOG_ENTRIES
    return log


def no_log() -> Ints:
    """Return a log without entries, and without room for any."""
    return np.full(c.LOG_ENTRIES, c.LOG_ENTRIES, np.int32)


def used_log(log: Ints) -> Ints:
    """Return a copy of a log as far as it is in use."""
    return log[: log.item(c.LOG_SIZE)].copy()


def _terms(config: ChampionsConfig) -> Ints:
    """Return the arena, of size 1, lasts for ever, and there is no map of size 0."""
    scoring = c.ROYALE if config.scoring == "royale" else c.OUTLAST
    return np.array([0, 0, *config.stage_lengths[::-1], scoring], np.int32)


def board_of(state: State) -> Board:
    """Return the arrays of a match, for kernels; a view, not a copy."""
    return Board(*[getattr(state, name) for name in Board._fields])


def copy_state(state: State) -> State:
    """Return a match that shares no array with this one; of the log, only what is in use is copied."""
    copies = {name: getattr(state, name).copy() for name in _NAMES if name != "log"}
    return State(**copies, log=used_log(state.log))
