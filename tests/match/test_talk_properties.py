"""Any course of talk: what each seat hears follows from what was said and from the channels alone.

A reference written from the toy's rules says who hears what; it knows nothing of the match layer.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from referee.match import records as rec
from referee.match.effects import End, OpenTurn, Show
from tests.helpers.tiers import examples
from tests.helpers.toy_games import TALKING
from tests.helpers.toy_talk import HALL, ROOM, TalkConfig
from tests.match.driver import Driver, redone, resumed, terms_of, told_to

Words: TypeAlias = tuple[int, int, str, int, str]
"""Round, sender, channel, number and text of something heard."""


class Part(NamedTuple):
    """What a seat does at a decision point."""

    before: list[tuple[str, str]]
    """Channel and text of what it says before its answer."""
    value: int | None
    """Its answer; None if it does not act."""
    after: list[tuple[str, str]]
    """What it says after it."""


@dataclasses.dataclass
class Play:
    """A match of the talking toy, and two orders in which its messages may come."""

    num_seats: int
    rounds: list[list[Part]]
    """By round and seat."""
    orders: tuple[list[list[int]], list[list[int]]]
    """Seats in the order in which their deeds come, by round; each deed of a seat has one entry."""


WORDS = st.lists(
    st.tuples(
        st.sampled_from([HALL, ROOM, ROOM, "CELLAR"]),
        st.sampled_from(["a", "b", "c", "d", "", "x" * 21]),
    ),
    max_size=3,
)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Three or four seats, a few rounds; the last deed of each round is the answer that closes it."""
    num_seats = draw(st.integers(3, 4))
    rounds, one, two = [], [], []
    for number in range(draw(st.integers(1, 5))):
        sleeper = number % num_seats
        parts = []
        for seat in range(num_seats):
            value = draw(st.sampled_from([0, 1, 2, 0, 1]))
            parts.append(Part(draw(WORDS), None if seat == sleeper else value, draw(WORDS)))
        last = draw(st.sampled_from([seat for seat in range(num_seats) if seat != sleeper]))
        parts[last] = parts[last]._replace(after=[])
        rounds.append(parts)
        deeds = [seat for seat, part in enumerate(parts) for _ in _deeds(part)]
        deeds.remove(last)
        one.append([*draw(st.permutations(deeds)), last])
        two.append([*draw(st.permutations(deeds)), last])
    return Play(num_seats, rounds, (one, two))


def _deeds(part: Part) -> list[tuple[str, str] | int]:
    """What a seat does at a decision point, in order."""
    answer = [] if part.value is None else [part.value]
    return [*part.before, *answer, *part.after]


def run(play: Play, orders: list[list[int]], cut: int | None = None) -> Driver:
    """Play a match with its deeds in these orders; perhaps restart the referee after a round."""
    config = TalkConfig(rounds=len(play.rounds))
    terms = terms_of(TALKING, num_seats=play.num_seats, config=config)
    driver = Driver(terms)
    driver.start()
    for number, parts in enumerate(play.rounds):
        todo = [list(_deeds(part)) for part in parts]
        for seat in orders[number]:
            deed = todo[seat].pop(0)
            if isinstance(deed, int):
                driver.act(seat, deed, driver.now_ns + 1)
            else:
                driver.say(seat, *deed)
        assert not any(todo)
        if number == cut and driver.machine.outcome is None:
            effects = driver.effects
            driver = resumed(terms, driver.records, driver.now_ns)
            for seat in range(play.num_seats):
                driver.join(seat, driver.now_ns)
            driver.effects = effects  # what was told again is left out
    return driver


def told(driver: Driver, seat: int) -> list[list[Words]]:
    """What a seat heard, by turn, and last with the end."""
    return [
        [(h.round, h.seat, h.channel.name, h.channel.number, h.text) for h in one.said]
        for one in told_to(seat, driver.effects)
        if isinstance(one, OpenTurn | End)
    ]


def expected(play: Play, seat: int) -> list[list[Words]]:
    """The same from the toy's rules alone."""
    rooms = [0] * play.num_seats
    heard_by_turn: list[list[Words]] = []
    waiting: list[Words] = []
    for number, parts in enumerate(play.rounds):
        if seat != number % play.num_seats:
            heard_by_turn.append(waiting)
            waiting = []
        for sender, part in enumerate(parts):
            for channel, text in [*part.before, *part.after][:2]:
                if text not in ("a", "b", "c", "d"):
                    continue
                company = [s for s in range(play.num_seats) if rooms[s] == rooms[sender]]
                if channel == HALL and number % 2 == 0:
                    waiting.append((number + 1, sender, HALL, 0, text))
                if channel == ROOM and len(company) > 1 and seat in company:
                    waiting.append((number + 1, sender, ROOM, rooms[sender], text))
        rooms = [old if p.value is None else p.value for old, p in zip(rooms, parts, strict=True)]
    return [*heard_by_turn, waiting]


@examples(200)
@given(play=plays())
def test_each_seat_hears_what_the_rules_say(play: Play) -> None:
    """In any order of arrival: the same turns with the same talk, down to every field."""
    one, two = (run(play, orders) for orders in play.orders)
    for seat in range(play.num_seats):
        assert told(one, seat) == told(two, seat) == expected(play, seat)
        turns = [
            [t for t in told_to(seat, d.effects) if isinstance(t, OpenTurn)] for d in (one, two)
        ]
        for this, that in zip(*turns, strict=True):
            assert (this.observation, this.channels) == (that.observation, that.channels)
    shows = [[e.said for e in d.effects if isinstance(e, Show)] for d in (one, two)]
    assert shows[0] == shows[1]


@examples(100)
@given(play=plays(), data=st.data())
def test_talk_redoes(play: Play, data: st.DataObject) -> None:
    """The records bring back all that was said and heard, also when the match goes on from them."""
    driver = run(play, play.orders[0])
    machine = redone(driver.machine.terms, driver.records)
    assert machine.outcome == driver.machine.outcome
    assert [s.unheard for s in machine.seats] == [s.unheard for s in driver.machine.seats]
    cut = data.draw(st.integers(0, len(play.rounds) - 1))
    again = run(play, play.orders[0], cut)
    said = [r for r in driver.records if isinstance(r, rec.Said)]
    assert [r for r in again.records if isinstance(r, rec.Said)] == said


@examples(100)
@given(play=plays(), data=st.data())
def test_what_others_whisper_changes_nothing_for_a_seat(play: Play, data: st.DataObject) -> None:
    """Other words in rooms a seat is not in: its turns are equal, down to their clocks."""
    seat = data.draw(st.integers(0, play.num_seats - 1))
    rooms = [0] * play.num_seats
    changed = []
    for parts in play.rounds:
        others = []
        for sender, part in enumerate(parts):
            apart = rooms[sender] != rooms[seat]
            before, after = (
                [(c, "other" if apart and c == ROOM else text) for c, text in said]
                for said in (part.before, part.after)
            )
            others.append(part._replace(before=before, after=after))
        changed.append(others)
        rooms = [old if p.value is None else p.value for old, p in zip(rooms, parts, strict=True)]
    one = run(play, play.orders[0])
    two = run(dataclasses.replace(play, rounds=changed), play.orders[0])
    assert _sights(seat, one) == _sights(seat, two)


def _sights(seat: int, driver: Driver) -> list[object]:
    """All that a seat was told; of events, what they say."""
    sights: list[object] = []
    for one in told_to(seat, driver.effects):
        if isinstance(one, OpenTurn | End):
            sights += [event.body for event in one.events]
            one = one._replace(events=[])
        sights.append(one)
    return sights
