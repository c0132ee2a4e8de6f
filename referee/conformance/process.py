"""Runs the bot's process: starts it with an environment, watches it, and ends it with everything it has started."""

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
"""Environment variable that marks all processes of one run, to find children that left the process
group.
"""
KEPT_BYTES = 1 << 20
"""Number of bytes of the bot's standard error that are kept: the last ones."""
KEPT_STDOUT_BYTES = 1 << 16
"""Number of bytes of the bot's standard output that are kept: the first ones."""
FLOOD_BYTES = 64 << 20
"""Number of bytes of output after which a bot's process is stopped, because it floods its output."""
LAST_WORDS_S = 0.5
"""Time to wait for output that is still under way after a process has ended, in seconds."""
POLL_S = 0.01
"""Interval at which the end of a process is checked, in seconds."""
_PROC = Path("/proc")


class BotProcess:
    """One run of the bot's command, with its captured output.

    Args:
        process: Process of the command, started as the leader of a session.
        mark: Value of the environment variable `MARK` for this run.
    """

    def __init__(self, process: asyncio.subprocess.Process, mark: str) -> None:
        self._process = process
        self._mark = mark
        self._stderr = bytearray()
        self.stdout_bytes = 0
        """Number of bytes that the bot has written to standard output."""
        self.stdout_start = b""
        """First bytes that the bot wrote to standard output, at most `KEPT_STDOUT_BYTES`."""
        self._stderr_bytes = 0
        self._readers = [
            asyncio.create_task(self._read_stdout()),
            asyncio.create_task(self._read_stderr()),
        ]

    @classmethod
    async def start(
        cls, command: Sequence[str], env: Mapping[str, str | None], mark: str
    ) -> BotProcess:
        """Start the bot's command in a separate session (setsid), and return the running bot.

        Args:
            command: Words of the command.
            env: Environment of the process; a variable with the value None is left out.
            mark: Text that identifies this run among all others.

        Raises:
            FieldError: The command can't be started.
        """
        given = {name: value for name, value in env.items() if value is not None}
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**given, MARK: mark},
                # A group of the bot alone: killing it must not reach the kit, nor Ctrl-C in a
                # terminal the bot.
                start_new_session=True,
            )
        except OSError as error:
            raise FieldError(
                "COMMAND", f"a command that starts ({error.strerror})", command[0]
            ) from None
        return cls(process, mark)

    @property
    def stderr(self) -> str:
        """Return what the bot has written to standard error.

        Of a long text, only the last `KEPT_BYTES` or some more are kept.
        """
        return self._stderr.decode(errors="replace")

    @property
    def status(self) -> int | None:
        """Return the exit status as a shell reports it, 128 + N for signal N.

        None while the bot runs.
        """
        code = self._process.returncode
        return code if code is None or code >= 0 else 128 - code

    @property
    def is_flooding(self) -> bool:
        """Return whether the bot has written more than `FLOOD_BYTES` of output."""
        return self.stdout_bytes + self._stderr_bytes > FLOOD_BYTES

    @property
    def pid(self) -> int:
        """Return the id of the bot's process, which is also that of its process group."""
        return self._process.pid

    async def wait(self) -> int:
        """Wait for the end of the bot and of its output; return its exit status."""
        await self._exited()
        await asyncio.wait(self._readers, timeout=LAST_WORDS_S)
        assert self.status is not None
        return self.status

    async def _exited(self) -> None:
        """Wait for the end of the process alone.

        The `wait` of asyncio would also wait for other processes that have the pipes open.
        """
        while self._process.returncode is None:
            await asyncio.sleep(POLL_S)

    async def write_line(self, text: str) -> None:
        """Write a line to the bot's standard input; do nothing if the bot no longer reads it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(f"{text}\n".encode())
            await self._process.stdin.drain()

    def close_stdin(self) -> None:
        """Close the bot's standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's main process, not to its children."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def close(self) -> list[str]:
        """Kill the bot and everything it has started.

        Return the children that outlived a bot that had already ended.
        """
        # Only if the bot has ended: children of a running bot are no fault of it.
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
        """Return the ids of all living processes with this run's mark.

        Empty if the system does not show environments.
        """
        wanted = f"{MARK}={self._mark}".encode()
        found = []
        for folder in _PROC.glob("[0-9]*"):
            try:
                # Inherited by all children, and readable for processes of the same user.
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if wanted in environment.split(b"\0"):
                found.append(int(folder.name))
        return found

    async def _read_stdout(self) -> None:
        assert self._process.stdout is not None
        while data := await self._process.stdout.read(1 << 16):
            # Read on even if nothing more is kept: a full pipe would block the bot.
            self.stdout_start += data[: max(0, KEPT_STDOUT_BYTES - len(self.stdout_start))]
            self.stdout_bytes += len(data)
            self._stop_if_flooding()

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(1 << 16):
            self._stderr_bytes += len(data)
            self._stderr += data
            self._stop_if_flooding()
            # Cut at twice the size, so that not every read moves the whole buffer.
            if len(self._stderr) > 2 * KEPT_BYTES:
                del self._stderr[:-KEPT_BYTES]

    def _stop_if_flooding(self) -> None:
        if self.is_flooding:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def last_lines(self, count: int) -> tuple[str, ...]:
        """Return the last `count` lines of the bot's standard error."""
        return tuple(deque(self.stderr.splitlines(), maxlen=count))


def with_flags(command: Sequence[str], flags: Sequence[str]) -> tuple[str, ...]:
    """Return a bot's command with flags added where the bot will read them.

    They go to the end of the command. If the command has a `--` after which another program is
    named, as in `referee bridge -- sh bot.sh`, they go in front of the `--`, because the bot's own
    words are there. In `cargo run --` and `npm start -- --fast` the bot's own flags follow the
    `--`, so the flags go to the end.
    """
    place = command.index("--") if "--" in command else len(command)
    # True, too, where nothing follows the `--`.
    if all(word.startswith("-") for word in command[place + 1 : place + 2]):
        place = len(command)
    return (*command[:place], *flags, *command[place:])


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run the coroutine `main` and return its result, as `asyncio.run` does.

    On SIGTERM and SIGHUP, as on Ctrl-C, cancel the coroutine, so that it ends all bots before this
    process exits.

    Raises:
        SystemExit: One of the two signals arrived.
    """

    async def watched() -> T:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        # Cancelled and not ended: `finally` blocks then end the bots.
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup keeps it running
            loop.add_signal_handler(signal.SIGHUP, task.cancel)
        return await main

    try:
        return asyncio.run(watched())
    except asyncio.CancelledError:
        # As a shell reports a program that SIGTERM has ended.
        raise SystemExit(128 + signal.SIGTERM) from None


def _command_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
        return f"{pid} ({b' '.join(words).decode(errors='replace').strip()[:80]})"
    return str(pid)
