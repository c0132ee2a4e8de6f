"""Live view in a terminal while a tournament runs: how far it is, matches being played, and the table.

The view takes in events and can be drawn at any time, at any size, by another thread. The table
is recomputed at most once a second, and so seldom that this takes only a small share of time,
however many results there are.
"""

from __future__ import annotations

import collections
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence

import rich.console
import rich.progress_bar
import rich.table
import rich.text
from rich.cells import cell_len, set_cell_size

from tournaments.pairings import Pairing
from tournaments.ratings import Rating
from tournaments.reports.wording import two_decimals
from tournaments.spec.config import TournamentSpec
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.titles import Titles
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import make_standings
from tournaments.tables.party_standings import PartyStanding
from tournaments.tables.standings import Standing

__all__ = ["LiveView", "clock_text", "rate_text"]

PAUSE_S = 1.0
"""Shortest time between two computations of the table, in seconds."""
SHARE = 0.03
"""Largest share of time that computing the table may take."""
WINDOW = 100
"""Number of last matches that the shown rate is measured over."""
SIDE_BY_SIDE = 120
"""Width of the terminal, in columns, from which on the two tables are shown side by side."""
NARROW = 72
"""Width of the terminal, in columns, below which standings show only points and matches."""
_HEAD = 2
"""Number of lines of a table before its first row: an empty one and the column names."""

_Rows = Sequence[tuple[str, ...]]
"""Rows of a table; the first has the names of the columns."""


class _Unrated:
    """Rating system that changes no rating, since ratings take far longer than the rest of the table."""

    start = Rating(0.0, 1.0)

    def rate(self, ratings: Sequence[Rating], placements: Sequence[int]) -> tuple[Rating, ...]:
        """Return the ratings unchanged."""
        del placements
        return tuple(ratings)


class LiveView:
    """Live view of a tournament for a terminal: how far it is, matches being played, and the table.

    Args:
        spec: The tournament.
        clock: Returns a time that only goes forward, in seconds.
    """

    def __init__(self, spec: TournamentSpec, clock: Callable[[], float]) -> None:
        self._spec = spec
        self._titles = Titles(spec)
        self._clock = clock
        self._lock = threading.Lock()
        self._matches: list[StoredMatch] = []
        self._total: int | None = None
        self._status = ""
        self._running: dict[int, tuple[Pairing, float]] = {}
        self._ends: collections.deque[float] = collections.deque(maxlen=WINDOW)
        self._has_begun = False
        self._begin = clock()
        self._played = 0
        self._table: Sequence[Standing | PartyStanding] = ()
        self._counted = -1
        self._due = 0.0

    def entered(self, spec: TournamentSpec) -> None:
        """Replace the tournament by the same one without the bots that were left out of it."""
        with self._lock:
            self._spec, self._titles, self._counted = spec, Titles(spec), -1

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None:
        """Start measuring time; count the matches that earlier runs have played.

        Args:
            matches: Matches that have a result already.
            total: Number of all matches of the tournament; None if it depends on results.
        """
        with self._lock:
            self._has_begun = True
            self._matches, self._total = list(matches), total
            self._running.clear()
            self._begin = self._clock()
            self._ends.append(self._begin)

    def status(self, text: str) -> None:
        """Show a text about the state of the run in place of the text before."""
        self._status = text

    def match_began(self, pairing: Pairing) -> None:
        """Add a match to those shown as being played."""
        with self._lock:
            self._running[pairing.number] = (pairing, self._clock())

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None:
        """Remove a match from those shown as being played, and count it unless it is void (annulled)."""
        with self._lock:
            self._running.pop(pairing.number, None)
            if not end.cause.is_void:
                self._matches.append(StoredMatch(pairing, end, "", None))
                self._played += 1
                self._ends.append(self._clock())

    @property
    def last_line(self) -> str:
        """Return the line that stays when the view is closed: matches played in this run, time, rate."""
        took = self._clock() - self._begin
        text = f"{self._played} matches in {clock_text(took)}"
        return text + (f", {rate_text(self._played / took)}" if self._played and took > 0 else "")

    def rate(self) -> float | None:
        """Return the rate of the last matches, in matches per second.

        None if none has ended yet.
        """
        with self._lock:
            took = self._clock() - self._ends[0] if self._ends else 0.0
            return (len(self._ends) - 1) / took if len(self._ends) > 1 and took > 0 else None

    def __rich_console__(
        self, console: rich.console.Console, options: rich.console.ConsoleOptions
    ) -> rich.console.RenderResult:
        """Yield the view in the size of the terminal, with one line left free for the cursor."""
        width, height = options.max_width, console.height - 1
        yield self._bar(width)
        height -= 1
        if self._status and height > 0:
            yield rich.text.Text(self._status, no_wrap=True, overflow="ellipsis")
            height -= 1
        if height <= _HEAD + 1:
            return
        self._update()
        running, table = self._running_rows(), self._standings_rows(narrow=width < NARROW)
        if width >= SIDE_BY_SIDE:
            yield from _side_by_side(_lines(running, height), _lines(table, height), width)
            return
        own = len(running) - 1 + _HEAD if len(running) > 1 else 0
        if own + len(table) - 1 + _HEAD > height:
            own = min(own, max(_HEAD + 2, height // 3))
        yield from _side_by_side(_lines(running, own), [], width)
        yield from _side_by_side(_lines(table, height - own), [], width)

    def _bar(self, width: int) -> rich.console.RenderableType:
        name = rich.text.Text(self._spec.name, style="bold")
        if not self._has_begun:
            return rich.text.Text.assemble(name, " starts", no_wrap=True, overflow="ellipsis")
        done, total, rate = len(self._matches), self._total, self.rate()
        words = [f"{done} matches" if total is None else f"{done}/{total} matches"]
        if rate is not None:
            words.append(rate_text(rate))
            if total is not None:
                at_most = "at most " if self._spec.sprt or self._spec.stop else ""
                words.append(f"{at_most}{clock_text((total - done) / rate)} left")
        words.append(f"{clock_text(self._clock() - self._begin)} gone")
        text = rich.text.Text(", ".join(words), no_wrap=True, overflow="ellipsis")
        room = width - text.cell_len - name.cell_len - 2
        if total is None or room < 8:
            return rich.text.Text.assemble(name, " ", text, no_wrap=True, overflow="ellipsis")
        line = rich.table.Table.grid(padding=(0, 1))
        bar = rich.progress_bar.ProgressBar(total=total, completed=done, width=min(room, 40))
        line.add_row(name, bar, text)
        return line

    def _running_rows(self) -> _Rows:
        with self._lock:
            running = sorted(self._running.values(), key=lambda item: item[1])
        now = self._clock()
        rows = [
            (
                str(pairing.number),
                " - ".join(map(self._titles, pairing.players)),
                clock_text(now - since),
            )
            for pairing, since in running
        ]
        return [("running", "in seat order", "for"), *rows]

    def _standings_rows(self, *, narrow: bool) -> _Rows:
        with self._lock:
            lines = self._table
        names: tuple[str, ...] = ("", "standings", "points", "matches", "won", "drawn", "lost")
        if any(isinstance(line, PartyStanding) for line in lines):
            names = ("", "standings", "value", "matches")
        rows = [(*names, "strikes", "forfeits"), *(_cells(line, self._titles) for line in lines)]
        return [row[:4] for row in rows] if narrow else rows

    def _update(self) -> None:
        """Recompute the table if there are new results and enough time has passed."""
        with self._lock:
            begin = self._clock()
            if self._counted == len(self._matches) or begin < self._due:
                return
            # Nobody else computes meanwhile: the view may be drawn from several threads.
            self._due = float("inf")
            spec, matches = self._spec, list(self._matches)
        # Outside the lock, so that matches can begin and end while the table is computed.
        table = make_standings(spec, matches, _Unrated())
        took = self._clock() - begin
        with self._lock:
            self._table, self._counted = table, len(matches)
            self._due = begin + max(PAUSE_S, took / SHARE)


def _lines(rows: _Rows, height: int) -> list[str]:
    """Return rows as at most `height` lines of text, the first empty; a last line counts rows without room.

    The names are the second column and aligned left, all other columns right. This is done by hand
    because a rich table takes many times as long, and the view is drawn again and again.
    """
    height -= _HEAD
    if height <= 0:
        return []
    shown = rows[1:] if len(rows) - 1 <= height else rows[1:height]
    left = len(rows) - 1 - len(shown)
    sizes = [max(map(cell_len, column)) for column in zip(rows[0], *shown, strict=True)]
    lines = [""]
    for row in (rows[0], *shown):
        cells = zip(row, sizes, strict=True)
        padded = (_padded(c, size, left=i == 1) for i, (c, size) in enumerate(cells))
        lines.append("  ".join(padded))
    if left:
        lines.append(f"{'':{sizes[0]}}  and {left} more")
    return lines


def _side_by_side(
    left: Sequence[str], right: Sequence[str], width: int
) -> Iterator[rich.text.Text]:
    """Yield the lines of two tables side by side, cut at the width; the heads, on line 2, in bold."""
    size = max(map(cell_len, left), default=0) + 4
    for index, (one, other) in enumerate(itertools.zip_longest(left, right, fillvalue="")):
        line = f"{_padded(one, size, left=True)}{other}".rstrip() if right else one
        cut = line if cell_len(line) <= width else set_cell_size(line, width)
        yield rich.text.Text(cut, style="bold" if index == _HEAD - 1 else "")


def _padded(text: str, size: int, *, left: bool) -> str:
    """Return a text padded with blanks to `size` columns; East Asian characters take two columns.

    Args:
        text: The text.
        size: Number of columns.
        left: Whether the text is at the left, and the blanks follow it.
    """
    blanks = " " * (size - cell_len(text))
    return f"{text}{blanks}" if left else f"{blanks}{text}"


def _cells(line: Standing | PartyStanding, titled: Titles) -> tuple[str, ...]:
    faults = (str(line.strikes), str(line.forfeits))
    if isinstance(line, PartyStanding):
        return (
            str(line.place),
            titled(line.entry),
            two_decimals(line.value),
            str(line.matches),
            *faults,
        )
    results = (str(line.wins), str(line.draws), str(line.losses))
    points = (f"{line.points:.1f}", str(line.matches))
    return (str(line.place), titled(line.player), *points, *results, *faults)


def clock_text(seconds: float) -> str:
    """Return a duration in seconds as `hours:minutes:seconds`."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def rate_text(rate: float) -> str:
    """Return a rate of matches as text, per second, or per minute if below one a second."""
    return f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
