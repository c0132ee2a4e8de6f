"""What seats see, remember and hear under fog in the plain reference (DK-6.20 to 6.23)."""

from __future__ import annotations

from typing import Any

from tests.games.dungeon_keeper.reference_world import LIGHT, Cell, Unit, World, distance

__all__ = ["Fog", "face"]

Told = tuple[str, dict[str, Any]]

_ACTORS = {
    "order_result": ("seat",),
    "summoned": ("seat",),
    "died": ("killer",),
    "building_destroyed": ("owner",),
    "captured": ("old", "new"),
    "controlled": ("seat",),
    "released": ("seat",),
    "researched": ("seat",),
    "cast": ("seat",),
    "forged": ("seat",),
    "exchanged": ("seat",),
    "alliance_changed": ("seat", "other"),
}
"""Fields with seats that act in an event or are touched by it."""
_BLOWS = {
    "attacked": ("attacker", "target"),
    "blasted": ("attacker", "target"),
    "tower_shot": ("tower", "target"),
    "sacrificed": ("priest", "unit"),
}
"""Fields of who strikes, and of who is struck."""


def face(w: World, cell: Cell) -> dict[str, Any]:
    """What a cell shows."""
    mine, building = w.mines.get(cell), w.buildings.get(cell)
    return {
        "mark": "#" if cell in w.undug else "m" if mine else "b" if building else ".",
        "mine": None if mine is None else (mine.kind, mine.left),
        "building": None if building is None else vars(building).copy(),
        "items": [item.kind for item in w.items.get(cell, [])],
    }


class Fog:
    """Sight and memory of all seats, and what they hear."""

    def __init__(self, w: World) -> None:
        self.w = w
        seats = range(len(w.seats))
        self.ground: object = None
        self.seen_from: dict[Cell, set[Cell]] = {}
        self.vision: list[set[Cell]] = [self._in_sight(seat) for seat in seats]
        self.memory: list[dict[Cell, Any]] = [{} for _ in seats]
        """What each seat has last seen of each cell: mark, mine, building, kinds of items."""
        self.heard: list[list[Told]] = [[] for _ in seats]
        """What each has been told in this step."""
        self.told = 0
        """Events that have been told."""

    def begin_step(self) -> None:
        """Nothing has been told yet."""
        self.heard = [[] for _ in self.w.seats]
        self.told = 0

    def look(self) -> None:
        """A moment of DK-6.21."""
        events = self.w.log[self.told :]
        self.told = len(self.w.log)
        for seat in range(len(self.w.seats)):
            sight = self._in_sight(seat)
            hearing = _Hearing(self.w, seat, sight | self.vision[seat], events)
            self.heard[seat] += hearing.told()
            self.vision[seat] = sight
            for cell in sight:
                self.memory[seat][cell] = face(self.w, cell)

    def knows(self, seat: int, unit: Unit) -> bool:
        """Whether a unit exists for a seat."""
        return seat in (unit.owner, unit.controller) or unit.cell in self.vision[seat]

    def _in_sight(self, seat: int) -> set[Cell]:
        """DK-6.20."""
        w = self.w
        eyes = {unit.cell for unit in w.units.values() if seat in (unit.owner, unit.controller)}
        eyes |= {cell for cell, building in w.buildings.items() if building.owner == seat}
        return {cell for eye in eyes for cell in self._seen_from(eye)}

    def _seen_from(self, eye: Cell) -> set[Cell]:
        """What is seen from a cell; reckoned once as long as nothing is dug, mined out, built or felled."""
        w = self.w
        ground = len(w.undug), len(w.mines), frozenset(w.buildings)
        if ground != self.ground:
            self.ground, self.seen_from = ground, {}
        if eye not in self.seen_from:
            self.seen_from[eye] = {
                cell for cell in self._near(eye) if distance(eye, cell) <= 1 or w.los(eye, cell)
            }
        return self.seen_from[eye]

    def _near(self, eye: Cell) -> list[Cell]:
        far = self.w.rules["sight_radius"]
        rows = range(max(0, eye[0] - far), min(self.w.size, eye[0] + far + 1))
        cols = range(max(0, eye[1] - far), min(self.w.size, eye[1] + far + 1))
        return [(row, col) for row in rows for col in cols]


class _Hearing:
    """What one seat hears of some events between two moments."""

    def __init__(self, w: World, seat: int, sight: set[Cell], events: list[Told]) -> None:
        self.w, self.seat, self.sight, self.events = w, seat, sight, events
        self.known = {unit.id for unit in w.units.values() if unit.cell in sight}
        for kind, fields in events:
            for spot in _spots(fields):
                if _cell(spot) in sight or (kind == "moved" and _cell(fields["to"]) in sight):
                    self.known.add(spot["unit"])

    def told(self) -> list[Told]:
        """All of it, in order."""
        return [
            (kind, self._redacted(place))
            for place, (kind, _) in enumerate(self.events)
            if self._hears(place)
        ]

    def _commands(self, number: int) -> bool:
        owner = number // 100_000 - 1 if number >= 100_000 else LIGHT
        unit = self.w.units.get(number)
        return self.seat == owner or (unit is not None and unit.controller == self.seat)

    def _hears(self, place: int) -> bool:
        kind, fields = self.events[place]
        if kind in ("eliminated", "altars_waned", "match_end", "turn_start"):
            return True
        if kind == "order_result":
            return bool(fields["seat"] == self.seat)
        if kind == "rolled" and (its := self._event_of_roll(place)) != place:
            return self._hears(its)
        return (
            any(fields.get(name) == self.seat for name in _ACTORS.get(kind, ()))
            or any(self._commands(spot["unit"]) for spot in _spots(fields))
            or any(_cell(value) in self.sight for value in fields.values() if _has_cell(value))
        )

    def _event_of_roll(self, place: int) -> int:
        """What a roll led to, or else what it came after."""
        for step in (1, -1):
            other = place + step
            while 0 <= other < len(self.events) and self.events[other][0] != "order_result":
                if self.events[other][0] != "rolled":
                    return other
                other += step
        return place

    def _redacted(self, place: int) -> dict[str, Any]:
        """DK-6.22: without units of others and cells that were not in sight."""
        kind, fields = self.events[place]
        if kind in ("eliminated", "altars_waned", "match_end"):
            return fields
        left = {}
        for name, value in fields.items():
            if (
                not _has_cell(value)
                or _cell(value) in self.sight
                or ("unit" in value and self._commands(value["unit"]))
            ):
                left[name] = value
            elif "unit" in value and value["unit"] in self.known:
                left[name] = {"unit": value["unit"], "row": -1, "col": -1}
        if kind == "turn_start" and fields["seat"] != self.seat:
            return {"seat": fields["seat"]}
        if kind == "died" and not self._knows_killer(place):
            return {**{name: its for name, its in left.items() if name != "killer"}, "mana": 0}
        return left

    def _knows_killer(self, place: int) -> bool:
        dead = self.events[place][1]
        if dead.get("killer") == self.seat:
            return True
        for kind, fields in reversed(self.events[:place]):
            if kind == "hurt" and fields["unit"] == dead["unit"] and fields["by_poison"]:
                return True
            by, struck = _BLOWS.get(kind, (None, "unit"))
            if kind in ("hurt", *_BLOWS) and fields.get(struck) == dead["unit"]:
                return by is not None and self._sees(fields[by])
        return False

    def _sees(self, value: dict[str, int]) -> bool:
        if "unit" in value:
            return self._commands(value["unit"]) or value["unit"] in self.known
        return _cell(value) in self.sight


def _has_cell(value: Any) -> bool:
    return isinstance(value, dict) and "row" in value


def _cell(value: dict[str, int]) -> Cell:
    return value["row"], value["col"]


def _spots(fields: dict[str, Any]) -> list[dict[str, int]]:
    return [value for value in fields.values() if isinstance(value, dict) and "unit" in value]
