"""The match: event in, effects out. Read this second, after `core/game.py`.

`MatchMachine` holds everything about one match: the game's state, which seats are connected, their clocks,
and which seats must decide. It reads no clock (each event says when it happened), does no I/O (effects say
what to write and what to send), and never blames a bot for what the referee did: time that the
referee itself lost is not charged, and a seat is expired only by an event that says so.

The work is in three layers, each a class on top of the one before: `MatchCourse` (what has happened, shared with
replays), `MatchTurns` (turns from one decision point to the next, with effects), and this one (events in).

It catches no exception of a game. A host that meets one reports it as `MatchAborted` with the cause
REFEREE_FAULT, which voids the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.outcome import EndCause, ForfeitCause
from referee.core.time_control import SECOND
from referee.match import events as ev
from referee.match import records as rec
from referee.match.correspondence import deadline_after_restart
from referee.match.course import REFUSED_RECORDS, MatchPhase, MatchTerms
from referee.match.effects import Begin, Effect, End, Reject, ShowNonces, Write
from referee.match.nonces import (
    is_known,
    opening_end_ns,
    opening_problem,
    opening_time_ns,
    waits_for_nonces,
)
from referee.match.records import ActionKind, ActionTaken
from referee.match.redo import redo_record
from referee.match.rejection import Rejection
from referee.match.scoring import side_left, void_outcome
from referee.match.talk import untimely
from referee.match.turns import MatchTurns

__all__ = ["REJOIN_LIMIT_NS", "MatchMachine", "MatchPhase", "MatchTerms"]

REJOIN_LIMIT_NS = 10 * SECOND
"""Longest time, in nanoseconds, that a seat's clock waits for its bot to rejoin after the server
was restarted.
"""
HOUSE_WAIT_NS = 365 * 24 * 3600 * SECOND
"""Longest time, in nanoseconds, that a clock waits for a house bot that is gone: one year, so in
practice for ever. The host seats the house bot again or aborts the match long before that.
"""


class MatchMachine(MatchTurns):
    """State machine of one match: takes events, returns the effects that its host must carry out.

    Args:
        terms: Terms of the match.
        created_ns: When the match was created, on the referee's monotonic clock; the join limit
            counts from here.
    """

    def __init__(self, terms: MatchTerms, created_ns: int) -> None:
        super().__init__(terms, created_ns)
        self._join_deadline_ns = created_ns + terms.time_control.join_limit_ns
        self._redone: rec.MatchRecord | None = None
        """Last record of the journal that `redo` has applied; None before the first."""
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
        """Handle one event; return the effects that the host must carry out, in order.

        If a game raises while it is stepped, the effects collected before that are returned with
        the next event. What they announce has happened, and the host's next event is the one that
        makes the match void.
        """
        if isinstance(event, ev.ActionReceived):  # by far the most frequent
            self._action_received(event)
        else:
            self._handlers[type(event)](event)
        effects, self._effects = self._effects, []
        return effects

    def note(self, note: ev.MatchNote) -> None:
        """Record a fact about an open turn; ignore the note if that turn is no longer open.

        A note never has effects, so there is no result that a host could forget to carry out.
        """
        seat = self.seats[note.seat]
        # A note is about one turn. By the time it is read, a later turn of the seat may be open.
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
    def next_deadline_ns(self) -> int | None:
        """Time at which the host must send the next `TimePassed`, on the monotonic clock.

        None if nothing can expire.
        """
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
        """Time at which the join limit passes, on the monotonic clock."""
        return self._join_deadline_ns

    @property
    def _waiting_deadline_ns(self) -> int:
        """Next deadline while the match has not begun, on the monotonic clock.

        While some seat can still open a nonce, it is the time to show the nonce commitments, and then
        the time to begin without its nonce; else it is the join limit.
        """
        limit_ns, until_ns = self.terms.time_control.join_limit_ns, self._join_deadline_ns
        if not waits_for_nonces(self.seats):
            return until_ns
        if not self.commitments_shown:
            return until_ns - opening_time_ns(limit_ns)
        if not self.is_complete:
            return until_ns
        return opening_end_ns(self.seats, join_deadline_ns=until_ns, join_limit_ns=limit_ns)

    # Joining, leaving, resigning.

    def _seat_joined(self, event: ev.SeatJoined) -> None:
        seat = self.seats[event.seat]
        if self.outcome is not None:
            self._effects.append(
                End(event.seat, self.outcome, seat.unseen_events, said=seat.unheard)
            )
            return
        # The rules have put the seat out while its bot was away: it gets its result now, and is not connected.
        early = self.early_outcome(event.seat)
        if early is not None:
            self._end_early(event.seat, early)
            return
        seat.connected = True
        seat.rejoin_until_ns = seat.away_since_ns = None
        if not seat.joined:
            self._first_join(event)
        if self.phase is MatchPhase.WAITING:
            if self.commitments_shown and (seat.nonce_commitment or event.nonce_commitment):
                self._effects.append(ShowNonces((event.seat,)))
            self._begin_if_complete(event.at_ns)
            return
        if (
            event.nonce_commitment
        ):  # a bot that committed itself checks the nonces of all, which `Begin` shows
            self._effects.append(Begin((event.seat,)))
        if seat.is_open:
            # The clock does not wait for the hand-over beyond the lag margin: a bot that rejoins again and again
            # must not gain time by it.
            seat.start_clock_by(event.at_ns + self.handover_limit_ns)
            self._hand_turns([event.seat], event.at_ns)

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
        if self.phase is MatchPhase.WAITING and not event.is_house:
            seat.away_since_ns = event.at_ns
        # The process that has died is the server's own: the house bot gets its turn again, with all of its time.
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
        """Show all nonce commitments, once.

        A nonce is a seat's part of the dice's seed; a commitment is its SHA-256, sent before it.
        Later nonces and commitments from new joins are ignored.

        Nonces are opened only after this. Otherwise the last seat could choose its nonce, and with
        it the dice, after it has read the other seats' nonces.
        """
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
        # Lag from before the clock ran has cost the seat nothing, so it must not be deducted either.
        lag_ns = min(event.lag_ns, event.at_ns - start_ns)
        elapsed_ns = event.at_ns - start_ns - lag_ns
        # Late is late, whichever the event loop handled first, the answer or the timer: otherwise an answer would
        # count or not by how busy the referee is.
        if seat.is_late(elapsed_ns):
            self._expire([event.seat], event.at_ns)
            self._reject_untimely(event.seat, event.turn)
            return
        seat.charge(elapsed_ns, lag_ns)
        # A seat that answers has read the turn, even if its stream broke before the hand-over was noted.
        seat.was_handed = True
        taken = ActionTaken(
            event.seat,
            event.turn,
            ActionKind.PLAYED,
            event.action,
            event.payload,
            elapsed_ns,
            lag_ns,
            self._handed_ns(start_ns),
            seat.cpu_ns,
        )
        self._answer(taken)
        if not self._waiting:
            self._go_on(event.at_ns)
        elif self.is_correspondence:
            # The bot may leave now, and the step may be days away: nobody else could give the answer again.
            self._effects.append(Write(rec.Answered(taken)))

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
        """Reject an answer in a match that a lane plays, together with others; return the effects.

        The lane has stepped the match further than this machine. Of what this method reads, the
        lane changes only the number of the seat's last turn, so the caller passes that number.

        Args:
            index: Index of the seat that sent the answer.
            turn: Turn number that the answer names; that turn is not open.
            last_turn: Number of the seat's last opened turn, as the lane knows it.
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
        # The first reason that fits is given: to a seat that is out, no turn number means anything.
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

    # Time.

    def _time_passed(self, event: ev.TimePassed) -> None:
        # While the referee was busy, an answer may have arrived that it has not read yet. The lag is therefore
        # deducted here too: no seat may expire by time that the referee lost.
        fair_ns = event.at_ns - event.lag_ns
        if self.phase is MatchPhase.WAITING:
            if fair_ns >= self._join_deadline_ns:
                self._join_limit_passed(event.at_ns)
            elif fair_ns >= self._waiting_deadline_ns:
                if self.commitments_shown:
                    self._begin(event.at_ns)  # its nonce is missing, and its bot is away
                else:
                    self._show_commitments()
            return
        expired = []
        # In seat order: the order of a set may differ in a replay, and effects must not.
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

    def _match_aborted(self, event: ev.MatchAborted) -> None:
        if self.phase is not MatchPhase.ENDED:
            self._end(void_outcome(self.seats, event.cause, event.text))

    # Resuming a match from its journal.

    def redo(self, record: rec.MatchRecord) -> None:
        """Apply the next record of a journal to the match, without effects.

        After the last record, unless it ended the match, the host must send `MatchResumed`.

        Args:
            record: Next record of the journal, in order, with its actions decoded.

        Raises:
            ValueError: The record contradicts earlier ones; the text says how.
        """
        redo_record(self, record)
        self._redone = record

    def _match_resumed(self, event: ev.MatchResumed) -> None:
        if self.phase is MatchPhase.ENDED:
            return
        # Times before the restart are those of another monotonic clock: none may be compared with one from now.
        self._began_ns = event.at_ns
        limit_ns = self.terms.time_control.join_limit_ns
        created_ns = event.wall_ns if event.created_ns is None else event.created_ns
        self._join_deadline_ns = deadline_after_restart(
            created_ns + limit_ns, wall_ns=event.wall_ns, now_ns=event.at_ns, limit_ns=limit_ns
        )
        for index, seat in enumerate(self.seats):
            wait_ns = HOUSE_WAIT_NS if index in event.house else REJOIN_LIMIT_NS
            seat.rejoin_until_ns = event.at_ns + wait_ns
            # The clock of a house bot's turn waits for the server to seat the bot again.
            if index in event.house:
                self.recorded_turns.pop(index, None)
        self._effects.append(Write(rec.Recovered(self.steps)))
        self._take_out_overdue()
        if self.phase is MatchPhase.WAITING:
            self._begin_if_complete(event.at_ns)
        else:
            self._open_point(event.at_ns, event.wall_ns)

    def _take_out_overdue(self) -> None:
        """Forfeit seats that have used up their strikes or unreadable messages without a forfeit record.

        Such a seat is found if an earlier process was killed after it had written the fault and
        before it wrote the forfeit. A strike is a deadline missed or a turn given up.
        """
        for cause in (ForfeitCause.TIME, ForfeitCause.MALFORMED):
            out = [index for index in range(len(self.seats)) if self.due_forfeit(index) is cause]
            # If the journal broke off among seats that went out at once, these share the place of the last one
            # written: `_take_out` counts one more exit, so it is taken back here first.
            if out and isinstance(self._redone, rec.Forfeited):
                self.exits -= 1
            self._take_out(out, cause)

    def check_invariants(self) -> None:
        """Raise AssertionError if the match is in a state it must never be in; for tests."""
        point = self.point
        acting = point.seats if point is not None else ()
        assert self._waiting <= set(acting), "only acting seats are waited for"
        assert (self.outcome is not None) == (self.phase is MatchPhase.ENDED)
        assert self.phase is not MatchPhase.RUNNING or self._waiting, "a running match waits"
        for index, seat in enumerate(self.seats):
            assert seat.is_open == (index in self._waiting), (
                "open turns and waited-for seats are the same"
            )
            assert not seat.is_out or not seat.is_open, "a seat that is out has no open turn"
            assert seat.forfeit is None or seat.is_out, "a seat that has forfeited is out"
            assert seat.out_order <= self.exits
            if self.phase is MatchPhase.RUNNING and seat.connected:
                assert self.early_outcome(index) is None, (
                    "seats with an early result are not connected"
                )
            assert seat.bank_ns >= 0, "a bank is never overdrawn"
            assert 0 <= seat.missed_turn <= seat.turn
            assert seat.joined or not seat.connected, "a connected seat has joined"
            limit = self.terms.time_control.strikes
            assert not limit or seat.strikes <= limit, "strikes stop at the limit"
