from __future__ import annotations

import collections

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing_out import favourites, names_of, play_out, randomly
from tournaments.pairings import Knockout, Pairing, written_seeds
from tournaments.pairings.knockout import bracket_order


def meetings(pairings: list[Pairing]) -> list[str]:
    """Who met, by the first seating of each block."""
    return ["".join(pairing.players) for pairing in pairings[::2]]


def test_bracket() -> None:
    """The usual draw of eight: 1 and 8, 4 and 5, 2 and 7, 3 and 6, whose winners meet in this order."""
    assert [seed + 1 for seed in bracket_order(8)] == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("size", [2, 4, 16, 256])
def test_favourites_meet_as_late_as_can_be(size: int) -> None:
    """If favourites win, the two seeds of every pair in a row of m add up to m - 1, counted from 0."""
    row = bracket_order(size)
    assert sorted(row) == list(range(size))
    while len(row) > 1:
        pairs = list(zip(row[::2], row[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(row) - 1}
        row = [min(pair) for pair in pairs]


def test_four_players_by_hand() -> None:
    """Semifinals of 1 and 4, 2 and 3; then the final; both who lost a semifinal are third."""
    scheduler = Knockout("abcd", lives=1, best_of=1, seeds=written_seeds(0))
    assert meetings(play_out(scheduler, favourites)) == ["ad", "bc", "ab"]
    assert scheduler.places() == {"a": 1, "b": 2, "c": 3, "d": 3}


def test_byes_go_to_the_best() -> None:
    """Five players in a bracket of eight: only 4 and 5 meet in the first round."""
    scheduler = Knockout("abcde", lives=1, best_of=1, seeds=written_seeds(0))
    assert meetings(play_out(scheduler, favourites)) == ["de", "ad", "bc", "ab"]
    assert scheduler.places() == {"a": 1, "b": 2, "c": 3, "d": 3, "e": 5}


def test_two_lives_by_hand() -> None:
    """Three players: a has a bye and beats b; c, beaten by b twice, is out; then the final."""
    scheduler = Knockout("abc", lives=2, best_of=1, seeds=written_seeds(0))
    assert meetings(play_out(scheduler, favourites)) == ["bc", "ab", "bc", "ab"]
    assert scheduler.places() == {"a": 1, "b": 2, "c": 3}


def test_the_unbeaten_one_has_to_be_beaten_twice() -> None:
    """B loses to a at first, then wins the final and the decider."""

    def judge(pairing: Pairing) -> tuple[int, ...]:
        winner = "b" if pairing.number > 4 and "b" in pairing.players else min(pairing.players)
        return tuple(1 if player == winner else 2 for player in pairing.players)

    scheduler = Knockout("abc", lives=2, best_of=1, seeds=written_seeds(0))
    assert meetings(play_out(scheduler, judge)) == ["bc", "ab", "bc", "ab", "ab"]
    assert scheduler.places() == {"a": 2, "b": 1, "c": 3}


def judged(blocks: list[str]) -> tuple[list[str], dict[str, int]]:
    """A meeting of a and b, best of three: who wins each match; what was played, and the places."""
    results = iter("".join(blocks))
    scheduler = Knockout("ab", lives=1, best_of=3, seeds=written_seeds(0))

    def judge(pairing: Pairing) -> tuple[int, ...]:
        winner = next(results)
        return tuple(1 if winner in (player, "=") else 2 for player in pairing.players)

    pairings = play_out(scheduler, judge)
    assert not list(results)
    return [pairing.block for pairing in pairings[::2]], scheduler.places()


@pytest.mark.parametrize(
    ("blocks", "winner"),
    [
        (["bb", "bb"], "b"),  # 4 to 0 with one block left
        (["aa", "bb", "b="], "b"),
        (["ab", "ab", "b="], "b"),
        (["ab", "==", "ba", "bb"], "b"),  # level after three: the fourth decides
        (["ab"] * 6, "a"),  # level after three more: the better seed
        (["b=", "b=", "=="], "b"),  # 3 to 1 after two: two points are left, which could level it
    ],
)
def test_best_of_three(blocks: list[str], winner: str) -> None:
    """Blocks are played until one leads by more than is left; at most three are added to a level one."""
    played, places = judged(blocks)
    assert played == [f"1:a:b:{index}" for index in range(1, len(blocks) + 1)]
    assert places[winner] == 1
    assert sorted(places.values()) == [1, 2]


@settings(deadline=None, max_examples=60)
@given(
    st.one_of(st.integers(2, 20), st.integers(2, 200)),
    st.integers(1, 2),
    st.integers(1, 3),
    st.integers(0, 10**6),
)
def test_it_ends_with_one_winner(count: int, lives: int, best_of: int, seed: int) -> None:
    """From 2 to 200 players: every meeting costs a life, and one player keeps one.

    So there are count - 1 meetings with one life; with two, 2 count - 2, or one more if the unbeaten
    one loses the final. Seats balance, and the order in which results come decides nothing.
    """
    scheduler = Knockout(names_of(count), lives=lives, best_of=best_of, seeds=written_seeds(seed))
    pairings = play_out(scheduler, randomly(seed))
    met = collections.Counter(pairing.block.rpartition(":")[0] for pairing in pairings)
    least = lives * (count - 1)
    assert least <= len(met) <= least + lives - 1
    seatings = collections.Counter((pairing.block, pairing.players[0]) for pairing in pairings)
    assert set(seatings.values()) == {1}
    places = scheduler.places()
    assert list(places.values()).count(1) == 1
    shuffled = Knockout(names_of(count), lives=lives, best_of=best_of, seeds=written_seeds(seed))
    assert play_out(shuffled, randomly(seed), shuffle=seed) == pairings
    assert shuffled.places() == places


@pytest.mark.parametrize("count", [2, 3, 8, 13, 200])
def test_a_bracket_of_favourites(count: int) -> None:
    """If favourites win, one life ranks the best of every round; the final is between 1 and 2."""
    names = names_of(count)
    scheduler = Knockout(names, lives=1, best_of=1, seeds=written_seeds(0))
    assert play_out(scheduler, favourites)[-2].players == (names[0], names[1])
    places = scheduler.places()
    assert [places[name] for name in names[:4]] == [1, 2, 3, 3][:count]
