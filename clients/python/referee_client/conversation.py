"""Decides what a bot process sends on its Play streams in answer to what it receives, without any I/O.

Both clients pass it what they receive (`receive`), and send what it returns (`take`). It keeps
tokens, nonces, seats and open turns, carries them from a broken stream to the next one, and moves
them between the home line (connection to the client's address) and the lines to workers. It opens
no connection, never waits, and reads a clock only to decide when to send.

`Turn.say` and `take` may be called from any thread; everything else from one thread at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client.answers import action_type
from referee_client.bot import Bot, Missed, Outcome, Rejection, Turn, enum_name
from referee_client.chat import Said
from referee_client.errors import TakenOverError
from referee_client.fairness import witness_problem
from referee_client.joining import MAX_NAME, Joining
from referee_client.line import Line
from referee_client.messages import seconds, unpack
from referee_client.nonces import check_start, opening_of
from referee_client.outbox import ROOM_BYTES
from referee_client.seats import Seat, log
from referee_client.small_turns import ShortTurn

__all__ = ["MAX_NAME", "Conversation"]


class Conversation(Joining):
    """All seats of a process, their turns and their answers, on all lines (connections) together.

    Arguments are those of its base class `Joining`: the bot, its name and its game, and functions
    by which the client hears of events.
    """

    _received_ns = 0
    """When the message that is being processed was received, in nanoseconds of a monotonic
    clock."""

    # Messages of the referee.

    def opened(self) -> None:
        """Begin on a new stream to the client's address: present the tokens of its seats again.

        The referee then sends the open turns of these seats again. Seats on connections to workers
        stay there.
        """
        self.lines.begin_at_home(self._foreign.values())

    def receive(self, response: wire.PlayResponse, line: Line | None = None) -> list[Turn]:
        """Process a message of the referee; return the turns about which bots are to be asked.

        Args:
            response: Message that was received.
            line: Connection on which the message was received; None means the one to the client's
                address.

        Raises:
            BotError: A bot's own code failed and `strict` is set, or a value passed as a bot
                is no bot.
            ProtocolError: The message, or a part of it, can't be read.
        """
        line = line or self.home
        self._received_ns = self._now_ns()
        line.heard()
        if not line.is_open:
            self.lines.answered(line)
        # This order is duty 7. Joins come first, as the rest names their seats. Turns come last, so that a turn
        # whose match ends in the same message, or that is already missed, is not asked. The pong to a ping is in the
        # outbox before any bot is asked (duty 4).
        for joined in response.joins:
            self._joined(joined, line)
        for commitments in response.commitments:
            self._committed(commitments)
        for started in response.starts:
            self._started(started)
        for rejected in response.rejections:
            self._rejected(rejected, line)
        for missed in response.missed:
            self._missed(missed)
        for ended in response.ends:
            self._ended(ended)
        if response.HasField("ping"):
            line.outbox.add(wire.Pong(number=response.ping.number))
        if response.draining and not self.draining:
            self.draining = True
            log.warning("the referee is going to stop: running matches go on, no new ones start")
        turns = []
        for message in response.turns:
            turn = self._opened_turn(message, line)
            if turn is not None:
                turns.append(turn)
        for small in response.small_turns:
            form = line.forms.get(small.handle)
            turn = None if form is None else self._opened_turn(form.turn(small), line)
            if turn is not None:
                turns.append(turn)
        self._read_lanes(response, line)
        if self._reopened:
            turns += self._answer_reopened()
        return turns

    def _read_lanes(self, response: wire.PlayResponse, line: Line) -> None:
        for opened in response.lanes:
            assert self._lane_type is not None
            line.lanes[opened.lane] = self._lane_type(opened)
        for rows in response.lane_rows:
            line.lanes[rows.lane].add(rows)
        for columns in response.lane_turns:
            line.lane_turns.append(line.lanes[columns.lane].turns(columns))

    # Decisions and words of bots.

    def play(self, turns: Sequence[Turn]) -> Iterator[None]:
        """Ask the bots about turns, one after the other.

        The iterator yields whenever the caller should send the messages that are ready. Bots are
        also asked about turns in columns that were received before.

        Args:
            turns: Turns that were received as single messages.

        Raises:
            BotError: A bot's own code failed, and `strict` is set.
            ProtocolError: The events of a turn can't be read.
        """
        return self.ask(self.lines.all(), turns)

    def _say(self, turn: Turn, channel: str, text: str) -> int:
        """Queue the chat message of `Turn.say` for sending; return its number.

        A message of a match that is over is not sent. Whether a message arrives before the seat's
        next turn is checked by the referee alone.

        Args:
            turn: Turn in which the message is sent.
            channel: Name of the channel.
            text: Text of the message.

        Raises:
            ValueError: The message is too long for a request.
        """
        say = wire.Say(
            match_id=turn.match_id,
            seat=turn.seat,
            turn=turn.number,
            channel=channel,
            text=text.encode(),
            number=self.home.outbox.new_number(),
        )
        if say.ByteSize() > ROOM_BYTES:  # sent, it would end the stream of all seats
            raise ValueError(
                f"a message of {say.ByteSize():,} bytes, and a request has room for {ROOM_BYTES:,}"
            )
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is None or seat.match is not turn.match:
            where = f"match {turn.match_id} seat {turn.seat} turn {turn.number}"
            log.warning("%s: message %d is not sent: the match is over", where, say.number)
        else:
            seat.line.outbox.add(say)
            if self._on_say is not None:
                self._on_say()
        return say.number

    def take(self, line: Line | None = None) -> wire.PlayRequest | None:
        """Return the next request to send on a line; None if there is nothing to send.

        Args:
            line: Connection to send on; None means the one to the client's address.
        """
        return (line or self.home).outbox.take()

    def _committed(self, shown: wire.NonceCommitments) -> None:
        seat = self._seats.get((shown.match_id, shown.seat))
        if seat is None or not 0 <= shown.seat < len(shown.nonces):
            return
        opening = opening_of(seat, self._tickets[seat.number].nonce, shown)
        if opening is not None:
            seat.line.outbox.add(opening)

    def _started(self, started: wire.MatchStarted) -> None:
        seat = self._seats.get((started.match_id, started.seat))
        if seat is None:
            return
        if started.HasField("round_trip"):
            seat.match.round_trip = seconds(started.round_trip)
        if check_start(seat, started) and self._on_witness is not None:
            try:
                self._on_witness(seat.witness)
            except OSError as error:
                log.error("%s: the witness can't be written: %s", seat.where(), error)
        self._start(seat)

    def _opened_turn(self, message: wire.Turn | ShortTurn, line: Line) -> Turn | None:
        seat = self._seats.get((message.match_id, message.seat))
        if seat is None or seat.line is not line:
            return None  # its match is over, or it has moved to another line, where the turn comes again
        seat.is_away = False
        # After a reconnect the referee sends an open turn again. Three cases: the bot still thinks about it; it was
        # answered, and the answer was lost; or it is new, because the process or its seat is.
        if seat.turn is not None and seat.turn.number >= message.turn:
            if (
                seat.turn.number == message.turn
            ):  # do not ask twice; only the deadline may be another one
                seat.turn.received_again(message, self._received_ns)
            return None
        if message.turn <= seat.answered:
            if (
                message.turn == seat.answered
            ):  # the same answer again, without asking the bot (duty 9)
                line.outbox.add(seat.last_answer())
            return None
        self._start(seat)  # a process that joins in the middle of a match has had no start
        seat.close()  # an older turn is over: its events and words are carried over to this one
        if isinstance(message, ShortTurn):
            observation = message.observation_message()
        else:
            observation = unpack(message.observation)
        if not seat.action_type:
            seat.action_type = action_type(observation)
        earlier = [carried for carried in seat.carried if carried.number < message.turn]
        clock = self._received_ns, self._now_ns
        seat.turn = Turn(seat.match, observation, message, self._say, earlier, *clock)
        seat.latest = message.turn
        # Not twice for a turn that is sent again; nor for one that was carried over, whose events were heard then.
        if message.turn > seat.heard_of and message.HasField("events"):
            seat.heard_of = message.turn
            self._call_on_events(seat, message.events, message.turn)
        return seat.turn

    def _call_on_events(self, seat: Seat, events: Any, turn: int = 0) -> None:
        if type(seat.bot).on_events is not Bot.on_events:
            call = partial(seat.bot.on_events, seat.match, unpack(events))
            self._call(seat, call, seat.where(turn))

    def _rejected(self, rejected: wire.Rejected, line: Line) -> None:
        reason = enum_name(ErrorReason, rejected.reason)
        seat = self._seats.get((rejected.match_id, rejected.seat))
        ticket = self._tickets.get(rejected.join_number)
        if ticket is not None:
            if ticket.line is line:
                self._refused(ticket, reason, rejected.text)
        elif seat is not None and seat.line is not line and not rejected.say_number:
            # The seat has moved: its turn is sent again on the new line. Words were sent on the old line and are not
            # sent again, so that the bot has to hear when they are rejected (duty 25).
            log.debug("%s: %s on the line it has left", seat.where(rejected.turn), reason)
        elif seat is None:
            log.warning("rejected: %s: %s", reason, rejected.text)
        elif rejected.reason == ErrorReason.ERROR_REASON_TAKEN_OVER and not rejected.say_number:
            if self._tickets[seat.number].is_waiting:
                # This process itself took the seat over, by its join on another line, and has presented the token
                # here again. A TAKEN_OVER of that new join can only follow the answer to it.
                log.debug("%s: taken over before it came back", seat.where())
                return
            text = f"{seat.where()}: {rejected.text or 'another process plays it now'}"
            self._lose(seat, TakenOverError(text))
        else:
            where = seat.where(rejected.turn)
            log.warning("%s: rejected: %s: %s", where, reason, rejected.text)
            fields = rejected.turn, reason, rejected.text, rejected.say_number
            self._take_rejection(seat, Rejection(seat.match, *fields))

    def _missed(self, message: wire.MissedDeadline) -> None:
        seat = self._seats.get((message.match_id, message.seat))
        if seat is None:
            return
        seat.missed = max(seat.missed, message.turn)
        if seat.turn is not None and seat.turn.number <= message.turn:
            seat.close()
        missed = Missed(
            seat.match,
            message.turn,
            message.strikes,
            message.strikes_limit,
            message.forfeited,
            message.given_up,
        )
        limit = f" of {missed.strikes_limit}" if missed.strikes_limit else ""
        where = seat.where(missed.turn)
        how = "gave the turn up" if missed.given_up else "missed the deadline"
        log.warning("%s: %s, strike %d%s", where, how, missed.strikes, limit)
        self._call(seat, partial(seat.bot.on_missed, missed), where)

    def _ended(self, ended: wire.MatchEnded) -> None:
        self._foreign.pop((ended.match_id, ended.seat), None)
        seat = self._seats.get((ended.match_id, ended.seat))
        if seat is None:
            return
        self._drop(seat)
        for lane in seat.line.lanes.values():
            lane.forget(ended.match_id, ended.seat)
        outcome = Outcome.from_message(ended)
        unheard = (said for carried in seat.carried for said in carried.said)
        before = tuple(Said.from_message(said) for said in unheard)
        outcome = dataclasses.replace(outcome, said=before + outcome.said)
        log.info("%s: ended: %s", seat.where(), _summary(outcome, seat.match.seat))
        if outcome.reveal is not None and seat.started:  # without a start there were no dice
            problem = witness_problem(seat.witness, outcome.reveal)
            if problem:
                log.error("%s: unfair dice: %s", seat.where(), problem)
        if ended.reveal_withheld:
            log.warning(
                "%s: the reveal is withheld: the dice are to be checked later", seat.where()
            )
        if ended.HasField("events"):
            self._call_on_events(seat, ended.events)
        self._call(seat, partial(seat.bot.on_end, seat.match, outcome), seat.where())


def _summary(outcome: Outcome, seat: int) -> str:
    if outcome.is_void:
        return f"void, {outcome.cause}: {outcome.text}"
    own = next((result for result in outcome.seats if result.seat == seat), None)
    place = f"placement {own.placement}, score {own.score}, " if own else ""
    if outcome.out_round:
        among = f"places {outcome.first_place} to {outcome.last_place}"
        place = f"out in round {outcome.out_round}, among {among}, "
    return f"{place}{outcome.cause}: {outcome.text}"
