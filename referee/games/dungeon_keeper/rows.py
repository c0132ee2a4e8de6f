"""Many matches of Dungeon Keeper side by side, for `Rollout`: one kernel call steps all of them.

What the kernels do not know is played by the rules for one match, on the arrays of its row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from referee.core.digest import state_digest
from referee.core.errors import MalformedError
from referee.core.game import Event
from referee.core.outcome import exit_keys, rank
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import numbers as n
from referee.games.dungeon_keeper.batch.board import (
    Board,
    arrays_of,
    board_of,
    copied_board,
    match_of,
    put_match,
    put_shown,
    repeated,
    with_room,
)
from referee.games.dungeon_keeper.batch.maps import make_all, most_rows_of_items, plan_of
from referee.games.dungeon_keeper.batch.play import play_all
from referee.games.dungeon_keeper.batch.sight import (
    Blocks,
    building_columns,
    map_columns,
    scores_of_rows,
    unit_columns,
)
from referee.games.dungeon_keeper.columns import Ints
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.row_forms import OBJECTS, ORDER, Given, Saved, named
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.rules.scoring import outcome_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.columns import SightColumns
from referee.games.dungeon_keeper.visibility.matches import Matches
from referee.games.dungeon_keeper.visibility.observation import Observation, observe
from referee.games.dungeon_keeper.wire.codec import DungeonKeeperCodec
from referee.kit.arrays import DiceGame
from referee.kit.columns import ColumnSet
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
from referee.kit.rollout.dtypes import Array, Bools, Floats, Longs
from referee.kit.rollout.dtypes import Ints as Counts
from referee.kit.rollout.event_buffers import EventBuffers
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["DungeonKeeperRows"]

_Game: TypeAlias = DiceGame[DungeonKeeperConfig, State, Batch, Observation]


class DungeonKeeperRows(Rows):
    """Matches of Dungeon Keeper, one a row, which are stepped together.

    A seat's decision is given in one of two columns: as an Action message, or in `order`, as a row
    of numbers.

    Args:
        game: The game.
        config: Config of all matches, which `covers` accepts.
        num_rows: Number of matches.
        num_seats: Number of seats in each match.
    """

    collects_events = True
    turns_go_on = True

    def __init__(
        self, game: _Game, config: DungeonKeeperConfig, num_rows: int, num_seats: int
    ) -> None:
        plain = ColumnSet(Observation).columns
        super().__init__(
            num_rows,
            num_seats,
            observed=[*map(RowColumn, plain), OBSERVATION],
            acted=[ORDER, MESSAGE],
        )
        self._game, self._config, self._codec = game, config, DungeonKeeperCodec()
        first, _ = game.start(config, seed=0, num_seats=num_seats)
        # All rows show the same first match until they begin; it is never stepped.
        self._board = repeated(board_of(first), num_rows)
        self._before = copied_board(self._board)
        self._ground: Board | None = None
        if config.scenario is None:
            self._ground, self._plan = plan_of(config, num_seats)
            self._ground = with_room(self._ground, most_rows_of_items(self._plan))
        self._is_begun = np.zeros(num_rows, np.bool_)
        self._scripts: dict[int, Ints] = {}
        self._exits = np.zeros((num_rows, num_seats), np.int32)
        """int32[row, seat]: in which order seats left their match, from 1; 0 while a seat plays."""
        self._buffers = EventBuffers(self._codec)
        self._columns = SightColumns(config.size, num_seats, config.unit_cap)
        self._blocks = Blocks()
        self.num_stepped = np.zeros(2, np.int64)
        """int64[2]: how many decision points kernels have played, and how many the rules for one match."""

    # What a row's match is.

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        # Copies, since kernels are compiled for writable arrays in C order.
        rows, seeds = np.array(rows, np.int64), np.array(seeds, np.uint64)
        if self._ground is None or self._buffers:
            self._begin_alone(rows, seeds)
            return
        self._make_room(self._ground.items.shape[1])
        self._ground = with_room(self._ground, self._board.items.shape[1])
        make_all(self._board, rows, seeds, self._ground, self._plan)
        self._exits[rows] = 0
        self._is_begun[rows] = True
        for row in rows.tolist() if self._scripts else ():
            self._scripts.pop(row, None)

    def _begin_alone(self, rows: Longs, seeds: Words) -> None:
        """Begin matches by the rules for one match, which scenarios need, and rows that keep events."""
        # Nearly all of it is the map, so of several matches of one seed one is made and copied.
        order = np.argsort(seeds, kind="stable")
        ends = np.flatnonzero(np.diff(seeds[order])) + 1
        for same in np.split(order, ends) if len(order) else ():
            seed, first, others = int(seeds[same[0]]), int(rows[same[0]]), rows[same[1:]]
            state, events = self._game.start(self._config, seed=seed, num_seats=self.num_seats)
            self._exits[rows[same]] = 0
            self._put(first, state)
            for array in arrays_of(self._board) if len(others) else ():
                array[others] = array[first]
            self._exits[others] = self._exits[first]
            for row in rows[same].tolist() if self._buffers else ():
                self._buffers.begin(row)
                self._buffers.add(row, events)
            for row in others.tolist() if self._scripts else ():
                self._scripts.pop(row, None)
        self._is_begun[rows] = True

    def _put(self, row: int, state: State) -> None:
        """Copy a state into a row as its match."""
        self._make_room(len(state.items))
        put_match(self._board, row, state)
        put_shown(self._before, row, state)
        self._is_begun[row] = True
        if state.script[SIZE] >= 0:
            self._scripts[row] = state.script.copy()
        else:
            self._scripts.pop(row, None)
        self._note_exits(np.array([row]))

    def _make_room(self, room: int) -> None:
        self._board, self._before = with_room(self._board, room), with_room(self._before, room)

    def _note_exits(self, rows: Longs) -> None:
        """Set the numbers of the seats that have gone out in these rows since the last call."""
        exits = self._exits[rows]
        fresh = (self._board.seats[rows, :, c.ALIVE] == 0) & (exits == 0)
        if fresh.any():
            # Seats that went out with one step share a number: `outcome` ranks them among themselves.
            self._exits[rows] = np.where(fresh, exits.max(axis=1, keepdims=True) + 1, exits)

    def match(self, row: int) -> State:
        """Return the state of one match, whose arrays are views of the rows' arrays and must not be changed."""
        return match_of(self._board, self._before, row, self._scripts.get(row))

    def put_match(self, row: int, state: State) -> None:
        """Replace the match in a row by a copy of `state`.

        The order in which seats went out is unknown, so all eliminated seats count as having left
        together.
        """
        self._exits[row] = 0
        self._put(row, state)

    def asked(self) -> Bools:
        """Return bool[row, seat]: which seats must decide now; none where the match is over."""
        match = self._board.match
        is_acting = match[:, c.ACTING, np.newaxis] == np.arange(self.num_seats)
        asked: Bools = is_acting & (match[:, c.OVER, np.newaxis] == 0)
        return asked

    def alive(self) -> Bools:
        """Return bool[row, seat]: which seats have not been eliminated."""
        alive: Bools = self._board.seats[..., c.ALIVE] != 0
        return alive

    def over(self) -> Bools:
        """Return bool[row]: which matches the rules have ended."""
        over: Bools = self._board.match[:, c.OVER] != 0
        return over

    def going_on(self) -> Bools:
        """Return bool[row]: whether the open decision point is in the same turn as the one before it."""
        match = self._board.match
        goes_on: Bools = (match[:, c.OVER] == 0) & (match[:, c.BATCH] > 0)
        return goes_on

    # What seats see.

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, in this order, for `rows`; None for all rows."""
        plain = [name for name in names if name != OBSERVATION.name]
        values: dict[str, Values] = {}
        if plain:
            values |= self.further_values(self.chosen(rows), plain)
        if len(plain) < len(names):
            values[OBSERVATION.name] = self._messages(self.chosen(rows))
        return [values[name] for name in names]

    def further_values(self, rows: Longs, names: Sequence[str]) -> dict[str, Array]:
        """Return columns of the game's `further_columns`, ordinary ones included; see `MakesFurther`."""
        chosen, board, most = self.chosen(rows), self._board, self._columns.most
        parts = {name.partition(".")[0] for name in names}
        # Columns of some rows are small, and differ in their shapes.
        take = self._blocks.take if len(rows) == self.num_rows else np.empty
        filled: dict[str, Array] = {}
        if "units" in parts:
            filled |= named("units", unit_columns(board, chosen, most["units"], take))
        if "buildings" in parts:
            filled |= named("buildings", building_columns(board, chosen, most["buildings"], take))
        if "map" in parts:
            filled |= named("map", map_columns(board, chosen, take))
        scores = scores_of_rows(board, chosen) if "seats" in parts else None
        return self._columns.values_of(self.side_by_side(rows), names, filled, scores)

    def side_by_side(self, rows: Longs) -> Matches:
        """Return what the seats of some rows see, as arrays of all of them."""
        # All rows in their order are not copied.
        at = slice(None) if np.array_equal(rows, self.chosen(None)) else rows
        rules, board = self._board.rules, self._board
        return Matches.of_arrays(
            rules,
            board.match[at],
            board.turn_order[at],
            board.seats[at],
            board.units[at],
            board.items[at],
            board.cells[at],
        )

    def _messages(self, rows: Longs) -> Ragged:
        seats = range(self.num_seats)
        seen = [observe(self.match(row), seats) for row in rows.tolist()]
        encode = self._codec.encode_observations
        return Ragged.of([data for each in seen for data in encode(self._config, each)])

    # What seats do.

    def step(self, actions: Actions) -> Counts:
        """Carry out one decision point in every row.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._step(self.chosen(None), actions)

    def step_some(self, rows: Longs, actions: Actions) -> Counts:
        """Carry out one decision point in these rows alone.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._step(rows, actions)

    def refused(self, actions: Actions) -> Counts:
        """Return int32[row, seat]: number of parts of each seat's action that `step` would refuse; nothing changes."""
        # Step copies of all matches, then put everything back: `step` changes all of these.
        kept = self._board, self._before, self._scripts, self._exits, self._buffers
        self._board, self._before = copied_board(self._board), copied_board(self._before)
        self._scripts = {row: script.copy() for row, script in self._scripts.items()}
        self._exits, self._buffers = self._exits.copy(), EventBuffers(self._codec)
        stepped = self.num_stepped.copy()
        try:
            return self.step(actions)
        finally:
            self._board, self._before, self._scripts, self._exits, self._buffers = kept
            self.num_stepped = stepped

    def _step(self, rows: Longs, actions: Actions) -> Counts:
        refused = np.zeros((self.num_rows, self.num_seats), np.int32)
        rows = rows[self._is_begun[rows] & (self._board.match[rows, c.OVER] == 0)]
        given = self._in_numbers(rows, actions)
        seats = self._board.match[rows, c.ACTING].astype(np.int64)
        orders, is_alone = self._batches(rows, seats, given)
        counts = np.zeros(len(rows), np.int32)
        play_all(self._board, self._before, rows, orders, is_alone, counts)
        refused[rows, seats] = counts
        for row in rows[is_alone].tolist():
            self._step_alone(row, given, refused)
        if given.unreadable is not None:
            refused[rows, seats] += given.unreadable[rows, seats]
        self.num_stepped += len(rows) - is_alone.sum(), is_alone.sum()
        self._note_exits(rows)
        return refused

    def _batches(self, rows: Longs, seats: Longs, given: Given) -> tuple[Ints, Bools]:
        """Return the batches of the acting seats of some rows, and which rows kernels can't play at all.

        Args:
            rows: int64[n]: indices of the rows.
            seats: int64[n]: acting seat of each.
            given: The batches of all seats of all rows.

        Returns:
            int32[n, column]: new array of the batches in numbers; and bool[n].
        """
        orders = given.orders[rows, seats]
        late = ~given.answered[rows, seats]
        if given.unreadable is not None:
            late |= given.unreadable[rows, seats]
        # As `END_TURN`: no orders, the turn ends (DK-4.5).
        orders[late, : n.FIRST] = n.END, 0
        is_alone = np.full(len(rows), bool(self._buffers))
        if given.objects is not None:
            is_alone |= ~late & (given.objects[rows, seats] != np.array(None))
        if self._scripts:
            is_alone |= np.isin(rows, list(self._scripts))
        return orders, is_alone

    def _step_alone(self, row: int, given: Given, refused: Counts) -> None:
        """Step the match of one row by the rules for one match; add what is refused to `refused`."""
        state = self.match(row)
        seat = int(state.match[c.ACTING])
        batch = self._batch(row, seat, given)
        events = self._game.step(state, {seat: batch})
        self._put(row, state)
        self._buffers.add(row, events)
        if batch is not None:
            refused[row, seat] += sum(map(self._is_refusal, events))

    def _is_refusal(self, event: Event) -> bool:
        return self._game.refusal(event) is not None

    def _batch(self, row: int, seat: int, given: Given) -> Batch | None:
        """Return a seat's batch; None if it has not answered, or its answer is no action."""
        if not given.answered[row, seat]:
            return None
        if given.objects is not None and given.objects[row, seat] is not None:
            batch: Batch = given.objects[row, seat]
            return batch
        if given.unreadable is not None and given.unreadable[row, seat]:
            return None
        return n.batch_of(given.orders[row, seat])

    def _in_numbers(self, rows: Longs, actions: Actions) -> Given:
        """Return the batches of the acting seats of these rows as kernels take them."""
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        objects = actions.get(OBJECTS)
        assert not isinstance(objects, Ragged)
        if ORDER.name in actions:
            orders = actions[ORDER.name]
            assert not isinstance(orders, Ragged)
            return Given(orders, answered, objects, None)
        messages = actions[MESSAGE.name]
        assert isinstance(messages, Ragged)
        orders = np.zeros((self.num_rows, self.num_seats, n.WIDTH), np.int32)
        unreadable = np.zeros((self.num_rows, self.num_seats), np.bool_)
        read = np.full((self.num_rows, self.num_seats), None)
        if objects is not None:
            read[:] = objects
        for row, seat in zip(
            rows.tolist(), self._board.match[rows, c.ACTING].tolist(), strict=True
        ):
            if not answered[row, seat] or read[row, seat] is not None:
                continue
            try:
                batch = self._codec.decode_action(messages[row * self.num_seats + seat])
            except MalformedError:
                unreadable[row, seat] = True
                continue
            if not n.put_batch(batch, orders[row, seat]):
                read[row, seat] = batch
        return Given(orders, answered, read, unreadable)

    # Actions that others write.

    @property
    def whole(self) -> RowColumn:
        """The column of actions that can express all but very long batches: `order`."""
        return ORDER

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a copy of the actions to which `put` can write; the given columns stay.

        What is put counts before what they say.
        """
        answered, given = actions[ANSWERED.name], actions.get(OBJECTS)
        assert not isinstance(answered, Ragged)
        shape = (self.num_rows, self.num_seats)
        own = np.full(shape, None) if given is None else np.array(given)
        copy = {**actions, ANSWERED.name: answered.copy(), OBJECTS: own}
        if ORDER.name in actions:
            copy[ORDER.name] = np.array(actions[ORDER.name])
        return copy

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Batch) -> None:
        """Write the batch of one seat into actions returned by `widened` or `nothing`."""
        objects, orders = actions.get(OBJECTS), actions.get(ORDER.name)
        assert not isinstance(objects, Ragged)
        assert not isinstance(orders, Ragged)
        if orders is not None and n.put_batch(action, orders[row, seat]):
            if objects is not None:
                objects[row, seat] = None
            return
        if objects is None:
            objects = np.full((self.num_rows, self.num_seats), None)
            assert isinstance(actions, dict)
            actions[OBJECTS] = objects
        objects[row, seat] = action

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events of these seats from now on, for `take_events`."""
        self._buffers.collect_events(self.num_rows, seats)

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the events of a seat since the last call for this seat, as an Events message.

        Without events, the message is empty.
        """
        return self._buffers.take(row, seat)

    # Rows that are saved and put back.

    def saved(self, rows: Longs) -> Saved:
        """Return copies of the matches in `rows`, for `put_saved`, with events not taken yet."""
        each = rows.tolist()
        scripts = [self._scripts.get(row) for row in each]
        return Saved(
            copied_board(self._board, rows),
            copied_board(self._before, rows),
            [None if script is None else script.copy() for script in scripts],
            self._exits[rows],
            [self._buffers.saved(row) for row in each],
        )

    def put_saved(self, saved: Saved, into: Into) -> None:
        """Put saved matches into the rows that `into` names, with the seeds of later draws that it has."""
        # `redraws` is False for these rows, so no caller may ask for it.
        assert into.redraw_for is None
        self._make_room(saved.board.items.shape[1])
        for target, source in ((self._board, saved.board), (self._before, saved.before)):
            source = with_room(source, target.items.shape[1])
            for array, kept in zip(arrays_of(target), arrays_of(source), strict=True):
                array[into.rows] = kept[into.places]
        self._exits[into.rows] = saved.exits[into.places]
        self._is_begun[into.rows] = True
        for row, place in zip(into.rows.tolist(), into.places.tolist(), strict=True):
            script = saved.scripts[place]
            self._scripts.pop(row, None)
            if script is not None:
                self._scripts[row] = script.copy()
            self._buffers.put_saved(row, saved.events[place])
        if into.seeds is not None:
            for row, seed in zip(into.rows.tolist(), into.seeds.tolist(), strict=True):
                self._game.reseed(self.match(row), seed)

    # How matches stand.

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of these rows, as float32[n, seat]; provisional while a match runs."""
        return scores_of_rows(self._board, rows).astype(np.float32)

    def placements(self, rows: Longs) -> Counts:
        """Return the placements, from 1, of these rows, as int32[n, seat].

        Seats that left early are ranked as the referee does.
        """
        placements = [self._placements(row) for row in rows.tolist()]
        return np.array(placements, np.int32).reshape(len(rows), self.num_seats)

    def _placements(self, row: int) -> Sequence[int]:
        placements = outcome_of(self.match(row)).placements
        if not self._exits[row].any():
            return placements
        # As the referee ranks: seats that left earlier are behind, those that left together by
        # `outcome`.
        teams = tuple(range(self.num_seats))
        return rank(exit_keys(self._exits[row].tolist(), teams, placements))

    def digest(self, row: int) -> bytes:
        """Return the digest of the match in one row, equal to its digest when it is played alone."""
        return state_digest(self.match(row))
