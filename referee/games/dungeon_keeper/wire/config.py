"""A config as it is on the wire, where a scenario has another form in part."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.scenario.spec import (
    Scenario,
    ScenarioBuilding,
    ScenarioItem,
    ScenarioMine,
    ScenarioSeat,
    ScenarioStatus,
    ScenarioUnit,
    Seat,
)
from referee.games.dungeon_keeper.tables import Artifact, Kind, MineKind
from referee.kit.records import Number, OneOf, Presence

__all__ = ["CONFIG_NAMES", "WIRE_CONFIGS", "WireConfig", "read_config", "wire_config"]


class _Mine(ScenarioMine):
    """A mine of a scenario."""

    kind: Annotated[str, OneOf(MineKind)]  # type: ignore[assignment]  # by what it holds alone
    """What it holds."""


class _Unit(ScenarioUnit):
    """A unit of a scenario."""

    artifacts: tuple[Annotated[str, OneOf(Artifact)], ...] = ()
    """What it bears."""
    capture_cell: Place | None = None
    """The Source it works on."""
    bare: Annotated[bool, Presence(is_told=False)] = False
    """Whether it bears nothing; the Hero bears all four artifacts unless this is set or some are named."""


class _Scenario(Scenario):
    """A hand-made position (DK-2.20). What is absent is as at the start of a match."""

    turn_order: tuple[Seat, ...] = ()
    """Seats in the order of their turns."""
    mines: tuple[_Mine, ...] = ()
    """Mines."""
    units: tuple[_Unit, ...] = ()
    """Units."""


class WireConfig(DungeonKeeperConfig):
    """Parameters (DK-2.1). An absent field means its default."""

    scenario: Annotated[_Scenario | None, Number(32)] = None
    """A position to begin with instead of a generated map. Nobody is shown what a chest or crystal holds, nor
    under fog any of it, before the match has ended."""


class _FirstConfig(WireConfig):
    """Parameters under version 1, which knows nothing of what came later."""

    later_mana: Annotated[int, Number(0), Field(ge=0, le=0)] = 0
    """None."""
    waning_round: Annotated[int, Number(0), Field(ge=0, le=0)] = 0
    """Never."""


WIRE_CONFIGS = (
    *(DungeonKeeperConfig, WireConfig, _FirstConfig, Scenario, _Scenario, ScenarioMine, _Mine),
    *(ScenarioBuilding, ScenarioItem, ScenarioUnit, _Unit, ScenarioStatus, ScenarioSeat),
)
"""Message of a config; each of its fields has presence."""
CONFIG_NAMES: dict[type[Any], str] = {
    _Mine: "ScenarioMine",
    _Unit: "ScenarioUnit",
    _Scenario: "Scenario",
}
"""Names of messages that are not those of their records."""


def wire_config(config: DungeonKeeperConfig) -> WireConfig:
    """Return the config as its message has it."""
    values = dict(config)
    if config.scenario is not None:
        mines = [
            _Mine.model_construct(**dict(mine) | {"kind": mine.kind.removesuffix("_mine")})
            for mine in config.scenario.mines
        ]
        units = [_wire_unit(unit) for unit in config.scenario.units]
        turn_order = config.scenario.turn_order or ()
        changes = {"mines": mines, "units": units, "turn_order": turn_order}
        values["scenario"] = _Scenario.model_construct(**dict(config.scenario) | changes)
    return (_FirstConfig if config.version == 1 else WireConfig).model_construct(**values)


def _wire_unit(unit: ScenarioUnit) -> _Unit:
    changes = {
        "artifacts": unit.artifacts or (),
        "capture_cell": None if unit.capture_cell is None else Place(*unit.capture_cell),
        # A message can't distinguish an empty list from an absent one, which gives the Hero all four.
        "bare": unit.kind == Kind.HERO.name.lower() and not unit.artifacts,
    }
    return _Unit.model_construct(**dict(unit) | changes)


def read_config(values: dict[str, object]) -> dict[str, object]:
    """Return the fields of a config from those that are set in its message."""
    read = _without_empty_lists(values)
    scenario = read.get("scenario")
    if isinstance(scenario, dict):
        for unit in scenario.get("units", ()):
            if unit.pop("bare"):
                unit.setdefault("artifacts", [])
    return read


def _without_empty_lists(values: dict[str, object]) -> dict[str, object]:
    """Leave out empty lists, which were not given, in what is held too."""
    return {name: _cleaned(value) for name, value in values.items() if value != []}


def _cleaned(value: object) -> object:
    if isinstance(value, dict):
        return _without_empty_lists(value)
    return [_cleaned(each) for each in value] if isinstance(value, list) else value
