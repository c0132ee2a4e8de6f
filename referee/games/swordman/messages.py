"""The messages that are made every round, written straight from the columns of the table.

Field numbers are those of `swordman.proto`; fields come in the order and the form in which the protobuf
library writes them. What comes seldom is left to that library in `codec`.
"""

from __future__ import annotations

import functools

from referee.games.duel import DRAWN, GOES_ON, WON_BY_FIRST, places
from referee.games.swordman.columns import (
    BLOW,
    DEADLINE_MS,
    FIRST,
    GAME,
    LANDED,
    LIFE,
    LIFE_AFTER,
    LIFE_BEFORE,
    OVER,
    PLAYED_GAME,
    PLAYED_ROUND,
    POINTS,
    RESULT,
    ROUND,
    SETTINGS,
    read_columns,
)
from referee.games.swordman.tables import NUM_FIELDS, POWERS
from referee.games.wire import event, int_field, ints_field, message, present_int_field

__all__ = ["encode_table", "encode_told"]

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
    table = [
        int_field(2, columns[GAME]),
        int_field(3, columns[ROUND]),
        _pair(4, columns, LIFE),
        _pair(5, columns, POINTS),
    ]
    told = b""
    if columns[PLAYED_GAME]:
        middle = SETTINGS + NUM_FIELDS
        first, first_told = _settings(columns[SETTINGS:middle])
        second, second_told = _settings(columns[middle : middle + NUM_FIELDS])
        record = _round(columns, first + second)
        table.append(message(6, record))
        told = event(_REVEAL, first_told + second_told)
        told += event(_ROUND_END, message(1, record))
        if columns[RESULT] != GOES_ON:
            told += _end_of_game(columns, record)
    table.append(_config(columns[: DEADLINE_MS + 1]))
    return b"".join(table), told


def _pair(field: int, columns: tuple[int, ...], start: int) -> bytes:
    return ints_field(field, columns[start : start + 2])


@functools.lru_cache
def _config(values: tuple[int, ...]) -> bytes:
    """The columns of what was agreed are in the order of the fields."""
    fields = [present_int_field(1 + place, value) for place, value in enumerate(values)]
    return message(8, b"".join(fields))


def _round(columns: tuple[int, ...], settings: bytes) -> bytes:
    return b"".join(
        [
            int_field(1, columns[PLAYED_GAME]),
            int_field(2, columns[PLAYED_ROUND]),
            settings,
            _pair(4, columns, BLOW),
            _pair(5, columns, LANDED),
            int_field(6, _zigzag(columns[FIRST])),
            _pair(7, columns, LIFE_BEFORE),
            _pair(8, columns, LIFE_AFTER),
        ]
    )


@functools.lru_cache(maxsize=_REMEMBERED)
def _settings(values: tuple[int, ...]) -> tuple[bytes, bytes]:
    """How a seat has set itself, in the record of the round and in the event; powers are signed."""
    numbers = [value if place < POWERS else _zigzag(value) for place, value in enumerate(values)]
    body = b"".join([int_field(1 + place, number) for place, number in enumerate(numbers)])
    return message(3, body), message(1, body)


def _zigzag(value: int) -> int:
    """A number from -1 as an sint32 is written, with small numbers for small ones below 0."""
    return 2 * value if value >= 0 else -2 * value - 1


# Field numbers of the kinds of Event.
_GAME_START, _REVEAL, _ROUND_END, _SLAIN, _GAME_END, _MATCH_END = range(2, 8)


def _end_of_game(columns: tuple[int, ...], record: bytes) -> bytes:
    """What `events.told_of_round` makes bodies of when a game is over."""
    life = columns[LIFE_AFTER : LIFE_AFTER + 2]
    told = [event(_SLAIN, int_field(1, seat)) for seat, left in enumerate(life) if left == 0]
    end = int_field(1, columns[PLAYED_GAME])
    if columns[RESULT] != DRAWN:
        end += present_int_field(2, columns[RESULT] - WON_BY_FIRST)
    told.append(event(_GAME_END, end + ints_field(3, life)))
    if columns[OVER]:
        points = columns[POINTS], columns[POINTS + 1]
        body = ints_field(1, points) + ints_field(2, places(points)) + message(3, record)
        told.append(event(_MATCH_END, body))
    else:
        told.append(event(_GAME_START, int_field(1, columns[GAME])))
    return b"".join(told)
