"""A bot for Swordman that plays the best answer to its opponent's latest settings (SW-9.3).

It scores each of its settings by the mean result against the opponent's last 30 settings, at the
present lives. So that its own settings can't be predicted, it plays as `greedy` in three rounds out
of ten.
"""

from __future__ import annotations

import collections
from typing import NamedTuple

import numpy as np

from gamereferee.games.swordman.v1.swordman_pb2 import Action, Observation
from referee_bots.seeded import SeededBot, run_seeded
from referee_bots.swordman.greedy_bot import greedy_action
from referee_bots.swordman.rules import Ints, Rules, lives_left

__all__ = ["ReaderBot", "Setting", "best_answers", "results"]

MEMORY = 30
"""Number of the opponent's latest settings that are remembered."""
TRUST = 0.7
"""Probability of playing the best answer; otherwise the bot plays as `greedy`."""
KILL = 20
"""Worth of a kill, and cost of being killed, in points of damage."""


class Setting(NamedTuple):
    """A seat's setting of one round (points and locations of sword and shield), known once it was played.

    The location of a sword or shield without points is -1.
    """

    sword: int
    shield: int
    priority: int
    sword_at: int
    shield_at: int


class ReaderBot(SeededBot):
    """Bot for Swordman that plays the best answer to the opponent's latest settings."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._sample: collections.deque[Setting] = collections.deque(maxlen=MEMORY)
        self._last_read = (0, 0)

    def act(self, observation: Observation) -> Action:
        """Return one of the best answers to the opponent's latest settings, or the action of `greedy`.

        First the opponent's setting of the last round is remembered. The best answer is played with
        the probability `TRUST`, `greedy` otherwise and before the first setting is known.
        """
        self._take_in(observation)
        if not self._sample or self.random.random() >= TRUST:
            return greedy_action(observation, self.random)
        rules = Rules.of(observation.config)
        seat = observation.seat
        lives = observation.life[seat], observation.life[1 - seat]
        # Counted by distinct settings, so that a habit that is repeated is computed once.
        answers = best_answers(rules, lives, collections.Counter(self._sample))
        index = self.random.choice(answers.tolist())
        sword, shield, priority, *places = (int(field[index]) for field in rules.settings())
        return Action(
            sword=sword,
            shield=shield,
            priority=priority,
            sword_at=places[0],
            shield_at=places[1],
        )

    def _take_in(self, observation: Observation) -> None:
        """Remember the opponent's setting of the last round; do nothing if it was remembered before."""
        played = observation.last_round
        # The same round may be in several observations, and must count once.
        if (played.game, played.round) > self._last_read:
            self._last_read = (played.game, played.round)
            theirs = played.settings[1 - observation.seat]
            self._sample.append(Setting(*(getattr(theirs, name) for name in Setting._fields)))


def best_answers(
    rules: Rules, lives: tuple[int, int], sample: collections.Counter[Setting]
) -> Ints:
    """Return the own settings with the best total result against a sample of the opponent's settings.

    The array has the indices of these settings in `Rules.settings`, ascending.

    Args:
        rules: Rules of the match.
        lives: Own life and the opponent's.
        sample: Number of times that the opponent has played each setting.
    """
    totals = sum(count * results(rules, lives, theirs) for theirs, count in sample.items())
    return np.flatnonzero(totals == np.max(totals))


def results(rules: Rules, lives: tuple[int, int], theirs: Setting) -> Ints:
    """Return the result of each own setting against one setting of the opponent, int64[setting].

    A result is the life taken, less the life lost, plus 20 for a kill and less 20 for being killed.

    Args:
        rules: Rules of the match.
        lives: Own life and the opponent's before the round.
        theirs: The opponent's setting.
    """
    own = rules.settings()
    blow = rules.blows(own.sword, theirs.shield, own.sword_at == theirs.shield_at)
    their_blow = rules.blows(theirs.sword, own.shield, own.shield_at == theirs.sword_at)
    left, their_left = lives_left(lives, (blow, their_blow), own.priority - theirs.priority)
    taken, lost = lives[1] - their_left, lives[0] - left
    result: Ints = taken - lost + KILL * ((their_left == 0).astype(np.int64) - (left == 0))
    return result


if __name__ == "__main__":
    run_seeded(ReaderBot)
