"""Many matches of one game that are stepped together.

`Batch` is the interface; `LoopBatch` steps any game's matches one after another. A game that can do
better implements `StartsBatches`. A match in a batch and the same match by itself have equal digests
after every step. For simulation and statistics: no deadlines, no seats that come and go.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import DecisionPoint, Events, Game
from referee.core.outcome import GameOutcome

__all__ = ["Batch", "LoopBatch", "StartsBatches", "start_batch"]

ConfigT = TypeVar("ConfigT", bound=GameConfig)
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


class Batch(abc.ABC, Generic[ConfigT, StateT, ActionT, ObservationT]):
    """Matches of one game, by index.

    Args:
        game: The rules of a single match.
    """

    def __init__(self, game: Game[ConfigT, StateT, ActionT, ObservationT]) -> None:
        self.game = game

    @abc.abstractmethod
    def __len__(self) -> int:
        """Return matches in it, whether they are over or not."""

    @abc.abstractmethod
    def state(self, index: int) -> StateT:
        """Return one match, to look at: it must not be changed, and stepping the batch may change it.

        Raises:
            IndexError: There is no such match.
        """

    @abc.abstractmethod
    def step(self, actions: Sequence[Mapping[int, ActionT | None]]) -> list[Events]:
        """Carry out one decision point of every match that is not over.

        Args:
            actions: For each match what `Game.step` takes; not looked at where a match is over.

        Returns:
            The events of each match; none where it was over.

        Raises:
            FieldError: There is not one entry for each match.
        """

    def decision(self, index: int) -> DecisionPoint | None:
        """Return who must decide in a match; None once it is over."""
        return self.game.decision(self.state(index))

    def observe(self, index: int, seats: Sequence[int]) -> list[ObservationT]:
        """Return what each of `seats` may know of a match, in that order."""
        return self.game.observe(self.state(index), seats)

    def outcome(self, index: int) -> GameOutcome:
        """Placements and scores of a match, provisional before its end."""
        return self.game.outcome(self.state(index))

    def digest(self, index: int) -> bytes:
        """Digest of a match, the same as when it is played by itself."""
        return self.game.digest(self.state(index))

    def _check_length(self, actions: Sequence[object]) -> None:
        if len(actions) != len(self):
            raise FieldError("actions", f"one entry for each of {len(self)} matches", len(actions))


class LoopBatch(Batch[ConfigT, StateT, ActionT, ObservationT]):
    """Matches of any game, stepped one after another.

    Args:
        game: The rules of a single match.
        states: The matches; the batch steps these very objects.
    """

    def __init__(
        self, game: Game[ConfigT, StateT, ActionT, ObservationT], states: Sequence[StateT]
    ) -> None:
        super().__init__(game)
        self._states = list(states)

    def __len__(self) -> int:
        return len(self._states)

    def state(self, index: int) -> StateT:
        """See `Batch`."""
        return self._states[index]

    def step(self, actions: Sequence[Mapping[int, ActionT | None]]) -> list[Events]:
        """See `Batch`."""
        self._check_length(actions)
        return [
            [] if self.game.decision(state) is None else self.game.step(state, chosen)
            for state, chosen in zip(self._states, actions, strict=True)
        ]


@runtime_checkable
class StartsBatches(Protocol):
    """A game with a batch of its own."""

    def start_batch(
        self, config: Any, *, seeds: Sequence[int], num_seats: int
    ) -> Batch[Any, Any, Any, Any]:
        """Return matches before their first decision, one for each seed."""
        ...


def start_batch(
    game: Game[ConfigT, StateT, ActionT, ObservationT],
    config: ConfigT,
    *,
    seeds: Sequence[int],
    num_seats: int,
) -> Batch[ConfigT, StateT, ActionT, ObservationT]:
    """Return matches before their first decision, in the fastest batch that the game has.

    Args:
        game: The game.
        config: Config of all matches.
        seeds: Seed of each match, 0..2^64-1.
        num_seats: Seats of each match.

    Raises:
        FieldError: The game can't be played by so many.
    """
    game.check_seats(config, num_seats)
    if isinstance(game, StartsBatches):
        return game.start_batch(config, seeds=seeds, num_seats=num_seats)
    starts = (game.start(config, seed=seed, num_seats=num_seats) for seed in seeds)
    return LoopBatch(game, [state for state, _ in starts])
