"""A match that sleeps and wakes is the match that stayed awake: same effects, records and digests."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.core.time_control import HOUR, SECOND, TimeControl
from referee.match import events as ev
from referee.match.correspondence import Rest
from referee.match.course import REFUSED_RECORDS
from referee.match.effects import Effect, OpenTurn
from referee.match.machine import MatchPhase
from tests.helpers.toy_bid import BidConfig
from tests.helpers.toy_dig import DigConfig
from tests.helpers.toy_draw import DrawConfig
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SHRINKING, SIMULTANEOUS, TALKING
from tests.helpers.toy_last import LastConfig
from tests.match.driver import Driver, redone, terms_of, told_to

SLOW = TimeControl(20 * HOUR, bank_ns=30 * HOUR, increment_ns=HOUR, lag_margin_ns=SECOND, strikes=3)
MATCHES: list[tuple[AnyPlugin, GameConfig | None, int]] = [
    (SEQUENTIAL, DrawConfig(limit=60, hand=10), 3),
    (SIMULTANEOUS, BidConfig(rounds=12), 2),
    (LONG_TURN, DigConfig(turns=3), 4),
    (SHRINKING, LastConfig(rounds=12), 4),
    (TALKING, None, 3),
]


def slept(driver: Driver) -> Driver:
    """The match after it has slept: made again from its records, and from what `rest` says."""
    rest = driver.machine.rest(driver.now_ns)
    assert rest is not None
    terms = driver.machine.terms
    again = Driver(terms, machine=redone(terms, driver.records), ledger=driver.ledger)
    again.machine.wake(rest)
    again.machine.check_invariants()
    again.now_ns = driver.now_ns
    return again


def _told(effects: list[Effect]) -> list[str]:
    """Effects as text, since events are equal to themselves alone."""
    return [repr(effect) for effect in effects]


def _move(dice: random.Random, driver: Driver) -> Callable[[Driver], list[Effect]]:
    """Something that may happen now, to be done to two drivers of the same match."""
    seats = driver.machine.seats
    seat = dice.randrange(len(seats))
    at_ns = driver.now_ns + dice.choice([0, 1000, 37 * SECOND, HOUR, 5 * HOUR])
    value, text = dice.randrange(4), f"word {dice.randrange(9)}"
    is_there = seats[seat].connected
    kind = dice.choices(
        ["come or go", "act", "garble", "skip", "say", "resign", "expire"], [9, 9, 1, 1, 2, 0.1, 2]
    )[0]
    due_ns = driver.machine.next_deadline_ns
    if due_ns is not None and (kind == "expire" or at_ns >= due_ns):
        expired_ns = max(due_ns, driver.now_ns)
        return lambda one: one.pass_time(expired_ns)
    if kind == "come or go" and is_there:
        return lambda one: one.leave(seat, at_ns)
    if kind in ("come or go", "expire") or not is_there:
        return lambda one: one.join(seat, at_ns)
    if kind == "act":
        return lambda one: one.act(seat, value, at_ns)
    if kind == "garble":
        return lambda one: one.garble(seat, at_ns)
    if kind == "skip":
        return lambda one: one.skip(seat, at_ns)
    if kind == "say":
        return lambda one: one.say(seat, "all", text, at_ns=at_ns)
    return lambda one: one.resign(seat, at_ns)


@pytest.mark.parametrize("match", MATCHES, ids=[match[0].game.info.game for match in MATCHES])
def test_sleep_changes_nothing(match: tuple[AnyPlugin, GameConfig | None, int]) -> None:
    """Whatever happens in between, and whenever the match sleeps; 40 matches of each game."""
    plugin, config, num_seats = match
    sleeps = ended = 0
    for seed in range(40):
        dice = random.Random(seed)
        terms = terms_of(plugin, SLOW, num_seats=num_seats, config=config, fixed_seed=seed)
        awake, sleeper = Driver(terms), Driver(terms)
        awake.start()
        sleeper.start()
        while awake.machine.phase is MatchPhase.RUNNING and awake.machine.steps < 60:
            move = _move(dice, awake)
            expected = move(awake)
            assert _told(move(sleeper)) == _told(expected)
            if dice.random() < 0.3:
                for seat in range(num_seats):
                    awake.leave(seat, awake.now_ns)
                    sleeper.leave(seat, awake.now_ns)
            if dice.random() < 0.7 and sleeper.machine.rest(sleeper.now_ns) is not None:
                sleeper = slept(sleeper)
                sleeps += 1
            assert sleeper.machine.next_deadline_ns == awake.machine.next_deadline_ns
            assert sleeper.machine.digest() == awake.machine.digest()
        ended += awake.machine.phase is MatchPhase.ENDED
        assert sleeper.records == awake.records
        assert sleeper.machine.outcome == awake.machine.outcome
    assert sleeps > 100
    assert ended > 20


def _begun(time_control: TimeControl = SLOW) -> Driver:
    driver = Driver(terms_of(SIMULTANEOUS, time_control))
    driver.start()
    return driver


def test_what_a_bot_missed_while_it_was_away_is_reported_after_sleep() -> None:
    """Seat 1 misses two turns, and comes back for the third: it gets the events of both."""
    driver = _begun()
    driver.leave(1, 0)
    for number in (1, 2):
        driver.act(0, number, driver.now_ns)
        driver.leave(0, driver.now_ns)
        driver = slept(driver)
        driver.expire()
        driver.join(0, driver.now_ns)
    driver.leave(0, driver.now_ns)
    driver = slept(driver)
    (turn,) = told_to(1, driver.join(1, driver.now_ns))
    assert isinstance(turn, OpenTurn)
    assert (turn.turn, len(turn.events)) == (3, 2)


def test_rest_says_what_the_journal_does_not() -> None:
    """Deadlines of the referee's own clock; the bots have seen all events but those of open turns."""
    driver = _begun()
    driver.act(0, 1, HOUR)
    driver.act(1, 2, HOUR)
    driver.act(0, 1, 2 * HOUR)
    driver.leave(0, 2 * HOUR)
    driver.leave(1, 2 * HOUR)
    # Move time, bank of 30 h and its increment of an hour, and lag margin.
    deadline_ns = HOUR + 20 * HOUR + 31 * HOUR + SECOND
    assert driver.machine.rest(3 * HOUR) == Rest(0, ((1, deadline_ns),), (), (0, 0), (0, 1), (0, 0))


def test_who_may_not_sleep() -> None:
    """A shorter match, one that waits for bots, one with a bot, one whose rejections are not recorded."""
    short = _begun(TimeControl(HOUR, lag_margin_ns=0))
    waiting = Driver(terms_of(SIMULTANEOUS, SLOW))
    with_bot, refused, may = _begun(), _begun(), _begun()
    for _ in range(REFUSED_RECORDS + 1):
        refused.handle(ev.UntimelyReceived(0, 9, 0))
    for driver in (short, refused, may):
        driver.leave(0, 0)
        driver.leave(1, 0)
    with_bot.leave(0, 0)
    rests = [driver.machine.rest(0) for driver in (short, waiting, with_bot, refused)]
    assert rests == [None] * 4
    assert may.machine.rest(0) is not None
