"""State of Swordman: everything about any number of matches, as arrays with a leading match axis.

A single match is a batch of one. What everybody may see is one row of integers, the open table; what a
seat alone may see has a separate array. Settings exist only during their round (SW-3); afterwards they are
kept as those of the last round. There is no seed, because nothing is random (SW-2.3).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from referee.games.swordman.columns import FULL_LIFE, GAME, LIFE, ROUND, TABLE_WIDTH, Ints
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.settings import Notices
from referee.games.swordman.tables import NUM_FIELDS, NUM_SEATS

__all__ = ["State", "new_state"]


@dataclasses.dataclass(slots=True)
class State:
    """State of any number of matches of Swordman. A match that is over is never changed again."""

    table: Ints
    """int32[match, column]: what everybody may see; the columns are those of the module `columns`."""
    notices: Notices
    """int8[match, seat, 5, 2]: reason code and field index of each part of the seat's last action that did not
    count, at most one notice for each field; code 0 is no notice, field -1 the whole action. Each seat may see
    only its own.
    """


def new_state(config: SwordmanConfig, num_matches: int) -> State:
    """Return new matches before their first decision (SW-3).

    Args:
        config: Config of all matches.
        num_matches: Number of matches.
    """
    rules = [int(value) for value in config.model_dump().values()]
    table = np.zeros((num_matches, TABLE_WIDTH), dtype=np.int32)
    table[:, : len(rules)] = rules
    table[:, [GAME, ROUND]] = 1
    table[:, LIFE : LIFE + NUM_SEATS] = table[:, [FULL_LIFE]]
    return State(table, np.zeros((num_matches, NUM_SEATS, NUM_FIELDS, 2), dtype=np.int8))
