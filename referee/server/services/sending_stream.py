"""The sending half of a Play stream: queues what its matches send, and knows which seats it holds."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from typing import Any

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.replay.wire import duration
from referee.server.hosting.host import MatchHost
from referee.server.hosting.seat_stream import HeldLane, HeldMatch, SeatStream
from referee.server.process.lag import LagMeter
from referee.server.process.shard import Shard
from referee.server.process.status import CallError, reason_label
from referee.server.services.handles import SeatHandles
from referee.server.services.outbox import Outbox, PlayStream
from referee.server.services.rejections import taken_over
from referee.server.services.stream_lanes import StreamLanes
from referee.server.telemetry.recorder import Recorder

__all__ = ["SendingStream"]


class SendingStream(SeatStream):
    """The sending half of a bot's Play stream, for single matches and lanes (many matches at once).

    Args:
        stream: Connection that carries the stream.
        shard: Part of the matches that this worker has, if a router splits the stream by worker;
            None if not.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        recorder: Counts rejections; None for no metrics.
    """

    def __init__(
        self,
        stream: PlayStream,
        shard: Shard | None,
        *,
        clock: Clock,
        meter: LagMeter,
        recorder: Recorder | None = None,
    ) -> None:
        super().__init__()
        self._recorder = recorder
        self._clock = clock
        self._seats: dict[tuple[str, int], MatchHost] = {}
        """Hosts of the matches whose seats the stream holds, by match id and seat. Ended matches
        are left out.
        """
        self._handles = SeatHandles(shard)
        """Handles (numbers that stand for match and seat) of the seats that get turns in short
        form.
        """
        self._lost: deque[tuple[str, int]] = deque(maxlen=1000)
        """Most recent seats whose match has ended or that another stream has taken."""
        self._lanes = StreamLanes(shard)
        """Lanes on which the stream has seats, by the numbers that messages name."""
        self._outbox = Outbox(
            stream, self._seats, self._has_more, self._end_by, clock=clock, meter=meter
        )

    def _has_more(self) -> bool:
        """Return whether something may still have to be sent after the bot has closed its side."""
        return bool(self._seats)

    @abstractmethod
    def _end_by(self, error: CallError) -> None:
        """End the stream with an error, from another task than the one that reads it."""

    def name_seat(self, match_id: str, seat: int) -> int:
        """Return a new handle (number of a seat on this stream) for a seat that is held here."""
        return self._handles.give(self._seats[match_id, seat], seat)

    def send_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Queue a turn for the bot, encoded as a part of a PlayResponse."""
        self._outbox.add_turn(match, seat, turn, encoded)

    def send_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Queue turns of a lane for the bot, encoded as a part of a PlayResponse.

        `handles` and `turns` have the row's handle and the number of each turn.

        A lane plays many matches at once.
        """
        self._outbox.add_lane_turns(lane, seat, handles, turns, encoded)

    def new_lane(self, lane: HeldLane, seat: int) -> int:
        """Let the stream hold a seat of a lane; return the lane's number on this stream.

        A lane plays many matches at once.
        """
        return self._lanes.give(lane, seat)

    def send_lane(
        self,
        opened: play_service_pb2.LaneOpened | None = None,
        rows: play_service_pb2.LaneRows | None = None,
    ) -> None:
        """Queue the announcement of a new lane (`opened`), of matches now on a lane (`rows`), or both.

        A lane plays many matches at once.
        """
        if opened is not None:
            self._outbox.message.lanes.append(opened)
            self._outbox.send_soon(opened.ByteSize())
        if rows is not None:
            self._outbox.message.lane_rows.append(rows)
            self._outbox.send_soon(rows.ByteSize())

    def send_joined(self, joined: play_service_pb2.Joined) -> None:
        """Queue the answer to an accepted join."""
        self._forget_taken_over(joined.match_id, joined.seat)
        self._outbox.message.joins.append(joined)
        self._outbox.send_soon(256)

    def send_commitments(self, commitments: play_service_pb2.NonceCommitments) -> None:
        """Queue the nonce commitments of all seats."""
        self._outbox.message.commitments.append(commitments)
        self._outbox.send_soon(commitments.ByteSize())

    def send_started(self, started: play_service_pb2.MatchStarted) -> None:
        """Queue the message that a match has begun, with the stream's round trip time if it is known."""
        if self.round_trip_ns is not None:
            started.round_trip.CopyFrom(duration(self.round_trip_ns))
        self._outbox.message.starts.append(started)
        self._outbox.send_soon(64)

    def send_rejected(self, rejected: play_service_pb2.Rejected) -> None:
        """Queue the message that one of the bot's messages was rejected."""
        if self._recorder is not None:
            self._recorder.count("referee_rejections_total", reason_label(rejected.reason))
        self._outbox.message.rejections.append(rejected)
        self._outbox.send_soon(128)

    def send_missed(self, missed: play_service_pb2.MissedDeadline) -> None:
        """Queue the message that a deadline was missed."""
        self._outbox.message.missed.append(missed)
        self._outbox.send_soon(64)

    def send_ended(self, ended: play_service_pb2.MatchEnded) -> None:
        """Queue the message that a match is over for one seat, and release the seat."""
        self._outbox.message.ends.append(ended)
        key = (ended.match_id, ended.seat)
        self._seats.pop(key, None)
        self._handles.drop(ended.match_id, ended.seat)
        # An answer that is on its way already is then rejected as ENDED, not as for a foreign seat.
        self._lost.append(key)
        self._outbox.send_soon(ended.ByteSize())

    @property
    def full_messages(self) -> int:
        """Number of full messages that wait for the bot to read."""
        return self._outbox.full_messages

    def send_draining(self) -> None:
        """Queue the message that the server is going to stop."""
        self._outbox.message.draining = True
        self._outbox.send_soon(8)

    def _forget_taken_over(self, match_id: str, seat: int) -> None:
        """Drop the queued notice that a seat was lost, because the stream holds the seat again.

        A bot reads the joins of a message before its rejections, so it would take the seat for lost
        after the join.
        """
        for place, rejected in enumerate(self._outbox.message.rejections):
            is_taken_over = rejected.reason == error_pb2.ERROR_REASON_TAKEN_OVER
            if is_taken_over and (rejected.match_id, rejected.seat) == (match_id, seat):
                del self._outbox.message.rejections[place]
                return

    def lose_seat(self, match_id: str, seat: int) -> None:
        """Stop holding a seat that another stream has taken, and queue the notice to the bot."""
        self._seats.pop((match_id, seat), None)
        # The handle is remembered, so that a late answer by it gets a fitting rejection.
        self._handles.drop(match_id, seat)
        self._lost.append((match_id, seat))
        self.send_rejected(taken_over(match_id, seat))

    def delay(self, match_id: str, seat: int, turn: int, lag_ns: int) -> None:
        """Postpone the start of a turn's clock, because the turn left the router `lag_ns` nanoseconds late."""
        host = self._seats.get((match_id, seat))
        if host is not None:
            host.delayed(seat, turn, self._clock.now_ns(), lag_ns)

    def delay_handle(self, handle: int, turn: int, lag_ns: int) -> None:
        """Postpone the start of a short turn's clock; the turn left the router `lag_ns` nanoseconds late.

        `handle` stands for the turn's match and seat.
        """
        held = self._handles.seat_of(handle)
        if held is not None:
            host, seat = held
            host.delayed(seat, turn, self._clock.now_ns(), lag_ns)

    def delay_lane(self, late: play_service_pb2.LaneAnswers, lag_ns: int) -> None:
        """Postpone the clock starts of turns of a lane, which left the router `lag_ns` nanoseconds late.

        `late` names the lane (many matches at once), the rows and the turns.
        """
        held = self._lanes.lane_of(late.lane)
        if held is not None:
            lane, seat = held
            lane.delayed(seat, late, self._clock.now_ns(), lag_ns)
