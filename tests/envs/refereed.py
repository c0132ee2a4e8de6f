"""Refereed matches between policies that were trained in environments."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee_client import RefereeClient
from referee_envs import Description, as_bot, make_vec
from referee_envs.opponents import random_policy
from tests.helpers.patience import HANG_S
from tests.server.running import running

__all__ = ["MATCH_SEED", "Seat", "played"]

MATCH_SEED = 2**63 + 11
"""Of the match, in an environment as at a referee."""


class Seat:
    """A policy that notes what it sees and decides."""

    def __init__(self, description: Description, seat: int) -> None:
        self.seen: list[Any] = []
        self.decided: list[Any] = []
        self._drawn = np.random.default_rng(seat)
        self.bot = as_bot(self.decide, description)
        self._form = make_vec(description.game, num_seats=description.num_seats).views.form

    def decide(self, observation: Any) -> Any:
        """Do anything that is legal."""
        self.seen.append({name: array.copy() for name, array in observation.items()})
        actions = random_policy(self._form, self._drawn)(observation)
        self.decided.append(actions)
        return actions


async def played(folder: Path, game: str, seats: list[Seat], config: Any = None) -> match_pb2.Match:
    """Play a refereed match of `MATCH_SEED`; return it."""
    async with running(folder) as referee:
        fields: dict[str, Any] = {"config_json": json.dumps(config)} if config else {}
        fields |= {
            "num_seats": len(seats),
            "seed_policy": lobby_service_pb2.SeedPolicy(fixed=MATCH_SEED),
        }
        made = await referee.create(game, **fields)
        clients = []
        for token, seat in zip(made.seat_tokens, seats, strict=True):
            client = RefereeClient(referee.address, seat.bot, strict=True)
            client.join(token)
            client.finish()
            clients.append(asyncio.create_task(client.play()))
        await asyncio.wait_for(asyncio.gather(*clients), HANG_S)
        return await referee.get(made.match.match_id)
