"""The turns of a match: opening, answering, missing and stepping, until the match ends.

`MatchMachine` decides what an event means. The operations here carry the match from one decision
point to the next, and collect the effects on the way. Like `MatchCourse`, their base class, they
read no clock: callers pass the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.game import DecisionPoint
from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.match import records as rec
from referee.match.correspondence import Rest, deadline_after_restart
from referee.match.course import REFUSED_RECORDS, MatchCourse, MatchPhase, MatchTerms
from referee.match.effects import (
    Begin,
    Effect,
    End,
    Miss,
    OpenTurn,
    OpenTurns,
    Show,
    Write,
    WriteDeadline,
)
from referee.match.records import ActionKind, ActionTaken
from referee.match.scoring import void_outcome
from referee.match.seat import SeatState

__all__ = ["MatchTurns"]


class MatchTurns(MatchCourse):
    """The turns of one match, from one decision point to the next, with the effects that follow.

    Args:
        terms: Terms of the match.
        created_ns: When the match was created, on the referee's monotonic clock.
    """

    def __init__(self, terms: MatchTerms, created_ns: int) -> None:
        super().__init__(terms)
        self._waiting: set[int] = set()
        """Acting seats that have not answered yet."""
        self._began_ns = created_ns
        self._effects: list[Effect] = []
        """Effects collected while the current event is handled, in the order in which the host must
        carry them out.
        """

    @property
    def handover_limit_ns(self) -> int:
        """Longest time, in nanoseconds, that a connected seat's clock waits for its turn's hand-over.

        It equals the lag margin, so a bot that delays reading its stream gains no more than that.
        The referee's own delay of the turn is added.
        """
        return self.terms.time_control.lag_margin_ns

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Seats that have forfeited so far, ascending."""
        if not self.exits:
            return ()
        return tuple(index for index, seat in enumerate(self.seats) if seat.forfeit is not None)

    def clocks_wait_ns(self, now_ns: int) -> int | None:
        """Return the longest time from `now_ns` until all open turns' clocks run, in nanoseconds.

        Returns:
            None if all clocks run; 0 if the time is unknown, because a turn waits for a think slot
            (a free core for its bot).
        """
        longest: int | None = None
        for index in self._waiting:
            seat = self.seats[index]
            if seat.is_held:
                return 0
            if seat.clock_waits and now_ns < seat.clock_start_ns:
                longest = max(longest or 0, seat.clock_start_ns - now_ns)
        return longest

    # From decision point to decision point.

    def _begin(self, at_ns: int) -> None:
        self._began_ns = at_ns
        self.start_game()
        self._effects.append(Write(rec.Started(self.digest())))
        self._effects.append(Begin())
        self._show()
        self._open_point(at_ns)

    def _go_on(self, at_ns: int) -> None:
        """Step the game if all acting seats have answered; end the match if forfeits leave no rivals.

        Turns that follow open at `at_ns`. Do nothing if the match is not running or still waits for an answer.
        """
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
        # Written before it is shown: what anybody has seen must be in the journal, or a match that is resumed
        # after a crash could take another course than the one its players saw.
        self._effects.append(Write(rec.Stepped(taken, self.digest())))
        self._show()

    def _taken(self, index: int) -> ActionTaken:
        answer = self.seats[index].answer
        assert answer is not None
        return answer

    def _show(self) -> None:
        phase = self.point.phase if self.point is not None else ""
        self._effects.append(Show(self.steps, phase, self.last_events, self.last_said))

    def _open_point(self, at_ns: int, wall_ns: int = 0) -> None:
        """Open the turns of the decision point at `at_ns`, or end the match if it is over.

        As long as all acting seats have forfeited, step the game with default actions and open the
        next point. After a restart, `wall_ns` is the calendar time, in nanoseconds since 1970 UTC.
        """
        while self.point is not None and self.due_end() is None:
            self._open_turns(self.point, at_ns)
            if self._waiting:
                if self.exits:
                    self._release_losers()
                waiting = [i for i in self.point.seats if i in self._waiting]
                if self.is_correspondence:
                    self._keep_deadlines(waiting, at_ns, wall_ns)
                self._hand_turns(waiting, at_ns)
                return
            self._step()
        self._end_as_due()

    def _release_losers(self) -> None:
        """Send final results to the connected seats that the rules have put out; mark these as disconnected.

        Seats whose result is not final yet stay connected.
        """
        for index, seat in enumerate(self.seats):
            early = self.early_outcome(index) if seat.connected and seat.is_out else None
            if early is not None:
                seat.connected = False
                self._end_early(index, early)

    def _end_early(self, index: int, outcome: Outcome) -> None:
        seat, place = self.seats[index], self.open_place(index)
        events, said = seat.unseen_events, seat.unheard
        self._effects.append(End(index, outcome, events, goes_on=True, said=said, place=place))

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

    def _keep_deadlines(self, indices: Sequence[int], at_ns: int, wall_ns: int) -> None:
        """Record when the turns that opened at `at_ns` expire; after a restart, continue recorded ones.

        A deadline that stays as it was recorded is not written again.
        """
        for index in indices:
            seat, recorded = self.seats[index], self.recorded_turns.get(index)
            if recorded is not None and recorded.turn == seat.turn:
                assert seat.limit_ns is not None
                known_ns = recorded.deadline_ns
                if known_ns is not None:
                    deadline_ns = deadline_after_restart(
                        known_ns, wall_ns=wall_ns, now_ns=at_ns, limit_ns=seat.limit_ns
                    )
                    seat.resume_clock(deadline_ns)
                    if deadline_ns - at_ns == known_ns - wall_ns:
                        continue
            self._effects.append(WriteDeadline(index, seat.turn, seat.deadline_ns))
        # Turns that open later have other deadlines.
        self.recorded_turns = {}

    def deadline_of(self, index: int) -> list[WriteDeadline]:
        """Return the effect that records when a seat's open turn expires now; empty in other matches.

        For the host, which calls it after a turn was held for a think slot (a free core), or released.
        """
        seat = self.seats[index]
        if not self.is_correspondence or not seat.is_open:
            return []
        return [WriteDeadline(index, seat.turn, seat.deadline_ns)]

    def _latest_clock_start_ns(self, seat: SeatState, at_ns: int) -> int:
        # A connected bot's clock waits for the hand-over, up to the limit. An absent bot's clock
        # runs at once, unless the referee itself has lost the bot.
        if seat.connected:
            return at_ns + self.handover_limit_ns
        return at_ns if seat.rejoin_until_ns is None else max(at_ns, seat.rejoin_until_ns)

    def _hand_turns(self, seats: list[int], at_ns: int) -> None:
        indices = [index for index in seats if self.seats[index].connected]
        if not indices or self.point is None:
            return
        observations = self.terms.game.observe(self.state, indices)
        turns = []
        for index, observation in zip(indices, observations, strict=True):
            seat = self.seats[index]
            clock, events = seat.clock(at_ns), seat.turn_events
            channels = () if self.talk is None else self.talk.channels(self.state, index)
            turns.append(
                OpenTurn(index, seat.turn, observation, events, clock, seat.turn_said, channels)
            )
        self._effects.append(OpenTurns(self.point.phase, turns))

    def _take_out(self, indices: Sequence[int], cause: ForfeitCause) -> None:
        """Forfeit the seats `indices` for this cause; they leave at once, so they share a placement.

        The default action is played for their open turns.
        """
        self.exits += bool(indices)
        for index in indices:
            seat = self.seats[index]
            seat.forfeit, seat.out_order = cause, self.exits
            self._effects.append(Write(rec.Forfeited(index, cause, seat.out_order)))
            if seat.is_open:
                self._answer(self.defaulted(index, ActionKind.FORFEITED))

    # Answers.

    def _answer(self, taken: ActionTaken) -> None:
        seat = self.seats[taken.seat]
        seat.answer = taken
        seat.is_open = False
        self._waiting.discard(taken.seat)

    def _handed_ns(self, start_ns: int) -> int:
        # A turn that was handed over before a restart counts as handed over at the restart.
        return max(0, start_ns - self._began_ns)

    def _expire(self, indices: list[int], at_ns: int, *, given_up: bool = False) -> None:
        for index in indices:
            seat = self.seats[index]
            start_ns = seat.started_ns(at_ns)
            default = self.defaulted(
                index,
                ActionKind.DEFAULTED,
                elapsed_ns=at_ns - start_ns,
                handed_ns=self._handed_ns(start_ns),
            )
            self._answer(default)
            seat.strike(given_up=given_up)
            self._effects.append(Write(rec.Missed(index, seat.turn, given_up)))
        # All are taken out before any `Miss` says so: seats that go out at once share a place.
        out = [index for index in indices if self.due_forfeit(index) is not None]
        self._take_out(out, ForfeitCause.TIME)
        for index in indices:
            seat = self.seats[index]
            miss = Miss(index, seat.turn, seat.strikes, index in out, given_up)
            self._effects.append(miss)
        self._go_on(at_ns)

    # The end.

    def annul(self, cause: EndCause, text: str) -> None:
        """End the match as void, even if it has ended already.

        The host calls this when it could not write the end of the match.

        Args:
            cause: One of the void causes.
            text: Explanation for people.
        """
        self._end(void_outcome(self.seats, cause, text))
        # Nothing may be written or sent from here: the journal has failed, and the host sends the
        # end itself.
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

    # Sleep: the host drops the machine, and makes it again from the journal.

    def rest(self, now_ns: int) -> Rest | None:
        """Return what a machine that redoes the journal must be given by `wake` to be as this one.

        None if the match can't sleep now: it is no correspondence match or does not run, a seat is
        connected, or a clock still waits.
        """
        if not self.is_correspondence or self.phase is not MatchPhase.RUNNING:
            return None
        for seat in self.seats:
            # The journal has only the first rejections of a seat, and all are counted at the end.
            if seat.connected or seat.refused > REFUSED_RECORDS:
                return None
        deadlines = []
        for index in sorted(self._waiting):
            seat = self.seats[index]
            if seat.deadline_ns is None or seat.started_ns(now_ns) != seat.clock_start_ns:
                return None
            deadlines.append((index, seat.deadline_ns))
        answers = [seat.answer for seat in self.seats if seat.answer is not None]
        missed = [
            (taken.seat, taken.elapsed_ns, taken.handed_ns)
            for taken in answers
            if taken.kind is ActionKind.DEFAULTED
        ]
        rejoins = tuple([seat.rejoin_until_ns or 0 for seat in self.seats])
        unseen = tuple([len(seat.unseen_events) for seat in self.seats])
        unheard = tuple([len(seat.unheard) for seat in self.seats])
        return Rest(self._began_ns, tuple(deadlines), tuple(missed), rejoins, unseen, unheard)

    def wake(self, rest: Rest) -> None:
        """Go on after the match has slept; this machine has redone its journal.

        Nothing is written or sent, as nothing has happened.
        """
        assert self.point is not None
        self._began_ns = rest.began_ns
        each = zip(self.seats, rest.rejoins, rest.unseen, rest.unheard, strict=True)
        for seat, until_ns, events, said in each:
            seat.rejoin_until_ns = until_ns or None
            # Redone are the events since the last answer. The seat may have seen some of them.
            seat.pending = [*seat.pending][len(seat.pending) - events :]
            seat.pending_said = seat.pending_said[len(seat.pending_said) - said :]
        self._open_turns(self.point, rest.began_ns)
        for index, elapsed_ns, handed_ns in rest.missed:
            self.seats[index].answer = self.defaulted(
                index, ActionKind.DEFAULTED, elapsed_ns=elapsed_ns, handed_ns=handed_ns
            )
        for index, deadline_ns in rest.deadlines:
            self.seats[index].resume_clock(deadline_ns)
        self.recorded_turns = {}

    # For a lane, which plays the match for a while; see `referee.match.lane`.

    @property
    def began_ns(self) -> int:
        """When the match began, or was last resumed, in nanoseconds on the referee's monotonic clock."""
        return self._began_ns

    def rewind_to(self, state: Any, steps: int, turns: Sequence[int]) -> None:
        """Set the machine to the decision point before the lane's last step.

        A lane plays many matches at once; the machine does not know of its steps.

        All seats were asked at that point and none was out. The caller then redoes the step, so
        that the machine computes its events, counts and digest itself.

        Args:
            state: The game's state at that point.
            steps: Number of engine steps made up to that point.
            turns: Number of the turn that each seat answered there, in seat order.
        """
        self.state, self.steps = state, steps
        self.point = self.terms.game.decision(state)
        for seat, turn in zip(self.seats, turns, strict=True):
            seat.turn, seat.answer, seat.pending = turn - 1, None, []

    def resume_after_lane(self, waiting: Sequence[int], *, has_stepped: bool) -> None:
        """Continue a match that a lane has played until now, together with many others.

        The lane has already set the clocks, open turns and answers of all seats.

        Args:
            waiting: Seats whose turns are still open.
            has_stepped: Whether the machine has redone steps of the lane since it last opened turns
                itself. If so, the events of those steps belong to the turns that are open now.
        """
        self._waiting = set(waiting)
        if has_stepped and self.point is not None:
            for index in self.point.seats:
                seat = self.seats[index]
                seat.turn_events, seat.pending = seat.pending, []

    def open_next(self, at_ns: int) -> list[Effect]:
        """Open at `at_ns` the turns after a step of a lane, or end the match; return the effects.

        A lane plays many matches at once.
        """
        self._open_point(at_ns)
        effects, self._effects = self._effects, []
        return effects
