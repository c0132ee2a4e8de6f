"""A viewer's knowledge of a match of Dungeon Keeper after a step, built from observations and events.

An observation of the acting seat may be a delta to its last one. A viewer may also follow several seats: then
the board is what all these seats know together. A cell is in sight if any of them has it in sight; where none
has, and their memories differ, the memory of the lowest seat is shown.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from referee.core.view import Fields

__all__ = [
    "Belief",
    "Place",
    "bodies_of",
    "places_of",
    "seen",
    "together",
    "whole",
]

Place: TypeAlias = tuple[int, int]
"""Row and column."""

_IN_SIGHT = "#.mb"
"""Characters of `rows` for cells that are in sight; others but `?` are remembered."""
_AGES = str.maketrans("#.mb%,MB?", "000011112")
"""How little is known of a cell."""
_Thing = TypeVar("_Thing")


@dataclasses.dataclass(frozen=True, slots=True)
class Belief:
    """What one seat knows, several together, or everybody."""

    heading: Fields
    """The observation, for the fields that are of no list."""
    rows: tuple[str, ...]
    """The board, as in the observation."""
    mines: Mapping[Place, Fields]
    buildings: Mapping[Place, Fields]
    items: Mapping[Place, Sequence[Fields]]
    units: Mapping[int, Fields]
    """By id, ascending."""
    seats: Mapping[int, Fields]

    def has(self, place: Place) -> bool:
        """Return whether a cell is in sight."""
        return bool(self.rows) and self.rows[place[0]][place[1]] in _IN_SIGHT


# Observations.


def seen(observation: Fields, before: Belief | None) -> Belief:
    """Return the knowledge in a seat's observation, which may be a delta to what it knew before."""
    if not observation["is_delta"]:
        return whole(observation, before)
    if before is None:  # the viewer came within a turn, and nothing is public
        before = whole(observation, None)
    rows = [list(row) for row in before.rows]
    mines, buildings, items = dict(before.mines), dict(before.buildings), dict(before.items)
    for cell in observation["cells"]:
        place = cell["row"], cell["col"]
        if rows:
            rows[place[0]][place[1]] = cell["look"]
        for there, now in ((mines, cell.get("mine")), (buildings, cell.get("building"))):
            there.pop(place, None)
            if now is not None:
                there[place] = now
        items.pop(place, None)
        if cell["items"]:
            items[place] = cell["items"]
    units = dict(before.units) | {unit["id"]: unit for unit in observation["units"]}
    for gone in observation["gone_units"]:
        units.pop(gone, None)
    return Belief(
        heading=_heading(observation) | {"turn_order": before.heading["turn_order"]},
        rows=tuple("".join(row) for row in rows),
        mines=mines,
        buildings=dict(sorted(buildings.items())),
        items=items,
        units=dict(sorted(units.items())),
        seats=dict(before.seats) | {seat["seat"]: seat for seat in observation["seats"]},
    )


def whole(observation: Fields, before: Belief | None) -> Belief:
    """Return the knowledge in a whole observation; unchanged parts are shared with `before`, to save memory."""
    items: dict[Place, list[Fields]] = {}
    for item in observation["items"]:
        items.setdefault((item["row"], item["col"]), []).append(item)
    belief = Belief(
        heading=_heading(observation),
        rows=tuple(observation["rows"]),
        mines={(mine["row"], mine["col"]): mine for mine in observation["mines"]},
        buildings={(there["row"], there["col"]): there for there in observation["buildings"]},
        items=items,
        units={unit["id"]: unit for unit in observation["units"]},
        seats={seat["seat"]: seat for seat in observation["seats"]},
    )
    if before is None or len(before.rows) != len(belief.rows):
        return belief
    return dataclasses.replace(
        belief,
        rows=tuple(_kept(old, new) for old, new in zip(before.rows, belief.rows, strict=True)),
        **{
            name: {
                key: _kept(getattr(before, name).get(key), value)
                for key, value in getattr(belief, name).items()
            }
            for name in ("mines", "buildings", "items", "units", "seats")
        },
    )


def _kept(old: Any, new: Any) -> Any:
    return old if old == new else new


def _heading(observation: Fields) -> dict[str, Any]:
    names = ("round", "acting_seat", "turn_order")
    return {name: observation[name] for name in names if name in observation}


def together(parts: Sequence[Belief]) -> Belief | None:
    """Put together what several know; the first wins where all of them only remember.

    A viewer without a board, such as the public under fog, knows nothing that viewers with a board do not know.
    """
    parts = [part for part in parts if part.rows] or parts[:1]
    if len(parts) <= 1:
        return parts[0] if parts else None
    best = _best(parts)
    rows = zip(*(part.rows for part in parts), strict=True)
    units = {unit: told for part in parts for unit, told in part.units.items()}
    seats: dict[int, Fields] = {}
    for part in parts:
        for seat, told in part.seats.items():
            if seat not in seats or "holdings" in told:
                seats[seat] = told
    return Belief(
        heading=parts[0].heading,
        rows=tuple(
            "".join([looks[index][col] for col, index in enumerate(row)])
            for row, looks in zip(best, rows, strict=True)
        ),
        mines=_of_best(best, [part.mines for part in parts]),
        buildings=_of_best(best, [part.buildings for part in parts]),
        items=_of_best(best, [part.items for part in parts]),
        units=dict(sorted(units.items())),
        seats=seats,
    )


def _best(parts: Sequence[Belief]) -> list[list[int]]:
    """Return by row and column which of them knows a cell best."""
    count = range(len(parts))
    return [
        [min(count, key=ages.__getitem__) for ages in zip(*looks, strict=True)]
        for looks in zip(
            *([row.translate(_AGES) for row in part.rows] for part in parts), strict=True
        )
    ]


def _of_best(
    best: Sequence[Sequence[int]], things: Sequence[Mapping[Place, _Thing]]
) -> dict[Place, _Thing]:
    """Return what is where, each as who knows its cell best knows it."""
    found = {
        place: thing
        for index, known in enumerate(things)
        for place, thing in known.items()
        if best[place[0]][place[1]] == index
    }
    return dict(sorted(found.items(), key=operator.itemgetter(0)))


# Events.


def bodies_of(events: Sequence[Fields]) -> Iterator[tuple[str, Fields]]:
    """Yield the kind and the fields of each event."""
    for event in events:
        for kind, body in event.items():
            if kind != "partial":
                yield kind, body


def places_of(events: Sequence[Fields]) -> Iterator[Place]:
    """Return the cells that events name, in order."""
    for _, body in bodies_of(events):
        for value in body.values():
            if isinstance(value, dict) and "row" in value:
                yield value["row"], value["col"]
