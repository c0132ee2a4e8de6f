"""Dungeon Keeper's config: the parameters of DK-2.1 with their bounds, presets and defaults."""

from __future__ import annotations

import enum
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from referee.core.config import GameConfig
from referee.core.errors import ConfigError, FieldError
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Ints
from referee.games.dungeon_keeper.scenario.checks import check_scenario
from referee.games.dungeon_keeper.scenario.spec import MAX_SIZE, MIN_SIZE, Scenario
from referee.games.dungeon_keeper.tables import MOST_ORDERS
from referee.kit.records import Number, OneOf, Presence

__all__ = [
    "PRESETS",
    "DungeonKeeperConfig",
    "FirstDungeonKeeperConfig",
    "Preset",
    "PresetName",
    "Seating",
    "Symmetry",
    "check_seats",
    "most_seats",
    "rules_of",
]

_LEAST_GENERATED = 15
"""Smallest side of a generated board, in cells; boards of scenarios may be smaller (DK-2.1)."""
_LEAST_SEATS = 2
LATER_MANA = 0
"""Default of the config field `later_mana`: extra mana at the start for each place that a seat comes
later in the turn order. Measured matches gave the value (section 11 of the rulebook).
"""


class PresetName(enum.Enum):
    """Presets of a match's config: board size, seats, rounds and Hero (DK-2.3)."""

    SMALL = 1
    """Preset of 15 x 15 cells, 2 seats and 60 rounds, without a Hero."""
    MEDIUM = 2
    """Preset of 25 x 25 cells, up to 4 seats and 100 rounds, with a Hero."""
    STANDARD = 3
    """Preset of 45 x 45 cells, up to 8 seats and 150 rounds, with a Hero."""


class Symmetry(enum.Enum):
    """Symmetry of a generated map with 2 to 4 bases (DK-2.9)."""

    ROTATION = 1
    """Each base is the first one rotated about the centre of the board."""
    MIRROR = 2
    """Each base is the first one mirrored at an axis of the board, or at both."""


class Seating(enum.Enum):
    """How bases and the turn order are assigned to seats (DK-2.18)."""

    SHUFFLED = 1
    """Bases and turn order are drawn at random from the match's seed."""
    FIXED = 2
    """Nothing is drawn: seat i has base i and takes the i-th turn of a round, counted from 0."""


class Preset(NamedTuple):
    """Values of the config fields that a preset sets (DK-2.3)."""

    size: int
    max_rounds: int
    hero_enabled: bool
    hero_first_round: int
    waning_round: int


PRESETS = {
    "small": Preset(15, 60, hero_enabled=False, hero_first_round=20, waning_round=40),
    "medium": Preset(25, 100, hero_enabled=True, hero_first_round=20, waning_round=66),
    "standard": Preset(45, 150, hero_enabled=True, hero_first_round=25, waning_round=100),
}
"""Values that each preset sets, by the preset's name (DK-2.3)."""
_STANDARD = PRESETS["standard"]
"""Preset `standard`.

The schema shows its values to clients as defaults, since a schema has one default for each
field."""
_SIZE_SCHEMA: dict[str, Any] = {"default": _STANDARD.size, "minimum": _LEAST_GENERATED}
"""Default and lower bound of the config field `size` in the schema: those of a generated board.

A scenario sets its own size."""


def _of_preset(field: str, **bounds: Any) -> Any:
    """Make a config field whose default is the chosen preset's value of `field`.

    The schema shows the value of the standard preset as its default. `bounds` are further arguments
    of the field, such as its lowest value.
    """
    return Field(
        default_factory=lambda earlier: getattr(PRESETS[earlier["preset"]], field),
        json_schema_extra={"default": getattr(_STANDARD, field)},
        **bounds,
    )


def _size(earlier: dict[str, Any]) -> int:
    scenario = earlier["scenario"]
    size: int = PRESETS[earlier["preset"]].size if scenario is None else len(scenario.rows)
    return size


class DungeonKeeperConfig(GameConfig):
    """Parameters of a match (DK-2.1). Seed and number of players are the match's own.

    A field that depends on the preset or on the size, and is not named, is filled with its default:
    no field is ever empty but `scenario`.
    """

    version: ClassVar[int] = 2
    """Version of the game whose rules apply to matches with this config."""
    preset: Annotated[str, OneOf(PresetName), Presence(is_explicit=True)] = "standard"
    """Preset that sets size, max_rounds, hero_enabled, hero_first_round and waning_round if they
    are not named (DK-2.3)."""
    scenario: Annotated[Scenario | None, Number(32)] = None
    """A hand-made position instead of a generated map (DK-2.20)."""
    size: Annotated[int, Number(2)] = Field(
        default_factory=_size, ge=MIN_SIZE, le=MAX_SIZE, json_schema_extra=_SIZE_SCHEMA
    )
    """Side of the board in cells, odd. By default the preset's: 15, 25, 45. A scenario has always
    its own side, 5 or more, odd or even."""
    max_rounds: Annotated[int, Number(3)] = _of_preset("max_rounds", ge=1, le=1000)
    """Number of rounds after which the match ends. By default the preset's: 60, 100, 150."""
    symmetry: Annotated[str, OneOf(Symmetry), Presence(is_explicit=True), Number(4)] = "rotation"
    """Symmetry of a generated map for up to 4 seats (DK-2.9). For more seats, maps always have all
    rotations and mirrors of a square."""
    seating: Annotated[str, OneOf(Seating), Presence(is_explicit=True), Number(5)] = "shuffled"
    """Whether bases and turn order are drawn, or seat i has base i and takes the i-th turn
    (DK-2.18)."""
    start_gold: Annotated[int, Number(6)] = Field(default=50, ge=0, le=10_000)
    """Gold of each seat at the start of the match."""
    start_mana: Annotated[int, Number(7)] = Field(default=5, ge=0, le=10_000)
    """Mana of each seat at the start of the match, before `later_mana` is added."""
    start_iron: Annotated[int, Number(8)] = Field(default=0, ge=0, le=10_000)
    """Iron of each seat at the start of the match."""
    start_taldear: Annotated[int, Number(9)] = Field(default=0, ge=0, le=10_000)
    """Taldear, the resource of gem mines, of each seat at the start of the match."""
    base_source_level: Annotated[int, Number(10)] = Field(default=3, ge=1, le=10)
    """Level at the start of the Source, a building that yields mana, that each seat owns in its base."""
    centre_source_level: Annotated[int, Number(11)] = Field(default=3, ge=0, le=10)
    """Level of the neutral Source (a building that yields mana) in the centre of a generated map; 0
    for no Source there.
    """
    unit_cap: Annotated[int, Number(12)] = Field(default=20, ge=1, le=100)
    """Highest number of units that a seat may own at a time."""
    stack_limit: Annotated[int, Number(13)] = Field(default=20, ge=1, le=100)
    """Highest number of units of one owner in a cell (DK-5.12)."""
    gold_mine_amount: Annotated[int, Number(14)] = Field(default=100, ge=1, le=10_000)
    """Gold in each gold mine at the start."""
    iron_mine_amount: Annotated[int, Number(15)] = Field(default=100, ge=1, le=10_000)
    """Iron in each iron mine at the start."""
    gem_mine_amount: Annotated[int, Number(16)] = Field(default=10, ge=1, le=10_000)
    """Taldear in each gem mine at the start."""
    gold_per_ap: Annotated[int, Number(17)] = Field(default=10, ge=1, le=100)
    """Gold that one action point brings out of a gold mine."""
    iron_per_ap: Annotated[int, Number(18)] = Field(default=10, ge=1, le=100)
    """Iron that one action point brings out of an iron mine."""
    gem_per_ap: Annotated[int, Number(19)] = Field(default=1, ge=1, le=100)
    """Taldear that one action point brings out of a gem mine."""
    fog_of_war: Annotated[bool, Number(20)] = False
    """Whether each seat sees only what is in sight of its units and buildings (DK-6.20)."""
    sight_radius: Annotated[int, Number(21)] = Field(default=5, ge=3, le=20)
    """How far units and buildings see under fog of war, in cells."""
    alliances: Annotated[bool, Number(22)] = False
    """Whether seats may declare alliances (DK-5.90)."""
    hero_enabled: Annotated[bool, Number(23)] = _of_preset("hero_enabled")
    """Whether the light Hero, an enemy of all seats, may appear (DK-5.80). By default the preset's:
    false, true, true.
    """
    hero_first_round: Annotated[int, Number(24)] = _of_preset("hero_first_round", ge=1, le=1000)
    """First round at whose end the Hero may appear. By default the preset's: 20, 20, 25."""
    hero_chance: Annotated[int, Number(25)] = Field(default=5, ge=0, le=100)
    """Chance in percent that the Hero appears at the end of a round, while no Hero lives."""
    hero_sense: Annotated[int, Number(26)] = Field(default=5, ge=1, le=20)
    """Distance in cells within which the Hero notices units to hunt."""
    hero_min_distance: Annotated[int, Number(27)] = Field(
        default_factory=lambda earlier: earlier["size"] // 3, ge=0, le=63,
        json_schema_extra={"default": _STANDARD.size // 3},
    )  # fmt: skip
    """Least distance in cells from every living Altar at which the Hero appears. By default a third
    of the size."""
    hero_razes: Annotated[bool, Number(28)] = False
    """Whether the Hero, an enemy of all seats, also attacks their buildings (DK-5.84)."""
    turn_time_ms: Annotated[int, Number(29)] = Field(default=3000, ge=50, le=600_000)
    """Suggested time for a whole turn in milliseconds; the match's time control decides."""
    max_orders_per_turn: Annotated[int, Number(30)] = Field(default=600, ge=1, le=MOST_ORDERS)
    """Highest number of orders in a turn, executed and refused ones together; further orders are
    refused."""
    max_batches_per_turn: Annotated[int, Number(31)] = Field(default=64, ge=1, le=1000)
    """Highest number of batches of orders in a turn; the last of them ends the turn."""
    later_mana: Annotated[int, Number(33)] = Field(default=LATER_MANA, ge=0, le=1000)
    """Extra mana at the start for each place that a seat comes later in the turn order
    (DK-2.18)."""
    waning_round: Annotated[int, Number(34)] = _of_preset("waning_round", ge=0, le=1000)
    """First round at whose end all Altars, the seats' main buildings, lose hit points; 0 for never
    (DK-7.5). By default the preset's: 40, 66, 100.
    """

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.scenario is not None:
            check_scenario(
                self.scenario,
                unit_cap=self.unit_cap,
                stack_limit=self.stack_limit,
                # Matches of version 1 were never asked this, and must open as they did.
                max_rounds=self.max_rounds if self.version > 1 else None,
            )
            if self.size != len(self.scenario.rows):
                raise ConfigError(
                    "size", f"{len(self.scenario.rows)} as in the scenario", self.size
                )
        elif self.size < _LEAST_GENERATED or self.size % 2 == 0:
            bound = f"odd and from {_LEAST_GENERATED} to {MAX_SIZE} without a scenario"
            raise ConfigError("size", bound, self.size)
        return self


class FirstDungeonKeeperConfig(DungeonKeeperConfig):
    """Parameters of a match under version 1 of the rules, which lacks the fields of later versions.

    The later fields are neither sent nor recorded, so a config of version 1 has the same bytes as
    ever.
    """

    version: ClassVar[int] = 1
    later_mana: Literal[0] = Field(default=0, exclude=True)
    """Always 0: version 1 gives no seat extra mana."""
    waning_round: Literal[0] = Field(default=0, exclude=True)
    """Always 0: under version 1 Altars never lose hit points by waning."""


def most_seats(size: int) -> int:
    """Return the highest number of seats on a generated board of a size: 2, 4 or 8 (DK-2.4)."""
    if size < 21:
        return 2
    return 4 if size < 33 else 8


def check_seats(config: DungeonKeeperConfig, num_seats: int) -> None:
    """Check that a match of this config can have this number of seats (DK-2.4).

    A scenario allows exactly the number of seats that it names.

    Raises:
        FieldError: The number is not allowed; names `num_seats`.
    """
    if config.scenario is not None:
        if num_seats != config.scenario.players:
            bound = f"{config.scenario.players} as in the scenario"
            raise FieldError("num_seats", bound, num_seats)
        return
    most = most_seats(config.size)
    if not _LEAST_SEATS <= num_seats <= most:
        bound = f"from {_LEAST_SEATS} to {most} on a board of size {config.size}"
        if most == _LEAST_SEATS:
            bound = f"{most} on a board of size {config.size}"
        raise FieldError("num_seats", bound, num_seats)


def rules_of(config: DungeonKeeperConfig) -> Ints:
    """Return the config values that matter once the map is made, for `State.rules`.

    Returns:
        int32[column], in the columns of `columns.RULES`; version 1 lacks the last of them.
    """
    # By its width a state of version 1 is known later (see `blank_state`).
    names = c.RULES[: c.RULES_OF_OLD] if config.version == 1 else c.RULES
    return np.array([getattr(config, name) for name in names], np.int32)
