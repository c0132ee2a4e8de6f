"""A bot for Diceman that collects dice wherever it can (spy), and its twin that does not.

    python -m loadtest.spy_bot spy|twin RUN

RUN is a word by which the spies of one tournament find each other's files. Dice that the spy can
predict (`spy_memory.py`) decide its picks; without any it plays as the house bot `greedy` does, and
so does the twin.
"""

from __future__ import annotations

import itertools
import random

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from loadtest.spy_memory import Key, Seen, Spying, Words
from referee_bots.diceman.damage import COMBOS, MAGIC, PRIORITY, SHIELD, SWORD, Dice, whole_table
from referee_client import Bot, Match, Outcome, run

SIDES = (4, 6, 8, 10)
"""Number of sides of each die, by die id."""
ENOUGH = 6
"""Number of dice that must agree before a match is assumed to be one that was seen before."""
SAMPLES = 8


def rolled(seed: int, key: Key) -> int:
    """Return the value of a die under a match seed.

    The key has game, round, seat and die (DM-5.2).
    """
    return Words(seed, *key).draw(SIDES[key[3]])


def net(own: list[int], other: list[int]) -> int:
    """Return damage dealt less damage taken in a round, ignoring lives (DM-5.4 to DM-5.11).

    Damage in other phases has no effect on Magic here: it fails only if its player takes damage in
    the same phase.

    Args:
        own: The bot's roll of each die.
        other: The opponent's.
    """
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
    """Bot for Diceman that plays by the dice it can predict."""

    def on_start(self, match: Match) -> None:
        """Read what other processes have written of earlier matches, and seeds from the replays."""
        self.seat = match.seat
        self.spying = Spying(rolled, ENOUGH)

    def act(self, observation: Observation) -> Action:
        """Return the best combination for the coming dice, as far as these are known."""
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
        """Store the dice of the match (the spy only), and print how many predictions were right."""
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
        """Return the value of each combination: its net damage, added up over samples of the dice.

        In each sample, the damage against each pick of the rival is multiplied by the pick's weight.

        Args:
            at: Numbers of the game and of the round.
            known: Values of dice that are known, by game, round, seat and die; all others are drawn
                at random in each sample.
            weights: How likely the rival is to pick each combination, in any unit.
        """
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
