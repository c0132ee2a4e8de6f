"""Features of one's own, made of messages: in environments as in bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box

from referee_client.messages import message_class
from referee_envs import Features, InputError, as_bot, make_vec, parallel_env
from referee_envs.backends.base import Game
from referee_envs.backends.in_process import InProcess
from tests.envs.episodes import SMALL

GAME = "dungeon_keeper"
SPACES = {
    "rows": Box(0, 255, (15,), np.uint8),
    "mine": Box(0, 1, (), np.int8),
}


def _of_message(message: Any, seat: int) -> Mapping[str, Any]:
    """Tell what is no column: the first characters of rows; and who looks."""
    return {"rows": [ord(row[0]) for row in message.rows], "mine": int(message.you == seat)}


FEATURES = Features(_of_message, SPACES)


def test_features_stand_beside_the_columns() -> None:
    """Of every seat, within their spaces; `*` stands for what is seen without any."""
    vector = make_vec(GAME, 4, seat=None, columns=["*", FEATURES], **SMALL[GAME])
    plain = make_vec(GAME, 4, seat=None, **SMALL[GAME])
    seen, _ = vector.reset(seed=3)
    other, _ = plain.reset(seed=3)
    assert seen.keys() - other.keys() == {"rows", "mine"}
    assert seen["rows"].shape == (4, 15)
    assert (seen["rows"] == ord("#")).any()
    assert seen["mine"].tolist() == [1] * 4
    assert vector.observation_space.contains(seen)


def test_a_bot_sees_the_same_features() -> None:
    """They are made of the message that it is sent."""
    vector = make_vec(GAME, 2, seat=None, columns=["round", FEATURES], **SMALL[GAME])
    seen, infos = vector.reset(seed=[5])
    (seat,) = np.flatnonzero(infos["asked"]).tolist()
    told: list[Any] = []

    def policy(observation: Any) -> Any:
        told.append(observation)
        return np.zeros(1, np.int64)

    backend = InProcess(Game(GAME, SMALL[GAME]["config"]))
    config = backend.description.config_message
    messages = make_vec(GAME, 2, seat=None, columns=["round", _kept()], **SMALL[GAME])
    messages.reset(seed=[5])
    turn: Any = type("turn", (), {"seat": seat, "config": config})
    bot = as_bot(policy, vector.description, columns=["round", FEATURES])()
    bot.act(_KEPT[seat], turn)
    assert told[0].keys() == seen.keys()
    for name in ("round", "rows", "mine", "action_mask"):
        np.testing.assert_array_equal(told[0][name][0], seen[name][seat])


def test_features_are_part_of_the_global_state() -> None:
    """Of PettingZoo's parallel environment, also where nothing else is seen; its own space contains it."""
    table = parallel_env(GAME, columns=[FEATURES], **SMALL[GAME])
    seen, _ = table.reset(seed=3)
    state = table.state()
    assert table.state_space.shape == state.shape == (16 * len(table.possible_agents),)
    assert table.state_space.contains(state)
    first = [*seen["seat_0"]["rows"].tolist(), int(seen["seat_0"]["mine"])]
    assert state[:16].tolist() == first


def test_a_game_without_that_column_refuses_features() -> None:
    """The columns of Diceman show all that its message has."""
    with pytest.raises(InputError, match="the columns of diceman show all of its message"):
        make_vec("diceman", 2, columns=[Features(_of_message, SPACES)])


_KEPT: dict[int, Any] = {}


def _kept() -> Features:
    """Return features that keep each seat's message."""

    def keep(message: Any, seat: int) -> Mapping[str, Any]:
        _KEPT[seat] = message
        return {}

    return Features(keep, {})


def test_fewer_numbers_are_filled_up_with_zeros_and_more_are_refused() -> None:
    """The error names the feature and its shape."""
    found = message_class("gamereferee.games.dungeon_keeper.v1.Observation")
    assert found
    short = Features(lambda *_: {"few": [7]}, {"few": Box(0, 9, (3,), np.int8)})
    seen, _ = make_vec(GAME, 1, columns=[short], **SMALL[GAME]).reset(seed=1)
    assert seen["few"].tolist() == [[7, 0, 0]]
    long = Features(lambda *_: {"few": [7] * 4}, {"few": Box(0, 9, (3,), np.int8)})
    with pytest.raises(InputError, match=r"features\['few'\] must be of shape \(3,\) at most"):
        make_vec(GAME, 1, columns=[long], **SMALL[GAME]).reset(seed=1)


@pytest.mark.parametrize("name", ["round", "seat", "action_mask"])
def test_names_that_are_taken_are_refused(name: str) -> None:
    """A feature doesn't hide a column."""
    features = Features(lambda *_: {name: 0}, {name: Box(0, 1, (), np.int8)})
    with pytest.raises(InputError, match=f"with names that are not taken, not '{name}'"):
        make_vec(GAME, 1, columns=["round", features], **SMALL[GAME])


def test_other_names_than_those_of_the_spaces_are_refused() -> None:
    """The error names both."""
    features = Features(lambda *_: {"other": 0}, {"one": Box(0, 1, (), np.int8)})
    vector = make_vec(GAME, 1, columns=[features], **SMALL[GAME])
    with pytest.raises(InputError, match=r"features must be named \['one'\], not \['other'\]"):
        vector.reset(seed=1)
