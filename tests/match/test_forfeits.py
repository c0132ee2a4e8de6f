"""Seats that go out, matches that end, and what places that gives."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.game import Event
from referee.core.outcome import EndCause, ForfeitCause, Outcome, SeatResult
from referee.core.time_control import SECOND, TimeControl
from referee.match import events as ev
from referee.match.course import UNREADABLE_LIMIT
from referee.match.effects import End, Miss, Write
from referee.match.machine import MatchPhase
from referee.match.records import ActionKind, Ended, Forfeited, Joined, Missed, Stepped
from tests.helpers.toy_bid import BidGame, BidState
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SIMULTANEOUS
from tests.match.driver import Driver, terms_of, told_to

TIME = TimeControl(SECOND, lag_margin_ns=0, strikes=1)


def begun(num_seats: int = 3, time_control: TimeControl = TIME) -> Driver:
    """A bidding match that has begun at 0."""
    driver = Driver(terms_of(SIMULTANEOUS, time_control, num_seats=num_seats))
    driver.start()
    return driver


def outcome_of(driver: Driver) -> Outcome:
    """The outcome of a match that is over."""
    assert driver.machine.outcome is not None
    return driver.machine.outcome


def placements_of(driver: Driver) -> list[int]:
    """The placements of a match that is over."""
    return [result.placement for result in outcome_of(driver).seats]


def test_a_seat_out_of_strikes_forfeits_and_the_match_goes_on() -> None:
    """The strike and the forfeit are written before they are told; then the others are asked."""
    driver = begun()
    driver.act(0, 1, 10)
    driver.act(2, 2, 10)
    effects = driver.pass_time(SECOND)
    assert effects[:3] == [
        Write(Missed(1, 1)),
        Write(Forfeited(1, ForfeitCause.TIME, 1)),
        Miss(1, 1, 1, forfeited=True),
    ]
    (step,) = [record for record in driver.written(effects) if isinstance(record, Stepped)]
    assert [taken.kind for taken in step.actions] == [
        ActionKind.PLAYED,
        ActionKind.DEFAULTED,
        ActionKind.PLAYED,
    ]
    driver.act(0, 1, SECOND)
    (last,) = driver.written(driver.act(2, 2, SECOND))
    assert isinstance(last, Stepped)
    assert last.actions[1].kind is ActionKind.FORFEITED


@pytest.mark.parametrize("strikes", [1, 2, 3])
def test_strikes_are_counted_to_the_limit(strikes: int) -> None:
    """Every miss is told with its number; the last forfeits."""
    driver = begun(2, TimeControl(SECOND, lag_margin_ns=0, strikes=strikes))
    misses = []
    while driver.machine.outcome is None:
        driver.act(1, 0, driver.machine.next_deadline_ns or 0)
        driver.expire()
    misses = [told for told in told_to(0, driver.effects) if isinstance(told, Miss)]
    assert misses == [Miss(0, n, n, n == strikes) for n in range(1, strikes + 1)]


def test_seats_that_miss_at_once_go_out_at_once() -> None:
    """Two of three: they share their place, and the third wins."""
    driver = begun()
    driver.act(1, 0, 10)
    effects = driver.pass_time(SECOND)
    assert driver.written(effects)[:4] == [
        Missed(0, 1),
        Missed(2, 1),
        Forfeited(0, ForfeitCause.TIME, 1),
        Forfeited(2, ForfeitCause.TIME, 1),
    ]
    assert outcome_of(driver) == Outcome(
        EndCause.BOT_TIME,
        "missed deadlines left no rivals",
        (
            SeatResult(2, 0, 1, ForfeitCause.TIME),
            SeatResult(1, 0, 0, None),
            SeatResult(2, 0, 1, ForfeitCause.TIME),
        ),
    )


def test_all_seats_may_go_out_at_once() -> None:
    """Then the rules alone rank them: after one round that seat 1 won, it is before seat 0."""
    driver = begun(2)
    driver.act(0, 0, 10)
    driver.act(1, 5, 10)
    driver.pass_time(10 + SECOND)
    outcome = outcome_of(driver)
    assert outcome.cause is EndCause.BOT_TIME
    assert [(result.placement, result.score) for result in outcome.seats] == [(2, 0), (1, 1)]


@pytest.mark.parametrize(
    ("order", "placements"),
    [
        pytest.param([0, 1, 2], [4, 3, 2, 1], id="in seat order"),
        pytest.param([3, 1, 0], [2, 3, 1, 4], id="in another order"),
    ],
)
def test_who_goes_out_later_is_placed_better(order: list[int], placements: list[int]) -> None:
    """The seat still in comes first, the last to go out next, the first to go out last."""
    driver = begun(4)
    for at_ns, seat in enumerate(order):
        driver.resign(seat, at_ns)
    assert placements == placements_of(driver)


def test_seats_still_in_are_placed_before_those_out() -> None:
    """Seats 1 and 3 go out at once; by the rules seat 0, which bids 1, comes before seat 2."""
    driver = begun(4)
    while driver.machine.outcome is None:
        at_ns = driver.machine.next_deadline_ns
        assert at_ns is not None
        driver.act(0, 1, at_ns)
        driver.act(2, 0, at_ns)
        driver.pass_time(at_ns)
    assert outcome_of(driver).cause is EndCause.RULES
    assert placements_of(driver) == [1, 3, 2, 3]


def garble_out(driver: Driver, seat: int) -> None:
    """Send what can't be read until it forfeits the seat."""
    for _ in range(UNREADABLE_LIMIT):
        driver.garble(seat, 10)


@pytest.mark.parametrize(
    ("last", "cause", "text"),
    [
        (ForfeitCause.TIME, EndCause.BOT_TIME, "missed deadlines left no rivals"),
        (ForfeitCause.MALFORMED, EndCause.BOT_ERROR, "a bot's fault left no rivals"),
        (ForfeitCause.RESIGNED, EndCause.FORFEIT, "a resignation left no rivals"),
    ],
)
def test_the_last_forfeit_gives_the_cause(last: ForfeitCause, cause: EndCause, text: str) -> None:
    """Whatever took the first rival out, the last one's way out is why the match is over."""
    driver = begun(3)
    first = garble_out if last is not ForfeitCause.MALFORMED else resign_early
    first(driver, 0)
    if last is ForfeitCause.TIME:
        driver.act(2, 0, 20)
        driver.pass_time(SECOND)
    elif last is ForfeitCause.MALFORMED:
        garble_out(driver, 1)
    else:
        driver.resign(1, 20)
    outcome = outcome_of(driver)
    assert (outcome.cause, outcome.text) == (cause, text)
    assert [result.placement for result in outcome.seats] == [3, 2, 1]
    assert outcome.seats[1].forfeit is last


def resign_early(driver: Driver, seat: int) -> None:
    """Give the seat up at 5."""
    driver.resign(seat, 5)


def test_a_seat_that_is_out_is_told_the_outcome_but_no_later_events() -> None:
    """Seat 0 resigns before a round that the others play; then seat 1 resigns too."""
    driver = begun()
    driver.resign(0, 10)
    driver.act(1, 1, 20)
    driver.act(2, 2, 20)
    effects = driver.resign(1, 30)
    outcome = outcome_of(driver)
    assert effects[-3:] == [End(0, outcome, []), End(1, outcome, []), End(2, outcome, [])]


def test_resigning_out_of_turn_waits_for_nobody() -> None:
    """In a sequential match of three, seat 1 resigns while seat 0 thinks: nothing else happens."""
    driver = Driver(terms_of(SEQUENTIAL, TIME, num_seats=3))
    driver.start()
    assert driver.resign(1, 10) == [Write(Forfeited(1, ForfeitCause.RESIGNED, 1))]
    effects = driver.act(0, 1, 20)
    steps = [record for record in driver.written(effects) if isinstance(record, Stepped)]
    assert [(step.actions[0].seat, step.actions[0].kind) for step in steps] == [
        (0, ActionKind.PLAYED),
        (1, ActionKind.FORFEITED),
    ]
    assert driver.machine.point is not None
    assert driver.machine.point.seats == (2,)


def test_resigning_on_turn_plays_the_default_action_at_once() -> None:
    """The others do not wait for the deadline of a seat that has given up."""
    driver = begun()
    driver.act(0, 1, 10)
    driver.act(1, 1, 10)
    driver.resign(2, 20)
    assert driver.machine.steps == 1


def test_an_answer_given_before_resigning_stands() -> None:
    """It was read and taken; the seat plays default actions from the next step on."""
    driver = begun()
    driver.act(0, 1, 10)
    driver.resign(0, 20)
    driver.act(1, 1, 30)
    (step,) = [
        record for record in driver.written(driver.act(2, 1, 30)) if isinstance(record, Stepped)
    ]
    assert step.actions[0].kind is ActionKind.PLAYED


# Teams.


@pytest.fixture
def digging() -> Driver:
    """A match of two teams, 0 and 2 against 1 and 3, that has begun at 0."""
    driver = Driver(terms_of(LONG_TURN, TIME, num_seats=4))
    driver.start()
    return driver


def test_a_team_plays_on_while_one_of_it_is_in(digging: Driver) -> None:
    """One seat of each team is out: the match goes on, and its teams are placed by the rules."""
    digging.resign(0, 10)
    digging.resign(3, 10)
    while digging.machine.outcome is None:
        assert digging.machine.point is not None
        (seat,) = digging.machine.point.seats
        digging.act(seat, 0 if seat == 1 else -1, 20)
    outcome = outcome_of(digging)
    assert outcome.cause is EndCause.RULES
    assert [result.placement for result in outcome.seats] == [2, 1, 2, 1]


def test_the_match_ends_when_one_team_is_left(digging: Driver) -> None:
    """Seats 0 and 2 are out, so that 1 and 3 win, though seat 3 is out as well."""
    digging.resign(2, 10)
    digging.resign(3, 20)
    digging.resign(0, 30)
    outcome = outcome_of(digging)
    assert outcome.cause is EndCause.FORFEIT
    assert [result.placement for result in outcome.seats] == [2, 1, 2, 1]
    assert [result.forfeit is not None for result in outcome.seats] == [True, False, True, True]


class AllyBidGame(BidGame):
    """The bidding toy with all seats in one team."""

    def teams(self, config: Any, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """One team."""
        return (0,) * num_seats


def test_a_match_of_one_team_goes_on_until_all_are_out() -> None:
    """Without rivals from the start, the last seat plays on alone."""
    terms = dataclasses.replace(terms_of(SIMULTANEOUS, TIME), game=AllyBidGame())
    driver = Driver(terms)
    driver.start()
    driver.resign(0, 10)
    assert driver.machine.phase is MatchPhase.RUNNING
    driver.resign(1, 20)
    assert outcome_of(driver).cause is EndCause.FORFEIT
    assert placements_of(driver) == [1, 1]


# The end.


def test_the_rules_end_a_match() -> None:
    """The outcome is written with seed and nonces before it is told with the last events.

    In each of the four rounds seat 1 bids 2 and seat 0 bids 1.
    """
    driver = Driver(terms_of(SIMULTANEOUS, TIME, fixed_seed=7))
    driver.join(0, 0, nonce=b"a" * 16)
    driver.join(1, 0)
    for at_ns in range(4):
        driver.act(0, 1, at_ns)
        effects = driver.act(1, 2, at_ns)
    step, _, ended, *ends = effects
    assert isinstance(step, Write)
    outcome = Outcome(
        EndCause.RULES,
        "the rules ended the match",
        (SeatResult(2, 0, 0, None), SeatResult(1, 4, 0, None)),
    )
    assert ended == Write(Ended(outcome, 7, (b"a" * 16, b"")))
    events = driver.machine.last_events
    assert ends == [End(0, outcome, events), End(1, outcome, events)]
    assert len(events) == 1


def test_ties_share_a_place() -> None:
    """In a drawing match where both pass at once with equal cards, both are first."""
    driver = Driver(terms_of(SEQUENTIAL, TIME))
    driver.start()
    driver.machine.state.values[:, 0] = 7
    driver.act(0, 0, 10)
    driver.act(1, 0, 10)
    assert placements_of(driver) == [1, 1]


VOID = [EndCause.REFEREE_FAULT, EndCause.HOST_FAILURE, EndCause.OPERATOR]


@pytest.mark.parametrize("cause", VOID)
@pytest.mark.parametrize("phase", [MatchPhase.WAITING, MatchPhase.RUNNING])
def test_an_aborted_match_is_void(cause: EndCause, phase: MatchPhase) -> None:
    """No placements and no scores, in whatever phase it was; strikes stay on record."""
    driver = Driver(terms_of(SIMULTANEOUS, TimeControl(SECOND, lag_margin_ns=0)))
    strikes = 0
    if phase is MatchPhase.RUNNING:
        driver.start()
        driver.expire()
        strikes = 1
    else:
        driver.join(0)
    assert driver.machine.phase is phase
    effects = driver.handle(ev.MatchAborted(cause, "because", 5 * SECOND))
    outcome = Outcome(cause, "because", (SeatResult(0, 0, strikes, None),) * 2)
    assert effects[0] == Write(Ended(outcome, driver.machine.match_seed, (b"", b"")))
    connected = [0, 1] if phase is MatchPhase.RUNNING else [0]
    assert effects[1:] == [End(seat, outcome, []) for seat in connected]


def test_a_match_that_is_over_cannot_be_aborted() -> None:
    """The first end stands."""
    driver = begun(2)
    driver.resign(0, 10)
    assert driver.handle(ev.MatchAborted(EndCause.OPERATOR, "too late", 20)) == []
    assert outcome_of(driver).cause is EndCause.FORFEIT


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_match_that_cannot_be_written_is_annulled(has_ended: bool) -> None:
    """Even after its end, and without effects; who asks is told that it is void."""
    driver = begun(2)
    if has_ended:
        driver.resign(0, 10)
    driver.machine.annul(EndCause.HOST_FAILURE, "the disk is full")
    driver.machine.check_invariants()
    assert outcome_of(driver).cause is EndCause.HOST_FAILURE
    assert placements_of(driver) == [0, 0]
    assert driver.machine.next_deadline_ns is None
    assert driver.machine.handle(ev.SeatJoined(1, 20)) == [End(1, outcome_of(driver), [])]


class BrokenGame(BidGame):
    """The bidding toy with a bug in the second round."""

    def step(self, state: BidState, actions: Mapping[int, Any]) -> list[Event]:
        """Fail."""
        if state.round[0] == 1:
            raise ZeroDivisionError("a bug")
        return super().step(state, actions)


def test_a_fault_of_the_game_is_not_caught_and_loses_no_record() -> None:
    """What happened before the fault is written when the host aborts the match."""
    driver = Driver(
        dataclasses.replace(terms_of(SIMULTANEOUS, TIME, num_seats=3), game=BrokenGame())
    )
    driver.start()
    for seat in range(3):
        driver.act(seat, 1, 10)
    driver.act(0, 1, 20)
    driver.act(1, 1, 20)
    with pytest.raises(ZeroDivisionError, match="a bug"):
        driver.pass_time(10 + SECOND)
    effects = driver.handle(ev.MatchAborted(EndCause.REFEREE_FAULT, "a bug", 10 + SECOND))
    records = driver.written(effects)
    assert records[:2] == [Missed(2, 2), Forfeited(2, ForfeitCause.TIME, 1)]
    assert outcome_of(driver).cause is EndCause.REFEREE_FAULT
    assert outcome_of(driver).seats[2] == SeatResult(0, 0, 1, ForfeitCause.TIME)


class UnstartableGame(BidGame):
    """The bidding toy with a bug in its setup."""

    def start(self, config: Any, *, seed: int, num_seats: int) -> Any:  # noqa: ARG002
        """Fail."""
        raise ZeroDivisionError("a bug")


def test_a_fault_at_the_start_leaves_a_match_that_never_began() -> None:
    """The last join is on record, and the seed is 0, for no die was rolled."""
    driver = Driver(dataclasses.replace(terms_of(SIMULTANEOUS), game=UnstartableGame()))
    driver.join(0)
    with pytest.raises(ZeroDivisionError):
        driver.join(1)
    effects = driver.handle(ev.MatchAborted(EndCause.REFEREE_FAULT, "a bug", 1))
    joined, ended = driver.written(effects)
    assert joined == Joined(1, b"", "bot 1", "test")
    assert isinstance(ended, Ended)
    assert ended.match_seed == 0
