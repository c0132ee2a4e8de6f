"""Leduc poker: each seat has one card, one card is common, and there are two rounds of bets."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.kit.game import Ints, State, plugin
from referee.kit.records import Record
from referee.kit.rollout.row_game import RowGame, places_of, shuffles

__all__ = ["INFO", "PLUGIN", "Leduc"]

INFO = GameInfo("leduc", "Leduc Poker", 1, "Two bets with half-known cards.", 2, 2, 2)
MOST = 10_000

Seat = Annotated[int, Field(ge=0, le=1)]
Rank = Annotated[int, Field(ge=0, le=2)]
Chips = Annotated[int, Field(ge=-MOST, le=MOST)]


class Config(GameConfig):
    """Settings of a match of Leduc poker (LP-1)."""

    hands: Annotated[int, Field(ge=1, le=100)] = 20
    """Number of hands in a match."""


class Bet(Record):
    """A seat's action: fold, call or raise (LP-3)."""

    move: Annotated[int, Field(ge=0, le=2)]
    """Move of the seat: 0 fold, 1 call or check, 2 raise."""


class Seen(Record):
    """What a seat knows of a match (LP-5)."""

    seat: Seat
    """Index of the observing seat."""
    card: Rank
    """Rank of the seat's card: 0 jack, 1 queen, 2 king."""
    board: Rank | None = None
    """Rank of the common card; absent in the first round of bets."""
    paid: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """Chips that each seat has put into the pot."""
    won: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """Chips that each seat has won in earlier hands, negative if lost."""
    moves: Annotated[list[Annotated[int, Field(ge=0, le=2)]], Field(max_length=3)]
    """Moves that are legal now, ascending: 0 fold, 1 call or check, 2 raise."""


class Moved(Record):
    """A seat has made a move."""

    seat: Seat
    """Seat that has made the move."""
    move: Annotated[int, Field(ge=0, le=2)]
    """Move that the seat has made: 0 fold, 1 call or check, 2 raise."""


class HandEnded(Record):
    """A hand is over; the seats' cards are shown if no seat has folded."""

    won: Annotated[list[Chips], Field(min_length=2, max_length=2)]
    """Chips that each seat has won in the hand, negative if lost."""
    cards: Annotated[list[Rank], Field(max_length=2)]
    """Rank of each seat's card; empty after a fold."""


@dataclasses.dataclass(kw_only=True)
class Table(State):
    """State of a match of Leduc poker: cards, chips, and the round of bets."""

    deck: Ints
    """int64[6]: ranks 0..2 of seat 0's card, seat 1's, the common card, and those never shown."""
    paid: Ints
    """int64[seat]: chips that each seat has in the pot."""
    won: Ints
    """int64[seat]: chips that each seat has won in all hands so far, negative if lost."""
    now: Ints
    """int64[4]: hand, from 0; round of bets, 0 or 1; number of raises in it; number of moves in it."""


class Leduc(RowGame[Config, Table, Bet, Seen]):
    """The rules of Leduc poker: for one match, and then for many at once (`..._rows`)."""

    info = INFO
    config_class = Config
    actions = (Bet,)
    observation = Seen
    events = (Moved, HandEnded)

    def deal(self, config: Config, table: State) -> Table:
        """Return the state after the first hand is dealt; no seat has won chips (LP-1, LP-2)."""
        deck, now = np.zeros(6, np.int64), np.zeros(4, np.int64)
        paid, won = np.zeros(2, np.int64), np.zeros(2, np.int64)
        state = table.as_state(Table, deck=deck, paid=paid, won=won, now=now)
        _deal(state)
        return state

    def acting(self, state: Table) -> Sequence[int]:
        """Return the seat whose turn it is; the two seats take turns in beginning a hand (LP-3)."""
        hand, _, _, decisions = state.now.tolist()
        return () if hand == state.config.hands else ((hand + decisions) % 2,)

    def see(self, state: Table, seat: int) -> Seen:
        """Return what a seat knows: its own card, the common card once shown, and all chips (LP-5)."""
        return Seen.of(
            seat=seat,
            card=int(state.deck[seat]),
            board=int(state.deck[2]) if state.now[1] else None,
            paid=state.paid.tolist(),
            won=state.won.tolist(),
            moves=_moves(state) if seat in self.acting(state) else [],
        )

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bet]:
        """Return the moves that LP-3 allows.

        The default is to fold, or to check if there is nothing to call.
        """
        return [Bet.of(move=move) for move in _moves(state)]

    def play(self, state: Table, actions: Mapping[int, Bet]) -> Iterator[Record]:
        """Carry out the acting seat's move.

        Return the event of the move, and that of a hand that ends (LP-3, LP-4).
        """
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
        """Return the score of each seat: chips won (LP-4)."""
        return state.won.tolist()

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:
        """Return which cards a seat can't tell apart, as indices in arrays of the state, by array.

        They are the cards that are hidden from the seat, in the array `deck`.

        Shuffling these cards makes a state that looks the same to the seat. Cards that the next
        step may show are left out (LP-5).
        """
        _, is_last, _, decisions = state.now.tolist()
        other = [] if is_last and decisions else [1 - seat]
        board = [] if is_last or decisions else [2]
        return {"deck": [*other, *board, 3, 4, 5]}

    # The same rules for many matches at once: arrays of the state have an axis of matches in front.

    def deal_rows(self, config: Config, table: State) -> Table:
        """Return matches after the first hand is dealt (LP-1, LP-2)."""
        num_rows = len(table.seed)
        deck, now = np.zeros((num_rows, 6), np.int64), np.zeros((num_rows, 4), np.int64)
        paid, won = np.zeros((num_rows, 2), np.int64), np.zeros((num_rows, 2), np.int64)
        state = table.as_state(Table, deck=deck, paid=paid, won=won, now=now)
        _deal_rows(state, np.ones(num_rows, np.bool_))
        return state

    def acting_rows(self, state: Table) -> np.ndarray:  # type: ignore[type-arg]
        """Return bool[row, seat]: whether it is the seat's turn (LP-3)."""
        hand, decisions = state.now[:, :1], state.now[:, 3:]
        return (hand < state.config.hands) & (np.arange(2) == (hand + decisions) % 2)

    def legal_rows(self, state: Table) -> np.ndarray:  # type: ignore[type-arg]
        """Return bool[row, 1, move]: the moves that LP-3 allows."""
        owes = state.paid[:, 0] != state.paid[:, 1]
        return np.stack([owes, np.ones_like(owes), state.now[:, 2] < 2], axis=1)[:, None]

    def see_rows(self, state: Table) -> Mapping[str, np.ndarray]:  # type: ignore[type-arg]
        """Return what seats know: their own card, the common card once shown, and all chips (LP-5)."""
        is_last = state.now[:, 1:2] > 0
        moves, count = places_of(self.legal_rows(state) & self.acting_rows(state)[:, :, None])
        return {
            "seat": np.tile(np.arange(2), (len(is_last), 1)),
            "card": state.deck[:, :2],
            "board.present": is_last,
            "board": np.where(is_last, state.deck[:, 2:3], 0),
            "paid": state.paid[:, None],
            "won": state.won[:, None],
            "moves": moves,
            "moves.count": count,
        }

    def play_rows(self, state: Table, numbers: Ints) -> None:
        """Carry out the move of each match's acting seat (LP-3, LP-4)."""
        seat, move = numbers.argmax(axis=1), numbers.max(axis=1)
        folds, raises = move == 0, move == 2
        state.now[:, 3] += 1
        pays = state.paid.max(axis=1) + (2 + 2 * state.now[:, 1]) * raises
        stays = np.flatnonzero(~folds)
        state.paid[stays, seat[stays]] = pays[stays]
        state.now[:, 2] += raises
        is_settled, is_last = (move == 1) & (state.now[:, 3] > 1), state.now[:, 1] > 0
        state.now[is_settled & ~is_last, 1:] = 1, 0, 0
        strength = state.deck[:, :2] + 3 * (state.deck[:, :2] == state.deck[:, 2:3])
        best = np.sign(strength[:, 1] - strength[:, 0])
        is_over = folds | (is_settled & is_last)
        chips = (np.where(folds, 1 - 2 * seat, best) * state.paid.min(axis=1))[is_over]
        state.won[is_over] += np.stack([-chips, chips], axis=1)
        state.now[is_over] = state.now[is_over] * (1, 0, 0, 0) + (1, 0, 0, 0)
        _deal_rows(state, is_over)

    def scores_rows(self, state: Table) -> np.ndarray:  # type: ignore[type-arg]
        """Return int64[row, seat]: chips won (LP-4)."""
        return state.won


def _moves(state: Table) -> list[int]:
    """Return the moves that LP-3 allows: folding only against a bet, and at most two raises a round."""
    owes = state.paid[0] != state.paid[1]
    return [0] * bool(owes) + [1] + [2] * bool(state.now[2] < 2)


def _deal(state: Table) -> None:
    """Deal the cards of a new hand; each seat pays an ante of one chip (LP-2)."""
    state.deck[:] = np.array(state.shuffled(6, int(state.now[0]))) // 2
    state.paid[:] = 1


def _deal_rows(state: Table, rows: np.ndarray) -> None:  # type: ignore[type-arg]
    """Deal the cards of a new hand in the matches that bool[row] marks (LP-2)."""
    state.deck[rows] = shuffles(state.seed[rows], 6, state.now[rows, 0]) // 2
    state.paid[rows] = 1


def _ended(state: Table, sign: int, cards: list[int]) -> HandEnded:
    """Give the pot to seat 1 if `sign` is positive, to seat 0 if negative (LP-4), and deal the next hand.

    Return the event of the hand's end, which shows `cards`. If `sign` is 0, nobody wins chips.
    """
    chips = sign * int(state.paid.min())
    state.won += (-chips, chips)
    state.now[:] = state.now[0] + 1, 0, 0, 0
    _deal(state)
    return HandEnded.of(won=[-chips, chips], cards=cards)


PLUGIN = plugin(Leduc(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
