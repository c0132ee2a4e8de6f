"""Runs one match: takes in what comes, writes its journal, and has its seats and spectators told.

Everything here runs on the event loop and never waits: a match goes on at the pace of the messages
and timers that come in, and a slow bot or watcher can hold up nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamereferee.v1 import play_service_pb2, replay_pb2, spectate_service_pb2
from referee.core.clock import Clock
from referee.core.errors import FieldError, MalformedError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.kit.rollout.loop_rows import has_columns
from referee.match import events as ev
from referee.match.effects import Effect, End, OpenTurns, Reject, Show, Write
from referee.match.machine import MatchMachine, MatchPhase
from referee.match.records import MAX_PAYLOAD_BYTES, Ended
from referee.match.rejection import Rejection
from referee.replay.journal import JournalWriter
from referee.replay.lane_journal import on_lane
from referee.replay.records import encode
from referee.replay.wire import LANES, NONCE_COMMITMENTS, TYPE_PREFIX
from referee.server.hosting.deadlines import Deadlines
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.lane_host import LaneHost, Lanes
from referee.server.hosting.lane_match import LaneMatch, LaneStreams
from referee.server.hosting.messages import counted_outcome
from referee.server.hosting.metering import Metering
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.seat_notifier import SeatNotifier
from referee.server.hosting.seat_stream import SeatStream
from referee.server.hosting.slots import ThinkSlots
from referee.server.hosting.watch import Watcher, Watchers
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log

__all__ = ["HOUSE_NAME", "Ending", "MatchHost"]

HOUSE_NAME = "house"
"""What the server's own bots call themselves when they join."""

Ending = Callable[[str, bytes], None]
"""Is told that a match is over: its id, and how it ended as an encoded WatchEndsResponse."""


class MatchHost(LaneMatch):
    """One match with its journal, its deadlines, the streams of its seats and its spectators.

    Args:
        machine: The match.
        plugin: Its game.
        header: What the match is.
        secret: What only the server may know.
        journal: Where its records go.
        clock: Tells the time.
        meter: Tells the referee's own lag.
        log: Carries the match's id.
        on_end: Called once when the match is over and its journal complete.
        slots: Says when a turn may be thought about; None hands over at once.
        lanes: Where it may go on; None for nowhere.
        address: Where it can be reached past a router; empty for nowhere.
    """

    def __init__(
        self,
        machine: MatchMachine,
        plugin: AnyPlugin,
        header: replay_pb2.HeaderRecord,
        secret: replay_pb2.SecretRecord,
        journal: JournalWriter,
        *,
        clock: Clock,
        meter: LagMeter,
        log: Log,
        on_end: Callable[[MatchHost], None],
        slots: ThinkSlots | None = None,
        lanes: Lanes | None = None,
        address: str = "",
    ) -> None:
        super().__init__(machine, plugin, header.match_id, header.num_seats)
        self.header = header
        self.secret = secret
        self.log = log
        """Carries the match's id."""
        self.reveal = Reveal(is_withheld=header.reveal_withheld)
        """The dice laid open."""
        self.editor: Callable[[ev.MatchEvent], ev.MatchEvent | None] | None = None
        """Says what is taken in instead of an event, None for nothing; unset, all is taken as it is."""
        self.joins = [0] * header.num_seats
        """How often each seat was joined."""
        self.house: dict[int, str] = {}
        """Seats that were ordered for the server's own bots, with the bots' names; empty if that is not known."""
        self.on_house_join: Callable[[], None] = lambda: None
        """Called when a house bot has joined its seat."""
        self._lost_house: set[int] = set()
        """Seats of house bots whose process has died, and whose streams are still to end."""
        self._journal = journal
        self._clock = clock
        self._on_end = on_end
        self._slots = slots
        self._lanes = lanes if slots is None and has_columns(plugin) else None
        self._wants_lanes = False
        """Whether any of its bots has asked for lanes, so that it may go on one."""
        self.is_shared = False
        """Whether its seats are held by more than one stream."""
        self._finished = machine.outcome is not None
        self._awaiting: dict[Ending, None] = {}
        """Who is told of the end, in the order in which they came."""
        self._decode_action = plugin.codec.action_reader(machine.terms.config)
        self._action_url = TYPE_PREFIX + plugin.codec.action_type
        encoder = MatchEncoder(machine, plugin)
        self.watchers = Watchers(machine, encoder, self.reveal, clock.now_ns)
        self.metering = Metering(machine, clock)
        self.notifier = SeatNotifier(
            self,
            machine,
            header,
            encoder=encoder,
            reveal=self.reveal,
            slots=slots,
            has_lanes=self._lanes is not None,
            address=address,
            log=log,
        )
        self.deadlines = Deadlines(
            next_deadline_ns=lambda: machine.next_deadline_ns,
            handover_limit_ns=machine.handover_limit_ns,
            clock=clock,
            meter=meter,
            is_taking=self.notifier.is_taking,
            unread_ns=self.notifier.unread_ns,
            expire=self.expire,
        )
        self.public_config = encoder.public_config
        """Encodes what seats and spectators may know of the config."""

    # What comes in.

    def apply(self, event: ev.MatchEvent) -> bool:
        """Take an event in and do what the match wants done; return whether it rejected nothing."""
        if self.editor is not None:
            edited = self.editor(event)
            if edited is None:
                return True
            event = edited
        if self.is_on_lane:
            self.leave_lane()
        is_taken = self._take_in(event)
        # An answer leaves a place to think, which another turn may be waiting for.
        if self._slots is not None:
            self._slots.reassign(self)
        return is_taken

    def _take_in(self, event: ev.MatchEvent) -> bool:
        try:
            effects = self.machine.handle(event)
            if effects:
                self._carry_out(effects)
                if not self.is_on_lane:
                    self.deadlines.arm()
            return not _rejects(effects)
        except Exception as error:  # whatever it is, it voids this match alone
            self._fail_by(error)
        return True

    def _fail_by(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self.fail(EndCause.HOST_FAILURE, f"the journal can't be written: {error}")
        else:  # a bug, most likely of a game, voids this match alone
            self.fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")

    def join(self, seat: int, stream: SeatStream, join: play_service_pb2.Join) -> None:
        """Let a stream hold a seat from now on; who held it before loses it."""
        rejoined = self.machine.seats[seat].joined
        self.joins[seat] += 1
        features = self.notifier.attach(seat, stream, join, rejoined=rejoined)
        self.is_shared = self.notifier.is_shared
        self._wants_lanes = self._wants_lanes or LANES in features
        self.log.info("seat joined", seat=seat, bot=join.bot_name, rejoined=rejoined)
        self._lost_house.discard(seat)
        if seat in self.house:
            if self.house[seat] and join.bot_name == HOUSE_NAME:
                self.on_house_join()
            else:
                del self.house[seat]  # its token was presented by somebody else
        now_ns = self._clock.now_ns()
        commitment = join.nonce_commitment if NONCE_COMMITMENTS in features else b""
        self.apply(ev.SeatJoined(seat, now_ns, join.nonce, join.bot_name, join.client, commitment))

    def open_nonce(self, seat: int, nonce: bytes, at_ns: int) -> bool:
        """Let the bot open its seat's nonce, or with none say that it won't; return whether it could."""
        return self.apply(ev.NonceOpened(seat, nonce, at_ns))

    def leave(self, seat: int, stream: SeatStream) -> None:
        """Note that a stream has ended; its seat is free if it still held it."""
        if self.notifier.is_held(seat, stream):
            self.notifier.detach(seat)
            self.is_shared = self.notifier.is_shared
            self.log.info("seat left", seat=seat)
            is_house = seat in self._lost_house
            self._lost_house.discard(seat)
            self.apply(ev.SeatLeft(seat, self._clock.now_ns(), is_house))

    # House bots.

    def order_house_bot(self, seat: int, bot: str) -> None:
        """Record that one of the server's own bots is going to hold a seat.

        Raises:
            OSError: The journal can't be written.
        """
        record = replay_pb2.Record(house_bot=replay_pb2.HouseBotRecord(seat=seat, bot=bot))
        self._journal.append(record.SerializeToString())
        self._journal.flush()
        self.house[seat] = bot

    def lose_house_bots(self) -> None:
        """Note that the process of the house bots has died, so that their clocks wait until it is back.

        Only that stops a clock: a bot that calls itself as they do, and leaves, gains nothing.
        """
        for seat in self.house:
            state = self.machine.seats[seat]
            if state.connected:
                self._lost_house.add(seat)  # the end of its stream is still to come
            elif state.joined and not state.is_out:
                self.apply(ev.SeatLeft(seat, self._clock.now_ns(), is_house=True))

    def is_house_seated(self, seat: int) -> bool:
        """Return whether a house bot's seat needs no bot: it is there, or the seat is out."""
        state = self.machine.seats[seat]
        return state.connected or state.is_out

    def resume(self) -> None:
        """Go on after the match was taken up from its journal."""
        self.apply(ev.MatchResumed(self._clock.now_ns(), tuple(self.house)))

    def abort(self, cause: EndCause, text: str) -> None:
        """End without an outcome; a match that has ended stays as it is."""
        if not self._finished:
            self.apply(ev.MatchAborted(cause, text, self._clock.now_ns()))

    def _lacks_house_bot(self, now_ns: int, lag_ns: int) -> bool:
        """Return whether the join limit passes while a house bot has not come."""
        machine = self.machine
        if not self.house or machine.phase is not MatchPhase.WAITING:
            return False
        is_over = now_ns - lag_ns >= machine.join_deadline_ns
        return is_over and any(
            not machine.seats[seat].joined and not machine.seats[seat].is_out for seat in self.house
        )

    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn was handed to the transport."""
        if self.is_on_lane:  # it was told before the match went on a lane
            place = self.places[-1]
            place.lane.hand(place.row, seat, turn, at_ns, lag_ns)
            return
        if self.metering.is_on:
            self.metering.start(seat, turn)
        self.machine.note(ev.TurnHanded(seat, turn, at_ns, lag_ns))
        if self.watchers.holds:
            self.watchers.show_held()

    def clock_start_ns(self, seat: int) -> int:
        """Return when the clock of the seat's last turn started, as far as is known."""
        return self.machine.seats[seat].clock_start_ns

    def delayed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn left the router later than it was handed to it."""
        self.machine.note(ev.TurnDelayed(seat, turn, at_ns, lag_ns))

    def take_action(self, action: play_service_pb2.Action, at_ns: int, lag_ns: int) -> bool:
        """Take in an action that was read from the stream that holds its seat; return whether it answered."""
        seat, turn, payload = action.seat, action.turn, action.payload
        type_url = payload.type_url
        is_of_game = type_url == self._action_url or self._is_action(type_url)
        if is_of_game or not self.is_open(seat, turn):
            return self.take_payload(seat, turn, payload.value, at_ns, lag_ns)
        if self.metering.is_on:
            self.metering.read(seat)
        text = f"the payload is {type_url!r:.80}, not {self._action_url!r}"
        return self.apply(ev.UnreadableReceived(seat, turn, Rejection.WRONG_TYPE, text, at_ns))

    def take_payload(self, seat: int, turn: int, data: bytes, at_ns: int, lag_ns: int) -> bool:
        """Take in what ought to be the bytes of an action; return whether it answered."""
        if not self.is_open(seat, turn):
            return self.reject_untimely(seat, turn, at_ns)
        if self.metering.is_on:
            self.metering.read(seat)
        event: ev.MatchEvent
        if len(data) > MAX_PAYLOAD_BYTES:
            text = f"the payload has {len(data)} bytes, more than {MAX_PAYLOAD_BYTES}"
            event = ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns)
        else:
            try:
                decoded = self._decode_action(data)
                event = ev.ActionReceived(seat, turn, decoded, data, at_ns, lag_ns)
            except MalformedError as error:
                event = ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, str(error), at_ns)
            except Exception as error:  # a bug of the codec, and not the bot's fault
                self.fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
                return True
        return self.apply(event)

    def is_open(self, seat: int, turn: int) -> bool:
        """See `LaneMatch`."""
        if self.is_on_lane:
            place = self.places[-1]
            return place.lane.last_turn(place.row, seat) == (turn, True)
        state = self.machine.seats[seat]
        return state.is_open and state.turn == turn

    def open_turn(self, seat: int) -> int:
        """Return the number of a seat's open turn, 0 if it has none."""
        if self.is_on_lane:
            place = self.places[-1]
            turn, is_open = place.lane.last_turn(place.row, seat)
            return turn if is_open else 0
        state = self.machine.seats[seat]
        return state.turn if state.is_open else 0

    def reject_untimely(self, seat: int, turn: int, at_ns: int) -> bool:
        """See `LaneMatch`."""
        if not self.is_on_lane:
            return self.apply(ev.UntimelyReceived(seat, turn, at_ns))
        # The match stays on its lane, for to leave it and come back costs far more than to say no.
        place = self.places[-1]
        last_turn, _ = place.lane.last_turn(place.row, seat)
        try:
            place.lane.spill(place.row)
            self._carry_out(self.machine.reject_untimely(seat, turn, last_turn))
        except Exception as error:  # likewise
            self.leave_lane()
            self._fail_by(error)
        return False

    def _is_action(self, type_url: str) -> bool:
        return type_url.rpartition("/")[2] == self.plugin.codec.action_type

    def skip(self, seat: int, turn: int, at_ns: int) -> bool:
        """Let the bot give a turn up; return whether it was open."""
        if self.metering.is_on:
            self.metering.read(seat)
        return self.apply(ev.TurnSkipped(seat, turn, at_ns))

    def say(self, say: play_service_pb2.Say, at_ns: int) -> bool:
        """Let the bot say something to other seats; return whether it was taken."""
        return self.apply(ev.Spoken(say.seat, say.turn, say.channel, say.text, say.number, at_ns))

    def resign(self, seat: int, at_ns: int) -> bool:
        """Let the bot give a seat up; return whether there was one to give up."""
        return self.apply(ev.SeatResigned(seat, at_ns))

    def expire(self, now_ns: int, lag_ns: int) -> None:
        """Let a deadline have passed."""
        self.metering.read_all()
        if self._lacks_house_bot(now_ns, lag_ns):
            self.abort(EndCause.HOST_FAILURE, "a house bot has not come by the join limit")
            return
        self.apply(ev.TimePassed(now_ns, lag_ns))

    # Lanes.

    @property
    def steps(self) -> int:
        """Steps so far."""
        if self.is_on_lane:
            place = self.places[-1]
            return place.lane.steps_of(place.row)
        return self.machine.steps

    def watch(self, watcher: Watcher) -> None:
        """Let somebody watch from now on."""
        if not watcher.eyes.only_end:
            self.leave_lane()  # on which nobody sees steps
        self.watchers.add(watcher)

    def meter(self, seat: int, pid: int) -> None:
        """Measure the processor time of a seat's decisions from now on; see `Metering.meter`."""
        self.metering.meter(seat, pid)
        self.leave_lane()  # on which nobody measures it

    def check_columns(self, names: Sequence[str]) -> None:
        """See that lanes can tell columns of these names, if the match can go on any.

        Raises:
            FieldError: The game has not one of them.
        """
        if self._lanes is None or not names:
            return
        known = self._lanes.columns(self)
        for name in names:
            if name not in known:
                bound = f"columns of {self.header.game} such as {min(known)!r}"
                raise FieldError("join.lane_columns", bound, name[:100])

    def lane_streams(self) -> LaneStreams | None:
        """See `LaneMatch`."""
        if self.watchers.see_steps or self.metering.is_on or self.editor is not None:
            return None
        return self.notifier.lane_streams()

    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """See `LaneMatch`."""
        return self.notifier.is_held(seat, stream)

    def lane_key(self) -> tuple[object, ...]:
        """See `LaneMatch`."""
        header = self.header
        config, clocks = header.config.value, header.time_control.SerializeToString()
        return header.game, header.game_version, config, header.num_seats, clocks

    def _lane_for(self, effects: Sequence[Effect]) -> LaneHost | None:
        """Return the lane that is going to tell turns of these effects, and have the journal say so."""
        if self._lanes is None or not any(isinstance(each, OpenTurns) for each in effects):
            return None
        lane = self._lanes.lane_for(self)
        if lane is not None:
            self._journal.append(on_lane(lane.name))
        return lane

    def leave_lane(self) -> None:
        """See `LaneMatch`."""
        if not self.is_on_lane:
            return
        place = self.places[-1]
        try:
            place.lane.give_back(self, place.row)
        except Exception as error:  # whatever it is, it voids this match alone
            self._fail_by(error)

    def append(self, records: Sequence[bytes]) -> None:
        """See `LaneMatch`."""
        for record in records:
            self._journal.append(record)

    def flush(self) -> None:
        """See `LaneMatch`."""
        self._journal.flush()

    def set_timer(self, *, is_on: bool) -> None:
        """See `LaneMatch`."""
        if is_on:
            self.deadlines.arm()
        else:
            self.deadlines.stop()

    def go_on(self, at_ns: int) -> None:
        """See `LaneMatch`."""
        try:
            self._carry_out(self.machine.open_next(at_ns))
            if not self.is_on_lane:
                self.deadlines.arm()
        except Exception as error:  # whatever it is, it voids this match alone
            self._fail_by(error)

    def take_unreadable(self, seat: int, turn: int, text: str, at_ns: int) -> None:
        """See `LaneMatch`."""
        self.apply(ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns))

    def take_read(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int
    ) -> None:
        """See `LaneMatch`."""
        self.apply(ev.ActionReceived(seat, turn, action, payload, at_ns, lag_ns))

    # Think slots.

    def hold(self, seat: int, turn: int) -> bool:
        """Let an open turn wait for its slot; return False if its clock runs already."""
        self.machine.note(ev.TurnHeld(seat, turn, self._clock.now_ns()))
        return self.machine.seats[seat].is_held

    def release(self, seat: int, turn: int) -> None:
        """Know that an open turn is going to be handed over."""
        self.machine.note(ev.TurnReleased(seat, turn, self._clock.now_ns()))
        self.deadlines.arm()

    def awaits(self, seat: int, turn: int, stream: SeatStream) -> bool:
        """Return whether a turn is still open, and to be answered by this stream."""
        state = self.machine.seats[seat]
        return state.is_open and state.turn == turn and self.notifier.is_held(seat, stream)

    # What goes out.

    def _carry_out(self, effects: list[Effect]) -> None:
        told = []
        for effect in effects:
            if isinstance(effect, Write):
                self._write(effect)
            else:
                told.append(effect)
        if self.is_on_lane and len(told) < len(effects):
            # A record of its own would say that it has left the lane.
            self._journal.append(on_lane(self.places[-1].lane.name))
        lane = self._lane_for(told) if self._wants_lanes else None
        self._journal.flush()  # before anybody is told
        for effect in told:
            if isinstance(effect, Show):
                self.watchers.show(effect)
            elif lane is not None and isinstance(effect, OpenTurns):
                lane.take(self, [turn.seat for turn in effect.turns])
            else:
                self.notifier.send(effect)
        if self.watchers.holds:
            self.watchers.show_held()
        if self.reveal.seed is not None:
            self._finish()

    def _write(self, write: Write) -> None:
        data = encode(write.record, self.secret, fixed=self.machine.terms.seed_fixed)
        self._journal.append(data)
        if isinstance(write.record, Ended):
            # Read back from what was written: what bots check now is what anybody can check later.
            self.reveal.seed = replay_pb2.Record.FromString(data).end.reveal

    # The end.

    def fail(self, cause: EndCause, text: str) -> None:
        """See `LaneMatch`."""
        self.log.exception("match fails", cause=cause.name)
        try:
            self._journal.flush()  # what couldn't be written may be by now
            self._carry_out(self.machine.handle(ev.MatchAborted(cause, text, self._clock.now_ns())))
        except OSError:
            self.log.exception("the journal can't be written; it is set aside")
            self.machine.annul(EndCause.HOST_FAILURE, text)
            self._journal.set_aside()
        except Exception:  # the match fails already: its seats must still be told that it is over
            self.log.exception("the end can't be told in full")
        self._finish()

    def _finish(self) -> None:
        if self._finished:
            return
        self._finished = True
        outcome = self.machine.outcome
        assert outcome is not None
        # From here on nothing may fail: the seats still have to hear that it is over.
        places = [result.placement for result in outcome.seats]
        self.log.info(
            "match ended", cause=outcome.cause.name, places=places, steps=self.machine.steps
        )
        for seat in range(self.num_seats):  # those that a failure kept from being told
            self.notifier.send_end(End(seat, outcome, []))
        if self._slots is not None:
            self._slots.reassign(self)
        self.watchers.end()
        for place in self.places:
            place.lane.remove(place.row)
        self.places.clear()
        if self._awaiting:
            awaiting, self._awaiting = self._awaiting, {}
            told = self._told_end()
            for ending in awaiting:
                ending(self.match_id, told)
        self.close()
        self._on_end(self)

    def when_ended(self, ending: Ending) -> None:
        """Have somebody told once when the match is over, at once if it is."""
        if self._finished:
            ending(self.match_id, self._told_end())
        else:
            self._awaiting[ending] = None

    def forget(self, ending: Ending) -> None:
        """Tell somebody nothing of the end."""
        self._awaiting.pop(ending, None)

    def _told_end(self) -> bytes:
        end = spectate_service_pb2.WatchedEnd(
            match_id=self.match_id, outcome=counted_outcome(self.machine)
        )
        return spectate_service_pb2.WatchEndsResponse(ends=[end]).SerializeToString()

    def close(self) -> None:
        """Stop the timer and close the journal's file; the match can be taken up from it."""
        self.deadlines.stop()
        self._journal.close()


def _rejects(effects: list[Effect]) -> bool:
    for effect in effects:  # noqa: SIM110 (a generator would cost each decision more)
        if isinstance(effect, Reject):
            return True
    return False
