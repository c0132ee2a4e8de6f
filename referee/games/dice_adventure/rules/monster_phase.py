"""The Monster Phase: sub-steps of monsters, random or hunting, and encounters after each (DA-5.12 to DA-5.14)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.rules.defeat import level_after_encounters
from referee.games.dice_adventure.rules.dice import roll
from referee.games.dice_adventure.rules.encounters import resolve_cells
from referee.games.dice_adventure.tables import (
    NUM_DIRECTIONS,
    NUM_MEMBERS,
    STEP_DX,
    STEP_DY,
    WALL,
)

__all__ = ["move_monsters"]

_FAR = 32767
"""Distance of a cell that no member can be reached from; more than any real distance and any `hunt`."""
_STAYS = -1
_AT_RANDOM = -1
"""Passed to `_choose` in place of a distance: the monster may enter any cell."""


@borrowing
def move_monsters(b: Board) -> int:
    """Move all monsters, sub-step by sub-step, with the encounters after each.

    Return the status of the level afterwards: GOES_ON, LOST or RESTARTS.
    """
    most_steps = 0
    for piece in range(b.table[c.NUM_PIECES]):
        if b.pieces[piece, c.PRESENT]:
            most_steps = max(most_steps, _type_rule(b, piece, c.STEPS))
    for step in range(1, most_steps + 1):
        # Distances of the start of the sub-step: members do not move in it, so one search serves all hunters.
        if _is_anybody_hunting(b, step):
            _measure_distances(b)
        starters = 0
        for piece in range(b.table[c.NUM_PIECES]):
            if b.pieces[piece, c.PRESENT] and _type_rule(b, piece, c.STEPS) >= step:
                # In ascending id, since each move may draw from the stream (DA-5.12). Encounters only after all
                # have moved.
                starters |= _take_step(b, piece)
        if starters:
            resolve_cells(b, starters, c.MONSTER_PHASE, step)
            status = level_after_encounters(b)
            if status != c.GOES_ON:
                return status
    return c.GOES_ON


@borrowing
def _type_rule(b: Board, piece: int, column: int) -> int:
    return int(b.type_rules[b.pieces[piece, c.TYPE], column])


@borrowing
def _take_step(b: Board, piece: int) -> int:
    """Move one monster by one step; return the living members that it meets, as a set of bits.

    These are the members in the cell that it enters. A hunting monster that shares its cell with a
    member stays and meets the members there; a monster that can't move meets nobody.
    """
    x, y = b.pieces[piece, c.PIECE_X], b.pieces[piece, c.PIECE_Y]
    hunt = _type_rule(b, piece, c.HUNT)
    distance = b.distances[y, x] if hunt > 0 else _FAR
    if distance > 0:  # else it stays and strikes, which counts as entering
        direction = _choose(b, x, y, distance - 1 if distance <= hunt else _AT_RANDOM)
        if direction == _STAYS:
            return 0
        x += STEP_DX[direction]
        y += STEP_DY[direction]
        b.pieces[piece, c.PIECE_X] = x
        b.pieces[piece, c.PIECE_Y] = y
    entered = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if own[c.X] == x and own[c.Y] == y:  # the dead are at -1
            entered |= 1 << member
    return entered


@borrowing
def _choose(b: Board, x: int, y: int, distance: int) -> int:
    """Draw one of the directions that a monster may take (DA-5.13, DA-5.14); _STAYS if there is none.

    Args:
        b: The party.
        x: Column of the monster's cell.
        y: Row of the monster's cell.
        distance: Distance that the cell it enters must have, or _AT_RANDOM.
    """
    num_legal = 0
    legal = 0
    for direction in range(NUM_DIRECTIONS):
        to_x, to_y = x + STEP_DX[direction], y + STEP_DY[direction]
        legal_here = _may_enter(b, to_x, to_y)
        if legal_here and distance != _AT_RANDOM:
            legal_here = b.distances[to_y, to_x] == distance
        if legal_here:
            num_legal += 1
            legal |= 1 << direction
    if num_legal == 0:
        return _STAYS
    # One draw even for several hunting candidates; with one legal cell `roll` draws nothing.
    left = roll(b, c.MOVE_STREAM, num_legal)
    for direction in range(NUM_DIRECTIONS):
        left -= legal >> direction & 1
        if left == 0:
            return direction
    return _STAYS


@borrowing
def _may_enter(b: Board, x: int, y: int) -> bool:
    """Return whether a monster may walk into a cell: on the map, no wall, no rock and no trap."""
    if not (0 <= x < b.table[c.WIDTH] and 0 <= y < b.table[c.HEIGHT]):
        return False
    # Between the wall and the first piece is all other terrain; monsters are never in this plane, so they don't
    # block.
    return bool(1 + WALL < b.statics[y, x] < c.FIRST_PIECE)


@borrowing
def _is_anybody_hunting(b: Board, step: int) -> bool:
    """Return whether a monster that moves in this sub-step hunts, so that distances are needed."""
    for piece in range(b.table[c.NUM_PIECES]):
        moves = b.pieces[piece, c.PRESENT] and _type_rule(b, piece, c.STEPS) >= step
        if moves and _type_rule(b, piece, c.HUNT) > 0:
            return True
    return False


@borrowing
def _measure_distances(b: Board) -> None:
    """Write each cell's walking distance from the nearest living member, as monsters walk (DA-5.14)."""
    for y in range(b.table[c.HEIGHT]):
        for x in range(b.table[c.WIDTH]):
            b.distances[y, x] = _FAR
    filled = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if own[c.ALIVE]:
            filled = _reach(b, own[c.X], own[c.Y], 0, filled)
    at = 0
    # Breadth-first from all members at once: cells are queued by distance, so the first distance found is the
    # least.
    while at < filled:
        x, y = b.queue[at, 0], b.queue[at, 1]
        at += 1
        for direction in range(NUM_DIRECTIONS):
            to_x, to_y = x + STEP_DX[direction], y + STEP_DY[direction]
            if _may_enter(b, to_x, to_y):
                filled = _reach(b, to_x, to_y, b.distances[y, x] + 1, filled)


@borrowing
def _reach(b: Board, x: int, y: int, distance: int, filled: int) -> int:
    """Add a cell with its distance to the queue unless it was reached before; return the queue's new length.

    `filled` is the length of the queue so far.
    """
    if b.distances[y, x] != _FAR:
        return filled
    b.distances[y, x] = distance
    b.queue[filled, 0] = x
    b.queue[filled, 1] = y
    return filled + 1
