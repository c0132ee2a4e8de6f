"""Processes of the workers: started, restarted when they die, drained and stopped.

A worker gets orders on standard input: first its settings, later new keys and certificates. It
reports its state on standard output, one line each time. SIGTERM drains it, SIGINT stops it.
Nothing here loads gRPC, so that the first processes can be started before gRPC is loaded.
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
"""Word of the report that the worker accepts calls; followed by the number of matches that it has
resumed.
"""
DRAINED = "drained"
"""Word of the report that the worker has no running match any more, or that its grace has passed."""
PAUSE_S = 1.0
"""Seconds before a worker that has died is restarted."""
STOP_LIMIT_S = 10.0
"""Seconds that workers may take to stop before they are killed."""
ORDER = struct.Struct("<I")
"""Layout of the length in bytes that precedes each order to a worker: its settings, or new keys."""


def framed(order: bytes) -> bytes:
    """Return an order to a worker (its settings, or new keys) with the length in front, as it is sent."""
    return ORDER.pack(len(order)) + order


def read_order(pipe: BinaryIO) -> bytes:
    """Return the router's next order to this worker from an unbuffered pipe; later ones stay in it.

    An order is a worker's settings, or new keys and certificates.

    Raises:
        EOFError: The pipe was closed; there is no further order.
    """

    def exactly(size: int) -> bytes:
        data = b""
        # Not a byte more than asked for: what follows in the pipe is read by the event loop later.
        while len(data) < size:
            part = pipe.read(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    (length,) = ORDER.unpack(exactly(ORDER.size))
    return exactly(length)


class _Process:
    """Process of one worker: takes orders on standard input, reports on standard output."""

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
        """Set when a drain of all workers need no longer wait for this process, because it has drained
        or ended.
        """

    async def lines(self) -> asyncio.StreamReader:
        """Return a reader of the process's standard output."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self.popen.stdout
        )
        return reader

    async def send(self, order: bytes) -> None:
        """Send an order, such as new keys, without waiting for the process to read it.

        Do nothing if the process has ended.
        """
        if self.popen.returncode is not None:
            return
        # Only now, as an event loop runs now; the first order was written before there was one.
        if self._pipe is None:
            loop = asyncio.get_running_loop()
            self._pipe, _ = await loop.connect_write_pipe(asyncio.Protocol, self.popen.stdin)
        self._pipe.write(framed(order))

    def let_go(self) -> None:
        """Close the pipe to a process that has ended.

        The pipe or its event loop may already be closed.
        """
        with contextlib.suppress(BrokenPipeError, RuntimeError):
            if self._pipe is not None:
                self._pipe.close()
            elif self.popen.stdin is not None:
                self.popen.stdin.close()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process.

        A process that is not ready yet has no matches, and is killed instead.
        """
        self.popen.send_signal(number if self.is_ready else signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until the process has ended; return its exit status, negative if a signal ended it."""
        return await asyncio.to_thread(self.popen.wait)


class Processes:
    """Processes of all workers; creating this object starts them.

    Args:
        command: The command that starts a worker.
        order_of: Takes a worker's number; returns the settings that its process first reads. It
            is called again when the process is replaced, so that the new one gets the keys and the
            certificate of that time.
        addresses: Address on which each worker listens, by number.
        lock: Descriptor of the file that locks the data folder. All processes keep it open, so that
            it stays locked until the last has ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        order_of: Callable[[int], bytes],
        addresses: Sequence[str],
        lock: int,
    ) -> None:
        self.addresses = addresses
        """Address on which each worker listens, by number."""
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
        """Ids of the workers' processes, by number."""
        return [process.popen.pid for process in self._processes]

    async def start(self, on_change: Callable[[int, bool], Awaitable[None]]) -> int:
        """Wait until all workers accept calls, and restart those that die from now on.

        Args:
            on_change: Takes a worker's number and whether it accepts calls now; called whenever
                that changes.

        Returns:
            Number of matches that the workers have resumed.

        Raises:
            FieldError: A worker has ended before it was ready; its own log says why.
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
                    # Calls may be passed to the worker from here on.
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
        """Send new keys and a new certificate to all workers."""
        order = pickle.dumps(loaded)
        for process in self._processes:
            await process.send(order)

    async def drain(self) -> None:
        """Make all workers accept no new matches; wait until running ones end or the grace has passed.

        No worker is restarted from now on.
        """
        self._is_ending = True
        for process in self._processes:
            process.signal(signal.SIGTERM)
        for process in self._processes:
            await process.is_drained.wait()

    async def stop(self) -> None:
        """Stop all workers; kill those that take longer than `STOP_LIMIT_S`."""
        # Before the signals, or a worker that ends at once would be started again.
        self._is_ending = True
        for process in self._processes:
            process.signal(signal.SIGINT)
        if self._keepers:
            # A worker that hangs must not keep the whole server from ending; `close` kills it.
            await asyncio.wait(self._keepers, timeout=STOP_LIMIT_S)
        for keeper in self._keepers:
            keeper.cancel()
        self.close()

    def close(self) -> None:
        """Kill all processes that still run."""
        for process in self._processes:
            process.popen.kill()
            process.popen.wait()
            process.let_go()
