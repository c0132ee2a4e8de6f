"""Records are redone only where they follow from those before them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.core.time_control import SECOND, TimeControl
from referee.match import events as ev
from referee.match import records as rec
from referee.match.machine import MatchTerms
from referee.match.records import ActionKind, MatchRecord
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SIMULTANEOUS
from tests.match.driver import Driver, redone, terms_of


def _journal() -> tuple[MatchTerms, list[MatchRecord]]:
    """Joins, a start, a step, a miss of seat 1, a step, and the end by its second miss.

    0 Joined(0), 1 Joined(1), 2 Started, 3 Stepped, 4 Missed(1, 2), 5 Stepped, 6 Missed(1, 3),
    7 Forfeited(1), 8 Ended
    """
    terms = terms_of(SIMULTANEOUS, TimeControl(SECOND, lag_margin_ns=0, strikes=2))
    driver = Driver(terms)
    driver.start()
    driver.act(0, 1, 10)
    driver.act(1, 2, 10)
    for _ in range(2):
        driver.act(0, 1, driver.now_ns)
        driver.expire()
    return terms, driver.records


TERMS, JOURNAL = _journal()


def _with(index: int, **changes: object) -> list[MatchRecord]:
    """The journal with one record changed."""
    changed = JOURNAL[index]._replace(**changes)  # type: ignore[arg-type]
    return [*JOURNAL[:index], changed, *JOURNAL[index + 1 :]]


def _with_action(seat: int, **changes: object) -> list[MatchRecord]:
    """The journal with one action of the first step changed."""
    step = JOURNAL[3]
    assert isinstance(step, rec.Stepped)
    actions = list(step.actions)
    actions[seat] = actions[seat]._replace(**changes)
    return _with(3, actions=actions)


def _outcome(**changes: object) -> Outcome:
    """The journal's outcome with the result of seat 0, or something else, changed."""
    ended = JOURNAL[8]
    assert isinstance(ended, rec.Ended)
    if "cause" in changes:
        return dataclasses.replace(ended.outcome, **changes)  # type: ignore[arg-type]
    first, *others = ended.outcome.seats
    seats = (dataclasses.replace(first, **changes), *others)  # type: ignore[arg-type]
    return dataclasses.replace(ended.outcome, seats=seats)


def _step(index: int) -> rec.Stepped:
    step = JOURNAL[index]
    assert isinstance(step, rec.Stepped)
    return step


BROKEN: dict[str, tuple[Callable[[], list[MatchRecord]], str]] = {
    "unknown seat": (lambda: _with(0, seat=5), r"there is no seat 5; the match has 2"),
    "negative seat": (lambda: _with(4, seat=-1), r"there is no seat -1"),
    "joined twice": (lambda: _with(1, seat=0), r"seat 0 is joined for the first time twice"),
    "late nonce": (
        lambda: [
            JOURNAL[0],
            rec.Forfeited(1, ForfeitCause.ABSENT, 1),
            JOURNAL[2],
            rec.Joined(1, b"a" * 16, "", ""),
        ],
        r"seat 1 adds a nonce after the match began",
    ),
    "another nonce": (lambda: _with(1, nonce=b"a" * 16), r"the start: digest is"),
    "another start": (lambda: _with(2, digest=b"?" * 16), r"the start: digest is 3f3f.* should be"),
    "start too soon": (lambda: JOURNAL[1:], r"starts before all seats have joined"),
    "two starts": (lambda: [*JOURNAL[:3], JOURNAL[2]], r"the match starts twice"),
    "no start": (lambda: [*JOURNAL[:2], JOURNAL[3]], r"step 1: nobody has to decide"),
    "another step": (lambda: _with(5, digest=b"?" * 16), r"step 2: digest is 3f3f.*"),
    "another action": (lambda: _with_action(0, action=ToyAction(9)), r"step 1: digest is"),
    "a seat left out": (
        lambda: _with(3, actions=_step(3).actions[:1]),
        r"step 1: seats \(0,\) act instead of \(0, 1\)",
    ),
    "seats out of order": (
        lambda: _with(3, actions=_step(3).actions[::-1]),
        r"step 1: seats \(1, 0\) act instead of \(0, 1\)",
    ),
    "a turn left out": (
        lambda: _with_action(1, turn=2),
        r"step 1: seat 1 plays turn 2 instead of 1",
    ),
    "default without a miss": (
        lambda: _with_action(1, kind=ActionKind.DEFAULTED),
        r"step 1: the action of seat 1 can't be DEFAULTED",
    ),
    "default without a forfeit": (
        lambda: _with_action(1, kind=ActionKind.FORFEITED),
        r"step 1: the action of seat 1 can't be FORFEITED",
    ),
    "played after a miss": (
        lambda: [*JOURNAL[:3], rec.Missed(1, 1), JOURNAL[3]],
        r"step 1: the action of seat 1 can't be PLAYED",
    ),
    "step left out": (
        lambda: [*JOURNAL[:3], *JOURNAL[4:]],
        r"step 1: seat 1 misses turn 2, but its last was turn 0",
    ),
    "missed twice": (
        lambda: [*JOURNAL[:5], JOURNAL[4]],
        r"step 2: seat 1 misses turn 2, but its last was turn 2",
    ),
    "missed before the start": (
        lambda: [*JOURNAL[:2], JOURNAL[4]],
        r"step 1: seat 1 misses turn 2, but has none",
    ),
    "missed after a forfeit": (
        lambda: [*JOURNAL[:6], JOURNAL[7], JOURNAL[6]],
        r"step 3: seat 1 misses turn 3, but has none",
    ),
    "forfeited twice": (lambda: [*JOURNAL[:8], JOURNAL[7]], r"step 3: seat 1 forfeits twice"),
    "forfeits out of order": (
        lambda: _with(7, order=3),
        r"step 3: seat 1 forfeits as number 3 after number 0",
    ),
    "recovered elsewhere": (
        lambda: [*JOURNAL[:4], rec.Recovered(2)],
        r"recovered after 2 steps, but there are 1",
    ),
    "end too soon": (
        lambda: [*JOURNAL[:6], JOURNAL[8]],
        r"ends by BOT_TIME after step 2, where it goes on",
    ),
    "rules too soon": (
        lambda: _with(8, outcome=_outcome(cause=EndCause.RULES)),
        r"ends by RULES after step 2, where it ends by BOT_TIME",
    ),
    "another placement": (
        lambda: _with(8, outcome=_outcome(placement=2)),
        r"the outcome is .*placement=2.*should be",
    ),
    "another score": (lambda: _with(8, outcome=_outcome(score=9)), r"the outcome is .*score=9"),
    "void with places": (
        lambda: _with(8, outcome=_outcome(cause=EndCause.OPERATOR)),
        r"the outcome is .*should be.*placement=0",
    ),
    "another seed": (lambda: _with(8, match_seed=4), r"the match seed is 4, not \d+"),
    "other nonces": (lambda: _with(8, nonces=(b"a" * 16, b"")), r"the nonces are .*joined with"),
    "after the end": (lambda: [*JOURNAL, JOURNAL[7]], r"a Forfeited record follows the end"),
}


@pytest.mark.parametrize(("records", "message"), BROKEN.values(), ids=BROKEN)
def test_a_record_that_does_not_follow_is_named(
    records: Callable[[], list[MatchRecord]], message: str
) -> None:
    """Whatever was changed, left out or put elsewhere, the first record that can't be says why."""
    with pytest.raises(ValueError, match=message):
        redone(TERMS, records())


def test_the_unbroken_journal_redoes() -> None:
    """So that the cases above fail for what was changed in them."""
    assert redone(TERMS, JOURNAL).steps == 2


def test_a_void_match_redoes() -> None:
    """At any point, even before the start."""
    driver = Driver(TERMS)
    driver.join(0)
    driver.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 5))
    assert redone(TERMS, driver.records).outcome == driver.machine.outcome


def test_refusals_are_restored() -> None:
    """What counts towards a forfeit and towards the bound of records counts on after a restart."""
    driver = Driver(TERMS)
    driver.start()
    driver.garble(0, 1)
    driver.garble(0, 2, reason=Rejection.WRONG_TYPE)
    driver.act(0, 1, 3, turn=5)
    seat = redone(TERMS, driver.records).seats[0]
    assert (seat.unreadable, seat.refused) == (2, 3)
