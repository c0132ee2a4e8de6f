"""Whatever is ordered in whatever position: nothing breaks, and a refusal leaves no trace (DK-4.6)."""

from __future__ import annotations

import enum
import typing
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import pytest

from referee.core.digest import state_digest
from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground, units
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.reading import checked
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    SUMMONED,
    UNITS,
    Artifact,
    Building,
    Code,
    Item,
    Kind,
    MineKind,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.visibility.fog import look
from tests.games.dungeon_keeper.positions import add, build, judge, open_board
from tests.helpers.tiers import some

SEATS, SIZE, CAP = 3, 7, 20
T = TypeVar("T")
BUILDINGS = {
    "tower": Building.BATTLE_TOWER,
    "circle": Building.CIRCLE,
    "source": Building.SOURCE,
}
"""What orders name by its cell."""
ODD = (0, -1, 1, 9, 10**6, 2**31 - 1, -(2**31))
SEEDS, ORDERS = 12, 300


class Chance:
    """Makes positions and orders."""

    def __init__(self, seed: int) -> None:
        self.dice = Stream(seed)
        self.near = Place(0, 0)

    def below(self, number: int) -> int:
        """0 to `number` - 1."""
        return self.dice.draw(number) - 1

    def happens(self, percent: int) -> bool:
        """Whether something of that chance does."""
        return self.below(100) < percent

    def position(self) -> Play:
        """A crowded board in the middle of a turn of seat 0."""
        fog, alliances = self.happens(50), self.happens(50)
        play = open_board(num_seats=SEATS, size=SIZE, fog_of_war=fog, alliances=alliances)
        for row, col in np.ndindex(SIZE, SIZE):
            self._fill(play, (row, col))
        seats = play.state.seats
        for seat in range(SEATS):
            seats[seat, c.STOCKS : c.STORE] = [self.below(200) for _ in range(4)]
            for column in (*range(c.STORE, c.RUNES), *range(c.RUNES, c.SERIAL)):
                seats[seat, column] = self.below(2)
            seats[seat, c.ALLIES] = self.below(8) & ~(1 << seat) if alliances else 0
        look(play.state)
        return play

    def _fill(self, play: Play, place: tuple[int, int]) -> None:
        """Put something or somebody on a cell."""
        what = self.below(10)
        if what < 2:
            play.state.cells[c.TERRAIN, place[0], place[1]] = c.UNDUG
        elif what == 2:
            kind = MineKind(self.below(3))
            ground.put_mine(play.state, *place, kind, 1 + self.below(30))
        elif what in (3, 9):
            self._build(play, place)
        else:
            if what in (4, 5):
                ground.put_item(play.state, *place, Item(self.below(9)), gold=self.below(9), mana=2)
            if what in (5, 6, 7):
                self._crowd(play, place)

    def _build(self, play: Play, place: tuple[int, int]) -> None:
        kind = Building(self.below(9))
        owner = NEUTRAL if kind == Building.WALL else self.below(SEATS)
        hp = 0 if kind == Building.SOURCE else 1 + self.below(50)
        build(play, owner, kind, place, hp=hp, ap=self.below(4))
        if kind == Building.SOURCE:
            play.state.cells[c.B_LEVEL, place[0], place[1]] = 1 + self.below(10)

    def _crowd(self, play: Play, place: tuple[int, int]) -> None:
        owner = self.below(SEATS)
        room = CAP - units.num_units_of(play.state, owner)
        for _ in range(min(room, 1 + self.below(2))):
            controller = 0 if self.happens(20) else owner
            at = add(
                play,
                owner,
                Kind(self.below(16)),
                place,
                artifacts=[kind for kind in Artifact if self.happens(20)],
                spirits=[kind for kind in Spirit if self.happens(20)],
                statuses={s: self.below(SEATS) for s in list(Status)[:11] if self.happens(15)},
                rune=self.below(4) - 1,
                controller=controller,
                fear=self.below(2),
            )
            hp = play.state.units.item(at, c.HP)
            play.state.units[at, [c.HP, c.AP]] = 1 + self.below(hp), self.below(5)

    def order(self, play: Play) -> o.Order:
        """An order of any type with likely values, and now and then an odd one."""
        order_type = self.one_of(list(RULINGS))
        unit = self._actor(play, order_type)
        self.near = Place(*units.spot(play.state, unit)[1:])
        values: dict[str, Any] = {}
        for name, hint in typing.get_type_hints(order_type).items():
            values[name] = self._value(play, name, hint, unit)
        if order_type is o.Attack:
            values["target" if self.happens(50) else "cell"] = None
        return checked(order_type(**values))

    def one_of(self, options: Sequence[T]) -> T:
        """One of several."""
        return options[self.below(len(options))]

    def _actor(self, play: Play, order_type: type[o.Order]) -> int:
        """Row of a unit that may well carry out such an order."""
        ability = RULINGS[order_type].ability
        able = [
            at
            for at in units.units_of(play.state)
            if play.state.units.item(at, c.CONTROLLER) == 0
            and (ability is None or units.can(play.state, at, ability))
        ]
        return self.one_of(able or units.units_of(play.state) or [0])

    def _value(self, play: Play, name: str, hint: object, unit: int) -> object:
        hint = next((part for part in typing.get_args(hint) if part is not type(None)), hint)
        if hint is Kind:
            own = play.state.units.item(unit, c.KIND)
            return self.one_of([*SUMMONED, *[kind for kind in Kind if UNITS[kind].parent == own]])
        if hint is Item:
            lying = (
                ground.items_at(play.state, *self.near)
                if ground.is_on_board(play.state, *self.near)
                else []
            )
            known = [Item(play.state.items.item(item, c.I_KIND)) for item in lying]
            return self.one_of([*known, *Item] if self.happens(20) else known or list(Item))
        if isinstance(hint, type) and issubclass(hint, enum.IntEnum):
            return self.one_of(list(hint))
        if self.happens(2):
            return Place(self.one_of(ODD), self.one_of(ODD)) if hint is Place else self.one_of(ODD)
        if hint is Place:
            return self._place(play, name)
        if name in ("unit", "target"):
            at = unit if name == "unit" else self._target(play)
            return play.state.units.item(at, c.ID)
        return self.below(8)

    def _place(self, play: Play, name: str) -> Place:
        """A cell beside the unit, or beside the building that the order names."""
        if name in BUILDINGS:
            self.near = self.one_of(
                ground.buildings_of(play.state, 0, BUILDINGS[name]) or [self.near]
            )
            return self.near
        row, col = self.near
        self.near = Place(row + self.below(3) - 1, col + self.below(3) - 1)
        return self.near

    def _target(self, play: Play) -> int:
        """A unit that is not too far off, if there is one."""
        living = units.units_of(play.state) or [0]
        near = [
            at for at in living if ground.distance(*units.spot(play.state, at)[1:], *self.near) < 3
        ]
        return self.one_of(near or living)


def refresh(play: Play) -> None:
    """Give all living units some action points."""
    for at in units.units_of(play.state):
        play.state.units[at, c.AP] = 3


def check(state: State) -> None:
    """What holds of every position."""
    assert (state.seats[:, c.STOCKS : c.RUNES] >= 0).all()
    assert not state.units[state.units[:, c.ID] == 0].any()
    owners: dict[Place, int] = {}
    for at in units.units_of(state):
        _, row, col = units.spot(state, at)
        owner = state.units.item(at, c.OWNER)
        assert ground.is_on_board(state, row, col)
        assert not ground.is_solid(state, row, col)
        assert owners.setdefault(Place(row, col), owner) == owner
        assert 0 < state.units.item(at, c.HP) <= units.max_hp_of(state, at)
        assert state.units.item(at, c.AP) >= 0
        assert owner == LIGHT or state.seats[owner, c.ALIVE]
    assert all(units.num_units_of(state, seat) <= CAP for seat in range(SEATS))
    for item in range(state.match.item(c.NUM_ITEMS)):
        kind, row, col, place = state.items[item, : c.I_PLACE + 1].tolist()
        assert place != c.LYING or not ground.is_solid(state, row, col), Item(kind)


@pytest.mark.parametrize("seed", some(range(SEEDS), 4))
def test_nothing_breaks_and_refusals_leave_no_trace(seed: int) -> None:
    """Random orders, many in vain; what can be judged beforehand is what happens."""
    chance = Chance(seed)
    play = chance.position()
    check(play.state)
    for number in range(ORDERS):
        if number % 50 == 0:
            refresh(play)
        order = chance.order(play)
        before = state_digest(play.state)
        expected = judge(play, order)
        assert state_digest(play.state) == before
        play.log.clear()
        assert carry_out(play, order) is expected
        assert (expected is Code.OK) == bool(play.log)
        assert (expected is Code.OK) == (state_digest(play.state) != before) or _may_do_nothing(
            order
        )
        check(play.state)
        look(play.state)


def _may_do_nothing(order: o.Order) -> bool:
    """Whether an order that was carried out can leave everything as it was."""
    return isinstance(order, o.Ally | o.Unally)


@pytest.mark.slow
def test_the_random_orders_are_of_all_sorts() -> None:
    """Nearly every type is carried out above, and nearly every reason of refusal is met."""
    done: set[type[o.Order]] = set()
    refused: set[Code] = set()
    for seed in range(SEEDS):
        chance = Chance(seed)
        play = chance.position()
        for number in range(ORDERS):
            if number % 50 == 0:
                refresh(play)
            order = chance.order(play)
            code = carry_out(play, order)
            if code is Code.OK:
                done.add(type(order))
            else:
                refused.add(code)
            look(play.state)
    assert len(done) >= 30
    assert len(refused) >= 35
