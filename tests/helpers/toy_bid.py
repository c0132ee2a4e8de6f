"""A simultaneous toy for two to four seats: sealed bids over a few rounds.

Rules: each seat has a purse. Every round all seats bid at once, from 0 to what is left in their purse;
an answer that makes no sense or costs too much is a bid of 0. The highest bid wins a point and is paid;
a die with one side per seat that bid as much breaks a tie, in seat order. The winner and the price are
shown, the losing bids never. Most points win, then the fuller purse. The die of round r (from 0) is
the first draw of stream (r).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import DecisionPoint, Event, GameInfo, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.rng import Stream
from tests.helpers.toy_base import (
    Ints,
    ToyAction,
    ToyCodec,
    ToyGame,
    ToyState,
    notice,
    read_number,
    state_base,
)

__all__ = ["SIMULTANEOUS", "BidConfig", "BidGame", "BidState", "RoundWon"]


class BidConfig(GameConfig):
    """Parameters of the bidding toy."""

    rounds: int = Field(default=4, ge=1, le=20)
    """Rounds in a match."""
    purse: int = Field(default=10, ge=1, le=1000)
    """What each seat may spend in a match."""


@dataclasses.dataclass
class BidState(ToyState[BidConfig]):
    """A match of the bidding toy."""

    bids: Ints
    """int64[round, seat]; 0 in rounds to come."""
    winners: Ints
    """int64[round]; seat that won, -1 in rounds to come."""
    purses: Ints
    """int64[seat]; what is left to spend."""
    round: Ints
    """int64[1]; rounds played."""


@dataclasses.dataclass(frozen=True, slots=True)
class BidObservation:
    """What a seat may see."""

    seat: int
    round: int
    own_bids: list[int]
    winners: list[int]
    prices: list[int]
    purses: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class RoundWon:
    """Who won a round, and for how much."""

    round: int
    seat: int
    price: int


class BidGame(ToyGame[BidConfig, BidState, BidObservation]):
    """The rules."""

    info = GameInfo("toy_bid", "Sealed Bids", 1, "The highest bid wins the round.", 2, 4, 2)
    config_class = BidConfig

    def start(
        self, config: BidConfig, *, seed: int, num_seats: int
    ) -> tuple[BidState, list[Event]]:
        """Fill the purses."""
        state = BidState(
            *state_base(config, seed),
            bids=np.zeros((config.rounds, num_seats), np.int64),
            winners=np.full(config.rounds, -1, np.int64),
            purses=np.full(num_seats, config.purse, np.int64),
            round=np.zeros(1, np.int64),
        )
        return state, []

    def decision(self, state: BidState) -> DecisionPoint | None:
        """All seats, every round."""
        if state.round[0] == state.config.rounds:
            return None
        return DecisionPoint("bid", tuple(range(len(state.purses))))

    def observe(self, state: BidState, seats: Sequence[int]) -> list[BidObservation]:
        """Own bids, and of each round the winner and the price."""
        played = int(state.round[0])
        winners = state.winners[:played].tolist()
        prices = state.bids[:played].max(axis=1).tolist()
        purses = state.purses.tolist()
        return [
            BidObservation(s, played, state.bids[:played, s].tolist(), winners, prices, purses)
            for s in seats
        ]

    def step(self, state: BidState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """Collect the bids, then settle the round."""
        played = int(state.round[0])
        events = []
        for seat in sorted(actions):
            action = actions[seat]
            bid, refusal = read_number(action, int(state.purses[seat]))
            state.bids[played, seat] = bid
            if refusal:
                events.append(notice(refusal, seat))
        price = int(state.bids[played].max())
        tied = np.flatnonzero(state.bids[played] == price)
        die = state.roll(len(tied), played) if len(tied) > 1 else 1
        winner = int(tied[die - 1])
        state.winners[played] = winner
        state.purses[winner] -= price
        state.round[0] += 1
        return [*events, Event(RoundWon(played, winner, price))]

    def outcome(self, state: BidState) -> GameOutcome:
        """Rounds won, then the purse."""
        seats = range(len(state.purses))
        won = [int(np.count_nonzero(state.winners == seat)) for seat in seats]
        keys = [(won[seat], int(state.purses[seat])) for seat in seats]
        return GameOutcome(rank(keys), tuple(won))

    def random_action(self, state: BidState, seat: int, dice: Stream) -> ToyAction:
        """Any bid the purse allows."""
        return ToyAction(dice.draw(int(state.purses[seat]) + 1) - 1)

    def legal_actions(self, state: BidState, seat: int) -> Sequence[ToyAction]:
        """All bids the purse allows."""
        return [ToyAction(bid) for bid in range(int(state.purses[seat]) + 1)]

    def hidden_variants(self, state: BidState, seat: int, dice: Stream) -> Iterable[BidState]:
        """Another seed; and other losing bids of the other seats."""
        yield self.reseeded(state, dice)
        variant = self.copy(state)
        for played in range(int(state.round[0])):
            winner = int(state.winners[played])
            price = int(state.bids[played, winner])
            for other in range(len(state.purses)):
                if other not in (seat, winner):
                    variant.bids[played, other] = dice.draw(price + 1) - 1
        yield variant


_game = BidGame()
SIMULTANEOUS = Plugin(_game, ToyCodec(_game.parse_action), rulebook=__doc__)
