"""Checks one game at a referee: memory of an open match, and the highest rate of new matches.

It is the highest rate with which the referee keeps up.
"""

from __future__ import annotations

import asyncio
import dataclasses
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Self

import grpc.aio

from referee.capacity import processes
from referee.capacity.bots import Bots, Played
from referee.capacity.scripts import Script, draw_scripts
from referee.capacity.search import Bounds, Found, search
from referee.capacity.window import Terms, Window, measure
from referee.core.clock import Clock, SystemClock
from referee.core.errors import FieldError
from referee.core.time_control import SECOND

__all__ = ["Checked", "Effort", "Use", "check_game"]

_SCRIPTS = 8
"""Number of scripts (matches drawn beforehand); the bots play them in turn, again and again."""
_WARM_MATCHES = 5
"""Number of matches opened before memory is measured, so that everything any match needs is loaded."""
_GUESS_MATCHES = 8
"""Number of matches that are played at once for a first estimate of the rate."""
_GUESS_LIMIT_S = 30.0
"""Seconds after which the matches of the first estimate are given up: a game that takes longer keeps
no rate worth reporting.
"""
_SEED = 23


@dataclasses.dataclass(frozen=True, slots=True)
class Effort:
    """How much time and how many matches the check of one game may take."""

    seconds: float = 10.0
    """Approximate number of seconds that the search may take, from 1."""
    decisions: int = 64
    """Number of decisions after which a match is cut off: all its seats resign. From 1."""
    held: int = 100
    """Number of matches that are opened to measure memory per match, from 1; fewer where opening them
    takes long.
    """
    precision: float = 1.15
    """The search ends when the lowest rate that was too high is at most this many times the highest
    that was kept; above 1.
    """
    attempts: int = 1
    """How many times in a row a rate must fail before it counts as too high, from 1."""
    terms: Terms = dataclasses.field(default_factory=Terms)
    """Move time, and how long each rate is measured."""

    def __post_init__(self) -> None:
        """Check the bounds of the fields.

        Raises:
            FieldError: A field breaks its bound.
        """
        if not 1 <= self.seconds < math.inf:
            raise FieldError("seconds", "a number of seconds from 1", self.seconds)
        for name in ("decisions", "held", "attempts"):
            if getattr(self, name) < 1:
                raise FieldError(name, "from 1", getattr(self, name))

    @property
    def bounds(self) -> Bounds:
        """Bounds of the search for the highest rate: lowest rate, precision and attempts.

        The lowest rate is one whose counted matches arrive within `seconds`.
        """
        least = self.terms.least_matches / self.seconds
        return Bounds(least=least, precision=self.precision, attempts=self.attempts)


@dataclasses.dataclass(frozen=True, slots=True)
class Use:
    """Cores that were busy during a measurement: by the referee, the bots, and everything else."""

    referee: float | None
    """Cores used by the referee's processes; None where the system does not report it."""
    bots: float
    """Cores used by the check itself, which runs the bots."""
    others: float | None
    """Cores used by all other programs on this machine; None where the system does not report
    it.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """Result of checking one game: its match's size, its highest rate, and memory per match."""

    game: str
    """Identifier of the game."""
    num_seats: int
    """Number of seats of a match."""
    decisions: float
    """Number of decisions of a match, on average."""
    points: float
    """Number of decision points of a match, on average."""
    is_whole: bool
    """Whether every match was drawn to its end, without a cut."""
    match_bytes: float | None
    """Bytes of memory that the referee's processes took for each open match; None where the system
    does not report it.
    """
    found: Found
    """Result of the search; its rates are in matches per second."""
    kept: Window | None
    """Measurement at the highest rate that was kept; None if none was kept."""
    use: Use | None
    """Cores used during the measurement at the highest rate that was kept; None if none was kept."""

    @property
    def decisions_per_s(self) -> float:
        """Decisions per second at the highest rate with which the referee kept up; 0 if there was none."""
        return (self.found.rate or 0.0) * self.decisions


def check_game(
    connect: Callable[[], Sequence[grpc.aio.Channel]],
    game: str,
    effort: Effort = Effort(),
    *,
    num_seats: int = 0,
    config: Mapping[str, object] | None = None,
    pid: int | None = None,
    metadata: Sequence[tuple[str, str]] = (),
    clock: Clock | None = None,
) -> Checked:
    """Check a game at a running referee; return its memory per match and highest rate.

    Args:
        connect: Opens connections; called in a running event loop.
        game: Identifier of the game.
        effort: How much time and how many matches the check may take.
        num_seats: Number of seats; 0 for the game's default.
        config: Fields of the config that differ from the default.
        pid: Id of the referee's process on this machine; None if it is on another.
        metadata: Metadata of calls of the lobby, such as the organizer key.
        clock: Source of the time.

    Raises:
        FieldError, UnknownGameError, ConfigError: There is no such game or config.
        AioRpcError: The referee can't be reached, or takes no match.
    """
    scripts = draw_scripts(
        game, number=_SCRIPTS, decisions=effort.decisions, num_seats=num_seats, config=config
    )
    with _Check(connect, scripts, effort, pid, metadata, clock or SystemClock()) as check:
        # Memory first, while the referee has no other matches.
        match_bytes = check.match_bytes()
        first, bounds = check.first_rate(), effort.bounds
        found = search(check.is_kept, first, bounds, has_time=check.start_timer(effort.seconds))
        kept, use = check.at(found.rate)
    return Checked(
        game=game,
        num_seats=scripts[0].num_seats,
        decisions=sum(len(script.answers) for script in scripts) / len(scripts),
        points=sum(script.points for script in scripts) / len(scripts),
        is_whole=all(script.is_whole for script in scripts),
        match_bytes=match_bytes,
        found=found,
        kept=kept,
        use=use,
    )


class _Check:
    """Takes the measurements of one check: runs bots that play scripted matches, in an event loop of this object."""

    def __init__(
        self,
        connect: Callable[[], Sequence[grpc.aio.Channel]],
        scripts: Sequence[Script],
        effort: Effort,
        pid: int | None,
        metadata: Sequence[tuple[str, str]],
        clock: Clock,
    ) -> None:
        self._connect = connect
        self._scripts = scripts
        self._effort = effort
        self._pid = pid
        self._metadata = metadata
        self._clock = clock
        self._kept: dict[float, tuple[Window, Use]] = {}
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        self._runner.run(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._close())
        self._runner.close()

    async def _open(self) -> None:
        self._channels = self._connect()
        self._bots = Bots(
            self._channels,
            self._scripts,
            clock=self._clock,
            move_time_ns=self._effort.terms.move_time_ns,
            metadata=self._metadata,
        )

    async def _close(self) -> None:
        for channel in self._channels:
            await channel.close()

    def match_bytes(self) -> float | None:
        """Return by how many bytes the memory of the referee's processes grows for each open match.

        None if the system does not report it, or the process id is not known.
        """
        return self._runner.run(self._match_bytes())

    async def _match_bytes(self) -> float | None:
        began_ns = self._clock.now_ns()
        # What any match needs is loaded by these, and must not count for the matches after them.
        for number in range(_WARM_MATCHES):
            await self._bots.hold(number)
        each_s = (self._clock.now_ns() - began_ns) / SECOND / _WARM_MATCHES
        before = self._resident()
        # As many as open in a quarter of the time, judged by the first ones.
        fitting = int(self._effort.seconds / 4 / max(each_s, 1e-6))
        held = min(self._effort.held, max(_WARM_MATCHES, fitting))
        for number in range(held):
            await self._bots.hold(number)
        after = self._resident()
        await self._bots.clear()
        return None if before is None or after is None else (after - before) / held

    def _resident(self) -> int | None:
        return None if self._pid is None else processes.resident_bytes(self._pid)

    def first_rate(self) -> float:
        """Return the rate with which the search begins, in matches per second.

        A few matches are started together and played to their ends, for at most `_GUESS_LIMIT_S`
        seconds; half their number, divided by the seconds that they took, is the rate.
        """
        return self._runner.run(self._first_rate())

    async def _first_rate(self) -> float:
        began_ns = self._clock.now_ns()
        matches = [Played(began_ns) for _ in range(_GUESS_MATCHES)]
        playing = [
            asyncio.create_task(self._bots.play(number, played))
            for number, played in enumerate(matches)
        ]
        # Matches that are not over by then make the estimate low, which costs the search some
        # steps.
        await asyncio.wait(playing, timeout=_GUESS_LIMIT_S)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self._bots.clear()
        return _GUESS_MATCHES / 2 / max((self._clock.now_ns() - began_ns) / SECOND, 1e-6)

    def start_timer(self, seconds: float) -> Callable[[], bool]:
        """Return a function that says whether less than `seconds` have passed since this call."""
        end_ns = self._clock.now_ns() + round(seconds * SECOND)
        return lambda: self._clock.now_ns() < end_ns

    def is_kept(self, rate: float) -> bool:
        """Measure a rate in matches per second; return whether the referee kept up with it."""
        before = self._times()
        window = self._runner.run(
            measure(self._bots, rate, self._effort.terms, seed=_SEED, clock=self._clock)
        )
        use = _use(before, self._times())
        # The search returns a rate alone; `at` finds its measurement here.
        if window.is_kept:
            self._kept[rate] = window, use
        return window.is_kept

    def at(self, rate: float | None) -> tuple[Window | None, Use | None]:
        """Return the earlier measurement of a rate with which the referee kept up, and the cores used then.

        None for both if `rate` is None.
        """
        return (None, None) if rate is None else self._kept[rate]

    def _times(self) -> tuple[int, float | None, float, float | None]:
        # Known only of a referee on this machine.
        referee = None if self._pid is None else processes.cpu_seconds(self._pid)
        times = os.times()
        return self._clock.now_ns(), referee, times.user + times.system, processes.busy_seconds()


def _use(
    before: tuple[int, float | None, float, float | None],
    after: tuple[int, float | None, float, float | None],
) -> Use:
    seconds = max((after[0] - before[0]) / SECOND, 1e-6)
    own = after[2] - before[2]
    referee = None if before[1] is None or after[1] is None else after[1] - before[1]
    if referee is None or before[3] is None or after[3] is None:
        return Use(None if referee is None else referee / seconds, own / seconds, None)
    # The times are not read at one instant, so the difference can be a little below 0.
    others = max(0.0, after[3] - before[3] - own - referee)
    return Use(referee / seconds, own / seconds, others / seconds)
