"""Games of others for learners: the spaces of their actions, and bots made of policies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from gamereferee.v1.match_pb2 import EndCause
from referee.core.game import AnyPlugin
from referee.kit.game import plugin
from referee_envs import Description, InputError, make_vec
from referee_envs.opponents import random_policy
from tests.envs.refereed import MATCH_SEED, Seat, played
from tests.helpers.example_games import EXAMPLES, install_example, install_scaffold
from tests.helpers.installed import install
from tests.kit.guess import Guess

SCAFFOLD = "untouched_scaffold"
GAMES = (*EXAMPLES, SCAFFOLD)
SPACES = {
    "blotto": spaces.MultiDiscrete([21] * 4),
    "connect_four": spaces.Discrete(7),
    "hearts": spaces.Discrete(52),
    "leduc": spaces.Discrete(3),
    "mushrooms": spaces.Discrete(5),
    "pig": spaces.Discrete(2),
    SCAFFOLD: spaces.Discrete(10),
}

Install = Callable[[str], AnyPlugin]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Lets a game be found."""

    def find(game: str) -> AnyPlugin:
        if game == SCAFFOLD:
            return install_scaffold(monkeypatch, tmp_path, game)
        return install_example(monkeypatch, tmp_path, game)

    return find


@pytest.mark.parametrize("game", GAMES)
def test_spaces_are_stable_and_masks_exact(game: str, installed: Install) -> None:
    """Nothing within the mask is refused, to the end of an episode, and the description survives as text."""
    installed(game)
    vector = make_vec(game, seat=None, autoreset="disabled")
    assert vector.single_action_space == SPACES[game]
    text = vector.description.to_json()
    assert Description.from_json(text).numbered == vector.description.numbered
    policy = random_policy(vector.views.form, np.random.default_rng(3))
    observation, _ = vector.reset(seed=5)
    is_over = False
    while not is_over:
        observation, _, terminated, _, info = vector.step(policy(observation))
        assert not info["refused"].any()
        is_over = bool(terminated.all())


def test_a_number_is_the_same_move_in_every_turn(installed: Install) -> None:
    """In Connect Four number 3 is column 3; once it is full it is not legal, and is counted as refused."""
    installed("connect_four")
    vector = make_vec("connect_four", seat=None, autoreset="disabled")
    vector.reset(seed=1)
    for _ in range(6):
        observation, _, _, _, info = vector.step(np.full(2, 3))
        assert not info["refused"].any()
    seat = int(np.flatnonzero(info["asked"])[0])
    assert observation["action_mask"][seat].tolist() == [1, 1, 1, 0, 1, 1, 1]
    assert vector.step(np.full(2, 3))[4]["refused"][seat] == 1


@pytest.mark.parametrize("game", GAMES)
async def test_a_policy_plays_refereed_matches(
    game: str, installed: Install, tmp_path: Path
) -> None:
    """As a bot it sees what it saw in training, masks included; nothing is refused, and nobody has a strike."""
    installed(game)
    training = make_vec(game, seat=None, autoreset="disabled")
    seats = [Seat(training.description, seat) for seat in range(training.description.num_seats)]
    match = await played(tmp_path / "server", game, seats)
    assert EndCause.Name(match.outcome.cause) == "END_CAUSE_RULES"
    for result in match.outcome.seats:
        assert (len(result.refusals), len(result.rejections), result.given_up) == (0, 0, 0)
    observation, infos = training.reset(seed=[MATCH_SEED])
    decided = [0] * len(seats)
    while any(count < len(seat.seen) for count, seat in zip(decided, seats, strict=True)):
        actions = np.zeros_like(training.action_space.sample())
        for place in np.flatnonzero(infos["asked"]).tolist():
            seat, number = seats[place], decided[place]
            for name, array in seat.seen[number].items():
                np.testing.assert_array_equal(array[0], observation[name][place], err_msg=name)
            actions[place] = seat.decided[number][0]
            decided[place] += 1
        observation, _, _, _, infos = training.step(actions)


async def test_a_policy_over_a_list_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of a game with two kinds of actions: a place in the list of the turn, whose actions it sees by their fields."""
    install(monkeypatch, plugin(Guess(), "Rules.", kit="1.0"))
    description = make_vec("guess", seat=None).description
    seats = [Seat(description, seat) for seat in range(2)]
    match = await played(tmp_path, "guess", seats)
    assert EndCause.Name(match.outcome.cause) == "END_CAUSE_RULES"
    assert not any(result.refusals for result in match.outcome.seats)
    listed = seats[0].seen[0]
    assert listed["legal.kind"][0, :9].tolist() == [2, 1, 1, 1, 1, 1, 1, 0, 0]
    assert listed["legal.try.number"][0, :9].tolist() == [0, 1, 2, 3, 4, 5, 6, 0, 0]
    assert not listed["legal.try.side.present"].any()
    training = make_vec("guess", seat=None)
    told, _ = training.reset(seed=1)
    for name in ("legal.kind", "legal.try.number", "legal.try.side", "legal.try.side.present"):
        np.testing.assert_array_equal(told[name][0], listed[name][0], err_msg=name)


class Few(Guess):
    """Declares fewer legal actions than it lists."""

    most_legal = 5


class Enough(Guess):
    """Declares as many as it lists."""

    most_legal = 7


def _guess(monkeypatch: pytest.MonkeyPatch, game: Guess) -> Any:
    install(monkeypatch, plugin(game, "Rules.", kit="1.0"))
    return make_vec("guess", seat=None)


def test_lists_are_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more is legal than declared, that is an error which says what to declare."""
    vector = _guess(monkeypatch, Enough())
    assert vector.single_action_space == spaces.Discrete(7)
    assert vector.reset(seed=1)[0]["action_mask"].tolist() == [[1] * 7] * 2
    with pytest.raises(InputError, match="at most 5, the game's most_legal, not 7"):
        _guess(monkeypatch, Few()).reset(seed=1)


def test_a_game_without_lists_and_form_is_refused_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error names what the author can declare."""

    class Mute(Guess):
        """Lists nothing."""

        legal_actions: Any = lambda *_: None

    with pytest.raises(InputError, match=r"legal_actions.*numbered_actions.*referee.action_forms"):
        _guess(monkeypatch, Mute())
