"""Workers behind a router that are killed while bots answer in columns on their lanes."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee.games import registry
from referee.games.diceman.tables import COMBO_DICE
from referee.replay.verify import verify
from referee_client import RefereeClient
from referee_client.bot import Bot, Turn
from referee_client.lanes import LaneTurns
from referee_client.lobby import Lobby
from tests.helpers.journals import left_of_matches
from tests.helpers.patience import patience
from tests.integration.serving import ServerProcess
from tests.server.lane_matches import steps_of
from tests.server.running import PATIENT
from tests.server.test_router_processes import _workers


@pytest.mark.slow
def test_no_match_is_lost_when_workers_are_killed_while_lanes_are_open(tmp_path: Path) -> None:
    """Each in turn by SIGKILL, while bots answer in columns at the router; all comes out as if nothing had been."""
    games = 4
    with ServerProcess(tmp_path, "--workers", "2") as server:
        with Lobby(server.address) as lobby:
            made = [
                lobby.create_match(
                    "diceman", config={"games": games}, seed=seed, time_control=PATIENT
                )
                for seed in range(6)
            ]
        victims = _workers(server)
        killed: list[int] = []
        in_columns: set[int] = set()

        class Columns(Bot):
            """Plays the same everywhere, and kills a worker whose lane it is asked about."""

            game = "diceman"
            columns = ("table.round",)

            def act(self, _: Observation, turn: Turn) -> Action:
                """Answer a turn between two lanes."""
                return Action(dice=COMBO_DICE[turn.number % 6].tolist())

            def act_columns(self, turns: LaneTurns) -> Any:
                """Answer turns of one worker's matches."""
                number = turns.lane.number % 2
                in_columns.add(number)
                if turns.numbers.max() > 2 and number not in killed:
                    killed.append(number)
                    os.kill(victims[number], signal.SIGKILL)
                return (turns.numbers % 6).astype(np.int8)

        async def play() -> None:
            clients = [
                RefereeClient(server.address, Columns(), patience=patience(300)) for _ in range(2)
            ]
            tokens = [[one.seat_tokens[seat] for one in made] for seat in range(2)]
            plays = [client.play(own) for client, own in zip(clients, tokens, strict=True)]
            await asyncio.gather(*plays)

        asyncio.run(play())
        assert server.stop() == 0, server.log()
    assert sorted(killed) == [0, 1]
    assert in_columns == {0, 1}
    assert left_of_matches(tmp_path / "data" / "journals") == []
    for seed, one in enumerate(made):
        path = tmp_path / "data" / "replays" / f"{one.match.match_id}.replay"
        assert verify(path).problem is None
        assert [step.digest for step in steps_of(path)] == _digests(seed, games)


def _digests(seed: int, games: int) -> list[bytes]:
    """Digests after each step of a match of such bots, stepped by the game alone."""
    plugin = registry.find("diceman")
    game, codec = plugin.game, plugin.codec
    state, _ = game.start(game.config_class(games=games), seed=seed, num_seats=2)
    digests = []
    turn = 1
    while (point := game.decision(state)) is not None:
        payload = Action(dice=COMBO_DICE[turn % 6].tolist()).SerializeToString()
        game.step(state, {seat: codec.decode_action(payload) for seat in point.seats})
        digests.append(game.digest(state))
        turn += 1
    return digests
