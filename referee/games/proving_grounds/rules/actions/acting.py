"""What all hero orders share: the actor, conditions, and events (PG-5.5, PG-5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.dice import Dice, hero_dice
from referee.games.proving_grounds.rules.heroes import Ref, is_alive, max_hp, room_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import is_neighbour, is_spiked
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Code, HeroClass, Item
from referee.games.proving_grounds.wire.events import Action, Healed

__all__ = [
    "ADJACENT",
    "COMPANION",
    "OPEN",
    "SHUT",
    "Actor",
    "Condition",
    "OrderKind",
    "first_refusal",
    "heal",
    "in_stash",
    "is_adjacent",
    "is_companion",
    "is_open",
    "is_shut",
    "mana",
]


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

    @property
    def row(self) -> c.Ints:
        """int32[column]: his row, as a view."""
        row: c.Ints = self.play.state.heroes[self.seat, self.hero]
        return row

    @property
    def gems(self) -> c.Shorts:
        """int16[kind]: the gems he carries, as a view."""
        gems: c.Shorts = self.play.state.hero_gems[self.seat, self.hero]
        return gems

    @property
    def stash(self) -> c.Shorts:
        """int16[item]: what his seat has in its stash, as a view."""
        stash: c.Shorts = self.play.state.stash[self.seat]
        return stash

    def dice(self) -> Dice:
        """His dice of this turn; to be opened once."""
        return hero_dice(self.play.state, self.seat, self.hero)

    def rolled(self, roll: int | None, need: int | None, *, is_success: bool) -> None:
        """Report the result of the action to his seat."""
        self.play.tell(Action(self.ref, self.place, roll, need, is_success), (self.seat,))

    def test(self, need: int) -> bool:
        """Roll 3d6, report it to his seat, and return whether it is at most `need`."""
        roll = self.dice().d6(3)
        self.rolled(roll, need, is_success=roll <= need)
        return roll <= need

    def spend_mana(self, amount: int) -> None:
        """Pay Mana that is there."""
        self.row[c.MANA] -= amount


Condition: TypeAlias = tuple[Code, Callable[[Actor, Any], bool]]
"""A code, and the test that must hold when an order is carried out; if it does not, the code is the order's result."""


class OrderKind(NamedTuple):
    """A row of the tables of hero orders (PG-4.5, PG-4.6)."""

    phase: Phase
    effect: Callable[[Actor, Any], None] | None = None
    """What it does; None where its phase says that."""
    conditions: tuple[Condition, ...] = ()
    """In the order in which they are checked; the first that doesn't hold refuses the order."""
    hero_class: HeroClass | None = None
    """The only class that can do it; None for all classes."""

    @property
    def is_action(self) -> bool:
        """Whether a hero has one of these a turn."""
        return self.phase != Phase.FREE


def first_refusal(actor: Actor, order: Any, conditions: Iterable[Condition]) -> Code:
    """Return the code of the first condition that doesn't hold; OK if all do."""
    for code, holds in conditions:
        if not holds(actor, order):
            return code
    return Code.OK


def is_adjacent(actor: Actor, order: Any) -> bool:
    """Return whether a door joins the hero's room to the order's, spiked or not."""
    return is_neighbour(actor.state, actor.room, order.room)


def is_shut(actor: Actor, order: Any) -> bool:
    """Return whether the door to the order's room is spiked."""
    return is_spiked(actor.state, actor.room, order.room)


def is_open(actor: Actor, order: Any) -> bool:
    """Return whether the door to the order's room is free of spikes."""
    return not is_shut(actor, order)


def is_companion(actor: Actor, order: Any) -> bool:
    """Return whether the target is an own living hero in the same room (PG-5.8)."""
    state, seat = actor.state, actor.seat
    return is_alive(state, seat, order.target) and room_of(state, seat, order.target) == actor.room


# Conditions with their usual codes.
ADJACENT: Condition = (Code.NO_DOOR, is_adjacent)
OPEN: Condition = (Code.SPIKED, is_open)
SHUT: Condition = (Code.NOT_SPIKED, is_shut)
COMPANION: Condition = (Code.BAD_TARGET, is_companion)


def mana(amount: int) -> Condition:
    """Require that the hero has at least this much Mana."""
    return Code.NO_MANA, lambda actor, _: bool(actor.row[c.MANA] >= amount)


def in_stash(item: Item) -> Condition:
    """Require such an item in the stash."""
    return Code.NO_ITEM, lambda actor, _: bool(actor.stash[item])


def heal(actor: Actor, target: int, amount: int) -> None:
    """Give hit points to an own hero, up to his maximum."""
    state, seat = actor.state, actor.seat
    hp = state.heroes.item(seat, target, c.HP)
    healed = min(amount, max_hp(state, seat, target) - hp)
    state.heroes[seat, target, c.HP] = hp + healed
    actor.play.tell(Healed(Ref(seat, target), healed, hp + healed), (seat,))
