"""Converts a state of Diceman from and to plain data, and scripts its dice; used by scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.errors import ScenarioError
from referee.core.plain import Plain, to_plain
from referee.games.diceman.columns import PICK_COUNTS, SIDES
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.state import SCRIPT_SIZE, SCRIPT_USED, SCRIPT_VALUES, State, new_state
from referee.games.diceman.tables import COMBO_DICE, DIE_NAMES, NUM_COMBOS, NUM_DICE, NUM_SEATS
from referee.games.diceman.visibility.visibility import observe
from referee.games.duel_fields import (
    Fields,
    bounds_of,
    plain_report,
    plain_series,
    put_fields,
    series_fields,
)
from referee.games.scenario_fields import Bounds, read_fields

__all__ = ["check_script", "parse_state", "plain_state", "script_dice", "scripted_dice_left"]


def _fields(config: DicemanConfig) -> Fields:
    """Return the fields of a match that a scenario can set, each with its first column and bounds (DM-3.3)."""
    counts = Bounds(0, config.games * config.round_cap, (NUM_SEATS, NUM_COMBOS))
    return {**series_fields(config), "pick_counts": (PICK_COUNTS, counts)}


def parse_state(config: DicemanConfig, values: Mapping[str, object]) -> State:
    """Return a new match before a choice, in which the fields named in `values` have the values given there.

    Raises:
        ScenarioError: A field is none of seed, game, round, life, points and pick_counts, or its value
            breaks the bounds of DM-3.3.
    """
    fields = _fields(config)
    given = read_fields(values, {"seed": Bounds(0, 2**64 - 1), **bounds_of(fields)})
    # `pop`, since the seed is no column of the table, which all other fields are.
    state = new_state(config, given.pop("seed", [0]))
    put_fields(state.table[0], fields, given)
    return state


def plain_state(state: State) -> dict[str, Plain]:
    """Return a single match as plain data, by the field names of DM-3.3, with `over` and the notices of both seats."""
    seen = observe(state, range(NUM_SEATS))
    table = seen[0].table
    return {
        **plain_series(table, state.table[0]),
        "pick_counts": to_plain(table.pick_counts),
        **plain_report(seen),
    }


def script_dice(state: State, values: Sequence[int]) -> None:
    """Make the dice of a single match show these values; when they are used up, rolls are drawn again.

    Raises:
        ScenarioError: A value is below 1, or more than any die of the match can show.
    """
    # Which die shows a value is not known before the choices, so here only the largest die is a bound.
    most = int(state.table[0, SIDES : SIDES + NUM_DICE].max())
    for index, value in enumerate(values):
        if not 1 <= value <= most:
            raise ScenarioError(f"dice[{index}] must be from 1 to {most}, not {value}")
    state.script = np.array([[len(values), 0, *values]], dtype=np.int32)


def scripted_dice_left(state: State) -> int:
    """Return the number of scripted values not rolled yet; -n if n rolls found no scripted value left.

    0 if dice are not scripted.
    """
    size, used = state.script[0, :SCRIPT_VALUES].tolist()
    return 0 if size < 0 else size - used


def check_script(state: State, combos: Sequence[int]) -> None:
    """Check that each scripted value fits the die that will show it in the coming round.

    Args:
        state: A single match with scripted dice.
        combos: Combination id that each seat plays, in seat order.

    Raises:
        ScenarioError: A die has too few sides to show its value.
    """
    size = state.script.item(SCRIPT_SIZE)
    index = state.script.item(SCRIPT_USED)
    for seat, combo in enumerate(combos):
        for die in COMBO_DICE[combo]:
            sides = state.table.item(SIDES + die)
            # The same order as in `rules.round`, and again no value for a die of one side: keep both alike.
            if sides > 1 and index < size:
                value = state.script[0, SCRIPT_VALUES + index]
                if value > sides:
                    die_name = f"die {DIE_NAMES[die]} of seat {seat}"
                    raise ScenarioError(
                        f"dice[{index}] must be from 1 to {sides} for {die_name}, not {value}"
                    )
                index += 1
