"""How a match begins: the dungeon, then everybody's party and first places on the boards (PG-2.8 to PG-2.15)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig, rules_of
from referee.games.proving_grounds.maps.dungeon import join, make_dungeon, stock
from referee.games.proving_grounds.maps.hand_made import Scenario
from referee.games.proving_grounds.rules.dice import boards_dice
from referee.games.proving_grounds.rules.equipment import knows, wear
from referee.games.proving_grounds.rules.heroes import add_hero, entry_room
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.state import State, blank_state
from referee.games.proving_grounds.tables import (
    BEST,
    CLASSES,
    DEFAULT_ITEMS,
    IMPROVEMENT_PRICES,
    ITEMS,
    MAX_LEVEL,
    MOST_IMPROVEMENT,
    MOST_ITEMS,
    MOST_STASH,
    NUM_BOARDS,
    NUM_ITEMS,
    Board,
    Cause,
    Code,
    HeroClass,
    Item,
    ItemKind,
    OrderList,
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.events import (
    BoardOrder,
    Ledger,
    Notice,
    Result,
    bounded,
    result,
)
from referee.games.proving_grounds.wire.orders import Action, HeroSpec, Setup

__all__ = ["DEFAULT_PARTY", "new_match", "set_up"]

_FIGHTER, _CLERIC, _WIZARD, _THIEF = (
    HeroSpec(int(kind), items=tuple(map(int, DEFAULT_ITEMS[kind])), guard=kind is HeroClass.FIGHTER)
    for kind in HeroClass
)
DEFAULT_PARTY = Setup(heroes=(_FIGHTER, _FIGHTER, _CLERIC, _WIZARD, _THIEF))
"""Who comes if a seat brings nobody (PG-2.13)."""


def new_match(config: ProvingGroundsConfig, seed: int, num_seats: int) -> State:
    """A match in which everybody is asked for a party.

    Args:
        config: The config.
        seed: Match seed, 0..2^64-1.
        num_seats: Seats that the config can be played by.
    """
    rules = rules_of(config)
    if config.scenario is not None:
        state = _from_scenario(config.scenario, rules, seed, num_seats)
    else:
        state = blank_state(rules, seed, num_seats)
        make_dungeon(
            state,
            extra_door_pct=config.extra_door_pct,
            wrap_doors=config.num_wrap_doors,
            gems_per_kind=config.gems_per_kind,
            trap_pct=config.trap_pct,
        )
    for seat in range(num_seats):
        room = entry_room(state, seat)
        state.rooms[room, c.EXPLORED], state.rooms[room, c.OWNER] = 1, seat
        state.levels[seat, room] = MAX_LEVEL
    state.seats[:, c.GOLD] = config.start_gold
    return state


def _from_scenario(scenario: Scenario, rules: c.Ints, seed: int, num_seats: int) -> State:
    """A dungeon made by hand (PG-2.9)."""
    rooms = scenario.rooms.values()
    state = blank_state(
        rules,
        seed,
        num_seats,
        most_creatures=max([4, *[len(room.creatures) for room in rooms]]),
        most_caches=max([2, *[len(room.caches) for room in rooms]]),
    )
    for here, there in scenario.doors:
        join(state, here, there)
    for name, room in scenario.rooms.items():
        at = int(name)
        stock(state, at, room.kinds, caches=room.caches, gems=room.hoard_gems)
        if room.hoard_gold is not None:
            state.rooms[at, c.HOARD_GOLD] = room.hoard_gold
        if room.trap:
            state.rooms[at, c.TRAP] = num_seats
    return state


@dataclasses.dataclass(slots=True)
class _Hero:
    """A hero as he was bought."""

    kind: HeroClass
    stats: list[int]
    items: list[Item]
    """To be equipped, in order."""
    guard: bool
    policy: Policy


@dataclasses.dataclass(slots=True)
class _Party:
    """What a seat buys, before it counts."""

    seat: int
    gold: int
    """What is left."""
    heroes: list[_Hero]
    stash: list[Item]
    bids: list[int]
    results: list[Result | Notice]
    ledger: list[Ledger]

    def buy(self, price: int, cause: Cause) -> bool:
        """Pay, if there is so much."""
        if price > self.gold:
            return False
        self.gold -= price
        if price:
            self.ledger.append(Ledger(self.seat, -price, cause, self.gold))
        return True

    def told(self, part: OrderList, place: int, code: Code, hero: int | None = None) -> None:
        """Note what came of a part."""
        self.results.append(result(self.seat, part, int(place), hero, code))


def set_up(play: Play, messages: Mapping[int, Action | None]) -> None:
    """Buy everybody's party, place the seats on the boards, and let the heroes stand in their entry rooms.

    Args:
        play: A match in its setup.
        messages: By seat; None, and what is no setup message, brings the default party.
    """
    bids = []
    for seat in range(len(play.state.seats)):
        message = messages.get(seat)
        party = _bought(play.state, seat, message if isinstance(message, Setup) else None)
        for told in bounded(seat, party.results):
            play.tell(told, (seat,))
        for entry in party.ledger:
            play.tell(entry, (seat,))
        play.state.seats[seat, c.GOLD] = party.gold
        _place_heroes(play.state, party)
        bids.append(party.bids)
    _place_on_boards(play, bids)


def _bought(state: State, seat: int, setup: Setup | None) -> _Party:
    """The party of a message; the default party if that has no hero (PG-2.13)."""
    results: list[Result | Notice] = []
    results.append(result(seat, OrderList.MESSAGE, 0, None, Code.BAD_MESSAGE))
    if setup is not None:
        party = _spend(state, seat, setup)
        if party.heroes:
            return party
        results = party.results
    party = _spend(state, seat, DEFAULT_PARTY)
    party.results = results
    return party


def _spend(state: State, seat: int, setup: Setup) -> _Party:
    """Go through a message as far as the gold goes (PG-2.12)."""
    party = _Party(seat, state.seats.item(seat, c.GOLD), [], [], [0] * NUM_BOARDS, [], [])
    most = state.rules.item(c.MAX_HEROES)
    for place, spec in enumerate(setup.heroes):
        code = _buy_hero(party, spec) if place < most else Code.TOO_MANY
        party.told(OrderList.HEROES, place, code)
        if code == Code.OK:
            _improve(party, place, spec)
            _buy_items(party, place, spec)
            _read_habits(party, place, spec)
    for place, item in enumerate(setup.stash):
        code = _buy_item(party, item, None) if place < MOST_STASH else Code.TOO_MANY
        party.told(OrderList.STASH, place, code)
    _bid(party, setup.bids)
    return party


def _buy_hero(party: _Party, spec: HeroSpec) -> Code:
    if spec.kind not in tuple(HeroClass):
        return Code.BAD_FIELD
    kind = HeroClass(spec.kind)
    if not party.buy(CLASSES[kind].price, Cause.HERO):
        return Code.NO_GOLD
    stats = list(CLASSES[kind].stats)
    party.heroes.append(_Hero(kind, stats, [], guard=False, policy=Policy.FIRST_DEATH))
    return Code.OK


def _improve(party: _Party, place: int, spec: HeroSpec) -> None:
    """Raise characteristics point by point; each one that was asked for has a result (PG-3.3)."""
    if len(spec.improve) != len(Stat):
        party.told(OrderList.IMPROVE, 0, Code.BAD_FIELD, place)
        return
    stats = party.heroes[-1].stats
    for stat, points in zip(Stat, spec.improve, strict=True):
        if not 0 <= points <= MOST_IMPROVEMENT:
            party.told(OrderList.IMPROVE, stat, Code.BAD_FIELD, place)
        elif points:
            code = Code.OK
            for _ in range(points):
                code = _raise(party, stats, stat)
                if code != Code.OK:
                    break
            party.told(OrderList.IMPROVE, stat, code, place)


def _raise(party: _Party, stats: list[int], stat: Stat) -> Code:
    if stats[stat] >= BEST:
        return Code.BAD_FIELD
    if not party.buy(IMPROVEMENT_PRICES[stats[stat] + 1], Cause.IMPROVEMENT):
        return Code.NO_GOLD
    stats[stat] += 1
    return Code.OK


def _buy_items(party: _Party, place: int, spec: HeroSpec) -> None:
    hero = party.heroes[-1]
    for at, item in enumerate(spec.items):
        code = _buy_item(party, item, hero) if at < MOST_ITEMS else Code.TOO_MANY
        party.told(OrderList.ITEMS, at, code, place)


def _buy_item(party: _Party, item: int, hero: _Hero | None) -> Code:
    """Buy an item for a hero or the stash; consumables always go to the stash."""
    if not 0 <= item < NUM_ITEMS:
        return Code.BAD_FIELD
    bought, row = Item(item), ITEMS[item]
    if not row.is_in_setup:
        return Code.NOT_OPEN
    is_for_stash = hero is None or row.kind == ItemKind.CONSUMABLE
    if hero is not None and not is_for_stash and hero.kind not in row.users:
        return Code.BAD_CLASS
    if not party.buy(row.gold, Cause.ITEM):
        return Code.NO_GOLD
    if hero is None or is_for_stash:
        party.stash.append(bought)
    else:
        hero.items.append(bought)
    return Code.OK


def _read_habits(party: _Party, place: int, spec: HeroSpec) -> None:
    """Posture and policy; one that is malformed stays as it is by default."""
    hero = party.heroes[-1]
    if spec.guard is None or spec.policy not in tuple(Policy):
        party.told(OrderList.HEROES, place, Code.BAD_FIELD, place)
    if spec.guard is not None:
        hero.guard = spec.guard
    if spec.policy in tuple(Policy):
        hero.policy = Policy(spec.policy)


def _bid(party: _Party, bids: tuple[int, ...]) -> None:
    if len(bids) != NUM_BOARDS:
        party.told(OrderList.BIDS, 0, Code.BAD_FIELD)
        return
    for board, bid in zip(Board, bids, strict=True):
        if bid < 0:
            party.told(OrderList.BIDS, board, Code.BAD_FIELD)
        elif not party.buy(bid, Cause.BID):
            party.told(OrderList.BIDS, board, Code.NO_GOLD)
        elif bid:
            party.bids[board] = bid
            party.told(OrderList.BIDS, board, Code.OK)


def _place_heroes(state: State, party: _Party) -> None:
    """The heroes stand in their entry room, in the order of the list (PG-2.15)."""
    for item in party.stash:
        state.stash[party.seat, int(item)] += 1
    for bought in party.heroes:
        hero = add_hero(state, party.seat, bought.kind, tuple(bought.stats))
        state.heroes[party.seat, hero, c.GUARD] = bought.guard
        state.heroes[party.seat, hero, c.POLICY] = int(bought.policy)
        for item in bought.items:
            is_spell = ITEMS[item].kind == ItemKind.SPELL
            if is_spell and knows(state, party.seat, hero, item):
                state.stash[party.seat, int(item)] += 1
            else:
                wear(state, party.seat, hero, item)


def _place_on_boards(play: Play, bids: list[list[int]]) -> None:
    """By bid alone, by lot where they are equal (PG-2.14)."""
    dice = boards_dice(play.state)
    for board in Board:
        seats = list(range(len(bids)))
        dice.shuffle(seats)
        seats.sort(key=lambda seat: -bids[seat][board])
        play.state.boards[board] = np.array(seats, np.int8)
        play.tell(BoardOrder(board, tuple(seats)))
