"""How a match begins: dungeon, parties, and the first ranking of seats on the leader boards (PG-2.8 to PG-2.15)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig, rules_of
from referee.games.proving_grounds.maps.dungeon import join, make_dungeon, stock
from referee.games.proving_grounds.maps.hand_made import Scenario
from referee.games.proving_grounds.rules.dice import boards_dice
from referee.games.proving_grounds.rules.equipment import can_use, knows, wear
from referee.games.proving_grounds.rules.heroes import add_hero, entry_room, num_living
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
    surplus,
)
from referee.games.proving_grounds.wire.orders import Action, HeroSpec, Setup

__all__ = ["DEFAULT_PARTY", "blank_match", "new_match", "set_up"]

_FIGHTER, _CLERIC, _WIZARD, _THIEF = (
    HeroSpec(int(kind), items=tuple(map(int, DEFAULT_ITEMS[kind])), guard=kind is HeroClass.FIGHTER)
    for kind in HeroClass
)
DEFAULT_PARTY = Setup(heroes=(_FIGHTER, _FIGHTER, _CLERIC, _WIZARD, _THIEF))
"""Setup message of a seat that buys no hero (PG-2.13)."""


def new_match(config: ProvingGroundsConfig, seed: int, num_seats: int) -> State:
    """Return the state of a new match, in which all seats are asked to buy a party.

    Args:
        config: Config of the match.
        seed: Match seed, 0..2^64-1.
        num_seats: Number of seats, which the config must allow.
    """
    state = blank_match(config, seed, num_seats)
    if config.scenario is None:
        make_dungeon(
            state,
            extra_door_pct=config.extra_door_pct,
            wrap_doors=config.num_wrap_doors,
            gems_per_kind=config.gems_per_kind,
            trap_pct=config.trap_pct,
        )
    return state


def blank_match(config: ProvingGroundsConfig, seed: int, num_seats: int) -> State:
    """Return the state of a new match whose dungeon is still to be made, unless it is hand-made.

    Arguments are those of `new_match`.
    """
    rules = rules_of(config)
    if config.scenario is not None:
        state = _from_scenario(config.scenario, rules, seed, num_seats)
    else:
        state = blank_state(rules, seed, num_seats)
    # Entry rooms are explored, owned and known from the start, in either kind of dungeon (PG-2.8).
    for seat in range(num_seats):
        room = entry_room(state, seat)
        state.rooms[room, c.EXPLORED], state.rooms[room, c.OWNER] = 1, seat
        state.levels[seat, room] = MAX_LEVEL
    state.seats[:, c.GOLD] = config.start_gold
    return state


def _from_scenario(scenario: Scenario, rules: c.Ints, seed: int, num_seats: int) -> State:
    """Return the state of a match with a hand-made dungeon (PG-2.9).

    `rules` is the rest of the config, as in `State.rules`.
    """
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
        # `stock` has set the sum of the creatures' gold; a number in the scenario replaces it, 0
        # too (PG-2.9).
        if room.hoard_gold is not None:
            state.rooms[at, c.HOARD_GOLD] = room.hoard_gold
        if room.trap:
            state.rooms[at, c.TRAP] = num_seats
    return state


@dataclasses.dataclass(slots=True)
class _Party:
    """Purchases of a seat at setup.

    Heroes are put into the match at once; the rest only if the seat has bought a hero.
    """

    state: State
    seat: int
    gold: int
    """Gold that the seat has left."""
    stash: list[Item] = dataclasses.field(default_factory=list)
    bids: list[int] = dataclasses.field(default_factory=lambda: [0] * NUM_BOARDS)
    results: list[Result | Notice] = dataclasses.field(default_factory=list)
    untold: int = 0
    """Number of refused parts that are left out of `results`, since only the first 32 are reported one by one."""
    ledger: list[Ledger] = dataclasses.field(default_factory=list)

    def buy(self, price: int, cause: Cause) -> bool:
        """Pay a price if there is enough gold, with `cause` in the ledger; return whether it was paid."""
        if price > self.gold:
            return False
        self.gold -= price
        if price:
            self.ledger.append(Ledger(self.seat, -price, cause, self.gold))
        return True

    def note(self, part: OrderList, place: int, code: Code, hero: int | None = None) -> None:
        """Record the result of a part of the seat's message.

        Args:
            part: List of the message that has the part.
            place: Index of the part in the list.
            code: OK, or the reason for the refusal.
            hero: For a part that concerns a hero: his index in the message's heroes; else None.
        """
        self.results.append(result(self.seat, part, int(place), hero, code))

    def note_surplus(
        self, part: OrderList, bound: int, count: int, hero: int | None = None
    ) -> None:
        """Record as refused the entries of a list with `count` entries that are beyond its `bound`.

        `hero` is the index of the hero that the list belongs to, in the message's heroes; None for none.
        """
        refused, untold = surplus(self.seat, part, bound, count, hero)
        self.results += refused
        self.untold += untold


def set_up(play: Play, messages: Mapping[int, Action | None]) -> None:
    """Buy each seat's party, put it into the entry room (PG-2.15), and fill the leader boards.

    Args:
        play: A match in its setup.
        messages: Message of each seat; None or a message of another kind gives the default party.
    """
    bids = []
    for seat in range(len(play.state.seats)):
        message = messages.get(seat)
        party = _bought(play.state, seat, message if isinstance(message, Setup) else None)
        # Only now is the party final: gold, stash and bids of an undone one have never been in the
        # state.
        for told in bounded(seat, party.results, party.untold):
            play.tell(told, (seat,))
        for entry in party.ledger:
            play.tell(entry, (seat,))
        play.state.seats[seat, c.GOLD] = party.gold
        for item in party.stash:
            play.state.stash[seat, int(item)] += 1
        bids.append(party.bids)
    _place_on_boards(play, bids)


def _bought(state: State, seat: int, setup: Setup | None) -> _Party:
    """Return the party that a setup message buys.

    The default party if it buys no hero (PG-2.13).
    """
    results, untold = [result(seat, OrderList.MESSAGE, 0, None, Code.BAD_MESSAGE)], 0
    if setup is not None:
        # Without a hero the purchases are undone (PG-2.13): only the party holds them, so drop it, keep its results.
        party = _spend(state, seat, setup)
        if num_living(state, seat):
            return party
        results, untold = party.results, party.untold
    party = _spend(state, seat, DEFAULT_PARTY)
    party.results, party.untold = results, untold
    return party


def _spend(state: State, seat: int, setup: Setup) -> _Party:
    """Buy the parts of a setup message in their order, as long as the gold lasts (PG-2.12)."""
    party = _Party(state, seat, state.seats.item(seat, c.GOLD))
    most = state.rules.item(c.MAX_HEROES)
    # What comes first in the message gets the gold; after a refusal the next part is still tried
    # (PG-2.12).
    for place, spec in enumerate(setup.heroes[:most]):
        code = _judge_hero(party, spec)
        party.note(OrderList.HEROES, place, code)
        if code == Code.OK:
            _bring(party, place, spec)
    party.note_surplus(OrderList.HEROES, most, len(setup.heroes))
    for place, item in enumerate(setup.stash[:MOST_STASH]):
        party.note(OrderList.STASH, place, _buy_item(party, item, None))
    party.note_surplus(OrderList.STASH, MOST_STASH, len(setup.stash))
    _bid(party, setup.bids)
    return party


def _judge_hero(party: _Party, spec: HeroSpec) -> Code:
    """Pay for a hero of a setup message; return OK, or the reason why he is refused."""
    if spec.kind not in tuple(HeroClass):
        return Code.BAD_FIELD
    return Code.OK if party.buy(CLASSES[spec.kind].price, Cause.HERO) else Code.NO_GOLD


def _bring(party: _Party, place: int, spec: HeroSpec) -> None:
    """Put the hero at index `place` of the message's heroes into the entry room.

    Then buy his improvements and items as long as the gold lasts.
    """
    stats = _improved(party, place, spec)
    hero = add_hero(party.state, party.seat, HeroClass(spec.kind), tuple(stats))
    for at, item in enumerate(spec.items[:MOST_ITEMS]):
        party.note(OrderList.ITEMS, at, _buy_item(party, item, hero), place)
    party.note_surplus(OrderList.ITEMS, MOST_ITEMS, len(spec.items), place)
    # A malformed posture or policy keeps its default, and the hero counts (PG-2.12).
    row = party.state.heroes[party.seat, hero]
    has_policy = spec.policy in tuple(Policy)
    if spec.guard is None or not has_policy:
        party.note(OrderList.HEROES, place, Code.BAD_FIELD, place)
    if spec.guard is not None:
        row[c.GUARD] = spec.guard
    if has_policy:
        row[c.POLICY] = spec.policy


def _improved(party: _Party, place: int, spec: HeroSpec) -> list[int]:
    """Return the hero's characteristics after buying improvements point by point (PG-3.3).

    `spec` is the entry at index `place` of the message's heroes. Each requested characteristic gets one
    result.
    """
    stats = list(CLASSES[spec.kind].stats)
    if len(spec.improve) != len(Stat):
        party.note(OrderList.IMPROVE, 0, Code.BAD_FIELD, place)
        return stats
    for stat, points in zip(Stat, spec.improve, strict=True):
        if not 0 <= points <= MOST_IMPROVEMENT:
            party.note(OrderList.IMPROVE, stat, Code.BAD_FIELD, place)
        elif points:
            # Lazily, so that the first refused point ends the loop; points bought before it stay bought (PG-2.12).
            raised = (_raise(party, stats, stat) for _ in range(points))
            code = next((code for code in raised if code != Code.OK), Code.OK)
            party.note(OrderList.IMPROVE, stat, code, place)
    return stats


def _raise(party: _Party, stats: list[int], stat: Stat) -> Code:
    if stats[stat] >= BEST:
        return Code.BAD_FIELD
    if not party.buy(IMPROVEMENT_PRICES[stats[stat] + 1], Cause.IMPROVEMENT):
        return Code.NO_GOLD
    stats[stat] += 1
    return Code.OK


def _buy_item(party: _Party, item: int, hero: int | None) -> Code:
    """Buy an item for a hero and return the result.

    Consumables, and spells that the hero already knows, go to the stash; so does any item if `hero` is None.
    """
    if not 0 <= item < NUM_ITEMS:
        return Code.BAD_FIELD
    bought, row = Item(item), ITEMS[item]
    if not row.is_in_setup:
        return Code.NOT_OPEN
    state, seat = party.state, party.seat
    wearer = None if row.kind == ItemKind.CONSUMABLE else hero
    if wearer is not None and not can_use(state, seat, wearer, bought):
        return Code.BAD_CLASS
    # Payment is the last check: a refused item must cost nothing.
    if not party.buy(row.gold, Cause.ITEM):
        return Code.NO_GOLD
    is_spell = row.kind == ItemKind.SPELL
    if wearer is None or (is_spell and knows(state, seat, wearer, bought)):
        party.stash.append(bought)
    else:
        wear(state, seat, wearer, bought)
    return Code.OK


def _bid(party: _Party, bids: tuple[int, ...]) -> None:
    if len(bids) != NUM_BOARDS:
        party.note(OrderList.BIDS, 0, Code.BAD_FIELD)
        return
    for board, bid in zip(Board, bids, strict=True):
        if bid < 0:
            party.note(OrderList.BIDS, board, Code.BAD_FIELD)
        elif not party.buy(bid, Cause.BID):
            party.note(OrderList.BIDS, board, Code.NO_GOLD)
        elif bid:
            party.bids[board] = bid
            party.note(OrderList.BIDS, board, Code.OK)


def _place_on_boards(play: Play, bids: list[list[int]]) -> None:
    """Order the seats on each leader board by bid, and at random where bids are equal (PG-2.14)."""
    dice = boards_dice(play.state)
    for board in Board:
        seats = list(range(len(bids)))
        dice.shuffle(seats)  # drawn even if no bids tie; the sort is stable (PG-2.14)
        seats.sort(key=lambda seat: -bids[seat][board])
        play.state.boards[board] = np.array(seats, np.int8)
        play.tell(BoardOrder(board, tuple(seats)))
