"""The ladder by pairing rules 1 and 2, which runs that were begun by them go on with."""

from __future__ import annotations

import collections
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing_out import favourites, names_of, play_out, randomly
from tournaments.pairings import Pairing, PairLadder, written_seeds
from tournaments.pairings.pair_ladder import pair_by_gain
from tournaments.ratings import Strengths


def rounds_of(played: list[Pairing]) -> list[list[Pairing]]:
    """The matches of each round."""
    grouped = itertools.groupby(played, key=lambda pairing: pairing.block.split(":")[0])
    return [list(pairings) for _, pairings in grouped]


@settings(deadline=None, max_examples=40)
@given(count=st.integers(2, 200), rounds=st.integers(1, 8), seed=st.integers(0, 5))
def test_it_is_fair_and_ends(count: int, rounds: int, seed: int) -> None:
    """Nobody plays twice in a round, is left out twice in a row, or plays two blocks less than another."""
    names = names_of(count)
    scheduler = PairLadder(names, rounds=rounds, seeds=written_seeds(seed))
    played = play_out(scheduler, randomly(seed))
    assert scheduler.total == len(played) == rounds * (count // 2) * 2
    absent_before: set[str] = set()
    for pairings in rounds_of(played):
        seats = [collections.Counter(p.players[seat] for p in pairings) for seat in (0, 1)]
        assert seats[0] == seats[1]
        assert set(seats[0].values()) == {1}
        absent = set(names) - set(seats[0])
        assert len(absent) == count % 2
        assert not absent & absent_before
        absent_before = absent
    matches = collections.Counter(player for p in played for player in p.players)
    counts = [matches[name] for name in names]
    assert max(counts) - min(counts) <= 2
    blocks = collections.defaultdict(set)
    for pairing in played:
        blocks[pairing.block].add(pairing.seed)
    assert all(len(seeds) == 1 for seeds in blocks.values())


@settings(deadline=None, max_examples=20)
@given(count=st.integers(2, 40), rounds=st.integers(1, 6), seed=st.integers(0, 99))
def test_the_order_of_results_is_nothing(count: int, rounds: int, seed: int) -> None:
    """Who meets whom depends on what came of earlier rounds alone."""
    straight, shuffled = (
        play_out(
            PairLadder(names_of(count), rounds=rounds, seeds=written_seeds(7)),
            randomly(seed),
            shuffle=shuffle,
        )
        for shuffle in (None, seed)
    )
    assert straight == shuffled


def test_more_rounds_go_on() -> None:
    """A ladder with more rounds begins as the one with fewer."""
    short = play_out(PairLadder(names_of(9), rounds=3, seeds=written_seeds(1)), randomly(1))
    long = play_out(PairLadder(names_of(9), rounds=7, seeds=written_seeds(1)), randomly(1))
    assert long[: len(short)] == short


def test_a_match_without_a_result_holds_up_the_next_round() -> None:
    """What is void is left to the next run; nothing is planned from half a round."""
    scheduler = PairLadder(names_of(4), rounds=2, seeds=written_seeds(0))
    first, *others = scheduler.due()
    scheduler.record(first, None)
    for pairing in others:
        scheduler.record(pairing, favourites(pairing))
    assert not scheduler.due()


def test_pairs_by_hand() -> None:
    """The first round goes by the file; then winners meet winners, whom little is known of."""
    scheduler = PairLadder("abcd", rounds=2, seeds=written_seeds(0))
    first = scheduler.due()
    assert [p.players for p in first] == [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]
    assert [p.block for p in first] == ["1:a:b", "1:a:b", "1:c:d", "1:c:d"]
    for pairing in first:
        scheduler.record(pairing, favourites(pairing))
    assert {p.block for p in scheduler.due()} == {"2:a:c", "2:b:d"}


def test_a_newcomer_meets_its_neighbours() -> None:
    """Somebody of whom nothing is known, among known ones, is first, and meets the middle."""
    strengths = Strengths(6)
    for _ in range(20):
        for better, worse in itertools.combinations(range(5), 2):
            strengths.observe(better, worse, 1.5, 2)
    assert pair_by_gain(strengths, range(6))[0] == (2, 5)
    for _ in range(2):
        strengths.observe(5, 2, 2.0, 2)
    first, rival = pair_by_gain(strengths, range(6))[0]
    assert rival == 5
    assert first in (0, 1)


def test_runs_begun_by_it_go_on() -> None:
    """Who met whom in each round, as the last version of rule 2 had it: names' last digits, blocks in order."""
    known = {
        (5, 3): ["01 23", "04 12", "34 01", "24 03", "13 24", "02 13", "04 12"],
        (6, 8): ["01 23 45", "24 35 01", "14 05 23", "13 02 45", "34 05 12", "03 15 24"],
    }
    for (count, seed), expected in known.items():
        scheduler = PairLadder(names_of(count), rounds=len(expected), seeds=written_seeds(1))
        blocks = [
            ["".join(player[-1] for player in pairing.players) for pairing in pairings[::2]]
            for pairings in rounds_of(play_out(scheduler, randomly(seed)))
        ]
        assert [" ".join(block) for block in blocks] == expected
