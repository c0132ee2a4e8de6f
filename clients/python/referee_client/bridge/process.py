"""One run of a bot's program: pipes, lines, and how it ended.

Standard output comes as lines, standard error goes through to the bridge's own. The process is the
leader of a group that is killed as a whole; on Linux it is killed by the kernel when the bridge dies.
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

__all__ = ["MAX_LINE_BYTES", "Death", "Process"]

MAX_LINE_BYTES = 1024 * 1024
"""Longest line a program may write."""
MAX_WAITING_LINES = 64
"""Lines that are read ahead of what was asked."""
NEWS_S = 0.2
"""How long output may come after the process that wrote it has ended, if its own children live on."""
GRACE_S = 1.0
"""Seconds a process has to end by itself once its input has ended, or it has closed its output."""
LAST_WORDS = 5
"""Lines of standard error that are told of a dead process."""

_IN, _OUT, _ERR = range(3)
_TIED = [sys.executable, "-I", "-S", str(Path(__file__).with_name("tied.py"))]
_HIDDEN = ("REFEREE_TOKENS", "REFEREE_ADDRESS")
"""Variables that are the bridge's own business."""


class Death(str):
    """Comes after a process's last line, and says how it ended."""

    __slots__ = ()


class Process(asyncio.SubprocessProtocol):
    """A process; made by `start`.

    Args:
        on_death: Called once, when it has ended.
        on_words: Called with channel and text of each line that says something.
    """

    def __init__(
        self, on_death: Callable[[Death], None], on_words: Callable[[str, str], None]
    ) -> None:
        self.lines: asyncio.Queue[Answer | Death] = asyncio.Queue()
        """The answers it has written, and in the end its death."""
        self.has_ended = asyncio.Event()
        """Set when the process itself is gone."""
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
        """Start a command.

        Raises:
            OSError: It can't be started.
        """
        tied = [*_TIED, str(os.getpid())] if sys.platform == "linux" else []
        _, process = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(on_death, on_words),
            *tied,
            *command,
            env={name: value for name, value in os.environ.items() if name not in _HIDDEN},
            start_new_session=True,
        )
        return process

    @property
    def waiting_bytes(self) -> int:
        """Bytes it has not read yet, beyond what the pipe holds."""
        size: int = self._stdin.get_write_buffer_size()
        return size

    @property
    def is_silent(self) -> bool:
        """Whether it has read everything, and has never written a line."""
        return not self._has_written and not self.waiting_bytes and not self._unread()

    @property
    def unfinished(self) -> bytes:
        """What it has written without the end of a line."""
        return self._rest[_OUT]

    def write(self, line: bytes) -> None:
        """Send it a line; to a process that has closed its input, nothing."""
        if not self._stdin.is_closing():
            self._stdin.write(line)

    async def has_read(self) -> None:
        """Wait until little is left for it to read, or it has ended."""
        await self._can_write.wait()

    async def next_line(self) -> Answer | Death:
        """Return its next line; or its death, for ever."""
        line = await self.lines.get()
        if isinstance(line, Death):
            self.lines.put_nowait(line)
        elif self.lines.qsize() < MAX_WAITING_LINES and not self.has_ended.is_set():
            self._pipe(_OUT).resume_reading()
        return line

    async def close(self) -> None:
        """End its input, wait a little, and end it with all its children."""
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.has_ended.wait(), GRACE_S)
        self.kill()
        await self._is_dead.wait()
        await asyncio.sleep(0)  # for what closes the pipes

    def kill(self) -> None:
        """End it with all its children, now."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._transport.get_pid(), signal.SIGKILL)

    # What the event loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.SubprocessProtocol`."""
        self._transport = transport

    def pause_writing(self) -> None:
        """See `asyncio.SubprocessProtocol`."""
        self._can_write.clear()

    def resume_writing(self) -> None:
        """See `asyncio.SubprocessProtocol`."""
        self._can_write.set()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """See `asyncio.SubprocessProtocol`."""
        if fd == _ERR:
            sys.stderr.buffer.write(data)
            sys.stderr.buffer.flush()
        *whole, rest = (self._rest[fd] + data).split(b"\n")
        self._rest[fd] = rest if fd == _OUT else rest[-SHOWN:]
        self._has_written |= fd == _OUT and bool(whole)
        for line in whole:
            self._take(fd, line)
        if fd == _OUT and len(rest) > MAX_LINE_BYTES:
            self._end_for(f"its line is longer than {MAX_LINE_BYTES} bytes")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """See `asyncio.SubprocessProtocol`."""
        del exc
        self._open.discard(fd)
        if fd == _IN:
            self._can_write.set()
        else:
            self._take(fd, self._rest[fd])
            self._rest[fd] = b""
        if self.has_ended.is_set() and not self._open:
            self._die()
        elif fd == _OUT:
            asyncio.get_running_loop().call_later(GRACE_S, self._end_for_silence)

    def process_exited(self) -> None:
        """See `asyncio.SubprocessProtocol`."""
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
        if self._is_dead.is_set():
            return
        self._is_dead.set()
        self.kill()  # what it has started itself
        told = (
            f"{self._fault}, and was ended"
            if self._fault
            else _told(self._transport.get_returncode())
        )
        if self._words:
            told += "; its last words: " + " | ".join(self._words)
        self._transport.close()
        death = Death(told)
        self.lines.put_nowait(death)
        self._on_death(death)

    @property
    def _stdin(self) -> Any:
        return self._pipe(_IN)

    def _unread(self) -> bool:
        """Return whether something waits in the kernel for the program to read it."""
        file = self._stdin.get_extra_info("pipe") or self._stdin.get_extra_info("socket")
        if self._stdin.is_closing() or file is None:
            return True
        # asyncio writes into a pipe or a socket, by its version.
        is_socket = stat.S_ISSOCK(os.fstat(file.fileno()).st_mode)
        try:
            left = fcntl.ioctl(
                file.fileno(), termios.TIOCOUTQ if is_socket else termios.FIONREAD, bytes(4)
            )
        except OSError:  # not every kernel tells; then it has read everything
            return False
        return any(left)

    def _pipe(self, fd: int) -> Any:
        return self._transport.get_pipe_transport(fd)


def _told(status: int) -> str:
    if status < 0:
        name = signal.strsignal(-status) or "unknown"
        return f"its process was killed by signal {-status} ({name})"
    return f"its process ended with status {status}"
