"""Entries of an observation, each made from a row of integers; the module `visibility` makes the rows.

Equal rows give equal entries, so a caller may cache entries by the bytes of their rows.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Ints
from referee.games.dungeon_keeper.rules.board.units import (
    attack_of,
    defence_of,
    max_ap_of,
    max_hp_of,
)
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import (
    MAX_SEATS,
    NUM_STATUSES,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.visibility.records import (
    LOOKS,
    BuildingSeen,
    CellSeen,
    Holdings,
    ItemSeen,
    MineSeen,
    SeatSeen,
    StatusSeen,
    UnitSeen,
)

__all__ = ["building_of", "cell_of", "item_of", "mine_of", "seat_of", "unit_of"]

MemberT = TypeVar("MemberT", bound=enum.IntEnum)

# Looking a member up by its number takes a fraction of what calling its class does.
_MINES, _BUILDINGS, _ITEMS, _KINDS = tuple(MineKind), tuple(Building), tuple(Item), tuple(Kind)
_RUNES, _SPELLS = tuple(Rune), tuple(Spell)


class _Units(NamedTuple):
    """One or more units without a match, for functions that take anything with units."""

    units: Ints


def mine_of(row: Sequence[int]) -> MineSeen:
    """Return the entry of a mine.

    Args:
        row: Row and column of its cell, its kind, and the amount left.
    """
    at_row, col, kind, left = row
    return MineSeen(at_row, col, _MINES[kind], left)


def building_of(row: Sequence[int]) -> BuildingSeen:
    """Return the entry of a building.

    Args:
        row: Row and column of its cell, then all planes of buildings, from B_KIND on.
    """
    # The low mark is missing in version 1.
    at_row, col, kind, owner, hp, level, ap, upgraded, *low = row
    return BuildingSeen(at_row, col, _BUILDINGS[kind], owner, hp, level, ap, bool(upgraded), *low)


def item_of(row: Sequence[int]) -> ItemSeen:
    """Return the entry of an item.

    Args:
        row: Row and column of its cell, and its kind.
    """
    at_row, col, kind = row
    return ItemSeen(at_row, col, _ITEMS[kind])


def cell_of(row: Sequence[int], lying: Mapping[tuple[int, int], tuple[ItemSeen, ...]]) -> CellSeen:
    """Return the entry of a cell, with all that is known of it, from a row of `cell_rows`.

    Args:
        row: Row, column, look (index into `LOOKS`) and planes of the cell.
        lying: Items that lie on cells, by row and column.
    """
    at_row, col, look, *planes = row
    place, terrain = (at_row, col), planes[c.TERRAIN]
    return CellSeen(
        *place,
        LOOKS[look],
        # Planes of other terrains are NO or 0, so only the entry of the cell's own terrain is read.
        mine_of((*place, *planes[c.MINE_KIND : c.B_KIND])) if terrain == c.MINE else None,
        building_of((*place, *planes[c.B_KIND :])) if terrain == c.BUILDING else None,
        lying.get(place, ()),
    )


def seat_of(row: Sequence[int]) -> SeatSeen:
    """Return the entry of a seat from a row of `seat_rows`; no holdings if the score is NO."""
    seat, score, *columns = row
    allies = columns[c.ALLIES]
    return SeatSeen(
        seat,
        bool(columns[c.ALIVE]),
        columns[c.ELIMINATED_ORDER],
        columns[c.SERIAL],
        tuple([ally for ally in range(MAX_SEATS) if allies >> ally & 1]),
        # A score of NO marks a row whose holdings are hidden (see `seat_rows`).
        None if score == c.NO else _holdings(columns, score),
    )


def _holdings(columns: Sequence[int], score: int) -> Holdings:
    gold, iron, taldear, mana = columns[c.STOCKS : c.STORE]
    return Holdings(
        gold,
        iron,
        taldear,
        mana,
        tuple(columns[c.STORE : c.SPIRITS_HELD]),
        tuple(columns[c.SPIRITS_HELD : c.RUNES]),
        tuple([rune for rune in _RUNES if columns[c.RUNES + rune]]),
        tuple([spell for spell in _SPELLS if columns[c.SPELLS + spell]]),
        columns[c.ALTAR_DAMAGE],
        score,
    )


def unit_of(columns: Ints, size: int) -> UnitSeen:
    """Return the entry of a unit, with the values derived from its attributes.

    Args:
        columns: int32[column]: the unit's row in the state.
        size: Rows and columns of the board.
    """
    row: list[int] = columns.tolist()
    capture = row[c.CAPTURE_CELL]
    unit, owner, controller, kind, at_row, at_col, hp, ap = row[c.ID : c.AP + 1]
    # Derived values are computed from the row alone, so equal rows give equal entries.
    alone = _Units(columns[np.newaxis])
    return UnitSeen(
        unit,
        owner,
        controller,
        _KINDS[kind],
        at_row,
        at_col,
        hp,
        ap,
        attack_of(alone, 0),
        defence_of(alone, 0),
        max_hp_of(alone, 0),
        max_ap_of(alone, 0),
        _members(row[c.ARTIFACTS], Artifact),
        _members(row[c.SPIRITS], Spirit),
        None if row[c.RUNE] == c.NO else _RUNES[row[c.RUNE]],
        tuple(_statuses(row)),
        row[c.FEAR],
        bool(row[c.UPGRADED]),
        bool(row[c.TOWER_SLOWED]),
        row[c.AP_DEBT],
        None if capture == c.NO else Place(*divmod(capture, size)),
        row[c.CAPTURE_POINTS],
    )


def _members(bits: int, kinds: Iterable[MemberT]) -> tuple[MemberT, ...]:
    return tuple([kind for kind in kinds if bits >> kind & 1]) if bits else ()


def _statuses(row: list[int]) -> Iterable[StatusSeen]:
    for status, source in enumerate(row[c.STATUS : c.STATUS + NUM_STATUSES]):
        if source != c.NO:
            # It ends at the next turn start of its source, and does not stack (DK-5.40).
            yield StatusSeen(Status(status), source, 1, 0)
    if row[c.BLADE_STACKS]:
        turns, source = row[c.BLADE_TURNS], row[c.BLADE_SOURCE]
        yield StatusSeen(Status.CURSED_BLADE, source, turns, row[c.BLADE_STACKS])
    if row[c.POISON_TURNS]:
        yield StatusSeen(Status.POISON, row[c.POISON_SOURCE], row[c.POISON_TURNS], 0)
