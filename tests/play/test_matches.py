"""`matches`: several matches between the same bots, and their table."""

from __future__ import annotations

import math

import pytest

from gamereferee import matches, play
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee.core.errors import FieldError
from referee.core.outcome import EndCause, Outcome, SeatResult
from referee.play.loopback import Ended
from referee.play.results import Match, Matches


def decide(_observation: Observation) -> Action:
    """Pick the same two dice always."""
    return Action(dice=[2, 3])


def ended(order: tuple[int, ...], placements: tuple[int, ...], scores: tuple[int, ...]) -> Match:
    """A match of which only the result is known; it is void where all placements are 0."""
    cause = EndCause.RULES if any(placements) else EndCause.OPERATOR
    seats = tuple(
        SeatResult(placement, score, 0, None)
        for placement, score in zip(placements, scores, strict=True)
    )
    return Match(Ended("m", Outcome(cause, "", seats), 1, b""), order)


def test_each_match_is_that_of_its_seed_and_seats() -> None:
    """The bots move one seat on with every match, and the seed by one."""
    played = matches("diceman", [decide, "random"], 3, seed=5, config={"games": 1})
    assert [match.order for match in played] == [(0, 1), (1, 0), (0, 1)]
    alone = [
        play("diceman", [decide, "random"], seed=5, config={"games": 1}),
        play("diceman", ["random", decide], seed=6, config={"games": 1}),
        play("diceman", [decide, "random"], seed=7, config={"games": 1}),
    ]
    for match, same in zip(played, alone, strict=True):
        assert [step.digest for step in match.steps] == [step.digest for step in same.steps]
    kept = matches("diceman", [decide, "random"], 2, seed=5, config={"games": 1}, rotate=False)
    assert [match.order for match in kept] == [(0, 1), (0, 1)]


def test_rows_are_those_of_bots_and_not_of_seats() -> None:
    """Void matches do not count; a shared first place counts for a part."""
    played = Matches(
        [
            ended((0, 1), (1, 2), (7, 3)),
            ended((1, 0), (2, 1), (1, 5)),
            ended((0, 1), (1, 1), (4, 4)),
            ended((1, 0), (1, 2), (6, 2)),
            ended((0, 1), (0, 0), (0, 0)),
        ],
        ["ada", "bob"],
    )
    ada, bob = played.table
    assert (ada.name, ada.played, ada.wins, ada.share) == ("ada", 4, 2, 0.625)
    assert (bob.name, bob.played, bob.wins, bob.share) == ("bob", 4, 1, 0.375)
    assert (ada.place, ada.score) == (1.25, 4.5)
    assert (bob.place, bob.score) == (1.5, 3.5)
    assert len(played) == 5
    assert played[0].placements == (1, 2)
    assert [match.scores for match in played[1:3]] == [(1, 5), (4, 4)]


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # By Wilson's formula, worked out by hand to four places with z = 1.96.
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_intervals_are_wilsons(wins: int, n: int, low: float, high: float) -> None:
    """Published values: 81 of 263 is the example of Newcombe (1998), table I."""
    won, lost = ended((0, 1), (1, 2), (1, 0)), ended((0, 1), (2, 1), (0, 1))
    row = Matches([won] * wins + [lost] * (n - wins), ["ada", "bob"]).table[0]
    assert row.low == pytest.approx(low, abs=1e-4)
    assert row.high == pytest.approx(high, abs=1e-4)


def test_the_table_is_shown_as_text_and_in_a_notebook() -> None:
    """With a bot that has played no match that counts."""
    played = Matches([ended((0, 1), (1, 2), (7, 3))], ["<ada>", "bob"])
    assert repr(played).splitlines() == [
        "bot    played  wins  share            95 %  place  score",
        "<ada>       1     1  1.000  0.207 to 1.000   1.00    7.0",
        "bob         1     0  0.000  0.000 to 0.793   2.00    3.0",
    ]
    assert "<td>&lt;ada&gt;</td>" in played._repr_html_()
    (none,) = Matches([], ["ada"]).table
    assert none.played == 0
    assert math.isnan(none.share)


@pytest.mark.parametrize("n", [0, -1])
def test_a_number_that_cannot_be_played_is_refused(n: int) -> None:
    """Before anything is played."""
    with pytest.raises(FieldError, match=f"n must be from 1, not {n}"):
        matches("diceman", [decide, decide], n)


def test_half_a_match_is_refused() -> None:
    """A number of matches is whole."""
    with pytest.raises(FieldError, match=r"n must be a whole number from 1, not 2\.5"):
        matches("diceman", [decide, decide], 2.5)


def test_seeds_that_would_pass_the_highest_are_refused() -> None:
    """Each match has the next seed."""
    with pytest.raises(FieldError, match=f"seed must be from 0 to {2**64 - 3}"):
        matches("diceman", [decide, decide], 3, seed=2**64 - 2)
