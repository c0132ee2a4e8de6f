"""What time costs a seat: free time, bank, increment, margin, strikes, and when a clock runs.

Times are nanoseconds, turns of the bidding toy open at 0 and are handed over at once, unless a test
says otherwise. Expected numbers are computed by hand from the comments of `time_control.proto`.
"""

from __future__ import annotations

import pytest

from referee.core.time_control import MS, SECOND, TimeControl
from referee.match.effects import ClockReading, Miss, OpenTurn, Reject
from referee.match.records import ActionKind, ActionTaken, Missed, Stepped
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import LONG_TURN, SIMULTANEOUS
from tests.match.driver import PAYLOAD, Driver, terms_of, told_to

BANKED = TimeControl(
    move_time_ns=100 * MS, bank_ns=300 * MS, increment_ns=20 * MS, lag_margin_ns=50 * MS
)
"""The deadline of the first turn is at 100 + 300 + 50 = 450 ms."""
PLAIN = TimeControl(move_time_ns=100 * MS, lag_margin_ns=0)
MARGIN = 70 * MS
ROOMY = TimeControl(move_time_ns=100 * MS, lag_margin_ns=MARGIN)
"""Clocks wait as long as the margin for turns to be handed over."""


def bidding(time_control: TimeControl, *, num_seats: int = 2, hands_over: bool = True) -> Driver:
    """A bidding match that has begun at 0."""
    driver = Driver(
        terms_of(SIMULTANEOUS, time_control, num_seats=num_seats), hands_over=hands_over
    )
    driver.start()
    return driver


def open_turn(driver: Driver, seat: int) -> OpenTurn:
    """The last turn that the seat was told."""
    turns = [told for told in told_to(seat, driver.effects) if isinstance(told, OpenTurn)]
    return turns[-1]


@pytest.mark.parametrize(
    ("elapsed_ms", "bank_ms"),
    [
        pytest.param(0, 320, id="no time"),
        pytest.param(99, 320, id="less than the free time"),
        pytest.param(100, 320, id="the free time"),
        pytest.param(130, 290, id="30 ms of the bank"),
        pytest.param(400, 20, id="all of the bank"),
        pytest.param(450, 20, id="the margin too, which is never charged"),
    ],
)
def test_an_answer_in_time_is_paid_from_the_bank(elapsed_ms: int, bank_ms: int) -> None:
    """Only time beyond 100 ms comes out of the bank of 300 ms; then the increment of 20 comes in."""
    driver = bidding(BANKED)
    driver.act(0, 1, elapsed_ms * MS)
    driver.act(1, 1, elapsed_ms * MS)
    expected = ClockReading((bank_ms + 100) * MS, bank_ms * MS, elapsed_ms * MS, 0, strikes=0)
    assert expected == open_turn(driver, 0).clock


def test_bank_is_spent_over_several_turns() -> None:
    """300 - 50 + 20 = 270, then 270 - 100 + 20 = 190, then 190 + 20 = 210."""
    driver = bidding(BANKED)
    banks, opened_ns = [], 0
    for elapsed_ns in (150 * MS, 200 * MS, 10 * MS):
        driver.act(0, 1, opened_ns + elapsed_ns)
        driver.act(1, 1, opened_ns + elapsed_ns)
        opened_ns += elapsed_ns
        banks.append(open_turn(driver, 0).clock.bank_ns)
    assert banks == [270 * MS, 190 * MS, 210 * MS]


@pytest.mark.parametrize(
    ("at_ns", "missed"),
    [
        pytest.param(450 * MS - 1, False, id="1 ns before"),
        pytest.param(450 * MS, True, id="at"),
        pytest.param(450 * MS + 1, True, id="1 ns after"),
    ],
)
def test_time_passes_the_deadline(at_ns: int, missed: bool) -> None:
    """A seat is expired when the deadline, margin included, has come."""
    driver = bidding(BANKED)
    assert driver.machine.next_deadline_ns == 450 * MS
    expected = [Missed(0, 1), Missed(1, 1)] if missed else []
    assert expected == driver.written(driver.pass_time(at_ns))[:2]


@pytest.mark.parametrize(
    ("at_ns", "kind"),
    [
        pytest.param(450 * MS - 1, ActionKind.PLAYED, id="1 ns before"),
        pytest.param(450 * MS, ActionKind.PLAYED, id="at"),
        pytest.param(450 * MS + 1, ActionKind.DEFAULTED, id="1 ns after"),
    ],
)
def test_an_action_counts_up_to_the_deadline(at_ns: int, kind: ActionKind) -> None:
    """What was read by the deadline is in time if nobody said before that it had passed."""
    driver = bidding(BANKED)
    driver.act(1, 1, 0)
    effects = driver.act(0, 1, at_ns)
    (step,) = [record for record in driver.written(effects) if isinstance(record, Stepped)]
    assert step.actions[0].kind is kind


def test_a_late_action_expires_its_seat_and_no_other() -> None:
    """Both seats are beyond the deadline, but only an event that says so expires the other."""
    driver = bidding(PLAIN)
    effects = driver.act(0, 1, 101 * MS)
    late = Reject(0, 1, Rejection.LATE, "the deadline of turn 1 had passed")
    assert told_to(0, effects) == [Miss(0, 1, 1, False), late]
    assert told_to(1, effects) == []
    driver.act(1, 1, 101 * MS, lag_ns=MS)
    assert driver.machine.steps == 1


def test_a_miss_takes_the_bank_and_gives_no_increment() -> None:
    """After a miss the bank is 0, the last measurement is void, and a strike stands."""
    driver = bidding(BANKED)
    driver.act(0, 1, 10 * MS, lag_ns=MS)
    driver.act(1, 1, 10 * MS)
    driver.act(1, 1, 10 * MS)
    assert driver.machine.next_deadline_ns == 480 * MS  # 10 + 100 free + 320 bank + 50 margin
    effects = driver.pass_time(480 * MS)
    assert told_to(0, effects)[0] == Miss(0, 2, 1, False)
    assert open_turn(driver, 0).clock == ClockReading(100 * MS, 0, None, 0, strikes=1)
    assert open_turn(driver, 1).clock == ClockReading(440 * MS, 340 * MS, 0, 0, strikes=0)


def test_a_defaulted_action_is_recorded() -> None:
    """What the missed turn took, and when it was handed over, goes into the step."""
    driver = bidding(PLAIN)
    driver.act(1, 1, 30 * MS)
    effects = driver.pass_time(100 * MS + 7)
    (step,) = [record for record in driver.written(effects) if isinstance(record, Stepped)]
    assert step.actions == [
        ActionTaken(0, 1, ActionKind.DEFAULTED, None, b"", 100 * MS + 7, 0, 0),
        ActionTaken(1, 1, ActionKind.PLAYED, ToyAction(1), PAYLOAD, 30 * MS, 0, 0),
    ]


@pytest.mark.parametrize(
    ("first_move_ns", "deadlines_ms"),
    [
        pytest.param(None, [100, 200], id="none: move time from the start"),
        pytest.param(250 * MS, [250, 350], id="longer for a slow start"),
        pytest.param(0, [0, 100], id="no time at all"),
    ],
)
def test_first_move_has_its_own_allowance(
    first_move_ns: int | None, deadlines_ms: list[int]
) -> None:
    """The allowance of the first decision replaces the move time, and of no other."""
    driver = bidding(TimeControl(100 * MS, first_move_ns=first_move_ns, lag_margin_ns=0))
    deadlines = [driver.expire() // MS, driver.expire() // MS]
    assert deadlines_ms == deadlines


def test_without_move_time_there_is_no_deadline() -> None:
    """Bank, increment and margin are without effect, and a day's thought is in time."""
    driver = bidding(TimeControl(None, bank_ns=5 * SECOND, increment_ns=SECOND))
    assert driver.machine.next_deadline_ns is None
    assert driver.pass_time(10**15) == []
    driver.act(0, 1, 10**15)
    driver.act(1, 1, 10**15)
    assert ClockReading(None, 5 * SECOND, 10**15, 0, strikes=0) == open_turn(driver, 0).clock


def test_zero_strikes_never_forfeit() -> None:
    """A seat may miss every deadline, and the match still ends by its rules."""
    driver = bidding(TimeControl(100 * MS, strikes=0))
    for _ in range(4):
        driver.expire()
    assert driver.machine.outcome is not None
    assert [result.strikes for result in driver.machine.outcome.seats] == [4, 4]
    assert [result.forfeit for result in driver.machine.outcome.seats] == [None, None]


# When a clock starts.


def test_clock_starts_when_the_turn_is_handed_over() -> None:
    """Handed over at 40 ms, an answer at 140 ms took 100 ms."""
    driver = bidding(ROOMY, hands_over=False)
    driver.hand(0, 40 * MS)
    driver.hand(1, 60 * MS)
    assert driver.machine.next_deadline_ns == 140 * MS + MARGIN
    driver.act(0, 1, 140 * MS)
    assert driver.machine.next_deadline_ns == 160 * MS + MARGIN
    effects = driver.act(1, 1, 150 * MS)
    (step,) = [record for record in driver.written(effects) if isinstance(record, Stepped)]
    assert [(taken.elapsed_ns, taken.handed_ns) for taken in step.actions] == [
        (100 * MS, 40 * MS),
        (90 * MS, 60 * MS),
    ]


def test_clock_of_a_connected_seat_starts_at_the_handover_limit() -> None:
    """A bot that doesn't read can't stop its clock: it starts by the lag margin after opening."""
    driver = bidding(ROOMY, hands_over=False)
    assert driver.machine.next_deadline_ns == MARGIN + 100 * MS + MARGIN
    driver.hand(0, MARGIN + 50 * MS)
    assert driver.pass_time(MARGIN + 100 * MS + MARGIN - 1) == []
    effects = driver.pass_time(MARGIN + 100 * MS + MARGIN)
    assert [Missed(0, 1), Missed(1, 1)] == driver.written(effects)[:2]


def test_how_long_clocks_may_wait() -> None:
    """Until all turns are handed over or the limit has passed; unknown while one waits for a place."""
    driver = bidding(ROOMY, hands_over=False)
    machine = driver.machine
    assert machine.clocks_wait_ns(0) == MARGIN
    driver.hand(0, 10 * MS)
    assert machine.clocks_wait_ns(20 * MS) == MARGIN - 20 * MS
    driver.hold(1, 20 * MS)
    assert machine.clocks_wait_ns(20 * MS) == 0
    driver.release(1, 30 * MS)
    assert machine.clocks_wait_ns(30 * MS) == MARGIN
    assert machine.clocks_wait_ns(30 * MS + MARGIN) is None
    driver.hand(1, 40 * MS)
    assert machine.clocks_wait_ns(40 * MS) is None


def test_only_the_first_handover_counts() -> None:
    """A turn that comes again keeps its clock; one that is over has none."""
    driver = bidding(ROOMY, hands_over=False)
    driver.hand(0, 10 * MS)
    driver.hand(0, 90 * MS)
    driver.hand(0, 90 * MS, turn=2)
    assert driver.machine.next_deadline_ns == 110 * MS + MARGIN
    driver.act(0, 1, 20 * MS)
    driver.hand(0, 95 * MS, turn=1)
    driver.act(1, 1, 100 * MS)
    assert driver.machine.next_deadline_ns == 100 * MS + MARGIN + 100 * MS + MARGIN


@pytest.mark.parametrize(("at_ms", "elapsed_ms", "bank_ms"), [(50, 0, 320), (250, 200, 220)])
def test_an_answer_before_the_handover_costs_what_is_beyond_the_margin(
    at_ms: int, elapsed_ms: int, bank_ms: int
) -> None:
    """The referee may read an answer before it notes that the turn was handed over.

    But who has learnt of the turn in another way, and does not read it, gains no more than the margin.
    """
    driver = bidding(BANKED, hands_over=False)
    driver.act(0, 1, at_ms * MS)
    driver.act(1, 1, at_ms * MS)
    expected = ClockReading((100 + bank_ms) * MS, bank_ms * MS, elapsed_ms * MS, 0, strikes=0)
    assert expected == open_turn(driver, 0).clock


def test_clock_of_an_absent_seat_starts_at_once() -> None:
    """Who isn't connected when a turn opens is not waited for."""
    driver = bidding(PLAIN)
    driver.leave(0, 10 * MS)
    driver.act(0, 1, 20 * MS)
    effects = driver.act(1, 1, 30 * MS)
    assert told_to(0, effects) == []
    assert driver.machine.next_deadline_ns == 130 * MS


def test_leaving_starts_a_clock_that_waits_for_the_handover() -> None:
    """A stream that breaks stops no clock, and starts one that had not started."""
    driver = bidding(ROOMY, hands_over=False)
    driver.hand(1, 0)
    driver.act(1, 1, 10 * MS)
    driver.leave(0, 30 * MS)
    assert driver.machine.next_deadline_ns == 130 * MS + MARGIN
    driver.join(0, 50 * MS)
    driver.hand(0, 60 * MS)
    assert driver.machine.next_deadline_ns == 130 * MS + MARGIN


def test_leaving_does_not_move_a_clock_that_runs() -> None:
    """The clock started at 10 ms, whatever the stream did after."""
    driver = bidding(ROOMY, hands_over=False)
    driver.hand(0, 10 * MS)
    driver.leave(0, 30 * MS)
    assert driver.machine.next_deadline_ns == 110 * MS + MARGIN


@pytest.mark.parametrize("leaves_first", [True, False], ids=["after a break", "while connected"])
def test_a_rejoining_seat_gets_its_open_turn_with_the_time_left(leaves_first: bool) -> None:
    """The same turn with the same observation; 70 of 100 ms are left, and 300 of bank."""
    driver = bidding(BANKED)
    before = open_turn(driver, 0)
    if leaves_first:
        driver.leave(0, 10 * MS)
    effects = driver.join(0, 30 * MS)
    (again,) = told_to(0, effects)
    assert told_to(1, effects) == []
    assert driver.written(effects) == []
    assert again == before._replace(clock=ClockReading(370 * MS, 300 * MS, None, 0, strikes=0))
    assert driver.machine.next_deadline_ns == 450 * MS


def test_remaining_time_is_never_negative() -> None:
    """Within the margin nothing is left of the allowance."""
    driver = bidding(BANKED)
    driver.join(0, 430 * MS)
    assert open_turn(driver, 0).clock.remaining_ns == 0


# Turns that go on.

LONG = TimeControl(
    move_time_ns=100 * MS, bank_ns=50 * MS, increment_ns=20 * MS, lag_margin_ns=0, strikes=9
)


def test_a_turn_that_goes_on_has_one_clock_and_one_increment() -> None:
    """Orders of 60, 30 and 40 ms: 30 beyond the free 100 come out of the bank of 50 + 20."""
    driver = Driver(terms_of(LONG_TURN, LONG))
    driver.start()
    readings = [open_turn(driver, 0).clock]
    for at_ns in (60 * MS, 90 * MS):
        driver.act(0, 0, at_ns)
        readings.append(open_turn(driver, 0).clock)
    driver.act(0, 0, 130 * MS)
    assert readings == [
        ClockReading(150 * MS, 50 * MS, None, 0, strikes=0),
        ClockReading(110 * MS, 70 * MS, 60 * MS, 0, strikes=0),
        ClockReading(80 * MS, 70 * MS, 30 * MS, 0, strikes=0),
    ]
    assert driver.machine.seats[0].bank_ns == 40 * MS


def test_orders_after_the_free_time_are_paid_from_the_bank_in_full() -> None:
    """120 ms leave 50 - 20 + 20 of bank and nothing free; another 10 ms cost 10."""
    driver = Driver(terms_of(LONG_TURN, LONG))
    driver.start()
    driver.act(0, 0, 120 * MS)
    assert open_turn(driver, 0).clock == ClockReading(50 * MS, 50 * MS, 120 * MS, 0, strikes=0)
    driver.act(0, 0, 130 * MS)
    assert open_turn(driver, 0).clock == ClockReading(40 * MS, 40 * MS, 10 * MS, 0, strikes=0)


def test_an_order_in_no_time_earns_no_second_increment() -> None:
    """A turn earns 20 ms once, even if its first orders were not charged at all."""
    driver = Driver(terms_of(LONG_TURN, LONG))
    driver.start()
    for _ in range(3):
        driver.act(0, 0, 0)
    assert driver.machine.seats[0].bank_ns == 70 * MS


def test_the_next_turn_of_a_seat_has_a_new_clock() -> None:
    """First move 30 ms for the whole of the first long turn; then 100 ms again."""
    time_control = TimeControl(100 * MS, first_move_ns=30 * MS, lag_margin_ns=0)
    driver = Driver(terms_of(LONG_TURN, time_control))
    driver.start()
    driver.act(0, 0, 10 * MS)
    assert open_turn(driver, 0).clock.remaining_ns == 20 * MS
    driver.act(0, -1, 15 * MS)
    driver.act(1, -1, 15 * MS)
    assert open_turn(driver, 0).clock.remaining_ns == 100 * MS


def test_a_turn_that_goes_on_expires_when_its_time_is_used_up() -> None:
    """60 of 150 ms are used; the next order must come within 90 ms; then the turn is ended."""
    driver = Driver(terms_of(LONG_TURN, LONG))
    driver.start()
    driver.act(0, 0, 60 * MS)
    assert driver.machine.next_deadline_ns == 170 * MS  # 60 + 40 free + 50 bank + 20 increment
    driver.pass_time(170 * MS)
    assert driver.machine.point is not None
    assert driver.machine.point.seats == (1,)
