"""Rows of Champions for `Rollout`: one kernel call carries out a decision point of all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from referee.core.digest import state_digest
from referee.core.errors import MalformedError
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.actions import put_order
from referee.games.champions.rules.fight import new_fight
from referee.games.champions.rules.log import MOST_REFUSALS
from referee.games.champions.rules.orders import new_orders
from referee.games.champions.rules.scoring import outcomes
from referee.games.champions.rules.sets import new_picks
from referee.games.champions.rules.side_by_side import (
    SHARED,
    begin_all,
    play_all,
    play_at,
    tell_acting,
)
from referee.games.champions.sight.columns import COLUMNS, SightColumns
from referee.games.champions.sight.observation import observe
from referee.games.champions.state import State, blank_state, board_of
from referee.games.champions.wire.codec import ChampionsCodec
from referee.games.champions.wire.records import Action
from referee.kit.arrays import copied, put_rows
from referee.kit.columns import Column
from referee.kit.rollout.rows import (
    ANSWERED,
    MESSAGE,
    SIGHT,
    Actions,
    Array,
    Bools,
    Floats,
    Ints,
    Longs,
    Ragged,
    RowColumn,
    Rows,
    Values,
)
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


class ChampionsRows(Rows):
    """Matches of Champions: a decision is an order of the phase as numbers, or a message.

    Args:
        config: Config of all of them.
        num_rows: Matches.
        num_seats: Seats of each.
    """

    def __init__(self, config: ChampionsConfig, num_rows: int, num_seats: int) -> None:
        super().__init__(num_rows, num_seats, observed=[*COLUMNS, SIGHT], acted=[_ORDER, MESSAGE])
        self._config, self._codec = config, ChampionsCodec()
        self._blank = blank_state(config, 0, num_seats)
        self._orders, self._fight = new_orders(num_seats), new_fight()
        self._picks = new_picks(num_seats)
        self._columns = SightColumns(num_rows, num_seats)
        self.state = self._side_by_side()
        """All matches; not to be changed but by stepping."""
        begin_all(board_of(self.state), np.arange(num_rows))

    def _side_by_side(self) -> State:
        """Return blank matches."""
        blank = {name: getattr(self._blank, name) for name in _FIELDS}
        own = [name for name in _FIELDS if name not in SHARED]
        return State(**blank | {name: _repeated(blank[name], self.num_rows) for name in own})

    def begin(self, rows: Longs, seeds: Words) -> None:
        """See `Rows`."""
        put_rows(self.state, rows, self._blank, SHARED)
        self.state.seed[rows, 0] = seeds
        begin_all(board_of(self.state), rows)

    def asked(self) -> Bools:
        """See `Rows`."""
        asked = np.empty((self.num_rows, self.num_seats), np.bool_)
        tell_acting(board_of(self.state), asked)
        return asked

    def alive(self) -> Bools:
        """See `Rows`."""
        alive: Bools = self.state.seats[..., c.ALIVE] != 0
        return alive

    def over(self) -> Bools:
        """See `Rows`."""
        over: Bools = self.state.match[:, c.PHASE] == c.OVER
        return over

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """See `Rows`."""
        columns = self._columns.look(self.state, rows, names)
        return [
            self._messages(self.chosen(rows)) if name == SIGHT.name else columns[name]
            for name in names
        ]

    def _messages(self, rows: Longs) -> Ragged:
        seats = range(self.num_seats)
        seen = [observe(self._match(row), seats) for row in rows.tolist()]
        encode = self._codec.encode_observations
        return Ragged.of([data for each in seen for data in encode(self._config, each)])

    def step(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self._play(self.state, actions)

    def refused(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self._play(copied(self.state), actions)

    def _play(self, state: State, actions: Actions) -> Ints:
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        parts = np.zeros((self.num_rows, self.num_seats), np.int32)
        if _ORDER.name in actions:
            given = actions[_ORDER.name]
            assert not isinstance(given, Ragged)
            given, is_there = (
                np.require(each, requirements=("C", "W")) for each in (given, answered)
            )
            work = self._orders, self._picks, self._fight
            play_all(board_of(state), given, is_there, *work, parts)
        else:
            messages = actions[MESSAGE.name]
            assert isinstance(messages, Ragged)
            self._play_messages(state, messages, answered, parts)
        if not parts.any():
            return parts
        told = np.minimum(parts, MOST_REFUSALS) + (parts > MOST_REFUSALS)
        refused: Ints = np.where(answered, told, 0).astype(np.int32)
        return refused

    def _play_messages(self, state: State, messages: Ragged, answered: Bools, parts: Ints) -> None:
        """Play match by match what was sent."""
        boards, orders = board_of(state), self._orders
        loot_actions = int(state.rules[c.LOOT_ACTIONS])
        for row, acting in enumerate(self.asked()):
            unread = []
            orders.heads[:] = 0
            for seat in np.flatnonzero(acting).tolist():
                action = None
                if answered[row, seat]:
                    action = self._read(messages[row * self.num_seats + seat])
                    unread += [seat] if action is None else []
                put_order(action, int(state.match[row, c.PHASE]), loot_actions, orders, seat)
            if acting.any():
                play_at(boards, row, orders, self._picks, self._fight, parts)
                # What can't be read is no action, and counts as one part that is refused.
                parts[row, unread] = 1

    def _read(self, message: bytes) -> Action | None:
        try:
            return self._codec.decode_action(message)
        except MalformedError:
            return None

    def scores(self, rows: Longs) -> Floats:
        """See `Rows`."""
        state = self.state
        is_royale = bool(state.terms[c.SCORING] == c.ROYALE)
        _, scores = outcomes(state.seats[rows], state.health[rows], is_royale=is_royale)
        return scores.astype(np.float32)

    def digest(self, row: int) -> bytes:
        """See `Rows`."""
        return state_digest(self._match(row))

    def _match(self, row: int) -> State:
        """Return one match, as views."""
        arrays = {name: getattr(self.state, name) for name in _FIELDS}
        own = {name: array[row] for name, array in arrays.items() if name not in SHARED}
        return State(**arrays | own)


def _repeated(array: Array, times: int) -> Array:
    repeated: Array = np.repeat(array[None], times, axis=0)
    return repeated
