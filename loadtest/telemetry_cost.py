"""`python -m loadtest.telemetry_cost`: what do metrics and traces cost the referee?

Two servers of this machine play the same matches of Diceman in turn, one of them with `--metrics`.
The processor time of each run is compared with that of the run next to it, so that what else the
machine does meanwhile touches both. Times by the clock would say little, since bots and referee
share the cores. Scrapes are measured separately, since their number depends on Prometheus alone.
"""

from __future__ import annotations

import asyncio
import sys
import urllib.request
from collections.abc import Sequence

import grpc

from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.bench.play import LANES, ThinBot
from loadtest.figures import Spread, spread
from loadtest.flags import number_parser
from loadtest.local_referee import LocalReferee, cpu_seconds, local_referee

__all__ = ["WAYS", "main", "measure"]

WAYS: dict[str, tuple[str, ...]] = {"turns": (), "lanes": (LANES,)}
"""Features that bots ask for, by way of playing."""
PORT = 19_464
"""Port of this machine at which metrics are served."""
SCRAPES = 50
"""Number of scrapes whose processor time is measured."""
_SETTLE_S = 0.3
"""Seconds after the last match for which its replay may still be written."""


def measure(*, way: str, pairs: int, matches: int, games: int) -> tuple[list[float], float]:
    """Measure pairs of runs, and scrapes.

    Return the processor time with metrics as a multiple of that without, of each pair of runs, and
    the processor time of a scrape in seconds.

    Args:
        way: How bots play, one of `WAYS`.
        pairs: Number of pairs.
        matches: Matches of a run, all at once.
        games: Games of a match.
    """
    with (
        local_referee() as plain,
        local_referee(flags=["--metrics", f"127.0.0.1:{PORT}"]) as counted,
    ):
        for referee in (plain, counted):  # both load and warm up
            asyncio.run(_run(referee, WAYS[way], matches, games))
        ratios = []
        for pair in range(pairs):
            took = {}
            # Each is first in every second pair: a machine that grows slower must favour neither.
            for referee in (plain, counted) if pair % 2 else (counted, plain):
                took[referee.pid] = asyncio.run(_run(referee, WAYS[way], matches, games))
            ratios.append(took[counted.pid] / took[plain.pid])
        return ratios, _scrape_s(counted)


def _scrape_s(referee: LocalReferee) -> float:
    """Return the processor time of a scrape, in seconds."""
    before = cpu_seconds(referee.pid) or 0.0
    for _ in range(SCRAPES):
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics") as answer:
            answer.read()
    return ((cpu_seconds(referee.pid) or 0.0) - before) / SCRAPES


async def _run(referee: LocalReferee, features: Sequence[str], matches: int, games: int) -> float:
    """Play matches to their end; return the referee's processor time in seconds.

    Args:
        referee: The referee.
        features: Features that the bots ask for.
        matches: Number of matches.
        games: Games of a match.
    """
    before = cpu_seconds(referee.pid) or 0.0
    async with grpc.aio.insecure_channel(referee.address) as channel:
        request = CreateMatchRequest(game="diceman", config_json=f'{{"games": {games}}}')
        create = LobbyServiceStub(channel).CreateMatch
        made = await asyncio.gather(*(create(request) for _ in range(matches)))
        seats = zip(*(match.seat_tokens for match in made), strict=True)
        play = PlayServiceStub(channel)
        await asyncio.gather(*(ThinBot(play, features).converse(tokens) for tokens in seats))
    await asyncio.sleep(_SETTLE_S)
    return (cpu_seconds(referee.pid) or 0.0) - before


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all ways with these command-line arguments, print a line for each, and return 0."""
    parser = number_parser(
        "loadtest.telemetry_cost",
        __doc__,
        pairs=(12, "pairs of runs, one with metrics and one without"),
        matches=(64, "matches of a run, all at once"),
        games=(30, "games of a match on turns; ten times as many on lanes"),
    )
    options = parser.parse_args(arguments)
    for way in WAYS:
        games = options.games * (10 if way == "lanes" else 1)
        ratios, scrape_s = measure(
            way=way, pairs=options.pairs, matches=options.matches, games=games
        )
        print(f"{way}: {_shown(spread(ratios))} of {options.pairs} pairs", flush=True)
        print(f"{way}: {1e3 * scrape_s:.1f} ms of processor time for a scrape", flush=True)
    return 0


def _shown(ratios: Spread) -> str:
    quartiles = f"{100 * (ratios.low - 1):+.1f} to {100 * (ratios.high - 1):+.1f} %"
    return f"{100 * (ratios.median - 1):+.1f} % of processor time (quartiles {quartiles})"


if __name__ == "__main__":
    sys.exit(main())
