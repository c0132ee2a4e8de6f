"""Seats that are out early, in matches that are taken up again, and in any match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.outcome import SeatResult
from referee.match import records as rec
from referee.match.effects import Effect, End
from referee.match.machine import MatchTerms
from referee.match.records import ActionKind
from tests.helpers.tiers import examples
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SHRINKING
from tests.helpers.toy_last import Fell, LastConfig
from tests.match.driver import Driver, redone, resumed, terms_of
from tests.match.falling import FALL, TIME, begun, early_end, play

# Taking a match up again.


def _journal() -> tuple[MatchTerms, list[rec.MatchRecord]]:
    """Of four, seat 1 falls, seat 2 resigns, seat 0 falls.

    0 to 3 Joined, 4 Started, 5 Stepped, 6 Forfeited(2), 7 Stepped, 8 Ended
    """
    driver = begun(4)
    play(driver, {0: 0, 1: FALL, 2: 0, 3: 0})
    driver.resign(2, driver.now_ns)
    play(driver, {0: FALL, 3: 0})
    return driver.machine.terms, driver.records


def _stepped(action: int) -> rec.Stepped:
    """A step of seats 0 and 3, of whom nobody falls."""
    kinds = (ActionKind.PLAYED, ActionKind.FORFEITED, ActionKind.PLAYED)
    taken = [
        rec.ActionTaken(
            seat, 2, kind, ToyAction(action) if kind is kinds[0] else None, b"", 0, 0, 0
        )
        for seat, kind in zip((0, 2, 3), kinds, strict=True)
    ]
    return rec.Stepped(taken, b"")


def test_the_journal_of_early_ends_redoes() -> None:
    """No record is needed for them: they follow from the state."""
    terms, journal = _journal()
    assert [type(record).__name__ for record in journal[4:]] == [
        "Started", "Stepped", "Forfeited", "Stepped", "Ended",
    ]  # fmt: skip
    machine = redone(terms, journal)
    assert machine.outcome is not None
    assert [result.placement for result in machine.outcome.seats] == [2, 4, 3, 1]
    assert [seat.out_order for seat in machine.seats] == [3, 1, 2, 0]


@pytest.mark.parametrize(
    ("records", "message"),
    [
        (lambda j: [*j[:6], j[6]._replace(order=1)], "seat 2 forfeits as number 1 after number 1"),
        (lambda j: [*j[:6], j[6]._replace(order=3)], "seat 2 forfeits as number 3 after number 1"),
        (
            lambda j: [*j[:6], j[6]._replace(seat=1)],
            "seat 1 forfeits when the rules had put it out",
        ),
        (lambda j: [*j[:6], rec.Missed(1, 2)], "seat 1 misses turn 2, but has none"),
        (lambda j: [*j[:8], _stepped(0)], "step 3: forfeits have left no rivalry"),
        (lambda j: [*j[:7], j[8]], "ends by FORFEIT after step 1, where it goes on"),
    ],
    ids=["with the fallen", "too late", "fallen", "fallen and missed", "no rival", "too early"],
)
def test_records_that_do_not_follow_from_early_ends(records: Any, message: str) -> None:
    """Who is out does nothing, and goes out neither twice nor at once with those of another cause."""
    terms, journal = _journal()
    with pytest.raises(ValueError, match=message):
        redone(terms, records(journal))


def test_a_seat_that_is_out_hears_it_again_after_a_restart() -> None:
    """What it hears follows from the journal, whenever it comes back."""
    driver = begun(4)
    first = early_end(1, play(driver, {0: 0, 1: FALL, 2: 0, 3: 0}))
    again = resumed(driver.machine.terms, driver.records, 10**12)
    again_told = early_end(1, again.join(1, 10**12 + 5))
    assert again_told.outcome == first.outcome
    assert [event.body for event in again_told.events] == [Fell(1, 1, FALL)]
    assert again.machine.seats[1].connected is False


# Whatever happens.

DEEDS: st.SearchStrategy[int | str] = st.sampled_from([0, 0, 0, 1, 2, 4, FALL, "resign", "miss"])
"""Stakes and worse."""


@examples(300)
@given(num_seats=st.integers(2, 16), data=st.data())
def test_an_early_place_is_the_final_place(num_seats: int, data: st.DataObject) -> None:
    """Falls, resignations and misses in any order: what is told early is what comes out in the end.

    The places are those of a plain reckoning from the records: seats that are in, then exits from the
    last to the first, each by the rules.
    """
    config = LastConfig(rounds=8)
    terms = terms_of(SHRINKING, TIME, num_seats=num_seats, config=config)
    driver = Driver(terms)
    driver.start()
    told: dict[int, SeatResult] = {}

    def hear(effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, End) and effect.goes_on:
                told[effect.seat] = effect.outcome.seats[effect.seat]

    while driver.machine.outcome is None:
        assert driver.machine.point is not None
        steps = driver.machine.steps
        for seat in data.draw(st.permutations(driver.machine.point.seats)):
            if driver.machine.outcome is not None or not driver.machine.seats[seat].is_open:
                continue
            match data.draw(DEEDS):
                case "resign":
                    hear(driver.resign(seat, driver.now_ns + 1))
                case "miss":
                    pass
                case int(stake):
                    hear(driver.act(seat, stake, driver.now_ns + 1))
        while driver.machine.outcome is None and driver.machine.steps == steps:
            due_ns = driver.machine.next_deadline_ns
            assert due_ns is not None
            hear(driver.pass_time(due_ns))
    assert {seat: driver.machine.outcome.seats[seat] for seat in told} == told
    exits, by_rules = _reckoned(terms, driver.records, driver.machine.match_seed)
    keys = [(-exits.get(seat, len(driver.records)), by_rules[seat]) for seat in range(num_seats)]
    expected = [1 + sum(other < key for other in keys) for key in keys]
    assert [result.placement for result in driver.machine.outcome.seats] == expected
    assert redone(terms, driver.records).outcome == driver.machine.outcome


def _reckoned(
    terms: MatchTerms, records: Sequence[rec.MatchRecord], seed: int
) -> tuple[dict[int, int], tuple[int, ...]]:
    """When each seat that is out went out, by the index of a record, and the places by the rules."""
    game = terms.game
    state, _ = game.start(terms.config, seed=seed, num_seats=terms.num_seats)
    exits: dict[int, int] = {}
    for index, record in enumerate(records):
        match record:
            case rec.Forfeited(seat):
                before = records[index - 1]
                at_once = isinstance(before, rec.Forfeited) and before.order == record.order
                exits[seat] = exits[before.seat] if at_once else index  # type: ignore[union-attr]
            case rec.Stepped():
                game.step(state, {taken.seat: taken.action for taken in record.actions})
                for seat, fell in enumerate(state.fell.tolist()):
                    if fell:
                        exits.setdefault(seat, index)
    return exits, game.outcome(state).placements
