"""Compares rounds of the Swiss format with the best rounds that networkx finds, by all criteria.

    python -m loadtest.swiss_check --states 600 --seed 20

A *state* is the situation before a round: scores, who has met whom how often, and who has had a
bye. Most states are taken from simulated tournaments of up to n - 1 rounds; the others are drawn at
random, so that rematches and second byes are forced. networkx gets the criteria as one sum of
unbounded integers, and uses nothing of our own code. A matching among players who have not met
shows where a round without a rematch is impossible. The exit status is 1 if a single round is not
the best.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import networkx

from loadtest.score_groups import pair_by_score
from tournaments.pairings.swiss import default_rounds, pair_round

__all__ = ["KINDS", "Count", "State", "check", "drawn_state", "main", "played_state"]

Round = tuple[list[tuple[str, str]], str | None]
"""Pairs of a round, and the player that has the bye; None if no player has one."""
Costs = tuple[float, ...]
"""Costs of a round, minimised in this order: number of players that sit out, rematches, earlier
meetings of the pairs, earlier byes and points of the player with the bye, and squared differences
of points."""

_BASE = 10**9
"""A number larger than any cost of a round can be, so that costs can be digits of one integer."""
KINDS = ("rounds to log2 n", "then to n/2", "then to n - 1", "drawn")
"""Kinds of states by rounds played: those of a default tournament, those up to the limit of the
first rule, all further ones, and drawn states."""
_DRAWN = 4
"""Period of drawn states: one state in this many is drawn at random."""


@dataclasses.dataclass(slots=True)
class State:
    """Situation of a Swiss tournament before a round."""

    players: list[str]
    """Names of the players, in order of entry."""
    scores: dict[str, float]
    """Points of each player, in multiples of 1/2."""
    met: dict[str, collections.Counter[str]]
    """Number of times that each player has met each other player."""
    byes: collections.Counter[str]
    """Number of byes that each player has had."""
    played: int
    """Number of rounds played so far."""

    @classmethod
    def new(cls, count: int) -> State:
        """Return the state of `count` players before the first round."""
        players = [f"p{number:02}" for number in range(count)]
        met = {player: collections.Counter[str]() for player in players}
        return cls(players, dict.fromkeys(players, 0.0), met, collections.Counter(), 0)

    @property
    def ranked(self) -> list[str]:
        """Names of the players, the best first."""
        return sorted(self.players, key=lambda player: -self.scores[player])

    def best(self) -> Round:
        """Return the round that the present rule of the Swiss format pairs, which is checked."""
        return pair_round(self.ranked, self.scores, self.met, self.byes)

    def greedy(self) -> Round:
        """Return the round by an earlier, greedy rule, which pairs score group by score group."""
        ranked, bye = self.ranked, None
        if len(ranked) % 2:
            fewest = min(self.byes[player] for player in ranked)
            bye = next(player for player in reversed(ranked) if self.byes[player] == fewest)
            ranked.remove(bye)
        met = {player: set(rivals) for player, rivals in self.met.items()}
        return pair_by_score(ranked, self.scores, met), bye

    def by_networkx(self) -> Round:
        """Return the round of least cost that networkx finds."""
        graph: Any = networkx.Graph()
        ranked = self.ranked
        for place, one in enumerate(ranked):
            if len(ranked) % 2:
                # The bye is a partner called "", whom exactly one player gets if their number is
                # odd.
                graph.add_edge(one, "", weight=-self._of_bye(one))
            for other in ranked[place + 1 :]:
                graph.add_edge(one, other, weight=-self._of_pair(one, other))
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        bye = next((one or other for one, other in found if not (one and other)), None)
        return [(one, other) for one, other in found if one and other], bye

    def _of_pair(self, one: str, other: str) -> int:
        times = self.met[one][other]
        # Scores are multiples of 1/2: four times the square is a whole number.
        square = round(4 * (self.scores[one] - self.scores[other]) ** 2)
        return _one_number((min(times, 1), times, 0, 0, square))

    def _of_bye(self, player: str) -> int:
        return _one_number((0, 0, self.byes[player], round(2 * self.scores[player]), 0))

    def needs_rematch(self) -> bool:
        """Return whether every possible round has a rematch."""
        graph: Any = networkx.Graph()
        graph.add_nodes_from(self.players)
        for place, one in enumerate(self.players):
            new = (other for other in self.players[place + 1 :] if not self.met[one][other])
            graph.add_edges_from((one, other) for other in new)
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return len(found) < len(self.players) // 2

    def costs(self, paired: Round) -> Costs:
        """Return the costs of a round in this state, one for each criterion; see `Costs`."""
        pairs, bye = paired
        names = [player for pair in pairs for player in pair]
        times = [self.met[one][other] for one, other in pairs]
        squares = sum((self.scores[one] - self.scores[other]) ** 2 for one, other in pairs)
        had = 0 if bye is None else self.byes[bye]
        points = 0.0 if bye is None else self.scores[bye]
        out = len(self.players) - len(set(names))
        return (out, sum(map(bool, times)), sum(times), had, points, squares)

    def play(self, paired: Round, result: Callable[[str, str], float]) -> None:
        """Add a round and its results to the state.

        Args:
            paired: Pairs and bye of the round.
            result: Returns the points of the first of two players in both their matches, 0 to 2 by
                halves.
        """
        pairs, bye = paired
        for one, other in pairs:
            own = result(one, other)
            self.scores[one] += own
            self.scores[other] += 2 - own
            self.met[one][other] += 1
            self.met[other][one] += 1
        if bye is not None:
            self.scores[bye] += 2
            self.byes[bye] += 1
        self.played += 1


@dataclasses.dataclass(slots=True)
class Count:
    """How many states of one kind were compared, and how many rounds cost the same or more."""

    states: int = 0
    """Number of states."""
    odd: int = 0
    """Number of states with an odd number of players."""
    equal: int = 0
    """Number of rounds that cost the same as the round of networkx, in every respect."""
    rematch: int = 0
    """Number of states in which every round has a rematch."""
    second_bye: int = 0
    """Number of rounds in which the bye goes to a player who had one before."""
    greedy_worse: int = 0
    """Number of states in which the greedy rule's round costs more."""


def played_state(dice: random.Random, most: int) -> State:
    """Return the state before a random round of a simulated tournament of 3 to `most` players."""
    state = State.new(dice.randint(3, most))
    strengths = {player: dice.gauss(0, 1.5) for player in state.players}

    def result(one: str, other: str) -> float:
        wins = 1 / (1 + 2.718281828 ** (strengths[other] - strengths[one]))
        return sum(dice.choices((1.0, 0.5, 0.0), (wins, 0.3, 1 - wins), k=2))

    for _ in range(dice.randrange(len(state.players) - 1)):
        state.play(state.best(), result)
    return state


def drawn_state(dice: random.Random, most: int) -> State:
    """Return a state of 3 to `most` players with random scores, meetings and byes."""
    state = State.new(dice.randint(3, most))
    for _ in range(dice.randrange(2 * len(state.players))):
        order = dice.sample(state.players, len(state.players))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        bye = order[-1] if len(order) % 2 else None
        state.play((pairs, bye), lambda *_: dice.choice((0, 0.5, 1, 1.5, 2)))
    return state


def check(states: int, seed: int, most: int) -> dict[str, Count]:
    """Compare the rounds of many states; return the counts by kind of state.

    Args:
        states: Number of states.
        seed: Seed of the states.
        most: Highest number of players, from 3.
    """
    counts = {name: Count() for name in KINDS}
    for number in range(states):
        dice = random.Random(f"{seed}:{number}")
        if number % _DRAWN == _DRAWN - 1:
            state, name = drawn_state(dice, most), "drawn"
        else:
            state = played_state(dice, most)
            name = _kind(state)
        _take(counts[name], state)
    return counts


def _kind(state: State) -> str:
    count = len(state.players)
    if state.played < default_rounds(count):
        return KINDS[0]
    return KINDS[1] if state.played < count // 2 else KINDS[2]


def _take(count: Count, state: State) -> None:
    own = state.best()
    costs, theirs, greedy = map(state.costs, (own, state.by_networkx(), state.greedy()))
    count.states += 1
    count.odd += len(state.players) % 2
    count.equal += costs == theirs
    count.rematch += state.needs_rematch()
    count.second_bye += own[1] is not None and state.byes[own[1]] > 0
    count.greedy_worse += greedy > costs


def _one_number(costs: Sequence[int]) -> int:
    total = 0
    for cost in costs:
        # Costs become the digits of one number, so that comparing sums compares them in order.
        total = total * _BASE + cost
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print a table; return the exit status, 1 unless all rounds are the best."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.swiss_check", description=__doc__)
    parser.add_argument("--states", type=int, default=600, help="how many (600)")
    parser.add_argument("--seed", type=int, default=20, help="of the states (20)")
    parser.add_argument("--most", type=int, default=40, help="players at most, from 3 (40)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(arguments)
    counts = check(options.states, options.seed, options.most)
    total = Count(*map(sum, zip(*map(dataclasses.astuple, counts.values()), strict=True)))
    table = counts | {"all": total}
    if options.json:
        print(json.dumps({name: dataclasses.asdict(count) for name, count in table.items()}))
    else:
        print("\n".join(_lines(table)))
    return int(total.equal < total.states)


def _lines(table: dict[str, Count]) -> Iterator[str]:
    yield f"{'':18}{'states':>8}{'odd':>6}{'as networkx':>13}{'no new round':>14}{'second bye':>12}{'greedy worse':>14}"
    for name, count in table.items():
        share = f"{100 * count.greedy_worse / max(1, count.states):.1f}%"
        yield (
            f"{name:18}{count.states:8}{count.odd:6}{count.equal:13}{count.rematch:14}"
            f"{count.second_bye:12}{share:>14}"
        )


if __name__ == "__main__":
    sys.exit(main())
