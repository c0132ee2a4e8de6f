"""Actions in fixed parts: what, with which unit and where."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from referee_envs import (
    Description,
    Features,
    InputError,
    MatchVectorEnv,
    as_bot,
    make_vec,
)
from referee_envs.backends.base import Game
from referee_envs.backends.in_process import InProcess
from referee_envs.opponents import random_policy
from tests.envs.episodes import SMALL, assert_same

GAMES = ("champions", "dungeon_keeper", "proving_grounds")
SLOTS = {"champions": 1, "dungeon_keeper": 1, "proving_grounds": 9}


def _vector(game: str, *, actions: str = "factored", **options: Any) -> Any:
    return make_vec(game, seat=None, actions=actions, **SMALL[game], **options)


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
        _, offers = vector._batches[0].view.look.memo
        assert len(offers) == SLOTS[game]
        for offer in offers:
            told = offer.candidates
            for place in range(int(offer.is_there.sum(axis=1).max())):
                wanted = told.values[:, place]
                noise = rng.integers(0, offer.factors.sizes, wanted.shape)
                picks = offer.picks(np.where(told.counts[:, place], wanted, noise))
                reached = told.values[np.arange(len(picks)), picks]
                here = offer.is_there[:, place]
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
        lists, _ = vector._batches[0].view.look.memo
        listed = lists.extra["candidates"][seat, 0]
        for kind, unit, row, col in listed[(listed[:, 0] > 0) & (listed[:, 0] < 8)].tolist():
            assert kinds[kind] == 1
            assert cells[row * 15 + col] == 1
            assert units[seen["units.id"][seat].tolist().index(unit)] == 1
            compared += 1
        seen, _, _, _, infos = vector.step(policy(seen))
    assert compared


def test_a_room_is_the_same_part_all_match_long() -> None:
    """Heroes stand in the order of `own.heroes`; a party is its classes in order, and a purchase its item."""
    vector = _vector("proving_grounds")
    policy = random_policy(vector.views.form, np.random.default_rng(3))
    seen, infos = vector.reset(seed=1)
    cuts = np.cumsum(vector.single_action_space.nvec)[:-1]
    compared = 0
    for turn in range(8):
        lists, _ = vector._batches[0].view.look.memo
        for seat in np.flatnonzero(infos["asked"]).tolist():
            parts = np.split(seen["parts_mask"][seat], cuts)
            listed = lists.extra["candidates"][seat]
            if turn == 0:
                assert parts[2].sum() == (listed[0, :, 0] == 1).sum() > 10
                continue
            # The first slot has a part for the party, and no other has.
            by_slot = [parts[:3], *zip(parts[3:-1:2], parts[4:-1:2], strict=True)]
            for slot, (kinds, rooms, *_) in enumerate(by_slot):
                moves = listed[slot][listed[slot, :, 0] == 2]
                assert kinds[2] == (len(moves) > 0)
                for _, hero, room, _ in moves.tolist():
                    assert rooms[room] == 1
                    assert seen["own.heroes.hero"][seat, slot] == hero
                    compared += 1
            bought = listed[-1][listed[-1, :, 0] == 6, 2]
            assert set(np.flatnonzero(parts[-1]).tolist()) == {0, *bought.tolist()}
        seen, _, _, _, infos = vector.step(policy(seen))
    assert compared


def test_parts_are_played_as_the_picks_that_they_stand_for() -> None:
    """In all slots; what is beside the mask of one slot leaves the others as they are."""
    factored, listed = _vector("proving_grounds"), _vector("proving_grounds", actions="lists")
    form = factored.views.form
    policy = random_policy(form, np.random.default_rng(3))
    seen, _ = factored.reset(seed=1)
    listed.reset(seed=1)
    second = form._cuts[0]  # kind of the second slot
    for turn in range(8):
        actions = policy(seen)
        picks = form._picks(actions, factored._batches[0].view.look)
        if turn % 2:
            actions[:, second] = 1  # parties are picked in the first slot
            picks[:, 1] = listed.single_action_space.nvec[1] - 1  # behind the list's end
        seen, *told = factored.step(actions)
        _, *wanted = listed.step(picks)
        for one, other in zip(told[:3], wanted[:3], strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(told[3]["refused"], wanted[3]["refused"])


@pytest.mark.parametrize("game", ["dungeon_keeper", "proving_grounds"])
def test_parts_are_played_alike_where_a_backend_offers_no_lists(game: str) -> None:
    """Lists are then made of messages; the masks, what is left out and the rewards are the same."""
    vectors = []
    for offers in (True, False):
        backend = InProcess(Game(game, SMALL[game].get("config"), SMALL[game].get("num_seats", 0)))
        if not offers:
            whole = backend.description
            backend.description = dataclasses.replace(
                whole,
                observed=tuple(each for each in whole.observed if each.name != "candidates"),
                acted=tuple(each for each in whole.acted if each.name != "picks"),
            )
        options: Any = {"columns": None, "autoreset": "next_step", "seed": None, "max_steps": 0}
        options |= {"seats": [0], "opponents": "random", "batch_size": 2, "actions": "factored"}
        vectors.append(MatchVectorEnv(backend, 2, strict=False, copy=True, **options))
    assert [vector.views.form.column for vector in vectors] == ["picks", "message"]
    space: Any = vectors[0].single_action_space
    policy = random_policy(vectors[0].views.form, np.random.default_rng(3))
    seen = [vector.reset(seed=3)[0] for vector in vectors]
    for step in range(12):
        assert_same(*seen)
        actions = policy(seen[0])
        if step % 3 == 2:
            actions = actions.copy()
            actions[:, 0] = space.nvec[0] - 1  # seldom within the mask
        told = [vector.step(actions) for vector in vectors]
        seen = [each[0] for each in told]
        assert_same(told[0][1:4], told[1][1:4])
        assert_same(told[0][4]["refused"], told[1][4]["refused"])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_beside_the_mask_is_left_out_and_counted(game: str) -> None:
    """Nothing is played for it."""
    vector = _vector(game)
    _, infos = vector.reset(seed=2)
    wrong = np.repeat(vector.single_action_space.nvec[None] - 1, vector.num_envs, axis=0)
    _, _, _, _, after = vector.step(wrong)
    np.testing.assert_array_equal(after["refused"], infos["asked"] * SLOTS[game])


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
    with pytest.raises(
        InputError, match="except for champions, dungeon_keeper, proving_grounds, not 'factored'"
    ):
        make_vec("diceman", actions="factored")
