"""State of Diceman: everything about any number of matches, as arrays with a leading match axis.

A single match is a batch of one. What everybody may see is one row of integers, the open table; what is
hidden has separate arrays. `held` and `value` of DM-3.3 exist only during their round; afterwards they are
kept as the rolls of the last round.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.core.digest import hidden_from_digest
from referee.games.diceman.columns import FULL_LIFE, GAME, LIFE, ROUND, TABLE_WIDTH, Ints
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.tables import MAX_NOTICES, NUM_SEATS, SCOPES

__all__ = [
    "SCRIPT_SIZE",
    "SCRIPT_USED",
    "SCRIPT_VALUES",
    "State",
    "new_state",
]

# Columns of `script`, before its values.
SCRIPT_SIZE, SCRIPT_USED, SCRIPT_VALUES = 0, 1, 2


@dataclasses.dataclass(slots=True)
class State:
    """State of any number of matches of Diceman. A match that is over is never changed again."""

    seeds: npt.NDArray[np.uint64]
    """uint64[match]: match seed of each match; no seat sees it."""
    table: Ints
    """int32[match, column]: what everybody may see; the columns are those of the module `columns`."""
    notices: npt.NDArray[np.int8]
    """int8[match, seat, 10, 2]: reason code and entry index of each part of the seat's last action that did not
    count; code 0 is no notice. Each seat may see only its own.
    """
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[match, 2 + length]: number of scripted dice values (-1: dice are not scripted), number of rolls
    that have asked for one, and the values in draw order.
    """


def new_state(config: DicemanConfig, seeds: Sequence[int] | npt.NDArray[np.uint64]) -> State:
    """Return new matches before their first choice (DM-2.2).

    Args:
        config: Config of all matches.
        seeds: Match seed of each match, 0..2^64-1.
    """
    num = len(seeds)
    rules = [config.life, config.die_magic, config.die_priority, config.die_sword]
    rules += [config.die_shield, SCOPES.index(config.magic_scope), config.games]
    rules += [config.round_cap, config.deadline_ms]
    table = np.zeros((num, TABLE_WIDTH), dtype=np.int32)
    # In the order of the columns from `FULL_LIFE` on, which end with those of all duels.
    table[:, FULL_LIFE : FULL_LIFE + len(rules)] = rules
    table[:, [GAME, ROUND]] = 1
    table[:, LIFE : LIFE + NUM_SEATS] = config.life
    return State(
        seeds=np.array(seeds, dtype=np.uint64),
        table=table,
        notices=np.zeros((num, NUM_SEATS, MAX_NOTICES, 2), dtype=np.int8),
        script=np.tile(np.array([-1, 0], dtype=np.int32), (num, 1)),
    )
