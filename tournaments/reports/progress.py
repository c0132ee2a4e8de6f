"""Shows progress while a tournament runs: a live view on a terminal, otherwise plain lines for a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import rich.console
import rich.live

from tournaments.pairings import Pairing
from tournaments.processes.client import Exit
from tournaments.reports.live import LiveView
from tournaments.spec.config import TournamentSpec
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.records import StoredMatch

__all__ = ["LineProgress", "LiveProgress", "make_progress"]

PLAIN_LINES = 20
"""Number of progress lines for a whole tournament if there is no terminal."""


class LineProgress:
    """Progress as plain lines: the share of matches played, and everything that goes wrong.

    Args:
        console: Console to print on.
    """

    def __init__(self, console: rich.console.Console) -> None:
        self._console = console
        self._done = 0
        self._total: int | None = None
        self._status = ""

    def __enter__(self) -> LineProgress:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def entered(self, spec: TournamentSpec) -> None:
        """Do nothing: the lines do not name the bots that take part; see `Progress`."""

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """Print how many matches have a result already, if any.

        Args:
            matches: Matches that have a result already.
            total: Number of all matches of the tournament; None if it depends on results.
        """
        self._done, self._total = len(matches), total
        if matches:
            self._print(f"resuming: {len(matches)} matches have been played")

    def status(self, text: str) -> None:
        """Keep a text to be printed at the end of progress lines; see `Progress`."""
        self._status = f", {text}"

    def match_began(self, pairing: Pairing) -> None:
        """Do nothing: the lines count only matches that have ended; see `Progress`."""

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """Count a match unless it is void (annulled), and print a line at every 20th of the total."""
        del pairing
        if end.cause.is_void:
            return
        self._done += 1
        total = self._total
        if total is None:
            self._print(f"{self._done} matches{self._status}")
        elif self._done * PLAIN_LINES // total > (self._done - 1) * PLAIN_LINES // total:
            self._print(f"{self._done} of {total} matches{self._status}")

    def process_ended(self, ended: Exit, *, died: bool) -> None:
        """Do nothing: deaths that matter have notes; see `Progress`."""

    def note(self, text: str) -> None:
        """Print a line about something that went wrong; see `Progress`."""
        self._print(text)

    def _print(self, text: str) -> None:
        self._console.print(text, soft_wrap=True, highlight=False, markup=False)


class LiveProgress:
    """Progress drawn at the bottom of a terminal four times a second, with notes above it.

    The drawing is removed at the end, except for a line on how long the run took; the caller then
    prints the whole table.

    Args:
        console: The terminal.
        spec: The tournament.
        clock: Returns a time that only goes forward, in seconds.
    """

    def __init__(
        self,
        console: rich.console.Console,
        spec: TournamentSpec,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._view = LiveView(spec, clock)
        self._live = rich.live.Live(
            self._view,
            console=console,
            refresh_per_second=4,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            vertical_overflow="crop",
        )
        self.entered = self._view.entered
        self.begin = self._view.begin
        self.status = self._view.status
        self.match_began = self._view.match_began
        self.match_ended = self._view.match_ended

    def __enter__(self) -> LiveProgress:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()
        self.note(self._view.last_line)

    def process_ended(self, ended: Exit, *, died: bool) -> None:
        """Do nothing: deaths that matter have notes; see `Progress`."""

    def note(self, text: str) -> None:
        """Print a line above the live view; see `Progress`."""
        self._console.print(text, soft_wrap=True, highlight=False, markup=False)


def make_progress(
    console: rich.console.Console, spec: TournamentSpec
) -> LiveProgress | LineProgress:
    """Return a live view if the console is a terminal that can be drawn on, else plain lines."""
    if console.is_terminal and not console.is_dumb_terminal:
        return LiveProgress(console, spec)
    return LineProgress(console)
