"""What a match has written, and the check that nothing is told before it was written."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.core.outcome import EndCause, Outcome, SeatResult
from referee.match import records as rec
from referee.match.course import REFUSED_RECORDS
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
    WriteDeadline,
)
from referee.match.records import ActionKind, MatchRecord
from referee.match.rejection import Rejection

__all__ = ["CALENDAR_NS", "Ledger"]

CALENDAR_NS = 10**18
"""Calendar time when the driver's clock is at 0, in nanoseconds since 1970 UTC."""


class Ledger:
    """The facts that the records of a match establish, kept apart from the machine's own.

    Args:
        num_seats: Seats of the match.
    """

    def __init__(self, num_seats: int) -> None:
        self.records: list[MatchRecord] = []
        """All that was written."""
        self.joined: set[int] = set()
        """Seats that have joined."""
        self.shown = False
        """Whether the nonce commitments were shown."""
        self.opened: set[int] = set()
        """Seats that have opened their nonces."""
        self.forfeited: set[int] = set()
        """Seats that are out."""
        self.missed: list[list[int]] = [[] for _ in range(num_seats)]
        """Turns that each seat missed."""
        self.acted = [0] * num_seats
        """Steps each seat had a part in."""
        self.refused = [0] * num_seats
        """Messages of each seat that were refused and written."""
        self.answered: dict[int, rec.ActionTaken] = {}
        """Answers at the open decision point that wait for other seats, by seat."""
        self.said: list[list[rec.Said]] = [[] for _ in range(num_seats)]
        """What each seat has said at the decision point that is open."""
        self.begun = False
        """Whether the match has begun."""
        self.steps = 0
        """Steps."""
        self.early: dict[int, SeatResult] = {}
        """What seats were told that they came to while the match went on."""
        self.outcome: Outcome | None = None
        """The outcome once the match is over."""

    def check(self, effects: Sequence[Effect], *, eliminated: Collection[int]) -> None:
        """Take effects in; raise AssertionError if one says what has not been written before it.

        Args:
            effects: What came out of an event.
            eliminated: Seats that the rules have put out by now; one that nobody holds is not told.
        """
        for effect in effects:
            match effect:
                case Write(record):
                    self._write(record)
                case WriteDeadline(seat, turn_number, deadline_ns):
                    dated_ns = None if deadline_ns is None else deadline_ns + CALENDAR_NS
                    self._write(rec.TurnOpened(seat, turn_number, dated_ns))
                case ShowNonces():
                    assert self.shown
                    assert not self.begun
                case Begin():
                    assert self.begun
                    assert self.joined | self.forfeited == set(range(len(self.acted)))
                case Show(step, _, _, said):
                    assert self.begun
                    assert step == self.steps
                    assert [h.seat for h in said] == sorted(h.seat for h in said)
                case OpenTurns(_, turns):
                    assert turns, "no empty list of turns"
                    for turn in turns:
                        assert turn.turn == self.acted[turn.seat] + 1
                        assert turn.clock.strikes == len(self.missed[turn.seat])
                        assert turn.seat in self.joined - self.forfeited - self.early.keys()
                    assert self.outcome is None
                case Miss(seat, turn_number, strikes, forfeited):
                    assert turn_number == self.missed[seat][-1]
                    assert strikes == len(self.missed[seat])
                    assert forfeited == (seat in self.forfeited)
                case Reject():
                    self._check_rejection(effect, eliminated)
                case End(seat, outcome, goes_on=True, place=place):
                    self._check_early_end(seat, outcome, is_open=place is not None)
                case End(_, outcome):
                    assert outcome == self.outcome

    def _check_early_end(self, seat: int, outcome: Outcome, *, is_open: bool) -> None:
        assert self.begun
        assert self.outcome is None
        assert outcome.cause is EndCause.RULES
        nothing = SeatResult(0, 0, 0, None)
        told = outcome.seats[seat]
        assert (told.placement > 0) != is_open
        others = [result for index, result in enumerate(outcome.seats) if index != seat]
        assert others == [nothing] * len(others)
        assert told.strikes == len(self.missed[seat])
        assert told == self.early.setdefault(seat, told)

    def _check_rejection(self, reject: Reject, eliminated: Collection[int]) -> None:
        if reject.reason is Rejection.ENDED:
            is_out = reject.seat in self.forfeited or reject.seat in eliminated
            assert self.outcome is not None or is_out
        if reject.reason is Rejection.LATE:
            assert reject.turn in self.missed[reject.seat]
        if self.outcome is None and self.refused[reject.seat] < REFUSED_RECORDS:
            assert self.records[-1] == rec.Refused(reject.seat, reject.turn, reject.reason)

    def _write(self, record: MatchRecord) -> None:
        assert self.outcome is None, "nothing is written after the end"
        self.records.append(record)
        match record:
            case rec.Joined(seat):
                assert seat not in self.joined
                self.joined.add(seat)
            case rec.Committed():
                assert not self.begun
                assert not self.shown
                self.shown = True
            case rec.Opened(seat):
                assert self.shown
                assert not self.begun
                assert seat in self.joined - self.opened
                self.opened.add(seat)
            case rec.Started():
                assert not self.begun
                self.begun = True
            case rec.Stepped():
                self._write_step(record)
            case rec.Missed(seat, turn):
                assert self.begun
                assert seat not in self.forfeited
                assert turn == self.acted[seat] + 1
                assert turn not in self.missed[seat]
                self.missed[seat].append(turn)
            case rec.TurnOpened(seat, turn):
                assert self.begun
                assert seat not in self.forfeited
                assert turn == self.acted[seat] + 1
                assert turn not in self.missed[seat]
            case rec.Answered(taken):
                assert self.begun
                assert taken.seat not in self.forfeited
                assert taken.seat not in self.answered
                assert taken.turn == self.acted[taken.seat] + 1
                assert taken.turn not in self.missed[taken.seat]
                self.answered[taken.seat] = taken
            case rec.Said(seat):
                assert self.begun
                assert seat not in self.forfeited
                self.said[seat].append(record)
            case rec.Forfeited(seat):
                assert seat not in self.forfeited
                assert seat not in self.early
                self.forfeited.add(seat)
            case rec.Refused(seat):
                self.refused[seat] += 1
                assert self.refused[seat] <= REFUSED_RECORDS
            case rec.Ended(outcome):
                assert [len(turns) for turns in self.missed] == [s.strikes for s in outcome.seats]
                assert [seat in self.forfeited for seat in range(len(self.acted))] == [
                    s.forfeit is not None for s in outcome.seats
                ]
                if not outcome.cause.is_void:
                    assert {s: outcome.seats[s] for s in self.early} == self.early
                self.outcome = outcome

    def _write_step(self, record: rec.Stepped) -> None:
        assert self.begun
        seats = [taken.seat for taken in record.actions]
        assert seats == sorted(set(seats)), "one action a seat, in seat order"
        for taken in record.actions:
            self.acted[taken.seat] += 1
            assert taken.turn == self.acted[taken.seat], "turns are numbered 1, 2, 3, ..."
            assert self.answered.pop(taken.seat, taken) == taken
            missed = taken.turn in self.missed[taken.seat]
            assert missed == (taken.kind is ActionKind.DEFAULTED)
            if taken.kind is not ActionKind.PLAYED:
                assert taken.action is None
                assert taken.payload == b""
        self.steps += 1
        for said in self.said:
            said.clear()
