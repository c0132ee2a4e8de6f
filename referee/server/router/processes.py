"""The processes of the workers: started, started again when they die, drained and stopped.

A worker gets orders on standard input: first its settings, later new keys and certificates. It reports its state on
standard output, one line each time. SIGTERM drains it, SIGINT stops it. Nothing here loads gRPC, so that the first
processes can be started before gRPC is loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import signal
import struct
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from typing import BinaryIO

from referee.core.errors import FieldError
from referee.server.process.credentials import Loaded
from referee.server.process.logs import get_log

__all__ = ["DRAINED", "ORDER", "READY", "Processes", "framed", "read_order"]

READY = "ready"
"""Reports that the worker accepts calls; followed by the number of matches taken up again."""
DRAINED = "drained"
"""Reports that no match runs any more, or that the grace is over."""
PAUSE_S = 1.0
"""Seconds before a worker that has died is started again."""
STOP_LIMIT_S = 10.0
"""Seconds that a worker may take to stop."""
ORDER = struct.Struct("<I")
"""The length of an order, which is sent before it."""


def framed(order: bytes) -> bytes:
    """Return an order with its length, as it is sent to a worker."""
    return ORDER.pack(len(order)) + order


def read_order(pipe: BinaryIO) -> bytes:
    """Return the next order from an unbuffered pipe; later orders stay in the pipe.

    Raises:
        EOFError: There is no further order.
    """

    def exactly(size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = pipe.read(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    (length,) = ORDER.unpack(exactly(ORDER.size))
    return exactly(length)


class _Process:
    """A worker's process."""

    def __init__(self, command: Sequence[str], orders: bytes, lock: int) -> None:
        self.popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(lock,),
            start_new_session=True,  # Ctrl-C at the terminal must not reach it: the router drains it
        )
        assert self.popen.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.popen.stdin.write(framed(orders))
            self.popen.stdin.flush()
        self._pipe: asyncio.WriteTransport | None = None
        self.is_ready = False
        self.is_drained = asyncio.Event()
        """Set when draining need not wait for this process: it has drained, or ended."""

    async def lines(self) -> asyncio.StreamReader:
        """Return its standard output."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self.popen.stdout
        )
        return reader

    async def send(self, order: bytes) -> None:
        """Send a further order, without waiting for the process to read it; without effect if it has ended."""
        if self.popen.returncode is not None:
            return
        if self._pipe is None:
            loop = asyncio.get_running_loop()
            self._pipe, _ = await loop.connect_write_pipe(asyncio.Protocol, self.popen.stdin)
        self._pipe.write(framed(order))

    def let_go(self) -> None:
        """Close the pipe to a process that has ended; the pipe or its event loop may be closed already."""
        with contextlib.suppress(BrokenPipeError, RuntimeError):
            if self._pipe is not None:
                self._pipe.close()
            elif self.popen.stdin is not None:
                self.popen.stdin.close()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; a process that is not ready yet has no matches, and is killed instead."""
        self.popen.send_signal(number if self.is_ready else signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until it has ended; return its status, negative for a signal."""
        return await asyncio.to_thread(self.popen.wait)


class Processes:
    """The processes of all workers; they are started at once.

    Args:
        command: The command that starts a worker.
        order_of: Returns the first order of a worker by its number. It is called again for a process that replaces
            another, which so gets the keys and the certificate of that time.
        addresses: Where each worker listens, by number.
        lock: An open file that all of them keep open, so that it stays locked until the last has ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        order_of: Callable[[int], bytes],
        addresses: Sequence[str],
        lock: int,
    ) -> None:
        self.addresses = addresses
        """Where they listen, by number."""
        self._command = command
        self._order_of = order_of
        self._lock = lock
        self._processes = [
            _Process(command, order_of(number), lock) for number in range(len(addresses))
        ]
        self._keepers: list[asyncio.Task[None]] = []
        self._is_ending = False
        self._log = get_log()

    @property
    def pids(self) -> list[int]:
        """Process ids, by number."""
        return [process.popen.pid for process in self._processes]

    async def start(self, on_change: Callable[[int, bool], Awaitable[None]]) -> int:
        """Wait until all are ready, and keep them running; return how many matches were taken up again.

        Args:
            on_change: Called with the number of a worker and whether it accepts calls now.

        Raises:
            FieldError: One has ended before it was ready; its own log says why.
        """
        first: list[asyncio.Future[int]] = []
        for number in range(len(self._processes)):
            first.append(asyncio.get_running_loop().create_future())
            self._keepers.append(asyncio.create_task(self._keep(number, first[number], on_change)))
        return sum(await asyncio.gather(*first))

    async def _keep(
        self,
        number: int,
        first: asyncio.Future[int],
        on_change: Callable[[int, bool], Awaitable[None]],
    ) -> None:
        while True:
            process = self._processes[number]
            said = await process.lines()
            while line := (await said.readline()).decode():
                word, *values = line.split()
                if word == READY:
                    process.is_ready = True
                    await on_change(number, True)
                    if not first.done():
                        first.set_result(int(values[0]))
                elif word == DRAINED:
                    process.is_drained.set()
            # The end of its output: before the process is waited for, as no call may be passed to it any more.
            await on_change(number, False)
            status = await process.wait()
            process.let_go()
            # Nobody may wait for a dead process to drain, nor for its matches: the one that replaces it takes them up.
            process.is_drained.set()
            if not first.done():
                bound = "processes that start"
                first.set_exception(FieldError("workers", bound, f"exit status {status}"))
            if not self._is_ending:
                text = "a worker has ended and is started again"
                self._log.error(text, worker=number, status=status)
                await asyncio.sleep(PAUSE_S)  # a worker that dies at once must not use up a core
            if self._is_ending:  # also if the end has begun during the pause
                return
            self._processes[number] = _Process(self._command, self._order_of(number), self._lock)

    async def renew(self, loaded: Loaded) -> None:
        """Send new keys and a new certificate to all of them."""
        order = pickle.dumps(loaded)
        for process in self._processes:
            await process.send(order)

    async def drain(self) -> None:
        """Drain all of them, and wait until they have drained; none is started again."""
        self._is_ending = True
        for process in self._processes:
            process.signal(signal.SIGTERM)
        for process in self._processes:
            await process.is_drained.wait()

    async def stop(self) -> None:
        """Stop all of them."""
        self._is_ending = True
        for process in self._processes:
            process.signal(signal.SIGINT)
        if self._keepers:
            await asyncio.wait(self._keepers, timeout=STOP_LIMIT_S)
        for keeper in self._keepers:
            keeper.cancel()
        self.close()

    def close(self) -> None:
        """Kill those that still run."""
        for process in self._processes:
            process.popen.kill()
            process.popen.wait()
            process.let_go()
