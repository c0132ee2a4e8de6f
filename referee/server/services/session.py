"""One Play stream: the seats it holds, what it reads, and what waits to be written to it.

The reader takes messages in as they come; the writer sends whatever has gathered since it last
wrote, so that one match gets the lowest latency and a thousand matches get batches. Neither waits
for the other.
"""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Protocol

from google.protobuf.message import DecodeError

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.core.errors import MalformedError
from referee.core.text import printable
from referee.core.time_control import SECOND
from referee.replay.wire import duration
from referee.server.hosting.host import MatchHost
from referee.server.hosting.seat_stream import HeldLane, HeldMatch, SeatStream
from referee.server.lobby.lobby import Lobby
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log
from referee.server.process.status import CallError
from referee.server.services.backlog import Backlog
from referee.server.services.costs import MESSAGE_NS, Callers, StreamCosts
from referee.server.services.handles import SeatHandles
from referee.server.services.join_checks import check_join

__all__ = ["BATCH_BYTES", "PlaySession", "PlayStream"]


FLOOD_BUDGET = 256
"""Messages beyond those that were asked for, in a row or in as many seconds, before it is a flood."""
CHUNK_ENTRIES = 128
"""Entries of one message that are taken at a time; then the bots are told what came of them, and think
while the rest is taken."""
GATHER_S = 0.01
"""Seconds that turns wait at most for others to come, and within which a bot must have answered its last ones
for that to depend on it."""
PACE_S = 50e-6
"""Seconds for each seat of a stream from one message with turns to the next."""
MANY_TURNS = 64
"""Turns that wait for no others."""
BATCH_BYTES = 512 * 1024
"""A message with longer turns than that is full; the next turn starts another one."""
FULL_MESSAGES = 100
"""Full messages that may wait for a bot that doesn't read, before its stream is cut off."""
MAX_PAST_JOINS = 10_000
"""Joins of matches that had ended when the server started, which may wait to be looked up."""
_ROW_BYTES = 4
"""Bytes that name a row of a lane."""
MAX_NAME = 100
"""Characters of a bot's or client's name that are kept."""
SEAT_LOST = "the match is over for this seat, or another stream has taken it"
"""Why a seat that the stream has held is answered for no longer."""


class PlayStream(Protocol):
    """What a session reads from and writes to: a call, or what stands for one."""

    async def read(self) -> object:
        """Return the next request as bytes; anything else is the end."""
        ...

    async def write(self, message: bytes, /) -> None:
        """Hand a PlayResponse to the transport."""


class _Turns:
    """Turns of one message."""

    def __init__(self) -> None:
        self.encoded: list[bytes] = []
        """Each as an entry of the message; joined to the rest end to end, they are part of it."""
        self.handing: list[tuple[HeldMatch, int, int]] = []
        """Match, seat and turn number of each."""
        self.lanes: list[tuple[HeldLane, int, Any, Any]] = []
        """Lane, seat, rows and turn numbers of turns that are told in columns."""


class PlaySession(SeatStream):
    """A bot's stream.

    Args:
        stream: What carries it.
        lobby: Where tokens lead to seats.
        clock: Tells the time.
        meter: Tells the referee's own lag.
        log: Carries the stream's peer.
        waited_ns: Tells at a time how long what was read then may have waited, if not the meter.
        takes_lanes: Whether turns can be told on it in columns.
        callers: Budgets for what nobody asked for.
        caller: Who has opened it: an address or network; empty for a caller of its own.
    """

    def __init__(
        self,
        stream: PlayStream,
        lobby: Lobby,
        *,
        clock: Clock,
        meter: LagMeter,
        log: Log,
        waited_ns: Callable[[int], int] | None = None,
        takes_lanes: bool = True,
        callers: Callers | None = None,
        caller: str = "",
    ) -> None:
        super().__init__()
        self.takes_lanes = takes_lanes
        self._stream = stream
        self._lobby = lobby
        self._waited_ns = waited_ns or meter.lag_ns
        self._clock = clock
        self._meter = meter
        self._log = log
        self._seats: dict[tuple[str, int], MatchHost] = {}
        """Seats this stream holds, those of ended matches left out."""
        self._handles = SeatHandles(lobby.config.shard)
        """Numbers of those that are told their turns in short."""
        self._lost: deque[tuple[str, int]] = deque(maxlen=1000)
        """Seats whose match has ended or that another stream has taken, the last of them."""
        self._out = play_service_pb2.PlayResponse()
        """The next message without its turns."""
        self._turns = _Turns()
        self._out_bytes = 0
        self._full: deque[tuple[play_service_pb2.PlayResponse, _Turns]] = deque()
        self._wake = asyncio.Event()
        self._is_urgent = False
        """Whether the next message waits for no more turns."""
        self._go = asyncio.Event()
        """Is set when that, or whether the bot is busy, may have changed."""
        self._is_quick = False
        """Whether the bot has answered all turns of its last message within `GATHER_S`, and since then none
        has waited longer for it."""
        self._handed_s = 0.0
        """When turns were handed over last, by the event loop's time."""
        self._closing = False
        self._backlog = Backlog(clock, meter)
        self._unblocked_ns = clock.now_ns()
        """When the bot had read enough for the stream to go on that was blocked."""
        self._callers = Callers(clock) if callers is None else callers
        self._costs = StreamCosts(clock)
        self.name_caller(caller)
        self._message_ns = 0
        """What the message that is being taken costs beside its entries, until that is charged."""
        self._queued_ns = 0
        """How long the message that is being taken may have waited for others of the stream."""
        self._flood_left = float(FLOOD_BUDGET)
        self._flood_left_at_ns = clock.now_ns()
        self._turns_due = 0
        """Turns handed over that have had no action yet, good or bad."""
        self._pongs_due = 0
        self._task: asyncio.Task[object] | None = None
        self._cut_off: CallError | None = None
        """Why the stream can't go on, if that was not found out while reading it."""
        self._past_joins: deque[play_service_pb2.Join] = deque()
        """Joins of matches that have to be read from their replays first."""
        self._looking_back: asyncio.Task[None] | None = None
        self._ping_sent_ns = 0
        self._lanes: list[tuple[HeldLane, int]] = []
        """Lane and seat of each number."""

    # The stream's two halves.

    async def run(self) -> None:
        """Read until the bot closes its side, write until its matches are over.

        Raises:
            CallError: The bot sent what no stream can go on after.
        """
        writer = asyncio.create_task(self._write())
        self._task = asyncio.current_task()
        try:
            await self._read(writer)
            self._closing = True
            self._go.set()
            self._wake.set()
            await writer
        except asyncio.CancelledError:
            if self._cut_off is None:
                raise
            raise self._cut_off from None
        finally:
            writer.cancel()
            if self._looking_back is not None:
                self._looking_back.cancel()
            self._costs.close()
            self._lobby.lanes.end_stream(self)
            for (_, seat), host in list(self._seats.items()):
                host.leave(seat, self)
            self._lobby.sessions.discard(self)

    async def _read(self, writer: asyncio.Task[None]) -> None:
        read, backlog = self._stream.read, self._backlog
        while not writer.done():
            backlog.ask()
            data = await read()
            if not isinstance(data, bytes):
                return  # the end of the stream
            now_ns = self._clock.now_ns()
            lag_ns = self._waited_ns(now_ns)
            self._queued_ns = backlog.read(now_ns, lag_ns)
            self._costs.check_size(len(data), self._turns_due, now_ns)
            self._costs.begin(now_ns, len(data))
            self._message_ns = MESSAGE_NS
            try:
                request = play_service_pb2.PlayRequest.FromString(data)
            except DecodeError:
                self._costs.unasked(MESSAGE_NS)  # the caller pays, though this stream ends
                raise CallError(
                    error_pb2.ERROR_REASON_MALFORMED, f"{len(data)} bytes that are no PlayRequest"
                ) from None
            self.is_taking = True
            try:
                await self._take(request, now_ns, lag_ns)
            finally:
                self._costs.end()
                self.is_taking = False

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._full or self._out_bytes:
                if not (self._full or self._is_urgent):
                    await self._gather()
                await self._write_next()
            if self._closing and not self._seats and self._looking_back is None:
                return

    async def _write_next(self) -> None:
        message = self._next_message()
        meter = self._meter
        handed = meter.mark(self._clock.now_ns())
        await self._stream.write(message)
        now_ns = self._clock.now_ns()
        if not meter.is_just_past(handed, now_ns):
            self._unblocked_ns = now_ns

    def _next_message(self) -> bytes:
        """Return what is to be written now; of a message that was written nothing stays."""
        if self._full:
            message, turns = self._full.popleft()
        else:
            message, turns = self._out, self._turns
            self._start_message()
        now_ns = self._clock.now_ns()
        # What has waited since then has waited for the referee to write other messages, and not for the bot.
        lag_ns = max(self._meter.lag_ns(now_ns), now_ns - self._unblocked_ns)
        for match, seat, turn in turns.handing:
            match.handed(seat, turn, now_ns, lag_ns)
        if turns.handing:
            self._turns_due += len(turns.handing)
            self._handed_s = asyncio.get_running_loop().time()
        for lane, seat, handles, numbers in turns.lanes:
            lane.handed(seat, handles, numbers, now_ns, lag_ns)
            self._turns_due += len(handles)
        if message.HasField("ping"):
            self._ping_sent_ns = now_ns
            self._pongs_due += 1
        return message.SerializeToString() + b"".join(turns.encoded)

    async def _gather(self) -> None:
        """Let turns wait a little for others: a message costs both sides as much as several turns.

        They wait while a quick bot is busy with those that it has, for it could not think about them yet;
        and of a stream with many seats there are only so many messages a second. Their clocks begin when
        they are handed over.
        """
        loop = asyncio.get_running_loop()
        pace_s = min(GATHER_S, PACE_S * len(self._seats))
        until_s = loop.time() + GATHER_S
        while not (self._is_urgent or self._full or self._closing):
            now_s = loop.time()
            if self._turns_due and self._is_quick:
                self._is_quick = now_s < until_s
                wait_s = until_s - now_s
            else:
                wait_s = min(until_s, self._handed_s + pace_s) - now_s
                if wait_s <= 0:
                    return
            self._go.clear()
            timer = loop.call_later(max(0.0, wait_s), self._go.set)
            await self._go.wait()
            timer.cancel()

    # Reading.

    async def _take(self, request: play_service_pb2.PlayRequest, now_ns: int, lag_ns: int) -> None:
        self._refill_flood_budget(now_ns)
        # All in one go, so that matches begin side by side: on a lane they stay in step.
        for join in request.joins:
            if self._lobby.unread_token(join.token) is None:
                self._take_join(join)
            else:
                self._take_past_join(join)
        for opening in request.openings:
            self._take_opening(opening, now_ns)
        if request.says:
            await self._take_each(request.says, self._take_say, now_ns)
        if request.actions:
            await self._take_each(request.actions, self._take_action, now_ns, lag_ns)
        if request.small_actions:
            await self._take_each(request.small_actions, self._take_small_action, now_ns, lag_ns)
        for answers in request.lane_answers:
            self._take_lane_answers(answers, now_ns, lag_ns)
        for skip in request.skips:
            self._take_skip(skip, now_ns)
        for resign in request.resigns:
            host = self._seats.get((resign.match_id, resign.seat))
            if host is None:
                self._reject_foreign(resign.match_id, resign.seat, 0)
            if host is not None and host.resign(resign.seat, now_ns):
                self._charge_asked(host)
            else:
                self._charge_unasked()
        for _ in request.pongs:
            if self._ping_sent_ns:
                self.round_trip_ns = now_ns - self._ping_sent_ns
                self._ping_sent_ns = 0
            if self._pongs_due:
                self._pongs_due -= 1
                self._backlog.is_useful = True
                self._charge_asked(None)
            else:
                self._charge_unasked()
        if request.HasField("ping"):
            self._charge_unasked()
            self._out.pong.number = request.ping.number
            self._send_soon(8)
        elif not (
            request.actions
            or request.small_actions
            or request.joins
            or request.says
            or request.skips
            or request.resigns
            or request.pongs
            or request.openings
            or request.lane_answers
        ):
            self._charge_unasked()

    async def _take_each(
        self, entries: Sequence[Any], take: Callable[..., None], *times_ns: int
    ) -> None:
        """Take all entries of a message in, `CHUNK_ENTRIES` at a time."""
        costs = self._costs
        for first in range(0, len(entries), CHUNK_ENTRIES):
            if first:
                costs.end()
                await asyncio.sleep(0)
                costs.begin(self._clock.now_ns())
            for entry in entries[first : first + CHUNK_ENTRIES]:
                take(entry, *times_ns)

    def _take_say(self, say: play_service_pb2.Say, now_ns: int) -> None:
        """Take something said: of what counts there is only so much, and other messages cost patience."""
        host = self._seats.get((say.match_id, say.seat))
        if host is None:
            self._reject_foreign(say.match_id, say.seat, say.turn, say.number)
            self._charge_unasked()
        elif host.say(say, now_ns):
            self._charge_asked(host)
        else:
            self._charge_unasked()

    def _take_opening(self, opening: play_service_pb2.OpenNonce, now_ns: int) -> None:
        host = self._seats.get((opening.match_id, opening.seat))
        if host is None:
            self._reject_foreign(opening.match_id, opening.seat, 0)
            self._charge_unasked()
        elif host.open_nonce(opening.seat, opening.nonce, now_ns):
            self._charge_asked(host)
        else:
            self._charge_unasked()

    def _take_action(self, action: play_service_pb2.Action, now_ns: int, lag_ns: int) -> None:
        match_id, seat = action.match_id, action.seat
        host = self._seats.get((match_id, seat))
        if host is None:
            is_taken = False
            self._reject_foreign(match_id, seat, action.turn)
        else:
            handed_ns = host.clock_start_ns(seat)
            own_lag_ns = self._lag_of(handed_ns, now_ns, lag_ns, host.lag_margin_ns)
            is_taken = host.take_action(action, now_ns, own_lag_ns)
            if is_taken:
                self._backlog.answered(handed_ns)
        self._count_answer(host, is_taken=is_taken)

    def _lag_of(self, handed_ns: int, now_ns: int, lag_ns: int, margin_ns: int) -> int:
        """Return how much of the time that an answer may have waited is refunded.

        Args:
            handed_ns: When its turn was handed over.
            now_ns: When its message was read.
            lag_ns: How long it may have waited for the event loop.
            margin_ns: The lag margin of its match.
        """
        # A bot that was told later than the message was asked for has sent it when nothing was before it.
        if self._queued_ns > lag_ns and handed_ns < self._backlog.asked_ns:
            lag_ns = self._queued_ns
        if lag_ns <= margin_ns and self._costs.is_clean:  # nearly always
            return lag_ns
        return self._costs.refund_ns(lag_ns, now_ns, handed_ns, margin_ns)

    def _take_lane_answers(
        self, answers: play_service_pb2.LaneAnswers, now_ns: int, lag_ns: int
    ) -> None:
        """Take answers of a lane: there may be as many as turns were told, as of others."""
        number = answers.lane
        if number >= len(self._lanes):
            text = f"this stream has no lane {number}"
            reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
            self.send_rejected(play_service_pb2.Rejected(reason=reason, text=text))
            self._charge_unasked()
            return
        lane, seat = self._lanes[number]
        if len(answers.rows) // _ROW_BYTES > self._turns_due + FLOOD_BUDGET:
            self._end_in_flood()
        try:
            lag_of = functools.partial(
                self._lane_lag_of, now_ns=now_ns, lag_ns=lag_ns, margin_ns=lane.lag_margin_ns
            )
            taken, refused = lane.answer(seat, answers, now_ns, lag_of)
        except MalformedError as error:
            malformed = error_pb2.ERROR_REASON_MALFORMED
            self.send_rejected(
                play_service_pb2.Rejected(seat=seat, reason=malformed, text=str(error))
            )
            self._charge_unasked()
            return
        self._backlog.is_useful |= taken > 0
        beyond = taken + refused - self._turns_due
        self._turns_due = max(0, -beyond)
        if taken:
            self._charge_lane(lane)
        for _ in range(min(beyond, refused)):
            self._charge_unasked()
        if not taken and not refused:
            self._charge_unasked()

    def _charge_lane(self, lane: HeldLane) -> None:
        """Charge answers of a lane that were taken, and the steps that followed from them."""
        if lane.is_shared:
            self._costs.shared()
        else:
            self._costs.asked()

    def _lane_lag_of(self, handed_ns: int, *, now_ns: int, lag_ns: int, margin_ns: int) -> int:
        """Do as `_lag_of` for answers of a lane, whose last turn was handed over then."""
        # Others of its turns may have been handed over long before, so that is not where its wait begins.
        if self._queued_ns > lag_ns and handed_ns < self._backlog.asked_ns:
            lag_ns = self._queued_ns
        self._backlog.answered(handed_ns)
        return self._costs.refund_ns(lag_ns, now_ns, 0, margin_ns)

    def _take_small_action(
        self, action: play_service_pb2.SmallAction, now_ns: int, lag_ns: int
    ) -> None:
        held = self._handles.seat_of(action.handle)
        host = None
        if held is None:
            is_taken = False
            self._reject_handle(action)
        else:
            host, seat = held
            handed_ns = host.clock_start_ns(seat)
            own_lag_ns = self._lag_of(handed_ns, now_ns, lag_ns, host.lag_margin_ns)
            is_taken = host.take_payload(seat, action.turn, action.payload, now_ns, own_lag_ns)
            if is_taken:
                self._backlog.answered(handed_ns)
        self._count_answer(host, is_taken=is_taken)

    def _take_skip(self, skip: play_service_pb2.Skip, now_ns: int) -> None:
        host = self._seats.get((skip.match_id, skip.seat))
        if host is None:
            is_taken = False
            self._reject_foreign(skip.match_id, skip.seat, skip.turn)
        else:
            is_taken = host.skip(skip.seat, skip.turn, now_ns)
        self._count_answer(host, is_taken=is_taken)

    def _count_answer(self, host: MatchHost | None, *, is_taken: bool) -> None:
        """Count an answer: there may be as many as turns were handed over; others are unasked if not taken."""
        if is_taken:
            self._backlog.is_useful = True
        elif not self._turns_due:
            self._charge_unasked()
            return
        # As `_charge_asked` does, in a place where each call counts.
        if host is not None and host.is_shared:
            self._costs.shared()
        else:
            self._costs.asked()
        if self._turns_due:
            self._turns_due -= 1
            if not self._turns_due:
                taken_s = asyncio.get_running_loop().time() - self._handed_s
                self._is_quick = taken_s <= GATHER_S
                self._go.set()

    def unread_ns(self, now_ns: int) -> int:
        """See `SeatStream`."""
        return self._backlog.waited_ns(now_ns)

    def _take_past_join(self, join: play_service_pb2.Join) -> None:
        """Take a join when its match was read, which nothing else waits for."""
        if len(self._past_joins) >= MAX_PAST_JOINS:
            text = f"{MAX_PAST_JOINS} joins of old matches wait, which is the most allowed"
            self._refuse_join(join, CallError(error_pb2.ERROR_REASON_TOO_MANY_CALLS, text))
            return
        self._past_joins.append(join)
        if self._looking_back is None:
            self._looking_back = asyncio.create_task(self._look_back())

    async def _look_back(self) -> None:
        try:
            while self._past_joins:
                join = self._past_joins.popleft()
                try:
                    await self._lobby.find_seat(join.token)
                except CallError as error:
                    self._costs.begin(self._clock.now_ns())
                    self._refuse_join(join, error)
                else:
                    self._costs.begin(self._clock.now_ns())
                    self._take_join(join)
                self._costs.end()
        except CallError as error:
            self._end_by(error)
        finally:
            self._looking_back = None
            self._wake.set()

    def _take_join(self, join: play_service_pb2.Join) -> None:
        try:
            host, seat = self._lobby.seat_of(join.token)
            check_join(join, host, takes_lanes=self.takes_lanes)
            if host.joins[seat] >= self._lobby.config.max_joins:
                raise CallError(
                    error_pb2.ERROR_REASON_TOO_MANY_JOINS,
                    f"the seat was joined {host.joins[seat]} times, which is the most allowed",
                )
        except CallError as error:
            self._refuse_join(join, error)
            return
        join.bot_name = printable(join.bot_name[:MAX_NAME])
        join.client = printable(join.client[:MAX_NAME])
        key = (host.match_id, seat)
        is_held = key in self._seats
        self._seats[key] = host
        self._handles.revoke(*key)
        if key in self._lost:
            self._lost.remove(key)
        self._out.ping.number = self._clock.now_ns()
        host.join(seat, self, join)
        if is_held:  # to join a seat again and again is work for nothing
            self._charge_unasked()
        else:
            self._backlog.is_useful = True
            self._charge_asked(host)

    def _refuse_join(self, join: play_service_pb2.Join, error: CallError) -> None:
        self._log.info("join refused", reason=str(error))
        self._charge_unasked()
        self.send_rejected(
            play_service_pb2.Rejected(reason=error.reason, text=str(error), join_number=join.number)
        )

    def _reject_foreign(self, match_id: str, seat: int, turn: int, say_number: int = 0) -> None:
        if (match_id, seat) in self._lost:
            reason, text = error_pb2.ERROR_REASON_ENDED, SEAT_LOST
        else:
            reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
            text = f"this stream has not joined seat {seat} of match {match_id[:40]!r}"
        self.send_rejected(
            play_service_pb2.Rejected(
                match_id=match_id[:40],
                seat=seat,
                turn=turn,
                reason=reason,
                text=text,
                say_number=say_number,
            )
        )

    def _reject_handle(self, action: play_service_pb2.SmallAction) -> None:
        handle = action.handle
        match_id, seat = self._handles.past_seat_of(handle) or ("", 0)
        if match_id:
            reason, text = error_pb2.ERROR_REASON_ENDED, SEAT_LOST
        else:
            reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
            text = (
                f"small_actions.handle must be one of a seat that this stream holds, not {handle}"
            )
        self.send_rejected(
            play_service_pb2.Rejected(
                match_id=match_id, seat=seat, turn=action.turn, reason=reason, text=text
            )
        )

    def _refill_flood_budget(self, now_ns: int) -> None:
        gained = (now_ns - self._flood_left_at_ns) / SECOND
        self._flood_left = min(FLOOD_BUDGET, self._flood_left + gained)
        self._flood_left_at_ns = now_ns

    def _charge_asked(self, host: MatchHost | None) -> None:
        """Charge the entry that was just taken, which the referee had asked for."""
        if host is not None and host.is_shared:
            self._costs.shared()
        else:
            self._costs.asked()

    def _charge_unasked(self) -> None:
        """Charge the entry that was just taken, which nobody had asked for.

        Raises:
            CallError: There were too many of them, or they took too much of the referee's time.
        """
        extra_ns, self._message_ns = self._message_ns, 0
        self._costs.unasked(extra_ns)
        self._flood_left -= 1
        if self._flood_left < 0:
            self._end_in_flood()

    def _end_in_flood(self) -> NoReturn:
        text = f"more than {FLOOD_BUDGET} messages that answered no open turn"
        raise CallError(error_pb2.ERROR_REASON_FLOOD, text)

    def delay(self, match_id: str, seat: int, turn: int, lag_ns: int) -> None:
        """Note that a turn has left the referee later than it was handed over, by `lag_ns` from 0."""
        host = self._seats.get((match_id, seat))
        if host is not None:
            host.delayed(seat, turn, self._clock.now_ns(), lag_ns)

    def delay_handle(self, handle: int, turn: int, lag_ns: int) -> None:
        """Note the same of a turn that was told in short."""
        held = self._handles.seat_of(handle)
        if held is not None:
            host, seat = held
            host.delayed(seat, turn, self._clock.now_ns(), lag_ns)

    def name_caller(self, name: str) -> None:
        """Have a caller pay for what the stream sends unasked; see `PlaySession`."""
        if name:
            self._costs.belong_to(self._callers.of(name))

    def _end_by(self, error: CallError) -> None:
        """End the stream, from outside the task that reads it."""
        if self._cut_off is None and self._task is not None:
            self._cut_off = error
            self._task.cancel()

    # Writing.

    def _start_message(self) -> None:
        self._out = play_service_pb2.PlayResponse()
        self._turns = _Turns()
        self._out_bytes = 0
        self._is_urgent = False

    def _send_soon(self, size: int) -> None:
        """Have the next message written at once: there is something else than turns in it."""
        self._out_bytes += size
        self._is_urgent = True
        self._go.set()
        self._wake.set()

    def name_seat(self, match_id: str, seat: int) -> int:
        """Return a new number by which the stream and the referee call a seat that it holds."""
        return self._handles.give(self._seats[match_id, seat], seat)

    def _make_room(self) -> None:
        """Begin another message if this one is full."""
        if self._out_bytes > BATCH_BYTES:
            self._full.append((self._out, self._turns))
            self._start_message()
            if len(self._full) > FULL_MESSAGES:
                text = f"more than {FULL_MESSAGES} full messages are waiting to be read"
                self._end_by(CallError(error_pb2.ERROR_REASON_NOT_READING, text))

    def send_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Ask the bot for a decision, in the words of a `TurnWriter` or a `SmallTurnWriter`."""
        self._make_room()
        self._turns.encoded.append(encoded)
        self._turns.handing.append((match, seat, turn))
        self._out_bytes += len(encoded)
        self._wake.set()
        if match.lag_margin_ns < GATHER_S * SECOND or len(self._turns.handing) >= MANY_TURNS:
            self._is_urgent = True
            self._go.set()

    def new_lane(self, lane: HeldLane, seat: int) -> int:
        """Take a seat of a lane; return the number that it has on this stream."""
        self._lanes.append((lane, seat))
        return len(self._lanes) - 1

    def send_lane(
        self,
        opened: play_service_pb2.LaneOpened | None = None,
        rows: play_service_pb2.LaneRows | None = None,
    ) -> None:
        """Tell the bot of a lane that it has a seat on, and of matches on it."""
        if opened is not None:
            self._out.lanes.append(opened)
            self._send_soon(opened.ByteSize())
        if rows is not None:
            self._out.lane_rows.append(rows)
            self._send_soon(rows.ByteSize())

    def send_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Ask the bot for decisions of a lane."""
        self._make_room()
        self._turns.encoded.append(encoded)
        self._turns.lanes.append((lane, seat, handles, turns))
        self._send_soon(len(encoded))

    def send_joined(self, joined: play_service_pb2.Joined) -> None:
        """Tell the bot that a token was taken."""
        self._forget_taken_over(joined.match_id, joined.seat)
        self._out.joins.append(joined)
        self._send_soon(256)

    def send_commitments(self, commitments: play_service_pb2.NonceCommitments) -> None:
        """Tell the bot what all seats have committed themselves to."""
        self._out.commitments.append(commitments)
        self._send_soon(commitments.ByteSize())

    def send_started(self, started: play_service_pb2.MatchStarted) -> None:
        """Tell the bot that a match begins."""
        if self.round_trip_ns is not None:
            started.round_trip.CopyFrom(duration(self.round_trip_ns))
        self._out.starts.append(started)
        self._send_soon(64)

    def send_rejected(self, rejected: play_service_pb2.Rejected) -> None:
        """Tell the bot that something was not taken."""
        self._out.rejections.append(rejected)
        self._send_soon(128)

    def send_missed(self, missed: play_service_pb2.MissedDeadline) -> None:
        """Tell the bot that a deadline passed."""
        self._out.missed.append(missed)
        self._send_soon(64)

    def send_ended(self, ended: play_service_pb2.MatchEnded) -> None:
        """Tell the bot that a match is over; its seat is held no longer."""
        self._out.ends.append(ended)
        key = (ended.match_id, ended.seat)
        self._seats.pop(key, None)
        self._handles.drop(ended.match_id, ended.seat)
        self._lost.append(key)
        self._send_soon(ended.ByteSize())

    def send_draining(self) -> None:
        """Tell the bot that the server is going to stop."""
        self._out.draining = True
        self._send_soon(8)

    def _forget_taken_over(self, match_id: str, seat: int) -> None:
        """Leave unsaid that a seat was lost which is held again: in one message, joins are read first."""
        for place, rejected in enumerate(self._out.rejections):
            is_taken_over = rejected.reason == error_pb2.ERROR_REASON_TAKEN_OVER
            if is_taken_over and (rejected.match_id, rejected.seat) == (match_id, seat):
                del self._out.rejections[place]
                return

    def lose_seat(self, match_id: str, seat: int) -> None:
        """Know that another stream has presented the seat's token."""
        self._seats.pop((match_id, seat), None)
        self._handles.drop(match_id, seat)
        self._lost.append((match_id, seat))
        self.send_rejected(
            play_service_pb2.Rejected(
                match_id=match_id,
                seat=seat,
                reason=error_pb2.ERROR_REASON_TAKEN_OVER,
                text="another stream has presented this seat's token and holds it now",
            )
        )
