"""Config of Proving Grounds: the parameters of PG-2.1 with their bounds and defaults."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from pydantic import Field, model_validator

from referee.core.config import GameConfig
from referee.core.errors import ConfigError, FieldError
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Ints
from referee.games.proving_grounds.maps.hand_made import Scenario, check_scenario
from referee.games.proving_grounds.tables import MAX_SEATS, MIN_SEATS, MOST_HEROES, MOST_ORDERS

__all__ = ["ProvingGroundsConfig", "check_seats", "rules_of"]

_WIDTH, _DEPTH, _WRAP_DOORS = 3, 5, 2


# Without these a hand-made dungeon would have to name its size twice; `scenario` is read before the sizes.
def _width(earlier: dict[str, Any]) -> int:
    scenario = earlier["scenario"]
    return _WIDTH if scenario is None else scenario.width


def _depth(earlier: dict[str, Any]) -> int:
    scenario = earlier["scenario"]
    return _DEPTH if scenario is None else scenario.depth


class ProvingGroundsConfig(GameConfig):
    """Config of a Proving Grounds match (PG-2.1); seed and number of players are not part of it."""

    scenario: Scenario | None = None
    """A hand-made dungeon (PG-2.9); if it is absent, the dungeon is generated."""
    sector_width: int = Field(
        default_factory=_width, ge=2, le=6, json_schema_extra={"default": _WIDTH}
    )
    """Columns of a sector, a seat's part of the dungeon. By default 3, or the scenario's width."""
    sector_depth: int = Field(
        default_factory=_depth, ge=2, le=10, json_schema_extra={"default": _DEPTH}
    )
    """Rows of a sector, a seat's part of the dungeon. By default 5, or the scenario's depth."""
    extra_door_pct: int = Field(default=25, ge=0, le=100)
    """Percent chance of each door beyond those that are needed to connect a sector's rooms."""
    wrap_doors: int | None = Field(default=None, ge=1, le=9)
    """Number of doors between two neighbouring sectors, less than `sector_depth`. By default 2, or
    1 if a sector has two rows.
    """
    gems_per_kind: int = Field(default=3, ge=1, le=10)
    """Number of gems of each kind in each sector."""
    trap_pct: int = Field(default=15, ge=0, le=100)
    """Percent chance that a room has a trap of the dungeon."""
    start_gold: int = Field(default=100, ge=30, le=1000)
    """Gold that each seat has before it buys its party at setup."""
    max_heroes: int = Field(default=8, ge=1, le=MOST_HEROES)
    """Highest number of living heroes that a seat may have."""
    hire_period: int = Field(default=3, ge=1, le=20)
    """A hire auction takes place in every turn whose number is a multiple of this."""
    combat_round_cap: int = Field(default=30, ge=5, le=200)
    """Number of rounds after which an undecided fight is broken off."""
    end_rooms: int = Field(default=5, ge=0, le=50)
    """The first chance that dice end the match is rolled in every turn with this many unexplored rooms or fewer."""
    late_turn: int = Field(default=30, ge=1, le=500)
    """The second chance that dice end the match is rolled in every turn after this one."""
    end_pct: int = Field(default=20, ge=0, le=100)
    """Percent chance that the match ends, each time one of the two end chances is rolled."""
    bonus_gold: int = Field(default=10, ge=0, le=100)
    """Gold of each bonus at the end: for the most rooms, and for the most living heroes."""
    max_turns: int = Field(default=60, ge=5, le=500)
    """The match ends after this turn at the latest."""
    max_orders: int = Field(default=96, ge=8, le=MOST_ORDERS)
    """Highest number of hero orders in a seat's message for one turn; those beyond are refused."""
    deadline_ms: int = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; the match's time control may set another."""

    @property
    def num_wrap_doors(self) -> int:
        """Number of doors between two neighbouring sectors: `wrap_doors`, or its default."""
        # Row 0 never has such a door (PG-2.6), so with two rows there is room for one.
        most = min(_WRAP_DOORS, self.sector_depth - 1)
        return most if self.wrap_doors is None else self.wrap_doors

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.wrap_doors is not None and self.wrap_doors >= self.sector_depth:
            bound = f"from 1 to {self.sector_depth - 1}, one less than sector_depth"
            raise ConfigError("wrap_doors", bound, self.wrap_doors)
        if self.scenario is not None:
            check_scenario(self.scenario)
            for field, size in (("width", self.sector_width), ("depth", self.sector_depth)):
                own = getattr(self.scenario, field)
                # The sizes default to the scenario's; sizes that are given may only repeat them.
                if size != own:
                    raise ConfigError(f"sector_{field}", f"{own} as in the scenario", size)
        return self


def check_seats(config: ProvingGroundsConfig, num_seats: int) -> None:
    """Check the number of seats for a config: 2 to 8, or exactly the scenario's (PG-1.3).

    Raises:
        FieldError: The number is not allowed; the error names `num_seats`.
    """
    # A hand-made dungeon has as many sectors as it was made with.
    if config.scenario is not None and num_seats != config.scenario.players:
        raise FieldError("num_seats", f"{config.scenario.players} as in the scenario", num_seats)
    if not MIN_SEATS <= num_seats <= MAX_SEATS:
        raise FieldError("num_seats", f"from {MIN_SEATS} to {MAX_SEATS}", num_seats)


def rules_of(config: ProvingGroundsConfig) -> Ints:
    """Return the part of a config that is used after the map is made, as int32[column].

    The columns are those of rules in the module `columns`, `WIDTH` to `MAX_ORDERS`.
    """
    rules = np.zeros(c.RULES_WIDTH, np.int32)
    rules[c.WIDTH] = config.sector_width
    rules[c.DEPTH] = config.sector_depth
    rules[c.START_GOLD] = config.start_gold
    rules[c.MAX_HEROES] = config.max_heroes
    rules[c.HIRE_PERIOD] = config.hire_period
    rules[c.ROUND_CAP] = config.combat_round_cap
    rules[c.END_ROOMS] = config.end_rooms
    rules[c.LATE_TURN] = config.late_turn
    rules[c.END_PCT] = config.end_pct
    rules[c.BONUS_GOLD] = config.bonus_gold
    rules[c.MAX_TURNS] = config.max_turns
    rules[c.MAX_ORDERS] = config.max_orders
    return rules
