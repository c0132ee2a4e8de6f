"""Many matches of Dice Adventure at once, as rows of arrays: one kernel call carries out a decision point of all."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from referee.core.digest import state_digest
from referee.core.errors import FieldError
from referee.core.outcome import GameOutcome
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.actions import Action, put_order
from referee.games.dice_adventure.rules.rounds import begin, play
from referee.games.dice_adventure.rules.scoring import match_outcome
from referee.games.dice_adventure.state import SHARED, State, blank_state, reseed, rows_of
from referee.games.dice_adventure.step import records_of
from referee.games.dice_adventure.tables import (
    MOST_AP,
    NUM_MEMBERS,
    PING_LETTERS,
    STEP_TOKENS,
    RefusalCode,
)
from referee.games.dice_adventure.visibility.observation import PLACES, Observation
from referee.games.dice_adventure.visibility.visibility import Sights, new_sights, see
from referee.kit.arrays import copied, put_rows, taken_rows
from referee.kit.columns import Column
from referee.kit.rollout.columns import ANSWERED, Actions, Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array, Bools, Floats, Ints, Longs
from referee.kit.rollout.row_columns import TableColumns
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["DiceAdventureRows"]

_Read: TypeAlias = Callable[[Sights], Array]

_NUMBERS = TableColumns(
    Observation, {name: place.start for name, place in PLACES.items()}, numbered=True
)
_ABOUT_ORDER = (
    "Whether the order counts as a whole (0) or why it does not, how many entries it has, and then symbol, x "
    "and y of each ping, or each step and two numbers that are not looked at"
)
_ORDER = RowColumn(
    Column("order", np.dtype(np.int16), (c.ORDER_WIDTH,), -(2**15), 2**15 - 1, _ABOUT_ORDER)
)
_ABOUT_STEPS = f"Steps of a plan, places in {STEP_TOKENS}, up to the first -1; no pings"
_STEPS = RowColumn(
    Column("steps", np.dtype(np.int8), (MOST_AP,), -1, len(STEP_TOKENS) - 1, _ABOUT_STEPS)
)
_LATE = RefusalCode.LATE.value
_LAST_REFUSAL = max(code.value for code in RefusalCode)


class DiceAdventureRows(Rows):
    """Matches of Dice Adventure, one a row, which are stepped together.

    A seat's decision is given in one of two columns: as a whole order, or as the steps of a plan
    alone.

    Args:
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats in each match, three for each party.
        version: Behaviour version of the rules.
    """

    makes_ahead = True

    def __init__(
        self, config: DiceAdventureConfig, num_rows: int, num_seats: int, version: int
    ) -> None:
        self._config, self._version = config, version
        self._parties = num_seats // NUM_MEMBERS
        self._own = np.arange(self._parties)
        # Making levels is the slow part, so make them for one seed and copy; `begin` replaces them.
        one, parties = self._fresh(np.zeros(1, np.uint64)), np.tile(self._own, num_rows)
        self.state = taken_rows(one, parties, SHARED)
        """All parties of all matches, match by match; only the methods of this class may change it."""
        self._next = taken_rows(one, parties, SHARED)
        """Matches that `prepare` made for `begin`, in the same layout as `state`."""
        self._next_seeds = np.zeros(num_rows, np.uint64)
        self._sights = new_sights(self.state)
        self._is_seen = False
        lists = list(_maps_and_lists(config, self.state))
        self._lists = {column.name: read for column, read in lists}
        observed = [*_NUMBERS.columns, *(column for column, _ in lists)]
        super().__init__(
            num_rows,
            num_seats,
            observed=[RowColumn(column) for column in observed],
            acted=[_STEPS, _ORDER],
        )

    def _fresh(self, seeds: Words) -> State:
        state = blank_state(self._config, seeds.tolist(), self._parties)
        begin(state)
        return state

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with these match seeds."""
        # Matches that `prepare` made ahead are copied; those begun with another seed are made now.
        is_made = self._next_seeds[rows] == seeds
        at = self._parties_of(rows[is_made])
        # A copy, because `_next` stays: the same row may begin again with the same seed.
        put_rows(self.state, at, taken_rows(self._next, at, SHARED), SHARED)
        if not is_made.all():
            others = self._parties_of(rows[~is_made])
            put_rows(self.state, others, self._fresh(seeds[~is_made]), SHARED)
        # Every change of a match must reset this, or `observe` returns what seats saw before it.
        self._is_seen = False

    def prepare(self, rows: Longs, seeds: Words) -> None:
        """Make new matches for these rows and seeds in advance, since making levels is slow; changes no result."""
        put_rows(self._next, self._parties_of(rows), self._fresh(seeds), SHARED)
        self._next_seeds[rows] = seeds

    def _parties_of(self, rows: Longs) -> Longs:
        parties: Longs = rows[:, None] * self._parties + self._own
        return parties.ravel()

    def asked(self) -> Bools:
        """Return bool[row, seat]: whether the seat must decide: its member lives, and its party has not finished."""
        living = c.members_of(self.state.table)[..., c.ALIVE] != 0
        going = self.state.table[:, c.PHASE] != c.DONE
        asked: Bools = living & going[:, None]
        return asked.reshape(self.num_rows, self.num_seats)

    def alive(self) -> Bools:
        """Return bool[row, seat]: all True, since the rules put no seat out for the rest of the match."""
        return np.ones((self.num_rows, self.num_seats), np.bool_)

    def over(self) -> Bools:
        """Return bool[row]: whether the match is over, because no seat has to decide any more."""
        asked = self.asked()
        return np.array(~asked.any(axis=1))

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the observed columns `names`, in that order, for some rows or, with None, for all."""
        if not self._is_seen:
            see(self.state, self._sights)
            self._is_seen = True
        values: list[Values] = []
        for name in names:
            value = self._column(name)
            value = value.reshape(self.num_rows, self.num_seats, *value.shape[2:])
            # Copied: `_sights` is written again by the next observation, and the caller may keep this one.
            values.append(value.copy() if rows is None else value[rows])
        return values

    def _column(self, name: str) -> Array:
        """Return the observed column `name` as an array whose first two axes are party and member."""
        if name in self._lists:
            return self._lists[name](self._sights)
        numbers = self._sights.numbers
        values = _NUMBERS.array(name, numbers.reshape(-1, c.NUMBERS_WIDTH))
        return values.reshape(*numbers.shape[:2], *values.shape[1:])

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point of every match that is not over.

        Returns:
            int32[row, seat]: number of refused parts of each seat's order.

        Raises:
            FieldError: An order is marked as refused with an unknown code; nothing has changed then.
        """
        self._is_seen = False
        return self._play(self.state, actions)

    def refused(self, actions: Actions) -> Ints:
        """Return int32[row, seat]: number of parts of each seat's order that a step would refuse.

        No match is changed.

        Raises:
            FieldError: An order is marked as refused with an unknown code.
        """
        return self._play(copied(self.state), actions)

    def _play(self, state: State, actions: Actions) -> Ints:
        # Asked before the step: afterwards other members may live.
        asked, answered = self.asked(), actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        orders = self._orders(state, actions)
        # A seat without an answer is late, whatever its order holds.
        orders[..., c.WHOLE][~answered.reshape(-1, NUM_MEMBERS)] = _LATE
        play(state, orders)
        return np.where(asked & answered, self._num_refusals(state).reshape(asked.shape), 0).astype(
            np.int32
        )

    def _num_refusals(self, state: State) -> Ints:
        """Return int32[party, member]: number of refusals that the member gets for its last order.

        All entries that were not read count as one.
        """
        codes, counts = state.refused[..., 0], c.members_of(state.table)[..., c.NUM_REFUSED]
        # Entries after the count are leftovers. The count itself is no number of refusals: it includes all parts
        # for which one TOO_MANY stands.
        is_counted = (codes != 0) & (np.arange(codes.shape[-1]) < counts[..., None])
        numbers: Ints = is_counted.sum(-1, dtype=np.int32)
        return numbers

    def _orders(self, state: State, actions: Actions) -> Array:
        """Return int16[party, member, column]: the orders in these actions, as a new array.

        Raises:
            FieldError: An order is marked as refused with an unknown code.
        """
        width = (len(state.table), NUM_MEMBERS)
        if _ORDER.name in actions:
            given = actions[_ORDER.name]
            assert not isinstance(given, Ragged)
            orders = np.array(given).reshape(*width, c.ORDER_WIDTH)
            self._check_whole(orders[..., c.WHOLE], actions)
            return orders
        steps = actions[_STEPS.name]
        assert not isinstance(steps, Ragged)
        planned = steps.reshape(*width, MOST_AP)
        # Steps count up to the first -1, even if others follow it.
        counts = np.logical_and.accumulate(planned != -1, axis=-1).sum(-1)
        orders = np.zeros((*width, c.ORDER_WIDTH), np.int16)
        is_planning = state.table[:, c.PHASE] == c.PLANNING
        orders[..., c.COUNT] = counts * is_planning[:, None]
        at = c.entry_at(0, c.TOKEN)
        orders[..., at : at + MOST_AP * c.ENTRY_WIDTH : c.ENTRY_WIDTH] = planned
        return orders

    def _check_whole(self, whole: Array, actions: Actions) -> None:
        """Check the codes that mark whole orders as refused, before any match is stepped.

        An unknown code of a seat that does not decide, or has not answered, is replaced by LATE.

        Args:
            whole: int16[party, member]: 0, or the code of a refusal of the whole order; changed in
                place.
            actions: The actions that the orders are taken from.

        Raises:
            FieldError: A seat that decides has a value that is neither 0 nor the code of a refusal.
        """
        wrong = (whole < 0) | (whole > _LAST_REFUSAL)
        # A number of no refusal would be stored and end in an unknown enum on the wire. It is an error only where a
        # seat really decides; elsewhere the column may hold anything.
        if wrong.any():
            answered = actions[ANSWERED.name]
            assert not isinstance(answered, Ragged)
            decides = (self.asked() & answered).reshape(whole.shape)
            if (wrong & decides).any():
                bound = f"from 0 to {_LAST_REFUSAL}"
                raise FieldError(f"order[{c.WHOLE}]", bound, int(whole[wrong & decides][0]))
            whole[wrong] = _LATE

    def saved(self, rows: Longs) -> State:
        """Return a copy of the matches in these rows, for `put_saved`."""
        return taken_rows(self.state, self._parties_of(rows), SHARED)

    def put_saved(self, saved: State, into: Into) -> None:
        """Put saved matches into some rows; hidden facts of this game can't be redrawn.

        Args:
            saved: What `saved` returned.
            into: Rows to replace, the saved match for each, and seeds for its further dice. Levels
                stay as they were saved.
        """
        assert into.redraw_for is None
        # A second copy, since `reseed` writes into it and `saved` must stay as it is.
        put = taken_rows(saved, self._parties_of(into.places), SHARED)
        if into.seeds is not None:
            reseed(put, np.repeat(into.seeds, self._parties))
        put_rows(self.state, self._parties_of(into.rows), put, SHARED)
        self._is_seen = False

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a copy of the actions as the columns of whole orders and `answered`; plans become orders.

        Raises:
            FieldError: An order is marked as refused with an unknown code.
        """
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        shape = (self.num_rows, self.num_seats, c.ORDER_WIDTH)
        orders = self._orders(self.state, actions).reshape(shape)
        return {_ORDER.name: orders, ANSWERED.name: answered.copy()}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Action) -> None:
        """Write a seat's action into the column of whole orders of `actions`."""
        orders = actions[_ORDER.name]
        assert not isinstance(orders, Ragged)
        party = row * self._parties + seat // NUM_MEMBERS
        put_order(action, self.state.table.item(party, c.PHASE), orders[row, seat], self._version)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point of the matches in `rows`; the other matches stay unchanged.

        Returns:
            int32[row, seat]: number of refused parts of each seat's order; 0 in other matches.

        Raises:
            FieldError: An order is marked as refused with an unknown code; nothing has changed
                then.
        """
        self._is_seen = False
        parties = self._parties_of(rows)
        some = taken_rows(self.state, parties, SHARED)
        orders = self._orders(self.state, actions)
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        orders[..., c.WHOLE][~answered.reshape(-1, NUM_MEMBERS)] = _LATE
        asked = self.asked()[rows]
        # Orders were read for all parties above, because `_orders` needs each party's phase at its own index.
        play(some, orders[parties])
        put_rows(self.state, parties, some, SHARED)
        refused = np.zeros((self.num_rows, self.num_seats), np.int32)
        counts = self._num_refusals(some).reshape(len(rows), -1)
        refused[rows] = np.where(asked & answered[rows], counts, 0)
        return refused

    def scores(self, rows: Longs) -> Floats:
        """Return float32[n, seat]: scores of the matches in these rows, provisional until they are over."""
        scores = [self._outcome(row).scores for row in rows.tolist()]
        return np.array(scores, np.float32).reshape(len(rows), self.num_seats)

    def placements(self, rows: Longs) -> Ints:
        """Return int32[n, seat]: placements from 1 in the matches in these rows."""
        placements = [self._outcome(row).placements for row in rows.tolist()]
        return np.array(placements, np.int32).reshape(len(rows), self.num_seats)

    def _outcome(self, row: int) -> GameOutcome:
        match = self.match(row)
        return match_outcome(records_of(match.table, match.results), self._version)

    def digest(self, row: int) -> bytes:
        """Return the digest of the match in one row, equal to its digest when it is played alone."""
        return state_digest(self.match(row))

    def put_match(self, row: int, state: State) -> None:
        """Replace the match in a row by a copy of a state of one match."""
        put_rows(self.state, self._parties_of(np.array([row])), state, SHARED)
        self._is_seen = False

    def match(self, row: int) -> State:
        """Return the match in one row as a state of the game: a view, which must not be changed."""
        return rows_of(self.state, row * self._parties, (row + 1) * self._parties)


@dataclasses.dataclass(frozen=True, slots=True)
class _List:
    """A list in observations, such as `pings`: the column of its length, and the numbers of each entry."""

    name: str
    """Name of the list, and of the array in `Sights` that holds it."""
    count: int
    """Column of a seat's numbers that holds the length of the list."""
    most: int
    """Most entries that the list can have."""
    fields: tuple[tuple[str, int, str], ...]
    """Name, greatest value and meaning of each number of an entry; the least value is 0."""
    is_of_party: bool = True
    """Whether the list is the same for the whole party; if not, each seat has its own."""

    def columns(self) -> Iterator[tuple[Column, _Read]]:
        """Yield each column of the list, with the function that reads it from `Sights`."""
        about = f"How many {self.name} there are"
        yield _column(f"{self.name}.count", np.int32, (), self.most, about), self._counts
        for place, (name, most, meaning) in enumerate(self.fields):
            dtype = np.uint8 if most <= np.iinfo(np.uint8).max else np.int16
            column = _column(f"{self.name}.{name}", dtype, (self.most,), most, meaning)
            yield column, functools.partial(self._entries, place, column.dtype)

    def _counts(self, sights: Sights) -> Array:
        counts: Array = sights.numbers[..., self.count]
        return counts

    def _entries(self, place: int, dtype: np.dtype[Any], sights: Sights) -> Array:
        """Return one number of each entry as [party, member, entry], with 0 after the last entry.

        Args:
            place: Index of the number in the entry.
            dtype: Dtype of the result.
            sights: Arrays that hold the list.
        """
        entries: Array = getattr(sights, self.name)[..., : self.most, place].astype(dtype)
        counts = self._counts(sights)
        if not self.is_of_party:
            listed: Array = entries * (np.arange(self.most) < counts[..., None])
            return listed
        # Every member of a party gets as many: the end of the list is found once for all.
        told = entries * (np.arange(self.most) < counts[:, :1])
        return np.repeat(told[:, None], NUM_MEMBERS, axis=1)


def _most_pings(config: DiceAdventureConfig) -> int:
    """Return the most pings that a party can make in a round, at least 1 (DA-4.5)."""
    if not config.ping_windows:
        return 1
    return max(1, sum(member.ap // config.ping_cost for member in config.members))


def _maps_and_lists(config: DiceAdventureConfig, state: State) -> Iterator[tuple[Column, _Read]]:
    """Yield the columns of an observation's maps and lists.

    Each comes with the function that reads it from `Sights`.
    """
    _, _, height, width = state.cells.shape
    num_pieces, num_levels = state.pieces.shape[1], state.results.shape[1]
    most_content, most_place = len(state.chars) - 1, max(height, width) - 1
    about = "What the member remembers of each cell: 0 unexplored, else 1 + terrain, or 10 + type"
    yield (
        _column("grid", np.uint8, (height, width), most_content, about),
        functools.partial(_map, "grid"),
    )
    about = "How it knows each cell: 0 unexplored, 1 remembered, 2 in sight"
    yield _column("seen", np.uint8, (height, width), 2, about), functools.partial(_map, "seen")
    monster = (
        ("content", most_content, "10 + type of a monster in sight"),
        ("x", most_place, "Its column"),
        ("y", most_place, "Its row"),
    )
    yield from _List(
        "monsters", c.SEEN_NUM_MONSTERS, num_pieces, monster, is_of_party=False
    ).columns()
    ping = (
        ("by", NUM_MEMBERS, "Map number of who made a ping of this round"),
        ("symbol", len(PING_LETTERS) - 1, "Its symbol, from 0"),
        ("x", most_place, "Its column"),
        ("y", most_place, "Its row"),
        ("window", 6, "Window it was made in, from 1"),
    )
    yield from _List("pings", c.SEEN_NUM_PINGS, _most_pings(config), ping).columns()
    result = (
        ("level", num_levels - 1, "Place of an ended level in the list of levels"),
        ("outcome", 4, "How it ended: 1 cleared, 2 timed out, 3 lost, 4 not played"),
        ("keys", NUM_MEMBERS, "Keys held then"),
        ("rounds", 500, "Round in which it was cleared, else the cap"),
        ("score", 999, "Points"),
    )
    yield from _List("results", c.SEEN_NUM_RESULTS, num_levels, result).columns()


def _map(name: str, sights: Sights) -> Array:
    """Return a map of `sights`, `grid` or `seen`, as [party, member, row, col].

    It is 0 beyond the edges of the level.
    """
    cells: Array = getattr(sights, name)
    height, width = cells.shape[-2:]
    # A party is in one level: its edges are found once for all members, as bytes of 0 and 1.
    of_party = sights.numbers[:, :1]
    is_row = np.arange(height) < of_party[..., c.SEEN_HEIGHT, None]
    is_column = np.arange(width) < of_party[..., c.SEEN_WIDTH, None]
    is_within = is_row[..., None] & is_column[..., None, :]
    shown: Array = cells * is_within.view(np.uint8)
    return shown


def _column(name: str, dtype: Any, shape: tuple[int, ...], most: int, about: str) -> Column:
    return Column(name, np.dtype(dtype), shape, 0, most, about)
