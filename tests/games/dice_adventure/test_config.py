"""Configs that make a match refuse to start, each with field, bound and value (DA-2.1 to DA-2.6)."""

from __future__ import annotations

import pytest

from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError, ScenarioError
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    DEFAULT_TYPES,
    EXTENDED_TYPES,
    MONSTER,
    ROCK,
    TRAP,
)

GAME = PLUGIN.game
R1 = {"code": "R1", "die": 0, "modifier": 6}


def test_defaults_are_the_rulebooks() -> None:
    """Tables of DA-2.2 and DA-2.4, and both named tables of types."""
    config = DiceAdventureConfig()
    assert config.members == DEFAULT_MEMBERS
    by_code = sorted(DEFAULT_TYPES, key=lambda piece: (piece.kind, piece.code))
    assert list(config.piece_types) == by_code
    assert parse_config(DiceAdventureConfig, {"types": "default"}) == config
    extended = parse_config(DiceAdventureConfig, {"types": "extended"})
    assert set(extended.piece_types) == set(EXTENDED_TYPES)


def test_stats_change_what_they_name() -> None:
    """And nothing else (DA-2.2)."""
    values = {"stats": {"giant": {"vision": 1, "trap_die": 20, "monster_modifier": 3}}}
    dwarf, giant, human = parse_config(DiceAdventureConfig, values).members
    assert (dwarf, human) == (DEFAULT_MEMBERS[0], DEFAULT_MEMBERS[2])
    assert (giant.radius, giant.ap) == (0, 3)
    assert (giant.dice[ROCK], giant.dice[TRAP], giant.dice[MONSTER]) == (8, 20, 6)
    assert giant.modifiers == (0, 0, 3)


@pytest.mark.parametrize(
    ("values", "field", "bound"),
    [
        ({"parties": 2}, "parties", "one of levels"),
        ({"levels": []}, "levels", "at least one entry"),
        ({"levels": ["L1"] * 21}, "levels", "at most 20"),
        ({"levels": ["L9"]}, "levels.0.name", "normal, hard"),
        ({"levels": [{"map": "C1"}]}, "levels.0.map", "E_MISSING"),
        ({"levels": ["L1", {"map": "C1.\n.."}]}, "levels.1.map", "E_ODD_WIDTH"),
        ({"levels": [{"name": "L1", "cap": 501}]}, "levels.0.cap", "500"),
        ({"stats": {"dwarf": {"vision": 4}}}, "stats.dwarf.vision", "odd"),
        ({"stats": {"dwarf": {"ap": 13}}}, "stats.dwarf.ap", "12"),
        ({"stats": {"elf": {}}}, "stats.elf", ""),
        ({"types": "many"}, "types", "default, extended"),
        ({"types": []}, "types", "at least one entry"),
        ({"types": [{"code": "X1", "die": 1}]}, "types.0.code", "^[RTM][1-9]$"),
        ({"types": [{"code": "M1", "die": 21}]}, "types.0.die", "20"),
        ({"types": [R1, R1]}, "types.1.code", "stands only once"),
        ({"types": [R1 | {"steps": 1}]}, "types.0.steps", "0 for rocks and traps"),
        ({"types": [R1 | {"hunt": 1}]}, "types.0.hunt", "0 for rocks and traps"),
        ({"types": [R1 | {"modifier": 19}]}, "types.0", "at most 18 (E_UNBREAKABLE)"),
        ({"types": [R1 | {"modifier": 18, "die": 1}]}, "types.0", "E_UNBREAKABLE"),
        ({"stats": {"giant": {"rock_die": 1}}, "types": "extended"}, "types.6", "at most 11"),
    ],
)  # fmt: skip
def test_bad_configs(values: dict[str, object], field: str, bound: str) -> None:
    """The error names the field and the bound, and shows the value."""
    with pytest.raises(ConfigError) as caught:
        parse_config(DiceAdventureConfig, values)
    assert caught.value.field == field
    assert bound in caught.value.bound


@pytest.mark.parametrize("num_seats", [0, 1, 2, 4, 25, 27])
def test_seats_come_in_threes(num_seats: int) -> None:
    """One to eight parties (DA-1.3)."""
    with pytest.raises(FieldError, match="num_seats must be a multiple of 3 up to 24"):
        GAME.check_seats(DiceAdventureConfig(), num_seats)


@pytest.mark.parametrize(
    ("party", "message"),
    [
        ({"rounds": 2}, r"unknown field parties\[0\].rounds"),
        ({"round": 31}, r"parties\[0\].round must be a whole number from 1 to 30, not 31"),
        ({"level_index": 6}, r"parties\[0\].level_index must be a whole number from 0 to 5"),
        ({"members": [{}] * 4}, r"parties\[0\].members must be a list of at most 3 tables"),
        ({"members": [{"pos": [0, 0]}]}, r"parties\[0\].members\[0\].pos must be no wall"),
        ({"members": [{"pos": [3, 0]}]}, r"members\[0\].pos\[0\] must be .* from 0 to 2, not 3"),
        ({"members": [{"pos": 3}]}, r"members\[0\].pos must be a list of x and y, not 3"),
        ({"members": [{"hearts": 4}]}, r"members\[0\].hearts must be .* from 1 to 3, not 4"),
        ({"members": [{"key": 1}]}, r"members\[0\].key must be true or false, not 1"),
        ({"members": [{"respawn": 3}]}, r"members\[0\].respawn must be .* from 1 to 2, not 3"),
        ({"level_index": 2, "pieces": [{"pos": [1, 1]}]}, r"pieces\[0\].pos can be given for mo"),
    ],
)
def test_bad_scenario_states(party: dict[str, object], message: str) -> None:
    """A scenario's given state is checked field by field."""
    with pytest.raises(ScenarioError, match=message):
        GAME.parse_state(DiceAdventureConfig(), 3, {"parties": [party]})


def test_scripted_dice_must_fit() -> None:
    """A value that its die can't show is an error, and nothing has happened then."""
    state = GAME.parse_state(DiceAdventureConfig(ping_windows=0), 3, {})
    with pytest.raises(ScenarioError, match=r"dice\[0\] must be from 1 to 20, not 21"):
        GAME.script_dice(state, [21])
    GAME.script_dice(state, [1, 9])
    before = GAME.digest(state)
    with pytest.raises(ScenarioError, match=r"dice\[1\] is more than its die can show: 9"):
        GAME.step(state, dict.fromkeys(range(3)))
    assert GAME.digest(state) == before
