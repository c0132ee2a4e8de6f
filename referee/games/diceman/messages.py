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
    table = [
        _standing(columns[GAME : ROUND + 1]),
        _pair(4, columns[LIFE : LIFE + 2]),
        _pair(5, columns[POINTS : POINTS + 2]),
        _counts(columns[PICK_COUNTS : PICK_COUNTS + NUM_COMBOS]),
        _counts(columns[PICK_COUNTS + NUM_COMBOS : PICK_COUNTS + 2 * NUM_COMBOS]),
    ]
    told = []
    if columns[PLAYED_GAME]:
        rolls, reveal = _rolls(columns[COMBO : COMBO + 2], columns[VALUES : VALUES + 2 * NUM_DICE])
        record = [_standing_of_round(columns[PLAYED_GAME : PLAYED_ROUND + 1]), rolls]
        told.append(reveal)
        for phase in range(columns[NUM_PHASES]):
            start = PHASES + PHASE_WIDTH * phase
            fought, it_is_told = _phase(columns[start : start + PHASE_WIDTH])
            record.append(fought)
            told.append(it_is_told)
        record.append(_pair(5, columns[LIFE_BEFORE : LIFE_BEFORE + 2]))
        record.append(_pair(6, columns[LIFE_AFTER : LIFE_AFTER + 2]))
        table.append(message(7, b"".join(record)))
        if columns[RESULT] != GOES_ON:
            told.append(_end_of_game(columns))
    table.append(_config(columns[FULL_LIFE : DEADLINE_MS + 1]))
    return b"".join(table), b"".join(told)


@functools.lru_cache(maxsize=_REMEMBERED)
def _standing(game_and_round: tuple[int, ...]) -> bytes:
    game, number = game_and_round
    return int_field(2, game) + int_field(3, number)


@functools.lru_cache(maxsize=_REMEMBERED)
def _standing_of_round(game_and_round: tuple[int, ...]) -> bytes:
    game, number = game_and_round
    return int_field(1, game) + int_field(2, number)


_pair = functools.lru_cache(maxsize=_REMEMBERED)(ints_field)


def _counts(counts: tuple[int, ...]) -> bytes:
    return message(6, ints_field(1, counts))


@functools.lru_cache
def _config(values: tuple[int, ...]) -> bytes:
    """The columns of what was agreed are in the order of the fields."""
    scope = SCOPE - FULL_LIFE  # an enum, whose 0 is UNSPECIFIED
    numbers = [value + 1 if place == scope else value for place, value in enumerate(values)]
    fields = [present_int_field(1 + place, number) for place, number in enumerate(numbers)]
    return message(9, b"".join(fields))


# Field numbers of the kinds of Event.
_GAME_START, _REVEAL, _PHASE, _SLAIN, _GAME_END, _MATCH_END = range(2, 8)


@functools.lru_cache(maxsize=_REMEMBERED)
def _rolls(combos: tuple[int, ...], values: tuple[int, ...]) -> tuple[bytes, bytes]:
    """What both have rolled, in the record of the round and as an event."""
    each = (values[:NUM_DICE], values[NUM_DICE:])
    rolls = [
        int_field(1, combo) + ints_field(2, dice) for combo, dice in zip(combos, each, strict=True)
    ]
    reveal = event(_REVEAL, b"".join([message(1, roll) for roll in rolls]))
    return b"".join([message(3, roll) for roll in rolls]), reveal


@functools.lru_cache(maxsize=_REMEMBERED)
def _phase(columns: tuple[int, ...]) -> tuple[bytes, bytes]:
    """A phase, in the record of the round and as an event."""
    fields = [
        int_field(1, columns[NUMBER]),
        ints_field(2, columns[EDGE : EDGE + 2]),
        ints_field(3, columns[PREEMPT : PREEMPT + 2]),
        ints_field(4, columns[SWORD_DAMAGE : SWORD_DAMAGE + 2]),
        ints_field(5, columns[MAGIC_DAMAGE : MAGIC_DAMAGE + 2]),
        int_field(6, columns[DUEL]),
        ints_field(7, columns[LIFE_LEFT : LIFE_LEFT + 2]),
    ]
    body = b"".join(fields)
    return message(4, body), event(_PHASE, body)


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
