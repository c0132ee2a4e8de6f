"""Matches on lanes, and their bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from google.protobuf import any_pb2

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import lobby_service_pb2
from referee.games.diceman.tables import COMBO_DICE
from referee.replay.journal import read_records
from tests.server.lane_bot import LaneBot, Open
from tests.server.running import Referee

__all__ = [
    "SEEDS",
    "action_of",
    "choice_of",
    "create_seeded",
    "fixed_seed",
    "on_lanes",
    "play_out",
    "replay_path",
    "settle_all",
    "steps_of",
]

SEEDS = (11, 12, 13, 14)


def choice_of(_: str, turn: int) -> int:
    """What both seats play in each turn, whichever match it is."""
    return turn * 5 % 6


def action_of(combo: int) -> any_pb2.Any:
    """Return the action of a combination."""
    packed = any_pb2.Any()
    packed.Pack(diceman_pb2.Action(dice=COMBO_DICE[combo].tolist()))
    return packed


def fixed_seed(seed: int) -> lobby_service_pb2.SeedPolicy:
    """Return the policy of a fixed match seed."""
    return lobby_service_pb2.SeedPolicy(fixed=seed)


async def create_seeded(referee: Referee, seeds: Sequence[int] = SEEDS, **fields: Any) -> list[Any]:
    """Create a match of two games for each seed."""
    fields = {"config_json": '{"games": 2}'} | fields
    return [
        await referee.create("diceman", seed_policy=fixed_seed(seed), **fields) for seed in seeds
    ]


async def on_lanes(referee: Referee, made: Sequence[Any]) -> list[LaneBot]:
    """Let two bots join all matches."""
    bots = [LaneBot(referee) for _ in range(2)]
    for seat, bot in enumerate(bots):
        await bot.join(*(each.seat_tokens[seat] for each in made))
    return bots


async def play_out(bots: Sequence[LaneBot], told: list[dict[str, Open]]) -> list[list[str]]:
    """Play from open turns to the end; return the matches whose end each bot was told, as they were told."""
    ended: list[list[str]] = [[] for _ in bots]
    running = set(told[0])
    while running:
        for bot, each in zip(bots, told, strict=True):
            await bot.answer({match: each[match] for match in each if match in running}, choice_of)
        await settle_all(bots)
        for bot, mine in zip(bots, ended, strict=True):
            while bot.stream.has("ends"):
                mine.append((await bot.stream.ended()).match_id)
        running -= set(ended[0])
        if running:
            told = [await bot.turns(len(running)) for bot in bots]
    return ended


async def settle_all(bots: Sequence[LaneBot]) -> None:
    """Wait until all that the bots have sent is taken in, and each has read what came of it."""
    for bot in (*bots, *bots):
        await bot.stream.settle()


def steps_of(path: Path) -> list[Any]:
    """All steps of a replay, without their times."""
    steps = []
    for record in read_records(path):
        if record.HasField("step"):
            step = record.step
            for action in step.actions:
                for name in ("elapsed_us", "lag_us", "handed_us"):
                    action.ClearField(name)
            steps.append(step)
    return steps


def replay_path(referee: Referee, match_id: str) -> Path:
    """Return the path of a match's replay."""
    return referee.server.lobby.folder.replay_path(match_id)
