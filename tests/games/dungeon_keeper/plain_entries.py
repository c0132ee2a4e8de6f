"""Entries of observations of Dungeon Keeper made one by one, straight from the state; see `plain_observations`."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Ints, Shorts
from referee.games.dungeon_keeper.rules.board.units import (
    attack_of,
    defence_of,
    max_ap_of,
    max_hp_of,
)
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NUM_STATUSES,
    UNITS,
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
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.games.dungeon_keeper.visibility.records import (
    LOOKS,
    REMEMBERED,
    UNKNOWN,
    BuildingSeen,
    CellSeen,
    Holdings,
    ItemSeen,
    MineSeen,
    SeatSeen,
    StatusSeen,
    UnitSeen,
)
from tests.games.dungeon_keeper.plain_faces import board_of_faces

__all__ = [
    "Visible",
    "building_entries",
    "cell_entries",
    "item_entries",
    "mine_entries",
    "plain_scores",
    "row_texts",
    "seat_entries",
    "unit_entries",
    "visible_to",
]

EntryT = TypeVar("EntryT")
MemberT = TypeVar("MemberT", bound=enum.IntEnum)

# Looking a member up by its number takes a fraction of what calling its class does.
_MINES, _BUILDINGS, _ITEMS, _KINDS = tuple(MineKind), tuple(Building), tuple(Item), tuple(Kind)
_RUNES, _SPELLS = tuple(Rune), tuple(Spell)


@dataclasses.dataclass(slots=True)
class Visible:
    """What of a match one seat sees or remembers; its arrays may be the state's own."""

    cells: Shorts
    """int16[plane, row, col]: the board as it is known; NO is unknown terrain."""
    looks: Shorts
    """int16[row, col]: places in `LOOKS`."""
    units: Ints
    """int32[unit, column]: zeros for units that are not seen."""
    items: Bools
    """bool[item]: items that lie about as far as is known."""


def visible_to(state: State, seat: int) -> Visible:
    """Return what a seat sees and remembers (DK-6.20); all of the board without fog."""
    if not has_fog(state):
        return whole_board(state)
    known = board_of_faces(state.memory[seat], len(state.cells))
    in_sight, units = state.vision[seat], state.units
    looks = np.where(in_sight, known[c.TERRAIN], known[c.TERRAIN] + REMEMBERED)
    looks[known[c.TERRAIN] == c.NO] = UNKNOWN
    is_seen = (units[:, c.OWNER] == seat) | (units[:, c.CONTROLLER] == seat)
    is_seen |= in_sight[units[:, c.ROW], units[:, c.COL]]
    # Rows without a unit stand at 0, 0, which may be in sight.
    is_seen &= units[:, c.ID] > 0
    shown_units = np.where(is_seen[:, np.newaxis], units, 0)
    return Visible(
        known, looks, shown_units, state.item_memory[seat, : state.match.item(c.NUM_ITEMS)]
    )


def whole_board(state: State) -> Visible:
    """Return all that there is."""
    lying = state.items[: state.match.item(c.NUM_ITEMS), c.I_PLACE] == c.LYING
    return Visible(state.cells, state.cells[c.TERRAIN], state.units, lying)


def row_texts(visible: Visible) -> tuple[str, ...]:
    """Return the board row by row, a character for a cell."""
    return tuple(["".join([LOOKS[look] for look in row]) for row in visible.looks.tolist()])


def mine_entries(visible: Visible) -> tuple[MineSeen, ...]:
    """Return mines, row-major."""
    return _entries(visible, c.MINE, _mine)


def building_entries(visible: Visible) -> tuple[BuildingSeen, ...]:
    """Return buildings, row-major."""
    return _entries(visible, c.BUILDING, _building)


def _entries(
    visible: Visible, terrain: int, entry: Callable[[int, int, list[int]], EntryT]
) -> tuple[EntryT, ...]:
    """Return entries of all cells of a terrain, each from its row, its column and its planes."""
    rows, cols = np.nonzero(visible.cells[c.TERRAIN] == terrain)
    found = zip(rows.tolist(), cols.tolist(), visible.cells[:, rows, cols].T.tolist(), strict=True)
    return tuple([entry(row, col, planes) for row, col, planes in found])


def item_entries(
    state: State, visible: Visible, cells: Bools | None = None
) -> tuple[ItemSeen, ...]:
    """Return items, row-major, the oldest of a cell first; all, or those on some cells."""
    known = state.items[np.flatnonzero(visible.items)][:, [c.I_ROW, c.I_COL, c.I_KIND]]
    if cells is not None:
        known = known[cells[known[:, 0], known[:, 1]]]
    known = known[np.lexsort((known[:, 1], known[:, 0]))]
    return tuple([ItemSeen(row, col, _ITEMS[kind]) for row, col, kind in known.tolist()])


def cell_entries(state: State, visible: Visible, changed: Bools) -> tuple[CellSeen, ...]:
    """Return all that is known of some cells, row-major.

    Args:
        state: The match.
        visible: What the seat sees of it.
        changed: bool[row, col]: which cells.
    """
    rows, cols = np.nonzero(changed)
    if len(rows) == 0:
        return ()
    lying: dict[tuple[int, int], list[ItemSeen]] = {}
    for item in item_entries(state, visible, changed):
        lying.setdefault((item.row, item.col), []).append(item)
    places = zip(rows.tolist(), cols.tolist(), strict=True)
    looks = visible.looks[rows, cols].tolist()
    found = visible.cells[:, rows, cols].T.tolist()
    return tuple(
        [
            CellSeen(
                *place,
                LOOKS[look],
                _mine(*place, planes) if planes[c.TERRAIN] == c.MINE else None,
                _building(*place, planes) if planes[c.TERRAIN] == c.BUILDING else None,
                tuple(lying.get(place, ())),
            )
            for place, look, planes in zip(places, looks, found, strict=True)
        ]
    )


def unit_entries(state: State, rows: Sequence[int]) -> tuple[UnitSeen, ...]:
    """Return units by id, from their rows in the state."""
    entries = [_unit(state, at) for at in rows]
    return tuple(sorted(entries))


def seat_entries(
    state: State, seat: int | None, others: Iterable[int] | None = None
) -> tuple[SeatSeen, ...]:
    """Return the seats as one of them sees them, or as everybody does.

    Args:
        state: The match.
        seat: Who looks; None for what everybody sees.
        others: Which seats; all if it is None.
    """
    chosen = range(len(state.seats)) if others is None else others
    if not has_fog(state):
        return open_seat_entries(state, chosen)
    told = () if seat is None else (seat,)
    return tuple([
        _seat(state, other, told) if other != seat else open_seat_entries(state, (seat,))[0]
        for other in chosen
    ])  # fmt: skip


def open_seat_entries(state: State, seats: Iterable[int]) -> tuple[SeatSeen, ...]:
    """Return some seats with all that they have."""
    everybody, scores = range(len(state.seats)), plain_scores(state)
    return tuple([_seat(state, seat, everybody, scores[seat]) for seat in seats])


def _seat(state: State, seat: int, told: Iterable[int], score: int | None = None) -> SeatSeen:
    """Return one seat, its allies among those who are told, and what it has if its score is told."""
    row = state.seats[seat].tolist()
    return SeatSeen(
        seat,
        bool(row[c.ALIVE]),
        row[c.ELIMINATED_ORDER],
        row[c.SERIAL],
        tuple([ally for ally in told if row[c.ALLIES] >> ally & 1]),
        None if score is None else _holdings(row, score),
    )


def _holdings(row: list[int], score: int) -> Holdings:
    gold, iron, taldear, mana = row[c.STOCKS : c.STORE]
    return Holdings(
        gold,
        iron,
        taldear,
        mana,
        tuple(row[c.STORE : c.SPIRITS_HELD]),
        tuple(row[c.SPIRITS_HELD : c.RUNES]),
        tuple([rune for rune in _RUNES if row[c.RUNES + rune]]),
        tuple([spell for spell in _SPELLS if row[c.SPELLS + spell]]),
        row[c.ALTAR_DAMAGE],
        score,
    )


def _mine(row: int, col: int, planes: list[int]) -> MineSeen:
    return MineSeen(row, col, _MINES[planes[c.MINE_KIND]], planes[c.MINE_LEFT])


def _building(row: int, col: int, planes: list[int]) -> BuildingSeen:
    # The last plane is missing in version 1.
    _, _, _, kind, owner, hp, level, ap, upgraded, *low = planes
    return BuildingSeen(row, col, _BUILDINGS[kind], owner, hp, level, ap, bool(upgraded), *low)


def _unit(state: State, at: int) -> UnitSeen:
    row: list[int] = state.units[at].tolist()
    capture = row[c.CAPTURE_CELL]
    size = state.cells.shape[1]
    unit, owner, controller, kind, at_row, at_col, hp, ap = row[c.ID : c.AP + 1]
    return UnitSeen(
        unit,
        owner,
        controller,
        _KINDS[kind],
        at_row,
        at_col,
        hp,
        ap,
        attack_of(state, at),
        defence_of(state, at),
        max_hp_of(state, at),
        max_ap_of(state, at),
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


# Points, as DK-7.3 lists them.
_PER_ALTAR_HP = 2
_PER_DAMAGE = 3
_PER_SOURCE_LEVEL = 20
_PER_ARTIFACT = 10
_PER_RUNE = 10
_TALDEAR_WORTH, _STOCKS_PER_POINT = 10, 10


def plain_scores(state: State) -> tuple[int, ...]:
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
