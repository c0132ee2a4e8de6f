"""A seat's order as it was read: pings or a plan, whatever is in them (DA-4.5 to DA-4.7).

What can be judged by the order alone is judged here; the rest depends on the board and is left to
`orders`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import NamedTuple, TypeAlias, TypeGuard

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Shorts
from referee.games.dice_adventure.tables import (
    MAX_ENTRIES,
    PING_LETTERS,
    STEP_TOKENS,
    RefusalCode,
)

__all__ = [
    "BAD_FORM",
    "MOST_READ",
    "Action",
    "PingEntry",
    "entries_left",
    "ping_entry",
    "put_order",
    "read_action",
]

PingEntry: TypeAlias = tuple[int, int, int]
"""Symbol from 0 on, x and y; -1 for an unknown symbol, -2 for an entry that is no ping."""

MOST_READ = MAX_ENTRIES + 1
"""Entries of a list that an action keeps: those that count, and one that is too many."""
_SHORT = 2**15
_MOST_LEFT = 65_000
"""More than a message has room for."""


class Action(NamedTuple):
    """An order; which of the lists counts depends on the phase in which it is given."""

    pings: tuple[PingEntry, ...] | None = None
    """At most 33 pings; None if there is no such list."""
    plan: tuple[int, ...] | None = None
    """At most 33 steps as places in `STEP_TOKENS`, -1 for what is none; None if there is no such list."""
    more: tuple[int, int] = (0, 0)
    """How many pings and steps followed these, 0 to 65,000."""


BAD_FORM = Action()
"""What is no order at all: it has neither list."""


def read_action(value: object) -> Action:
    """Return the order of a plain value, `{"pings": [...]}` or `{"plan": [...]}`; never fails."""
    if not isinstance(value, Mapping):
        return BAD_FORM
    lists = [value[name] for name in ("pings", "plan") if name in value]
    if not all(isinstance(entries, list | tuple) for entries in lists):
        return BAD_FORM
    pings, plan = value.get("pings"), value.get("plan")
    return Action(
        None if pings is None else tuple(_ping(entry) for entry in pings[:MOST_READ]),
        None if plan is None else tuple(_step(entry) for entry in plan[:MOST_READ]),
        (entries_left(pings or ()), entries_left(plan or ())),
    )


def entries_left(entries: Sized) -> int:
    """Return how many entries of a list an action leaves out."""
    return min(max(len(entries) - MOST_READ, 0), _MOST_LEFT)


def ping_entry(symbol: str, x: int, y: int) -> PingEntry:
    """Return a well-formed ping. A cell that no map can have is read as a cell outside the map."""
    known = len(symbol) == 1 and symbol in PING_LETTERS
    return PING_LETTERS.index(symbol) if known else c.BAD_TOKEN, _short(x), _short(y)


def put_order(action: Action | None, phase: int, out: Shorts, version: int) -> None:
    """Write an order into a row for `rounds.play`.

    Args:
        action: The order; None is one that did not come in time.
        phase: COMMUNICATION or PLANNING: where it was asked for.
        out: int16[column], by `columns`.
        version: Behaviour version; by the first it is not counted how many entries are not read (DA-4.7).
    """
    own: Sequence[PingEntry | int] | None = None
    if action is not None:
        own = action.pings if phase == c.COMMUNICATION else action.plan
    if action is None or own is None:
        out[c.WHOLE] = _refusal(action).value
        return
    out[c.WHOLE] = 0
    count = len(own) + (action.more[phase != c.COMMUNICATION] if version > 1 else 0)
    out[c.COUNT] = count - 2 * _SHORT if count >= _SHORT else count  # the 16 bits, see COUNT_MASK
    read = own[:MAX_ENTRIES]
    if read:
        entries = c.entries_of(out)[: len(read)]
        if phase == c.COMMUNICATION:
            entries[:] = read
        else:
            entries[:, c.TOKEN] = read


def _refusal(action: Action | None) -> RefusalCode:
    """Return why an order without the list that was asked for does not count (DA-4.7)."""
    if action is None:
        return RefusalCode.LATE
    return RefusalCode.MALFORMED if action == BAD_FORM else RefusalCode.WRONG_PHASE


def _ping(entry: object) -> PingEntry:
    if isinstance(entry, Mapping):
        symbol, x, y = (entry.get(name) for name in ("symbol", "x", "y"))
        if isinstance(symbol, str) and _is_integer(x) and _is_integer(y):
            return ping_entry(symbol, x, y)
    return c.NO_PING, 0, 0


def _step(entry: object) -> int:
    if isinstance(entry, str) and len(entry) == 1 and entry in STEP_TOKENS:
        return STEP_TOKENS.index(entry)
    return c.BAD_TOKEN


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(value: int) -> int:
    return value if 0 <= value < _SHORT else -1
