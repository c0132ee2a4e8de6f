"""Implements `Rows` for any game, match by match as the referee steps: slow, and the model for faster rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.config import GameConfig
from referee.core.errors import FieldError, MalformedError
from referee.core.game import AnyPlugin, DecisionPoint, Events, Game
from referee.core.outcome import exit_keys, rank
from referee.core.rng import Stream
from referee.kit.columns import ColumnSet
from referee.kit.game import SimpleGame
from referee.kit.rollout.columns import (
    ANSWERED,
    CHOICE,
    MASK,
    MESSAGE,
    MOST_CHOICES,
    MOST_LISTED,
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
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.event_buffers import EventBuffers
from referee.kit.rollout.legal_columns import LegalColumns
from referee.kit.rollout.rows import Rows, StartsRows, has_own_rows
from referee.kit.rollout.saved import REDRAWS, Into
from referee.kit.rollout.seeds import Words
from referee.kit.schema import Schema

__all__ = ["LoopRows", "has_columns", "start_rows"]

_NUM_CHOICES = num_choices_column().name
_OBJECTS = "objects"
"""Name of a column of the game's own action objects, object[row, seat]; None where another column
has the action.
"""
_UNREADABLE = object()
"""Marker in place of an action: the answer is no action of the game."""


class LoopRows(Rows):
    """Matches of a game as rows, stepped one after another.

    Columns that can be observed: those of the game's observation; the whole Observation message; if
    the game lists legal actions, their number; and if its actions are numbered, a mask of the legal
    numbers.

    Args:
        plugin: The game.
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats of each match.

    Raises:
        FieldError: The game can't be played with that many seats.
    """

    collects_events = True
    turns_go_on = True

    def __init__(
        self, plugin: AnyPlugin, config: GameConfig, *, num_rows: int, num_seats: int
    ) -> None:
        game = plugin.game
        game.check_seats(config, num_seats)
        self._game, self._codec, self._config = game, plugin.codec, config
        self.plugin, self.config = plugin, config
        self._buffers = EventBuffers(plugin.codec)
        schema = Schema.of(plugin)
        self._seen = ColumnSet(schema.observation) if schema else None
        # Some games take long to start: one state stands in for all rows until `begin` replaces it.
        first, _ = game.start(config, seed=0, num_seats=num_seats)
        # It may be observed, but never stepped: that would change all rows (`_is_begun`).
        self._states: list[Any] = [first] * num_rows
        self._is_begun = np.zeros(num_rows, np.bool_)
        self._asked = np.zeros((num_rows, num_seats), np.bool_)
        self._alive = np.ones((num_rows, num_seats), np.bool_)
        self._over = np.zeros(num_rows, np.bool_)
        self._goes_on = np.zeros(num_rows, np.bool_)
        self._legal: list[dict[int, Sequence[Any] | None]] = [{} for _ in range(num_rows)]
        """For each row the cached legal actions by seat; emptied when the row's state changes."""
        self._takes_lists = isinstance(game, SimpleGame) and type(game).step is SimpleGame.step
        self._play: Any = getattr(game, "step_listed" if self._takes_lists else "step")
        self._exits = np.zeros((num_rows, num_seats), np.int32)
        """int32[row, seat]: in which order seats left their match, from 1, equal if they left
        together; 0 while a seat plays.
        """
        # All rows show the same first match until they begin, so it is computed once.
        self._refresh(0)
        for array in (self._asked, self._alive, self._over, self._goes_on):
            array[:] = array[0]
        lists_choices = self._lists_choices()
        observed = [RowColumn(column) for column in (self._seen.columns if self._seen else ())]
        observed.append(OBSERVATION)
        if lists_choices:
            most = game.most_legal if isinstance(game, SimpleGame) else None
            observed.append(num_choices_column(most or MOST_CHOICES))
        acted = [CHOICE, MESSAGE] if lists_choices else [MESSAGE]
        self.numbered = tuple(game.numbered_actions(config) or ()) if lists_choices else ()
        """All actions in the order of their fixed numbers; empty in a game without such numbers."""
        # By their messages, since actions need not be hashable.
        self._numbers = {
            plugin.codec.encode_action(action): number
            for number, action in enumerate(self.numbered)
        }
        if self.numbered:
            observed.append(mask_column(len(self.numbered)))
            acted.insert(0, number_column(len(self.numbered)))
        self._listed: LegalColumns | None = None
        if lists_choices and not self.numbered and isinstance(game, SimpleGame):
            listed = LegalColumns(game.actions, game.most_legal or MOST_LISTED)
            if all(
                each.name not in listed for each in observed
            ):  # a field of the game may have such a name
                self._listed = listed
                observed += listed.columns
        super().__init__(num_rows, num_seats, observed=observed, acted=acted)

    def _lists_choices(self) -> bool:
        """Return whether the game lists the legal actions of its first decision."""
        decision = self._game.decision(self._states[0])
        if decision is None:
            return False
        return self._game.legal_actions(self._states[0], decision.seats[0]) is not None

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            state, events = self._game.start(self._config, seed=seed, num_seats=self.num_seats)
            self._exits[row] = 0
            self._put(row, state)
            self._buffers.begin(row)
            self._buffers.add(row, events)

    def _put(self, row: int, state: Any) -> None:
        """Put a state into a row; the state object must not be shared with another row."""
        self._states[row] = state
        self._is_begun[row] = True
        self._refresh(row)

    def _refresh(self, row: int) -> None:
        """Recompute from a row's state which seats are asked or eliminated, and whether the match is over."""
        state = self._states[row]
        self._legal[row] = {}
        decision = self._game.decision(state)
        self._asked[row] = False
        if decision is not None:
            self._asked[row, list(decision.seats)] = True
        self._alive[row] = True
        out = list(self._game.eliminated(state))
        self._alive[row, out] = False
        exits = self._exits[row]
        fresh = [seat for seat in out if not exits[seat]]
        # Seats that went out with one step share a number: `outcome` ranks them among themselves.
        if fresh:
            exits[fresh] = exits.max() + 1
        self._over[row] = decision is None
        self._goes_on[row] = decision is not None and decision.continues

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]."""
        return self._asked.copy()

    def alive(self) -> Bools:
        """Return which seats the rules have not put out, as bool[row, seat]."""
        return self._alive.copy()

    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""
        return self._over.copy()

    def going_on(self) -> Bools:
        """Return bool[row]: whether the open decision point is in the same turn of the rules as the one before it."""
        return self._goes_on.copy()

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, in this order, for `rows`; None for all rows."""
        chosen = self.chosen(rows).tolist()
        # Observing is the costly part, so columns of legal actions alone do without.
        seen: list[list[Any]] = []
        of_legal = {_NUM_CHOICES, MASK}
        if not all(name in of_legal or name in (self._listed or ()) for name in names):
            seats = range(self.num_seats)
            seen = [self._game.observe(self._states[row], seats) for row in chosen]
        return [self._values(name, chosen, seen) for name in names]

    def _values(self, name: str, rows: Sequence[int], seen: Sequence[Sequence[Any]]) -> Values:
        if name == _NUM_CHOICES:
            return self._num_choices(rows)
        if name == MASK:
            return self._mask(rows)
        if self._listed is not None and name in self._listed:
            return self._fields_of_legal(self._listed, name, rows)
        if name == OBSERVATION.name:
            encode = self._codec.encode_observations
            return Ragged.of([data for each in seen for data in encode(self._config, each)])
        assert self._seen is not None
        array = self._seen.array(name, [record for each in seen for record in each])
        return array.reshape(len(rows), self.num_seats, *array.shape[1:])

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._step_rows(range(self.num_rows), actions)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point in these rows alone.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._step_rows(rows.tolist(), actions)

    def refused(self, actions: Actions) -> Ints:
        """Return int32[row, seat]: number of parts of each seat's action that `step` would refuse; nothing changes."""
        # Step copies of all states, then put everything back: `step` changes all of these.
        kept, buffers, exits = self._states, self._buffers, self._exits.copy()
        self._states = [self._game.copy(state) for state in kept]
        self._buffers = EventBuffers(self._codec)
        try:
            return self.step(actions)
        finally:
            self._states, self._buffers, self._exits = kept, buffers, exits
            for row in range(self.num_rows):
                self._refresh(row)

    def _step_rows(self, rows: Iterable[int], actions: Actions) -> Ints:
        refused = np.zeros((self.num_rows, self.num_seats), np.int32)
        for row in rows:
            state = self._states[row]
            decision = self._game.decision(state)
            # All rows that have not begun share one state, which must not be stepped.
            if decision is not None and self._is_begun[row]:
                self._step(state, decision, row, actions, refused[row])
                self._refresh(row)
        return refused

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of these rows, as float32[n, seat]; provisional while a match runs."""
        scores = [self._game.outcome(self._states[row]).scores for row in rows.tolist()]
        return np.array(scores, np.float32).reshape(len(rows), self.num_seats)

    def placements(self, rows: Longs) -> Ints:
        """Return the placements, from 1, of these rows, as int32[n, seat].

        Seats that left early are ranked as the referee does.
        """
        placements = [self._placements(row) for row in rows.tolist()]
        return np.array(placements, np.int32).reshape(len(rows), self.num_seats)

    def _placements(self, row: int) -> Sequence[int]:
        game = self._game
        placements: tuple[int, ...] = game.outcome(self._states[row]).placements
        if not self._exits[row].any() or not game.ranks_exits(self._config):
            return placements
        teams = game.teams(self._config, self.num_seats)
        # As the referee ranks: seats that left earlier are behind, those that left together by
        # `outcome`.
        keys = exit_keys(self._exits[row].tolist(), teams, placements)
        return rank(keys, teams if game.counts_sides else None)

    def digest(self, row: int) -> bytes:
        """Return the digest of a row's state."""
        return self._game.digest(self._states[row])

    def saved(self, rows: Longs) -> list[Any]:
        """Return copies of these rows: state, events not taken yet, order in which seats went out."""
        return [
            (self._game.copy(self._states[row]), self._buffers.saved(row), self._exits[row].copy())
            for row in rows.tolist()
        ]

    @property
    def redraws(self) -> bool:
        """Return whether hidden values can be drawn again: whether the game overrides `Game.redrawn`."""
        return type(self._game).redrawn is not Game.redrawn

    def put_saved(self, saved: list[Any], into: Into) -> None:
        """Put saved matches into the rows that `into` names, with the seeds of later draws that it has."""
        # Copies, since a saved match may be put into several rows, and put back again later.
        rows, places = into.rows.tolist(), into.places.tolist()
        states = [self._game.copy(saved[place][0]) for place in places]
        # All of them before any is put: if the game can't reseed, nothing has changed.
        if into.seeds is not None:
            states = [
                self._with_seed(state, seed, into.redraw_for)
                for state, seed in zip(states, into.seeds.tolist(), strict=True)
            ]
        for row, place, state in zip(rows, places, states, strict=True):
            self._exits[row] = saved[place][2]
            self._put(row, state)
            self._buffers.put_saved(row, saved[place][1])

    def _with_seed(self, state: Any, seed: int, redraw_for: int | None) -> Any:
        """Return a copy of a state that makes its random draws from another seed.

        Values hidden from the seat `redraw_for`, if any, are drawn again.
        """
        if redraw_for is not None:
            state = self._game.redrawn(state, redraw_for, Stream(seed, REDRAWS))
        self._game.reseed(state, seed)
        return state

    def put_match(self, row: int, state: Any) -> None:
        """Put a copy of a state into a row as its match.

        The order in which seats went out is unknown, so all eliminated seats count as having left
        together.
        """
        self._exits[row] = 0
        self._put(row, self._game.copy(state))

    def match(self, row: int) -> Any:
        """Return a row's state, which must not be changed."""
        return self._states[row]

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a copy of actions to which `put` can write: a column of action objects is added.

        The given columns stay, and count where no object is put.
        """
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        given = actions.get(_OBJECTS)
        own = self.nothing() if given is None else {_OBJECTS: np.array(given)}
        return {**actions, **own, ANSWERED.name: answered.copy()}

    def nothing(self) -> dict[str, Values]:
        """Return actions that `put` can write to, in which no seat answers yet."""
        shape = (self.num_rows, self.num_seats)
        return {_OBJECTS: np.full(shape, None), ANSWERED.name: np.zeros(shape, np.bool_)}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Any) -> None:
        """Write the action object of one seat into actions returned by `widened` or `nothing`."""
        given = actions[_OBJECTS]
        assert not isinstance(given, Ragged)
        given[row, seat] = action

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events of these seats from now on, for `take_events`."""
        self._buffers.collect_events(self.num_rows, seats)

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the events of a seat since the last call for this seat, as an Events message.

        Without events, the message is empty.
        """
        return self._buffers.take(row, seat)

    def _num_choices(self, rows: Sequence[int]) -> Ints:
        # 1, not 0, for seats that are not asked: learners sample from this number of places.
        counted = np.ones((len(rows), self.num_seats), np.int32)
        for place, row in enumerate(rows):
            for seat in np.flatnonzero(self._asked[row]).tolist():
                counted[place, seat] = len(self._legal_of(row, seat) or [None])
        return counted

    def _mask(self, rows: Sequence[int]) -> npt.NDArray[np.int8]:
        """Return int8[n, seat, number]: 1 where the action of that number is legal.

        Raises:
            FieldError: A legal action is not among the numbered ones.
        """
        mask = np.zeros((len(rows), self.num_seats, len(self.numbered)), np.int8)
        encode = self._codec.encode_action
        for place, row in enumerate(rows):
            for seat, is_asked in enumerate(self._asked[row].tolist()):
                # A mask must never be empty, so a seat that is not asked has number 0.
                legal = (self._legal_of(row, seat) if is_asked else None) or self.numbered[:1]
                for action in legal:
                    number = self._numbers.get(encode(action))
                    if number is None:
                        raise FieldError("legal_actions", "among numbered_actions", repr(action))
                    mask[place, seat, number] = 1
        return mask

    def _fields_of_legal(
        self, listed: LegalColumns, name: str, rows: Sequence[int]
    ) -> npt.NDArray[Any]:
        lists = {
            place * self.num_seats + seat: self._legal_of(row, seat) or ()
            for place, row in enumerate(rows)
            for seat in np.flatnonzero(self._asked[row]).tolist()
        }
        array = listed.array(name, lists, len(rows) * self.num_seats)
        return array.reshape(len(rows), self.num_seats, *array.shape[1:])

    def _legal_of(self, row: int, seat: int) -> Sequence[Any] | None:
        """Return the legal actions of a seat that must decide, cached until the row changes.

        The result is None if the game does not list them.
        """
        known = self._legal[row]
        if seat not in known:
            known[seat] = self._game.legal_actions(self._states[row], seat)
        return known[seat]

    def _step(
        self, state: Any, decision: DecisionPoint, row: int, actions: Actions, refused: Ints
    ) -> None:
        """Step one match; add the number of refused parts of each seat's action to `refused`.

        Args:
            state: State of the match, changed in place.
            decision: Its open decision point.
            row: Row of the match.
            actions: Actions of all rows.
            refused: int32[seat], changed in place.
        """
        taken = {seat: self._action(row, seat, actions) for seat in decision.seats}
        unread = [seat for seat, action in taken.items() if action is _UNREADABLE]
        refused[unread] = 1
        # As in a match of the referee: an unreadable answer is no action, and the default is played.
        taken |= dict.fromkeys(unread)
        # What a mask or a count has listed is not listed again to check answers.
        lists = (self._legal[row],) if self._takes_lists else ()
        events = self._play(state, taken, *lists)
        self._buffers.add(row, events)
        self._count(events, taken, refused)

    def _count(self, events: Events, taken: Mapping[int, Any], refused: Ints) -> None:
        for event in events:
            audience = event.audience
            if audience is None or len(audience) != 1 or taken.get(audience[0]) is None:
                continue
            # Only a notice to a single seat that has acted can be about its action.
            if self._game.refusal(event) is not None:
                refused[audience[0]] += 1

    def _action(self, row: int, seat: int, actions: Actions) -> Any:
        """Return a seat's action.

        None if the seat does not answer; the marker `_UNREADABLE` if its answer is no action.
        """
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        if not answered[row, seat]:
            return None
        given = actions.get(_OBJECTS)
        if given is not None:
            assert not isinstance(given, Ragged)
            if given[row, seat] is not None:
                return given[row, seat]
        # An object that was put for the seat goes before all columns.
        for name in (NUMBER, CHOICE.name):
            if name in actions:
                choices = actions[name]
                assert not isinstance(choices, Ragged)
                choice = int(choices[row, seat])
                known = self.numbered if name == NUMBER else self._legal_of(row, seat) or ()
                return known[choice] if 0 <= choice < len(known) else _UNREADABLE
        messages = actions[MESSAGE.name]
        assert isinstance(messages, Ragged)
        try:
            return self._codec.decode_action(messages[row * self.num_seats + seat])
        except MalformedError:
            return _UNREADABLE


def start_rows(plugin: AnyPlugin, config: GameConfig, *, num_rows: int, num_seats: int) -> Rows:
    """Return rows of a game, none of them begun: the game's own fast rows if it has them, else `LoopRows`.

    Args:
        plugin: The game.
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats of each match.

    Raises:
        FieldError: The game can't be played with that many seats.
    """
    if has_own_rows(plugin.game, config):
        game: Any = plugin.game
        game.check_seats(config, num_seats)
        rows: Rows = game.start_rows(config, num_rows=num_rows, num_seats=num_seats)
        rows.plugin, rows.config = plugin, config
        return rows
    return LoopRows(plugin, config, num_rows=num_rows, num_seats=num_seats)


def has_columns(plugin: AnyPlugin) -> bool:
    """Return whether a game's observations have columns of their fields, not only the whole message."""
    return isinstance(plugin.game, StartsRows) or Schema.of(plugin) is not None
