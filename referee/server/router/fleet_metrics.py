"""Metrics of a router with its workers: the samples of all processes, with a label that names each.

A worker that has died takes its counts with it, and the one that replaces it begins at 0. So each
process has its own time series, for which Prometheus knows what a counter that falls to 0 means.
"""

from __future__ import annotations

import asyncio

import grpc

from referee.server.process.logs import get_log
from referee.server.router.workers import Worker, Workers
from referee.server.telemetry.collecting import samples_of
from referee.server.telemetry.recorder import Recorder
from referee.server.telemetry.samples import Sample, with_label

__all__ = ["FleetMetrics"]


class FleetMetrics:
    """Reads the samples of a router and of its workers.

    Args:
        recorder: Counts the router's own metrics.
        workers: The workers.
    """

    def __init__(self, recorder: Recorder, workers: Workers) -> None:
        self._recorder, self._workers = recorder, workers

    async def read(self) -> list[Sample]:
        """Return the samples of all processes; a worker that does not answer has only `referee_worker_up`."""
        workers = enumerate(self._workers.all)
        parts = await asyncio.gather(*(self._of_worker(*each) for each in workers))
        own = with_label(self._recorder.samples(), "worker", "router")
        return own + [sample for part in parts for sample in part]

    async def _of_worker(self, number: int, worker: Worker) -> list[Sample]:
        found: list[Sample] = []
        if worker.is_up:
            try:
                found = await samples_of(await worker.channel())
            except grpc.aio.AioRpcError as error:
                reason = error.code().name
                get_log().info("a worker's metrics can't be read", worker=number, reason=reason)
        return with_label([*found, ("referee_worker_up", {}, bool(found))], "worker", str(number))
