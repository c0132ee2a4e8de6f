"""Interface between environments and the backend that steps their matches, with two implementations.

Requests are answered in order, so that several may be sent before the first answer is read. An array of an answer
belongs to the caller, and the backend does not write to it again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol

from referee_envs.columns import Array, Description, Values
from referee_envs.rewards import SCORE

__all__ = ["AUTORESETS", "Answer", "Backend", "Game", "Opening", "Restoring", "Stepped"]

AUTORESETS = ("next_step", "same_step", "disabled")
"""Allowed values of `autoreset`, as in Gymnasium: when the next episode of a row begins."""


@dataclasses.dataclass(frozen=True, slots=True)
class Game:
    """Selects a game: identifier, config, number of seats and version."""

    game: str
    """Identifier of the game."""
    config: Any = None
    """Fields of the game's config by name, or its Config message; None means the defaults."""
    num_seats: int = 0
    """Number of seats of each match; 0 means the game's default."""
    version: int = 0
    """Behaviour version of the rules; 0 means the newest."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opening:
    """Arguments with which a batch of matches (its rows) is opened, such as seed and columns."""

    num_rows: int
    """Number of matches."""
    seed: int
    """Seed of the batch; episode k of row i has a match seed that follows from it, i and k."""
    autoreset: str
    """When the next episode of a row begins: one of `AUTORESETS`."""
    max_steps: int
    """Number of decision points after which an episode is truncated; 0 for never."""
    strict: bool
    """Whether a step with an action that the rules refuse is refused as a whole and changes nothing."""
    observe: tuple[str, ...]
    """Names of the columns that every answer has."""
    final: tuple[str, ...]
    """Names of the columns sent of an episode's last state, if the next episode begins at once."""
    policies: Mapping[int, str]
    """Name of the house policy for each seat that one plays."""
    stagger: int
    """Number of steps over which rows begin their first episodes; 0 for all at once."""
    reward: str = SCORE
    """Kind of reward: one of `REWARDS`."""
    first_row: int = 0
    """Number of the first row, if the rows of several batches with one seed are counted together."""


@dataclasses.dataclass(frozen=True, slots=True)
class Restoring:
    """Request that some rows (matches) of a batch continue from rows kept in a snapshot."""

    kept: Any
    """`Answer.kept` of the snapshot, which must be of this batch."""
    rows: Array
    """int64[n]: rows that continue, each once."""
    places: Array
    """int64[n]: for each of `rows`, the index, from 0, of the kept row to continue from."""
    seeds: Array | None
    """uint64[n]: seeds of all later random draws; None keeps the draws as they would have been."""
    redraw_for: int | None
    """Seat index: the state hidden from this seat is drawn again; None keeps the hidden state."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stepped:
    """Result of a step of a batch: rewards, ends and refusals, for all seats of all rows (matches)."""

    reward: Array
    """float32[row, seat]: the seat's reward if the rules ended the match, else 0."""
    placement: Array
    """int32[row, seat]: the seat's placement, from 1, if the rules ended the match, else 0."""
    terminated: Array
    """bool[row]: whether the rules ended the match with this step."""
    truncated: Array
    """bool[row]: whether the match was cut off after `max_steps`."""
    refused: Array
    """int32[row, seat]: number of parts of the seat's action that the rules refused."""
    final_rows: Array
    """int64[n]: rows whose episode ended and was followed by another at once, ascending."""
    final: Mapping[str, Values]
    """Columns of the last states in `final_rows`, before the next episodes began."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a backend to one request: observed columns, and the result of a step or a snapshot."""

    batch: int
    """Number of the batch that the request was for."""
    observed: Mapping[str, Values]
    """Observed columns by name: those that the batch was opened with."""
    step: Stepped | None
    """Result of the step; None if the request was no step."""
    kept: Any = None
    """Kept rows, for `Restoring.kept`, if the request was a snapshot; else None."""


class Backend(Protocol):
    """Interface: steps batches of matches (their rows) of one game."""

    description: Description
    """Description of the game and its columns."""

    def open(self, batch: int, opening: Opening) -> None:
        """Request a batch of matches; an open batch with the same identifying number is replaced.

        Args:
            batch: Number that identifies the batch.
            opening: Number of matches, their seed and columns, and other terms of the batch.
        """

    def step(self, batch: int, actions: Mapping[str, Values]) -> None:
        """Request that every match of a batch carries out actions, up to its next decision point.

        `recv` returns the answer.

        Args:
            batch: Number that identifies the batch.
            actions: Action columns by name, for all seats of all matches.
        """

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """Request the next episode of some rows (matches) of a batch.

        Args:
            batch: Number that identifies the batch.
            rows: int64[n]: indices of the rows.
            seeds: uint64[n]: match seeds of these episodes; None continues with the batch's own.
        """

    def snapshot(self, batch: int, rows: Array) -> None:
        """Request that some rows (matches) of a batch, int64[n], are kept as they are.

        The answer has no observations.
        """

    def restore(self, batch: int, restoring: Restoring) -> None:
        """Request that some rows (matches) of a batch continue from those of a snapshot.

        `restoring` says which rows, and from which of the snapshot's.
        """

    def drop(self, batch: int, kept: Any) -> None:
        """Request that the kept rows (matches) of a snapshot are forgotten; the answer has no observations."""

    def dump(self, batch: int) -> Any:
        """Return everything that another backend needs to continue a batch exactly, for its `load`.

        Raises:
            BackendError: The matches are on a server, which can't dump them.
        """
        ...

    def load(self, batch: int, opening: Opening, dumped: Any) -> None:
        """Open a batch that continues like the one that was dumped.

        Args:
            batch: Number that identifies the batch.
            opening: Arguments with which the dumped batch was opened.
            dumped: What `dump` returned.
        """

    def recv(self) -> Answer:
        """Return the answer to the oldest request without one, waiting for it.

        Raises:
            BackendError: The request was refused, which changes nothing, or the backend is gone.
        """
        ...

    def close(self) -> None:
        """Release the resources of the backend; its batches are lost."""
