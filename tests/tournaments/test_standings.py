from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from tournaments.ratings import PlackettLuce, Rating
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.tables.standings import PlayedMatch, compute_standings


def played(players: str, placements: Sequence[int]) -> PlayedMatch:
    """A match between players of one letter each."""
    seats = tuple(SeatResult(placement, 0, 0, None) for placement in placements)
    return PlayedMatch(tuple(players), MatchEnd(EndCause.RULES, "", seats))


def table(players: str, matches: list[PlayedMatch]) -> list[tuple[object, ...]]:
    """Place, player, points, wins, draws and losses, line by line."""
    return [
        (line.place, line.player, line.points, line.wins, line.draws, line.losses)
        for line in compute_standings(players, matches, PlackettLuce())
    ]


def test_points() -> None:
    """One for a win, a half for a draw, nothing for a loss."""
    matches = [played("ab", [1, 2]), played("ba", [1, 1]), played("ac", [1, 2])]
    assert table("abc", matches) == [
        (1, "a", 2.5, 2, 1, 0),
        (2, "b", 0.5, 0, 1, 1),
        (3, "c", 0.0, 0, 0, 1),
    ]


def test_many_seats() -> None:
    """Every rival behind is a point and every rival beside half of one."""
    assert table("abcd", [played("abcd", [2, 1, 2, 4])]) == [
        (1, "b", 3.0, 1, 0, 0),
        (2, "a", 1.5, 0, 0, 1),
        (2, "c", 1.5, 0, 0, 1),
        (4, "d", 0.0, 0, 0, 1),
    ]


def test_head_to_head_comes_second() -> None:
    """B and c have two points each; c beat b."""
    matches = [
        played("ab", [1, 2]),
        played("ac", [1, 2]),
        played("ad", [1, 2]),
        played("bc", [2, 1]),
        played("bd", [1, 2]),
        played("db", [2, 1]),
        played("cd", [1, 2]),
    ]
    assert [line[:3] for line in table("abcd", matches)] == [
        (1, "a", 3.0),
        (2, "c", 2.0),
        (3, "b", 2.0),
        (4, "d", 0.0),
    ]


def test_equals_share_a_place() -> None:
    """A circle of wins leaves three on the first place, in order of entry, and the next on the fourth."""
    matches = [played("ab", [1, 2]), played("bc", [1, 2]), played("ca", [1, 2])]
    assert [line[:2] for line in table("dcba", matches)] == [(1, "c"), (1, "b"), (1, "a"), (4, "d")]


def test_nobody_has_played() -> None:
    """Before the first match all are equal and unknown."""
    lines = compute_standings("ab", [], PlackettLuce())
    assert [line.place for line in lines] == [1, 1]
    assert {line.rating for line in lines} == {Rating(25.0, 25 / 3)}


def test_strikes_and_forfeits() -> None:
    """Missed deadlines and forfeits add up over matches."""
    late = SeatResult(2, 0, 3, ForfeitCause.TIME)
    win = SeatResult(1, 0, 1, None)
    match = PlayedMatch(("a", "b"), MatchEnd(EndCause.BOT_TIME, "", (win, late)))
    first, second = compute_standings("ab", [match, match], PlackettLuce())
    assert (first.player, first.strikes, first.forfeits) == ("a", 2, 0)
    assert (second.player, second.strikes, second.forfeits) == ("b", 6, 2)


def test_ratings_are_chained_in_the_given_order() -> None:
    """Each match starts from the ratings the one before left."""
    system = PlackettLuce()
    after_one = system.rate([system.start, system.start], [1, 2])
    after_two = system.rate([after_one[1], system.start], [1, 2])
    lines = compute_standings("abc", [played("ab", [1, 2]), played("bc", [1, 2])], system)
    ratings = {line.player: line.rating for line in lines}
    assert ratings == {"a": after_one[0], "b": after_two[0], "c": after_two[1]}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_only_ratings_depend_on_the_order(order: tuple[int, ...]) -> None:
    """Points and places are the same in whatever order the matches come."""
    matches = [played("ab", [1, 2]), played("bc", [1, 1]), played("ac", [2, 1])]
    assert table("abc", [matches[index] for index in order]) == table("abc", matches)
