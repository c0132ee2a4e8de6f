"""Memory of a spying bot for any game: what it has seen, what it predicts, and how often it was right.

It needs the client library and nothing else of this package, so that a copy next to each bot plays
in a sandbox. What was seen of a match is kept in the process and in every file that can be written;
the referee is asked for replays; seeds that are revealed are kept. A match that agrees with an
earlier one, or with a seed, is assumed to be that match, and the rest of it is predicted.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import grpc

from gamereferee.v1 import replay_service_pb2, replay_service_pb2_grpc
from referee_client import Match, Outcome

__all__ = ["Key", "Seen", "Spying", "Words", "memory_files"]

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
PLACES = (".", "/tmp", "/dev/shm", str(Path.home()))

Key = tuple[int, ...]
"""Name of a die or of a cell in a match, as integers."""
Seen = dict[Key, int]

MEMORY: dict[str, Seen] = {}
"""Values that were seen in each match, by key, for each match by its line of JSON in the memory
files.
"""
SEEDS: set[int] = set()


def memory_files(run: str) -> list[Path]:
    """Return the files that bots of a run leave for each other, in every folder that may be writable."""
    return [Path(place, f".spy_memory-{run}") for place in PLACES]


def mix(z: int) -> int:
    """Return SplitMix64's output for a 64-bit state."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


class Words:
    """Stream of dice with a name, as the rules draw it.

    It leaves out that the rules roll a tiny share of the words again.

    Args:
        seed: Match seed.
        names: Name of the stream, as integers.
    """

    def __init__(self, seed: int, *names: int) -> None:
        self._state = mix(seed + GOLDEN & MASK)
        for name in names:
            self._state = mix(self._state + GOLDEN * (name + 1) & MASK)

    def draw(self, sides: int) -> int:
        """Return the next roll, from 1 to `sides`."""
        self._state = self._state + GOLDEN & MASK
        return mix(self._state) % sides + 1


class Spying:
    """Observations and predictions of a bot in one match of one seat.

    A key names what can be seen and predicted, such as a die of a round or a cell of a level.

    Args:
        rolled: Returns the value that a match seed gives to a key.
        enough: Number of keys that must agree before the match is assumed to be a known one.
    """

    def __init__(self, rolled: Callable[[int, Key], int], enough: int) -> None:
        _, kind, self._run = sys.argv
        self._is_spy = kind == "spy"
        self._rolled, self._enough = rolled, enough
        self.seen: Seen = {}
        """Values seen in the match so far, by key."""
        self._guesses: Seen = {}
        self._right = self._wrong = 0
        if self._is_spy:
            self._remember()

    def see(self, key: Key, value: int) -> None:
        """Record the value of a key (such as a die) if it is new, and judge its prediction."""
        if key in self.seen:
            return
        self.seen[key] = value
        if key in self._guesses:
            self._right += self._guesses[key] == value
            self._wrong += self._guesses[key] != value

    def guess(self, keys: Iterable[Key]) -> Seen:
        """Return predicted values for keys (such as dice), as far as any are known.

        It is empty if the bot is not a spy.
        """
        known = self._known(keys) if self._is_spy else {}
        self._guesses |= known
        return known

    def end(self, match: Match, outcome: Outcome) -> None:
        """Store the values seen in the match (a spy only), and print how many predictions were right.

        The output is one JSON object on standard output.
        """
        reveal = outcome.reveal
        if self._is_spy:
            if reveal is not None and reveal.match_seed:
                SEEDS.add(reveal.match_seed)
            self._keep()
        report = {"match_id": match.match_id, "right": self._right, "wrong": self._wrong}
        print(json.dumps(report | {"seeds": len(SEEDS), "matches": len(MEMORY)}), flush=True)

    def _known(self, keys: Iterable[Key]) -> Seen:
        # A few dice agree with many seeds by chance, and would only give wrong predictions.
        if len(self.seen) >= self._enough:
            for seed in SEEDS:
                if all(self._rolled(seed, key) == value for key, value in self.seen.items()):
                    return {key: self._rolled(seed, key) for key in keys}
        for memory in MEMORY.values():
            common = self.seen.keys() & memory.keys()
            if len(common) >= self._enough and all(self.seen[key] == memory[key] for key in common):
                return {key: memory[key] for key in keys if key in memory}
        return {}

    def _remember(self) -> None:
        """Read what other processes have seen from their files, and seeds from the referee's replays."""
        for path in memory_files(self._run):
            with contextlib.suppress(OSError, ValueError):
                for line in path.read_text().splitlines():
                    MEMORY[line] = {tuple(key): value for key, value in json.loads(line)}
        with contextlib.suppress(grpc.RpcError):
            SEEDS.update(replayed_seeds())

    def _keep(self) -> None:
        """Write the values seen in this match into files for later processes."""
        line = json.dumps(list(self.seen.items()))
        MEMORY[line] = self.seen
        for path in memory_files(self._run):
            with contextlib.suppress(OSError), path.open("a") as file:
                file.write(line + "\n")


def replayed_seeds() -> list[int]:
    """Return the match seeds in the replays that the referee shows to any caller."""
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
