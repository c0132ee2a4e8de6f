"""A party's way through its levels: start, cleanup, restart, end (DA-2.16, DA-5.11 to DA-5.16)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.rules.dice import begin_streams
from referee.games.dice_adventure.rules.log import note, note_level_end, note_level_start
from referee.games.dice_adventure.rules.scoring import level_score
from referee.games.dice_adventure.tables import NUM_MEMBERS, ROCK, TRAP
from referee.games.dice_adventure.visibility.fog import look, unsettle

__all__ = ["begin_round", "clean_up", "end_level", "restart", "start_level"]


@borrowing
def start_level(b: Board) -> None:
    """Begin the level whose index is in the party's table (DA-2.16)."""
    info = b.level_info[b.table[c.LEVEL]]
    b.table[c.WIDTH] = info[c.INFO_WIDTH]
    b.table[c.HEIGHT] = info[c.INFO_HEIGHT]
    b.table[c.CAP] = info[c.INFO_CAP]
    b.table[c.NUM_PIECES] = info[c.INFO_PIECES]
    # Only here, not in `_set_up`: a restart goes on counting rounds and attempts, and refills no lives (DA-5.11).
    b.table[c.ROUND] = 1
    b.table[c.ATTEMPT] = 0
    for member in range(NUM_MEMBERS):
        b.members[member, c.LIVES] = b.rules[c.FULL_LIVES]
    _set_up(b)
    note_level_start(b)


@borrowing
def _set_up(b: Board) -> None:
    """Restore the level's start: pieces, members and what members remember (DA-2.16)."""
    level = b.table[c.LEVEL]
    # Streams depend on level and attempt alone, so a restart rolls new dice and all parties roll the same.
    begin_streams(b)
    b.statics[:] = 0
    b.memories[:] = 0
    for row in range(b.table[c.HEIGHT]):
        for col in range(b.table[c.WIDTH]):
            b.statics[row, col] = 1 + b.level_cells[level, row, col]
    b.pieces[:] = 0
    for piece in range(b.table[c.NUM_PIECES]):
        kind_of_piece, x, y = b.level_pieces[level, piece]
        b.pieces[piece, c.TYPE] = kind_of_piece
        b.pieces[piece, c.PIECE_X] = x
        b.pieces[piece, c.PIECE_Y] = y
        b.pieces[piece, c.PRESENT] = 1
        kind = b.type_rules[kind_of_piece, c.KIND]
        if kind in (ROCK, TRAP):
            b.statics[y, x] = c.FIRST_PIECE + kind_of_piece
    b.table[c.NUM_PINGS] = 0
    b.pings[:] = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        _return_to_spawn(b, member)
        own[c.RESPAWN] = 0
        own[c.AP] = _full(b, member, c.FULL_AP)
        own[c.KEY] = 0
    # Memory was cleared above, so everybody must look, even a member that has not moved.
    unsettle(b)
    look(b)


@borrowing
def _full(b: Board, member: int, column: int) -> int:
    return int(b.member_rules[member, column])


@borrowing
def _return_to_spawn(b: Board, member: int) -> None:
    """Put a member on its spawn point, alive and with full hearts."""
    own = b.members[member]
    spawns = b.level_info[b.table[c.LEVEL], c.INFO_SPAWNS :].reshape(NUM_MEMBERS, 2)
    own[c.X] = spawns[member, 0]
    own[c.Y] = spawns[member, 1]
    own[c.ALIVE] = 1
    own[c.HEARTS] = _full(b, member, c.FULL_HEARTS)
    b.scratch[member, c.STALE] = 1


@borrowing
def begin_round(b: Board) -> None:
    """Open the first ping window of a round; in a silent game, ask for plans (DA-4.1)."""
    silent = b.rules[c.PING_WINDOWS] == 0
    b.table[c.PHASE] = c.PLANNING if silent else c.COMMUNICATION
    b.table[c.WINDOW] = 0 if silent else 1


@borrowing
def clean_up(b: Board) -> int:
    """Carry out the Cleanup Phase: clear pings, let dead members return, restore action points (DA-5.15).

    Return the status of the level afterwards: GOES_ON or TIMED_OUT.
    """
    b.pings[: b.table[c.NUM_PINGS]] = 0
    b.table[c.NUM_PINGS] = 0
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if not own[c.ALIVE]:
            own[c.RESPAWN] -= 1  # in the round of the death already (DA-5.8)
            if own[c.RESPAWN] == 0:
                _return_to_spawn(b, member)
                note(b, c.RESPAWNED, c.WHOLE_PARTY, 1 + member)
        own[c.AP] = _full(b, member, c.FULL_AP)
    look(b)
    # Last: all members look first, even in the round in which the level times out (DA-5.15).
    return _next_round(b)


@borrowing
def _next_round(b: Board) -> int:
    if b.table[c.ROUND] == b.table[c.CAP]:
        return c.TIMED_OUT
    b.table[c.ROUND] += 1
    return c.GOES_ON


@borrowing
def restart(b: Board) -> int:
    """Begin a new attempt at the level after a wipe; this counts as a round (DA-5.11).

    Return the status of the level: GOES_ON or TIMED_OUT.
    """
    b.table[c.ATTEMPT] += 1
    _set_up(b)
    status = _next_round(b)
    if status == c.GOES_ON:
        note_level_start(b)
    return status


@borrowing
def end_level(b: Board, outcome: int) -> None:
    """Write the level's record with its outcome, then begin the next level or finish the party.

    This is DA-5.16 and DA-7.3.
    """
    level = b.table[c.LEVEL]
    keys = 0
    for member in range(NUM_MEMBERS):
        keys += b.members[member, c.KEY]
    _write_result(b, outcome, keys, b.table[c.CAP])
    # Logged before the next level begins, which would overwrite the table and log its own start.
    note_level_end(b, level)
    fails = outcome != c.CLEARED and b.rules[c.ON_FAIL] == c.FAIL_END
    if not fails and level + 1 < b.rules[c.NUM_LEVELS]:
        b.table[c.LEVEL] += 1
        start_level(b)
        return
    b.table[c.PHASE] = c.DONE
    b.table[c.WINDOW] = 0
    while b.table[c.NUM_RESULTS] < b.rules[c.NUM_LEVELS]:  # those that on_fail cuts off (DA-7.3)
        cap = b.level_info[b.table[c.NUM_RESULTS], c.INFO_CAP]
        _write_result(b, c.NOT_PLAYED, 0, cap)


@borrowing
def _write_result(b: Board, outcome: int, keys: int, cap: int) -> None:
    result = b.results[b.table[c.NUM_RESULTS]]
    rounds = b.table[c.ROUND] if outcome == c.CLEARED else cap
    result[c.OUTCOME] = outcome
    result[c.KEYS] = keys
    result[c.ROUNDS] = rounds
    result[c.LEVEL_SCORE] = level_score(keys, outcome == c.CLEARED, rounds, cap)
    b.table[c.SCORE] += result[c.LEVEL_SCORE]
    b.table[c.NUM_RESULTS] += 1
