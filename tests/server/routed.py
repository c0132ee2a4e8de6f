"""A router of this process before two servers of this process, for tests with toys."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import grpc

from referee.core.clock import ManualClock
from referee.core.time_control import SECOND
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.house import HouseBots
from referee.server.lobby.lobby import Lobby
from referee.server.process.config import ServerConfig, parse_listen, worker_config
from referee.server.process.credentials import Loaded
from referee.server.process.lag import LagMeter
from referee.server.router.router import Router
from referee.server.router.worker import WorkerServer
from referee.server.serve import Server, running_server
from tests.server.running import Referee

__all__ = ["LocalFleet", "routed"]


class LocalFleet:
    """Runs workers on the event loop of the test.

    Args:
        config: Settings of the whole.
        folder: Where their sockets are.
        house: Plays baseline bots for all of them.
        clock: Tells the workers the time.
    """

    def __init__(
        self, config: ServerConfig, folder: Path, house: HouseBots | None, clock: ManualClock
    ) -> None:
        configs = [worker_config(config, number, folder) for number in range(config.workers)]
        self.addresses = [config.listen[0].text for config in configs]
        self._configs = configs
        self._house = house
        self._clock = clock
        self.workers = [self._make(number) for number in range(config.workers)]
        self._folder = DataFolder(config.data_dir, sync=False)
        self._stopped = False

    def _make(self, number: int) -> WorkerServer:
        server = Server(self._configs[number], house=self._house, clock=self._clock)
        return WorkerServer(server)

    def servers(self) -> list[Server]:
        """The servers of all workers."""
        return [worker.server for worker in self.workers]

    def lobbies(self) -> list[Lobby]:
        """The lobbies of all workers."""
        return [server.lobby for server in self.servers()]

    async def start(self, told: Callable[[int, bool], Awaitable[None]]) -> int:
        """See `Fleet`."""
        self._told = told
        for number, worker in enumerate(self.workers):
            await worker.start()
            await told(number, True)
        return sum(worker.server.recovered for worker in self.workers)

    async def renew(self, loaded: Loaded) -> None:
        """See `Fleet`."""
        for worker in self.workers:
            worker.renew(pickle.loads(pickle.dumps(loaded)))

    async def drain(self) -> None:
        """See `Fleet`."""
        await asyncio.gather(*(worker.drain() for worker in self.workers))

    async def stop(self) -> None:
        """See `Fleet`."""
        if not self._stopped:
            self._stopped = True
            await asyncio.gather(*(self._stop(worker) for worker in self.workers))
            self._folder.release()

    async def _stop(self, worker: WorkerServer) -> None:
        if worker.server.addresses:
            await worker.stop()

    async def lose(self, number: int) -> None:
        """Let a worker be gone."""
        await self._told(number, False)
        await self.workers[number].stop()

    async def restore(self, number: int) -> None:
        """Let a lost worker be started again."""
        self.workers[number] = self._make(number)
        await self.workers[number].start()
        await self._told(number, True)


@asynccontextmanager
async def routed(
    folder: Path,
    *,
    house: HouseBots | None = None,
    meter: LagMeter | None = None,
    clock: ManualClock | None = None,
    **settings: Any,
) -> AsyncIterator[tuple[Referee, LocalFleet]]:
    """A router with its data and its sockets in a folder, and its workers.

    Args:
        folder: The folder.
        house: Plays baseline bots.
        meter: The router's.
        clock: Tells all of them the time; it stands still, as in `running`.
        **settings: Fields of `ServerConfig`; `listen` as texts; two workers unless said otherwise.
    """
    clock = clock or ManualClock(SECOND)
    listen = settings.pop("listen", [f"unix:{folder}/referee.sock"])
    config = ServerConfig(
        listen=tuple(parse_listen(text) for text in listen),
        data_dir=settings.pop("data_dir", folder / "data"),
        **{"workers": 2} | settings,
    )
    fleet = LocalFleet(config, folder, house, clock)
    async with (
        running_server(Router(config, fleet, meter=meter, clock=clock)) as router,
        grpc.aio.insecure_channel(router.addresses[0]) as channel,
    ):
        referee = Referee(cast("Server", router), channel, clock, fleet.servers)
        try:
            yield referee, fleet
        finally:
            await referee.close()
