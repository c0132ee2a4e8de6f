"""Outbox of one Play stream: what waits to be written to the bot, and when it is written.

Everything that is ready goes into one message. So one match gets the lowest latency, and a thousand
matches get batches.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sized
from typing import Any, Protocol

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.server.hosting.seat_stream import HeldLane, HeldMatch
from referee.server.process.lag import LagMeter
from referee.server.process.status import CallError

__all__ = ["BATCH_BYTES", "Outbox", "PlayStream"]

GATHER_S = 0.01
"""Longest time that turns wait for further turns to be sent in the same message, in seconds.

A bot counts as quick if it answered all turns of its last message within this time.
"""
PACE_S = 50e-6
"""Seconds between two messages with turns, for each seat that the stream holds; the total is capped
at `GATHER_S`.
"""
MANY_TURNS = 64
"""Number of queued turns from which on they are sent at once, without waiting for more."""
BATCH_BYTES = 512 * 1024
"""Size in bytes beyond which a message is full; the next turn then starts another message."""
FULL_MESSAGES = 100
"""Number of full messages that may wait for a bot that doesn't read; with one more, its stream is
cut off.
"""


class PlayStream(Protocol):
    """A bot's Play stream, which a session reads and writes: a gRPC call, or a router's link."""

    async def read(self) -> object:
        """Return the next PlayRequest, serialized.

        Any object that is not bytes means that the stream has ended.
        """
        ...

    async def write(self, message: bytes, /) -> None:
        """Hand a serialized PlayResponse to the transport."""


class _Turns:
    """The turns that go into one message to the bot."""

    def __init__(self) -> None:
        self.encoded: list[bytes] = []
        """Serialized turns as parts of a PlayResponse, to be appended to the serialized rest of the
        message.
        """
        self.handing: list[tuple[HeldMatch, int, int]] = []
        """Match, seat and turn number of each turn that is sent as a separate entry."""
        self.lanes: list[tuple[HeldLane, int, Any, Any]] = []
        """Lane, seat, rows and turn numbers of turns that are sent as columns."""


class _Signal:
    """A flag that a single task waits for: what `asyncio.Event` is for many, in fewer steps."""

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Set the flag, and wake the task that waits for it."""
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Take the flag back."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until the flag is set."""
        if self._is_set:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None


class Outbox:
    """Queue of messages that wait to be written to a bot's stream.

    Args:
        stream: Stream to which messages are written.
        held: Seats that the stream holds; only their number is used.
        has_more: Returns whether messages may still follow after the bot has closed its side.
        cut_off: Called with an error to end the stream with it.
        clock: Source of the time.
        meter: Measures the referee's own lag.
    """

    def __init__(
        self,
        stream: PlayStream,
        held: Sized,
        has_more: Callable[[], bool],
        cut_off: Callable[[CallError], None],
        *,
        clock: Clock,
        meter: LagMeter,
    ) -> None:
        self._stream = stream
        self._held = held
        self._has_more = has_more
        self._cut_off = cut_off
        self._clock = clock
        self._meter = meter
        self._rest: play_service_pb2.PlayResponse | None = None
        """What the next message has apart from its turns; None for nothing."""
        self._turns = _Turns()
        self._bytes = 0
        """Approximate size of the next message in bytes."""
        self._full: deque[tuple[play_service_pb2.PlayResponse | None, _Turns]] = deque()
        """Full messages, which are written before the next message."""
        self._wake = _Signal()
        """Set when there is something to write, or when the stream may have to end."""
        self._is_urgent = False
        """Whether the next message is to be sent without waiting for more turns."""
        self._recheck = _Signal()
        """Set when `_gather`, which waits for more turns, must decide again: the next message
        became urgent or full, the bot answered its last turn, or the stream is closing.
        """
        self.is_quick = False
        """Whether the bot answered all turns of its last message within `GATHER_S`, and no later
        turn has waited longer than that for it.
        """
        self._handed_s = 0.0
        """When turns were last handed over, in seconds on the event loop's clock."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop, once it was needed: to ask for it again is a system call each time."""
        self._closing = False
        self._unblocked_ns = clock.now_ns()
        """When the last write ended that had to wait for the bot to read, in nanoseconds on the
        monotonic clock.
        """
        self.turns_due = 0
        """Number of turns handed over that no answer, valid or not, has arrived for."""
        self.pongs_due = 0
        """Number of pings sent whose pong has not arrived."""
        self.ping_sent_ns = 0
        """When the last ping was sent, in nanoseconds on the monotonic clock; 0 once its pong has
        arrived.
        """

    @property
    def full_messages(self) -> int:
        """Number of full messages that wait for the bot to read."""
        return len(self._full)

    def _now_s(self) -> float:
        """Return the time of the event loop's clock, in seconds."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop.time()

    # Adding.

    @property
    def message(self) -> play_service_pb2.PlayResponse:
        """The next message, without its turns. Call `send_soon` after adding something to it."""
        # Made when it is needed: most messages have turns alone.
        if self._rest is None:
            self._rest = play_service_pb2.PlayResponse()
        return self._rest

    def send_soon(self, size: int) -> None:
        """Send the next message without waiting for more turns.

        `size` is the number of bytes just added to it.
        """
        self._bytes += size
        self._is_urgent = True
        self._recheck.set()
        self._wake.set()

    def add_ping(self) -> None:
        """Add a ping to the next message; this does not send the message."""
        self.message.ping.number = self._clock.now_ns()

    def add_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Add the turn `encoded`, a part of a PlayResponse; it may wait for further turns."""
        self._make_room()
        self._turns.encoded.append(encoded)
        self._turns.handing.append((match, seat, turn))
        self._bytes += len(encoded)
        self._wake.set()
        # From the lag margin on, a turn's clock runs even if the turn was not handed over: such a turn must not wait.
        if match.lag_margin_ns < GATHER_S * SECOND or len(self._turns.handing) >= MANY_TURNS:
            self._is_urgent = True
            self._recheck.set()

    def add_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Add turns of a lane to the next message, and send it at once.

        `handles` and `turns` have the row's handle and the number of each turn; `encoded` is all of
        them as a part of a PlayResponse.
        """
        self._make_room()
        self._turns.encoded.append(encoded)
        self._turns.lanes.append((lane, seat, handles, turns))
        self.send_soon(len(encoded))

    def _make_room(self) -> None:
        """Start another message if the next one is full.

        Cut the stream off if too many full messages wait.
        """
        if self._bytes > BATCH_BYTES:
            # Put aside, not sent: the writer may be blocked by a bot that doesn't read, and this
            # must not wait for it.
            self._full.append((self._rest, self._turns))
            self._start_message()
            if len(self._full) > FULL_MESSAGES:
                text = f"more than {FULL_MESSAGES} full messages are waiting to be read"
                self._cut_off(CallError(error_pb2.ERROR_REASON_NOT_READING, text))

    def _start_message(self) -> None:
        self._rest = None
        self._turns = _Turns()
        self._bytes = 0
        self._is_urgent = False

    def count_answer(self) -> None:
        """Count an answer, valid or not, that has arrived for a turn: lower `turns_due` by one.

        Do nothing if `turns_due` is 0, which means that no turn that was handed over still waits for
        an answer. When it reaches 0, also update `is_quick`, and make the writer check again whether
        to send queued turns.
        """
        # Answers to turns that are not due, duplicates for example, must not make the count
        # negative.
        if self.turns_due:
            self.turns_due -= 1
            if not self.turns_due:
                took_s = self._now_s() - self._handed_s
                self.is_quick = took_s <= GATHER_S
                self._recheck.set()

    # Writing.

    def wake(self) -> None:
        """Make the writer check again whether it has anything to do."""
        self._wake.set()

    def close(self) -> None:
        """Make `run` end once everything was written; called when the bot has closed its side."""
        self._closing = True
        self._recheck.set()
        self._wake.set()

    async def run(self) -> None:
        """Write messages until the outbox is closed and no more can follow."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            # All of it, and not one message for each wake-up: turns may be added during each write.
            while self._full or self._bytes:
                if not (self._full or self._is_urgent):
                    await self._gather()
                await self._write_next()
            # A bot may close its side and still wait for its matches to end.
            if self._closing and not self._has_more():
                return

    async def _gather(self) -> None:
        """Wait a little for more turns, because one message costs both sides as much as several turns.

        Turns wait while a quick bot is busy with earlier ones, since it could not think about the
        new ones yet. A stream with many seats gets a limited number of messages a second. No seat
        loses time by waiting, because its clock starts when the turn is handed over.
        """
        pace_s = min(GATHER_S, PACE_S * len(self._held))
        # Fixed before the loop: turns that arrive meanwhile must not postpone those that wait already.
        until_s = self._now_s() + GATHER_S
        while not (self._is_urgent or self._full or self._closing):
            now_s = self._now_s()
            if self.turns_due and self.is_quick:
                # Its answers are due any moment, and lead to more turns to send. A bot that lets this time pass is not
                # quick: from then on it is paced as others are, or each of its turns would wait for `GATHER_S`.
                self.is_quick = now_s < until_s
                wait_s = until_s - now_s
            else:
                wait_s = min(until_s, self._handed_s + pace_s) - now_s
                if wait_s <= 0:
                    return
            # Cleared before the wait and checked after it: an event set in between ends the wait at once.
            self._recheck.clear()
            timer = asyncio.get_running_loop().call_later(max(0.0, wait_s), self._recheck.set)
            await self._recheck.wait()
            timer.cancel()

    async def _write_next(self) -> None:
        message = self._next_message()
        meter = self._meter
        handed = meter.mark(self._clock.now_ns())
        await self._stream.write(message)
        now_ns = self._clock.now_ns()
        # A write that took longer than the loop's own work waited for the bot to read. Turns that were queued meanwhile
        # are the bot's delay up to here, and the referee's only from here on.
        if not meter.is_just_past(handed, now_ns):
            self._unblocked_ns = now_ns

    def _next_message(self) -> bytes:
        """Remove the message that is next to be written and return it serialized.

        Its turns count as handed over now.
        """
        if self._full:
            rest, turns = self._full.popleft()
        else:
            rest, turns = self._rest, self._turns
            self._start_message()
        now_ns = self._clock.now_ns()
        # Since the last blocked write, turns have waited for the referee to write other messages, not for the bot.
        lag_ns = max(self._meter.lag_ns(now_ns), now_ns - self._unblocked_ns)
        for match, seat, turn in turns.handing:
            match.handed(seat, turn, now_ns, lag_ns)
        if turns.handing:
            self.turns_due += len(turns.handing)
            self._handed_s = self._now_s()
        for lane, seat, handles, numbers in turns.lanes:
            lane.handed(seat, handles, numbers, now_ns, lag_ns)
            self.turns_due += len(handles)
        encoded = b"".join(turns.encoded)
        if rest is None:
            return encoded
        if rest.HasField("ping"):
            self.ping_sent_ns = now_ns
            self.pongs_due += 1
        return rest.SerializeToString() + encoded
