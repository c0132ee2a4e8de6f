"""Converts between a state of Proving Grounds and the plain values of scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.config import parse_config
from referee.core.errors import ConfigError, ScenarioError
from referee.core.plain import Plain
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.maps.dungeon import join
from referee.games.proving_grounds.rules.actions.trading import Offer, standing_offers, store_offer
from referee.games.proving_grounds.rules.equipment import can_use, items_of, knows, wear
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    add_hero,
    class_of,
    living,
    max_mana,
    room_of,
    seats_in,
)
from referee.games.proving_grounds.rules.market.market import draw_market
from referee.games.proving_grounds.rules.rooms import add_spikes, is_neighbour
from referee.games.proving_grounds.rules.setup import new_match
from referee.games.proving_grounds.scenario.places import plain_fields, put_fields
from referee.games.proving_grounds.scenario.position import (
    A_HERO,
    A_ROOM,
    A_SEAT,
    GoodsValues,
    HeroValues,
    OfferValues,
    Position,
    RoomValues,
    SeatValues,
)
from referee.games.proving_grounds.state import State, make_room, most_heroes
from referee.games.proving_grounds.tables import (
    CLASSES,
    ITEMS,
    MAX_LEVEL,
    Board,
    HeroClass,
    Item,
    ItemKind,
)
from referee.games.proving_grounds.wire.orders import Goods

__all__ = ["parse_state", "plain_state"]


def parse_state(
    config: ProvingGroundsConfig, num_seats: int, values: Mapping[str, object]
) -> State:
    """Return a match in which the named fields have the given values.

    All other fields are as at the start of a match.

    Args:
        config: Config of the match.
        num_seats: Number of seats.
        values: Fields of `Position` by name.

    Raises:
        ScenarioError: A field is unknown, or its value does not fit.
    """
    # Seed 0, so that what a scenario leaves out is the same everywhere (`Game.parse_state`).
    state = new_match(config, 0, num_seats)
    try:
        _put(state, parse_config(Position, values))
    except ConfigError as error:
        raise ScenarioError(str(error)) from None
    return state


def _put(state: State, position: Position) -> None:
    _put_turn(state, position)
    if position.doors is not None:
        _put_doors(state, position.doors)
    _put_spikes(state, position.spiked or ())
    # Seats before rooms: heroes own the rooms that they are in, unless `rooms` says otherwise.
    for seat, values in enumerate(position.seats or ()):
        _put_seat(state, seat, values)
    for name, room in (position.rooms or {}).items():
        _put_room(state, name, room)
    for board, seats in (position.boards or {}).items():
        if sorted(seats) != list(range(len(state.seats))):
            raise ConfigError(f"boards.{board}", "every seat once", list(seats))
        state.boards[Board[board]] = seats
    # Before `put_fields`, which replaces what the scenario names; the rest stays as drawn for this
    # turn.
    if state.match.item(c.PHASE) == c.ORDERS:
        draw_market(state)
    put_fields(state, (), "", position)
    for place, offer in enumerate(position.offers or ()):
        _put_offer(state, f"offers.{place}", offer)


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
    state.match[[c.PHASE, c.TURN]] = (c.MatchPhase[phase], turn)


def _put_doors(state: State, doors: Sequence[tuple[int, int]]) -> None:
    state.doors[:] = c.NONE
    for place, (room, other) in enumerate(doors):
        for one in (room, other):
            A_ROOM.check(state, (), f"doors.{place}", one)
        join(state, room, other)
        if not is_neighbour(state, room, other):
            raise ConfigError(f"doors.{place}", "two rooms that are neighbours", [room, other])


def _put_spikes(state: State, doors: Sequence[tuple[int, int]]) -> None:
    for place, (room, other) in enumerate(doors):
        if not is_neighbour(state, room, other):
            raise ConfigError(f"spiked.{place}", "a door", [room, other])
        add_spikes(state, room, other)


def _put_seat(state: State, seat: int, values: SeatValues) -> None:
    A_SEAT.check(state, (), "seats", seat)
    for place, hero in enumerate(values.heroes or ()):
        _put_hero(state, seat, f"seats.{seat}.heroes.{place}.", hero)
    put_fields(state, (seat,), f"seats.{seat}.", values)


def _put_hero(state: State, seat: int, prefix: str, values: HeroValues) -> None:
    least, most = state.seats.item(seat, c.NUM_HEROES), most_heroes(state)
    hero = least if values.hero is None else values.hero
    if not least <= hero < most:
        raise ConfigError(f"{prefix}hero", f"from {least} to {most - 1}", hero)
    # `add_hero` gives the next id, so this leaves out the ids of heroes who are not listed: they
    # are dead.
    state.seats[seat, c.NUM_HEROES] = hero
    kind = HeroClass[values.kind]
    add_hero(state, seat, kind, values.stats or CLASSES[kind].stats)
    for name in values.items:
        _put_on(state, seat, hero, Item[name], f"{prefix}items")
    state.heroes[seat, hero, c.MANA] = max_mana(state, seat, hero)  # a MANA_STONE adds to it
    put_fields(state, (seat, hero), prefix, values)
    room = room_of(state, seat, hero)
    # Fights leave one seat in each room, so no turn begins with heroes of two in one (PG-5.32).
    if set(seats_in(state, room)) != {seat}:
        raise ConfigError(f"{prefix}room", "a room without heroes of other seats", room)
    state.rooms[room, [c.OWNER, c.EXPLORED]] = (seat, 1)
    state.levels[seat, room] = MAX_LEVEL


def _put_on(state: State, seat: int, hero: int, item: Item, where: str) -> None:
    if not can_use(state, seat, hero, item):
        bound = f"items for a {class_of(state, seat, hero).name}"
        raise ConfigError(where, bound, item.name)
    kind = ITEMS[item].kind
    is_taken = (
        knows(state, seat, hero, item)
        if kind == ItemKind.SPELL
        else state.heroes.item(seat, hero, c.SLOTS + kind) != c.NONE
    )
    if is_taken:
        raise ConfigError(where, "one item for a slot, each spell once", item.name)
    wear(state, seat, hero, item)


def _put_room(state: State, name: str, values: RoomValues) -> None:
    last = len(state.rooms) - 1
    if not (name.isascii() and name.isdigit() and int(name) <= last):
        raise ConfigError("rooms", f"room numbers from 0 to {last}", name)
    put_fields(state, (int(name),), f"rooms.{name}.", values)


def _put_offer(state: State, where: str, values: OfferValues) -> None:
    for name, bounds in (
        ("seat", A_SEAT),
        ("hero", A_HERO),
        ("with_seat", A_SEAT),
        ("with_hero", A_HERO),
    ):
        bounds.check(state, (), f"{where}.{name}", getattr(values, name))
    giver, taker = Ref(values.seat, values.hero), Ref(values.with_seat, values.with_hero)
    give, want = (_goods(state, where, goods) for goods in (values.give, values.want))
    make_room(state, values.hero + 1)
    # Offers stand for the turn after the one in which they were made; 0 would mean that there is
    # none.
    before = max(1, state.match.item(c.TURN) - 1)
    store_offer(state, Offer(giver, taker, give, want, None), before)


def _goods(state: State, where: str, values: GoodsValues) -> Goods:
    kinds = state.vault.shape[1]
    gems = values.gems or (0,) * kinds
    if len(gems) != kinds:
        raise ConfigError(f"{where}.gems", f"{kinds} entries", list(gems))
    return Goods(values.gold, gems, c.NONE if values.item is None else int(Item[values.item]))


def plain_state(state: State) -> dict[str, Plain]:
    """Return a match as plain values, by the field names of `Position`."""
    fields = plain_fields(state, (), Position) | {
        "boards": {board.name: state.boards[board].tolist() for board in Board},
        "rooms": {
            str(room): plain_fields(state, (room,), RoomValues) for room in range(len(state.rooms))
        },
        "doors": _pairs(state, state.doors != c.NONE),
        "spiked": _pairs(state, state.spiked),
        "seats": [_seat(state, seat) for seat in range(len(state.seats))],
        "offers": [_offer(offer) for offer in standing_offers(state)],
    }
    return {name: fields[name] for name in Position.model_fields}


def _pairs(state: State, holds: c.Bools) -> list[Plain]:
    """Return the pairs of rooms joined by a door for which `holds`, bool[room, place], is true; each pair once."""
    pairs: list[Plain] = []
    for room, others in enumerate(state.doors.tolist()):
        for other, is_so in zip(others, holds[room].tolist(), strict=True):
            if room < other and is_so:
                pairs.append([room, other])
    return pairs


def _seat(state: State, seat: int) -> dict[str, Plain]:
    heroes: list[Plain] = [_hero(state, seat, hero) for hero in living(state, seat)]
    return plain_fields(state, (seat,), SeatValues) | {"heroes": heroes}


def _hero(state: State, seat: int, hero: int) -> dict[str, Plain]:
    fields = plain_fields(state, (seat, hero), HeroValues) | {
        "hero": hero,
        "items": [item.name for item in items_of(state, seat, hero)],
    }
    names = [field.alias or name for name, field in HeroValues.model_fields.items()]
    return {name: fields[name] for name in names}


def _offer(offer: Offer) -> dict[str, Plain]:
    return {
        "seat": offer.giver.seat,
        "hero": offer.giver.hero,
        "with_seat": offer.taker.seat,
        "with_hero": offer.taker.hero,
        "give": _plain_goods(offer.give),
        "want": _plain_goods(offer.want),
    }


def _plain_goods(goods: Goods) -> Plain:
    item = None if goods.item == c.NONE else Item(goods.item).name
    return {"gold": goods.gold, "gems": list(goods.gems), "item": item}
