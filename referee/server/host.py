"""Runs one match: feeds its machine, writes its journal, keeps its timer, tells its seats.

Everything here runs on the event loop and never waits: a match goes on at the pace of the messages
and timers that come in, and a slow bot or watcher can hold up nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from google.protobuf import any_pb2

from gamereferee.v1 import match_pb2, play_service_pb2, replay_pb2
from referee.core.clock import Clock
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin, Events
from referee.core.outcome import EndCause
from referee.match import events as ev
from referee.match.effects import (
    Begin,
    Effect,
    End,
    Miss,
    OpenTurns,
    Reject,
    Show,
    ShowNonces,
    Write,
)
from referee.match.machine import MatchMachine
from referee.match.records import Ended
from referee.match.rejection import Rejection
from referee.replay.journal import JournalWriter
from referee.replay.records import encode
from referee.replay.wire import (
    NONCE_COMMITMENTS,
    TYPE_PREFIX,
    outcome_to_wire,
    packed,
    said_to_wire,
)
from referee.server.cpu import CpuClock
from referee.server.lag import LagMeter
from referee.server.logs import Log
from referee.server.messages import (
    commitments,
    features_in_force,
    joined,
    missed,
    rejected,
    started,
)
from referee.server.turns import TurnWriter
from referee.server.watch import Watchers

if TYPE_CHECKING:
    from referee.server.session import PlaySession
    from referee.server.slots import ThinkSlots

__all__ = ["MatchHost"]

MAX_PAYLOAD_BYTES = 64 * 1024
"""Bytes of an action's payload that are looked at: it is written to the journal as it came, and a
record of all seats' actions must not be longer than a reader takes for sound."""
_SETTLE_TURNS = 4
"""Turns of the event loop between a deadline and its expiry: all that was received is read first."""


class MatchHost:
    """One match with its journal, its timer and the streams of its seats.

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
    ) -> None:
        self.machine = machine
        self.plugin = plugin
        self.header = header
        self.secret = secret
        self.match_id = header.match_id
        self.reveal: match_pb2.SeedReveal | None = None
        """The dice laid open, once the match is over."""
        self.reveal_withheld = header.reveal_withheld
        """Whether the reveal is held back until the organizer releases it."""
        self.watchers = Watchers(self)
        self.editor: Callable[[ev.MatchEvent], ev.MatchEvent | None] | None = None
        """Says what is taken in instead of an event, None for nothing; unset, all is taken as it is."""
        self.joins = [0] * header.num_seats
        """How often each seat was joined."""
        self._sessions: list[PlaySession | None] = [None] * header.num_seats
        self._features: list[list[str]] = [[] for _ in range(header.num_seats)]
        """What each seat's stream has asked for, of what there is."""
        self._round_trips: list[int | None] = [None] * header.num_seats
        """Of the streams that have left."""
        self._journal = journal
        self._clock = clock
        self._meter = meter
        self.log = log
        """Carries the match's id."""
        self._on_end = on_end
        self._slots = slots
        self._cpu_clocks: dict[int, CpuClock] = {}
        """Of the seats that are metered."""
        self._metered_turns = [0] * header.num_seats
        """The last turn of each seat that was metered from its beginning."""
        self._finished = machine.outcome is not None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due_ns = 0
        self._tellers: dict[type, Callable[[Any], None]] = {
            OpenTurns: self._tell_turns,
            Show: self.watchers.show,
            ShowNonces: self._tell_nonces,
            Begin: self._tell_begin,
            Reject: self._tell_reject,
            Miss: self._tell_miss,
            End: self._tell_end,
        }
        self._decode_action = plugin.codec.decode_action
        self._action_url = TYPE_PREFIX + plugin.codec.action_type
        self.observation_url = TYPE_PREFIX + plugin.codec.observation_type
        self.events_url = TYPE_PREFIX + plugin.codec.events_type
        self._turn_writer = TurnWriter(
            header.match_id,
            header.num_seats,
            observation_url=self.observation_url,
            events_url=self.events_url,
            has_bank=machine.terms.time_control.bank_ns > 0,
        )

    # What comes in.

    def apply(self, event: ev.MatchEvent) -> list[Effect]:
        """Take an event in and do what the match wants done; returns that."""
        if self.editor is not None:
            edited = self.editor(event)
            if edited is None:
                return []
            event = edited
        effects = self._take_in(event)
        if self._slots is not None:
            self._slots.settle(self)
        return effects

    def _take_in(self, event: ev.MatchEvent) -> list[Effect]:
        try:
            effects = self.machine.handle(event)
            if effects:
                self._carry_out(effects)
                self.arm()
            return effects
        except OSError as error:
            self._fail(EndCause.HOST_FAILURE, f"the journal can't be written: {error}")
        except Exception as error:  # a bug, most likely of a game, voids this match alone
            self._fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
        return []

    def public_config(self) -> any_pb2.Any:
        """What seats and spectators may know of the config."""
        codec = self.plugin.codec
        return packed(codec.config_type, codec.encode_public_config(self.machine.terms.config))

    def join(self, seat: int, session: PlaySession, join: play_service_pb2.Join) -> None:
        """Let a stream hold a seat from now on; who held it before loses it."""
        previous = self._sessions[seat]
        if previous is not None and previous is not session:
            previous.lose_seat(self, seat)
        rejoined = self.machine.seats[seat].joined
        self._sessions[seat] = session
        self.joins[seat] += 1
        features = self._features[seat] = features_in_force(join.features)
        session.tell_joined(
            joined(
                self.header,
                seat,
                config=self.public_config(),
                number=join.number,
                rejoined=rejoined,
                features=features,
            )
        )
        self.log.info("seat joined", seat=seat, bot=join.bot_name, rejoined=rejoined)
        now_ns = self._clock.now_ns()
        commitment = join.nonce_commitment if NONCE_COMMITMENTS in features else b""
        self.apply(ev.SeatJoined(seat, now_ns, join.nonce, join.bot_name, join.client, commitment))

    def open_nonce(self, seat: int, nonce: bytes, at_ns: int) -> bool:
        """The bot opens its seat's nonce, or with none says that it won't; returns whether it could."""
        return not _rejects(self.apply(ev.NonceOpened(seat, nonce, at_ns)))

    def leave(self, seat: int, session: PlaySession) -> None:
        """A stream has ended; its seat is free if it still held it."""
        if self._sessions[seat] is session:
            self._let_go(seat)
            self.log.info("seat left", seat=seat)
            self.apply(ev.SeatLeft(seat, self._clock.now_ns()))

    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """A turn was handed to the transport."""
        if self._cpu_clocks:
            self._start_cpu_clock(seat, turn)
        self.machine.note(ev.TurnHanded(seat, turn, at_ns, lag_ns))
        if self.watchers.holds:
            self.watchers.settle()

    def delayed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """A turn left the router later than it was handed to it."""
        self.machine.note(ev.TurnDelayed(seat, turn, at_ns, lag_ns))

    def take_action(self, action: play_service_pb2.Action, at_ns: int, lag_ns: int) -> bool:
        """An action was read from the stream that holds its seat; returns whether it answered."""
        payload = action.payload
        data = payload.value
        seat, turn = action.seat, action.turn
        if self._cpu_clocks:
            self._read_cpu_clock(seat)
        if payload.type_url != self._action_url and not self._is_action(payload.type_url):
            text = f"the payload is {payload.type_url!r:.80}, not {self._action_url!r}"
            event: ev.MatchEvent = ev.UnreadableReceived(
                seat, turn, Rejection.WRONG_TYPE, text, at_ns
            )
        elif len(data) > MAX_PAYLOAD_BYTES:
            text = f"the payload has {len(data)} bytes, more than {MAX_PAYLOAD_BYTES}"
            event = ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns)
        else:
            try:
                decoded = self._decode_action(data)
                event = ev.ActionReceived(seat, turn, decoded, data, at_ns, lag_ns)
            except MalformedError as error:
                event = ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, str(error), at_ns)
            except Exception as error:  # a bug of the codec, and not the bot's fault
                self._fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
                return True
        return not _rejects(self.apply(event))

    def skip(self, seat: int, turn: int, at_ns: int) -> bool:
        """The bot gives a turn up; returns whether it was open."""
        if self._cpu_clocks:
            self._read_cpu_clock(seat)
        return not _rejects(self.apply(ev.TurnSkipped(seat, turn, at_ns)))

    def say(self, say: play_service_pb2.Say, at_ns: int) -> bool:
        """The bot says something to other seats; returns whether it was taken."""
        spoken = ev.Spoken(say.seat, say.turn, say.channel, say.text, say.number, at_ns)
        return not _rejects(self.apply(spoken))

    def resign(self, seat: int, at_ns: int) -> bool:
        """The bot gives a seat up; returns whether there was one to give up."""
        return not _rejects(self.apply(ev.SeatResigned(seat, at_ns)))

    # Think slots.

    def hold(self, seat: int, turn: int) -> bool:
        """Let an open turn wait for its slot; returns False if its clock runs already."""
        self.machine.note(ev.TurnHeld(seat, turn, self._clock.now_ns()))
        return self.machine.seats[seat].is_held

    def release(self, seat: int, turn: int) -> None:
        """An open turn is going to be handed over."""
        self.machine.note(ev.TurnReleased(seat, turn, self._clock.now_ns()))
        self.arm()

    def awaits(self, seat: int, turn: int, session: PlaySession) -> bool:
        """Whether a turn is still open, and to be answered by this stream."""
        state = self.machine.seats[seat]
        return state.is_open and state.turn == turn and self._sessions[seat] is session

    # Processor time.

    def meter_seat(self, seat: int, pid: int) -> None:
        """Record the processor time of a seat's decisions from the next one on.

        Args:
            seat: The seat.
            pid: The process that plays it; 0 ends the metering.

        Raises:
            OSError: There is no such process.
        """
        self._cpu_clocks.pop(seat, None)
        self._metered_turns[seat] = 0
        if pid:
            self._cpu_clocks[seat] = CpuClock(pid)

    def _start_cpu_clock(self, seat: int, turn: int) -> None:
        clock = self._cpu_clocks.get(seat)
        if clock is None:
            return
        try:
            clock.restart()
        except OSError:  # the process has ended
            del self._cpu_clocks[seat]
        else:
            self._metered_turns[seat] = turn

    def _read_cpu_clock(self, seat: int) -> None:
        clock = self._cpu_clocks.get(seat)
        turn = self._metered_turns[seat]
        if clock is None or not turn:
            return
        try:
            cpu_ns = clock.used_ns
        except OSError:
            del self._cpu_clocks[seat]
        else:
            self.machine.note(ev.CpuRead(seat, turn, cpu_ns, self._clock.now_ns()))

    def _is_action(self, type_url: str) -> bool:
        return type_url.rpartition("/")[2] == self.plugin.codec.action_type

    # What goes out.

    def _carry_out(self, effects: list[Effect]) -> None:
        told = []
        for effect in effects:
            if isinstance(effect, Write):
                self._write(effect)
            else:
                told.append(effect)
        self._journal.flush()  # before anybody is told
        for effect in told:
            self._tellers[type(effect)](effect)
        if self.watchers.holds:
            self.watchers.settle()
        if self.reveal is not None:
            self._finish()

    def now_ns(self) -> int:
        """The time on the referee's clock."""
        return self._clock.now_ns()

    def _write(self, write: Write) -> None:
        data = encode(write.record, self.secret, fixed=self.machine.terms.seed_fixed)
        self._journal.append(data)
        if isinstance(write.record, Ended):
            self.reveal = replay_pb2.Record.FromString(data).end.reveal

    def _tell_turns(self, opened: OpenTurns) -> None:
        codec, terms = self.plugin.codec, self.machine.terms
        observations = codec.encode_observations(
            terms.config, [turn.observation for turn in opened.turns]
        )
        writer = self._turn_writer
        told: Events = []
        events = b""
        for turn, observation in zip(opened.turns, observations, strict=True):
            session = self._sessions[turn.seat]
            if session is None:
                continue
            if turn.events is not told:  # seats that are told the same share them
                told = turn.events
                events = writer.events(self.encode_events(told)) if told else b""
            talk = writer.talk(turn.said, turn.channels) if turn.channels or turn.said else b""
            data = writer.write(
                turn.seat, turn.turn, opened.phase, observation, events, turn.clock, talk
            )
            if self._slots is None:
                session.tell_turn(self, turn.seat, turn.turn, data)
            else:
                self._slots.ask(self, turn.seat, turn.turn, session, data)

    def _tell_nonces(self, show: ShowNonces) -> None:
        for seat in show.seats:
            session = self._sessions[seat]
            if session is not None and NONCE_COMMITMENTS in self._features[seat]:
                session.tell_commitments(commitments(self.match_id, seat, self.machine))

    def _tell_begin(self, begin: Begin) -> None:
        if begin.seats is None:
            self.log.info("match begins")
        for seat, session in enumerate(self._sessions):
            if session is not None and (begin.seats is None or seat in begin.seats):
                message = started(self.match_id, seat, self.machine, self._features[seat])
                session.tell_started(message)

    def _tell_reject(self, reject: Reject) -> None:
        session = self._sessions[reject.seat]
        if session is not None:
            session.tell_rejected(rejected(self.match_id, reject))

    def _tell_miss(self, miss: Miss) -> None:
        self.log.info("deadline missed", seat=miss.seat, turn=miss.turn, strikes=miss.strikes)
        session = self._sessions[miss.seat]
        if session is not None:
            limit = self.machine.terms.time_control.strikes
            session.tell_missed(missed(self.match_id, miss, limit))

    def _tell_end(self, end: End) -> None:
        session = self._sessions[end.seat]
        if session is None:
            return
        withheld = self.reveal_withheld
        ended = play_service_pb2.MatchEnded(
            match_id=self.match_id,
            seat=end.seat,
            outcome=outcome_to_wire(end.outcome),
            reveal=None if withheld else self.reveal,
            reveal_withheld=withheld and self.reveal is not None,
            said=[said_to_wire(heard) for heard in end.said],
            goes_on=end.goes_on,
        )
        if end.place is not None:
            ended.out_round = end.place.round
            ended.first_place, ended.last_place = end.place.first, end.place.last
        if end.events:
            ended.events.type_url = self.events_url
            ended.events.value = self.encode_events(end.events)
        session.tell_ended(self, ended)
        self._let_go(end.seat)
        if end.goes_on:
            place = end.outcome.seats[end.seat].placement
            open_place = f"{ended.first_place} to {ended.last_place}"
            self.log.info("seat ended early", seat=end.seat, place=place or open_place)

    def _let_go(self, seat: int) -> None:
        self._round_trips[seat] = self.round_trip_ns(seat)
        self._sessions[seat] = None

    def round_trip_ns(self, seat: int) -> int | None:
        """What the last ping took on the stream that holds a seat, or held it last; None of no ping."""
        session = self._sessions[seat]
        last_ns = None if session is None else session.round_trip_ns
        return self._round_trips[seat] if last_ns is None else last_ns

    def encode_events(self, events: Events) -> bytes:
        """An Events message of events that may be told."""
        return self.plugin.codec.encode_events(events)

    def encode_observations(self, seats: list[int]) -> list[bytes]:
        """Observation messages of these seats now."""
        observations = self.plugin.game.observe(self.machine.state, seats)
        return self.plugin.codec.encode_observations(self.machine.terms.config, observations)

    def encode_public_observation(self) -> bytes | None:
        """The Observation message of what everybody may know now; None in a game without."""
        public = self.plugin.game.observe_public(self.machine.state)
        if public is None:
            return None
        return self.plugin.codec.encode_observations(self.machine.terms.config, [public])[0]

    # The end.

    def _fail(self, cause: EndCause, text: str) -> None:
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
        places = [result.placement for result in outcome.seats]
        self.log.info(
            "match ended", cause=outcome.cause.name, places=places, steps=self.machine.steps
        )
        for seat in range(len(self._sessions)):  # those that a failure kept from being told
            self._tell_end(End(seat, outcome, []))
        if self._slots is not None:
            self._slots.settle(self)
        self.watchers.end()
        self.close()
        self._on_end(self)

    def close(self) -> None:
        """Stop the timer and close the journal's file; the match can be taken up from it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._journal.close()

    # The timer: one a match, set anew only when the next deadline comes before it.

    def arm(self) -> None:
        """See that the timer fires by the next deadline; early is fine, then it is set anew."""
        due_ns = self.machine.next_deadline_ns
        if due_ns is None:
            return
        due_ns -= (
            self.machine.handover_limit_ns
        )  # by which turns being handed over may bring it forward
        if self._timer is not None:
            if self._timer_due_ns <= due_ns:
                return
            self._timer.cancel()
        self._set_timer(due_ns, self._clock.now_ns())

    def _set_timer(self, due_ns: int, now_ns: int) -> None:
        delay = max(0, due_ns - now_ns) / 1e9
        self._timer_due_ns = due_ns
        self._timer = asyncio.get_running_loop().call_later(delay, self._timer_fired)

    def _timer_fired(self) -> None:
        self._timer = None
        due_ns = self.machine.next_deadline_ns
        if due_ns is None:
            return
        now_ns = self._clock.now_ns()
        if now_ns < due_ns:
            self._set_timer(due_ns, now_ns)
        else:
            self._settle(_SETTLE_TURNS)

    def _settle(self, turns: int) -> None:
        if turns or any(session is not None and session.is_taking for session in self._sessions):
            asyncio.get_running_loop().call_soon(self._settle, max(0, turns - 1))
            return
        now_ns = self._clock.now_ns()
        lag_ns = self._meter.lag_ns(now_ns)
        for seat in list(self._cpu_clocks):
            self._read_cpu_clock(seat)
        self.apply(ev.TimePassed(now_ns, lag_ns))
        due_ns = self.machine.next_deadline_ns
        if due_ns is not None and due_ns <= now_ns and self._timer is None:
            self._set_timer(now_ns + max(lag_ns, 1_000_000), now_ns)
        else:
            self.arm()


def _rejects(effects: list[Effect]) -> bool:
    for effect in effects:  # noqa: SIM110 (a generator would cost each decision more)
        if isinstance(effect, Reject):
            return True
    return False
