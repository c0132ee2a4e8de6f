"""What is told of a match as it happens (DA-6.6), read from the logs of its parties."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.core.game import Event
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import KIND_NAMES, NUM_MEMBERS, RefusalCode
from referee.games.dice_adventure.wire.records import code_of

__all__ = [
    "Bump",
    "Death",
    "Encounter",
    "Key",
    "LevelEnd",
    "LevelStart",
    "MatchEnd",
    "MemberRoll",
    "Notice",
    "PieceRoll",
    "Respawn",
    "Wipe",
    "log_events",
    "notice_events",
    "notice",
    "read_notices",
    "refused_parts",
]


@dataclasses.dataclass(frozen=True, slots=True)
class LevelStart:
    """A level begins, or begins anew."""

    index: int
    """Place in the list of levels, from 0."""
    w: int
    """Cells in a row."""
    h: int
    """Rows."""
    cap: int
    """Rounds at most."""
    attempt: int
    """Restarts so far."""


class MemberRoll(NamedTuple):
    """What a member rolled."""

    char: int
    """Map number, 1..3."""
    number: int
    """The roll with its modifier."""


class PieceRoll(NamedTuple):
    """What a piece rolled."""

    code: str
    """Code of its type."""
    number: int
    """The roll with its modifier."""


class Encounter(NamedTuple):
    """Members and pieces met in a cell (DA-5.4)."""

    phase: str
    """`action` or `monster`."""
    step: int
    """Step or sub-step, from 1."""
    x: int
    """Column of the cell."""
    y: int
    """Row of the cell."""
    kind: str
    """`rock`, `trap` or `monster`."""
    members: tuple[MemberRoll, ...]
    """Rolls of the participants, in the order of rolling."""
    pieces: tuple[PieceRoll, ...]
    """Rolls of the pieces, in the order of rolling."""
    success: bool
    """Whether the party won."""


class Bump(NamedTuple):
    """A member walked against a wall or the edge of the map."""

    step: int
    """Step of the Action Phase, from 1."""
    x: int
    """Column walked against."""
    y: int
    """Row walked against."""


class Death(NamedTuple):
    """A member has died."""

    char: int
    """Map number, 1..3."""


class Respawn(NamedTuple):
    """A member has returned."""

    char: int
    """Map number, 1..3."""


class Key(NamedTuple):
    """A member has its key."""

    char: int
    """Map number, 1..3."""


class Wipe(NamedTuple):
    """All three were dead at once, and the level begins anew or is lost."""


class LevelEnd(NamedTuple):
    """A level has ended (DA-7.3)."""

    level: int
    """Place in the list of levels, from 0."""
    outcome: str
    """`cleared`, `timed_out` or `lost`."""
    keys: int
    """Keys held."""
    rounds: int
    """Round in which it was cleared, else the cap."""
    score: int
    """Points."""


class MatchEnd(NamedTuple):
    """The match is over; its seed is revealed by the referee, not by the game."""

    scores: tuple[int, ...]
    """Score of each party."""
    placements: tuple[int, ...]
    """Placement of each party, from 1 (DA-7.4)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Notice:
    """A part of a seat's own order that did not count (DA-4.7); told to that seat alone."""

    phase: str
    """`communication` or `planning`."""
    window: int
    """Ping window; 0 in planning."""
    index: int | None
    """Entry it is about; None for the order as a whole."""
    code: RefusalCode
    """The reason."""
    more: int = 0
    """With TOO_MANY how many entries followed this one and were not read either; 0 in version 1."""


def notice_events(state: State, row: int, members: Sequence[int]) -> list[Event]:
    """What some members of a party are told of the orders they have just given, each by itself."""
    return [
        Event(told, (NUM_MEMBERS * state.table.item(row, c.PARTY) + member,))
        for member in members
        for told in read_notices(state, row, member)
    ]


def read_notices(state: State, row: int, member: int) -> list[Notice]:
    """What was refused of a member's last order."""
    own = c.MEMBERS + c.MEMBER_WIDTH * member
    count = state.table.item(row, own + c.NUM_REFUSED)
    if not count:
        return []
    phase = c.PHASE_NAMES[state.table.item(row, own + c.REFUSED_PHASE)]
    window = state.table.item(row, own + c.REFUSED_WINDOW)
    parts = refused_parts(state.refused[row, member], count)
    return [notice(phase, window, *part) for part in parts]


def refused_parts(rows: npt.NDArray[np.int8], count: int) -> list[tuple[int, int, int]]:
    """Code, index (-1 for the order as a whole) and number of followers of what was refused of an order.

    Args:
        rows: int8[refusal, 2]: code and index, and nothing of what TOO_MANY stands for.
        count: How many parts were refused.
    """
    parts = [(code, index, 0) for code, index in rows[:count].tolist() if code]
    if parts and parts[-1][0] == RefusalCode.TOO_MANY.value:
        parts[-1] = (*parts[-1][:2], count - len(parts))
    return parts


def notice(phase: str, window: int, code: int, index: int, more: int) -> Notice:
    """A notice of a part that `refused_parts` gives."""
    return Notice(phase, window, None if index < 0 else index, RefusalCode(code), more)


def log_events(state: State, row: int) -> Iterator[Event]:
    """What has happened to a party in the last step, in order."""
    size = state.log.item(row, c.LOG_SIZE)
    if size == c.LOG_ENTRIES:
        return
    log = state.log[row, :size].tolist()
    first_seat = NUM_MEMBERS * state.table.item(row, c.PARTY)
    at = c.LOG_ENTRIES
    while at < size:
        kind, audience, count = log[at : at + 3]
        seats = tuple(first_seat + m for m in range(NUM_MEMBERS) if audience >> m & 1)
        yield Event(_body(state, kind, log[at + 3 : at + 3 + count]), seats)
        at += 3 + count


def _body(state: State, kind: int, fields: list[int]) -> object:
    match kind:
        case c.LEVEL_START:
            return LevelStart(*fields)
        case c.ENCOUNTER:
            return _encounter(state, fields)
        case c.BUMP:
            return Bump(*fields)
        case c.DEATH:
            return Death(fields[0] + 1)
        case c.RESPAWNED:
            return Respawn(fields[0] + 1)
        case c.KEY_FOUND:
            return Key(fields[0] + 1)
        case c.WIPED:
            return Wipe()
        case c.LEVEL_END:
            level, outcome, *rest = fields
            return LevelEnd(level, c.OUTCOME_NAMES[outcome], *rest)
    raise AssertionError(f"{kind} is no kind of entry")


def _encounter(state: State, fields: list[int]) -> Encounter:
    phase, step, x, y, kind, success, count, *rolls = fields
    pairs = list(zip(rolls[::2], rolls[1::2], strict=True))
    return Encounter(
        phase=c.ENGINE_PHASE_NAMES[phase],
        step=step,
        x=x,
        y=y,
        kind=KIND_NAMES[kind],
        members=tuple(MemberRoll(member + 1, number) for member, number in pairs[:count]),
        pieces=tuple(
            PieceRoll(code_of(state.chars, c.FIRST_PIECE + its_type), number)
            for its_type, number in pairs[count:]
        ),
        success=bool(success),
    )
