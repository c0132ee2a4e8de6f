"""`python -m loadtest.asleep`: measures what a match of days costs while it sleeps, and to wake it.

Matches are opened on a server's lobby in this process, and play some turns at random, the same in all
matches. Then their bots leave, and the lobby puts them to sleep. Counted is what Python and NumPy still
have allocated for them. Some of them are woken, and in the end a second lobby is started on the same
folder, as after `kill -9`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from loadtest.bench.served import Script, open_matches, script
from loadtest.open_matches import GAMES, SEED, chosen_games
from referee.core.clock import SystemClock
from referee.core.config import parse_config
from referee.core.time_control import HOUR, TimeControl
from referee.games.registry import find
from referee.server.lobby.house import HouseKeeper
from referee.server.lobby.lobby import Lobby
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.lag import LagMeter
from referee.server.process.logs import configure_logs
from referee.server.services.lobby_service import LobbyService
from referee.server.services.matchmaking import Matchmaking

__all__ = ["PROMISED_BYTES", "Slept", "main", "measure"]

PROMISED_BYTES = 2000
"""Most bytes that a match that sleeps may take."""
_DAYS = TimeControl(move_time_ns=72 * HOUR, strikes=0)
_TOGETHER = 100
"""Number of matches that are awake at once."""


class Slept(NamedTuple):
    """What matches of one kind cost that sleep."""

    allocated: float
    """Bytes that Python and NumPy have allocated for each match."""
    wakes_ms: tuple[float, ...]
    """Milliseconds that it took to wake each of some matches, sorted."""
    restart_ms: float
    """Milliseconds for each match that the next start of a server took until all slept again."""


async def measure(played: Script, folder: Path, *, matches: int, wakes: int) -> Slept:
    """Return what matches cost that sleep.

    Args:
        played: Answers of the seats before their bots leave, the same in all matches.
        folder: Empty folder for the journals.
        matches: Number of matches, at least 1; some are opened before them.
        wakes: Number of matches that are woken, at most as many.
    """
    lobby = _lobby(folder, matches)
    tracemalloc.start(1)
    try:
        # The first load what a process needs once; of the last, the streams are let go with the next.
        for _ in range(2):
            await _open(lobby, played, min(_TOGETHER, matches))
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for first in range(0, matches, _TOGETHER):
            await _open(lobby, played, min(_TOGETHER, matches - first))
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    wakes_ms = []
    for match in lobby.asleep()[:wakes]:
        began = time.perf_counter()
        await lobby.find(match.match_id)
        wakes_ms.append(1000 * (time.perf_counter() - began))
    await lobby.close()
    again = _lobby(folder, matches)
    began = time.perf_counter()
    number = again.recovery.start()
    restart_ms = 1000 * (time.perf_counter() - began) / number
    await again.close()
    allocated = (after - before) / matches
    return Slept(allocated, tuple(sorted(wakes_ms)), restart_ms)


def _lobby(folder: Path, matches: int) -> Lobby:
    listen = (Listen("unix:none", is_local=True),)
    config = ServerConfig(listen=listen, data_dir=folder, max_matches=matches + 3 * _TOGETHER)
    clock = SystemClock()
    lobby = Lobby(config, clock, LagMeter())
    # Shows the matches that sleep in lists.
    LobbyService(lobby, HouseKeeper(lobby, None), Matchmaking(lobby, clock), clock)
    return lobby


async def _open(lobby: Lobby, played: Script, number: int) -> None:
    """Open matches, let their bots leave, and put the matches to sleep.

    Raises:
        RuntimeError: Not all of them sleep.
    """
    slept = len(lobby.asleep())
    async with open_matches(lobby, played, number, _DAYS):
        pass
    for _ in range(2):
        lobby.sleepers.sweep(lobby.live())
    if len(lobby.asleep()) - slept != number:
        raise RuntimeError(f"{len(lobby.asleep()) - slept} of {number} matches sleep")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print a table; return the exit status.

    The status is 1 if a match takes more bytes asleep than is promised.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.asleep", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="NAME", help=f"of {', '.join(GAMES)}; all")
    parser.add_argument("--matches", type=int, default=1000, help="of each game (%(default)s)")
    parser.add_argument("--wakes", type=int, default=100, help="that are woken (%(default)s)")
    parser.add_argument(
        "--points", type=int, default=12, help="decision points played (%(default)s)"
    )
    options = parser.parse_args(arguments)
    names = chosen_games(parser, options.games)
    configure_logs("error")
    print("| game | seats | bytes asleep | to wake, ms | restart, ms |")
    print("|---|---|---|---|---|")
    most = 0.0
    for name in names:
        opened = GAMES[name]
        plugin = find(opened.game)
        config = parse_config(plugin.game.config_class, dict(opened.config))
        played = script(plugin, opened.num_seats, SEED, config, points=options.points)
        with tempfile.TemporaryDirectory(prefix="referee-load-") as folder:
            found = asyncio.run(
                measure(played, Path(folder), matches=options.matches, wakes=options.wakes)
            )
        most = max(most, found.allocated)
        median = statistics.median(found.wakes_ms)
        print(
            f"| {name} | {opened.num_seats} | {found.allocated:.0f} "
            f"| {median:.1f}, at most {found.wakes_ms[-1]:.1f} "
            f"| {found.restart_ms:.1f} |",
            flush=True,
        )
    if most > PROMISED_BYTES:
        print(f"a match takes {most:.0f} bytes asleep; at most {PROMISED_BYTES} are promised")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
