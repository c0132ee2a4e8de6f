"""The bot's process: started with an environment, watched, and ended with everything it has started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from referee.core.errors import FieldError

__all__ = ["MARK", "BotProcess", "run", "with_flags"]

T = TypeVar("T")

MARK = "REFEREE_CONFORMANCE"
"""Variable by which a bot's children are found, whatever group they have gone to."""
KEPT_BYTES = 1 << 20
"""Most bytes of standard error that are kept; the last ones."""
KEPT_STDOUT_BYTES = 1 << 16
"""Most bytes of standard output that are kept; the first ones."""
FLOOD_BYTES = 64 << 20
"""Bytes of output after which a process is taken for mad."""
LAST_WORDS_S = 0.5
"""How long output may still be under way after the end of a process."""
POLL_S = 0.01
"""How often a process is asked whether it has ended."""
_PROC = Path("/proc")


class BotProcess:
    """One run of the bot's command.

    Args:
        process: The process, started as the leader of a session.
        mark: What its environment has under `MARK`.
    """

    def __init__(self, process: asyncio.subprocess.Process, mark: str) -> None:
        self._process = process
        self._mark = mark
        self._stderr = bytearray()
        self.stdout_bytes = 0
        """How much it has written to standard output."""
        self.stdout_start = b""
        """The first of it, at most `KEPT_STDOUT_BYTES`."""
        self._stderr_bytes = 0
        self._readers = [
            asyncio.create_task(self._read_stdout()),
            asyncio.create_task(self._read_stderr()),
        ]

    @classmethod
    async def start(
        cls, command: Sequence[str], env: Mapping[str, str | None], mark: str
    ) -> BotProcess:
        """Start a command in its own session (setsid).

        Args:
            command: Its words.
            env: Its environment; None stands for no variable.
            mark: Identifies this run among all others.

        Raises:
            FieldError: It can't be started.
        """
        given = {name: value for name, value in env.items() if value is not None}
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**given, MARK: mark},
                start_new_session=True,
            )
        except OSError as error:
            raise FieldError(
                "COMMAND", f"a command that starts ({error.strerror})", command[0]
            ) from None
        return cls(process, mark)

    @property
    def stderr(self) -> str:
        """What it has written to standard error, or the last of it."""
        return self._stderr.decode(errors="replace")

    @property
    def status(self) -> int | None:
        """Exit status as a shell reports it, 128 + N for signal N; None while it runs."""
        code = self._process.returncode
        return code if code is None or code >= 0 else 128 - code

    @property
    def is_flooding(self) -> bool:
        """Whether it writes without end."""
        return self.stdout_bytes + self._stderr_bytes > FLOOD_BYTES

    @property
    def pid(self) -> int:
        """Its number, and that of its group."""
        return self._process.pid

    async def wait(self) -> int:
        """Wait for its end, and for what it has written; return the status."""
        await self._exited()
        await asyncio.wait(self._readers, timeout=LAST_WORDS_S)
        assert self.status is not None
        return self.status

    async def _exited(self) -> None:
        """Wait for the process alone: asyncio's own `wait` waits for whoever has its pipes, too."""
        while self._process.returncode is None:
            await asyncio.sleep(POLL_S)

    async def write_line(self, text: str) -> None:
        """Give it a line on standard input; one that reads none is no matter."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(f"{text}\n".encode())
            await self._process.stdin.drain()

    def close_stdin(self) -> None:
        """End its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the process alone."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def close(self) -> list[str]:
        """End it and everything it has started; return the children that it had left behind."""
        left = self._children() if self.status is not None else []
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pid in self._others():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        await self._exited()
        await asyncio.wait(self._readers, timeout=LAST_WORDS_S)
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        with contextlib.suppress(OSError):
            self.close_stdin()
        return left

    def _children(self) -> list[str]:
        return [_command_of(pid) for pid in self._others()]

    def _others(self) -> list[int]:
        return [pid for pid in self.pids() if pid != self._process.pid]

    def pids(self) -> list[int]:
        """Ids of living processes with this run's mark, where the system shows environments."""
        wanted = f"{MARK}={self._mark}".encode()
        found = []
        for folder in _PROC.glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if wanted in environment.split(b"\0"):
                found.append(int(folder.name))
        return found

    async def _read_stdout(self) -> None:
        assert self._process.stdout is not None
        while data := await self._process.stdout.read(1 << 16):
            self.stdout_start += data[: max(0, KEPT_STDOUT_BYTES - len(self.stdout_start))]
            self.stdout_bytes += len(data)
            self._stop_if_flooding()

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(1 << 16):
            self._stderr_bytes += len(data)
            self._stderr += data
            self._stop_if_flooding()
            if len(self._stderr) > 2 * KEPT_BYTES:
                del self._stderr[:-KEPT_BYTES]

    def _stop_if_flooding(self) -> None:
        if self.is_flooding:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def last_lines(self, count: int) -> tuple[str, ...]:
        """Return the last lines on standard error."""
        return tuple(deque(self.stderr.splitlines(), maxlen=count))


def with_flags(command: Sequence[str], flags: Sequence[str]) -> tuple[str, ...]:
    """Add a bot's flags to its command.

    They go to the end, or in front of a `--` behind which another program is named, as in
    `referee bridge -- sh bot.sh`: those of the bot are the words before it. Behind that of
    `cargo run --` or of `npm start -- --fast` come the bot's own flags, so these do, too.
    """
    place = command.index("--") if "--" in command else len(command)
    if all(word.startswith("-") for word in command[place + 1 : place + 2]):
        place = len(command)
    return (*command[:place], *flags, *command[place:])


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run like `asyncio.run`, and end on SIGTERM and SIGHUP as on Ctrl-C: after all bots have been ended.

    Raises:
        SystemExit: One of the two came.
    """

    async def watched() -> T:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup keeps it running
            loop.add_signal_handler(signal.SIGHUP, task.cancel)
        return await main

    try:
        return asyncio.run(watched())
    except asyncio.CancelledError:
        raise SystemExit(128 + signal.SIGTERM) from None


def _command_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
        return f"{pid} ({b' '.join(words).decode(errors='replace').strip()[:80]})"
    return str(pid)
