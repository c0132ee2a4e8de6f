"""House policies (built-in bots) that play some seats of rows, so that a learner plays the others.

A policy draws from its own random stream, which follows from the match seed and the seat, so its
decisions do not depend on other rows. A policy is a house bot: one object in a seat of each match,
with the observations that it would get over the wire. Some bots also have an array form, which
decides in all rows at once from columns; it makes the same decisions as the bot would with the same
stream.
"""

from __future__ import annotations

import abc
import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee.core.errors import FieldError, MalformedError
from referee.core.legal import listed_actions
from referee.core.rng import StreamRandom, draw_each, substreams
from referee.kit.rollout.columns import ANSWERED, Actions, Ragged, Values
from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.kit.rollout.house import house_policies
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words
from referee.kit.rollout.wrapped_rows import WrappedRows

__all__ = ["MOST_ALONE", "OpponentRows", "policy_names", "with_opponents"]

MOST_ALONE = 1_000
"""Highest number of decision points in succession that one step carries out in a row, if each of them
asks opponents alone.
"""
_POLICY_KEY = 0x0DDE
"""First key of the random stream of a policy; the seat follows. Greater than any first key of a
game's streams.
"""


def policy_names(rows: Rows) -> list[str]:
    """Return the names of built-in bots (house policies) that can play in these rows, weakest first."""
    return [] if rows.plugin is None else _house_names(rows.plugin.game.info.game)


def with_opponents(rows: Rows, opponents: Mapping[int, str]) -> Rows:
    """Return rows in which built-in bots (house policies) play some seats; only other seats are asked.

    Args:
        rows: The rows; afterwards only the returned rows may be used.
        opponents: Name of the house policy, by seat, for the seats that policies play.

    Raises:
        FieldError: There is no such seat or policy, no seat is left for a learner, or a policy
            needs events that these rows don't keep.
    """
    _check(rows, opponents)
    # In a pool, opponents play in the processes that have the matches: else each of their decisions
    # would take a round trip.
    return rows if rows.seat_within(opponents) else OpponentRows(rows, opponents)


def _check(rows: Rows, opponents: Mapping[int, str]) -> None:
    known = policy_names(rows)
    for seat, name in opponents.items():
        if not 0 <= seat < rows.num_seats:
            raise FieldError("opponents", f"seats from 0 to {rows.num_seats - 1}", seat)
        if name not in known:
            raise FieldError(f"opponents[{seat}]", f"one of {', '.join(known) or 'none'}", name)
    # With no seat for the learner, a step would play whole matches and never return a decision.
    if len(opponents) >= rows.num_seats:
        raise FieldError("opponents", f"in fewer than all {rows.num_seats} seats", len(opponents))


class OpponentRows(WrappedRows):
    """Rows that decide for the opponents' seats themselves; callers are only asked for the other seats.

    A step also carries out the decision points after it that ask opponents alone, at most
    `MOST_ALONE` of them; the next step carries out those that remain.

    Args:
        rows: Rows of matches in which every seat is asked.
        opponents: Name of the house policy for each opponent's seat; already checked.
    """

    def __init__(self, rows: Rows, opponents: Mapping[int, str]) -> None:
        super().__init__(rows, observed=rows.observed, acted=rows.acted)
        self._opponents = {seat: _seated(rows, seat, opponents[seat]) for seat in sorted(opponents)}
        self._is_learner = np.ones(rows.num_seats, np.bool_)
        self._is_learner[list(self._opponents)] = False
        self._asked: Bools | None = None
        self._is_open = np.ones(rows.num_rows, np.bool_)
        """bool[row]: whether opponents have not yet decided at the row's open decision point."""
        self._is_begun = np.zeros((rows.num_rows, 1), np.bool_)
        """bool[row, 1]: whether the row has had a match; before its first one, opponents are not
        asked.
        """

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin new matches in these rows, with new opponents, up to a decision of another seat."""
        self._rows.begin(rows, seeds)
        self._asked = None
        for seat, opponent in self._opponents.items():
            opponent.begin(rows, _policy_streams(seeds, seat))
        self._is_open[rows] = self._is_begun[rows] = True
        self._go_on(rows)

    def asked(self) -> Bools:
        """Return which seats other than opponents must decide, as bool[row, seat]."""
        return self._all_asked() & self._is_learner

    def _all_asked(self) -> Bools:
        """Return which seats must decide, opponents included, as bool[row, seat].

        The array is computed once per decision point.
        """
        if self._asked is None:
            self._asked = self._rows.asked() & self._is_begun
        return self._asked

    def step(self, actions: Actions) -> Ints:
        """Carry out decision points until a seat that is no opponent is asked.

        Actions given for opponents' seats are ignored. Returns the number of refused parts of
        actions as int32[row, seat].
        """
        refused = self._rows.step(self._completed(actions))
        self._asked = None
        self._is_open[:] = True
        self._go_on(None)
        # What the rules refused of an opponent is no concern of the learner.
        return refused * self._is_learner

    def refused(self, actions: Actions) -> Ints:
        """Return how many parts of each seat's action `step` would refuse, int32[row, seat].

        For opponents' seats the number is 0.
        """
        return self._rows.refused(self._completed(actions)) * self._is_learner

    @property
    def redraws(self) -> bool:
        """Return False: hidden values can't be drawn again, since an opponent may remember them."""
        return False

    def saved(self, rows: Longs) -> Any:
        """Return copies of the matches in these rows, with the memory and open decisions of their opponents."""
        of_opponents = [opponent.saved(rows) for opponent in self._opponents.values()]
        return self._rows.saved(rows), of_opponents, self._is_open[rows]

    def put_saved(self, saved: Any, into: Into) -> None:
        """Put saved matches into some rows, with their opponents.

        The matches keep their hidden values, since an opponent may remember some of them. If `into`
        has seeds, the opponents' later random draws follow from them, too.
        """
        assert into.redraw_for is None
        rows, places, seeds = into.rows, into.places, into.seeds
        # In the order in which `saved` has put them together.
        matches, of_opponents, is_open = saved
        self._rows.put_saved(matches, into)
        for (seat, opponent), kept in zip(self._opponents.items(), of_opponents, strict=True):
            # Another future needs other decisions of opponents, too: with the old streams they
            # would repeat their draws.
            streams = None if seeds is None else _policy_streams(seeds, seat)
            opponent.put_saved(rows, kept, places, streams)
        self._is_open[rows] = is_open[places]
        self._is_begun[rows] = True
        self._asked = None

    def _completed(self, actions: Actions) -> Actions:
        """Return the actions with those of the opponents added.

        An opponent decides once per decision point.
        """
        # `refused` and `step` may both come at one decision point: asked twice, a policy would draw twice.
        complete = self._rows.widened(actions)
        asked = self._all_asked()
        for seat, opponent in self._opponents.items():
            waiting = np.flatnonzero(asked[:, seat])
            opponent.decide(waiting[self._is_open[waiting]])
            opponent.put(complete, waiting)
        self._is_open[:] = False
        return complete

    def _go_on(self, rows: Longs | None) -> None:
        """Carry out the decision points of these rows that ask opponents alone.

        If `rows` is None, all rows are meant.
        """
        # Every decision point asks all seats, so none asks opponents alone.
        if self._rows.asks_all:
            return
        for _ in range(MOST_ALONE):
            alone = self._alone(rows)
            if not alone.size:
                return
            actions, asked = self._rows.nothing(), self._all_asked()
            for seat, opponent in self._opponents.items():
                waiting = alone[asked[alone, seat]]
                opponent.decide(waiting)
                opponent.put(actions, waiting)
            self._rows.step_some(alone, actions)
            self._asked = None
            # Only these rows have changed, so only they can ask opponents alone again.
            rows = alone

    def _alone(self, rows: Longs | None) -> Longs:
        asked = self._all_asked()
        is_alone = np.zeros(self.num_rows, np.bool_)
        # Seat by seat: that is quicker than any() over an axis of two.
        for seat in self._opponents:
            is_alone |= asked[:, seat]
        for seat in np.flatnonzero(self._is_learner).tolist():
            is_alone &= ~asked[:, seat]
        return np.flatnonzero(is_alone) if rows is None else rows[is_alone[rows]]


def _policy_streams(seeds: Words, seat: int) -> Words:
    """Return for each match seed the initial state of the random stream of a seat's policy.

    The states are those of `Stream(seed, _POLICY_KEY, seat).state`; `mix(seed + G)`, with which a
    `Stream` begins, is the substream of the seed with the key 0.
    """
    # For all seeds at once: a `Stream` object for each would take much longer.
    started = substreams(seeds, np.zeros(len(seeds), np.int64))
    named = substreams(started, np.full(len(seeds), _POLICY_KEY))
    return substreams(named, np.full(len(seeds), seat))


class _Opponent(abc.ABC):
    """A built-in bot (house policy) that plays one seat, in all rows."""

    @abc.abstractmethod
    def begin(self, rows: Longs, streams: Words) -> None:
        """Begin new matches in these rows.

        `streams` has the state of the random stream for each.
        """

    @abc.abstractmethod
    def decide(self, rows: Longs) -> None:
        """Compute and keep the decisions in these rows, where the seat is asked."""

    @abc.abstractmethod
    def put(self, actions: dict[str, Values], rows: Longs) -> None:
        """Write the decisions kept for these rows into columns of actions."""

    @abc.abstractmethod
    def saved(self, rows: Longs) -> Any:
        """Return the policy's memory and its kept decisions for these rows."""

    @abc.abstractmethod
    def put_saved(self, rows: Longs, saved: Any, places: Longs, streams: Words | None) -> None:
        """Set the policy's memory and decisions in these rows to saved ones.

        Args:
            rows: int64[n]: indices of the rows.
            saved: What `saved` has returned.
            places: int64[n]: index of the saved match for each row.
            streams: uint64[n]: states of the random streams to draw from; None to draw on from the
                saved streams.
        """


class _Arrays(_Opponent):
    """A built-in bot (house policy) in its array form, which decides in all rows by one call."""

    def __init__(self, rows: Rows, seat: int, policy: Any) -> None:
        self._rows, self._seat, self._policy = rows, seat, policy
        column = rows.whole.column
        self._streams = np.zeros(rows.num_rows, np.uint64)
        self._decided = np.zeros((rows.num_rows, *column.shape), column.dtype)

    def begin(self, rows: Longs, streams: Words) -> None:
        self._streams[rows] = streams

    def decide(self, rows: Longs) -> None:
        if rows.size:
            # None for all rows: `observe` then need not select rows, which would copy.
            which = None if len(rows) == self._rows.num_rows else rows
            seen = self._rows.observe(self._policy.columns, which)
            draw = functools.partial(self._draw, rows)
            self._decided[self._at(rows)] = self._policy.act(self._seat, seen, draw)

    def _at(self, rows: Longs) -> Longs | slice:
        """Return an index of these rows; for all rows a slice, which is faster."""
        return slice(None) if len(rows) == self._rows.num_rows else rows

    def _draw(self, rows: Longs, sides: int, places: Longs) -> Longs:
        at = self._at(rows[places])
        streams = self._streams[at].copy()
        rolled = draw_each(streams, sides)
        self._streams[at] = streams
        return rolled

    def put(self, actions: dict[str, Values], rows: Longs) -> None:
        values, answered = actions[self._policy.action], actions[ANSWERED.name]
        assert not isinstance(values, Ragged)
        assert not isinstance(answered, Ragged)
        at = self._at(rows)
        values[at, self._seat] = self._decided[at]
        answered[at, self._seat] = True

    def saved(self, rows: Longs) -> Any:
        return self._decided[rows], self._streams[rows]

    def put_saved(self, rows: Longs, saved: Any, places: Longs, streams: Words | None) -> None:
        decided, own = saved
        self._decided[rows] = decided[places]
        self._streams[rows] = own[places] if streams is None else streams


class _Bots(_Opponent):
    """A built-in bot (house policy) as bot objects, one for each row."""

    def __init__(self, rows: Rows, seat: int, name: str, config: tuple[str, bytes]) -> None:
        assert rows.plugin is not None
        assert rows.config is not None
        self._rows, self._seat, self._name = rows, seat, name
        self._game, self._codec, self._config = rows.plugin.game, rows.plugin.codec, rows.config
        self._config_message = config
        policies = house_policies()
        assert policies is not None
        self._make: Any = policies.bot_type()
        self._bots: dict[int, Any] = {}
        self._decided: dict[int, Any] = {}
        # One bot is made only to find out whether its class reads events and legal actions.
        first = self._new_bot(0)
        self._reads_legal: bool = first.reads_legal
        self._reads_events: bool = first.listens
        if self._reads_events:
            if not rows.collects_events:
                bound = "a policy that needs no events, as these rows keep none"
                raise FieldError(f"opponents[{seat}]", bound, name)
            rows.collect_events([seat])

    def _new_bot(self, state: int) -> Any:
        info = self._game.info
        return self._make(
            info.game,
            self._name,
            seat=self._seat,
            num_seats=self._rows.num_seats,
            game_version=info.version,
            config=self._config_message,
            dice=StreamRandom(state),
        )

    def begin(self, rows: Longs, streams: Words) -> None:
        for row, state in zip(rows.tolist(), streams.tolist(), strict=True):
            self._bots[row] = self._new_bot(state)

    def decide(self, rows: Longs) -> None:
        for row in rows.tolist():
            match = self._rows.match(row)
            seen = self._game.observe(match, [self._seat])
            (message,) = self._codec.encode_observations(self._config, seen)
            events = self._rows.take_events(row, self._seat) if self._reads_events else b""
            decision = self._game.decision(match)
            assert decision is not None
            # A bot that answers with nothing, or with what is no action, gets the rulebook's
            # default.
            self._decided[row] = self._read(
                self._bots[row].act(
                    (self._codec.observation_type, message),
                    (self._codec.events_type, events),
                    decision.phase,
                    self._legal(match) if self._reads_legal else None,
                )
            )

    def _legal(self, match: Any) -> tuple[str, Sequence[bytes]] | None:
        """Return the full name of the action message, and the seat's legal actions as encoded messages.

        None if the game does not list legal actions.
        """
        listed = listed_actions(self._game, self._codec, match, self._seat)
        return None if listed is None else (self._codec.action_type, listed.actions)

    def _read(self, message: bytes | None) -> Any:
        try:
            return None if message is None else self._codec.decode_action(message)
        except MalformedError:
            return None

    def put(self, actions: dict[str, Values], rows: Longs) -> None:
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        for row in rows.tolist():
            action = self._decided[row]
            answered[row, self._seat] = action is not None
            if action is not None:
                self._rows.put(actions, row, self._seat, action)

    def saved(self, rows: Longs) -> Any:
        which = rows.tolist()
        return [(self._bots[row].dump(), self._decided.get(row)) for row in which]

    def put_saved(self, rows: Longs, saved: Any, places: Longs, streams: Words | None) -> None:
        for each, (row, place) in enumerate(zip(rows.tolist(), places.tolist(), strict=True)):
            bot, self._decided[row] = saved[place]
            self._bots[row] = self._make.load(bot)
            if streams is not None:
                self._bots[row].roll_with(StreamRandom(int(streams[each])))


def _seated(rows: Rows, seat: int, name: str) -> _Opponent:
    assert rows.plugin is not None
    assert rows.config is not None
    codec = rows.plugin.codec
    config = (codec.config_type, codec.encode_public_config(rows.config))
    policies = house_policies()
    assert policies is not None
    policy = policies.array_policy(rows.plugin.game.info.game, name, config)
    # The array form fills one column: with another column of whole actions its decisions would be
    # lost.
    if policy is not None and policy.action == rows.whole.name:
        return _Arrays(rows, seat, policy)
    return _Bots(rows, seat, name, config)


def _house_names(game: str) -> list[str]:
    policies = house_policies()
    return [] if policies is None else policies.names(game)
