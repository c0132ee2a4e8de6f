"""What environments need of whoever steps their matches: a small protocol with two implementations.

Requests are answered in their order, so that some may be sent ahead; an array that comes with an answer
is the caller's own, and is not written to again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol

from referee_envs.columns import Array, Description, Values

__all__ = ["AUTORESETS", "Answer", "Backend", "Game", "Opening", "Stepped"]

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


@dataclasses.dataclass(frozen=True, slots=True)
class Stepped:
    """What a step came to; arrays as in `SimulationService`."""

    reward: Array
    """float32[row, seat]: the seat's score where the rules ended the match, else 0."""
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

    def recv(self) -> Answer:
        """Return the answer to the oldest request that has none.

        Raises:
            BackendError: It was refused, which changes nothing, or the backend is gone.
        """
        ...

    def close(self) -> None:
        """Let go of everything."""
