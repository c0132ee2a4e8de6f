"""The part of a game state that is the same in all games of the kit: config, seats, seed and scripted dice."""

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
    """The part of a state that every game of the kit has.

    A game's subclass adds arrays of integers and booleans.
    """

    config: Any = dataclasses.field(default=None, metadata=hidden_from_digest)
    """Config of the match."""
    num_seats: int = dataclasses.field(default=0, metadata=hidden_from_digest)
    """Number of seats of the match."""
    seed: npt.NDArray[np.uint64] = dataclasses.field(default_factory=lambda: np.zeros(0, np.uint64))
    """uint64[1]: match seed, from which dice are drawn; empty in a game without dice."""
    script: Ints = dataclasses.field(
        default_factory=lambda: np.zeros(0, np.int64), metadata=hidden_from_digest
    )
    """int64[roll]: scripted results of coming rolls, which replace random ones."""
    script_left: Ints = dataclasses.field(
        default_factory=lambda: np.zeros(0, np.int64), metadata=hidden_from_digest
    )
    """int64[1]: number of scripted results not rolled yet; negative by the number of rolls for which
    no result was left. int64[0] without a script.
    """

    def as_state(self, cls: type[S], **arrays: Any) -> S:
        """Return a state of the game's own class with this state's config, seats and dice.

        Args:
            cls: The game's class of states.
            arrays: Values of the fields that the game's class adds.
        """
        own: dict[str, Any] = {
            each.name: getattr(self, each.name) for each in dataclasses.fields(State)
        }
        return cls(**own, **arrays)

    def roll(self, sides: int, *keys: int) -> int:
        """Return the result of rolling a die, 1..sides.

        It is the next scripted result; if there is no script, or none is left, it is the first
        number drawn from the random stream that `keys` name. A scripted result above `sides` counts
        on from 1: `sides` + 1 is 1.

        Args:
            sides: Number of sides, from 1; a die of one side shows 1 and does not count as a roll.
            keys: What the roll is for, such as a round and a seat, each from 0; the same keys give
                the same result.

        Raises:
            TypeError: The game declares that it is free of chance.
        """
        if sides > 1 and self.script_left.size:
            # Below 0 from the first roll on that the script has no result for.
            self.script_left[0] -= 1
            if self.script_left[0] >= 0:
                # From the front: with all results left, this is the first.
                value = int(self.script[self.script.size - 1 - self.script_left[0]])
                return (value - 1) % sides + 1
        # A game without dice has no seed, so that its digest does not depend on one.
        if not self.seed.size:
            raise TypeError("a game with chance_free=True has no dice: leave that out of its info")
        return Stream(int(self.seed[0]), *keys).draw(sides)

    def shuffled(self, count: int, *keys: int) -> list[int]:
        """Return the numbers 0..count-1 in random order, drawn from the stream that `keys` name (Fisher-Yates)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.roll(last + 1, *keys, last) - 1
            order[last], order[other] = order[other], order[last]
        return order
