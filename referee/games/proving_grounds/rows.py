"""Many matches of Proving Grounds at once, as rows of arrays: one kernel call carries out a decision point of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from referee.core.errors import MalformedError
from referee.core.game import Plugin
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch.messages import put_message, read_message
from referee.games.proving_grounds.batch.sights import look_all
from referee.games.proving_grounds.batch.table import IN_STATE, Table, table_of
from referee.games.proving_grounds.batch.turn import begin_all, play_all, score_all
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.setup import DEFAULT_PARTY, blank_match
from referee.games.proving_grounds.state import BY_HERO, State, most_heroes
from referee.games.proving_grounds.visibility.columns import SightColumns
from referee.games.proving_grounds.visibility.matches import TableMatches
from referee.games.proving_grounds.visibility.sheets import Sheets
from referee.games.proving_grounds.wire.codec import ProvingGroundsCodec
from referee.games.proving_grounds.wire.orders import BAD_MESSAGE
from referee.kit.columns import Column
from referee.kit.dice import SIZE
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
from referee.kit.rollout.loop_rows import LoopRows
from referee.kit.rollout.seeds import Words

__all__ = ["ORDER", "ProvingGroundsRows"]

ORDER = "order"
"""Name of the column with whole messages as numbers."""
_ABOUT_ORDER = (
    "A message as numbers: its form (0, or 1 for one that is unreadable); then, in a turn, bids on boards, number "
    "of hire bids, candidate and gold of each, number of purchases, their slots, number of hero orders, and of each "
    "its kind, hero and fields; at setup, number of heroes, of each its class, improvements, number of items, items, "
    "guard and policy, then number of items of the stash, the items, and bids"
)
_SAME = (
    *("num_seats", "width", "depth", "num_kinds", "rooms.count", "rooms.room"),
    *("players.count", "players.seat", "own.present", "own.seat", "own.vault.count"),
)
"""Names of columns that are the same in all matches at all times."""
_MORE_HEROES = 4
"""Places for heroes that are added beyond those that are needed, so that arrays seldom grow."""
_FREE_ORDERS = 8
"""Number of hero orders in the numbers beyond two for each hero."""


class ProvingGroundsRows(LoopRows):
    """Matches of Proving Grounds, one a row, which are stepped together.

    A seat's decision is given in one of two columns: as an Action message, or as numbers. A match
    that the arrays can't hold, one whose dice are scripted or whose rooms have other sizes, is kept
    apart and played alone; so is every match while somebody reads its events, and a match in which
    a message is too long for the numbers.

    Args:
        game: The game.
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats of each match.
    """

    turns_go_on = False

    def __init__(
        self, game: Any, config: ProvingGroundsConfig, *, num_rows: int, num_seats: int
    ) -> None:
        plugin = Plugin(game=game, codec=ProvingGroundsCodec(), rulebook="")
        super().__init__(plugin, config, num_rows=num_rows, num_seats=num_seats)
        self._max_orders = config.max_orders
        self._blank = blank_match(config, 0, num_seats)
        self._most_heroes = most_heroes(self._blank)
        self._shape = at.Shape(
            len(self._blank.candidates),
            len(self._blank.market),
            self._blank.vault.shape[1],
            config.max_heroes,
            min(config.max_orders, 2 * config.max_heroes + _FREE_ORDERS),
        )
        self._making = _making_of(config)
        self._is_apart = np.zeros(num_rows, np.bool_)
        self._kept: list[Any] = []
        """Messages that are too long for the numbers, which name them by their places here."""
        self._played_alone = 0
        self._table = self._new_table(self._states[0], num_rows, config.max_heroes)
        self._show(range(num_rows))
        self._sights: SightColumns = game.further_columns(config, num_seats)
        self._sheets = self._new_sheets()
        width, bounds = self._shape.width, np.iinfo(np.int32)
        column = Column(
            ORDER, np.dtype(np.int32), (width,), int(bounds.min), int(bounds.max), _ABOUT_ORDER
        )
        self.acted = (*self.acted, RowColumn(column))

    @property
    def played_alone(self) -> int:
        """Number of steps of single matches so far that were not carried out by the kernels."""
        return self._played_alone

    def _new_table(self, first: State, num_rows: int, heroes: int) -> Table:
        """Return a table in which each match is a copy of a state, with places for some heroes of each seat."""
        arrays = {
            name: np.repeat(getattr(first, name)[np.newaxis], num_rows, 0) for name in IN_STATE
        }
        places = min(heroes + self._shape.candidates, self._most_heroes)
        arrays |= {name: _with_places(arrays[name], places) for name in BY_HERO}
        setup = np.zeros(self._shape.width, np.int32)
        put_message(DEFAULT_PARTY, setup, self._shape, is_setup=True, max_orders=0)
        return table_of(State(**arrays, script=first.script), setup, self._shape)

    def _new_sheets(self) -> Sheets:
        """Return a maker of columns by kernels."""
        same = self._sights.values([self._blank], _SAME)
        columns = self._sights.all_columns
        return Sheets(columns, {name: array[0] for name, array in same.items()})

    def _show(self, rows: Iterable[int]) -> None:
        """Let the states of these matches be views of the table."""
        for row in rows:
            arrays = {name: getattr(self._table, name)[row] for name in IN_STATE}
            self._states[row] = State(**arrays, script=self._blank.script)

    def _make_room(self, heroes: int) -> None:
        """Ensure that each seat has places for this many heroes, or for as many as can appear."""
        table = self._table
        if min(heroes, self._most_heroes) <= table.heroes.shape[2]:
            return
        wide = min(heroes + _MORE_HEROES, self._most_heroes)
        arrays = {name: getattr(table, name) for name in IN_STATE}
        arrays |= {name: _with_places(arrays[name], wide) for name in BY_HERO}
        state = State(**arrays, script=self._blank.script)
        self._table = table_of(state, table.default, self._shape)
        self._show(np.flatnonzero(~self._is_apart).tolist())

    # Matches that begin, and matches that are put.

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        apart = rows[self._is_apart[rows]]
        self._is_apart[rows], self._is_begun[rows] = False, True
        self._show(apart.tolist())
        for name in IN_STATE:
            # Zeros stand for heroes that have not appeared, however many places there are.
            blank = 0 if name in BY_HERO else getattr(self._blank, name)
            getattr(self._table, name)[rows] = blank
        self._table.seed[rows, 0] = seeds
        if self._making is not None:
            begin_all(self._table, rows, self._making)
        for row in rows.tolist() if self._buffers else ():
            self._buffers.begin(row)

    def _put(self, row: int, state: State) -> None:
        """Put a state into a row: into the table if it fits there, else apart."""
        self._is_begun[row] = True
        self._is_apart[row] = not self._fits(state)
        if self._is_apart[row]:
            self._states[row] = state
            self._table.match[row] = state.match
            return
        self._make_room(state.heroes.shape[1])
        for name in IN_STATE:
            array, own = getattr(self._table, name), getattr(state, name)
            if name in BY_HERO:
                array[row] = 0
                array[row, :, : own.shape[1]] = own
            else:
                array[row] = own
        self._show([row])

    def _fits(self, state: State) -> bool:
        """Return whether the table can hold a state: dice are not scripted, and sizes are those of the config."""
        names = [name for name in IN_STATE if name not in BY_HERO]
        return bool(state.script[SIZE] < 0) and all(
            getattr(state, name).shape == getattr(self._blank, name).shape for name in names
        )

    # Facts of all matches.

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]: all, until the match is over (PG-4.1)."""
        return np.repeat(~self.over()[:, np.newaxis], self.num_seats, axis=1)

    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""
        over: Bools = self._table.match[:, c.PHASE] == c.OVER
        return over

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of these rows, as float32[n, seat]; provisional while a match runs (PG-7.4)."""
        return self._scored(rows)[0]

    def placements(self, rows: Longs) -> Ints:
        """Return the placements, from 1, of these rows, as int32[n, seat] (PG-7.4)."""
        return self._scored(rows)[1]

    def _scored(self, rows: Longs) -> tuple[Floats, Ints]:
        scores = np.zeros((len(rows), self.num_seats), np.float32)
        placements = np.zeros((len(rows), self.num_seats), np.int32)
        score_all(self._table, np.asarray(rows, np.int64), scores, placements)
        for place in np.flatnonzero(self._is_apart[rows]).tolist():
            outcome = self._game.outcome(self._states[rows[place]])
            scores[place], placements[place] = outcome.scores, outcome.placements
        return scores, placements

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, in this order, for `rows`; None for all rows."""
        chosen = self.chosen(rows)
        fields = [name for name in names if name != OBSERVATION.name]
        seen = self.further_values(chosen, fields) if fields else {}
        return [seen[name] if name in seen else self._messages(chosen.tolist()) for name in names]

    def _messages(self, rows: Sequence[int]) -> Ragged:
        seats, encode = range(self.num_seats), self._codec.encode_observations
        seen = [self._game.observe(self._states[row], seats) for row in rows]
        return Ragged.of([data for each in seen for data in encode(self._config, each)])

    def further_values(self, rows: Longs, names: Sequence[str]) -> dict[str, Array]:
        """Return columns of what seats see in these rows, by name: ordinary and further ones; see `MakesFurther`."""
        apart = self._is_apart[rows]
        if not len(rows):
            # Of no match at all there is nothing to look at but the shapes.
            seen = self._sights.values([self._blank], names)
            return {name: array[:0] for name, array in seen.items()}
        # Interpreted, the kernels are slower than NumPy.
        if look_all.is_compiled and not apart.any():
            return self._sheets.values(self._table, np.asarray(rows, np.int64), names)
        states = [self._states[row] for row in rows.tolist()]
        if not apart.any():
            return self._sights.values(states, names, TableMatches(self._table, rows, states))
        # Matches that are kept apart may have other sizes, so each is looked at alone.
        each = [self._sights.values([state], names) for state in states]
        return {name: np.concatenate([seen[name] for seen in each]) for name in names}

    # Steps.

    def refused(self, actions: Actions) -> Ints:
        """Return int32[row, seat]: number of parts of each seat's action that `step` would refuse; nothing changes."""
        self._prepare_places()
        arrays = {name: getattr(self._table, name).copy() for name in IN_STATE}
        apart = {row: self._states[row] for row in np.flatnonzero(self._is_apart).tolist()}
        buffers, kept = self._buffers, self._kept
        self._buffers = EventBuffers(self._codec)
        for row, state in apart.items():
            self._states[row] = self._game.copy(state)
        try:
            return self.step(actions)
        finally:
            self._buffers, self._kept = buffers, kept
            for name, array in arrays.items():
                getattr(self._table, name)[:] = array
            for row, state in apart.items():
                self._states[row] = state

    def _prepare_places(self) -> None:
        """Ensure places for all heroes that can appear in a step: a party, or all candidates for hire."""
        appeared = int(self._table.seats[..., c.NUM_HEROES].max(initial=0))
        self._make_room(max(appeared + self._shape.candidates, self._shape.specs))

    def _step_rows(self, rows: Iterable[int], actions: Actions) -> Ints:
        chosen = np.zeros(self.num_rows, np.bool_)
        chosen[np.fromiter(rows, np.int64)] = True
        chosen &= self._is_begun & ~self.over()
        self._prepare_places()
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        given = self._given(chosen, actions)
        alone = (self._is_apart | _is_kept(given, answered)) & chosen
        if self._buffers:
            alone = chosen
        table = self._table._replace(given=given, answered=np.ascontiguousarray(answered))
        table.refused[:] = 0
        play_all(table, np.flatnonzero(chosen & ~alone))
        refused: Ints = np.where(answered, table.refused, 0)
        for row in np.flatnonzero(alone).tolist():
            state = self._states[row]
            decision = self._game.decision(state)
            assert decision is not None
            self._step(state, decision, row, {ORDER: given, ANSWERED.name: answered}, refused[row])
            self._table.match[row] = state.match
        self._played_alone += int(alone.sum())
        self._kept = []
        return refused

    def _given(self, chosen: Bools, actions: Actions) -> Ints:
        """Return the messages of all seats as numbers, int32[row, seat, column]."""
        if ORDER in actions:
            orders = actions[ORDER]
            assert not isinstance(orders, Ragged)
            return np.ascontiguousarray(orders, np.int32)
        given = np.zeros((self.num_rows, self.num_seats, self._shape.width), np.int32)
        messages, answered = actions[MESSAGE.name], actions[ANSWERED.name]
        assert isinstance(messages, Ragged)
        assert not isinstance(answered, Ragged)
        for row, seat in np.argwhere(answered & chosen[:, np.newaxis]).tolist():
            try:
                action = self._codec.decode_action(messages[row * self.num_seats + seat])
            except MalformedError:
                action = BAD_MESSAGE
            self._write(given, row, seat, action)
        return given

    def _write(self, given: Array, row: int, seat: int, action: Any) -> None:
        """Write a message as numbers, or keep it if it is too long for them."""
        is_setup = bool(self._table.match[row, c.PHASE] == c.SETUP)
        out, most = given[row, seat], self._max_orders
        if not put_message(action, out, self._shape, is_setup=is_setup, max_orders=most):
            self._kept.append(action)
            out[at.FORM], out[at.PLACE] = at.KEPT, len(self._kept) - 1

    def _action(self, row: int, seat: int, actions: Actions) -> Any:
        """Return a seat's message, of numbers; None if the seat does not answer."""
        given, answered = actions[ORDER], actions[ANSWERED.name]
        assert not isinstance(given, Ragged)
        assert not isinstance(answered, Ragged)
        if not answered[row, seat]:
            return None
        numbers = given[row, seat]
        if numbers[at.FORM] == at.KEPT:
            place = int(numbers[at.PLACE])
            return self._kept[place] if 0 <= place < len(self._kept) else BAD_MESSAGE
        return self.read(row, numbers)

    def read(self, row: int, numbers: Ints) -> Any:
        """Return the message that numbers of the column `order` stand for in a row, as the game takes it."""
        is_setup = bool(self._table.match[row, c.PHASE] == c.SETUP)
        return read_message(numbers, self._shape, is_setup=is_setup, max_orders=self._max_orders)

    # House policies.

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a copy of actions, as numbers, to which `put` can write."""
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        given = self._given(~self.over(), actions)
        return {ORDER: given.copy(), ANSWERED.name: answered.copy()}

    def nothing(self) -> dict[str, Values]:
        """Return actions that `put` can write to, in which no seat answers yet."""
        shape = (self.num_rows, self.num_seats)
        given = np.zeros((*shape, self._shape.width), np.int32)
        return {ORDER: given, ANSWERED.name: np.zeros(shape, np.bool_)}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Any) -> None:
        """Write the message of one seat into actions returned by `widened` or `nothing`."""
        given = actions[ORDER]
        assert not isinstance(given, Ragged)
        self._write(given, row, seat, action)


def _making_of(config: ProvingGroundsConfig) -> Ints | None:
    """Return the numbers that kernels make a dungeon by, as `begin_all` takes them; None for a hand-made one."""
    if config.scenario is not None:
        return None
    numbers = (config.extra_door_pct, config.num_wrap_doors, config.gems_per_kind, config.trap_pct)
    return np.array(numbers, np.int32)


def _is_kept(given: Array, answered: Array) -> Bools:
    """Return bool[row]: whether any message of a match is too long for the numbers."""
    is_kept: Bools = np.any((given[..., at.FORM] == at.KEPT) & answered, axis=1)
    return is_kept


def _with_places(array: Array, heroes: int) -> Array:
    """Return [row, seat, hero, column] with places for this many heroes; zeros behind those that it has."""
    wide = np.zeros((*array.shape[:2], heroes, array.shape[3]), array.dtype)
    wide[:, :, : array.shape[2]] = array
    return wide
