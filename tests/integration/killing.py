"""Kills a server with `kill -9` again and again while matches are played, and checks what comes out.

`python -m tests.integration.killing --kills 500` does so for longer than the tests do, with `--workers 2`
to a router and its workers: mostly to all of them at once, else to one worker alone. Moments are drawn
at random: a few decisions further, or while the server comes up again. Matches are played in groups,
each in a folder of its own. In the end every match must have ended by the rules with the digests of a
match that was never disturbed, every action must be one that its bot has sent, and every replay must
verify.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import dataclasses
import logging
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import error_pb2, lobby_service_pb2, match_pb2, replay_pb2
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee_client import RefereeClient
from referee_client.lobby import Lobby, time_control
from tests.helpers.journals import left_of_matches
from tests.helpers.patience import patience
from tests.integration.policy import choose, expected_digests
from tests.integration.serving import ServerProcess

__all__ = ["PATIENT", "Killer", "check", "digests", "make_matches", "play_while_killed"]

PATIENT = time_control(1800, strikes=1, join_limit=1800)
"""Time enough for restarts: one missed deadline would forfeit, and be seen."""
MATCHES = 8
"""Of a group, which are played at once."""
GAMES = 60
"""Of a match; some 800 decisions of both seats together."""
_ONE_WORKER = 0.3
"""Share of the kills that hit one worker alone, where there are any."""
_BACK_S = 2.5
"""Seconds in which a worker is mostly back: the router lets one pass before it starts it again."""


class Killer:
    """Plays by the policy, and kills a server once so many more decisions have been made.

    Args:
        server: The victim.
        kills: How often.
        dice: Decides the moments.
        coming_up: Share of the restarts that are killed too, before they have come up.
    """

    def __init__(
        self, server: ServerProcess, kills: int, dice: random.Random, coming_up: float = 0.0
    ) -> None:
        self._server = server
        self._dice = dice
        self._most = kills
        self._coming_up = coming_up
        self._up_s = 0.0
        self._decisions_left = dice.randint(1, 60)
        self._tasks: asyncio.TaskGroup | None = None
        self._one_at_a_time = asyncio.Lock()
        self.hit: collections.Counter[str] = collections.Counter()
        """How often it has killed what."""

    @property
    def kills(self) -> int:
        """How often it has."""
        return self.hit.total()

    async def play(self, matches: Sequence[lobby_service_pb2.CreateMatchResponse]) -> None:
        """Play both seats of these matches to their end; what was killed is up again by then."""
        async with asyncio.TaskGroup() as self._tasks:
            for seat in range(2):
                client = RefereeClient(self._server.address, self.act, patience=patience())
                self._tasks.create_task(client.play([one.seat_tokens[seat] for one in matches]))

    def act(self, observation: Observation) -> Action:
        """Decide for a bot; the server may die before, while or after it reads the answer."""
        self._decisions_left -= 1
        if self._decisions_left == 0 and self.kills < self._most:
            assert self._tasks is not None
            self._tasks.create_task(self._kill())
        return choose(observation)

    async def _kill(self) -> None:
        await asyncio.sleep(self._dice.random() * 0.004)
        async with self._one_at_a_time:  # what was killed before has come up
            # From here on, so that what is decided before we learn that it is up again counts too.
            self._decisions_left = self._dice.randint(1, 100)
            workers = self._server.workers()
            if workers and self._dice.random() < _ONE_WORKER:
                os.kill(self._dice.choice(workers), signal.SIGKILL)
                self.hit["one worker"] += 1
                # The next kill comes before, while or after it is started again.
                await asyncio.sleep(self._dice.random() * _BACK_S)
            else:
                self._server.kill_all()
                self.hit["serving"] += 1
                await asyncio.to_thread(self._start_again)

    def _start_again(self) -> None:
        while self.kills < self._most and self._dice.random() < self._coming_up:
            self._server.launch()
            time.sleep(self._dice.random() * self._up_s)  # a moment, and no more than a moment
            self._server.kill_all()
            self.hit["coming up"] += 1
        began = time.monotonic()
        self._server.start()
        self._up_s = time.monotonic() - began


def play_while_killed(
    server: ServerProcess, killer: Killer, matches: Sequence[lobby_service_pb2.CreateMatchResponse]
) -> None:
    """Play matches of two seats to their end; then let the server stop, and see that no match is left."""
    asyncio.run(killer.play(matches))
    server.signal(signal.SIGTERM)
    assert server.wait() == 0, server.log()
    left = left_of_matches(server.data / "journals")
    assert not left, left


def make_matches(
    server: ServerProcess, seeds: Sequence[int], games: int
) -> list[lobby_service_pb2.CreateMatchResponse]:
    """A match of Diceman with each of these seeds."""
    with Lobby(server.address) as lobby:
        return [
            lobby.create_match("diceman", config={"games": games}, seed=seed, time_control=PATIENT)
            for seed in seeds
        ]


def digests(path: Path) -> list[bytes]:
    """Digests of a replay, from the start on; its bots must have been in time with every action."""
    found = []
    for record in read_records(path):
        match record.WhichOneof("record"):
            case "start":
                found.append(record.start.digest)
            case "step":
                found.append(record.step.digest)
                kinds = {action.kind for action in record.step.actions}
                assert kinds == {replay_pb2.ACTION_KIND_PLAYED}, f"{path}: {record}"
            case "miss" | "forfeit":
                raise AssertionError(f"{path}: {record}")
            case "rejection":
                is_late = record.rejection.reason == error_pb2.ERROR_REASON_LATE
                assert not is_late, f"{path}: {record}"
            case "end":
                cause = record.end.outcome.cause
                assert cause == match_pb2.END_CAUSE_RULES, f"{path}: {record}"
    return found


def check(server: ServerProcess, match_id: str, seed: int, games: int) -> int:
    """See that a match came out as if nothing had happened; return how often it was taken up again."""
    path = server.data / "replays" / f"{match_id}.replay"
    problem = verify(path).problem
    assert problem is None, problem
    assert digests(path) == expected_digests(seed, games), path
    return sum(record.HasField("recovery") for record in read_records(path))


@dataclasses.dataclass
class Campaign:
    """Kills of servers on which one group of matches after the other is played.

    Args:
        folder: Where their folders go.
        workers: How many each has; 1 means a server without a router.
        seed: What moments are drawn from.
    """

    folder: Path
    workers: int
    seed: int
    hit: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """How often what was killed."""
    matches: int = 0
    """How many were played to their end."""
    taken_up: int = 0
    """How often one of them was taken up again."""
    left: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """What is beside the journals in the end, by the ends of the names."""

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)

    def __str__(self) -> str:
        hit = ", ".join(f"{self.hit[what]} {what}" for what in sorted(self.hit))
        left = ", ".join(f"{count} {suffix}" for suffix, count in sorted(self.left.items()))
        return (
            f"{self.hit.total()} kills ({hit}), {self.matches} matches, taken up {self.taken_up}"
            f" times, none lost; beside the journals: {left or 'nothing'}"
        )

    def kill(self, kills: int) -> None:
        """Play groups and kill their servers, so often in all; check each group in its end."""
        while (left := kills - self.hit.total()) > 0:
            seeds = range(self.matches, self.matches + MATCHES)
            folder = self.folder / f"group-{seeds.start}"
            folder.mkdir()
            options = ["--log-level", "warning", "--workers", str(self.workers)]
            with ServerProcess(folder, *options) as server:
                made = make_matches(server, seeds, GAMES)
                killer = Killer(server, left, self._dice, coming_up=0.2)
                play_while_killed(server, killer, made)
                journals = server.data / "journals"
                self.left.update(path.suffix or path.name for path in journals.iterdir())
                for seed, one in zip(seeds, made, strict=True):
                    self.taken_up += check(server, one.match.match_id, seed, GAMES)
            self.hit += killer.hit
            self.matches += len(made)


def main() -> None:
    """Kill so many servers, and tell how it went; the folder of a group that fails is kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=2008)
    options = parser.parse_args()
    logging.getLogger("referee_client").setLevel(logging.ERROR)  # not each try to come back
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="killing-"))
    os.environ["TMPDIR"] = str(folder)  # for what routers keep there as long as they live
    campaign = Campaign(folder, options.workers, options.seed)
    while campaign.hit.total() < options.kills:
        campaign.kill(min(campaign.hit.total() + 50, options.kills))
        print(f"{campaign} in {time.monotonic() - began:.0f}s", flush=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
