"""A real season from outside: its run as a process, its commands, and its log as it grows."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from loadtest.real_season.place import Place
from tournaments.log.event import Event, parse_line

__all__ = ["PATIENCE_S", "Log", "NotSeenError", "Season", "wait_for"]

PATIENCE_S = 900.0
"""Time after which something is taken for never happening, in seconds."""
_COMMAND_S = 3600.0
"""The same for a command: a submission waits for the checks of those before it, one after the other."""
_LOOK_S = 0.2
_T = TypeVar("_T")


class NotSeenError(Exception):
    """Something did not happen that must; the message says what."""


def wait_for(
    find: Callable[[], _T | None], what: str, *, meanwhile: Callable[[], object] = lambda: None
) -> _T:
    """Wait until something is found, and return it.

    Args:
        find: Returns what was found; None or False as long as there is nothing.
        what: What is waited for, for the error.
        meanwhile: Called between two looks.

    Raises:
        NotSeenError: Nothing was found for `PATIENCE_S`.
    """
    ends_at = time.monotonic() + PATIENCE_S
    while True:
        found = find()
        if found is not None and found is not False:
            return found
        if time.monotonic() > ends_at:
            raise NotSeenError(f"not seen in {PATIENCE_S:.0f} s: {what}")
        meanwhile()
        time.sleep(_LOOK_S)  # a poll: nothing reports what another process does


class Log:
    """The log of a season, read as it grows.

    Args:
        path: The log's file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        self.events: list[Event] = []
        """Events so far; `look` adds to them."""
        self.bodies: list[dict[str, Any]] = []
        """Their contents."""

    def look(self) -> int:
        """Read the events that are new; return the number of all events so far."""
        with contextlib.suppress(FileNotFoundError), self._path.open("rb") as file:
            file.seek(self._read)
            data = file.read()
            # A killed run may leave a torn line, which the next one cuts off.
            whole = data[: data.rfind(b"\n") + 1]
            self._read += len(whole)
            for line in whole.decode().splitlines():
                event = parse_line(line)
                self.events.append(event)
                self.bodies.append(event.body)
        return len(self.events)

    def find(self, kind: str, *, since: int = 0, **values: object) -> dict[str, Any] | None:
        """Return the first event of a kind after the first `since` events; None if there is none.

        `values` are keys and values that the event must have.
        """
        self.look()
        for body in self.bodies[since:]:
            if body["type"] == kind and all(body.get(k) == v for k, v in values.items()):
                return body
        return None

    def since(self, number: int, kind: str) -> Iterator[dict[str, Any]]:
        """Yield the events of a kind after the first `number` events."""
        self.look()
        return (body for body in self.bodies[number:] if body["type"] == kind)

    def open_matches(self) -> dict[int, dict[str, Any]]:
        """Return the event with which each match began that has no end yet, by number of the match."""
        self.look()
        found: dict[int, dict[str, Any]] = {}
        for body in self.bodies:
            if body["type"] == "started":
                found[body["match"]] = body
            elif body["type"] in ("ended", "void"):
                found.pop(body["match"], None)
        return found

    @property
    def head(self) -> str:
        """Number and hash of the last event, as the text `NUMBER:HASH`."""
        return f"{self.events[-1].number}:{self.events[-1].hash}"


class Season:
    """A season whose run is a process of this program.

    Args:
        place: Folder and ports of the season.
        mark: Value of the environment variable `REAL_SEASON` of all its processes.
    """

    def __init__(self, place: Place, mark: str) -> None:
        self.place = place
        self.log = Log(place.log)
        self.env = os.environ | {"REAL_SEASON": mark}
        self.runs = 0
        """Number of times that the run was started."""
        self._run: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Id of the run's process."""
        assert self._run is not None, "the run was started"
        return self._run.pid

    @property
    def is_running(self) -> bool:
        """Whether the run's process is alive."""
        return self._run is not None and self._run.poll() is None

    @property
    def output(self) -> str:
        """All that the runs have printed."""
        return (self.place.folder / "run.out").read_text(errors="replace")

    def start(self) -> None:
        """Start the run, with an arena."""
        self.runs += 1
        words = (
            "run",
            str(self.place.file),
            "--web",
            "--web-listen",
            f"127.0.0.1:{self.place.web}",
        )
        with (self.place.folder / "run.out").open("a") as out:
            self._run = subprocess.Popen(
                self._command(*words), env=self.env, stdout=out, stderr=out, start_new_session=True
            )

    def keep_up(self) -> None:
        """Start the run again if it has ended."""
        if not self.is_running:
            self.start()

    def stop(self) -> int:
        """Stop the run as Ctrl-C does, and return its exit status."""
        assert self._run is not None, "the run was started"
        # In the background of a shell, processes ignore SIGINT.
        with contextlib.suppress(ProcessLookupError):
            self._run.send_signal(signal.SIGTERM)
        return self._run.wait(PATIENCE_S)

    def end(self) -> int:
        """Wait for the end of the run's process, and return its exit status."""
        assert self._run is not None, "the run was started"
        return self._run.wait(PATIENCE_S)

    def tournament(self, *words: str | Path) -> tuple[int, str]:
        """Call the command `tournament`; return its exit status and all that it printed."""
        done = subprocess.run(
            self._command(*map(str, words)),
            env=self.env,
            cwd=self.place.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_COMMAND_S,
        )
        return done.returncode, done.stdout

    def do(self, *words: str | Path) -> str:
        """Call the command `tournament`, which must succeed; return what it printed.

        Raises:
            NotSeenError: Its exit status is not 0.
        """
        status, printed = self.tournament(*words)
        if status:
            name = " ".join(map(str, words[:2]))
            raise NotSeenError(f"tournament {name}: exit status {status}: {printed.strip()[-500:]}")
        return printed

    def organize(self, what: str, *words: str) -> str:
        """Call a command of `tournament` for this season, which must succeed; return what it printed.

        Args:
            what: Name of the command, such as `pause`.
            *words: Arguments after the season's file.

        Raises:
            NotSeenError: Its exit status is not 0.
        """
        return self.do(what, self.place.file, *words)

    def submit(self, entry: str, *words: str | Path) -> tuple[int, str]:
        """Call `tournament submit` for an entry, as its author does.

        Return its exit status and all that it printed.

        Args:
            entry: Name of the entry.
            *words: Further arguments, such as the program's folder.
        """
        key = ("--key-file", self.place.key_file(entry))
        return self.tournament("submit", self.place.address, "--entry", entry, *key, *words)

    def wait_for_event(
        self, kind: str, *, since: int = 0, keep_up: bool = True, **values: object
    ) -> dict[str, Any]:
        """Wait for an event in the season's log, and return it.

        Args:
            kind: Type of the event.
            since: Number of events that are passed over.
            keep_up: Whether the run is started again if it has ended.
            **values: Keys and values that the event must have.
        """
        shown = ", ".join(f"{key} {value}" for key, value in values.items())
        return wait_for(
            lambda: self.log.find(kind, since=since, **values),
            f"event {kind} {shown}",
            meanwhile=self.keep_up if keep_up else lambda: None,
        )

    def wait_for_results(self, count: int, *, since: int) -> None:
        """Wait until `count` matches that began after the first `since` events have results."""

        def found() -> bool:
            begun = {(b["match"], b["attempt"]) for b in self.log.since(since, "started")}
            ended = {(b["match"], b["attempt"]) for b in self.log.since(since, "ended")}
            return len(begun & ended) >= count

        wait_for(found, f"{count} results", meanwhile=self.keep_up)

    @staticmethod
    def _command(*words: str) -> list[str]:
        return [sys.executable, "-P", "-m", "tournaments", *words]
