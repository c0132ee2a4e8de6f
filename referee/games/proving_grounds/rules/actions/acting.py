"""What actions of phase 6 have in common: who acts, on whom, and what is told of it (PG-5.7)."""

from __future__ import annotations

from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import Dice, hero_dice
from referee.games.proving_grounds.rules.heroes import Ref, is_alive, max_hp, room_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import is_neighbour
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Code
from referee.games.proving_grounds.wire.events import Action, Healed

__all__ = ["Actor", "door_code", "heal", "mana_code", "target_code"]


class Actor(NamedTuple):
    """A hero who acts."""

    play: Play
    seat: int
    hero: int
    place: int
    """Of his order in his seat's list."""

    @property
    def state(self) -> State:
        """The match."""
        return self.play.state

    @property
    def ref(self) -> Ref:
        """The hero."""
        return Ref(self.seat, self.hero)

    @property
    def room(self) -> int:
        """Where he is."""
        return room_of(self.play.state, self.seat, self.hero)

    def dice(self) -> Dice:
        """His dice of this turn; to be opened once."""
        return hero_dice(self.play.state, self.seat, self.hero)

    def rolled(self, roll: int | None, need: int | None, *, is_success: bool) -> None:
        """Tell his seat what came of the action."""
        self.play.tell(Action(self.ref, self.place, roll, need, is_success), (self.seat,))

    def test(self, need: int) -> bool:
        """Roll 3d6 for at most `need`, and tell of it."""
        roll = self.dice().d6(3)
        self.rolled(roll, need, is_success=roll <= need)
        return roll <= need

    def spend_mana(self, amount: int) -> None:
        """Pay Mana that is there."""
        self.play.state.heroes[self.seat, self.hero, c.MANA] -= amount


def door_code(actor: Actor, room: int) -> Code:
    """NO_DOOR unless a door joins the hero's room to another."""
    return Code.OK if is_neighbour(actor.state, actor.room, room) else Code.NO_DOOR


def mana_code(actor: Actor, amount: int) -> Code:
    """NO_MANA unless there is so much."""
    mana = actor.state.heroes.item(actor.seat, actor.hero, c.MANA)
    return Code.OK if mana >= amount else Code.NO_MANA


def target_code(actor: Actor, target: int) -> Code:
    """BAD_TARGET unless it is an own living hero in the same room (PG-5.8)."""
    is_there = (
        is_alive(actor.state, actor.seat, target)
        and room_of(actor.state, actor.seat, target) == actor.room
    )
    return Code.OK if is_there else Code.BAD_TARGET


def heal(actor: Actor, target: int, amount: int) -> None:
    """Give hit points to an own hero, up to his maximum."""
    state, seat = actor.state, actor.seat
    hp = state.heroes.item(seat, target, c.HP)
    healed = min(amount, max_hp(state, seat, target) - hp)
    state.heroes[seat, target, c.HP] = hp + healed
    actor.play.tell(Healed(Ref(seat, target), healed, hp + healed), (seat,))
