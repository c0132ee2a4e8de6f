"""Opponents of a learner of Diceman, and its rounds against them."""

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
"""Name of the opponent in rows of the learner's past selves."""
EXPLOITER = "exploiter"
"""Name of the opponent that knows the learner's mixtures and plays the best answer to the next draw of them; see
`odds.responder`."""


@dataclasses.dataclass(slots=True)
class Played:
    """Rounds of the learner, in time and rows."""

    features: Floats
    """float32[time, row, feature]: what it saw."""
    choices: Array
    """int8[time, row]: what it picked."""
    chances: Floats
    """float32[time, row, combo]: how likely each pick was."""
    rewards: Floats
    """float32[time, row]: games won less games lost with the round, so from -1 to 1."""
    ended: Array
    """bool[time, row]: whether the match ended with the round."""
    last: Floats
    """float32[row, feature]: what is to be seen after the last of them."""


class Pool:
    """Rows of matches, each between the learner and an opponent of its kind.

    The learner has seat 0 in every other row. Rows of `PAST` are shared among past selves alike.

    Args:
        shares: How many rows each kind has: names of house bots, `PAST`, `EXPLOITER`.
        seed: All dice, and all picks by chance, follow from it.
    """

    def __init__(self, shares: Mapping[str, int], seed: int) -> None:
        self.kinds = tuple(shares)
        """Names of the kinds, in the order of `shares`."""
        self.num_rows = sum(shares.values())
        """Matches at once."""
        self._random = np.random.default_rng(seed)
        self._matches = Matches(self.num_rows, seed)
        self.description = self._matches.env.description
        """The game; see `referee_envs.as_bot`."""
        self._table = self._matches.table()
        ends = np.cumsum(list(shares.values())).tolist()
        self._rows = dict(zip(self.kinds, map(np.arange, [0, *ends[:-1]], ends), strict=True))
        self._seats = np.arange(self.num_rows) % 2
        self._points = np.zeros((self.num_rows, 2), np.float32)
        self.scores: dict[str, list[float]] = {kind: [] for kind in self.kinds}
        """Of matches that have ended: 1 for won, 1/2 for drawn, 0 for lost; emptied by whoever reads them."""

    def play(self, learner: Layers, past: Sequence[Layers], rounds: int) -> Played:
        """Play some rounds in all rows.

        Args:
            learner: The policy that learns.
            past: Its past selves, at least one if there are rows of theirs.
            rounds: How many.
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
        """Return the opponents of the learner by row."""
        players: list[tuple[Array, Player]] = []
        for kind, rows in self._rows.items():
            if kind == PAST:
                parts = np.array_split(rows, len(past))
                players += zip(parts, map(trained, past), strict=True)
            else:
                players.append((rows, responder(learner) if kind == EXPLOITER else HOUSE[kind]))
        return players

    def _answers(self, players: Sequence[tuple[Array, Player]]) -> Array:
        """Return what opponents pick, as int8[row]."""
        answers = np.empty(self.num_rows, np.int8)
        for rows, player in players:
            answers[rows] = player(self._table[rows], 1 - self._seats[rows], self._random)
        return answers

    def _step(self, choices: Array) -> tuple[Array, Array]:
        """Play a round; return game points that it brought, float[row, seat], and which matches ended."""
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
