"""Random plain actions of Proving Grounds: everything that can be ordered, a part of it wrong in every way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.core.rng import Stream
from tests.games.proving_grounds.reference_tables import CLASSES, ITEMS, POLICIES, SPELL_NAMES

__all__ = ["odd_action", "rich_position"]

T = TypeVar("T")
_STRANGE: tuple[Any, ...] = (
    -1,
    -2,
    8,
    64,
    127,
    128,
    255,
    32768,
    10**6,
    2**31 - 1,
    -(2**31),
    2**40,
    1.5,
    True,
    None,
    "3",
    [],
)
_MESSAGES: tuple[Any, ...] = (
    None, 7, "MOVE", {"heroes": 3}, {"stash": []}, {"bids": [0] * 5}, {}, {"heroes": [None, 3, {}]},
    {"buy": {"0": 1}}, {"shuffle": [0, 0, 0]}, {"heroes": [{"class": "BARD"}]},
)  # fmt: skip
_BY_CLASS = {
    "FIGHTER": ("MOVE",) * 4 + ("FORCE", "POTION"),
    "CLERIC": ("MOVE",) * 3 + ("CLW", "CSW", "BLESS", "REST", "POTION"),
    "WIZARD": ("CAST",) * 4 + ("MOVE", "MOVE", "REST"),
    "THIEF": ("SEARCH", "SPIKE", "UNSPIKE", "TRAP", "DISARM", "SCOUT", "STEAL", "STEAL") + ("MOVE",) * 3,
}  # fmt: skip
_FREE = ("EQUIP", "EQUIP", "EQUIP", "UNEQUIP", "GUARD", "POLICY", "PASS", "DEPOSIT", "WITHDRAW")


def odd_action(plain: Mapping[str, Any], seat: int, dice: Stream, oddity: int = 0) -> Any:
    """An action of a seat, in plain form; None for a missed deadline.

    Args:
        plain: The match, by the names of scenarios; whoever writes wild orders may know everything.
        seat: Who.
        dice: Chooses.
        oddity: One value in so many is wrong; 0 for none.
    """
    maker = _Maker(plain, seat, dice, oddity)
    if oddity and dice.draw(4 * oddity) == 1:
        return maker.pick(_MESSAGES)
    return maker.setup() if plain["phase"] == "SETUP" else maker.orders()


class _Maker:
    def __init__(self, plain: Mapping[str, Any], seat: int, dice: Stream, oddity: int) -> None:
        self.plain, self.seat, self.dice, self.oddity = plain, seat, dice, oddity
        self.me = plain["seats"][seat]
        self.kinds = len(self.me["vault"])
        self.rooms = len(plain["rooms"])

    def is_odd(self) -> bool:
        return self.oddity > 0 and self.dice.draw(self.oddity) == 1

    def chance(self, percent: int) -> bool:
        return self.dice.draw(100) <= percent

    def pick(self, values: Sequence[T]) -> T:
        return values[self.dice.draw(len(values)) - 1]

    def number(self, below: int) -> Any:
        return self.pick(_STRANGE) if self.is_odd() else self.dice.draw(max(1, below)) - 1

    def name(self, names: Sequence[str]) -> Any:
        return self.pick((*_STRANGE, "CROWN", "ruby")) if self.is_odd() else self.pick(names)

    def many(self, make: Callable[[], Any], most: int) -> list[Any]:
        surplus = self.dice.draw(12) if self.is_odd() else 0
        return [make() for _ in range(self.dice.draw(most + 1) - 1 + surplus)]

    def bids(self, most: int) -> Any:
        if self.is_odd():
            return [self.number(most) for _ in range(self.dice.draw(7) - 1)]
        return [self.number(most) if self.chance(25) else 0 for _ in range(5)]

    def setup(self) -> dict[str, Any]:
        if self.is_odd():
            return {"bids": [0] * 5}
        return {
            "heroes": self.many(self.spec, 7),
            "stash": self.many(lambda: self.name(list(ITEMS)), 6),
            "bids": self.bids(6),
        }

    def spec(self) -> Any:
        if self.is_odd():
            return self.pick(
                (None, 3, {}, {"class": "THIEF", "improve": [1]}, {"class": "CLERIC", "items": 2})
            )
        return {
            "class": self.name(list(CLASSES)),
            "improve": [self.number(3) if self.chance(25) else 0 for _ in range(5)],
            "items": self.many(lambda: self.name(list(ITEMS)[: 9 if self.chance(80) else 26]), 4),
            "guard": self.pick((True, False, 1)) if self.is_odd() else self.chance(50),
            "policy": self.name(POLICIES),
        }

    def orders(self) -> dict[str, Any]:
        message = {
            "shuffle": self.bids(4),
            "hire": self.many(self.hire_bid, 2) if self.chance(60) else [],
            "buy": self.many(lambda: self.number(len(self.plain["market"])), 3) if self.chance(50) else [],
            "heroes": [],
        }  # fmt: skip
        for hero in self.me["heroes"]:
            message["heroes"] += [
                self.order(hero, self.pick(_FREE)) for _ in range(self.dice.draw(3) - 1)
            ]
            kinds = [kind for known in _BY_CLASS.values() for kind in known]
            kind = self.pick(_BY_CLASS[hero["class"]] if not self.is_odd() else kinds)
            if self.chance(15):
                kind = self.pick(
                    (
                        "TRADE",
                        "REST",
                        "POTION",
                        "FORCE",
                        "MOVE",
                        "DANCE" if self.is_odd() else "TRADE",
                    )
                )
            if self.chance(85):
                message["heroes"].append(self.order(hero, kind))
            if self.is_odd():
                message["heroes"].append(self.order(hero, self.pick(_BY_CLASS[hero["class"]])))
        if self.is_odd():
            message["heroes"] += [self.pick(({"kind": "REST", "hero": 99}, None, {"kind": "REST"}))]
        if self.oddity and self.dice.draw(20 * self.oddity) == 1:
            message["heroes"] += [{"kind": "GUARD", "hero": 0, "on": True}] * 100
        return {name: part for name, part in message.items() if part or self.chance(50)}

    def hire_bid(self) -> Any:
        if self.is_odd():
            return self.pick((None, 3, {"gold": 20}))
        return {"candidate": self.number(self.kinds), "gold": self.number(40)}

    def near(self, room: int) -> list[int]:
        return [a + b - room for a, b in self.plain["doors"] if room in (a, b)]

    def door(self, room: int) -> Any:
        """Mostly a neighbour; spiked doors and full rooms more often than others."""
        if self.is_odd() or not self.near(room):
            return self.number(self.rooms)
        near = self.near(room)
        spiked = [other for other in near if sorted((room, other)) in self.plain["spiked"]]
        full = [other for other in near if any(self.plain["rooms"][str(other)]["creatures"])]
        return self.pick(self.pick([found for found in (near, spiked, full) if found]))

    def path(self, room: int) -> list[Any]:
        path = []
        for _ in range(self.dice.draw(4)):
            step = self.door(room)
            path.append(step)
            room = step if isinstance(step, int) and 0 <= step < self.rooms else room
        return path * 40 if self.is_odd() else path

    def gems(self, have: Sequence[int]) -> Any:
        if self.is_odd():
            return self.many(lambda: self.number(3), 4)
        return [min(count, self.dice.draw(3) - 1) if self.chance(80) else 1 for count in have]

    def goods(self, hero: Mapping[str, Any]) -> Any:
        if self.is_odd():
            return self.pick((None, 3, {"gold": -1}, {"gems": [1]}, {"item": "CROWN"}, {}))
        return {
            "gold": self.dice.draw(4) - 1,
            "gems": self.gems(hero["gems"]) if self.chance(50) else [0] * self.kinds,
            "item": self.pick(list(ITEMS)) if self.chance(20) else None,
        }

    def mate(self, hero: Mapping[str, Any]) -> Any:
        mates = [one["hero"] for one in self.me["heroes"] if one["room"] == hero["room"]]
        return self.pick(mates) if self.chance(90) else self.number(self.me["num_heroes"] + 1)

    def order(self, hero: Mapping[str, Any], kind: str) -> Any:
        if self.is_odd():
            return self.pick(
                (None, {}, {"hero": hero["hero"]}, {"hero": hero["hero"], "kind": kind})
            )
        number = hero["hero"] if not self.is_odd() else self.number(self.me["num_heroes"])
        return {"hero": number, "kind": kind, **self.fields(hero, kind)}

    def fields(self, hero: Mapping[str, Any], kind: str) -> dict[str, Any]:
        if kind in ("EQUIP", "UNEQUIP"):
            have = hero["items"] if kind == "UNEQUIP" else list(self.me["stash"])
            fits = [item for item in have if hero["class"][0] in ITEMS[item].users]
            return {"item": self.name(self.pick([n for n in (have, fits, list(ITEMS)) if n]))}
        if kind == "GUARD":
            return {"on": self.pick((1, None, "yes")) if self.is_odd() else self.chance(50)}
        if kind == "POLICY":
            return {"policy": self.name(POLICIES)}
        if kind in ("PASS", "DEPOSIT", "WITHDRAW"):
            have = self.me["vault"] if kind == "WITHDRAW" else hero["gems"]
            return {"target": self.mate(hero), "gems": self.gems(have)}
        if kind == "MOVE":
            return {"path": self.path(hero["room"])}
        if kind == "TRADE":
            return self.trade(hero)
        if kind == "CAST":
            spell = self.name(SPELL_NAMES)
            known = [item for item in hero["items"] if item in SPELL_NAMES] + ["LURE"]
            room = self.pick((hero["room"], self.door(hero["room"])))
            if spell == "LURE" or spell == "SCRY":
                room = self.door(hero["room"])
            return {
                "spell": spell if self.chance(30) else self.pick(known),
                "room": room,
                "target": self.mate(hero),
            }
        return {
            "room": self.door(hero["room"]),
            "target": self.mate(hero),
            **({"gem": self.number(self.kinds)} if self.chance(50) else {}),
        }

    def trade(self, hero: Mapping[str, Any]) -> dict[str, Any]:
        offers = [
            offer
            for offer in self.plain["offers"]
            if (offer["with_seat"], offer["with_hero"]) == (self.seat, hero["hero"])
        ]
        if offers and self.chance(80):
            offer = self.pick(offers)
            partner = {"with_seat": offer["seat"], "with_hero": offer["hero"]}
            return {**partner, "give": offer["want"], "want": offer["give"]}
        near = {hero["room"], *self.near(hero["room"])}
        others = [
            (seat, one["hero"])
            for seat, party in enumerate(self.plain["seats"])
            for one in party["heroes"]
            if seat != self.seat and one["room"] in near
        ]
        seat, other = (
            self.pick(others) if others else (self.number(len(self.plain["seats"])), self.number(5))
        )
        if self.chance(60):  # so dull that the other side may want the same
            nothing = {"gold": 0, "gems": [0] * self.kinds, "item": None}
            return {"with_seat": seat, "with_hero": other, "give": nothing, "want": {}}
        return {
            "with_seat": seat, "with_hero": other, "give": self.goods(hero), "want": self.goods(hero),
        }  # fmt: skip


def rich_position(plain: Mapping[str, Any], dice: Stream) -> dict[str, Any]:
    """A position in which everything can occur: parties all over a map, full stashes, gems, traps, spikes.

    Args:
        plain: A match at its beginning, for its map.
        dice: Chooses.
    """
    seats, rooms = len(plain["seats"]), len(plain["rooms"])
    kinds = len(plain["seats"][0]["vault"])

    def some(below: int) -> int:
        return dice.draw(below) - 1

    empty = [room for room in range(rooms - 1) if not any(plain["rooms"][str(room)]["creatures"])]
    entries = [i for i in empty if plain["rooms"][str(i)]["owner"] >= 0]
    homes: list[list[int]] = [[] for _ in range(seats)]
    for room in empty:
        if room not in entries and dice.draw(3) > 1:
            homes[some(seats)].append(room)
    parties = []
    for seat in range(seats):
        mine = [entries[seat], *homes[seat]]
        party = []
        for _ in range(1 + dice.draw(4)):
            kind = list(CLASSES)[some(4)]
            fits = [item for item, row in ITEMS.items() if kind[0] in row.users]
            worn: dict[str, str] = {}
            for _ in range(some(7)):
                item = fits[some(len(fits))]
                worn[item if ITEMS[item].slot == "spell" else ITEMS[item].slot] = item
            party.append({
                "class": kind, "room": mine[some(len(mine))], "items": list(worn.values()),
                "stats": [min(12, max(2, base + some(5) - 2)) for base in CLASSES[kind].stats],
                "gems": [some(3) if dice.draw(2) == 1 else 0 for _ in range(kinds)],
                "guard": bool(some(2)), "policy": POLICIES[some(3)],
            })  # fmt: skip
        parties.append({
            "gold": some(150), "stash": {item: 1 + some(3) for item in ITEMS if dice.draw(3) == 1},
            "vault": [some(3) for _ in range(kinds)], "heroes": party,
        })  # fmt: skip
    chosen = {name: dict(room) for name, room in plain["rooms"].items()}
    for room in range(rooms):
        if room not in entries and dice.draw(6) == 1:
            chosen[str(room)]["trap"] = some(seats + 1)
    spiked = [door for door in plain["doors"] if dice.draw(6) == 1]
    return {
        "turn": 1 + some(5), "seats": parties, "rooms": chosen, "doors": plain["doors"], "spiked": spiked,
    }  # fmt: skip
