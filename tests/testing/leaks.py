"""Games with one thing wrong each: they show, allow, ask or report what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from referee.core.game import Event
from referee.kit.game import Notice
from referee.kit.records import Record
from tests.testing.tiles import Bid, Bonus, Seen, Table, Tiles


class ShowsATile(Tiles):
    """Shows everybody the tile of seat 1."""

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """See the class."""
        return [int(state.tiles[1])]


class ShowsByLength(Tiles):
    """Shows how large the next seat's tile is by the length of a list."""

    def hints(self, state: Table, seat: int) -> list[int]:
        """See the class."""
        return [0] * int(state.tiles[(seat + 1) % state.num_seats])


class ShowsByPlace(Tiles):
    """Shows where the largest of the other tiles is."""

    def hints(self, state: Table, seat: int) -> list[int]:
        """See the class."""
        others = state.tiles.copy()
        others[seat] = -1
        return [int(others.argmax())]


class ShowsASum(Tiles):
    """Shows the sum of all tiles that a seat can't see: another order of them changes nothing."""

    def hints(self, state: Table, seat: int) -> list[int]:
        """See the class."""
        return [int(state.tiles.sum() - state.tiles[seat])]


class CountsZeros(Tiles):
    """Shows by its length how many other tiles are 0."""

    def hints(self, state: Table, seat: int) -> list[int]:
        """See the class."""
        return [0] * int((np.delete(state.tiles, seat) == 0).sum())


class ForgetsUnseen(Tiles):
    """Does not say what is hidden."""

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """See the class."""
        return {}


class ForgetsTheStock(Tiles):
    """Does not say that spare tiles are hidden."""

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:
        """See the class."""
        return {"tiles": [at for at in range(state.num_seats) if at != seat]}


class AllowsByTiles(Tiles):
    """Lists as many legal bids as a rival's tile allows."""

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:
        """See the class."""
        most = int(state.tiles[(seat + 1) % state.num_seats])
        return super().legal_actions(state, seat)[: 1 + most]


class TellsAll(Tiles):
    """Tells everybody the tile of the seat that bids."""

    def play(self, state: Table, actions: Mapping[int, Bid]) -> Iterator[Record | Event]:
        """See the class."""
        ((seat, _),) = actions.items()
        yield Bonus.of(value=int(state.tiles[seat]))
        yield from super().play(state, actions)


class TellsRefusals(Tiles):
    """Tells everybody what it refuses."""

    def step(self, state: Table, actions: Mapping[int, Bid | None]) -> list[Event]:
        """See the class."""
        events = super().step(state, actions)
        return [Event(each.body) if isinstance(each.body, Notice) else each for each in events]


class ShowsThePublic(Tiles):
    """Shows spectators the tile of seat 0."""

    def observe_public(self, state: Table) -> Seen:
        """See the class."""
        return self.see(state, 0)


class NamesAPhase(Tiles):
    """Names the phase by a hidden tile."""

    def phase(self, state: Table) -> str:
        """See the class."""
        return f"play{state.tiles[-1]}"


class AsksByTiles(Tiles):
    """Lets a hidden tile say who begins."""

    def acting(self, state: Table) -> Sequence[int]:
        """See the class."""
        if self.is_over(state):
            return ()
        return (int(state.decisions[0] + state.tiles[-1]) % state.num_seats,)
