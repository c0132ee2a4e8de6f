"""Generated levels: the rulebook's own, a plain generator beside the kernels, and what all must obey."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import FieldError
from referee.games.dice_adventure.maps.builtin import PRESETS
from referee.games.dice_adventure.maps.generator import generate
from referee.games.dice_adventure.maps.reader import read_level, write_level
from referee.games.dice_adventure.maps.spec import RandomSpec
from referee.games.dice_adventure.tables import DEFAULT_TYPES, EXTENDED_TYPES
from tests.games.dice_adventure.maps.reference import (
    SPECS,
    cells_of,
    distances,
    generated,
    is_solvable,
)
from tests.games.dice_adventure.maps.worked import DA_8_15
from tests.helpers.splitmix import draws, stream_state, words

NUM_SEEDS = 1000


def spec_of(name: str) -> RandomSpec:
    """A spec of the reference as a config."""
    w, h, wall, pieces = SPECS[name]
    return RandomSpec(w=w, h=h, wall=wall, pieces=pieces)


def text_of(seed: int, level_index: int, name: str) -> str:
    """Map of a generated level."""
    level = generate(seed, level_index, spec_of(name), EXTENDED_TYPES)
    return write_level(level, EXTENDED_TYPES)


def test_streams() -> None:
    """DA-8.14: the plain dice that stand beside the kernels are the rulebook's."""
    assert stream_state(1, 0, 0) == 0xB18A02F46D8D86C3
    source = words(stream_state(1, 0, 0))
    assert [next(source) for _ in range(4)] == [
        0xE28195DDD9EE4956,
        0x6735FA339A2F4459,
        0xD69887A7933B8AAD,
        0x93A728C7519CE556,
    ]
    assert stream_state(1, 1, 0, 0) == 0xBD7C2D04A61FB68D
    assert draws(words(stream_state(1, 1, 0, 0)), [6] * 10) == [1, 2, 3, 3, 6, 1, 5, 5, 2, 1]
    assert stream_state(1, 2, 0, 0) == 0xDAC727D7439AC724
    assert draws(words(stream_state(1, 2, 0, 0)), [4, 3, 2, 4, 3, 2]) == [3, 3, 1, 2, 2, 2]


def test_the_rulebooks_level() -> None:
    """DA-8.15: seed 1, preset `easy`, level_index 3."""
    level = generate(1, 3, PRESETS["easy"], DEFAULT_TYPES)
    assert write_level(level, DEFAULT_TYPES) == DA_8_15
    assert generated(1, 3, "easy") == DA_8_15
    floor = {cell for cell, code in cells_of(DA_8_15).items() if code != "##"}
    assert len(floor) == 44
    assert max(distances((1, 6), floor).values()) == 11


@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_presets(name: str) -> None:
    """DA-2.14: size, walls and pieces of each."""
    assert PRESETS[name] == spec_of(name)


def test_a_level_as_arrays() -> None:
    """DA-8.15 as its arrays: what the map shows, pieces row-major by index into the types table."""
    level = generate(1, 3, PRESETS["easy"], DEFAULT_TYPES)
    assert (level.width, level.height, level.num_pieces) == (7, 7, 6)
    assert level.spawn.tolist() == [[1, 6], [1, 5], [0, 6]]
    assert level.shrine.tolist() == [[5, 6], [3, 1], [4, 1]]
    assert level.tower.tolist() == [1, 0]
    # R1 T1 M1 M2 M3 are types 0 to 4.
    assert level.piece_type.tolist() == [1, 0, 0, 3, 1, 2]
    assert level.piece_pos.tolist() == [[5, 0], [5, 1], [0, 3], [5, 3], [6, 3], [5, 4]]
    assert level.terrain[0].tolist() == [0, 2, 1, 1, 1, 1, 1]
    assert level.terrain[6].tolist() == [5, 3, 1, 1, 0, 6, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_the_plain_generator_agrees(name: str) -> None:
    """Kernels and sets make the same levels of the same dice."""
    seeds = range(4) if "largest" in name else range(100)
    for seed in seeds:
        assert text_of(seed, seed % 20, name) == generated(seed, seed % 20, name)


@pytest.mark.parametrize("seed", [22, 47, 190])
def test_the_last_attempt_has_no_walls(seed: int) -> None:
    """DA-2.14.1: on these seeds a hundred narrow maps fall to pieces."""
    text = text_of(seed, 0, "narrow")
    assert "##" not in text
    assert text == generated(seed, 0, "narrow")


@given(seed=st.integers(0, 2**64 - 1), level_index=st.integers(0, 19))
def test_the_plain_generator_agrees_on_any_seed(seed: int, level_index: int) -> None:
    """Up to the last of 64 bits."""
    assert text_of(seed, level_index, "easy") == generated(seed, level_index, "easy")


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_generated_levels_obey(name: str) -> None:
    """DA-2.14: solvable, connected, shrines in order, nothing too near to `C1`, pieces as asked."""
    w, h, _, pieces = SPECS[name]
    seeds = NUM_SEEDS if w * h <= 200 else NUM_SEEDS // 10
    for seed in range(seeds):
        text = text_of(seed, 0, name)
        cells = cells_of(text)
        assert len(cells) == w * h
        floor = {cell for cell, code in cells.items() if code != "##"}
        assert 2 * len(floor) >= w * h
        at = {code: cell for cell, code in cells.items()}
        steps = distances(at["C1"], floor)
        assert steps.keys() == floor
        assert steps[at["C1"]] <= steps[at["C2"]] <= steps[at["C3"]] <= 2
        assert steps[at["K2"]] <= steps[at["K3"]] <= steps[at["K1"]]
        assert 3 * steps[at["**"]] >= 2 * max(steps.values())
        assert is_solvable(text)
        codes = [code for cell, code in cells.items() if code[0] in "RTM" and steps[cell] >= 3]
        asked = dict(pieces)
        assert all(codes.count(code) <= count for code, count in asked.items())
        assert len(codes) == sum(code[0] in "RTM" for code in cells.values())
        if codes != [] and len(codes) < sum(asked.values()):  # only for want of room
            left = [c for c in floor if steps[c] >= 3 and cells[c] == ".."]
            assert left == []


@pytest.mark.parametrize("name", SPECS)
def test_a_generated_level_is_read_back(name: str) -> None:
    """DA-2.14.8: its text is a map that can be read, and the same level again."""
    for seed in range(20):
        level = generate(seed, 1, spec_of(name), EXTENDED_TYPES)
        assert read_level(write_level(level, EXTENDED_TYPES), EXTENDED_TYPES) == level


def test_other_seeds_and_places_make_other_levels() -> None:
    """One stream a place in the list (DA-2.15)."""
    texts = {text_of(seed, index, "normal") for seed in range(5) for index in range(5)}
    assert len(texts) == 25


def test_unknown_codes_are_refused() -> None:
    """A spec can only ask for codes of the types table (DA-2.13)."""
    with pytest.raises(FieldError, match=r"pieces must be of codes in types, R1 T1 .*, not 'R2'"):
        generate(1, 0, RandomSpec(w=5, h=5, wall=0, pieces=(("R2", 1),)), DEFAULT_TYPES)
