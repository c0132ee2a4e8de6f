"""Progress while a tournament runs: live on a terminal, plain lines that suit a log elsewhere."""

from __future__ import annotations

import rich.console
import rich.markup
import rich.progress

__all__ = ["BarProgress", "LineProgress", "make_progress"]

PLAIN_LINES = 20
"""Progress lines of a whole tournament where there is no terminal."""


class LineProgress:
    """Progress as plain lines: a share of the matches, and everything that goes wrong.

    Args:
        console: Where to.
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

    def begin(self, done: int, total: int | None) -> None:
        """See `tournaments.runner.Progress`."""
        self._done, self._total = done, total
        if done:
            self._print(f"resuming: {done} matches have been played")

    def status(self, text: str) -> None:
        """See `tournaments.runner.Progress`."""
        self._status = f", {text}"

    def match_ended(self) -> None:
        """See `tournaments.runner.Progress`."""
        self._done += 1
        total = self._total
        if total is None:
            self._print(f"{self._done} matches{self._status}")
        elif self._done * PLAIN_LINES // total > (self._done - 1) * PLAIN_LINES // total:
            self._print(f"{self._done} of {total} matches{self._status}")

    def note(self, text: str) -> None:
        """See `tournaments.runner.Progress`."""
        self._print(text)

    def _print(self, text: str) -> None:
        self._console.print(text, soft_wrap=True, highlight=False, markup=False)


class BarProgress:
    """Progress as a bar at the bottom of a terminal, with notes above it.

    Args:
        console: The terminal.
    """

    def __init__(self, console: rich.console.Console) -> None:
        self._bar = rich.progress.Progress(
            rich.progress.TextColumn("{task.description}"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TextColumn("left"),
            rich.progress.TimeRemainingColumn(),
            console=console,
        )
        self._task = self._bar.add_task("starting", total=None)

    def __enter__(self) -> BarProgress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def begin(self, done: int, total: int | None) -> None:
        """See `tournaments.runner.Progress`."""
        self._bar.update(self._task, description="matches", completed=done, total=total)

    def status(self, text: str) -> None:
        """See `tournaments.runner.Progress`."""
        self._bar.update(self._task, description=f"matches, {rich.markup.escape(text)}")

    def match_ended(self) -> None:
        """See `tournaments.runner.Progress`."""
        self._bar.advance(self._task)

    def note(self, text: str) -> None:
        """See `tournaments.runner.Progress`."""
        self._bar.console.print(text, soft_wrap=True, highlight=False, markup=False)


def make_progress(console: rich.console.Console) -> BarProgress | LineProgress:
    """A bar for a terminal, lines for anything else."""
    return BarProgress(console) if console.is_terminal else LineProgress(console)
