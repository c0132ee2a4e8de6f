"""A sequential toy with hidden cards: draw or pass in turn; closest to the limit wins.

Rules: each seat starts with one card of value 1..`cards`. In seat order, whoever has not passed draws
one more card or passes; a full hand can only pass, and an answer that makes no sense is a pass. Seats
see the number of each other's cards, not their values. When all have passed the hands are shown: the
greater total up to `limit` wins, a total above it counts as 0. Card k of a seat is the first draw of
stream (seat, k).
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
from tests.helpers.toy_base import Ints, ToyAction, ToyCodec, ToyGame, ToyState, notice, state_base

__all__ = ["DRAW", "PASS", "SEQUENTIAL", "DrawConfig", "DrawGame", "DrawState", "Hand"]

PASS, DRAW = 0, 1
_LEGAL = (ToyAction(PASS), ToyAction(DRAW))


class DrawConfig(GameConfig):
    """Parameters of the drawing toy."""

    limit: int = Field(default=21, ge=2, le=100)
    """Greatest total that counts."""
    cards: int = Field(default=10, ge=2, le=20)
    """Greatest value of a card."""
    hand: int = Field(default=5, ge=2, le=10)
    """Most cards in a hand."""


@dataclasses.dataclass
class DrawState(ToyState[DrawConfig]):
    """A match of the drawing toy."""

    values: Ints
    """int64[seat, card]; 0 for a card not drawn."""
    counts: Ints
    """int64[seat]; cards drawn."""
    passed: Ints
    """int64[seat]; 1 for a seat that has passed."""
    turn: Ints
    """int64[1]; seat to decide."""


@dataclasses.dataclass(frozen=True, slots=True)
class DrawObservation:
    """What a seat may see."""

    seat: int
    values: list[int]
    counts: list[int]
    passed: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew; its value is told to that seat alone."""

    seat: int
    value: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: int


@dataclasses.dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand, shown at the end."""

    seat: int
    values: list[int]


class DrawGame(ToyGame[DrawConfig, DrawState, DrawObservation]):
    """The rules."""

    info = GameInfo("toy_draw", "Draw or Pass", 1, "Closest to the limit wins.", 2, 3, 2)
    config_class = DrawConfig

    def start(
        self, config: DrawConfig, *, seed: int, num_seats: int
    ) -> tuple[DrawState, list[Event]]:
        """Deal one card to each seat."""
        state = DrawState(
            *state_base(config, seed),
            values=np.zeros((num_seats, config.hand), np.int64),
            counts=np.zeros(num_seats, np.int64),
            passed=np.zeros(num_seats, np.int64),
            turn=np.zeros(1, np.int64),
        )
        events = [event for seat in range(num_seats) for event in _draw_card(state, seat)]
        return state, events

    def decision(self, state: DrawState) -> DecisionPoint | None:
        """The next seat that has not passed."""
        return None if state.passed.all() else DecisionPoint("draw", (int(state.turn[0]),))

    def observe(self, state: DrawState, seats: Sequence[int]) -> list[DrawObservation]:
        """Own cards, and how many the others have."""
        counts, passed = state.counts.tolist(), state.passed.tolist()
        return [DrawObservation(s, state.values[s].tolist(), counts, passed) for s in seats]

    def step(self, state: DrawState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """Draw or pass, then pass the turn on."""
        ((seat, action),) = actions.items()
        events = []
        wants = PASS if action is None else action.value
        if wants == DRAW and state.counts[seat] == state.config.hand:
            events.append(notice("HAND_FULL", seat))
            wants = PASS
        elif wants not in (PASS, DRAW):
            events.append(notice("BAD_FORM", seat))
            wants = PASS
        if wants == DRAW:
            events += _draw_card(state, seat)
        else:
            state.passed[seat] = 1
            events.append(Event(Passed(seat)))
        if state.passed.all():
            hands = enumerate(state.values.tolist())
            return events + [Event(Hand(other, values)) for other, values in hands]
        state.turn[0] = _next_seat(state, seat)
        return events

    def outcome(self, state: DrawState) -> GameOutcome:
        """Totals up to the limit."""
        totals = state.values.sum(axis=1)
        scores = np.where(totals <= state.config.limit, totals, 0).tolist()
        return GameOutcome(rank([(score,) for score in scores]), tuple(scores))

    def random_action(self, state: DrawState, seat: int, dice: Stream) -> ToyAction:
        """Draw two times in three, while there is room."""
        full = state.counts[seat] == state.config.hand
        return ToyAction(PASS if full or dice.draw(3) == 1 else DRAW)

    def legal_actions(self, state: DrawState, seat: int) -> Sequence[ToyAction]:
        """Pass, and draw while there is room."""
        return _LEGAL[:1] if state.counts[seat] == state.config.hand else _LEGAL

    def hidden_variants(self, state: DrawState, seat: int, dice: Stream) -> Iterable[DrawState]:
        """Another seed; other cards in the other hands, unless the next step may show them."""
        yield self.reseeded(state, dice)
        if np.count_nonzero(state.passed == 0) > 1:
            variant = self.copy(state)
            for other in range(len(state.counts)):
                if other != seat:
                    count = int(state.counts[other])
                    variant.values[other, :count] = dice.roll(count, state.config.cards)
            yield variant


def _draw_card(state: DrawState, seat: int) -> list[Event]:
    slot = int(state.counts[seat])
    value = state.roll(state.config.cards, seat, slot)
    state.values[seat, slot] = value
    state.counts[seat] += 1
    others = tuple(other for other in range(len(state.counts)) if other != seat)
    return [Event(CardDrawn(seat, value), (seat,)), Event(CardDrawn(seat), others)]


def _next_seat(state: DrawState, seat: int) -> int:
    num_seats = len(state.passed)
    after = ((seat + step) % num_seats for step in range(1, num_seats + 1))
    return next(other for other in after if not state.passed[other])


_game = DrawGame()
SEQUENTIAL = Plugin(_game, ToyCodec(_game.parse_action), rulebook=__doc__)
