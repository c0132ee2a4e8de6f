"""Hidden stays hidden: in every game no seat can tell states apart that differ in what it may not see.

The checker is `referee.testing.hidden`; the second half of this file shows that it finds leaks of every
kind, in games that differ from an honest toy by the leak alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import pytest

from referee.core.game import AnyPlugin, DecisionPoint, Event, Plugin
from referee.core.outcome import GameOutcome
from referee.core.rng import Stream
from referee.testing.contract import config_of, num_seats_of
from referee.testing.hidden import HiddenStateLeakError, check_hidden_state, knowledge_of
from referee.testing.play import play_randomly
from tests.helpers.toy_base import ToyAction, ToyCodec
from tests.helpers.toy_bid import SIMULTANEOUS, BidGame, BidObservation, BidState, RoundWon
from tests.helpers.toy_draw import DrawGame, DrawObservation, DrawState, Hand


@pytest.mark.parametrize(
    ("seed", "rarely"),
    [
        (1, 1),
        pytest.param(2, 1, marks=[pytest.mark.slow, pytest.mark.nightly]),
        pytest.param(3, 1, marks=[pytest.mark.slow, pytest.mark.nightly]),
        (4, 24),
    ],
    ids=["1", "2", "3", "at a glance"],
)
def test_no_seat_can_tell_hidden_variants_apart(plugin: AnyPlugin, seed: int, rarely: int) -> None:
    """Whole matches of few seats and of many, every seat, every kind of hidden information.

    What there is to compare grows with the square of the seats, and so does what is left out of many.
    """
    config = config_of(plugin)
    for num_seats in num_seats_of(plugin):
        every = rarely * max(1, num_seats // 3) ** 2
        pairs = check_hidden_state(plugin, config, num_seats=num_seats, seed=seed, every=every)
        assert pairs >= num_seats


def test_decisions_of_others_are_not_in_the_state(plugin: AnyPlugin) -> None:
    """Whatever seats choose at a decision point, nobody sees a change before the step."""
    game, codec = plugin.game, plugin.codec
    config = config_of(plugin)
    num_seats = max(number for number in num_seats_of(plugin) if number <= 6)
    state, _ = game.start(config, seed=4, num_seats=num_seats)

    def watch(point: DecisionPoint) -> None:
        before = [knowledge_of(plugin, config, state, seat) for seat in range(num_seats)]
        digest = game.digest(state)
        for key, seat in enumerate(point.seats):
            action = game.random_action(state, seat, Stream(4, key))
            codec.decode_action(codec.encode_action(action))
            game.parse_action({"orders": [seat]})
            after = [knowledge_of(plugin, config, state, other) for other in range(num_seats)]
            assert (after, game.digest(state)) == (before, digest)

    play_randomly(game, state, Stream(5), watch=watch)


@pytest.mark.parametrize("own", [0, 10], ids=["as a loser", "as the winner"])
def test_a_losing_bid_is_not_told(own: int) -> None:
    """Seat 1 loses to seat 0 with a bid of 0 as with 4: seat 2 is told the same, byte for byte."""
    game, codec = SIMULTANEOUS.game, SIMULTANEOUS.codec
    config = game.config_class()
    told = []
    for bid in (0, 4):
        state, _ = game.start(config, seed=6, num_seats=3)
        events = game.step(state, {0: ToyAction(5), 1: ToyAction(bid), 2: ToyAction(own)})
        told.append(
            [codec.encode_event(event) for event in events if event.is_visible_to(2)]
            + codec.encode_observations(config, game.observe(state, [2]))
        )
    assert told[0] == told[1]


# Games with a leak: each is an honest toy but for one method.


class LeaksInObservation(BidGame):
    """Shows the sum of all bids, losing ones included."""

    def observe(self, state: BidState, seats: Sequence[int]) -> list[BidObservation]:
        """See the class."""
        total = int(state.bids.sum())
        seen = super().observe(state, seats)
        return [dataclasses.replace(one, own_bids=[*one.own_bids, total]) for one in seen]


class LeaksAmongAll(BidGame):
    """Shows the first seat's bids to all when several are served together."""

    def observe(self, state: BidState, seats: Sequence[int]) -> list[BidObservation]:
        """See the class."""
        seen = super().observe(state, seats)
        return [dataclasses.replace(one, own_bids=seen[0].own_bids) for one in seen]


class LeaksInEvent(BidGame):
    """Tells everybody in which earlier round the lowest bid was made."""

    def step(self, state: BidState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        events = super().step(state, actions)
        return [*events, Event(RoundWon(-1, 0, int(state.bids.min(axis=1).sum())))]


class LeaksByAudience(BidGame):
    """Tells an event with nothing in it to seats whose rivals have bid an odd total."""

    def step(self, state: BidState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        events = super().step(state, actions)
        odd = tuple(s for s in actions if (state.bids.sum() - state.bids[:, s].sum()) % 2)
        return [*events, Event(RoundWon(-1, 0, 0), odd)]


class LeaksByLength(DrawGame):
    """Pads an observation with zeros, one for each point in the hands of others."""

    def observe(self, state: DrawState, seats: Sequence[int]) -> list[DrawObservation]:
        """See the class."""
        others = {seat: int(state.values.sum() - state.values[seat].sum()) for seat in seats}
        seen = super().observe(state, seats)
        return [
            dataclasses.replace(one, passed=one.passed + [0] * others[one.seat]) for one in seen
        ]


class LeaksByEventLength(DrawGame):
    """Ends every step with an event whose length tells the other hands."""

    def step(self, state: DrawState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        return [*super().step(state, actions), Event(Hand(0, [0] * int(state.values.sum())))]


class LeaksByRefusal(DrawGame):
    """Refuses to draw when the next rival's last card is odd."""

    def step(self, state: DrawState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """See the class."""
        ((seat, action),) = actions.items()
        rival = (seat + 1) % len(state.counts)
        if state.values[rival, state.counts[rival] - 1] % 2:
            action = ToyAction(7)
        return super().step(state, {seat: action})


class LeaksInLegalActions(DrawGame):
    """Lists an action only while the cards on the table make an even total."""

    def legal_actions(self, state: DrawState, seat: int) -> Sequence[ToyAction]:
        """See the class."""
        return super().legal_actions(state, seat)[: 1 + int(state.values.sum() % 2)]


class LeaksInPhase(DrawGame):
    """Names the phase after the total on the table."""

    def decision(self, state: DrawState) -> DecisionPoint | None:
        """See the class."""
        point = super().decision(state)
        return point and point._replace(phase=f"draw {state.values.sum()}")


class LeaksTheSeed(BidGame):
    """Breaks a coming tie by a die whose value it shows."""

    def observe(self, state: BidState, seats: Sequence[int]) -> list[BidObservation]:
        """See the class."""
        die = Stream(int(state.seed[0]), int(state.round[0])).draw(6)
        seen = super().observe(state, seats)
        return [dataclasses.replace(one, round=one.round + 100 * die) for one in seen]


class LeaksInOutcome(BidGame):
    """Scores by the losing bids."""

    def outcome(self, state: BidState) -> GameOutcome:
        """See the class."""
        honest = super().outcome(state)
        return dataclasses.replace(honest, scores=tuple(state.bids.sum(axis=0).tolist()))


def leaky(game: BidGame | DrawGame) -> AnyPlugin:
    """A plug-in of such a game."""
    return Plugin(game, ToyCodec(game.parse_action), rulebook="")


@pytest.mark.parametrize(
    ("game", "where"),
    [
        (LeaksInObservation(), "observation before the step"),
        (LeaksAmongAll(), "observation among all before the step"),
        (LeaksInEvent(), "events of the step"),
        (LeaksByAudience(), "events of the step"),
        (LeaksByLength(), "observation before the step"),
        (LeaksByEventLength(), "events of the step"),
        (LeaksByRefusal(), "events of the step"),
        (LeaksInLegalActions(), "legal actions before the step"),
        (LeaksInPhase(), "question before the step"),
        (LeaksTheSeed(), "observation before the step"),
        (LeaksInOutcome(), "outcome after the step"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_every_kind_of_leak_is_found(game: BidGame | DrawGame, where: str) -> None:
    """The error says by what the states could be told apart."""
    config = game.config_class()
    with pytest.raises(
        HiddenStateLeakError, match=rf"^toy_\w+, step \d+: seat \d can .* by {where}"
    ):
        check_hidden_state(leaky(game), config, num_seats=3, seed=2)


class HidesNothing(DrawGame):
    """Gives variants that are no different."""

    def hidden_variants(self, state: DrawState, seat: int, dice: Stream) -> list[DrawState]:  # noqa: ARG002
        """See the class."""
        return [self.copy(state)]


def test_variants_must_differ() -> None:
    """Comparing a state with itself shows nothing, and is no success."""
    with pytest.raises(
        ValueError, match="toy_draw hides nothing from seat 0: say chance_free=True"
    ):
        check_hidden_state(
            leaky(HidesNothing()), HidesNothing().config_class(), num_seats=2, seed=1
        )
