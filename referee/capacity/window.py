"""One measurement: matches begin at a rate for some seconds; figures say whether the referee keeps up."""

from __future__ import annotations

import asyncio
import dataclasses
import math
from collections.abc import Sequence

from referee.capacity.arrivals import arrivals
from referee.capacity.bots import LEAST_SLACK, Bots, Played
from referee.core.clock import Clock
from referee.core.errors import FieldError
from referee.core.time_control import MS, SECOND

__all__ = ["Terms", "Window", "judge", "measure"]

_SLACK_SHARE = 0.99
_LOOK_S = 0.02
"""Seconds between two checks whether a measurement is over."""
_MOST_FAILURES = 0.01
"""Highest share of the matches that may fail or begin late, and of the decisions that may have less
slack than `LEAST_SLACK`, for a rate to be kept.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """How a rate is measured: move time, and lengths of the parts of a measurement."""

    move_time_ns: int = 200 * MS
    """Nanoseconds for a decision, from 1 ms."""
    settle_s: float = 1.0
    """Seconds of arrivals, from 0, before matches are counted: in that time the number of open matches
    still grows.
    """
    measure_s: float = 3.0
    """Seconds, above 0, during which the matches that arrive are counted."""
    least_matches: int = 8
    """Lowest number of matches that are counted, from 1, even if that takes longer than `measure_s`."""
    tail_s: float = 2.0
    """Seconds, from 0, after the last counted arrival in which uncounted matches go on arriving while
    counted ones are played; longer if a match whose decisions each take half the move time needs
    more. Counted matches that are not over at the end of it have failed.
    """
    late_ns: int = SECOND
    """A match has begun late if its first turn is read this many nanoseconds after it was due, or
    later.
    """

    def __post_init__(self) -> None:
        """Check the bounds of the fields.

        Raises:
            FieldError: A field breaks its bound.
        """
        if self.move_time_ns < MS:
            raise FieldError("move_time", "from 1 ms", f"{self.move_time_ns / MS:g} ms")
        if not (self.measure_s > 0 and math.isfinite(self.measure_s)):
            raise FieldError("measure_s", "a number of seconds above 0", self.measure_s)
        for name in ("settle_s", "tail_s"):
            if not 0 <= getattr(self, name) < math.inf:
                raise FieldError(name, "a number of seconds from 0", getattr(self, name))
        if self.least_matches < 1:
            raise FieldError("least_matches", "from 1", self.least_matches)

    def longest_tail_s(self, points: int) -> float:
        """Return the longest time, in seconds, that counted matches may take after the last has arrived.

        `points` is the number of decision points of a match.
        """
        return max(self.tail_s, points * (1 - LEAST_SLACK) * self.move_time_ns / SECOND)

    def counts(self, rate: float, points: int) -> tuple[int, int, int]:
        """Return how many matches arrive before, in and after the counted part.

        Args:
            rate: Matches per second.
            points: Decision points of a match.
        """
        counted = max(self.least_matches, math.ceil(rate * self.measure_s))
        tail = math.ceil(rate * self.longest_tail_s(points))
        return math.ceil(rate * self.settle_s), counted, tail


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """Result of one measurement of a rate, computed from the matches that count.

    It has numbers of matches that failed or began late, how late they began, and the slack (part of
    the move time that was left) of their decisions.
    """

    rate: float
    """Rate in matches per second at which matches were to begin."""
    matches: int
    """Number of counted matches, from which the figures are computed."""
    failed: int
    """Number of counted matches that were not over in time, or did not go as in their scripts."""
    late: int
    """Number of counted matches that did not fail, but began late."""
    decisions: int
    """Number of decisions whose time is known."""
    slack_p50: float
    """Median slack of the decisions: the part of the move time that was left; 0 without decisions."""
    slack_p99: float
    """Slack (part of the move time that was left) that 99 % of the decisions had at least; 0 without
    decisions.
    """
    begin_ms_p99: float
    """Milliseconds from when a match was due to its first turn that 99 % of the matches did not
    exceed.
    """
    bots_late_ms: float
    """Longest time in milliseconds from when a match was due to when the check started it: how late the
    check itself was, not the referee.
    """
    problem: str
    """First thing in a counted match that did not go as in its script; empty if there is none."""

    @property
    def is_kept(self) -> bool:
        """Whether the referee kept up with the rate of new matches.

        It did if at most a share of `_MOST_FAILURES` of the matches failed or began late, and the
        decisions left enough of their move time (`LEAST_SLACK`).
        """
        few = self.failed + self.late <= _MOST_FAILURES * self.matches
        return few and self.decisions > 0 and self.slack_p99 >= LEAST_SLACK


def judge(rate: float, counted: Sequence[Played], terms: Terms, *, bots_late_ns: int = 0) -> Window:
    """Return the result of a measurement, computed from those of its matches that count.

    Args:
        rate: Matches per second that were to begin.
        counted: The matches that count, over or not; matches before and after the counted part of
            the measurement are left out.
        terms: How the matches were measured.
        bots_late_ns: Longest delay of the check's own process, in nanoseconds, for the figures.
    """
    good = [played for played in counted if played.is_good]
    begun = [played.begun_ns - played.due_ns for played in good if played.begun_ns is not None]
    slacks = [slack for played in counted for slack in played.slacks]
    problems = [
        played.problem or "it was not over in time" for played in counted if not played.is_good
    ]
    return Window(
        rate=rate,
        matches=len(counted),
        failed=len(counted) - len(good),
        late=sum(waited_ns >= terms.late_ns for waited_ns in begun),
        decisions=len(slacks),
        slack_p50=_reached(slacks, 0.5),
        slack_p99=_reached(slacks, _SLACK_SHARE),
        # Negated, for `_reached` counts from the highest value down, and here low values are good.
        begin_ms_p99=-_reached([-waited_ns for waited_ns in begun], _SLACK_SHARE) / MS,
        bots_late_ms=bots_late_ns / MS,
        problem=problems[0] if problems else "",
    )


def _reached(values: Sequence[float], share: float) -> float:
    """Return the largest number that at least this share of the values reaches; 0 without values."""
    if not values:
        return 0.0
    return sorted(values, reverse=True)[math.ceil(share * len(values)) - 1]


async def measure(bots: Bots, rate: float, terms: Terms, *, seed: int, clock: Clock) -> Window:
    """Start matches at a rate; return the figures of the counted ones.

    The measurement ends when all counted matches are over, when the tail (the time that they have
    after the last has arrived) is over, or when too many matches have failed, or too many decisions
    had too little slack, for the rest to make up for. Matches that are not over then are aborted.

    Args:
        bots: Bots that play the matches.
        rate: Matches per second, above 0.
        terms: How long matches are measured, and what counts as late.
        seed: Seed of the arrivals.
        clock: Source of the time.
    """
    before, number, after = terms.counts(rate, bots.points)
    instants = arrivals(rate, (before, number, after), seed)
    start_ns = clock.now_ns()
    matches = [Played(start_ns + instant) for instant in instants]
    counted = matches[before : before + number]
    end_ns = counted[-1].due_ns + round(terms.longest_tail_s(bots.points) * SECOND)
    # With more short slacks than this, 99 % of the decisions can't have enough any more.
    most_short = _MOST_FAILURES * number * bots.decisions
    tasks, lateness = list[asyncio.Task[None]](), [0]

    async def arrive() -> None:
        for place, played in enumerate(matches):
            await asyncio.sleep(max(0, played.due_ns - clock.now_ns()) / SECOND)
            # How late the check itself is: where this is long, the figures say little of the
            # referee.
            lateness.append(clock.now_ns() - played.due_ns)
            tasks.append(asyncio.create_task(bots.play(place, played)))

    arriving = asyncio.create_task(arrive())
    while (now_ns := clock.now_ns()) < end_ns and not (
        _is_decided(counted, terms, now_ns) or sum(match.short for match in counted) > most_short
    ):
        await asyncio.sleep(_LOOK_S)
    # After an early end, matches that were not due yet must not count as failed.
    due = [played for played in counted if played.due_ns <= now_ns]
    window = judge(rate, due, terms, bots_late_ns=max(lateness))
    arriving.cancel()
    for task in tasks:
        task.cancel()
    # Cancelled tasks are expected here; any other error is a bug of the check.
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    await bots.clear()
    return window


def _is_decided(counted: Sequence[Played], terms: Terms, now_ns: int) -> bool:
    """Return whether a measurement can end at `now_ns`.

    It can if all counted matches are over, or if so many have failed or are late already that the
    rate must be too high. `terms` says when a match is late.
    """
    running = [played for played in counted if played.over_ns is None]
    # A match whose first turn is overdue stays late, so it counts before it is over.
    late = sum(
        played.begun_ns is None and now_ns - played.due_ns >= terms.late_ns for played in running
    )
    failed = sum(bool(played.problem) for played in counted)
    return not running or late + failed > _MOST_FAILURES * len(counted)
