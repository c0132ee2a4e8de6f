"""Encounters: their participants, both sides' rolls, and their effects (DA-5.4 to DA-5.8)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.rules.dice import roll_die
from referee.games.dice_adventure.rules.log import close_entry, note, open_entry
from referee.games.dice_adventure.tables import MONSTER, NUM_MEMBERS, ROCK, TRAP
from referee.games.dice_adventure.visibility.fog import radius_of, unsettle

__all__ = ["remember_sight", "resolve_cells"]

_NO_CELL = 1 << 20


@borrowing
def remember_sight(b: Board) -> None:
    """Store each member's cell after the moves of a step.

    From this cell it is decided which encounters of the step the member sees, even if it dies in it
    (DA-6.6).
    """
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        b.scratch[member, c.LOOKED_X] = own[c.X]
        b.scratch[member, c.LOOKED_Y] = own[c.Y]


@borrowing
def resolve_cells(b: Board, starters: int, phase: int, step: int) -> None:
    """Resolve the encounters in the cells of some members, in row-major order (DA-5.3, DA-5.12).

    Args:
        b: The party.
        starters: Set of living members whose cells hold an encounter.
        phase: ACTION_PHASE or MONSTER_PHASE.
        step: Number of the step or sub-step, from 1.
    """
    # Positions are read from this copy, since an encounter moves its members away and kills some.
    remember_sight(b)
    width = b.table[c.WIDTH]
    # Row-major order, each cell once even if several starters share it: dice are drawn in this order.
    done = -1
    while True:
        cell = _NO_CELL
        for member in range(NUM_MEMBERS):
            if starters >> member & 1:
                x, y = b.scratch[member, c.LOOKED_X], b.scratch[member, c.LOOKED_Y]
                if done < y * width + x < cell:
                    cell = y * width + x
        if cell == _NO_CELL:
            return
        _resolve(b, cell % width, cell // width, phase, step)
        done = cell


@borrowing
def _resolve(b: Board, x: int, y: int, phase: int, step: int) -> None:
    """Carry out the encounter in the cell at `x` and `y`: roll for all in it, log it, and apply its effect.

    `phase` is ACTION_PHASE or MONSTER_PHASE; `step` is the number of the step or sub-step, from 1.
    """
    # All living members in the cell take part, not only those that started it (DA-5.4).
    members = _members_at(b, x, y)
    kind = _kind_at(b, x, y)
    first = open_entry(b, c.ENCOUNTER, members | _witnesses(b, x, y))
    b.log[first] = 1 + phase
    b.log[first + 1] = step
    b.log[first + 2] = x
    b.log[first + 3] = y
    b.log[first + 4] = 1 + kind
    at, ours = _roll_members(b, members, kind, first + 5)
    at, theirs = _roll_pieces(b, x, y, at)
    success = ours >= theirs  # ties to the party (DA-5.4)
    b.log[at] = success
    close_entry(b, at + 1)
    # The entry is closed before members die: deaths have entries that must come right after it (DA-5.8).
    if success or kind == TRAP:  # a trap goes off once, whoever wins
        _remove_pieces(b, x, y)
    if not success:
        _suffer(b, members, kind, phase)


@borrowing
def _members_at(b: Board, x: int, y: int) -> int:
    """Return the living members in a cell as a set: bit m is set for member m."""
    members = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if own[c.ALIVE] and own[c.X] == x and own[c.Y] == y:
            members |= 1 << member
    return members


@borrowing
def _kind_at(b: Board, x: int, y: int) -> int:
    """Return the kind of the pieces in a cell that holds some: ROCK, TRAP or MONSTER (DA-3.2)."""
    content = b.statics[y, x]
    if content < c.FIRST_PIECE:
        return MONSTER  # the only pieces that are no content of their cell
    return int(b.type_rules[(content - c.FIRST_PIECE), c.KIND])


@borrowing
def _witnesses(b: Board, x: int, y: int) -> int:
    """Return the members, as bits of a set, that had a cell in sight after the moves of the step (DA-6.6).

    A member that an encounter of this step has killed still counts; a member that was dead before does not.
    """
    witnesses = 0
    for member in range(NUM_MEMBERS):
        radius = radius_of(b, member)
        from_x, from_y = b.scratch[member, c.LOOKED_X], b.scratch[member, c.LOOKED_Y]
        if from_x >= 0 and abs(x - from_x) <= radius and abs(y - from_y) <= radius:
            witnesses |= 1 << member
    return witnesses


@borrowing
def _roll_members(b: Board, members: int, kind: int, at: int) -> tuple[int, int]:
    """Roll for the participating members, and log from column `at` their number and each roll.

    `members` is a set of members, one bit each; `kind` is the kind of the pieces: ROCK, TRAP or MONSTER.

    Returns:
        Next free column of the log, and the sum of the rolls.
    """
    count_at = at
    b.log[count_at] = 0
    at += 1
    total = 0
    for member in range(NUM_MEMBERS):
        if members >> member & 1:
            own = b.member_rules[member]
            rolled = roll_die(b, own[c.DICE + kind], own[c.MODIFIERS + kind])
            total += rolled
            b.log[count_at] += 1
            b.log[at] = 1 + member
            b.log[at + 1] = rolled
            at += 2
    return at, total


@borrowing
def _roll_pieces(b: Board, x: int, y: int, at: int) -> tuple[int, int]:
    """Roll for the pieces in a cell in ascending id, and log from column `at` their number and each roll.

    Returns:
        Next free column of the log, and the sum of the rolls.
    """
    count_at = at
    b.log[count_at] = 0
    at += 1
    total = 0
    for piece in range(b.table[c.NUM_PIECES]):
        if _is_at(b, piece, x, y):
            its = b.type_rules[b.pieces[piece, c.TYPE]]
            rolled = roll_die(b, its[c.DIE], its[c.MODIFIER])
            total += rolled
            b.log[count_at] += 1
            b.log[at] = c.FIRST_PIECE + b.pieces[piece, c.TYPE]
            b.log[at + 1] = rolled
            at += 2
    return at, total


@borrowing
def _is_at(b: Board, piece: int, x: int, y: int) -> bool:
    p = b.pieces
    return bool(p[piece, c.PRESENT] == 1 and p[piece, c.PIECE_X] == x and p[piece, c.PIECE_Y] == y)


@borrowing
def _remove_pieces(b: Board, x: int, y: int) -> None:
    for piece in range(b.table[c.NUM_PIECES]):
        if _is_at(b, piece, x, y):
            b.pieces[piece, c.PRESENT] = 0
    if b.statics[y, x] >= c.FIRST_PIECE:
        b.statics[y, x] = 1 + b.level_cells[b.table[c.LEVEL], y, x]
        unsettle(b)


@borrowing
def _suffer(b: Board, members: int, kind: int, phase: int) -> None:
    """Apply a lost encounter to its participants: each halts, and may lose hearts and die (DA-5.5, DA-5.6).

    Hearts are lost to traps and monsters. In the Action Phase, a loss to a rock or monster also
    marks the member to be pushed back.

    Args:
        b: The party.
        members: Participants, as a set of bits.
        kind: Kind of the pieces: ROCK, TRAP or MONSTER.
        phase: ACTION_PHASE or MONSTER_PHASE.
    """
    for member in range(NUM_MEMBERS):
        if members >> member & 1:
            b.scratch[member, c.HALTED] = 1
            # Only marked here: all encounters of the step happen where members stood after its moves.
            if phase == c.ACTION_PHASE and kind != TRAP:
                b.scratch[member, c.PUSHED] = 1
            if kind != ROCK:
                own = b.members[member]
                own[c.HEARTS] = max(0, own[c.HEARTS] - b.rules[c.DAMAGE])
                if own[c.HEARTS] == 0:
                    _die(b, member)


@borrowing
def _die(b: Board, member: int) -> None:
    """Take a dead member off the board and set the number of Cleanup Phases after which it returns (DA-5.8)."""
    own = b.members[member]
    own[c.ALIVE] = 0
    own[c.X] = -1
    own[c.Y] = -1
    own[c.RESPAWN] = b.rules[c.RESPAWN_WAIT]
    if b.rules[c.FULL_LIVES] > 0:
        own[c.LIVES] -= 1
    b.table[c.DEATHS] += 1
    note(b, c.DEATH, c.WHOLE_PARTY, 1 + member)
