"""What the plain reference keeps of a match (PG-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.rng import Stream
from tests.games.proving_grounds.reference_pieces import (
    Hero,
    plain_room,
    plain_seat,
    read_room,
    read_seat,
)

__all__ = ["CREATURE_SIDE", "Match", "Told"]

CREATURE_SIDE = -2
"""Seat of creatures where a seat is named."""
Told = tuple[str, tuple[int, ...] | None, tuple[Any, ...]]
"""Kind of an event, who hears it, and its fields."""


class Match:
    """A match as plain values.

    Args:
        plain: The position to start from, by the names of scenarios; the dungeon comes from there.
        seed: Match seed.
        config: The parameters of PG-2.1.
    """

    def __init__(self, plain: Mapping[str, Any], seed: int, config: Mapping[str, Any]) -> None:
        self.seed, self.config = seed, config
        self.phase: str = plain["phase"]
        self.turn: int = plain["turn"]
        self.arrivals: int = plain["arrivals"]
        self.boards = {name: list(seats) for name, seats in plain["boards"].items()}
        self.market = list(plain["market"])
        self.candidates = list(plain["candidates"])
        self.rooms = [read_room(plain["rooms"][str(i)]) for i in range(len(plain["rooms"]))]
        self.doors = {frozenset(pair) for pair in plain["doors"]}
        self.spiked = {frozenset(pair) for pair in plain["spiked"]}
        self.seats = [read_seat(number, values) for number, values in enumerate(plain["seats"])]
        self.offers: list[dict[str, Any]] = [dict(offer) for offer in plain["offers"]]
        self.told: list[Told] = []
        self.clamors: dict[int, set[int]] = {}
        self.conflicts: list[tuple[int, int]] = []
        self.owners: list[int] = []

    def plain(self) -> dict[str, Any]:
        """The position by the names of scenarios."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "arrivals": self.arrivals,
            "boards": self.boards,
            "market": self.market,
            "candidates": self.candidates,
            "rooms": {str(i): plain_room(room) for i, room in enumerate(self.rooms)},
            "doors": sorted(sorted(door) for door in self.doors),
            "spiked": sorted(sorted(door) for door in self.spiked),
            "seats": [plain_seat(seat) for seat in self.seats],
            "offers": sorted(self.offers, key=lambda offer: (offer["seat"], offer["hero"])),
        }

    @property
    def kinds(self) -> int:
        """K."""
        return max(2, -(-len(self.seats) // 2))

    def stream(self, *keys: int) -> Stream:
        """PG-2.3."""
        return Stream(self.seed, *keys)

    def tell(self, kind: str, audience: set[int] | None, *fields: Any) -> None:
        """An event, unless nobody hears it."""
        if audience == set():
            return
        self.told.append((kind, None if audience is None else tuple(sorted(audience)), fields))

    def clamor(self, room: int) -> None:
        """A fight or a noise, for those who know the room a little now."""
        self.clamors[room] = self.clamors.get(room, set()) | self.half_known(room)

    def result(self, seat: int, part: str, place: int, hero: int | None, code: str) -> None:
        """What came of a part of a message."""
        self.tell("Result", {seat}, seat, part, place, hero, code)

    def pay(self, seat: int, amount: int, cause: str) -> None:
        """Gold with its ledger."""
        if amount:
            self.seats[seat].gold += amount
            assert self.seats[seat].gold >= 0
            self.tell("Ledger", {seat}, seat, amount, cause, self.seats[seat].gold)

    def entry_owner(self, room: int) -> int | None:
        """Whose entry room it is (PG-2.4)."""
        width, size = self.config["sector_width"], self.sector
        is_entry = room < len(self.rooms) - 1 and room % size == width // 2
        return room // size if is_entry else None

    @property
    def sector(self) -> int:
        """Rooms of a sector."""
        size: int = self.config["sector_width"] * self.config["sector_depth"]
        return size

    def entry(self, seat: int) -> int:
        """A seat's entry room."""
        home: int = seat * self.sector + self.config["sector_width"] // 2
        return home

    def joined(self, room: int, other: int) -> bool:
        """Whether a door is between them."""
        return frozenset((room, other)) in self.doors

    def is_spiked(self, room: int, other: int) -> bool:
        """Whether that door is spiked."""
        return frozenset((room, other)) in self.spiked

    def neighbours(self, room: int, seat: int) -> list[int]:
        """Rooms behind doors, in door order (PG-2.5)."""
        found = [other for other in range(len(self.rooms)) if self.joined(room, other)]
        hall = len(self.rooms) - 1
        if room == hall:
            return sorted(found, key=lambda other: (other // self.sector - seat) % len(self.seats))
        return sorted(found, key=lambda other: self._direction(room, other))

    def _direction(self, room: int, other: int) -> int:
        if other == len(self.rooms) - 1:
            return 3
        width: int = self.config["sector_width"]
        size, seats = self.sector, len(self.seats)
        row, column = divmod(room % size, width)
        out = room - width if row else None
        left = room - 1 if column else (room // size - 1) % seats * size + row * width + width - 1
        right = room + 1 if column < width - 1 else (room // size + 1) % seats * size + row * width
        directions = [out, left, right, room + width]
        return directions.index(other)

    def heroes(self) -> list[Hero]:
        """All living heroes in entry order."""
        found = [hero for seat in self.seats for hero in seat.heroes]
        return sorted(found, key=lambda hero: hero.arrival)

    def inside(self, room: int) -> list[Hero]:
        """Living heroes of a room in entry order."""
        return [hero for hero in self.heroes() if hero.room == room]

    def hero(self, seat: int, number: int) -> Hero | None:
        """A living hero."""
        return next((hero for hero in self.seats[seat].heroes if hero.id == number), None)

    def next_arrival(self) -> int:
        """The counter of PG-3.3a, which grows by one whenever a hero enters or appears."""
        self.arrivals += 1
        return self.arrivals

    def add_hero(self, seat: int, kind: str, stats: list[int]) -> Hero:
        """Somebody appears in the entry room."""
        party = self.seats[seat]
        hero = Hero(
            seat, party.num_heroes, kind, list(stats), self.entry(seat), self.next_arrival(), [0] * self.kinds
        )  # fmt: skip
        hero.hp, hero.mana = hero.max_hp, hero.max_mana
        party.num_heroes += 1
        party.heroes.append(hero)
        return hero

    def familiar(self, *rooms: int) -> set[int]:
        """Seats with level 4 in one of the rooms."""
        return {s for s, seat in enumerate(self.seats) if any(seat.levels[r] == 4 for r in rooms)}

    def half_known(self, room: int) -> set[int]:
        """Seats with level 1 to 3."""
        return {s for s, seat in enumerate(self.seats) if 1 <= seat.levels[room] <= 3}

    def is_hostile(self, room: int, seat: int) -> bool:
        """PG-3.6."""
        return bool(self.rooms[room].alive) or any(h.seat != seat for h in self.inside(room))

    def kill(self, hero: Hero) -> None:
        """A hero dies and leaves what he had (PG-5.21)."""
        room = self.rooms[hero.room]
        room.floor_items.update(hero.items)
        room.floor_gems = [a + b for a, b in zip(room.floor_gems, hero.gems, strict=True)]
        self.seats[hero.seat].heroes.remove(hero)
        self.offers = [o for o in self.offers if (o["seat"], o["hero"]) != hero.ref]
        self.tell("Died", None, hero.ref)

    def drop_hoard(self, number: int) -> None:
        """The last creature of a group has died."""
        room = self.rooms[number]
        if not room.alive:
            room.floor_gold += room.hoard_gold
            room.floor_gems = [a + b for a, b in zip(room.floor_gems, room.hoard_gems, strict=True)]
            room.hoard_gold, room.hoard_gems = 0, [0] * self.kinds
