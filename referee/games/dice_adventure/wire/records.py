"""What a seat may see as plain values in the rulebook's form (DA-6.5), read from its numbers on demand."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes
from referee.games.dice_adventure.tables import NUM_MEMBERS, PING_LETTERS

__all__ = [
    "LevelRecord",
    "LevelView",
    "Mate",
    "Me",
    "MonsterView",
    "Ping",
    "code_of",
    "read_level",
    "read_mates",
    "read_me",
    "read_ping",
    "read_result",
]


@dataclasses.dataclass(frozen=True, slots=True)
class LevelView:
    """The current level."""

    index: int
    """Place in the list of levels, from 0."""
    count: int
    """Levels of the match."""
    w: int
    """Cells in a row."""
    h: int
    """Rows."""
    cap: int
    """Rounds at most."""
    attempt: int
    """Restarts so far."""


class MonsterView(NamedTuple):
    """A monster in sight."""

    code: str
    """Code of its type."""
    x: int
    """Column."""
    y: int
    """Row."""


class Me(NamedTuple):
    """The member that the seat plays."""

    x: int | None
    """Column; None while dead."""
    y: int | None
    """Row; None while dead."""
    hearts: int
    """Hearts left."""
    ap: int
    """Action points left."""


class Mate(NamedTuple):
    """A member of the party as all of it know it, and where it is while in sight."""

    char: int
    """Map number, 1..3."""
    alive: bool
    """Whether it lives."""
    hearts: int
    """Hearts left."""
    respawn: int
    """Cleanups until it returns; 0 while it lives."""
    lives: int
    """Lives left on this level; 0 if they are not counted."""
    key: bool
    """Whether it holds its key."""
    x: int | None
    """Column; None unless it is in sight."""
    y: int | None
    """Row; None unless it is in sight."""


class Ping(NamedTuple):
    """A ping of this round."""

    by: int
    """Map number of the member, 1..3."""
    symbol: str
    """Its letter."""
    x: int
    """Column."""
    y: int
    """Row."""
    window: int
    """Window it was made in, from 1."""


class LevelRecord(NamedTuple):
    """How a level ended (DA-7.3)."""

    level: int
    """Place in the list of levels, from 0."""
    outcome: str
    """`cleared`, `timed_out`, `lost` or `not_played`."""
    keys: int
    """Keys held."""
    rounds: int
    """Round in which it was cleared, else the cap."""
    score: int
    """Points."""


def code_of(chars: Bytes, content: int) -> str:
    """Code of a cell's content."""
    code: bytes = chars[content].tobytes()
    return code.decode()


def read_level(numbers: list[int]) -> LevelView:
    """The current level."""
    order = (
        c.SEEN_LEVEL,
        c.SEEN_NUM_LEVELS,
        c.SEEN_WIDTH,
        c.SEEN_HEIGHT,
        c.SEEN_CAP,
        c.SEEN_ATTEMPT,
    )
    return LevelView(*[numbers[column] for column in order])


def read_me(numbers: list[int]) -> Me:
    """The seat's own member."""
    x, y = numbers[c.SEEN_X], numbers[c.SEEN_Y]
    return Me(_place(x), _place(y), numbers[c.SEEN_HEARTS], numbers[c.SEEN_AP])


def read_mates(numbers: list[int]) -> tuple[Mate, ...]:
    """All three members."""
    mates = []
    for member in range(NUM_MEMBERS):
        start = c.SEEN_MEMBERS + c.MATE_WIDTH * member
        alive, hearts, respawn, lives, key, x, y = numbers[start : start + c.MATE_WIDTH]
        mates.append(
            Mate(member + 1, alive == 1, hearts, respawn, lives, key == 1, _place(x), _place(y))
        )
    return tuple(mates)


def read_ping(row: list[int]) -> Ping:
    """A ping by its columns."""
    by, symbol, x, y, window = row
    return Ping(by + 1, PING_LETTERS[symbol], x, y, window)


def read_result(level: int, row: list[int]) -> LevelRecord:
    """A level record by its columns."""
    outcome, keys, rounds, score = row
    return LevelRecord(level, c.OUTCOME_NAMES[outcome], keys, rounds, score)


def _place(value: int) -> int | None:
    return None if value < 0 else value
