"""Placements and scores (DK-7.3, DK-7.4)."""

from __future__ import annotations

from referee.core.outcome import GameOutcome, rank
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import UNITS, Artifact, Building

__all__ = ["outcome_of", "score_of"]

# Points, as DK-7.3 lists them.
_PER_ALTAR_HP = 2
_PER_DAMAGE = 3
_PER_SOURCE_LEVEL = 20
_PER_ARTIFACT = 10
_PER_RUNE = 10
_TALDEAR_WORTH, _STOCKS_PER_POINT = 10, 10


def score_of(state: State, seat: int) -> int:
    """Points of a seat as it stands; none once it is out (DK-7.3)."""
    row: list[int] = state.seats[seat].tolist()
    if not row[c.ALIVE]:
        return 0
    gold, iron, taldear, mana = row[c.STOCKS : c.STOCKS + 4]
    in_store = sum(row[c.STORE : c.STORE + len(Artifact)])
    installed = sum(row[c.RUNES : c.SPELLS])
    return (
        _of_buildings(state, seat)
        + _of_units(state, seat)
        + _PER_DAMAGE * row[c.ALTAR_DAMAGE]
        + _PER_ARTIFACT * in_store
        + _PER_RUNE * installed
        + (gold + iron + mana + _TALDEAR_WORTH * taldear) // _STOCKS_PER_POINT
    )


def outcome_of(state: State) -> GameOutcome:
    """Placements and scores of all seats as they stand now.

    Living seats go by score, before all that are out; of those the last to fall comes first (DK-7.4).
    """
    scores = [score_of(state, seat) for seat in range(len(state.seats))]
    keys = [
        (1, score) if row[c.ALIVE] else (0, row[c.ELIMINATED_ORDER])
        for row, score in zip(state.seats.tolist(), scores, strict=True)
    ]
    return GameOutcome(rank(keys), tuple(scores))


def _of_buildings(state: State, seat: int) -> int:
    owned = state.cells[:, state.cells[c.B_OWNER] == seat]
    altars = owned[c.B_KIND] == Building.ALTAR
    sources = owned[c.B_KIND] == Building.SOURCE
    hp, levels = int(owned[c.B_HP][altars].sum()), int(owned[c.B_LEVEL][sources].sum())
    return _PER_ALTAR_HP * hp + _PER_SOURCE_LEVEL * levels


def _of_units(state: State, seat: int) -> int:
    units = state.units
    owned = units[(units[:, c.ID] > 0) & (units[:, c.OWNER] == seat)][:, [c.KIND, c.ARTIFACTS]]
    return sum(
        UNITS[kind].value + _PER_ARTIFACT * artifacts.bit_count()
        for kind, artifacts in owned.tolist()
    )
