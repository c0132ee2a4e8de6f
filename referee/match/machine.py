"""The match: event in, effects out. Read this second, after `core/game.py`.

`MatchMachine` holds everything about one match: the game's state, who holds the seats, their clocks,
and who must decide. It reads no clock (each event says when it happened), does no I/O (effects say
what is to be written and told), and never blames a bot for what the referee did: time that the
referee itself lost is not charged, and a seat is expired only by an event that says so.

It catches no exception of a game. A host that meets one reports it as `MatchAborted` with the cause
REFEREE_FAULT, which voids the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.core.game import DecisionPoint
from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.core.time_control import SECOND
from referee.match import events as ev
from referee.match import records as rec
from referee.match.course import MatchCourse, MatchPhase, MatchTerms
from referee.match.effects import (
    Begin,
    Effect,
    End,
    Miss,
    OpenTurn,
    OpenTurns,
    Reject,
    Show,
    ShowNonces,
    Write,
)
from referee.match.nonces import is_known, opening_problem, opening_time_ns, waits_for_nonces
from referee.match.records import ActionKind, ActionTaken
from referee.match.redo import redo_record
from referee.match.rejection import Rejection
from referee.match.scoring import side_left, void_outcome
from referee.match.seat import SeatState
from referee.match.talk import untimely

__all__ = ["REJOIN_LIMIT_NS", "MatchMachine", "MatchPhase", "MatchTerms"]

REJOIN_LIMIT_NS = 10 * SECOND
"""How long clocks wait for their bots after the referee itself was restarted."""
HOUSE_WAIT_NS = 365 * 24 * 3600 * SECOND
"""How long clocks wait for house bots: without end, as the host seats them again or fails the match."""
REFUSED_RECORDS = 100
"""Refused messages of one seat that go into the record; later ones are told but not written."""


class MatchMachine(MatchCourse):
    """One match.

    Args:
        terms: What was agreed.
        created_ns: When; the join limit counts from here.
    """

    def __init__(self, terms: MatchTerms, created_ns: int) -> None:
        super().__init__(terms)
        self._waiting: set[int] = set()
        """Acting seats that have not answered yet."""
        self._began_ns = created_ns
        self._join_deadline_ns = created_ns + terms.time_control.join_limit_ns
        self._redone: rec.MatchRecord | None = None
        """The last record that was redone."""
        self._effects: list[Effect] = []
        self._handlers: dict[type, Callable[[Any], None]] = {
            ev.TimePassed: self._time_passed,
            ev.SeatJoined: self._seat_joined,
            ev.NonceOpened: self._nonce_opened,
            ev.SeatLeft: self._seat_left,
            ev.UnreadableReceived: self._unreadable_received,
            ev.UntimelyReceived: self._untimely_received,
            ev.TurnSkipped: self._turn_skipped,
            ev.Spoken: self._spoken,
            ev.SeatResigned: self._seat_resigned,
            ev.MatchAborted: self._match_aborted,
            ev.MatchResumed: self._match_resumed,
        }

    def handle(self, event: ev.MatchEvent) -> list[Effect]:
        """Take an event in; return what the host must do, in order.

        When a game fails in the midst of it, the effects up to there come with the next event.
        """
        if isinstance(event, ev.ActionReceived):  # by far the most frequent
            self._action_received(event)
        else:
            self._handlers[type(event)](event)
        effects, self._effects = self._effects, []
        return effects

    def note(self, note: ev.MatchNote) -> None:
        """Remember something of an open turn; of any other turn it counts no more.

        Nothing follows from it that the host must do, so there is no effect that it could forget.
        """
        seat = self.seats[note.seat]
        if not seat.is_open or seat.turn != note.turn:
            return
        if isinstance(note, ev.TurnHanded):  # by far the most frequent
            seat.hand_over(note.at_ns, note.lag_ns)
        elif isinstance(note, ev.TurnDelayed):
            seat.delay(note.at_ns, note.lag_ns)
        elif isinstance(note, ev.TurnHeld):
            seat.hold()
        elif isinstance(note, ev.TurnReleased):
            seat.release(note.at_ns + self.handover_limit_ns)
        else:
            seat.cpu_ns = note.cpu_ns

    @property
    def handover_limit_ns(self) -> int:
        """How long the clock of a connected seat waits for its turn to be handed to the transport.

        Whatever a bot does to its stream, it gains no more by it than the lag margin; what the referee
        itself delays the turn by comes on top.
        """
        return self.terms.time_control.lag_margin_ns

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Seats that have forfeited so far, ascending."""
        if not self.exits:
            return ()
        return tuple(index for index, seat in enumerate(self.seats) if seat.forfeit is not None)

    def clocks_wait_ns(self, now_ns: int) -> int | None:
        """Return how long it may take until the clocks of all open turns run; None if they do, 0 if that isn't known.

        It isn't while a turn waits for a place to think.
        """
        longest: int | None = None
        for index in self._waiting:
            seat = self.seats[index]
            if seat.is_held:
                return 0
            if seat.clock_waits and now_ns < seat.clock_start_ns:
                longest = max(longest or 0, seat.clock_start_ns - now_ns)
        return longest

    @property
    def next_deadline_ns(self) -> int | None:
        """When `TimePassed` is due next; None if nothing is waited for."""
        if self.phase is MatchPhase.WAITING:
            return self._waiting_deadline_ns
        earliest: int | None = None
        for seat in self._waiting:
            deadline = self.seats[seat].deadline_ns
            if deadline is not None and (earliest is None or deadline < earliest):
                earliest = deadline
        return earliest

    @property
    def join_deadline_ns(self) -> int:
        """When the join limit passes."""
        return self._join_deadline_ns

    @property
    def _waiting_deadline_ns(self) -> int:
        """When the commitments are shown at the latest, if there are any to be shown, or the join limit."""
        if self.commitments_shown or not waits_for_nonces(self.seats):
            return self._join_deadline_ns
        return self._join_deadline_ns - opening_time_ns(self.terms.time_control.join_limit_ns)

    # Seats coming and going.

    def _seat_joined(self, event: ev.SeatJoined) -> None:
        seat = self.seats[event.seat]
        if self.outcome is not None:
            self._effects.append(
                End(event.seat, self.outcome, seat.unseen_events, said=seat.unheard)
            )
            return
        early = self.early_outcome(event.seat)
        if early is not None:
            self._end_early(event.seat, early)
            return
        seat.connected = True
        seat.rejoin_until_ns = None
        if not seat.joined:
            self._first_join(event)
        if self.phase is MatchPhase.WAITING:
            if self.commitments_shown and (seat.nonce_commitment or event.nonce_commitment):
                self._effects.append(ShowNonces((event.seat,)))
            self._begin_if_complete(event.at_ns)
            return
        if event.nonce_commitment:  # so its bot knows what it is to be told of nonces
            self._effects.append(Begin((event.seat,)))
        if seat.is_open:
            seat.start_clock_by(event.at_ns + self.handover_limit_ns)
            self._tell_turns([event.seat], event.at_ns)

    def _first_join(self, event: ev.SeatJoined) -> None:
        nonce, commitment = b"", b""
        if self.takes_nonces:
            nonce, commitment = event.nonce, event.nonce_commitment
        self.join_seat(event.seat, nonce, commitment, event.bot_name)
        joined = rec.Joined(event.seat, nonce, event.bot_name, event.client, commitment)
        self._effects.append(Write(joined))

    def _nonce_opened(self, event: ev.NonceOpened) -> None:
        seat = self.seats[event.seat]
        if is_known(seat, event.nonce):
            return
        shown = self.commitments_shown and self.phase is MatchPhase.WAITING
        problem = opening_problem(seat, event.nonce, shown=shown)
        if problem is not None:
            self._reject(event.seat, 0, Rejection.BAD_NONCE, problem)
            return
        if event.nonce:
            seat.nonce = event.nonce
            self._effects.append(Write(rec.Opened(event.seat, event.nonce)))
        else:
            seat.has_declined = True
        self._begin_if_complete(event.at_ns)

    def _seat_left(self, event: ev.SeatLeft) -> None:
        seat = self.seats[event.seat]
        seat.leave(event.at_ns)
        # The helper that has died is the server's own: the bot gets its turn again, with all of its time.
        if event.is_house:
            seat.await_return(event.at_ns + HOUSE_WAIT_NS)

    def _seat_resigned(self, event: ev.SeatResigned) -> None:
        if self.phase is MatchPhase.ENDED or self.seats[event.seat].is_out:
            self._reject(event.seat, 0, Rejection.ENDED, "the match is over for this seat")
            return
        self._take_out([event.seat], event.cause)
        if self.phase is MatchPhase.WAITING:
            self._begin_if_complete(event.at_ns)
        else:
            self._go_on(event.at_ns)

    def _begin_if_complete(self, at_ns: int, *, at_limit: bool = False) -> None:
        if side_left(self.seats, self.teams):
            self._end_as_due()
        elif self.is_complete:
            if at_limit or not waits_for_nonces(self.seats):
                self._begin(at_ns)
            else:
                self._show_commitments()

    def _show_commitments(self) -> None:
        """Show all commitments, once; nonces and commitments that come later count no more."""
        if self.commitments_shown:
            return
        self.commitments_shown = True
        self._effects.append(Write(rec.Committed()))
        seats = [i for i, seat in enumerate(self.seats) if seat.connected and not seat.is_out]
        self._effects.append(ShowNonces(tuple(seats)))

    # Decisions.

    def _action_received(self, event: ev.ActionReceived) -> None:
        seat = self.seats[event.seat]
        if not seat.is_open or event.turn != seat.turn:
            self._reject_untimely(event.seat, event.turn)
            return
        start_ns = seat.started_ns(event.at_ns)
        # Lag from before the clock ran has cost the seat nothing.
        lag_ns = min(event.lag_ns, event.at_ns - start_ns)
        elapsed_ns = event.at_ns - start_ns - lag_ns
        # Late is late, whichever the event loop saw first: the answer or the timer.
        if seat.is_late(elapsed_ns):
            self._expire([event.seat], event.at_ns)
            self._reject_untimely(event.seat, event.turn)
            return
        seat.charge(elapsed_ns, lag_ns)
        # Who answers has read the turn, though its stream may have gone before it was handed over.
        seat.told = True
        handed_ns = start_ns - self._began_ns
        self._answer(
            ActionTaken(
                event.seat,
                event.turn,
                ActionKind.PLAYED,
                event.action,
                event.payload,
                elapsed_ns,
                lag_ns,
                handed_ns,
                seat.cpu_ns,
            )
        )
        if not self._waiting:
            self._go_on(event.at_ns)

    def _unreadable_received(self, event: ev.UnreadableReceived) -> None:
        seat = self.seats[event.seat]
        if not seat.is_open or event.turn != seat.turn:
            self._reject_untimely(event.seat, event.turn)
            return
        self._reject(event.seat, event.turn, event.reason, event.text)
        seat.unreadable += 1
        due = self.due_forfeit(event.seat)
        if due is not None:
            self._take_out([event.seat], due)
            self._go_on(event.at_ns)

    def _untimely_received(self, event: ev.UntimelyReceived) -> None:
        self._reject_untimely(event.seat, event.turn)

    def reject_untimely(self, index: int, turn: int, last_turn: int) -> list[Effect]:
        """Reject an answer of a match that a lane plays; return what the host must do.

        The machine is not up to date then, but nothing that this needs changes on a lane, except the turn.

        Args:
            index: The seat.
            turn: The turn that it answers, which isn't open.
            last_turn: The last turn of the seat.
        """
        self._reject_untimely(index, turn, last_turn)
        effects, self._effects = self._effects, []
        return effects

    def _turn_skipped(self, event: ev.TurnSkipped) -> None:
        seat = self.seats[event.seat]
        if seat.is_open and event.turn == seat.turn:
            self._expire([event.seat], event.at_ns, given_up=True)
        else:
            self._reject_untimely(event.seat, event.turn)

    def _spoken(self, event: ev.Spoken) -> None:
        index, seat = event.seat, self.seats[event.seat]
        problem = untimely(
            event.turn,
            seat.turn,
            has_begun=self.phase is not MatchPhase.WAITING,
            is_over=self.phase is MatchPhase.ENDED or seat.is_out,
        ) or self.say(index, event.channel, event.text)
        if problem is None:
            self._effects.append(Write(rec.Said(index, event.channel, event.text.decode())))
        else:
            self._reject(index, event.turn, *problem, say_number=event.number)

    def _reject_untimely(self, index: int, turn: int, last_turn: int | None = None) -> None:
        seat = self.seats[index]
        last_turn = seat.turn if last_turn is None else last_turn
        if self.phase is MatchPhase.ENDED or seat.is_out:
            reason, text = Rejection.ENDED, "the match is over for this seat"
        elif turn > last_turn:
            reason, text = Rejection.EARLY, f"turn {turn} is not open yet; the last is {last_turn}"
        elif turn > 0 and turn == seat.missed_turn:
            reason, text = Rejection.LATE, f"the deadline of turn {turn} had passed"
        elif turn > 0 and turn == last_turn:
            reason, text = Rejection.DUPLICATE, f"turn {turn} has an answer; the first one stands"
        else:
            reason, text = Rejection.STALE, f"turn {turn} is over; the last is {last_turn}"
        self._reject(index, turn, reason, text)

    def _reject(
        self, index: int, turn: int, reason: Rejection, text: str, *, say_number: int = 0
    ) -> None:
        seat = self.seats[index]
        seat.count_rejection(reason)
        if seat.refused <= REFUSED_RECORDS and self.phase is not MatchPhase.ENDED:
            self._effects.append(Write(rec.Refused(index, turn, reason)))
        self._effects.append(Reject(index, turn, reason, text, say_number))

    def _answer(self, taken: ActionTaken) -> None:
        seat = self.seats[taken.seat]
        seat.answer = taken
        seat.is_open = False
        self._waiting.discard(taken.seat)

    # Time.

    def _time_passed(self, event: ev.TimePassed) -> None:
        # While the referee was busy, an answer may have come that it has not read yet.
        fair_ns = event.at_ns - event.lag_ns
        if self.phase is MatchPhase.WAITING:
            if fair_ns >= self._join_deadline_ns:
                self._join_limit_passed(event.at_ns)
            elif fair_ns >= self._waiting_deadline_ns:
                self._show_commitments()
            return
        expired = []
        # A set has no order that a journal could rely on.
        for index in sorted(self._waiting):
            deadline = self.seats[index].deadline_ns
            if deadline is not None and fair_ns >= deadline:
                expired.append(index)
        if expired:
            self._expire(expired, event.at_ns)

    def _join_limit_passed(self, at_ns: int) -> None:
        if not any(seat.joined for seat in self.seats):
            self._end(void_outcome(self.seats, EndCause.NOBODY_JOINED, "no bot joined any seat"))
            return
        absent = [i for i, seat in enumerate(self.seats) if not seat.joined and not seat.forfeit]
        self._take_out(absent, ForfeitCause.ABSENT)
        self._begin_if_complete(at_ns, at_limit=True)

    def _expire(self, indices: list[int], at_ns: int, *, given_up: bool = False) -> None:
        for index in indices:
            seat = self.seats[index]
            start_ns = seat.started_ns(at_ns)
            default = self.defaulted(
                index,
                ActionKind.DEFAULTED,
                elapsed_ns=at_ns - start_ns,
                handed_ns=start_ns - self._began_ns,
            )
            self._answer(default)
            seat.strike(given_up=given_up)
            self._effects.append(Write(rec.Missed(index, seat.turn, given_up)))
        # All are taken out before anybody is told: seats that go out at once share a place.
        out = [index for index in indices if self.due_forfeit(index) is not None]
        self._take_out(out, ForfeitCause.TIME)
        for index in indices:
            seat = self.seats[index]
            miss = Miss(index, seat.turn, seat.strikes, index in out, given_up)
            self._effects.append(miss)
        self._go_on(at_ns)

    # From start to end.

    def _begin(self, at_ns: int) -> None:
        self._began_ns = at_ns
        self.start_game()
        self._effects.append(Write(rec.Started(self.digest())))
        self._effects.append(Begin())
        self._show()
        self._open_point(at_ns)

    def _go_on(self, at_ns: int) -> None:
        """Step when nobody is waited for; end when no rivalry is left."""
        if self.phase is not MatchPhase.RUNNING:
            return
        # Only an exit can leave a match without rivals, and most turns have none.
        if self.exits and self.due_end() is not None:
            self._end_as_due()
        elif not self._waiting:
            self._step()
            self._open_point(at_ns)

    def _step(self) -> None:
        assert self.point is not None
        taken = [self._taken(index) for index in self.point.seats]
        self.step_game(taken)
        self._effects.append(Write(rec.Stepped(taken, self.digest())))
        self._show()

    def _taken(self, index: int) -> ActionTaken:
        answer = self.seats[index].answer
        assert answer is not None
        return answer

    def _show(self) -> None:
        phase = self.point.phase if self.point is not None else ""
        self._effects.append(Show(self.steps, phase, self.last_events, self.last_said))

    def _open_point(self, at_ns: int) -> None:
        """Open the turns of the decision point, stepping on while all who act have forfeited."""
        while self.point is not None and self.due_end() is None:
            self._open_turns(self.point, at_ns)
            if self._waiting:
                if self.exits:
                    self._tell_losers()
                self._tell_turns([i for i in self.point.seats if i in self._waiting], at_ns)
                return
            self._step()
        self._end_as_due()

    def _tell_losers(self) -> None:
        """Tell connected seats that the rules have put out what they came to, and let go of them."""
        for index, seat in enumerate(self.seats):
            early = self.early_outcome(index) if seat.connected and seat.is_out else None
            if early is not None:
                seat.connected = False
                self._end_early(index, early)

    def _end_early(self, index: int, outcome: Outcome) -> None:
        seat, place = self.seats[index], self.open_place(index)
        told, said = seat.unseen_events, seat.unheard
        self._effects.append(End(index, outcome, told, goes_on=True, said=said, place=place))

    def _open_turns(self, point: DecisionPoint, at_ns: int) -> None:
        for index in point.seats:
            seat = self.seats[index]
            if seat.answer is not None:
                continue  # missed before the referee was restarted
            clock_start_ns = self._latest_clock_start_ns(seat, at_ns)
            seat.open(clock_start_ns=clock_start_ns, continues=point.continues)
            if not seat.is_out:
                self._waiting.add(index)
            else:
                self._answer(self.defaulted(index, ActionKind.FORFEITED))

    def _latest_clock_start_ns(self, seat: SeatState, at_ns: int) -> int:
        if seat.connected:
            return at_ns + self.handover_limit_ns
        return at_ns if seat.rejoin_until_ns is None else max(at_ns, seat.rejoin_until_ns)

    def _tell_turns(self, seats: list[int], at_ns: int) -> None:
        indices = [index for index in seats if self.seats[index].connected]
        if not indices or self.point is None:
            return
        observations = self.terms.game.observe(self.state, indices)
        turns = []
        for index, observation in zip(indices, observations, strict=True):
            seat = self.seats[index]
            clock, told = seat.clock(at_ns), seat.turn_events
            channels = () if self.talk is None else self.talk.channels(self.state, index)
            turns.append(
                OpenTurn(index, seat.turn, observation, told, clock, seat.turn_said, channels)
            )
        self._effects.append(OpenTurns(self.point.phase, turns))

    def _take_out(self, indices: Sequence[int], cause: ForfeitCause) -> None:
        """Take seats out, all at once; whatever they still had to answer is defaulted."""
        self.exits += bool(indices)
        for index in indices:
            seat = self.seats[index]
            seat.forfeit, seat.out_order = cause, self.exits
            self._effects.append(Write(rec.Forfeited(index, cause, seat.out_order)))
            if seat.is_open:
                self._answer(self.defaulted(index, ActionKind.FORFEITED))

    def _match_aborted(self, event: ev.MatchAborted) -> None:
        if self.phase is not MatchPhase.ENDED:
            self._end(void_outcome(self.seats, event.cause, event.text))

    def annul(self, cause: EndCause, text: str) -> None:
        """End the match as void, even if it has ended already: its host can't write how.

        Args:
            cause: One of the void causes.
            text: Why, for people.
        """
        self._end(void_outcome(self.seats, cause, text))
        self._effects.clear()

    def _end_as_due(self) -> None:
        cause = self.due_end()
        assert cause is not None
        self._end(self.final_outcome(cause))

    def _end(self, outcome: Outcome) -> None:
        self.phase = MatchPhase.ENDED
        self.outcome = outcome
        self.point = None
        self._waiting.clear()
        if self.talk is not None:
            self.hear(self.talk)
        ended = rec.Ended(outcome, self.match_seed, self.nonces, self.nonce_commitments)
        self._effects.append(Write(ended))
        for index, seat in enumerate(self.seats):
            seat.is_open = False
            if seat.connected:
                self._effects.append(End(index, outcome, seat.unseen_events, said=seat.unheard))

    # Taking a match up again.

    def redo(self, record: rec.MatchRecord) -> None:
        """Bring the match to where a record of it says it was, without effects.

        After the last record, unless that ended the match, comes `MatchResumed`.

        Args:
            record: The next record of a journal, in order, with actions decoded.

        Raises:
            ValueError: The record doesn't follow from those before it; says how.
        """
        redo_record(self, record)
        self._redone = record

    def _match_resumed(self, event: ev.MatchResumed) -> None:
        if self.phase is MatchPhase.ENDED:
            return
        # Times before the restart were those of another clock.
        self._began_ns = event.at_ns
        self._join_deadline_ns = event.at_ns + self.terms.time_control.join_limit_ns
        for index, seat in enumerate(self.seats):
            wait_ns = HOUSE_WAIT_NS if index in event.house else REJOIN_LIMIT_NS
            seat.rejoin_until_ns = event.at_ns + wait_ns
        self._effects.append(Write(rec.Recovered(self.steps)))
        self._take_out_overdue()
        if self.phase is MatchPhase.WAITING:
            self._begin_if_complete(event.at_ns)
        else:
            self._open_point(event.at_ns)

    def _take_out_overdue(self) -> None:
        """Take out seats of which the journal says why they are out, but not yet that they are."""
        for cause in (ForfeitCause.TIME, ForfeitCause.MALFORMED):
            out = [index for index in range(len(self.seats)) if self.due_forfeit(index) is cause]
            if out and isinstance(self._redone, rec.Forfeited):
                self.exits -= 1  # the journal broke off among seats that went out at once
            self._take_out(out, cause)

    # What a lane needs, which plays the match for a while.

    @property
    def began_ns(self) -> int:
        """When the match began, or was taken up again."""
        return self._began_ns

    def stand(self, state: Any, steps: int, turns: Sequence[int]) -> None:
        """Stand where the match stood before its last step, at which all seats were asked and none is out.

        Args:
            state: The state then.
            steps: Steps up to then.
            turns: Numbers of the turns that were answered.
        """
        self.state, self.steps = state, steps
        self.point = self.terms.game.decision(state)
        for seat, turn in zip(self.seats, turns, strict=True):
            seat.turn, seat.answer, seat.pending = turn - 1, None, []

    def take_over(self, waiting: Sequence[int], *, has_stepped: bool) -> None:
        """Go on from where a lane has played to: it has set clocks, open turns and answers of all seats.

        Args:
            waiting: Seats whose turns are open.
            has_stepped: Whether steps were redone since the machine itself opened turns, and the turns that are
                open now come after them.
        """
        self._waiting = set(waiting)
        if has_stepped and self.point is not None:
            for index in self.point.seats:
                seat = self.seats[index]
                seat.turn_events, seat.pending = seat.pending, []

    def open_next(self, at_ns: int) -> list[Effect]:
        """Open the turns after a step that a lane has made, or end the match; return what the host must do."""
        self._open_point(at_ns)
        effects, self._effects = self._effects, []
        return effects

    def check_invariants(self) -> None:
        """Raise AssertionError if the match is in a state it must never be in; for tests."""
        point = self.point
        acting = point.seats if point is not None else ()
        assert self._waiting <= set(acting), "only acting seats are waited for"
        assert (self.outcome is not None) == (self.phase is MatchPhase.ENDED)
        assert self.phase is not MatchPhase.RUNNING or self._waiting, "a running match waits"
        for index, seat in enumerate(self.seats):
            assert seat.is_open == (index in self._waiting), "open turns are what is waited for"
            assert not seat.is_out or not seat.is_open, "a seat that is out has no open turn"
            assert seat.forfeit is None or seat.is_out, "who has forfeited is out"
            assert seat.out_order <= self.exits
            if self.phase is MatchPhase.RUNNING and seat.connected:
                assert self.early_outcome(index) is None, "early losers are let go"
            assert seat.bank_ns >= 0, "a bank is never overdrawn"
            assert 0 <= seat.missed_turn <= seat.turn
            assert seat.joined or not seat.connected, "who is connected has joined"
            limit = self.terms.time_control.strikes
            assert not limit or seat.strikes <= limit, "strikes stop at the limit"
