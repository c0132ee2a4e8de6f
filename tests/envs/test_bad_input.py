"""What is wrong is said, and changes nothing."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from referee_envs import BackendError, EnvError, InputError, env, gym_env, make_vec, parallel_env
from referee_envs.actions.base import LEGAL_MESSAGES
from referee_envs.actions.plain import Choices
from tests.envs.episodes import SMALL, assert_same


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"game": "chess"}, "chess"),
        ({"num_envs": 0}, "num_envs must be at least 1, and a multiple of 1 seats, not 0"),
        ({"num_envs": 3, "seat": None}, "num_envs must be at least 1, and a multiple of 2 seats, not 3"),
        ({"seat": 2}, "seat must be from 0 to 1, each once, not 2"),
        ({"seat": [0, 0]}, "seat must be from 0 to 1, each once, not [0, 0]"),
        ({"opponents": "stockfish"}, "opponents[1] must be one of random, default, house:random, house:greedy, house:mixer, house:solver, or a function, not 'stockfish'"),
        ({"opponents": {0: "random"}}, "opponents must be by seats of [1], not by seat 0"),
        ({"columns": ["table.lives"]}, "columns must be one of asked, alive,"),
        ({"columns": ["step", "step"]}, "columns must be each once"),
        ({"autoreset": "never"}, "autoreset must be one of next_step, same_step, disabled, not 'never'"),
        ({"seed": -1}, "seed must be from 0 to 2^64-1, not -1"),
        ({"max_steps": -1}, "max_steps must be from 0 to 2^31-1, not -1"),
        ({"stagger": -1}, "stagger must be from 0 to 2^31-1, not -1"),
        ({"stagger": 2, "autoreset": "disabled"}, "stagger must be 0 where autoreset is disabled, not 2"),
        ({"batch_size": 3}, "batch_size must be a part of 4, and a multiple of 1 seats, not 3"),
        ({"backend": "shm://x"}, "shm://x: No such file"),
        ({"backend": "udp://x"}, "backend must be inprocess, grpc://HOST:PORT or shm:///path/of/a/socket, not 'udp://x'"),
        ({"num_envs": 130, "batch_size": 2}, "batch_size must be such that there are at most 64 batches, not 65"),
        ({"backend": "grpc://nowhere"}, "nowhere"),
        ({"config": {"games": 0}}, "games"),
        ({"config": {"lives": 3}}, "lives"),
        ({"num_seats": 5}, "5"),
        ({"game_version": 99}, "game_version must be one of 1, not 99"),
    ],
)  # fmt: skip
def test_what_cannot_be_made(options: dict[str, Any], text: str) -> None:
    """The error names the argument, what it must be, and what it is."""
    given: dict[str, Any] = {"game": "diceman", "num_envs": 4, **options}
    with pytest.raises(EnvError, match=re.escape(text)):
        make_vec(given.pop("game"), given.pop("num_envs"), **given)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"game": "chess"}, "chess"),
        ({"config": {"games": 0}}, "games"),
        ({"config": {"lives": 3}}, "lives"),
        ({"num_seats": 5}, "5"),
        ({"key": "a key"}, ""),
    ],
)
def test_what_a_server_refuses(options: dict[str, Any], text: str, address: str) -> None:
    """It is told by the same errors; a key that is not asked for does no harm."""
    given: dict[str, Any] = {"game": "diceman", "backend": address, **options}
    if not text:
        make_vec(given.pop("game"), 1, **given).close()
        return
    with pytest.raises(EnvError, match=re.escape(text)):
        make_vec(given.pop("game"), 1, **given)


def test_nobody_listens() -> None:
    """The error says so."""
    with pytest.raises(BackendError, match="UNAVAILABLE"):
        make_vec("diceman", 1, backend="grpc://unix:/nonexistent/socket")


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        (np.zeros(2), "actions must be whole numbers of shape (2,), not of dtype float64"),
        (np.full(2, np.nan), "actions must be whole numbers of shape (2,), not of dtype float64"),
        (np.zeros(2, bool), "actions must be whole numbers of shape (2,), not of dtype bool"),
        (np.zeros(3, np.int64), "actions must be of shape (2,), not of shape (3,)"),
        (np.zeros((2, 1), np.int64), "actions must be of shape (2,), not of shape (2, 1)"),
        (np.array([0, 6]), "actions[1] must be from 0 to 5, not 6"),
        (np.array([-1, 0]), "actions[0] must be from 0 to 5, not -1"),
        (["left", "right"], "actions must be whole numbers of shape (2,)"),
    ],
)
def test_actions_that_are_none(actions: Any, text: str, backend: str) -> None:
    """They are refused, and the step after them is as if nothing had been."""
    vector, other = (make_vec("diceman", 2, seed=1, backend=backend) for _ in range(2))
    vector.reset()
    other.reset()
    with pytest.raises(InputError, match=re.escape(text)):
        vector.step(actions)
    assert_same(vector.step(np.array([1, 2])), other.step(np.array([1, 2])))
    vector.close()
    other.close()


def test_a_match_that_is_over_must_be_reset(backend: str) -> None:
    """Without autoreset a step is refused then, and a reset goes on."""
    single = gym_env("diceman", max_steps=1, backend=backend, seed=1)
    single.reset()
    assert single.step(0)[3]
    with pytest.raises(BackendError, match="reset before the next step"):
        single.step(0)
    single.reset()
    assert single.step(0)[3]
    single.close()


def test_before_the_first_reset() -> None:
    """Nothing can be stepped."""
    vector = make_vec("diceman", 2)
    with pytest.raises(InputError, match="step must be after reset"):
        vector.step(np.zeros(2, np.int64))
    with pytest.raises(InputError, match="send must be after reset"):
        vector.send(np.zeros(2, np.int64))
    with pytest.raises(InputError, match="recv must be after send"):
        vector.recv()


def test_what_depends_on_the_unseen_cannot_be_sent_ahead() -> None:
    """An opponent of this process decides by what it has seen."""
    vector = make_vec("diceman", 2, seed=1)
    vector.reset()
    vector.send(np.zeros(2, np.int64))
    with pytest.raises(InputError, match="send must be after recv"):
        vector.send(np.zeros(2, np.int64))
    assert vector.recv()[-1]["env_id"].tolist() == [0, 1]


def test_more_than_the_window_cannot_be_sent_ahead() -> None:
    """The bound is told."""
    vector = make_vec("diceman", 2, opponents="default")
    vector.reset()
    window = vector.description.window
    for _ in range(window):
        vector.send(np.zeros(2, np.int64))
    with pytest.raises(InputError, match=f"send must be at most {window} ahead"):
        vector.send(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    ("mask", "text"),
    [
        (np.zeros(4, bool), "true for at least one"),
        (np.ones(3, bool), "bool of shape (4,), not bool of shape (3,)"),
        (np.ones(4), "bool of shape (4,), not float64 of shape (4,)"),
        (np.array([True, False, True, True]), "the same for all seats of a match"),
    ],
)
def test_masks_of_resets(mask: Any, text: str) -> None:
    """They mark whole matches."""
    vector = make_vec("diceman", 4, seat=None, autoreset="disabled")
    vector.reset()
    with pytest.raises(InputError, match=re.escape(text)):
        vector.reset(options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("seed", "text"),
    [
        (2**64, "seed must be from 0 to 2^64-1"),
        ([1], "seed must be one for each of 2 matches, not 1 of them"),
        ([1, -1], "seed must be from 0 to 2^64-1, not -1"),
    ],
)
def test_seeds_of_resets(seed: Any, text: str) -> None:
    """Bounds are told."""
    with pytest.raises(InputError, match=re.escape(text)):
        make_vec("diceman", 2).reset(seed=seed)


def test_a_mask_that_is_ignored_is_counted() -> None:
    """What the rules refuse is played as the referee would, or is an error where that is asked for."""
    vector = make_vec("dice_adventure", 2, seed=1, opponents="default")
    _, infos = vector.reset()
    planned = np.full((2, 12), 5)
    refused = 0
    for _ in range(3):  # two windows for pings, and the planning
        illegal = infos["action_mask"].reshape(2, 12, 6)[:, :, 5] == 0
        planning = not illegal.all()
        *_, infos = vector.step(planned)
        if planning:
            assert infos["refused"].tolist() == illegal.sum(1).tolist()
            refused += 1
    assert refused == 1


def test_a_pick_beside_the_list_is_counted() -> None:
    """It stands for nothing: the rulebook's default is played."""
    vector = make_vec("dungeon_keeper", 1, seed=1, **SMALL["dungeon_keeper"])
    _, infos = vector.reset()
    while not infos["asked"][0]:
        *_, infos = vector.step(np.array([0]))
    assert infos["action_mask"][0].sum() < 256
    *_, infos = vector.step(np.array([255]))
    assert infos["refused"].tolist() == [1]


def test_strict_environments_refuse_it() -> None:
    """The error names the environment, and nothing has changed."""
    vector = make_vec("dungeon_keeper", 1, seed=1, strict=True, **SMALL["dungeon_keeper"])
    _, infos = vector.reset()
    while not infos["asked"][0]:
        *_, infos = vector.step(np.array([0]))
    with pytest.raises(InputError, match=r"actions\[0\] must be within its mask"):
        vector.step(np.array([255]))
    vector.step(np.array([0]))


def test_actions_of_pettingzoo() -> None:
    """Each seat that is asked needs one, and there are no other seats."""
    both = parallel_env("diceman", seed=1)
    with pytest.raises(InputError, match="step must be after reset"):
        both.step({})
    both.reset()
    with pytest.raises(InputError, match=re.escape("without ['seat_1']")):
        both.step({"seat_0": 1})
    with pytest.raises(InputError, match="not by 'seat_2'"):
        both.step({"seat_0": 1, "seat_1": 1, "seat_2": 1})
    with pytest.raises(InputError, match=re.escape("actions['seat_1'] must be whole numbers")):
        both.step({"seat_0": 1, "seat_1": 1.5})
    both.step({"seat_0": 1, "seat_1": 1})
    turns = env("diceman", seed=1)
    turns.reset()
    with pytest.raises(InputError, match="action of seat_0 must be Discrete"):
        turns.step(6)
    with pytest.raises(InputError, match="render_mode must be one of human, ansi, rgb_array"):
        env("diceman", render_mode="hologram")


def test_a_place_behind_the_last_legal_action_is_named() -> None:
    """A bot's list is as long as its mask says; each place before its end is the action that stands there."""
    vector = make_vec("diceman", 1)
    form = Choices(vector.description, 6)
    seen = {"num_choices": np.full(1, 2), LEGAL_MESSAGES: ["first", "second"]}
    look = form.look(seen, np.ones(1, bool))
    assert form.message(np.ones(1, np.int64), look) == "second"
    with pytest.raises(InputError, match="action must be from 0 to 1, as the mask says, not 2"):
        form.message(np.full(1, 2), look)
