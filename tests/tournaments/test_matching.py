"""The best pairing of a Swiss round, against networkx's matching and against all pairings there are."""

from __future__ import annotations

import collections
import random
from collections.abc import Iterator, Sequence
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing_out import names_of
from tournaments.pairings.matching import best_matching
from tournaments.pairings.swiss import pair_round

Pair = tuple[str, str]
Round = tuple[list[Pair], str | None]


class Position:
    """Players before a round."""

    def __init__(self, count: int, rounds: int, seed: int) -> None:
        dice = random.Random(seed)
        self.players = names_of(count)
        self.scores = {player: dice.randint(0, 2 * rounds) / 2 for player in self.players}
        self.ranked = sorted(self.players, key=lambda player: -self.scores[player])
        self.met: dict[str, collections.Counter[str]] = {
            player: collections.Counter() for player in self.players
        }
        self.byes: collections.Counter[str] = collections.Counter()
        for _ in range(rounds):
            order = dice.sample(self.players, count)
            for one, other in zip(order[::2], order[1::2], strict=False):
                self.met[one][other] += 1
                self.met[other][one] += 1
            if count % 2:
                self.byes[order[-1]] += 1

    def pair(self) -> Round:
        """The round."""
        return pair_round(self.ranked, self.scores, self.met, self.byes)

    def costs(self, paired: Round) -> tuple[float, ...]:
        """Rematches, those that were ones before, second byes, score of the bye, squared differences.

        The last is the part of the squares that those on the highest score have.
        """
        pairs, bye = paired
        times = [self.met[one][other] for one, other in pairs]
        squares = [(self.scores[one] - self.scores[other]) ** 2 for one, other in pairs]
        highest = max(self.scores.values())
        of_leaders = sum(
            square
            for square, pair in zip(squares, pairs, strict=True)
            if highest in (self.scores[player] for player in pair)
        )
        had = self.byes[bye] if bye else 0
        score = self.scores[bye] if bye else 0
        return (sum(map(bool, times)), sum(times), had, score, sum(squares), of_leaders)


def all_rounds(players: Sequence[str]) -> Iterator[Round]:
    """Every way to pair players, with each as the one who sits out if the number is odd."""
    if len(players) % 2:
        for bye in players:
            rest = [player for player in players if player != bye]
            yield from ((pairs, bye) for pairs, _ in all_rounds(rest))
        return
    if not players:
        yield [], None
        return
    first, *others = players
    for second in others:
        rest = [player for player in others if player != second]
        yield from (([(first, second), *pairs], None) for pairs, _ in all_rounds(rest))


@settings(deadline=None, max_examples=150)
@given(st.integers(2, 8), st.integers(0, 7), st.integers(0, 10**9))
def test_no_pairing_is_better(count: int, rounds: int, seed: int) -> None:
    """All of up to 105 pairings are tried."""
    position = Position(count, rounds, seed)
    paired = position.pair()
    players = [player for pair in paired[0] for player in pair]
    assert sorted([*players, *([paired[1]] if paired[1] else [])]) == position.players
    assert position.costs(paired) == min(map(position.costs, all_rounds(position.ranked)))


@pytest.mark.parametrize("count", [12, 19, 30, 41])
@pytest.mark.parametrize("seed", range(3))
def test_networkx_finds_nothing_better(count: int, seed: int) -> None:
    """Another implementation, given the wishes as one sum of Python's unbounded integers."""
    position = Position(count, count // 2, seed)
    assert position.costs(position.pair()) == position.costs(by_networkx(position))


def by_networkx(position: Position) -> Round:
    """The round by networkx, without what decides between equals."""
    graph: Any = networkx.Graph()
    base = 10**12
    for place, one in enumerate(position.ranked):
        if len(position.ranked) % 2:
            told = (0, 0, position.byes[one], int(2 * position.scores[one]), 0, 0)
            graph.add_edge(one, "", weight=-_sum(told, base))
        for other in position.ranked[place + 1 :]:
            times = position.met[one][other]
            square = int(4 * (position.scores[one] - position.scores[other]) ** 2)
            of_leaders = square * (position.scores[one] == max(position.scores.values()))
            graph.add_edge(
                one, other, weight=-_sum((bool(times), times, 0, 0, square, of_leaders), base)
            )
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    bye = next((one or other for one, other in found if not (one and other)), None)
    return [(one, other) for one, other in found if one and other], bye


def _sum(told: Sequence[int], base: int) -> int:
    total = 0
    for each in told:
        total = total * base + each
    return total


def test_leaders_who_can_meet_do() -> None:
    """Four on 4 points of whom none has met another make two pairs, whatever it costs those below."""
    scores = dict(zip("abcdefgh", (4, 4, 4, 4, 3, 3, 1, 1), strict=True))
    met = {player: collections.Counter[str]() for player in scores}
    for one, other in ("ef", "gh", "ge", "hf"):
        met[one][other] = met[other][one] = 1
    pairs, bye = pair_round("abcdefgh", scores, met, {})
    assert [sorted(pair) for pair in pairs[:2]] == [["a", "c"], ["b", "d"]]
    assert sorted(map(sorted, pairs[2:])) == [["e", "h"], ["f", "g"]]
    assert bye is None


def test_leaders_meet_at_equal_cost() -> None:
    """Of six, a and b lead and have not met; ab, ce, df costs 0 + 1 + 1 as ac, bd, ef does: 1 + 1 + 0.

    All others have a rematch or cost more: c has met b and d, a has met e, and f has met b and d. Rule 3,
    by which tournaments go on that began with it, kept the leaders apart.
    """
    scores = dict(zip("abcdef", (2.0, 2.0, 1.0, 1.0, 0.0, 0.0), strict=True))
    met = {player: collections.Counter[str]() for player in scores}
    for one, other in ("cd", "ae", "bf", "bc"):
        met[one][other] = met[other][one] = 1
    pairs, _ = pair_round("abcdef", scores, met, {})
    assert pairs[0] == ("a", "b")
    assert sum((scores[one] - scores[other]) ** 2 for one, other in pairs) == 2
    before, _ = pair_round("abcdef", scores, met, {}, leaders_meet=False)
    assert before == [("a", "c"), ("b", "d"), ("e", "f")]


def test_a_leader_alone_meets_the_second() -> None:
    """One on 2 meets either of two on 1 at all the same costs: it is the first of them."""
    scores = dict(zip("abcdef", (2.0, 1.0, 1.0, 0.0, 0.0, 0.0), strict=True))
    met = {player: collections.Counter[str]() for player in scores}
    for one, other in ("bc", "be", "de", "cd", "af"):
        met[one][other] = met[other][one] = 1
    assert pair_round("abcdef", scores, met, {})[0][0] == ("a", "b")
    assert pair_round("abcdef", scores, met, {}, leaders_meet=False)[0][0] == ("a", "c")


def test_a_field_too_large_for_all_wishes_is_paired_without_the_last() -> None:
    """Costs of so many bits go as they went before there were leaders."""
    scores = {player: 1e8 * number for number, player in enumerate("abcdef")}
    met = {player: collections.Counter[str]() for player in scores}
    before = pair_round("fedcba", scores, met, {}, leaders_meet=False)
    assert pair_round("fedcba", scores, met, {}) == before


def test_the_fewest_rematches_are_played_where_none_is_left() -> None:
    """Three of four have met everybody: one rematch is enough, between those of nearest score."""
    met = {player: collections.Counter(set("abcd") - {player}) for player in "abcd"}
    met["c"]["d"] = met["d"]["c"] = 0
    pairs, _ = pair_round("abcd", {"a": 6, "b": 4, "c": 1, "d": 0}, met, {})
    assert pairs == [("a", "b"), ("c", "d")]


def test_a_bye_goes_to_the_lowest_who_had_none() -> None:
    """But the fewest rematches come first."""
    scores = {"a": 3.0, "b": 2.0, "c": 1.0}
    met: dict[str, collections.Counter[str]] = {player: collections.Counter() for player in "abc"}
    assert pair_round("abc", scores, met, {}) == ([("a", "b")], "c")
    assert pair_round("abc", scores, met, {"c": 1}) == ([("a", "c")], "b")
    met["a"]["c"] = met["c"]["a"] = 1
    assert pair_round("abc", scores, met, {"c": 1, "b": 1}) == ([("b", "c")], "a")
    met["b"]["c"] = met["c"]["b"] = 1
    assert pair_round("abc", scores, met, {"c": 1}) == ([("a", "b")], "c")


def test_costs_that_cannot_be_told_apart_are_refused() -> None:
    """Rather than that a lesser wish outweighs a greater one."""
    huge = np.full((4, 4), 2**62, np.int64)
    with pytest.raises(OverflowError, match=r"costs of \d+ bits for 4 are too large"):
        best_matching([huge, huge])
    assert best_matching([np.zeros((0, 0), np.int64)]) == []
