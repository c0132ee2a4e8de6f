"""Placements and scores (DK-7.3, DK-7.4)."""

from __future__ import annotations

import numpy as np

from referee.core.outcome import GameOutcome, rank
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import LIGHT, UNITS, Artifact, Building

__all__ = ["outcome_of", "scores_of"]

# Points, as DK-7.3 lists them.
_PER_ALTAR_HP = 2
_PER_DAMAGE = 3
_PER_SOURCE_LEVEL = 20
_PER_ARTIFACT = 10
_PER_RUNE = 10
_TALDEAR_WORTH, _STOCKS_PER_POINT = 10, 10


def scores_of(state: State) -> tuple[int, ...]:
    """Return the points of all seats as they stand; none for those that are out (DK-7.3)."""
    points = [_of_seat(row) for row in state.seats.tolist()]
    owners = state.cells[c.B_OWNER]
    # Neutral Sources have no owner, and count for nobody.
    rows, cols = np.nonzero(owners != c.NO)
    found = state.cells[[c.B_OWNER, c.B_KIND, c.B_HP, c.B_LEVEL]][:, rows, cols].T.tolist()
    for owner, kind, hp, level in found:
        if kind == Building.ALTAR:
            points[owner] += _PER_ALTAR_HP * hp
        elif kind == Building.SOURCE:
            points[owner] += _PER_SOURCE_LEVEL * level
    living = state.units[state.units[:, c.ID] > 0]
    for owner, kind, artifacts in living[:, [c.OWNER, c.KIND, c.ARTIFACTS]].tolist():
        if owner != LIGHT:
            points[owner] += UNITS[kind].value + _PER_ARTIFACT * artifacts.bit_count()
    alive = state.seats[:, c.ALIVE].tolist()
    return tuple([score if lives else 0 for score, lives in zip(points, alive, strict=True)])


def outcome_of(state: State) -> GameOutcome:
    """Return the placements and scores of all seats as they stand now.

    Living seats go by score, before all that are out; of those the last to fall comes first (DK-7.4).
    """
    scores = scores_of(state)
    keys = [
        (1, score) if row[c.ALIVE] else (0, row[c.ELIMINATED_ORDER])
        for row, score in zip(state.seats.tolist(), scores, strict=True)
    ]
    return GameOutcome(rank(keys), scores)


def _of_seat(row: list[int]) -> int:
    """Return what a seat has done and has in stock and store."""
    gold, iron, taldear, mana = row[c.STOCKS : c.STOCKS + 4]
    in_store = sum(row[c.STORE : c.STORE + len(Artifact)])
    installed = sum(row[c.RUNES : c.SPELLS])
    return (
        _PER_DAMAGE * row[c.ALTAR_DAMAGE]
        + _PER_ARTIFACT * in_store
        + _PER_RUNE * installed
        + (gold + iron + mana + _TALDEAR_WORTH * taldear) // _STOCKS_PER_POINT
    )
