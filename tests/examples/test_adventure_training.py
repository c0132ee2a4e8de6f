"""What the trained player of Dice Adventure is made of, against the house bot that it learned from."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import adventure_bot
import referee_bots
from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from learners import network
from learners.adventure import SLOTS, Parties, by_policy, make_plans
from learners.adventure_features import (
    FAR,
    NUM_CHOICES,
    NUM_FEATURES,
    STOP,
    View,
    Ways,
    features,
)
from learners.house_seekers import seeker_plans
from learners.network import Array
from referee.games import registry
from referee_bots.dice_adventure.party_bot import view_of
from referee_bots.dice_adventure.paths import travel
from referee_bots.dice_adventure.seeker_bot import entering_cost, nearest_unexplored
from tests.architecture.source import ROOT

FOLDER = ROOT / "examples" / "train"
PLUGIN = registry.find("dice_adventure")
TOKENS = "UDLRW"


class Beside:
    """A party in a row, and the same match played by the game itself, for messages."""

    def __init__(self, seed: int) -> None:
        self.parties = Parties(1, 0)
        self.parties.rollout.reset(np.array([0]), np.array([seed], np.uint64))
        self.config = PLUGIN.game.config_class.model_validate({"ping_windows": 0})
        self.state, _ = PLUGIN.game.start(self.config, seed=seed, num_seats=3)

    def messages(self) -> dict[int, wire.Observation]:
        """Return what is sent to seats that are asked."""
        decision = PLUGIN.game.decision(self.state)
        seats = decision.seats if decision is not None else ()
        seen = PLUGIN.game.observe(self.state, seats)
        sent = PLUGIN.codec.encode_observations(self.config, seen)
        return dict(zip(seats, map(wire.Observation.FromString, sent), strict=True))

    def step(self, plans: Array) -> None:
        """Carry plans out in both."""
        actions = {
            seat: PLUGIN.game.parse_action(
                {"plan": [TOKENS[step] for step in plans[seat].tolist() if 0 <= step < STOP]}
            )
            for seat in self.messages()
        }
        PLUGIN.game.step(self.state, actions)
        steps = np.full((3, 12), -1, np.int8)
        steps[:, :SLOTS] = np.where(plans == STOP, -1, plans)
        self.parties.step(steps)


def only(view: View, seat: int) -> View:
    """Return what one seat sees."""
    return View(*(getattr(view, name)[seat : seat + 1] for name in View.__slots__))


@pytest.mark.parametrize("seed", [3, 4])
def test_columns_tell_what_messages_do(seed: int) -> None:
    """The bot sees in a tournament what the learner saw; the seeker plans from columns as from messages."""
    beside, asked = Beside(seed), np.ones(1, np.bool_)
    bot: Any = referee_bots.find("dice_adventure", "seeker")(1)
    told = 0
    for _ in range(12):
        view = beside.parties.view()
        plans = seeker_plans(view, beside.parties.asked())
        for seat, message in beside.messages().items():
            mine, theirs = only(view, seat), adventure_bot.view_of(message)
            at, ap = np.stack([mine.x, mine.y], axis=1), mine.ap.astype(np.int64)
            one = features(mine, Ways.of(mine), at, ap, 0)
            other = features(theirs, Ways.of(theirs), at, ap, 0)
            assert one.shape == (1, NUM_FEATURES)
            assert one == pytest.approx(other, abs=1e-6)
            expected = [TOKENS.index(token) for token in bot.plan(view_of(message))]
            assert [step for step in plans[seat].tolist() if step != STOP] == expected
            assert seeker_plans(theirs, asked).tolist() == [plans[seat].tolist()]
            told += 1
        beside.step(plans)
    assert told > 20


def test_ways_cost_what_the_seeker_reckons() -> None:
    """To the own shrine, the tower, and the nearest unexplored cell, by the house bot's own search."""
    beside = Beside(5)
    reached = np.zeros(3, np.int64)
    for _ in range(20):
        view = beside.parties.view()
        ways = Ways.of(view)
        for seat, message in beside.messages().items():
            known = view_of(message)
            found = travel(known.at, functools.partial(entering_cost, known))
            x, y = known.at
            goals = (known.find(f"K{seat + 1}"), known.find("**"), nearest_unexplored(known, found))
            for number, goal in enumerate(goals):
                expected = FAR if goal is None else found.costs.get(goal, FAR)
                assert ways.costs[number, seat, y + 1, x + 1] == expected
                reached[number] += expected < FAR
        beside.step(seeker_plans(view, beside.parties.asked()))
    assert (reached > 5).all()


def test_plans_end_with_the_action_points() -> None:
    """Nobody plans more steps than there are points; who stops at once plans none."""
    parties = Parties(4, 6)
    view, asked = parties.view(), parties.asked()
    chances = np.full((12, NUM_CHOICES), 1 / NUM_CHOICES, np.float32)
    walking = make_plans(view, asked, lambda _: (np.full(12, 3), chances))
    assert ((walking.steps >= 0).sum(axis=1) == view.ap).all()
    assert sorted(set(view.ap.tolist())) == [3, 4, 6]
    assert [int(tokens.asked.sum()) for tokens in walking.tokens] == [12, 12, 12, 8, 4, 4]
    standing = make_plans(view, asked, lambda _: (np.full(12, STOP), chances))
    assert (standing.steps == -1).all()
    assert [int(tokens.asked.sum()) for tokens in standing.tokens] == [12, 0, 0, 0, 0, 0]


def test_points_add_up_to_the_score() -> None:
    """What steps bring in a match is its score in the end, whatever is lost on the way."""
    layers = network.starting_layers([NUM_FEATURES, NUM_CHOICES], np.random.default_rng(1))
    chooser = by_policy(layers, np.random.default_rng(1))
    parties = Parties(3, 8)
    sums, ends = np.zeros(3), 0
    for _ in range(300):
        plans = make_plans(parties.view(), parties.asked(), chooser)
        gained, ended = parties.step(plans.steps)
        sums += gained
        if ended.any():
            assert sums[ended].tolist() == parties.scores
            parties.scores.clear()
            sums[ended] = 0
            ends += 1
    assert ends > 0


@pytest.mark.parametrize("name", ["adventure_policy.npz", "adventure_imitation.npz"])
def test_saved_policies(name: str) -> None:
    """They are small, and clear more of a match than a policy of chance does."""
    path = FOLDER / name
    assert path.stat().st_size <= 200_000
    layers = network.load(path).layers
    assert layers[0][0].shape[0] == NUM_FEATURES
    assert layers[-1][0].shape[1] == NUM_CHOICES
    chance = network.starting_layers([NUM_FEATURES, NUM_CHOICES], np.random.default_rng(1))
    assert points_after(layers, 60) > points_after(chance, 60)


def points_after(layers: network.Layers, rounds: int) -> float:
    """Return the points of a few parties after so many rounds."""
    parties, chooser = Parties(4, 9), by_policy(layers, np.random.default_rng(2))
    return sum(
        float(parties.step(make_plans(parties.view(), parties.asked(), chooser).steps)[0].sum())
        for _ in range(rounds)
    )


def test_the_bot_answers_messages() -> None:
    """A plan of legal steps in planning, nothing in a window."""
    bot: Any = adventure_bot.TrainedBot(seed=1)
    bot.mixes_match = False
    bot._dice = np.random.default_rng(1)
    beside = Beside(3)
    for message in beside.messages().values():
        action = bot.act(message)
        assert 0 <= len(action.plan.steps) <= message.me.ap
        assert set(action.plan.steps) <= set(adventure_bot.STEPS)
        message.phase = wire.PHASE_COMMUNICATION
        assert bot.act(message) == wire.Action(pings=wire.Pings())
