"""Defines rows: many matches of one game and config, whose observations and actions are arrays.

`Rows` is the interface that `Rollout` and lanes use. `loop_rows.LoopRows` implements it for any
game, match by match; a game with a faster implementation implements `StartsRows`.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.kit.rollout.columns import ANSWERED, MESSAGE, Actions, RowColumn, Values
from referee.kit.rollout.dtypes import Array, Bools, Floats, Ints, Longs
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["Rows", "StartsRows", "StartsSomeRows", "has_own_rows"]


class Rows(abc.ABC):
    """Interface: matches of one game and config, stepped together.

    Each row is one match, independent of the others.

    Args:
        num_rows: Number of matches, at least one.
        num_seats: Number of seats of each match.
        observed: Columns that can be observed.
        acted: Columns of actions. They are alternatives: `step` takes one of them, which gives whole
            actions, and the column `answered`, which says for which seats the actions count.
    """

    plugin: AnyPlugin | None = None
    """The game, as it is installed; None if it was not set."""
    config: GameConfig | None = None
    """Config of all matches, which have the same one; None if it was not set."""
    asks_all: ClassVar[bool] = False
    """Whether every decision point asks all seats."""
    collects_events: ClassVar[bool] = False
    """Whether the rows can keep events of seats, for `take_events`."""
    turns_go_on: ClassVar[bool] = False
    """Whether one turn of the rules can have several decision points, as `going_on` reports by row."""
    makes_ahead: bool = False
    """Whether `prepare` can start matches of these rows in advance; if False, it does nothing."""

    def __init__(
        self,
        num_rows: int,
        num_seats: int,
        *,
        observed: Sequence[RowColumn],
        acted: Sequence[RowColumn],
    ) -> None:
        self.num_rows = num_rows
        """Number of matches."""
        self.num_seats = num_seats
        """Number of seats of each match."""
        self.observed = tuple(observed)
        """Columns that can be observed."""
        self.acted = tuple(acted)
        """Columns of actions, each of which can give a whole action."""

    @abc.abstractmethod
    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows.

        Before its first match, a row has a placeholder match that no seat plays; it is stepped and
        observed like others.

        Args:
            rows: int64[n]: indices of the rows.
            seeds: uint64[n]: match seed for each of the rows.
        """

    def prepare(self, rows: Longs, seeds: Words) -> None:  # noqa: B027
        """Do slow work of starting matches in advance, for those that will probably begin next.

        Preparing changes no result.

        Args:
            rows: int64[n]: indices of the rows; each keeps one prepared match.
            seeds: uint64[n]: match seed for each of the rows; `begin` may still be called with
                other seeds.
        """

    @abc.abstractmethod
    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]; none where a match is over."""

    @abc.abstractmethod
    def alive(self) -> Bools:
        """Return which seats the rules have not put out, as bool[row, seat]."""

    @abc.abstractmethod
    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""

    @abc.abstractmethod
    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of observed columns, for all rows or for some.

        Args:
            names: Column names, of `observed`.
            rows: int64[n]: indices of the rows; None for all.
        """

    @abc.abstractmethod
    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row whose match is not over.

        Args:
            actions: One column of `acted`, of its dtype and shape, and the column `answered`.

        Returns:
            int32[row, seat]: number of parts of each seat's action that the rules refused.
        """

    @abc.abstractmethod
    def refused(self, actions: Actions) -> Ints:
        """Return what `step` would return for these actions: numbers of refused parts.

        Nothing changes.
        """

    @abc.abstractmethod
    def scores(self, rows: Longs) -> Floats:
        """Return the scores of some rows, as float32[n, seat]; provisional while a match runs."""

    @abc.abstractmethod
    def placements(self, rows: Longs) -> Ints:
        """Return the placements of some rows, from 1, as int32[n, seat].

        Seats are ranked as in a match of the referee.

        Args:
            rows: int64[n]: rows whose matches the rules have ended.
        """

    @abc.abstractmethod
    def digest(self, row: int) -> bytes:
        """Return the digest of one row's match, equal to that of the same match played alone."""

    # For rows that are saved and put back, see `saved`.

    @property
    def redraws(self) -> bool:
        """Return whether `put_saved` can draw again what a seat can't know."""
        return False

    def saved(self, rows: Longs) -> Any:  # noqa: ARG002
        """Return copies of some matches, which `put_saved` of rows of the same kind takes.

        The form depends on the class of the rows; it can be pickled.

        Raises:
            FieldError: Matches of these rows can't be saved.
        """
        raise FieldError("snapshot", "of rows that can be saved", type(self).__name__)

    def put_saved(self, saved: Any, into: Into) -> None:  # noqa: ARG002
        """Put saved matches into some rows.

        Args:
            saved: Return value of `saved`; it stays unchanged.
            into: The rows, and what is drawn in them from now on.

        Raises:
            FieldError: Matches of these rows can't be saved, or the game can't be reseeded; nothing
                has changed then.
        """
        raise FieldError("snapshot", "of rows that can be saved", type(self).__name__)

    # For rows in which house policies play, see `opponents`.

    @property
    def whole(self) -> RowColumn:
        """Return the column of `acted` that can express every action of the game."""
        # By convention the last one; columns before it may express only some actions.
        return self.acted[-1]

    def match(self, row: int) -> Any:
        """Return one row's match as a state of the game; the state must not be changed."""
        raise NotImplementedError(f"{type(self).__name__} has no states of its game")

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return a writable copy of actions, converted to the columns `whole` and `answered`."""
        # Copies: the caller's arrays must not change when opponents' decisions are written.
        return {name: np.array(values) for name, values in actions.items()}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Any) -> None:
        """Write the action of an asked seat into actions returned by `widened` or `nothing`."""
        raise NotImplementedError(f"{type(self).__name__} takes no actions of its game")

    def nothing(self) -> dict[str, Values]:
        """Return writable actions, in the columns `whole` and `answered`, in which no seat answers."""
        shape = (self.num_rows, self.num_seats)
        # Zeros need not be a legal action: only what `answered` marks is read.
        whole = np.zeros(self.whole.shape(*shape), self.whole.column.dtype)
        return {self.whole.name: whole, ANSWERED.name: np.zeros(shape, np.bool_)}

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point in some rows; the other rows stay unchanged.

        Args:
            rows: int64[n]: indices of the rows.
            actions: One column of `acted` and the column `answered`, for all rows; actions of rows
                that are not stepped are ignored.

        Returns:
            int32[row, seat]: number of parts of each seat's action that the rules refused; 0 for rows
            that are not stepped.
        """
        raise NotImplementedError(f"{type(self).__name__} can't step some rows alone")

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events of these seats from now on.

        May be called only where `collects_events` is true.
        """
        raise NotImplementedError(f"{type(self).__name__} keeps no events")

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the events that a seat may know since the last call for this seat, as an Events message.

        Without events, the message is empty.
        """
        raise NotImplementedError(f"{type(self).__name__} keeps no events")

    def seat_within(self, opponents: Mapping[int, str]) -> bool:  # noqa: ARG002
        """Let house policies (built-in players) play seats inside the process that has the matches.

        Returns whether they do: False if the matches are in this process, where the caller must
        play these seats itself.

        Args:
            opponents: Name of the house policy for each seat; already checked.
        """
        return False

    # For rows on which the referee plays matches, see `referee.match.lane`.

    @property
    def answers(self) -> RowColumn:
        """Return the column in which bots' answers are put: one of `acted`, by default `MESSAGE`."""
        return MESSAGE

    def action_of(self, value: Array) -> Any:
        """Return the game's action for a value of the column `answers`.

        Raises:
            MalformedError: The value is no action of the game.
        """
        raise NotImplementedError(f"{type(self).__name__} takes no answers but messages")

    def put_match(self, row: int, state: Any) -> None:
        """Put a state of the game into a row as its match; the given state stays unchanged."""
        raise NotImplementedError(f"{type(self).__name__} takes no states of its game")

    def going_on(self) -> Bools:
        """Return bool[row]: whether the open decision point is in the same turn of the rules as the one before it.

        It is false everywhere in games whose turns have one decision point each.
        """
        # Right for all games without such turns; `turns_go_on` says which have some.
        return np.zeros(self.num_rows, np.bool_)

    def keep(self, rows: Longs, other: Any) -> None:
        """Copy some matches from other rows of the same kind.

        May be called only where `asks_all` is true.

        Args:
            rows: int64[n]: indices of the matches, which are the same in both.
            other: Rows to copy from.
        """
        raise NotImplementedError(f"{type(self).__name__} keeps no matches of others")

    def digests(self, rows: Longs) -> list[bytes]:
        """Return the digests of some rows' matches.

        Args:
            rows: int64[n]: indices of the rows.
        """
        # Rows with their states in one table override this with one pass over all.
        return [self.digest(row) for row in rows.tolist()]

    def chosen(self, rows: Longs | None) -> Longs:
        """Return the given row indices; all row indices for None."""
        return np.arange(self.num_rows) if rows is None else rows


@runtime_checkable
class StartsRows(Protocol):
    """A game with its own, faster implementation of rows."""

    def start_rows(self, config: GameConfig, *, num_rows: int, num_seats: int) -> Rows:
        """Return rows for this config, none of them begun."""
        ...


@runtime_checkable
class StartsSomeRows(Protocol):
    """A game with its own rows for some of its configs only."""

    def covers_rows(self, config: Any) -> bool:
        """Return whether the game's own rows can have matches of this config."""
        ...


def has_own_rows(game: Any, config: GameConfig) -> bool:
    """Return whether a game has its own, faster rows for matches of a config."""
    if not isinstance(game, StartsRows):
        return False
    return not isinstance(game, StartsSomeRows) or game.covers_rows(config)
