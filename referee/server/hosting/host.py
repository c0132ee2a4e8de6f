"""Runs one match: takes in what comes, writes its journal, and has its seats and spectators told.

Everything here runs on the event loop and never waits: a match goes on at the pace of the messages
and timers that come in, and a slow bot or watcher can hold up nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from gamereferee.v1 import play_service_pb2, replay_pb2, spectate_service_pb2
from referee.core.clock import Clock
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.match import events as ev
from referee.match.effects import Effect, End, Reject, Show, Write
from referee.match.machine import MatchMachine
from referee.match.records import Ended
from referee.match.rejection import Rejection
from referee.replay.journal import JournalWriter
from referee.replay.records import encode
from referee.replay.wire import NONCE_COMMITMENTS, TYPE_PREFIX
from referee.server.hosting.deadlines import Deadlines
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.messages import counted_outcome
from referee.server.hosting.metering import Metering
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.seat_stream import HeldMatch, SeatStream
from referee.server.hosting.slots import ThinkSlots
from referee.server.hosting.teller import Teller
from referee.server.hosting.watch import Watchers
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log

__all__ = ["Ending", "MatchHost"]

Ending = Callable[[str, bytes], None]
"""Is told that a match is over: its id, and how it ended as an encoded WatchEndsResponse."""

MAX_PAYLOAD_BYTES = 64 * 1024
"""Bytes of an action's payload that are looked at: it is written to the journal as it came, and a
record of all seats' actions must not be longer than a reader takes for sound."""


class MatchHost(HeldMatch):
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
        free_ns = machine.terms.time_control.lag_margin_ns
        super().__init__(header.match_id, header.num_seats, free_ns)
        self.machine = machine
        self.plugin = plugin
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
        self._journal = journal
        self._clock = clock
        self._on_end = on_end
        self._slots = slots
        self._finished = machine.outcome is not None
        self._awaiting: dict[Ending, None] = {}
        """Who is told of the end, in the order in which they came."""
        self._decode_action = plugin.codec.decode_action
        self._action_url = TYPE_PREFIX + plugin.codec.action_type
        encoder = MatchEncoder(machine, plugin)
        self.watchers = Watchers(machine, encoder, self.reveal, clock.now_ns)
        self.metering = Metering(machine, clock)
        self.teller = Teller(
            self, machine, header, encoder=encoder, reveal=self.reveal, slots=slots, log=log
        )
        self.deadlines = Deadlines(
            machine,
            clock=clock,
            meter=meter,
            is_taking=self.teller.is_taking,
            expire=self._expire,
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
        is_taken = self._take_in(event)
        # An answer leaves a place to think, which another turn may be waiting for.
        if self._slots is not None:
            self._slots.settle(self)
        return is_taken

    def _take_in(self, event: ev.MatchEvent) -> bool:
        try:
            effects = self.machine.handle(event)
            if effects:
                self._carry_out(effects)
                self.deadlines.arm()
            return not _rejects(effects)
        except OSError as error:
            self._fail(EndCause.HOST_FAILURE, f"the journal can't be written: {error}")
        except Exception as error:  # a bug, most likely of a game, voids this match alone
            self._fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
        return True

    def join(self, seat: int, stream: SeatStream, join: play_service_pb2.Join) -> None:
        """Let a stream hold a seat from now on; who held it before loses it."""
        rejoined = self.machine.seats[seat].joined
        self.joins[seat] += 1
        features = self.teller.seat(seat, stream, join, rejoined=rejoined)
        self.log.info("seat joined", seat=seat, bot=join.bot_name, rejoined=rejoined)
        now_ns = self._clock.now_ns()
        commitment = join.nonce_commitment if NONCE_COMMITMENTS in features else b""
        self.apply(ev.SeatJoined(seat, now_ns, join.nonce, join.bot_name, join.client, commitment))

    def open_nonce(self, seat: int, nonce: bytes, at_ns: int) -> bool:
        """Let the bot open its seat's nonce, or with none say that it won't; return whether it could."""
        return self.apply(ev.NonceOpened(seat, nonce, at_ns))

    def leave(self, seat: int, stream: SeatStream) -> None:
        """Note that a stream has ended; its seat is free if it still held it."""
        if self.teller.is_held(seat, stream):
            self.teller.let_go(seat)
            self.log.info("seat left", seat=seat)
            self.apply(ev.SeatLeft(seat, self._clock.now_ns()))

    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn was handed to the transport."""
        if self.metering.is_on:
            self.metering.start(seat, turn)
        self.machine.note(ev.TurnHanded(seat, turn, at_ns, lag_ns))
        if self.watchers.holds:
            self.watchers.settle()

    def delayed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn left the router later than it was handed to it."""
        self.machine.note(ev.TurnDelayed(seat, turn, at_ns, lag_ns))

    def take_action(self, action: play_service_pb2.Action, at_ns: int, lag_ns: int) -> bool:
        """Take in an action that was read from the stream that holds its seat; return whether it answered."""
        payload = action.payload
        seat, turn, type_url = action.seat, action.turn, payload.type_url
        if type_url == self._action_url or self._is_action(type_url):
            return self.take_payload(seat, turn, payload.value, at_ns, lag_ns)
        if self.metering.is_on:
            self.metering.read(seat)
        text = f"the payload is {type_url!r:.80}, not {self._action_url!r}"
        return self.apply(ev.UnreadableReceived(seat, turn, Rejection.WRONG_TYPE, text, at_ns))

    def take_payload(self, seat: int, turn: int, data: bytes, at_ns: int, lag_ns: int) -> bool:
        """Take in what ought to be the bytes of an action; return whether it answered."""
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
                self._fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
                return True
        return self.apply(event)

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

    def _expire(self, now_ns: int, lag_ns: int) -> None:
        self.metering.read_all()
        self.apply(ev.TimePassed(now_ns, lag_ns))

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
        return state.is_open and state.turn == turn and self.teller.is_held(seat, stream)

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
            if isinstance(effect, Show):
                self.watchers.show(effect)
            else:
                self.teller.tell(effect)
        if self.watchers.holds:
            self.watchers.settle()
        if self.reveal.seed is not None:
            self._finish()

    def _write(self, write: Write) -> None:
        data = encode(write.record, self.secret, fixed=self.machine.terms.seed_fixed)
        self._journal.append(data)
        if isinstance(write.record, Ended):
            # Read back from what was written: what bots check now is what anybody can check later.
            self.reveal.seed = replay_pb2.Record.FromString(data).end.reveal

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
        # From here on nothing may fail: the seats still have to hear that it is over.
        places = [result.placement for result in outcome.seats]
        self.log.info(
            "match ended", cause=outcome.cause.name, places=places, steps=self.machine.steps
        )
        for seat in range(self.num_seats):  # those that a failure kept from being told
            self.teller.tell_end(End(seat, outcome, []))
        if self._slots is not None:
            self._slots.settle(self)
        self.watchers.end()
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
