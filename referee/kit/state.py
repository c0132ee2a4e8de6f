"""The part of a state that all games of the kit have: config, seats, seed and scripted dice."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.digest import hidden_from_digest
from referee.core.rng import Stream

__all__ = ["Ints", "State"]

Ints: TypeAlias = npt.NDArray[np.int64]

S = TypeVar("S", bound="State")


@dataclasses.dataclass(kw_only=True)
class State:
    """The part of a state that every game has; a game's own adds arrays of integers and booleans."""

    config: Any = dataclasses.field(default=None, metadata=hidden_from_digest)
    """The match's config."""
    num_seats: int = dataclasses.field(default=0, metadata=hidden_from_digest)
    """Seats."""
    seed: npt.NDArray[np.uint64] = dataclasses.field(default_factory=lambda: np.zeros(0, np.uint64))
    """uint64[1]; the match seed; empty in a game without dice."""
    script: Ints = dataclasses.field(
        default_factory=lambda: np.zeros(0, np.int64), metadata=hidden_from_digest
    )
    """int64[roll]; what coming rolls give in place of the streams."""
    script_left: Ints = dataclasses.field(
        default_factory=lambda: np.zeros(0, np.int64), metadata=hidden_from_digest
    )
    """int64[0 or 1]; scripted rolls to come, negative when short; empty without a script."""

    def as_state(self, cls: type[S], **arrays: Any) -> S:
        """Return a state of the game's own class for the same match: with its config, seats and dice.

        Args:
            cls: The class.
            arrays: Values of the fields that the class adds.
        """
        own: dict[str, Any] = {
            each.name: getattr(self, each.name) for each in dataclasses.fields(State)
        }
        return cls(**own, **arrays)

    def roll(self, sides: int, *keys: int) -> int:
        """Roll a die of `sides`, 1..sides: the first of the stream that `keys` name, or the script's next.

        Args:
            sides: From 1; one side gives 1 and is no roll.
            keys: What the roll is for, such as a round and a seat, from 0: the same keys give the same.

        Raises:
            TypeError: The game says that it is free of chance.
        """
        if sides > 1 and self.script_left.size:
            self.script_left[0] -= 1
            if self.script_left[0] >= 0:
                value = int(self.script[self.script.size - 1 - self.script_left[0]])
                return (value - 1) % sides + 1
        if not self.seed.size:
            raise TypeError("a game with chance_free=True has no dice: leave that out of its info")
        return Stream(int(self.seed[0]), *keys).draw(sides)

    def shuffled(self, count: int, *keys: int) -> list[int]:
        """Return the numbers 0..count-1 in an order drawn from the stream that `keys` name (Fisher-Yates)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.roll(last + 1, *keys, last) - 1
            order[last], order[other] = order[other], order[last]
        return order
