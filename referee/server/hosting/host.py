"""Host of one match: takes what its bots, spectators and organizer send."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from gamereferee.v1 import match_pb2, play_service_pb2, replay_pb2
from referee.core.errors import FieldError
from referee.core.outcome import EndCause
from referee.match import events as ev
from referee.match.correspondence import Rest
from referee.match.lane import UNKNOWN
from referee.match.rejection import Rejection
from referee.replay.wire import LANES, NONCE_COMMITMENTS
from referee.server.hosting.action_reader import ActionReader
from referee.server.hosting.house_seats import HouseSeats
from referee.server.hosting.lane_match import LaneStreams
from referee.server.hosting.observer import MatchObserver
from referee.server.hosting.parts import MatchParts, ServerParts
from referee.server.hosting.running_match import RunningMatch
from referee.server.hosting.seat_stream import SeatStream
from referee.server.hosting.watch_views import Watcher
from referee.server.hosting.whole_views import WholeWatcher
from referee.server.process.logs import Log

__all__ = ["MatchHost"]


class MatchHost(RunningMatch):
    """One match, as calls and streams use it; a lane may play it together with other matches.

    Args:
        parts: Objects that belong to the match.
        server: Objects that all matches of the server share.
        log: Log whose lines name the match.
        on_end: Called once with the match's id and log, when the match is over and its journal is
            complete.
    """

    def __init__(
        self,
        parts: MatchParts,
        server: ServerParts,
        *,
        log: Log,
        on_end: Callable[[str, Log], None],
    ) -> None:
        super().__init__(parts, server, log=log, on_end=on_end)
        self.joins = [0] * self.num_seats
        """Number of times each seat was joined, by seat."""
        self.house = HouseSeats(self.machine)
        """The match's seats that were ordered for house bots."""
        self._actions = ActionReader(self.plugin, self.machine.terms.config)

    # Seats.

    def join(self, seat: int, stream: SeatStream, join: play_service_pb2.Join) -> None:
        """Give a seat to a stream, as the message `join` asks; a stream that held it before loses it."""
        rejoined = self.machine.seats[seat].joined
        self.joins[seat] += 1
        # Before the event: its effects are sent to the stream that holds the seat by then.
        features = self.notifier.attach(seat, stream, join, rejoined=rejoined)
        self.is_shared = self.notifier.is_shared
        self._wants_lanes = self._wants_lanes or LANES in features
        self.log.info("seat joined", seat=seat, bot=join.bot_name, rejoined=rejoined)
        self.house.joined(seat, join.bot_name)
        now_ns = self._clock.now_ns()
        commitment = join.nonce_commitment if NONCE_COMMITMENTS in features else b""
        self.apply(ev.SeatJoined(seat, now_ns, join.nonce, join.bot_name, join.client, commitment))

    def open_nonce(self, seat: int, nonce: bytes, at_ns: int) -> bool:
        """Take a seat's nonce, the random bytes to whose hash the seat has committed itself.

        An empty nonce declines to open it. `at_ns` is when the message was read. Return whether the
        match accepted the nonce.
        """
        return self.apply(ev.NonceOpened(seat, nonce, at_ns))

    def leave(self, seat: int, stream: SeatStream) -> None:
        """Free a seat whose stream has ended; do nothing if another stream holds the seat now."""
        if self.notifier.is_held(seat, stream):
            self.notifier.detach(seat)
            self.is_shared = self.notifier.is_shared
            self.log.info("seat left", seat=seat)
            self.apply(ev.SeatLeft(seat, self._clock.now_ns(), self.house.left(seat)))

    def skip(self, seat: int, turn: int, at_ns: int) -> bool:
        """Give up a turn for its bot, which asked for it at `at_ns`; return whether the turn was open."""
        self._read_meter(seat)
        return self.apply(ev.TurnSkipped(seat, turn, at_ns))

    def say(self, say: play_service_pb2.Say, at_ns: int) -> bool:
        """Take a chat message from a seat, read at `at_ns`; return whether the match accepted it."""
        return self.apply(ev.Spoken(say.seat, say.turn, say.channel, say.text, say.number, at_ns))

    def resign(self, seat: int, at_ns: int) -> bool:
        """Forfeit a seat at `at_ns` on behalf of its bot; return whether the seat was still in the match."""
        return self.apply(ev.SeatResigned(seat, at_ns))

    # Actions.

    def take_action(self, action: play_service_pb2.Action, at_ns: int, lag_ns: int) -> bool:
        """Take an action message for a seat from the stream that holds the seat.

        Return whether the match accepted it.

        Args:
            action: The message, with match, seat, turn and action.
            at_ns: When the message was read.
            lag_ns: How long it may have waited in the referee, in nanoseconds.
        """
        seat, turn, payload = action.seat, action.turn, action.payload
        # An answer to a turn that isn't open is rejected for that, whatever its payload is.
        if self._actions.has_type(payload.type_url) or not self.is_open(seat, turn):
            return self.take_payload(seat, turn, payload.value, at_ns, lag_ns)
        self._read_meter(seat)
        return self.apply(self._actions.wrong_type(seat, turn, payload.type_url, at_ns))

    def take_payload(self, seat: int, turn: int, data: bytes, at_ns: int, lag_ns: int) -> bool:
        """Take the serialized action that answers a turn; return whether the match accepted it.

        Args:
            seat: Index of the seat.
            turn: Number of the turn.
            data: The game's Action message, serialized.
            at_ns: When the answer was read.
            lag_ns: How long it may have waited in the referee, in nanoseconds.
        """
        # Unread, so that a flood of answers to no open turn costs no decoding.
        if not self.is_open(seat, turn):
            return self.reject_untimely(seat, turn, at_ns, lag_ns)
        self._read_meter(seat)
        try:
            event = self._actions.read(seat, turn, data, at_ns, lag_ns)
        except Exception as error:  # a bug of the codec, and not the bot's fault
            self.fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
            return True
        return self.apply(event)

    def take_unreadable(self, seat: int, turn: int, text: str, at_ns: int) -> None:
        """Pass an answer that could not be decoded to the machine, which rejects it as MALFORMED.

        `text` says what is wrong with it; `at_ns` is when the message was read.
        """
        self._read_meter(seat)
        self.apply(ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns))

    def take_read(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int
    ) -> None:
        """Pass an action that was decoded from a lane's message to the machine.

        A lane plays many matches at once.

        Args:
            seat: Index of the seat that answers.
            turn: Number of the answered turn.
            action: The action, as the game's value.
            payload: The Action message, serialized.
            at_ns: When the message was read.
            lag_ns: How long it may have waited in the referee, in nanoseconds.
        """
        self._read_meter(seat)
        self.apply(ev.ActionReceived(seat, turn, action, payload, at_ns, lag_ns))

    def _read_meter(self, seat: int) -> None:
        """Report how much processor time a seat has used for its open turn, before an event ends the turn."""
        if self.metering.is_on:
            self.leave_lane()  # as `apply` does: what was measured there must be known here
            self.metering.read(seat)

    def is_open(self, seat: int, turn: int) -> bool:
        """Return whether this turn of a seat is open, whether the machine or a lane plays the match.

        A lane plays many matches at once.
        """
        if self.is_on_lane:
            place = self.places[-1]
            return place.lane.last_turn(place.row, seat) == (turn, True)
        state = self.machine.seats[seat]
        return state.is_open and state.turn == turn

    def open_turn(self, seat: int) -> int:
        """Return the number of a seat's open turn; 0 if it has none."""
        if self.is_on_lane:
            place = self.places[-1]
            turn, is_open = place.lane.last_turn(place.row, seat)
            return turn if is_open else 0
        state = self.machine.seats[seat]
        return state.turn if state.is_open else 0

    def reject_untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> bool:
        """Reject an answer to a turn that isn't open, without decoding it; return False.

        The answer was read at `at_ns`, and may have waited in the referee for `lag_ns` before that.
        """
        if self.observer is not None:
            self.observer.untimely(seat, turn, at_ns, lag_ns)
        if not self.is_on_lane:
            return self.apply(ev.UntimelyReceived(seat, turn, at_ns))
        # The match stays on its lane: to leave it and come back costs far more than a rejection. The lane's steps go into
        # the match's journal first, as the record of the rejection must come after them.
        place = self.places[-1]
        last_turn, _ = place.lane.last_turn(place.row, seat)
        try:
            place.lane.spill(place.row)
            self._carry_out(self.machine.reject_untimely(seat, turn, last_turn))
        except Exception as error:  # whatever it is: other matches must go on
            self.leave_lane()
            self._fail_by(error)
        return False

    # House bots.

    def order_house_bot(self, seat: int, bot: str) -> None:
        """Record in the journal that the house bot named `bot` is going to hold a seat.

        Raises:
            OSError: The journal can't be written.
        """
        record = replay_pb2.Record(house_bot=replay_pb2.HouseBotRecord(seat=seat, bot=bot))
        self._journal.append(record.SerializeToString())
        self._journal.flush()
        self.house.bots[seat] = bot

    def lose_house_bots(self) -> None:
        """Stop the clocks of all house bots' seats until they rejoin, because the bots' process has died.

        A seat's clock stops only because of this call. So a bot can't stop its clock by joining
        under the name of house bots and leaving.
        """
        for seat in self.house.lose_all():
            self.apply(ev.SeatLeft(seat, self._clock.now_ns(), is_house=True))

    # Its run.

    def resume(self) -> None:
        """Continue the match after it was loaded from its journal."""
        clock = self._clock
        house = tuple(self.house.bots)
        created_ns = self.header.create_time.ToNanoseconds()
        self.apply(ev.MatchResumed(clock.now_ns(), house, clock.wall_ns(), created_ns))

    def abort(self, cause: EndCause, text: str) -> None:
        """End the match as void, for this cause and with this text; do nothing if it has ended already."""
        if not self._finished:
            self.apply(ev.MatchAborted(cause, text, self._clock.now_ns()))

    def expire(self, now_ns: int, lag_ns: int) -> None:
        """Process the passing of time: turns past their deadline are missed, and the join limit may end.

        If a house bot has not joined its seat by the join limit, the match is aborted.

        Args:
            now_ns: The current time.
            lag_ns: The referee's own lag, by which deadlines are extended, in nanoseconds.
        """
        if self.metering.is_on:
            self.leave_lane()  # as `apply` does: what was measured there must be known here
            self.metering.read_all()  # before the event, which ends the turns that are metered
        if self.house.are_missing(now_ns - lag_ns):
            self.abort(EndCause.HOST_FAILURE, "a house bot has not come by the join limit")
            return
        if self.observer is not None:
            self._report_expiring(now_ns - lag_ns, self.observer)
        self.apply(ev.TimePassed(now_ns, lag_ns))

    def _report_expiring(self, fair_ns: int, observer: MatchObserver) -> None:
        """Report each open turn that expires at `fair_ns`, which is the time without the lag."""
        self.leave_lane()  # as `apply` does: the machine must know the turns of its lane
        for index, seat in enumerate(self.machine.seats):
            deadline_ns = seat.deadline_ns
            if deadline_ns is not None and deadline_ns <= fair_ns:
                observer.expires(index, seat.turn, deadline_ns)

    # Turns handed over.

    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Start the clock of a turn that was handed to the transport.

        `at_ns` is the time of the hand-over, `lag_ns` the part of the wait for it that the referee
        itself caused.
        """
        if self.is_on_lane:  # it was sent before the match went on a lane
            place = self.places[-1]
            place.lane.hand(place.row, seat, turn, at_ns, lag_ns)
            return
        if self.metering.is_on:
            self.metering.start(seat, turn)
        self.machine.note(ev.TurnHanded(seat, turn, at_ns, lag_ns))
        if self.watchers.holds:
            self.watchers.show_held()

    def clock_start_ns(self, seat: int) -> int:
        """Return when the clock of a seat's last turn started, or starts at the latest, in nanoseconds.

        It is the last turn that the match's machine knows, which lacks the steps made on a lane.

        A lane plays many matches at once.
        """
        return self.machine.seats[seat].clock_start_ns

    def delayed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Postpone the start of a turn's clock, because a router passed the turn on late.

        Args:
            seat: Index of the seat.
            turn: Number of the turn.
            at_ns: When the delay was reported.
            lag_ns: The delay in nanoseconds.
        """
        if self.is_on_lane:  # it was sent before the match went on a lane
            place = self.places[-1]
            place.lane.delay(place.row, seat, turn, at_ns, lag_ns)
            return
        self.machine.note(ev.TurnDelayed(seat, turn, at_ns, lag_ns))

    def hold(self, seat: int, turn: int) -> bool:
        """Stop the clock of an open turn until it gets a think slot (a free core for its bot).

        Return whether the turn is held; False if its clock runs already.
        """
        self.machine.note(ev.TurnHeld(seat, turn, self._clock.now_ns()))
        is_held = self.machine.seats[seat].is_held
        if is_held:
            self.record_deadline(seat)
        return is_held

    def release(self, seat: int, turn: int) -> None:
        """End the wait of a held turn, which has got a think slot: its clock starts at the hand-over.

        A think slot is a free core for the bot. If the turn has not been handed over after the lag
        margin, its clock starts then.
        """
        self.machine.note(ev.TurnReleased(seat, turn, self._clock.now_ns()))
        try:
            self.record_deadline(seat)
        except OSError as error:
            self._fail_by(error)
        self.deadlines.arm()

    def awaits(self, seat: int, turn: int, stream: SeatStream) -> bool:
        """Return whether a turn is still open and this stream holds its seat."""
        state = self.machine.seats[seat]
        return state.is_open and state.turn == turn and self.notifier.is_held(seat, stream)

    # Correspondence.

    def waits_for(self, seat: int) -> match_pb2.OpenTurn | None:
        """Return the open turn of a seat; None if it has none, or if it is no correspondence match."""
        state = self.machine.seats[seat]
        if not self.machine.is_correspondence or not state.is_open:
            return None
        turn = match_pb2.OpenTurn(turn=state.turn)
        deadline_ns = state.deadline_ns
        if deadline_ns is not None:
            to_wall_ns = self._clock.wall_ns() - self._clock.now_ns()
            turn.start.FromNanoseconds(state.clock_start_ns + to_wall_ns)
            turn.deadline.FromNanoseconds(deadline_ns - self.lag_margin_ns + to_wall_ns)
        return turn

    # Sleep.

    def rest(self) -> Rest | None:
        """Return what `wake` needs beyond the journal; None if the match can't sleep now.

        It can if nobody is connected, watches, or waits for its end, no house bot plays, and it is a
        correspondence match whose journal is written.
        """
        if (
            self.is_on_lane
            or self.notifier.has_streams
            or len(self.watchers)
            or len(self.end_listeners)
            or self.house.bots
            or self.metering.is_on
            or self.editor is not None
        ):
            return None
        with contextlib.suppress(OSError):
            self._journal.flush()
            return self.machine.rest(self._clock.now_ns())
        return None

    def wake(self, rest: Rest, joins: Sequence[int]) -> None:
        """Go on after the match has slept; `joins` is how often each seat had been joined."""
        self.joins = list(joins)
        self.machine.wake(rest)
        self.deadlines.arm()

    # Spectators and metering.

    def watch(self, watcher: Watcher) -> None:
        """Add a spectator; the match leaves its lane unless the spectator waits only for the end.

        A lane plays many matches at once.
        """
        if not watcher.eyes.only_end:
            self.leave_lane()  # on which no spectator sees steps
        if isinstance(watcher, WholeWatcher):
            # The steps of the lane are in the lane's journal alone so far. If they can't be written,
            # the next flush tries again, and the spectator goes without what is missing.
            with contextlib.suppress(OSError):
                self._journal.flush()
        self.watchers.add(watcher)

    def meter(self, seat: int, pid: int) -> None:
        """Measure the processor time of a seat's decisions from its next turn on.

        Args:
            seat: Index of the seat.
            pid: Id of the process that plays the seat; 0 ends the measurement.

        Raises:
            OSError: There is no such process.
        """
        # Before that: the open turn was measured by the process that is known until now.
        if self.is_on_lane and self.metering.pid_of(seat) != pid:
            self.leave_lane()
        self.metering.meter(seat, pid)

    # Lanes.

    def check_columns(self, names: Sequence[str]) -> None:
        """Check that a lane of this match's game has columns of these names.

        Do nothing if the match can't be on a lane.

        Raises:
            FieldError: The game has no column of one of these names.
        """
        if self._lanes is None or not names:
            return
        known = self._lanes.columns(self)
        for name in names:
            if name not in known:
                bound = f"columns of {self.header.game} such as {min(known)!r}"
                raise FieldError("join.lane_columns", bound, name[:100])

    def lane_streams(self) -> LaneStreams | None:
        """Return the streams of all seats if the match can be on a lane now; else None.

        It can't be if a spectator sees its steps, or if a hook may change its events (`editor`).

        A lane plays many matches at once.
        """
        if self.watchers.see_steps or self.editor is not None:
            return None
        return self.notifier.lane_streams(tuple(map(self.metering.pid_of, range(self.num_seats))))

    def cpu_starts_ns(self) -> list[int]:
        """Return the reading of each seat's processor clock at the hand-over of its open turn.

        In nanoseconds; `UNKNOWN` where no turn is open or nothing was measured.
        """
        return [
            self.metering.since(index, seat.turn) if seat.is_open else UNKNOWN
            for index, seat in enumerate(self.machine.seats)
        ]

    def resume_metering(self, seat: int, turn: int, start_ns: int) -> None:
        """Measure a turn that leaves a lane, from the reading of the processor clock at its hand-over on."""
        self.metering.resume(seat, turn, start_ns)

    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """Return whether this stream holds the seat."""
        return self.notifier.is_held(seat, stream)

    def lane_key(self) -> tuple[object, ...]:
        """Return what matches on one lane share: game, version, config, seats and time control.

        A lane plays many matches at once.
        """
        header = self.header
        config, clocks = header.config.value, header.time_control.SerializeToString()
        return header.game, header.game_version, config, header.num_seats, clocks
