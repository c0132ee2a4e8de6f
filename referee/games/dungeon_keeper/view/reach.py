"""A seat's observation, indexed for its form of orders: where units can go, and what they can reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np

from referee.core.view import Fields
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.space import can_step, line_of_sight
from referee.games.dungeon_keeper.tables import (
    DIRECTIONS,
    UNITS,
    Ability,
    Building,
    Kind,
    Rune,
)

__all__ = ["Spot", "Reach", "ability_of", "building_kind", "cell", "unit_kind"]

Spot: TypeAlias = tuple[int, int]
"""A cell of the board as row and column, from 0 at the top left."""

_EMPTY, _UNDUG = ".,", "#%"
"""Characters of `rows` for cells that units can walk on, and for cells that can be dug."""


class Reach:
    """A seat's observation, with mines, buildings, items and units by cell.

    Args:
        seen: The observation, whole.
        config: The Config message.
    """

    def __init__(self, seen: Fields, config: Fields) -> None:
        self.config = config
        """The Config message of the match."""
        self.me: int = seen["you"]
        """Index of the observing seat."""
        self.rows: list[str] = seen["rows"]
        """Rows of the board, as in the observation."""
        self.units: list[Fields] = seen["units"]
        """Units that the seat sees, as messages."""
        self.mines = {_spot(told): told for told in seen["mines"]}
        """Known mines, as messages by cell."""
        self.buildings = {_spot(told): told for told in seen["buildings"]}
        """Known buildings, as messages by cell."""
        self.items: dict[Spot, list[str]] = {}
        """Names of the kinds of items on the ground, by cell."""
        for told in seen["items"]:
            self.items.setdefault(_spot(told), []).append(told["kind"])
        self.stacks: dict[Spot, list[Fields]] = {}
        """Units that stand on each cell, as messages by cell."""
        for unit in self.units:
            self.stacks.setdefault(_spot(unit), []).append(unit)
        own = next(told for told in seen["seats"] if told["seat"] == self.me)
        self.holdings: Fields = own["holdings"]
        """Stocks, artifacts, spirits, runes and spells of the observing seat."""
        self.seats: list[Fields] = seen["seats"]
        """What is known of each seat, as messages."""
        self._allies = {
            told["seat"]
            for told in seen["seats"]
            if told["seat"] in own["allies"] and self.me in told["allies"]
        }
        size = len(self.rows)
        self._cells = np.full((c.TERRAIN + 1, size, size), c.EMPTY + 1, np.int16)
        for row, told in enumerate(self.rows):
            for column, character in enumerate(told):
                if character in _EMPTY:
                    self._cells[c.TERRAIN, row, column] = c.EMPTY

    # Whose.

    def is_mine(self, unit: Fields) -> bool:
        """Return whether the observing seat controls a unit."""
        return bool(unit["controller"] == self.me)

    def is_friend(self, unit: Fields) -> bool:
        """Return whether the observing seat or an ally controls a unit."""
        return self.is_mine(unit) or unit["controller"] in self._allies

    def is_own_or_allied(self, owner: int) -> bool:
        """Return whether an owner is the observing seat or an ally of it."""
        return owner == self.me or owner in self._allies

    def runes(self) -> set[str]:
        """Return the names of the runes installed in the observing seat's Altar."""
        return set(self.holdings["runes"])

    def has_rune(self, rune: Rune | None) -> bool:
        """Return whether a rune is installed in the observing seat's Altar; True for None, which means that none is needed."""
        return rune is None or f"RUNE_{rune.name}" in self.runes()

    def can_pay(self, **price: int) -> bool:
        """Return whether the observing seat has at least the given amount of each named stock."""
        return all(self.holdings[stock] >= count for stock, count in price.items())

    def own_buildings(self, kind: Building) -> list[Spot]:
        """Return the cells of the observing seat's buildings of a kind."""
        return [
            spot
            for spot, told in self.buildings.items()
            if building_kind(told) is kind and told["owner"] == self.me
        ]

    # Where.

    def around(self, spot: Spot) -> Iterator[Spot]:
        """Yield the cells of the board that are adjacent to a cell."""
        for down, right in DIRECTIONS:
            row, column = spot[0] + down, spot[1] + right
            if 0 <= row < len(self.rows) and 0 <= column < len(self.rows):
                yield row, column

    def is_empty(self, spot: Spot) -> bool:
        """Return whether a cell is empty ground, in sight or remembered."""
        return self.rows[spot[0]][spot[1]] in _EMPTY

    def is_undug(self, spot: Spot) -> bool:
        """Return whether a cell is undug rock, in sight or remembered."""
        return self.rows[spot[0]][spot[1]] in _UNDUG

    def has_room(self, spot: Spot, owner: int) -> bool:
        """Return whether a unit of this owner may enter a cell, judged by the units known there (DK-5.12).

        The terrain of the cell is not checked.
        """
        there = self.stacks.get(spot, ())
        is_free = all(unit["owner"] == owner for unit in there)
        return is_free and len(there) < self.config["stack_limit"]

    def sees(self, one: Spot, other: Spot) -> bool:
        """Return whether there is a line of sight between two cells (DK-5.11)."""
        return bool(line_of_sight(self._cells, *one, *other))

    def within(self, spot: Spot, other: Spot, distance: int) -> bool:
        """Return whether two cells are at most `distance` apart and in line of sight.

        Args:
            spot: One cell.
            other: The other.
            distance: Largest distance.
        """
        apart = max(abs(spot[0] - other[0]), abs(spot[1] - other[1]))
        return apart <= distance and self.sees(spot, other)

    def ways(self, unit: Fields) -> Mapping[Spot, tuple[Spot, ...]]:
        """Return a shortest way, as the cells to step on, to each cell that a unit can get to with its action points.

        The unit's own cell is left out.
        """
        start = _spot(unit)
        ways: dict[Spot, tuple[Spot, ...]] = {start: ()}
        edge = [start]
        for _ in range(unit["ap"]):
            further = []
            for spot in edge:
                for beside in self.around(spot):
                    if beside in ways or not self.has_room(beside, unit["owner"]):
                        continue
                    if can_step(self._cells, *spot, *beside):
                        ways[beside] = (*ways[spot], beside)
                        further.append(beside)
            edge = further
        del ways[start]
        return ways


def cell(spot: Spot) -> dict[str, int]:
    """Return a cell as a Cell message."""
    return {"row": spot[0], "col": spot[1]}


def unit_kind(unit: Fields) -> Kind:
    """Return the kind of a unit, given as a message."""
    return Kind[unit["kind"].removeprefix("UNIT_KIND_")]


def building_kind(told: Fields) -> Building:
    """Return the kind of a building, given as a message."""
    return Building[told["kind"].removeprefix("BUILDING_KIND_")]


def ability_of(unit: Fields, ability: Ability) -> bool:
    """Return whether a unit's kind has an ability."""
    return ability in UNITS[unit_kind(unit)].abilities


def _spot(told: Fields) -> Spot:
    return told["row"], told["col"]
