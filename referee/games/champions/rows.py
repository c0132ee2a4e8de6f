"""Many matches of Champions side by side, for `Rollout`: one kernel call steps all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.digest import state_digest
from referee.core.errors import MalformedError
from referee.games.champions import columns as c
from referee.games.champions.columns import Shorts
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.actions import put_order
from referee.games.champions.rules.fight import new_fight
from referee.games.champions.rules.log import MOST_REFUSALS
from referee.games.champions.rules.orders import give_order, new_orders
from referee.games.champions.rules.scoring import outcomes
from referee.games.champions.rules.sets import new_picks
from referee.games.champions.rules.side_by_side import SHARED, begin_all, mark_acting, play_all
from referee.games.champions.state import State, blank_state, board_of, used_log
from referee.games.champions.visibility.columns import COLUMNS, SightColumns
from referee.games.champions.visibility.observation import observe
from referee.games.champions.wire.actions import Action
from referee.games.champions.wire.codec import ChampionsCodec
from referee.games.champions.wire.events import log_events
from referee.kit.arrays import copied, put_rows
from referee.kit.columns import Column
from referee.kit.rollout.columns import (
    ANSWERED,
    MESSAGE,
    OBSERVATION,
    Actions,
    Ragged,
    RowColumn,
    Values,
)
from referee.kit.rollout.dtypes import Array, Bools, Floats, Ints, Longs
from referee.kit.rollout.event_buffers import EventBuffers
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["ChampionsRows"]

_ABOUT_ORDER = (
    "How many entries its list has, below 0 if it is no order of the phase, and then: rows and columns of a "
    "move; categories; kind, item, champion and slot of each equipment order; or of each fighter its battle "
    "(-1 where it has one), champion, number of actions, and of each of 4 actions what, target, number of "
    "preferences, and 4 of these"
)
_ORDER = RowColumn(
    Column("order", np.dtype(np.int16), (c.GIVEN_WIDTH,), -(2**15), 2**15 - 1, _ABOUT_ORDER)
)
_FIELDS = tuple(field.name for field in dataclasses.fields(State))
_OWN = tuple(name for name in _FIELDS if name not in SHARED)
"""Names of the fields of `State` whose arrays have an axis of matches in front; all matches share
the other fields.
"""


class ChampionsRows(Rows):
    """Matches of Champions, one a row, which are stepped together.

    A seat's decision is given in one of two columns: as an Action message, or in `order`, as a row
    of numbers.

    Args:
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats in each match.
    """

    collects_events = True

    def __init__(self, config: ChampionsConfig, num_rows: int, num_seats: int) -> None:
        super().__init__(
            num_rows, num_seats, observed=[*COLUMNS, OBSERVATION], acted=[_ORDER, MESSAGE]
        )
        self._config, self._codec = config, ChampionsCodec()
        self._blank = blank_state(config, 0, num_seats)
        self._orders, self._fight = new_orders(num_seats), new_fight()
        self._picks = new_picks(num_seats)
        self._columns = SightColumns(num_rows, num_seats)
        self._buffers = EventBuffers(self._codec)
        self.state = self._side_by_side()
        """Arrays of all matches; only stepping may change them."""
        # Rows are stepped and observed from the start, so each needs a match, even one that nobody
        # plays.
        begin_all(board_of(self.state), np.arange(num_rows))

    def _side_by_side(self) -> State:
        """Return a state with the arrays of all matches, each of them blank: not yet set up."""
        blank = {name: getattr(self._blank, name) for name in _FIELDS}
        return State(**blank | {name: _repeated(blank[name], self.num_rows) for name in _OWN})

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position in `seeds`."""
        # Blank first: setting up a match writes only what differs from a blank one.
        put_rows(self.state, rows, self._blank, SHARED)
        self.state.seed[rows, 0] = seeds
        begin_all(board_of(self.state), rows)
        for row in rows.tolist() if self._buffers else ():
            self._buffers.begin(row)

    def asked(self) -> Bools:
        """Return bool[match, seat]: which seats must decide now; none where the match is over."""
        asked = np.empty((self.num_rows, self.num_seats), np.bool_)
        mark_acting(board_of(self.state), asked)
        return asked

    def alive(self) -> Bools:
        """Return bool[match, seat]: which seats are still in play, so have not been eliminated."""
        alive: Bools = self.state.seats[..., c.ALIVE] != 0
        return alive

    def over(self) -> Bools:
        """Return bool[match]: which matches the rules have ended."""
        over: Bools = self.state.match[:, c.PHASE] == c.OVER
        return over

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the observed columns `names`, in that order, for some rows or, with None, for all."""
        columns = self._columns.look(self.state, rows, names)
        return [
            self._messages(self.chosen(rows)) if name == OBSERVATION.name else columns[name]
            for name in names
        ]

    def _messages(self, rows: Longs) -> Ragged:
        seats = range(self.num_seats)
        seen = [observe(self.match(row), seats) for row in rows.tolist()]
        encode = self._codec.encode_observations
        return Ragged.of([data for each in seen for data in encode(self._config, each)])

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point of every match that is not over.

        Args:
            actions: The column `order` or the column of messages, and the column `answered`.

        Returns:
            int32[match, seat]: number of refusals of each seat's action.
        """
        return self._play_and_report(np.arange(self.num_rows), actions)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point of the matches in `rows`; the other matches stay unchanged.

        Returns:
            int32[match, seat]: number of refusals of each seat's action; 0 for other matches.
        """
        return self._play_and_report(rows, actions)

    def refused(self, actions: Actions) -> Ints:
        """Return the refusals that `step` would count for these actions; no match is changed.

        Returns:
            int32[match, seat]: number of refusals of each seat's action.
        """
        # On a copy, because the kernel changes the matches that it plays.
        return self._play(copied(self.state), np.arange(self.num_rows), self._in_numbers(actions))

    def _play_and_report(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point of the matches in `rows`, and keep the events for `take_events`.

        If events of any seat are collected, the matches are played one by one, since all write to
        the same log.

        Returns:
            int32[match, seat]: number of refusals of each seat's action.
        """
        given = self._in_numbers(actions)
        if not self._buffers:
            return self._play(self.state, rows, given)
        refused = np.zeros((self.num_rows, self.num_seats), np.int32)
        for row in rows[~self.over()[rows]].tolist():
            phase = int(self.state.match[row, c.PHASE])
            refused += self._play(self.state, np.array([row]), given)
            self._buffers.add(row, log_events(used_log(self.state.log), phase))
        return refused

    def _play(self, state: State, rows: Longs, given: tuple[Shorts, Bools]) -> Ints:
        orders, answered = given
        parts = np.zeros((self.num_rows, self.num_seats), np.int32)
        work = self._orders, self._picks, self._fight
        play_all(board_of(state), rows, orders, answered, *work, parts)
        if not parts.any():
            return parts
        # As many as there are events: the first parts one by one, the rest in one MORE (CH-4.2).
        events = np.minimum(parts, MOST_REFUSALS) + (parts > MOST_REFUSALS)
        refused: Ints = np.where(answered, events, 0).astype(np.int32)
        return refused

    def _in_numbers(self, actions: Actions) -> tuple[Shorts, Bools]:
        """Return the orders of all seats as kernels take them, read from messages if they were given so.

        Returns:
            int16[match, seat, GIVEN_WIDTH], the orders, and bool[match, seat], whether a seat has
            answered.
        """
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        if _ORDER.name in actions:
            orders = actions[_ORDER.name]
            assert not isinstance(orders, Ragged)
        else:
            messages = actions[MESSAGE.name]
            assert isinstance(messages, Ragged)
            orders = self._read(messages, answered)
        # Kernels are compiled for writable arrays in C order; anything else would compile them again.
        orders = np.require(orders, requirements=("C", "W"))
        return orders, np.require(answered, requirements=("C", "W"))

    def _read(self, messages: Ragged, answered: Bools) -> Shorts:
        orders = np.zeros((self.num_rows, self.num_seats, c.GIVEN_WIDTH), np.int16)
        for row, seat in np.argwhere(self.asked() & answered).tolist():
            try:
                action = self._codec.decode_action(messages[row * self.num_seats + seat])
            except MalformedError:
                # What can't be read is no action, and counts as one part that is refused.
                orders[row, seat, c.GIVEN_COUNT] = -1
            else:
                self._give(orders, row, seat, action)
        return orders

    def _give(self, orders: Shorts, row: int, seat: int, action: Action) -> None:
        """Write a seat's action, as numbers, into the seat's row of `orders`, int16[match, seat, column]."""
        phase, loot_actions = self.state.match.item(row, c.PHASE), self._config.loot_actions
        # `put_order` leaves the head as it is unless it has to write it, and the arrays may hold an
        # order of another match.
        self._orders.heads[seat] = 0
        put_order(action, phase, loot_actions, self._orders, seat)
        give_order(self._orders, seat, phase, orders[row, seat])

    @property
    def whole(self) -> RowColumn:
        """The column of actions that can express every action: `order`, in which it is a row of numbers."""
        return _ORDER

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a copy of the actions as the columns `order` and `answered`; messages are converted."""
        orders, answered = self._in_numbers(actions)
        return {_ORDER.name: orders.copy(), ANSWERED.name: answered.copy()}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Action) -> None:
        """Write one seat's action, as numbers, into the column `order` of `actions`."""
        orders = actions[_ORDER.name]
        assert not isinstance(orders, Ragged)
        self._give(orders, row, seat, action)

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events that these seats may know, from now on, until `take_events` returns them.

        The event MatchEnd is never kept, since no seat acts after it.
        """
        self._buffers.collect_events(self.num_rows, seats)

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the events kept for a seat of the match in `row` since the last call, and forget them.

        The result is an Events message in bytes.
        """
        return self._buffers.take(row, seat)

    def saved(self, rows: Longs) -> tuple[dict[str, Array], list[dict[int, bytes]]]:
        """Return copies of the matches in `rows`, for `put_saved`.

        Returns:
            The matches' arrays by name, each with one entry a match; and for each match the events
            that are kept for each seat.
        """
        # Indexing by an array copies, so later steps do not change what is saved.
        arrays = {name: getattr(self.state, name)[rows] for name in _OWN}
        return arrays, [self._buffers.saved(row) for row in rows.tolist()]

    def put_saved(self, saved: tuple[dict[str, Array], list[dict[int, bytes]]], into: Into) -> None:
        """Put saved matches into some rows; hidden facts of Champions can't be redrawn.

        Args:
            saved: What `saved` returned.
            into: Rows to replace, the saved match for each, and seeds for its further dice.
        """
        # `redraws` is False for these rows, so no caller may ask for it.
        assert into.redraw_for is None
        arrays, pending = saved
        for name, array in arrays.items():
            getattr(self.state, name)[into.rows] = array[into.places]
        if into.seeds is not None:
            self.state.seed[into.rows, 0] = into.seeds
        for row, place in zip(into.rows.tolist(), into.places.tolist(), strict=True):
            self._buffers.put_saved(row, pending[place])

    def scores(self, rows: Longs) -> Floats:
        """Return float32[n, seat]: scores of the matches in `rows`, provisional until they are over."""
        _, scores = self._outcomes(rows)
        return scores.astype(np.float32)

    def placements(self, rows: Longs) -> Ints:
        """Return int32[n, seat]: placements, from 1, of the matches in `rows` as they stand.

        With scoring `outlast`, seats that are eliminated later are placed higher, as the referee
        places them; with `royale`, points decide.
        """
        placements, _ = self._outcomes(rows)
        return placements.astype(np.int32)

    def _outcomes(self, rows: Longs) -> tuple[Longs, Longs]:
        state = self.state
        is_royale = bool(state.terms[c.SCORING] == c.ROYALE)
        return outcomes(state.seats[rows], state.health[rows], is_royale=is_royale)

    def digest(self, row: int) -> bytes:
        """Return the 16-byte digest of the match in one row, equal to its digest when it is played alone."""
        return state_digest(self.match(row))

    def put_match(self, row: int, state: State) -> None:
        """Replace the match in a row by a copy of `state`."""
        for name in _OWN:
            getattr(self.state, name)[row] = getattr(state, name)

    def match(self, row: int) -> State:
        """Return the state of one match, whose arrays are views of the rows' arrays and must not be changed."""
        # Views, not copies: digests and messages only read.
        arrays = {name: getattr(self.state, name) for name in _FIELDS}
        return State(**arrays | {name: arrays[name][row] for name in _OWN})


def _repeated(array: Array, times: int) -> Array:
    repeated: Array = np.repeat(array[None], times, axis=0)
    return repeated
