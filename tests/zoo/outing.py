"""All animals let loose on one server, each against the honest neighbour, with bystanders besides.

It happens once; the tests look at what came of it. Nothing here measures time: terms are such that
everybody has half an hour for each decision; where the animal has to be timed out it is some seconds,
more on a machine that is busy, since the neighbour has to keep the same terms.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc, match_pb2, time_control_pb2
from referee_client import RefereeClient, time_control
from tests.helpers.patience import patience, slowness
from tests.integration.serving import ServerProcess
from tests.zoo.animals import Animal
from tests.zoo.bots.stage import OTHER_MATCH
from tests.zoo.neighbour import Ledger, Neighbour

__all__ = ["BANK_S", "Footprint", "Outing", "Zoo", "visit"]

ROOT = Path(__file__).parents[2]
AT_ONCE = 20
"""Animals at large at any time; each is a process with gRPC in it."""
WARM_UP = 4
"""Matches before the footprint is taken; every worker gets some of them."""
_SLOWNESS = slowness()
"""The same for all terms of a visit."""
BANK_S = round(6.0 * _SLOWNESS, 1)
_MOST_MARGIN_S = 10.0  # the protocol's bound, whatever the machine
BRISK = time_control(BANK_S / 3, bank=BANK_S, lag_margin=min(BANK_S / 6, _MOST_MARGIN_S), strikes=3)
PATIENT = time_control(1800, bank=BANK_S, strikes=3)
LIMIT_S = patience(600)
"""Seconds after which a match, or an animal, that should be over counts as stuck."""


@dataclasses.dataclass(frozen=True, slots=True)
class Footprint:
    """What a server has of the machine."""

    memory: int
    """Bytes of all its processes."""
    sockets: int
    """Open connections."""


@dataclasses.dataclass
class Outing:
    """One animal's match."""

    seat: int
    """The animal's seat."""
    match: match_pb2.Match
    """The match when it was over."""
    ledger: Ledger
    """What the neighbour met."""
    reasons: tuple[str, ...] = ()
    """What the animal said it was told."""
    statuses: tuple[str, ...] = ()
    said: str = ""
    """Its standard error."""
    replay: Path = Path()
    """Where the match's replay is."""


@dataclasses.dataclass
class Zoo:
    """What came of it."""

    outings: dict[str, Outing] = dataclasses.field(default_factory=dict)
    """By animal."""
    bystanders: list[tuple[match_pb2.Match, list[Ledger]]] = dataclasses.field(default_factory=list)
    """Matches of the neighbour with itself meanwhile."""
    before: Footprint = Footprint(0, 0)
    after: Footprint = Footprint(0, 0)
    log: str = dataclasses.field(default="", repr=False)
    """What the server logged."""
    tells_streams: bool = True
    """Whether the log tells of streams; a router's does not."""
    exit_status: int = -1
    """How the server ended when it was told to."""


class Keeper:
    """Makes matches and lets animals into them."""

    def __init__(self, server: ServerProcess, channel: grpc.aio.Channel) -> None:
        self._server = server
        self._lobby: Any = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        self._ledgers: dict[tuple[str, int], Ledger] = {}
        self._client = RefereeClient(server.address, Neighbour(self._ledgers), name="neighbour")
        self._playing = asyncio.create_task(self._client.play())
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._last_match = ""
        self.comings_and_goings = asyncio.Event()
        """Set whenever an animal is let out or is back."""

    async def close(self) -> None:
        """Let the neighbour go home; it has been fine all the time."""
        self._client.finish()
        await self._playing

    async def _create(
        self, terms: time_control_pb2.TimeControl, seconds: int, games: int = 3
    ) -> lobby_service_pb2.CreateMatchResponse:
        limited = time_control_pb2.TimeControl()
        limited.CopyFrom(terms)
        limited.join_limit.FromSeconds(round(seconds * _SLOWNESS))
        request = lobby_service_pb2.CreateMatchRequest(
            game="diceman", config_json=json.dumps({"games": games}), time_control=limited
        )
        made: lobby_service_pb2.CreateMatchResponse = await self._lobby.CreateMatch(request)
        return made

    async def _over(
        self, match_id: str, *seats: int, whose: str = "a bystander"
    ) -> tuple[match_pb2.Match, list[Ledger]]:
        ledgers = [self._ledgers.setdefault((match_id, seat), Ledger()) for seat in seats]
        async with _in_time(f"match {match_id} of {whose}"):
            for ledger in ledgers:
                await ledger.over.wait()
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        return (await self._lobby.GetMatch(request)).match, ledgers

    async def bystander(self) -> tuple[match_pb2.Match, list[Ledger]]:
        """A match of the neighbour with itself."""
        made = await self._create(PATIENT, 60)
        for token in made.seat_tokens:
            self._client.join(token)
        self._last_match = made.match.match_id
        return await self._over(made.match.match_id, 0, 1)

    async def outing(self, animal: Animal, seat: int) -> Outing:
        """A match of the neighbour with an animal."""
        async with self._gate:
            terms = BRISK if animal.forfeit == "TIME" else PATIENT
            made = await self._create(terms, animal.seconds)
            match_id = made.match.match_id
            self._client.join(made.seat_tokens[1 - seat])
            async with self._at_large(animal, made.seat_tokens[seat]) as process:
                self.comings_and_goings.set()
                match, (ledger,) = await self._over(match_id, 1 - seat, whose=str(animal))
                told, said = b"", b""
                if not animal.stays:
                    async with _in_time(f"{animal} itself"):
                        told, said = await process.communicate()
        self.comings_and_goings.set()
        report = json.loads(told or "{}")
        return Outing(
            seat,
            match,
            ledger,
            tuple(report.get("reasons", ())),
            tuple(report.get("statuses", ())),
            said.decode(),
            self._server.data / "replays" / f"{match_id}.replay",
        )

    @contextlib.asynccontextmanager
    async def _at_large(
        self, animal: Animal, token: str
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"tests.zoo.bots.{animal.module}", animal.function),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ
            | {
                "REFEREE_ADDRESS": self._server.address,
                "REFEREE_TOKENS": token,
                OTHER_MATCH: self._last_match,
            },
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def visit(folder: Path, animals: list[Animal], *options: str) -> Zoo:
    """Let all animals loose at once on a server of their own.

    Args:
        folder: For the server.
        animals: The animals.
        options: More flags for `referee serve`.
    """
    zoo = Zoo()
    with ServerProcess(folder, "--log-level", "debug", *options) as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            keeper = Keeper(server, channel)
            for _ in range(WARM_UP):
                await keeper.bystander()
            await keeper.close()
            zoo.before = await _settled(server.pid, sockets=None)
            keeper = Keeper(server, channel)
            zoo.bystanders.append(await keeper.bystander())

            all_over = asyncio.Event()

            async def go_on() -> None:
                # One after the other would keep two cores busy as long as the slowest animal waits.
                while not all_over.is_set():
                    await keeper.comings_and_goings.wait()
                    keeper.comings_and_goings.clear()
                    zoo.bystanders.append(await keeper.bystander())

            going = asyncio.create_task(go_on())
            outings = await asyncio.gather(
                *(keeper.outing(animal, seat=n % 2) for n, animal in enumerate(animals))
            )
            zoo.outings = dict(zip(map(str, animals), outings, strict=True))
            all_over.set()
            keeper.comings_and_goings.set()
            await going
            zoo.bystanders.append(await keeper.bystander())
            await keeper.close()
            zoo.after = await _settled(server.pid, sockets=zoo.before.sockets)
        zoo.exit_status = await asyncio.to_thread(server.stop)
        zoo.log = server.log()
    return zoo


@contextlib.asynccontextmanager
async def _in_time(what: str) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(LIMIT_S):
            yield
    except TimeoutError:
        raise AssertionError(f"{what} is not over after {LIMIT_S} s") from None


async def _settled(pid: int, sockets: int | None) -> Footprint:
    """What a server takes once as many sockets are open, or after a while whatever it is."""
    for _ in range(100):
        found = _footprint(pid)
        if sockets is not None and found.sockets <= sockets:
            break
        # Nobody tells that the server has closed a connection.
        await asyncio.sleep(0.1 * _SLOWNESS if sockets is not None else 0.01)
    return found


def _footprint(pid: int) -> Footprint:
    processes = [pid]
    for process in processes:
        children = Path(f"/proc/{process}/task/{process}/children").read_text()
        processes += map(int, children.split())
    memory = sockets = 0
    for process in processes:
        status = Path(f"/proc/{process}/status").read_text()
        found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        memory += int(found[1]) * 1024 if found else 0
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                sockets += os.readlink(descriptor).startswith("socket:")
    return Footprint(memory, sockets)
