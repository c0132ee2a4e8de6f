"""Matches of one game and config as rows, whose observations and actions are arrays.

`Rows` is the interface that `Rollout` and lanes use. `loop_rows.LoopRows` implements it for any game, match by match;
a game with a faster implementation has `StartsRows`.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.kit.columns import Column
from referee.kit.rollout.seeds import Words

__all__ = [
    "ANSWERED",
    "CHOICE",
    "MASK",
    "MESSAGE",
    "MOST_CHOICES",
    "MOST_LISTED",
    "NUMBER",
    "OBSERVATION",
    "Actions",
    "Array",
    "Bools",
    "Floats",
    "Ints",
    "Longs",
    "Ragged",
    "RowColumn",
    "Rows",
    "StartsRows",
    "Values",
    "choice_column",
    "mask_column",
    "num_choices_column",
    "number_column",
]

Array: TypeAlias = npt.NDArray[Any]
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int32]
Longs: TypeAlias = npt.NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class Ragged:
    """Lists of different lengths, end to end: one for each seat of each row, row by row."""

    data: Array
    """The entries of all of them: uint8[n] where they are strings of bytes, else of the column's dtype and shape."""
    offsets: Longs
    """int64[lists + 1]: index of the first entry of each list, and the end of the last."""

    def __getitem__(self, index: int) -> bytes:
        """Return one list, as bytes."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes()

    def some(self, places: Longs) -> Ragged:
        """Return some lists, by their indices int64[n], in this order."""
        begins = self.offsets[:-1][places]
        lengths = self.offsets[1:][places] - begins
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        # The index of each entry of the result: its own index, shifted by how far its list has moved.
        entries = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], lengths)
        return Ragged(self.data[entries], offsets)

    @classmethod
    def of(cls, parts: Sequence[bytes]) -> Ragged:
        """Return strings of bytes as a ragged column."""
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(np.frombuffer(b"".join(parts), np.uint8), offsets)


Values: TypeAlias = Array | Ragged
"""The values of a column for all rows."""
Actions: TypeAlias = Mapping[str, Values]
"""Decisions of seats, by the names of columns; those of seats that are not asked are ignored."""


@dataclasses.dataclass(frozen=True, slots=True)
class RowColumn:
    """A column, and which axes come before its own."""

    column: Column
    """Name, dtype, shape and bounds."""
    by_seat: bool = True
    """Whether there is one for each seat of a row, or one for all of them."""
    is_ragged: bool = False
    """Whether it is lists of any length, `Ragged`, one for each seat of each row; strings of bytes, if of uint8."""
    most: int = 0
    """Entries that a list of a ragged column has at most; 0 if there is no bound."""

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    def shape(self, num_rows: int, num_seats: int) -> tuple[int, ...]:
        """Return the shape of the array for `num_rows` rows."""
        return (num_rows, *([num_seats] if self.by_seat else []), *self.column.shape)

    def describe(self) -> dict[str, Plain]:
        """Return all attributes as plain data."""
        about: dict[str, Plain] = {"by_seat": self.by_seat, "ragged": self.is_ragged}
        about |= {"most": self.most} if self.most else {}
        return {**self.column.describe(), **about}

    def check(self, values: Values, num_rows: int, num_seats: int) -> None:
        """Check that an array fits this column.

        Raises:
            FieldError: It has another dtype or shape, or holds a number that is not finite.
        """
        if self.is_ragged or isinstance(values, Ragged):
            self._check_ragged(values, num_rows * num_seats)
            return
        wanted, shape = self.column.dtype, self.shape(num_rows, num_seats)
        if values.dtype != wanted or values.shape != shape:
            raise FieldError(self.name, f"{wanted}{shape}", f"{values.dtype}{values.shape}")
        if wanted.kind == "f" and not np.isfinite(values).all():
            wrong = values[~np.isfinite(values)][0]
            raise FieldError(self.name, "finite", float(wrong))

    def _check_ragged(self, values: Values, entries: int) -> None:
        name = self.name
        if not self.is_ragged or not isinstance(values, Ragged):
            kinds = ("strings of bytes", "an array")
            raise FieldError(name, *(kinds if self.is_ragged else kinds[::-1]))
        data, offsets = values.data, values.offsets
        dtype, shape = self.column.dtype, self.column.shape
        if data.dtype != dtype or data.ndim != 1 + len(shape) or data.shape[1:] != shape:
            wanted = f"{dtype}(n,{','.join(map(str, shape))})"
            raise FieldError(f"{name}.data", wanted, f"{data.dtype}{data.shape}")
        if offsets.dtype != np.int64 or offsets.shape != (entries + 1,):
            wanted = f"int64({entries + 1},)"
            raise FieldError(f"{name}.offsets", wanted, f"{offsets.dtype}{offsets.shape}")
        # By comparison: differences of numbers that are far apart would overflow, and look ascending.
        if offsets[0] != 0 or offsets[-1] != len(data) or (offsets[1:] < offsets[:-1]).any():
            raise FieldError(
                f"{name}.offsets", f"ascending from 0 to {len(data)}", offsets.tolist()
            )


MOST_CHOICES = 2**31 - 1
"""Most legal actions that a seat can have in a game that lists them."""


MOST_LISTED = 256
"""Columns have room for this many legal actions in a game of the kit that declares no `most_legal`."""


def choice_column(most: int, meaning: str) -> RowColumn:
    """Return the column of a choice among a seat's legal actions.

    Args:
        most: Legal actions there are at most.
        meaning: What they are.
    """
    dtype = np.dtype(np.int8 if most <= np.iinfo(np.int8).max else np.int32)
    return RowColumn(Column("choice", dtype, (), 0, most - 1, meaning))


def num_choices_column(most: int = MOST_CHOICES) -> RowColumn:
    """Return the column of how many legal actions a seat has to choose from.

    Args:
        most: How many there are at most.
    """
    about = "How many actions are legal, at least 1; 1 for a seat that is not asked"
    return RowColumn(Column("num_choices", np.dtype(np.int32), (), 1, most, about))


ANSWERED = RowColumn(
    Column("answered", np.dtype(np.bool_), (), 0, 1, "Whether the seat answers, or is late")
)
"""The column of whether there is an action at all: where not, the rulebook's default is played."""
CHOICE = choice_column(MOST_CHOICES, "Place among the seat's legal actions, from 0")
"""The column of a choice in any game that lists legal actions."""
NUMBER, MASK = "number", "action_mask"
"""Names of the columns of an action by its fixed number, and of which numbers are legal."""


def number_column(count: int) -> RowColumn:
    """Return the column of an action by its number, for a game of `count` numbered actions."""
    about = "Number of the action, from 0: the same action in every turn"
    return RowColumn(Column(NUMBER, np.dtype(np.int32), (), 0, count - 1, about))


def mask_column(count: int) -> RowColumn:
    """Return the column of which of `count` numbers are legal."""
    about = "1 where the action of this number is legal; of a seat that is not asked only number 0"
    return RowColumn(Column(MASK, np.dtype(np.int8), (count,), 0, 1, about))


MESSAGE = RowColumn(
    Column("message", np.dtype(np.uint8), (), 0, 255, "The Action message"),
    is_ragged=True,
)
"""The column of a whole action, as a bot sends it."""
OBSERVATION = RowColumn(
    Column("message", np.dtype(np.uint8), (), 0, 255, "The Observation message"),
    is_ragged=True,
)
"""The column of a seat's whole observation, as a bot gets it."""


class Rows(abc.ABC):
    """Matches of one game and config; each row is one, independent of all others.

    Args:
        num_rows: Matches, at least one.
        num_seats: Seats of each.
        observed: Columns that can be observed.
        acted: Columns that can be decided: each alone is a whole action, if `answered` says that there is one.
    """

    plugin: AnyPlugin | None = None
    """The game; None if it was not set."""
    config: GameConfig | None = None
    """Config of all matches; None if it was not set."""
    asks_all: ClassVar[bool] = False
    """Whether every decision point is one of all seats."""
    collects_events: ClassVar[bool] = False
    """Whether the rows can keep the events of seats, for `take_events`."""
    turns_go_on: ClassVar[bool] = False
    """Whether there are decision points that continue a turn, see `going_on`."""
    makes_ahead: bool = False
    """Whether `prepare` does anything."""

    def __init__(
        self,
        num_rows: int,
        num_seats: int,
        *,
        observed: Sequence[RowColumn],
        acted: Sequence[RowColumn],
    ) -> None:
        self.num_rows = num_rows
        """Matches."""
        self.num_seats = num_seats
        """Seats of each."""
        self.observed = tuple(observed)
        """Columns that can be observed."""
        self.acted = tuple(acted)
        """Columns that can be decided."""

    @abc.abstractmethod
    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in some rows.

        Before its first match, a row has some match that no seat plays: it is stepped and observed with the others.

        Args:
            rows: int64[n].
            seeds: uint64[n]: their match seeds.
        """

    def prepare(self, rows: Longs, seeds: Words) -> None:  # noqa: B027
        """Do in advance what takes long at the start of matches that will probably begin next; changes no result.

        Args:
            rows: int64[n]: the rows, each of which keeps one such match.
            seeds: uint64[n]: their match seeds; `begin` may be called with other seeds.
        """

    @abc.abstractmethod
    def asked(self) -> Bools:
        """Return who must decide, as bool[row, seat]; nobody where a match is over."""

    @abc.abstractmethod
    def alive(self) -> Bools:
        """Return which seats the rules have not put out, as bool[row, seat]."""

    @abc.abstractmethod
    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""

    @abc.abstractmethod
    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return columns of `observed`, of all rows or of some.

        Args:
            names: Their names.
            rows: int64[n]; None for all.
        """

    @abc.abstractmethod
    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row that is not over.

        Args:
            actions: One column of `acted`, of the right dtype and shape, and `answered`.

        Returns:
            int32[row, seat]: how many parts of each seat's action the rules have refused.
        """

    @abc.abstractmethod
    def refused(self, actions: Actions) -> Ints:
        """Return what `step` would return, without changing anything."""

    @abc.abstractmethod
    def scores(self, rows: Longs) -> Floats:
        """Return the scores of some rows, as float32[n, seat]; provisional before their end."""

    @abc.abstractmethod
    def placements(self, rows: Longs) -> Ints:
        """Return placements from 1 of some rows, as int32[n, seat], as the referee ranks seats of such a match.

        Args:
            rows: int64[n]: rows whose matches the rules have ended.
        """

    @abc.abstractmethod
    def digest(self, row: int) -> bytes:
        """Return the digest of one match, the same as when it is played alone."""

    # For rows that are saved and put back, see `saved`.

    @property
    def redraws(self) -> bool:
        """Whether what a seat can't know can be redrawn by `put_saved`."""
        return False

    def saved(self, rows: Longs) -> Any:  # noqa: ARG002
        """Return copies of some matches, in a form that only these rows know; it can be put back, and pickled.

        Raises:
            FieldError: These can't be saved.
        """
        raise FieldError("snapshot", "of rows that can be saved", type(self).__name__)

    def put_saved(
        self,
        rows: Longs,  # noqa: ARG002
        saved: Any,  # noqa: ARG002
        places: Longs,  # noqa: ARG002
        seeds: Words | None,  # noqa: ARG002
        redraw_for: int | None = None,  # noqa: ARG002
    ) -> None:
        """Put saved matches into some rows, and draw from other seeds from now on; see `Game.reseed`.

        Args:
            rows: int64[n].
            saved: What `saved` has returned; it stays as it is.
            places: int64[n]: index of the saved match for each row; one may be used several times.
            seeds: uint64[n]; None to draw what would have been drawn anyway.
            redraw_for: A seat: what it can't know is redrawn by the seeds, see `Game.redrawn`; only where
                `redraws`, and with seeds. None to keep it.

        Raises:
            FieldError: These can't be saved, or the game can't be reseeded; nothing has changed.
        """
        raise FieldError("snapshot", "of rows that can be saved", type(self).__name__)

    # For rows in which house policies play, see `opponents`.

    @property
    def whole(self) -> RowColumn:
        """The column of `acted` that can express every action."""
        return self.acted[-1]

    def match(self, row: int) -> Any:
        """Return one match as a state of the game, which must not be changed."""
        raise NotImplementedError(f"{type(self).__name__} has no states of its game")

    def widened(self, actions: Actions) -> dict[str, Values]:
        """Return the same actions in `whole` and `answered`, as arrays that can be written to."""
        return {name: np.array(values) for name, values in actions.items()}

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Any) -> None:
        """Write an action of the game, of a seat that is asked, into the result of `widened` or `nothing`."""
        raise NotImplementedError(f"{type(self).__name__} takes no actions of its game")

    def nothing(self) -> dict[str, Values]:
        """Return widened actions in which no seat answers."""
        shape = (self.num_rows, self.num_seats)
        whole = np.zeros(self.whole.shape(*shape), self.whole.column.dtype)
        return {self.whole.name: whole, ANSWERED.name: np.zeros(shape, np.bool_)}

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Carry out one decision point in some rows alone.

        Args:
            rows: int64[n].
            actions: As for `step`; those of other rows are ignored.

        Returns:
            As `step`, with 0 for other rows.
        """
        raise NotImplementedError(f"{type(self).__name__} can't step some rows alone")

    def collect_events(self, seats: Sequence[int]) -> None:
        """Keep the events of these seats from now on; only where `collects_events`."""
        raise NotImplementedError(f"{type(self).__name__} keeps no events")

    def take_events(self, row: int, seat: int) -> bytes:
        """Return the Events message of all that a seat may know since the last call for it; empty for none."""
        raise NotImplementedError(f"{type(self).__name__} keeps no events")

    def seat_within(self, opponents: Mapping[int, str]) -> bool:  # noqa: ARG002
        """Seat house policies where the matches are, if that is another process; return whether that was done.

        Args:
            opponents: Name of the policy of each seat; checked.
        """
        return False

    # For rows on which the referee plays matches, see `referee.match.lane`.

    @property
    def answers(self) -> RowColumn:
        """The column of bots' answers; one of `acted`, or `MESSAGE`."""
        return MESSAGE

    def action_of(self, value: Array) -> Any:
        """Return a value of `answers` as an action of the game.

        Raises:
            MalformedError: It can't be read as one.
        """
        raise NotImplementedError(f"{type(self).__name__} takes no answers but messages")

    def put_match(self, row: int, state: Any) -> None:
        """Put a state of the game into a row as its match; the state stays unchanged."""
        raise NotImplementedError(f"{type(self).__name__} takes no states of its game")

    def going_on(self) -> Bools:
        """Return whether the open decision point continues the turn before it, as bool[row]."""
        return np.zeros(self.num_rows, np.bool_)

    def keep(self, rows: Longs, other: Any) -> None:
        """Copy some matches from other rows of the same kind, as they are; only where `asks_all`.

        Args:
            rows: int64[n]: their indices, the same in both.
            other: The other rows.
        """
        raise NotImplementedError(f"{type(self).__name__} keeps no matches of others")

    def digests(self, rows: Longs) -> list[bytes]:
        """Return the digests of some matches.

        Args:
            rows: int64[n].
        """
        return [self.digest(row) for row in rows.tolist()]

    def chosen(self, rows: Longs | None) -> Longs:
        """Return these rows, or all."""
        return np.arange(self.num_rows) if rows is None else rows


@runtime_checkable
class StartsRows(Protocol):
    """A game with its own implementation of rows."""

    def start_rows(self, config: GameConfig, *, num_rows: int, num_seats: int) -> Rows:
        """Return rows, none of them begun."""
        ...
