"""What a viewer knows of a match of Dungeon Keeper after a step, from observations and events.

An observation of the acting seat may be a delta to its last one. A viewer may also follow several
seats; then the board shows what all these seats know together. A cell is in sight if any of the
seats has it in sight. If none has, and their memories differ, the memory of the lowest seat is
shown.
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
"""A cell of the board as row and column, from 0 at the top left."""

_IN_SIGHT = "#.mb"
"""Characters of `rows` for cells in sight; all others except `?` are for remembered cells."""
_AGES = str.maketrans("#.mb%,MB?", "000011112")
"""Table from the characters of `rows` to how little is known: 0 in sight, 1 remembered, 2 never
seen."""
_Thing = TypeVar("_Thing")


@dataclasses.dataclass(frozen=True, slots=True)
class Belief:
    """What one seat, several seats together, or the public know of a match."""

    heading: Fields
    """Fields of the observation that are not lists: round, acting seat and turn order."""
    rows: tuple[str, ...]
    """Rows of the board, one character a cell as in the observation; empty for the public under
    fog."""
    mines: Mapping[Place, Fields]
    buildings: Mapping[Place, Fields]
    items: Mapping[Place, Sequence[Fields]]
    units: Mapping[int, Fields]
    """Units by id, ascending."""
    seats: Mapping[int, Fields]

    def has(self, place: Place) -> bool:
        """Return whether a cell is in sight now."""
        return bool(self.rows) and self.rows[place[0]][place[1]] in _IN_SIGHT


# Observations.


def seen(observation: Fields, before: Belief | None) -> Belief:
    """Return the knowledge in a seat's observation.

    Args:
        observation: The Observation message, whole or a delta to the seat's last one.
        before: The knowledge that a delta refers to; None if there is none yet.
    """
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
    # A delta names what is gone; whatever it does not name stays as it was.
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
    """Return the knowledge in a whole observation; parts equal to those of `before` are shared, to save memory."""
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
    """Return what several viewers know together; None if `parts` is empty.

    A cell is shown as known to the first viewer that has it in sight; if none has, as known to the
    first that remembers it. A viewer without a board, such as the public under fog, knows nothing that
    viewers with a board do not know, and is left out.
    """
    # Without a board the public knows only round, turn and which seats live.
    parts = [part for part in parts if part.rows] or parts[:1]
    if len(parts) <= 1:
        return parts[0] if parts else None
    # A cell is taken whole from one viewer, so that a building and its ground are of one time.
    best = _best(parts)
    rows = zip(*(part.rows for part in parts), strict=True)
    units = {unit: told for part in parts for unit, told in part.units.items()}
    seats: dict[int, Fields] = {}
    for part in parts:
        for seat, told in part.seats.items():
            # The entry with holdings is the seat's own, and knows more than those of others.
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
    """Return, by row and column, the index of the viewer in `parts` that knows the cell best.

    In sight is better than remembered, and that better than never seen.
    """
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
    """Return things by cell, each as the viewer that knows its cell best knows it.

    Args:
        best: Index of the best viewer, by row and column.
        things: Things that each viewer knows, by cell.
    """
    found = {
        place: thing
        for index, known in enumerate(things)
        for place, thing in known.items()
        if best[place[0]][place[1]] == index
    }
    return dict(sorted(found.items(), key=operator.itemgetter(0)))


# Events.


def bodies_of(events: Sequence[Fields]) -> Iterator[tuple[str, Fields]]:
    """Yield the kind of each event, as its field name in the schema, and the fields of its body."""
    for event in events:
        for kind, body in event.items():
            if kind != "partial":
                yield kind, body


def places_of(events: Sequence[Fields]) -> Iterator[Place]:
    """Yield each cell (row and column) that the fields of the events contain, in order."""
    for _, body in bodies_of(events):
        for value in body.values():
            if isinstance(value, dict) and "row" in value:
                yield value["row"], value["col"]
