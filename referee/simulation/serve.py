"""A server process for simulations alone: it has no matches, replays or seat tokens."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import sys
from pathlib import Path

from gamereferee.v1 import simulation_service_pb2
from referee.core.errors import FieldError
from referee.kit.rollout.pool_rows import MOST_PROCESSES
from referee.server.endpoint import Endpoint
from referee.server.process.config import ServerConfig
from referee.server.process.credentials import reload
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log
from referee.server.serve import run_until_stopped
from referee.simulation.budget import MemoryBudget
from referee.simulation.limits import SimulationLimits
from referee.simulation.pools import MEMORY_BYTES, Pools
from referee.simulation.service import SimulationService
from referee.simulation.shared import SharedServer
from referee.simulation.work import Work

__all__ = ["SimulationConfig", "SimulationServer", "run_simulations"]

MOST_NICENESS = 19
_MIB = 1024 * 1024
_SWITCH_S = 0.0005
"""Longest time that calls wait for the thread that steps games, in seconds (Python's switch interval)."""


@dataclasses.dataclass(frozen=True, slots=True)
class SimulationConfig:
    """Settings of a simulation server: addresses, limits of streams, memory, and share of a core."""

    server: ServerConfig
    """Addresses on which the server listens, TLS, and the key that callers must present."""
    limits: SimulationLimits = dataclasses.field(default_factory=SimulationLimits)
    """The limits of each stream."""
    streams: int = 8
    """Most streams at once, from 1, including those with shared memory."""
    shared: Path | None = None
    """Path of the Unix socket for learners on the same machine, which share memory; None for no socket."""
    share: float = 1.0
    """Largest share of a core to use, above 0, up to 1; if a batch has several processes, of each core."""
    processes: int = 1
    """Most processes that step one batch of a game without kernels, 1 to 256; 1 for only the server's."""
    memory_bytes: int = MEMORY_BYTES
    """Approximate limit for the memory of the rows of all streams together, in bytes, from 1 MiB."""
    niceness: int = 10
    """Niceness of the server's process, 0 to 19; a higher one gives way to other processes."""

    def __post_init__(self) -> None:
        """Check the bounds of all settings.

        Raises:
            FieldError: A setting is out of its bounds.
        """
        if self.streams < 1:
            raise FieldError("streams", "at least 1", self.streams)
        if self.memory_bytes < _MIB:
            raise FieldError("memory_bytes", f"at least {_MIB}", self.memory_bytes)
        if not 0 < self.share <= 1:
            raise FieldError("share", "above 0, up to 1", self.share)
        if not 0 <= self.niceness <= MOST_NICENESS:
            raise FieldError("niceness", f"from 0 to {MOST_NICENESS}", self.niceness)
        if not 1 <= self.processes <= MOST_PROCESSES:
            raise FieldError("processes", f"from 1 to {MOST_PROCESSES}", self.processes)


class SimulationServer:
    """A simulation server, with its gRPC endpoint and its socket for shared memory.

    Args:
        config: Its settings.
    """

    def __init__(self, config: SimulationConfig) -> None:
        self.config = config
        self._log = get_log()
        self._shared: SharedServer | None = None
        self._pools = Pools(config.processes, MemoryBudget(config.memory_bytes))
        self.addresses: list[str] = []
        """Addresses on which the server listens, with actual port numbers; empty before `start`."""

    async def start(self) -> None:
        """Bind all addresses and start to accept calls.

        Raises:
            FieldError: An address can't be used.
        """
        server, files = self.config.server, [simulation_service_pb2]
        self._endpoint = Endpoint(server, files=files, has_quotas=False)
        pools, limits = self._pools, self.config.limits
        share = self.config.share
        # One `Work` for both kinds of clients: they share the streams and the core.
        work = Work(self.config.streams, share, elsewhere=pools.processor_s)
        self._service = SimulationService(server.organizer_keys, limits, work, pools)
        self._endpoint.server.add_generic_rpc_handlers((self._service.handler(),))
        try:
            self.addresses = self._endpoint.bind()
            if self.config.shared is not None:
                path, key = self.config.shared, server.organizer_key
                shared = SharedServer(path, key, limits, work, pools)
                shared.start()
                self._shared = shared
            await self._endpoint.start()
        # Also on cancellation: what is bound or started already must be ended again.
        except BaseException:
            await self.stop()
            raise
        self._log.info("listening", addresses=self.addresses)

    async def drain(self) -> None:
        """Accept no more calls; do not wait for open ones, since a stream need not end."""
        await self._endpoint.drain()

    async def reload(self) -> None:
        """Read the TLS certificate again, for connections that are opened from now on."""
        await reload(self.config.server.credentials, self._log)

    async def stop(self) -> None:
        """End all calls and processes, and close the sockets."""
        # The endpoint first, since no call may be open when the service is closed.
        await self._endpoint.stop()
        if self._shared is not None:
            self._shared.stop()
        self._service.close()
        # In a thread, as it waits for a step that is under way.
        await asyncio.to_thread(self._pools.close)
        self._log.info("stopped")


def run_simulations(config: SimulationConfig) -> None:
    """Run a simulation server until SIGTERM or SIGINT.

    SIGHUP reads the certificate again, or stops the server if it has none.

    Raises:
        FieldError: An address can't be used.
    """
    os.nice(config.niceness)
    has_tls = config.server.tls_cert is not None
    # Games are stepped in a thread of this process; Python's default of 5 ms would delay every answer by that.
    sys.setswitchinterval(_SWITCH_S)
    run_until_stopped(SimulationServer(config), LagMeter(), hangup_ends=not has_tls)
