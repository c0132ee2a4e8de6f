"""A state of Proving Grounds from plain values and as plain values, and its scripted dice: for scenarios."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.core.errors import ConfigError, ScenarioError
from referee.core.plain import Plain
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.maps.dungeon import join
from referee.games.proving_grounds.rules.actions.trading import standing_offers
from referee.games.proving_grounds.rules.equipment import items_of, knows, wear
from referee.games.proving_grounds.rules.heroes import (
    add_hero,
    living,
    max_hp,
    max_mana,
    room_of,
    seats_in,
)
from referee.games.proving_grounds.rules.market.market import draw_market
from referee.games.proving_grounds.rules.rooms import caches_of, door_place
from referee.games.proving_grounds.rules.setup import new_match
from referee.games.proving_grounds.scenario.position import (
    GoodsValues,
    HeroValues,
    Position,
    RoomValues,
    SeatValues,
)
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    CLASSES,
    ITEMS,
    MAX_LEVEL,
    Board,
    Creature,
    HeroClass,
    Item,
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.orders import Goods

__all__ = ["parse_state", "plain_state"]

_PHASES = ("SETUP", "ORDERS", "OVER")


def parse_state(
    config: ProvingGroundsConfig, num_seats: int, values: Mapping[str, object]
) -> State:
    """A match in which the named fields have the given values; all others are as it begins.

    Args:
        config: The config.
        num_seats: Seats.
        values: Fields of `Position`.

    Raises:
        ScenarioError: A field is unknown, or its value doesn't fit.
    """
    state = new_match(config, 0, num_seats)
    try:
        position = parse_config(Position, values)
        _put(state, position)
    except ConfigError as error:
        raise ScenarioError(str(error)) from None
    return state


def _put(state: State, position: Position) -> None:
    _put_turn(state, position)
    if position.doors is not None:
        _put_doors(state, position.doors)
    if position.spiked is not None:
        _put_spikes(state, position.spiked)
    for seat, values in enumerate(position.seats or ()):
        _put_seat(state, seat, values)
    for name, room in (position.rooms or {}).items():
        _put_room(state, name, room)
    for board, seats in (position.boards or {}).items():
        if sorted(seats) != list(range(len(state.seats))):
            raise ConfigError(f"boards.{board}", "every seat once", list(seats))
        state.boards[Board[board]] = seats
    _put_market(state, position)
    for place, offer in enumerate(position.offers or ()):
        where = f"offers.{place}"
        giver = _within(f"{where}.seat", offer.seat, len(state.seats)), offer.hero
        _within(f"{where}.hero", offer.hero, state.heroes.shape[1])
        row = state.offers[giver]
        row[c.O_STANDS] = max(1, state.match.item(c.TURN) - 1)
        row[c.O_SEAT] = _within(f"{where}.with_seat", offer.with_seat, len(state.seats))
        row[c.O_HERO] = _within(f"{where}.with_hero", offer.with_hero, state.heroes.shape[1])
        give, want = _goods(state, where, offer.give), _goods(state, where, offer.want)
        row[[c.O_GIVE_GOLD, c.O_GIVE_ITEM]] = (give.gold, give.item)
        row[[c.O_WANT_GOLD, c.O_WANT_ITEM]] = (want.gold, want.item)
        row[c.O_GEMS :] = (*give.gems, *want.gems)
    if position.arrivals is not None:
        state.match[c.ARRIVALS] = position.arrivals


def _goods(state: State, where: str, values: GoodsValues) -> Goods:
    kinds = state.vault.shape[1]
    gems = values.gems or (0,) * kinds
    _of_length(f"{where}.gems", gems, kinds)
    return Goods(values.gold, gems, c.NONE if values.item is None else int(Item[values.item]))


def _within(where: str, value: int, bound: int) -> int:
    if not 0 <= value < bound:
        raise ConfigError(where, f"a whole number from 0 to {bound - 1}", value)
    return value


def _of_length(where: str, values: Sequence[object], length: int) -> None:
    if len(values) != length:
        raise ConfigError(where, f"{length} entries", list(values))


def _put_turn(state: State, position: Position) -> None:
    phase = position.phase
    if phase is None:
        phase = "ORDERS" if position.turn or position.seats else "SETUP"
    turn = position.turn
    if turn is None:
        turn = 0 if phase == "SETUP" else 1
    last = state.rules.item(c.MAX_TURNS)
    if turn > last:
        raise ScenarioError(f"turn must be from 0 to max_turns, {last}, not {turn}")
    state.match[[c.PHASE, c.TURN]] = (_PHASES.index(phase), turn)


def _put_market(state: State, position: Position) -> None:
    if state.match.item(c.PHASE) == c.ORDERS:
        draw_market(state)
    if position.market is not None:
        _of_length("market", position.market, len(state.market))
        state.market[:] = [c.NONE if name is None else Item[name] for name in position.market]
    if position.candidates is not None:
        _of_length("candidates", position.candidates, len(state.candidates))
        for place, values in enumerate(position.candidates):
            state.candidates[place] = c.NONE
            if values is not None:
                kind = HeroClass[values.kind]
                state.candidates[place] = (kind, *(values.stats or CLASSES[kind].stats))


def _put_doors(state: State, doors: tuple[tuple[int, int], ...]) -> None:
    state.doors[:] = c.NONE
    for place, (room, other) in enumerate(doors):
        for one in (room, other):
            _within(f"doors.{place}", one, len(state.rooms))
        join(state, room, other)
        if door_place(state, room, other) == c.NONE:
            raise ConfigError(f"doors.{place}", "two rooms that are neighbours", [room, other])


def _put_spikes(state: State, doors: tuple[tuple[int, int], ...]) -> None:
    for index, (room, other) in enumerate(doors):
        place = door_place(state, room, other)
        if place == c.NONE:
            raise ConfigError(f"spiked.{index}", "a door", [room, other])
        state.spiked[room, place] = True
        state.spiked[other, door_place(state, other, room)] = True


def _put_seat(state: State, seat: int, values: SeatValues) -> None:
    where = f"seats.{seat}"
    _within("seats", seat, len(state.seats))
    if values.gold is not None:
        state.seats[seat, c.GOLD] = values.gold
    if values.stash is not None:
        state.stash[seat] = _counted(values.stash)
    if values.vault is not None:
        _of_length(f"{where}.vault", values.vault, state.vault.shape[1])
        state.vault[seat] = values.vault
    for place, hero in enumerate(values.heroes or ()):
        _put_hero(state, seat, place, hero)
    if values.num_heroes is not None:
        least = state.seats.item(seat, c.NUM_HEROES)
        if not least <= values.num_heroes <= state.heroes.shape[1]:
            bound = f"from {least} to {state.heroes.shape[1]}"
            raise ConfigError(f"{where}.num_heroes", bound, values.num_heroes)
        state.seats[seat, c.NUM_HEROES] = values.num_heroes
    if values.levels is not None:
        _of_length(f"{where}.levels", values.levels, len(state.rooms))
        state.levels[seat] = values.levels
    for name, flags in (("trap_seen", state.trap_seen), ("tapped", state.tapped)):
        rooms = getattr(values, name)
        if rooms is not None:
            flags[seat] = False
            for room in rooms:
                flags[seat, _within(f"{where}.{name}", room, len(state.rooms))] = True


def _put_hero(state: State, seat: int, place: int, values: HeroValues) -> None:
    where = f"seats.{seat}.heroes.{place}"
    least, most = state.seats.item(seat, c.NUM_HEROES), state.heroes.shape[1]
    hero = least if values.hero is None else values.hero
    if not least <= hero < most:
        raise ConfigError(f"{where}.hero", f"from {least} to {most - 1}", hero)
    state.seats[seat, c.NUM_HEROES] = hero
    kind = HeroClass[values.kind]
    add_hero(state, seat, kind, values.stats or CLASSES[kind].stats)
    row = state.heroes[seat, hero]
    if values.room is not None:
        row[c.ROOM] = _within(f"{where}.room", values.room, len(state.rooms))
    if values.arrival is not None:
        row[c.ARRIVAL] = values.arrival
    for name in values.items:
        _put_on(state, seat, hero, Item[name], f"{where}.items")
    row[c.HP] = _at_most(f"{where}.hp", values.hp, max_hp(state, seat, hero))
    row[c.MANA] = _at_most(f"{where}.mana", values.mana, max_mana(state, seat, hero))
    row[[c.GUARD, c.POLICY]] = (values.guard, int(Policy[values.policy]))
    if values.gems is not None:
        _of_length(f"{where}.gems", values.gems, state.hero_gems.shape[2])
        state.hero_gems[seat, hero] = values.gems
    room = room_of(state, seat, hero)
    if set(seats_in(state, room)) != {seat}:
        raise ConfigError(f"{where}.room", "a room without heroes of other seats", room)
    state.rooms[room, [c.OWNER, c.EXPLORED]] = (seat, 1)
    state.levels[seat, room] = MAX_LEVEL


def _put_on(state: State, seat: int, hero: int, item: Item, where: str) -> None:
    kind = state.heroes.item(seat, hero, c.CLASS)
    if HeroClass(kind) not in ITEMS[item].users:
        raise ConfigError(where, f"items for a {HeroClass(kind).name}", item.name)
    slot = ITEMS[item].kind
    is_taken = (
        knows(state, seat, hero, item)
        if item >= Item.KNOCK
        else state.heroes.item(seat, hero, c.SLOTS + slot) != c.NONE
    )
    if is_taken:
        raise ConfigError(where, "one item for a slot, each spell once", item.name)
    wear(state, seat, hero, item)


def _at_most(where: str, value: int | None, most: int) -> int:
    if value is None:
        return most
    if value > most:
        raise ConfigError(where, f"at most {most}", value)
    return value


def _counted(counts: Mapping[str, int]) -> list[int]:
    return [counts.get(item.name, 0) for item in Item]


def _put_room(state: State, name: str, values: RoomValues) -> None:
    where = f"rooms.{name}"
    if not (name.isascii() and name.isdigit() and int(name) < len(state.rooms)):
        raise ConfigError("rooms", f"room numbers from 0 to {len(state.rooms) - 1}", name)
    room, row = int(name), state.rooms[int(name)]
    columns = {
        "owner": c.OWNER,
        "trap": c.TRAP,
        "hoard_gold": c.HOARD_GOLD,
        "floor_gold": c.FLOOR_GOLD,
        "explored": c.EXPLORED,
    }
    for field, column in columns.items():
        value = getattr(values, field)
        if value is not None:
            row[column] = value
    for field, bound in (("owner", len(state.seats) - 1), ("trap", len(state.seats))):
        value = getattr(values, field)
        if value is not None and value > bound:
            raise ConfigError(f"{where}.{field}", f"from -1 to {bound}", value)
    for field, gems in (("hoard_gems", state.hoard_gems), ("floor_gems", state.floor_gems)):
        value = getattr(values, field)
        if value is not None:
            _of_length(f"{where}.{field}", value, gems.shape[1])
            gems[room] = value
    if values.floor_items is not None:
        state.floor_items[room] = _counted(values.floor_items)
    if values.caches is not None:
        _up_to(f"{where}.caches", values.caches, len(row) - c.CACHES)
        row[c.CACHES :] = 0
        row[c.CACHES : c.CACHES + len(values.caches)] = values.caches
    if values.creatures is not None:
        _up_to(f"{where}.creatures", values.creatures, state.creatures.shape[1])
        state.creatures[room] = c.NONE
        for place, creature in enumerate(values.creatures):
            if creature is not None:
                state.creatures[room, place] = (Creature[creature.kind], creature.hp)


def _up_to(where: str, values: Sequence[object], most: int) -> None:
    if len(values) > most:
        raise ConfigError(where, f"at most {most} entries", len(values))


def plain_state(state: State) -> dict[str, Plain]:
    """A match by the names of `Position`."""
    return {
        "phase": _PHASES[state.match.item(c.PHASE)],
        "turn": state.match.item(c.TURN),
        "arrivals": state.match.item(c.ARRIVALS),
        "boards": {board.name: state.boards[board].tolist() for board in Board},
        "market": [None if item == c.NONE else Item(item).name for item in state.market.tolist()],
        "candidates": [_candidate(row) for row in state.candidates.tolist()],
        "rooms": {str(room): _room(state, room) for room in range(len(state.rooms))},
        "doors": _pairs(state, lambda room, place: bool(state.doors[room, place] != c.NONE)),
        "spiked": _pairs(state, lambda room, place: bool(state.spiked[room, place])),
        "seats": [_seat(state, seat) for seat in range(len(state.seats))],
        "offers": [
            {
                "seat": offer.giver.seat,
                "hero": offer.giver.hero,
                "with_seat": offer.taker.seat,
                "with_hero": offer.taker.hero,
                "give": _plain_goods(offer.give),
                "want": _plain_goods(offer.want),
            }
            for offer in standing_offers(state)
        ],
    }


def _pairs(state: State, counts: Callable[[int, int], bool]) -> list[Plain]:
    rooms, places = state.doors.shape
    pairs: list[Plain] = []
    for room in range(rooms):
        for place in range(places):
            other = state.doors.item(room, place)
            if room < other and counts(room, place):
                pairs.append([room, other])
    return pairs


def _candidate(row: list[int]) -> Plain:
    if row[0] == c.NONE:
        return None
    return {"class": HeroClass(row[0]).name, "stats": list(row[1:])}


def _plain_goods(goods: Goods) -> dict[str, Plain]:
    item = None if goods.item == c.NONE else Item(goods.item).name
    return {"gold": goods.gold, "gems": list(goods.gems), "item": item}


def _named(counts: list[int]) -> dict[str, Plain]:
    return {Item(item).name: count for item, count in enumerate(counts) if count}


def _room(state: State, room: int) -> dict[str, Plain]:
    row = state.rooms[room].tolist()
    creatures: list[Plain] = [
        None if kind == c.NONE else {"kind": Creature(kind).name, "hp": hp}
        for kind, hp in state.creatures[room].tolist()
    ]
    return {
        "explored": bool(row[c.EXPLORED]),
        "owner": row[c.OWNER],
        "trap": row[c.TRAP],
        "creatures": creatures,
        "hoard_gold": row[c.HOARD_GOLD],
        "hoard_gems": state.hoard_gems[room].tolist(),
        "floor_gold": row[c.FLOOR_GOLD],
        "floor_gems": state.floor_gems[room].tolist(),
        "floor_items": _named(state.floor_items[room].tolist()),
        "caches": list(caches_of(state, room)),
    }


def _seat(state: State, seat: int) -> dict[str, Plain]:
    return {
        "gold": state.seats.item(seat, c.GOLD),
        "num_heroes": state.seats.item(seat, c.NUM_HEROES),
        "stash": _named(state.stash[seat].tolist()),
        "vault": state.vault[seat].tolist(),
        "levels": state.levels[seat].tolist(),
        "trap_seen": np.flatnonzero(state.trap_seen[seat]).tolist(),
        "tapped": np.flatnonzero(state.tapped[seat]).tolist(),
        "heroes": [_hero(state, seat, hero) for hero in living(state, seat)],
    }


def _hero(state: State, seat: int, hero: int) -> dict[str, Any]:
    row = state.heroes[seat, hero].tolist()
    return {
        "hero": hero,
        "class": HeroClass(row[c.CLASS]).name,
        "room": row[c.ROOM],
        "hp": row[c.HP],
        "mana": row[c.MANA],
        "arrival": row[c.ARRIVAL],
        "stats": [row[c.STATS + stat] for stat in Stat],
        "items": [item.name for item in items_of(state, seat, hero)],
        "gems": state.hero_gems[seat, hero].tolist(),
        "guard": bool(row[c.GUARD]),
        "policy": Policy(row[c.POLICY]).name,
    }
