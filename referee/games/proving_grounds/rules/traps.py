"""Effects of traps in rooms, those of the dungeon and those set by Thieves (PG-5.9, PG-5.13)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.deaths import hurt_hero, kill_creature
from referee.games.proving_grounds.rules.dice import trap_dice
from referee.games.proving_grounds.rules.heroes import Ref, class_of, skill_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import creatures_in, familiar
from referee.games.proving_grounds.tables import BLOW, HeroClass
from referee.games.proving_grounds.wire.events import TrapSprung

__all__ = ["spring_on_creatures", "spring_on_hero"]


def spring_on_hero(play: Play, seat: int, hero: int, room: int) -> None:
    """Apply the trap of a room to a hero that entered it, unless the hero's seat has set it (PG-5.13).

    Nothing happens if the room has no trap. A Thief first rolls to disarm it.
    """
    state = play.state
    if state.rooms.item(room, c.TRAP) in (c.NONE, seat):
        return
    dice = trap_dice(state, room)
    roll, damage = None, 0
    if class_of(state, seat, hero) == HeroClass.THIEF:
        roll = dice.d6(3)
    if roll is None or roll > skill_of(state, seat, hero):
        damage = dice.d6() + BLOW
    state.rooms[room, c.TRAP] = c.NONE  # gone whether it was disarmed or not (PG-5.13)
    told = familiar(state, room) | {seat}
    play.tell(TrapSprung(room, Ref(seat, hero), roll, damage), told)
    if damage:
        hurt_hero(play, seat, hero, damage)


def spring_on_creatures(play: Play, seat: int, room: int) -> None:
    """Apply the trap of a room to the first of the creatures lured into it (PG-5.9).

    Nothing happens unless a seat has set a trap there.

    Args:
        play: The turn.
        seat: Seat of the Wizard who lured the creatures.
        room: Room that the creatures are in now.
    """
    state = play.state
    # Traps of the dungeon are numbered `len(state.seats)`, not with a seat; they catch heroes only (PG-5.9).
    if not 0 <= state.rooms.item(room, c.TRAP) < len(state.seats):
        return
    damage = trap_dice(state, room).d6() + BLOW
    state.rooms[room, c.TRAP] = c.NONE
    play.tell(TrapSprung(room, None, None, damage), familiar(state, room) | {seat})
    first = creatures_in(state, room)[0]
    state.creatures[room, first, c.C_HP] -= damage
    if state.creatures.item(room, first, c.C_HP) <= 0:
        kill_creature(play, room, first)
