"""Entering rooms, movement, and phases 9 to 11 of the plain reference (PG-5.11 to 5.13, PG-5.30 to 5.33)."""

from __future__ import annotations

from typing import Any

from referee.core.rng import Stream
from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import Match
from tests.games.proving_grounds.reference_tables import ITEM_NAMES

__all__ = ["d6", "enter", "knowledge", "loot", "movement", "ownership", "rest", "search"]


def d6(stream: Stream, count: int = 1) -> int:
    """Some dice, added."""
    return sum(stream.draw(6) for _ in range(count))


def enter(match: Match, hero: Hero, number: int, *, retreats: bool = False) -> bool:
    """A hero enters a room (PG-5.13); whether he lives."""
    origin, room, seat = hero.room, match.rooms[number], match.seats[hero.seat]
    hero.came_from, hero.room, hero.arrival = origin, number, match.next_arrival()
    if not retreats:
        room.entered_by = hero.seat
    room.explored = True
    seat.levels[number] = 4
    kind = "Retreated" if retreats else "Entered"
    match.tell(kind, match.familiar(origin, number) | {hero.seat}, hero.ref, origin, number)
    return room.trap in (-1, hero.seat) or _spring(match, hero)


def _spring(match: Match, hero: Hero) -> bool:
    room = match.rooms[hero.room]
    room.trap = -1
    dice = match.stream(5, match.turn, hero.room)
    roll = d6(dice, 3) if hero.kind == "THIEF" else None
    damage = 0 if roll is not None and roll <= hero.skill else d6(dice) + 2
    hearers = match.familiar(hero.room) | {hero.seat}
    match.tell("TrapSprung", hearers, hero.room, hero.ref, roll, damage)
    hero.hp -= damage
    if hero.hp <= 0:
        match.kill(hero)
        return False
    return True


def movement(match: Match, actions: list[list[tuple[int, Any, Hero]]]) -> None:
    """Phase 7."""
    for seat in match.boards["MOVE"]:
        for place, order, hero in actions[seat]:
            if type(order).__name__ == "Move":
                match.result(seat, "HEROES", place, None, _move(match, hero, order.path))


def _move(match: Match, hero: Hero, path: tuple[int, ...]) -> str:
    for number in path:
        code = _refusal(match, hero, number)
        if code:
            return code
        hero.acted = True
        lives = enter(match, hero, number)
        hostile = match.is_hostile(number, hero.seat)
        if lives and hostile and all(room != number for room, _ in match.conflicts):
            match.conflicts.append((number, hero.seat))
        if not lives or hostile or match.owners[number] != hero.seat:
            break
    return "OK"


def _refusal(match: Match, hero: Hero, number: int) -> str | None:
    if match.is_hostile(hero.room, hero.seat):
        return "ENGAGED"
    if not match.joined(hero.room, number):
        return "NO_DOOR"
    if match.is_spiked(hero.room, number):
        return "SPIKED"
    if match.entry_owner(number) not in (None, hero.seat):
        return "GATE"
    if match.rooms[number].entered_by not in (None, hero.seat):
        return "BLOCKED"
    return None


def loot(match: Match) -> None:
    """First half of phase 9."""
    for number, room in enumerate(match.rooms):
        heroes = match.inside(number)
        if not heroes or room.alive:
            continue
        items = {name: count for name, count in room.floor_items.items() if count}
        if not (room.floor_gold or any(room.floor_gems) or items):
            continue
        first = heroes[0]
        first.gems = [a + b for a, b in zip(first.gems, room.floor_gems, strict=True)]
        match.seats[first.seat].stash.update(items)
        numbers = sorted(ITEM_NAMES.index(name) for name in room.floor_items.elements())
        match.tell(
            "Looted", {first.seat}, first.seat, number, first.id, room.floor_gold,
            tuple(room.floor_gems), tuple(numbers),
        )  # fmt: skip
        match.pay(first.seat, room.floor_gold, "LOOT")
        room.floor_gold, room.floor_gems = 0, [0] * match.kinds
        room.floor_items.clear()


def search(match: Match, searchers: set[tuple[int, int]]) -> None:
    """Second half of phase 9; `searchers` have the order SEARCH."""
    for seat in match.boards["ORDER"]:
        for hero in sorted(match.seats[seat].heroes, key=lambda hero: hero.id):
            is_idle = not hero.acted and not hero.rests
            if hero.kind != "THIEF" or hero.fought or not (is_idle or hero.ref in searchers):
                continue
            room = match.rooms[hero.room]
            if room.caches:
                roll = d6(match.stream(3, match.turn, seat, hero.id), 3)
                found = room.caches.pop(0) if roll <= hero.skill else 0
                match.tell("Searched", {seat}, hero.ref, hero.room, roll, found)
                match.pay(seat, found, "CACHE")
            if not room.caches:
                if hero.room not in match.seats[seat].tapped:
                    match.tell("Tapped", {seat}, hero.ref, hero.room)
                match.seats[seat].tapped.add(hero.room)


def rest(match: Match) -> None:
    """Phase 10."""
    for seat, party in enumerate(match.seats):
        for hero in party.heroes:
            if hero.fought or not (hero.rests or (not hero.acted and hero.kind != "THIEF")):
                continue
            healed = hero.heal(2)
            gained = min(1, hero.max_mana - hero.mana)
            hero.mana += gained
            if healed or gained:
                match.tell("Rested", {seat}, hero.ref, healed, gained)


def ownership(match: Match) -> None:
    """PG-5.32."""
    for hero in match.heroes():
        match.rooms[hero.room].owner = hero.seat


def knowledge(match: Match) -> None:
    """PG-5.33."""
    for number, seat in enumerate(match.seats):
        rooms = {hero.room for hero in seat.heroes}
        owned = {i for i, room in enumerate(match.rooms) if room.owner == number}
        for place, level in enumerate(seat.levels):
            near = set(match.neighbours(place, number))
            if level <= 2 and (near & rooms or (match.turn % 2 == 0 and near & owned)):
                seat.levels[place] += 1
