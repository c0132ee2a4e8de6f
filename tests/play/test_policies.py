"""`play` with policies of the learners' environments, as bots of `as_bot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamereferee import play
from referee_client import BotError
from referee_envs import InputError, as_bot, make_vec
from referee_envs.opponents import random_policy
from tests.envs.episodes import GAMES, SMALL, assert_same
from tests.envs.refereed import MATCH_SEED, Seat, played
from tests.helpers.tiers import some
from tests.replay.recording import digests

HIDING = "dice_adventure"
"""The game whose config is not shown to bots as a whole."""


@pytest.mark.parametrize("game", some(sorted(GAMES, key=lambda name: name != "diceman"), 1))
async def test_policies_play_a_refereed_match(game: str, tmp_path: Path) -> None:
    """Without a description they see the same arrays and make the same states as those that have one."""
    config = SMALL[game].get("config")
    description = make_vec(game, seat=None, **SMALL[game]).description
    expected = [Seat(description, seat) for seat in range(description.num_seats)]
    await played(tmp_path, game, expected, config)
    (path,) = tmp_path.rglob("*.replay")

    seats = [Seat(description, seat) for seat in range(description.num_seats)]
    bots = [as_bot(seat.decide, description if game == HIDING else None) for seat in seats]
    match = play(game, bots, seed=MATCH_SEED, config=config)

    assert [step.digest for step in match.steps[1:]] == list(digests(path))[1:]
    for seat, other in zip(seats, expected, strict=True):
        assert_same(seat.seen, other.seen)


def test_a_space_of_fixed_parts() -> None:
    """Is that of `actions`, as in training."""
    factored = make_vec("dungeon_keeper", actions="factored", **SMALL["dungeon_keeper"])
    policy = random_policy(factored.views.form, np.random.default_rng(1))
    seen: list[Any] = []

    def watch(observation: Any) -> Any:
        seen.append(observation)
        return policy(observation)

    bots = [as_bot(watch, actions="factored"), "random"]
    play("dungeon_keeper", bots, seed=1, config={"preset": "small", "max_rounds": 2})
    spaces: Any = factored.single_observation_space
    assert {name: array.shape[1:] for name, array in seen[0].items()} == {
        name: space.shape for name, space in spaces.items()
    }


def test_a_policy_needs_a_description_where_the_config_is_hidden() -> None:
    """In Dice Adventure levels come as a surprise, and the columns follow from their sizes."""
    with pytest.raises(BotError) as caught:
        play(HIDING, [as_bot(lambda _: np.zeros(1, np.int64)), "random", "random"], seed=1)
    text = "description must be that of the environment, since dice_adventure hides parts"
    assert text in str(caught.value.__cause__)


def test_what_a_policy_cannot_be_told_is_refused() -> None:
    """Columns that bots do not get when its match begins, all other arguments at once."""
    with pytest.raises(BotError) as caught:
        play("diceman", [as_bot(lambda _: np.zeros(1, np.int64), columns=["episode"]), "random"])
    assert "columns must be some that bots get, not 'episode'" in str(caught.value.__cause__)
    with pytest.raises(InputError, match="actions must be 'lists' or 'factored', not 'some'"):
        as_bot(lambda _: np.zeros(1, np.int64), actions="some")
    with pytest.raises(InputError, match="description must be given where together is set"):
        as_bot(lambda _: np.zeros(1, np.int64), together=True)
