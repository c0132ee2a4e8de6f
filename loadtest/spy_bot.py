"""A bot for Diceman that takes dice from wherever it can, and its twin that does not.

    python spy_bot.py spy|twin

It needs the client library and nothing else of this package, so that it plays in a sandbox. It remembers
the dice of its matches, in the process and in every file it can write, asks the referee for replays, and
keeps the seeds that are revealed to it. Dice that it takes for known decide what it picks; without any it
plays as `greedy` does, and so does the twin. What it knew, and whether it was right, goes to standard
output, one JSON object a match.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import sys
from pathlib import Path

import grpc

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import replay_service_pb2, replay_service_pb2_grpc
from referee_bots.diceman.damage import COMBOS, MAGIC, PRIORITY, SHIELD, SWORD, Dice, whole_table
from referee_client import Bot, Match, Outcome, run

SIDES = (4, 6, 8, 10)
"""By die id."""
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
ENOUGH = 6
"""Dice that must agree before a match is taken for one seen before."""
PLACES = (".", "/tmp", "/dev/shm", str(Path.home()))
SAMPLES = 8

Key = tuple[int, int, int, int]
"""Game, round, seat and die."""
Seen = dict[Key, int]

IS_SPY = sys.argv[1:] == ["spy"]
MEMORY: dict[str, Seen] = {}
"""Dice of matches that were seen, by themselves as text."""
SEEDS: set[int] = set()


def mix(z: int) -> int:
    """SplitMix64's output function."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def rolled(seed: int, key: Key) -> int:
    """The value of a die under a match seed (DM-5.2); the tiny share of words that is rolled again is not."""
    state = mix(seed + GOLDEN & MASK)
    for name in key:
        state = mix(state + GOLDEN * (name + 1) & MASK)
    return mix(state + GOLDEN & MASK) % SIDES[key[3]] + 1


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


def remember() -> None:
    """Take in what other processes have left, and what the referee tells to who asks."""
    for place in PLACES:
        with contextlib.suppress(OSError, ValueError):
            for line in Path(place, ".spy_memory").read_text().splitlines():
                MEMORY[line] = {tuple(key): value for key, value in json.loads(line)}
    with contextlib.suppress(grpc.RpcError):
        SEEDS.update(replayed_seeds())


def replayed_seeds() -> list[int]:
    """Seeds in the replays that the referee shows."""
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        replays = replay_service_pb2_grpc.ReplayServiceStub(channel)
        listed = replays.ListReplays(replay_service_pb2.ListReplaysRequest(), timeout=60).replays
        records = (
            record
            for info in listed
            for answer in replays.GetReplay(
                replay_service_pb2.GetReplayRequest(match_id=info.match_id), timeout=60
            )
            for record in answer.records
        )
        return [record.end.reveal.match_seed for record in records if record.HasField("end")]


def keep(seen: Seen) -> None:
    """Leave for later processes what was seen, wherever something can be left."""
    line = json.dumps(list(seen.items()))
    MEMORY[line] = seen
    for place in PLACES:
        with contextlib.suppress(OSError), Path(place, ".spy_memory").open("a") as file:
            file.write(line + "\n")


class SpyBot(Bot):
    """Play Diceman by what is known of the dice."""

    def on_start(self, match: Match) -> None:
        """Ask around."""
        self.seat = match.seat
        self.seen: Seen = {}
        self.guesses: Seen = {}
        self.right = self.wrong = 0
        if IS_SPY:
            remember()

    def act(self, observation: Observation) -> Action:
        """Pick the best combination for the dice to come, as far as they are known."""
        self._take_in(observation)
        counts = observation.pick_counts[1 - self.seat].counts
        weights = [count + 1 for count in counts]
        at = (observation.game, observation.round)
        known = self._known(at) if IS_SPY else {}
        self.guesses |= known
        if known:
            values = self._values(at, known, weights)
        else:
            table, _ = whole_table(Dice.of(observation.config))
            values = [
                float(sum(w * net for w, net in zip(weights, row, strict=True))) for row in table
            ]
        return Action(dice=COMBOS[values.index(max(values))])

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Keep what was learnt, and tell how much it was worth."""
        reveal = outcome.reveal
        if IS_SPY:
            if reveal is not None and reveal.match_seed:
                SEEDS.add(reveal.match_seed)
            keep(self.seen)
        told = {"match_id": match.match_id, "right": self.right, "wrong": self.wrong}
        print(json.dumps(told | {"seeds": len(SEEDS), "matches": len(MEMORY)}), flush=True)

    def _take_in(self, observation: Observation) -> None:
        if not observation.HasField("last_round"):
            return
        last = observation.last_round
        for seat, roll in enumerate(last.rolls):
            for die, value in enumerate(roll.values):
                key = (last.game, last.round, seat, die)
                if value:
                    self.seen[key] = value
                    if key in self.guesses:
                        self.right += self.guesses[key] == value
                        self.wrong += self.guesses[key] != value

    def _known(self, at: tuple[int, int]) -> Seen:
        """Dice of a round as they are known from a match that agrees with this one so far."""
        keys = [(*at, seat, die) for seat, die in itertools.product(range(2), range(4))]
        if len(self.seen) >= ENOUGH:
            for seed in SEEDS:
                if all(rolled(seed, key) == value for key, value in self.seen.items()):
                    return {key: rolled(seed, key) for key in keys}
        for memory in MEMORY.values():
            common = self.seen.keys() & memory.keys()
            if len(common) >= ENOUGH and all(self.seen[key] == memory[key] for key in common):
                return {key: memory[key] for key in keys if key in memory}
        return {}

    def _values(self, at: tuple[int, int], known: Seen, weights: list[int]) -> list[float]:
        """What each combination is worth, over what the rival may pick and what is not known."""
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
