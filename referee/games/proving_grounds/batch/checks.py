"""Checks of a message against the state at the start of the turn, as kernels (PG-4.10).

What passes is written to the working arrays `bids`, `hires`, `buys` and `passed` of the table.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import buys_at, is_alive, is_read, orders_at
from referee.games.proving_grounds.batch.table import RESTS, SEARCHES, TAKEN, Table
from referee.games.proving_grounds.tables import (
    MOST_STEPS,
    NUM_BOARDS,
    NUM_ITEMS,
    Code,
    Policy,
    Spell,
)
from referee.games.proving_grounds.wire.results import MOST_REFUSALS

__all__ = ["check_message", "count_refusals", "entry_at", "is_hire_turn", "is_open"]

_BAD_FIELD, _NO_HERO, _BAD_CLASS = int(Code.BAD_FIELD), int(Code.NO_HERO), int(Code.BAD_CLASS)
_DUPLICATE, _OK = int(Code.DUPLICATE), int(Code.OK)
_NUM_POLICIES, _NUM_SPELLS = len(Policy), len(Spell)


@borrowing
def is_hire_turn(m: Table, row: int) -> bool:
    """Return whether this turn has a hire auction (PG-4.3)."""
    return int(m.match[row, c.TURN]) % int(m.rules[row, c.HIRE_PERIOD]) == 0


@borrowing
def is_open(m: Table, row: int, board: int) -> bool:
    """Return whether seats can bid on a leader board in this turn (PG-4.3)."""
    turn = int(m.match[row, c.TURN])
    return board == (turn - 1) % NUM_BOARDS or board == (turn + 1) % NUM_BOARDS


@borrowing
def count_refusals(m: Table, row: int, seat: int, refused: int) -> None:
    """Count the refused parts of a message as far as they are reported: 32, and one for the rest (AM-3)."""
    m.refused[row, seat] += min(refused, MOST_REFUSALS) + (1 if refused > MOST_REFUSALS else 0)


@borrowing
def check_message(m: Table, row: int, seat: int) -> None:
    """Write the valid parts of a seat's message to the table, and count the refused ones (PG-4.10)."""
    _clear(m, seat)
    if not is_read(m, row, seat):
        m.refused[row, seat] += 1
        return
    refused = _check_bids(m, row, seat) + _check_hires(m, row, seat) + _check_buys(m, row, seat)
    count_refusals(m, row, seat, refused + _check_orders(m, row, seat))


@borrowing
def _clear(m: Table, seat: int) -> None:
    for board in range(NUM_BOARDS):
        m.bids[seat, board] = 0
    for candidate in range(m.hires.shape[1]):
        m.hires[seat, candidate] = c.NONE
    for place in range(m.buys.shape[1]):
        m.buys[seat, place] = 0
    for place in range(m.passed.shape[1]):
        m.passed[seat, place] = 0


@borrowing
def _check_bids(m: Table, row: int, seat: int) -> int:
    """Check the bids on leader boards; return the number of refused parts (PG-4.3)."""
    for board in range(NUM_BOARDS):
        # A malformed list counts as five zeros: none of its bids may be charged.
        if m.given[row, seat, at.BIDS + board] < 0:
            return 1
    refused = 0
    for board in range(NUM_BOARDS):
        bid = m.given[row, seat, at.BIDS + board]
        if bid and not is_open(m, row, board):
            refused += 1
        elif bid:
            m.bids[seat, board] = bid
    return refused


@borrowing
def _check_hires(m: Table, row: int, seat: int) -> int:
    """Check the hire bids; return the number of refused parts (PG-4.3)."""
    most, count = int(m.candidates.shape[1]), int(m.given[row, seat, at.NUM_HIRES])
    refused = max(0, count - most)
    for place in range(min(count, most)):
        candidate = m.given[row, seat, at.HIRES + 2 * place]
        gold = m.given[row, seat, at.HIRES + 2 * place + 1]
        if (
            candidate < 0
            or candidate >= most
            or gold < 0
            or not is_hire_turn(m, row)
            or m.hires[seat, candidate] != c.NONE
        ):
            refused += 1
        else:
            m.hires[seat, candidate] = gold
    return refused


@borrowing
def _check_buys(m: Table, row: int, seat: int) -> int:
    """Check the purchases; return the number of refused parts (PG-4.3)."""
    most, first = int(m.market.shape[1]), buys_at(m)
    count = int(m.given[row, seat, first])
    refused = max(0, count - most)
    for place in range(min(count, most)):
        slot = m.given[row, seat, first + 1 + place]
        is_valid = 0 <= slot < most
        for other in range(place):
            # Any valid entry before has taken its slot; an invalid one has another number.
            if m.given[row, seat, first + 1 + other] == slot:
                is_valid = False
        if is_valid:
            m.buys[seat, place] = 1
        else:
            refused += 1
    return refused


@borrowing
def entry_at(m: Table, place: int) -> int:
    """Return the first column of a hero order; `place` is its index in the message's list."""
    return int(orders_at(m) + 1 + place * (at.GIVE + 2 * (2 + m.vault.shape[2])))


@borrowing
def _check_orders(m: Table, row: int, seat: int) -> int:
    """Check the hero orders; return the number of refused parts (PG-4.4 to PG-4.6)."""
    most, count = int(m.rules[row, c.MAX_ORDERS]), int(m.given[row, seat, orders_at(m)])
    refused = max(0, count - most)
    for place in range(min(count, most)):
        # The numbers have room for fewer entries than a message may have: those beyond are no orders.
        if place >= m.passed.shape[1]:
            refused += 1
            continue
        code = _judge(m, row, seat, entry_at(m, place))
        if code != _OK:
            refused += 1
            continue
        kind = m.given[row, seat, entry_at(m, place) + at.KIND]
        m.passed[seat, place] = n.PHASE_OF_ORDER[kind]
    return refused


@borrowing
def _judge(m: Table, row: int, seat: int, first: int) -> int:
    """Return the code of the first check that a hero order fails; OK if it passes.

    An action marks its hero as taken. `first` is the order's first column.
    """
    kind, hero = m.given[row, seat, first + at.KIND], m.given[row, seat, first + at.HERO]
    if kind < 1 or kind >= len(n.PHASE_OF_ORDER) or hero < 0:
        return _BAD_FIELD
    if not _is_well_formed(m, row, seat, kind, first):
        return _BAD_FIELD
    if not is_alive(m, row, seat, hero):
        return _NO_HERO
    needed = n.CLASS_OF_ORDER[kind]
    if needed >= 0 and needed != m.heroes[row, seat, hero, c.CLASS]:
        return _BAD_CLASS
    if n.PHASE_OF_ORDER[kind] == n.FREE:
        return _OK
    if m.marks[seat, hero] & TAKEN:
        return _DUPLICATE
    m.marks[seat, hero] |= TAKEN
    if kind == at.SEARCH:
        m.marks[seat, hero] |= SEARCHES
    elif kind == at.REST:
        m.marks[seat, hero] |= RESTS
    return _OK


@borrowing
def _is_well_formed(m: Table, row: int, seat: int, kind: int, first: int) -> bool:
    """Return whether the fields of a hero order mean something (PG-4.5, PG-4.6)."""
    one, two = m.given[row, seat, first + at.FIRST], m.given[row, seat, first + at.SECOND]
    if kind in (at.EQUIP, at.UNEQUIP):
        return bool(0 <= one < NUM_ITEMS)
    if kind == at.POLICY:
        return bool(0 <= one < _NUM_POLICIES)
    if kind in (at.GUARD, at.POTION, at.CLW, at.CSW):
        return bool(one >= 0)
    if kind == at.PASS:
        return bool(one >= 0) and _are_gems(m, row, seat, first + at.SECOND)
    if kind in (at.DEPOSIT, at.WITHDRAW):
        return _are_gems(m, row, seat, first + at.FIRST)
    if kind == at.MOVE:
        return _is_path(m, row, seat, first)
    if kind == at.TRADE:
        return _is_trade(m, row, seat, first)
    if kind == at.CAST:
        if one < 0 or one >= _NUM_SPELLS:
            return False
        if n.SPELL_VALUES[one, n.S_ON_HERO]:
            return bool(m.given[row, seat, first + at.THIRD] >= 0)
        return _is_room(m, two)
    if kind == at.STEAL and (two < 0 or two >= m.vault.shape[2]):
        return False
    if kind in (at.REST, at.BLESS, at.SEARCH, at.TRAP):
        return True
    return _is_room(m, one)


@borrowing
def _is_room(m: Table, room: int) -> bool:
    return bool(0 <= room < m.rooms.shape[1])


@borrowing
def _are_gems(m: Table, row: int, seat: int, first: int) -> bool:
    least = 0
    for kind in range(m.vault.shape[2]):
        least = min(least, int(m.given[row, seat, first + kind]))
    return least == 0


@borrowing
def _is_path(m: Table, row: int, seat: int, first: int) -> bool:
    count = m.given[row, seat, first + at.NUM_STEPS]
    if count < 1 or count > min(MOST_STEPS, entry_at(m, 1) - entry_at(m, 0) - at.STEPS):
        return False
    strange = 0
    for step in range(count):
        if not _is_room(m, int(m.given[row, seat, first + at.STEPS + step])):
            strange += 1
    return strange == 0


@borrowing
def _is_trade(m: Table, row: int, seat: int, first: int) -> bool:
    """Return whether an offer names another seat, a hero, and goods on both sides (PG-5.6)."""
    other = m.given[row, seat, first + at.WITH_SEAT]
    if other < 0 or other >= m.seats.shape[1] or other == seat:
        return False
    if m.given[row, seat, first + at.WITH_HERO] < 0:
        return False
    for side in range(2):
        goods = first + at.GIVE + side * (2 + m.vault.shape[2])
        item = m.given[row, seat, goods + 1]
        if m.given[row, seat, goods] < 0 or item < c.NONE or item >= NUM_ITEMS:
            return False
        if not _are_gems(m, row, seat, goods + 2):
            return False
    return True
