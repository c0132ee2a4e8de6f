"""Observation messages, written straight from the arrays of what a seat sees.

Field numbers are those of `dice_adventure.proto`; fields come in the order and the form in which the
protobuf library writes them. What comes seldom is left to that library in `codec`.
"""

from __future__ import annotations

import functools

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes
from referee.games.dice_adventure.sight.visibility import Sights
from referee.games.dice_adventure.tables import NUM_MEMBERS, PING_LETTERS
from referee.games.dice_adventure.wire.events import refused_parts
from referee.kit.wire import int_field, message, present_int_field

__all__ = ["encode_observation"]

_DIGITS = bytes((ord("0") + value) % 256 for value in range(256))
"""What stands for how a seat knows a cell."""
_REMEMBERED = 4096
_MAPS_REMEMBERED = 256

_Numbers = list[int]


def encode_observation(sights: Sights, chars: Bytes, row: int, member: int) -> bytes:
    """The Observation message of one seat.

    Args:
        sights: What is seen.
        chars: uint8[content, 2]: codes of contents of cells.
        row: Row of the seat's party.
        member: The seat's member.
    """
    codes = chars.tobytes()
    mine: _Numbers = sights.numbers[row, member].tolist()
    width, height = mine[c.SEEN_WIDTH], mine[c.SEEN_HEIGHT]
    cells = sights.grid[row, member, :height, :width].tobytes()
    seen = sights.seen[row, member, :height, :width].tobytes()
    fields = [
        int_field(1, mine[c.SEEN_PARTY]),
        int_field(2, NUM_MEMBERS * mine[c.SEEN_PARTY] + mine[c.SEEN_MEMBER]),
        int_field(3, mine[c.SEEN_MEMBER] + 1),
        _level(tuple(mine[c.SEEN_LEVEL : c.SEEN_LEVEL + 6])),
        int_field(5, mine[c.SEEN_ROUND]),
        int_field(6, mine[c.SEEN_PHASE] + 1),
        int_field(7, mine[c.SEEN_WINDOW]),
        _map(codes, width, cells, seen),
    ]
    if mine[c.SEEN_NUM_MONSTERS]:
        monsters = sights.monsters[row, member, : mine[c.SEEN_NUM_MONSTERS]].tolist()
        fields += [_monster(codes, *monster) for monster in monsters]
    fields.append(_me(mine))
    for mate in range(NUM_MEMBERS):
        start = c.SEEN_MEMBERS + c.MATE_WIDTH * mate
        fields.append(_mate(mate, tuple(mine[start : start + c.MATE_WIDTH])))
    if mine[c.SEEN_NUM_PINGS]:
        fields += _pings(sights, row, mine[c.SEEN_NUM_PINGS])
    if mine[c.SEEN_NUM_REFUSED]:
        fields += _refused(sights, row, member, mine)
    if mine[c.SEEN_NUM_RESULTS]:
        fields += _results(sights, row, mine[c.SEEN_NUM_RESULTS])
    fields.append(int_field(16, mine[c.SEEN_SCORE]))
    return b"".join(fields)


@functools.lru_cache(maxsize=_REMEMBERED)
def _level(numbers: tuple[int, ...]) -> bytes:
    """The columns of the level are in the order of the fields."""
    fields = [int_field(1 + place, number) for place, number in enumerate(numbers)]
    return message(4, b"".join(fields))


@functools.lru_cache(maxsize=_MAPS_REMEMBERED)
def _map(codes: bytes, width: int, cells: bytes, seen: bytes) -> bytes:
    """Rows of codes, then rows of digits."""
    digits = seen.translate(_DIGITS)
    starts = range(0, len(cells), width)
    rows = [_row_of_codes(codes, cells[start : start + width]) for start in starts]
    return b"".join(rows + [message(9, digits[start : start + width]) for start in starts])


@functools.lru_cache(maxsize=_REMEMBERED)
def _row_of_codes(codes: bytes, cells: bytes) -> bytes:
    return message(8, b"".join([_code(codes, cell) for cell in cells]))


def _code(codes: bytes, content: int) -> bytes:
    """The two characters for what is in a cell."""
    return codes[2 * content : 2 * content + 2]


@functools.lru_cache(maxsize=_REMEMBERED)
def _monster(codes: bytes, kind: int, x: int, y: int) -> bytes:
    code = message(1, _code(codes, c.FIRST_PIECE + kind))
    return message(10, code + int_field(2, x) + int_field(3, y))


def _me(mine: _Numbers) -> bytes:
    place = _place(1, mine[c.SEEN_X], mine[c.SEEN_Y])
    return message(11, place + int_field(3, mine[c.SEEN_HEARTS]) + int_field(4, mine[c.SEEN_AP]))


def _place(field: int, x: int, y: int) -> bytes:
    """A cell in two fields; nothing if there is none."""
    return b"" if x < 0 else present_int_field(field, x) + present_int_field(field + 1, y)


@functools.lru_cache(maxsize=_REMEMBERED)
def _mate(mate: int, its: tuple[int, ...]) -> bytes:
    """The columns of a member are in the order of the fields."""
    fields = [int_field(2 + column, its[column]) for column in range(c.MATE_X)]
    place = _place(7, its[c.MATE_X], its[c.MATE_Y])
    return message(12, int_field(1, mate + 1) + b"".join(fields) + place)


def _pings(sights: Sights, row: int, count: int) -> list[bytes]:
    written = []
    for ping in sights.pings[row, :count].tolist():
        letter = PING_LETTERS[ping[c.PING_SYMBOL]].encode()
        fields = [
            int_field(1, ping[c.PING_BY] + 1),
            message(2, letter),
            int_field(3, ping[c.PING_X]),
            int_field(4, ping[c.PING_Y]),
            int_field(5, ping[c.PING_WINDOW]),
        ]
        written.append(message(13, b"".join(fields)))
    return written


def _refused(sights: Sights, row: int, member: int, mine: _Numbers) -> list[bytes]:
    phase = int_field(1, mine[c.SEEN_REFUSED_PHASE] + 1)
    window = int_field(2, mine[c.SEEN_REFUSED_WINDOW])
    return [
        message(
            14,
            phase
            + window
            + (present_int_field(3, index) if index >= 0 else b"")
            + int_field(4, code)
            + int_field(5, more),
        )
        for code, index, more in refused_parts(
            sights.refused[row, member], mine[c.SEEN_NUM_REFUSED]
        )
    ]


def _results(sights: Sights, row: int, count: int) -> list[bytes]:
    written = []
    for level, result in enumerate(sights.results[row, :count].tolist()):
        fields = [
            int_field(1, level),
            int_field(2, result[c.OUTCOME] + 1),
            int_field(3, result[c.KEYS]),
            int_field(4, result[c.ROUNDS]),
            int_field(5, result[c.LEVEL_SCORE]),
        ]
        written.append(message(15, b"".join(fields)))
    return written
