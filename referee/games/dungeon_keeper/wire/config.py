"""Config in the form of its message, which differs from the form in files for parts of a scenario."""

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


class _WireMine(ScenarioMine):
    """A mine of a scenario (DK-2.20)."""

    kind: Annotated[str, OneOf(MineKind)]  # type: ignore[assignment]  # by what it holds alone
    """Resource that the mine holds."""


class _WireUnit(ScenarioUnit):
    """A unit of a scenario (DK-2.20)."""

    artifacts: tuple[Annotated[str, OneOf(Artifact)], ...] = ()
    """Artifacts that the unit bears."""
    capture_cell: Place | None = None
    """Cell of the Source that the unit is capturing; absent if there is none."""
    bare: Annotated[bool, Presence(is_explicit=False)] = False
    """Whether a Hero bears no artifact; without this he bears all four unless some are named."""


class _WireScenario(Scenario):
    """A hand-made position (DK-2.20). What is absent is as at the start of a match."""

    turn_order: tuple[Seat, ...] = ()
    """Seats in the order of their turns; by default 0, 1 and so on."""
    mines: tuple[_WireMine, ...] = ()
    """Mines on the board."""
    units: tuple[_WireUnit, ...] = ()
    """Units on the board."""


class WireConfig(DungeonKeeperConfig):
    """Parameters of a match (DK-2.1). An absent field means its default."""

    scenario: Annotated[_WireScenario | None, Number(32)] = None
    """A hand-made position to begin with, instead of a generated map. Before the match has ended,
    no seat is shown the contents of its chests and mana crystals, nor under fog any part of it."""


class _FirstConfig(WireConfig):
    """Parameters of a match under version 1, without the fields of later versions."""

    later_mana: Annotated[int, Number(0), Field(ge=0, le=0)] = 0
    """Always 0: version 1 gives no seat extra mana."""
    waning_round: Annotated[int, Number(0), Field(ge=0, le=0)] = 0
    """Always 0: under version 1 Altars never lose hit points by waning."""


WIRE_CONFIGS = (
    *(
        DungeonKeeperConfig,
        WireConfig,
        _FirstConfig,
        Scenario,
        _WireScenario,
        ScenarioMine,
        _WireMine,
    ),
    *(ScenarioBuilding, ScenarioItem, ScenarioUnit, _WireUnit, ScenarioStatus, ScenarioSeat),
)
"""Records of a config's message, in which each field can be absent."""
CONFIG_NAMES: dict[type[Any], str] = {
    _WireMine: "ScenarioMine",
    _WireUnit: "ScenarioUnit",
    _WireScenario: "Scenario",
}
"""Names of messages whose record in the code has another name."""


def wire_config(config: DungeonKeeperConfig) -> WireConfig:
    """Return the config in the form of its message."""
    values = dict(config)
    if config.scenario is not None:
        mines = [
            # Made without validation: a config has been validated already.
            _WireMine.model_construct(**dict(mine) | {"kind": mine.kind.removesuffix("_mine")})
            for mine in config.scenario.mines
        ]
        units = [_wire_unit(unit) for unit in config.scenario.units]
        turn_order = config.scenario.turn_order or ()
        changes = {"mines": mines, "units": units, "turn_order": turn_order}
        values["scenario"] = _WireScenario.model_construct(**dict(config.scenario) | changes)
    return (_FirstConfig if config.version == 1 else WireConfig).model_construct(**values)


def _wire_unit(unit: ScenarioUnit) -> _WireUnit:
    changes = {
        "artifacts": unit.artifacts or (),
        "capture_cell": None if unit.capture_cell is None else Place(*unit.capture_cell),
        # A message can't distinguish an empty list from an absent one, which gives the Hero all four.
        "bare": unit.kind == Kind.HERO.name.lower() and not unit.artifacts,
    }
    return _WireUnit.model_construct(**dict(unit) | changes)


def read_config(values: dict[str, object]) -> dict[str, object]:
    """Return the fields of a config, from the values set in its message."""
    read = _without_empty_lists(values)
    scenario = read.get("scenario")
    if isinstance(scenario, dict):
        for unit in scenario.get("units", ()):
            # An empty list, as opposed to none, takes the Hero's artifacts away.
            if unit.pop("bare"):
                unit.setdefault("artifacts", [])
    return read


def _without_empty_lists(values: dict[str, object]) -> dict[str, object]:
    """Return a dict without its empty lists, at all depths; in messages they are absent fields."""
    return {name: _cleaned(value) for name, value in values.items() if value != []}


def _cleaned(value: object) -> object:
    if isinstance(value, dict):
        return _without_empty_lists(value)
    return [_cleaned(each) for each in value] if isinstance(value, list) else value
