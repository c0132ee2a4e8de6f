"""Builds a server, and runs it until a signal stops it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from gamereferee.v1 import (
    attend_service_pb2_grpc,
    lobby_service_pb2_grpc,
    match_pb2,
    replay_service_pb2_grpc,
)
from referee.core.clock import Clock
from referee.core.native.interpreting import load_after
from referee.core.native.loading import allow_compiling
from referee.core.os_limits import raise_open_files
from referee.games.warm_up import command_for
from referee.server.attendance.session import AttendLimits
from referee.server.endpoint import Endpoint
from referee.server.gauges import loop_gauges, match_gauges
from referee.server.hosting.observer import Both, HostingObserver, Telemetry
from referee.server.lobby.house import HouseBots, HouseKeeper
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.sleepers import SWEEP_S
from referee.server.process.collecting import collect_rarely
from referee.server.process.config import ServerConfig
from referee.server.process.credentials import reload
from referee.server.process.lag import FairClock, LagMeter
from referee.server.process.logs import count_lines, get_log
from referee.server.process.metered_loop import new_event_loop
from referee.server.services.attend_service import AttendService
from referee.server.services.lobby_service import LobbyService
from referee.server.services.match_view import match_of
from referee.server.services.matchmaking import Matchmaking
from referee.server.services.play_service import PlayService
from referee.server.services.replay_service import ReplayService
from referee.server.services.spectate_service import SpectateService
from referee.server.telemetry.collecting import samples_handler
from referee.server.telemetry.page import MetricsPage, process_samples
from referee.server.telemetry.recorder import Recorder

if TYPE_CHECKING:
    from referee.server.telemetry.traces import Traces

__all__ = ["Runnable", "Server", "Startable", "run_server", "run_until_stopped", "running_server"]


class Startable(Protocol):
    """Something that can be started and stopped, such as a server."""

    async def start(self) -> None:
        """Start to accept calls."""

    async def stop(self) -> None:
        """Stop at once, without waiting for running matches."""


class Runnable(Startable, Protocol):
    """Something that can run until a signal stops it: a server, or a router with its workers."""

    async def drain(self) -> None:
        """Accept no new matches; wait until running ones are over, or until the grace has passed."""

    async def reload(self) -> None:
        """Read keys and certificate again, and use them for new calls and connections."""


_MOST_DELAY_S = 60
"""Longest time, in seconds, between two attempts to resume matches whose journals could not be read
when the server started.
"""


class Server:
    """A referee server with its matches and addresses.

    Args:
        config: Settings of the server.
        house: Runs house bots; None for a server without any.
        meter: Lag meter of the event loop that the server runs on.
        clock: Source of the time.
    """

    def __init__(
        self,
        config: ServerConfig,
        *,
        house: HouseBots | None = None,
        meter: LagMeter | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.config = config
        self.addresses: list[str] = []
        """Addresses on which the server listens, with the actual ports where port 0 was configured."""
        self.recovered = 0
        """Number of matches resumed from their journals."""
        self.direct_address = ""
        """Address at which clients reach this worker past its router; empty if there is none. Must
        be set before `start`.
        """
        self.meter = meter or LagMeter()
        """Lag meter of the event loop that the server runs on."""
        self.clock = clock or FairClock(self.meter)
        """Source of the time for all parts of the server."""
        self.attend_limits = AttendLimits()
        """Times of Attend streams. Must be set before `start`."""
        self.recorder = Recorder() if config.metrics is not None else None
        """Counts the server's metrics; None for no metrics."""
        self.traces: Traces | None = None
        """Traces of the matches; None for none. May be set before `start`."""
        self._page: MetricsPage | None = None
        self._house = house
        self._log = get_log()
        self._recovering: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the data folder, resume unfinished matches, and start to accept calls.

        Raises:
            FieldError: The data folder or an address can't be used.
        """
        allow_compiling(command_for, self._log.info)
        load_after(self.config.load_kernels_after_ns)
        telemetry = Telemetry(self.recorder, self._observer())
        self.lobby = Lobby(self.config, self.clock, self.meter, self.direct_address, telemetry)
        self._keeper = HouseKeeper(self.lobby, self._house)
        self._endpoint = Endpoint(self.config, recorder=self.recorder)
        try:
            self._add_services()
            # Before recovery, which may take long: an address that can't be used must not cost that time.
            self.addresses = self._endpoint.bind()
            # Before calls are accepted: a bot that comes back with its token would get an error that ends it.
            self.recovered = self.lobby.recovery.start()
            await self._endpoint.start()
            if self._page is not None:
                self._page.start()
            # After that: house bots come back by calls.
            await self._keeper.take_up()
            if self.lobby.recovery.postponed:
                self._recovering = asyncio.create_task(self._recover_postponed())
            if self.lobby.may_sleep:
                self._sweeping = asyncio.create_task(self._put_to_sleep())
        except BaseException:
            await self._close()
            raise
        if self.config.shard is None:
            shown = {"metrics": self._page.address} if self._page is not None else {}
            self._log.info("listening", addresses=self.addresses, recovered=self.recovered, **shown)

    def _observer(self) -> HostingObserver | None:
        """Return what observes the matches; None for nobody."""
        if self.config.traces and self.traces is None:
            # Only now: servers without traces need not have the packages.
            from referee.server.telemetry.traces import exporting

            self.traces = exporting(self.config.traces, self.clock)
        if self.traces is None or self.recorder is None:
            return self.traces or self.recorder
        return Both(self.recorder, self.traces)

    def _add_services(self) -> None:
        server = self._endpoint.server
        self.matchmaking = Matchmaking(self.lobby, self.clock)
        lobby_service_pb2_grpc.add_LobbyServiceServicer_to_server(
            LobbyService(self.lobby, self._keeper, self.matchmaking, self.clock), server
        )
        replay_service_pb2_grpc.add_ReplayServiceServicer_to_server(
            ReplayService(self.lobby, self.clock), server
        )
        self.play_service = PlayService(self.lobby, self.clock, self.meter)
        spectate_service = SpectateService(self.lobby)
        server.add_generic_rpc_handlers((self.play_service.handler(), spectate_service.handler()))
        # Where workers share the matches, entries attend at the router alone.
        if self.config.shard is None:
            attend_service_pb2_grpc.add_AttendServiceServicer_to_server(
                AttendService(self.config, self.clock, self._find_match, self.attend_limits), server
            )

        if self.recorder is not None:
            self._serve_metrics(self.recorder)

    def _serve_metrics(self, recorder: Recorder) -> None:
        """Prepare to serve metrics: to Prometheus or, as a worker, to the router."""
        self.meter.on_poll = recorder.loop_lag.observe
        recorder.read_also(partial(match_gauges, self.lobby, self.matchmaking))
        recorder.read_also(partial(loop_gauges, self.meter, recorder.loop_lag))
        recorder.read_also(process_samples)
        if self.config.shard is not None:
            self._endpoint.server.add_generic_rpc_handlers((samples_handler(recorder),))
        elif self.config.metrics is not None:
            self._page = MetricsPage(self.config.metrics, recorder.read)

    def count_log_lines(self) -> None:
        """Count the warnings and errors that this process logs, which must have no other server."""
        if self.recorder is not None:
            count_lines(partial(self.recorder.count, "referee_log_lines_total"))

    @property
    def metrics_address(self) -> str:
        """Address at which metrics are served, with the actual port; empty if they are not."""
        return "" if self._page is None else self._page.address

    async def _find_match(self, token: str) -> match_pb2.Match:
        host, _ = await self.lobby.find_seat(token)
        return match_of(host)

    async def drain(self) -> None:
        """Stop gracefully: make no new matches, and wait until running ones end or the grace has passed."""
        # Health first, so that a load balancer sends no more callers while running matches are waited for.
        await self._endpoint.drain()
        await self.lobby.drain()

    async def reload(self) -> None:
        """Read keys and certificate again, and use them for new calls and connections."""
        await reload(self.config.credentials, self._log)

    async def stop(self) -> None:
        """Stop at once; unfinished matches stay in their journals, to be resumed at the next start."""
        await self._close()
        self._log.info("stopped")

    async def _recover_postponed(self) -> None:
        delay_s = 1
        while self.lobby.recovery.postponed:
            await asyncio.sleep(delay_s)
            self.recovered += self.lobby.recovery.try_again()
            await self._keeper.take_up()
            delay_s = min(2 * delay_s, _MOST_DELAY_S)

    async def _put_to_sleep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.lobby.sleepers.sweep(self.lobby.live())

    async def _close(self) -> None:
        for task in (self._recovering, self._sweeping):
            if task is not None:
                task.cancel()
        # The keeper first, or it would start house bots again that end with their calls; the lobby last, as calls use it.
        self._keeper.close()
        if self._page is not None:
            await self._page.stop()
        await self._endpoint.stop()
        await self.lobby.close()
        if self.traces is not None:
            await asyncio.to_thread(self.traces.close)


_Startable = TypeVar("_Startable", bound=Startable)


@asynccontextmanager
async def running_server(server: _Startable) -> AsyncIterator[_Startable]:
    """Start a server and yield it; stop it when the context ends."""
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def run_server(config: ServerConfig, house: HouseBots | None = None) -> None:
    """Run a server until SIGTERM or SIGINT, then drain it.

    A second signal ends the drain at once. `house` runs house bots; None for a server without any.

    Raises:
        FieldError: The data folder or an address can't be used.
    """
    meter = LagMeter()
    server = Server(config, house=house, meter=meter)
    server.count_log_lines()
    run_until_stopped(server, meter)


def run_until_stopped(server: Runnable, meter: LagMeter, *, hangup_ends: bool = False) -> None:
    """Run a server until SIGTERM or SIGINT, then drain it.

    A second signal ends the drain at once. SIGHUP reloads keys and certificate.

    Args:
        server: Server or router to run.
        meter: Lag meter for the event loop that this function runs.
        hangup_ends: Whether SIGHUP stops the server instead, because it has nothing to reload.

    Raises:
        FieldError: The data folder or an address can't be used.
    """
    raise_open_files()
    with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
        runner.run(_serve(server, hangup_ends=hangup_ends))


async def _serve(server: Runnable, *, hangup_ends: bool) -> None:
    first = asyncio.Event()
    second = asyncio.Event()

    def stop() -> None:
        (second if first.is_set() else first).set()

    reloads = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    if not hangup_ends:
        loop.add_signal_handler(signal.SIGHUP, reloads.release)
    elif signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup still keeps it running
        loop.add_signal_handler(signal.SIGHUP, stop)
    async with running_server(server):
        collect_rarely()
        reloading = loop.create_task(_reload_on_signal(server, reloads))
        await first.wait()
        # The second signal ends the grace at once; matches that still run stay in their journals.
        drained = asyncio.create_task(server.drain())
        impatient = asyncio.create_task(second.wait())
        await asyncio.wait((drained, impatient), return_when=asyncio.FIRST_COMPLETED)
        for task in (drained, impatient, reloading):
            task.cancel()


async def _reload_on_signal(server: Runnable, reloads: asyncio.Semaphore) -> None:
    """Reload once for each release of the semaphore, one reload at a time, even while the server drains."""
    while True:
        await reloads.acquire()
        try:
            await server.reload()
        except Exception:  # a server that can't reload must go on serving
            get_log().exception("reload failed")
