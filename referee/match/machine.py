"""The match: event in, effects out. Read this second, after `core/game.py`.

`MatchMachine` holds everything about one match: the game's state, who holds the seats, their clocks,
and who must decide. It reads no clock (each event says when it happened), does no I/O (effects say
what is to be written and told), and never blames a bot for what the referee did: time that the
referee itself lost is not charged, and a seat is expired only by an event that says so.

It catches no exception of a game. A host that meets one reports it as `MatchAborted` with the cause
REFEREE_FAULT, which voids the match.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Sequence
from typing import Any

from referee.core.config import GameConfig
from referee.core.game import AnyGame, DecisionPoint, Event
from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.core.rng import match_seed
from referee.core.time_control import SECOND, TimeControl
from referee.match import events as ev
from referee.match import records as rec
from referee.match.effects import (
    Begin,
    Effect,
    End,
    Miss,
    OpenTurn,
    OpenTurns,
    Reject,
    Rejection,
    Show,
    Write,
)
from referee.match.records import ActionKind, ActionTaken
from referee.match.scoring import final_outcome, side_left, void_outcome
from referee.match.seat import SeatState

__all__ = ["HANDOVER_LIMIT_NS", "REJOIN_LIMIT_NS", "MatchMachine", "MatchPhase", "MatchTerms"]

HANDOVER_LIMIT_NS = SECOND
"""How long the clock of a connected seat waits for its turn to be handed to the transport."""
REJOIN_LIMIT_NS = 10 * SECOND
"""How long clocks wait for their bots after the referee itself was restarted."""
UNREADABLE_LIMIT = 20
"""Unreadable messages that forfeit a seat."""
REFUSED_RECORDS = 100
"""Refused messages of one seat that go into the record; later ones are told but not written."""


class MatchPhase(enum.Enum):
    """The stage a match is in."""

    WAITING = 1
    """Some seats have not joined yet."""
    RUNNING = 2
    """Decisions are being made."""
    ENDED = 3
    """Over."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchTerms:
    """What is fixed when a match is created."""

    game: AnyGame
    """The rules."""
    config: GameConfig
    """The game's config."""
    num_seats: int
    """Seats, already checked against the game."""
    time_control: TimeControl
    """Clocks."""
    server_seed: bytes
    """The server's part of the match seed; the seed itself, 8 bytes big-endian, if fixed."""
    seed_fixed: bool = False
    """Whether the match seed is given, so that nonces have no part in it."""


class MatchMachine:
    """One match.

    Args:
        terms: What was agreed.
        created_ns: When; the join limit counts from here.
    """

    def __init__(self, terms: MatchTerms, created_ns: int) -> None:
        self.terms = terms
        self.phase = MatchPhase.WAITING
        self.seats = [SeatState(terms.time_control) for _ in range(terms.num_seats)]
        self.teams = terms.game.teams(terms.config, terms.num_seats)
        self.steps = 0
        self.outcome: Outcome | None = None
        self.match_seed = 0
        self.state: Any = None
        """The game's state; None until the match begins."""
        self.point: DecisionPoint | None = None
        """Who must decide, while the match runs."""
        self.last_events: list[Event] = []
        """What the last step, or the start, came to."""
        self._waiting: set[int] = set()
        """Acting seats that have not answered yet."""
        self._began_ns = created_ns
        self._join_deadline_ns = created_ns + terms.time_control.join_limit_ns
        self._forfeits = 0
        self._effects: list[Effect] = []
        self._handlers: dict[type, Callable[[Any], None]] = {
            ev.ActionReceived: self._action_received,
            ev.TurnHanded: self._turn_handed,
            ev.TimePassed: self._time_passed,
            ev.SeatJoined: self._seat_joined,
            ev.SeatLeft: self._seat_left,
            ev.UnreadableReceived: self._unreadable_received,
            ev.SeatResigned: self._seat_resigned,
            ev.MatchAborted: self._match_aborted,
            ev.MatchResumed: self._match_resumed,
        }

    def handle(self, event: ev.MatchEvent) -> list[Effect]:
        """Take an event in; return what the host must do, in order."""
        self._effects = []
        self._handlers[type(event)](event)
        return self._effects

    @property
    def next_deadline_ns(self) -> int | None:
        """When `TimePassed` is due next; None if nothing is waited for."""
        if self.phase is MatchPhase.WAITING:
            return self._join_deadline_ns
        earliest: int | None = None
        for seat in self._waiting:
            deadline = self.seats[seat].deadline_ns
            if deadline is not None and (earliest is None or deadline < earliest):
                earliest = deadline
        return earliest

    # Seats coming and going.

    def _seat_joined(self, event: ev.SeatJoined) -> None:
        seat = self.seats[event.seat]
        seat.connected = self.phase is not MatchPhase.ENDED
        if self.outcome is not None:
            self._effects.append(End(event.seat, self.outcome, []))
            return
        if not seat.joined:
            seat.joined = True
            seat.nonce, seat.bot_name = event.nonce, event.bot_name
            record = rec.Joined(event.seat, event.nonce, event.bot_name, event.client)
            self._effects.append(Write(record))
        if self.phase is MatchPhase.WAITING:
            if all(other.joined for other in self.seats):
                self._begin(event.at_ns)
        elif seat.is_open:
            self._tell_turns([event.seat], event.at_ns)

    def _seat_left(self, event: ev.SeatLeft) -> None:
        seat = self.seats[event.seat]
        seat.connected = False
        if seat.is_open:
            seat.latest_start_ns = min(seat.latest_start_ns, event.at_ns)

    def _seat_resigned(self, event: ev.SeatResigned) -> None:
        if self.phase is MatchPhase.ENDED or self.seats[event.seat].forfeit is not None:
            self._reject(event.seat, 0, Rejection.ENDED, "the match is over for this seat")
            return
        self._take_out([event.seat], ForfeitCause.RESIGNED)
        if self.phase is MatchPhase.WAITING:
            self._begin_without_missing(event.at_ns)
        else:
            self._go_on(event.at_ns)

    def _begin_without_missing(self, at_ns: int) -> None:
        if side_left(self.seats, self.teams):
            self._end_by_forfeit()
        elif all(seat.joined or seat.forfeit is not None for seat in self.seats):
            self._begin(at_ns)

    # Decisions.

    def _turn_handed(self, event: ev.TurnHanded) -> None:
        seat = self.seats[event.seat]
        if seat.is_open and seat.turn == event.turn and seat.handed_ns is None:
            seat.handed_ns = event.at_ns

    def _action_received(self, event: ev.ActionReceived) -> None:
        seat = self.seats[event.seat]
        if not seat.is_open or event.turn != seat.turn:
            self._reject_untimely(event.seat, event.turn)
            return
        start_ns = seat.start_ns(event.at_ns)
        lag_ns = min(event.lag_ns, event.at_ns - start_ns)
        elapsed_ns = event.at_ns - start_ns - lag_ns
        if seat.is_late(elapsed_ns):
            self._expire([event.seat], event.at_ns)
            self._reject_untimely(event.seat, event.turn)
            return
        seat.charge(elapsed_ns)
        seat.last_elapsed_ns, seat.last_lag_ns = elapsed_ns, lag_ns
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
        if seat.unreadable >= UNREADABLE_LIMIT:
            self._take_out([event.seat], ForfeitCause.MALFORMED)
            self._go_on(event.at_ns)

    def _reject_untimely(self, index: int, turn: int) -> None:
        seat = self.seats[index]
        if self.phase is MatchPhase.ENDED or seat.forfeit is not None:
            reason, text = Rejection.ENDED, "the match is over for this seat"
        elif turn > seat.turn:
            reason, text = Rejection.EARLY, f"turn {turn} is not open yet; the last is {seat.turn}"
        elif turn > 0 and turn == seat.missed_turn:
            reason, text = Rejection.LATE, f"the deadline of turn {turn} had passed"
        elif turn > 0 and turn == seat.turn:
            reason, text = Rejection.DUPLICATE, f"turn {turn} has an answer; the first one stands"
        else:
            reason, text = Rejection.STALE, f"turn {turn} is over; the last is {seat.turn}"
        self._reject(index, turn, reason, text)

    def _reject(self, index: int, turn: int, reason: Rejection, text: str) -> None:
        seat = self.seats[index]
        seat.refused += 1
        if seat.refused <= REFUSED_RECORDS and self.phase is not MatchPhase.ENDED:
            self._effects.append(Write(rec.Refused(index, turn, reason)))
        self._effects.append(Reject(index, turn, reason, text))

    def _answer(self, taken: ActionTaken) -> None:
        seat = self.seats[taken.seat]
        seat.answer = taken
        seat.is_open = False
        self._waiting.discard(taken.seat)

    # Time.

    def _time_passed(self, event: ev.TimePassed) -> None:
        fair_ns = event.at_ns - event.lag_ns
        if self.phase is MatchPhase.WAITING:
            if fair_ns >= self._join_deadline_ns:
                self._join_limit_passed(event.at_ns)
            return
        expired = []
        for index in sorted(self._waiting):
            deadline = self.seats[index].deadline_ns
            if deadline is not None and fair_ns >= deadline:
                expired.append(index)
        if expired:
            self._expire(expired, event.at_ns)

    def _join_limit_passed(self, at_ns: int) -> None:
        if not any(seat.joined for seat in self.seats):
            self._end(void_outcome(self.seats, EndCause.HOST_FAILURE, "no seat was ever joined"))
            return
        absent = [i for i, seat in enumerate(self.seats) if not seat.joined and not seat.forfeit]
        self._take_out(absent, ForfeitCause.ABSENT)
        self._begin_without_missing(at_ns)

    def _expire(self, indices: list[int], at_ns: int) -> None:
        limit = self.terms.time_control.strikes
        out = []
        for index in indices:
            seat = self.seats[index]
            start_ns = seat.start_ns(at_ns)
            default = self._defaulted(
                index, ActionKind.DEFAULTED, at_ns - start_ns, start_ns - self._began_ns
            )
            self._answer(default)
            self._strike(seat)
            self._effects.append(Write(rec.Missed(index, seat.turn)))
            if limit and seat.strikes >= limit:
                out.append(index)
        self._take_out(out, ForfeitCause.TIME)
        for index in indices:
            seat = self.seats[index]
            self._effects.append(Miss(index, seat.turn, seat.strikes, index in out))
        self._go_on(at_ns)

    def _strike(self, seat: SeatState) -> None:
        seat.strikes += 1
        seat.missed_turn = seat.turn
        seat.bank_ns = 0 if seat.free_ns is not None else seat.bank_ns
        seat.last_elapsed_ns, seat.last_lag_ns = None, 0

    def _defaulted(
        self, index: int, kind: ActionKind, elapsed_ns: int = 0, handed_ns: int = 0
    ) -> ActionTaken:
        turn = self.seats[index].turn
        return ActionTaken(index, turn, kind, None, b"", elapsed_ns, 0, handed_ns)

    # From start to end.

    def _begin(self, at_ns: int) -> None:
        terms = self.terms
        self.phase = MatchPhase.RUNNING
        self._began_ns = at_ns
        start_events = self._start_game()
        self._effects.append(Write(rec.Started(terms.game.digest(self.state))))
        self._effects.append(Begin())
        self._move_on(start_events)
        self._open_point(at_ns)

    def _start_game(self) -> list[Event]:
        terms = self.terms
        if terms.seed_fixed:
            self.match_seed = int.from_bytes(terms.server_seed, "big")
        else:
            self.match_seed = match_seed(terms.server_seed, [seat.nonce for seat in self.seats])
        self.state, start_events = terms.game.start(
            terms.config, seed=self.match_seed, num_seats=terms.num_seats
        )
        return start_events

    def _go_on(self, at_ns: int) -> None:
        """Step when nobody is waited for; end when no rivalry is left."""
        if self.phase is MatchPhase.RUNNING and side_left(self.seats, self.teams):
            self._end_by_forfeit()
        elif not self._waiting and self.point is not None:
            self._step(self.point)
            self._open_point(at_ns)

    def _step(self, point: DecisionPoint) -> None:
        game = self.terms.game
        taken = [self._taken(index) for index in point.seats]
        for index in point.seats:
            self.seats[index].answer = None
        events = game.step(self.state, {t.seat: t.action for t in taken})
        self.steps += 1
        self._effects.append(Write(rec.Stepped(taken, game.digest(self.state))))
        self._move_on(events)

    def _move_on(self, events: list[Event]) -> None:
        """Find out who must decide next, and let everybody know what led there."""
        self.point = self.terms.game.decision(self.state)
        self._keep_for_seats(events)
        self._effects.append(Show(self.steps, self.point.phase if self.point else "", events))

    def _keep_for_seats(self, events: list[Event]) -> None:
        self.last_events = events
        for index, seat in enumerate(self.seats):
            if seat.forfeit is None:
                seat.pending += [event for event in events if event.is_told_to(index)]

    def _taken(self, index: int) -> ActionTaken:
        answer = self.seats[index].answer
        assert answer is not None
        return answer

    def _open_point(self, at_ns: int) -> None:
        """Open the turns of the decision point, stepping on while all who act have forfeited."""
        while self.point is not None:
            self._open_turns(self.point, at_ns)
            if self._waiting:
                acting = [i for i in self.point.seats if i in self._waiting]
                self._tell_turns([i for i in acting if self.seats[i].connected], at_ns)
                return
            self._step(self.point)
        self._end_by_rules()

    def _open_turns(self, point: DecisionPoint, at_ns: int) -> None:
        for index in point.seats:
            seat = self.seats[index]
            if seat.answer is not None:
                continue  # missed before the referee was restarted
            grace_ns = HANDOVER_LIMIT_NS if seat.connected else 0
            seat.open(at_ns, grace_ns=grace_ns, continues=point.continues)
            if seat.forfeit is None:
                self._waiting.add(index)
            else:
                self._answer(self._defaulted(index, ActionKind.FORFEITED))

    def _tell_turns(self, indices: list[int], at_ns: int) -> None:
        if not indices or self.point is None:
            return
        observations = self.terms.game.observe(self.state, indices)
        turns = []
        for index, observation in zip(indices, observations, strict=True):
            seat = self.seats[index]
            clock = seat.clock(at_ns)
            turns.append(OpenTurn(index, seat.turn, observation, seat.turn_events, clock))
        self._effects.append(OpenTurns(self.point.phase, turns))

    def _take_out(self, indices: Sequence[int], cause: ForfeitCause) -> None:
        """Take seats out, all at once; whatever they still had to answer is defaulted."""
        self._forfeits += bool(indices)
        for index in indices:
            seat = self.seats[index]
            seat.forfeit, seat.out_order = cause, self._forfeits
            self._effects.append(Write(rec.Forfeited(index, cause, seat.out_order)))
            if seat.is_open:
                self._answer(self._defaulted(index, ActionKind.FORFEITED))

    def _match_aborted(self, event: ev.MatchAborted) -> None:
        if self.phase is not MatchPhase.ENDED:
            self._end(void_outcome(self.seats, event.cause, event.text))

    def _end_by_forfeit(self) -> None:
        last = max(self.seats, key=lambda seat: seat.out_order)
        assert last.forfeit is not None
        self._end(self._outcome(last.forfeit.end_cause))

    def _end_by_rules(self) -> None:
        self._end(self._outcome(EndCause.RULES))

    def _outcome(self, cause: EndCause) -> Outcome:
        by_rules = None if self.state is None else self.terms.game.outcome(self.state)
        return final_outcome(self.seats, self.teams, by_rules, cause)

    def _end(self, outcome: Outcome) -> None:
        self.phase = MatchPhase.ENDED
        self.outcome = outcome
        self.point = None
        self._waiting.clear()
        nonces = tuple(seat.nonce for seat in self.seats)
        self._effects.append(Write(rec.Ended(outcome, self.match_seed, nonces)))
        for index, seat in enumerate(self.seats):
            seat.is_open = False
            if seat.connected:
                unseen = seat.turn_events if seat.handed_ns is None else []
                self._effects.append(End(index, outcome, unseen + seat.pending))

    # Taking a match up again.

    def redo(self, record: rec.MatchRecord) -> None:
        """Bring the match to where a record of it says it was, without effects.

        Args:
            record: The next record of a journal, in order, with actions decoded.

        Raises:
            ValueError: The record doesn't follow from those before it; says how.
        """
        match record:
            case rec.Joined(index, nonce, bot_name, _):
                seat = self._known(index)
                seat.joined, seat.nonce, seat.bot_name = True, nonce, bot_name
            case rec.Started(digest):
                if self.phase is not MatchPhase.WAITING:
                    raise ValueError("the match starts twice")
                self.phase = MatchPhase.RUNNING
                events = self._start_game()
                self._check_digest(digest, "the start")
                self.point = self.terms.game.decision(self.state)
                self._keep_for_seats(events)
            case rec.Stepped():
                self._redo_step(record)
            case rec.Missed(index, turn):
                self._redo_miss(self._known(index), index, turn)
            case rec.Forfeited(index, cause, order):
                seat = self._known(index)
                seat.forfeit, seat.out_order = cause, order
                self._forfeits = max(self._forfeits, order)
            case rec.Refused(index, _, reason):
                seat = self._known(index)
                seat.refused += 1
                if reason in (Rejection.MALFORMED, Rejection.WRONG_TYPE):
                    seat.unreadable += 1
            case rec.Ended():
                self._redo_end(record)
            case rec.Recovered():
                pass

    def _redo_miss(self, seat: SeatState, index: int, turn: int) -> None:
        if self.point is None or index not in self.point.seats:
            raise ValueError(f"seat {index} misses turn {turn}, but has none")
        seat.turn = turn
        seat.free_ns = self.terms.time_control.free_ns(first=turn == 1)
        seat.answer = self._defaulted(index, ActionKind.DEFAULTED)
        self._strike(seat)

    def _redo_step(self, record: rec.Stepped) -> None:
        point = self.point
        if point is None:
            raise ValueError(f"step {self.steps + 1}: nobody has to decide")
        acted = tuple(taken.seat for taken in record.actions)
        if acted != point.seats:
            raise ValueError(f"step {self.steps + 1}: seats {acted} act instead of {point.seats}")
        for taken in record.actions:
            self._redo_action(self.seats[taken.seat], taken, continues=point.continues)
        events = self.terms.game.step(self.state, {t.seat: t.action for t in record.actions})
        self.steps += 1
        self._check_digest(record.digest, f"step {self.steps}")
        self.point = self.terms.game.decision(self.state)
        for index in acted:
            self.seats[index].pending = []
        self._keep_for_seats(events)

    def _redo_action(self, seat: SeatState, taken: ActionTaken, *, continues: bool) -> None:
        seat.turn = taken.turn
        seat.answer = None
        if not continues:
            seat.used_ns = 0
            seat.free_ns = self.terms.time_control.free_ns(first=taken.turn == 1)
        if taken.kind is ActionKind.PLAYED:
            seat.charge(taken.elapsed_ns)
            seat.last_elapsed_ns, seat.last_lag_ns = taken.elapsed_ns, taken.lag_ns

    def _redo_end(self, record: rec.Ended) -> None:
        outcome = record.outcome
        if outcome.cause is EndCause.RULES and self.point is not None:
            raise ValueError("the match ends by the rules where a seat has to decide")
        expected = outcome if outcome.cause.is_void else self._outcome(outcome.cause)
        if outcome.seats != expected.seats:
            raise ValueError(f"the outcome is {outcome.seats}, but should be {expected.seats}")
        if self.phase is MatchPhase.RUNNING and record.match_seed != self.match_seed:
            raise ValueError(f"the match seed is {record.match_seed}, not {self.match_seed}")
        self.phase, self.outcome, self.point = MatchPhase.ENDED, outcome, None

    def _known(self, index: int) -> SeatState:
        if not 0 <= index < len(self.seats):
            raise ValueError(f"there is no seat {index}; the match has {len(self.seats)}")
        return self.seats[index]

    def _check_digest(self, digest: bytes, where: str) -> None:
        actual = self.terms.game.digest(self.state)
        if actual != digest:
            raise ValueError(f"{where}: digest is {digest.hex()}, but should be {actual.hex()}")

    def _match_resumed(self, event: ev.MatchResumed) -> None:
        self._began_ns = event.at_ns
        self._effects.append(Write(rec.Recovered(self.steps)))
        if self.phase is MatchPhase.WAITING:
            self._join_deadline_ns = event.at_ns + self.terms.time_control.join_limit_ns
            self._begin_without_missing(event.at_ns)
        elif side_left(self.seats, self.teams):
            self._end_by_forfeit()
        else:
            self._open_point(event.at_ns)
            for index in self._waiting:
                self.seats[index].latest_start_ns = event.at_ns + REJOIN_LIMIT_NS

    def check_invariants(self) -> None:
        """Raise AssertionError if the match is in a state it must never be in; for tests."""
        point = self.point
        acting = point.seats if point is not None else ()
        assert self._waiting <= set(acting), "only acting seats are waited for"
        assert (self.outcome is not None) == (self.phase is MatchPhase.ENDED)
        assert self.phase is not MatchPhase.RUNNING or self._waiting, "a running match waits"
        for index, seat in enumerate(self.seats):
            assert seat.is_open == (index in self._waiting), "open turns are what is waited for"
            assert seat.forfeit is None or not seat.is_open, "a forfeited seat has no open turn"
            assert seat.bank_ns >= 0, "a bank is never overdrawn"
            assert 0 <= seat.missed_turn <= seat.turn
            assert seat.joined or not seat.connected, "who is connected has joined"
            limit = self.terms.time_control.strikes
            assert not limit or seat.strikes <= limit, "strikes stop at the limit"
