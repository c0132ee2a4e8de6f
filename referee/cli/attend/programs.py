"""The entrant's program: its process is started, given tokens, and started again when it dies.

The rules are those of tournaments: a program that dies with open matches is started again and gets
their tokens again, after a pause that doubles. When it has died too often in a row without coming
through a match, it is given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

__all__ = ["Command", "Keeper", "Surroundings"]

RESTARTS = 3
"""Number of times in a row that a program is started again without having come through a match."""
FIRST_PAUSE_S = 0.1
"""Pause before the first restart in a row, in seconds; it doubles with each further one."""
EXIT_S = 10.0
"""Time that a program has to end after its standard input was closed, in seconds."""
GRACE_S = 2.0
"""Time that a program has to end after SIGTERM, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class Command:
    """How to start an entrant's program: command line, referee address, TLS roots, private folder."""

    words: tuple[str, ...]
    """The words of its command line."""
    address: str
    """Address of the referee, the same in every folder."""
    ca: Path | None
    """PEM file with the roots to trust; None for no TLS."""
    folder: Path
    """Private folder, named in the program's environment so that the guard finds its processes."""

    @property
    def env(self) -> dict[str, str]:
        """All environment variables of the program's process.

        They are those of this process, and variables with the referee's address and other settings.
        """
        tls = {} if self.ca is None else {"REFEREE_CA": str(self.ca.absolute())}
        place = {"REFEREE_ADDRESS": self.address, "REFEREE_TOKENS": "-"}
        return os.environ | place | tls | {"REFEREE_ATTEND": f"{self.folder}/"}

    async def start(self) -> asyncio.subprocess.Process:
        """Start a process of the program; its output goes to standard error.

        Raises:
            OSError: It can't be started.
        """
        # Python starts it by vfork, or by fork and exec without any Python between: both are safe
        # although gRPC has threads here. A `preexec_fn` would not be.
        return await asyncio.create_subprocess_exec(
            *self.words,
            stdin=asyncio.subprocess.PIPE,
            stdout=2,
            env=self.env,
            # Ctrl-C in the terminal is for the helper alone, which lets open matches end.
            start_new_session=True,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Surroundings:
    """Functions that a `Keeper` of a program calls.

    One logs a line, one asks whether a seat's match is over, and one reports that the program died
    too often.
    """

    note: Callable[[str], None]
    """Called with one line on what went wrong."""
    is_over: Callable[[str], Awaitable[bool]]
    """Returns whether the seat of a token needs no program any more; False if nobody knows."""
    given_up: Callable[[Keeper], None]
    """Called when the program has died too often."""


class Keeper:
    """Keeps one process of the program running while it has seats to play or may get some.

    Args:
        command: How to start the program.
        around: Functions to call, such as when the program has died too often.
        only_token: Token of the only seat that it plays; None if it gets any number, and is started
            at once, so that its start is on no match's clock.
    """

    def __init__(self, command: Command, around: Surroundings, only_token: str | None = None):
        self._command = command
        self._around = around
        self._tokens = [] if only_token is None else [only_token]
        self._input_ended = only_token is not None
        self._process: asyncio.subprocess.Process | None = None
        self._has_had_tokens = only_token is not None
        self._failures = 0
        self._changed = asyncio.Event()
        self.is_given_up = False
        """Whether the program has died too often and is not started again."""
        self._task = asyncio.create_task(self._keep())

    @property
    def tokens(self) -> tuple[str, ...]:
        """Tokens of the seats that the program still has to play."""
        return tuple(self._tokens)

    def take(self, token: str) -> None:
        """Give the program the token of one more seat to play."""
        self._tokens.append(token)
        self._changed.set()
        if self._process is not None:
            self._feed(self._process, [token])

    def leave(self, token: str, *, came_through: bool) -> None:
        """Record that the match of the seat with this token is over.

        `came_through` says whether the program has played the match to its end.
        """
        if token in self._tokens:
            self._tokens.remove(token)
        if came_through:
            self._failures = 0
        self._changed.set()

    async def finish(self) -> None:
        """Close the program's standard input and wait up to `EXIT_S` seconds for its end; then stop it."""
        self._input_ended = True
        self._changed.set()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        await asyncio.wait([self._task], timeout=EXIT_S)
        await self.stop()

    async def stop(self) -> None:
        """End the program now, with SIGTERM and then SIGKILL, and don't start it again."""
        process = self._process
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if process is not None:
            _signal(process, signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE_S):
                    await process.wait()
            # Its children as well, which may have outlived it.
            _signal(process, signal.SIGKILL)
            await process.wait()

    async def _keep(self) -> None:
        while True:
            await self._run_once()
            if self._failures > RESTARTS:
                self.is_given_up = True
                self._around.given_up(self)
                return
            if self._failures:
                await asyncio.sleep(FIRST_PAUSE_S * 2 ** (self._failures - 1))
            # Without a seat it is not started again before one comes, unless it failed at its start.
            while not self._tokens and not (self._failures and not self._has_had_tokens):
                if self._input_ended:
                    return
                self._changed.clear()
                await self._changed.wait()

    async def _run_once(self) -> None:
        try:
            process = await self._command.start()
        except OSError as error:
            self._failures += 1
            self._around.note(f"the program can't be started: {error.strerror}")
            return
        self._process = process
        self._feed(process, self._tokens)
        if self._input_ended and process.stdin is not None:
            process.stdin.close()
        status = await process.wait()
        self._process = None
        _signal(process, signal.SIGKILL)  # children that it has left
        # A program may end when its matches have, before the helper hears of their ends.
        for token in tuple(self._tokens):
            if await self._around.is_over(token) and token in self._tokens:
                self._tokens.remove(token)
        failed_early = status != 0 and not self._has_had_tokens and not self._input_ended
        if self._tokens or failed_early:
            self._failures += 1
            self._around.note(f"the program {_ended(status)} {self._had()}")

    def _had(self) -> str:
        if not self._tokens:
            return "before it had a match"
        return f"with {len(self._tokens)} open match{'es' if len(self._tokens) > 1 else ''}"

    def _feed(self, process: asyncio.subprocess.Process, tokens: list[str]) -> None:
        if tokens and process.stdin is not None:
            self._has_had_tokens = True
            process.stdin.write("".join(f"{token}\n" for token in tokens).encode())


def _ended(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Send the signal `number` to a process and those of its children that are still in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
