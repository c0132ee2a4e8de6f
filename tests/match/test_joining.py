"""How a match begins, who holds its seats, and what a seat is told when it comes back."""

from __future__ import annotations

import pytest

from referee.core.outcome import EndCause, ForfeitCause, Outcome, SeatResult
from referee.core.time_control import SECOND, TimeControl
from referee.match.effects import Begin, End, OpenTurn, OpenTurns, Show, Write
from referee.match.machine import MatchPhase
from referee.match.records import Ended, Forfeited, Joined, Started
from tests.helpers.toy_bid import RoundWon
from tests.helpers.toy_draw import CardDrawn
from tests.helpers.toy_games import SEQUENTIAL, SIMULTANEOUS
from tests.match.driver import Driver, terms_of, told_to

TERMS = terms_of(SIMULTANEOUS, TimeControl(SECOND, join_limit_ns=60 * SECOND), num_seats=3)


def test_the_last_join_begins_the_match() -> None:
    """Joins are written, then the start; then all are told, then the first turns are handed over."""
    driver = Driver(TERMS)
    assert driver.machine.next_deadline_ns == 60 * SECOND
    assert driver.join(2, 5) == [Write(Joined(2, b"", "bot 2", "test"))]
    assert driver.join(0, 6) == [Write(Joined(0, b"", "bot 0", "test"))]
    assert driver.machine.phase is MatchPhase.WAITING
    joined, started, begin, show, turns = driver.join(1, 7)
    assert joined == Write(Joined(1, b"", "bot 1", "test"))
    assert started == Write(Started(driver.machine.terms.game.digest(driver.machine.state)))
    assert begin == Begin()
    assert show == Show(0, "bid", [])
    assert isinstance(turns, OpenTurns)
    assert [(turn.seat, turn.turn) for turn in turns.turns] == [(0, 1), (1, 1), (2, 1)]


def test_joining_again_before_the_start_changes_nothing() -> None:
    """Neither a second join nor leaving and coming back is written or begins a match."""
    driver = Driver(TERMS)
    driver.join(0, 1, nonce=b"n" * 16)
    driver.leave(0, 2)
    assert driver.join(0, 3, nonce=b"m" * 16) == []
    assert driver.machine.seats[0].nonce == b"n" * 16


def test_the_seed_comes_from_the_nonces_in_seat_order() -> None:
    """The first 8 bytes of HMAC-SHA256 of the nonces under the server seed.

    The number comes from `openssl dgst -sha256 -mac HMAC -macopt hexkey:000102...1f` over sixteen
    `a`, sixteen zero bytes, sixteen `c`.
    """
    driver = Driver(TERMS)
    driver.join(2, 1, nonce=b"c" * 16)
    driver.join(0, 2, nonce=b"a" * 16)
    driver.join(1, 3)
    assert driver.machine.match_seed == 0xEEA2D2E718D2566B


def test_a_fixed_seed_leaves_nonces_out() -> None:
    """The organizer's seed is the match seed."""
    driver = Driver(terms_of(SIMULTANEOUS, fixed_seed=2**64 - 5))
    driver.join(0, 1, nonce=b"c" * 16)
    driver.join(1, 2)
    assert driver.machine.match_seed == 2**64 - 5


def test_a_seat_that_left_before_the_start_is_played_for() -> None:
    """It is told nothing, and its clock starts with the match."""
    driver = Driver(TERMS)
    driver.join(0, 1)
    driver.leave(0, 2)
    driver.join(1, 3)
    effects = driver.join(2, 4)
    turns = [effect for effect in effects if isinstance(effect, OpenTurns)]
    assert [turn.seat for turn in turns[0].turns] == [1, 2]
    seat = driver.machine.seats[0]
    assert seat.deadline_ns == 4 + SECOND + TERMS.time_control.lag_margin_ns


def test_absent_seats_forfeit_at_the_join_limit_and_the_others_play() -> None:
    """Seat 1 of three is missing: it is out, and the match begins without it."""
    driver = Driver(TERMS)
    driver.join(0, 1)
    driver.join(2, 2)
    assert driver.pass_time(60 * SECOND - 1) == []
    effects = driver.pass_time(60 * SECOND)
    records = driver.written(effects)
    assert records[0] == Forfeited(1, ForfeitCause.ABSENT, 1)
    assert isinstance(records[1], Started)
    assert driver.machine.phase is MatchPhase.RUNNING
    driver.act(0, 1, 61 * SECOND)
    driver.act(2, 1, 61 * SECOND)
    assert driver.machine.steps == 1


def test_the_only_seat_that_came_wins() -> None:
    """Two of three are missing: nobody is left to play with, and no game is started."""
    driver = Driver(TERMS)
    driver.join(1, 1)
    effects = driver.pass_time(60 * SECOND)
    absent = ForfeitCause.ABSENT
    outcome = Outcome(
        EndCause.BOT_ERROR,
        "a bot's fault left no rivals",
        (SeatResult(2, 0, 0, absent), SeatResult(1, 0, 0, None), SeatResult(2, 0, 0, absent)),
    )
    assert effects == [
        Write(Forfeited(0, absent, 1)),
        Write(Forfeited(2, absent, 1)),
        Write(Ended(outcome, 0, (b"", b"", b""))),
        End(1, outcome, []),
    ]
    assert driver.machine.state is None


def test_a_match_that_nobody_joined_is_void() -> None:
    """That is the host's failure, not the bots'."""
    driver = Driver(TERMS)
    effects = driver.pass_time(60 * SECOND)
    outcome = Outcome(
        EndCause.NOBODY_JOINED, "no bot joined any seat", (SeatResult(0, 0, 0, None),) * 3
    )
    assert effects == [Write(Ended(outcome, 0, (b"", b"", b"")))]
    assert driver.machine.next_deadline_ns is None


def test_a_nonce_that_comes_too_late_is_not_in_the_reveal() -> None:
    """An absent seat may still join, but the seed was made without its nonce."""
    driver = Driver(TERMS)
    driver.join(0, 1, nonce=b"a" * 16)
    driver.join(1, 2)
    driver.pass_time(60 * SECOND)
    seed = driver.machine.match_seed
    effects = driver.join(2, 61 * SECOND, nonce=b"c" * 16)
    assert effects == [Write(Joined(2, b"", "bot 2", "test"))]
    effects = driver.resign(0, 62 * SECOND)
    (ended,) = [record for record in driver.written(effects) if isinstance(record, Ended)]
    assert (ended.match_seed, ended.nonces) == (seed, (b"a" * 16, b"", b""))


@pytest.mark.parametrize("resigned", [0, 2])
def test_a_seat_may_resign_before_the_start(resigned: int) -> None:
    """The other two begin when both are there, in whatever order that comes about."""
    driver = Driver(TERMS)
    driver.join(0, 1)
    driver.join(resigned, 2)
    driver.resign(resigned, 3)
    for seat in sorted({1, 2} - {resigned}):
        assert driver.machine.phase is MatchPhase.WAITING
        driver.join(seat, 4)
    assert driver.machine.phase is MatchPhase.RUNNING
    assert driver.machine.seats[resigned].forfeit is ForfeitCause.RESIGNED


def test_events_wait_for_a_seat_that_is_away() -> None:
    """What a seat could not be told with one turn is told with the next.

    Seat 0 is away from the start; it misses its first turn, and seat 1 draws.
    """
    driver = Driver(terms_of(SEQUENTIAL, TimeControl(SECOND, lag_margin_ns=0, strikes=0)))
    driver.join(0, 0)
    driver.leave(0, 0)
    driver.join(1, 0)
    driver.expire()
    driver.act(1, 1, SECOND)
    (turn,) = told_to(1, driver.join(1, 2 * SECOND))
    assert isinstance(turn, OpenTurn)
    driver.act(1, 0, 3 * SECOND)
    assert driver.machine.outcome is not None
    (end,) = told_to(0, driver.join(0, 4 * SECOND))
    assert isinstance(end, End)
    own_cards = [e.body for e in end.events if isinstance(e.body, CardDrawn)]
    assert [card.seat for card in own_cards] == [0, 1, 1]


def test_events_that_a_broken_stream_may_have_lost_come_again() -> None:
    """A turn that was handed to a stream which broke before an answer may not have been read."""
    driver = Driver(terms_of(SEQUENTIAL, TimeControl(SECOND, lag_margin_ns=0, strikes=0)))
    driver.start()
    dealt = list(driver.machine.seats[0].turn_events)
    driver.leave(0, 10)
    driver.expire()
    assert len(dealt) == 2
    assert list(driver.machine.seats[0].unseen_events)[:2] == dealt


def test_events_that_were_answered_do_not_come_again() -> None:
    """The next turn tells only what happened since."""
    driver = Driver(terms_of(SEQUENTIAL, TimeControl(SECOND, lag_margin_ns=0)))
    driver.start()
    driver.act(0, 1, 10)
    driver.leave(0, 20)
    driver.act(1, 1, 30)
    (turn,) = told_to(0, driver.join(0, 40))
    assert isinstance(turn, OpenTurn)
    bodies = [event.body for event in turn.events]
    assert [type(body) for body in bodies] == [CardDrawn, CardDrawn]
    assert [body.seat for body in bodies if isinstance(body, CardDrawn)] == [0, 1]


def test_an_answer_proves_that_the_turn_was_read() -> None:
    """Its events do not come again, though nobody said that it was handed over."""
    driver = Driver(terms_of(SIMULTANEOUS), hands_over=False)
    driver.start()
    rounds = []
    for at_ns in range(3):
        driver.act(0, 1, at_ns)
        (turn,) = told_to(0, driver.act(1, 2, at_ns))
        assert isinstance(turn, OpenTurn)
        rounds.append([event.body for event in turn.events])
    assert rounds == [[RoundWon(0, 1, 2)], [RoundWon(1, 1, 2)], [RoundWon(2, 1, 2)]]


def test_joining_after_the_end_tells_the_end() -> None:
    """A seat whose stream broke at the last moment still learns how the match ended."""
    driver = Driver(terms_of(SEQUENTIAL))
    driver.start()
    driver.act(0, 0, 10)
    driver.leave(0, 20)
    effects = driver.act(1, 0, 30)
    (end,) = told_to(1, effects)
    assert isinstance(end, End)
    assert told_to(0, effects) == []
    again = driver.join(0, 40)
    (told,) = again
    assert isinstance(told, End)
    assert told.outcome == end.outcome
    assert [type(event.body).__name__ for event in told.events] == [
        "Passed",
        "Passed",
        "Hand",
        "Hand",
    ]
    assert driver.join(0, 50) == again
