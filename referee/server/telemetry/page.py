"""Serves metrics by HTTP, in the formats of Prometheus, on separate threads.

Samples are read on the event loop that owns them. So a scrape also shows that the loop still turns:
it fails if the loop does not answer within `READ_LIMIT_S`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from referee.core.errors import FieldError
from referee.server.process.config import Listen
from referee.server.telemetry.catalog import CATALOG
from referee.server.telemetry.samples import Sample

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric as Family

__all__ = ["MetricsPage", "families", "process_samples"]

READ_LIMIT_S = 5.0
"""Longest time that the event loop may take to answer a scrape, in seconds."""


class MetricsPage:
    """An address at which Prometheus reads metrics.

    Args:
        listen: The address, on a port.
        read: Returns all samples; called on the event loop.
    """

    def __init__(self, listen: Listen, read: Callable[[], Awaitable[list[Sample]]]) -> None:
        self._listen = listen
        self._read = read
        self._server: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.address = ""
        """Address at which metrics are served, with the actual port; empty before `start`."""

    def start(self) -> None:
        """Serve metrics from now on; call it on the event loop that owns the samples.

        Raises:
            FieldError: The address can't be used.
        """
        # Only now: servers without metrics must not wait for it to be loaded.
        from prometheus_client import CollectorRegistry, start_http_server

        self._loop = asyncio.get_running_loop()
        # Without a description of its families, which would take a scrape at a time without samples.
        registry = CollectorRegistry(auto_describe=False)
        registry.register(self)
        where = urlsplit(f"//{self._listen.text}")
        assert where.hostname is not None
        try:
            self._server, _ = start_http_server(where.port or 0, where.hostname, registry)
        except OSError as error:
            reason = f"an address that is free and allowed ({error.strerror})"
            raise FieldError("metrics", reason, self._listen.text) from None
        self.address = f"{self._listen.text.rpartition(':')[0]}:{self._server.server_port}"

    def collect(self) -> Iterable[Family]:
        """Return all families; called by the Prometheus client, in a thread of its server."""
        assert self._loop is not None
        reading = asyncio.run_coroutine_threadsafe(self._samples(), self._loop)
        return list(families(reading.result(READ_LIMIT_S)))

    async def _samples(self) -> list[Sample]:
        return await self._read()

    async def stop(self) -> None:
        """Free the address; do nothing if metrics are not served."""
        if self._server is not None:
            server, self._server = self._server, None
            # In a thread: a request that waits for this loop would otherwise wait for ever.
            await asyncio.to_thread(server.shutdown)
            server.server_close()


def families(samples: Iterable[Sample]) -> Iterator[Family]:
    """Yield the families of these samples as the Prometheus client has them, in the catalog's order."""
    from prometheus_client.metrics_core import Metric as Family

    by_name: dict[str, list[Sample]] = {}
    for sample in samples:
        by_name.setdefault(sample[0], []).append(sample)
    for metric in CATALOG:
        suffixes = ("_bucket", "_count", "_sum") if metric.kind == "histogram" else ("",)
        found = [each for suffix in suffixes for each in by_name.get(metric.name + suffix, ())]
        if found:
            family = Family(metric.name.removesuffix("_total"), metric.text, metric.kind)
            for name, labels, value in found:
                family.add_sample(name, labels, value)
            yield family


def process_samples() -> list[Sample]:
    """Return processor time, memory and files of this process; empty where the system has no /proc."""
    from prometheus_client import ProcessCollector

    collected = ProcessCollector(registry=None).collect()
    return [
        (sample.name, dict(sample.labels), sample.value)
        for family in collected
        for sample in family.samples
    ]
