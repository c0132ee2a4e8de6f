"""Entries of the list of levels (DA-2.13): what is taken, what is refused, and what they become."""

from __future__ import annotations

import pydantic
import pytest

from referee.core.config import GameConfig, parse_config
from referee.core.errors import ConfigError
from referee.games.dice_adventure.maps.builtin import CAPS, LEVELS, PRESETS
from referee.games.dice_adventure.maps.entries import (
    NAMES,
    LevelEntry,
    cap_of,
    check_levels,
    make_level,
)
from referee.games.dice_adventure.maps.generator import generate
from referee.games.dice_adventure.maps.reader import read_level
from referee.games.dice_adventure.maps.spec import RandomSpec
from referee.games.dice_adventure.tables import DEFAULT_TYPES, EXTENDED_TYPES, MONSTER, PieceType

MAP = "C1C2C3**\n..R1..T1\nK1K2K3M2"
RANDOM: dict[str, object] = {"w": 6, "h": 5, "wall": 40, "pieces": [["R1", 4], ["M1", 6]]}


def entry(value: object) -> LevelEntry:
    """An entry as a config reads it."""
    return LevelEntry.model_validate(value)


def test_names() -> None:
    """All of DA-2.12 and DA-2.14, with their caps."""
    assert list(NAMES) == [*LEVELS, *PRESETS]
    assert CAPS == {"L1": 30, "L2": 30, "L3": 30, "easy": 30, "normal": 40, "hard": 60}


@pytest.mark.parametrize(
    ("value", "cap"),
    [
        ("L1", 30),
        ("normal", 40),
        ("hard", 60),
        ({"name": "L2"}, 30),
        ({"name": "L2", "cap": 500}, 500),
        ({"map": MAP}, 77),
        ({"map": MAP, "cap": 1}, 1),
        ({"random": RANDOM}, 77),
        ({"random": RANDOM, "cap": 9}, 9),
    ],
)
def test_caps(value: object, cap: int) -> None:
    """The entry's own, else the name's, else the match's `round_cap`."""
    assert cap_of(entry(value), 77) == cap


@pytest.mark.parametrize("name", ["L1", "L2", "L3"])
def test_a_name_is_its_map(name: str) -> None:
    """As a string or as a field."""
    expected = read_level(LEVELS[name], DEFAULT_TYPES)
    assert make_level(entry(name), 1, 0, DEFAULT_TYPES) == expected
    assert make_level(entry({"name": name}), 2, 5, EXTENDED_TYPES) == expected


def test_a_preset_is_generated_by_seed_and_place() -> None:
    """DA-2.14, stream (0, level_index)."""
    for seed, place in ((1, 3), (1, 4), (2, 3)):
        expected = generate(seed, place, PRESETS["easy"], DEFAULT_TYPES)
        assert make_level(entry("easy"), seed, place, DEFAULT_TYPES) == expected


def test_maps_and_random_specs() -> None:
    """Made from what the entry holds; JSON's lists are taken."""
    assert make_level(entry({"map": MAP}), 0, 0, DEFAULT_TYPES) == read_level(MAP, DEFAULT_TYPES)
    spec = RandomSpec(w=6, h=5, wall=40, pieces=(("R1", 4), ("M1", 6)))
    assert entry({"random": RANDOM}).random == spec
    level = make_level(entry({"random": RANDOM}), 7, 2, DEFAULT_TYPES)
    assert level == generate(7, 2, spec, DEFAULT_TYPES)


def random_with(**changes: object) -> dict[str, object]:
    """An entry with a random level that is changed so."""
    return {"random": {**RANDOM, **changes}}


class Levels(GameConfig):
    """A config that has nothing but levels."""

    levels: tuple[LevelEntry, ...]
    """Its entries."""


BAD = {
    "unknown name": ("L4", ".name must be "),
    "no name": (7, " must be "),
    "nothing": ({}, " must be a name, or exactly one of name, map and random, not {}"),
    "two": (
        {"name": "L1", "map": MAP},
        " must be a name, or exactly one of name, map and random, not ",
    ),
    "no text": ({"map": 3}, ".map must be text, not 3"),
    "cap 0": ({"name": "L1", "cap": 0}, ".cap must be "),
    "cap 501": ({"name": "L1", "cap": 501}, ".cap must be "),
    "true": ({"name": "L1", "cap": True}, ".cap must be "),
    "w 4": (random_with(w=4), ".random.w must be a whole number from 5 to 32, not 4"),
    "w 33": (random_with(w=33), ".random.w must be a whole number from 5 to 32, not 33"),
    "h 4": (random_with(h=4), ".random.h must be a whole number from 5 to 32, not 4"),
    "h 33": (random_with(h=33), ".random.h must be a whole number from 5 to 32, not 33"),
    "wall -1": (random_with(wall=-1), ".random.wall must be a whole number from 0 to 40, not -1"),
    "wall 41": (random_with(wall=41), ".random.wall must be a whole number from 0 to 40, not 41"),
    "count -1": (random_with(pieces=[["R1", -1]]), ".random.pieces.0.1 must be 0 or more, not -1"),
    "count 1.0": (
        random_with(pieces=[["R1", 1.0]]),
        ".random.pieces.0.1 must be a whole number, not 1.0",
    ),
    "triple": (random_with(pieces=[["R1", 1, 1]]), ".random.pieces.0 must be "),
    "no list": (random_with(pieces="R1"), ".random.pieces must be a list, not 'R1'"),
    "too many": (
        random_with(pieces=[["R1", 5], ["M1", 6]]),
        ".random.pieces must be at most 10 pieces in all, a third of the cells, not ",
    ),
    "extra": ({"name": "L1", "wall": 3}, ".wall must be absent: there is no such field, not 3"),
}


@pytest.mark.parametrize("case", BAD)
def test_out_of_bounds(case: str) -> None:
    """DA-2.13: field, bound and value are named."""
    value, message = BAD[case]
    with pytest.raises(ConfigError) as raised:
        parse_config(Levels, {"levels": ("L1", value)})
    assert str(raised.value).startswith(f"levels.1{message}")


def test_a_third_of_the_cells_is_allowed() -> None:
    """`floor(w h / 3)` of 5 x 5 is 8."""
    RandomSpec(w=5, h=5, wall=0, pieces=(("R1", 8),))
    with pytest.raises(pydantic.ValidationError, match="at most 8 pieces"):
        RandomSpec(w=5, h=5, wall=0, pieces=(("R1", 4), ("M1", 5)))


def test_lists_that_can_be_played() -> None:
    """The default one (DA-2.1), with default and extended types."""
    entries = [entry(name) for name in ("L1", "L2", "L3", "easy", "normal", "hard")]
    check_levels(entries, DEFAULT_TYPES)
    check_levels([*entries, entry({"map": MAP}), entry({"random": RANDOM})], EXTENDED_TYPES)


ONLY_MONSTERS = (PieceType("M1", "Wisp", MONSTER, 3, 0), PieceType("M2", "Imp", MONSTER, 3, 0))

UNPLAYABLE: dict[str, tuple[object, tuple[PieceType, ...], str, str]] = {
    "ragged": (
        {"map": "C1C2C3**\nK1K2K3"},
        DEFAULT_TYPES,
        "levels.1.map",
        "E_RAGGED at line 2, column 7",
    ),
    "unsolvable": (
        {"map": "C1C2C3K1K2K3##**"},
        DEFAULT_TYPES,
        "levels.1.map",
        "E_UNSOLVABLE at line 1, column 15",
    ),
    "map of other types": (
        {"map": MAP.replace("R1", "R2")},
        DEFAULT_TYPES,
        "levels.1.map",
        "E_UNKNOWN_CODE at line 2, column 3: unknown code 'R2' at x 1, y 1",
    ),
    "empty map": ({"map": ""}, DEFAULT_TYPES, "levels.1.map", "E_EMPTY at line 1, column 1"),
    "name of other types": (
        "L3",
        ONLY_MONSTERS,
        "levels.1.name",
        "E_UNKNOWN_CODE at line 3, column 3",
    ),
    "preset of other types": (
        "easy",
        ONLY_MONSTERS,
        "levels.1.name",
        "a preset of codes in types, but there is no R1",
    ),
    "random of other types": (
        {"random": random_with(pieces=[["T9", 1]])["random"]},
        DEFAULT_TYPES,
        "levels.1.random.pieces",
        "of codes in types, R1 T1 M1 M2 M3",
    ),
}


@pytest.mark.parametrize("case", UNPLAYABLE)
def test_a_list_that_can_t_be_played(case: str) -> None:
    """The entry is named, with the rulebook's error code where it is a map's."""
    value, types, field, bound = UNPLAYABLE[case]
    with pytest.raises(ConfigError) as raised:
        check_levels([entry("L1"), entry(value)], types)
    assert raised.value.field == field
    assert bound in raised.value.bound
