"""The messages that are made every round, written straight from the columns of the table.

Field numbers are those of `diceman.proto`; fields come in the order and the form in which the protobuf
library writes them. What comes seldom is left to that library in `codec`.
"""

from __future__ import annotations

import functools

import numpy as np

from referee.core.kernel import kernel
from referee.games.diceman.columns import (
    COMBO,
    DEADLINE_MS,
    DUEL,
    EDGE,
    FULL_LIFE,
    GAME,
    LIFE,
    LIFE_AFTER,
    LIFE_BEFORE,
    LIFE_LEFT,
    MAGIC_DAMAGE,
    NUM_PHASES,
    NUMBER,
    OVER,
    PHASE_WIDTH,
    PHASES,
    PICK_COUNTS,
    PLAYED_GAME,
    PLAYED_ROUND,
    POINTS,
    PREEMPT,
    RESULT,
    ROUND,
    SCOPE,
    SWORD_DAMAGE,
    VALUES,
    Ints,
)
from referee.games.diceman.tables import NUM_COMBOS, NUM_DICE
from referee.games.duel import DRAWN, GOES_ON, WON_BY_FIRST, place
from referee.kit.wire_kernels import (
    Bytes,
    close_event,
    close_message,
    open_event,
    open_message,
    put_int,
    put_ints,
    put_present_int,
)

__all__ = ["encode_told", "encode_table"]

_SIZE = 512
"""Room for an observation of at most 191 bytes and at most seven events of at most 30 each."""


def encode_table(row: bytes) -> bytes:
    """An Observation message without seat and notices."""
    return _encode(row)[0]


def encode_told(row: bytes) -> bytes:
    """An Events message with all that everybody is told of a round that has been played."""
    return _encode(row)[1]


@functools.lru_cache(maxsize=64)
def _encode(row: bytes) -> tuple[bytes, bytes]:
    """What is made of a row, all at once, because both are asked for after every round."""
    out = np.empty(_SIZE, np.uint8)
    start, end = _put_all(out, row)
    written = out.tobytes()
    return written[:start], written[start:end]


@kernel
def _put_all(out: Bytes, row: bytes) -> tuple[int, int]:
    columns = np.frombuffer(row, np.int32)
    start = _put_observation(out, columns)
    return start, _put_all_told(out, start, columns)


@kernel
def _put_observation(out: Bytes, columns: Ints) -> int:
    at = put_int(out, 0, 2, columns[GAME])
    at = put_int(out, at, 3, columns[ROUND])
    at = put_ints(out, at, 4, columns, LIFE, 2)
    at = put_ints(out, at, 5, columns, POINTS, 2)
    for seat in range(2):
        counts = PICK_COUNTS + NUM_COMBOS * seat
        body = open_message(out, at, 6)
        at = put_ints(out, body, 1, columns, counts, NUM_COMBOS)
        at = close_message(out, body, at)
    if columns[PLAYED_GAME]:
        body = open_message(out, at, 7)
        at = close_message(out, body, _put_round(out, body, columns))
    body = open_message(out, at, 9)
    return close_message(out, body, _put_config(out, body, columns))


@kernel
def _put_config(out: Bytes, at: int, columns: Ints) -> int:
    """The columns of what was agreed are in the order of the fields."""
    for column in range(FULL_LIFE, DEADLINE_MS + 1):
        value = columns[column]
        if column == SCOPE:
            value += 1  # an enum, whose 0 is UNSPECIFIED
        at = put_present_int(out, at, 1 + column - FULL_LIFE, value)
    return at


@kernel
def _put_round(out: Bytes, at: int, columns: Ints) -> int:
    at = put_int(out, at, 1, columns[PLAYED_GAME])
    at = put_int(out, at, 2, columns[PLAYED_ROUND])
    at = _put_rolls(out, at, 3, columns)
    for phase in range(columns[NUM_PHASES]):
        body = open_message(out, at, 4)
        at = close_message(out, body, _put_phase(out, body, columns, phase))
    at = put_ints(out, at, 5, columns, LIFE_BEFORE, 2)
    return put_ints(out, at, 6, columns, LIFE_AFTER, 2)


@kernel
def _put_rolls(out: Bytes, at: int, field: int, columns: Ints) -> int:
    for seat in range(2):
        values = VALUES + NUM_DICE * seat
        body = open_message(out, at, field)
        at = put_int(out, body, 1, columns[COMBO + seat])
        at = put_ints(out, at, 2, columns, values, NUM_DICE)
        at = close_message(out, body, at)
    return at


@kernel
def _put_phase(out: Bytes, at: int, columns: Ints, index: int) -> int:
    start = PHASES + PHASE_WIDTH * index
    at = put_int(out, at, 1, columns[start + NUMBER])
    at = put_ints(out, at, 2, columns, start + EDGE, 2)
    at = put_ints(out, at, 3, columns, start + PREEMPT, 2)
    at = put_ints(out, at, 4, columns, start + SWORD_DAMAGE, 2)
    at = put_ints(out, at, 5, columns, start + MAGIC_DAMAGE, 2)
    at = put_int(out, at, 6, columns[start + DUEL])
    return put_ints(out, at, 7, columns, start + LIFE_LEFT, 2)


# Field numbers of the kinds of Event.
_GAME_START, _REVEAL, _PHASE, _SLAIN, _GAME_END, _MATCH_END = range(2, 8)


@kernel
def _put_all_told(out: Bytes, at: int, columns: Ints) -> int:
    """What `events.told_of_round` makes bodies of; nothing if no round has been played."""
    if columns[PLAYED_GAME] == 0:
        return at
    body = open_event(out, at, _REVEAL)
    at = close_event(out, at, body, _put_rolls(out, body, 1, columns))
    for phase in range(columns[NUM_PHASES]):
        body = open_event(out, at, _PHASE)
        at = close_event(out, at, body, _put_phase(out, body, columns, phase))
    if columns[RESULT] != GOES_ON:
        at = _put_end_of_game(out, at, columns)
    return at


@kernel
def _put_end_of_game(out: Bytes, at: int, columns: Ints) -> int:
    for seat in range(2):
        if columns[LIFE_AFTER + seat] == 0:
            body = open_event(out, at, _SLAIN)
            at = close_event(out, at, body, put_int(out, body, 1, seat))
    body = open_event(out, at, _GAME_END)
    at = close_event(out, at, body, _put_game_end(out, body, columns))
    if columns[OVER]:
        body = open_event(out, at, _MATCH_END)
        return close_event(out, at, body, _put_match_end(out, body, columns))
    body = open_event(out, at, _GAME_START)
    return close_event(out, at, body, put_int(out, body, 1, columns[GAME]))


@kernel
def _put_game_end(out: Bytes, at: int, columns: Ints) -> int:
    at = put_int(out, at, 1, columns[PLAYED_GAME])
    if columns[RESULT] != DRAWN:
        at = put_present_int(out, at, 2, columns[RESULT] - WON_BY_FIRST)
    return put_ints(out, at, 3, columns, LIFE_AFTER, 2)


@kernel
def _put_match_end(out: Bytes, at: int, columns: Ints) -> int:
    at = put_ints(out, at, 1, columns, POINTS, 2)
    first, second = columns[POINTS], columns[POINTS + 1]
    places = np.array((place(first, second), place(second, first)))
    return put_ints(out, at, 2, places, 0, 2)
