"""Phase 7: heroes move, room by room (PG-5.11 to PG-5.14)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.heroes import Ref, arrive, is_alive, room_of
from referee.games.proving_grounds.rules.play import Conflict, Play
from referee.games.proving_grounds.rules.rooms import (
    door_place,
    familiar,
    is_accessible,
    is_hostile,
    raise_level,
)
from referee.games.proving_grounds.rules.traps import spring_on_hero
from referee.games.proving_grounds.tables import MAX_LEVEL, Board, Code, OrderList
from referee.games.proving_grounds.wire.events import Entered
from referee.games.proving_grounds.wire.orders import Move

__all__ = ["come_into", "phase_move"]


def phase_move(play: Play) -> None:
    """Carry out all moves, each completed before the next, seats in the order of the MOVE board."""
    for seat, place, order in play.orders(Board.MOVE, Phase.MOVE):
        play.answer(seat, OrderList.HEROES, place, _move(play, seat, order))


def _move(play: Play, seat: int, order: Move) -> Code:
    """Move a hero along his path as far as possible.

    Return the first refused step's code, or OK.
    """
    state, hero = play.state, order.hero
    if not is_alive(state, seat, hero):
        return Code.NO_HERO
    origin = room_of(state, seat, hero)
    if is_hostile(state, seat, origin):  # `_enter` stops in rooms with enemies later on
        return Code.ENGAGED
    for room in order.path:
        code = _judge(play, seat, origin, room)
        if code != Code.OK:
            return code
        play.acted.add((seat, hero))
        # Rooms change hands in phase 11, so this is their owner as the turn began (PG-5.12).
        if not _enter(play, seat, hero, room) or state.rooms.item(room, c.OWNER) != seat:
            break
        origin = room
    return Code.OK


def _judge(play: Play, seat: int, origin: int, room: int) -> Code:
    """Return the code with which a step to the next room is refused; OK if it is allowed (PG-5.12).

    Args:
        play: Turn that is played.
        seat: Seat of the hero.
        origin: The hero's present room, which must be without enemies.
        room: The next room.
    """
    state = play.state
    door = door_place(state, origin, room)
    if door == c.NONE:
        return Code.NO_DOOR
    if state.spiked.item(origin, door):
        return Code.SPIKED
    if not is_accessible(state, seat, room):
        return Code.GATE
    return Code.OK if play.entered_by.get(room, seat) == seat else Code.BLOCKED


def _enter(play: Play, seat: int, hero: int, room: int) -> bool:
    """Enter a room in phase 7, and register a fight if there are enemies.

    Return whether the hero may go on.
    """
    state, origin = play.state, room_of(play.state, seat, hero)
    play.entered_by[room] = seat
    # Report before `come_into`, which may spring a trap: its event must follow this one (PG-5.13).
    play.tell(Entered(Ref(seat, hero), origin, room), familiar(state, origin, room) | {seat})
    come_into(play, seat, hero, room)
    if not is_alive(state, seat, hero):  # a trap may have killed him
        return False
    if not is_hostile(state, seat, room):
        return True
    if not play.is_conflict(room):  # only the first hero to enter starts the fight (PG-5.13)
        play.conflicts.append(Conflict(room, seat))
    return False


def come_into(play: Play, seat: int, hero: int, room: int) -> None:
    """Put a walking or retreating hero into a room, and spring its trap (PG-5.13).

    The room counts as explored, and the seat's knowledge of it rises to level 4.
    """
    state = play.state
    play.came_from[seat, hero] = room_of(state, seat, hero)
    arrive(state, seat, hero, room)
    state.rooms[room, c.EXPLORED] = 1
    raise_level(state, seat, room, MAX_LEVEL)
    spring_on_hero(play, seat, hero, room)
