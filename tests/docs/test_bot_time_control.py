"""Every number in docs/bots/time_control.md is what the match machine makes of it."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from gamereferee.v1 import time_control_pb2
from referee.core.errors import FieldError
from referee.core.time_control import SECOND, TimeControl, parse_duration
from referee.match import events as ev
from referee.match.effects import Effect, OpenTurns
from referee.match.machine import MatchMachine
from referee.match.seat import SeatState
from tests.docs.markdown import ROOT
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SIMULTANEOUS
from tests.match.driver import terms_of

PAGE = (ROOT / "docs" / "bots" / "time_control.md").read_text(encoding="utf-8")
_EXAMPLE = re.compile(r"^## (.+)\n\n`([^`]+)`\n\n((?:\|.*\n)+)", re.MULTILINE)


class Row(NamedTuple):
    """An answer of an example."""

    took: str
    lag: str
    bank: str
    remaining: str


class Example(NamedTuple):
    """A table of the page."""

    title: str
    terms: TimeControl
    rows: list[Row]


def ns(text: str) -> int:
    """A duration as the page writes it."""
    return parse_duration(text.replace(" ", ""))


def terms(text: str) -> TimeControl:
    """The terms as the page writes them; without a move time there are no deadlines."""
    fields: dict[str, int | None] = {"move_time_ns": None}
    for pair in text.split(", "):
        name, value = pair.split("=")
        fields |= {name: int(value)} if name == "strikes" else {f"{name}_ns": ns(value)}
    return TimeControl(**fields)  # type: ignore[arg-type]


def examples() -> list[Example]:
    """All of them."""
    found = []
    for title, text, table in _EXAMPLE.findall(PAGE):
        cells = [[c.strip() for c in line.strip("|\n").split("|")] for line in table.splitlines()]
        found.append(Example(title, terms(text), [Row(*row) for row in cells[2:]]))
    return found


class Match:
    """A match of two bids on a clock that the test moves; seat 1 answers at once."""

    def __init__(self, control: TimeControl) -> None:
        config = SIMULTANEOUS.game.config_class(rounds=20)
        self.machine = MatchMachine(terms_of(SIMULTANEOUS, control, config=config), created_ns=0)
        self.now_ns = SECOND
        self.turns = 0
        self.remaining_ns: int | None = None
        for seat in (0, 1):
            self.take(ev.SeatJoined(seat, self.now_ns, b"", "bot", "test"))

    @property
    def seat(self) -> SeatState:
        """Seat 0."""
        return self.machine.seats[0]

    def take(self, event: ev.MatchEvent) -> None:
        """Feed it; hand over whatever it opens."""
        self._hand_over(self.machine.handle(event))

    def _hand_over(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, OpenTurns):
                for turn in effect.turns:
                    self.machine.note(ev.TurnHanded(turn.seat, turn.turn, self.now_ns, 0))
                    if turn.seat == 0:
                        self.turns = turn.turn
                        self.remaining_ns = turn.clock.remaining_ns

    def answer(self, seat: int, lag_ns: int = 0) -> None:
        """An answer comes now."""
        self.take(ev.ActionReceived(seat, self.turns, ToyAction(0), b"", self.now_ns, lag_ns))


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_examples(example: Example) -> None:
    """Bank and next deadline after every answer are those of the table."""
    match = Match(example.terms)
    for row in example.rows:
        strikes, turn = match.seat.strikes, match.turns
        match.answer(1)
        if row.took == "too long":
            deadline_ns = match.machine.next_deadline_ns
            assert deadline_ns is not None
            match.now_ns = deadline_ns
            match.take(ev.TimePassed(match.now_ns, 0))
        else:
            match.now_ns += ns(row.took)
            match.answer(0, ns(row.lag))
        assert match.seat.strikes - strikes == (row.took == "too long")
        assert match.turns == turn + 1, "the answer counts"
        assert match.seat.bank_ns == ns(row.bank)
        expected = None if row.remaining == "absent" else ns(row.remaining)
        assert match.remaining_ns == expected


def test_the_examples_are_there() -> None:
    """All that the page has in tables of four columns but the fields."""
    assert len(examples()) == PAGE.count("| `remaining` of the next turn |") == 5


def test_the_first_turn() -> None:
    """Has the free time that the page says."""
    (slow,) = (example for example in examples() if example.title == "A slow start")
    assert Match(slow.terms).remaining_ns == 5 * SECOND
    assert "The `remaining` of the first turn is 5 s." in PAGE


def test_a_turn_of_many_decisions() -> None:
    """Shares its free time, and earns once."""
    text, took, first, second = re.findall(
        r"With `([^`]+)`, two decisions of (\S+ ms) each leave (\S+ s) after the first, and (\S+ s)",
        PAGE,
    )[0]
    seat = SeatState(terms(text))
    for continues, bank in ((False, first), (True, second)):
        seat.open(clock_start_ns=0, continues=continues)
        seat.charge(ns(took), 0)
        assert seat.bank_ns == ns(bank)


def test_fields() -> None:
    """Every field has a row, and bounds and defaults are those of the code."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.partition("## Move time")[0], re.MULTILINE)
    names = [field.name for field in time_control_pb2.TimeControl.DESCRIPTOR.fields]
    assert [name for name, _ in rows] == names
    default = TimeControl()
    for name, cells in rows:
        _, bounds, absent = (cell.strip() for cell in cells.split("|"))
        if name == "strikes":
            continue
        low, high = (ns(bound) for bound in bounds.split(" to "))
        field = f"{name}_ns"
        for value in (low, high):
            assert getattr(TimeControl(**{field: value}), field) == value
        for value in (low - 1, high + 1):
            with pytest.raises(FieldError, match=name):
                TimeControl(**{field: value})
        if name in ("bank", "increment", "lag_margin", "join_limit"):
            assert getattr(default, field) == ns(absent)
