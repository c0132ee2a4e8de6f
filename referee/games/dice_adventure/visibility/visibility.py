"""Arrays of what each seat may see (DA-6.1 to DA-6.5), written by one kernel for any number of parties.

A seat's arrays are built up from what it may see; nothing is copied first and hidden afterwards.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes, Ints, Shorts, mate_at
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import MAX_ENTRIES, MONSTER, NUM_MEMBERS

__all__ = ["Sights", "new_sights", "see"]


@dataclasses.dataclass(slots=True)
class Sights:
    """Arrays with what the seats of any number of parties may see. Entries after a list's count mean nothing."""

    numbers: Ints
    """int32[party, member, column]: numbers of the seat, by the `SEEN_` columns of `columns`."""
    grid: Bytes
    """uint8[party, member, row, col]: 0 unexplored, else what the member remembers of the cell."""
    seen: Bytes
    """uint8[party, member, row, col]: 0 unexplored, 1 remembered, 2 in sight."""
    monsters: Shorts
    """int16[party, member, monster, 3]: content, x and y of each monster in sight, ordered by (y, x, code)."""
    refused: npt.NDArray[np.int8]
    """int8[party, member, refusal, 2]: code and entry index of each refused part of the seat's last order."""
    pings: Shorts
    """int16[party, ping, 5]: member (1 Dwarf, 2 Giant, 3 Human), symbol, x, y and window of the
    pings of this round, in order.
    """
    results: Ints
    """int32[party, level, 5]: index in the list of levels, then the record, of each level that has ended."""


def new_sights(state: State) -> Sights:
    """Return empty arrays for what all seats of these parties see."""
    num, _, height, width = state.cells.shape
    return Sights(
        numbers=np.zeros((num, NUM_MEMBERS, c.NUMBERS_WIDTH), np.int32),
        grid=np.zeros((num, NUM_MEMBERS, height, width), np.uint8),
        seen=np.zeros((num, NUM_MEMBERS, height, width), np.uint8),
        monsters=np.zeros((num, NUM_MEMBERS, state.pieces.shape[1], 3), np.int16),
        refused=np.zeros((num, NUM_MEMBERS, MAX_ENTRIES + 1, 2), np.int8),
        pings=np.zeros((num, c.MOST_PINGS, c.PING_WIDTH), np.int16),
        results=np.zeros((num, state.results.shape[1], 1 + c.RESULT_WIDTH), np.int32),
    )


def see(state: State, out: Sights) -> None:
    """Write what every seat of every party may see now.

    Args:
        state: The parties.
        out: Changed in place; made by `new_sights` for the same number of parties.
    """
    _see(
        state.rules, state.table, state.pieces, state.pings, state.cells, state.results,
        state.refused, out.numbers, out.grid, out.seen, out.monsters, out.refused, out.pings,
        out.results,
    )  # fmt: skip


@borrowing
def _see(
    rules: Shorts,
    table: Ints,
    pieces: Shorts,
    pings: Shorts,
    cells: Bytes,
    results: Ints,
    refused: npt.NDArray[np.int8],
    numbers: Ints,
    grid: Bytes,
    seen: Bytes,
    monsters: Shorts,
    seen_refused: npt.NDArray[np.int8],
    seen_pings: Shorts,
    seen_results: Ints,
) -> None:
    member_rules = rules[c.MEMBER_RULES : c.TYPE_RULES].reshape(NUM_MEMBERS, c.MEMBER_RULES_WIDTH)
    type_rules = rules[c.TYPE_RULES :].reshape(-1, c.TYPE_RULES_WIDTH)
    # Every value is copied one by one from what the seat may know. Never copy a whole row of the state: a column
    # that is added later would be shown to all seats.
    for n in range(len(table)):
        row = table[n]
        members = row[c.MEMBERS :].reshape(NUM_MEMBERS, c.MEMBER_WIDTH)
        # On the wire enums count from 1, so that 0 can stand for nothing: hence each `+ 1` and `+= 1` below.
        for ping in range(row[c.NUM_PINGS]):
            for column in range(c.PING_WIDTH):
                seen_pings[n, ping, column] = pings[n, ping, column]
            seen_pings[n, ping, c.PING_BY] += 1
        for level in range(row[c.NUM_RESULTS]):
            seen_results[n, level, 0] = level
            for column in range(c.RESULT_WIDTH):
                seen_results[n, level, 1 + column] = results[n, level, column]
            seen_results[n, level, 1 + c.OUTCOME] += 1
        # Dead members get observations, too: they remember the map and see the state of their party.
        for member in range(NUM_MEMBERS):
            own = members[member]
            radius = member_rules[member, c.RADIUS]
            mine = numbers[n, member]
            _see_numbers(rules, row, own, member, mine)
            _see_mates(members, own, radius, mine)
            _see_cells(row, own, radius, cells[n, c.MEMORY + member], grid[n, member],
                       seen[n, member])  # fmt: skip
            mine[c.SEEN_NUM_MONSTERS] = _see_monsters(
                type_rules, row, own, radius, pieces[n], monsters[n, member]
            )
            for index in range(min(own[c.NUM_REFUSED], MAX_ENTRIES + 1)):
                seen_refused[n, member, index, 0] = refused[n, member, index, 0]
                seen_refused[n, member, index, 1] = refused[n, member, index, 1]


@borrowing
def _see_numbers(rules: Shorts, row: Ints, own: Ints, member: int, out: Ints) -> None:
    """Write the numbers of the party and of the seat's own member into the seat's numbers, `out`.

    `rules` has the config's parameters; `row` and `own` are the party's and the member's numbers in `State.table`.
    """
    out[c.SEEN_PARTY] = row[c.PARTY]
    out[c.SEEN_CHAR] = 1 + member
    out[c.SEEN_SEAT] = NUM_MEMBERS * row[c.PARTY] + member
    out[c.SEEN_LEVEL] = row[c.LEVEL]
    out[c.SEEN_NUM_LEVELS] = rules[c.NUM_LEVELS]
    out[c.SEEN_WIDTH] = row[c.WIDTH]
    out[c.SEEN_HEIGHT] = row[c.HEIGHT]
    out[c.SEEN_CAP] = row[c.CAP]
    out[c.SEEN_ATTEMPT] = row[c.ATTEMPT]
    out[c.SEEN_ROUND] = row[c.ROUND]
    out[c.SEEN_PHASE] = 1 + row[c.PHASE]
    out[c.SEEN_WINDOW] = row[c.WINDOW]
    out[c.SEEN_X] = own[c.X]
    out[c.SEEN_Y] = own[c.Y]
    out[c.SEEN_HEARTS] = own[c.HEARTS]
    out[c.SEEN_AP] = own[c.AP]
    out[c.SEEN_SCORE] = row[c.SCORE]
    out[c.SEEN_NUM_PINGS] = row[c.NUM_PINGS]
    out[c.SEEN_NUM_REFUSED] = own[c.NUM_REFUSED]
    # Of the seat's own member alone: what other members were refused is hidden from it.
    out[c.SEEN_REFUSED_PHASE] = 1 + own[c.REFUSED_PHASE]
    out[c.SEEN_REFUSED_WINDOW] = own[c.REFUSED_WINDOW]
    out[c.SEEN_NUM_RESULTS] = row[c.NUM_RESULTS]


@borrowing
def _see_mates(members: Ints, own: Ints, radius: int, out: Ints) -> None:
    """Write all three members as their party knows them; x and y only of living members in sight, else -1.

    They are written into the seat's numbers, `out`. `own` has the numbers of the seat's own member,
    which sees `radius` cells in each direction.
    """
    for mate in range(NUM_MEMBERS):
        its = members[mate]
        out[mate_at(mate, c.MATE_CHAR)] = 1 + mate
        out[mate_at(mate, c.MATE_ALIVE)] = its[c.ALIVE]
        out[mate_at(mate, c.MATE_HEARTS)] = its[c.HEARTS]
        out[mate_at(mate, c.MATE_RESPAWN)] = its[c.RESPAWN]
        out[mate_at(mate, c.MATE_LIVES)] = its[c.LIVES]
        out[mate_at(mate, c.MATE_KEY)] = its[c.KEY]
        x, y = its[c.X], its[c.Y]
        # A dead mate is at -1, which can be within the square of a member in the corner: check that it lives.
        shown = its[c.ALIVE] == 1 and _sees(own, radius, x, y)
        out[mate_at(mate, c.MATE_X)] = x if shown else -1
        out[mate_at(mate, c.MATE_Y)] = y if shown else -1


@borrowing
def _sees(own: Ints, radius: int, x: int, y: int) -> bool:
    """Return whether a member has the cell at `x` and `y` in sight; a dead member sees nothing (DA-6.1).

    `own` has the member's numbers; `radius` is how many cells it sees in each direction.
    """
    near = abs(x - own[c.X]) <= radius and abs(y - own[c.Y]) <= radius
    return bool(near and own[c.ALIVE] == 1)


@borrowing
def _see_cells(row: Ints, own: Ints, radius: int, memory: Bytes, grid: Bytes, seen: Bytes) -> None:
    """Write what the member remembers of each cell into `grid`, and whether the cell is in sight into `seen`.

    `row` and `own` are the party's and the member's numbers, `radius` is how many cells the member
    sees in each direction, and `memory` is what it remembers.
    """
    width, height = row[c.WIDTH], row[c.HEIGHT]
    # Only as far as the level goes: beyond its edges are leftovers of a larger level, which readers cut off.
    for y in range(height):
        for x in range(width):
            content = memory[y, x]
            grid[y, x] = content
            seen[y, x] = c.REMEMBERED if content else c.NEVER_SEEN
    # Sight is a square without lines of sight: walls do not block it (DA-6.1).
    if own[c.ALIVE]:
        my_x, my_y = own[c.X], own[c.Y]
        for y in range(max(0, my_y - radius), min(height, my_y + radius + 1)):
            for x in range(max(0, my_x - radius), min(width, my_x + radius + 1)):
                seen[y, x] = c.IN_SIGHT


@borrowing
def _see_monsters(
    type_rules: Shorts, row: Ints, own: Ints, radius: int, pieces: Shorts, out: Shorts
) -> int:
    """Write the monsters in sight into `out`, ordered by (y, x, code), without their ids (DA-6.4).

    Indices of monster types ascend with their codes. Return the number of monsters.

    Args:
        type_rules: Rules of each type of rocks, traps and monsters.
        row: The party's numbers in `State.table`.
        own: Numbers of the seat's own member.
        radius: Number of cells that the member sees in each direction.
        pieces: Rocks, traps and monsters of the level.
        out: int16[monster, 3]: written; contents of the cell, x and y.
    """
    count = 0
    for piece in range(row[c.NUM_PIECES]):
        kind = pieces[piece, c.TYPE]
        is_monster = type_rules[kind, c.KIND] == MONSTER
        x, y = pieces[piece, c.PIECE_X], pieces[piece, c.PIECE_Y]
        # Sorted by insertion, as few are in sight. Their order must not follow the ids, which are hidden (DA-6.4).
        if is_monster and pieces[piece, c.PRESENT] and _sees(own, radius, x, y):
            at = count
            content = c.FIRST_PIECE + kind
            while at > 0 and _comes_later(out[at - 1], content, x, y):
                for column in range(3):
                    out[at, column] = out[at - 1, column]
                at -= 1
            out[at, 0] = content
            out[at, 1] = x
            out[at, 2] = y
            count += 1
    return count


@borrowing
def _comes_later(monster: Shorts, content: int, x: int, y: int) -> bool:
    if monster[2] != y:
        return bool(monster[2] > y)
    if monster[1] != x:
        return bool(monster[1] > x)
    return bool(monster[0] > content)
