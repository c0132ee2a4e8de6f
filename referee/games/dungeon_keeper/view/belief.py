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

from referee.core.view import Fields, Sight
from referee.games.dungeon_keeper.view.sentences import Names, member_name, word

__all__ = [
    "DungeonSight",
    "Belief",
    "Place",
    "bodies_of",
    "followed",
    "places_of",
]

Place: TypeAlias = tuple[int, int]
"""A cell as row and column."""

_NOBODY = Names(())
_IN_SIGHT = "#.mb"
"""Characters of `rows` for cells in sight; all others except `?` are for remembered cells."""
_AGES = str.maketrans("#.mb%,MB?", "000011112")
"""Table from the characters of `rows` to how little is known: 0 in sight, 1 remembered, 2 never
seen."""
_Thing = TypeVar("_Thing")
_OWN = ("artifacts", "spirits", "statuses", "capture_points")
"""Fields of a unit that must be empty or 0 for it to share a token; else it is drawn alone."""
_SHARED = (
    *(
        "row",
        "col",
        "owner",
        "controller",
        "kind",
        "hp",
        "max_hp",
        "ap",
        "max_ap",
        "attack",
        "defence",
    ),
    *("rune", "fear", "upgraded", "tower_slowed", "ap_debt"),
)
"""Fields that must be equal in all units drawn as one token."""


@dataclasses.dataclass(frozen=True, slots=True)
class Belief:
    """What one seat, several seats together, or the public know of a match."""

    heading: Fields
    """Fields of the observation that are in no list: round, acting seat and turn order."""
    rows: tuple[str, ...]
    """Rows of the board, as in the observation; empty for the public under fog."""
    mines: Mapping[Place, Fields]
    buildings: Mapping[Place, Fields]
    items: Mapping[Place, Sequence[Fields]]
    units: Mapping[int, Fields]
    """Units by id, ascending."""
    seats: Mapping[int, Fields]

    def has(self, place: Place) -> bool:
        """Return whether a cell is in sight now."""
        return bool(self.rows) and self.rows[place[0]][place[1]] in _IN_SIGHT


@dataclasses.dataclass(frozen=True, slots=True)
class DungeonSight(Sight):
    """A viewer's sight after a step, with what the viewer knew before."""

    by_seat: Mapping[int, Belief] = dataclasses.field(default_factory=dict)
    """What each followed seat knows from its own observations."""
    belief: Belief | None = None
    """What all followed seats know together; None before the first observation."""
    names: Names = _NOBODY
    """Names of units and seats that occur in the events of this step."""
    focus: Place = (0, 0)
    """Cell where something happened last, to be shown in the middle."""


def followed(before: Sight | None, sight: Sight) -> DungeonSight:
    """Return the sight after a step, with all that is known by now. See `GameView.followed`."""
    last = before if isinstance(before, DungeonSight) else None
    old = None if last is None else last.belief
    public = None if sight.public is None else _whole(sight.public, old)
    seen_before = {} if last is None else last.by_seat
    by_seat = {
        seat: _seen(observation, seen_before.get(seat) or public)
        for seat, observation in sorted(sight.observations.items())
    }
    belief = _together([*by_seat.values(), *([public] if public else [])])
    return DungeonSight(
        observations={},
        events=sight.events,
        config=sight.config,
        players=sight.players,
        public=None,
        told_to=sight.told_to,
        by_seat=by_seat,
        belief=belief,
        names=_names(sight, old, belief),
        focus=_focus(sight, belief, last),
    )


# Observations.


def _seen(observation: Fields, before: Belief | None) -> Belief:
    if not observation["is_delta"]:
        return _whole(observation, before)
    if before is None:  # the viewer came within a turn, and nothing is public
        before = _whole(observation, None)
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


def _whole(observation: Fields, before: Belief | None) -> Belief:
    """Return the knowledge in a whole observation.

    Parts that are equal in `before` are shared with it, to save memory.
    """
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


def _together(parts: Sequence[Belief]) -> Belief | None:
    """Combine what several viewers know; None for no viewers.

    For a cell that all of them only remember, the first viewer counts. A viewer without a board,
    such as the public under fog, knows nothing that viewers with a board do not know, and is left
    out.
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
    """Return, by row and column, the index of the viewer that knows the cell best."""
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


def _names(sight: Sight, before: Belief | None, after: Belief | None) -> Names:
    """Return names of all units and buildings known before, during or after the step."""
    units, buildings = _kinds(before)
    for kind, body in bodies_of(sight.events):
        # What came in the step may be gone again at its end.
        if kind in ("summoned", "upgraded") and "unit" in body:
            new = body["kind" if kind == "summoned" else "new"]
            units[body["unit"]["unit"]] = word(new)
        elif kind == "built" and "cell" in body:
            place = body["cell"]["row"], body["cell"]["col"]
            buildings[place] = word(body["building"])
    units_after, buildings_after = _kinds(after)
    # Tokens are those of the board after the step, on which marks and links point.
    tokens = _tokens(after) if after else {}
    return Names(sight.players, units | units_after, buildings | buildings_after, tokens)


def _tokens(belief: Belief) -> dict[int, str]:
    """Return the id of the token that stands for each unit on the board, by the unit's id.

    Equal units on a cell share a token, which is named after the first of them.
    """
    first: dict[tuple[object, ...], str] = {}
    tokens = {}
    for unit, told in belief.units.items():
        token = f"u{unit}"
        # Artifacts, statuses and the like distinguish a unit, so it stands alone.
        if any(told[name] for name in _OWN):
            tokens[unit] = token
        else:
            tokens[unit] = first.setdefault(tuple([told[name] for name in _SHARED]), token)
    return tokens


def _kinds(belief: Belief | None) -> tuple[dict[int, str], dict[Place, str]]:
    """Return the names of kinds: of units by id, and of buildings by cell."""
    if belief is None:
        return {}, {}
    return (
        {unit: word(told["kind"]) for unit, told in belief.units.items()},
        {place: word(told["kind"]) for place, told in belief.buildings.items()},
    )


def bodies_of(events: Sequence[Fields]) -> Iterator[tuple[str, Fields]]:
    """Yield the name of the kind and the fields of each event message."""
    for event in events:
        for kind, body in event.items():
            if kind != "partial":
                yield kind, body


def places_of(events: Sequence[Fields]) -> Iterator[Place]:
    """Yield the cells that events name, in order."""
    for _, body in bodies_of(events):
        for value in body.values():
            if isinstance(value, dict) and "row" in value:
                yield value["row"], value["col"]


def _focus(sight: Sight, belief: Belief | None, last: DungeonSight | None) -> Place:
    """Return the cell where the seat that has acted did something last.

    The next seat's turn start and what follows are ignored. Without any such cell it is the last
    focus, or the acting seat's Altar.
    """
    own = []
    for event in sight.events:
        if "turn_start" in event:
            break
        own.append(event)
    places = list(places_of(own)) or list(places_of(sight.events))
    if places:
        return places[-1]
    if last is not None:
        return last.focus
    return _altar(belief) if belief else (0, 0)


def _altar(belief: Belief) -> Place:
    acting = belief.heading.get("acting_seat")
    for place, building in belief.buildings.items():
        if building["owner"] == acting and member_name(building["kind"]) == "ALTAR":
            return place
    return (len(belief.rows) // 2, len(belief.rows) // 2)
