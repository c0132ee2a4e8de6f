"""Makes observations for policies, in the form of Gymnasium, from columns of some seats of all matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from referee_envs.actions.base import ActionForm, Look, Seen
from referee_envs.columns import ALWAYS, Array, Column, Description, Ragged, Values
from referee_envs.errors import InputError
from referee_envs.features import ALL, MESSAGE, Features, SeenFeatures

__all__ = ["Observation", "View", "Views"]

Observation: TypeAlias = dict[str, Array]
"""Observations that a policy takes: arrays by column name, whose first axis is entries (seats of matches)."""

_SEAT = "seat"


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """What some seats of all rows (matches) see, and which actions are legal for them."""

    observation: Observation
    """Observations of the seats, for a policy."""
    asked: Array
    """bool[entry], one for each of the seats in each row: whether the seat must decide."""
    look: Look
    """Mask of legal actions, and what encoding actions needs."""
    shown: Ragged | None
    """The game's view for each of the seats, for rendering; None without rendering."""


class Views:
    """Makes views from the columns that a backend sends.

    Args:
        description: Description of the game.
        form: Form of the game's actions.
        columns: Names of the columns of observations, `*` for all columns of the game that are
            arrays, and features; None for `*` alone.
        shown: Name of the column with the game's view; empty without rendering.

    Raises:
        InputError: A column does not exist, or is ragged.
    """

    def __init__(
        self,
        description: Description,
        form: ActionForm,
        columns: Sequence[str | Features] | None,
        shown: str = "",
    ) -> None:
        self.form = form
        """Form of the game's actions: what is legal, and how actions are encoded."""
        named = None
        if columns is not None:
            named = [each for each in columns if not isinstance(each, Features)]
        self.columns = tuple(_chosen(description, named))
        """Columns that observations have, without features."""
        self._features = [
            SeenFeatures(description, each) for each in columns or () if isinstance(each, Features)
        ]
        names = {column.name: None for column in self.columns}
        names |= dict.fromkeys(("asked", *form.needs, *([shown] if shown else [])))
        if self._features:
            if all(column.name != MESSAGE for column in description.observed):
                bound = (
                    f"without Features: the columns of {description.game} show all of its message"
                )
                raise InputError("columns", bound, "Features")
            names[MESSAGE] = None
        self._shown = shown
        self.names = tuple(names)
        """Names of the columns that the backend must send."""
        self._by_name = {name: description.column(name) for name in self.names}
        self._num_seats = description.num_seats
        self.arrays = {each.name: each.space() for each in self.columns}
        """Spaces of columns and features by name: all that a seat sees, without masks and the
        seat's number.
        """
        for features in self._features:
            self.arrays |= features.spaces
        named_spaces: dict[str, spaces.Space[Any]] = {
            each.name: each.space() for each in self.columns
        }
        self._adds_seat = _SEAT not in named_spaces
        if self._adds_seat:
            named_spaces[_SEAT] = spaces.Box(0, self._num_seats - 1, (), np.int8)
        for features in self._features:
            _check_new(features.spaces, named_spaces | form.extra)
            named_spaces |= features.spaces
        self.space = spaces.Dict(named_spaces | form.extra)
        """Gymnasium space of one seat's observation."""

    def view(
        self, observed: Mapping[str, Values], num_rows: int, seats: Sequence[int], *, copy: bool
    ) -> View:
        """Return the view of these seats, in all rows.

        Args:
            observed: Columns of `names`, for all seats of all rows.
            num_rows: Number of rows.
            seats: Indices of the seats; entries are row by row, and within a row in this order.
            copy: Whether returned arrays must not share memory with `observed`.
        """
        seen = {
            name: self._entries(self._by_name[name], observed[name], num_rows, seats)
            for name in self.names
        }
        return self.view_of(seen, np.tile(np.array(seats, np.int8), num_rows), copy=copy)

    def view_of(self, seen: Seen, seats: Array, *, copy: bool = False) -> View:
        """Return the view of entries (seats of matches) whose columns have been selected already.

        Args:
            seen: Columns of `names`; their first axis is entries.
            seats: int8[entry]: index of each entry's seat.
            copy: Whether arrays that share memory with others must be copied.
        """
        look = self.form.look(seen, seen["asked"])
        # After `look`, which may need columns that policies do not get.
        observation = {column.name: seen[column.name] for column in self.columns}
        if copy:
            observation = {
                # An array without a base shares memory with nothing: it has been made here.
                name: array if array.base is None else array.copy()
                for name, array in observation.items()
            }
        if self._adds_seat:
            observation[_SEAT] = seats
        for features in self._features:
            observation |= features.arrays(seen[MESSAGE], seats)
        return View(observation | look.extra, seen["asked"], look, seen.get(self._shown))

    def _entries(self, column: Column, values: Values, num_rows: int, seats: Sequence[int]) -> Any:
        if isinstance(values, Ragged):
            # All seats in order: the lists are already those of the entries.
            if len(seats) == self._num_seats and list(seats) == sorted(seats):
                return values
            firsts = np.arange(num_rows)[:, None] * self._num_seats
            return values.some((firsts + np.array(seats)).reshape(-1))
        if not column.by_seat:
            return values if len(seats) == 1 else np.repeat(values, len(seats), axis=0)
        if len(seats) == 1:
            # A view: for a single seat, nothing needs to be copied.
            return values[:, seats[0]]
        if len(seats) < self._num_seats:
            values = values[:, list(seats)]
        return values.reshape(num_rows * len(seats), *column.shape)


def _check_new(names: Iterable[str], taken: Container[str]) -> None:
    for name in names:
        if name in taken:
            raise InputError("features", "with names that are not taken", repr(name))


def _chosen(description: Description, columns: Sequence[str] | None) -> list[Column]:
    # Columns of every game come first; policies get them only by name.
    own = [column for column in description.observed[len(ALWAYS) :] if not column.ragged]
    if columns is None:
        return own
    named = [description.column(name) for name in columns if name != ALL]
    chosen = [*own, *named] if ALL in columns else named
    for column in chosen:
        if column.ragged:
            raise InputError("columns", "names of arrays", repr(column.name))
    if len(set(chosen)) != len(chosen):
        raise InputError("columns", "each once", list(columns))
    return chosen
