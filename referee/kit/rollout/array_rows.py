"""Implements `Rows` for simple games whose rules are written over arrays: one call steps all matches.

It has the columns of `LoopRows`, which steps the same games match by match and is its model in
tests. Whole messages and events are still made match by match, and only if somebody asks for them.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.config import GameConfig
from referee.core.digest import state_digests
from referee.core.errors import FieldError, MalformedError
from referee.core.game import Game
from referee.core.rng import Stream
from referee.kit.arrays import ArrayGame
from referee.kit.columns import ColumnSet
from referee.kit.game import SimpleGame
from referee.kit.notice import BadForm
from referee.kit.rollout.columns import (
    ANSWERED,
    CHOICE,
    MASK,
    MESSAGE,
    MOST_CHOICES,
    NUMBER,
    OBSERVATION,
    Actions,
    Ragged,
    RowColumn,
    Values,
    mask_column,
    num_choices_column,
    number_column,
)
from referee.kit.rollout.dtypes import Array, Bools, Floats, Ints, Longs
from referee.kit.rollout.event_buffers import EventBuffers
from referee.kit.rollout.row_rules import RowRules
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import REDRAWS, Into
from referee.kit.rollout.seeds import Words
from referee.kit.state import State

__all__ = ["ArrayRows"]

_NUM_CHOICES = num_choices_column().name
_SHARED = ("config", "num_seats")
"""Fields of a state that are no arrays, but the same for all matches."""


class ArrayRows(Rows):
    """Matches of a game as rows, with all their states in one state whose arrays have rows as first axis.

    Args:
        game: The game.
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats of each match.

    Raises:
        TypeError: The game has no numbered actions or does what the array form has no words for, or
            an array of it has another shape than its column; the error names it.
    """

    collects_events = True

    def __init__(
        self,
        game: RowRules[Any, Any, Any, Any],
        config: GameConfig,
        *,
        num_rows: int,
        num_seats: int,
    ) -> None:
        self._game = game
        self.numbered = tuple(game.numbered_actions(config) or ())
        """All actions in the order of their fixed numbers."""
        _check_form(game, self.numbered)
        self._seen = {each.name: each for each in ColumnSet(game.observation).columns}
        count = len(self.numbered)
        super().__init__(
            num_rows,
            num_seats,
            observed=[
                *map(RowColumn, self._seen.values()),
                OBSERVATION,
                num_choices_column(game.most_legal or MOST_CHOICES),
                mask_column(count),
            ],
            acted=[number_column(count), CHOICE, MESSAGE],
        )
        self.config = config
        # Until `begin` replaces it, each row has the match of seed 0, which is never stepped.
        self._state = self._dealt(np.zeros(num_rows, np.uint64))
        self._is_begun = np.zeros(num_rows, np.bool_)
        self._now: tuple[Bools, npt.NDArray[np.int8]] | None = None
        """Which seats are asked, and the masks of legal numbers; None after any change."""
        self._buffers: EventBuffers | None = None
        _check_names(self._seen, game.see_rows(self._state))

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        if not len(rows):  # games need not know how to deal no match at all
            return
        self._put(rows, self._dealt(seeds))
        if self._buffers is not None:
            for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
                _, events = self._game.start(self.config, seed=seed, num_seats=self.num_seats)
                self._buffers.begin(row)
                self._buffers.add(row, events)

    def _dealt(self, seeds: Words) -> State:
        """Return new matches, one for each of the seeds, uint64[n]."""
        none = np.zeros((len(seeds), 0), np.int64)
        has_dice = not self._game.info.chance_free
        table = State(
            config=self.config,
            num_seats=self.num_seats,
            seed=seeds[:, None].copy() if has_dice else none.astype(np.uint64),
            script=none,
            script_left=none.copy(),
        )
        state: State = self._game.deal_rows(self.config, table)
        # A game that makes its state without `as_state` still gets these.
        for each in dataclasses.fields(State):
            setattr(state, each.name, getattr(table, each.name))
        for name in _array_names(state):
            shape = getattr(state, name).shape
            if shape[:1] != (len(seeds),):
                raise TypeError(f"{name} of deal_rows must have {len(seeds)} rows, not be {shape}")
        return state

    def _some(self, state: State, rows: Any) -> State:
        """Return the matches of a state that an index of rows selects."""
        return dataclasses.replace(
            state, **{name: getattr(state, name)[rows] for name in _array_names(state)}
        )

    def _put(self, rows: Longs, others: State) -> None:
        """Replace the matches in these rows."""
        for name in _array_names(self._state):
            getattr(self._state, name)[rows] = getattr(others, name)
        self._is_begun[rows] = True
        self._now = None

    @property
    def _open(self) -> tuple[Bools, npt.NDArray[np.int8]]:
        """Which seats are asked, bool[row, seat], and the mask of legal numbers, int8[row, seat, number].

        A seat that is not asked has number 0 alone, so that no mask is empty.
        """
        if self._now is None:
            asked = np.array(self._game.acting_rows(self._state), np.bool_)
            legal = np.array(self._game.legal_rows(self._state) & asked[:, :, None])
            legal[:, :, 0] |= ~asked
            self._now = asked, legal.view(np.int8)
        return self._now

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]."""
        return self._open[0].copy()

    def alive(self) -> Bools:
        """Return bool[row, seat]: all True, since such games put no seat out."""
        return np.ones((self.num_rows, self.num_seats), np.bool_)

    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""
        over: Bools = np.logical_not(self._open[0].any(axis=1))
        return over

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, in this order, for `rows`; None for all rows."""
        seen: Mapping[str, Array] = {}
        # Where no episode ends, no rows are asked for: the game is not bothered with empty arrays.
        is_any = rows is None or len(rows) > 0
        if is_any and any(name in self._seen for name in names):
            chosen = self._state if rows is None else self._some(self._state, rows)
            seen = self._game.see_rows(chosen)
        return [self._values(name, rows, seen) for name in names]

    def _values(self, name: str, rows: Longs | None, seen: Mapping[str, Array]) -> Values:
        at = slice(None) if rows is None else rows
        if name == MASK:
            return self._open[1][at].copy()
        if name == _NUM_CHOICES:
            counts: Ints = self._open[1][at].sum(axis=-1, dtype=np.int32)
            return counts
        if name == OBSERVATION.name:
            return self._messages(self.chosen(rows).tolist())
        column, count = self._seen[name], self.num_rows if rows is None else len(rows)
        array = np.zeros((count, self.num_seats, *column.shape), column.dtype)
        if not count:
            return array
        given = seen[name]
        # What all seats see is repeated, and behind a list that is shorter the zeros stay.
        lengths = given.shape[2:]
        fits = given.ndim == array.ndim and given.shape[0] == count
        if not fits or any(n > most for n, most in zip(lengths, column.shape, strict=True)):
            bound = f"at most {array.shape}"
            raise TypeError(f"see_rows: {name} must have the shape {bound}, not {given.shape}")
        array[(slice(None), slice(None), *map(slice, lengths))] = given
        return array

    def _messages(self, rows: Sequence[int]) -> Ragged:
        assert self.plugin is not None
        seats, encode = range(self.num_seats), self.plugin.codec.encode_observations
        seen = [self._game.observe(self.match(row), seats) for row in rows]
        return Ragged.of([data for each in seen for data in encode(self.config, each)])

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._step(self._is_begun, actions)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point in these rows alone.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        chosen = np.zeros(self.num_rows, np.bool_)
        chosen[rows] = True
        return self._step(chosen & self._is_begun, actions)

    def refused(self, actions: Actions) -> Ints:
        """Return int32[row, seat]: number of parts of each seat's action that `step` would refuse; nothing changes."""
        return self._decided(actions)[1] * self._is_begun[:, None]

    def _step(self, chosen: Bools, actions: Actions) -> Ints:
        numbers, refused = self._decided(actions)
        going = chosen & self._open[0].any(axis=1)
        rows = np.flatnonzero(going)
        if self._buffers is not None:
            self._add_events(self._buffers, rows.tolist(), actions)
        if len(rows) == self.num_rows:
            self._game.play_rows(self._state, numbers)
            self._now = None
        elif len(rows):
            # The rules see only matches that go on; indexing copies, so what was played is put back.
            some = self._some(self._state, rows)
            self._game.play_rows(some, numbers[rows])
            self._put(rows, some)
        return refused * going[:, None]

    def _decided(self, actions: Actions) -> tuple[Longs, Ints]:
        """Return int64[row, seat]: the number that each seat plays, -1 if it is not asked; and what is refused.

        Refused is int32[row, seat]: 1 for each answer that is not legal.
        """
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        asked, mask = self._open
        given = self._numbers(actions)
        within = (given >= 0) & (given < len(self.numbered))
        place = np.where(within, given, 0)[:, :, None]
        legal = within & (np.take_along_axis(mask, place, axis=2)[:, :, 0] != 0)
        default = self._game.default_rows(self._state, mask.view(np.bool_))
        numbers = np.where(answered & legal, given, default)
        refused = asked & answered & ~legal
        return np.where(asked, numbers, -1), refused.astype(np.int32)

    def _numbers(self, actions: Actions) -> Longs:
        """Return int64[row, seat]: number of each answer; one out of range for an answer that has none."""
        if NUMBER in actions:
            numbers = actions[NUMBER]
            assert not isinstance(numbers, Ragged)
            return numbers.astype(np.int64)
        if CHOICE.name in actions:
            places = actions[CHOICE.name]
            assert not isinstance(places, Ragged)
            mask = self._open[1]
            is_at = (np.cumsum(mask, axis=2) == places[:, :, None].astype(np.int64) + 1) & (
                mask != 0
            )
            return np.where(is_at.any(axis=2), is_at.argmax(axis=2), -1)
        given = np.full((self.num_rows, self.num_seats), -1)
        for row, seat in np.argwhere(self._open[0]).tolist():
            action = self._action(row, seat, actions)
            if action is not None:
                given[row, seat] = self._number_of(row, seat, action)
        return given

    def _number_of(self, row: int, seat: int, action: Any) -> int:
        """Return the number of an action; -1 for one without a number that the rules refuse.

        Raises:
            FieldError: The rules accept the action, although it has no number.
        """
        assert self.plugin is not None
        number = self._by_message.get(self.plugin.codec.encode_action(action), -1)
        if number >= 0 or isinstance(action, BadForm):
            return number
        if self._game.refuse(self.match(row), seat, action) is None:
            raise FieldError("action", "one of numbered_actions", repr(action))
        return number

    @functools.cached_property
    def _by_message(self) -> dict[bytes, int]:
        # By their messages, since actions need not be hashable.
        assert self.plugin is not None
        encode = self.plugin.codec.encode_action
        return {encode(action): number for number, action in enumerate(self.numbered)}

    def _action(self, row: int, seat: int, actions: Actions) -> Any:
        """Return a seat's action as an object; None if it does not answer, or its answer is unreadable."""
        assert self.plugin is not None
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        if not answered[row, seat]:
            return None
        if MESSAGE.name in actions:
            messages = actions[MESSAGE.name]
            assert isinstance(messages, Ragged)
            try:
                return self.plugin.codec.decode_action(messages[row * self.num_seats + seat])
            except MalformedError:
                return None
        number = int(self._numbers(actions)[row, seat])
        return self.numbered[number] if 0 <= number < len(self.numbered) else None

    def _add_events(self, buffers: EventBuffers, rows: Sequence[int], actions: Actions) -> None:
        """Add the events of the coming step in these rows to the buffers, by stepping copies of the matches."""
        asked = self._open[0]
        for row in rows:
            state = self._game.copy(self.match(row))
            seats = np.flatnonzero(asked[row]).tolist()
            taken = {seat: self._action(row, seat, actions) for seat in seats}
            buffers.add(row, self._game.step(state, taken))

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of these rows, as float32[n, seat]; provisional while a match runs."""
        return self._scores(rows).astype(np.float32)

    def _scores(self, rows: Longs) -> Array:
        if not len(rows):
            return np.zeros((0, self.num_seats), np.int64)
        return np.asarray(self._game.scores_rows(self._some(self._state, rows)))

    def placements(self, rows: Longs) -> Ints:
        """Return the placements, from 1, of these rows, as int32[n, seat]."""
        sides = self._game.teams(self.config, self.num_seats)
        if len(set(sides)) < self.num_seats:
            outcomes = [self._game.outcome(self.match(row)) for row in rows.tolist()]
            placements = [outcome.placements for outcome in outcomes]
            return np.array(placements, np.int32).reshape(len(rows), self.num_seats)
        scores = self._scores(rows)
        # 1 + the number of seats with a higher score, as `referee.core.outcome.rank`.
        better: Ints = (scores[:, None, :] > scores[:, :, None]).sum(axis=2, dtype=np.int32)
        return 1 + better

    def digest(self, row: int) -> bytes:
        """Return the digest of a row's match, equal to that of the same match played alone."""
        return self._game.digest(self.match(row))

    def digests(self, rows: Longs) -> list[bytes]:
        """Return the digest of the match in each of these rows, in their order."""
        is_plain = type(self._game).digest is ArrayGame.digest
        if not is_plain or hasattr(self._state, "digested"):
            return super().digests(rows)
        return state_digests(self._state, rows, keeps_axis=False)

    # Saved matches.

    @property
    def redraws(self) -> bool:
        """Return whether hidden values can be drawn again: whether the game overrides `Game.redrawn`."""
        return type(self._game).redrawn is not Game.redrawn

    def saved(self, rows: Longs) -> Any:
        """Return copies of these rows: their states, and events not taken yet."""
        kept = self._buffers
        events = None if kept is None else [kept.saved(row) for row in rows.tolist()]
        return self._some(self._state, rows), events

    def put_saved(self, saved: Any, into: Into) -> None:
        """Put saved matches into the rows that `into` names, with the seeds of later draws that it has."""
        states, events = saved
        others = self._some(states, into.places)
        if into.seeds is not None:
            self._reseed(others, into.seeds, into.redraw_for)
        self._put(into.rows, others)
        if events is not None and self._buffers is not None:
            for row, place in zip(into.rows.tolist(), into.places.tolist(), strict=True):
                self._buffers.put_saved(row, events[place])

    def _reseed(self, states: State, seeds: Words, redraw_for: int | None) -> None:
        """Change states in place: later draws follow from `seeds`, and what `redraw_for` can't see is redrawn."""
        game = self._game
        if redraw_for is None and type(game).reseed is SimpleGame.reseed:
            if states.seed.size:
                states.seed[:, 0] = seeds
            return
        for place, seed in enumerate(seeds.tolist()):
            state = game.copy(_match(states, place))
            if redraw_for is not None:
                state = game.redrawn(state, redraw_for, Stream(seed, REDRAWS))
            game.reseed(state, seed)
            for name in _array_names(states):
                getattr(states, name)[place] = getattr(state, name)

    def put_match(self, row: int, state: Any) -> None:
        """Put a copy of a state into a row as its match.

        Raises:
            FieldError: The state has scripted dice.
        """
        if state.script_left.size:
            raise FieldError("match", "one without scripted dice", "one with a script")
        arrays = {name: getattr(state, name)[None] for name in _array_names(self._state)}
        self._put(np.array([row]), dataclasses.replace(self._state, **arrays))

    def match(self, row: int) -> Any:
        """Return the match in a row as a state of the game: a view, which must not be changed."""
        return _match(self._state, row)

    # House policies and their events.

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return the actions as numbers, in a copy to which `put` can write."""
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        return {NUMBER: self._numbers(actions).astype(np.int32), ANSWERED.name: answered.copy()}

    def nothing(self) -> dict[str, Values]:
        """Return actions that `put` can write to, in which no seat answers yet."""
        shape = (self.num_rows, self.num_seats)
        return {NUMBER: np.zeros(shape, np.int32), ANSWERED.name: np.zeros(shape, np.bool_)}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Any) -> None:
        """Write the action of one seat into actions returned by `widened` or `nothing`."""
        numbers = actions[NUMBER]
        assert not isinstance(numbers, Ragged)
        numbers[row, seat] = self._number_of(row, seat, action)

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events of these seats from now on, for `take_events`."""
        if self._buffers is None:
            assert self.plugin is not None
            self._buffers = EventBuffers(self.plugin.codec)
        self._buffers.collect_events(self.num_rows, seats)

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the events of a seat since the last call for this seat, as an Events message."""
        assert self._buffers is not None
        return self._buffers.take(row, seat)


def _array_names(state: State) -> tuple[str, ...]:
    cls: Any = type(state)
    return _array_names_of(cls)


@functools.cache
def _array_names_of(cls: Any) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(cls) if each.name not in _SHARED)


def _match(state: State, row: int) -> State:
    """Return one match of a state of many, as views."""
    # With an ellipsis the result is an array even where nothing but the axis of rows was there.
    arrays = {name: getattr(state, name)[row, ...] for name in _array_names(state)}
    return dataclasses.replace(state, **arrays)


def _check_form(game: RowRules[Any, Any, Any, Any], numbered: Sequence[Any]) -> None:
    cls = type(game)
    if not numbered:
        raise TypeError(f"{cls.__name__} must have numbered_actions for its array form")
    for name, plain in (
        ("eliminated", Game.eliminated),
        ("decision", SimpleGame.decision),
        ("step", SimpleGame.step),
        ("outcome", SimpleGame.outcome),
    ):
        if getattr(cls, name) is not plain:
            raise TypeError(f"{cls.__name__} overrides {name}, which has no array form")


def _check_names(wanted: Mapping[str, Any], seen: Mapping[str, Array]) -> None:
    if wanted.keys() != seen.keys():
        differ = ", ".join(sorted(wanted.keys() ^ seen.keys()))
        raise TypeError(f"see_rows must return the columns {', '.join(wanted)}: look at {differ}")
