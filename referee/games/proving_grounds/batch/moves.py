"""Phase 7, as kernels: heroes move, room by room (PG-5.11 to PG-5.14)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    door_place,
    is_accessible,
    is_alive,
    is_hostile,
    note,
)
from referee.games.proving_grounds.batch.checks import entry_at
from referee.games.proving_grounds.batch.deaths import come_into
from referee.games.proving_grounds.batch.spells import add_conflict
from referee.games.proving_grounds.batch.table import ACTED, Table
from referee.games.proving_grounds.tables import Board, Code

__all__ = ["phase_move"]

_MOVE = int(Board.MOVE)
_OK, _NO_HERO, _ENGAGED, _NO_DOOR = map(int, (Code.OK, Code.NO_HERO, Code.ENGAGED, Code.NO_DOOR))
_SPIKED, _GATE, _BLOCKED = int(Code.SPIKED), int(Code.GATE), int(Code.BLOCKED)


@borrowing
def phase_move(m: Table, row: int) -> None:
    """Carry out all moves, each completed before the next, seats in the order of the MOVE board (PG-5.11)."""
    for rank in range(m.seats.shape[1]):
        seat = int(m.boards[row, _MOVE, rank])
        for place in range(m.passed.shape[1]):
            if m.passed[seat, place] == n.MOVE:
                note(m, row, seat, _move(m, row, seat, entry_at(m, place)))


@borrowing
def _move(m: Table, row: int, seat: int, first: int) -> int:
    """Move a hero along his path as far as possible; return the first refused step's code, or OK."""
    hero = int(m.given[row, seat, first + at.HERO])
    if not is_alive(m, row, seat, hero):
        return _NO_HERO
    if is_hostile(m, row, seat, int(m.heroes[row, seat, hero, c.ROOM])):
        return _ENGAGED
    for step in range(m.given[row, seat, first + at.NUM_STEPS]):
        room = int(m.given[row, seat, first + at.STEPS + step])
        code = _judge(m, row, seat, int(m.heroes[row, seat, hero, c.ROOM]), room)
        if code != _OK:
            return code
        m.marks[seat, hero] |= ACTED
        # Rooms change hands in phase 11, so this is their owner as the turn began (PG-5.12).
        if not _enter(m, row, seat, hero, room) or m.rooms[row, room, c.OWNER] != seat:
            return _OK
    return _OK


@borrowing
def _judge(m: Table, row: int, seat: int, origin: int, room: int) -> int:
    """Return the code with which a step to the next room is refused; OK if it is allowed (PG-5.12)."""
    door = door_place(m, row, origin, room)
    if door == c.NONE:
        return _NO_DOOR
    if m.spiked[row, origin, door]:
        return _SPIKED
    if not is_accessible(m, row, seat, room):
        return _GATE
    by = m.entered[room]
    return _OK if by == c.NONE or by == seat else _BLOCKED


@borrowing
def _enter(m: Table, row: int, seat: int, hero: int, room: int) -> bool:
    """Enter a room, and register a fight if there are enemies; return whether the hero may go on (PG-5.13)."""
    m.entered[room] = seat
    come_into(m, row, seat, hero, room)
    if not m.heroes[row, seat, hero, c.ALIVE]:  # a trap may have killed him
        return False
    if not is_hostile(m, row, seat, room):
        return True
    if not m.has_conflict[room]:  # only the first hero to enter starts the fight
        add_conflict(m, room, seat)
    return False
