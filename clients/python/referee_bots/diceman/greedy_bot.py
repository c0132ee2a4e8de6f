"""A bot for Diceman that plays the best answer to its opponent's picks so far (DM-9.2).

It looks one round ahead and ignores lives, so that an opponent that knows this bot can mislead it.
"""

from __future__ import annotations

import operator

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_bots.diceman.damage import COMBOS, Dice, whole_table
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["GreedyBot"]


class GreedyBot(SeededBot):
    """Bot for Diceman that picks the highest expected net damage."""

    def on_start(self, match: Match) -> None:
        """Compute the table of expected damage before the first turn."""
        super().on_start(match)
        whole_table(Dice.of(match.config))

    def act(self, observation: Observation) -> Action:
        """Return the combination that does best against the opponent's picks so far."""
        counts = observation.pick_counts[1 - observation.seat].counts
        weights = [count + 1 for count in counts]
        table, _ = whole_table(Dice.of(observation.config))
        values = [sum(map(operator.mul, weights, row)) for row in table]
        return Action(dice=COMBOS[values.index(max(values))])


if __name__ == "__main__":
    run_seeded(GreedyBot)
