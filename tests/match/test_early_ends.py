"""Seats that the rules put out: their places, when they hear of them, and what they can still do."""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.game import DecisionPoint, Event
from referee.core.outcome import EndCause, ForfeitCause, GameOutcome, Outcome, SeatResult, rank
from referee.core.time_control import SECOND, TimeControl
from referee.match import events as ev
from referee.match import records as rec
from referee.match.effects import End, OpenPlace, OpenTurn, Reject, Show, Write
from referee.match.machine import MatchPhase
from referee.match.rejection import Rejection
from tests.helpers.toy_games import SHRINKING
from tests.helpers.toy_last import Fell, LastConfig, LastGame, LastState
from tests.match.driver import Driver, terms_of, told_to
from tests.match.falling import FALL, TIME, begun, early_end, play

NOTHING = SeatResult(0, 0, 0, None)


def places(driver: Driver) -> list[int]:
    """The placements of a match that is over."""
    assert driver.machine.outcome is not None
    return [result.placement for result in driver.machine.outcome.seats]


# What is told, and when.


def test_a_seat_that_falls_is_told_its_place_before_the_others_are_asked() -> None:
    """Seat 1 of three: behind the two that are still in, with the points it has won."""
    driver = begun(3)
    write, show, end, opened = play(driver, {0: 0, 1: FALL, 2: 0}, at_ns=10)
    assert isinstance(write, Write)
    assert isinstance(show, Show)
    text = "the rules put the seat out; the match goes on"
    outcome = Outcome(EndCause.RULES, text, (NOTHING, SeatResult(3, FALL, 0, None), NOTHING))
    assert isinstance(end, End)
    assert (end.seat, end.outcome, end.goes_on) == (1, outcome, True)
    assert [event.body for event in end.events] == [Fell(1, 1, FALL)]
    assert [turn.seat for turn in opened.turns] == [0, 2]  # type: ignore[union-attr]
    assert driver.machine.phase is MatchPhase.RUNNING


def test_a_seat_that_is_out_hears_nothing_more() -> None:
    """Neither of later steps nor of the end of the match, unless it comes back and asks."""
    driver = begun(3)
    early = early_end(1, play(driver, {0: 0, 1: FALL, 2: 0}))
    play(driver, {0: 0, 2: 0})
    effects = play(driver, {0: FALL, 2: 0})
    assert told_to(1, effects) == []
    assert places(driver) == [2, 3, 1]
    (end,) = told_to(1, driver.join(1, 99))
    assert end == End(1, driver.machine.outcome, early.events)  # type: ignore[arg-type]


def test_seats_that_fall_at_once_are_placed_by_the_rules() -> None:
    """Of six, 1 and 4 fall with 5 points, and 3, which has won 5 before, with 10."""
    driver = begun(6)
    driver.machine.state.points[3] = 5
    effects = play(driver, dict.fromkeys(range(6), 0) | {1: FALL, 3: FALL, 4: FALL})
    told = {seat: early_end(seat, effects).outcome.seats[seat] for seat in (1, 3, 4)}
    assert {seat: (result.placement, result.score) for seat, result in told.items()} == {
        1: (5, 5),
        3: (4, 10),
        4: (5, 5),
    }


def test_strikes_are_told() -> None:
    """Seat 1 misses a deadline, and falls in the next round."""
    terms = terms_of(SHRINKING, TimeControl(SECOND, lag_margin_ns=0, strikes=0), num_seats=3)
    driver = Driver(terms)
    driver.start()
    play(driver, {0: 0, 2: 0})
    driver.expire()
    effects = play(driver, {0: 0, 1: FALL, 2: 0})
    assert early_end(1, effects).outcome.seats[1] == SeatResult(3, FALL, 1, None)


def test_who_falls_last_is_told_the_end_of_the_match() -> None:
    """An early end would be followed by it at once."""
    driver = begun(3)
    effects = play(driver, {0: FALL, 1: 0, 2: FALL})
    ends = [effect for effect in effects if isinstance(effect, End)]
    assert [(end.seat, end.goes_on) for end in ends] == [(0, False), (1, False), (2, False)]
    assert places(driver) == [2, 1, 2]
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.cause is EndCause.RULES


def test_a_place_that_is_open_is_not_told() -> None:
    """Seats 1 and 4 of five fall at once, seat 2 in the next round: their round, their places, and no more."""
    driver = begun(5, by_points=True)
    effects = play(driver, {0: 0, 1: FALL, 2: 0, 3: 0, 4: FALL})
    ends = [early_end(seat, effects) for seat in (1, 4)]
    assert [end.place for end in ends] == [OpenPlace(1, 4, 5)] * 2
    assert [end.outcome.seats for end in ends] == [(NOTHING,) * 5] * 2
    end = early_end(2, play(driver, {0: 0, 2: FALL, 3: 0}))
    assert (end.place, end.outcome.seats) == (OpenPlace(2, 3, 3), (NOTHING,) * 5)
    again = told_to(1, driver.join(1, driver.now_ns))
    assert again == [ends[0]]


class OutFromTheStart(LastGame):
    """Seat 0 has fallen before the first round."""

    def start(
        self, config: LastConfig, *, seed: int, num_seats: int
    ) -> tuple[LastState, list[Event]]:
        """See the class."""
        state, events = super().start(config, seed=seed, num_seats=num_seats)
        state.fell[0] = 1
        return state, events


def test_a_seat_may_be_out_from_the_start() -> None:
    """It is told so once the match has begun, before the others get their first turns."""
    terms = dataclasses.replace(terms_of(SHRINKING, TIME, num_seats=3), game=OutFromTheStart())
    driver = Driver(terms)
    effects = driver.start()
    told = [type(effect).__name__ for effect in effects]
    assert told == ["Write", "Write", "Begin", "Show", "End", "OpenTurns"]
    end = effects[4]
    assert isinstance(end, End)
    assert (end.seat, end.outcome.seats[0].placement, end.goes_on) == (0, 3, True)


# Coming and going.


def test_a_seat_that_is_away_hears_it_when_it_comes_back() -> None:
    """Nothing is told to nobody; then the same as often as it asks."""
    driver = begun(3)
    driver.act(1, FALL, 5)
    driver.leave(1, 6)
    assert told_to(1, play(driver, {0: 0, 2: 0}, at_ns=10)) == []
    first = early_end(1, driver.join(1, 20))
    assert first.outcome.seats[1] == SeatResult(3, FALL, 0, None)
    assert [event.body for event in first.events] == [Fell(1, 1, FALL)]
    play(driver, {0: 0, 2: 0}, at_ns=30)
    assert early_end(1, driver.join(1, 40)) == first


@pytest.mark.parametrize("deed", ["act", "garble", "skip", "resign"])
def test_a_seat_that_is_out_can_do_nothing(deed: str) -> None:
    """Whatever it sends is refused, and costs it nothing; nobody else notices."""
    driver = begun(3)
    play(driver, {0: 0, 1: FALL, 2: 0}, at_ns=10)
    for at_ns in range(20, 60):
        match deed:
            case "act":
                effects = driver.act(1, 0, at_ns, turn=2)
            case "garble":
                effects = driver.garble(1, at_ns)
            case "skip":
                effects = driver.skip(1, at_ns)
            case _:
                effects = driver.resign(1, at_ns)
        turn = {"act": 2, "resign": 0}.get(deed, 1)
        reject = Reject(1, turn, Rejection.ENDED, "the match is over for this seat")
        assert effects == [Write(rec.Refused(1, turn, Rejection.ENDED)), reject]
    play(driver, {0: 0, 2: FALL})
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.seats[1] == SeatResult(3, FALL, 0, None)


def test_a_seat_that_is_out_has_no_clock() -> None:
    """Deadlines are those of the others."""
    driver = begun(3)
    play(driver, {0: 0, 1: FALL, 2: 0}, at_ns=10)
    driver.act(0, 0, 20)
    driver.expire()
    assert driver.machine.outcome is not None
    assert [result.strikes for result in driver.machine.outcome.seats] == [0, 0, 1]


def test_a_match_that_is_void_after_an_early_end() -> None:
    """Nobody tells the seat that has gone; who comes back hears it."""
    driver = begun(3)
    play(driver, {0: 0, 1: FALL, 2: 0}, at_ns=10)
    effects = driver.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 20))
    assert told_to(1, effects) == []
    assert places(driver) == [0, 0, 0]
    (end,) = told_to(1, driver.join(1, 30))
    assert isinstance(end, End)
    assert (end.outcome, end.goes_on) == (driver.machine.outcome, False)


# Together with forfeits.


def test_who_goes_out_later_is_placed_better_whatever_the_reason() -> None:
    """Seat 4 resigns, 0 falls, 1 resigns, 2 falls, 3 is left; 4 and 1 are in by the rules to the end."""
    driver = begun(5)
    driver.resign(4, 1)
    effects = play(driver, dict.fromkeys(range(1, 4), 0) | {0: FALL})
    assert early_end(0, effects).outcome.seats[0].placement == 4
    driver.resign(1, driver.now_ns)
    play(driver, {2: FALL, 3: 0})
    assert places(driver) == [4, 3, 2, 1, 5]


def test_forfeits_and_falls_that_leave_no_rivalry_end_the_match() -> None:
    """Seat 2 has resigned, though by the rules it is still in; 0 falls, and 1 has nobody left to beat.

    The cause is that of the forfeit, for the rules would go on.
    """
    driver = begun(3)
    driver.resign(2, 1)
    effects = play(driver, {0: FALL, 1: 0})
    assert driver.machine.steps == 1
    assert not any(
        isinstance(told, OpenTurn) for seat in range(3) for told in told_to(seat, effects)
    )
    assert driver.machine.outcome == Outcome(
        EndCause.FORFEIT,
        "a resignation left no rivals",
        (
            SeatResult(2, FALL, 0, None),
            SeatResult(1, 0, 0, None),
            SeatResult(3, 0, 0, ForfeitCause.RESIGNED),
        ),
    )


def test_the_last_forfeit_gives_the_cause() -> None:
    """Seat 3 resigns, then 2 misses its deadline, then 0 falls."""
    driver = begun(4)
    driver.resign(3, 1)
    play(driver, {0: 0, 1: 0})
    driver.expire()
    play(driver, {0: FALL, 1: 0})
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.cause is EndCause.BOT_TIME
    assert places(driver) == [2, 1, 3, 4]


def test_a_step_in_which_all_fall_while_one_has_forfeited() -> None:
    """Nobody is left in the match; by the rules seat 2, long gone, is the last one standing."""
    driver = begun(3)
    driver.resign(2, 1)
    play(driver, {0: FALL, 1: FALL})
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.cause is EndCause.RULES
    assert places(driver) == [1, 1, 3]


def test_a_seat_that_has_forfeited_is_not_put_out_again() -> None:
    """Seat 2 answers, resigns, and falls by that answer: it has its place since it resigned."""
    driver = begun(4)
    driver.act(2, FALL, 1)
    driver.resign(2, 2)
    effects = play(driver, {0: 0, 1: FALL, 3: 0})
    assert told_to(2, effects) == []
    assert early_end(1, effects).outcome.seats[1].placement == 3
    play(driver, {0: 0, 3: FALL})
    assert places(driver) == [1, 3, 4, 2]


class Solo(LastGame):
    """A game that goes on for the last one standing."""

    def decision(self, state: LastState) -> DecisionPoint | None:
        """See the class."""
        inside = tuple(seat for seat, fell in enumerate(state.fell.tolist()) if not fell)
        over = not inside or state.round[0] >= state.config.rounds
        return None if over else DecisionPoint("stake", inside)


def test_without_forfeits_only_the_rules_end_a_match() -> None:
    """Though no rival is left, seat 0 plays on until it falls."""
    terms = dataclasses.replace(terms_of(SHRINKING, TIME, num_seats=2), game=Solo())
    driver = Driver(terms)
    driver.start()
    early_end(1, play(driver, {0: 0, 1: FALL}))
    play(driver, {0: 0})
    assert driver.machine.phase is MatchPhase.RUNNING
    play(driver, {0: FALL})
    assert driver.machine.outcome is not None
    assert driver.machine.outcome.cause is EndCause.RULES
    assert places(driver) == [1, 2]


# Teams.


class Pairs(LastGame):
    """Teams of 0 and 2, 1 and 3: who falls leaves its mate to play on, and the later fall counts."""

    def teams(self, config: LastConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """See the class."""
        return tuple(seat % 2 for seat in range(num_seats))

    def decision(self, state: LastState) -> DecisionPoint | None:
        """Until one team is out."""
        inside = tuple(seat for seat, fell in enumerate(state.fell.tolist()) if not fell)
        if len({seat % 2 for seat in inside}) <= 1 or state.round[0] >= state.config.rounds:
            return None
        return DecisionPoint("stake", inside)

    def outcome(self, state: LastState) -> GameOutcome:
        """By the mate who stayed in longer."""
        fell = [out or 99 for out in state.fell.tolist()]
        keys = [(max(fell[seat % 2 :: 2]),) for seat in range(len(fell))]
        return GameOutcome(
            rank(keys, [seat % 2 for seat in range(len(fell))]), tuple(state.points.tolist())
        )


class Trios(Pairs):
    """Teams of 0 and 3, 1 and 4, 2 and 5."""

    def teams(self, config: LastConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """See the class."""
        return tuple(seat % 3 for seat in range(num_seats))

    def decision(self, state: LastState) -> DecisionPoint | None:
        """Until one team is left."""
        inside = tuple(seat for seat, fell in enumerate(state.fell.tolist()) if not fell)
        return DecisionPoint("stake", inside) if len({seat % 3 for seat in inside}) > 1 else None

    def outcome(self, state: LastState) -> GameOutcome:
        """By the mate who stayed in longer."""
        fell = [out or 99 for out in state.fell.tolist()]
        keys = [(max(fell[seat % 3 :: 3]),) for seat in range(len(fell))]
        return GameOutcome(
            rank(keys, [seat % 3 for seat in range(len(fell))]), tuple(state.points.tolist())
        )


@pytest.fixture
def trios() -> Driver:
    """A match of three teams of two that has begun at 0."""
    driver = Driver(dataclasses.replace(terms_of(SHRINKING, TIME, num_seats=6), game=Trios()))
    driver.start()
    return driver


def test_a_seat_hears_its_place_when_its_team_is_out(trios: Driver) -> None:
    """Seat 1 waits for 4, with which it shares the place; each is told its own result."""
    effects = play(trios, dict.fromkeys(range(6), 0) | {1: FALL})
    assert told_to(1, effects) == []
    effects = play(trios, dict.fromkeys((0, 2, 3, 5), 0) | {4: FALL})
    for seat in (1, 4):
        outcome = early_end(seat, effects).outcome
        assert outcome.seats[seat] == SeatResult(3, FALL, 0, None)
        assert [s for s, result in enumerate(outcome.seats) if result != NOTHING] == [seat]
    assert [event.body for event in early_end(1, effects).events] == [Fell(1, 1, FALL)]
    play(trios, dict.fromkeys((0, 3), 0) | {2: FALL, 5: FALL})
    assert places(trios) == [1, 3, 2, 1, 3, 2]


def test_a_seat_whose_mate_forfeits_hears_its_place_at_the_end(trios: Driver) -> None:
    """As its mate does: seats that went out at once with it may have a say in it."""
    play(trios, dict.fromkeys(range(6), 0) | {1: FALL})
    effects = trios.resign(4, trios.now_ns)
    assert told_to(1, effects) == []
    effects = play(trios, dict.fromkeys((0, 3), 0) | {2: FALL, 5: FALL})
    (end,) = told_to(1, effects)
    assert end == End(1, trios.machine.outcome, end.events)  # type: ignore[arg-type, union-attr]
    assert places(trios) == [1, 3, 2, 1, 3, 2]
