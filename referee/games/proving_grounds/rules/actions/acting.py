"""Acting hero, conditions of orders, and reports to seats, as used by all hero orders (PG-5.5, PG-5.7)."""

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
    """A hero who carries out an order in this turn."""

    play: Play
    seat: int
    hero: int
    place: int
    """Index of the order in the seat's list of hero orders."""

    @property
    def state(self) -> State:
        """State of the match."""
        return self.play.state

    @property
    def ref(self) -> Ref:
        """Seat and id of the acting hero."""
        return Ref(self.seat, self.hero)

    @property
    def room(self) -> int:
        """Room that the acting hero is in."""
        return room_of(self.play.state, self.seat, self.hero)

    @property
    def row(self) -> c.Ints:
        """int32[column]: the acting hero's row of `State.heroes`, as a view that may be written."""
        row: c.Ints = self.play.state.heroes[self.seat, self.hero]
        return row

    @property
    def gems(self) -> c.Shorts:
        """int16[kind]: gems that the acting hero carries, as a view that may be written."""
        gems: c.Shorts = self.play.state.hero_gems[self.seat, self.hero]
        return gems

    @property
    def stash(self) -> c.Shorts:
        """int16[item]: stash of the hero's seat (items that no hero wears), as a view that may be written."""
        stash: c.Shorts = self.play.state.stash[self.seat]
        return stash

    def dice(self) -> Dice:
        """Return the hero's dice stream of this turn, from its start: a second one repeats the rolls."""
        # A new stream each time, which would repeat the numbers of the first: an effect that rolls
        # twice must keep it.
        return hero_dice(self.play.state, self.seat, self.hero)

    def rolled(self, roll: int | None, need: int | None, *, is_success: bool) -> None:
        """Report the roll, the needed number and the success of the hero's action to his seat."""
        self.play.tell(Action(self.ref, self.place, roll, need, is_success), (self.seat,))

    def test(self, need: int) -> bool:
        """Roll 3d6 and report the roll to the hero's seat; return whether it is at most `need`."""
        roll = self.dice().d6(3)
        self.rolled(roll, need, is_success=roll <= need)
        return roll <= need

    def spend_mana(self, amount: int) -> None:
        """Subtract `amount` Mana from the hero, who must have that much."""
        # No check here: the order's conditions have just found this much Mana.
        self.row[c.MANA] -= amount


Condition: TypeAlias = tuple[Code, Callable[[Actor, Any], bool]]
"""A code, and the test that must hold when an order is carried out; if it fails, the code is the
order's result.
"""


class OrderKind(NamedTuple):
    """A row of the tables of hero orders: phase, effect, conditions and hero class (PG-4.5, PG-4.6)."""

    phase: Phase
    effect: Callable[[Actor, Any], None] | None = None
    """Function that carries out the order for the acting hero; None if the module of the order's
    phase carries it out."""
    conditions: tuple[Condition, ...] = ()
    """Conditions in the order in which they are checked; the first that fails refuses the order."""
    hero_class: HeroClass | None = None
    """The only class that can be given the order; None for all classes."""

    @property
    def is_action(self) -> bool:
        """Whether the order is an action, of which a hero has one a turn; False for free orders."""
        return self.phase != Phase.FREE


def first_refusal(actor: Actor, order: Any, conditions: Iterable[Condition]) -> Code:
    """Return the code of the first condition that does not hold for an order; OK if all hold."""
    # In order, and no further than the first that fails: `is_shut` means nothing where
    # `is_adjacent` does not hold, since without a door it reads the entry of another place.
    for code, holds in conditions:
        if not holds(actor, order):
            return code
    return Code.OK


def is_adjacent(actor: Actor, order: Any) -> bool:
    """Return whether a door, spiked or not, joins the hero's room to the order's room."""
    return is_neighbour(actor.state, actor.room, order.room)


def is_shut(actor: Actor, order: Any) -> bool:
    """Return whether the door between the hero's room and the order's room is spiked."""
    return is_spiked(actor.state, actor.room, order.room)


def is_open(actor: Actor, order: Any) -> bool:
    """Return whether the door between the hero's room and the order's room is free of spikes."""
    return not is_shut(actor, order)


def is_companion(actor: Actor, order: Any) -> bool:
    """Return whether an order's target is a living hero of the actor's seat in its room (PG-5.8)."""
    state, seat = actor.state, actor.seat
    return is_alive(state, seat, order.target) and room_of(state, seat, order.target) == actor.room


# Conditions with their usual codes.
ADJACENT: Condition = (Code.NO_DOOR, is_adjacent)
OPEN: Condition = (Code.SPIKED, is_open)
SHUT: Condition = (Code.NOT_SPIKED, is_shut)
COMPANION: Condition = (Code.BAD_TARGET, is_companion)


def mana(amount: int) -> Condition:
    """Return the condition that the hero has at least this much Mana; its code is NO_MANA."""
    return Code.NO_MANA, lambda actor, _: bool(actor.row[c.MANA] >= amount)


def in_stash(item: Item) -> Condition:
    """Return the condition that the seat's stash (items that no hero wears) has such an item; its code is NO_ITEM."""
    return Code.NO_ITEM, lambda actor, _: bool(actor.stash[item])


def heal(actor: Actor, target: int, amount: int) -> None:
    """Give `amount` hit points to the hero `target` of the actor's seat, up to the maximum, and report them."""
    state, seat = actor.state, actor.seat
    hp = state.heroes.item(seat, target, c.HP)
    # The surplus is lost, and so are the potion or Mana that were spent (PG-5.8).
    healed = min(amount, max_hp(state, seat, target) - hp)
    state.heroes[seat, target, c.HP] = hp + healed
    actor.play.tell(Healed(Ref(seat, target), healed, hp + healed), (seat,))
