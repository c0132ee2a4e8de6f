"""Turns that wait for a place to think: their clocks wait, whatever time passes.

Times as in `test_clocks`: nanoseconds, turns of the bidding toy open at 0.
"""

from __future__ import annotations

from referee.core.time_control import MS, SECOND, TimeControl
from referee.match import events as ev
from referee.match.records import ActionKind, ActionTaken, Missed, Stepped
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SIMULTANEOUS
from tests.match.driver import PAYLOAD, Driver, terms_of

MARGIN = 30 * MS
ROOMY = TimeControl(move_time_ns=100 * MS, lag_margin_ns=MARGIN)


def held() -> Driver:
    """A match whose seat 0 is held at 0; seat 1 is handed its turn at 0 and has answered."""
    driver = Driver(terms_of(SIMULTANEOUS, ROOMY), hands_over=False)
    driver.start()
    driver.hold(0, 0)
    driver.hand(1, 0)
    driver.act(1, 1, 10 * MS)
    return driver


def last_step(driver: Driver) -> Stepped:
    """The last step that was written."""
    return [record for record in driver.records if isinstance(record, Stepped)][-1]


def test_a_held_turn_has_no_deadline() -> None:
    """An hour of waiting for a place is nobody's fault."""
    driver = held()
    assert driver.machine.next_deadline_ns is None
    assert driver.pass_time(3600 * SECOND) == []


def test_the_clock_of_a_released_turn_starts_with_its_handover() -> None:
    """Released at 5 s and handed over 20 ms later, an answer at 5.1 s took 80 ms."""
    driver = held()
    driver.release(0, 5 * SECOND)
    assert driver.machine.next_deadline_ns == 5 * SECOND + MARGIN + 100 * MS + MARGIN
    driver.hand(0, 5 * SECOND + 20 * MS)
    assert driver.machine.next_deadline_ns == 5 * SECOND + 120 * MS + MARGIN
    driver.act(0, 1, 5 * SECOND + 100 * MS)
    first, second = last_step(driver).actions
    assert (first.elapsed_ns, first.handed_ns) == (80 * MS, 5 * SECOND + 20 * MS)
    assert (second.elapsed_ns, second.handed_ns) == (10 * MS, 0)


def test_a_released_turn_that_is_not_answered_is_missed() -> None:
    """100 ms and the margin after its hand-over."""
    driver = held()
    driver.release(0, 5 * SECOND)
    driver.hand(0, 5 * SECOND)
    assert driver.pass_time(5 * SECOND + 100 * MS + MARGIN - 1) == []
    effects = driver.pass_time(5 * SECOND + 100 * MS + MARGIN)
    assert driver.written(effects)[0] == Missed(0, 1)


def test_who_leaves_is_not_held_any_longer() -> None:
    """A broken stream starts the clock; coming back, or holding it again, does not stop it."""
    driver = held()
    driver.leave(0, 2 * SECOND)
    assert driver.machine.next_deadline_ns == 2 * SECOND + 100 * MS + MARGIN
    driver.join(0, 2 * SECOND + 30 * MS)
    driver.hold(0, 2 * SECOND + 30 * MS)
    assert not driver.machine.seats[0].is_held
    assert driver.machine.next_deadline_ns == 2 * SECOND + 100 * MS + MARGIN


def test_an_answer_to_a_held_turn_counts_and_costs_nothing() -> None:
    """A bot that answers blindly has not thought."""
    driver = held()
    driver.act(0, 2, SECOND)
    assert last_step(driver).actions[0] == ActionTaken(
        0, 1, ActionKind.PLAYED, ToyAction(2), PAYLOAD, 0, 0, SECOND
    )


def test_to_hold_or_release_another_turn_changes_nothing() -> None:
    """Such news may come after the turn is over."""
    driver = held()
    driver.note(ev.TurnReleased(0, 2, SECOND))
    assert driver.machine.seats[0].is_held
    driver.note(ev.TurnHeld(1, 1, SECOND))
    assert not driver.machine.seats[1].is_held


def test_processor_time_goes_into_the_record_of_its_turn_alone() -> None:
    """Played or missed; what comes for another turn is not taken, and the next turn begins anew."""
    driver = Driver(terms_of(SIMULTANEOUS, ROOMY))
    driver.start()
    driver.note(ev.CpuRead(0, 1, 7 * MS, 20 * MS))
    driver.note(ev.CpuRead(1, 2, 9 * MS, 20 * MS))
    driver.act(0, 1, 20 * MS)
    driver.note(ev.CpuRead(1, 1, 3 * MS, 100 * MS))
    driver.pass_time(100 * MS + MARGIN)
    assert [taken.cpu_ns for taken in last_step(driver).actions] == [7 * MS, 3 * MS]
    driver.act(0, 1, 120 * MS)
    driver.act(1, 1, 130 * MS)
    assert [taken.cpu_ns for taken in last_step(driver).actions] == [None, None]
