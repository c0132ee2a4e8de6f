"""The log of a step, in which kernels note what happens as rows of integers (DA-6.6).

An entry is its kind, its audience as a set of members, and the numbers of the fields of its record in
`wire.records`, in their order. The log is cleared when a step begins.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.wire.records import (
    Bump,
    Death,
    Encounter,
    Key,
    LevelEnd,
    LevelStart,
    MemberRoll,
    PieceRoll,
    Respawn,
    Wipe,
)
from referee.kit.flat import most_numbers

__all__ = ["close_entry", "log_width", "note", "note_level_end", "note_level_start", "open_entry"]

_HEAD = 2
_LOST = NUM_MEMBERS
"""Most lost encounters in an Action Phase: each one halts a member that stepped into it (DA-5.5)."""
_A_MEMBER = (
    (_HEAD + most_numbers(Bump))
    + (_HEAD + len(Encounter._fields) + most_numbers(MemberRoll))
    + (_HEAD + most_numbers(Death))
    + (_HEAD + most_numbers(Key))
)
"""Most log columns that the events of one member fill in a step or sub-step, without the rolls of pieces."""
_THE_REST = (
    NUM_MEMBERS * (_HEAD + most_numbers(Respawn))
    + (_HEAD + most_numbers(Wipe))
    + (_HEAD + most_numbers(LevelEnd))
    + (_HEAD + most_numbers(LevelStart))
)
"""Most log columns that all other events of a step fill: one return of each member, one event of
each other kind.

After the first return of a member, and after the end of a level, the step is over, because members
decide again.
"""


def log_width(most_ap: int, most_steps: int, most_pieces: int) -> int:
    """Return a number of log columns that suffices for any step; it fits int16 under every config.

    Args:
        most_ap: Most action points of any member.
        most_steps: Most steps of any monster.
        most_pieces: Most pieces on any level.
    """
    # A piece rolls once in each encounter that is lost, once where it is won, since then it is gone, and
    # once in each sub-step of the Monster Phase (DA-5.4, DA-5.12).
    rolls = (_LOST + 1 + most_steps) * most_pieces
    steps = (most_ap + most_steps) * NUM_MEMBERS * _A_MEMBER
    return c.LOG_ENTRIES + steps + rolls * most_numbers(PieceRoll) + _THE_REST


@borrowing
def open_entry(b: Board, kind: int, audience: int) -> int:
    """Begin an entry of the log; return the column of its first field.

    Args:
        b: The party.
        kind: Kind of the event, such as ENCOUNTER.
        audience: Set of members that get the event.
    """
    # The size is not raised before `close_entry`, so an entry must be closed before another one is opened.
    at = int(b.log[c.LOG_SIZE])
    b.log[at] = kind
    b.log[at + 1] = audience
    return at + _HEAD


@borrowing
def close_entry(b: Board, at: int) -> None:
    """End a log entry whose fields are in the columns before `at`."""
    b.log[c.LOG_SIZE] = at


@borrowing
def note(b: Board, kind: int, audience: int, number: int) -> None:
    """Log an event with a single number as its field.

    `kind` is the kind of the event, and `audience` the set of members that get it, one bit each.
    """
    first = open_entry(b, kind, audience)
    b.log[first] = number
    close_entry(b, first + 1)


@borrowing
def note_level_start(b: Board) -> None:
    """Log that the current level begins, or restarts."""
    first = open_entry(b, c.LEVEL_START, c.WHOLE_PARTY)
    b.log[first] = b.table[c.LEVEL]
    b.log[first + 1] = b.table[c.WIDTH]
    b.log[first + 2] = b.table[c.HEIGHT]
    b.log[first + 3] = b.table[c.CAP]
    b.log[first + 4] = b.table[c.ATTEMPT]
    close_entry(b, first + 5)


@borrowing
def note_level_end(b: Board, level: int) -> None:
    """Log that the level with the index `level` has ended; its record must be in `State.results` already."""
    first = open_entry(b, c.LEVEL_END, c.WHOLE_PARTY)
    b.log[first] = level
    for column in range(c.RESULT_WIDTH):
        b.log[first + 1 + column] = b.results[level, column]
    # Enums count from 1 on the wire, and the log holds the numbers of the wire.
    b.log[first + 1 + c.OUTCOME] += 1
    close_entry(b, first + 1 + c.RESULT_WIDTH)
