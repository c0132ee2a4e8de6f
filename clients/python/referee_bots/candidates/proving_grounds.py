"""Lists of candidates for a seat of Proving Grounds, from which training programs pick its actions.

At setup, one list has the parties of heroes that the seat may start with. In each later turn, every
hero has a list of orders, and one more list has purchases; an action is one pick from each list.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee_bots.candidates.base import Candidate, Candidates
from referee_bots.helpers.proving_grounds import Layout
from referee_bots.proving_grounds.tables import CLASSES, DEFAULT_ITEMS, ITEMS

__all__ = ["ProvingGroundsCandidates"]

_NOTHING = Candidate("nothing", (0, 0, 0, 0))
_KINDS = ("nothing", "party", "move", "rest", "search", "deposit", "buy")


class ProvingGroundsCandidates(Candidates):
    """Candidates of Proving Grounds: a list for each possible hero, and a last one for purchases.

    The four numbers of a candidate are its kind (0 nothing, 1 party, 2 move, 3 rest, 4 search, 5
    deposit, 6 buy) and three more that depend on it. For an order to a hero: the hero's id, the
    room to move to or 0, and 0. For a purchase: the slot of the market, the item, and 0. For a
    party, which is in the first list: the numbers of the heroes' classes as the digits of one
    decimal number, 0 and 0.

    Args:
        config: Config of the match.
        num_seats: Number of seats in the match; ignored.
        width: Highest number of candidates in one list.
    """

    observation = wire.Observation
    left_out = (
        "parties of other classes, improvements, other items and bids at setup",
        "bids on boards, hiring, several purchases in a turn",
        "orders of equipment, guard and policy, passes, withdrawals and trades",
        "moves through several rooms, spells, spikes, traps, scouting and stealing",
    )

    def __init__(self, config: wire.Config, num_seats: int, width: int = 32) -> None:
        del num_seats
        self.width = width
        self.slots = config.max_heroes + 1
        self._config = config

    def lists(self, seen: wire.Observation) -> list[list[Candidate]]:
        """Return a list of orders for each possible hero, by hero id, and a last list of purchases.

        At setup (turn 0) the first list has parties of heroes. The first candidate of each list is
        "nothing"; lists of heroes that the seat does not have contain nothing else.

        Args:
            seen: Observation of a seat that has to decide.
        """
        if seen.turn == 0:
            parties = [_NOTHING, *self._parties()]
            return [parties[: self.width], *[[_NOTHING]] * (self.slots - 1)]
        board = _Surroundings(seen, self._config)
        heroes = sorted(seen.own.heroes, key=lambda hero: hero.hero)[: self.slots - 1]
        lists = [[_NOTHING, *_orders(board, hero)][: self.width] for hero in heroes]
        lists += [[_NOTHING]] * (self.slots - 1 - len(heroes))
        return [*lists, [_NOTHING, *_purchases(board)][: self.width]]

    def build(self, seen: wire.Observation, picked: Sequence[Candidate]) -> wire.Action:
        """Return the action made of the picked candidates.

        If nothing is picked at setup, the action is empty and stands for the rulebook's default
        party (PG-2.13).

        Args:
            seen: Observation from which the lists were made.
            picked: At most one candidate of each list.
        """
        parts = [candidate.part for candidate in picked if candidate.part is not None]
        if seen.turn == 0:
            return wire.Action(setup=parts[0] if parts else wire.Setup())
        orders = wire.Orders()
        for part in parts:
            if isinstance(part, int):
                orders.buy.append(part)
            else:
                orders.heroes.append(part)
        return wire.Action(orders=orders)

    def _parties(self) -> Iterator[Candidate]:
        """Yield parties of three heroes with their usual items (PG-2.12) that the start gold can pay."""
        size = min(3, self._config.max_heroes)
        for classes in itertools.combinations_with_replacement(CLASSES, size):
            gold, heroes = self._config.start_gold, []
            for hero_class in classes:
                items = DEFAULT_ITEMS[hero_class]
                gold -= CLASSES[hero_class].price + sum(ITEMS[item].gold for item in items)
                heroes.append(
                    wire.HeroSpec(hero_class=wire.HeroClass.Name(hero_class), items=items)
                )
            if gold >= 0:
                digits = int("".join(map(str, classes)))
                numbers = (_KINDS.index("party"), digits, 0, 0)
                yield Candidate(f"party {digits}", numbers, wire.Setup(heroes=heroes))


class _Surroundings:
    """Facts about the rooms around the seat's heroes, from which their candidates are made.

    It answers the same questions as `referee_bots.proving_grounds.board.Board`, only for rooms with
    heroes of the seat, and much faster.
    """

    def __init__(self, seen: wire.Observation, config: wire.Config) -> None:
        self.seen = seen
        self._layout = Layout.of(seen)
        self._sector, self._hall = self._layout.sector, self._layout.hall
        self._turns = seen.num_seats if not config.HasField("scenario") else 1
        self.home = self._layout.entry(seen.own.seat)
        self.gold = next((one.gold for one in seen.players if one.seat == seen.own.seat), 0)
        self._rooms = {room.room: room for room in seen.rooms}
        self._rivals = {dot.room for dot in seen.dots if dot.hero.seat != seen.own.seat}
        self._pairs = [(room.room, door) for room in seen.rooms for door in room.doors]

    def is_closed(self, room: int) -> bool:
        """Return whether a room is another seat's entry room, which heroes may not enter (PG-5.12)."""
        return room != self.home and self._layout.is_entry(room)

    def is_hostile(self, room: int) -> bool:
        """Return whether creatures or other seats' heroes are known to be in a room.

        The answer is reliable only for a room with a hero of the seat.
        """
        shown = self._rooms.get(room)
        return room in self._rivals or (shown is not None and shown.has_creatures)

    def doors(self, room: int) -> list[int]:
        """Return the rooms behind a room's known doors without spikes, ascending.

        A door that is known in one seat's sector of the map is known in all sectors, as they are
        alike (PG-2.8).
        """
        behind: set[int] = set()
        spiked: set[int] = set()
        for one, door in self._pairs:
            other = door.room
            if door.is_spiked and room in (one, other):
                spiked.add(other if room == one else one)
            for here, there in ((one, other), (other, one)):
                behind.update(self._turned_to(room, here, there))
        return sorted(behind - spiked)

    def _turned_to(self, room: int, here: int, there: int) -> Iterator[int]:
        """Yield the rooms to which `room` has doors that correspond to the door from `here` to `there`.

        All seats' sectors of the map are alike: a door in one sector has a counterpart in every
        other (PG-2.8). Nothing is yielded if none of these doors is a door of `room`.
        """
        if here == room:
            yield there
        # A scenario's map has no symmetry.
        if self._turns == 1:
            return
        if room >= self._hall:
            if here == room and there < self._hall:
                # From the hall a door leads into the same room of every sector.
                first = there % self._sector
                yield from range(first, self._hall, self._sector)
        elif here < self._hall and (room - here) % self._sector == 0:
            yield there if there >= self._hall else (there + room - here) % self._hall


def _orders(board: _Surroundings, hero: wire.Hero) -> Iterator[Candidate]:
    if not board.is_hostile(hero.room):
        for room in board.doors(hero.room):
            if not board.is_closed(room):
                order = wire.HeroOrder(hero=hero.hero, move=wire.Move(path=[room]))
                yield _order("move", hero, room, order)
    yield _order("rest", hero, 0, wire.HeroOrder(hero=hero.hero, rest=wire.Rest()))
    if hero.hero_class == wire.HERO_CLASS_THIEF:
        yield _order("search", hero, 0, wire.HeroOrder(hero=hero.hero, search=wire.Search()))
    if hero.room == board.home and any(hero.gems):
        deposit = wire.HeroOrder(hero=hero.hero, deposit=wire.Deposit(gems=hero.gems))
        yield _order("deposit", hero, 0, deposit)


def _order(kind: str, hero: wire.Hero, room: int, order: wire.HeroOrder) -> Candidate:
    return Candidate(f"{kind} {hero.hero} {room}", (_KINDS.index(kind), hero.hero, room, 0), order)


def _purchases(board: _Surroundings) -> Iterator[Candidate]:
    for slot in board.seen.market:
        if slot.item in ITEMS and ITEMS[slot.item].gold <= board.gold:
            numbers = (_KINDS.index("buy"), slot.slot, int(slot.item), 0)
            yield Candidate(f"buy {slot.slot}", numbers, slot.slot)
