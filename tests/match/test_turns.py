"""Decisions: who is asked, when the engine steps, what is rejected and why."""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.time_control import MS, SECOND, TimeControl
from referee.match.course import REFUSED_RECORDS, UNREADABLE_LIMIT
from referee.match.effects import End, Miss, OpenTurn, OpenTurns, Reject, Show, Write
from referee.match.machine import MatchPhase
from referee.match.records import ActionKind, ActionTaken, Forfeited, Refused, Stepped
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_bid import RoundWon
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SIMULTANEOUS
from tests.match.driver import PAYLOAD, Driver, terms_of, told_to

TIME = TimeControl(SECOND, lag_margin_ns=0, strikes=2)


@pytest.fixture
def bidding() -> Driver:
    """A bidding match of three seats that has begun at 0."""
    driver = Driver(terms_of(SIMULTANEOUS, TIME, num_seats=3))
    driver.start()
    return driver


def test_the_engine_steps_when_the_last_seat_has_answered(bidding: Driver) -> None:
    """Until then an answer has no effect at all; then the step is written before it is shown."""
    assert bidding.act(2, 3, 10) == []
    assert bidding.act(0, 4, 20) == []
    write, show, turns = bidding.act(1, 9, 30)
    played = ActionKind.PLAYED
    assert write == Write(
        Stepped(
            [
                ActionTaken(0, 1, played, ToyAction(4), PAYLOAD, 20, 0, 0),
                ActionTaken(1, 1, played, ToyAction(9), PAYLOAD, 30, 0, 0),
                ActionTaken(2, 1, played, ToyAction(3), PAYLOAD, 10, 0, 0),
            ],
            bidding.machine.terms.game.digest(bidding.machine.state),
        )
    )
    assert isinstance(show, Show)
    assert [event.body for event in show.events] == [RoundWon(0, 1, 9)]
    assert isinstance(turns, OpenTurns)
    assert [(turn.seat, turn.turn) for turn in turns.turns] == [(0, 2), (1, 2), (2, 2)]
    assert [event.body for event in turns.turns[2].events] == [RoundWon(0, 1, 9)]


def test_times_of_answers_are_counted(bidding: Driver) -> None:
    """How many came in time, and what was charged for all and for one at most; a miss is none of them."""
    for seat, at_ns in ((2, 10 * MS), (0, 20 * MS), (1, 30 * MS)):
        bidding.act(seat, 1, at_ns)
    bidding.act(0, 1, 80 * MS + 999)  # a replay has microseconds
    told = [(seat.decisions, seat.thought_ns, seat.longest_ns) for seat in bidding.machine.seats]
    assert told == [
        (2, 70 * MS, 50 * MS),
        (1, 30 * MS, 30 * MS),
        (1, 10 * MS, 10 * MS),
    ]
    bidding.pass_time(30 * MS + SECOND)
    assert [seat.decisions for seat in bidding.machine.seats] == [2, 1, 1]


def test_one_seat_at_a_time_in_a_sequential_game() -> None:
    """The seat on turn alone is asked; each seat's turns have its own numbers."""
    driver = Driver(terms_of(SEQUENTIAL, TIME))
    driver.start()
    asked = []
    for at_ns, seat in enumerate((0, 1, 0, 1)):
        effects = driver.act(seat, 1, at_ns)
        (turns,) = [effect for effect in effects if isinstance(effect, OpenTurns)]
        asked += [(turn.seat, turn.turn) for turn in turns.turns]
    assert asked == [(1, 1), (0, 2), (1, 2), (0, 3)]


def test_a_long_turn_asks_the_same_seat_again() -> None:
    """Every order is an answer to a turn of its own number."""
    driver = Driver(terms_of(LONG_TURN, TIME, num_seats=4))
    driver.start()
    asked = []
    for at_ns, (seat, order) in enumerate([(0, 1), (0, 2), (0, -1), (1, -1)]):
        effects = driver.act(seat, order, at_ns)
        (turns,) = [effect for effect in effects if isinstance(effect, OpenTurns)]
        asked += [(turn.seat, turn.turn) for turn in turns.turns]
    assert asked == [(0, 2), (0, 3), (1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("bid", "at_ns"),
    [
        pytest.param(0, 1, id="at once"),
        pytest.param(4, 500 * MS, id="another bid, later"),
        pytest.param(-7, 500 * MS, id="a bid that the rules refuse"),
        pytest.param(4, SECOND, id="after seat 1, at the last moment"),
        pytest.param(None, SECOND, id="no answer"),
    ],
)
def test_nobody_learns_of_an_answer_before_the_step(bid: int | None, at_ns: int) -> None:
    """What seat 1 is told is the same whatever seat 0 answered, and whenever.

    Seat 1 sends all it can send, rejoins, and bids more than seat 0 ever does: the losing bid is
    hidden by the rules as well.
    """
    assert _told_to_seat_1(1, 2) == _told_to_seat_1(bid, at_ns)


def _told_to_seat_1(bid: int | None, at_ns: int) -> str:
    driver = Driver(terms_of(SIMULTANEOUS, TIME, fixed_seed=3))
    driver.start()
    if at_ns < 900 * MS and bid is not None:
        driver.act(0, bid, at_ns)
    driver.act(1, 5, 900 * MS, turn=2)
    driver.garble(1, 910 * MS)
    driver.join(1, 920 * MS)
    driver.act(1, 5, 930 * MS)
    if bid is None:
        driver.pass_time(at_ns)
    elif at_ns >= 900 * MS:
        driver.act(0, bid, at_ns)
    assert driver.machine.steps == 1
    return repr(told_to(1, driver.effects))


# What is rejected.


def test_actions_at_the_wrong_time_are_rejected() -> None:
    """Each of them is told why, goes into the record, and changes nothing."""
    driver = Driver(terms_of(SIMULTANEOUS, TIME, num_seats=3))
    seen = []

    def probe(seat: int, turn: int, at_ns: int) -> None:
        effects = driver.act(seat, 1, at_ns, turn=turn)
        write, reject = effects
        assert isinstance(reject, Reject)
        assert write == Write(Refused(seat, turn, reject.reason))
        seen.append((reject.reason, reject.text))

    driver.join(0, 0)
    probe(0, 1, 1)
    driver.join(1, 1)
    driver.join(2, 1)
    probe(0, 2, 2)
    probe(0, 0, 2)
    probe(0, -1, 2)
    driver.act(0, 1, 3)
    probe(0, 1, 4)
    driver.act(1, 1, 5)
    driver.act(2, 1, 5)
    probe(0, 1, 6)
    driver.act(1, 1, 7)
    driver.act(2, 1, 7)
    driver.pass_time(5 + SECOND)
    probe(0, 2, 6 + SECOND)
    driver.act(0, 1, 7 + SECOND)
    probe(0, 2, 8 + SECOND)
    probe(0, 1, 8 + SECOND)
    assert seen == [
        (Rejection.EARLY, "turn 1 is not open yet; the last is 0"),
        (Rejection.EARLY, "turn 2 is not open yet; the last is 1"),
        (Rejection.STALE, "turn 0 is over; the last is 1"),
        (Rejection.STALE, "turn -1 is over; the last is 1"),
        (Rejection.DUPLICATE, "turn 1 has an answer; the first one stands"),
        (Rejection.STALE, "turn 1 is over; the last is 2"),
        (Rejection.LATE, "the deadline of turn 2 had passed"),
        (Rejection.LATE, "the deadline of turn 2 had passed"),
        (Rejection.STALE, "turn 1 is over; the last is 3"),
    ]
    assert driver.machine.steps == 2


def test_the_first_answer_stands(bidding: Driver) -> None:
    """A second answer to an open point does not replace the first."""
    bidding.act(0, 4, 10)
    bidding.act(0, 5, 20)
    bidding.act(1, 0, 30)
    effects = bidding.act(2, 0, 40)
    (step,) = [record for record in bidding.written(effects) if isinstance(record, Stepped)]
    assert step.actions[0].action == ToyAction(4)


def test_a_duplicate_after_the_step_is_told_as_such() -> None:
    """In a sequential game the answered turn stays the seat's last until it is asked again."""
    driver = Driver(terms_of(SEQUENTIAL, TIME))
    driver.start()
    driver.act(0, 1, 10)
    (reject,) = told_to(0, driver.act(0, 1, 20, turn=1))
    assert isinstance(reject, Reject)
    assert reject.reason is Rejection.DUPLICATE


@pytest.mark.parametrize("reason", [Rejection.MALFORMED, Rejection.WRONG_TYPE])
def test_an_unreadable_answer_leaves_the_turn_open(bidding: Driver, reason: Rejection) -> None:
    """It is told why, and may answer again; its clock goes on."""
    assert bidding.garble(0, 10, reason=reason) == [
        Write(Refused(0, 1, reason)),
        Reject(0, 1, reason, "what is this?"),
    ]
    bidding.act(0, 3, 30)
    bidding.act(1, 3, 30)
    effects = bidding.act(2, 3, 30)
    (step,) = [record for record in bidding.written(effects) if isinstance(record, Stepped)]
    assert (step.actions[0].kind, step.actions[0].elapsed_ns) == (ActionKind.PLAYED, 30)


def test_unreadable_answers_to_no_open_turn_are_untimely(bidding: Driver) -> None:
    """What can't be read and comes at the wrong time is rejected for the time, and not counted."""
    bidding.act(0, 3, 10)
    (reject,) = told_to(0, bidding.garble(0, 20))
    assert isinstance(reject, Reject)
    assert reject.reason is Rejection.DUPLICATE
    assert bidding.machine.seats[0].unreadable == 0


def test_too_many_unreadable_answers_forfeit(bidding: Driver) -> None:
    """The last one allowed is told like those before; then the seat is out and the match goes on."""
    for count in range(UNREADABLE_LIMIT - 1):
        assert len(bidding.garble(0, count)) == 2
    assert bidding.garble(0, 50) == [
        Write(Refused(0, 1, Rejection.MALFORMED)),
        Reject(0, 1, Rejection.MALFORMED, "what is this?"),
        Write(Forfeited(0, ForfeitCause.MALFORMED, 1)),
    ]
    bidding.act(1, 1, 60)
    effects = bidding.act(2, 1, 60)
    (step,) = [record for record in bidding.written(effects) if isinstance(record, Stepped)]
    assert step.actions[0] == ActionTaken(0, 1, ActionKind.FORFEITED, None, b"", 0, 0, 0)


def test_records_of_refusals_are_bounded(bidding: Driver) -> None:
    """A seat that floods is told every time, but fills no disk."""
    for count in range(REFUSED_RECORDS):
        assert len(bidding.act(0, 1, count, turn=7)) == 2
    text = "turn 7 is not open yet; the last is 1"
    assert bidding.act(0, 1, 500, turn=7) == [Reject(0, 7, Rejection.EARLY, text)]
    assert len(bidding.act(1, 1, 500, turn=7)) == 2


def test_a_forfeited_seat_is_rejected_for_the_rest(bidding: Driver) -> None:
    """Whatever it sends, the match is over for it; it is asked nothing more."""
    bidding.resign(0, 10)
    over = Reject(0, 1, Rejection.ENDED, "the match is over for this seat")
    assert told_to(0, bidding.act(0, 1, 20)) == [over]
    assert told_to(0, bidding.garble(0, 20)) == [over]
    assert told_to(0, bidding.resign(0, 20)) == [over._replace(turn=0)]
    bidding.act(1, 1, 30)
    assert told_to(0, bidding.act(2, 1, 30)) == []
    assert bidding.join(0, 40) == []


def test_after_the_end_everything_is_rejected_and_nothing_written(bidding: Driver) -> None:
    """All that comes in is answered, or has no effect."""
    bidding.resign(0, 10)
    bidding.resign(1, 20)
    assert bidding.machine.phase is MatchPhase.ENDED
    over = Reject(2, 1, Rejection.ENDED, "the match is over for this seat")
    assert bidding.act(2, 1, 30) == [over]
    assert bidding.garble(2, 30) == [over]
    assert bidding.resign(2, 30) == [over._replace(turn=0)]
    assert bidding.pass_time(99 * SECOND) == []
    bidding.hand(2, 99 * SECOND)
    assert bidding.leave(2, 99 * SECOND) == []
    assert bidding.machine.next_deadline_ns is None


def test_the_second_strike_of_a_late_action_ends_it_for_the_seat(bidding: Driver) -> None:
    """With two strikes a seat is out: the miss says so, and the action comes after the end."""
    bidding.act(1, 1, 10)
    bidding.act(2, 1, 10)
    bidding.expire()
    late_ns = 2 * SECOND + 1
    effects = bidding.act(0, 1, late_ns)
    assert told_to(0, effects) == [
        Miss(0, 2, 2, forfeited=True),
        Reject(0, 2, Rejection.ENDED, "the match is over for this seat"),
    ]


def test_a_bot_whose_rivals_are_gone_is_told_the_events_so_far() -> None:
    """The end carries what the seat had not been told; its own open turn was told already."""
    driver = Driver(terms_of(SIMULTANEOUS, TIME))
    driver.start()
    driver.act(0, 1, 10)
    driver.act(1, 2, 10)
    effects = driver.resign(1, 20)
    (end,) = told_to(0, effects)
    assert isinstance(end, End)
    assert end.events == []


def test_turns_carry_the_observation_of_their_own_seat(bidding: Driver) -> None:
    """Seat by seat, what the game says this seat may know."""
    turns = [told_to(seat, bidding.effects)[-1] for seat in range(3)]
    game, state = bidding.machine.terms.game, bidding.machine.state
    seen = [turn.observation for turn in turns if isinstance(turn, OpenTurn)]
    assert seen == game.observe(state, [0, 1, 2])


def test_a_turn_that_is_given_up_is_defaulted_at_once() -> None:
    """It costs what a missed deadline costs, though no time has passed; the rivals play on."""
    driver = Driver(terms_of(SIMULTANEOUS, dataclasses.replace(TIME, bank_ns=SECOND), num_seats=2))
    driver.start()
    assert told_to(0, driver.skip(0, 7 * MS)) == [Miss(0, 1, 1, False, given_up=True)]
    (step,) = [r for r in driver.written(driver.act(1, 4, 9 * MS)) if isinstance(r, Stepped)]
    assert [(taken.kind, taken.elapsed_ns) for taken in step.actions] == [
        (ActionKind.DEFAULTED, 7 * MS),
        (ActionKind.PLAYED, 9 * MS),
    ]
    turn = told_to(0, driver.effects)[-1]
    assert isinstance(turn, OpenTurn)
    assert (turn.turn, turn.clock.bank_ns, turn.clock.strikes) == (2, 0, 1)


def test_a_turn_without_deadline_can_be_given_up() -> None:
    """Which is what keeps a match going whose bot has no answer."""
    driver = Driver(terms_of(SIMULTANEOUS, TimeControl(None, strikes=2)))
    driver.start()
    driver.act(1, 4, MS)
    told = told_to(1, driver.skip(0, 2 * MS))
    assert [turn.turn for turn in told if isinstance(turn, OpenTurn)] == [2]
    driver.act(1, 4, 3 * MS)
    driver.skip(0, 4 * MS)
    assert driver.machine.phase is MatchPhase.ENDED
    assert driver.machine.seats[0].forfeit is ForfeitCause.TIME


def test_a_turn_can_be_given_up_before_it_is_handed_over() -> None:
    """Its clock waits still, so that no time was used."""
    roomy = dataclasses.replace(TIME, lag_margin_ns=10 * MS)
    driver = Driver(terms_of(SIMULTANEOUS, roomy), hands_over=False)
    driver.start()
    driver.skip(0, 5 * MS)
    (step,) = [r for r in driver.written(driver.act(1, 4, 6 * MS)) if isinstance(r, Stepped)]
    assert step.actions[0].elapsed_ns == 0


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        pytest.param(0, Rejection.STALE, id="no turn"),
        pytest.param(1, Rejection.DUPLICATE, id="answered"),
        pytest.param(2, Rejection.EARLY, id="not open yet"),
    ],
)
def test_only_an_open_turn_can_be_given_up(bidding: Driver, turn: int, reason: Rejection) -> None:
    """Any other is rejected as an action of it would be, and costs no strike."""
    bidding.act(0, 4, 10)
    (told,) = told_to(0, bidding.skip(0, 20, turn=turn))
    assert isinstance(told, Reject)
    assert told.reason is reason
    assert bidding.machine.seats[0].strikes == 0


def test_a_turn_is_given_up_once(bidding: Driver) -> None:
    """The second time, and an action after it, come too late."""
    bidding.skip(0, 20)
    for effects in (bidding.skip(0, 30), bidding.act(0, 4, 40)):
        (told,) = told_to(0, effects)
        assert isinstance(told, Reject)
        assert told.reason is Rejection.LATE
    assert bidding.machine.seats[0].strikes == 1
