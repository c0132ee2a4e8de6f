"""Scenarios that a season's file may ask for, and the flags of the kit that plays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.conformance.scenario import all_scenarios
from tournaments.check.scenarios import game_flags
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import parse_spec
from tournaments.spec.scenarios import BY_DEFAULT, SCENARIOS

FILE = 'name = "cup"\ngame = "diceman"\nformat = "ladder"\nseats = 3\n'


def scenarios_of(text: str) -> tuple[str, ...]:
    """Scenarios of a season's check by further text of its file."""
    return parse_spec(f"{FILE}{text}[season]\n", Path("cup.toml")).check_scenarios


def test_all_of_them_are_scenarios_of_the_kit() -> None:
    """None that is slow, or that prescribes how the bot reaches the referee."""
    known = {each.name: each for each in all_scenarios()}
    assert known.keys() >= SCENARIOS
    assert set(BY_DEFAULT) <= SCENARIOS
    assert not any(known[name].slow or known[name].transport for name in SCENARIOS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", BY_DEFAULT),
        ('[time_control]\nmove_time = "10s"\n', BY_DEFAULT),
        ('[time_control]\nmove_time = "1s"\nbank = "9001ms"\n', ()),
        ('[time_control]\nmove_time = "none"\n', ()),
        ('[time_control]\nmove_time = "1m"\n[entries]\nscenarios = ["void"]\n', ("void",)),
        ("[entries]\nscenarios = []\n", ()),
    ],
)
def test_which_are_played(text: str, expected: tuple[str, ...]) -> None:
    """The usual ones where a decision takes at most 10 s, or those of the file."""
    assert scenarios_of(text) == expected


@pytest.mark.parametrize("names", ['["sigterm"]', '["no-such"]', '["void", "void"]'])
def test_which_are_refused(names: str) -> None:
    """Unknown ones, those of signals, and the same one twice."""
    with pytest.raises(SpecError, match=r"entries.scenarios must be names of scenarios about"):
        scenarios_of(f"[entries]\nscenarios = {names}\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["--seats", "3"]),
        (
            'game_version = 2\nconfig = {games = 3, map = "a b", deep = {x = [1]}}\n',
            [
                *("--game-version", "2", "--config", "games=3", "--config", 'map="a b"'),
                *("--config", 'deep={"x": [1]}', "--seats", "3"),
            ],
        ),
        (
            '[time_control]\nmove_time = "1500ms"\nbank = "1m"\n',
            ["--seats", "3", "--move-time", "1s500ms", "--bank", "1m"],
        ),
        ('[time_control]\nmove_time = "none"\n', ["--seats", "3", "--no-clock"]),
    ],
)
def test_the_terms_of_the_season_are_those_of_the_scenarios(text: str, expected: list[str]) -> None:
    """Game, version, config, seats and time control."""
    spec = parse_spec(f"{FILE}{text}[season]\n", Path("cup.toml"))
    assert game_flags(spec) == ["--game", "diceman", *expected]
