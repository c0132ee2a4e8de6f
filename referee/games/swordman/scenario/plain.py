"""Converts a state of Swordman from and to plain data; used by scenario files."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.plain import Plain
from referee.games.duel_fields import (
    bounds_of,
    plain_report,
    plain_series,
    put_fields,
    series_fields,
)
from referee.games.scenario_fields import read_fields
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.state import State, new_state
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility.visibility import observe

__all__ = ["parse_state", "plain_state"]


def parse_state(config: SwordmanConfig, values: Mapping[str, object]) -> State:
    """Return a new match before a decision, in which the fields named in `values` have the values given there.

    Raises:
        ScenarioError: A field is none of game, round, life and points, or its value breaks the bounds of
            section SW-3.
    """
    fields = series_fields(config)
    state = new_state(config, 1)
    put_fields(state.table[0], fields, read_fields(values, bounds_of(fields)))
    return state


def plain_state(state: State) -> dict[str, Plain]:
    """Return a single match as plain data, by the field names of SW-3, with `over` and the notices of both seats."""
    seen = observe(state, range(NUM_SEATS))
    return {**plain_series(seen[0].table, state.table[0]), **plain_report(seen)}
