"""Whole matches by actions that masks and candidate lists call legal."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from referee_bots import candidates
from referee_envs import MatchVectorEnv, env, make_vec, parallel_env
from referee_envs.actions.base import mask_parts
from referee_envs.actions.forms import form_of
from referee_envs.backends.base import Game
from referee_envs.backends.in_process import InProcess
from tests.envs.episodes import GAMES, SMALL, assert_same, play

EXACT = ("champions", "dice_adventure", "diceman", "dungeon_keeper", "swordman")
"""Games in which what is legal for a seat does not depend on what others decide at the same time."""
SCORELESS = ("dice_adventure",)
"""Games in which nobody who does anything scores in so few rounds."""
MOST_STEPS = 2000


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_turns(game: str) -> None:
    """`env`: to the end, with what is sampled by the mask; scores are told then, and nothing is refused."""
    turns = env(game, **SMALL[game])
    turns.reset(seed=3)
    total = dict.fromkeys(turns.possible_agents, 0.0)
    refused = 0
    for step, agent in enumerate(turns.agent_iter(MOST_STEPS)):
        turns.action_space(agent).seed(step)
        _, reward, terminated, truncated, info = turns.last()
        total[agent] += reward
        refused += info.get("refused", 0)
        assert not truncated
        turns.step(None if terminated else turns.action_space(agent).sample(info["action_mask"]))
    assert not turns.agents
    assert any(total.values()) or game in SCORELESS
    assert game not in EXACT or refused == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_match_at_once(game: str) -> None:
    """`parallel_env`: those who are not asked may be left out."""
    table = parallel_env(game, **SMALL[game])
    _, infos = table.reset(seed=4)
    refused = 0
    ends: dict[str, bool] = {}
    rewards: dict[str, float] = {}
    for step in range(MOST_STEPS):
        asked = [agent for agent in table.agents if infos[agent]["asked"]]
        for agent in asked:
            table.action_space(agent).seed(step)
        actions = {
            agent: table.action_space(agent).sample(infos[agent]["action_mask"]) for agent in asked
        }
        _, rewards, ends, _, infos = table.step(actions)
        refused += sum(info["refused"] for info in infos.values())
        if not table.agents:
            break
    assert all(ends.values())
    assert any(rewards.values()) or game in SCORELESS
    assert game not in EXACT or refused == 0


@pytest.mark.parametrize("game", GAMES)
def test_masks_are_never_all_false(game: str) -> None:
    """Who is not asked has something that does nothing, and whoever is out as well."""
    vector = make_vec(game, seat=None, autoreset="disabled", **SMALL[game])
    _, infos = vector.reset(seed=1)
    over = False
    while not over:
        parts = mask_parts(vector.single_action_space, infos["action_mask"])
        parts = parts if isinstance(parts, tuple) else (parts,)
        assert all(part.any(axis=-1).all() for part in parts)
        actions = np.stack([part.argmax(axis=-1) for part in parts], axis=-1)
        *_, terminated, _, infos = vector.step(actions.reshape(-1, *_shape(vector)))
        over = bool(terminated[0])


def _shape(vector: Any) -> tuple[int, ...]:
    return tuple(vector.single_action_space.shape or ())


@pytest.mark.parametrize("game", candidates.GAMES)
def test_lists_that_a_backend_does_not_tell_are_made_here(game: str) -> None:
    """Of what seats see: the same ones, picks come to the same, and what is left out is told."""
    told = make_vec(game, 2, seat=0, **SMALL[game]).description
    old = dataclasses.replace(
        told,
        observed=tuple(column for column in told.observed if column.name != "candidates"),
        acted=tuple(column for column in told.acted if column.name != "picks"),
        left_out=(),
    )
    offered, listed = form_of(told), form_of(old)
    assert (offered.column, listed.column) == ("picks", "message")
    assert offered.left_out == listed.left_out
    assert offered.left_out
    assert offered.space == listed.space
    assert offered.extra == listed.extra
    assert form_of(told, builds=True).column == "message"
    vectors = []
    for description in (told, old):
        backend = InProcess(Game(game, SMALL[game].get("config"), SMALL[game].get("num_seats", 0)))
        backend.description = description
        options: Any = {"columns": None, "autoreset": "next_step", "seed": None, "max_steps": 0}
        options |= {"seats": [0], "opponents": "random", "batch_size": 2}
        vectors.append(MatchVectorEnv(backend, 2, strict=False, copy=True, **options))
    assert vectors[1].views.form.column == "message"
    assert_same(*(play(vector, 3, 20) for vector in vectors))


def test_talk_is_left_out() -> None:
    """No form speaks, and those of games with talk say so."""
    forms = {game: make_vec(game, **SMALL[game]).views.form for game in GAMES}
    assert "talk" in forms["champions"].left_out
    assert forms["dice_adventure"].left_out == ("pings",)
