"""Whole matches by actions that masks and candidate lists call legal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee_envs import env, make_vec, parallel_env
from referee_envs.actions.base import mask_parts
from tests.envs.episodes import GAMES, SMALL

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


@pytest.mark.parametrize("game", ["champions", "dungeon_keeper", "proving_grounds"])
def test_lists_say_what_they_are(game: str) -> None:
    """Each candidate has a label and numbers of its own, which the observation shows; what is left out is told."""
    vector = make_vec(game, seat=None, **SMALL[game])
    observations, infos = vector.reset(seed=1)
    form: Any = vector.views.form
    assert form.left_out
    listed = vector.look[0].memo
    for entry in np.flatnonzero(infos["asked"]).tolist():
        _, slots = listed[entry]
        for slot, candidates in enumerate(slots):
            labels = [candidate.label for candidate in candidates]
            assert len(set(labels)) == len(labels)
            shown = observations["candidates"][entry, slot, : len(labels)]
            assert shown.tolist() == [list(candidate.numbers) for candidate in candidates]


def test_talk_is_left_out() -> None:
    """No form speaks, and those of games with talk say so."""
    forms = {game: make_vec(game, **SMALL[game]).views.form for game in GAMES}
    assert "talk" in forms["champions"].left_out
    assert forms["dice_adventure"].left_out == ("pings",)
