"""Lists of candidate orders made from arrays, for many matches at once.

They equal the lists that `referee_bots.candidates` makes from observations. A candidate is one
order, or the end of the turn. Each sort of orders is found for all units of all matches together,
with a key for its place in its list; sorting by the keys gives the lists.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import (
    DIRECTIONS,
    MELEE_RANGE,
    NEUTRAL,
    RANGED_RANGE,
    UNITS,
    Ability,
    Building,
    Item,
    Kind,
)
from referee.games.dungeon_keeper.visibility.matches import Matches, SideBySide
from referee.kit.rollout.columns import Actions
from referee.kit.rollout.dtypes import Array, Longs
from referee.kit.rollout.offers import Lists
from referee.kit.rollout.rows import Rows

__all__ = ["ArrayCandidates"]

_END, _MOVE, _DIG, _MINE, _PICKUP, _ATTACK, _RAZE, _CAPTURE, _SUMMON = range(9)
"""Numbers of the kinds of candidates, as policies see them."""
_AT_A_CELL: dict[int, Callable[[int, Place], o.Order]] = {
    _MOVE: o.Move,
    _DIG: o.Dig,
    _MINE: o.Mine,
    _CAPTURE: o.Capture,
}
"""Kinds of candidates whose order names a unit and a cell, each with the order's class."""
_OF_END, _OF_SUMMONS, _OF_UNITS = 0, 1, 2
"""First parts of sort keys: in a list the end of the turn comes first, then summonings, then the
orders of each unit in turn."""
_MOVES, _DIGS, _CAPTURES, _PICKUPS, _ATTACKS, _RAZES = range(6)
"""Second parts of sort keys: the sorts of orders of one unit, in the order of the list."""
_WITHIN = 24
"""Number of low bits of a key for the place among orders of one sort; the 3 bits above are the
sort."""
_REACH = np.array([RANGED_RANGE if row.abilities & Ability.RANGED else MELEE_RANGE for _, row in sorted(UNITS.items())])  # fmt: skip
"""int64[kind]: distance up to which units of each kind can strike."""


class _Grid(NamedTuple):
    """Neighbours of each cell of a board, in the order of directions (DK-2.8)."""

    to: Longs
    """int64[cell, direction]: the neighbour; 0 if it is off the board."""
    is_there: Bools
    """bool[cell, direction]: whether the neighbour is on the board."""
    one: Longs
    """int64[cell, direction]: one of the two cells next to a diagonal step; the neighbour itself
    for a straight one."""
    other: Longs
    """int64[cell, direction]: the second cell next to a diagonal step; the neighbour itself for a
    straight one."""


@functools.lru_cache(maxsize=8)
def _grid(size: int) -> _Grid:
    row, col = np.divmod(np.arange(size * size), size)
    down, right = np.array(DIRECTIONS).T
    to_row, to_col = row[:, None] + down, col[:, None] + right
    is_there = (to_row >= 0) & (to_row < size) & (to_col >= 0) & (to_col < size)
    to = to_row * size + to_col
    one = np.where((down != 0) & (right != 0), to_row * size + col[:, None], to)
    other = np.where((down != 0) & (right != 0), row[:, None] * size + to_col, to)
    return _Grid(*(np.where(is_there, each, 0) for each in (to, is_there, one, other)))


class _Found:
    """Collects candidates in any order, and returns them sorted by match and key."""

    def __init__(self) -> None:
        self._parts: list[npt.NDArray[np.int64]] = []

    def add(self, match: Array, key: Array | int, kind: int, *rest: Array | int) -> None:
        """Add candidates, given as columns that are broadcast to one length.

        Args:
            match: Index of the match.
            key: Number by which the candidates of a match are sorted.
            kind: Kind of candidate.
            *rest: Three columns: the id of the acting unit, or the number of the kind to summon;
                the cell; and the third value of the order, 0 if it has none.
        """
        columns = np.broadcast_arrays(match, key, kind, *rest)
        self._parts.append(np.stack([each.reshape(-1) for each in columns], axis=-1))

    def sorted(self) -> npt.NDArray[np.int64]:
        """Return int64[candidate, 6]: all candidates, sorted by match and, within a match, by key.

        The six columns are what `add` takes, in that order: match, key, kind, and the three others.
        """
        every = np.concatenate(self._parts).astype(np.int64)
        return every[np.lexsort((every[:, 1], every[:, 0]))]


def _key(unit: Array | int, sort: int, place: Array | int) -> Any:
    return (((_OF_UNITS + unit) * 8 + sort) << _WITHIN) + place


class ArrayCandidates:
    """Makes lists of candidates (orders that a seat may pick), and batches of the one order picked.

    It is the game's `CandidateLists`.

    Args:
        size: Rows and columns of the board.
        num_seats: Seats of a match.
        width: Highest number of candidates in a list.
    """

    def __init__(self, size: int, num_seats: int, width: int) -> None:
        self._size, self._num_seats, self._width = size, num_seats, width

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of candidates for seats that must decide.

        Args:
            rows: Many matches, one in each row.
            chosen: int64[n]: indices of the rows.
            asked: bool[n, seat]: which seats must decide; other seats get no candidates.
        """
        at, seats = asked.nonzero()
        counts = np.zeros(asked.shape, np.int64)
        table = np.zeros((0, 6), np.int64)
        if len(at):
            table = _Seen(self._matches(rows, chosen[at]), seats, self._size).found()
            # The table is sorted by match, so place - start is a candidate's place in its list. Cut by it.
            starts = np.searchsorted(table[:, 0], np.arange(len(at)))
            table = table[np.arange(len(table)) - starts[table[:, 0]] < self._width]
            counts[at, seats] = np.bincount(table[:, 0], minlength=len(at))
        numbers = np.zeros((len(table), 5), np.int32)
        numbers[:, 1:3] = table[:, 2:4]
        numbers[:, 3], numbers[:, 4] = np.divmod(table[:, 4], self._size)
        offsets = np.concatenate([[0], np.cumsum(counts.reshape(-1))])
        return Lists(numbers, offsets, table[:, 5])

    def _matches(self, rows: Rows, at: Longs) -> Matches:
        if isinstance(rows, SideBySide):
            return rows.side_by_side(at)
        return Matches([rows.match(row) for row in at.tolist()], self._num_seats, self._size)

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return the picked candidates as actions for all rows, one order each.

        Args:
            rows: Many matches, one in each row.
            lists: Lists of candidates of all rows.
            places: int64[row, seat, slot]: index of the picked candidate, where `picked` is true.
            picked: bool[row, seat, slot]: whether a candidate is picked.
        """
        actions = rows.nothing()
        assert lists.parts is not None
        for row, seat in np.argwhere(picked[..., 0]).tolist():
            place = int(places[row, seat, 0])
            numbers, part = lists.numbers[place, 1:].tolist(), int(lists.parts[place])
            rows.put(actions, row, seat, self._batch(numbers, part))
        answered: Any = actions["answered"]
        answered[...] = picked[..., 0]
        return actions

    def _batch(self, numbers: Sequence[int], part: int) -> o.Batch:
        kind, who, row, col = numbers
        if kind == _END:
            return o.END_TURN
        cell = Place(row, col)
        if kind == _PICKUP:
            order: o.Order = o.Pickup(who, cell, Item(part))
        elif kind == _ATTACK:
            order = o.Attack(who, target=part)
        elif kind == _RAZE:
            order = o.Attack(who, cell=cell)
        elif kind == _SUMMON:
            order = o.Summon(Place(*divmod(part, self._size)), Kind(who), cell)
        else:
            order = _AT_A_CELL[kind](who, cell)
        return o.Batch((order,))


class _Seen:
    """What the acting seats of several matches see, and which orders they may give."""

    def __init__(self, m: Matches, seats: Longs, size: int) -> None:
        self.me, self.size, self.grid = seats, size, _grid(size)
        number = len(seats)
        self.matches = np.arange(number)
        # Without fog there is one set of planes, which all seats share.
        sight = seats if m.is_foggy else np.zeros_like(seats)
        self.planes = m.by_seat(m.planes)[self.matches, sight]
        self.land = self.planes[:, c.TERRAIN]
        sees = m.sees_unit[self.matches, sight]
        used = int(sees.sum(axis=1).max(initial=0))
        # Lists name units by their place among those seen, by id. Unseen ones sort last and are cut off.
        keys = np.where(sees, m.units[..., c.ID], np.iinfo(np.int32).max)
        by_id = np.argsort(keys, axis=1)[:, :used]
        self.units = m.units[self.matches[:, None], by_id]
        self.is_there = np.arange(used) < sees.sum(axis=1)[:, None]
        self.cells = self.units[..., c.ROW].astype(np.int64) * size + self.units[..., c.COL]
        self.seats = m.seats[self.matches, seats]
        self.hostile = self._hostile(m)
        self.items, self.lies = m.items, m.sees_item[self.matches, sight]
        self.rules = m.rules
        self._stack()
        mine = seats[:, None]
        is_own = (self.units[..., c.OWNER] == mine) & (self.units[..., c.CONTROLLER] == mine)
        may_order = m.match[:, c.ORDERS] < self.rules[:, c.MAX_ORDERS]
        # A list is made of one message alone, and a delta has no board.
        may_order &= (m.match[:, c.SHOWN] == 0) | (m.match[:, c.BATCH] == 0)
        self.may_order = may_order & (self.seats[:, c.ALIVE] != 0)
        can_act = is_own & self.is_there & (self.units[..., c.AP] > 0)
        self.acts = can_act & self.may_order[:, None]

    def _hostile(self, m: Matches) -> Bools:
        """Return bool[match, owner + 2]: whether the owner is hostile to the acting seat (DK-5.10).

        `m` holds the matches.
        """
        # An alliance holds only if both have declared it.
        others = np.arange(m.seats.shape[1])
        declared = self.seats[:, [c.ALLIES]] >> others & 1
        returned = m.seats[..., c.ALLIES] >> self.me[:, None] & 1
        # Owners count from LIGHT, -2, so each is 2 places further on here.
        hostile = np.ones((len(self.me), 2 + len(others)), np.bool_)
        hostile[:, 2:] = (others != self.me[:, None]) & ~((declared & returned) != 0)
        hostile[:, 2 + NEUTRAL] = False
        return hostile

    def _stack(self) -> None:
        """Count the units on each cell, and mark the cells with units that prevent an order there."""
        shape = self.land.shape
        match, unit = self.is_there.nonzero()
        cell, rows = self.cells[match, unit], self.units[match, unit]
        self.standing = np.zeros(shape, np.int64)
        np.add.at(self.standing, (match, cell), 1)
        mine = self.me[match]
        self.has_others = np.zeros(shape, np.bool_)
        foreign = rows[:, c.OWNER] != mine
        self.has_others[match[foreign], cell[foreign]] = True
        self.has_disobedient = np.zeros(shape, np.bool_)
        disobedient = rows[:, c.CONTROLLER] != mine
        self.has_disobedient[match[disobedient], cell[disobedient]] = True
        # The unit with the lowest id bars a cell: it is written last.
        self.is_barred = np.zeros(shape, np.bool_)
        self.is_barred[match[::-1], cell[::-1]] = foreign[::-1]

    def found(self) -> npt.NDArray[np.int64]:
        """Return all candidates, sorted by match and place in the list."""
        found = _Found()
        found.add(self.matches, _OF_END, _END, 0, 0, 0)
        self._summons(found)
        self._steps(found)
        self._pickups(found)
        self._attacks(found)
        self._razes(found)
        return found.sorted()

    def _summons(self, found: _Found) -> None:
        owned = self.is_there & (self.units[..., c.OWNER] == self.me[:, None])
        has_room = owned.sum(axis=1) < self.rules[:, c.UNIT_CAP]
        is_circle = (self.land == c.BUILDING) & (self.planes[:, c.B_KIND] == Building.CIRCLE)
        is_circle &= self.planes[:, c.B_OWNER] == self.me[:, None]
        match, circle = (is_circle & (has_room & self.may_order)[:, None]).nonzero()
        at, to = match[:, None], self.grid.to[circle]
        free = self.grid.is_there[circle] & (self.land[at, to] == c.EMPTY)
        free &= ~self.has_others[at, to]
        free &= self.standing[at, to] < self.rules[match, None, c.STACK_LIMIT]
        which, direction = free.nonzero()
        match, circle, cell = match[which], circle[which], to[which, direction]
        for place, kind in enumerate((Kind.IMP, Kind.BES)):
            can_pay = self.seats[match, c.MANA] >= UNITS[kind].mana
            key = (_OF_SUMMONS * 8 << _WITHIN) + circle * 16 + direction * 2 + place
            found.add(
                *(each[can_pay] for each in (match, key)),
                _SUMMON,
                int(kind),
                cell[can_pay],
                circle[can_pay],
            )

    def _steps(self, found: _Found) -> None:
        """Add the orders at a neighbouring cell to `found`: moves, digging, mining and captures."""
        match, unit = self.acts.nonzero()
        grid, cell, rows = self.grid, self.cells[match, unit], self.units[match, unit]
        at, to, is_there = match[:, None], grid.to[cell], grid.is_there[cell]
        land = self.land[at, to]
        passes = (self.land[at, grid.one[cell]] == c.EMPTY) | (
            self.land[at, grid.other[cell]] == c.EMPTY
        )
        free = is_there & (land == c.EMPTY) & passes & ~self.is_barred[at, to]
        free &= self.standing[at, to] < self.rules[match, None, c.STACK_LIMIT]
        digs = is_there & (rows[:, [c.KIND]] == Kind.IMP)
        owner = self.planes[at, c.B_OWNER, to]
        is_source = (land == c.BUILDING) & (self.planes[at, c.B_KIND, to] == Building.SOURCE)
        is_free = (owner == NEUTRAL) | self.hostile[at, owner + 2]
        captures = is_there & is_source & (owner != self.me[at]) & is_free
        for sort, kind, may in (
            (_MOVES, _MOVE, free),
            (_DIGS, _DIG, digs & (land == c.UNDUG)),
            (_DIGS, _MINE, digs & (land == c.MINE)),
            (_CAPTURES, _CAPTURE, captures),
        ):
            which, direction = may.nonzero()
            key = _key(unit[which], sort, direction)
            found.add(match[which], key, kind, rows[which, c.ID], to[which, direction], 0)

    def _pickups(self, found: _Found) -> None:
        """Add to `found` the pickups of items in reach of units.

        Of several items of a kind on a cell, only the oldest counts.
        """
        match, item = self.lies.nonzero()
        kind, row, col = self.items[match, item][:, [c.I_KIND, c.I_ROW, c.I_COL]].astype(np.int64).T
        cell = row * self.size + col
        # `unique` returns the first place of each value, and the oldest item comes first.
        _, oldest = np.unique(
            (match * self.land.shape[1] + cell) * len(Item) + kind, return_index=True
        )
        oldest = oldest[~self.has_disobedient[match[oldest], cell[oldest]]]
        match, item, kind, row, col, cell = (
            each[oldest] for each in (match, item, kind, row, col, cell)
        )
        units = self.units[match]
        down, right = row[:, None] - units[..., c.ROW], col[:, None] - units[..., c.COL]
        near = self.acts[match] & (np.maximum(abs(down), abs(right)) <= 1)
        is_rune = (kind >= Item.RUNE_FIRE) & (kind <= Item.RUNE_DEATH)
        near &= ~is_rune[:, None] | (units[..., c.RUNE] == c.NO)
        which, unit = near.nonzero()
        place = _PLACE_OF[down[which, unit] + 1, right[which, unit] + 1]
        key = _key(unit, _PICKUPS, (place << 16) + item[which])
        who = units[which, unit, c.ID]
        found.add(match[which], key, _PICKUP, who, cell[which], kind[which])

    def _attacks(self, found: _Found) -> None:
        enemy = (
            self.is_there & self.hostile[self.matches[:, None], self.units[..., c.CONTROLLER] + 2]
        )
        match, target = enemy.nonzero()
        cell = self.cells[match, target]
        which, unit = self._reaching(match, cell)
        match, target = match[which], target[which]
        key = _key(unit, _ATTACKS, target)
        who, whom = self.units[match, unit, c.ID], self.units[match, target, c.ID]
        found.add(match, key, _ATTACK, who, cell[which], whom)

    def _razes(self, found: _Found) -> None:
        owner = self.planes[:, c.B_OWNER]
        is_target = (self.land == c.BUILDING) & (self.planes[:, c.B_KIND] != Building.SOURCE)
        is_target &= (owner == NEUTRAL) | self.hostile[self.matches[:, None], owner + 2]
        match, cell = is_target.nonzero()
        which, unit = self._reaching(match, cell)
        match, cell = match[which], cell[which]
        key = _key(unit, _RAZES, cell)
        found.add(match, key, _RAZE, self.units[match, unit, c.ID], cell, 0)

    def _reaching(self, match: Longs, cell: Longs) -> tuple[Longs, Longs]:
        """Return the pairs of a target cell and a unit that can strike at the cell.

        Args:
            match: int64[n]: index of the match of each target cell.
            cell: int64[n]: the target cells.

        Returns:
            int64[pair] each: index of the target cell, and row of the unit in its match.
        """
        row, col = np.divmod(cell, self.size)
        units = self.units[match]
        far = np.maximum(
            abs(units[..., c.ROW] - row[:, None]), abs(units[..., c.COL] - col[:, None])
        )
        near = self.acts[match] & (far <= _REACH[units[..., c.KIND]])
        which, unit = near.nonzero()
        # Lines of sight are the dearest test, so only for pairs within reach.
        here = self.cells[match[which], unit]
        seen = _sees(self.land, self.size, match[which], here, cell[which])
        return which[seen], unit[seen]


_PLACE_OF = np.zeros((3, 3), np.int64)
"""int64[down + 1, right + 1]: 0 for a unit's own cell, else 1 + the direction to the neighbour."""
for _direction, (_down, _right) in enumerate(DIRECTIONS):
    _PLACE_OF[_down + 1, _right + 1] = 1 + _direction


def _sees(land: Array, size: int, match: Longs, one: Longs, other: Longs) -> Bools:
    """Return bool[pair]: whether the cells `one` and `other` of each pair are in line of sight (DK-5.11).

    Cells are given as row * size + column. `land` is the terrain by match and cell; `match` has the
    index of each pair's match.
    """
    # All lines advance together, one cell a pass, until the longest has arrived. Each pass does for arrays what one
    # of `space.line_of_sight` does for a single line; the two must agree, or lists would offer attacks that the
    # rules refuse.
    row, col = np.divmod(one, size)
    to_row, to_col = np.divmod(other, size)
    rows, cols = abs(to_row - row), abs(to_col - col)
    down, right = np.where(to_row > row, size, -size), np.where(to_col > col, 1, -1)
    cell, i, j = one.copy(), np.zeros_like(one), np.zeros_like(one)
    clear = np.ones(len(one), np.bool_)
    while True:
        goes = clear & ((i != rows) | (j != cols))
        if not goes.any():
            return clear
        by_row, by_col = (2 * i + 1) * cols, (2 * j + 1) * rows
        falls, drifts = goes & (by_row <= by_col), goes & (by_row >= by_col)
        both = falls & drifts
        blocked = both.copy()
        blocked[both] = land[match[both], (cell + down)[both]] != c.EMPTY
        blocked[both] &= land[match[both], (cell + right)[both]] != c.EMPTY
        cell += down * falls + right * drifts
        i, j = i + falls, j + drifts
        blocked |= goes & (cell != other) & (land[match, cell] != c.EMPTY)
        clear &= ~blocked
