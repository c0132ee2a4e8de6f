"""Session on one Play stream: the seats it holds, and how each entry of the messages it reads is processed.

Reading and writing don't wait for each other. The reader processes messages as they arrive; the
writer sends whatever was added to the outbox since it last wrote.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.core.errors import MalformedError
from referee.core.text import printable
from referee.server.hosting.host import MatchHost
from referee.server.hosting.lane_process import TakenAnswers, share_processor_time
from referee.server.hosting.seat_stream import HeldLane
from referee.server.lobby.lobby import Lobby
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log
from referee.server.process.status import CallError
from referee.server.services.backlog import Backlog
from referee.server.services.charges import FLOOD_BUDGET, Charges
from referee.server.services.costs import Callers
from referee.server.services.join_checks import check_join
from referee.server.services.outbox import PlayStream
from referee.server.services.past_joins import PastJoins
from referee.server.services.rejections import foreign_handle, foreign_lane, foreign_seat
from referee.server.services.sending_stream import SendingStream

__all__ = ["PlaySession"]

CHUNK_ENTRIES = 128
"""Number of entries of one message that are processed without a pause. Between two such chunks the
event loop sends what followed, so that bots can think about it meanwhile.
"""
_ROW_BYTES = 4
"""Number of bytes that one answer takes in LaneAnswers.rows."""
MAX_NAME = 100
"""Number of characters after which a bot's or client's name is cut off."""


class _Taken(NamedTuple):
    """What was taken of one lane's answers; a lane plays many matches at once."""

    lane: HeldLane
    answers: TakenAnswers
    unasked: int
    """Number of refused answers that no turn had asked for; 1 for an empty message."""


class PlaySession(SendingStream):
    """Session on a bot's stream: reads its messages and holds its seats.

    Args:
        stream: Connection that carries the stream.
        lobby: Finds seats by their tokens.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        log: Log whose lines name the stream's peer.
        waited_ns: Takes the time at which a message was read; returns how long it may have waited,
            in nanoseconds. The default is the meter's lag.
        callers: Time accounts of all callers, for unasked messages.
        caller: Address or network of the caller to charge; empty for an account that no other
            stream shares.
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
        callers: Callers | None = None,
        caller: str = "",
    ) -> None:
        super().__init__(
            stream, lobby.config.shard, clock=clock, meter=meter, recorder=lobby.recorder
        )
        self._stream = stream
        self._lobby = lobby
        self._waited_ns = waited_ns or meter.lag_ns
        self._log = log
        self._backlog = Backlog(clock, meter)
        self._queued_ns = 0
        """How long the current message may have waited for other messages of the stream, in
        nanoseconds.
        """
        self._charges = Charges(clock, Callers(clock) if callers is None else callers, caller)
        self._past_joins = PastJoins(
            lobby,
            self._take_join,
            self._refuse_join,
            cut_off=self._end_by,
            on_idle=self._outbox.wake,
            costs=self._charges.costs,
            clock=clock,
        )
        self._task: asyncio.Task[object] | None = None
        """Task that reads the stream; None before `run`."""
        self._cut_off: CallError | None = None
        """Error that ends the stream, if another task than the reader raised it."""

    # The stream's two halves.

    async def run(self) -> None:
        """Read until the bot closes its side; write until its matches are over.

        Raises:
            CallError: The stream must end with an error: the bot sent something unacceptable, or
                does not read.
        """
        writer = asyncio.create_task(self._outbox.run())
        self._task = asyncio.current_task()
        try:
            await self._read(writer)
            self._outbox.close()
            await writer
        except asyncio.CancelledError:
            if self._cut_off is None:
                raise
            raise self._cut_off from None
        finally:
            # Whatever has ended the stream: its seats are free from here on, or their bots could not come back.
            writer.cancel()
            self._past_joins.cancel()
            self._charges.costs.close()
            self._lobby.lanes.end_stream(self)
            for (_, seat), host in list(self._seats.items()):
                host.leave(seat, self)
            self._lobby.sessions.discard(self)

    def _has_more(self) -> bool:
        return bool(self._seats) or self._past_joins.are_waiting

    def _end_by(self, error: CallError) -> None:
        # The reader is cancelled, since it alone can end the call with a status; `run` raises this
        # error then.
        if self._cut_off is None and self._task is not None:
            self._cut_off = error
            self._task.cancel()

    async def _read(self, writer: asyncio.Task[None]) -> None:
        read, backlog = self._stream.read, self._backlog
        while not writer.done():
            backlog.ask()
            data = await read()
            if not isinstance(data, bytes):
                return  # the end of the stream
            # The time is taken before anything else, so that no answer is later by what is done with it.
            now_ns = self._clock.now_ns()
            lag_ns = self._waited_ns(now_ns)
            self._queued_ns = backlog.read(now_ns, lag_ns)
            self._charges.begin_message(len(data), self._outbox.turns_due, now_ns)
            try:
                request = play_service_pb2.PlayRequest.FromString(data)
            except DecodeError:
                self._charges.unreadable()
                raise CallError(
                    error_pb2.ERROR_REASON_MALFORMED, f"{len(data)} bytes that are no PlayRequest"
                ) from None
            # While this is set no deadline expires: an answer that was read in time must count.
            self.is_taking = True
            try:
                await self._take(request, now_ns, lag_ns)
            finally:
                self._charges.costs.end()
                self.is_taking = False

    # Reading.

    async def _take(self, request: play_service_pb2.PlayRequest, now_ns: int, lag_ns: int) -> None:
        self._charges.refill(now_ns)
        # Only those that are set: to read an empty repeated field costs as much as to parse a whole answer.
        entries = {field.name: value for field, value in request.ListFields()}
        # All at once, not in chunks: matches that begin together stay in step on a lane, and share its messages.
        for join in entries.get("joins", ()):
            # A match that ended long ago is read from disk in a separate task, so that this message
            # need not wait for it.
            if self._lobby.unread_token(join.token) is None:
                self._take_join(join)
            else:
                self._past_joins.add(join)
        for opening in entries.get("openings", ()):
            self._take_opening(opening, now_ns)
        if "says" in entries:
            await self._take_each(entries["says"], self._take_say, now_ns)
        if "actions" in entries:
            actions = entries["actions"]
            if len(actions) == 1:  # as always where a stream holds one seat
                self._take_action(actions[0], now_ns, lag_ns)
            else:
                await self._take_each(actions, self._take_action, now_ns, lag_ns)
        if "small_actions" in entries:
            await self._take_each(entries["small_actions"], self._take_small_action, now_ns, lag_ns)
        if "lane_answers" in entries:
            self._take_lanes(entries["lane_answers"], now_ns, lag_ns)
        for skip in entries.get("skips", ()):
            self._take_skip(skip, now_ns)
        for resign in entries.get("resigns", ()):
            self._take_resign(resign, now_ns)
        for _ in entries.get("pongs", ()):
            self._take_pong(now_ns)
        # Answered, but charged: nobody has asked for it.
        if "ping" in entries:
            self._charges.unasked()
            self._outbox.message.pong.number = request.ping.number
            self._outbox.send_soon(8)
        # An empty message is charged too, or it would be a free way to keep the loop busy.
        elif not entries:
            self._charges.unasked()

    async def _take_each(
        self, entries: Sequence[Any], take: Callable[..., None], *times_ns: int
    ) -> None:
        """Call `take` with each entry of a message and `times_ns`, `CHUNK_ENTRIES` entries at a time.

        Between two chunks the event loop does other work.
        """
        # In chunks: the turns that follow from the first answers leave while the last are still
        # being processed.
        costs = self._charges.costs
        for first in range(0, len(entries), CHUNK_ENTRIES):
            if first:
                # What the loop does meanwhile is no work for this stream, so the account is closed over it.
                costs.end()
                await asyncio.sleep(0)
                costs.begin(self._clock.now_ns())
            for entry in entries[first : first + CHUNK_ENTRIES]:
                take(entry, *times_ns)

    def _take_say(self, say: play_service_pb2.Say, now_ns: int) -> None:
        """Process a chat message that was read at `now_ns`.

        The match limits how many messages it accepts; others are charged to the time budget that a
        caller has for messages that nobody asked for.
        """
        host = self._seats.get((say.match_id, say.seat))
        if host is None:
            self._reject_foreign(say.match_id, say.seat, say.turn, say.number)
            self._charges.unasked()
        elif host.say(say, now_ns):
            self._charges.asked(host)
        else:
            self._charges.unasked()

    def _take_opening(self, opening: play_service_pb2.OpenNonce, now_ns: int) -> None:
        host = self._seats.get((opening.match_id, opening.seat))
        if host is None:
            self._reject_foreign(opening.match_id, opening.seat, 0)
            self._charges.unasked()
        elif host.open_nonce(opening.seat, opening.nonce, now_ns):
            self._charges.asked(host)
        else:
            self._charges.unasked()

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
        """Return how much of the time that an answer may have waited is refunded, in nanoseconds.

        Args:
            handed_ns: When the answered turn was handed over.
            now_ns: When the answer's message was read.
            lag_ns: How long the message may have waited for the event loop.
            margin_ns: Lag margin of the answer's match.
        """
        # If the turn was handed over after the message was asked for, the answer is younger than that and had no
        # messages of the stream before it: then only the event loop can have kept it waiting.
        if self._queued_ns > lag_ns and handed_ns < self._backlog.asked_ns:
            lag_ns = self._queued_ns
        if lag_ns <= margin_ns and self._charges.costs.is_clean:  # nearly always
            return lag_ns
        return self._charges.costs.refund_ns(lag_ns, now_ns, handed_ns, margin_ns)

    def _take_lanes(
        self, messages: Sequence[play_service_pb2.LaneAnswers], now_ns: int, lag_ns: int
    ) -> None:
        """Process a bot's answers to turns of lanes, each of which plays many matches at once.

        Taken and refused answers use up the turns of the stream that wait for an answer; refused
        ones beyond those are charged as unasked, to the time budget that a caller has for them.

        Args:
            messages: The messages for the lanes, as they were read in one request.
            now_ns: When the request was read.
            lag_ns: How long the request may have waited for the event loop.
        """
        taken: list[_Taken] = []
        try:
            for answers in messages:
                self._take_lane_answers(answers, now_ns, lag_ns, taken)
        finally:
            # Whatever is wrong with the rest of the request: an answer that was taken must lead on.
            share_processor_time([each.answers for each in taken])
            for each in taken:
                each.answers.go_on()
        for each in taken:
            if len(each.answers.taken.rows):
                self._charges.asked_lane(each.lane)
            for _ in range(each.unasked):
                self._charges.unasked()

    def _take_lane_answers(
        self,
        answers: play_service_pb2.LaneAnswers,
        now_ns: int,
        lag_ns: int,
        taken: list[_Taken],
    ) -> None:
        """Take one message for a lane as `_take_lanes` does; append what is left to do to `taken`."""
        held = self._lanes.lane_of(answers.lane)
        if held is None:
            self.send_rejected(foreign_lane(answers.lane))
            self._charges.unasked()
            return
        lane, seat = held
        outbox = self._outbox
        unasked = sum(each.unasked for each in taken)
        if len(answers.rows) // _ROW_BYTES > outbox.turns_due + FLOOD_BUDGET - unasked:
            self._charges.end_in_flood()  # before the work, as its rows would be refused one by one
        try:
            lag_of = functools.partial(
                self._lane_lag_of, now_ns=now_ns, lag_ns=lag_ns, margin_ns=lane.lag_margin_ns
            )
            answered = lane.answer(seat, answers, now_ns, lag_of)
        except MalformedError as error:
            malformed = error_pb2.ERROR_REASON_MALFORMED
            self.send_rejected(
                play_service_pb2.Rejected(seat=seat, reason=malformed, text=str(error))
            )
            self._charges.unasked()
            return
        good, refused = len(answered.taken.rows), len(answered.taken.refused)
        # Not set for refused answers: waiting behind them is never refunded.
        self._backlog.is_useful |= good > 0
        # Refused answers use up due turns as well, as with single turns; only those beyond are unasked.
        beyond = good + refused - outbox.turns_due
        outbox.turns_due = max(0, -beyond)
        is_empty = not good and not refused
        taken.append(_Taken(lane, answered, 1 if is_empty else max(0, min(beyond, refused))))

    def _lane_lag_of(self, handed_ns: int, *, now_ns: int, lag_ns: int, margin_ns: int) -> int:
        """Return how much of the time that a lane's answers may have waited is refunded, in nanoseconds.

        A lane plays many matches at once.

        Args:
            handed_ns: When the last of the answered turns was handed over.
            now_ns: When the message with the answers was read.
            lag_ns: How long the message may have waited for the event loop.
            margin_ns: Lag margin of the lane's matches.
        """
        # Others of its turns may have been handed over long before: the refund is counted from time 0, not from then.
        if self._queued_ns > lag_ns and handed_ns < self._backlog.asked_ns:
            lag_ns = self._queued_ns
        self._backlog.answered(handed_ns)
        return self._charges.costs.refund_ns(lag_ns, now_ns, 0, margin_ns)

    def _take_small_action(
        self, action: play_service_pb2.SmallAction, now_ns: int, lag_ns: int
    ) -> None:
        held = self._handles.seat_of(action.handle)
        host = None
        if held is None:
            is_taken = False
            self.send_rejected(foreign_handle(action, self._handles.past_seat_of(action.handle)))
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

    def _take_resign(self, resign: play_service_pb2.Resign, now_ns: int) -> None:
        host = self._seats.get((resign.match_id, resign.seat))
        if host is None:
            self._reject_foreign(resign.match_id, resign.seat, 0)
        if host is not None and host.resign(resign.seat, now_ns):
            self._charges.asked(host)
        else:
            self._charges.unasked()

    def _take_pong(self, now_ns: int) -> None:
        outbox = self._outbox
        if outbox.ping_sent_ns:
            self.round_trip_ns = now_ns - outbox.ping_sent_ns
            outbox.ping_sent_ns = 0
        if outbox.pongs_due:
            outbox.pongs_due -= 1
            self._backlog.is_useful = True
            self._charges.asked(None)
        else:
            self._charges.unasked()

    def _count_answer(self, host: MatchHost | None, *, is_taken: bool) -> None:
        """Charge the time of processing an answer.

        The answer counts as asked for if the match took it (`is_taken`), or if a turn of the stream
        still waits for an answer; else as unasked. `host` is the match, None if there is none.
        """
        if is_taken:
            self._backlog.is_useful = True
        # Up to the number of due turns, a rejected answer counts as asked for: bots make mistakes,
        # and one for each turn is no flood.
        elif not self._outbox.turns_due:
            self._charges.unasked()
            return
        self._charges.asked(host)
        self._outbox.count_answer()

    def unread_ns(self, now_ns: int) -> int:
        """Return how long, in nanoseconds, a message that is not read yet may have waited by `now_ns`."""
        return self._backlog.waited_ns(now_ns)

    def _take_join(self, join: play_service_pb2.Join) -> None:
        try:
            host, seat = self._lobby.seat_of(join.token)
            check_join(join, host)
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
        is_held = key in self._seats  # before the next line sets it
        # All of this before `host.join`: it sends at once, and a match that it ends takes the seat away again.
        self._seats[key] = host
        self._handles.revoke(*key)
        if key in self._lost:
            self._lost.remove(key)
        self._outbox.add_ping()
        host.join(seat, self, join)
        if is_held:  # to join a seat again and again is work for nothing
            self._charges.unasked()
        else:
            self._backlog.is_useful = True
            self._charges.asked(host)

    def _refuse_join(self, join: play_service_pb2.Join, error: CallError) -> None:
        self._log.info("join refused", reason=str(error))
        self._charges.unasked()
        self.send_rejected(
            play_service_pb2.Rejected(reason=error.reason, text=str(error), join_number=join.number)
        )

    def _reject_foreign(self, match_id: str, seat: int, turn: int, say_number: int = 0) -> None:
        is_lost = (match_id, seat) in self._lost
        rejected = foreign_seat(match_id, seat, turn, is_lost=is_lost, say_number=say_number)
        self.send_rejected(rejected)

    def name_caller(self, name: str) -> None:
        """Charge this caller (address or network) for messages that nobody asked for, from now on."""
        self._charges.name_caller(name)
