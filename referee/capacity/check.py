"""Measures one game at a referee: memory of its open matches, and the largest rate that is kept."""

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
"""Matches that are drawn, and played over and over."""
_WARM_MATCHES = 5
"""Matches that are opened before memory is counted, by which all is loaded that any match needs."""
_GUESS_MATCHES = 8
"""Matches that are played at once for a first idea of the rate."""
_GUESS_LIMIT_S = 30.0
"""When those are given up: a game that takes longer keeps no rate worth reporting."""
_SEED = 23


@dataclasses.dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for one game."""

    seconds: float = 10.0
    """About how long the search may take, from 1."""
    decisions: int = 64
    """Decisions after which a match is cut, from 1."""
    held: int = 100
    """Open matches that memory is counted by, from 1; fewer where opening them takes long."""
    precision: float = 1.15
    """How fine the search is, above 1."""
    attempts: int = 1
    """How many times in a row a rate must fail to be kept before it counts as too high, from 1."""
    terms: Terms = dataclasses.field(default_factory=Terms)
    """How a rate is measured."""

    def __post_init__(self) -> None:
        """Check the bounds.

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
        """How far the search goes: to rates of which a measurement still fits into the time."""
        least = self.terms.least_matches / self.seconds
        return Bounds(least=least, precision=self.precision, attempts=self.attempts)


@dataclasses.dataclass(frozen=True, slots=True)
class Use:
    """Cores that were busy during a measurement."""

    referee: float | None
    """With the referee's processes; None where the system does not report it."""
    bots: float
    """With the check itself."""
    others: float | None
    """With all else that runs on this machine."""


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """Result of checking one game."""

    game: str
    """Identifier."""
    num_seats: int
    """Seats of a match."""
    decisions: float
    """Decisions of a match, on average."""
    points: float
    """Decision points of a match, on average."""
    is_whole: bool
    """Whether no match was cut."""
    match_bytes: float | None
    """Memory that the referee's processes took for each open match; None where the system does not report it."""
    found: Found
    """Rates, in matches a second."""
    kept: Window | None
    """The measurement at the largest rate that was kept; None if none was."""
    use: Use | None
    """What it took."""

    @property
    def decisions_per_s(self) -> float:
        """Decisions a second at that rate."""
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
    """Check a game at a referee that runs.

    Args:
        connect: Opens connections; called in a running event loop.
        game: Identifier.
        effort: How much is done.
        num_seats: Seats; 0 means the game's default.
        config: Fields of the config that differ from the default.
        pid: The referee's process on this machine; None if it is on another.
        metadata: Goes with calls of the lobby, such as the organizer key.
        clock: Source of the time.

    Raises:
        FieldError, UnknownGameError, ConfigError: There is no such game or config.
        AioRpcError: The referee can't be reached, or takes no match.
    """
    scripts = draw_scripts(
        game, number=_SCRIPTS, decisions=effort.decisions, num_seats=num_seats, config=config
    )
    with _Check(connect, scripts, effort, pid, metadata, clock or SystemClock()) as check:
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
    """The bots of a check, with the event loop in which they live."""

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
        """Return by how much the referee grows for each open match, after all is loaded."""
        return self._runner.run(self._match_bytes())

    async def _match_bytes(self) -> float | None:
        began_ns = self._clock.now_ns()
        for number in range(_WARM_MATCHES):
            await self._bots.hold(number)
        each_s = (self._clock.now_ns() - began_ns) / SECOND / _WARM_MATCHES
        before = self._resident()
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
        """Return half the rate at which some matches are played at once, the time for each answer not looked at."""
        return self._runner.run(self._first_rate())

    async def _first_rate(self) -> float:
        began_ns = self._clock.now_ns()
        matches = [Played(began_ns) for _ in range(_GUESS_MATCHES)]
        playing = [
            asyncio.create_task(self._bots.play(number, played))
            for number, played in enumerate(matches)
        ]
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
        """Measure a rate; return whether it was kept."""
        before = self._times()
        window = self._runner.run(
            measure(self._bots, rate, self._effort.terms, seed=_SEED, clock=self._clock)
        )
        use = _use(before, self._times())
        if window.is_kept:
            self._kept[rate] = window, use
        return window.is_kept

    def at(self, rate: float | None) -> tuple[Window | None, Use | None]:
        """Return the measurement of a rate that was kept."""
        return (None, None) if rate is None else self._kept[rate]

    def _times(self) -> tuple[int, float | None, float, float | None]:
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
    others = max(0.0, after[3] - before[3] - own - referee)
    return Use(referee / seconds, own / seconds, others / seconds)
