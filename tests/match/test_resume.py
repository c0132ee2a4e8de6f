"""A match that is taken up again from its journal is the match it was."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.game import AnyPlugin
from referee.core.outcome import ForfeitCause
from referee.core.time_control import HOUR, MS, SECOND, TimeControl
from referee.match import events as ev
from referee.match import records as rec
from referee.match.course import UNREADABLE_LIMIT
from referee.match.effects import OpenTurn
from referee.match.machine import REJOIN_LIMIT_NS, MatchPhase, MatchTerms
from referee.match.records import ActionKind, MatchRecord
from tests.helpers.tiers import examples
from tests.helpers.toy_games import LONG_TURN, SEQUENTIAL, SIMULTANEOUS, TOYS
from tests.match.driver import Driver, redone, resumed, terms_of, told_to
from tests.match.scripted_match import Script, play

TIME = TimeControl(
    move_time_ns=60 * MS,
    bank_ns=200 * MS,
    increment_ns=10 * MS,
    first_move_ns=90 * MS,
    lag_margin_ns=5 * MS,
    strikes=2,
)
DAYS = TimeControl(
    move_time_ns=20 * HOUR, bank_ns=2 * HOUR, increment_ns=10 * MS, lag_margin_ns=5 * MS, strikes=2
)
"""A time control of a correspondence match, whose journal has deadlines and waiting answers as well."""
LATER = 10**12
"""When matches are taken up again."""


def facts(driver: Driver) -> tuple[object, ...]:
    """All that a match came to: digests, talk, outcome, and how its seats and clocks stand."""
    digests = [r.digest for r in driver.records if isinstance(r, rec.Started | rec.Stepped)]
    said = [r for r in driver.records if isinstance(r, rec.Said)]
    seats = [
        (s.turn, s.strikes, s.missed_turn, s.forfeit, s.out_order, s.bank_ns, s.nonce)
        for s in driver.machine.seats
    ]
    return digests, said, driver.machine.outcome, seats


@st.composite
def matches(draw: st.DrawFn) -> tuple[MatchTerms, Script]:
    """A match of any toy with any number of its seats, perhaps with one that never joins."""
    plugin: AnyPlugin = draw(st.sampled_from(TOYS))
    counts = {"toy_draw": [2, 3], "toy_bid": [2, 3, 4], "toy_dig": [2, 4], "toy_last": [2, 3, 5]}
    counts["toy_talk"] = [3, 4]
    num_seats = draw(st.sampled_from(counts[plugin.game.info.game]))
    absent = draw(st.sampled_from([frozenset[int]()] * 3 + [frozenset({num_seats - 1})]))
    time_control = draw(st.sampled_from([TIME, DAYS]))
    terms = terms_of(plugin, time_control, num_seats=num_seats)
    return terms, Script(draw(st.integers(0, 999)), absent)


@examples(300)
@given(match=matches(), data=st.data())
def test_a_match_cut_between_events_ends_as_if_it_had_not_been(
    match: tuple[MatchTerms, Script], data: st.DataObject
) -> None:
    """Same decisions, same digests, same outcome, same clocks, wherever the referee was stopped."""
    terms, script = match
    driver = Driver(terms)
    play(driver, script)
    cut = data.draw(st.sampled_from(driver.cuts[:-1]))
    again = resumed(terms, driver.records[:cut], LATER)
    play(again, script)
    assert facts(again) == facts(driver)


@examples(300)
@given(match=matches(), data=st.data())
def test_a_match_cut_anywhere_can_be_played_to_an_end_that_redoes(
    match: tuple[MatchTerms, Script], data: st.DataObject
) -> None:
    """Even twice, and in the midst of records that belong together."""
    terms, script = match
    driver = Driver(terms)
    play(driver, script)
    for _ in range(2):
        cut = data.draw(st.integers(0, len(driver.records) - 1))
        driver = resumed(terms, driver.records[:cut], LATER)
        play(driver, script)
    machine = redone(terms, driver.records)
    assert machine.phase is MatchPhase.ENDED
    assert machine.outcome == driver.machine.outcome
    assert machine.match_seed == driver.machine.match_seed


@pytest.mark.parametrize("plugin", TOYS, ids=lambda plugin: plugin.game.info.game)
@pytest.mark.parametrize("time_control", [TIME, DAYS], ids=["live", "correspondence"])
def test_every_cut_of_some_matches(plugin: AnyPlugin, time_control: TimeControl) -> None:
    """The same without chance, over matches which hold every kind of record."""
    terms = terms_of(plugin, time_control, num_seats=min(5, plugin.game.info.max_seats))
    kinds = set[type[MatchRecord]]()
    for seed in range(15):
        driver = Driver(terms)
        play(driver, Script(seed))
        kinds |= {type(record) for record in driver.records}
        for cut in sorted(set(driver.cuts))[:-1]:
            again = resumed(terms, driver.records[:cut], LATER)
            play(again, Script(seed))
            assert facts(again) == facts(driver)
    assert {rec.Stepped, rec.Missed, rec.Forfeited, rec.Refused} <= kinds
    assert (rec.TurnOpened in kinds) == (time_control is DAYS)
    # Only where seats decide at once can one of them have answered before the others.
    if plugin is not SIMULTANEOUS:
        return
    assert (rec.Answered in kinds) == (time_control is DAYS)


# What a match does when it is taken up again.

PLAIN = TimeControl(SECOND, lag_margin_ns=0, strikes=1, join_limit_ns=60 * SECOND)


def test_open_turns_come_again_to_seats_that_come_back() -> None:
    """The turn has its number, observation and events; its clock starts anew, with the bank left."""
    terms = terms_of(SEQUENTIAL, TimeControl(SECOND, bank_ns=10 * SECOND, lag_margin_ns=0))
    driver = Driver(terms)
    driver.start()
    driver.act(0, 1, 3 * SECOND)
    driver.act(1, 1, 3 * SECOND)
    (turn,) = told_to(1, driver.act(0, 1, 4 * SECOND))
    assert isinstance(turn, OpenTurn)
    again = resumed(terms, driver.records, LATER)
    assert again.records[-1] == rec.Recovered(3)
    (told,) = told_to(1, again.join(1, LATER + 5))
    assert isinstance(told, OpenTurn)
    assert (told.turn, told.observation, told.clock) == (turn.turn, turn.observation, turn.clock)
    assert [e.body for e in told.events] == [e.body for e in turn.events]
    assert again.machine.seats[0].bank_ns == 8 * SECOND


def test_every_seat_has_time_to_come_back() -> None:
    """Clocks wait ten seconds for their bots, also those of turns that open in the meantime."""
    terms = terms_of(SEQUENTIAL, PLAIN)
    driver = Driver(terms)
    driver.start()
    again = resumed(terms, driver.records, LATER)
    assert again.machine.next_deadline_ns == LATER + REJOIN_LIMIT_NS + SECOND
    again.join(0, LATER + 10)
    again.act(0, 1, LATER + 20)
    assert again.machine.next_deadline_ns == LATER + REJOIN_LIMIT_NS + SECOND
    again.join(1, LATER + 30)
    assert again.machine.next_deadline_ns == LATER + 30 + SECOND


def test_time_to_come_back_is_over_when_a_seat_has_come_back() -> None:
    """Who returns and leaves again is waited for no longer."""
    terms = terms_of(SEQUENTIAL, PLAIN)
    driver = Driver(terms)
    driver.start()
    again = resumed(terms, driver.records, LATER)
    again.join(1, LATER + 10)
    again.leave(1, LATER + 20)
    again.join(0, LATER + 30)
    again.act(0, 1, LATER + 40)
    assert again.machine.next_deadline_ns == LATER + 40 + SECOND


def test_joining_after_a_restart_limits_the_wait_for_the_handover() -> None:
    """A bot that comes back but does not read has the lag margin, as always."""
    margin_ns = 30 * MS
    terms = terms_of(SEQUENTIAL, dataclasses.replace(PLAIN, lag_margin_ns=margin_ns))
    driver = Driver(terms)
    driver.start()
    machine = redone(terms, driver.records)
    again = Driver(terms, hands_over=False, machine=machine, ledger=driver.ledger)
    again.handle(ev.MatchResumed(LATER))
    again.join(0, LATER + 10)
    assert machine.next_deadline_ns == LATER + 10 + margin_ns + SECOND + margin_ns


def test_a_match_that_had_not_begun_waits_for_joins_again() -> None:
    """The join limit counts from the restart; who had joined needn't again."""
    terms = terms_of(SIMULTANEOUS, PLAIN)
    driver = Driver(terms)
    driver.join(0, 5, nonce=b"a" * 16)
    again = resumed(terms, driver.records, LATER)
    assert again.machine.next_deadline_ns == LATER + 60 * SECOND
    again.join(1, LATER + 10)
    assert again.machine.phase is MatchPhase.RUNNING
    assert again.machine.seats[0].deadline_ns == LATER + REJOIN_LIMIT_NS + SECOND


def test_a_match_all_of_whose_seats_had_joined_begins() -> None:
    """The start was not written yet; the seats have time to come back."""
    terms = terms_of(SIMULTANEOUS, PLAIN)
    driver = Driver(terms)
    driver.start()
    again = resumed(terms, driver.records[:2], LATER)
    assert again.machine.phase is MatchPhase.RUNNING
    assert again.machine.next_deadline_ns == LATER + REJOIN_LIMIT_NS + SECOND


def test_a_missed_turn_is_not_asked_again() -> None:
    """The miss was written: the default action stands, and one seat is waited for."""
    time_control = dataclasses.replace(PLAIN, strikes=3, lag_margin_ns=10)
    terms = terms_of(SIMULTANEOUS, time_control)
    driver = Driver(terms, hands_over=False)
    driver.start()
    driver.hand(0, 0)
    driver.pass_time(SECOND + 10)
    assert driver.records[-1] == rec.Missed(0, 1)
    again = resumed(terms, driver.records, LATER)
    assert told_to(0, again.join(0, LATER)) == []
    again.join(1, LATER)
    effects = again.act(1, 3, LATER + 10)
    (step,) = [r for r in again.written(effects) if isinstance(r, rec.Stepped)]
    assert [taken.kind for taken in step.actions] == [ActionKind.DEFAULTED, ActionKind.PLAYED]


@pytest.mark.parametrize("lost", [1, 2, 3], ids=["the end", "one forfeit", "both forfeits"])
def test_forfeits_that_were_due_are_made_up_for(lost: int) -> None:
    """Seats 0 and 2 ran out of strikes at once; the journal broke off before it said all of that."""
    terms = terms_of(SIMULTANEOUS, PLAIN, num_seats=3)
    driver = Driver(terms)
    driver.start()
    driver.act(1, 1, 10)
    driver.expire()
    assert [type(record) for record in driver.records[-3:]] == [
        rec.Forfeited,
        rec.Forfeited,
        rec.Ended,
    ]
    again = resumed(terms, driver.records[:-lost], LATER)
    assert again.machine.outcome == driver.machine.outcome


def test_a_forfeit_for_unreadable_messages_is_made_up_for() -> None:
    """The last message too many was written, the forfeit was not."""
    terms = terms_of(SIMULTANEOUS, PLAIN, num_seats=3)
    driver = Driver(terms)
    driver.start()
    for _ in range(UNREADABLE_LIMIT):
        driver.garble(0, 10)
    again = resumed(terms, driver.records[:-1], LATER)
    assert again.records[-1] == rec.Forfeited(0, ForfeitCause.MALFORMED, 1)


def test_a_match_whose_last_step_was_written_ends() -> None:
    """Nothing is left to decide."""
    terms = terms_of(SEQUENTIAL, PLAIN)
    driver = Driver(terms)
    driver.start()
    driver.act(0, 0, 10)
    driver.act(1, 0, 20)
    again = resumed(terms, driver.records[:-1], LATER)
    assert again.records[-2:] == [rec.Recovered(2), driver.records[-1]]


def test_a_match_that_has_ended_is_not_taken_up() -> None:
    """Its journal is whole."""
    terms = terms_of(SEQUENTIAL, PLAIN)
    driver = Driver(terms)
    driver.start()
    driver.resign(0, 10)
    machine = redone(terms, driver.records)
    assert machine.handle(ev.MatchResumed(LATER)) == []
    assert machine.next_deadline_ns is None


def test_the_first_allowance_of_a_long_turn_is_restored() -> None:
    """A miss in the midst of a seat's first long turn doesn't change what that turn had for free."""
    terms = terms_of(LONG_TURN, TIME)
    driver = Driver(terms)
    driver.start()
    driver.act(0, 0, 40 * MS)
    driver.expire()
    seats = [(s.free_ns, s.used_ns, s.bank_ns) for s in redone(terms, driver.records).seats]
    assert seats[0] == (90 * MS, 40 * MS, 0)
