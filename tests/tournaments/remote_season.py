"""A referee as a process, the organizer's side of remote entries, and their helpers as processes."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.helpers.patience import come_true
from tests.integration.serving import ServerProcess
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program
from tournaments.bots.remote import AttendanceChange, AttendeeKey, HostedAndRemote, RemoteSeats
from tournaments.play.attend_calls import AttendCalls
from tournaments.play.executor import AttemptOrder, LocalExecutor, PlayedAttempt
from tournaments.play.referee_calls import GrpcRefereeCalls
from tournaments.processes.client import SupervisorClient
from tournaments.spec.config import TimeControlSpec
from tournaments.spec.matches import MatchOrder
from tournaments.store.store import Store

__all__ = ["GREEDY", "PLAYS_ON", "Helper", "Season", "helping", "in_season"]

KEY = "gr_" + "a" * 52
"""Key of all remote entries of these tests."""
ORGANIZER = "organizer-of-the-tests"
GREEDY = (sys.executable, "-m", "referee_bots.diceman.greedy_bot")
"""A program of Diceman."""
PLAYS_ON = """
import os, sys, time
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

def act(observation: Observation) -> Action:
    with open("pids", "a") as file:
        print(os.getpid(), file=file)
    while not os.path.exists("go"):
        time.sleep(0.02)  # a poll: nothing wakes a program by a file
    return Action(dice=[2, 3])

run(act)
"""
"""A program that begins each turn in `pids`, and answers once there is a file `go`."""
PATIENT = TimeControlSpec.model_validate(
    {"move_time": "1h", "join_limit": "1h", "lag_margin": "1s", "strikes": 3}
)


class Season:
    """The organizer's side, with one hosted entry `greedy`; every other entry is remote.

    Args:
        server: The referee.
        calls: Client of it.
    """

    def __init__(self, server: ServerProcess, calls: GrpcRefereeCalls) -> None:
        self.server = server
        self.calls = calls
        self.notes: list[str] = []
        self.heard: list[AttendanceChange] = []
        """All changes of attendance."""
        self.times_away = 0
        self.remote = RemoteSeats(
            AttendCalls(calls), hear=self._hear, away=self._away, note=self.notes.append
        )
        self.executor: LocalExecutor
        self._made = 0

    def _hear(self, is_snapshot: bool, changes: list[AttendanceChange]) -> None:
        del is_snapshot
        self.heard += changes

    def _away(self) -> None:
        self.times_away += 1

    def count(self, kind: str, entry: str = "ann") -> int:
        """How many changes of a kind of an entry were reported."""
        return sum(change.kind.name == kind and change.entry == entry for change in self.heard)

    async def until(self, kind: str, number: int = 1, entry: str = "ann") -> None:
        """Wait until that many changes of a kind were reported."""
        await come_true(lambda: self.count(kind, entry) >= number, f"{number} {kind} of {entry}")

    async def play(
        self, *players: str, terms: TimeControlSpec = PATIENT, games: int = 1
    ) -> PlayedAttempt:
        """Play one match."""
        self._made += 1
        remote = tuple(seat for seat, player in enumerate(players) if player != "greedy")
        config = json.dumps({"games": games})
        order = MatchOrder(
            "diceman", 1, config, 7 + self._made, players, terms, remote_seats=remote
        )
        attempt = AttemptOrder(order, f"match/{self._made}", "a match of the season", None)

        async def begun(match_id: str) -> None:
            del match_id

        return await self.executor.play(attempt, begun)


@contextlib.asynccontextmanager
async def in_season(
    folder: Path, *, attendees: tuple[str, ...] = ("ann",)
) -> AsyncIterator[Season]:
    """A closed referee with one think slot, and an organizer who has named the key of these entries."""
    supervisor = SupervisorClient.start()
    await supervisor.connect()
    options = ("--organizer-key", ORGANIZER, "--closed", "--think-slots", "1")
    try:
        with (
            ServerProcess(folder, *options) as server,
            contextlib.closing(Store(folder / "t.sqlite", create=True)) as store,
        ):
            store.begin("cup", Path("cup.toml"), "text", ["greedy"])
            calls = GrpcRefereeCalls(server.address, organizer_key=ORGANIZER, is_own=True)
            try:
                season = Season(server, calls)
                async with asyncio.TaskGroup() as tasks:
                    launcher = BotLauncher(
                        [Program("greedy", GREEDY, folder, {})],
                        supervisor=supervisor,
                        book=store,
                        logs=folder / "logs",
                        referee_env={"REFEREE_ADDRESS": server.address},
                        per_match=True,
                        note=season.notes.append,
                        resign=calls.resign,
                        is_out=calls.is_out,
                        tasks=tasks,
                    )
                    bots = HostedAndRemote(
                        launcher, season.remote, lambda player: player != "greedy"
                    )
                    season.executor = LocalExecutor(calls, bots, slots=8, replay_folder=None)
                    digest = hashlib.sha256(KEY.encode()).hexdigest()
                    season.remote.set_keys([AttendeeKey(digest, attendees)])
                    informing = asyncio.create_task(season.remote.run())
                    try:
                        yield season
                    finally:
                        informing.cancel()
                        await asyncio.gather(informing, return_exceptions=True)
                        await launcher.close()
            finally:
                await calls.close()
    finally:
        await supervisor.close()


@dataclasses.dataclass(slots=True, eq=False)
class Helper:
    """A `referee attend` process."""

    process: asyncio.subprocess.Process
    """The process."""
    folder: Path
    """Folder that it and its program run in."""

    @property
    def lines(self) -> list[str]:
        """All lines that it has printed, without their times."""
        return [line[20:] for line in (self.folder / "lines").read_text().splitlines()]

    @property
    def errors(self) -> str:
        """What it and its program have written to standard error."""
        return (self.folder / "errors").read_text()

    async def until(self, words: str) -> None:
        """Wait until it has printed a line with these words."""
        await come_true(lambda: any(words in line for line in self.lines), f"{words!r}")

    async def has_turn(self, times: int = 1) -> int:
        """Wait until a program of `PLAYS_ON` has begun turns; the process that began the last one."""
        pids = self.folder / "pids"
        await come_true(
            lambda: pids.exists() and len(pids.read_text().split()) >= times, f"turn {times}"
        )
        return int(pids.read_text().split()[-1])

    def go(self) -> None:
        """Let the program of `PLAYS_ON` answer."""
        (self.folder / "go").touch()

    async def interrupt(self) -> None:
        """Send it what Ctrl-C sends."""
        self.process.send_signal(signal.SIGINT)

    async def status(self) -> int:
        """Its exit status, once it has ended."""
        await come_true(lambda: self.process.returncode is not None, "the helper's end")
        assert self.process.returncode is not None
        return self.process.returncode


@contextlib.asynccontextmanager
async def helping(
    folder: Path, address: str, *words: str, entry: str = "ann", key: str = KEY
) -> AsyncIterator[Helper]:
    """A helper that runs in a folder; killed at the end.

    Args:
        folder: The folder, made if it is missing.
        address: Address of the referee.
        words: More flags, `--` and the program.
        entry: Name of the entry.
        key: Its key.
    """
    folder.mkdir(exist_ok=True)
    (folder / "key").write_text(f"{key}\n")
    command = [sys.executable, "-P", "-m", "referee", "attend", address]
    command += ["--entry", entry, "--key-file", "key", *words]
    with (folder / "lines").open("ab") as lines, (folder / "errors").open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=lines, stderr=errors, cwd=folder
        )
    try:
        yield Helper(process, folder)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        await process.wait()
