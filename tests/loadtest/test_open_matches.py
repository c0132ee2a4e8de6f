"""What a match keeps that waits for its bots, counted in what Python and NumPy allocate for it."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path

import pytest

from loadtest.bench.served import Script, open_matches, script
from loadtest.open_matches import GAMES, SEED
from referee.core.clock import SystemClock
from referee.core.config import parse_config
from referee.games.registry import find
from referee.server.lobby.lobby import Lobby
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.lag import LagMeter
from referee.server.process.logs import configure_logs

MATCHES = 5
POINTS = 12
"""Decision points that were played: in Champions the last one was of battles."""


async def kept_bytes(played: Script, folder: Path) -> float:
    """Bytes for each of some matches, when as many others have been there before."""
    configure_logs("error")
    config = ServerConfig(listen=(Listen("unix:none", is_local=True),), data_dir=folder)
    lobby = Lobby(config, SystemClock(), LagMeter())
    async with open_matches(lobby, played, MATCHES):
        gc.collect()
        tracemalloc.start(1)
        try:
            before, _ = tracemalloc.get_traced_memory()
            async with open_matches(lobby, played, MATCHES):
                gc.collect()
                after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    await lobby.close()
    return (after - before) / MATCHES


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("diceman", 17_000),
        ("swordman", 16_000),
        ("dice_adventure", 26_000),
        ("champions", 60_000),
        ("dungeon_keeper, small", 34_000),
        ("dungeon_keeper", 60_000),
        ("proving_grounds", 46_000),
    ],
)
def test_a_match_keeps_little(name: str, most: int, tmp_path: Path) -> None:
    """Not more than a bound, which is a sixth above what was counted, or what is promised."""
    opened = GAMES[name]
    plugin = find(opened.game)
    config = parse_config(plugin.game.config_class, dict(opened.config))
    played = script(plugin, opened.num_seats, SEED, config, POINTS)
    kept = asyncio.run(kept_bytes(played, tmp_path))
    assert 5000 < kept < most, f"{name} keeps {kept:.0f} bytes a match"
