"""Swiss system: in every round equals meet, nobody meets anybody twice, and nobody is out.

After the basic rules of FIDE's Handbook, C.04.1: a declared number of rounds, no rematches, one bye at
most for anybody, which is worth a win, and rivals of equal score where that can be. Within a score
group the upper half meets the lower half in order, as in its Dutch system. A round's meeting is a
block over both seatings, so that seats balance by themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from tournaments.pairings.base import Seeds
from tournaments.pairings.waves import BLOCK_POINTS, Block, Points, Waves

__all__ = ["Swiss", "default_rounds", "most_rounds", "pair_by_score"]

Pair = tuple[str, str]


def most_rounds(num_players: int) -> int:
    """Return rounds for which rematches can be avoided whatever happens (see `pair_by_score`)."""
    return num_players // 2


def default_rounds(num_players: int) -> int:
    """Return rounds after which one player at most can have won all, if there may be so many."""
    return min((num_players - 1).bit_length(), most_rounds(num_players))


class Swiss(Waves):
    """A Swiss tournament.

    Args:
        players: Names, at least two, all different, the strongest first if that is known.
        rounds: 1..`most_rounds`.
        seeds: Gives each block its dice.
    """

    def __init__(self, players: Sequence[str], *, rounds: int, seeds: Seeds) -> None:
        super().__init__(seeds)
        self._players = tuple(players)
        self._rounds = rounds
        self._round = 0
        self._scores = dict.fromkeys(players, 0.0)
        self._met: dict[str, set[str]] = {player: set() for player in players}
        self.byes: list[str] = []
        """Who had a bye, by round; empty with an even number of players."""

    @property
    def total(self) -> int:
        """Both seatings of every meeting."""
        return self._rounds * (len(self._players) // 2) * 2

    def _plan(self, points: Points) -> Sequence[Block]:
        for block in points.values():
            for player, own in block.items():
                self._scores[player] += own
        if self._round == self._rounds:
            return ()
        self._round += 1
        ranked = sorted(self._players, key=lambda player: -self._scores[player])
        if len(ranked) % 2:
            bye = next(player for player in reversed(ranked) if player not in self.byes)
            ranked.remove(bye)
            self.byes.append(bye)
        pairs = pair_by_score(ranked, self._scores, self._met)
        if len(ranked) < len(self._players):
            self._scores[self.byes[-1]] += BLOCK_POINTS
        for first, second in pairs:
            self._met[first].add(second)
            self._met[second].add(first)
        return [(f"{self._round}:{':'.join(sorted(pair))}", pair) for pair in pairs]


def pair_by_score(
    ranked: Sequence[str], scores: Mapping[str, float], met: Mapping[str, set[str]]
) -> list[Pair]:
    """Pairs of one round.

    Score groups are paired from the top; who finds no new rival in its group floats down to the next.
    If the last ones have all met, pairs above are broken up for them. That succeeds while everybody
    still has at least half of all others to meet: two who are left have met each other and all who are
    left, so they have as many possible rivals among the paired as there are players, and some pair
    has three of them: each of its two can be given one (the argument of Ore's theorem).

    Args:
        ranked: An even number of players, best first.
        scores: Their scores.
        met: Whom each has met.
    """
    pairs: list[Pair] = []
    floating: list[str] = []
    for _, group in itertools.groupby(ranked, key=lambda player: scores[player]):
        floating = _pair_group([*floating, *group], met, pairs)
    while floating:
        first, second = floating.pop(0), floating.pop(0)
        _break_up(first, second, scores, met, pairs)
    return pairs


def _pair_group(members: list[str], met: Mapping[str, set[str]], pairs: list[Pair]) -> list[str]:
    """Pair upper half with lower half, then whom that leaves; return those without a new rival."""
    half = len(members) // 2
    left = list(members)
    for firsts, seconds in ((members[:half], members[half:]), (members, members)):
        for first in firsts:
            new = (
                other for other in seconds if other in left and other not in {first, *met[first]}
            )
            second = next(new, None) if first in left else None
            if second is not None:
                pairs.append((first, second))
                left = [player for player in left if player not in (first, second)]
    return left


def _break_up(
    first: str,
    second: str,
    scores: Mapping[str, float],
    met: Mapping[str, set[str]],
    pairs: list[Pair],
) -> None:
    """Pair two who have met, each with one of a pair that costs the least in score differences."""
    ways = [
        (abs(scores[first] - scores[a]) + abs(scores[second] - scores[b]), -index, (a, b))
        for index, pair in enumerate(pairs)
        for a, b in (pair, pair[::-1])
        if a not in met[first] and b not in met[second]
    ]
    if not ways:  # only with more rounds than `most_rounds`
        pairs.append((first, second))
        return
    _, minus_index, (a, b) = min(ways)
    del pairs[-minus_index]
    pairs += [(a, first), (b, second)]
