"""A seat's order as it was read: pings or a plan, including entries of bad form (DA-4.5 to DA-4.7).

What can be judged from the order alone is judged here; the rest depends on the board and is left to
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
"""A ping as symbol (from 0), x and y; symbol -1 is an unknown symbol, -2 an entry that is no ping."""

MOST_READ = MAX_ENTRIES + 1
"""Number of entries of a list that an action keeps: the 32 that count, and one that makes it too long."""
_SHORT = 2**15
_MOST_LEFT = 65_000
"""Largest number of entries left out that is counted; a message has no room for that many."""


class Action(NamedTuple):
    """An order of one seat. In a ping window `pings` counts, in planning `plan` counts."""

    pings: tuple[PingEntry, ...] | None = None
    """At most 33 pings; None if the order has no list of pings."""
    plan: tuple[int, ...] | None = None
    """At most 33 steps, as indices into `STEP_TOKENS`, -1 for an entry that is no step; None if there is no plan."""
    more: tuple[int, int] = (0, 0)
    """Number of pings, and number of steps, that were left out after the first 33; 0 to 65,000 each."""


BAD_FORM = Action()
"""Stands for a value that is no order: it has neither pings nor a plan."""


def read_action(value: object) -> Action:
    """Return the order that a plain value, `{"pings": [...]}` or `{"plan": [...]}`, describes; never raises.

    A value that is no order gives BAD_FORM.
    """
    if not isinstance(value, Mapping):
        return BAD_FORM
    # Both lists are checked, also the one of the other phase: a value of bad form is malformed in any phase.
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
    """Return how many entries of a list are left out when an action keeps the first 33; at most 65,000."""
    return min(max(len(entries) - MOST_READ, 0), _MOST_LEFT)


def ping_entry(symbol: str, x: int, y: int) -> PingEntry:
    """Return the ping with this symbol and cell as numbers.

    A symbol that is no letter from A to Z gives -1, and so does an x or y that no map can have.
    """
    known = len(symbol) == 1 and symbol in PING_LETTERS
    return PING_LETTERS.index(symbol) if known else c.BAD_TOKEN, _short(x), _short(y)


def put_order(action: Action | None, phase: int, out: Shorts, version: int) -> None:
    """Write an order into a row of numbers, from which `rounds.play` reads it.

    Args:
        action: The order; None for a missed deadline.
        phase: COMMUNICATION or PLANNING: the phase in which the order was asked for.
        out: int16[column]: the row, by `columns`; changed in place.
        version: Behaviour version of the rules. Version 1 does not count entries that are not read
            (DA-4.7).
    """
    # The list of the other phase is ignored; without the one asked for, the whole order is refused.
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
            # Columns x and y of a step stay what they were; nothing reads them in planning.
            entries[:, c.TOKEN] = read


def _refusal(action: Action | None) -> RefusalCode:
    """Return the code with which an order is refused that lacks the list that the phase asks for (DA-4.7).

    LATE for None, MALFORMED for BAD_FORM, else WRONG_PHASE.
    """
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
    # Orders are rows of int16: a larger number would wrap, and could name a cell that is on the map.
    return value if 0 <= value < _SHORT else -1
