"""Rules for columns of Dungeon Keeper that combine several fields or change their form: sides, sets and maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee_envs.columns import Array

__all__ = ["LONGEST", "RULES"]

LONGEST = {"buildings": "buildings.row"}
"""Lists of the observation that are cut, because their columns have room for a limited number of
entries: name of the list, and name of a column whose length is that number.
"""

_LOOKS = {look: place for place, look in enumerate("#.mb%,MB?")}
_ARTIFACTS, _SPIRITS, _RUNES = 4, 3, 3
_SPELLS, _STATUSES, _ITEMS = len(wire.Spell.keys()) - 1, len(wire.Status.keys()) - 1, 9
_LIGHT = -2


def _side(seen: Any, owner: int) -> int:
    """Return an owner's number relative to the observing seat: 1 is that seat, 2 the next one.

    Negative owners, which are no seats, are returned unchanged.
    """
    # Relative, so that a policy trained in one seat plays in any other.
    return 1 + (owner - seen.you) % len(seen.turn_order) if owner >= 0 else owner


def _sets(sets: Iterable[Iterable[int]], number: int) -> Array:
    """Return which members each of some sets has, as bool[set, member].

    Args:
        sets: The sets; members are numbers from 1.
        number: Highest number of a member; higher ones are left out.
    """
    # Members that a newer version adds have no column: a policy of today can't know them.
    rows = [[member - 1 for member in each if 0 < member <= number] for each in sets]
    held = np.zeros((len(rows), number), np.bool_)
    for place, members in enumerate(rows):
        held[place, members] = True
    return held


def _map(put: Callable[[Any, Array], None], *planes: int) -> Callable[[Any, Any], Array]:
    """Return the rule of a map column: it makes a square of zeros, into which `put` writes a message's values.

    With `planes`, there are axes of these lengths in front of those of the square.
    """

    def rule(seen: Any, _: Any) -> Array:
        # The size of this match: the column may be larger, and the rest of it stays 0.
        size = len(seen.rows)
        board = np.zeros((*planes, size, size), np.int64)
        put(seen, board)
        return board

    return rule


def _put_looks(seen: Any, board: Array) -> None:
    # The message has a row as a text, a character for each cell.
    board[...] = [[_LOOKS[look] for look in row] for row in seen.rows]


def _of_mines(value: Callable[[Any], int]) -> Callable[[Any, Any], Array]:
    def put(seen: Any, board: Array) -> None:
        for mine in seen.mines:
            board[mine.row, mine.col] = value(mine)

    return _map(put)


def _of_buildings(value: Callable[[Any, Any], int]) -> Callable[[Any, Any], Array]:
    def put(seen: Any, board: Array) -> None:
        for building in seen.buildings:
            board[building.row, building.col] = value(seen, building)

    return _map(put)


def _put_items(seen: Any, board: Array) -> None:
    for item in seen.items:
        board[item.kind - 1, item.row, item.col] = True


def _put_units(seen: Any, board: Array) -> None:
    for unit in seen.units:
        # Planes: 0 own units, 1 those of other seats, 2 those of the Light, which no seat controls.
        whose = 2 if unit.controller == _LIGHT else int(unit.controller != seen.you)
        board[whose, unit.row, unit.col] += 1


def _allies(seen: Any, _: Any) -> Array:
    # Seats count from 0, members of sets from 1.
    return _sets([[ally + 1 for ally in seat.allies] for seat in seen.seats], len(seen.turn_order))


RULES: dict[str, Callable[[Any, Any], Any]] = {
    "units.side": lambda seen, _: [_side(seen, unit.owner) for unit in seen.units],
    "units.obeys": lambda seen, _: [_side(seen, unit.controller) for unit in seen.units],
    "units.artifacts": lambda seen, _: _sets([unit.artifacts for unit in seen.units], _ARTIFACTS),
    "units.spirits": lambda seen, _: _sets([unit.spirits for unit in seen.units], _SPIRITS),
    "units.statuses": lambda seen, _: _sets(
        [[each.status for each in unit.statuses] for unit in seen.units], _STATUSES
    ),
    "buildings.side": lambda seen, _: [_side(seen, each.owner) for each in seen.buildings],
    "seats.allies": _allies,
    "seats.holdings.runes": lambda seen, _: _sets(
        [seat.holdings.runes for seat in seen.seats], _RUNES
    ),
    "seats.holdings.spells": lambda seen, _: _sets(
        [seat.holdings.spells for seat in seen.seats], _SPELLS
    ),
    "map.look": _map(_put_looks),
    "map.mine": _of_mines(lambda mine: mine.kind),
    "map.left": _of_mines(lambda mine: mine.left),
    "map.building": _of_buildings(lambda _, building: building.kind),
    "map.side": _of_buildings(lambda seen, building: _side(seen, building.owner)),
    "map.hp": _of_buildings(lambda _, building: building.hp),
    "map.level": _of_buildings(lambda _, building: building.level),
    "map.items": _map(_put_items, _ITEMS),
    "map.units": _map(_put_units, 3),
}
"""For each column, the function that computes it from an observation message and the config."""
