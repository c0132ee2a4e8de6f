"""Heroes, rooms and seats of the plain reference, and what follows from their values (PG-3.1 to PG-3.6)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.games.proving_grounds.reference_tables import ITEM_NAMES, ITEMS, POLICIES

__all__ = ["Hero", "Room", "Seat", "plain_room", "plain_seat", "read_room", "read_seat"]


@dataclasses.dataclass
class Hero:
    """A living hero, with the flags of one turn."""

    seat: int
    id: int
    kind: str
    stats: list[int]
    room: int
    arrival: int
    gems: list[int]
    hp: int = 0
    mana: int = 0
    items: list[str] = dataclasses.field(default_factory=list)
    guard: bool = False
    policy: int = 1
    acted: bool = False
    fought: bool = False
    blessed: bool = False
    hasted: bool = False
    shielded: bool = False
    came_from: int | None = None
    rests: bool = False

    def worn(self, slot: str) -> str | None:
        """What is in a slot."""
        return next((item for item in self.items if ITEMS[item].slot == slot), None)

    @property
    def ref(self) -> tuple[int, int]:
        """Seat and id."""
        return self.seat, self.id

    @property
    def max_hp(self) -> int:
        """PG-3.1."""
        return 2 * self.stats[2]

    @property
    def max_mana(self) -> int:
        """PG-3.1."""
        base = self.stats[3] if self.kind in ("CLERIC", "WIZARD") else 0
        return base + 4 * ("MANA_STONE" in self.items)

    @property
    def strength(self) -> int:
        """ESTR."""
        return self.stats[0] + 2 * ("GAUNTLETS" in self.items)

    @property
    def dex(self) -> int:
        """EDEX."""
        return self.stats[1] - 2 * ("HEAVY_ARMOR" in self.items) + ("CLOAK" in self.items)

    @property
    def ini(self) -> int:
        """EINI."""
        return self.stats[4] + 3 * ("BOOTS" in self.items)

    @property
    def damage(self) -> int:
        """Of a hit."""
        weapon = self.worn("weapon")
        return self.strength * (25 if weapon is None else ITEMS[weapon].value) // 100

    @property
    def absorb(self) -> int:
        """Of a hit."""
        armor = {None: 0, "LIGHT_ARMOR": 1, "HEAVY_ARMOR": 3}[self.worn("armor")]
        return armor + ("RING" in self.items) + 2 * self.shielded

    @property
    def skill(self) -> int:
        """Of a Thief."""
        return self.dex + 2

    def heal(self, points: int) -> int:
        """Up to the maximum; returns what was gained."""
        gained = min(points, self.max_hp - self.hp)
        self.hp += gained
        return gained

    def put_on(self, item: str) -> str | None:
        """Equip; return what it replaces."""
        slot = ITEMS[item].slot
        old = None if slot == "spell" else self.worn(slot)
        if old is not None:
            self.items.remove(old)
        self.items.append(item)
        self.mana = min(self.mana, self.max_mana)
        return old

    def take_off(self, item: str) -> None:
        """Unequip."""
        self.items.remove(item)
        self.mana = min(self.mana, self.max_mana)


@dataclasses.dataclass
class Room:
    """A room. Creatures are kind and hit points, None where one has died."""

    explored: bool
    owner: int
    trap: int
    creatures: list[tuple[str, int] | None]
    hoard_gold: int
    hoard_gems: list[int]
    floor_gold: int
    floor_gems: list[int]
    floor_items: Counter[str]
    caches: list[int]
    entered_by: int | None = None
    noise: bool = False

    @property
    def alive(self) -> list[str]:
        """Kinds of its living creatures."""
        return [one[0] for one in self.creatures if one]


@dataclasses.dataclass
class Seat:
    """A seat."""

    gold: int
    num_heroes: int
    stash: Counter[str]
    vault: list[int]
    levels: list[int]
    trap_seen: set[int]
    tapped: set[int]
    heroes: list[Hero]


def read_room(values: Mapping[str, Any]) -> Room:
    """A room by the names of scenarios."""
    creatures = [None if one is None else (one["kind"], one["hp"]) for one in values["creatures"]]
    fields: dict[str, Any] = {
        name: list(value) if isinstance(value, list) else value for name, value in values.items()
    }
    fields |= {"creatures": creatures, "floor_items": Counter(values["floor_items"])}
    return Room(**fields)


def plain_room(room: Room) -> dict[str, Any]:
    """A room as scenarios name it."""
    return {
        "explored": room.explored,
        "owner": room.owner,
        "trap": room.trap,
        "creatures": [
            None if not one else {"kind": one[0], "hp": one[1]} for one in room.creatures
        ],
        "hoard_gold": room.hoard_gold,
        "hoard_gems": room.hoard_gems,
        "floor_gold": room.floor_gold,
        "floor_gems": room.floor_gems,
        "floor_items": {k: v for k, v in room.floor_items.items() if v},
        "caches": room.caches,
    }


def read_seat(number: int, values: Mapping[str, Any]) -> Seat:
    """A seat by the names of scenarios."""
    heroes = []
    for one in values["heroes"]:
        fields = {name: one[name] for name in ("room", "arrival", "hp", "mana", "guard")}
        heroes.append(
            Hero(
                number, one["hero"], one["class"], list(one["stats"]), gems=list(one["gems"]),
                items=list(one["items"]), policy=POLICIES.index(one["policy"]), **fields,
            )
        )  # fmt: skip
    return Seat(
        values["gold"], values["num_heroes"], Counter(values["stash"]), list(values["vault"]),
        list(values["levels"]), set(values["trap_seen"]), set(values["tapped"]), heroes,
    )  # fmt: skip


def plain_seat(seat: Seat) -> dict[str, Any]:
    """A seat as scenarios name it."""
    return {
        "gold": seat.gold,
        "num_heroes": seat.num_heroes,
        "stash": {k: v for k, v in seat.stash.items() if v},
        "vault": seat.vault,
        "levels": seat.levels,
        "trap_seen": sorted(seat.trap_seen),
        "tapped": sorted(seat.tapped),
        "heroes": [
            {
                "hero": hero.id, "class": hero.kind, "room": hero.room, "hp": hero.hp, "mana": hero.mana,
                "arrival": hero.arrival, "stats": hero.stats,
                "items": sorted(hero.items, key=ITEM_NAMES.index), "gems": hero.gems,
                "guard": hero.guard, "policy": POLICIES[hero.policy],
            }
            for hero in seat.heroes
        ],
    }  # fmt: skip
