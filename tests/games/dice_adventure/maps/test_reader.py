"""Map files: every error with its place and in its order, and reading what was written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.core.errors import RefereeError
from referee.games.dice_adventure.maps.builtin import LEVELS
from referee.games.dice_adventure.maps.level import Level
from referee.games.dice_adventure.maps.reader import MapError, read_level, write_level
from referee.games.dice_adventure.tables import DEFAULT_TYPES, EXTENDED_TYPES, MONSTER, PieceType
from tests.games.dice_adventure.maps.reference import cells_of, is_solvable

GOOD = "C1C2C3**\n..R1..T1\nK1K2K3M2"


def read(text: str) -> Level:
    """A map with the default types and members."""
    return read_level(text, DEFAULT_TYPES)


def error_of(text: str, types: tuple[PieceType, ...] = DEFAULT_TYPES) -> MapError:
    """What is wrong with a map."""
    with pytest.raises(MapError) as raised:
        read_level(text, types)
    return raised.value


def error_or_none(lines: list[str]) -> MapError | None:
    """What is wrong with a map, if anything is."""
    try:
        read("\n".join(lines))
    except MapError as error:
        return error
    return None


def rows(*lines: str) -> str:
    """Lines as a text."""
    return "\n".join(lines)


def test_level_1() -> None:
    """DA-8.2: tower (1,0); K1 (0,1), K2 (1,1), K3 (2,1); C1 (0,2) ...; ids 0 M1, 1 M2, 2 M1."""
    level = read(LEVELS["L1"])
    assert (level.width, level.height) == (3, 4)
    assert level.tower.tolist() == [1, 0]
    assert level.shrine.tolist() == [[0, 1], [1, 1], [2, 1]]
    assert level.spawn.tolist() == [[0, 2], [1, 2], [2, 2]]
    assert [DEFAULT_TYPES[index].code for index in level.piece_type] == ["M1", "M2", "M1"]
    assert level.piece_pos.tolist() == [[0, 3], [1, 3], [2, 3]]
    assert level.terrain.tolist() == [[0, 2, 0], [6, 7, 8], [3, 4, 5], [1, 1, 1]]


@pytest.mark.parametrize("name", LEVELS)
def test_built_in_levels_are_the_rulebooks(name: str) -> None:
    """DA-2.12, typed in once more from the rulebook, read and written; `S1` becomes `R1` (DA-2.9)."""
    text = {
        "L1": rows("##**##", "K1K2K3", "C1C2C3", "M1M2M1"),
        "L2": rows("##**##", "##..##", "##M2##", "K1K2K3", "M1M1M1", "C1C2C3"),
        "L3": rows("##K2##", "..**..", "K3R1K1", "##T1##", "C3C2C1"),
    }[name]
    assert write_level(read(LEVELS[name]), DEFAULT_TYPES) == text


def test_the_sources_own_text() -> None:
    """Its first level as the source prints it, with trailing blanks (DA-2.8)."""
    assert read("##**##  \nK1K2K3\nC1C2C3\nM1M2M1\n") == read(LEVELS["L1"])


@pytest.mark.parametrize(
    "text",
    [
        f"\n\n{GOOD}\n \t\n\r\n",
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", " \t \n"),
        GOOD.replace("R1", "S1"),
        f"{GOOD}   ",
    ],
    ids=["empty lines around", "DOS", "trailing blanks", "alias", "trailing blanks at the end"],
)
def test_what_makes_no_difference(text: str) -> None:
    """DA-2.8, DA-2.9."""
    assert read(text) == read(GOOD)
    assert hash(read(text)) == hash(read(GOOD))


def test_levels_differ() -> None:
    """In a piece, its place, or in terrain alone; and a level is no text."""
    levels = [
        GOOD,
        GOOD.replace("M2", "M1"),
        GOOD.replace("..T1", "T1.."),
        GOOD.replace("T1", ".."),
    ]
    for index, text in enumerate(levels):
        assert [read(text) == read(other) for other in levels].count(True) == 1, index
    assert read(GOOD) != GOOD


def test_a_level_can_t_be_changed() -> None:
    """As it is shared by matches."""
    level = read(GOOD)
    for array in (level.terrain, level.piece_type, level.piece_pos, level.spawn, level.tower):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


UNKNOWN = "known: ## .. ** C1 C2 C3 K1 K2 K3 R1 T1 M1 M2 M3"
REQUIRED = "a map has each of C1 C2 C3 K1 K2 K3 ** once"

ERRORS: dict[str, tuple[str, str, int, int, str]] = {
    "nothing": ("", "E_EMPTY", 1, 1, "a map has at least one line that is not blank"),
    "blanks": (" \t\r\n\n  ", "E_EMPTY", 1, 1, "a map has at least one line that is not blank"),
    "odd": (
        rows("", "C1C2C3**", "K1K2K3."),
        "E_ODD_WIDTH",
        3,
        7,
        "a cell takes two characters, but this line has 7",
    ),
    "short": (
        rows("C1C2C3**", "K1K2K3"),
        "E_RAGGED",
        2,
        7,
        "all rows must be as wide as the first, 4 cells, not 3",
    ),
    "long": (
        rows("C1C2C3**", "K1K2K3..", "......M1.."),
        "E_RAGGED",
        3,
        9,
        "all rows must be as wide as the first, 4 cells, not 5",
    ),
    "empty line between": (
        rows("C1C2C3**", "  ", "K1K2K3.."),
        "E_RAGGED",
        2,
        1,
        "all rows must be as wide as the first, 4 cells, not 0",
    ),
    "wide": (
        rows("\n" + ".." * 33),
        "E_TOO_BIG",
        2,
        65,
        "a map must be from 1 to 32 cells wide, not 33",
    ),
    "high": (
        rows(*[".."] * 40),
        "E_TOO_BIG",
        33,
        1,
        "a map must be from 1 to 32 cells high, not 40",
    ),
    "unknown": (
        rows("C1C2C3**", "K1K2Z9K3"),
        "E_UNKNOWN_CODE",
        2,
        5,
        f"unknown code 'Z9' at x 2, y 1; {UNKNOWN}",
    ),
    "case": (
        rows("C1C2C3**", "k1K2K3.."),
        "E_UNKNOWN_CODE",
        2,
        1,
        f"unknown code 'k1' at x 0, y 1; {UNKNOWN}",
    ),
    "blank cell": (
        rows("  C1C2C3**", "..K1K2K3.."),
        "E_UNKNOWN_CODE",
        1,
        1,
        f"unknown code '  ' at x 0, y 0; {UNKNOWN}",
    ),
    "unexplored": (
        rows("C1C2C3**", "??K1K2K3"),
        "E_UNKNOWN_CODE",
        2,
        1,
        f"unknown code '??' at x 0, y 1; {UNKNOWN}",
    ),
    "no ASCII": (
        rows("C1C2C3**", "K1K2K3éé"),
        "E_UNKNOWN_CODE",
        2,
        7,
        f"unknown code 'éé' at x 3, y 1; {UNKNOWN}",
    ),
    "duplicate shrine": (
        rows("C1C2C3**", "K1K2K1K3"),
        "E_DUPLICATE",
        2,
        5,
        "a second 'K1' at x 2, y 1; the first is at x 0, y 1",
    ),
    "duplicate tower": (
        rows("", "C1C2C3**", "K1K2K3**"),
        "E_DUPLICATE",
        3,
        7,
        "a second '**' at x 3, y 1; the first is at x 3, y 0",
    ),
    "missing spawn": (
        rows("", "C1C2..**", "K1..K3.."),
        "E_MISSING",
        2,
        1,
        f"no 'C3'; {REQUIRED}",
    ),
    "missing shrine": (rows("C1C2C3", "K1..K3"), "E_MISSING", 1, 1, f"no 'K2'; {REQUIRED}"),
    "missing tower": (rows("C1C2C3", "K1K2K3"), "E_MISSING", 1, 1, f"no '**'; {REQUIRED}"),
    "missing all": ("M1", "E_MISSING", 1, 1, f"no 'C1'; {REQUIRED}"),
    "unsolvable shrine": (
        rows("C1C2C3**", "####....", "K3##K2K1"),
        "E_UNSOLVABLE",
        3,
        1,
        "the Human can't reach K3 at x 0, y 2",
    ),
    "unsolvable tower": (
        rows("", "C1C2C3..", "K1K2K3##", "......##", "####..##", "**##..##"),
        "E_UNSOLVABLE",
        6,
        1,
        "no member can reach the tower at x 0, y 4",
    ),
}
"""Text, error code, line, column and message of maps that break one rule."""


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_says_what_and_where(case: str) -> None:
    """DA-2.10: code, line and column from 1, and the cell or the bound."""
    text, code, line, column, message = ERRORS[case]
    error = error_of(text)
    assert (error.code, error.line, error.column, error.text) == (code, line, column, message)
    assert str(error) == f"{code} at line {line}, column {column}: {message}"
    assert isinstance(error, RefereeError)


ORDER = (
    "E_ODD_WIDTH",
    "E_RAGGED",
    "E_TOO_BIG",
    "E_UNKNOWN_CODE",
    "E_DUPLICATE",
    "E_MISSING",
    "E_UNSOLVABLE",
)
FAULTS: dict[str, Callable[[list[str]], list[str]]] = {
    "E_ODD_WIDTH": lambda lines: [*lines, "."],
    "E_RAGGED": lambda lines: [*lines, "", *lines[-1:]],
    "E_TOO_BIG": lambda lines: [line + "##" * 32 for line in lines],
    "E_UNKNOWN_CODE": lambda lines: [lines[0].replace("..", "X7"), *lines[1:]],
    "E_DUPLICATE": lambda lines: [*lines, lines[0].replace("X7", "..")],
    "E_MISSING": lambda lines: [line.replace("K3", "..") for line in lines],
    "E_UNSOLVABLE": lambda lines: [line.replace("K2..", "K2##") for line in lines],
}
"""What puts each fault into the lines of a map, later faults in the rulebook's order first."""


@pytest.mark.parametrize("first", range(len(ORDER)), ids=ORDER)
@pytest.mark.parametrize("second", range(len(ORDER)), ids=ORDER)
def test_the_first_failing_check_is_the_error(first: int, second: int) -> None:
    """DA-2.10: of any two faults in one map, the one that stands first in the rulebook's list.

    Unknown codes and duplicates belong to one scan; here the unknown code is met first.
    """
    lines = ["C1C2C3..", "..##..##", "K1K2..**", "####K3##"]
    assert error_or_none(lines) is None
    for index in sorted({first, second}, reverse=True):
        lines = FAULTS[ORDER[index]](lines)
    error = error_or_none(lines)
    assert error is not None
    assert error.code == ORDER[min(first, second)]


def test_unknown_and_duplicate_share_a_scan() -> None:
    """DA-2.10: whichever the scan meets first, row-major."""
    assert error_of(rows("C1C2C1**", "K1K2K3Z9")).code == "E_DUPLICATE"
    assert error_of(rows("C1C2Z9**", "K1K2K3C1")).code == "E_UNKNOWN_CODE"


def test_extended_and_custom_types() -> None:
    """DA-2.5, DA-2.6: codes are those of the types table, and nothing else."""
    text = GOOD.replace("T1", "T3").replace("M2", "M4")
    assert error_of(text).code == "E_UNKNOWN_CODE"
    level = read_level(text, EXTENDED_TYPES)
    assert [EXTENDED_TYPES[index].code for index in level.piece_type] == ["R1", "T3", "M4"]
    custom = (PieceType("M9", "Wisp", MONSTER, 3, 0, steps=5),)
    level = read_level("C1C2C3**\nM9....##\nK1K2K3M9", custom)
    assert level.piece_type.tolist() == [0, 0]
    assert level.piece_pos.tolist() == [[0, 1], [3, 2]]
    assert error_of(GOOD, custom).text.startswith("unknown code 'R1' at x 1, y 1")


def test_the_alias_needs_its_rock() -> None:
    """DA-2.9: `S1` is replaced by `R1`, which a custom table may not have."""
    custom = (PieceType("M9", "Wisp", MONSTER, 3, 0),)
    error = error_of(GOOD.replace("R1", "S1"), custom)
    assert error.text.startswith("unknown code 'S1' at x 1, y 1")


@st.composite
def maps(draw: st.DrawFn) -> str:
    """Maps of any shape with everything on them; most can be solved."""
    width = draw(st.integers(1, 9))
    height = draw(st.integers(-(-7 // width), 9))
    fill = [".."] * 6 + ["##", "R1", "R2", "R3", "T1", "T2", "T3", "M1", "M2", "M3", "M4"]
    count = width * height - 7
    codes = draw(st.lists(st.sampled_from(fill), min_size=count, max_size=count))
    codes = draw(st.permutations([*codes, "C1", "C2", "C3", "K1", "K2", "K3", "**"]))
    return "\n".join("".join(codes[y * width : (y + 1) * width]) for y in range(height))


@given(maps())
def test_what_is_written_is_read(text: str) -> None:
    """`write_level` gives the text back, and that is the same level."""
    assume(is_solvable(text))
    level = read_level(text, EXTENDED_TYPES)
    assert write_level(level, EXTENDED_TYPES) == text
    assert read_level(write_level(level, EXTENDED_TYPES), EXTENDED_TYPES) == level
    pieces = {cell: code for cell, code in cells_of(text).items() if code[0] in "RTM"}
    in_order = sorted(pieces, key=lambda cell: (cell[1], cell[0]))
    assert [tuple(cell) for cell in level.piece_pos.tolist()] == in_order


@given(
    st.one_of(
        st.text(),
        st.text(alphabet="#.*CKRTMS123 \t\r\n?"),
        st.lists(st.sampled_from(["##", "..", "**", "C1", "K3", "M1", "\n", "\r", " "])).map(
            "".join
        ),
    )
)
@example("\n" * 100_000)
@example("C1" * 100_000)
@example("\ud800\0")
def test_garbage_is_refused_with_its_place(text: str) -> None:
    """Whatever the text: a level, or an error that lies in the text or just behind a line of it."""
    error = error_or_none(text.split("\n"))
    if error is None:
        return
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
