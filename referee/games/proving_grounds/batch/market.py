"""Leader boards, market and hire auction, as kernels (PG-5.1a to PG-5.4)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    arrive,
    buys_at,
    entry_room,
    go_down,
    max_mana,
    note,
    num_living,
    open_dice,
    place_of,
    roll,
)
from referee.games.proving_grounds.batch.checks import is_hire_turn, is_open
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.rules.dice import MARKET_DICE
from referee.games.proving_grounds.tables import (
    BEST,
    MARKET_WEIGHT,
    NUM_BOARDS,
    WORST,
    Board,
    Code,
    HeroClass,
    Policy,
    Stat,
)

__all__ = [
    "add_hero",
    "draw_market",
    "phase_buy",
    "phase_hire",
    "phase_shuffle",
    "refresh",
]

_ORDER, _HIRE, _BUY, _TIE = int(Board.ORDER), int(Board.HIRE), int(Board.BUY), int(Board.TIE)
_NO_GOLD, _BELOW_MIN, _FULL = int(Code.NO_GOLD), int(Code.BELOW_MIN), int(Code.PARTY_FULL)
_NUM_STATS, _NUM_CLASSES, _CON = len(Stat), len(HeroClass), int(Stat.CON)
_FIRST_DEATH = int(Policy.FIRST_DEATH)
_MOVE_UP, _DEFEND, _RANKS, _HAS_MOVED = range(4)
"""Lists of `Table.listed` while a board is shuffled: bid points to move up and to defend, places on TIE, and moves."""


@borrowing
def draw_market(m: Table, row: int) -> None:
    """Draw a new market, then in a hire turn new candidates for hire: phase 0 of a turn (PG-5.1a)."""
    open_dice(m, row, MARKET_DICE)
    go_down(m, int(m.match[row, c.TURN]))
    for slot in range(m.market.shape[1]):
        drawn = roll(m, MARKET_WEIGHT) - 1
        item = 0
        while n.SUMS_OF_WEIGHTS[item] <= drawn:
            item += 1
        m.market[row, slot] = item
    is_hiring = is_hire_turn(m, row)
    for candidate in range(m.candidates.shape[1]):
        if not is_hiring:
            for column in range(1 + _NUM_STATS):
                m.candidates[row, candidate, column] = c.NONE
            continue
        kind = roll(m, _NUM_CLASSES) - 1
        m.candidates[row, candidate, 0] = kind
        for stat in range(_NUM_STATS):
            # From one below the class's value to two above.
            value = int(n.CLASS_STATS[kind, stat]) + roll(m, 4) - 2
            m.candidates[row, candidate, 1 + stat] = min(max(value, WORST), BEST)


# Phase 1.


@borrowing
def phase_shuffle(m: Table, row: int) -> None:
    """Charge all bids and reorder the open leader boards (PG-5.2)."""
    for place in range(m.seats.shape[1]):
        # As it was before the phase, even where TIE itself is shuffled now.
        m.listed[_RANKS, m.boards[row, _TIE, place]] = place
    for board in range(NUM_BOARDS):
        if is_open(m, row, board):
            _shuffle(m, row, board)


@borrowing
def _shuffle(m: Table, row: int, board: int) -> None:
    for seat in range(m.seats.shape[1]):
        bid = m.bids[seat, board]
        if bid > m.seats[row, seat, c.GOLD]:
            note(m, row, seat, _NO_GOLD)
            bid = 0
        m.seats[row, seat, c.GOLD] -= bid
        m.listed[_MOVE_UP, seat] = m.listed[_DEFEND, seat] = bid
    # The first pass compares neighbours of the board before it, later passes the board as it changes.
    has_swapped = _pass(m, row, board, True)
    while has_swapped:
        has_swapped = _pass(m, row, board, False)


@borrowing
def _pass(m: Table, row: int, board: int, is_first: bool) -> bool:
    """Let each seat pass the one above it if its bid points allow; return whether any seat moved (PG-5.2)."""
    count, has_swapped = m.seats.shape[1], False
    for place in range(count):
        m.listed[_HAS_MOVED, place] = 0
    for place in range(1, count):
        if is_first and (m.listed[_HAS_MOVED, place - 1] or m.listed[_HAS_MOVED, place]):
            continue
        upper, lower = m.boards[row, board, place - 1], m.boards[row, board, place]
        attack, defence = m.listed[_MOVE_UP, lower], m.listed[_DEFEND, upper]
        if attack < 1 or attack < defence:
            continue
        if attack == defence and m.listed[_RANKS, lower] > m.listed[_RANKS, upper]:
            continue
        m.boards[row, board, place - 1], m.boards[row, board, place] = lower, upper
        m.listed[_MOVE_UP, lower] -= 1
        m.listed[_DEFEND, lower] -= 1
        m.listed[_DEFEND, upper] += 1
        m.listed[_HAS_MOVED, place - 1] = m.listed[_HAS_MOVED, place] = 1
        has_swapped = True
    return has_swapped


# Phase 2.


@borrowing
def phase_hire(m: Table, row: int) -> None:
    """Auction the candidates for hire one after another; a candidate without a valid bid leaves (PG-5.3)."""
    for candidate in range(m.candidates.shape[1]):
        winner = c.NONE
        for seat in range(m.seats.shape[1]):
            gold = m.hires[seat, candidate]
            if gold == c.NONE:
                continue
            code = _judge(m, row, seat, candidate, gold)
            if code:
                note(m, row, seat, code)
            elif winner == c.NONE or _beats(m, row, candidate, seat, winner):
                winner = seat
        if winner != c.NONE:
            m.seats[row, winner, c.GOLD] -= m.hires[winner, candidate]
            hero = add_hero(m, row, winner, int(m.candidates[row, candidate, 0]))
            for stat in range(_NUM_STATS):
                m.heroes[row, winner, hero, c.STATS + stat] = m.candidates[row, candidate, 1 + stat]
            refresh(m, row, winner, hero)
            for column in range(1 + _NUM_STATS):
                m.candidates[row, candidate, column] = c.NONE


@borrowing
def _judge(m: Table, row: int, seat: int, candidate: int, gold: int) -> int:
    if gold < n.CLASS_PRICES[m.candidates[row, candidate, 0]]:
        return _BELOW_MIN
    if gold > m.seats[row, seat, c.GOLD]:
        return _NO_GOLD
    return _FULL if num_living(m, row, seat) >= m.rules[row, c.MAX_HEROES] else 0


@borrowing
def _beats(m: Table, row: int, candidate: int, seat: int, other: int) -> bool:
    """Return whether a seat's bid wins over another's: it is higher, or at equal bids the boards decide (PG-5.3)."""
    mine, theirs = m.hires[seat, candidate], m.hires[other, candidate]
    if mine != theirs:
        return bool(mine > theirs)
    ours = place_of(m, row, _HIRE, seat) + place_of(m, row, _ORDER, seat)
    sum_of_other = place_of(m, row, _HIRE, other) + place_of(m, row, _ORDER, other)
    if ours != sum_of_other:
        return ours < sum_of_other
    return place_of(m, row, _TIE, seat) < place_of(m, row, _TIE, other)


@borrowing
def add_hero(m: Table, row: int, seat: int, kind: int) -> int:
    """Add a new hero with the values of his class to a seat's entry room; return the hero's id (PG-3.3a).

    There must be a place for him in the arrays. If his characteristics are changed, `refresh` must follow.
    """
    hero = int(m.seats[row, seat, c.NUM_HEROES])
    m.seats[row, seat, c.NUM_HEROES] = hero + 1
    m.heroes[row, seat, hero, c.ALIVE] = 1
    m.heroes[row, seat, hero, c.CLASS] = kind
    m.heroes[row, seat, hero, c.POLICY] = _FIRST_DEATH
    for stat in range(_NUM_STATS):
        m.heroes[row, seat, hero, c.STATS + stat] = n.CLASS_STATS[kind, stat]
    for slot in range(c.SLOTS, c.SPELLS):
        m.heroes[row, seat, hero, slot] = c.NONE
    refresh(m, row, seat, hero)
    arrive(m, row, seat, hero, entry_room(m, row, seat))
    return hero


@borrowing
def refresh(m: Table, row: int, seat: int, hero: int) -> None:
    """Give a new hero his full hit points and Mana."""
    m.heroes[row, seat, hero, c.HP] = 2 * m.heroes[row, seat, hero, c.STATS + _CON]
    m.heroes[row, seat, hero, c.MANA] = max_mana(m, row, seat, hero)


# Phase 3.


@borrowing
def phase_buy(m: Table, row: int) -> None:
    """Sell each seat the slots that it listed, seats in the order of the BUY board (PG-5.4)."""
    first = buys_at(m) + 1
    for place in range(m.seats.shape[1]):
        seat = m.boards[row, _BUY, place]
        for entry in range(m.buys.shape[1]):
            if not m.buys[seat, entry]:
                continue
            slot = m.given[row, seat, first + entry]
            item = m.market[row, slot]
            if item == c.NONE:  # taken by a seat that is higher on the board
                continue
            if n.ITEM_VALUES[item, n.GOLD] > m.seats[row, seat, c.GOLD]:
                note(m, row, seat, _NO_GOLD)
                continue
            m.market[row, slot] = c.NONE
            m.stash[row, seat, item] += 1
            m.seats[row, seat, c.GOLD] -= n.ITEM_VALUES[item, n.GOLD]
