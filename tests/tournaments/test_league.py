"""Leagues: points of places in several tournaments and seasons, counted by hand."""

from __future__ import annotations

import functools
import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.season.world import World
from tests.tournaments.stored import CUP_FILE, play_cup, play_into
from tests.tournaments.test_collusion import won_in_a_circle
from tournaments.pairings import Pairing
from tournaments.reports.league import place_points
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult

POINTS = (25, 18, 15, 12)


def first_by_name(pairing: Pairing) -> MatchEnd:
    """Who comes first in the alphabet wins."""
    first, second = pairing.players
    places = (1, 2) if first < second else (2, 1)
    return MatchEnd(
        EndCause.RULES, "over", tuple(SeatResult(place, 0, 0, None) for place in places)
    )


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Three tournaments, and the file of their league.

    By hand: in the cup a is first, c second, b third (see `stored.CUP`). In the circle everybody wins
    as often as he loses, so all share the first place. In the last one there are a, d and e in this order.
    """
    play_cup(tmp_path / "cup")
    play_into(tmp_path / "circle", CUP_FILE.replace('"cup"', '"circle"'), won_in_a_circle)
    other = CUP_FILE.replace('"cup"', '"other"').replace('name = "b"', 'name = "d"')
    play_into(tmp_path / "other", other.replace('name = "c"', 'name = "e"'), first_by_name)
    file = tmp_path / "league.toml"
    file.write_text('name = "all"\npoints = [25, 18, 15, 12]\nof = ["cup", "circle", "other"]\n')
    return file


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"a": 1, "b": 2, "c": 3}, {"a": 25, "b": 18, "c": 15}),
        ({"a": 1, "b": 2, "c": 2}, {"a": 25, "b": Fraction(33, 2), "c": Fraction(33, 2)}),
        ({"a": 1, "b": 1, "c": 3}, {"a": Fraction(43, 2), "b": Fraction(43, 2), "c": 15}),
        # The last two share the fourth place, with 12 points, and the fifth, which has none.
        ({"a": 1, "b": 2, "c": 3, "d": 4, "e": 4}, {"a": 25, "b": 18, "c": 15, "d": 6, "e": 6}),
        ({"a": 5, "b": 6}, {"a": 0, "b": 0}),
        ({}, {}),
    ],
)
def test_points_of_places(places: dict[str, int], expected: dict[str, Fraction]) -> None:
    """Who shares a place shares the points of the places filled."""
    assert place_points(POINTS, places) == expected


def test_a_league(league: Path, call: Caller) -> None:
    """58/3 each for the circle, whose three share 25 + 18 + 15."""
    called = call("standings", league, "--json")
    assert (called.status, called.err) == (0, "")
    table = json.loads(called.out)
    assert table["name"] == "all"
    assert table["tournaments"] == [
        {"name": "cup", "over": True},
        {"name": "circle", "over": True},
        {"name": "other", "over": True},
    ]
    assert [(row["place"], row["player"], row["places"]) for row in table["standings"]] == [
        (1, "a", [1, 1, 1]),
        (2, "c", [2, 1, None]),
        (3, "b", [3, 1, None]),
        (4, "d", [None, None, 2]),
        (5, "e", [None, None, 3]),
    ]
    third = 58 / 3
    expected = [50 + third, 18 + third, 15 + third, 18, 15]
    assert [row["points"] for row in table["standings"]] == pytest.approx(expected)
    out = call("standings", league).out
    assert "all: places in 3 tournaments" in out
    row = next(line for line in out.splitlines() if line.split()[:2] == ["2", "c"])
    assert row.split() == ["2", "c", "37.33", "2", "1", "-"]
    assert "still being played" not in out


def test_of_equal_points_the_better_places_count(tmp_path: Path, call: Caller) -> None:
    """In the cup a, c, b; in the other d, e, then nobody else: a and d have one first place each, so share."""
    play_cup(tmp_path / "cup")
    other = CUP_FILE.replace('"cup"', '"other"')
    for old, new in zip("abc", "def", strict=True):
        other = other.replace(f'name = "{old}"', f'name = "{new}"')
    play_into(tmp_path / "other", other, first_by_name)
    file = tmp_path / "league.toml"
    file.write_text('points = [10, 10]\nof = ["cup", "other"]\n')
    table = json.loads(call("standings", file, "--json").out)
    assert [(row["place"], row["player"]) for row in table["standings"]] == [
        (1, "a"),
        (1, "d"),
        (3, "c"),
        (3, "e"),
        (5, "b"),
        (5, "f"),
    ]


def test_a_tournament_that_goes_on_is_named(tmp_path: Path, call: Caller) -> None:
    """Its places are those of its table now."""
    play_into(
        tmp_path / "cup", CUP_FILE, lambda each: first_by_name(each) if each.number < 4 else None
    )
    file = tmp_path / "league.toml"
    file.write_text('points = [10]\nof = ["cup"]\n')
    assert "still being played: cup" in call("standings", file).out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('points = []\nof = ["cup"]', "points must be whole numbers from 1000000 down to 0"),
        ('points = [1, 2]\nof = ["cup"]', "none larger than the one before"),
        ("points = [1]\nof = []", "of must be a list of tournament files or data folders"),
        ('points = [1]\nof = ["cup", "cup"]', "of must be a list in which no tournament occurs"),
        ('points = [1]\nof = ["nothing"]', "nothing"),
        ('of = ["cup"]', "points"),
        ('points = [1]\nof = ["cup"]\nprize = 3', "prize"),
        ('points = [1]\nof = ["cup", "cup/../cup"]', "of must name different tournaments"),
    ],
)
def test_faults_of_the_file(tmp_path: Path, call: Caller, text: str, expected: str) -> None:
    """Each is told by file and key, and nothing is printed."""
    play_cup(tmp_path / "cup")
    file = tmp_path / "league.toml"
    file.write_text(text)
    called = call("standings", file)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("tournament: ")
    assert "league.toml" in called.err
    assert expected in called.err


@pytest.mark.parametrize("option", ["--data", "--store", "--ratings", "--anchor"])
def test_options_of_tournaments(league: Path, call: Caller, option: str) -> None:
    """A league has none of its own."""
    called = call("standings", league, option, "elo")
    assert (called.status, called.out) == (2, "")
    assert called.err == f"tournament: {option}: a league has only --json; ask its tournaments\n"


SEASON = """name = "%s"
game = "diceman"
format = "ladder"
sandbox = "none"
data = "data"
[season]
closes = 2027-03-01T03:00:00Z
first_matches = 3
[entries]
per_author = 2
[[bots]]
name = "house"
house = "greedy"
"""


def play_season(folder: Path, strengths: dict[str, float], late: str) -> None:
    """A season whose entries are so far apart that the stronger one always wins; one comes too late.

    An entry has the name of its author, some with a number appended.
    """
    folder.mkdir()
    world = World(folder / "data", SEASON % folder.name)
    world.strengths = dict(strengths)
    for number, entry in enumerate(strengths):
        if entry != "house":
            hours = 2.9 if entry == late else 0.1 + number / 60
            world.at(hours, functools.partial(world.submit, entry, entry.rstrip("0123456789")))
    world.run()


def test_seasons_count_by_author(tmp_path: Path, call: Caller) -> None:
    """By hand, without the house: ann, bob, cyd; then bob's two entries before ann; dan was too late."""
    play_season(tmp_path / "one", {"ann": 30, "house": 20, "bob": 10, "cyd": 0, "dan": 40}, "dan")
    play_season(tmp_path / "two", {"house": 40, "bob1": 30, "bob2": 20, "ann7": 10}, "")
    file = tmp_path / "league.toml"
    file.write_text('points = [10, 6, 1]\nof = ["one/cup.toml", "two/cup.toml"]\n')
    called = call("standings", file, "--json")
    assert (called.status, called.err) == (0, "")
    table = json.loads(called.out)
    assert [(row["player"], row["places"], row["points"]) for row in table["standings"]] == [
        ("ann", [1, 2], 16),
        ("bob", [2, 1], 16),
        ("cyd", [3, None], 1),
    ]
    assert [each["over"] for each in table["tournaments"]] == [True, True]
