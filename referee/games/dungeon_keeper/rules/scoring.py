"""Placements and scores of a match (DK-7.3, DK-7.4)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.outcome import GameOutcome, rank
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Cells, Ints
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import LIGHT, UNITS, Artifact, Building, Kind

__all__ = [
    "PER_ALTAR_HP",
    "PER_ARTIFACT",
    "PER_DAMAGE",
    "PER_RUNE",
    "PER_SOURCE_LEVEL",
    "STOCKS_PER_POINT",
    "TALDEAR_WORTH",
    "outcome_of",
    "scores_of",
    "scores_side_by_side",
]

Points: TypeAlias = npt.NDArray[np.int64]

# Points, as DK-7.3 lists them.
PER_ALTAR_HP = 2
PER_DAMAGE = 3
PER_SOURCE_LEVEL = 20
PER_ARTIFACT = 10
PER_RUNE = 10
TALDEAR_WORTH, STOCKS_PER_POINT = 10, 10

_VALUES = np.array([UNITS[kind].value for kind in Kind], np.int64)
"""int64[kind]: points that a living unit of each Kind is worth."""
_COUNTS = np.array([bits.bit_count() for bits in range(1 << len(Artifact))], np.int64)
"""int64[set]: number of artifacts in each set, where a set is a number with a bit for each kind."""


def scores_of(state: State) -> tuple[int, ...]:
    """Return the score of each seat at this moment; 0 for eliminated seats (DK-7.3)."""
    seats = state.seats
    points = _of_seats(seats)
    planes = state.cells.reshape(len(state.cells), -1)
    # Neutral Sources have no owner, and count for nobody.
    (at,) = (planes[c.B_OWNER] != c.NO).nonzero()
    kinds, owners, hp, levels = planes[c.B_KIND : c.B_AP, at]
    worth = (kinds == Building.ALTAR) * PER_ALTAR_HP * hp
    worth += (kinds == Building.SOURCE) * PER_SOURCE_LEVEL * levels
    points += _added_up(owners, worth, len(seats))
    units = state.units
    (at,) = ((units[:, c.ID] > 0) & (units[:, c.OWNER] != LIGHT)).nonzero()
    living = units[at]
    worth = _VALUES[living[:, c.KIND]] + PER_ARTIFACT * _COUNTS[living[:, c.ARTIFACTS]]
    points += _added_up(living[:, c.OWNER], worth, len(seats))
    # Damage of the past must not count for an eliminated seat (DK-7.3).
    points[seats[:, c.ALIVE] == 0] = 0
    return tuple(points.tolist())


def scores_side_by_side(seats: Ints, planes: Cells, units: Ints) -> Points:
    """Return the scores of all seats of many matches (DK-7.3).

    Args:
        seats: int32[match, seat, column].
        planes: int8 or int16[match, plane, cell]: the boards.
        units: int32[match, unit, column]; rows of zeros are no units.

    Returns:
        int64[match, seat]: scores, 0 for eliminated seats.
    """
    matches, num_seats, width = seats.shape
    points = _of_seats(seats.reshape(-1, width))
    match, at = (planes[:, c.B_OWNER] != c.NO).nonzero()
    kinds, owners, hp, levels = planes[match, c.B_KIND : c.B_AP, at].T.astype(np.int64)
    worth = (kinds == Building.ALTAR) * PER_ALTAR_HP * hp
    worth += (kinds == Building.SOURCE) * PER_SOURCE_LEVEL * levels
    points += _added_up(match * num_seats + owners, worth, len(points))
    match, at = ((units[..., c.ID] > 0) & (units[..., c.OWNER] != LIGHT)).nonzero()
    living = units[match, at]
    worth = _VALUES[living[:, c.KIND]] + PER_ARTIFACT * _COUNTS[living[:, c.ARTIFACTS]]
    points += _added_up(match * num_seats + living[:, c.OWNER], worth, len(points))
    shown = points.reshape(matches, num_seats)
    shown[seats[..., c.ALIVE] == 0] = 0
    return shown


def _added_up(owners: npt.NDArray[Any], worth: npt.NDArray[Any], num_seats: int) -> Points:
    """Return int64[seat]: sum of the points in `worth` for each owner.

    Args:
        owners: Owning seat of each thing.
        worth: Points for each thing, in the same order.
        num_seats: Number of seats, and so the length of the result.
    """
    # Sums of numbers so small are exact in floats.
    return np.bincount(owners, worth, minlength=num_seats).astype(np.int64)


def outcome_of(state: State) -> GameOutcome:
    """Return the placements and scores of all seats at this moment.

    Living seats rank by score, ahead of all eliminated seats; among these, the seat that was
    eliminated last ranks first (DK-7.4).
    """
    scores = scores_of(state)
    keys = [
        (1, score) if row[c.ALIVE] else (0, row[c.ELIMINATED_ORDER])
        for row, score in zip(state.seats.tolist(), scores, strict=True)
    ]
    return GameOutcome(rank(keys), scores)


def _of_seats(seats: Ints) -> Points:
    """Return int64[seat]: points for Altar damage, artifacts in store, installed runes, stocks."""
    gold, iron, taldear, mana = seats[:, c.STOCKS : c.STORE].astype(np.int64).T
    in_store = seats[:, c.STORE : c.SPIRITS_HELD].sum(axis=1)
    installed = seats[:, c.RUNES : c.SPELLS].sum(axis=1)
    points: Points = (
        PER_DAMAGE * seats[:, c.ALTAR_DAMAGE]
        + PER_ARTIFACT * in_store
        + PER_RUNE * installed
        + (gold + iron + mana + TALDEAR_WORTH * taldear) // STOCKS_PER_POINT
    )
    return points
