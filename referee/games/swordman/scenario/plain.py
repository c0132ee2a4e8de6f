"""Converts a state of Swordman from and to plain data; used by scenario files."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.plain import Plain, to_plain
from referee.games.scenario_fields import Bounds, read_fields
from referee.games.swordman.columns import GAME, LIFE, OVER, POINTS, ROUND
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.state import State, new_state
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility.visibility import observe

__all__ = ["parse_state", "plain_state"]


def _fields(config: SwordmanConfig) -> dict[str, tuple[int, Bounds]]:
    """Return the fields of the table that a scenario can set: first column and bounds of each (SW-3)."""
    return {
        "game": (GAME, Bounds(1, config.games)),
        "round": (ROUND, Bounds(1, config.round_cap)),
        "life": (LIFE, Bounds(1, config.life, (NUM_SEATS,))),
        "points": (POINTS, Bounds(0, 2 * config.games, (NUM_SEATS,))),
    }


def parse_state(config: SwordmanConfig, values: Mapping[str, object]) -> State:
    """Return a match before a decision, in which the named fields have the given values.

    Raises:
        ScenarioError: A field is none of game, round, life and points, or its value breaks the bounds of
            section SW-3.
    """
    fields = _fields(config)
    state = new_state(config, 1)
    bounds = {name: of_field for name, (_, of_field) in fields.items()}
    for name, numbers in read_fields(values, bounds).items():
        column, _ = fields[name]
        state.table[0, column : column + len(numbers)] = numbers
    return state


def plain_state(state: State) -> dict[str, Plain]:
    """Return a single match as plain data, by the field names of SW-3, with `over` and the notices of both seats."""
    seen = observe(state, range(NUM_SEATS))
    table = seen[0].table
    return {
        "game": table.game,
        "round": table.round,
        "over": bool(state.table.item(OVER)),
        "life": to_plain(table.life),
        "points": to_plain(table.points),
        "last_round": to_plain(table.last_round),
        "notices": [to_plain(one.notices) for one in seen],
    }
