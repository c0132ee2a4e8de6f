"""Programs that play seats of a referee in this process, each in a separate process.

They are run as `referee play` runs them: the address is in the environment, tokens come on standard
input, one a line, and the end of that input means that no more come.
"""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO

from referee.core.clock import SystemClock
from referee.core.errors import FieldError
from referee.core.text import printable
from referee.play.bots import Player
from referee_client.bridge.process import tied

__all__ = ["Programs"]

EXIT_S = 5.0
"""Seconds that programs may take to leave after their last match, before they are killed."""
_NEWS_S = 0.2
"""Seconds for which the output of a program that has ended is waited for: a process that it has
started may keep it open."""
_LAST_WORDS = 5
"""Number of the last lines that a program has written which are quoted when it has ended."""
_LINE_BYTES = 1 << 16
"""Bytes of a line after which its rest is taken as another line."""
_GROUP_OF_NOBODY = (ProcessLookupError, PermissionError)


class _Program:
    """A process of a program, and the threads that read its output and wait for its end.

    Args:
        field: Argument that names the program, for errors.
        player: Name and command line of the program.
        address: Where the referee listens.
        on_end: Called once, on a separate thread, with a sentence that says how the process ended.

    Raises:
        FieldError: The process can't be started.
    """

    def __init__(
        self, field: str, player: Player, address: str, on_end: Callable[[str], None]
    ) -> None:
        self._name = player.name
        self._on_end = on_end
        self._words: collections.deque[str] = collections.deque(maxlen=_LAST_WORDS)
        env = os.environ | {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "-"}
        try:
            self._process = subprocess.Popen(
                tied(player.command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=env,
                # A separate group, so that it can be killed together with its children.
                start_new_session=True,
            )
        except OSError as error:
            bound = f"a command that starts ({error.strerror})"
            raise FieldError(field, bound, player.command[0]) from None
        # A program that reads no tokens must not block the match when the pipe is full.
        os.set_blocking(self._input.fileno(), False)
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._waiting = threading.Thread(target=self._wait, daemon=True)
        self._reading.start()
        self._waiting.start()

    def give(self, token: str) -> None:
        """Write a seat's token to the program's standard input; a dead process gets none."""
        with contextlib.suppress(BrokenPipeError):
            self._input.write(f"{token}\n".encode())

    def end_input(self) -> None:
        """Close the program's standard input: no more tokens come."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()

    def leave(self, seconds: float) -> None:
        """Wait for the end of the process for at most that time, then kill it with its children."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        # The group stays that of its children after the process itself has ended.
        with contextlib.suppress(*_GROUP_OF_NOBODY):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._waiting.join()
        self._reading.join(_NEWS_S)

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            while line := output.readline(_LINE_BYTES):
                text = printable(line.decode(errors="replace").expandtabs().rstrip())
                self._words.append(text)
                if sys.stderr is not None:
                    print(f"{self._name}: {text}", file=sys.stderr)

    def _wait(self) -> None:
        status = self._process.wait()
        self._reading.join(_NEWS_S)
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        words = f"; its last words: {' | '.join(self._words)}" if self._words else ""
        self._on_end(f"{self._name}: its process {how}{words}")


class Programs:
    """The programs of a table, to be used as a context manager; each plays all its matches in one process.

    Args:
        players: The players, of which those with a command are started.
        address: Where the referee listens.
    """

    def __init__(self, players: list[Player], address: str) -> None:
        self._players = players
        self._address = address
        self._running: dict[int, _Program] = {}
        self._ended: dict[int, str] = {}
        """How the processes have ended that are no more, by index of the player."""
        self._seats: Mapping[int, int] = {}
        """Seat of each program in the match that is being played, by index of the player."""
        self._on_lost: Callable[[int, str], None] = lambda _seat, _why: None
        self._lock = threading.Lock()

    def __enter__(self) -> Programs:
        """Start the programs.

        Raises:
            FieldError: One of them can't be started.
        """
        try:
            for index, player in enumerate(self._players):
                if player.command:
                    self._running[index] = _Program(
                        f"bots[{index}]",
                        player,
                        self._address,
                        lambda how, index=index: self._end(index, how),  # type: ignore[misc]
                    )
        except BaseException:
            self._leave(0.0)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Let the programs leave; after an error, kill them at once."""
        self._leave(EXIT_S if kind is None else 0.0)

    def play(
        self, seats: Mapping[int, tuple[int, str]], on_lost: Callable[[int, str], None]
    ) -> None:
        """Give programs the tokens of their seats in the next match.

        Args:
            seats: Seat and its token for each program, by index of the player.
            on_lost: Called with a seat and a sentence for each program whose process has ended before
                the match or ends in it.
        """
        with self._lock:
            self._seats = {index: seat for index, (seat, _) in seats.items()}
            self._on_lost = on_lost
            ended = [(self._seats[index], how) for index, how in self._ended.items()]
        for index, (_, token) in seats.items():
            self._running[index].give(token)
        for seat, how in ended:
            on_lost(seat, how)

    def rest(self) -> None:
        """Note that the match is over: the end of a process concerns no seat from now on."""
        with self._lock:
            self._seats = {}

    def _end(self, index: int, how: str) -> None:
        with self._lock:
            self._ended[index] = how
            seat, on_lost = self._seats.get(index), self._on_lost
        if seat is not None:
            on_lost(seat, how)

    def _leave(self, seconds: float) -> None:
        self.rest()
        for program in self._running.values():
            program.end_input()
        # The time is that of all of them together.
        clock = SystemClock()
        until_ns = clock.now_ns() + round(seconds * 1e9)
        for program in self._running.values():
            program.leave(max(0.0, (until_ns - clock.now_ns()) / 1e9))
