"""Map files: from text to a level and back (DA-2.8 to DA-2.10).

A map that can't be read is refused with the first of the rulebook's error codes that applies, and with the
line and column of the fault.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.errors import RefereeError
from referee.games.dice_adventure.maps.level import MAX_SIDE, Level, level_from_grids
from referee.games.dice_adventure.maps.solver import Target, unreached
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    EMPTY,
    TERRAIN_CODES,
    TOWER,
    Member,
    PieceType,
)

__all__ = ["MapError", "read_level", "write_level"]

_BLANKS = " \t\r"
"""Characters that are stripped from the end of each line (DA-2.8)."""
_REQUIRED = ("C1", "C2", "C3", "K1", "K2", "K3", "**")
"""Codes that every map has exactly once, in the order in which missing ones are reported (DA-2.10)."""
_ALIASES = {"S1": "R1"}
"""Codes of older level files, each with the code that it is read as (DA-2.9)."""


class MapError(RefereeError, ValueError):
    """Raised for a map that breaks a rule of DA-2.10.

    Args:
        code: The rulebook's error code, such as `E_RAGGED`.
        text: What is wrong, with the cell, the code or the bound.
        line: Line of the map's text, from 1.
        column: Character in that line, from 1; a cell takes two.
    """

    def __init__(self, code: str, text: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{code} at line {line}, column {column}: {text}")
        self.code = code
        self.text = text
        self.line = line
        self.column = column


def read_level(
    text: str, types: Sequence[PieceType], members: Sequence[Member] = DEFAULT_MEMBERS
) -> Level:
    """Return the level that the text of a map describes.

    Args:
        text: The map: a line for each row, two characters for each cell.
        types: Types of pieces that the map may contain.
        members: The members, whose dice decide whether a rock can be broken (DA-2.11).

    Raises:
        MapError: The text is no map, or the map can't be solved.
    """
    first, rows = _rows(text)
    _check_shape(first, rows)
    level = _scan(first, rows, types)
    target = unreached(level, types, members)
    if target is not None:
        x, y = _cell(target, level)
        raise MapError("E_UNSOLVABLE", _unsolvable(target, level, members), first + y, 2 * x + 1)
    return level


def write_level(level: Level, types: Sequence[PieceType]) -> str:
    """Return the map text that `read_level` reads as this level, without a final line break.

    `types` has the codes of rocks, traps and monsters.
    """
    codes = [[TERRAIN_CODES[terrain] for terrain in row] for row in level.terrain.tolist()]
    for index, (x, y) in zip(level.piece_type.tolist(), level.piece_pos.tolist(), strict=True):
        codes[y][x] = types[index].code
    return "\n".join("".join(row) for row in codes)


def _rows(text: str) -> tuple[int, list[str]]:
    """Return the line number of the first row, and all rows without blanks at their ends.

    Raises:
        MapError: No line has a character that is not blank.
    """
    lines = [line.rstrip(_BLANKS) for line in text.split("\n")]
    filled = [number for number, line in enumerate(lines) if line]
    if not filled:
        raise MapError("E_EMPTY", "a map has at least one line that is not blank")
    return filled[0] + 1, lines[filled[0] : filled[-1] + 1]


def _check_shape(first: int, rows: list[str]) -> None:
    for line, row in enumerate(rows, start=first):
        if len(row) % 2:
            text = f"a cell takes two characters, but this line has {len(row)}"
            raise MapError("E_ODD_WIDTH", text, line, len(row))
    # A second loop, since an odd width anywhere is reported before rows of different width (DA-2.10).
    length = len(rows[0])
    for line, row in enumerate(rows, start=first):
        if len(row) != length:
            text = (
                f"all rows must be as wide as the first, {length // 2} cells, not {len(row) // 2}"
            )
            raise MapError("E_RAGGED", text, line, min(len(row), length) + 1)
    for name, side, where in (
        ("wide", length // 2, (first, 2 * MAX_SIDE + 1)),
        ("high", len(rows), (first + MAX_SIDE, 1)),
    ):
        if side > MAX_SIDE:
            text = f"a map must be from 1 to {MAX_SIDE} cells {name}, not {side}"
            raise MapError("E_TOO_BIG", text, *where)


def _scan(first: int, rows: list[str], types: Sequence[PieceType]) -> Level:
    """Return the level of these rows, read cell by cell in row-major order.

    Args:
        first: Number of the first row's line in the file, for errors.
        rows: Rows of the map, all of the same length.
        types: Types of rocks, traps and monsters that may be on it.

    Raises:
        MapError: The first unknown or duplicate code, or, after the last cell, a missing one.
    """
    terrain_of = {code: index for index, code in enumerate(TERRAIN_CODES)}
    type_of = {piece.code: index for index, piece in enumerate(types)}
    shape = (len(rows), len(rows[0]) // 2)
    terrain = np.full(shape, EMPTY, dtype=np.uint8)
    pieces = np.full(shape, -1, dtype=np.int8)
    found: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(rows):
        for x in range(shape[1]):
            written = row[2 * x : 2 * x + 2]
            code = _ALIASES.get(written, written)
            if code in type_of:
                pieces[y, x] = type_of[code]
                continue
            if code not in terrain_of:
                known = " ".join([*TERRAIN_CODES, *type_of])
                text = f"unknown code {written!r} at x {x}, y {y}; known: {known}"
                raise MapError("E_UNKNOWN_CODE", text, first + y, 2 * x + 1)
            terrain[y, x] = terrain_of[code]
            if terrain_of[code] >= TOWER:
                if code in found:
                    before_x, before_y = found[code]
                    text = f"a second {code!r} at x {x}, y {y}; the first is at x {before_x}, y {before_y}"
                    raise MapError("E_DUPLICATE", text, first + y, 2 * x + 1)
                found[code] = (x, y)
    for code in _REQUIRED:
        if code not in found:
            text = f"no {code!r}; a map has each of {' '.join(_REQUIRED)} once"
            raise MapError("E_MISSING", text, first)
    return level_from_grids(terrain, pieces)


def _cell(target: Target, level: Level) -> tuple[int, int]:
    x, y = (level.tower if target is Target.TOWER else level.shrine[target.value]).tolist()
    return x, y


def _unsolvable(target: Target, level: Level, members: Sequence[Member]) -> str:
    x, y = _cell(target, level)
    if target is Target.TOWER:
        return f"no member can reach the tower at x {x}, y {y}"
    return f"the {members[target.value].name} can't reach K{target.value + 1} at x {x}, y {y}"
