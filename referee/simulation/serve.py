"""A server of simulations alone: it has no matches, replays or seat tokens."""

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
"""Longest time that calls wait for the thread that steps games, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class SimulationConfig:
    """Settings of a server of simulations."""

    server: ServerConfig
    """Where it listens, and the key that callers must present."""
    limits: SimulationLimits = dataclasses.field(default_factory=SimulationLimits)
    """The limits of each stream."""
    streams: int = 8
    """Most streams at once, from 1, including those with shared memory."""
    shared: Path | None = None
    """Socket for learners on the same machine that share their memory; None for none."""
    share: float = 1.0
    """Largest share of a core to use, above 0, up to 1; of each core, if a batch has several processes."""
    processes: int = 1
    """Processes that step a batch of a game without kernels, 1 to 256; 1 for the server's alone."""
    memory_bytes: int = MEMORY_BYTES
    """About how much memory the rows of all streams may take together, in bytes, from 1 MiB."""
    niceness: int = 10
    """Niceness of its process, 0 to 19."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            FieldError: One is broken.
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
    """A server of simulations.

    Args:
        config: Settings.
    """

    def __init__(self, config: SimulationConfig) -> None:
        self.config = config
        self._log = get_log()
        self._shared: SharedServer | None = None
        self._pools = Pools(config.processes, MemoryBudget(config.memory_bytes))
        self.addresses: list[str] = []
        """Where it listens, with the ports that were free."""

    async def start(self) -> None:
        """Start to accept calls.

        Raises:
            FieldError: An address can't be used.
        """
        server, files = self.config.server, [simulation_service_pb2]
        self._endpoint = Endpoint(server, files=files, has_quotas=False)
        pools, limits = self._pools, self.config.limits
        share = self.config.share
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
        except BaseException:
            await self.stop()
            raise
        self._log.info("listening", addresses=self.addresses)

    async def drain(self) -> None:
        """Accept no more calls; open calls are not waited for, as they need not end."""
        await self._endpoint.drain()

    async def reload(self) -> None:
        """Read the certificate again, for connections that come from now on."""
        await reload(self.config.server.credentials, self._log)

    async def stop(self) -> None:
        """End all calls."""
        await self._endpoint.stop()
        if self._shared is not None:
            self._shared.stop()
        self._service.close()
        # In a thread, as it waits for a step that is under way.
        await asyncio.to_thread(self._pools.close)
        self._log.info("stopped")


def run_simulations(config: SimulationConfig) -> None:
    """Serve until SIGTERM or SIGINT; SIGHUP reads the certificate again, or stops the server if it has none.

    Raises:
        FieldError: An address can't be used.
    """
    os.nice(config.niceness)
    has_tls = config.server.tls_cert is not None
    sys.setswitchinterval(_SWITCH_S)
    run_until_stopped(SimulationServer(config), LagMeter(), hangup_ends=not has_tls)
