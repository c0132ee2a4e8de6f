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
"""When the next episode of a row begins, as in Gymnasium."""


@dataclasses.dataclass(frozen=True, slots=True)
class Game:
    """A game with its config, seats and version."""

    game: str
    """Identifier of the game."""
    config: Any = None
    """Fields of the game's config by name, or its Config message; None means the defaults."""
    num_seats: int = 0
    """Seats of each match; 0 means the game's default."""
    version: int = 0
    """Behaviour version of the rules; 0 means the newest."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opening:
    """Arguments with which a batch is opened."""

    num_rows: int
    """Number of matches."""
    seed: int
    """Episode k of row i has the seed that follows from this, i and k."""
    autoreset: str
    """One of `AUTORESETS`."""
    max_steps: int
    """Decision points after which an episode is truncated; 0 for never."""
    strict: bool
    """Whether a step with an action that the rules refuse is refused as a whole and changes nothing."""
    observe: tuple[str, ...]
    """Columns that every answer has."""
    final: tuple[str, ...]
    """Columns of the last state of episodes where other ones begin at once."""
    policies: Mapping[int, str]
    """House policies by the seats that they play."""
    stagger: int
    """Steps over which rows begin their first episodes; 0 for all at once."""
    reward: str = SCORE
    """Kind of reward; one of `REWARDS`."""
    first_row: int = 0
    """Number of the first row, if rows of several batches with one seed are counted together."""


@dataclasses.dataclass(frozen=True, slots=True)
class Restoring:
    """Rows of a batch that go on from kept ones."""

    kept: Any
    """`Answer.kept` of a snapshot of this batch."""
    rows: Array
    """int64[n]: the rows, each once."""
    places: Array
    """int64[n]: for each of `rows` the kept row to go on from, from 0 in their order."""
    seeds: Array | None
    """uint64[n]: seeds of all later draws; None keeps the draws as they would have been."""
    redraw_for: int | None
    """A seat from which the hidden state is drawn again; None keeps the hidden state."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stepped:
    """Result of a step; arrays as in `SimulationService`."""

    reward: Array
    """float32[row, seat]: the seat's reward where the rules ended the match, else 0."""
    placement: Array
    """int32[row, seat]: the seat's placement from 1 where the rules ended the match, else 0."""
    terminated: Array
    """bool[row]."""
    truncated: Array
    """bool[row]."""
    refused: Array
    """int32[row, seat]: parts of actions that the rules refused."""
    final_rows: Array
    """int64[n]: rows whose episode ended and was followed at once, ascending."""
    final: Mapping[str, Values]
    """Columns of their last states, before the next episodes began."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a request."""

    batch: int
    """Number of the batch."""
    observed: Mapping[str, Values]
    """The columns that the batch was opened with."""
    step: Stepped | None
    """Result of the step; None if the request was no step."""
    kept: Any = None
    """If the request was a snapshot: what `Restoring.kept` takes; else None."""


class Backend(Protocol):
    """Steps batches of matches of one game."""

    description: Description
    """The game."""

    def open(self, batch: int, opening: Opening) -> None:
        """Ask for a new batch; it replaces a batch of the same number."""

    def step(self, batch: int, actions: Mapping[str, Values]) -> None:
        """Carry out actions and step every row to its next decision point; the answer is fetched separately."""

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """Ask for the next episode of some rows, int64[n], with these match seeds, uint64[n], if given."""

    def snapshot(self, batch: int, rows: Array) -> None:
        """Ask for some rows, int64[n], to be kept as they are; the answer observes nothing."""

    def restore(self, batch: int, restoring: Restoring) -> None:
        """Ask some rows to go on from kept ones."""

    def drop(self, batch: int, kept: Any) -> None:
        """Ask to forget kept rows; the answer observes nothing."""

    def dump(self, batch: int) -> Any:
        """Return a batch with all that another backend needs to go on exactly as this one, for `load`.

        Raises:
            BackendError: The batches are on a server.
        """
        ...

    def load(self, batch: int, opening: Opening, dumped: Any) -> None:
        """Open a batch that goes on as the one that was dumped."""

    def recv(self) -> Answer:
        """Return the answer to the oldest request that has none.

        Raises:
            BackendError: It was refused, which changes nothing, or the backend is gone.
        """
        ...

    def close(self) -> None:
        """Release all resources."""
