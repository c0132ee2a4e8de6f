"""What environments need of whoever steps their matches: a small protocol with two implementations.

Requests are answered in their order, so that some may be sent ahead; an array that comes with an answer
is the caller's own, and is not written to again.
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
    """Which matches are played."""

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
    """What a batch is opened with."""

    num_rows: int
    """Matches side by side."""
    seed: int
    """Episode k of row i has the seed that follows from this, i and k."""
    autoreset: str
    """One of `AUTORESETS`."""
    max_steps: int
    """Decision points after which an episode is cut off; 0 for never."""
    strict: bool
    """Whether a step with an action that the rules refuse is refused as a whole."""
    observe: tuple[str, ...]
    """Columns that every answer tells."""
    final: tuple[str, ...]
    """Columns of the last moment of episodes where others begin at once."""
    policies: Mapping[int, str]
    """House policies by the seats that they play."""
    stagger: int
    """Steps over which rows begin their first episodes; 0 for all at once."""
    reward: str = SCORE
    """What rewards are; one of `REWARDS`."""
    first_row: int = 0
    """Number of the first row, where rows of several batches of one seed are counted together."""


@dataclasses.dataclass(frozen=True, slots=True)
class Restoring:
    """Which rows go on from what."""

    kept: Any
    """`Answer.kept` of a snapshot of this batch."""
    rows: Array
    """int64[n]: the rows, each once."""
    places: Array
    """int64[n]: which of the kept rows, from 0 in their order, each goes on from."""
    seeds: Array | None
    """uint64[n]: what is to come is drawn from these; None if it stays what it would have been."""
    redraw_for: int | None
    """A seat: what it can't know is redrawn; None if it stays."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stepped:
    """What a step came to; arrays as in `SimulationService`."""

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
    """What was last seen of those."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request."""

    batch: int
    """Number of the batch."""
    observed: Mapping[str, Values]
    """The columns that the batch was opened with."""
    step: Stepped | None
    """What the step came to; None if it was no step."""
    kept: Any = None
    """What rows that were kept are gone on from by; None if none were."""


class Backend(Protocol):
    """Steps batches of matches of one game."""

    description: Description
    """The game."""

    def open(self, batch: int, opening: Opening) -> None:
        """Ask for a batch, in place of one of this number that is there."""

    def step(self, batch: int, actions: Mapping[str, Values]) -> None:
        """Ask for one decision point in every row."""

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """Ask for the next episode of some rows, int64[n], with these match seeds, uint64[n], if given."""

    def snapshot(self, batch: int, rows: Array) -> None:
        """Ask for some rows, int64[n], to be kept as they are; the answer observes nothing."""

    def restore(self, batch: int, restoring: Restoring) -> None:
        """Ask to go on in some rows from what was kept."""

    def drop(self, batch: int, kept: Any) -> None:
        """Ask for what was kept to be forgotten; the answer observes nothing."""

    def dump(self, batch: int) -> Any:
        """Return a batch with all that another backend needs to go on exactly as this one, for `load`.

        Raises:
            BackendError: Batches are elsewhere.
        """
        ...

    def load(self, batch: int, opening: Opening, dumped: Any) -> None:
        """Have a batch, in place of opening it, that goes on as the one that was dumped."""

    def recv(self) -> Answer:
        """Return the answer to the oldest request that has none.

        Raises:
            BackendError: It was refused, which changes nothing, or the backend is gone.
        """
        ...

    def close(self) -> None:
        """Let go of everything."""
