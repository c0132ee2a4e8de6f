"""Leduc poker: one card each, one card for both, and two rounds of bets."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = ["INFO", "PLUGIN", "Leduc"]

INFO = GameInfo("leduc", "Leduc Poker", 1, "Two bets with half-known cards.", 2, 2, 2)
MOST = 10_000

Seat = Annotated[int, Field(ge=0, le=1)]
Rank = Annotated[int, Field(ge=0, le=2)]
Chips = Annotated[int, Field(ge=-MOST, le=MOST)]


class Config(GameConfig):
    """What can be set (LP-1)."""

    hands: Annotated[int, Field(ge=1, le=100)] = 20
    """Hands in a match."""


class Bet(Record):
    """A decision (LP-3)."""

    move: Annotated[int, Field(ge=0, le=2)]
    """0 folds, 1 calls or checks, 2 raises."""


class Seen(Record):
    """What a seat may see (LP-5)."""

    seat: Seat
    """Its own number."""
    card: Rank
    """Its card: 0 jack, 1 queen, 2 king."""
    board: Rank | None = None
    """The card of both; absent in the first round."""
    paid: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """What each seat has in the pot."""
    won: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """What each seat has won in hands before."""
    moves: Annotated[list[Annotated[int, Field(ge=0, le=2)]], Field(max_length=3)]
    """Moves that are legal now, ascending."""


class Moved(Record):
    """A seat has decided."""

    seat: Seat
    """Which."""
    move: Annotated[int, Field(ge=0, le=2)]
    """0 folded, 1 called or checked, 2 raised."""


class HandEnded(Record):
    """A hand is over; cards are shown if nobody has folded."""

    won: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """What each seat has won by it."""
    cards: Annotated[list[Rank], Field(max_length=2)]
    """The seats' cards; empty after a fold."""


@dataclasses.dataclass(kw_only=True)
class Table(State):
    """A match."""

    deck: Ints
    """int64[6]; ranks 0..2: cards of seats 0 and 1, the board, and what is never shown."""
    paid: Ints
    """int64[seat]; chips in the pot."""
    won: Ints
    """int64[seat]; chips won in hands before."""
    now: Ints
    """int64[4]; hand from 0, round 0 or 1, raises in it, decisions in it."""


class Leduc(SimpleGame[Config, Table, Bet, Seen]):
    """The rules."""

    info = INFO
    config_class = Config
    actions = (Bet,)
    observation = Seen
    events = (Moved, HandEnded)

    def deal(self, config: Config, table: State) -> Table:
        """Nobody has won anything; the first hand (LP-1, LP-2)."""
        deck, now = np.zeros(6, np.int64), np.zeros(4, np.int64)
        paid, won = np.zeros(2, np.int64), np.zeros(2, np.int64)
        state = table.as_state(Table, deck=deck, paid=paid, won=won, now=now)
        _deal(state)
        return state

    def acting(self, state: Table) -> Sequence[int]:
        """Return seats in turn; another begins with every hand (LP-3)."""
        hand, _, _, decisions = state.now.tolist()
        return () if hand == state.config.hands else ((hand + decisions) % 2,)

    def see(self, state: Table, seat: int) -> Seen:
        """Return its own card, the board once it lies, and all chips (LP-5)."""
        return Seen.of(
            seat=seat,
            card=int(state.deck[seat]),
            board=int(state.deck[2]) if state.now[1] else None,
            paid=state.paid.tolist(),
            won=state.won.tolist(),
            moves=_moves(state) if seat in self.acting(state) else [],
        )

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bet]:
        """Return all that LP-3 allows; the default is to fold, or to check where there is nothing to pay."""
        return [Bet.of(move=move) for move in _moves(state)]

    def play(self, state: Table, actions: Mapping[int, Bet]) -> Iterator[Record]:
        """Chips go in; a round or a hand may end (LP-3, LP-4)."""
        ((seat, bet),) = actions.items()
        state.now[3] += 1
        if bet.move:
            state.paid[seat] = state.paid.max() + (2 + 2 * state.now[1]) * (bet.move == 2)
        state.now[2] += bet.move == 2
        yield Moved.of(seat=seat, move=bet.move)
        if bet.move == 0:
            yield _ended(state, 1 - 2 * seat, [])
        elif bet.move == 1 and state.now[3] > 1:
            if state.now[1]:
                cards = state.deck[:2].tolist()
                strength = [card + 3 * (card == state.deck[2]) for card in cards]
                yield _ended(state, int(np.sign(strength[1] - strength[0])), cards)
            else:
                state.now[1:] = 1, 0, 0

    def scores(self, state: Table) -> Sequence[int]:
        """Chips won (LP-4)."""
        return state.won.tolist()

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:
        """Return the other card, the board and the stock, except what the next step may show (LP-5)."""
        _, is_last, _, decisions = state.now.tolist()
        other = [] if is_last and decisions else [1 - seat]
        board = [] if is_last or decisions else [2]
        return {"deck": [*other, *board, 3, 4, 5]}


def _moves(state: Table) -> list[int]:
    """Return what LP-3 allows: to fold where there is something to pay, and two raises a round."""
    owes = state.paid[0] != state.paid[1]
    return [0] * bool(owes) + [1] + [2] * bool(state.now[2] < 2)


def _deal(state: Table) -> None:
    """Deal the cards of a hand, for an ante of one chip each (LP-2)."""
    state.deck[:] = np.array(state.shuffled(6, int(state.now[0]))) // 2
    state.paid[:] = 1


def _ended(state: Table, sign: int, cards: list[int]) -> HandEnded:
    """Give the pot to seat 1 if the sign is positive, to seat 0 if negative (LP-4), and deal the next hand."""
    chips = sign * int(state.paid.min())
    state.won += (-chips, chips)
    state.now[:] = state.now[0] + 1, 0, 0, 0
    _deal(state)
    return HandEnded.of(won=[-chips, chips], cards=cards)


PLUGIN = plugin(Leduc(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
