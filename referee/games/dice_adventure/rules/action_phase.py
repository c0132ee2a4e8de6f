"""The Action Phase: members step at the same time; each step's encounters come before the next step (DA-5.3)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board, plan_at
from referee.games.dice_adventure.rules.defeat import level_after_encounters
from referee.games.dice_adventure.rules.encounters import resolve_cells
from referee.games.dice_adventure.rules.log import close_entry, note, open_entry
from referee.games.dice_adventure.tables import (
    NUM_MEMBERS,
    SHRINE,
    STEP_DX,
    STEP_DY,
    STEP_TOKENS,
    TOWER,
    WALL,
)
from referee.games.dice_adventure.visibility.fog import look

__all__ = ["act"]

_WAIT = STEP_TOKENS.index("W")


@borrowing
def act(b: Board) -> int:
    """Carry out the plans of all members, step by step.

    Return the status of the level afterwards: GOES_ON, CLEARED, LOST or RESTARTS.
    """
    for member in range(NUM_MEMBERS):
        b.scratch[member, c.HALTED] = 0
    # Plans may have any length, so loop until no member acts any more; a halted member counts as done.
    step = 1
    while True:
        performers = _performers(b, step)
        if performers == 0:
            return c.GOES_ON
        _move(b, performers, step)
        # Look before the encounters: a member that dies in one keeps in memory what it stepped next to (DA-6.3).
        look(b)
        starters = _with_pieces(b, performers)
        if starters:
            resolve_cells(b, starters, c.ACTION_PHASE, step)
            # Push back only after all cells are resolved: a pushed member must not join an encounter of its old
            # cell.
            _push_back(b)
            look(b)
        # Keys before the loss check: the level is cleared even if the last living member but one died in this step
        # (DA-5.11).
        status = _keys_and_tower(b)
        if status == c.GOES_ON and starters:  # nobody dies but in an encounter
            status = level_after_encounters(b)
        if status != c.GOES_ON:
            return status
        step += 1


@borrowing
def _performers(b: Board, step: int) -> int:
    """Return the members that carry out this step, as a set of bits, and note where all members stand.

    A member carries out the step if it lives, has not been halted and has planned that many steps.

    Args:
        b: The party; each member's cell before the step is stored in its scratch row.
        step: Number of the step, from 1.
    """
    performers = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        mine = b.scratch[member]
        # For all members, not only performers: a waiting one can be drawn into an encounter and is pushed back,
        # too.
        mine[c.ORIGIN_X] = own[c.X]
        mine[c.ORIGIN_Y] = own[c.Y]
        mine[c.PUSHED] = 0
        if own[c.ALIVE] and not mine[c.HALTED] and mine[c.PLAN_SIZE] >= step:
            performers |= 1 << member
    return performers


@borrowing
def _move(b: Board, performers: int, step: int) -> None:
    """Move all performers at once; each moves, waits or bumps into a wall, and pays an action point.

    Args:
        b: The party.
        performers: Members that carry out the step, as a set of bits.
        step: Number of the step, from 1.
    """
    for member in range(NUM_MEMBERS):
        if performers >> member & 1:
            own = b.members[member]
            # Paid before the move is judged: a bump costs a point like any step (DA-4.6).
            own[c.AP] -= 1
            token = b.scratch[member, plan_at(step - 1)]
            if token != _WAIT:
                x = own[c.X] + STEP_DX[token]
                y = own[c.Y] + STEP_DY[token]
                if _is_open(b, x, y):
                    own[c.X] = x
                    own[c.Y] = y
                    b.scratch[member, c.STALE] = 1
                else:
                    b.scratch[member, c.HALTED] = 1
                    _note_bump(b, member, step, x, y)


@borrowing
def _is_open(b: Board, x: int, y: int) -> bool:
    """Return whether a member can stand in a cell: it is on the map and no wall."""
    inside = 0 <= x < b.table[c.WIDTH] and 0 <= y < b.table[c.HEIGHT]
    # `inside` must come first: kernels do not check indices, and -1 would read the last row.
    return bool(inside and b.statics[y, x] != 1 + WALL)


@borrowing
def _note_bump(b: Board, member: int, step: int, x: int, y: int) -> None:
    first = open_entry(b, c.BUMP, 1 << member)
    b.log[first] = step
    b.log[first + 1] = x
    b.log[first + 2] = y
    close_entry(b, first + 3)


@borrowing
def _with_pieces(b: Board, performers: int) -> int:
    """Return which members that carry out the step share their cell with a piece (DA-5.3.4).

    `performers`, the members that carry out the step, and the result are sets of members, one bit each.
    """
    starters = 0
    for member in range(NUM_MEMBERS):
        if performers >> member & 1:
            own = b.members[member]
            x, y = own[c.X], own[c.Y]
            if b.statics[y, x] >= c.FIRST_PIECE or _has_monster(b, x, y):
                starters |= 1 << member
    return starters


@borrowing
def _has_monster(b: Board, x: int, y: int) -> bool:
    """Return whether a monster is in a cell, which must have no rock and no trap."""
    p = b.pieces
    for piece in range(b.table[c.NUM_PIECES]):
        if p[piece, c.PIECE_X] == x and p[piece, c.PIECE_Y] == y and p[piece, c.PRESENT]:
            return True
    return False


@borrowing
def _push_back(b: Board) -> None:
    """Move living members that lost an encounter with a rock or monster in this step back (DA-5.6).

    Each returns to the cell in which it stood before the step.
    """
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        mine = b.scratch[member]
        if mine[c.PUSHED] and own[c.ALIVE]:
            own[c.X] = mine[c.ORIGIN_X]
            own[c.Y] = mine[c.ORIGIN_Y]
            mine[c.STALE] = 1


@borrowing
def _keys_and_tower(b: Board) -> int:
    """Give keys to members on their shrines; return whether the tower then ends the level (DA-5.9, DA-5.10).

    Returns:
        CLEARED if a living member is on the tower and the party has all keys, else GOES_ON.
    """
    keys = 0
    on_tower = False
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if own[c.ALIVE]:  # keys of the dead count, but only the living find them and open the tower
            here = b.statics[own[c.Y], own[c.X]]
            if here == 1 + SHRINE + member and not own[c.KEY]:
                own[c.KEY] = 1
                note(b, c.KEY_FOUND, c.WHOLE_PARTY, 1 + member)
            on_tower |= here == 1 + TOWER
        keys += own[c.KEY]
    return c.CLEARED if on_tower and keys == NUM_MEMBERS else c.GOES_ON
