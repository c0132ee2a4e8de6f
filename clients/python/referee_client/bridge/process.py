"""One process of a bot's program: its pipes, its lines, and how it ended.

Standard output is read as lines; standard error is passed on to the bridge's own. The process leads
a process group, which is killed as a whole; on Linux the kernel kills the process when the bridge
dies.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import fcntl
import os
import signal
import stat
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee_client.bridge.lines import SHOWN, Answer

__all__ = ["MAX_LINE_BYTES", "Death", "Process", "tied"]

MAX_LINE_BYTES = 1024 * 1024
"""Length in bytes of the longest line that a program may write; a program with a longer line is
killed."""
MAX_WAITING_LINES = 64
"""Highest number of lines that are read ahead before anything asks for them; then reading
pauses."""
NEWS_S = 0.2
"""Seconds for which output is still read after the process has ended, if processes that it has
started keep the pipe open.
"""
GRACE_S = 1.0
"""Seconds that a process has to end after its input was closed, or after it has closed its output;
then it is killed."""
LAST_WORDS = 5
"""Number of last lines of standard error that are quoted when a process has ended."""

_IN, _OUT, _ERR = range(3)
_TIED = [sys.executable, "-I", "-S", str(Path(__file__).with_name("tied.py"))]
_HIDDEN = ("REFEREE_TOKENS", "REFEREE_ADDRESS")
"""Environment variables with the bridge's secrets and address, which are not passed on to
programs."""


def tied(command: Sequence[str]) -> list[str]:
    """Return the words of a command line that runs a command until this process dies, at the latest.

    The kernel then kills it, even if this process is killed; except on Linux, where it does so, the
    command is returned as it is. The thread that starts it must live as long as the program.

    Args:
        command: Words of the command line.
    """
    # On other systems a program is left when its bridge is killed; it ends when it reads the end of
    # its input.
    return [*_TIED, str(os.getpid()), *command] if sys.platform == "linux" else list(command)


class Death(str):
    """Sentence that says how a process ended; the last entry in `Process.lines`."""

    __slots__ = ()


class Process(asyncio.SubprocessProtocol):
    """Running process of a bot's program, as an asyncio protocol; made by `start`.

    Args:
        on_death: Called once, when the process has ended.
        on_words: Called with channel and text of each line that is a chat message.
    """

    def __init__(
        self, on_death: Callable[[Death], None], on_words: Callable[[str, str], None]
    ) -> None:
        self.lines: asyncio.Queue[Answer | Death] = asyncio.Queue()
        """Answers of the process in order, and at the end a `Death`."""
        self.has_ended = asyncio.Event()
        """Set when the process itself has ended, even if its output is still being read."""
        self._on_death = on_death
        self._on_words = on_words
        self._transport: Any = None
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._rest = {_OUT: b"", _ERR: b""}
        self._open = {_OUT, _ERR}
        self._words: collections.deque[str] = collections.deque(maxlen=LAST_WORDS)
        self._fault = ""
        self._has_written = False
        self._is_dead = asyncio.Event()

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        on_death: Callable[[Death], None],
        on_words: Callable[[str, str], None],
    ) -> Process:
        """Start a command, and return its process.

        Args:
            command: Words of the command line.
            on_death: Called once, when the process has ended.
            on_words: Called with channel and text of each line that is a chat message.

        Raises:
            OSError: The command can't be started.
        """
        _, process = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(on_death, on_words),
            *tied(command),
            env={name: value for name, value in os.environ.items() if name not in _HIDDEN},
            start_new_session=True,
        )
        return process

    @property
    def waiting_bytes(self) -> int:
        """Number of bytes that wait in the bridge to be written into the program's input pipe."""
        size: int = self._stdin.get_write_buffer_size()
        return size

    @property
    def is_silent(self) -> bool:
        """Whether the process has read all its input, and has never written a line."""
        return not self._has_written and not self.waiting_bytes and not self._unread()

    @property
    def unfinished(self) -> bytes:
        """Output of the process after its last newline; empty if there is none."""
        return self._rest[_OUT]

    def write(self, line: bytes) -> None:
        """Send a line to the process; do nothing if the process has closed its input."""
        if not self._stdin.is_closing():
            self._stdin.write(line)

    async def has_read(self) -> None:
        """Wait until the process has read nearly all input that was written, or has ended."""
        await self._can_write.wait()

    async def next_line(self) -> Answer | Death:
        """Return the next line of the process.

        After the last line return its `Death`, however often it is called.
        """
        line = await self.lines.get()
        if isinstance(line, Death):
            self.lines.put_nowait(line)
        elif self.lines.qsize() < MAX_WAITING_LINES and not self.has_ended.is_set():
            # Reading was paused, so that a program that writes without end fills its pipe and then
            # blocks, and not the bridge's memory.
            self._pipe(_OUT).resume_reading()
        return line

    async def close(self) -> None:
        """Close the process's input, wait up to `GRACE_S` for its end, then kill it with its children."""
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.has_ended.wait(), GRACE_S)
        self.kill()
        await self._is_dead.wait()
        await asyncio.sleep(0)  # so that callbacks which close the pipes run

    def kill(self) -> None:
        """Kill the process and all its children now."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._transport.get_pid(), signal.SIGKILL)

    # Callbacks of the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the asyncio transport, by which the process is written to and killed."""
        self._transport = transport

    def pause_writing(self) -> None:
        """Record that too many bytes wait for the process to read them."""
        self._can_write.clear()

    def resume_writing(self) -> None:
        """Record that the process has read most of the bytes that waited."""
        self._can_write.set()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Split the process's standard output into lines; copy its standard error to the bridge's.

        Args:
            fd: File descriptor in the process: 1 for standard output, 2 for standard error.
            data: Bytes that were read.
        """
        if fd == _ERR:
            sys.stderr.buffer.write(data)
            sys.stderr.buffer.flush()
        # Of standard error only the last words are kept, so that a program that writes no newline
        # there can't fill the memory.
        *whole, rest = (self._rest[fd] + data).split(b"\n")
        self._rest[fd] = rest if fd == _OUT else rest[-SHOWN:]
        self._has_written |= fd == _OUT and bool(whole)
        for line in whole:
            self._take(fd, line)
        if fd == _OUT and len(rest) > MAX_LINE_BYTES:
            self._end_for(f"its line is longer than {MAX_LINE_BYTES} bytes")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Handle the end of a pipe that the process or the bridge has closed.

        Output after the last newline counts as a last line. Writers no longer wait for a closed
        input. A process that goes on after closing its output is killed `GRACE_S` later.
        """
        del exc
        self._open.discard(fd)
        if fd == _IN:
            self._can_write.set()
        else:
            self._take(fd, self._rest[fd])
            self._rest[fd] = b""
        # A closed output of a process that lives on is a fault, as no answer can follow; but its
        # exit may only be late, so wait a little.
        if self.has_ended.is_set() and not self._open:
            self._die()
        elif fd == _OUT:
            asyncio.get_running_loop().call_later(GRACE_S, self._end_for_silence)

    def process_exited(self) -> None:
        """Record that the process has ended."""
        # The last output may still be in the pipe, or a child may go on writing: wait for it, but not for long.
        self.has_ended.set()
        self._can_write.set()
        asyncio.get_running_loop().call_later(NEWS_S if self._open else 0.0, self._die)

    # Lines and death.

    def _take(self, fd: int, line: bytes) -> None:
        if not line.strip():
            return
        if fd == _ERR:
            self._words.append(line.decode(errors="replace").strip()[:SHOWN])
        elif len(line) > MAX_LINE_BYTES:
            self._end_for(f"its line is longer than {MAX_LINE_BYTES} bytes")
        elif not self._fault:
            answer = Answer(line)
            if answer.words is not None:
                self._on_words(*answer.words)
                return
            self.lines.put_nowait(answer)
            if self.lines.qsize() >= MAX_WAITING_LINES:
                self._pipe(_OUT).pause_reading()

    def _end_for(self, fault: str) -> None:
        self._fault = self._fault or fault
        self._rest[_OUT] = b""
        self.kill()

    def _end_for_silence(self) -> None:
        if not self.has_ended.is_set():
            self._end_for("it has closed its standard output")

    def _die(self) -> None:
        # Called by two ways, the end of the process and the end of its pipes; only the first one
        # counts.
        if self._is_dead.is_set():
            return
        self._is_dead.set()
        self.kill()  # also the processes it has started
        ending = (
            f"{self._fault}, and was ended"
            if self._fault
            else _ending(self._transport.get_returncode())
        )
        if self._words:
            ending += "; its last words: " + " | ".join(self._words)
        self._transport.close()
        death = Death(ending)
        self.lines.put_nowait(death)
        self._on_death(death)

    @property
    def _stdin(self) -> Any:
        return self._pipe(_IN)

    def _unread(self) -> bool:
        """Return whether input waits in the kernel for the program to read it.

        Return True if the pipe is closed.
        """
        file = self._stdin.get_extra_info("pipe") or self._stdin.get_extra_info("socket")
        if self._stdin.is_closing() or file is None:
            return True
        # asyncio writes into a pipe or a socket, by its version.
        is_socket = stat.S_ISSOCK(os.fstat(file.fileno()).st_mode)
        try:
            left = fcntl.ioctl(
                file.fileno(), termios.TIOCOUTQ if is_socket else termios.FIONREAD, bytes(4)
            )
        except OSError:  # not every kernel knows; then take everything as read
            return False
        return any(left)

    def _pipe(self, fd: int) -> Any:
        return self._transport.get_pipe_transport(fd)


def _ending(status: int) -> str:
    """Return in words how a process ended, by its exit status.

    A negative status is the number of a signal.
    """
    if status < 0:
        name = signal.strsignal(-status) or "unknown"
        return f"its process was killed by signal {-status} ({name})"
    return f"its process ended with status {status}"
