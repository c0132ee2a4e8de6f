"""Lists of candidates (possible moves that a policy chooses from), for many matches at once.

They are the same as those of `referee_bots.candidates`. A seat has one slot for each hero that it
may have, and one for purchases; the party is picked in the first slot. Each kind of candidates is
found for all seats of all matches together, with the list's number and a key for the candidate's
position in the list; sorting by both makes the lists.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import CLASSES, DEFAULT_ITEMS, ITEMS, HeroClass
from referee.games.proving_grounds.visibility.matches import Matches
from referee.games.proving_grounds.visibility.rooms import DETAILED, FAMILIAR, RED_CIRCLE
from referee.games.proving_grounds.wire import orders as o
from referee.kit.rollout.columns import ANSWERED, Actions
from referee.kit.rollout.dtypes import Array, Longs
from referee.kit.rollout.offers import Lists
from referee.kit.rollout.rows import Rows

__all__ = ["ArrayCandidates"]

_NOTHING, _PARTY, _MOVE, _REST, _SEARCH, _DEPOSIT, _BUY = range(7)
"""Kinds of candidates, numbered as policies get them."""
_NUMBERS = 5
_PARTY_SIZE = 3
_FIRST = 0
"""Sort key of the candidate that does nothing, the first of each list. Rooms, parties and market
slots follow, by their numbers.
"""
_WITHIN = 20
"""Number of low bits of a sort key that hold the position in a list. The bits above hold the list's
number.
"""
_LAST = 1 << _WITHIN
_OF_REST, _OF_SEARCH, _OF_DEPOSIT = _LAST - 3, _LAST - 2, _LAST - 1
"""Sort keys of candidates for what a hero can do without leaving his room; they follow all rooms."""
_PRICES = np.array([row.gold for row in ITEMS], np.int32)


class _Party(NamedTuple):
    """A party of heroes with their usual items, which a seat may buy at setup (PG-2.12)."""

    digits: int
    """The heroes' classes, one decimal digit each, as one number."""
    setup: o.Setup
    """Setup message that buys the party."""


def _parties(config: ProvingGroundsConfig) -> Iterator[_Party]:
    """Yield the parties whose price is at most the start gold."""
    size = min(_PARTY_SIZE, config.max_heroes)
    for classes in itertools.combinations_with_replacement(HeroClass, size):
        items = [DEFAULT_ITEMS[kind] for kind in classes]
        price = sum(CLASSES[kind].price for kind in classes)
        price += sum(ITEMS[item].gold for each in items for item in each)
        if price <= config.start_gold:
            heroes = [
                o.HeroSpec(int(kind), items=tuple(map(int, each)))
                for kind, each in zip(classes, items, strict=True)
            ]
            digits = int("".join(str(kind + 1) for kind in classes))
            yield _Party(digits, o.Setup(tuple(heroes)))


class _Found:
    """Collects candidates in any order, and sorts them into lists."""

    def __init__(self) -> None:
        self._parts: list[npt.NDArray[np.int64]] = []

    def add(
        self, listed: Array, key: Array | int, kind: int, first: Array | int, second: Array | int
    ) -> None:
        """Add candidates of one kind.

        Args:
            listed: Number of each candidate's list.
            key: Position in the list, below `_LAST`; no two candidates of a list may share it.
            kind: Kind of candidate.
            first: First number of the candidate: classes of a party, hero, or slot.
            second: Second number of the candidate: room, or item + 1; 0 for neither.
        """
        # List and key in one integer, so that a single sort orders all candidates of all lists.
        columns = np.broadcast_arrays((listed << _WITHIN) + key, kind, first, second)
        self._parts.append(np.stack([each.reshape(-1) for each in columns], axis=-1))

    def sorted(self) -> npt.NDArray[np.int64]:
        """Return int64[candidate, 4], list by list: the list's number, the kind, two numbers."""
        every = np.concatenate(self._parts)
        every = every[np.argsort(every[:, 0])]
        every[:, 0] >>= _WITHIN
        return every


class ArrayCandidates:
    """Makes lists of candidates (possible moves), and messages from those that were picked.

    It is the game's `CandidateLists`.

    Args:
        config: Config of all matches.
        num_seats: Number of seats of a match.
        width: Highest number of candidates in a list.
    """

    def __init__(self, config: ProvingGroundsConfig, num_seats: int, width: int) -> None:
        self._slots, self._width = config.max_heroes + 1, width
        self._parties = list(_parties(config))
        self._setups = {party.digits: party.setup for party in self._parties}
        sector = config.sector_width * config.sector_depth
        # Sectors of a drawn dungeon are copies of each other, those of a scenario are not (PG-2.8, PG-2.9).
        turns = 1 if config.scenario is not None else num_seats
        self._map = _Map(sector, num_seats * sector, config.sector_width // 2, turns)

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of candidates of seats that must decide.

        Args:
            rows: Many matches, one in each row.
            chosen: int64[n]: indices of the rows.
            asked: bool[n, seat]: which seats must decide; other seats get no candidates.
        """
        counts = np.zeros(asked.shape, np.int64)
        table = np.zeros((0, 4), np.int64)
        slot = np.zeros(0, np.int64)
        if asked.any():
            used = np.flatnonzero(asked.any(axis=1))
            states = [rows.match(row) for row in chosen[used].tolist()]
            table = self._found(Matches(states), asked[used])
            which, slot = np.divmod(table[:, 0], self._slots)
            counts[asked] = np.bincount(which)
        numbers = np.zeros((len(table), _NUMBERS), np.int32)
        numbers[:, 0], numbers[:, 1:4] = slot, table[:, 1:]
        return Lists(numbers, np.concatenate([[0], np.cumsum(counts.reshape(-1))]))

    def _found(self, m: Matches, asked: Bools) -> npt.NDArray[np.int64]:
        """Return all candidates, list by list: int64[candidate, 4].

        Each asked seat has at least the candidate that does nothing in each slot.

        Args:
            m: The matches side by side.
            asked: bool[match, seat]: which seats must decide.
        """
        numbers = (np.cumsum(asked) - 1).reshape(asked.shape) * self._slots
        """int64[match, seat]: number of the first list of each seat; meaningless for seats that are
        not asked.
        """
        found = _Found()
        found.add(np.arange(np.count_nonzero(asked) * self._slots), _FIRST, _NOTHING, 0, 0)
        is_setup = asked & (m.match[:, [c.TURN]] == 0)
        for place, party in enumerate(self._parties):
            found.add(numbers[is_setup], _FIRST + 1 + place, _PARTY, party.digits, 0)
        plays = asked & ~is_setup
        if plays.any():
            self._orders(m, plays, numbers, found)
            match, seat = plays.nonzero()
            item, gold = m.market[match], m.seats[match, seat, c.GOLD]
            can_buy = (item != c.NONE) & (_PRICES[item] <= gold[:, np.newaxis])
            which, slot = can_buy.nonzero()
            # The last slot of a seat is for purchases; the slots before it are for heroes.
            lists = numbers[match, seat][which] + self._slots - 1
            found.add(lists, _FIRST + 1 + slot, _BUY, slot, item[which, slot] + 1)
        table = found.sorted()
        # Cut each list to the width: a candidate's place is its row less the first row of its list.
        starts = np.searchsorted(table[:, 0], table[:, 0])
        return table[np.arange(len(table)) - starts < self._width]

    def _orders(self, m: Matches, plays: Bools, numbers: Longs, found: _Found) -> None:
        """Add the candidates of heroes to `found`: moves, rest, search and deposit.

        Heroes take slots in the order of their ids; heroes beyond the last slot have no candidates.

        Args:
            m: The matches side by side.
            plays: bool[match, seat]: whether the seat gives orders now.
            numbers: int64[match, seat]: number of the seat's first list.
            found: Collects the candidates.
        """
        seen = _Seen(m)
        place = np.cumsum(m.living, axis=2) - 1
        # `place` counts the living heroes of a seat in the order of their ids, from 0.
        has_slot = m.living & plays[..., np.newaxis] & (place < self._slots - 1)
        match, seat, hero = has_slot.nonzero()
        lists = numbers[match, seat] + place[match, seat, hero]
        rows = m.heroes[match, seat, hero]
        room = rows[:, c.ROOM].astype(np.int64)
        found.add(lists, _OF_REST, _REST, hero, 0)
        is_thief = rows[:, c.CLASS] == HeroClass.THIEF
        found.add(lists[is_thief], _OF_SEARCH, _SEARCH, hero[is_thief], 0)
        has_gems = m.hero_gems[match, seat, hero].any(axis=1) & (room == self._map.home(seat))
        found.add(lists[has_gems], _OF_DEPOSIT, _DEPOSIT, hero[has_gems], 0)
        # A hero in a room with known enemies cannot move: the order would be refused as ENGAGED (PG-5.12).
        goes = np.flatnonzero(~seen.is_hostile(match, seat, room))
        which, to = self._map.ways(seen, match[goes], seat[goes], room[goes])
        goes = goes[which]
        found.add(lists[goes], _FIRST + 1 + to, _MOVE, hero[goes], to)

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return the picked candidates as actions of their seats, for all rows.

        Args:
            rows: Many matches, one in each row.
            lists: Lists of candidates of all rows.
            places: int64[row, seat, slot]: index of the picked candidate, where `picked` is true.
            picked: bool[row, seat, slot]: whether a candidate is picked.
        """
        actions = rows.nothing()
        answered: Any = actions[ANSWERED.name]
        answered[...] = picked.any(axis=-1)
        by_seat: dict[tuple[int, int], list[list[int]]] = {
            (row, seat): [] for row, seat in np.argwhere(answered).tolist()
        }
        parts = lists.numbers[places[picked], 1:4]
        does = parts[:, 0] != _NOTHING
        seats = np.argwhere(picked)[does, :2]
        for (row, seat), part in zip(seats.tolist(), parts[does].tolist(), strict=True):
            by_seat[row, seat].append(part)
        for (row, seat), own in by_seat.items():
            rows.put(actions, row, seat, self._message(rows.match(row), seat, own))
        return actions

    def _message(self, state: State, seat: int, parts: Sequence[Sequence[int]]) -> o.Action:
        """Return the message that a seat's picked candidates make.

        Without a picked party at setup it is empty, so that the default party is bought (PG-2.13).
        `parts` has the numbers of each picked candidate, of which the first is its kind.
        """
        if state.match.item(c.TURN) == 0:
            picked = [digits for kind, digits, _ in parts if kind == _PARTY]
            return self._setups[picked[0]] if picked else o.Setup()
        slots = [slot for kind, slot, _ in parts if kind == _BUY]
        orders = [
            _order(state, seat, kind, hero, room) for kind, hero, room in parts if kind != _BUY
        ]
        return o.Orders(buy=tuple(slots), heroes=tuple(orders))


def _order(state: State, seat: int, kind: int, hero: int, room: int) -> Any:
    if kind == _MOVE:
        return o.Move(hero, (room,))
    if kind == _REST:
        return o.Rest(hero)
    if kind == _SEARCH:
        return o.Search(hero)
    return o.Deposit(hero, tuple(state.hero_gems[seat, hero].tolist()))


class _Map(NamedTuple):
    """Shape of the dungeon, which is the same in all matches of a config."""

    sector: int
    """Number of rooms in a sector."""
    hall: int
    """Number of the hall, the last room."""
    entry: int
    """Index of the entry room within its sector."""
    turns: int
    """Number of sectors that are copies of the first one, itself included (PG-2.8): all, but 1 in a
    hand-made dungeon.
    """

    def home(self, seat: Longs) -> Longs:
        """Return the entry room of each seat, in which its heroes appear."""
        return seat * self.sector + self.entry

    def ways(self, seen: _Seen, match: Longs, seat: Longs, room: Longs) -> tuple[Longs, Longs]:
        """Return the rooms that heroes may enter next, behind doors not known to be spiked.

        Only doors that the seat knows to exist count (PG-5.12).

        Args:
            seen: What seats know in these matches.
            match: int64[n]: match of each hero.
            seat: int64[n]: seat of each hero.
            room: int64[n]: room of each hero.

        Returns:
            Two arrays: index in `room`, ascending, and a room next to that room, ascending.
        """
        turned = np.arange(self.turns) * self.sector
        is_hall = (room == self.hall)[:, np.newaxis]
        # Sectors are copies (PG-2.8): a door that is known in one sector is known to be in all of them. So look at
        # the same room of every sector, then turn what is behind its doors back by the same number of sectors.
        alike = np.where(is_hall, self.hall, (room[:, np.newaxis] + turned) % self.hall)
        at, who = match[:, np.newaxis], seat[:, np.newaxis]
        doors, known = seen.doors_of(at, who, alike, DETAILED)
        away = (room[:, np.newaxis] - alike)[..., np.newaxis]
        behind = np.where(doors == self.hall, self.hall, (doors + away) % self.hall)
        if self.turns > 1:
            # The hall is one room, so its doors are turned forward into every sector instead.
            of_hall = doors % self.sector + turned[:, np.newaxis]
            behind = np.where(is_hall[..., np.newaxis], of_hall, behind)
        which, turn, door = known.nonzero()
        to = behind[which, turn, door]
        home = self.home(seat)[which]
        may_enter = (to == home) | (to == self.hall) | (to % self.sector != self.entry)
        # Spikes are not copied: only those of the real door count (PG-6.3).
        spiked = seen.spiked_doors(match, seat, room)[which]
        free = may_enter & ~(spiked == to[:, np.newaxis]).any(axis=1)
        # A door that is known from several sectors is there several times; `unique` keeps one and sorts by room.
        span = self.hall + 1
        return np.divmod(np.unique(which[free] * span + to[free]), span)


class _Seen:
    """Facts that seats know in several matches; no method may use a fact that the seat does not know (PG-6.2).

    Args:
        m: The matches side by side.
    """

    def __init__(self, m: Matches) -> None:
        self.m = m
        self._has_creatures: Bools = m.creatures[..., c.C_KIND].max(axis=-1) != c.NONE

    def is_hostile(self, match: Longs, seat: Longs, room: Longs) -> Bools:
        """Return whether rooms hold heroes of others, or creatures known to the seat (PG-6.2).

        The arguments have the match, the observing seat and the number of each room.
        """
        matches, seats, heroes = self.m.living.nonzero()
        is_there = np.zeros(self.m.levels.shape, np.bool_)
        is_there[matches, seats, self.m.heroes[matches, seats, heroes, c.ROOM]] = True
        others = is_there.sum(axis=1)[match, room] - is_there[match, seat, room]
        knows = self.m.levels[match, seat, room] >= RED_CIRCLE
        hostile: Bools = (others > 0) | (knows & self._has_creatures[match, room])
        return hostile

    def doors_of(self, match: Longs, seat: Longs, room: Longs, level: int) -> tuple[Longs, Bools]:
        """Return the rooms behind doors, and whether the seat knows of each door (PG-6.3).

        A seat does if its knowledge of a room on either side is at least at level `level`. The
        other arguments have the match, the observing seat and the number of each room. Both results
        have the axes of `room` and a last one for doors.
        """
        doors = self.m.doors[match, room].astype(np.int64)
        at, who = match[..., np.newaxis], seat[..., np.newaxis]
        own = self.m.levels[match, seat, room][..., np.newaxis]
        known = (doors != c.NONE) & (np.maximum(own, self.m.levels[at, who, doors]) >= level)
        return doors, known

    def spiked_doors(self, match: Longs, seat: Longs, room: Longs) -> Longs:
        """Return int64[room, door]: room behind each door known to be spiked, NONE for other doors.

        The arguments have the match, the observing seat and the number of each room.
        """
        doors, known = self.doors_of(match, seat, room, FAMILIAR)
        return np.where(known & self.m.spiked[match, room], doors, c.NONE)
