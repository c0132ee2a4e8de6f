"""From training to the tournament: what a policy sees in a refereed match is what it sees in training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1 import diceman_pb2
from referee_envs import Description, InputError, as_bot, make_vec, parallel_env
from referee_envs.messages import MessageReader
from tests.envs.episodes import GAMES, SMALL, assert_same
from tests.envs.refereed import MATCH_SEED, Seat, played
from tests.replay.recording import digests


@pytest.mark.parametrize("game", GAMES)
async def test_columns_are_those_of_training(game: str, tmp_path: Path) -> None:
    """Every observation of every seat, masks and candidates included, and scores and placements at the end.

    So are the digests after every step: of the recorded match, and of the environment of PettingZoo.
    """
    options = SMALL[game]
    training = make_vec(game, seat=None, autoreset="disabled", reward="score", **options)
    description = training.description
    text = description.to_json()
    seats = [Seat(Description.from_json(text), seat) for seat in range(description.num_seats)]
    match = await played(tmp_path, game, seats, options.get("config"))
    results = match.outcome.seats
    observations, infos = training.reset(seed=[MATCH_SEED])
    table = parallel_env(game, columns=["digest"], **options)
    told = table.reset(seed=MATCH_SEED)[0]
    (path,) = tmp_path.rglob("*.replay")
    recorded = digests(path)
    turns = [0] * len(seats)
    over = False
    while not over:
        assert {seen["digest"].tobytes() for seen in told.values()} == {next(recorded)}
        actions = np.zeros((len(seats), *(training.single_action_space.shape or ())), np.int64)
        for seat in np.flatnonzero(infos["asked"]).tolist():
            seen = seats[seat].seen[turns[seat]]
            assert_same(
                seen, {name: array[seat : seat + 1] for name, array in observations.items()}
            )
            actions[seat] = seats[seat].decided[turns[seat]][0]
            turns[seat] += 1
        observations, rewards, terminated, _, infos = training.step(actions)
        assert infos["placement"].any() == terminated.any()
        over = bool(terminated[0])
        told = table.step(dict(zip(table.agents, actions, strict=True)))[0]
    assert {seen["digest"].tobytes() for seen in told.values()} == {next(recorded)}
    assert next(recorded, None) is None
    table.close()
    assert turns == [len(seat.seen) for seat in seats]
    assert rewards.tolist() == [result.score for result in results]
    assert infos["placement"].tolist() == [result.placement for result in results]


def test_descriptions_are_kept_as_text() -> None:
    """What is read is what was written; the server's own matters are left out."""
    for game in GAMES:
        description = make_vec(game).description
        read = Description.from_json(description.to_json())
        assert read.observed == description.observed
        assert read.acted == description.acted
        assert (read.config, read.num_seats) == (description.config, description.num_seats)


@pytest.mark.parametrize("name", ["episode", "step", "digest"])
def test_columns_that_bots_are_not_told(name: str) -> None:
    """A policy that was trained on them can't play."""
    description = make_vec("diceman").description
    with pytest.raises(InputError, match=f"columns must be some that bots get, not '{name}'"):
        as_bot(lambda _: np.zeros(1, np.int64), description, columns=[name, "table.life"])


def test_a_match_that_is_larger_than_in_training() -> None:
    """The error names the column and both shapes."""
    description = make_vec("diceman").description
    reader = MessageReader(description, ["table.life"])
    seen = diceman_pb2.Observation(life=[1, 2, 3])
    with pytest.raises(InputError, match=r"table.life must be of shape \(2,\) at most, not larger"):
        reader.read(seen, None)


def test_a_match_of_more_seats() -> None:
    """It is refused at its start."""
    description = make_vec("champions", num_seats=4).description
    bot = as_bot(lambda _: np.zeros(1, np.int64), description)()
    match: Any = type("match", (), {"num_seats": 6, "game_version": 2})
    with pytest.raises(InputError, match="num_seats must be 4, as in training, not 6"):
        bot.on_start(match)


def test_turns_of_a_message_are_decided_together() -> None:
    """The policy is asked once, with an entry for each, and decides as one by one."""
    description = make_vec("diceman").description
    asked: list[int] = []

    def policy(observation: Any) -> Any:
        asked.append(len(observation["seat"]))
        return (observation["table.life"][:, 0] + observation["seat"]) % 6

    turns: list[Any] = [
        type(
            "turn",
            (),
            {
                "observation": diceman_pb2.Observation(life=[number, 3], seat=number % 2),
                "config": diceman_pb2.Config(),
                "seat": number % 2,
            },
        )
        for number in range(1, 9)
    ]
    alone = as_bot(policy, description)()
    expected = [alone.act(turn.observation, turn) for turn in turns]
    together = as_bot(policy, description, together=True)()
    assert together.act_batch(turns) == expected
    assert asked == [1] * 8 + [8]
    assert len({tuple(action.dice) for action in expected}) == 3
