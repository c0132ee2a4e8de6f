"""Events of a match of Dice Adventure (DA-6.6), read from the logs of its parties."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from referee.core.game import Event
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import NUM_MEMBERS, PING_LETTERS, RefusalCode
from referee.games.dice_adventure.wire.records import EVENTS, Notice
from referee.kit.flat import Texts, read_flat

__all__ = ["log_events", "notice_events", "refusal_rows", "texts_of"]


@functools.lru_cache(maxsize=64)
def texts_of(codes: bytes) -> Texts:
    """Return the tables that turn numbers in records into texts, by the name of the field.

    `code` has the map code of each content of a cell, `symbol` the letters of pings.

    Args:
        codes: The bytes of `State.chars`.
    """
    text = codes.decode()
    pairs = [text[start : start + 2] for start in range(0, len(text), 2)]
    return {"code": pairs, "symbol": PING_LETTERS}


def notice_events(state: State, row: int, members: Sequence[int]) -> list[Event]:
    """Return an event for each refused part of the orders that some members of a party have just given.

    Each event is for the seat of that member alone.

    Args:
        state: The match after the step.
        row: Row of the party in the state.
        members: Members that had to decide.
    """
    counts = state.table[row, _NUM_REFUSED].tolist()
    return [
        Event(told, (NUM_MEMBERS * state.table.item(row, c.PARTY) + member,))
        # Only members that were asked: refusals of earlier orders stay in the state, but are sent once.
        for member in members
        if counts[member]
        for told in _notices(state, row, member)
    ]


_NUM_REFUSED = c.of_members(c.NUM_REFUSED)


def _notices(state: State, row: int, member: int) -> list[Notice]:
    """Return the notices about refused parts of a member's last order."""
    own = c.members_of(state.table[row])[member].tolist()
    phase, window = 1 + own[c.REFUSED_PHASE], own[c.REFUSED_WINDOW]
    rows = refusal_rows(state.refused[row, member], own[c.NUM_REFUSED], phase, window)
    return [read_flat(Notice, iter(one), {}) for one in rows]


def refusal_rows(
    rows: npt.NDArray[np.int8], count: int, phase: int, window: int
) -> list[tuple[int, ...]]:
    """Return the refused parts of an order, each as the numbers of a notice.

    Args:
        rows: int8[refusal, 2]: code and entry index, without the entries that TOO_MANY stands for.
        count: Number of refused parts, including those entries.
        phase: Number of the phase in which the order was asked for.
        window: Number of the ping window in which it was asked for.
    """
    told: list[tuple[int, ...]] = [
        (phase, window, index, code, 0) for code, index in rows[:count].tolist() if code
    ]
    # One row stands for all entries that were not read; `count` has each of them.
    if told and told[-1][3] == RefusalCode.TOO_MANY.value:
        told[-1] = (*told[-1][:4], count - len(told))
    return told


def log_events(state: State, row: int) -> Iterator[Event]:
    """Yield the events of a party in the last step, in order."""
    size = state.log.item(row, c.LOG_SIZE)
    if size == c.LOG_ENTRIES:
        return
    party, texts = state.table.item(row, c.PARTY), texts_of(state.chars.tobytes())
    # Entries have no length: reading a record takes its numbers from the iterator, up to the next entry.
    numbers = iter(state.log[row, c.LOG_ENTRIES : size].tolist())
    for kind in numbers:
        seats = _seats(party, next(numbers))
        yield Event(read_flat(EVENTS[kind - 1], numbers, texts), seats)


@functools.lru_cache(maxsize=64)
def _seats(party: int, members: int) -> tuple[int, ...]:
    """Return the seats of a set of members, given as bits, of one party."""
    return tuple(NUM_MEMBERS * party + m for m in range(NUM_MEMBERS) if members >> m & 1)
