"""A bot for Diceman that takes dice from wherever it can, and its twin that does not.

    python -m loadtest.spy_bot spy|twin RUN

Dice that it takes for known (`spy_memory.py`) decide what it picks; without any it plays as `greedy` does,
and so does the twin.
"""

from __future__ import annotations

import itertools
import random

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from loadtest.spy_memory import Key, Seen, Spying, Words
from referee_bots.diceman.damage import COMBOS, MAGIC, PRIORITY, SHIELD, SWORD, Dice, whole_table
from referee_client import Bot, Match, Outcome, run

SIDES = (4, 6, 8, 10)
"""By die id."""
ENOUGH = 6
"""Dice that must agree before a match is taken for one seen before."""
SAMPLES = 8


def rolled(seed: int, key: Key) -> int:
    """Return the value of a die, by game, round, seat and die, under a match seed (DM-5.2)."""
    return Words(seed, *key).draw(SIDES[key[3]])


def net(own: list[int], other: list[int]) -> int:
    """Damage dealt less damage taken, lives aside (DM-5.4 to DM-5.11, damage of a phase disturbing Magic)."""
    total = 0
    for number in sorted({own[PRIORITY], other[PRIORITY]}, reverse=True):
        blows, magic = [], []
        for mine, theirs in ((own, other), (other, own)):
            active = mine[PRIORITY] == number
            lead = max(0, mine[PRIORITY] - theirs[PRIORITY])
            edge = min(lead, mine[SWORD])
            preempt = min(lead, mine[SHIELD], theirs[SWORD])
            sword = max(0, mine[SWORD] - edge - theirs[SHIELD])
            blows.append((edge + preempt + sword) * active)
            magic.append(mine[MAGIC] * active)
        duel = magic[0] and magic[1] and not blows[0] and not blows[1]
        cast = [
            max(0, magic[seat] - (magic[1 - seat] if duel else 0)) * (not blows[1 - seat])
            for seat in (0, 1)
        ]
        total += blows[0] + cast[0] - blows[1] - cast[1]
    return total


class SpyBot(Bot):
    """Play Diceman by what is known of the dice."""

    def on_start(self, match: Match) -> None:
        """Collect what other processes and the referee's replays have revealed."""
        self.seat = match.seat
        self.spying = Spying(rolled, ENOUGH)

    def act(self, observation: Observation) -> Action:
        """Pick the best combination for the dice to come, as far as they are known."""
        self._take_in(observation)
        counts = observation.pick_counts[1 - self.seat].counts
        weights = [count + 1 for count in counts]
        at = (observation.game, observation.round)
        dice = itertools.product(range(2), range(4))
        known = self.spying.guess([(*at, seat, die) for seat, die in dice])
        if known:
            values = self._values(at, known, weights)
        else:
            table, _ = whole_table(Dice.of(observation.config))
            values = [
                float(sum(w * net for w, net in zip(weights, row, strict=True))) for row in table
            ]
        return Action(dice=COMBOS[values.index(max(values))])

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Keep what was learnt, and print how much it was worth."""
        self.spying.end(match, outcome)

    def _take_in(self, observation: Observation) -> None:
        if not observation.HasField("last_round"):
            return
        last = observation.last_round
        for seat, roll in enumerate(last.rolls):
            for die, value in enumerate(roll.values):
                if value:
                    self.spying.see((last.game, last.round, seat, die), value)

    def _values(self, at: tuple[int, int], known: Seen, weights: list[int]) -> list[float]:
        """Return what each combination is worth, over what the rival may pick and what is not known."""
        dice = random.Random(str(at))
        values = [0.0] * len(COMBOS)
        for _ in range(SAMPLES):
            rolls = [
                [known.get((*at, seat, die), dice.randint(1, SIDES[die])) for die in range(4)]
                for seat in (self.seat, 1 - self.seat)
            ]
            for own, combo in enumerate(COMBOS):
                mine = [value * (die in combo) for die, value in enumerate(rolls[0])]
                for weight, other in zip(weights, COMBOS, strict=True):
                    theirs = [value * (die in other) for die, value in enumerate(rolls[1])]
                    values[own] += weight * net(mine, theirs)
        return values


if __name__ == "__main__":
    run(SpyBot, [])
