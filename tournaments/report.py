"""What people see: progress while a tournament runs, and its table.

A terminal gets a progress bar and colours, anything else plain lines that suit a log.
"""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction

import rich.box
import rich.console
import rich.markup
import rich.progress
import rich.table

from tournaments.elo_report import elo_as_json, print_elo
from tournaments.party_standings import PartyStanding
from tournaments.ratings import EloRatings
from tournaments.standings import Standing
from tournaments.stopping import SprtReport
from tournaments.store import ProcessRecord

__all__ = [
    "BarProgress",
    "LineProgress",
    "Summary",
    "make_progress",
    "standings_json",
    "two_decimals",
]

PLAIN_LINES = 20
"""Progress lines of a whole tournament where there is no terminal."""


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """Everything a report shows."""

    name: str
    """Name of the tournament."""
    played: int
    """Matches with a result."""
    total: int | None
    """Matches in all; None if that depends on results."""
    voids: int
    """Attempts that came to nothing and were, or will be, played again."""
    standings: list[Standing] | list[PartyStanding]
    """The table, best first."""
    processes: list[ProcessRecord]
    """Every process that was started."""
    replays: str | None
    """Folder of the replays; None if another machine has them."""
    logs: str
    """Folder of the bots' kept output."""
    value: str | None = None
    """What entries of parties are ranked by; None where the table is one of bots."""
    sprt: SprtReport | None = None
    """The test that stops the tournament, if it has one."""
    elo: EloRatings | None = None
    """Elo ratings, if they were asked for."""

    def print(self, console: rich.console.Console) -> None:
        """Print the table and what is to be known beside it."""
        console.print(_table(self), soft_wrap=False)
        of_total = "" if self.total is None else f" of {self.total}"
        line = f"{self.played}{of_total} matches, {self.voids} void attempts"
        replays = "replays are kept by the referee"
        if self.replays is not None:
            replays = f"replays in {self.replays}"
        console.print(f"{line}; {replays}", soft_wrap=True, highlight=False, markup=False)
        if self.elo is not None:
            print_elo(self.elo, console)
        if self.sprt is not None:
            console.print(self.sprt.text, soft_wrap=True, highlight=False, markup=False)
        for line in _deaths(self):
            console.print(line, soft_wrap=True, highlight=False, markup=False)


def standings_json(summary: Summary) -> str:
    """The standings as one JSON object, for programs."""
    lines = [
        _party_json(line) if isinstance(line, PartyStanding) else _line_json(line)
        for line in summary.standings
    ]
    return json.dumps(
        {
            "name": summary.name,
            "played": summary.played,
            "total": summary.total,
            "void_attempts": summary.voids,
            "standings": lines,
        }
        | ({} if summary.sprt is None else {"sprt": summary.sprt.as_json()})
        | ({} if summary.elo is None else {"elo": elo_as_json(summary.elo)}),
        indent=2,
    )


def _line_json(line: Standing) -> dict[str, object]:
    return {
        "place": line.place,
        "bot": line.player,
        "points": line.points,
        "matches": line.matches,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        **dict(line.tie_breaks),
        "rating": {"mu": line.rating.mu, "sigma": line.rating.sigma},
        "strikes": line.strikes,
        "forfeits": line.forfeits,
    }


def _party_json(line: PartyStanding) -> dict[str, object]:
    return {
        "place": line.place,
        "entry": line.entry,
        "value": float(line.value),
        "exact": str(line.value),
        "matches": line.matches,
        "strikes": line.strikes,
        "forfeits": line.forfeits,
    }


def _table(summary: Summary) -> rich.table.Table:
    table = rich.table.Table(
        title=summary.name,
        title_justify="left",
        header_style="bold",
        box=rich.box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot" if summary.value is None else "entry", overflow="fold")
    if summary.value is None:
        first = summary.standings[0]
        extra = [name for name, _ in first.tie_breaks] if isinstance(first, Standing) else []
        names = ["points", "won", "drawn", "lost", *extra, "rating", "±", "strikes", "forfeits"]
    else:
        names = [summary.value, "matches", "strikes", "forfeits"]
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for line in summary.standings:
        if isinstance(line, PartyStanding):
            cells = _party_cells(line, is_rounded=summary.value == "rating")
        else:
            cells = _cells(line)
        table.add_row(*cells)
    return table


def _cells(line: Standing) -> list[str]:
    return [
        str(line.place),
        rich.markup.escape(line.player),
        f"{line.points:.1f}",
        str(line.wins),
        str(line.draws),
        str(line.losses),
        *(f"{value:.2f}" for _, value in line.tie_breaks),
        f"{line.rating.mu:.2f}",
        f"{line.rating.sigma:.2f}",
        str(line.strikes),
        str(line.forfeits),
    ]


def _party_cells(line: PartyStanding, *, is_rounded: bool) -> list[str]:
    return [
        str(line.place),
        rich.markup.escape(line.entry),
        two_decimals(line.value) if is_rounded else str(line.value),
        str(line.matches),
        str(line.strikes),
        str(line.forfeits),
    ]


def two_decimals(value: Fraction) -> str:
    """An exact number for people: rounded to hundredths, halves to the even one, without a -0.00."""
    hundredths = round(value * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def _deaths(summary: Summary) -> list[str]:
    lines = []
    for program in dict.fromkeys(record.program for record in summary.processes):
        dead = [record for record in summary.processes if record.program == program and record.died]
        if dead:
            last = dead[-1]
            how = f"exit status {last.code}"
            if last.code is not None and last.code < 0:
                how = f"signal {-last.code}"
            log = f"{summary.logs}/{program}/{last.number:04d}.stderr"
            times = "once" if len(dead) == 1 else f"{len(dead)} times"
            lines.append(f"{program} died {times} in mid-match, the last time by {how}: see {log}")
    return lines


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
