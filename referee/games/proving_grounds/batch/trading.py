"""Phase 5, as kernels: heroes of two seats trade through a door if each offers exactly what the other wants (PG-5.6)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import door_place, is_alive, note
from referee.games.proving_grounds.batch.checks import entry_at
from referee.games.proving_grounds.batch.table import ACTED, NUM_OFFERS, Table
from referee.games.proving_grounds.tables import Board, Code

__all__ = ["phase_trade"]

_ORDER, _BAD_TARGET, _NO_GOODS = int(Board.ORDER), int(Code.BAD_TARGET), int(Code.NO_GOODS)
# Columns of an offer in `Table.dealt`; goods are gold, item and gems by kind, those that are wanted behind
# those that are given.
_SEAT, _HERO, _TO_SEAT, _TO_HERO, _IS_SETTLED, _IS_STANDING, _GOODS = range(7)


@borrowing
def phase_trade(m: Table, row: int) -> None:
    """Match this turn's offers with each other and with standing ones, and carry out the trades (PG-5.6)."""
    _admit(m, row)
    own = m.counts[NUM_OFFERS]
    if own:
        _add_standing(m, row)
    for offer in range(own):
        if m.dealt[offer, _IS_SETTLED]:
            continue
        # The goods are checked for each offer, for an earlier trade may have taken them.
        if not _has_goods(m, row, offer):
            m.dealt[offer, _IS_SETTLED] = 1
            note(m, row, m.dealt[offer, _SEAT], _NO_GOODS)
            continue
        other = _mirror(m, row, offer)
        if other >= 0:
            _exchange(m, row, offer)
            m.dealt[offer, _IS_SETTLED] = m.dealt[other, _IS_SETTLED] = 1
    _let_stand(m, row, own)


@borrowing
def _admit(m: Table, row: int) -> None:
    """List this turn's offers between living heroes whose rooms a door joins; refuse all others."""
    for rank in range(m.seats.shape[1]):
        seat = int(m.boards[row, _ORDER, rank])
        for place in range(m.passed.shape[1]):
            if m.passed[seat, place] != n.TRADE:
                continue
            first, offer = entry_at(m, place), m.counts[NUM_OFFERS]
            hero = int(m.given[row, seat, first + at.HERO])
            m.dealt[offer, _SEAT], m.dealt[offer, _HERO] = seat, hero
            m.dealt[offer, _TO_SEAT] = m.given[row, seat, first + at.WITH_SEAT]
            m.dealt[offer, _TO_HERO] = m.given[row, seat, first + at.WITH_HERO]
            if not _can_meet(m, row, offer):
                note(m, row, seat, _BAD_TARGET)
                continue
            m.dealt[offer, _IS_SETTLED] = m.dealt[offer, _IS_STANDING] = 0
            for column in range(2 * (2 + m.vault.shape[2])):
                m.dealt[offer, _GOODS + column] = m.given[row, seat, first + at.GIVE + column]
            m.counts[NUM_OFFERS] = offer + 1
            m.marks[seat, hero] |= ACTED  # even if the offer fails
            # A new offer takes the place of his standing one.
            for column in range(m.offers.shape[3]):
                m.offers[row, seat, hero, column] = 0


@borrowing
def _add_standing(m: Table, row: int) -> None:
    """List the standing offers of the last turn, ordered by seat and id of the offering hero."""
    gems = m.vault.shape[2]
    for seat in range(m.seats.shape[1]):
        for hero in range(m.heroes.shape[2]):
            if not m.offers[row, seat, hero, c.O_STANDS]:
                continue
            offer = m.counts[NUM_OFFERS]
            m.counts[NUM_OFFERS] = offer + 1
            m.dealt[offer, _SEAT], m.dealt[offer, _HERO] = seat, hero
            m.dealt[offer, _TO_SEAT] = m.offers[row, seat, hero, c.O_SEAT]
            m.dealt[offer, _TO_HERO] = m.offers[row, seat, hero, c.O_HERO]
            m.dealt[offer, _IS_SETTLED], m.dealt[offer, _IS_STANDING] = 0, 1
            give, want = _GOODS, _GOODS + 2 + gems
            m.dealt[offer, give] = m.offers[row, seat, hero, c.O_GIVE_GOLD]
            m.dealt[offer, give + 1] = m.offers[row, seat, hero, c.O_GIVE_ITEM]
            m.dealt[offer, want] = m.offers[row, seat, hero, c.O_WANT_GOLD]
            m.dealt[offer, want + 1] = m.offers[row, seat, hero, c.O_WANT_ITEM]
            for kind in range(gems):
                m.dealt[offer, give + 2 + kind] = m.offers[row, seat, hero, c.O_GEMS + kind]
                m.dealt[offer, want + 2 + kind] = m.offers[row, seat, hero, c.O_GEMS + gems + kind]


@borrowing
def _can_meet(m: Table, row: int, offer: int) -> bool:
    """Return whether both heroes live and a door, spiked or not, joins their rooms."""
    seat, hero = m.dealt[offer, _SEAT], m.dealt[offer, _HERO]
    other, partner = m.dealt[offer, _TO_SEAT], m.dealt[offer, _TO_HERO]
    if not is_alive(m, row, seat, hero) or not is_alive(m, row, other, partner):
        return False
    room, there = m.heroes[row, seat, hero, c.ROOM], m.heroes[row, other, partner, c.ROOM]
    return door_place(m, row, room, there) != c.NONE


@borrowing
def _has_goods(m: Table, row: int, offer: int) -> bool:
    """Return whether the giver still has the gold, gems and item that the offer gives."""
    seat, hero, item = m.dealt[offer, _SEAT], m.dealt[offer, _HERO], m.dealt[offer, _GOODS + 1]
    if m.dealt[offer, _GOODS] > m.seats[row, seat, c.GOLD]:
        return False
    for kind in range(m.vault.shape[2]):
        if m.dealt[offer, _GOODS + 2 + kind] > m.hero_gems[row, seat, hero, kind]:
            return False
    return bool(item == c.NONE or m.stash[row, seat, item] > 0)


@borrowing
def _mirror(m: Table, row: int, offer: int) -> int:
    """Return the first offer that fits another; NONE without one.

    It is from the taker to the giver, gives what the offer wants and wants what the offer gives.
    """
    width = 2 + m.vault.shape[2]
    for other in range(m.counts[NUM_OFFERS]):
        if m.dealt[other, _IS_SETTLED]:
            continue
        fits = (
            m.dealt[other, _SEAT] == m.dealt[offer, _TO_SEAT]
            and m.dealt[other, _HERO] == m.dealt[offer, _TO_HERO]
            and m.dealt[other, _TO_SEAT] == m.dealt[offer, _SEAT]
            and m.dealt[other, _TO_HERO] == m.dealt[offer, _HERO]
        )
        for column in range(width):
            gives, wants = _GOODS + column, _GOODS + width + column
            if m.dealt[other, gives] != m.dealt[offer, wants]:
                fits = False
            if m.dealt[other, wants] != m.dealt[offer, gives]:
                fits = False
        if fits and _can_meet(m, row, other) and _has_goods(m, row, other):
            return other
    return c.NONE


@borrowing
def _exchange(m: Table, row: int, offer: int) -> None:
    """Exchange an offer's goods: gems between the heroes, gold and items between their seats."""
    seat, hero = m.dealt[offer, _SEAT], m.dealt[offer, _HERO]
    other, partner = m.dealt[offer, _TO_SEAT], m.dealt[offer, _TO_HERO]
    give, want = _GOODS, _GOODS + 2 + m.vault.shape[2]
    for kind in range(m.vault.shape[2]):
        moved = m.dealt[offer, want + 2 + kind] - m.dealt[offer, give + 2 + kind]
        m.hero_gems[row, seat, hero, kind] += moved
        m.hero_gems[row, other, partner, kind] -= moved
    given, wanted = m.dealt[offer, give + 1], m.dealt[offer, want + 1]
    if given != c.NONE:
        m.stash[row, seat, given] -= 1
        m.stash[row, other, given] += 1
    if wanted != c.NONE:
        m.stash[row, other, wanted] -= 1
        m.stash[row, seat, wanted] += 1
    paid = m.dealt[offer, want] - m.dealt[offer, give]
    m.seats[row, seat, c.GOLD] += paid
    m.seats[row, other, c.GOLD] -= paid


@borrowing
def _let_stand(m: Table, row: int, own: int) -> None:
    """Let the first `own` offers stand for the next turn unless they are settled; older ones lapse."""
    gems, turn = m.vault.shape[2], m.match[row, c.TURN]
    for seat in range(m.seats.shape[1]):
        for hero in range(m.heroes.shape[2]):
            if m.offers[row, seat, hero, c.O_STANDS]:
                for column in range(m.offers.shape[3]):
                    m.offers[row, seat, hero, column] = 0
    for offer in range(own):
        if m.dealt[offer, _IS_SETTLED]:
            continue
        seat, hero = m.dealt[offer, _SEAT], m.dealt[offer, _HERO]
        give, want = _GOODS, _GOODS + 2 + gems
        m.offers[row, seat, hero, c.O_STANDS] = turn
        m.offers[row, seat, hero, c.O_SEAT] = m.dealt[offer, _TO_SEAT]
        m.offers[row, seat, hero, c.O_HERO] = m.dealt[offer, _TO_HERO]
        m.offers[row, seat, hero, c.O_GIVE_GOLD] = m.dealt[offer, give]
        m.offers[row, seat, hero, c.O_GIVE_ITEM] = m.dealt[offer, give + 1]
        m.offers[row, seat, hero, c.O_WANT_GOLD] = m.dealt[offer, want]
        m.offers[row, seat, hero, c.O_WANT_ITEM] = m.dealt[offer, want + 1]
        for kind in range(gems):
            m.offers[row, seat, hero, c.O_GEMS + kind] = m.dealt[offer, give + 2 + kind]
            m.offers[row, seat, hero, c.O_GEMS + gems + kind] = m.dealt[offer, want + 2 + kind]
