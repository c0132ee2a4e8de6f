"""What `tournament check` tells of seats, from the schedule and without a trial."""

from __future__ import annotations

import io
import json

import pytest
import rich.console

from tests.tournaments.test_formats import spec_of
from tournaments.check.command import CheckReport, print_report, report_json
from tournaments.check.seats import balance_lines, planned_balance


def lines_of(keys: str, bots: str, *, ring: bool = False) -> list[str]:
    """What is told of a tournament."""
    balance = planned_balance(spec_of(f'format = "groups"\n{keys}', bots), ring=ring)
    assert balance is not None
    return balance_lines(balance)


def test_four_in_a_row() -> None:
    """Neighbours are even after one block, in which 12 ordered pairs have 12 such places.

    There are 8 places two seats apart and 4 three apart: for them it takes three blocks.
    """
    assert lines_of("seats = 4", "abcd") == [
        "seats: 4 in a row; in 4 matches everybody has every seat once",
        "seats: every other bot is next on the right once, least evenly 2 places away: 0 to 1 times;"
        " it sits farther right in half of the matches that both play",
    ]
    assert lines_of("seats = 4\ncycles = 3", "abcd") == [
        "seats: 4 in a row; in 12 matches everybody has every seat 3 times",
        "seats: every other bot is next on the right 3 times;"
        " it sits farther right in half of the matches that both play",
    ]


def test_four_in_a_ring() -> None:
    """Three blocks have every pair in every pair of seats."""
    assert lines_of("seats = 4\ncycles = 3", "abcd", ring=True) == [
        "seats: 4 in a ring; in 12 matches everybody has every seat 3 times",
        "seats: every other bot is next on the right 4 times",
    ]


def test_one_seating_of_few() -> None:
    """In 5 matches of three there are 10 neighbours for 20 ordered pairs, and some pairs meet just once."""
    assert lines_of('seats = 3\nseatings = "one"', "abcde") == [
        "seats: 3 in a row; in 5 matches everybody has every seat once",
        "seats: every other bot is next on the right 0 to 1 times, least evenly next: 0 to 1 times;"
        " it sits farther right in 0 to 100 % of the matches that both play",
    ]


@pytest.mark.parametrize(
    "keys",
    [
        'format = "round_robin"',
        'format = "groups"\nseats = 2',
        'format = "swiss"',
        'format = "team"\nparty_seats = 3',
        'format = "adhoc"',
    ],
)
def test_nothing_to_tell(keys: str) -> None:
    """Two seats are played in both orders, and seats of parties are of different kinds."""
    assert planned_balance(spec_of(keys), ring=False) is None


def test_the_report_has_it() -> None:
    """Two lines below the table, and an object for programs; null where there is none."""
    balance = planned_balance(spec_of('format = "groups"\nseats = 4'), ring=False)
    assert balance is not None
    report = CheckReport("cup", "none", (), (), balance)
    out = io.StringIO()
    print_report(report, rich.console.Console(file=out, width=500))
    assert out.getvalue().splitlines()[-2:] == balance_lines(balance)
    assert json.loads(report_json(report))["seats"] == {
        "seats": 4,
        "ring": False,
        "matches": 4,
        "times_in_seat": [1, 1],
        "distances": [[1, 1], [0, 1], [0, 1]],
        "before": 0.0,
    }
    assert json.loads(report_json(CheckReport("cup", "none", (), ())))["seats"] is None
