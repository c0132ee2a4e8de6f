"""Random legal messages, for tests and load: every kind of order occurs at times, none is malformed.

An order may fail only because another seat was first: by a higher bid, or by entering a room.
Orders that another seat could make fail in any other way are left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.core.rng import Stream
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.hero_orders import KINDS
from referee.games.proving_grounds.rules.actions.trading import standing_offers
from referee.games.proving_grounds.rules.checked import open_boards
from referee.games.proving_grounds.rules.equipment import (
    can_use,
    items_of,
    knows,
    knows_spell,
)
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    class_of,
    entry_room,
    heroes_in,
    living,
    num_living,
    price_of,
    room_of,
)
from referee.games.proving_grounds.rules.market.market import is_hire_turn
from referee.games.proving_grounds.rules.rooms import (
    creatures_in,
    doors_of,
    home_of,
    is_accessible,
    is_hostile,
    is_spiked,
)
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    BEST,
    BLESS_MANA,
    CLASSES,
    CSW_MANA,
    IMPROVEMENT_PRICES,
    ITEMS,
    NUM_BOARDS,
    SPELLS,
    Creature,
    HeroClass,
    Item,
    ItemKind,
    Policy,
    Spell,
    Stat,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.orders import Action, HeroSpec, Orders, Setup

__all__ = ["random_action"]

T = TypeVar("T")

_MOVES, _CASTS = 5, 3
"""Weights of moving, and of a Wizard's casting, in the choice of an action; every other kind has
weight 1.
"""


def random_action(state: State, seat: int, dice: Stream) -> Action:
    """Return a random legal setup or turn for a seat; see `Game.random_action`."""
    if state.match.item(c.PHASE) == c.SETUP:
        return _random_party(state, seat, dice)
    return _Chooser(state, seat, dice).orders()


def _pick(dice: Stream, choices: Sequence[T]) -> T:
    return choices[dice.draw(len(choices)) - 1]


# Setup.


def _random_party(state: State, seat: int, dice: Stream) -> Setup:
    gold = state.seats.item(seat, c.GOLD)
    heroes = []
    for _ in range(min(5, state.rules.item(c.MAX_HEROES))):
        kind = HeroClass(dice.draw(len(HeroClass)) - 1)
        if CLASSES[kind].price > gold:
            break
        gold -= CLASSES[kind].price
        improve, gold = _improvement(kind, gold, dice)
        choices = [item for item in Item if ITEMS[item].is_in_setup and kind in ITEMS[item].users]
        items = []
        for item in [_pick(dice, choices), _pick(dice, choices)]:
            if ITEMS[item].gold <= gold:
                gold -= ITEMS[item].gold
                items.append(int(item))
        policy = dice.draw(len(Policy)) - 1
        heroes.append(
            HeroSpec(int(kind), improve, tuple(items), guard=dice.draw(2) == 1, policy=policy)
        )
    stash = []
    for item in (Item.SPIKES, Item.TRAP_KIT, Item.POTION):
        if ITEMS[item].gold <= gold:
            gold -= ITEMS[item].gold
            stash.append(int(item))
    bids = [0] * NUM_BOARDS
    bids[dice.draw(NUM_BOARDS) - 1] = dice.draw(min(gold, 5) + 1) - 1
    return Setup(tuple(heroes), tuple(stash), tuple(bids))


def _improvement(kind: HeroClass, gold: int, dice: Stream) -> tuple[tuple[int, ...], int]:
    """Return the points to buy for each characteristic, and the gold left.

    That is one point for a random characteristic if `gold` pays for it, else none. `kind` is the hero's class.
    """
    improve = [0] * len(Stat)
    stat = dice.draw(len(Stat)) - 1
    value = CLASSES[kind].stats[stat] + 1
    if value <= BEST and IMPROVEMENT_PRICES[value] <= gold:
        improve[stat] = 1
        gold -= IMPROVEMENT_PRICES[value]
    return tuple(improve), gold


# Turns.


@dataclasses.dataclass(slots=True)
class _Chooser:
    """Chooses a seat's orders for a turn, and tracks the gold, items and places that they use."""

    state: State
    seat: int
    dice: Stream
    gold: int = 0
    stash: list[int] = dataclasses.field(default_factory=list)
    touched: set[object] = dataclasses.field(default_factory=set)
    """Doors and rooms that a chosen order changes; no other order of the seat may change them."""
    at_risk: set[int] = dataclasses.field(default_factory=set)
    """Ids of heroes who may be dead or elsewhere when later orders are carried out."""
    chosen: list[Any] = dataclasses.field(default_factory=list)

    def orders(self) -> Orders:
        """Return a whole message of random legal orders for the turn."""
        self.gold = self.state.seats.item(self.seat, c.GOLD)
        self.stash = self.state.stash[self.seat].tolist()
        shuffle, hire, buy = self._shuffle(), self._hire(), self._buy()
        heroes = living(self.state, self.seat)
        for hero in heroes:
            self._free_order(hero)
        for hero in heroes:
            self._action(hero)
        most = self.state.rules.item(c.MAX_ORDERS)
        # Cut from the front: free orders come first, and no action depends on one.
        return Orders(shuffle, hire, buy, tuple(self.chosen[-most:]))

    def _chance(self, of: int) -> bool:
        return self.dice.draw(of) == 1

    def _shuffle(self) -> tuple[int, ...]:
        bids = [0] * NUM_BOARDS
        if self.gold and self._chance(4):
            # Gold is counted down over the whole message, so that no later part is refused with
            # NO_GOLD.
            board = _pick(self.dice, open_boards(self.state.match.item(c.TURN)))
            bids[board] = self.dice.draw(min(self.gold, 3))
            self.gold -= bids[board]
        return tuple(bids)

    def _hire(self) -> tuple[o.HireBid, ...]:
        state = self.state
        has_room = num_living(state, self.seat) < state.rules.item(c.MAX_HEROES)
        if not (has_room and is_hire_turn(state) and self._chance(2)):
            return ()
        candidate = self.dice.draw(len(state.candidates)) - 1
        # At least the price: the bid may be OUTBID, but must not be BELOW_MIN.
        gold = price_of(HeroClass(state.candidates.item(candidate, 0))) + self.dice.draw(3) - 1
        if gold > self.gold:
            return ()
        self.gold -= gold
        return (o.HireBid(candidate, gold),)

    def _buy(self) -> tuple[int, ...]:
        # One slot, all of which are full when the turn begins: only another seat can make it TAKEN.
        slot = self.dice.draw(len(self.state.market)) - 1
        price = ITEMS[self.state.market.item(slot)].gold
        if price > self.gold or not self._chance(2):
            return ()
        self.gold -= price
        return (slot,)

    # Free orders: at most one a hero, so that no order undoes a condition of another.

    def _free_order(self, hero: int) -> None:
        choice = self.dice.draw(6)
        state, seat = self.state, self.seat
        gems = tuple(state.hero_gems[seat, hero].tolist())
        at_home = room_of(state, seat, hero) == entry_room(state, seat)
        if choice == 1:
            self.chosen.append(o.Guard(hero, on=self._chance(2)))
        elif choice == 2:
            self.chosen.append(o.PolicyOrder(hero, self.dice.draw(len(Policy)) - 1))
        elif choice == 3 and self._chance(4) and items_of(state, seat, hero):
            item = _pick(self.dice, items_of(state, seat, hero))
            self.chosen.append(o.Unequip(hero, int(item)))
        # One vault order a turn: a second might no longer find its gems.
        elif choice == 4 and at_home and "vault" not in self.touched:
            self.touched.add("vault")
            if any(gems):
                self.chosen.append(o.Deposit(hero, gems))
            else:
                vault = tuple(state.vault[seat].tolist())
                self.chosen.append(o.Withdraw(hero, vault))
        elif choice == 5 and any(gems):
            self._pass_on(hero, gems)
        else:
            self._equip(hero)

    def _pass_on(self, hero: int, gems: tuple[int, ...]) -> None:
        friends = heroes_in(self.state, room_of(self.state, self.seat, hero), self.seat)
        others = [ref.hero for ref in friends if ref.hero != hero]
        if others:
            self.chosen.append(o.Pass(hero, _pick(self.dice, others), gems))

    def _equip(self, hero: int) -> None:
        fitting = [
            item
            for item in Item
            if self.stash[item]
            and can_use(self.state, self.seat, hero, item)
            and not (
                ITEMS[item].kind == ItemKind.SPELL and knows(self.state, self.seat, hero, item)
            )
        ]
        if fitting:
            item = _pick(self.dice, fitting)
            self.stash[item] -= 1
            self.chosen.append(o.Equip(hero, int(item)))

    # Actions: one a hero.

    def _action(self, hero: int) -> None:
        choices = _BY_CLASS[class_of(self.state, self.seat, hero)]
        order = _pick(self.dice, choices)(self, hero)
        if order is not None:
            self.chosen.append(order)

    def _room(self, hero: int) -> int:
        return room_of(self.state, self.seat, hero)

    def _doors(self, hero: int) -> list[int]:
        return doors_of(self.state, self._room(hero), self.seat)

    def _own_doors(self, hero: int, *, spiked: bool) -> list[int]:
        """Return rooms behind doors that neither other seats nor orders chosen before can change.

        Args:
            hero: Id of the hero.
            spiked: Whether the doors must be spiked, or else must be free of spikes.
        """
        room = self._room(hero)
        return [
            other
            for other in self._doors(hero)
            if is_spiked(self.state, room, other) == spiked
            and frozenset((room, other)) not in self.touched
            and all(ref.seat == self.seat for ref in heroes_in(self.state, other))
        ]

    def _move(self, hero: int) -> o.Move | None:
        state, room = self.state, self._room(hero)
        # Refused as ENGAGED whatever others do, so such a move would be wrong in itself.
        if is_hostile(state, self.seat, room):
            return None
        path = [room]
        for _ in range(self.dice.draw(3)):
            # Spikes are set in phase 6, before heroes move: a door that an own order touches may be
            # shut by then.
            ways = [
                other
                for other in doors_of(state, path[-1], self.seat)
                if not is_spiked(state, path[-1], other)
                and frozenset((path[-1], other)) not in self.touched
                and is_accessible(state, self.seat, other)
            ]
            if not ways:
                break
            path.append(_pick(self.dice, ways))
        return o.Move(hero, tuple(path[1:])) if len(path) > 1 else None

    def _company(self, hero: int) -> list[int]:
        """Return ids of the seat's heroes who will still be in the room when this hero acts."""
        friends = heroes_in(self.state, self._room(hero), self.seat)
        return [ref.hero for ref in friends if ref.hero not in self.at_risk]

    def _potion(self, hero: int) -> o.Potion | None:
        if not self.stash[Item.POTION] or not self._company(hero):
            return None
        self.stash[Item.POTION] -= 1
        return o.Potion(hero, _pick(self.dice, self._company(hero)))

    def _trade(self, hero: int) -> o.Trade | None:
        partners = [
            ref
            for other in self._doors(hero)
            for ref in heroes_in(self.state, other)
            if ref.seat != self.seat
        ]
        if not partners:
            return None
        # Mirror an offer that stands for this hero if it asks for gold alone: gems and items that
        # it asks for may be gone when the trade is made.
        for offer in standing_offers(self.state):
            if offer.taker == Ref(self.seat, hero) and offer.giver in partners:
                give = offer.want
                if give.gold <= self.gold and not any(give.gems) and give.item == c.NONE:
                    self.gold -= give.gold
                    return o.Trade(hero, *offer.giver, give, offer.give)
        partner: Ref = _pick(self.dice, partners)
        gold = self.dice.draw(min(self.gold, 2) + 1) - 1
        self.gold -= gold
        wanted = self.dice.draw(3) - 1
        return o.Trade(hero, partner.seat, partner.hero, o.Goods(gold), o.Goods(wanted))

    def _at_door(
        self, hero: int, kind: type[Any], *, spiked: bool, item: Item | None = None
    ) -> Any:
        """Return an order of a kind on a door that no other order changes; None without such a door.

        Args:
            hero: Id of the hero.
            kind: Class of the order.
            spiked: Whether the door must be spiked, or else must be free of spikes.
            item: Item that the order uses up; without one in the stash the result is None.
        """
        rooms = self._own_doors(hero, spiked=spiked)
        if not rooms or (item is not None and not self.stash[item]):
            return None
        if item is not None:
            self.stash[item] -= 1
        room = _pick(self.dice, rooms)
        self.touched.add(frozenset((self._room(hero), room)))
        return kind(hero, room)

    def _set_trap(self, hero: int) -> o.SetTrap | None:
        room = self._room(hero)
        is_free = self.state.rooms.item(room, c.TRAP) == c.NONE and room not in self.touched
        if not is_free or not self.stash[Item.TRAP_KIT]:
            return None
        self.stash[Item.TRAP_KIT] -= 1
        self.touched.add(room)
        return o.SetTrap(hero)

    def _scout(self, hero: int) -> o.Scout | None:
        doors = self._doors(hero)
        return o.Scout(hero, _pick(self.dice, doors)) if doors else None

    def _alone_near(self, room: int) -> bool:
        """Return whether no other seat is in or next to a room, and no order chosen so far changes the room."""
        # Heroes of others next to the room could steal there, or lure its creatures away, before
        # this order.
        near = [room, *doors_of(self.state, room, self.seat)]
        return room not in self.touched and all(
            ref.seat == self.seat for one in near for ref in heroes_in(self.state, one)
        )

    def _steal(self, hero: int) -> o.Steal | None:
        rooms = [
            room
            for room in self._own_doors(hero, spiked=False)
            if creatures_in(self.state, room)
            and self._alone_near(room)
            and is_accessible(self.state, self.seat, room)
        ]
        if not rooms:
            return None
        # A Thief who is caught may die of the blow, so no other order may count on him.
        self.at_risk.add(hero)
        room = _pick(self.dice, rooms)
        self.touched.add(room)
        return o.Steal(hero, room, self.dice.draw(self.state.vault.shape[1]) - 1)

    def _mana(self, hero: int) -> int:
        return self.state.heroes.item(self.seat, hero, c.MANA)

    def _cure(self, hero: int) -> o.Clw | o.Csw | None:
        company = self._company(hero)
        if not company or not self._mana(hero):
            return None
        target = _pick(self.dice, company)
        is_strong = self._mana(hero) >= CSW_MANA and self._chance(2)
        return o.Csw(hero, target) if is_strong else o.Clw(hero, target)

    def _bless(self, hero: int) -> o.Bless | None:
        return o.Bless(hero) if self._mana(hero) >= BLESS_MANA else None

    def _cast(self, hero: int) -> o.Cast | None:
        # Free orders come first in a turn: a spell that one of them takes off is not known any more
        # when he casts.
        taken = {order.item for order in self.chosen if isinstance(order, o.Unequip)}
        known = [
            spell
            for spell in Spell
            if SPELLS[spell].mana <= self._mana(hero)
            and knows_spell(self.state, self.seat, hero, spell)
            and SPELLS[spell].item not in taken
        ]
        fields = {spell: self._spell_fields(hero, spell) for spell in known}
        castable = [spell for spell in known if fields[spell]]
        if not castable:
            return None
        spell = _pick(self.dice, castable)
        field = _pick(self.dice, fields[spell])
        self._note_spell(hero, spell, field)
        if SPELLS[spell].is_on_hero:
            return o.Cast(hero, int(spell), target=field)
        return o.Cast(hero, int(spell), room=field)

    def _spell_fields(self, hero: int, spell: Spell) -> list[int]:
        """Return the rooms or targets on which the hero can cast a spell.

        A Wizard teleports only himself, since the orders of other heroes may need them in their
        room.
        """
        company = self._company(hero)
        choices: dict[Spell, Callable[[], list[int]]] = {
            Spell.NOISE: lambda: [self._room(hero), *self._doors(hero)],
            Spell.LURE: lambda: self._lurable(hero),
            Spell.KNOCK: lambda: self._own_doors(hero, spiked=True),
            Spell.SHIELD: lambda: company,
            Spell.HASTE: lambda: company,
            Spell.SCRY: lambda: list(range(len(self.state.rooms))),
            Spell.TELEPORT: lambda: [hero] if hero in company else [],
        }
        return choices[spell]()

    def _note_spell(self, hero: int, spell: Spell, field: int) -> None:
        """Mark doors, rooms and heroes that a hero's spell changes, so that later orders avoid them.

        `field` is the spell's target: a room, or a hero for TELEPORT.
        """
        room = self._room(hero)
        if spell == Spell.KNOCK:
            self.touched.add(frozenset((room, field)))
        if spell == Spell.LURE:
            self.touched |= {room, field}
        if spell == Spell.TELEPORT:
            self.at_risk.add(field)

    def _lurable(self, hero: int) -> list[int]:
        state, here = self.state, self._room(hero)
        if home_of(state, here) != c.NONE or here in self.touched:
            return []
        return [
            room
            for room in self._own_doors(hero, spiked=False)
            if creatures_in(state, room)
            and self._alone_near(room)
            and Creature.DRAGON not in state.creatures[room, :, c.C_KIND].tolist()
        ]


_ACTIONS: tuple[tuple[type[Any], Callable[[_Chooser, int], Any]], ...] = (
    *[(o.Move, _Chooser._move)] * _MOVES,
    (o.Rest, lambda _, hero: o.Rest(hero)),
    (o.Potion, _Chooser._potion),
    (o.Trade, _Chooser._trade),
    (o.Force, lambda self, hero: self._at_door(hero, o.Force, spiked=True)),
    (o.Clw, _Chooser._cure),
    (o.Bless, _Chooser._bless),
    *[(o.Cast, _Chooser._cast)] * _CASTS,
    (o.Search, lambda _, hero: o.Search(hero)),
    (o.Spike, lambda self, hero: self._at_door(hero, o.Spike, spiked=False, item=Item.SPIKES)),
    (o.Unspike, lambda self, hero: self._at_door(hero, o.Unspike, spiked=True)),
    (o.SetTrap, _Chooser._set_trap),
    (o.Disarm, lambda self, hero: self._at_door(hero, o.Disarm, spiked=False)),
    (o.Scout, _Chooser._scout),
    (o.Steal, _Chooser._steal),
)
"""By class of order, the function that makes a hero's order or returns None. `KINDS` has the hero
class that can be given it.
"""
_BY_CLASS = {
    hero_class: [make for kind, make in _ACTIONS if KINDS[kind].hero_class in (None, hero_class)]
    for hero_class in HeroClass
}
"""Functions that make the actions of a hero, by his class."""
