"""A Diceman bot that searches: it plays the rest of the game on many copies, and picks the dice that did best.

Only two things of a match are unknown: the dice to come, and what the rival picks. So each copy
gets a separate seed, and a rival that is drawn from several models: a model that has predicted the
rival's picks well is drawn more often. This is Monte Carlo search over determinised states, one
pick deep.
"""

from __future__ import annotations

import os

import numpy as np

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from learners.diceman_features import NUM_COMBOS, Table
from learners.network import Array
from learners.opponents import draw, greedy
from referee.games.diceman.columns import GAME, LIFE, OVER, PICK_COUNTS, POINTS, ROUND
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import State, new_state
from referee_bots.diceman.damage import COMBOS, Dice
from referee_bots.diceman.mixer_bot import mixture
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["SearchBot", "copies", "table_of"]

PLAYS = int(os.environ.get("DICEMAN_PLAYS") or 256)
"""Number of copies for each pick. The n-th copy has the same dice for all picks, which reduces the
effect of luck.
"""
MOST_ROUNDS = 40
"""Number of rounds; a copy that has not ended after this many is not played on, and counts as won
by the higher life.
"""
SURENESS = 0.95
"""Probability that a model of the rival, if it predicts a single pick, is taken to give to this
pick.
"""


class SearchBot(SeededBot):
    """Play Diceman by Monte Carlo search."""

    def on_start(self, match: Match) -> None:
        """Begin a match with equal belief in all models of the rival."""
        super().on_start(match)
        self._config = DicemanConfig()
        self._dice = np.random.default_rng(self.random.getrandbits(64))
        shares, out_of = mixture(Dice())
        self._mixture = np.array(shares) / out_of
        self._belief = np.zeros(3)
        self._foretold = np.full((3, NUM_COMBOS), 1 / NUM_COMBOS)

    def act(self, observation: Observation) -> Action:
        """Update the belief in the models, search, and return the pick with the best mean result."""
        table, seat = table_of(observation), observation.seat
        if observation.HasField("last_round"):
            picked = observation.last_round.rolls[1 - seat].combo
            self._belief += np.log(self._foretold[:, picked])
        self._foretold = self._models(table, 1 - seat)
        weights = np.exp(self._belief - self._belief.max())
        values = self._search(table, seat, weights / weights.sum() @ self._foretold)
        return Action(dice=COMBOS[int(values.argmax())])

    def _models(self, table: Table, rival: int) -> Array:
        """Return each model's probabilities of the rival's next pick, float64[model, combo].

        The models are: picks as often as before in this match, the greedy pick, and the mixture of
        the bot `mixer`.

        Args:
            table: State of the match; its first row is used.
            rival: The rival's seat index.
        """
        habits = table.pick_counts[0, rival] + 1.0
        (pick,) = greedy(table, np.array([rival]), self._dice)
        greed = np.full(NUM_COMBOS, (1 - SURENESS) / (NUM_COMBOS - 1))
        greed[pick] = SURENESS
        mixed = 0.95 * self._mixture + 0.05 / NUM_COMBOS
        return np.stack([habits / habits.sum(), greed, mixed])

    def _search(self, table: Table, seat: int, rival: Array) -> Array:
        """Return the mean result of the current game for each own pick, float64[combo], from -1 to 1.

        Args:
            table: What both seats know of the match now.
            seat: Index of the searching seat.
            rival: float64[combo]: probability of each pick of the rival, now and in later rounds.
        """
        num = NUM_COMBOS * PLAYS
        seeds = np.tile(self._dice.integers(0, 2**64, PLAYS, np.uint64), NUM_COMBOS)
        state = copies(self._config, table, seeds)
        game, points = state.table[0, GAME], state.table[0, POINTS : POINTS + 2].copy()
        results = np.zeros(num)
        going = np.ones(num, np.bool_)
        first = np.repeat(np.arange(NUM_COMBOS, dtype=np.int8), PLAYS)
        for number in range(MOST_ROUNDS):
            own = first if number == 0 else self._drawn(self._mixture)
            choices = np.empty((num, 2), np.int8)
            choices[:, seat], choices[:, 1 - seat] = own, self._drawn(rival)
            play_round(state, choices)
            ended = going & ((state.table[:, GAME] != game) | (state.table[:, OVER] != 0))
            gained = state.table[ended, POINTS : POINTS + 2] - points
            results[ended] = (gained[:, seat] - gained[:, 1 - seat]) / 2
            going &= ~ended
            if not going.any():
                break
        lives = state.table[going, LIFE : LIFE + 2]
        results[going] = np.sign(lives[:, seat] - lives[:, 1 - seat])
        means: Array = results.reshape(NUM_COMBOS, PLAYS).mean(axis=1)
        return means

    def _drawn(self, chances: Array) -> Array:
        """Return a random pick for each copy, by the probabilities `chances`.

        The n-th copies of all own picks get the same one.
        """
        return np.tile(draw(np.tile(chances, (PLAYS, 1)), self._dice), NUM_COMBOS)


def table_of(observation: Observation) -> Table:
    """Return what both seats know of one match, in the form of a batch's columns with a single row."""
    has_last = observation.HasField("last_round")
    last = [rolls.combo for rolls in observation.last_round.rolls] if has_last else [0, 0]
    return Table(
        game=np.array([observation.game]),
        round=np.array([observation.round]),
        life=np.array([observation.life]),
        points=np.array([observation.points]),
        pick_counts=np.array([[each.counts for each in observation.pick_counts]]),
        has_last_round=np.array([has_last]),
        last_combos=np.array([last]),
    )


def copies(config: DicemanConfig, table: Table, seeds: Array) -> State:
    """Return copies of a match in its current state, each with a separate seed.

    Args:
        config: Config of the match.
        table: Fields of the match that both players know, with one row: this match.
        seeds: uint64[copy]: match seed of each copy.
    """
    state = new_state(config, seeds)
    state.table[:, GAME], state.table[:, ROUND] = table.game, table.round
    state.table[:, LIFE : LIFE + 2] = table.life
    state.table[:, POINTS : POINTS + 2] = table.points
    counts = table.pick_counts.reshape(1, -1)
    state.table[:, PICK_COUNTS : PICK_COUNTS + counts.shape[1]] = counts
    return state


if __name__ == "__main__":
    run_seeded(SearchBot)
