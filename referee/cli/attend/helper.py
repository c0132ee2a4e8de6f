"""Plays for an entry: takes seats from the referee, runs its program, prints what happens.

An assigned seat becomes an open match: the program gets its token, and keeps it until the referee
withdraws it. Each match is counted from 1 for the lines that are printed.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import math
import signal
import time
from collections.abc import Coroutine

import referee
from gamereferee.v1 import attend_service_pb2
from referee.cli.attend.link import (
    Link,
    OverError,
    RefusedError,
    ReplacedError,
    UnreachedError,
    UntrustedError,
)
from referee.cli.attend.programs import Command, Keeper, Surroundings
from referee.cli.attend.results import Asker, Seat
from referee.core.clock import SystemClock
from referee.core.text import printable
from referee.core.time_control import format_duration
from referee_client.address import Address

__all__ = ["Entry", "Helper", "Terms"]

ASK_AGAIN_S = 2.0
"""Time between two questions whether a match is over, in seconds, where no stream says so."""
ASK_LAST_S = 30.0
"""The same for a helper that is going to leave: its organizer may be gone, and withdraws no seat."""
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_Request = attend_service_pb2.AttendRequest
_Room = attend_service_pb2.AttendRoom


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a season: its name and key, and the version and language of its program."""

    name: str
    """Name of the entry."""
    key: str = dataclasses.field(repr=False)
    """The entry's key."""
    version: str
    """What the author calls the present program; may be empty."""
    language: str
    """The program's language; may be empty."""


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """How many matches an entry takes, and whether each gets its own process of the program."""

    at_once: int
    """Most matches at the same time, from 1."""
    matches: int | None
    """Number of matches after which the helper leaves; None for any number."""
    per_match: bool
    """Whether each match gets its own process of the program."""
    give_up_ns: int = 0
    """Time without a stream after which the helper leaves, in nanoseconds; 0: it calls until it is stopped."""


@dataclasses.dataclass(slots=True, eq=False)
class _OpenMatch:
    number: int
    seat: Seat
    keeper: Keeper
    is_ending: bool = False
    """Whether its end is known and only its result is still asked for."""


class Helper:
    """Keeps one entry connected to a referee, and plays the seats that it is assigned.

    Args:
        address: Address of the referee.
        entry: The entry to connect.
        terms: How many matches are taken, and how the program is run.
        command: How to start the entry's program.
    """

    def __init__(self, address: Address, entry: Entry, terms: Terms, command: Command) -> None:
        self._address = address
        self._entry = entry
        self._terms = terms
        self._command = command
        self._clock = SystemClock()
        limit_s = terms.give_up_ns / 1e9 or math.inf
        self._link = Link(address, self._hello, self._take, self._lost, limit_s)
        self._open: dict[str, _OpenMatch] = {}
        """Matches that are not over, by token."""
        self._taken = 0
        self._shared: Keeper | None = None
        self._changed = asyncio.Event()
        self._stopping = False
        """Whether no more matches are taken."""
        self._may_leave = False
        """Whether the referee has confirmed that no more matches come."""
        self._signalled = 0
        """Number of the second signal, after which the helper leaves at once; 0 before that."""
        self._has_failed = False
        self._is_away = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> int:
        """Play until a signal, the last match, or the referee refuses the entry or is gone; return the exit status."""
        self._asker = Asker(self._address)
        self._around = Surroundings(self._say, self._is_over, self._given_up)
        self._watch_signals()
        if not self._terms.per_match:
            # Before the first match, whose clock must not pay for the start.
            self._shared = Keeper(self._command, self._around)
        linking = asyncio.create_task(self._link.run())
        self._spawn(self._look_at_last())
        try:
            await self._until_done(linking)
            if not self._signalled:
                await self._leave(linking)
        except ReplacedError as error:
            self._say(f"left: {error}")
            self._has_failed = True
        except OverError as error:
            self._say(f"nothing more to play for {self._entry.name}: {error}")
            self._stopping = True
            await self._play_out()
        except UnreachedError as error:
            where, limit = self._address.target, format_duration(self._terms.give_up_ns)
            self._say(f"gives up after {limit} without a stream to {where}: {error}")
            # Matches that are still open have ended without it, and nobody can be asked how.
            self._has_failed = True
        except RefusedError as error:
            refused = f"the referee refuses {self._entry.name}: "
            self._say(f"{'' if isinstance(error, UntrustedError) else refused}{error}")
            self._has_failed = True
            self._stopping = True
            await self._play_out()
        finally:
            linking.cancel()
            await asyncio.gather(linking, return_exceptions=True)
            await self._end_programs()
            await self._asker.close()
        if self._signalled:
            self._say(f"left with {_count(len(self._open))} open")
            return 128 + self._signalled
        self._say(f"left after {_count(self._taken)}")
        return int(self._has_failed)

    # The stream.

    def _hello(self) -> attend_service_pb2.AttendHello:
        return attend_service_pb2.AttendHello(
            key=self._entry.key,
            entry=self._entry.name,
            version=self._entry.version,
            language=self._entry.language,
            client=f"referee attend {referee.__version__}",
            room=self._room(),
        )

    def _room(self) -> attend_service_pb2.AttendRoom:
        """Return the message that says how many matches are taken from now on."""
        if self._stopping:
            return _Room(at_once=0)
        if self._terms.matches is None:
            return _Room(at_once=self._terms.at_once)
        return _Room(at_once=self._terms.at_once, further=self._terms.matches - self._taken)

    def _take(self, response: attend_service_pb2.AttendResponse) -> None:
        if response.HasField("accepted"):
            self._take_accepted(response)
        for assignment in response.assignments:
            if assignment.token not in self._open:
                self._begin(assignment)
        for withdrawn in response.withdrawn:
            for match in list(self._open.values()):
                if (match.seat.match_id, match.seat.seat) == (withdrawn.match_id, withdrawn.seat):
                    self._end(match)
        if response.room_taken and self._stopping:
            self._may_leave = True
        self._changed.set()

    def _take_accepted(self, response: attend_service_pb2.AttendResponse) -> None:
        self._is_away = False
        # The hello of this stream had the room of that moment, which may have been closed since.
        if self._stopping:
            self._link.send(_Request(room=self._room()))
        there = {assignment.token for assignment in response.assignments}
        for match in list(self._open.values()):
            if match.seat.token not in there:
                self._end(match)  # it ended while the stream was broken
        most = _count(self._terms.at_once)
        self._say(
            f"{self._entry.name} attends at {self._address.target}, with up to {most} at once"
        )

    def _lost(self, why: str) -> None:
        self._may_leave = False
        if not self._is_away:
            self._is_away = True
            self._say(f"no stream to {self._address.target}, trying again: {why}")
        self._changed.set()

    # Matches.

    def _begin(self, assignment: attend_service_pb2.SeatAssignment) -> None:
        token = assignment.token
        self._taken += 1
        seat = Seat(token, assignment.match_id, assignment.seat, assignment.num_seats)
        if self._shared is None:
            keeper = Keeper(self._command, self._around, only_token=token)
        else:
            keeper = self._shared
            keeper.take(token)
        match = self._open[token] = _OpenMatch(self._taken, seat, keeper)
        others = assignment.num_seats - 1
        against = "1 other" if others == 1 else f"{others} others"
        self._say(
            f"match {self._taken} begins: {assignment.game} against {against}"
            f" ({assignment.match_id})"
        )
        # It may have been assigned before the referee heard that no more are taken.
        if keeper.is_given_up:
            self._spawn(self._asker.resign(match.seat))
        if self._terms.matches is not None and self._taken >= self._terms.matches:
            self._stop_taking()

    def _end(self, match: _OpenMatch) -> None:
        if not match.is_ending:
            match.is_ending = True
            self._spawn(self._finish(match))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _finish(self, match: _OpenMatch) -> None:
        """Print how a match has ended, and take its seat from the program that played it."""
        standing = await self._asker.standing(match.seat)
        known = standing is not None and standing.text
        self._say(f"match {match.number} {standing.text if standing and known else 'is over'}")
        came_through = standing is not None and standing.came_through
        match.keeper.leave(match.seat.token, came_through=came_through)
        if self._shared is None:
            await match.keeper.finish()
        self._open.pop(match.seat.token, None)
        self._changed.set()

    async def _is_over(self, token: str) -> bool:
        match = self._open.get(token)
        if match is None:
            return True
        standing = await self._asker.standing(match.seat)
        return standing is not None and standing.is_over

    def _given_up(self, keeper: Keeper) -> None:
        self._say("the program has died too often: its open matches are resigned")
        self._has_failed = True
        for match in list(self._open.values()):
            if match.keeper is keeper:
                self._spawn(self._asker.resign(match.seat))
        self._stop_taking()

    # Stopping.

    def _watch_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in _STOPPING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup still keeps it running
                loop.add_signal_handler(number, self._on_signal, number)

    def _on_signal(self, number: signal.Signals) -> None:
        if not self._stopping:
            self._stop_taking()
            left = f"{_count(len(self._open))} still open"
            self._say(f"takes no more matches; {left} (again to leave at once)")
        elif not self._signalled:
            self._signalled = number.value
        self._changed.set()

    def _stop_taking(self) -> None:
        if not self._stopping:
            self._stopping = True
            self._link.send(_Request(room=self._room()))
            self._changed.set()

    async def _until_done(self, linking: asyncio.Task[None]) -> None:
        """Wait until nothing is left to do, a second signal, or the end of `linking`, the stream's task.

        Raises:
            RefusedError: The referee refuses the entry.
            UnreachedError: No stream was accepted for the time of the terms.
        """
        while not self._signalled and not self._is_done():
            self._changed.clear()
            waiting = asyncio.create_task(self._changed.wait())
            await asyncio.wait([waiting, linking], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if linking.done():
                linking.result()

    def _is_done(self) -> bool:
        # Without a stream nothing can be assigned. With one, the referee has to confirm it.
        return self._stopping and not self._open and (self._may_leave or not self._link.is_up)

    async def _leave(self, linking: asyncio.Task[None]) -> None:
        self._link.close()
        await asyncio.wait([linking], timeout=ASK_AGAIN_S)

    async def _play_out(self) -> None:
        """Wait until all open matches are over, or for a signal, after the stream has ended.

        As no stream reports ends any more, the referee is asked every `ASK_AGAIN_S` seconds.
        """
        while self._open and not self._signalled:
            await self._look_at_open()
            self._changed.clear()
            try:
                async with asyncio.timeout(ASK_AGAIN_S):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _look_at_last(self) -> None:
        """Until cancelled, ask every `ASK_LAST_S` seconds which open matches are over.

        Ask only after no more matches are taken.
        """
        while True:
            await asyncio.sleep(ASK_LAST_S)
            if self._stopping:
                await self._look_at_open()

    async def _look_at_open(self) -> None:
        """Ask the referee once for each open match whether it is over, and end those that are."""
        for match in list(self._open.values()):
            standing = await self._asker.standing(match.seat)
            if standing is not None and standing.is_over:
                self._end(match)

    async def _end_programs(self) -> None:
        keepers = {match.keeper for match in self._open.values()}
        if self._shared is not None:
            keepers.add(self._shared)
        if self._signalled or self._open:
            await asyncio.gather(*(keeper.stop() for keeper in keepers))
        else:
            await asyncio.gather(*(keeper.finish() for keeper in keepers))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _say(self, text: str) -> None:
        now = time.localtime(self._clock.wall_ns() / 1e9)
        # A terminal that is closed must not cost matches.
        with contextlib.suppress(OSError):
            # Much of it comes from elsewhere, and a terminal would obey control characters.
            print(time.strftime("%Y-%m-%d %H:%M:%S", now), printable(text), flush=True)


def _count(number: int) -> str:
    return f"{number} match" if number == 1 else f"{number} matches"
