"""Orders that a seat may give each of its heroes, as far as its observation shows.

The orders are those of PG-4.5 and PG-4.6.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.choices import Option
from referee.core.plain import Plain
from referee.core.scene import token_ref
from referee.core.view import Fields
from referee.games.proving_grounds.tables import (
    BLESS_MANA,
    CLW_MANA,
    CSW_MANA,
    ITEMS,
    SPELLS,
    Gem,
    HeroClass,
    Item,
    ItemKind,
    Spell,
)
from referee.games.proving_grounds.view.names import hero_token, room_id
from referee.games.proving_grounds.view.setup_choices import item_label, item_of, policies

__all__ = ["gem_stocks", "hero_orders"]

_NOTHING: Mapping[str, int] = {}


def hero_orders(seen: Fields) -> Iterator[Option]:
    """Yield the orders that a seat can give its heroes, as options for people.

    Args:
        seen: Observation of the seat.
    """
    for hero in seen["own"]["heroes"]:
        yield from _Hero(seen, hero).orders()


@dataclasses.dataclass(frozen=True, slots=True)
class _Told:
    """An order that a person may pick for a hero: its text and content, without the hero's id.

    `name` decides which orders exclude each other: a person picks at most one free order of a name for
    a hero. Orders that hand over gems can be picked more than once, as long as there are gems.
    """

    label: str
    """Text of the order for people."""
    name: str
    """Name of the order's field in the HeroOrder message."""
    order: dict[str, Plain]
    """Content of the HeroOrder field that `name` names."""
    room: int | None = None
    """Number of the room that a person clicks to pick the order; None for an order without a room."""
    costs: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Amount that the order takes from each of the seat's stocks, by the stock's label."""


class _Hero:
    """A hero with what the hero's seat knows of rooms; makes the options for orders.

    Args:
        seen: Observation of the seat.
        hero: The hero's entry in the observation.
    """

    def __init__(self, seen: Fields, hero: Fields) -> None:
        self._seen, self._hero = seen, hero
        self._seat: int = seen["own"]["seat"]
        self._rooms: dict[int, Fields] = {told["room"]: told for told in seen["rooms"]}
        self._here: int = hero["room"]
        self._kind = HeroClass[hero["hero_class"].removeprefix("HERO_CLASS_")]
        self._mana: int = hero["mana"]
        self._stash = {item_of(told["item"]) for told in seen["own"]["stash"]}
        self._friends = [other for other in seen["own"]["heroes"] if other["room"] == hero["room"]]
        self._entries = {
            seat: seat * seen["width"] * seen["depth"] + seen["width"] // 2
            for seat in range(seen["num_seats"])
        }

    def orders(self) -> Iterator[Option]:
        """Yield the hero's orders: first actions, of which one can be picked, then orders that are free in addition."""
        hero = self._hero
        told = f"{hero['hp']} of {hero['max_hp']} hp"
        group = f"{self._kind.name.capitalize()} {hero['hero']} in room {self._here}, {told}"
        here = token_ref(hero_token((self._seat, hero["hero"])))
        for is_free, orders in ((False, self._actions()), (True, self._free())):
            for order in orders:
                # Options with a common key exclude each other: a hero has one action, and one free
                # order of a name.
                key = order.name if is_free else "acts"
                value: dict[str, Plain] = {"hero": hero["hero"], order.name: order.order}
                at = "" if order.room is None else room_id(order.room)
                # Gems may be handed over in several steps, so these orders have no key; their costs
                # bound them.
                is_of_gems = order.name in {"deposit", "withdraw", "pass"}
                keys = () if is_of_gems else (f"hero {hero['hero']} {key}",)
                yield Option(order.label, value, at, group, here, keys, order.costs)

    def _free(self) -> Iterator[_Told]:
        hero = self._hero
        on = not hero["guard"]
        yield _Told("stand on guard" if on else "stand at ease", "guard", {"on": on})
        for policy in policies():
            if policy.value != hero["policy"]:
                yield _Told(f"leave fights: {policy.label}", "policy", {"policy": policy.value})
        held = {item_of(name) for name in hero["items"]}
        for item in sorted(self._stash):
            is_known = ITEMS[item].kind is ItemKind.SPELL and item in held
            if self._kind in ITEMS[item].users and not is_known:
                yield self._with_item(f"take {item_label(item)} out of the stash", "equip", item)
        for item in sorted(held):
            order: dict[str, Plain] = {"item": f"ITEM_{item.name}"}
            yield _Told(f"put {item_label(item)} into the stash", "unequip", order)
        yield from self._gems()

    def _with_item(self, label: str, name: str, item: Item) -> _Told:
        order: dict[str, Plain] = {"item": f"ITEM_{item.name}"}
        return _Told(label, name, order, costs={item_label(item): 1})

    def _gems(self) -> Iterator[_Told]:
        number = self._hero["hero"]
        own = list(_shares(self._hero["gems"], f"of hero {number}"))
        for other in self._friends:
            for told, gems, costs in own if other["hero"] != number else ():
                order: dict[str, Plain] = {"target": other["hero"], "gems": gems}
                yield _Told(f"pass {told} to hero {other['hero']}", "pass", order, costs=costs)
        if self._here != self._entries[self._seat]:
            return
        for told, gems, costs in own:
            yield _Told(f"put {told} into the vault", "deposit", {"gems": gems}, costs=costs)
        for told, gems, costs in _shares(self._seen["own"]["vault"], _VAULT):
            label = f"take {told} out of the vault"
            yield _Told(label, "withdraw", {"gems": gems}, costs=costs)

    # Actions.

    def _actions(self) -> Iterator[_Told]:
        for way in self._ways():
            end = way[-1]
            count = f", {len(way)} rooms away" if len(way) > 1 else ""
            path: list[Plain] = [*way]
            yield _Told(f"move to room {end}{count}", "move", {"path": path}, end)
        yield _Told("rest", "rest", {})
        for room in self._doors(spiked=True):
            yield _Told(f"force the door to room {room}", "force", {"room": room}, room)
        if Item.POTION in self._stash:
            for other in self._friends:
                if other["hp"] < other["max_hp"]:
                    label = f"potion for hero {other['hero']}"
                    costs = {item_label(Item.POTION): 1}
                    yield _Told(label, "potion", {"target": other["hero"]}, costs=costs)
        match self._kind:
            case HeroClass.CLERIC:
                yield from self._cures()
            case HeroClass.WIZARD:
                yield from self._spells()
            case HeroClass.THIEF:
                yield from self._thievery()
        yield from self._trades()

    def _doors(self, *, spiked: bool | None = None) -> list[int]:
        """Return the rooms behind known doors of the hero's room.

        Args:
            spiked: True for spiked doors alone, False for doors not known to be spiked, None for
                all doors.
        """
        doors = self._rooms[self._here]["doors"]
        if spiked is None:
            return [door["room"] for door in doors]
        return [door["room"] for door in doors if bool(door.get("is_spiked")) == spiked]

    def _is_hostile(self, room: int) -> bool:
        told = self._rooms[room]
        others = any(
            dot["room"] == room and dot["hero"]["seat"] != self._seat for dot in self._seen["dots"]
        )
        return bool(told.get("has_creatures")) or others

    def _ways(self) -> list[tuple[int, ...]]:
        """Return a shortest path to each room that the hero can reach in one move (PG-5.12).

        A path leads through rooms of the hero's seat, and ends in one of them or in the first room
        that is not.
        """
        if self._is_hostile(self._here):
            return []
        # A breadth-first search: the first way that reaches a room is a shortest one.
        # Entry rooms of other seats can't be entered; a door that is not known to be spiked may be
        # tried.
        closed = {room for seat, room in self._entries.items() if seat != self._seat}
        ways: dict[int, tuple[int, ...]] = {self._here: ()}
        edge = [self._here]
        while edge:
            further = []
            for room in edge:
                for door in self._rooms[room]["doors"]:
                    other = door["room"]
                    if other in ways or other in closed or door.get("is_spiked"):
                        continue
                    ways[other] = (*ways[room], other)
                    if self._rooms[other].get("owner") == self._seat and not self._is_hostile(
                        other
                    ):
                        further.append(other)
            edge = further
        return [way for way in ways.values() if way]

    def _cures(self) -> Iterator[_Told]:
        for other in self._friends:
            if other["hp"] >= other["max_hp"]:
                continue
            order: dict[str, Plain] = {"target": other["hero"]}
            if self._mana >= CLW_MANA:
                yield _Told(f"cure light wounds of hero {other['hero']}", "clw", order)
            if self._mana >= CSW_MANA:
                yield _Told(f"cure serious wounds of hero {other['hero']}", "csw", order)
        if self._mana >= BLESS_MANA:
            yield _Told("bless all in the room", "bless", {})

    def _spells(self) -> Iterator[_Told]:
        held = {item_of(name) for name in self._hero["items"]}
        for spell in Spell:
            row = SPELLS[spell]
            if row.mana > self._mana or (row.item is not None and row.item not in held):
                continue
            name, told = f"SPELL_{spell.name}", spell.name.lower()
            if row.is_on_hero:
                for other in self._friends:
                    order: dict[str, Plain] = {"spell": name, "target": other["hero"]}
                    yield _Told(f"cast {told} on hero {other['hero']}", "cast", order)
                continue
            for room in self._rooms_for(spell):
                order = {"spell": name, "room": room}
                yield _Told(f"cast {told} on room {room}", "cast", order, room)

    def _rooms_for(self, spell: Spell) -> list[int]:
        match spell:
            case Spell.NOISE:
                return [self._here, *self._doors()]
            case Spell.LURE:
                rooms = self._doors() if self._here not in self._entries.values() else []
                return [room for room in rooms if self._rooms[room].get("has_creatures")]
            case Spell.KNOCK:
                return self._doors(spiked=True)
        # SCRY, which shows most where a room is hardly known. The rules allow any room.
        return [room for room, told in self._rooms.items() if told["level"] < 3]

    def _thievery(self) -> Iterator[_Told]:
        yield _Told("search for caches", "search", {})
        for room in self._doors():
            yield _Told(f"scout room {room}", "scout", {"room": room}, room)
        for room in self._doors(spiked=False):
            if Item.SPIKES in self._stash:
                costs = {item_label(Item.SPIKES): 1}
                yield _Told(f"spike the door to room {room}", "spike", {"room": room}, room, costs)
            told = self._rooms[room]
            # Also where it is not known: a Thief may try to disarm without knowing of a trap (PG-5.8).
            if told.get("has_trap") is not False:
                article = "the" if told.get("has_trap") else "a"
                yield _Told(f"disarm {article} trap in room {room}", "disarm", {"room": room}, room)
            is_closed = room in self._entries.values() and room != self._entries[self._seat]
            if self._is_hostile(room) and not is_closed:
                for gem in range(self._seen["num_kinds"]):
                    label = f"steal from room {room}, gem {gem} first"
                    yield _Told(label, "steal", {"room": room, "gem": gem}, room)
        for room in self._doors(spiked=True):
            yield _Told(
                f"take the spikes out of the door to room {room}", "unspike", {"room": room}, room
            )
        if Item.TRAP_KIT in self._stash and not self._rooms[self._here].get("has_trap"):
            costs = {item_label(Item.TRAP_KIT): 1}
            yield _Told("trap this room", "trap", {}, costs=costs)

    def _trades(self) -> Iterator[_Told]:
        """Yield the possible answers to trade offers that other heroes have made to this hero (PG-5.6)."""
        for offer in self._seen["offers"]:
            giver, taker = offer["giver"], offer["taker"]
            if (taker["seat"], taker["hero"]) != (self._seat, self._hero["hero"]):
                continue
            order: dict[str, Any] = {"with_seat": giver["seat"], "with_hero": giver["hero"]}
            order |= {"give": offer["want"], "want": offer["give"]}
            gold = offer["want"]["gold"]
            label = f"take the offer of seat {giver['seat']}'s hero {giver['hero']}"
            yield _Told(label, "trade", order, costs={"gold": gold} if gold else _NOTHING)


def gem_stocks(own: Fields) -> dict[str, int]:
    """Return the number of gems of each kind with each hero and in the vault, by stock label.

    Orders from `hero_orders` take gems out of these stocks.

    Args:
        own: The part of the seat's observation that only the seat itself gets.
    """
    places = [(hero["gems"], f"of hero {hero['hero']}") for hero in own["heroes"]]
    return {
        _gem_stock(kind, where): count
        for gems, where in (*places, (own["vault"], _VAULT))
        for kind, count in enumerate(gems)
        if count
    }


_VAULT = "in the vault"


def _shares(gems: list[int], where: str) -> Iterator[tuple[str, list[Plain], dict[str, int]]]:
    """Yield label, gems and costs of each way to hand over gems: one of a kind, or all of them.

    `where` says in words who has the gems. It distinguishes stocks of gems in costs.
    """
    held = {kind: count for kind, count in enumerate(gems) if count}
    for kind in held:
        one: list[Plain] = [int(other == kind) for other in range(len(gems))]
        yield f"one {Gem(kind).name.lower()}", one, {_gem_stock(kind, where): 1}
    if sum(held.values()) > 1:
        costs = {_gem_stock(kind, where): count for kind, count in held.items()}
        yield "all gems", [*gems], costs


def _gem_stock(kind: int, where: str) -> str:
    return f"{Gem(kind).name.lower()} {where}"
