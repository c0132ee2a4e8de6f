"""Episodes of one seed: the same wherever and beside whatever they are played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.kit.rollout import seeds as theirs
from referee_envs import env, gym_env, make_vec, parallel_env
from referee_envs.actions.base import ActionForm
from referee_envs.dice import any_legal, episode_seeds, stream_words
from tests.envs.episodes import SMALL, assert_same

SEED = 2**63 + 5
ROWS = 4


def test_dice_are_the_referees() -> None:
    """Streams named by match, seat, step and part, and the seeds of episodes."""
    seeds = np.array([0, 1, 2**64 - 1], np.uint64)
    steps = np.array([0, 7, 2**31 - 1], np.int32)
    words = stream_words(seeds, 5, steps, 2)
    expected = [
        [Stream(seed, 0x0EE7, 5, step, part).state for part in range(2)]
        for seed, step in zip(seeds.tolist(), steps.tolist(), strict=True)
    ]
    assert words.tolist() == expected
    rows, episodes = np.array([0, 3, 900]), np.array([4, 0, 2**40])
    mine = episode_seeds(SEED, rows, episodes)
    assert mine.tolist() == theirs.episode_seeds(SEED, rows, episodes).tolist()


def test_all_that_is_legal_is_as_likely() -> None:
    """And nothing else is drawn, in each part by itself."""
    form = make_vec("dice_adventure").views.form
    mask = np.zeros((6000, form.mask_width), np.int8)
    mask[:, ::6] = 1
    mask[:, [2, 5]] = 1
    words = stream_words(np.arange(6000).astype(np.uint64), 0, np.zeros(6000), 12)
    drawn = any_legal(form.space, mask, words)
    assert not drawn[:, 1:].any()
    values, counts = np.unique(drawn[:, 0], return_counts=True)
    assert values.tolist() == [0, 2, 5]
    assert abs(counts - 2000).max() < 150  # four standard deviations


def _learner(form: ActionForm, observation: Any) -> Any:
    """Something legal that depends on nothing but the observation: the last of each part."""
    mask = observation[form.mask_name]
    sizes = getattr(form.space, "nvec", np.array([form.mask_width]))
    parts = np.split(mask, np.cumsum(sizes)[:-1], axis=-1)
    last = [part.shape[1] - 1 - part[:, ::-1].argmax(1) for part in parts]
    return np.stack(last, -1) if form.space.shape else last[0]


def _episodes(game: str, steps: int, **options: Any) -> dict[tuple[int, int], list[bytes]]:
    """Digests of all that is seen, by the number of the row and of its episode."""
    autoreset = options.get("autoreset", "next_step")
    vector = make_vec(game, ROWS, seat=1, columns=["digest", "episode"], **SMALL[game], **options)
    form = vector.views.form
    told: dict[tuple[int, int], list[bytes]] = {}

    def note(row: int, seen: Any, *, is_asked: bool) -> None:
        key = (row, int(seen["episode"]))
        if is_asked or key in told:  # of a row that has not begun nothing means anything
            episode = told.setdefault(key, [])
            if not episode or episode[-1] != seen["digest"].tobytes():
                episode.append(seen["digest"].tobytes())

    observations, infos = vector.reset(seed=SEED)
    for _ in range(steps):
        for row, is_asked in enumerate(infos["asked"]):
            note(row, {name: array[row] for name, array in observations.items()}, is_asked=is_asked)
        observations, _, terminated, truncated, infos = vector.step(_learner(form, observations))
        ended = terminated | truncated
        for row in np.flatnonzero(infos.get("_final_obs", np.zeros(ROWS))).tolist():
            note(row, infos["final_obs"][row], is_asked=False)
        if autoreset == "disabled" and ended.any():
            for row in np.flatnonzero(ended).tolist():
                seen = {name: array[row] for name, array in observations.items()}
                note(row, seen, is_asked=False)
            observations, infos = vector.reset(options={"reset_mask": ended})
    vector.close()
    return told


@pytest.mark.parametrize("game", ["diceman", "champions", "proving_grounds"])
def test_episodes_depend_on_nothing_but_their_seeds(game: str, backend: str) -> None:
    """Batch size, mode, stagger and backend; random opponents draw the same in each."""
    steps = 30 if game == "diceman" else 14
    whole = _episodes(game, steps, max_steps=6)
    assert len(whole) >= 2 * ROWS
    for options in (
        {"batch_size": 2},
        {"batch_size": 1, "autoreset": "same_step"},
        {"autoreset": "disabled"},
        {"stagger": 3},
    ):
        other = _episodes(game, steps, max_steps=6, backend=backend, **options)
        shared = whole.keys() & other.keys()
        assert len(shared) >= ROWS
        for key in shared:
            one, two = whole[key], other[key]
            least = min(len(one), len(two))
            assert one[:least] == two[:least], (key, options)


def test_a_match_seed_is_one_in_every_environment() -> None:
    """`reset(seed=s)` of a single environment is row k of a vector whose k-th seed is s, and a table's match."""
    options = SMALL["diceman"]
    single = gym_env("diceman", columns=["digest"], **options)
    vector = make_vec("diceman", 3, columns=["digest"], **options)
    seen, _ = single.reset(seed=SEED)
    observations, _ = vector.reset(seed=[1, SEED, 2])
    for _ in range(8):
        assert seen["digest"].tolist() == observations["digest"][1].tolist()
        seen = single.step(4)[0]
        observations = vector.step(np.full(3, 4))[0]
    begun = make_vec("diceman", 2, seat=None, columns=["digest"], **options).reset(seed=[SEED])[0]
    for table in (
        parallel_env("diceman", columns=["digest"], **options),
        env("diceman", columns=["digest"], **options),
    ):
        table.reset(seed=SEED)
        both = [table._table.seen[name]["digest"] for name in table.possible_agents]
        assert_same(both, list(begun["digest"]))


def test_house_random_is_another_than_random() -> None:
    """It plays within the backend by its name, with the prefix that other places name it by."""
    seen = []
    for opponents in ("random", "house:random", {1: "house:random"}, "default"):
        vector = make_vec("swordman", 2, opponents=opponents, columns=["digest"])
        vector.reset(seed=3)
        seen.append(
            [vector.step(np.zeros((2, 5), np.int64))[0]["digest"].tolist() for _ in range(4)]
        )
    assert seen[1] == seen[2]
    assert len({str(each) for each in seen}) == 3
