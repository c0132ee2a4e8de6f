"""Champions' state: one match as arrays. The columns are documented in `columns`."""

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
    """One match as arrays; `columns.Board` has the same arrays for kernels."""

    rules: Ints
    """int32[column]: the config values that the rules need."""
    seed: Words
    """uint64[1]: the match seed."""
    match: Ints
    """int32[column]: round, map size, phase and other numbers of the match."""
    seats: Ints
    """int32[seat, column]: in play or not, position, kills, damage and round of elimination of each
    seat.
    """
    health: Shorts
    """int16[seat, champion]: health of each champion, 0 (dead) to its maximum."""
    slots: Shorts
    """int16[seat, champion, slot]: instance id of the item in each slot; 0 for an empty slot."""
    item_kind: Bytes
    """int8[item]: kind by instance id, -1 for items that have not been created yet; entry 0 is no
    item.
    """
    item_place: Shorts
    """int16[item]: where each item is: nowhere, in a tile's pool, in a seat's stash, or in a
    slot.
    """
    battles: Bytes
    """int8[battle, column]: this round's battles, each with its two seats and its tile; -1 for
    unused rows.
    """
    dice: Words = dataclasses.field(metadata=hidden_from_digest)
    """uint64[1]: state of the dice stream in use; a new stream is opened for each purpose."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice of a test, used in place of random ones: number of results (-1
    for none), rolls so far, mark of a bad result, then the results.
    """
    log: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: what has happened in the step being carried out; empty between steps."""
    terms: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: config values that came with version 2: stage lengths and scoring. Not in the
    digest, so that digests of version 1 stay the same.
    """


_NO_LOG = np.full(c.LOG_ENTRIES, c.LOG_ENTRIES, np.int32)
_NAMES = [field.name for field in dataclasses.fields(State)]


def most_items(num_seats: int) -> int:
    """Return the highest number of items that a match of `num_seats` seats can create.

    The tiles of each map size get items at most once.
    """
    size = int(due_size(num_seats))
    return ITEMS_A_FILL * sum(side * side for side in range(1, size + 1))


def blank_state(config: ChampionsConfig, seed: int, num_seats: int) -> State:
    """Return the state of a match that is not set up: without map, items and positions."""
    items = most_items(num_seats) + 1
    return State(
        # 0 where the config gives a length for each size: `terms` has what the rules read.
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
    """Return an empty log with room for the entries of any step."""
    log = np.empty(LOG_WIDTH, np.int32)
    log[c.LOG_SIZE] = c.LOG_ENTRIES
    return log


def no_log() -> Ints:
    """Return an empty log without room for entries."""
    return _NO_LOG.copy()


def used_log(log: Ints) -> Ints:
    """Return a copy of the used part of a log."""
    # A copy, so that the large array of the step can be freed.
    return log[: log.item(c.LOG_SIZE)].copy()


def _terms(config: ChampionsConfig) -> Ints:
    """Return stage lengths by map size, then the scoring.

    The arena (size 1) lasts for ever, and there is no map of size 0, so both have a 0.
    """
    scoring = c.ROYALE if config.scoring == "royale" else c.OUTLAST
    # Indexed by map size, and lengths in the config begin with the largest map.
    return np.array([0, 0, *config.stage_lengths[::-1], scoring], np.int32)


def board_of(state: State) -> Board:
    """Return the arrays of a match for kernels; they are the state's own arrays, not copies."""
    return Board(*[getattr(state, name) for name in Board._fields])


def copy_state(state: State) -> State:
    """Return a copy that shares no array with the state.

    Of the log only the used part is copied.
    """
    copies = {name: getattr(state, name).copy() for name in _NAMES if name != "log"}
    return State(**copies, log=used_log(state.log))
