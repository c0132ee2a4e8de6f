"""Another game to break, in which even the number of hidden things is unknown, and what breaks it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import Event
from referee.core.rng import Stream
from referee.kit.game import State
from referee.kit.records import Record
from tests.testing.tiles import INFO, Bonus, Tiles, plugin_of


class MineSeen(Record):
    """What both seats see of a field."""

    cells: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(min_length=6, max_length=6)]
    """Of each cell: 1 a mine, 0 none, -1 not dug."""
    left: Annotated[int, Field(ge=0, le=6)] = 0
    """Nothing, in the right game."""


class Dig(Record):
    """A decision."""

    cell: Annotated[int, Field(ge=0, le=5)]
    """Where to dig."""


@dataclasses.dataclass(kw_only=True)
class Field6(State):
    """A match."""

    mines: npt.NDArray[np.int64]
    """int64[6]; 1 for a mine."""
    dug: npt.NDArray[np.int64]
    """int64[6]; 1 for what has been dug."""


class NoConfig(GameConfig):
    """Nothing can be set."""


class Mines(Tiles):
    """A game in a fog whose number of mines nobody knows."""

    info = dataclasses.replace(INFO, game="mines")
    config_class: ClassVar[Any] = NoConfig
    actions: ClassVar[Any] = (Dig,)
    observation: ClassVar[Any] = MineSeen
    events: ClassVar[Any] = (Bonus,)

    def deal(self, config: Any, table: State) -> Any:  # noqa: ARG002
        """Hide a mine in every other cell or so."""
        mines = [table.roll(2, cell) - 1 for cell in range(6)]
        return Field6(mines=np.array(mines, np.int64), dug=np.zeros(6, np.int64))

    def acting(self, state: Any) -> Sequence[int]:
        """Return seats in turn, until four cells are dug."""
        return () if state.dug.sum() == 4 else (int(state.dug.sum()) % state.num_seats,)

    def left(self, state: Any) -> int:  # noqa: ARG002
        """Show nothing."""
        return 0

    def see(self, state: Any, seat: int) -> Any:  # noqa: ARG002
        """Return what is dug."""
        cells = np.where(state.dug == 1, state.mines, -1).tolist()
        return MineSeen.of(cells=cells, left=self.left(state))

    def legal_actions(self, state: Any, seat: int) -> Any:  # noqa: ARG002
        """Return all cells that are not dug."""
        return [Dig.of(cell=int(cell)) for cell in np.flatnonzero(state.dug == 0)]

    def play(self, state: Any, actions: Any) -> Iterator[Record | Event]:
        """Dig."""
        ((_, dig),) = actions.items()
        state.dug[dig.cell] = 1
        yield Bonus.of(value=int(state.mines[dig.cell]))

    def scores(self, state: Any) -> Sequence[Any]:
        """Nobody ever has a point."""
        return [0] * state.num_seats

    def unseen(self, state: Any, seat: int) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return nothing: any cell may be dug by the next step."""
        return {}


class MinesOfOneSight(Mines):
    """Lets only the first cell be dug, and redraws all others."""

    def legal_actions(self, state: Any, seat: int) -> Any:
        """Return the first."""
        return super().legal_actions(state, seat)[:1]

    def redraw(self, state: Any, seat: int, dice: Stream) -> Any:  # noqa: ARG002
        """Return other mines behind the next cell."""
        other: Any = self.copy(state)
        for cell in np.flatnonzero(state.dug == 0)[len(self.acting(state)) :]:
            other.mines[cell] = dice.draw(2) - 1
        return other


class CountsMines(MinesOfOneSight):
    """Shows through the fog how many mines there are: another order of them changes nothing."""

    def left(self, state: Any) -> int:
        """See the class."""
        return int(state.mines.sum())


class RedrawsTooMuch(MinesOfOneSight):
    """Redraws cells that seats have seen."""

    def redraw(self, state: Any, seat: int, dice: Stream) -> Any:  # noqa: ARG002
        """See the class."""
        other: Any = self.copy(state)
        other.mines[:] = [dice.draw(2) - 1 for _ in range(6)]
        return other


# Named, so that another process finds it.
MINES = plugin_of(MinesOfOneSight())
