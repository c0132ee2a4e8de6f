"""Headline of a turn: one line with the most important changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Line, Span, Style, spans_text
from referee.games.proving_grounds.view.fight_sentences import duel_clause
from referee.games.proving_grounds.view.turn_facts import Turn
from referee.games.proving_grounds.view.words import counted, joined, number, room_line, some

__all__ = ["headline_of"]

_MOST = 60
"""Highest number of characters of a headline that has a second clause."""
_LONGEST = 80
"""Highest number of characters of a headline, unless every possible clause is longer."""


def headline_of(turn: Turn) -> Line:
    """Return the headline: the most important clause, and a second one if the line stays at most 60 characters long."""
    head: Line = (Span(f"Turn {turn.number}: ", Style.STRONG),)
    clauses = list(_clauses(turn))
    if not clauses and not turn.is_known:
        return ()
    if not clauses:
        return (*head, *_moves(turn))
    # Names can be long; a clause that is too long leaves its place to the next one.
    room = _LONGEST - len(spans_text(head))
    first, *rest = [one for one in clauses if len(spans_text(one)) <= room] or clauses
    line = (*head, *first)
    for other in rest:
        both = _joined(line, first, other)
        if len(spans_text(both)) <= _MOST:
            return both
    return line


def _joined(line: Line, first: Line, other: Line) -> Line:
    """Return a headline, `line`, with a second clause, `other`, added to the first.

    The second one leaves out the seat's name if both clauses are about one seat.
    """
    is_same = len(first) > 1 and first[0].ref and first[0] == other[0] and first[1].text != " and "
    return (*line, Span(" and"), *other[1:]) if is_same else (*line, Span(", "), *other)


def _clauses(turn: Turn) -> Iterator[Line]:
    """Yield clauses about the turn, the most important first."""
    names = turn.names
    for battle in turn.battles.fights:
        if len(battle.seats) == 2:
            yield duel_clause(battle, names, turn.hall)
    for seat in turn.emptied:
        yield (names[seat], Span(" loses its last hero"))
    if turn.new_leader is not None:
        yield (names[turn.new_leader], Span(" takes the lead"))
    yield from _of_seats(turn, [seat for seat, _ in turn.dead if seat not in turn.emptied])
    for battle in turn.battles.fights:
        if battle.has_slain_dragon and len(battle.seats) == 1:
            yield (names[battle.seats[0]], Span(" slays a Dragon"))
    yield from _of_gems(turn)
    yield from _of_taken(turn)
    yield from _of_rooms(turn)
    if count := sum(len(battle.seats) == 1 for battle in turn.battles.fights):
        yield (Span(some(count, "fight")),)
    for seat in dict.fromkeys(turn.hired):
        count = turn.hired.count(seat)
        yield (names[seat], Span(f" hires {'a hero' if count == 1 else counted(count, 'hero')}"))


def _moves(turn: Turn) -> Line:
    """Return the clause for a turn in which only gold, leader boards and heroes' rooms have changed."""
    rich = [seat for seat, account in enumerate(turn.accounts) if account.income > 0]
    if len(rich) == 1:
        gold = turn.accounts[rich[0]].income
        return (turn.names[rich[0]], Span(f" gains {gold} gold"))
    if turn.tops:
        seat, rights = next(iter(turn.tops.items()))
        return (turn.names[seat], Span(f" now {rights}"))
    movers = [seat for seat, account in enumerate(turn.accounts) if account.movers]
    if not movers:
        return (Span("a quiet turn"),)
    if len(movers) == len(turn.accounts):
        return (Span("everybody regroups"),)
    names: list[Line] = [(turn.names[seat],) for seat in movers]
    return (*joined(names), Span(" regroups" if len(movers) == 1 else " regroup"))


def _of_seats(turn: Turn, dead: Sequence[int]) -> Iterator[Line]:
    if dead and len(set(dead)) == 1:
        lost = "a hero" if len(dead) == 1 else counted(len(dead), "hero")
        yield (turn.names[dead[0]], Span(f" loses {lost}"))
    elif dead:
        yield (Span(f"{counted(len(dead), 'hero')} fall"),)


def _of_gems(turn: Turn) -> Iterator[Line]:
    gains = [(seat, account.gems) for seat, account in enumerate(turn.accounts) if account.gems > 0]
    if len(gains) == 1:
        ((seat, count),) = gains
        yield (turn.names[seat], Span(f" gains {'a gem' if count == 1 else counted(count, 'gem')}"))
    elif gains:
        total = sum(count for _, count in gains)
        what = "a gem each" if total == len(gains) else counted(total, "gem")
        yield (Span(f"{number(len(gains))} players gain {what}"),)


def _of_taken(turn: Turn) -> Iterator[Line]:
    taken = [(seat, *pair) for seat, one in enumerate(turn.accounts) for pair in one.taken]
    if len(taken) == 1:
        ((seat, room, owner),) = taken
        place = room_line(room, turn.hall)
        yield (turn.names[seat], Span(" takes "), *place, Span(" from "), turn.names[owner])
    elif taken:
        yield (Span(f"{counted(len(taken), 'room')} change hands"),)


def _of_rooms(turn: Turn) -> Iterator[Line]:
    found = [(seat, room) for seat, one in enumerate(turn.accounts) for room in one.explored]
    if len(found) == 1:
        ((seat, room),) = found
        yield (turn.names[seat], Span(" explores "), *room_line(room, turn.hall))
    elif found:
        yield (Span(f"{counted(len(found), 'room')} explored"),)
