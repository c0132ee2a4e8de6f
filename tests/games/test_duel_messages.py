"""Messages that are alike in all duels."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.games.swordman.v1 import swordman_pb2
from referee.core.game import AnyPlugin, Event
from referee.games import diceman, swordman

DUELS = (diceman.PLUGIN, swordman.PLUGIN)
OBSERVATIONS: dict[str, Any] = {
    "diceman": diceman_pb2.Observation,
    "swordman": swordman_pb2.Observation,
}


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: duel.game.info.game)
def test_observation_before_the_first_round(duel: AnyPlugin) -> None:
    """There is no last round then, not an empty one."""
    game, codec = duel.game, duel.codec
    config = game.config_class()
    state, _ = game.start(config, seed=1, num_seats=2)
    (data,) = codec.encode_observations(config, game.observe(state, [0]))
    message = OBSERVATIONS[game.info.game].FromString(data)
    assert not message.HasField("last_round")
    assert message.config.life == 20
    assert codec.encode_observations(config, []) == []


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: duel.game.info.game)
def test_bodies_that_are_not_told(duel: AnyPlugin) -> None:
    """Only events of the game have a place on the wire."""
    with pytest.raises(TypeError, match=f"'dawn' is no event of {duel.game.info.game}"):
        duel.codec.encode_event(Event("dawn"))
