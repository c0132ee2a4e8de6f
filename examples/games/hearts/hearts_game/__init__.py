"""Hearts: four seats play tricks with thirteen cards each, and avoid hearts and the queen of spades."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from hearts_game.view import VIEW
from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = ["INFO", "PLUGIN", "Hearts"]

INFO = GameInfo("hearts", "Hearts", 1, "Take no hearts, and never the queen.", 4, 4, 4, ring=True)
SEATS, HAND, DECK = 4, 13, 52
QUEEN_OF_SPADES, FIRST_HEART = 36, 39
ALL_POINTS = 26

Seat = Annotated[int, Field(ge=0, le=SEATS - 1)]
Card = Annotated[int, Field(ge=0, le=DECK - 1)]
Points = Annotated[int, Field(ge=0, le=2600)]
PointsBySeat = Annotated[list[Points], Field(min_length=SEATS, max_length=SEATS)]


class Config(GameConfig):
    """Settings of a match of Hearts (HE-1)."""

    deals: Annotated[int, Field(ge=1, le=100)] = 4
    """Number of deals in a match."""


class Play(Record):
    """A seat's action: play a card (HE-3)."""

    card: Card
    """Number of the card to play."""


class Seen(Record):
    """What a seat knows of a match (HE-5)."""

    seat: Seat | None = None
    """Index of the observing seat; absent for the public."""
    hand: Annotated[list[Card], Field(max_length=HAND)]
    """Cards in the seat's hand, ascending."""
    leader: Seat
    """Seat that leads to the current trick."""
    trick: Annotated[list[Card], Field(max_length=SEATS)]
    """Cards played to the current trick, the leader's first."""
    played_by: Annotated[
        list[Annotated[int, Field(ge=-1, le=SEATS - 1)]], Field(min_length=DECK, max_length=DECK)
    ]
    """For each card, the seat that has played it in this deal; -1 for none."""
    points: PointsBySeat
    """Points of each seat in this deal so far."""
    total: PointsBySeat
    """Points of each seat in all earlier deals."""
    legal: Annotated[list[Card], Field(max_length=HAND)]
    """Cards that the seat may play now, ascending."""


class Played(Record):
    """A seat has played a card."""

    seat: Seat
    """Seat that has played the card."""
    card: Card
    """Number of the card."""


class TrickTaken(Record):
    """A trick is complete, and one seat takes its four cards."""

    seat: Seat
    """Seat that takes the trick."""
    points: Annotated[int, Field(ge=0, le=ALL_POINTS)]
    """Points of the cards in the trick."""


class DealEnded(Record):
    """A deal is over: all cards are played."""

    points: PointsBySeat
    """Points that each seat gets for the deal."""


@dataclasses.dataclass(kw_only=True)
class Deal(State):
    """State of a match of Hearts: where the cards are, the current trick, and penalty points."""

    place: Ints
    """int64[52]: where each card is: 0..3 in that seat's hand, 4..7 played by seat 0..3."""
    trick: Ints
    """int64[4]: cards of the current trick, the leader's first; -1 where none is played yet."""
    points: Ints
    """int64[4]: points of each seat in this deal."""
    total: Ints
    """int64[4]: points of each seat in earlier deals."""
    now: Ints
    """int64[3]: number of deals that are over, seat that leads, number of cards in the trick."""


class Hearts(SimpleGame[Config, Deal, Play, Seen]):
    """The rules of Hearts."""

    info = INFO
    config_class = Config
    actions = (Play,)
    observation = Seen
    events = (Played, TrickTaken, DealEnded)

    def deal(self, config: Config, table: State) -> Deal:
        """Return the state after the first cards are dealt; no seat has points (HE-1, HE-2)."""
        place, trick, now = (
            np.zeros(DECK, np.int64),
            np.zeros(SEATS, np.int64),
            np.zeros(3, np.int64),
        )
        points, total = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        state = table.as_state(Deal, place=place, trick=trick, points=points, total=total, now=now)
        _deal(state)
        return state

    def acting(self, state: Deal) -> Sequence[int]:
        """Return the seat whose turn it is, in order from the trick's leader.

        The result is empty after the last deal (HE-3).
        """
        deals, leader, on_table = state.now.tolist()
        return () if deals == state.config.deals else ((leader + on_table) % SEATS,)

    def see(self, state: Deal, seat: int) -> Seen:
        """Return what a seat knows: its own hand, and what the public knows (HE-5)."""
        return _seen(state, seat)

    def observe_public(self, state: Deal) -> Seen:
        """Return what the public knows: everything except hands (HE-5)."""
        return _seen(state, None)

    def legal_actions(self, state: Deal, seat: int) -> Sequence[Play]:
        """Return the plays that HE-3 allows; the lowest card is the default."""
        return [Play.of(card=card) for card in _legal(state, seat)]

    def play(self, state: Deal, actions: Mapping[int, Play]) -> Iterator[Record]:
        """Play a card of the acting seat.

        Return the event of the card played, and those of a trick or deal that ends (HE-3, HE-4).
        """
        ((seat, play),) = actions.items()
        state.place[play.card] = SEATS + seat
        state.trick[state.now[2]] = play.card
        state.now[2] += 1
        yield Played.of(seat=seat, card=play.card)
        if state.now[2] == SEATS:
            yield _take_trick(state)
            if not (state.place < SEATS).any():
                yield _end_deal(state)

    def scores(self, state: Deal) -> Sequence[int]:
        """Return the score of each seat: its penalty points of all deals, negated (HE-4)."""
        return (-state.total).tolist()

    def unseen(self, state: Deal, seat: int) -> Mapping[str, Sequence[int]]:
        """Return which cards a seat can't tell apart, as indices in arrays of the state, by array.

        They are the cards in other hands, in the array `place`.

        Shuffling these cards makes a state that looks the same to the seat. The hand of the seat
        that plays next is left out, since its card is shown by the next step (HE-5).
        """
        shown = {seat, *self.acting(state)}
        return {
            "place": [card for card, at in enumerate(state.place) if at < SEATS and at not in shown]
        }


def _deal(state: Deal) -> None:
    """Shuffle and deal all cards; the seat with the two of clubs leads (HE-2)."""
    for at, card in enumerate(state.shuffled(DECK, int(state.now[0]))):
        state.place[card] = at // HAND
    state.now[1:] = state.place[0], 0
    state.trick[:] = -1
    state.points[:] = 0


def _hand(state: Deal, seat: int) -> list[int]:
    return np.flatnonzero(state.place == seat).tolist()


def _is_bad(card: int) -> bool:
    return card >= FIRST_HEART or card == QUEEN_OF_SPADES


def _legal(state: Deal, seat: int) -> list[int]:
    """Return the cards of a seat's hand that HE-3 allows it to play."""
    hand = _hand(state, seat)
    is_first_trick = int((state.place >= SEATS).sum()) < SEATS
    if state.now[2] == 0:
        is_broken = bool((state.place[FIRST_HEART:] >= SEATS).any())
        plain = hand if is_broken else [card for card in hand if card < FIRST_HEART]
        return [0] if is_first_trick else plain or hand
    same_suit = [card for card in hand if card // HAND == state.trick[0] // HAND]
    harmless = [card for card in hand if not _is_bad(card)]
    return same_suit or (is_first_trick and harmless) or hand


def _take_trick(state: Deal) -> TrickTaken:
    """Give the trick to the highest card of the suit led.

    That card's seat leads the next trick (HE-3).
    """
    cards = state.trick.tolist()
    same_suit = [card for card in cards if card // HAND == cards[0] // HAND]
    seat = (int(state.now[1]) + cards.index(max(same_suit))) % SEATS
    points = sum(13 if card == QUEEN_OF_SPADES else int(_is_bad(card)) for card in cards)
    state.points[seat] += points
    state.trick[:] = -1
    state.now[1:] = seat, 0
    return TrickTaken.of(seat=seat, points=points)


def _end_deal(state: Deal) -> DealEnded:
    """Add the points of a deal to the totals, and deal again unless it was the last deal (HE-2, HE-4)."""
    points = state.points.copy()
    if points.max() == ALL_POINTS:
        points = ALL_POINTS - points
    state.total += points
    state.now[0] += 1
    if state.now[0] < state.config.deals:
        _deal(state)
    return DealEnded.of(points=points.tolist())


def _seen(state: Deal, seat: int | None) -> Seen:
    deals, leader, on_table = state.now.tolist()
    is_asked = deals < state.config.deals and seat == (leader + on_table) % SEATS
    return Seen.of(
        seat=seat,
        hand=[] if seat is None else _hand(state, seat),
        leader=leader,
        trick=state.trick[:on_table].tolist(),
        played_by=np.where(state.place < SEATS, -1, state.place - SEATS).tolist(),
        points=state.points.tolist(),
        total=state.total.tolist(),
        legal=_legal(state, seat) if seat is not None and is_asked else [],
    )


PLUGIN = plugin(Hearts(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0", view=VIEW)
