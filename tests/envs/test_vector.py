"""Vector environments: episodes, autoreset, seats, opponents, batches."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from referee.games import registry
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Rollout
from referee_envs import gym_env, make_vec
from referee_envs.backends.places import SLOTS
from referee_envs.opponents import random_policy
from tests.envs.episodes import GAMES, SMALL, assert_same, play

STEPS = 60


@pytest.mark.parametrize("game", GAMES)
def test_backends_are_equal(game: str, address: str) -> None:
    """Row by row, over whole episodes."""
    steps = STEPS if game in {"diceman", "swordman"} else 25
    for autoreset, stagger in (("next_step", 0), ("same_step", 5)):
        options: Any = {**SMALL[game], "autoreset": autoreset, "seat": 1, "max_steps": 20}
        options["stagger"] = stagger
        if game != "dice_adventure":  # in which all are of one side
            options["reward"] = "win" if stagger else "placement"
        near, far = make_vec(game, 2, **options), make_vec(game, 2, backend=address, **options)
        told = play(near, 7, steps)
        assert_same(told, play(far, 7, steps))
        assert any((terminated | truncated).any() for _, _, terminated, truncated, _ in told[1:])
        near.close()
        far.close()


def test_a_reset_knows_nothing_of_what_was() -> None:
    """The same seed gives the same episodes, whatever was played before, and in a new environment too."""
    vector = make_vec("diceman", 3, **SMALL["diceman"])
    first = play(vector, 1, STEPS)
    play(vector, 2, 7)
    assert_same(first, play(vector, 1, STEPS))
    assert_same(first, play(make_vec("diceman", 3, **SMALL["diceman"]), 1, STEPS))
    assert_unequal(first, play(vector, 2, STEPS))


def assert_unequal(one: Any, other: Any) -> None:
    """See that two things differ."""
    with pytest.raises(AssertionError):
        assert_same(one, other)


@pytest.mark.parametrize("game", ["diceman", "dice_adventure", "proving_grounds"])
def test_a_vector_of_one_is_the_single_one(game: str) -> None:
    """Observations, rewards, ends and masks, over several episodes."""
    single = gym_env(game, max_steps=10, **SMALL[game])
    vector = make_vec(game, 1, autoreset="disabled", max_steps=10, **SMALL[game])
    policy = random_policy(vector.views.form, np.random.default_rng(1))
    seen, _ = single.reset(seed=5)
    observations, _ = vector.reset(seed=[5])
    episodes = 0
    while episodes < 3:
        assert_same(seen, {name: array[0, ...] for name, array in observations.items()})
        actions = policy(observations)
        seen, reward, terminated, truncated, info = single.step(actions[0])
        observations, *told, infos = vector.step(actions)
        assert [reward, terminated, truncated] == [array[0] for array in told]
        assert info["asked"] == infos["asked"][0]
        if terminated or truncated:
            episodes += 1
            seen, _ = single.reset()
            observations, _ = vector.reset()


def test_rows_are_those_of_a_rollout() -> None:
    """With the opponent's actions known, an environment tells what `Rollout` tells."""
    plugin = registry.find("diceman")
    rows = start_rows(plugin, plugin.game.config_class(games=2), num_rows=4, num_seats=2)
    rollout = Rollout(rows, seed=9)
    vector = make_vec(
        "diceman",
        4,
        config={"games": 2},
        seat=1,
        opponents=lambda seen: seen["table.round"] % 6,
        columns=["table.life", "table.round", "step"],
        seed=9,
    )
    observations, _ = vector.reset()
    drawn = np.random.default_rng(3)
    for _ in range(STEPS):
        life, step, rounds = rollout.observe(["table.life", "step", "table.round"])
        np.testing.assert_array_equal(life, observations["table.life"])
        np.testing.assert_array_equal(step, observations["step"])
        own = drawn.integers(0, 6, 4)
        both = np.stack([np.asarray(rounds) % 6, own], axis=1).astype(np.int8)
        expected = rollout.step({"choice": both})
        observations, reward, terminated, truncated, _ = vector.step(own)
        np.testing.assert_array_equal(expected.reward[:, 1], reward)
        np.testing.assert_array_equal(expected.terminated, terminated)
        assert not truncated.any()


def test_all_seats_beside_each_other() -> None:
    """Environments are seats, match by match, and each knows which it is."""
    vector = make_vec("diceman", 6, seat=None, **SMALL["diceman"])
    observations, infos = vector.reset(seed=1)
    assert observations["seat"].tolist() == [0, 1] * 3
    assert infos["asked"].all()
    rewards = sum(vector.step(np.arange(6))[1] for _ in range(STEPS))
    by_match = np.asarray(rewards).reshape(3, 2)
    assert (by_match.sum(1) > 0).all()


def test_the_next_episode_begins_with_the_next_step() -> None:
    """`next_step`: its first observation comes with no reward, and no action is looked at."""
    vector = make_vec("diceman", 2, max_steps=3, columns=["step", "episode"])
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    vector.reset(seed=1)
    steps, ends = [], []
    for _ in range(8):
        observations, _, terminated, truncated, _ = vector.step(np.zeros(2, np.int64))
        assert not terminated.any()
        steps.append(observations["step"][0])
        ends.append(truncated[0])
    assert steps == [1, 2, 3, 0, 1, 2, 3, 0]
    assert ends == [False, False, True, False, False, False, True, False]


def test_the_next_episode_begins_at_once() -> None:
    """`same_step`: the last observation of the old one is in `final_obs`."""
    vector = make_vec("diceman", 2, max_steps=2, autoreset="same_step", columns=["step"])
    vector.reset(seed=1)
    _, _, _, truncated, infos = vector.step(np.zeros(2, np.int64))
    assert not truncated.any()
    assert "final_obs" not in infos
    observations, _, _, truncated, infos = vector.step(np.zeros(2, np.int64))
    assert truncated.all()
    assert observations["step"].tolist() == [0, 0]
    assert [last["step"] for last in infos["final_obs"]] == [2, 2]
    assert infos["_final_obs"].all()
    assert infos["final_info"]["action_mask"].tolist() == [[1] * 6] * 2
    for last in infos["final_obs"]:
        assert vector.single_observation_space.contains(last)


def test_chosen_matches_begin_anew() -> None:
    """`disabled`: those that are marked, in whichever batch; others go on."""
    vector = make_vec("diceman", 4, autoreset="disabled", columns=["step", "episode"], batch_size=2)
    vector.reset(seed=1)
    vector.step(np.zeros(4, np.int64))
    mask = np.array([False, True, False, False])
    observations, _ = vector.reset(options={"reset_mask": mask})
    assert observations["step"].tolist() == [1, 0, 1, 1]
    assert observations["episode"].tolist() == [0, 1, 0, 0]


def test_seeds_of_matches_can_be_given() -> None:
    """Matches of the same seed begin alike; what follows depends on all seeds."""
    vector = make_vec("champions", 3, num_seats=12, columns=["seats.row"])
    observations, _ = vector.reset(seed=[5, 6, 5])
    one, two, three = observations["seats.row"]
    assert (one == three).all()
    assert (one != two).any()
    again, _ = vector.reset(seed=[5, 6, 5])
    np.testing.assert_array_equal(observations["seats.row"], again["seats.row"])


def test_house_policies_play_within_the_backend(address: str) -> None:
    """By their names; both backends play the same."""
    options: Any = {"opponents": "greedy", "columns": ["table.life"], **SMALL["diceman"]}
    vector = make_vec("diceman", 4, **options)
    assert "greedy" in vector.description.policies
    told = play(vector, 3, STEPS)
    far = make_vec("diceman", 4, backend=address, **options)
    assert_same(told, play(far, 3, STEPS))
    far.close()
    other = make_vec("diceman", 4, **(options | {"opponents": "random"}))
    assert_unequal(told, play(other, 3, STEPS))


def test_opponents_see_their_own_seat() -> None:
    """A function is called with what its seat sees, for all matches at once; others play as they are named."""
    seen: list[Any] = []

    def watch(observations: Any) -> Any:
        seen.append(observations)
        return np.zeros((5, 12), np.int64)

    options: Any = {"columns": ["seat", "char"], "opponents": {0: watch, 2: "default"}}
    vector = make_vec("dice_adventure", 5, seat=1, **options)
    vector.reset(seed=1)
    vector.step(np.zeros((5, 12), np.int64))
    assert len(seen) == 1
    assert seen[0]["seat"].tolist() == [0] * 5
    assert seen[0]["parts_mask"].shape == (5, 72)


def test_batches_are_sent_and_received(backend: str) -> None:
    """As in EnvPool: `recv` tells of one batch and which it is, and `send` steps it."""
    vector = make_vec(
        "diceman",
        6,
        batch_size=2,
        columns=["step"],
        seed=1,
        backend=backend,
    )
    vector.async_reset()
    steps = {}
    for _ in range(12):
        observations, reward, terminated, _, infos = vector.recv()
        assert reward.shape == terminated.shape == (2,)
        steps[tuple(infos["env_id"].tolist())] = observations["step"].tolist()
        vector.send(np.zeros(2, np.int64), infos["env_id"])
    assert steps == {(0, 1): [3, 3], (2, 3): [3, 3], (4, 5): [3, 3]}
    observations, _ = vector.reset(seed=2)
    assert observations["step"].tolist() == [0] * 6
    vector.close()


def test_steps_are_sent_ahead(address: str) -> None:
    """As many as the window, where nothing depends on what has not been seen."""
    options: Any = {"opponents": "default", "columns": ["step"], "seed": 1}
    vector = make_vec("diceman", 3, backend=address, **options)
    vector.reset()
    for _ in range(10):
        vector.send(np.zeros(3, np.int64))
    steps = [vector.recv()[0]["step"].tolist() for _ in range(10)]
    assert steps == [[step] * 3 for step in range(1, 11)]
    vector.close()


def test_arrays_are_the_learners_own(backend: str) -> None:
    """They can be written to, and no later step writes to them."""
    vector = make_vec("dice_adventure", 2, seed=1, backend=backend)
    first, _ = vector.reset()
    kept = {name: array.copy() for name, array in first.items()}
    second = vector.step(np.ones((2, 12), np.int64))[0]
    assert_same(first, kept)
    for name, array in second.items():
        assert array.flags.writeable, name
        assert not np.shares_memory(array, first[name]), name
    vector.close()


def test_arrays_that_are_given_are_written_to() -> None:
    """`out` has what would have been told."""
    vector, other = (make_vec("diceman", 2, seed=1, columns=["table.life"]) for _ in range(2))
    out, _ = vector.reset()
    other.reset()
    told = vector.step(np.array([1, 2]), out)[0]
    assert told is out
    assert_same(told, other.step(np.array([1, 2]))[0])


@pytest.mark.skipif(sys.platform != "linux", reason="memory that can't shrink is Linux's alone")
def test_arrays_in_shared_memory_last_for_some_steps(server: dict[str, str]) -> None:
    """Without copies they are the memory itself, which three further steps leave alone."""
    options: Any = {"seed": 1, "columns": ["step"], "backend": server["shm"], "copy": False}
    vector = make_vec("diceman", 2, **options)
    first, _ = vector.reset()
    for _ in range(SLOTS - 1):
        vector.step(np.array([1, 2]))
    assert first["step"].tolist() == [0, 0]
    vector.step(np.array([1, 2]))
    assert first["step"].tolist() == [SLOTS, SLOTS]
    for seed in range(20):  # each is a new batch in the same place
        vector.reset(seed=seed)
    vector.close()


def test_without_copies_arrays_are_the_backends(address: str) -> None:
    """`copy=False`: equal, and perhaps read-only."""
    options: Any = {"seed": 1, "backend": address}
    plain, bare = make_vec("diceman", 2, **options), make_vec("diceman", 2, copy=False, **options)
    assert_same(plain.reset(), bare.reset())
    told = bare.step(np.array([1, 2]))
    assert_same(plain.step(np.array([1, 2])), told)
    assert not told[0]["table.life"].flags.writeable
    plain.close()
    bare.close()
