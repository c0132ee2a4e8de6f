"""A match's machine with its journal: passes it events, and carries out the effects that it returns.

Everything here runs on the event loop and never waits. A match advances with the messages and
timers that come in, and no slow bot or spectator can hold it up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamereferee.v1 import replay_pb2
from referee.core.outcome import EndCause
from referee.kit.rollout.loop_rows import has_columns
from referee.match import events as ev
from referee.match.effects import (
    Effect,
    End,
    OpenTurns,
    Reject,
    Show,
    Write,
    WriteDeadline,
)
from referee.match.records import Ended, MatchRecord, TurnOpened
from referee.replay.lane_journal import on_lane
from referee.replay.records import encode
from referee.server.hosting.deadlines import Deadlines
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.end_listeners import EndListeners
from referee.server.hosting.history import MatchHistory
from referee.server.hosting.lane_host import LaneHost
from referee.server.hosting.lane_match import LaneMatch
from referee.server.hosting.metering import Metering
from referee.server.hosting.observer import MatchObserver
from referee.server.hosting.parts import MatchParts, ServerParts
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.seat_notifier import SeatNotifier
from referee.server.hosting.watch import Watchers
from referee.server.process.logs import Log

__all__ = ["RunningMatch"]


class RunningMatch(LaneMatch):
    """One match with its journal, deadlines, streams and spectators; a lane may play it with others.

    A lane plays many matches at once.

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
        machine, plugin, header = parts.machine, parts.plugin, parts.header
        super().__init__(machine, plugin, header.match_id, header.num_seats)
        self.header = header
        """Header record: what everybody may know of the match from the start."""
        self.secret = parts.secret
        """Secret record: what only the server may know of the match."""
        self.log = log
        """Log whose lines name the match."""
        self.reveal = Reveal(is_withheld=header.reveal_withheld)
        """Seed data of the match's dice, filled in at the end."""
        self.editor: Callable[[ev.MatchEvent], ev.MatchEvent | None] | None = None
        """Hook that may replace each event before the machine gets it, or drop the event by
        returning None. If the hook is None, the machine gets all events unchanged.
        """
        self.is_shared = False
        """Whether more than one stream holds the match's seats."""
        self._journal = parts.journal
        self._clock = clock = server.clock
        self._on_end = on_end
        self.observer = None
        # A match that is over is read from its replay: what happened in it was observed before.
        if server.observer is not None and machine.outcome is None:
            self.observer = server.observer.match(header.match_id, header.game, machine)
        """Observes the match, as for metrics; None for nobody."""
        self._slots = server.slots
        # Turns that wait for slots are held one by one, which a lane can't do.
        self._lanes = server.lanes if server.slots is None and has_columns(plugin) else None
        self._wants_lanes = False
        """Whether any bot of the match has asked for lanes, so that the match may be on one."""
        self._finished = machine.outcome is not None
        self.end_listeners = EndListeners(header.match_id, machine)
        """Callbacks for the end of the match."""
        encoder = MatchEncoder(machine, plugin)
        past = MatchHistory(server.histories, header.match_id, machine.terms, plugin)
        self.watchers = Watchers(machine, encoder, self.reveal, past, clock)
        """Spectators of the match."""
        self.metering = Metering(machine, clock)
        """Measures the processor time of the match's bots."""
        self.notifier = SeatNotifier(
            self,
            parts,
            server,
            encoder=encoder,
            reveal=self.reveal,
            has_lanes=self._lanes is not None,
            log=log,
        )
        """Encodes messages for the seats and sends them on the streams that hold the seats."""
        self.deadlines = Deadlines(
            next_deadline_ns=lambda: machine.next_deadline_ns,
            handover_limit_ns=machine.handover_limit_ns,
            clock=clock,
            meter=server.meter,
            is_taking=self.notifier.is_taking,
            unread_ns=self.notifier.unread_ns,
            expire=self.expire,
        )
        """Timer for the match's next deadline."""
        self.public_config = encoder.public_config
        """Function that returns the config without fields that seats and spectators may not know."""

    # Events.

    def apply(self, event: ev.MatchEvent) -> bool:
        """Pass an event to the machine and carry out the effects.

        Return False if the event was a message that the machine rejected, else True.
        """
        if self.editor is not None:
            edited = self.editor(event)
            if edited is None:
                return True
            event = edited
        # A machine sleeps while a lane plays its match: it must have all the lane's steps before it takes an event.
        if self.is_on_lane:
            self.leave_lane()
        if self.observer is None or not isinstance(event, ev.ActionReceived):
            is_taken = self._handle(event)
        else:
            is_taken = self._handle_observed(event, self.observer)
        # An answer frees a think slot, for which a turn of another match may be waiting.
        if self._slots is not None:
            self._slots.reassign(self)
        return is_taken

    def _handle(self, event: ev.MatchEvent) -> bool:
        try:
            effects = self.machine.handle(event)
            if effects:
                self._carry_out(effects)
                if not self.is_on_lane:
                    self.deadlines.arm()
            return not _rejects(effects)
        except Exception as error:  # whatever it is: other matches must go on
            self._fail_by(error)
        return True

    def _handle_observed(self, event: ev.ActionReceived, observer: MatchObserver) -> bool:
        """Handle an action as `_handle` does, and report how far away the deadline was."""
        seat = self.machine.seats[event.seat]
        # Before the machine gets it: the next turn may be open afterwards, with another limit.
        limit_ns, start_ns, was_open = seat.limit_ns, seat.clock_start_ns, seat.is_open
        is_taken = self._handle(event)
        if limit_ns is None:
            return is_taken
        if is_taken:
            if seat.last_elapsed_ns is not None:
                observer.answered(limit_ns - seat.last_elapsed_ns)
        # An answer to an open turn is rejected only if it is late, and no timer has reported it.
        elif was_open and seat.missed_turn == event.turn:
            observer.expires(event.seat, event.turn, start_ns + limit_ns)
            observer.untimely(event.seat, event.turn, event.at_ns, event.lag_ns)
        return is_taken

    def _fail_by(self, error: Exception) -> None:
        if isinstance(error, OSError):
            if self.observer is not None:
                self.observer.journal_failed()
            self.fail(EndCause.HOST_FAILURE, f"the journal can't be written: {error}")
        else:  # a bug, most likely of a game
            self.fail(EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")

    @property
    def steps(self) -> int:
        """Number of engine steps made so far, including those on a lane.

        A lane plays many matches at once.
        """
        if self.is_on_lane:
            place = self.places[-1]
            return place.lane.steps_of(place.row)
        return self.machine.steps

    # Effects.

    def _carry_out(self, effects: list[Effect]) -> None:
        """Carry out effects: first write all records, then send all messages in the machine's order."""
        messages = []
        for effect in effects:
            if isinstance(effect, Write):
                self._write(effect.record)
            elif isinstance(effect, WriteDeadline):
                self._write(self._dated(effect))
            else:
                messages.append(effect)
        if self.is_on_lane and len(messages) < len(effects):
            # Recovery takes any record but a step for the end of the match's time on its lane. A match that stays on the
            # lane, as after a rejection, must say so again, or the steps that follow would not be looked for there.
            self._journal.append(on_lane(self.places[-1].lane.name))
        # Before the flush, because the journal must name the lane before the lane sends the turns: a crash in between
        # would lose the steps that bots have seen there.
        lane = self._lane_for(messages) if self._wants_lanes else None
        # Before any message: a match is taken up from its journal, and would be played on differently from what a bot
        # was sent if that were not in it. If this raises, nothing is sent, and the match is void.
        self._journal.flush()
        # In the machine's order, on which bots rely: a start before the first turns, and what a step shows and ends
        # before the turns that it opens.
        for effect in messages:
            if isinstance(effect, Show):
                self.watchers.show(effect)
            elif lane is not None and isinstance(effect, OpenTurns):
                lane.take(self, [turn.seat for turn in effect.turns])
            else:
                self.notifier.send(effect)
        # After the turns: think slots have held some of them by now, and spectators wait for their clocks as well.
        if self.watchers.holds:
            self.watchers.show_held()
        # Last: it lets go of all streams, and what is not sent by then never is.
        if self.reveal.seed is not None:
            self._finish()

    def _write(self, record: MatchRecord) -> None:
        data = encode(record, self.secret, fixed=self.machine.terms.seed_fixed)
        self._journal.append(data)
        if self.observer is not None:
            self.observer.wrote(record, len(data))
        if isinstance(record, Ended):
            # Read from the bytes that were written: bots must check the same reveal as readers of the replay.
            self.reveal.seed = replay_pb2.Record.FromString(data).end.reveal

    def _dated(self, effect: WriteDeadline) -> TurnOpened:
        """Return the record of a turn's deadline, which is converted to calendar time."""
        deadline_ns = effect.deadline_ns
        if deadline_ns is not None:
            # Both clocks are read now: the calendar may have been set since the match was created.
            deadline_ns += self._clock.wall_ns() - self._clock.now_ns()
        return TurnOpened(effect.seat, effect.turn, deadline_ns)

    def record_deadline(self, seat: int) -> None:
        """Record when a seat's open turn expires, after it was held or released.

        Do nothing unless it is a correspondence match.

        Raises:
            OSError: The journal can't be written.
        """
        for effect in self.machine.deadline_of(seat):
            self._write(self._dated(effect))
        self._journal.flush()

    # Lanes.

    def _lane_for(self, effects: Sequence[Effect]) -> LaneHost | None:
        """Return the lane that is to send the turns among these effects as columns.

        None if there are no turns among the effects, or if the turns are to be sent one by one. The
        lane's name is recorded in the match's journal.
        """
        if self._lanes is None or not any(isinstance(each, OpenTurns) for each in effects):
            return None
        lane = self._lanes.lane_for(self)
        if lane is not None:
            self._journal.append(on_lane(lane.name))
        return lane

    def leave_lane(self) -> None:
        """Let the match's own machine play from here on; do nothing if no lane plays the match.

        A lane plays many matches at once.
        """
        if not self.is_on_lane:
            return
        place = self.places[-1]
        try:
            place.lane.give_back(self, place.row)
        except Exception as error:  # as in `_handle`
            self._fail_by(error)

    def append(self, records: Sequence[bytes]) -> None:
        """Append serialized records to the match's journal, which the next flush writes."""
        for record in records:
            self._journal.append(record)
            if self.observer is not None:
                self.observer.appended(len(record))

    def flush(self) -> None:
        """Write all appended records to the match's journal file."""
        self._journal.flush()

    def set_timer(self, *, is_on: bool) -> None:
        """Turn the match's own deadline timer on or off."""
        if is_on:
            self.deadlines.arm()
        else:
            self.deadlines.stop()

    def go_on(self, at_ns: int) -> None:
        """Open the next turns at `at_ns`, after a lane's step, or end the match.

        A lane plays many matches at once.
        """
        try:
            self._carry_out(self.machine.open_next(at_ns))
            if not self.is_on_lane:
                self.deadlines.arm()
        except Exception as error:  # as in `_handle`
            self._fail_by(error)

    # The end.

    def fail(self, cause: EndCause, text: str) -> None:
        """End the match as void because of an exception; `cause` and `text` (for people) say why.

        Must be called while the exception is handled, so that the log gets it.
        """
        self.log.exception("match fails", cause=cause.name)
        try:
            self._journal.flush()  # what couldn't be written may be by now
            self._carry_out(self.machine.handle(ev.MatchAborted(cause, text, self._clock.now_ns())))
        except OSError:
            self.log.exception("the journal can't be written; it is set aside")
            self.machine.annul(EndCause.HOST_FAILURE, text)
            self._journal.set_aside()
        except Exception:  # the match has failed already: its seats must still get its end
            self.log.exception("the end can't be sent in full")
        self._finish()

    def _finish(self) -> None:
        if self._finished:
            return
        self._finished = True
        outcome = self.machine.outcome
        assert outcome is not None
        if self.observer is not None:
            self.observer.ended()
        # From here on nothing may fail: the seats still have to be sent the end.
        places = [result.placement for result in outcome.seats]
        self.log.info(
            "match ended", cause=outcome.cause.name, places=places, steps=self.machine.steps
        )
        for seat in range(
            self.num_seats
        ):  # those that a failure kept from getting it; without effect for the others
            self.notifier.send_end(End(seat, outcome, []))
        if self._slots is not None:
            self._slots.reassign(self)
        self.watchers.end()
        for place in self.places:
            place.lane.remove(place.row)
        self.places.clear()
        self.end_listeners.notify()
        self.close()
        self._on_end(self.match_id, self.log)

    def close(self) -> None:
        """Stop the timer and close the journal's file.

        A match that has not ended can be resumed from the journal.
        """
        self.deadlines.stop()
        self._journal.close()


def _rejects(effects: list[Effect]) -> bool:
    for effect in effects:  # noqa: SIM110 (a generator would cost each decision more)
        if isinstance(effect, Reject):
            return True
    return False
