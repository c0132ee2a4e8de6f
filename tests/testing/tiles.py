"""A game to break: hidden tiles, a die, bids in turn. Rules are in the docstrings."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin, Event
from referee.core.info import GameInfo
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = [
    "INFO",
    "Bid",
    "BidMade",
    "Bonus",
    "Config",
    "Seen",
    "TILES",
    "Table",
    "Tiles",
    "plugin_of",
]

INFO = GameInfo("tiles", "Tiles", 1, "Bid on what a die shows.", 2, 4, 2)
Seat = Annotated[int, Field(ge=0, le=3)]
Points = Annotated[int, Field(ge=0, le=1_000_000)]
RULEBOOK = "Each seat has a hidden tile, and bids in turn: " + 40 * "a bid of a die counts. "


class Config(GameConfig):
    """What can be set."""

    rounds: Annotated[int, Field(ge=1, le=6)] = 3
    """Bids of each seat."""
    spare: Annotated[int, Field(ge=1, le=4)] = 2
    """Tiles that nobody has."""


class Bid(Record):
    """A decision."""

    amount: Annotated[int, Field(ge=0, le=3)]
    """Points to win if the die shows more."""


class Seen(Record):
    """What a seat may see."""

    tile: Annotated[int, Field(ge=0, le=3)]
    """Its own."""
    points: Annotated[list[Points], Field(max_length=4)]
    """Of each seat, without tiles."""
    decisions: Annotated[int, Field(ge=0, le=1_000_000)]
    """Bids so far."""
    hints: Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(max_length=8)]
    """Nothing, in the right game; leaks, in wrong ones."""


class BidMade(Record):
    """A bid, and what the die has shown."""

    seat: Seat
    """Whose."""
    die: Annotated[int, Field(ge=1, le=6)]
    """What it showed."""


class Bonus(Record):
    """What wrong games tell."""

    value: Annotated[int, Field(ge=0, le=100)]
    """A secret."""


@dataclasses.dataclass(kw_only=True)
class Table(State):
    """A match."""

    tiles: Ints
    """int64[seat + spare]; of each seat, then those that nobody has."""
    points: Ints
    """int64[seat]; won by bids."""
    decisions: Ints
    """int64[1]; bids so far."""


class Tiles(SimpleGame[Config, Table, Bid, Seen]):
    """The right game."""

    info = INFO
    config_class: ClassVar[Any] = Config
    actions: ClassVar[Any] = (Bid,)
    observation: ClassVar[Any] = Seen
    events: ClassVar[Any] = (BidMade, Bonus)

    def deal(self, config: Config, table: State) -> Table:
        """Give each seat a tile of 0 to 3; tiles may be alike."""
        tiles = [table.roll(4, 0, place) - 1 for place in range(table.num_seats + config.spare)]
        return Table(
            tiles=np.array(tiles, np.int64), points=np.zeros(table.num_seats, np.int64),
            decisions=np.zeros(1, np.int64), seed=table.seed,
        )  # fmt: skip

    def is_over(self, state: Table) -> bool:
        """Whether each seat has made its bids."""
        return bool(state.decisions[0] >= state.config.rounds * state.num_seats)

    def acting(self, state: Table) -> Sequence[int]:
        """Return seats in turn."""
        return () if self.is_over(state) else (int(state.decisions[0]) % state.num_seats,)

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """Return nothing."""
        return []

    def see(self, state: Table, seat: int) -> Seen:
        """Return the own tile and all points."""
        return Seen.of(
            tile=int(state.tiles[seat]), points=state.points.tolist(),
            decisions=int(state.decisions[0]), hints=self.hints(state, seat),
        )  # fmt: skip

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:  # noqa: ARG002
        """Return any amount."""
        return [Bid.of(amount=amount) for amount in range(4)]

    def die(self, state: Table, seat: int) -> int:
        """Roll the die of a bid."""
        return state.roll(6, 1, int(state.decisions[0]), seat)

    def play(self, state: Table, actions: Mapping[int, Bid]) -> Iterator[Record | Event]:
        """Let a bid below the die count."""
        ((seat, bid),) = actions.items()
        die = self.die(state, seat)
        if bid.amount < die:
            state.points[seat] += bid.amount
        state.decisions[0] += 1
        yield BidMade.of(seat=seat, die=die)

    def scores(self, state: Table) -> Sequence[Any]:
        """Return points, and tiles with them in the end."""
        tiles = state.tiles[: state.num_seats] * self.is_over(state)
        return (state.points + tiles).tolist()  # type: ignore[no-any-return]

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:
        """Return tiles of others, unless the next bid is the last; and those that nobody has."""
        is_last = state.decisions[0] + 1 >= state.config.rounds * state.num_seats
        first = state.num_seats if is_last else 0
        return {"tiles": [at for at in range(first, state.tiles.size) if at != seat]}


def plugin_of(game: Any, rulebook: str = RULEBOOK) -> AnyPlugin:
    """Return a game as it is installed, under the name of its class: each has messages of its own."""
    game.info = dataclasses.replace(game.info, game=type(game).__name__.lower())
    return plugin(game, rulebook, kit="1.0")


TILES = plugin_of(Tiles())
"""The right game, as it is installed."""
