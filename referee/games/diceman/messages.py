"""The messages that are made every round, written straight from the columns of the table.

Field numbers are those of `diceman.proto`; fields come in the order and the form in which the protobuf
library writes them. What comes seldom is left to that library in `codec`.
"""

from __future__ import annotations

import functools

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
    read_columns,
)
from referee.games.diceman.tables import NUM_COMBOS, NUM_DICE
from referee.games.duel import DRAWN, GOES_ON, WON_BY_FIRST, places
from referee.games.wire import event, int_field, ints_field, message, present_int_field

__all__ = ["encode_told", "encode_table"]

_REMEMBERED = 4096


def encode_table(row: bytes) -> bytes:
    """An Observation message without seat and notices."""
    return _encode(row)[0]


def encode_told(row: bytes) -> bytes:
    """An Events message with all that everybody is told of a round that has been played."""
    return _encode(row)[1]


@functools.lru_cache(maxsize=64)
def _encode(row: bytes) -> tuple[bytes, bytes]:
    """What is made of a row, all at once, because both are asked for after every round."""
    columns = read_columns(row)
    rest = _pair(4, columns, LIFE) + _pair(5, columns, POINTS) + _counts(columns)
    agreed = _config(columns[FULL_LIFE : DEADLINE_MS + 1])
    told = b""
    if columns[PLAYED_GAME]:
        rolls = _rolls(columns[COMBO : COMBO + 2], columns[VALUES : VALUES + 2 * NUM_DICE])
        starts = range(PHASES, PHASES + PHASE_WIDTH * columns[NUM_PHASES], PHASE_WIDTH)
        phases = [_phase(columns[start : start + PHASE_WIDTH]) for start in starts]
        rest += message(7, _round(columns, rolls, phases))
        told = event(_REVEAL, b"".join([message(1, roll) for roll in rolls]))
        told += b"".join([event(_PHASE, phase) for phase in phases])
        if columns[RESULT] != GOES_ON:
            told += _end_of_game(columns)
    begin = int_field(2, columns[GAME]) + int_field(3, columns[ROUND])
    return begin + rest + agreed, told


def _pair(field: int, columns: tuple[int, ...], start: int) -> bytes:
    return ints_field(field, columns[start : start + 2])


def _counts(columns: tuple[int, ...]) -> bytes:
    middle = PICK_COUNTS + NUM_COMBOS
    first, second = columns[PICK_COUNTS:middle], columns[middle : middle + NUM_COMBOS]
    return message(6, ints_field(1, first)) + message(6, ints_field(1, second))


@functools.lru_cache
def _config(values: tuple[int, ...]) -> bytes:
    """The columns of what was agreed are in the order of the fields."""
    scope = SCOPE - FULL_LIFE  # an enum, whose 0 is UNSPECIFIED
    numbers = [value + 1 if place == scope else value for place, value in enumerate(values)]
    fields = [present_int_field(1 + place, number) for place, number in enumerate(numbers)]
    return message(9, b"".join(fields))


def _round(columns: tuple[int, ...], rolls: tuple[bytes, bytes], phases: list[bytes]) -> bytes:
    return b"".join(
        [
            int_field(1, columns[PLAYED_GAME]),
            int_field(2, columns[PLAYED_ROUND]),
            *[message(3, roll) for roll in rolls],
            *[message(4, phase) for phase in phases],
            _pair(5, columns, LIFE_BEFORE),
            _pair(6, columns, LIFE_AFTER),
        ]
    )


@functools.lru_cache(maxsize=_REMEMBERED)
def _rolls(combos: tuple[int, ...], values: tuple[int, ...]) -> tuple[bytes, bytes]:
    """What each seat has rolled."""
    first, second = values[:NUM_DICE], values[NUM_DICE:]
    return (
        int_field(1, combos[0]) + ints_field(2, first),
        int_field(1, combos[1]) + ints_field(2, second),
    )


@functools.lru_cache(maxsize=_REMEMBERED)
def _phase(columns: tuple[int, ...]) -> bytes:
    return b"".join(
        [
            int_field(1, columns[NUMBER]),
            _pair(2, columns, EDGE),
            _pair(3, columns, PREEMPT),
            _pair(4, columns, SWORD_DAMAGE),
            _pair(5, columns, MAGIC_DAMAGE),
            int_field(6, columns[DUEL]),
            _pair(7, columns, LIFE_LEFT),
        ]
    )


# Field numbers of the kinds of Event.
_GAME_START, _REVEAL, _PHASE, _SLAIN, _GAME_END, _MATCH_END = range(2, 8)


def _end_of_game(columns: tuple[int, ...]) -> bytes:
    """What `events.told_of_round` makes bodies of when a game is over."""
    life = columns[LIFE_AFTER : LIFE_AFTER + 2]
    told = [event(_SLAIN, int_field(1, seat)) for seat, left in enumerate(life) if left == 0]
    end = int_field(1, columns[PLAYED_GAME])
    if columns[RESULT] != DRAWN:
        end += present_int_field(2, columns[RESULT] - WON_BY_FIRST)
    told.append(event(_GAME_END, end + ints_field(3, life)))
    if columns[OVER]:
        points = columns[POINTS], columns[POINTS + 1]
        told.append(event(_MATCH_END, ints_field(1, points) + ints_field(2, places(points))))
    else:
        told.append(event(_GAME_START, int_field(1, columns[GAME])))
    return b"".join(told)
