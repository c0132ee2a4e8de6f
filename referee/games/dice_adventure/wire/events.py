"""Events of a match (DA-6.6), read from the logs of its parties."""

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
    """Texts of the records: the code of each content of a cell (the bytes of `State.chars`), and letters."""
    text = codes.decode()
    pairs = [text[start : start + 2] for start in range(0, len(text), 2)]
    return {"code": pairs, "symbol": PING_LETTERS}


def notice_events(state: State, row: int, members: Sequence[int]) -> list[Event]:
    """Return the notices to members of a party about the orders they have just given, to each member its own."""
    counts = state.table[row, _NUM_REFUSED].tolist()
    return [
        Event(told, (NUM_MEMBERS * state.table.item(row, c.PARTY) + member,))
        for member in members
        if counts[member]
        for told in _notices(state, row, member)
    ]


_NUM_REFUSED = c.of_members(c.NUM_REFUSED)


def _notices(state: State, row: int, member: int) -> list[Notice]:
    """Return what was refused of a member's last order."""
    own = c.members_of(state.table[row])[member].tolist()
    phase, window = 1 + own[c.REFUSED_PHASE], own[c.REFUSED_WINDOW]
    rows = refusal_rows(state.refused[row, member], own[c.NUM_REFUSED], phase, window)
    return [read_flat(Notice, iter(one), {}) for one in rows]


def refusal_rows(
    rows: npt.NDArray[np.int8], count: int, phase: int, window: int
) -> list[tuple[int, ...]]:
    """Return what was refused of an order as the numbers of notices.

    Args:
        rows: int8[refusal, 2]: code and index, and nothing of what TOO_MANY stands for.
        count: How many parts were refused.
        phase: Number of the phase in which the order was asked for.
        window: Its ping window.
    """
    told: list[tuple[int, ...]] = [
        (phase, window, index, code, 0) for code, index in rows[:count].tolist() if code
    ]
    if told and told[-1][3] == RefusalCode.TOO_MANY.value:
        told[-1] = (*told[-1][:4], count - len(told))
    return told


def log_events(state: State, row: int) -> Iterator[Event]:
    """Yield what has happened to a party in the last step, in order."""
    size = state.log.item(row, c.LOG_SIZE)
    if size == c.LOG_ENTRIES:
        return
    party, texts = state.table.item(row, c.PARTY), texts_of(state.chars.tobytes())
    numbers = iter(state.log[row, c.LOG_ENTRIES : size].tolist())
    for kind in numbers:
        seats = _seats(party, next(numbers))
        yield Event(read_flat(EVENTS[kind - 1], numbers, texts), seats)


@functools.lru_cache(maxsize=64)
def _seats(party: int, members: int) -> tuple[int, ...]:
    """Return seats of some members, which are given as a set."""
    return tuple(NUM_MEMBERS * party + m for m in range(NUM_MEMBERS) if members >> m & 1)
