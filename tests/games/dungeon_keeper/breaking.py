"""What can be broken in the position of a legal order, each thing by one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground, units
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import most_units
from referee.games.dungeon_keeper.tables import Building, Code, Item, Kind, MineKind, Status
from tests.games.dungeon_keeper.legal_orders import BESIDE, FIRST, HERE, legal
from tests.games.dungeon_keeper.positions import add, build, undig

OFF_BOARD, FURTHER, BELOW, DIAGONAL = Place(-1, 4), Place(0, 6), Place(1, 4), Place(1, 5)
OWN_CELL = Place(*HERE)
NOBODY = 300001
LEAST, MOST = -(2**31), 2**31 - 1

Change: TypeAlias = Callable[[Play, Any], Any]
"""Takes a position and its order; returns the order, or another."""


class Case(NamedTuple):
    """One thing that is broken."""

    order_type: type[o.Order]
    code: Code
    name: str
    changes: tuple[Change, ...]


def broken(case: Case) -> tuple[Play, o.Order]:
    """The position of a case with its order."""
    play, order = legal(case.order_type)
    for change in case.changes:
        order = change(play, order)
    return play, order


def case(order_type: type[o.Order], code: Code, name: str, *changes: Change) -> Case:
    """A case with these changes."""
    return Case(order_type, code, name, changes)


# Changes.


def order(**fields: object) -> Change:
    """Other fields of the order."""
    return lambda _, order: order._replace(**fields)


def instead(other: o.Order) -> Change:
    """Another order."""
    return lambda _play, _order: other


def of(work: Callable[[Play], object]) -> Change:
    """A change of the position alone."""

    def change(play: Play, order: o.Order) -> o.Order:
        work(play)
        return order

    return change


def unit(unit: int, **columns: int) -> Change:
    """Other values in columns of a unit."""

    def work(play: Play) -> None:
        for name, value in columns.items():
            play.state.units[units.find(play.state, unit), getattr(c, name.upper())] = value

    return of(work)


def status(unit: int, status: Status, source: int) -> Change:
    """A status with its source; NO takes it away."""

    def work(play: Play) -> None:
        play.state.units[units.find(play.state, unit), c.STATUS + status] = source

    return of(work)


def seat(seat: int, **columns: int) -> Change:
    """Other values in columns of a seat."""

    def work(play: Play) -> None:
        for name, value in columns.items():
            play.state.seats[seat, getattr(c, name.upper())] = value

    return of(work)


def own(column: int, value: int) -> Change:
    """Another value in a column of seat 0."""

    def work(play: Play) -> None:
        play.state.seats[0, column] = value

    return of(work)


def cell(place: tuple[int, int], **planes: int) -> Change:
    """Other values in planes of a cell."""

    def work(play: Play) -> None:
        for name, value in planes.items():
            play.state.cells[getattr(c, name.upper()), place[0], place[1]] = value

    return of(work)


def rules(**columns: int) -> Change:
    """Other rules, with no more places for units than they allow."""

    def work(play: Play) -> None:
        state = play.state
        for name, value in columns.items():
            state.rules[getattr(c, name.upper())] = value
        state.units = state.units[: most_units(state)].copy()

    return of(work)


def rock(*places: tuple[int, int]) -> Change:
    """Undug cells."""
    return of(lambda play: undig(play, *places))


def mine(place: tuple[int, int]) -> Change:
    """One more mine."""
    return of(lambda play: ground.put_mine(play.state, *place, MineKind.IRON, 100))


def item(place: tuple[int, int], kind: Item) -> Change:
    """One more item."""
    return of(lambda play: ground.put_item(play.state, *place, kind))


def building(owner: int, kind: Building, place: tuple[int, int], **planes: int) -> Change:
    """One more building."""
    return of(lambda play: build(play, owner, kind, place, **planes))


def add_unit(owner: int, kind: Kind, place: tuple[int, int], **columns: Any) -> Change:
    """One more unit."""
    return of(lambda play: add(play, owner, kind, place, **columns))


ALLIANCE = of(lambda play: play.state.seats.__setitem__((slice(0, 2), c.ALLIES), (0b10, 0b01)))
"""Seats 0 and 1 are allied."""


def behind_corner(hidden: int) -> tuple[Change, Change]:
    """A unit diagonally beside the acting one, with rock on both sides."""
    return unit(hidden, row=1, col=5), rock(BESIDE, BELOW)


BECOMES_ENEMY = unit(FIRST, owner=1, controller=1)
"""The acting unit belongs to another seat."""
