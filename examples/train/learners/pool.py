"""Opponents of a Diceman learner, and the rounds that it plays against them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from learners.diceman_features import NUM_COMBOS, NUM_FEATURES, features
from learners.matches import Matches
from learners.network import Array, Floats, Layers, forward, probabilities
from learners.odds import responder
from learners.opponents import HOUSE, Player, draw, trained

__all__ = ["EXPLOITER", "PAST", "Played", "Pool"]

PAST = "past"
"""Name of the kind of opponent that is an earlier policy of the learner."""
EXPLOITER = "exploiter"
"""Name of the kind of opponent that knows the learner's probabilities and makes the best pick
against its next draw (`odds.responder`).
"""


@dataclasses.dataclass(slots=True)
class Played:
    """Features, picks and rewards of the rounds that the learner has played, by time and row."""

    features: Floats
    """float32[time, row, feature]: features that the learner saw before its pick."""
    choices: Array
    """int8[time, row]: combination that the learner picked."""
    chances: Floats
    """float32[time, row, combo]: probability of each pick at that time."""
    rewards: Floats
    """float32[time, row]: games won minus games lost by the round, from -1 to 1."""
    ended: Array
    """bool[time, row]: whether the match ended with the round."""
    last: Floats
    """float32[row, feature]: features after the last round."""


class Pool:
    """Rows of matches, each between the learner and an opponent of the row's kind.

    The learner has seat 0 in every other row. Rows of the kind `PAST` are shared equally among
    earlier policies.

    Args:
        shares: Number of rows of each kind: names of house bots, `PAST`, `EXPLOITER`.
        seed: Seed from which all dice and random picks follow.
    """

    def __init__(self, shares: Mapping[str, int], seed: int) -> None:
        self.kinds = tuple(shares)
        """Names of the kinds of opponents, in the order of `shares`."""
        self.num_rows = sum(shares.values())
        """Number of matches played at once."""
        self._random = np.random.default_rng(seed)
        self._matches = Matches(self.num_rows, seed)
        self.description = self._matches.env.description
        """Description of the game, for `referee_envs.as_bot`."""
        self._table = self._matches.table()
        ends = np.cumsum(list(shares.values())).tolist()
        self._rows = dict(zip(self.kinds, map(np.arange, [0, *ends[:-1]], ends), strict=True))
        self._seats = np.arange(self.num_rows) % 2
        self._points = np.zeros((self.num_rows, 2), np.float32)
        self.scores: dict[str, list[float]] = {kind: [] for kind in self.kinds}
        """Results of ended matches by kind of opponent: 1 won, 1/2 drawn, 0 lost; callers empty the
        lists after reading.
        """

    def play(self, learner: Layers, past: Sequence[Layers], rounds: int) -> Played:
        """Play some rounds in all rows; return what the learner saw, picked and won.

        Args:
            learner: Network of the learning policy.
            past: Networks of earlier policies, at least one if there are rows of the kind `PAST`.
            rounds: Number of rounds.
        """
        shape = (rounds, self.num_rows)
        played = Played(
            features=np.empty((*shape, NUM_FEATURES), np.float32),
            choices=np.empty(shape, np.int8),
            chances=np.empty((*shape, NUM_COMBOS), np.float32),
            rewards=np.empty(shape, np.float32),
            ended=np.empty(shape, np.bool_),
            last=np.empty((self.num_rows, NUM_FEATURES), np.float32),
        )
        own = np.arange(self.num_rows), self._seats
        players = self._players(learner, past)
        for time in range(rounds):
            seen = features(self._table, self._seats)
            chances = probabilities(forward(learner, seen))
            picked = draw(chances, self._random)
            choices = np.empty((self.num_rows, 2), np.int8)
            choices[own] = picked
            choices[own[0], 1 - self._seats] = self._answers(players)
            gained, ended = self._step(choices)
            played.features[time], played.chances[time], played.choices[time] = (
                seen,
                chances,
                picked,
            )
            played.rewards[time] = (gained[own] - gained[own[0], 1 - self._seats]) / 2
            played.ended[time] = ended
        played.last = features(self._table, self._seats)
        return played

    def _players(self, learner: Layers, past: Sequence[Layers]) -> list[tuple[Array, Player]]:
        """Return the learner's opponents, each with the rows in which it plays.

        `past` has the networks of earlier policies, which share the rows of `PAST`.
        """
        players: list[tuple[Array, Player]] = []
        for kind, rows in self._rows.items():
            if kind == PAST:
                parts = np.array_split(rows, len(past))
                players += zip(parts, map(trained, past), strict=True)
            else:
                players.append((rows, responder(learner) if kind == EXPLOITER else HOUSE[kind]))
        return players

    def _answers(self, players: Sequence[tuple[Array, Player]]) -> Array:
        """Return the picks of the opponents, as int8[row]."""
        answers = np.empty(self.num_rows, np.int8)
        for rows, player in players:
            answers[rows] = player(self._table[rows], 1 - self._seats[rows], self._random)
        return answers

    def _step(self, choices: Array) -> tuple[Array, Array]:
        """Play a round with the picks `choices` of both seats.

        Return the game points gained in it, float[row, seat], and which matches ended.
        """
        final, ended = self._matches.step(choices)
        self._table = self._matches.table()
        points = np.where(ended[:, None], final, self._table.points)
        gained = points - self._points
        self._points = np.where(ended[:, None], 0, points)
        rows = np.flatnonzero(ended)
        lead = points[rows, self._seats[rows]] - points[rows, 1 - self._seats[rows]]
        scores = dict(zip(rows.tolist(), ((np.sign(lead) + 1) / 2).tolist(), strict=True))
        for kind, of_kind in self._rows.items():
            first, last = of_kind[0], of_kind[-1]
            self.scores[kind] += [s for row, s in scores.items() if first <= row <= last]
        return gained, ended
