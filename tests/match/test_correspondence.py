"""Clocks of hours and days: a restart takes no time back, and loses no answer.

The driver's clock is at 0 when the match begins; its calendar is then at `CALENDAR_NS`.
"""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.outcome import EndCause
from referee.core.time_control import HOUR, MS, SECOND, TimeControl
from referee.match import events as ev
from referee.match import records as rec
from referee.match.correspondence import deadline_after_restart, is_correspondence
from referee.match.effects import OpenTurn
from referee.match.lane.entry import can_take
from referee.match.machine import REJOIN_LIMIT_NS
from referee.match.records import ActionKind
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SIMULTANEOUS
from tests.match.driver import Driver, redone, resumed, terms_of, told_to
from tests.match.ledger import CALENDAR_NS

MINUTE = 60 * SECOND
BOOT = 5 * SECOND
"""The monotonic clock after a restart of the machine: less than before."""
SLOW = TimeControl(move_time_ns=20 * HOUR, lag_margin_ns=0, strikes=1)
TERMS = terms_of(SIMULTANEOUS, SLOW)
DEADLINE = CALENDAR_NS + 20 * HOUR


def begun() -> Driver:
    """A match of two seats that bid at once; its first turns are open since 0."""
    driver = Driver(TERMS)
    driver.start()
    return driver


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (TimeControl(HOUR), False),
        (TimeControl(HOUR + 1), True),
        (TimeControl(SECOND, bank_ns=HOUR), True),
        (TimeControl(SECOND, bank_ns=HOUR - SECOND), False),
        (TimeControl(SECOND, first_move_ns=2 * HOUR), True),
        (TimeControl(None, bank_ns=5 * HOUR), False),
    ],
    ids=["an hour", "more", "with the bank", "just not", "the first move", "no deadline"],
)
def test_a_move_of_more_than_an_hour_makes_it_correspondence(
    terms: TimeControl, expected: bool
) -> None:
    """Move time or first move, and the bank; without a deadline there is nothing to record."""
    assert is_correspondence(terms) == expected


def test_deadlines_are_written_before_the_turns_are_sent() -> None:
    """In calendar time, for each seat that is asked."""
    driver = begun()
    expected = [rec.TurnOpened(seat, 1, DEADLINE) for seat in (0, 1)]
    assert driver.records[-2:] == expected
    driver.act(0, 1, HOUR)
    driver.act(1, 1, 2 * HOUR)
    expected = [rec.TurnOpened(seat, 2, DEADLINE + 2 * HOUR) for seat in (0, 1)]
    assert driver.records[-2:] == expected


def test_an_answer_that_waits_is_written_at_once() -> None:
    """The last answer of a decision point needs no record of its own: the step has it."""
    driver = begun()
    (answered,) = driver.written(driver.act(0, 1, HOUR))
    assert isinstance(answered, rec.Answered)
    taken = answered.taken
    assert (taken.seat, taken.turn, taken.action) == (0, 1, ToyAction(1))
    assert (taken.kind, taken.elapsed_ns) == (ActionKind.PLAYED, HOUR)
    stepped, *_ = driver.written(driver.act(1, 2, 2 * HOUR))
    assert isinstance(stepped, rec.Stepped)
    assert stepped.actions[0] == taken


def test_shorter_matches_write_neither() -> None:
    """They would pay for it at every decision."""
    driver = Driver(terms_of(SIMULTANEOUS, TimeControl(HOUR, lag_margin_ns=0)))
    driver.start()
    driver.act(0, 1, 10 * MS)
    kinds = {type(record) for record in driver.records}
    assert not kinds & {rec.TurnOpened, rec.Answered}


def test_no_lane_takes_such_a_match() -> None:
    """A lane writes no records of open turns."""
    assert not can_take(begun().machine)
    live = Driver(terms_of(SIMULTANEOUS, TimeControl(HOUR)))
    live.start()
    assert can_take(live.machine)


# Deadlines after a restart.


def test_time_before_a_restart_and_the_referees_absence_count() -> None:
    """Stopped at 5 h, started again at 12 h by the calendar: 8 hours are left."""
    driver = begun()
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 12 * HOUR)
    assert again.machine.next_deadline_ns == BOOT + 8 * HOUR
    (turn,) = told_to(0, again.join(0, BOOT + MINUTE))
    assert isinstance(turn, OpenTurn)
    assert turn.clock.remaining_ns == 8 * HOUR - MINUTE
    assert again.machine.seats[0].deadline_ns == BOOT + 8 * HOUR


def test_a_deadline_that_stays_is_not_written_again() -> None:
    """The journal of a match that is restarted every night grows by one record each time."""
    driver = begun()
    written = len(driver.records)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 12 * HOUR)
    assert again.records[written:] == [rec.Recovered(0)]


def test_an_answer_after_a_restart_is_charged_for_all_of_its_time() -> None:
    """12 hours before the restart and one after it, of which a bank of 4 hours pays for three."""
    terms = terms_of(SIMULTANEOUS, TimeControl(10 * HOUR, bank_ns=4 * HOUR, lag_margin_ns=0))
    driver = Driver(terms)
    driver.start()
    again = resumed(terms, driver.records, BOOT, CALENDAR_NS + 12 * HOUR)
    again.join(0, BOOT)
    (answered,) = again.written(again.act(0, 1, BOOT + HOUR))
    assert isinstance(answered, rec.Answered)
    # The turn was handed over before this server was there.
    assert (answered.taken.elapsed_ns, answered.taken.handed_ns) == (13 * HOUR, 0)
    assert again.machine.seats[0].bank_ns == HOUR


def test_nightly_restarts_do_not_extend_a_turn() -> None:
    """Restarted every six hours, the turn expires after 20 hours all the same."""
    records = begun().records
    for number in (1, 2, 3):
        wall_ns = CALENDAR_NS + number * 6 * HOUR
        driver = resumed(TERMS, records, number * HOUR, wall_ns)
        records = driver.records
        assert driver.machine.next_deadline_ns == number * HOUR + DEADLINE - wall_ns
    driver.expire()
    assert [r for r in driver.records if isinstance(r, rec.Missed)] == [
        rec.Missed(0, 1),
        rec.Missed(1, 1),
    ]


@pytest.mark.parametrize(
    "back_ns", [DEADLINE - MINUTE, DEADLINE, DEADLINE + 48 * HOUR], ids=["before", "at", "after"]
)
def test_a_restart_leaves_an_hour_at_least(back_ns: int) -> None:
    """No seat loses because the referee was away at its deadline; the new one is written."""
    driver = begun()
    driver.act(0, 1, 0)
    again = resumed(TERMS, driver.records, BOOT, back_ns)
    assert again.machine.next_deadline_ns == BOOT + HOUR
    later_ns = BOOT + HOUR + CALENDAR_NS
    assert again.records[-1] == rec.TurnOpened(1, 1, later_ns)
    assert again.pass_time(BOOT + HOUR - 1) == []
    again.join(1, BOOT + HOUR - 1)
    again.act(1, 2, BOOT + HOUR - 1)
    assert again.machine.steps == 1


def test_a_turn_that_has_less_than_an_hour_in_all_gets_no_more() -> None:
    """The second half of a turn has what the first has left: 30 minutes."""
    terms = terms_of(LONG_TURN, SLOW)
    driver = Driver(terms)
    driver.start()
    driver.act(0, 1, 20 * HOUR - 30 * MINUTE)
    point = driver.machine.point
    assert point is not None
    assert point.continues
    again = resumed(terms, driver.records, BOOT, CALENDAR_NS + 40 * HOUR)
    assert again.machine.next_deadline_ns == BOOT + 30 * MINUTE


def test_a_calendar_that_was_set_back_gives_no_more_than_the_whole_time() -> None:
    """By two days."""
    driver = begun()
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS - 48 * HOUR)
    assert again.machine.next_deadline_ns == BOOT + 20 * HOUR


def test_bounds_of_the_time_that_is_left() -> None:
    """The recorded deadline, but not less than an hour and not more than the turn's whole time."""
    left = [
        deadline_after_restart(recorded_ns, wall_ns=0, now_ns=7, limit_ns=3 * HOUR) - 7
        for recorded_ns in (-HOUR, HOUR - 1, 2 * HOUR, 4 * HOUR)
    ]
    assert left == [HOUR, HOUR, 2 * HOUR, 3 * HOUR]


def test_the_clock_of_a_house_bot_waits_for_the_server() -> None:
    """It is the server's own bot, and needs no deadline until it is seated again."""
    driver = begun()
    ledger = driver.ledger
    again = Driver(TERMS, machine=redone(TERMS, driver.records), ledger=ledger)
    again.handle(ev.MatchResumed(BOOT, house=(1,), wall_ns=CALENDAR_NS + 30 * HOUR))
    assert again.machine.next_deadline_ns == BOOT + HOUR
    again.join(1, BOOT + MINUTE)
    assert again.machine.seats[1].deadline_ns == BOOT + MINUTE + 20 * HOUR


def test_a_turn_that_waited_for_a_core_has_its_whole_time() -> None:
    """Its clock had not run."""
    driver = Driver(TERMS, hands_over=False)
    driver.start()
    driver.hold(0, 0)
    driver.ledger.check(driver.machine.deadline_of(0), eliminated=())
    assert driver.records[-1] == rec.TurnOpened(0, 1, None)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 12 * HOUR)
    assert again.machine.seats[0].deadline_ns == BOOT + REJOIN_LIMIT_NS + 20 * HOUR
    assert again.machine.seats[1].deadline_ns == BOOT + 8 * HOUR


def test_a_released_turn_has_the_deadline_that_it_was_given_then() -> None:
    """It waited for a core for three hours."""
    driver = Driver(TERMS, hands_over=False)
    driver.start()
    driver.hold(0, 0)
    driver.release(0, 3 * HOUR)
    driver.ledger.check(driver.machine.deadline_of(0), eliminated=())
    assert driver.records[-1] == rec.TurnOpened(0, 1, DEADLINE + 3 * HOUR)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 12 * HOUR)
    assert again.machine.seats[0].deadline_ns == BOOT + 11 * HOUR


def test_there_is_no_deadline_to_write_of_a_turn_that_is_over() -> None:
    """Nor in a shorter match."""
    driver = begun()
    driver.act(0, 1, HOUR)
    assert driver.machine.deadline_of(0) == []
    live = Driver(terms_of(SIMULTANEOUS, TimeControl(SECOND)))
    live.start()
    assert live.machine.deadline_of(0) == []


def test_a_journal_of_an_older_server_is_continued_as_it_was() -> None:
    """Without the records, open turns have their whole time; from then on they are written."""
    driver = begun()
    driver.act(0, 3, HOUR)
    old: list[rec.MatchRecord] = [
        r for r in driver.records if not isinstance(r, rec.TurnOpened | rec.Answered)
    ]
    again = resumed(TERMS, old, BOOT, CALENDAR_NS + 12 * HOUR)
    expected_ns = BOOT + REJOIN_LIMIT_NS + 20 * HOUR
    assert again.records[len(old) :] == [
        rec.Recovered(0),
        rec.TurnOpened(0, 1, CALENDAR_NS + expected_ns),
        rec.TurnOpened(1, 1, CALENDAR_NS + expected_ns),
    ]


@pytest.mark.parametrize(
    ("limit_ns", "away_ns", "left_ns"),
    [
        (72 * HOUR, 30 * HOUR, 42 * HOUR),
        (72 * HOUR, 72 * HOUR, HOUR),
        (MINUTE, 30 * HOUR, MINUTE),
        (72 * HOUR, -HOUR, 72 * HOUR),
    ],
    ids=["goes on", "an hour at least", "the whole of a minute", "a calendar set back"],
)
def test_the_time_to_join_goes_on(limit_ns: int, away_ns: int, left_ns: int) -> None:
    """It counts from when the match was created, by the calendar."""
    terms = terms_of(SIMULTANEOUS, dataclasses.replace(SLOW, join_limit_ns=limit_ns))
    driver = Driver(terms)
    driver.join(0, 5)
    again = Driver(terms, machine=redone(terms, driver.records), ledger=driver.ledger)
    wall_ns = CALENDAR_NS + away_ns
    again.handle(ev.MatchResumed(BOOT, wall_ns=wall_ns, created_ns=CALENDAR_NS))
    assert again.machine.next_deadline_ns == BOOT + left_ns


# Answers after a restart.


def test_an_answer_that_waited_counts_though_its_bot_never_comes_back() -> None:
    """The other seat answers after the restart; nobody misses a turn."""
    driver = begun()
    driver.act(0, 3, 2 * HOUR)
    driver.leave(0, 2 * HOUR)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 4 * HOUR)
    again.join(1, BOOT)
    effects = again.act(1, 2, BOOT + HOUR)
    (stepped,) = [r for r in again.written(effects) if isinstance(r, rec.Stepped)]
    first, second = stepped.actions
    assert (first.action, first.elapsed_ns) == (ToyAction(3), 2 * HOUR)
    assert (second.action, second.elapsed_ns) == (ToyAction(2), 5 * HOUR)
    assert [seat.strikes for seat in again.machine.seats] == [0, 0]


def test_an_answer_that_waited_cannot_be_given_again() -> None:
    """The first one stands, and its seat has no open turn."""
    driver = begun()
    driver.act(0, 3, 2 * HOUR)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 4 * HOUR)
    assert told_to(0, again.join(0, BOOT)) == []
    (rejection,) = told_to(0, again.act(0, 9, BOOT + 1))
    assert getattr(rejection, "reason", None) is Rejection.DUPLICATE
    assert again.machine.seats[0].answer is not None
    assert again.machine.seats[0].answer.action == ToyAction(3)


def test_events_that_a_seat_has_answered_to_are_not_sent_again() -> None:
    """After the restart its next turn has what has happened since."""
    driver = begun()
    for number in (1, 2):
        driver.act(0, number, HOUR)
        driver.act(1, 0, HOUR)
    driver.act(0, 1, 2 * HOUR)
    again = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 4 * HOUR)
    for machine in (driver, again):
        machine.join(0, machine.now_ns)
        machine.join(1, machine.now_ns)
        (turn,) = told_to(0, machine.act(1, 3, machine.now_ns))
        assert isinstance(turn, OpenTurn)
        assert len(turn.events) == 1
        assert turn.turn == 4


def test_killed_twice_a_match_of_days_has_one_strike_at_the_deadline() -> None:
    """Seat 0 has answered and gone; seat 1 never comes; the referee dies at 5 h and at 15 h."""
    driver = begun()
    driver.act(0, 3, HOUR)
    driver.leave(0, HOUR)
    driver.leave(1, HOUR)
    driver = resumed(TERMS, driver.records, BOOT, CALENDAR_NS + 5 * HOUR)
    driver = resumed(TERMS, driver.records, 2 * BOOT, CALENDAR_NS + 15 * HOUR)
    assert driver.machine.next_deadline_ns == 2 * BOOT + 5 * HOUR
    assert driver.pass_time(2 * BOOT + 5 * HOUR - 1) == []
    driver.pass_time(2 * BOOT + 5 * HOUR)
    assert [seat.strikes for seat in driver.machine.seats] == [0, 1]
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.cause is EndCause.BOT_TIME
    assert redone(TERMS, driver.records).outcome == driver.machine.outcome


def test_a_seat_that_answered_may_still_give_up() -> None:
    """Before and after a restart; its answer is played."""
    terms = terms_of(SIMULTANEOUS, SLOW, num_seats=3)
    driver = Driver(terms)
    driver.start()
    driver.act(0, 3, HOUR)
    driver.act(1, 2, HOUR)
    driver.resign(0, HOUR)
    again = resumed(terms, driver.records, BOOT, CALENDAR_NS + 2 * HOUR)
    again.resign(1, BOOT)
    assert again.machine.outcome is not None
    assert redone(terms, again.records).outcome == again.machine.outcome


# Records that don't follow.


def _answered(**changes: object) -> rec.Answered:
    driver = begun()
    (answered,) = driver.written(driver.act(0, 1, HOUR))
    assert isinstance(answered, rec.Answered)
    return rec.Answered(answered.taken._replace(**changes))


@pytest.mark.parametrize(
    ("records", "message"),
    [
        (
            lambda: [_answered(turn=2)],
            r"step 1: seat 0 answers turn 2, but its last was turn 0",
        ),
        (
            lambda: [_answered(seat=7)],
            r"there is no seat 7; the match has 2",
        ),
        (
            lambda: [_answered(), _answered()],
            r"step 1: seat 0 answers turn 1, but its last was turn 1",
        ),
        (
            lambda: [_answered(kind=ActionKind.DEFAULTED)],
            r"step 1: the answer of seat 0 can't be DEFAULTED",
        ),
        (
            lambda: [rec.TurnOpened(1, 2, DEADLINE)],
            r"step 1: seat 1 is asked for turn 2, but its last was turn 0",
        ),
        (
            lambda: [_answered(), rec.TurnOpened(0, 1, DEADLINE)],
            r"step 1: seat 0 is asked for turn 1, but its last was turn 1",
        ),
        (
            lambda: [_answered(), rec.Missed(0, 1)],
            r"step 1: seat 0 misses turn 1, but its last was turn 1",
        ),
    ],
)
def test_a_record_that_does_not_follow_is_refused(records: object, message: str) -> None:
    """So a journal that was changed is set aside."""
    assert callable(records)
    before = [record for record in begun().records if not isinstance(record, rec.TurnOpened)]
    with pytest.raises(ValueError, match=message):
        redone(TERMS, [*before, *records()])


def test_a_turn_of_a_seat_that_is_not_asked_is_refused() -> None:
    """In a game in which one seat decides at a time."""
    terms = terms_of(SEQUENTIAL, SLOW)
    driver = Driver(terms)
    driver.start()
    with pytest.raises(ValueError, match=r"step 1: seat 1 is asked for turn 1, but has none"):
        redone(terms, [*driver.records, rec.TurnOpened(1, 1, DEADLINE)])


def test_a_step_with_another_answer_than_the_recorded_one_is_refused() -> None:
    """Whoever has seen that the answer was taken relies on it."""
    driver = begun()
    driver.act(0, 1, HOUR)
    before = list(driver.records)
    (stepped,) = [r for r in driver.written(driver.act(1, 1, HOUR)) if isinstance(r, rec.Stepped)]
    first, second = stepped.actions
    changed = first._replace(elapsed_ns=1)
    with pytest.raises(ValueError, match=r"step 1: seat 0 had answered turn 1 otherwise"):
        redone(TERMS, [*before, rec.Stepped([changed, second], stepped.digest)])
