"""Observation messages, written straight from the arrays of what a seat sees.

Field numbers are those of `dice_adventure.proto`; fields come in the order and the form in which the
protobuf library writes them. What comes seldom is left to that library in `codec`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes, Ints, Shorts
from referee.games.dice_adventure.tables import NUM_MEMBERS, PING_LETTERS
from referee.games.dice_adventure.visibility import Sights
from referee.games.wire import (
    close_message,
    open_message,
    put_int,
    put_present_int,
)

__all__ = ["encode_observation"]

_FIRST_LETTER = ord(PING_LETTERS[0])
_FIRST_DIGIT = ord("0")
_FIXED_SIZE = 512
"""Room for all that doesn't grow; it comes to less than 300 bytes."""
_PER_ROW, _PER_MONSTER, _PER_PING, _PER_REFUSAL, _PER_RESULT = 8, 12, 16, 16, 24
"""Room for what a row of the map adds besides its cells, and for each entry of a list."""


class _Seen(NamedTuple):
    """One seat's part of `Sights`."""

    numbers: Ints
    grid: Bytes
    seen: Bytes
    monsters: Shorts
    refused: npt.NDArray[np.int8]
    pings: Shorts
    results: Ints
    chars: Bytes


def encode_observation(sights: Sights, chars: Bytes, row: int, member: int) -> bytes:
    """The Observation message of one seat.

    Args:
        sights: What is seen.
        chars: uint8[content, 2]: codes of contents of cells.
        row: Row of the seat's party.
        member: The seat's member.
    """
    _, _, height, width = sights.grid.shape
    size = _FIXED_SIZE + height * (3 * width + _PER_ROW) + sights.monsters.shape[2] * _PER_MONSTER
    size += c.MOST_PINGS * _PER_PING + sights.refused.shape[2] * _PER_REFUSAL
    size += sights.results.shape[1] * _PER_RESULT
    out = np.empty(size, np.uint8)
    end = _put_observation(
        out, row, member, chars, sights.numbers, sights.grid, sights.seen, sights.monsters,
        sights.refused, sights.pings, sights.results,
    )  # fmt: skip
    return out[:end].tobytes()


@borrowing
def _put_observation(
    out: Bytes,
    row: int,
    member: int,
    chars: Bytes,
    numbers: Ints,
    grid: Bytes,
    seen: Bytes,
    monsters: Shorts,
    refused: npt.NDArray[np.int8],
    pings: Shorts,
    results: Ints,
) -> int:
    one = _Seen(
        numbers[row, member], grid[row, member], seen[row, member], monsters[row, member],
        refused[row, member], pings[row], results[row], chars,
    )  # fmt: skip
    mine = one.numbers
    at = put_int(out, 0, 1, mine[c.SEEN_PARTY])
    at = put_int(out, at, 2, NUM_MEMBERS * mine[c.SEEN_PARTY] + mine[c.SEEN_MEMBER])
    at = put_int(out, at, 3, mine[c.SEEN_MEMBER] + 1)
    at = _put_level(out, at, mine)
    at = put_int(out, at, 5, mine[c.SEEN_ROUND])
    at = put_int(out, at, 6, mine[c.SEEN_PHASE] + 1)
    at = put_int(out, at, 7, mine[c.SEEN_WINDOW])
    at = _put_map(out, at, one)
    at = _put_monsters(out, at, one)
    at = _put_me(out, at, mine)
    at = _put_mates(out, at, mine)
    at = _put_pings(out, at, one)
    at = _put_refused(out, at, one)
    at = _put_results(out, at, one)
    return put_int(out, at, 16, mine[c.SEEN_SCORE])


@borrowing
def _put_level(out: Bytes, at: int, mine: Ints) -> int:
    """The columns of the level are in the order of the fields."""
    body = at = open_message(out, at, 4)
    for field in range(6):
        at = put_int(out, at, 1 + field, mine[c.SEEN_LEVEL + field])
    return close_message(out, body, at)


@borrowing
def _put_map(out: Bytes, at: int, one: _Seen) -> int:
    """Rows of codes, then rows of digits."""
    width, height = one.numbers[c.SEEN_WIDTH], one.numbers[c.SEEN_HEIGHT]
    for y in range(height):
        body = at = open_message(out, at, 8)
        for x in range(width):
            content = one.grid[y, x]
            out[at] = one.chars[content, 0]
            out[at + 1] = one.chars[content, 1]
            at += 2
        at = close_message(out, body, at)
    for y in range(height):
        body = at = open_message(out, at, 9)
        for x in range(width):
            out[at] = _FIRST_DIGIT + one.seen[y, x]
            at += 1
        at = close_message(out, body, at)
    return at


@borrowing
def _put_monsters(out: Bytes, at: int, one: _Seen) -> int:
    for index in range(one.numbers[c.SEEN_NUM_MONSTERS]):
        monster = one.monsters[index]
        content = c.FIRST_PIECE + monster[0]
        body = open_message(out, at, 10)
        code = open_message(out, body, 1)
        out[code] = one.chars[content, 0]
        out[code + 1] = one.chars[content, 1]
        at = close_message(out, code, code + 2)
        at = put_int(out, at, 2, monster[1])
        at = close_message(out, body, put_int(out, at, 3, monster[2]))
    return at


@borrowing
def _put_me(out: Bytes, at: int, mine: Ints) -> int:
    body = open_message(out, at, 11)
    at = _put_place(out, body, 1, mine[c.SEEN_X], mine[c.SEEN_Y])
    at = put_int(out, at, 3, mine[c.SEEN_HEARTS])
    return close_message(out, body, put_int(out, at, 4, mine[c.SEEN_AP]))


@borrowing
def _put_place(out: Bytes, at: int, field: int, x: int, y: int) -> int:
    """A cell in two fields; nothing if there is none."""
    if x < 0:
        return at
    return put_present_int(out, put_present_int(out, at, field, x), field + 1, y)


@borrowing
def _put_mates(out: Bytes, at: int, mine: Ints) -> int:
    """The columns of a member are in the order of the fields."""
    for mate in range(NUM_MEMBERS):
        its = c.SEEN_MEMBERS + c.MATE_WIDTH * mate
        body = open_message(out, at, 12)
        at = put_int(out, body, 1, mate + 1)
        for column in range(c.MATE_X):
            at = put_int(out, at, 2 + column, mine[its + column])
        at = _put_place(out, at, 7, mine[its + c.MATE_X], mine[its + c.MATE_Y])
        at = close_message(out, body, at)
    return at


@borrowing
def _put_pings(out: Bytes, at: int, one: _Seen) -> int:
    for index in range(one.numbers[c.SEEN_NUM_PINGS]):
        ping = one.pings[index]
        body = open_message(out, at, 13)
        at = put_int(out, body, 1, ping[c.PING_BY] + 1)
        symbol = open_message(out, at, 2)
        out[symbol] = _FIRST_LETTER + ping[c.PING_SYMBOL]
        at = close_message(out, symbol, symbol + 1)
        at = put_int(out, at, 3, ping[c.PING_X])
        at = put_int(out, at, 4, ping[c.PING_Y])
        at = close_message(out, body, put_int(out, at, 5, ping[c.PING_WINDOW]))
    return at


@borrowing
def _put_refused(out: Bytes, at: int, one: _Seen) -> int:
    for place in range(one.numbers[c.SEEN_NUM_REFUSED]):
        code, index = one.refused[place, 0], one.refused[place, 1]
        body = open_message(out, at, 14)
        at = put_int(out, body, 1, one.numbers[c.SEEN_REFUSED_PHASE] + 1)
        at = put_int(out, at, 2, one.numbers[c.SEEN_REFUSED_WINDOW])
        if index >= 0:
            at = put_present_int(out, at, 3, index)
        at = close_message(out, body, put_int(out, at, 4, code))
    return at


@borrowing
def _put_results(out: Bytes, at: int, one: _Seen) -> int:
    for level in range(one.numbers[c.SEEN_NUM_RESULTS]):
        result = one.results[level]
        body = open_message(out, at, 15)
        at = put_int(out, body, 1, level)
        at = put_int(out, at, 2, result[c.OUTCOME] + 1)
        at = put_int(out, at, 3, result[c.KEYS])
        at = put_int(out, at, 4, result[c.ROUNDS])
        at = close_message(out, body, put_int(out, at, 5, result[c.LEVEL_SCORE]))
    return at
