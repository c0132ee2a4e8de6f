"""Actions in fixed parts: what, with which unit and where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee_envs import Description, Features, InputError, as_bot, make_vec
from referee_envs.opponents import random_policy
from tests.envs.episodes import SMALL

GAMES = ("champions", "dungeon_keeper")


def _vector(game: str, **options: Any) -> Any:
    return make_vec(game, seat=None, actions="factored", **SMALL[game], **options)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_within_the_mask_is_legal(game: str) -> None:
    """Parts are drawn one by one, and nothing is refused; the mask of each part has something."""
    vector = _vector(game)
    policy = random_policy(vector.views.form, np.random.default_rng(3))
    seen, infos = vector.reset(seed=3)
    for _ in range(30):
        parts = np.split(infos["action_mask"], np.cumsum(vector.single_action_space.nvec)[:-1], 1)
        assert all(part.any(axis=1).all() for part in parts)
        assert vector.observation_space.contains(seen)
        seen, _, _, _, infos = vector.step(policy(seen))
        assert not infos["refused"].any()


@pytest.mark.parametrize("game", GAMES)
def test_each_candidate_is_reached_by_its_parts(game: str) -> None:
    """By those of a candidate comes a candidate of the same parts, whatever parts it doesn't need say."""
    vector = _vector(game)
    form = vector.views.form
    rng = np.random.default_rng(5)
    policy = random_policy(form, rng)
    seen, infos = vector.reset(seed=5)
    kinds: set[int] = set()
    for _ in range(20):
        view = vector._batches[0].view
        _, is_there, told = view.look.memo
        for place in range(int(is_there.sum(axis=1).max())):
            wanted = told.values[:, place]
            noise = rng.integers(0, vector.single_action_space.nvec, wanted.shape)
            picks = form._picks(np.where(told.counts[:, place], wanted, noise), view.look)
            reached = told.values[np.arange(len(picks)), picks]
            here = is_there[:, place]
            np.testing.assert_array_equal(reached[here], wanted[here])
            kinds |= set(wanted[here, 0].tolist())
        seen, _, _, _, infos = vector.step(policy(seen))
        del infos
    assert len(kinds) > 2


def test_a_cell_is_the_same_part_all_match_long() -> None:
    """A unit is its place in `units`, and a cell its row and column."""
    vector = _vector("dungeon_keeper")
    policy = random_policy(vector.views.form, np.random.default_rng(3))
    seen, infos = vector.reset(seed=1)
    compared = 0
    for _ in range(20):
        asked = np.flatnonzero(infos["asked"]).tolist()
        if not asked:
            break  # the match is over
        (seat,) = asked
        kinds, units, cells, _ = np.split(
            seen["parts_mask"][seat], np.cumsum(vector.single_action_space.nvec)[:-1]
        )
        (lists, _, _) = vector._batches[0].view.look.memo
        listed = lists.extra["candidates"][seat, 0]
        for kind, unit, row, col in listed[(listed[:, 0] > 0) & (listed[:, 0] < 8)].tolist():
            assert kinds[kind] == 1
            assert cells[row * 15 + col] == 1
            assert units[seen["units.id"][seat].tolist().index(unit)] == 1
            compared += 1
        seen, _, _, _, infos = vector.step(policy(seen))
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_what_is_beside_the_mask_is_left_out_and_counted(game: str) -> None:
    """Nothing is played for it."""
    vector = _vector(game)
    _, infos = vector.reset(seed=2)
    wrong = np.repeat(vector.single_action_space.nvec[None] - 1, vector.num_envs, axis=0)
    _, _, _, _, after = vector.step(wrong)
    np.testing.assert_array_equal(after["refused"], infos["asked"].astype(np.int32))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_acts_in_the_same_space(game: str) -> None:
    """A description that is kept as text says so; columns and mask are those of training, and so is the action."""
    messages: dict[int, Any] = {}

    def keep(message: Any, seat: int) -> dict[str, Any]:
        messages[seat] = message
        return {}

    vector = _vector(game, columns=["*", Features(keep, {})])
    read = Description.from_json(vector.description.to_json())
    assert read.actions == "factored"
    seen, infos = vector.reset(seed=4)
    seat = int(np.flatnonzero(infos["asked"])[0])
    told: list[Any] = []

    def policy(observation: Any) -> Any:
        told.append(observation)
        return random_policy(vector.views.form, np.random.default_rng(1))(observation)

    turn: Any = type("turn", (), {"seat": seat, "config": read.config_message})
    action = as_bot(policy, read)().act(messages[seat], turn)
    assert told[0].keys() == seen.keys()
    for name, array in seen.items():
        np.testing.assert_array_equal(told[0][name][0], array[seat], name)
    assert action.ByteSize()


def test_other_games_and_names_are_refused() -> None:
    """The error says what there is."""
    with pytest.raises(InputError, match="actions must be 'lists' or 'factored', not 'x'"):
        make_vec("champions", actions="x")
    with pytest.raises(InputError, match="except for champions, dungeon_keeper, not 'factored'"):
        make_vec("diceman", actions="factored")
