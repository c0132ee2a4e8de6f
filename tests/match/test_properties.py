"""What holds of every match, whatever happens to it.

Random events, sensible and absurd, are fed to a machine. `Driver` checks the machine's invariants
and, by its ledger, that all is written before it is told, that turns are numbered 1, 2, 3, ..., that
every acting seat has one action a step, that strikes are misses, and that nothing is written after
the end. This adds what a bot and a spectator rely on.
"""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.core.rng import nonce_commitment
from referee.core.time_control import MS, SECOND, TimeControl
from referee.match import events as ev
from referee.match.effects import Effect, End, OpenTurns, Write
from referee.match.machine import MatchPhase
from referee.match.records import ActionKind, Ended, Missed, Stepped
from referee.match.rejection import Rejection
from tests.helpers.tiers import examples
from tests.helpers.toy_bid import BidConfig
from tests.helpers.toy_dig import DigConfig
from tests.helpers.toy_draw import DrawConfig
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SHRINKING, SIMULTANEOUS
from tests.helpers.toy_last import LastConfig
from tests.match.driver import Driver, redone, terms_of

MATCHES = [
    (SEQUENTIAL, DrawConfig(limit=60, hand=10), 2),
    (SEQUENTIAL, DrawConfig(limit=60, hand=10), 3),
    (SIMULTANEOUS, BidConfig(rounds=12), 2),
    (SIMULTANEOUS, BidConfig(rounds=12), 4),
    (LONG_TURN, DigConfig(turns=3), 2),
    (LONG_TURN, DigConfig(turns=3), 4),
    (SHRINKING, LastConfig(rounds=12), 3),
    (SHRINKING, LastConfig(rounds=12), 4),
]
TIME_CONTROLS = [
    TimeControl(100 * MS, lag_margin_ns=0, strikes=1),
    TimeControl(100 * MS, bank_ns=300 * MS, increment_ns=30 * MS, lag_margin_ns=20 * MS, strikes=2),
    TimeControl(100 * MS, bank_ns=SECOND, first_move_ns=0, lag_margin_ns=5 * MS, strikes=0),
    TimeControl(None, strikes=1),
]
SEATS = st.integers(0, 3)
"""Reduced to the seats there are."""
TURNS = st.one_of(st.none(), st.integers(-2, 6), st.sampled_from([-(2**31), 2**31 - 1]))
"""The seat's last turn, or another one."""
LAGS = st.one_of(st.just(0), st.integers(0, 50 * MS), st.just(10**15))
STEPS_OF_TIME = st.one_of(
    st.integers(0, 5), st.integers(0, 60 * MS), st.integers(0, 2 * SECOND), st.just(10**12)
)


def _nonce(seat: int) -> bytes:
    return bytes([seat + 1]) * 16


class RandomMatch(RuleBasedStateMachine):
    """Any events, in any order, at times that never go back."""

    @initialize(
        match=st.sampled_from(MATCHES),
        time_control=st.sampled_from(TIME_CONTROLS),
        begins=st.sampled_from([True, True, True, True, False]),
    )
    def create(
        self, match: tuple[AnyPlugin, GameConfig, int], time_control: TimeControl, begins: bool
    ) -> None:
        """Make a match, which mostly begins at once."""
        plugin, config, self.num_seats = match
        self.time_control = time_control
        self.terms = terms_of(plugin, time_control, num_seats=self.num_seats, config=config)
        self.driver = Driver(self.terms, hands_over=False)
        self.now_ns = 0
        self.connected: set[int] = set()
        self.opened_ns: dict[tuple[int, int], int] = {}
        """When each turn was told to its connected seat."""
        self.handed_ns: dict[tuple[int, int], int] = {}
        """When it was handed over."""
        self.broken: set[tuple[int, int]] = set()
        """Turns during which the seat's stream broke."""
        self.ends = 0
        for number in range(self.num_seats if begins else 0):
            self.join(number, b"")

    def seat(self, number: int) -> int:
        """One of the seats there are."""
        return number % self.num_seats

    def take(self, effects: list[Effect]) -> None:
        """See that nobody is told who isn't there, and remember when turns were opened."""
        for effect in effects:
            if isinstance(effect, OpenTurns):
                for turn in effect.turns:
                    assert turn.seat in self.connected
                    self.opened_ns.setdefault((turn.seat, turn.turn), self.now_ns)
            elif isinstance(effect, End):
                assert effect.seat in self.connected
            elif isinstance(effect, Write) and isinstance(effect.record, Ended):
                self.ends += 1

    @rule(by_ns=STEPS_OF_TIME)
    def wait(self, by_ns: int) -> None:
        """Time goes on; nothing happens."""
        self.now_ns += by_ns

    @rule(number=SEATS, nonce=st.sampled_from([b"", b"n" * 16]))
    def join(self, number: int, nonce: bytes) -> None:
        """A seat joins, again perhaps."""
        seat = self.seat(number)
        self.connected.add(seat)
        state = self.driver.machine.seats[seat]
        if (seat, state.turn) not in self.opened_ns:
            self.broken.add((seat, state.turn))
        self.take(self.driver.join(seat, self.now_ns, nonce))

    @rule(number=SEATS)
    def commit(self, number: int) -> None:
        """A seat joins and commits itself to its nonce."""
        seat = self.seat(number)
        self.connected.add(seat)
        state = self.driver.machine.seats[seat]
        if (seat, state.turn) not in self.opened_ns:
            self.broken.add((seat, state.turn))
        joined = ev.SeatJoined(seat, self.now_ns, b"", "", "", nonce_commitment(_nonce(seat)))
        self.take(self.driver.handle(joined))

    @rule(number=SEATS, of=SEATS, declines=st.booleans())
    def open_nonce(self, number: int, of: int, declines: bool) -> None:
        """A seat opens its nonce, another's or none."""
        nonce = b"" if declines else _nonce(of)
        self.take(self.driver.handle(ev.NonceOpened(self.seat(number), nonce, self.now_ns)))

    @rule(number=SEATS)
    def leave(self, number: int) -> None:
        """A seat's stream ends, if there is one."""
        seat = self.seat(number)
        self.connected.discard(seat)
        self.broken.add((seat, self.driver.machine.seats[seat].turn))
        self.take(self.driver.leave(seat, self.now_ns))

    @rule(number=SEATS, turn=TURNS)
    def hand(self, number: int, turn: int | None) -> None:
        """A turn is handed over, or one that isn't open is said to be."""
        seat = self.seat(number)
        state = self.driver.machine.seats[seat]
        turn = state.turn if turn is None else turn
        if state.is_open and turn == state.turn:
            self.handed_ns.setdefault((seat, turn), self.now_ns)
        self.driver.hand(seat, self.now_ns, turn=turn)

    @rule(number=SEATS)
    def hold(self, number: int) -> None:
        """A turn must wait for a place to think."""
        self.driver.hold(self.seat(number), self.now_ns)

    @rule(number=SEATS)
    def release(self, number: int) -> None:
        """It need not wait any longer: its time to be handed over is counted from now."""
        seat = self.seat(number)
        state = self.driver.machine.seats[seat]
        if state.is_held:
            self.opened_ns[seat, state.turn] = self.now_ns
        self.driver.release(seat, self.now_ns)

    @rule(number=SEATS, value=st.integers(-3, 5), turn=TURNS, lag_ns=LAGS)
    def act(self, number: int, value: int, turn: int | None, lag_ns: int) -> None:
        """An action comes in."""
        seat = self.seat(number)
        state = self.driver.machine.seats[seat]
        answers = state.is_open and turn in (None, state.turn)
        is_fair = answers and self.is_fair(seat)
        effects = self.driver.act(seat, value, self.now_ns, lag_ns=lag_ns, turn=turn)
        self.take(effects)
        if is_fair:
            assert all(not isinstance(r, Missed) for r in self.driver.written(effects))

    @rule(value=st.integers(-3, 5), by_ns=st.integers(0, 50 * MS))
    @precondition(lambda self: self.driver.machine.phase is MatchPhase.RUNNING)
    def act_all(self, value: int, by_ns: int) -> None:
        """Whoever is asked answers, after a while."""
        self.now_ns += by_ns
        for seat in range(self.num_seats):
            if self.driver.machine.seats[seat].is_open:
                self.act(seat, value, None, 0)

    def is_fair(self, seat: int) -> bool:
        """Whether the seat, which has an open turn, has kept within its allowance by its own stamps."""
        state = self.driver.machine.seats[seat]
        key = (seat, state.turn)
        if key not in self.opened_ns or key in self.broken:
            return False
        if self.time_control.move_time_ns is None or state.is_held:
            return True
        latest_ns = self.opened_ns[key] + self.time_control.lag_margin_ns
        start_ns = min(self.handed_ns.get(key, latest_ns), latest_ns)
        first = self.time_control.first_move_ns
        free_ns = self.time_control.move_time_ns if first is None or state.turn > 1 else first
        is_long = self.terms.game is LONG_TURN.game
        allowance_ns = 0 if is_long else free_ns + state.bank_ns
        return self.now_ns - start_ns <= allowance_ns

    @rule(number=SEATS, turn=TURNS)
    def garble(self, number: int, turn: int | None) -> None:
        """Something unreadable comes in."""
        seat = self.seat(number)
        self.take(self.driver.garble(seat, self.now_ns, turn=turn, reason=Rejection.WRONG_TYPE))

    @rule(number=SEATS, turn=TURNS)
    def skip(self, number: int, turn: int | None) -> None:
        """A turn is given up, whether it is open or not; that strikes this seat and no other."""
        seat = self.seat(number)
        state = self.driver.machine.seats[seat]
        was_open = state.is_open and turn in (None, state.turn)
        expected = [Missed(seat, state.turn, given_up=True)] if was_open else []
        effects = self.driver.skip(seat, self.now_ns, turn=turn)
        self.take(effects)
        assert [r for r in self.driver.written(effects) if isinstance(r, Missed)] == expected

    @rule(number=SEATS, chance=st.integers(0, 5))
    def resign(self, number: int, chance: int) -> None:
        """Now and then, a seat that is there resigns."""
        if chance == 5 and self.seat(number) in self.connected:
            self.take(self.driver.resign(self.seat(number), self.now_ns))

    @rule(lag_ns=LAGS)
    def pass_time(self, lag_ns: int) -> None:
        """A timer fires, perhaps too early; it expires nobody who has time left."""
        fair = [
            seat
            for seat in range(self.num_seats)
            if self.driver.machine.seats[seat].is_open and self.is_fair(seat)
        ]
        margin_ns = self.time_control.lag_margin_ns
        effects = self.driver.pass_time(self.now_ns, lag_ns=lag_ns)
        self.take(effects)
        missed = {r.seat for r in self.driver.written(effects) if isinstance(r, Missed)}
        assert margin_ns == 0 or not missed & set(fair)

    @rule()
    @precondition(lambda self: self.driver.machine.next_deadline_ns is not None)
    def expire(self) -> None:
        """Time comes to the next deadline, if it isn't past it."""
        due_ns = self.driver.machine.next_deadline_ns
        assert due_ns is not None
        self.now_ns = max(self.now_ns, due_ns)
        effects = self.driver.pass_time(self.now_ns)
        self.take(effects)
        assert effects, "a deadline that has come has an effect"

    @rule(
        cause=st.sampled_from([EndCause.OPERATOR, EndCause.HOST_FAILURE]), chance=st.integers(0, 9)
    )
    def abort(self, cause: EndCause, chance: int) -> None:
        """Seldom, the match is aborted."""
        if chance == 30:
            self.take(self.driver.handle(ev.MatchAborted(cause, "enough", self.now_ns)))

    @invariant()
    def ends_once(self) -> None:
        """The match is over when, and only when, its one end was written."""
        assert self.ends == (self.driver.machine.phase is MatchPhase.ENDED)

    def teardown(self) -> None:
        """What was charged never exceeds what the clock allowed; and the records redo."""
        if not hasattr(self, "driver"):
            return
        records = self.driver.records
        if self.time_control.move_time_ns is not None:
            for seat in range(self.num_seats):
                self.check_charges(seat, [r for r in records if isinstance(r, Stepped)])
        machine = redone(self.terms, records)
        assert machine.outcome == self.driver.machine.outcome
        assert machine.steps == self.driver.machine.steps

    def check_charges(self, seat: int, steps: list[Stepped]) -> None:
        """A seat's played actions took no more than free times, bank, increments and margins."""
        played = [
            taken
            for step in steps
            for taken in step.actions
            if taken.seat == seat and taken.kind is ActionKind.PLAYED
        ]
        terms = self.time_control
        assert terms.move_time_ns is not None
        free_ns = max(terms.move_time_ns, terms.first_move_ns or 0)
        each_ns = free_ns + terms.increment_ns + terms.lag_margin_ns
        assert sum(taken.elapsed_ns for taken in played) <= terms.bank_ns + len(played) * each_ns
        assert all(taken.elapsed_ns >= 0 and taken.lag_ns >= 0 for taken in played)


TestRandomMatch = RandomMatch.TestCase
TestRandomMatch.settings = settings(examples(150), stateful_step_count=50)
