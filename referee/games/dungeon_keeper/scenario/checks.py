"""Checks of a hand-made position of Dungeon Keeper (DK-2.20); each error names its field."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from referee.core.errors import ConfigError
from referee.games.dungeon_keeper.rules.board.ground import distance
from referee.games.dungeon_keeper.rules.board.units import LIFE_HP, id_of, owner_of_id, serial_of_id
from referee.games.dungeon_keeper.scenario.spec import (
    MAX_SIZE,
    MIN_SIZE,
    Scenario,
    ScenarioBuilding,
    ScenarioItem,
    ScenarioStatus,
    ScenarioUnit,
    named,
    not_of,
)
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    BUILDINGS,
    LIGHT,
    NEUTRAL,
    UNITS,
    Artifact,
    Building,
    Item,
    Kind,
    Spirit,
    Status,
)

__all__ = ["artifacts_of", "check_scenario", "unit_ids"]

_LIGHT_KINDS = (Kind.HERO, Kind.GNOME)


def artifacts_of(unit: ScenarioUnit) -> list[Artifact]:
    """Return the artifacts of a scenario's unit; the Hero has all four by default (DK-3.7)."""
    if unit.artifacts is None:
        return list(Artifact) if named(Kind, unit.kind) == Kind.HERO else []
    return [named(Artifact, name) for name in unit.artifacts]


def unit_ids(scenario: Scenario) -> list[int]:
    """Return the ids of all units of a scenario.

    A unit without an id gets the next one of its owner, after the owner's units before it in the
    list.
    """
    last: dict[int, int] = {}
    ids = []
    for unit in scenario.units:
        last_id = last.get(unit.owner, id_of(unit.owner, 0))
        ids.append(last_id + 1 if unit.id is None else unit.id)
        last[unit.owner] = max(last_id, ids[-1])
    return ids


def check_scenario(
    scenario: Scenario,
    *,
    unit_cap: int,
    stack_limit: int,
    max_rounds: int | None,
    path: str = "scenario.",
) -> None:
    """Check that a position is possible.

    Args:
        scenario: The position.
        unit_cap: Highest number of units that a seat may own.
        stack_limit: Highest number of units in one cell.
        max_rounds: Number of rounds of a match. None leaves the round, and runes and spells named
            twice, unchecked, as in version 1.
        path: Prefix of the names of fields in errors.

    Raises:
        ConfigError: The position is not possible; names the first field that is wrong.
    """
    check = _Check(scenario, path)
    check.board()
    check.turns()
    check.mines_and_buildings()
    check.items()
    check.units(unit_cap)
    check.stacks(stack_limit)
    if max_rounds is not None:
        check.round_and_seats(max_rounds)


class _Check:
    def __init__(self, scenario: Scenario, path: str) -> None:
        self.scenario = scenario
        self.path = path
        self.size = len(scenario.rows)
        self.filled: dict[tuple[int, int], str] = {}
        """Cells with a mine or a building, each with `mine` or the kind of the building."""

    def refuse(self, field: str, bound: str, value: object) -> NoReturn:
        raise ConfigError(self.path + field, bound, value)

    def round_and_seats(self, max_rounds: int) -> None:
        if self.scenario.round > max_rounds:
            bound = f"from 1 to max_rounds, {max_rounds}"
            self.refuse("round", bound, self.scenario.round)
        for seat, values in enumerate(self.scenario.seats):
            for name in ("runes", "spells"):
                given = getattr(values, name)
                if len(set(given)) < len(given):
                    self.refuse(f"seats.{seat}.{name}", "each at most once", list(given))

    def board(self) -> None:
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            self.refuse("rows", f"{MIN_SIZE} to {MAX_SIZE} rows", self.size)
        size = self.scenario.size
        if size not in (None, self.size):
            self.refuse("size", f"{self.size}, as many as there are rows", size)
        for row, text in enumerate(self.scenario.rows):
            if len(text) != self.size or not set(text) <= set("#."):
                self.refuse(f"rows.{row}", f'{self.size} of "#" and "."', text)

    def turns(self) -> None:
        players = self.scenario.players
        turn_order, acting = self.scenario.turn_order, self.scenario.acting_seat
        if turn_order is not None and sorted(turn_order) != list(range(players)):
            self.refuse("turn_order", f"each seat from 0 to {players - 1} once", turn_order)
        if acting is not None and acting >= players:
            self.refuse("acting_seat", f"from 0 to {players - 1}", acting)
        if len(self.scenario.seats) > players:
            self.refuse("seats", f"at most {players}, one a seat", len(self.scenario.seats))

    def mines_and_buildings(self) -> None:
        for index, mine in enumerate(self.scenario.mines):
            self.fill(f"mines.{index}", mine.row, mine.col, "mine")
        altars = set()
        for index, building in enumerate(self.scenario.buildings):
            field = f"buildings.{index}"
            # Mines have been filled in before, so a cell with both is found here.
            self.fill(field, building.row, building.col, building.kind)
            self.building(field, building)
            if building.kind == "altar" and building.owner in altars:
                self.refuse(f"{field}.owner", "a seat without another Altar", building.owner)
            if building.kind == "altar":
                altars.add(building.owner)

    def fill(self, field: str, row: int, col: int, kind: str) -> None:
        self.on_board(field, row, col)
        if (row, col) in self.filled:
            self.refuse(field, "apart from all other mines and buildings", [row, col])
        self.filled[row, col] = kind

    def on_board(self, field: str, row: int, col: int) -> None:
        for name, value in (("row", row), ("col", col)):
            if value >= self.size:
                self.refuse(f"{field}.{name}", f"from 0 to {self.size - 1}", value)

    def building(self, field: str, building: ScenarioBuilding) -> None:
        kind = named(Building, building.kind)
        self.seat(f"{field}.owner", building.owner, NEUTRAL)
        if kind == Building.WALL and building.owner != NEUTRAL:
            self.refuse(f"{field}.owner", "-1 for a wall", building.owner)
        if kind not in (Building.WALL, Building.SOURCE) and building.owner == NEUTRAL:
            self.refuse(f"{field}.owner", "a seat", building.owner)
        full = BUILDINGS[kind].hp
        if building.hp is not None and building.hp > full:
            bound = f"from 1 to {full}" if full else "absent: nothing harms a Source"
            self.refuse(f"{field}.hp", bound, building.hp)
        for name, holder in not_of(ScenarioBuilding, kind).items():
            if value := getattr(building, name):
                self.refuse(f"{field}.{name}", f"absent: it is no {holder.title}", value)
        hp = full if building.hp is None else building.hp
        if building.low_mark is not None and building.low_mark > hp:
            self.refuse(f"{field}.low_mark", f"from 1 to {hp}", building.low_mark)

    def seat(self, field: str, seat: int, low: int = 0) -> None:
        last = self.scenario.players - 1
        if not low <= seat <= last:
            self.refuse(field, f"from {low} to {last}", seat)

    def items(self) -> None:
        for index, item in enumerate(self.scenario.items):
            field = f"items.{index}"
            self.on_empty(field, item.row, item.col)
            kind = named(Item, item.kind)
            for name in not_of(ScenarioItem, kind):
                if value := getattr(item, name):
                    self.refuse(f"{field}.{name}", f"0 in a {item.kind}", value)

    def on_empty(self, field: str, row: int, col: int) -> None:
        self.on_board(field, row, col)
        # A mine or building overrides the sign of its cell (DK-2.20).
        is_undug = self.scenario.rows[row][col] == "#"
        kind = self.filled.get((row, col), "undug" if is_undug else None)
        if kind is not None:
            self.refuse(field, f"on an empty cell, no {kind}", [row, col])

    def units(self, unit_cap: int) -> None:
        seen: set[int] = set()
        owned: Counter[int] = Counter()
        kinds: Counter[str] = Counter()
        for index, (unit, unit_id) in enumerate(
            zip(self.scenario.units, unit_ids(self.scenario), strict=True)
        ):
            field = f"units.{index}"
            self.unit(field, unit)
            if owner_of_id(unit_id) != unit.owner or not serial_of_id(unit_id):
                self.refuse(f"{field}.id", f"an id of owner {unit.owner}", unit_id)
            if unit_id in seen:
                self.refuse(f"{field}.id", "an id that stands only once", unit_id)
            seen.add(unit_id)
            owned[unit.owner] += 1
            kinds[unit.kind] += 1
            if unit.owner != LIGHT and owned[unit.owner] > unit_cap:
                self.refuse("units", f"at most {unit_cap} a seat", owned[unit.owner])
            # There is one Hero at most, with one gnome (DK-5.80).
            if unit.owner == LIGHT and kinds[unit.kind] > 1:
                self.refuse("units", f"at most one {unit.kind}", kinds[unit.kind])
        if kinds["gnome"] > kinds["hero"]:  # the next Hero brings another gnome (DK-5.81)
            self.refuse("units", "with the hero whose gnome it is", "a gnome alone")

    def unit(self, field: str, unit: ScenarioUnit) -> None:
        kind = named(Kind, unit.kind)
        self.on_empty(field, unit.row, unit.col)
        if unit.owner != LIGHT or kind not in _LIGHT_KINDS:
            self.seat(f"{field}.owner", unit.owner)
        if unit.owner != LIGHT and kind in _LIGHT_KINDS:
            self.refuse(f"{field}.owner", f"{LIGHT} for a {unit.kind}", unit.owner)
        # Control ends with the controller's turn, so only the acting seat can have any (DK-5.9).
        if unit.controller not in (None, unit.owner, self.scenario.whose_turn):
            bound = f"its owner or the acting seat {self.scenario.whose_turn}"
            self.refuse(f"{field}.controller", bound, unit.controller)
        for name in ("artifacts", "spirits"):
            names = getattr(unit, name) or ()
            if len(set(names)) < len(names):
                self.refuse(f"{field}.{name}", "one of each kind at most", names)
        full = UNITS[kind].hp
        full += ARTIFACTS[Artifact.AMULET].hp * (Artifact.AMULET in artifacts_of(unit))
        # As `max_hp_of`, which needs a state; there is none yet.
        full += LIFE_HP * (Spirit.LIFE.name.lower() in unit.spirits)
        if unit.hp is not None and unit.hp > full:
            self.refuse(f"{field}.hp", f"from 1 to {full}", unit.hp)
        self.capture(field, unit)
        for place, status in enumerate(unit.statuses):
            self.status(f"{field}.statuses.{place}", status)
        names = [status.status for status in unit.statuses]
        if len(set(names)) < len(names):
            self.refuse(f"{field}.statuses", "one of each kind at most", names)

    def capture(self, field: str, unit: ScenarioUnit) -> None:
        cell = unit.capture_cell
        if cell is None:
            if unit.capture_points:
                bound = "0 without capture_cell"
                self.refuse(f"{field}.capture_points", bound, unit.capture_points)
            return
        if self.filled.get(cell) != "source" or distance(unit.row, unit.col, *cell) > 1:
            self.refuse(f"{field}.capture_cell", "an adjacent Source", list(cell))

    def status(self, field: str, status: ScenarioStatus) -> None:
        kind = named(Status, status.status)
        if kind == Status.FEAR and status.source is not None:
            self.refuse(f"{field}.source", "absent: fear has none", status.source)
        if kind != Status.FEAR:
            if status.source is None:
                self.refuse(f"{field}.source", "a seat", None)
            self.seat(f"{field}.source", status.source)
        for name in not_of(ScenarioStatus, kind):
            if (value := getattr(status, name)) is not None:
                self.refuse(f"{field}.{name}", f"absent in {status.status}", value)

    def stacks(self, stack_limit: int) -> None:
        owners: dict[tuple[int, int], int] = {}
        for index, unit in enumerate(self.scenario.units):
            cell = (unit.row, unit.col)
            if owners.setdefault(cell, unit.owner) != unit.owner:
                bound = f"on a cell without units of owner {owners[cell]}"
                self.refuse(f"units.{index}", bound, list(cell))
        # The Hero and his gnome stand anywhere, whatever the limit is (DK-5.12).
        heights = Counter(
            (unit.row, unit.col) for unit in self.scenario.units if unit.owner != LIGHT
        )
        for cell, height in heights.items():
            if height > stack_limit:
                self.refuse("units", f"at most {stack_limit} on cell {list(cell)}", height)
