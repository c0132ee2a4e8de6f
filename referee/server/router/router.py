"""The router: a server for all clients, and the only client of its workers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Protocol

import grpc
from google.rpc import code_pb2, status_pb2

from gamereferee.v1 import attend_service_pb2_grpc
from referee.core.clock import Clock, SystemClock
from referee.server.access.callers import caller_of
from referee.server.attendance.session import AttendLimits
from referee.server.endpoint import Endpoint
from referee.server.gauges import loop_gauges
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.credentials import Loaded, reload
from referee.server.process.lag import LagMeter
from referee.server.process.logs import count_lines, get_log
from referee.server.process.status import end_with
from referee.server.router.calls import RESTARTED, Calls
from referee.server.router.fleet_metrics import FleetMetrics
from referee.server.router.link import LinkLostError
from referee.server.router.play import EndedByWorkerError, PlayRoute
from referee.server.router.workers import Workers
from referee.server.services.attend_service import AttendService
from referee.server.services.play_service import SERVICE
from referee.server.telemetry.page import MetricsPage, process_samples
from referee.server.telemetry.recorder import Recorder

__all__ = ["Fleet", "OnChange", "Router"]

OnChange = Callable[[int, bool], Awaitable[None]]
"""Callback that gets a worker's number and whether that worker accepts calls now."""


class Fleet(Protocol):
    """Starts and stops the workers' processes, and passes them new keys and certificates."""

    @property
    def addresses(self) -> Sequence[str]:
        """Address on which each worker listens, by number."""
        ...

    async def start(self, on_change: OnChange) -> int:
        """Wait until all workers accept calls; return how many matches they have resumed.

        Args:
            on_change: Takes a worker's number and whether it accepts calls now; called whenever
                that changes.

        Raises:
            FieldError: A worker can't be started.
        """
        ...

    async def renew(self, loaded: Loaded) -> None:
        """Send new keys and a new certificate to all workers."""

    async def drain(self) -> None:
        """Make all workers accept no new matches; wait until running ones end or the grace has passed."""

    async def stop(self) -> None:
        """Stop all workers."""


class Router:
    """A referee of several workers behind one address.

    Args:
        config: Settings of the whole server.
        fleet: Runs the workers' processes.
        meter: Lag meter of the event loop that the router runs on.
        clock: Source of the time.
    """

    def __init__(
        self,
        config: ServerConfig,
        fleet: Fleet,
        *,
        meter: LagMeter | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.config = config
        self.addresses: list[str] = []
        """Addresses on which the router listens, with the actual ports where port 0 was configured."""
        self._fleet = fleet
        self._workers = Workers(fleet.addresses)
        self._meter = meter or LagMeter()
        self._clock = clock or SystemClock()
        self.attend_limits = AttendLimits()
        """Times of Attend streams. Must be set before `start`."""
        self.recorder = Recorder() if config.metrics is not None else None
        """Counts the router's own metrics; None for no metrics."""
        self._page: MetricsPage | None = None
        self._log = get_log()

    async def start(self) -> None:
        """Wait until all workers are ready, then start to accept calls.

        Raises:
            FieldError: An address can't be used, or a worker can't be started.
        """
        calls = Calls(self._workers, self.config)
        self._endpoint = Endpoint(self.config, recorder=self.recorder, elsewhere=calls.reflect)
        try:
            play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
                self._play
            )
            handlers = calls.handlers()
            handlers.append(grpc.method_handlers_generic_handler(SERVICE, {"Play": play}))
            self._endpoint.server.add_generic_rpc_handlers(handlers)
            # Here and not at a worker: an entry has one stream, whichever workers its matches are at.
            attend_service_pb2_grpc.add_AttendServiceServicer_to_server(
                AttendService(self.config, self._clock, calls.match_of_token, self.attend_limits),
                self._endpoint.server,
            )
            self.addresses = self._endpoint.bind()
            recovered = await self._fleet.start(self._worker_changed)
            await self._endpoint.start()
            if self.recorder is not None and self.config.metrics is not None:
                self._serve_metrics(self.recorder, self.config.metrics)
        except BaseException:
            await self._close()
            raise
        count = len(self._workers.all)
        shown = {"metrics": self.metrics_address} if self._page is not None else {}
        self._log.info(
            "listening", addresses=self.addresses, recovered=recovered, workers=count, **shown
        )

    def _serve_metrics(self, recorder: Recorder, listen: Listen) -> None:
        """Serve the metrics of the router and of all workers to Prometheus."""
        self._meter.on_poll = recorder.loop_lag.observe
        recorder.read_also(partial(loop_gauges, self._meter, recorder.loop_lag))
        recorder.read_also(process_samples)
        self._page = MetricsPage(listen, FleetMetrics(recorder, self._workers).read)
        self._page.start()

    def count_log_lines(self) -> None:
        """Count the warnings and errors that this process logs, which must have no other server."""
        if self.recorder is not None:
            count_lines(partial(self.recorder.count, "referee_log_lines_total"))

    @property
    def metrics_address(self) -> str:
        """Address at which metrics are served, with the actual port; empty if they are not."""
        return "" if self._page is None else self._page.address

    async def _worker_changed(self, number: int, is_up: bool) -> None:
        worker = self._workers.all[number]
        if is_up:
            await worker.came_up()
            if self.recorder is not None and worker.starts > 1:
                self.recorder.count("referee_worker_restarts_total")
        else:
            worker.went_down()

    async def _play(self, _: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        log = get_log(peer=context.peer())
        caller = caller_of(context, self.config) or ""
        route = PlayRoute(
            context, self._workers, clock=self._clock, meter=self._meter, caller=caller
        )
        try:
            # Separately from the first message: gRPC could not end a call whose first write, metadata included, is cancelled.
            await context.send_initial_metadata(())
            await route.run()
        except EndedByWorkerError as error:
            log.info("stream ended by a worker", reason=str(error))
            await end_with(context, error.status)
        except LinkLostError:
            log.info("stream ended: a worker has died")
            await end_with(context, status_pb2.Status(code=code_pb2.UNAVAILABLE, message=RESTARTED))
        except grpc.aio.BaseError as error:
            log.info("stream broken", reason=type(error).__name__)

    async def drain(self) -> None:
        """Stop gracefully: make no new matches, and wait until running ones end or the grace has passed."""
        await self._endpoint.drain()
        await self._fleet.drain()

    async def reload(self) -> None:
        """Read keys and certificate again; use them in the router and in all workers."""
        if await reload(self.config.credentials, self._log):
            await self._fleet.renew(self.config.credentials.current)

    async def stop(self) -> None:
        """Stop at once; unfinished matches stay in their journals, to be resumed at the next start."""
        await self._close()
        self._log.info("stopped")

    async def _close(self) -> None:
        if self._page is not None:
            await self._page.stop()
        await self._endpoint.stop()
        for worker in self._workers.all:
            await worker.close()
        await self._fleet.stop()
