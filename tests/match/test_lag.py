"""Time that the referee itself lost: never charged, never the reason for a strike.

Turns of the bidding toy open and are handed over at 0; the deadline is at 100 ms, without a margin.
"""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.time_control import MS, TimeControl
from referee.match.effects import ClockReading, OpenTurn
from referee.match.machine import MatchPhase
from referee.match.records import Missed
from tests.helpers.toy_games import SIMULTANEOUS
from tests.match.driver import Driver, terms_of, told_to

TERMS = terms_of(
    SIMULTANEOUS,
    TimeControl(100 * MS, bank_ns=200 * MS, lag_margin_ns=0, join_limit_ns=1000 * MS),
)


@pytest.fixture
def driver() -> Driver:
    """A match that has begun at 0; the deadline is at 100 + 200 = 300 ms."""
    driver = Driver(TERMS)
    driver.start()
    return driver


@pytest.mark.parametrize(
    ("at_ms", "lag_ms", "elapsed_ms", "counted_ms", "bank_ms"),
    [
        pytest.param(150, 0, 150, 0, 150, id="no lag"),
        pytest.param(150, 30, 120, 30, 180, id="some"),
        pytest.param(150, 150, 0, 150, 200, id="all of it"),
        pytest.param(150, 9999, 0, 150, 200, id="never more than passed"),
        pytest.param(350, 50, 300, 50, 0, id="read after the deadline, but sent before"),
    ],
)
def test_lag_is_not_charged(
    driver: Driver, at_ms: int, lag_ms: int, elapsed_ms: int, counted_ms: int, bank_ms: int
) -> None:
    """What was lost is told apart from what was used, and only the latter is paid for."""
    driver.act(0, 1, at_ms * MS, lag_ns=lag_ms * MS)
    effects = driver.act(1, 1, at_ms * MS, lag_ns=at_ms * MS)
    (turn,) = told_to(0, effects)
    assert isinstance(turn, OpenTurn)
    expected = ClockReading(
        (100 + bank_ms) * MS, bank_ms * MS, elapsed_ms * MS, counted_ms * MS, strikes=0
    )
    assert expected == turn.clock


def test_too_little_lag_does_not_save_an_action(driver: Driver) -> None:
    """Read 1 ns later than the lag explains, it is late."""
    effects = driver.act(0, 1, 350 * MS + 1, lag_ns=50 * MS)
    assert Missed(0, 1) == driver.written(effects)[0]


@pytest.mark.parametrize(
    ("at_ns", "lag_ns", "missed"),
    [
        pytest.param(300 * MS, 0, True, id="no lag"),
        pytest.param(300 * MS, 1, False, id="1 ns"),
        pytest.param(340 * MS, 40 * MS, True, id="as much as is explained"),
        pytest.param(340 * MS, 40 * MS + 1, False, id="1 ns more"),
    ],
)
def test_a_timer_that_lags_waits(driver: Driver, at_ns: int, lag_ns: int, missed: bool) -> None:
    """A seat that was in time without the lag is not expired; the next timer may do it."""
    effects = driver.pass_time(at_ns, lag_ns=lag_ns)
    assert missed == (Missed(0, 1) in driver.written(effects))
    if not missed:
        assert effects == []
        assert driver.machine.next_deadline_ns == 300 * MS


def test_lag_does_not_shorten_the_join_limit() -> None:
    """Joins that wait to be read are waited for."""
    driver = Driver(TERMS)
    driver.join(0, 10)
    assert driver.pass_time(1000 * MS, lag_ns=1) == []
    driver.join(1, 1000 * MS)
    assert driver.machine.phase is MatchPhase.RUNNING


@pytest.mark.parametrize(
    ("late_ns", "lag_ns", "waited_ns"),
    [
        pytest.param(0, 0, 0, id="in time"),
        pytest.param(700 * MS, 0, 0, id="held up by who doesn't read"),
        pytest.param(700 * MS, 700 * MS, 700 * MS, id="held up by the referee"),
        pytest.param(700 * MS, 500 * MS, 500 * MS, id="held up by both"),
        pytest.param(700 * MS, 9000 * MS, 700 * MS, id="never later than handed over"),
    ],
)
def test_the_clock_waits_as_long_as_the_referee_itself_delays_a_turn(
    late_ns: int, lag_ns: int, waited_ns: int
) -> None:
    """A turn handed over after the limit costs the seat only what was not the referee's lag."""
    margin_ns = 40 * MS
    time_control = dataclasses.replace(TERMS.time_control, lag_margin_ns=margin_ns)
    driver = Driver(dataclasses.replace(TERMS, time_control=time_control), hands_over=False)
    driver.start()
    driver.hand(0, margin_ns + late_ns, lag_ns=lag_ns)
    driver.hand(1, 0)
    driver.act(1, 1, 0)
    assert margin_ns + waited_ns + 300 * MS + margin_ns == driver.machine.next_deadline_ns


def test_lag_of_a_second_hand_over_gives_no_time() -> None:
    """A bot that leaves and comes back can't collect the referee's delays."""
    driver = Driver(TERMS, hands_over=False)
    driver.start()
    driver.hand(0, 0)
    driver.hand(1, 0)
    driver.act(1, 1, 0)
    driver.leave(0, 10 * MS)
    driver.join(0, 20 * MS)
    driver.hand(0, 90 * MS, lag_ns=70 * MS)
    assert driver.machine.next_deadline_ns == 300 * MS


@pytest.mark.parametrize(
    ("at_ms", "lag_ms", "waited_ms"),
    [
        pytest.param(40, 30, 30, id="known at once"),
        pytest.param(20, 30, 20, id="never later than now"),
        pytest.param(90, 0, 0, id="not at all"),
    ],
)
def test_the_clock_of_a_turn_that_left_late_starts_later(
    driver: Driver, at_ms: int, lag_ms: int, waited_ms: int
) -> None:
    """By as much, once: to say it again changes nothing."""
    driver.act(1, 1, 0)
    for _ in range(2):
        driver.delay(0, at_ms * MS, lag_ns=lag_ms * MS)
        assert driver.machine.next_deadline_ns == (300 + waited_ms) * MS
    (turn,) = told_to(0, driver.act(0, 1, 120 * MS))
    assert isinstance(turn, OpenTurn)
    assert turn.clock.last_elapsed_ns == (120 - waited_ms) * MS


def test_a_turn_that_was_answered_or_left_open_can_t_be_late(driver: Driver) -> None:
    """What is over is over, and who leaves and comes back collects nothing."""
    driver.act(1, 1, 0)
    driver.delay(1, 40 * MS, lag_ns=30 * MS)
    driver.leave(0, 50 * MS)
    driver.join(0, 60 * MS)
    driver.delay(0, 90 * MS, lag_ns=30 * MS)
    assert driver.machine.next_deadline_ns == 300 * MS
