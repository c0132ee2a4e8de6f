"""Sixteen seats decide at once: nobody waits for a bad bot any longer than that bot's own deadline.

All times are exact, for the test says what time it is. Seat 0 answers too late, seat 1 is gone in its
first turn, seat 2 says nothing, seat 3 sends far too much; the other twelve answer in time.
"""

from __future__ import annotations

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.time_control import MS, SECOND, TimeControl
from referee.match import records as rec
from referee.match.effects import OpenTurns, Reject
from referee.match.records import ActionKind
from referee.match.rejection import Rejection
from tests.helpers.toy_games import SHRINKING
from tests.helpers.toy_last import LastConfig
from tests.match.driver import Driver, terms_of

ROUNDS = 6
SLOW, GONE, SILENT, FLOODING = range(4)
GOOD = range(4, 16)
STAYS, FALLS = 0, 5


def flood(driver: Driver, at_ns: int) -> list[Rejection]:
    """Answer once in time, and send forty messages that nobody has asked for; why they are refused."""
    turn = driver.machine.seats[FLOODING].turn
    driver.act(FLOODING, STAYS, at_ns)
    effects = []
    for number in range(10):
        effects += driver.act(FLOODING, number, at_ns)
        effects += driver.act(FLOODING, number, at_ns, turn=turn + 1 + number)
        effects += driver.act(FLOODING, number, at_ns, turn=turn - 1)
        effects += driver.garble(FLOODING, at_ns)
    return [effect.reason for effect in effects if isinstance(effect, Reject)]


def begun(time_control: TimeControl) -> Driver:
    """A match that has begun at 0, in which seat 1 is gone already."""
    config = LastConfig(rounds=ROUNDS)
    driver = Driver(terms_of(SHRINKING, time_control, num_seats=16, config=config))
    driver.start()
    driver.leave(GONE, 0)
    return driver


def play_round(driver: Driver, opened_ns: int, falling: int | None = None) -> None:
    """All deeds of a round but those that come after the deadline; one of the good seats may fall."""
    refused = flood(driver, opened_ns + 1 * MS)
    assert len(refused) == 40
    assert set(refused) <= {Rejection.DUPLICATE, Rejection.EARLY, Rejection.STALE, Rejection.LATE}
    for seat in GOOD:
        if driver.machine.seats[seat].is_open:
            driver.act(seat, FALLS if seat == falling else STAYS, opened_ns + seat * MS)


def steps_of(driver: Driver) -> list[rec.Stepped]:
    """All steps that were written."""
    return [record for record in driver.records if isinstance(record, rec.Stepped)]


def test_bad_bots_delay_nobody_beyond_their_deadlines() -> None:
    """Without a limit of strikes, each round takes one move time and not an instant more.

    Every turn is handed over at the very deadline of the one before, is charged for what its own seat
    took, and no bot of the twelve has a strike.
    """
    driver = begun(TimeControl(SECOND, lag_margin_ns=0, strikes=0))
    for number in range(ROUNDS):
        opened_ns = number * SECOND
        if number:
            effects = driver.act(SLOW, STAYS, opened_ns + 1, turn=number)  # of the round before
            assert (
                Reject(SLOW, number, Rejection.LATE, f"the deadline of turn {number} had passed")
                in effects
            )
        play_round(driver, opened_ns)
        assert driver.machine.steps == number, "three seats are waited for"
        assert driver.machine.next_deadline_ns == opened_ns + SECOND
        effects = driver.pass_time(opened_ns + SECOND)
        assert driver.machine.steps == number + 1
        if number < ROUNDS - 1:
            (opened,) = [effect for effect in effects if isinstance(effect, OpenTurns)]
            assert [turn.seat for turn in opened.turns] == [SLOW, SILENT, FLOODING, *GOOD]
    for number, step in enumerate(steps_of(driver)):
        for taken in step.actions:
            if taken.seat in GOOD:
                assert (taken.kind, taken.handed_ns) == (ActionKind.PLAYED, number * SECOND)
                assert taken.elapsed_ns == taken.seat * MS
            elif taken.seat != FLOODING:
                assert (taken.kind, taken.elapsed_ns) == (ActionKind.DEFAULTED, SECOND)
    assert driver.machine.outcome is not None
    strikes = [result.strikes for result in driver.machine.outcome.seats]
    assert strikes == [ROUNDS] * 3 + [0] * 13


def test_bad_bots_that_are_out_are_waited_for_no_more() -> None:
    """Three strikes take three rounds of one move time; then each round ends with its last answer."""
    driver = begun(TimeControl(SECOND, lag_margin_ns=0, strikes=3))
    for number in range(3):
        play_round(driver, number * SECOND)
        driver.pass_time((number + 1) * SECOND)
    opened_ns = 3 * SECOND
    for _ in range(3, ROUNDS):
        play_round(driver, opened_ns)
        opened_ns += GOOD[-1] * MS
    handed = [step.actions[-1].handed_ns for step in steps_of(driver)]
    assert handed == [0, SECOND, 2 * SECOND, 3 * SECOND, 3 * SECOND + 15 * MS, 3 * SECOND + 30 * MS]
    assert driver.machine.outcome is not None
    forfeits = [result.forfeit for result in driver.machine.outcome.seats]
    assert forfeits == [ForfeitCause.TIME] * 3 + [None] * 13


def test_bad_bots_delay_no_early_end() -> None:
    """One of the good seats falls each round, and is told at that round's deadline, not when it is all over."""
    driver = begun(TimeControl(SECOND, lag_margin_ns=0, strikes=0))
    for number in range(ROUNDS - 1):
        play_round(driver, number * SECOND, falling=GOOD[number])
        effects = driver.pass_time((number + 1) * SECOND)
        (told,) = [effect for effect in effects if type(effect).__name__ == "End"]
        assert told.seat == GOOD[number]  # type: ignore[union-attr]
        assert told.outcome.seats[GOOD[number]].placement == 16 - number  # type: ignore[union-attr]


@pytest.mark.parametrize("bank_ns", [0, 3 * SECOND])
def test_a_bank_is_spent_once(bank_ns: int) -> None:
    """A silent seat may use all its bank up in its first miss; then it has none to delay others with."""
    driver = begun(TimeControl(SECOND, bank_ns=bank_ns, lag_margin_ns=0, strikes=0))
    play_round(driver, 0)
    assert driver.expire() == SECOND + bank_ns
    play_round(driver, SECOND + bank_ns)
    assert driver.expire() == 2 * SECOND + bank_ns
