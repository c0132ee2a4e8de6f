"""Reads orders against the board: pings and plans, entry by entry, and what is refused (DA-4.5 to DA-4.7)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board, Shorts, entry_at, plan_at
from referee.games.dice_adventure.tables import MAX_ENTRIES, STEP_TOKENS, RefusalCode

__all__ = ["read_pings", "read_plan"]

_MALFORMED = RefusalCode.MALFORMED.value
_TOO_MANY = RefusalCode.TOO_MANY.value
_BAD_SYMBOL = RefusalCode.BAD_SYMBOL.value
_OUT_OF_MAP = RefusalCode.OUT_OF_MAP.value
_NO_AP = RefusalCode.NO_AP.value
_BAD_STEP = RefusalCode.BAD_STEP.value
_WAIT = STEP_TOKENS.index("W")
_WHOLE_ORDER = -1


@borrowing
def read_pings(b: Board, member: int, order: Shorts) -> int:
    """Accept the pings in a member's order, each of which costs action points at once (DA-4.5).

    Return how many are accepted.
    """
    own = b.members[member]
    accepted = 0
    for index in range(_begin(b, member, order)):
        symbol = order[entry_at(index, c.TOKEN)]
        x, y = order[entry_at(index, c.ENTRY_X)], order[entry_at(index, c.ENTRY_Y)]
        if symbol == c.NO_PING:
            _refuse(b, member, _MALFORMED, index)
        # The order of these checks is the rulebook's: the first that fails names the refusal (DA-4.7).
        elif not 0 <= symbol < b.rules[c.PING_SYMBOLS]:
            _refuse(b, member, _BAD_SYMBOL, index)
        elif not (0 <= x < b.table[c.WIDTH] and 0 <= y < b.table[c.HEIGHT]):
            _refuse(b, member, _OUT_OF_MAP, index)
        elif own[c.AP] < b.rules[c.PING_COST]:
            _refuse(b, member, _NO_AP, index)
        else:
            own[c.AP] -= b.rules[c.PING_COST]
            _add_ping(b, member, symbol, x, y)
            accepted += 1
    _end(b, member, order)
    return accepted


@borrowing
def read_plan(b: Board, member: int, order: Shorts) -> None:
    """Write the steps of a member's order that count into the member's scratch row, and refuse the others.

    A bad step is refused, and a wait takes its place (DA-4.6, DA-5.2).
    """
    ap = b.members[member, c.AP]
    size = 0
    for index in range(_begin(b, member, order)):
        token = order[entry_at(index, c.TOKEN)]
        # Points before the token: beyond them even a bad step is refused as NO_AP.
        if size >= ap:
            _refuse(b, member, _NO_AP, index)
            continue
        if not 0 <= token <= _WAIT:
            _refuse(b, member, _BAD_STEP, index)
            token = _WAIT  # so that the timing of later steps is kept
        b.scratch[member, plan_at(size)] = token
        size += 1
    b.scratch[member, c.PLAN_SIZE] = size
    _end(b, member, order)


@borrowing
def _add_ping(b: Board, member: int, symbol: int, x: int, y: int) -> None:
    ping = b.pings[b.table[c.NUM_PINGS]]
    ping[c.PING_BY] = member
    ping[c.PING_SYMBOL] = symbol
    ping[c.PING_X] = x
    ping[c.PING_Y] = y
    ping[c.PING_WINDOW] = b.table[c.WINDOW]
    b.table[c.NUM_PINGS] += 1


@borrowing
def _begin(b: Board, member: int, order: Shorts) -> int:
    """Clear the refusals of the member's previous order; if this order is refused as a whole, store that.

    Return how many entries of the order are to be read: at most 32, and 0 if the whole order is
    refused.
    """
    own = b.members[member]
    # Cleared with zeros, since the array is part of the digest. NUM_REFUSED may exceed the array, see `_end`.
    for index in range(min(own[c.NUM_REFUSED], MAX_ENTRIES + 1)):
        b.refused[member, index, 0] = 0
        b.refused[member, index, 1] = 0
    own[c.NUM_REFUSED] = 0
    own[c.REFUSED_PHASE] = b.table[c.PHASE]
    own[c.REFUSED_WINDOW] = b.table[c.WINDOW]
    if order[c.WHOLE]:
        _refuse(b, member, order[c.WHOLE], _WHOLE_ORDER)
        return 0
    return min(_count(order), MAX_ENTRIES)


@borrowing
def _count(order: Shorts) -> int:
    """Return the number of entries in the order, including those that are not read."""
    return int(order[c.COUNT]) & c.COUNT_MASK


@borrowing
def _end(b: Board, member: int, order: Shorts) -> None:
    surplus = _count(order) - MAX_ENTRIES
    if order[c.WHOLE] == 0 and surplus > 0:
        _refuse(b, member, _TOO_MANY, MAX_ENTRIES)
        b.members[member, c.NUM_REFUSED] += surplus - 1  # TOO_MANY stands for all of them


@borrowing
def _refuse(b: Board, member: int, code: int, index: int) -> None:
    own = b.members[member]
    refusal = b.refused[member, own[c.NUM_REFUSED]]
    refusal[0] = code
    refusal[1] = index
    own[c.NUM_REFUSED] += 1
