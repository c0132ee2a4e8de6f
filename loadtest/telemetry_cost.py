"""`python -m loadtest.telemetry_cost`: what do metrics and traces cost the referee?

*In process*, whole matches of Diceman are played through lobby, session, match and journal without
gRPC, in turn with and without an observer; without gRPC a decision is cheap, so that these shares
are upper bounds. *As servers*, two servers of this machine play the same matches in turn, one of
them with `--metrics`; as a control, two servers of the same kind do so, too. Each run is compared
with the one next to it, so that what else the machine does meanwhile touches both. All times are
processor time: the clock would say little, since bots and referee share the cores. Scrapes are
measured separately, since their number depends on Prometheus alone.
"""

from __future__ import annotations

import asyncio
import sys
import urllib.request
from collections.abc import Callable, Sequence

import grpc

from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.bench.play import LANES, ThinBot
from loadtest.bench.served import script, serve
from loadtest.figures import Spread, spread
from loadtest.flags import number_parser
from loadtest.local_referee import LocalReferee, cpu_seconds, local_referee
from referee.core.clock import SystemClock
from referee.games.registry import find
from referee.server.hosting.observer import NO_TELEMETRY, Telemetry
from referee.server.telemetry.recorder import Recorder

__all__ = ["WAYS", "in_process", "in_turn", "main", "metrics", "traces"]

WAYS: dict[str, tuple[str, ...]] = {"turns": (), "lanes": (LANES,)}
"""Features that bots ask for, by way of playing."""
PORT = 19_464
"""Port of this machine at which metrics are served."""
_METRICS = ("--metrics", f"127.0.0.1:{PORT}")
SCRAPES = 50
"""Number of scrapes whose processor time is measured."""
_SETTLE_S = 0.3
"""Seconds after the last match for which its replay may still be written."""
_SEED = 2008


def in_turn(without: Callable[[], float], with_it: Callable[[], float], pairs: int) -> list[float]:
    """Return the result of `with_it` as a multiple of that of `without`, of each pair of calls."""
    ratios = []
    for pair in range(pairs):
        # Each is first in every second pair: a machine that grows slower must favour neither.
        if pair % 2:
            base, more = without(), with_it()
        else:
            more, base = with_it(), without()
        ratios.append(more / base)
    return ratios


def metrics() -> Telemetry:
    """Return telemetry that counts metrics."""
    recorder = Recorder()
    return Telemetry(recorder, recorder)


def traces() -> Telemetry:
    """Return telemetry that makes a span of each decision, and throws the spans away."""
    from opentelemetry.sdk.trace import TracerProvider

    from referee.server.telemetry.traces import Traces

    return Telemetry(None, Traces(TracerProvider(), SystemClock()))


def in_process(make: Callable[[], Telemetry], pairs: int, games: int) -> list[float]:
    """Return the processor time of a match with telemetry as a multiple of that without, by pair.

    Args:
        make: Makes the telemetry.
        pairs: Number of pairs.
        games: Games of a match.
    """
    game = find("diceman")
    played = script(game, 2, _SEED, game.game.config_class.model_validate({"games": games}))
    observed = make()

    def cpu_s(telemetry: Telemetry) -> float:
        return serve(played, telemetry=telemetry).cpu_s

    for each in (NO_TELEMETRY, observed):  # both load and warm up
        cpu_s(each)
    return in_turn(lambda: cpu_s(NO_TELEMETRY), lambda: cpu_s(observed), pairs)


def _as_servers(
    flags: Sequence[str], way: str, pairs: int, matches: int, games: int
) -> tuple[list[float], float]:
    """Return the processor time with some flags as a multiple of that without, by pair, and that of a scrape.

    Without `--metrics` among the flags the time of a scrape is 0.

    Args:
        flags: Flags of one of the two servers; none for a control, two servers of the same kind.
        way: How bots play, one of `WAYS`.
        pairs: Number of pairs.
        matches: Matches of a run, all at once.
        games: Games of a match.
    """
    with (
        local_referee() as plain,
        local_referee(flags=list(flags)) as counted,
    ):

        def cpu_s(referee: LocalReferee) -> float:
            return asyncio.run(_run(referee, WAYS[way], matches, games))

        for referee in (plain, counted):  # both load and warm up
            cpu_s(referee)
        ratios = in_turn(lambda: cpu_s(plain), lambda: cpu_s(counted), pairs)
        return ratios, _scrape_s(counted) if flags else 0.0


def _scrape_s(referee: LocalReferee) -> float:
    before = cpu_seconds(referee.pid) or 0.0
    for _ in range(SCRAPES):
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics") as answer:
            answer.read()
    return ((cpu_seconds(referee.pid) or 0.0) - before) / SCRAPES


async def _run(referee: LocalReferee, features: Sequence[str], matches: int, games: int) -> float:
    """Play matches to their end; return the referee's processor time in seconds."""
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
    """Measure with these command-line arguments, print a line for each figure, and return 0."""
    parser = number_parser(
        "loadtest.telemetry_cost",
        __doc__,
        matches_in_process=(200, "pairs of matches in process"),
        pairs=(30, "pairs of runs of servers; 0 leaves them out"),
        matches=(32, "matches of such a run, all at once"),
        games_in_process=(20, "games of a match in process, each of about seven rounds"),
        games=(4, "games of a match on turns; ten times as many on lanes"),
    )
    options = parser.parse_args(arguments)
    for name, make in (("metrics", metrics), ("traces", traces), ("nothing", lambda: NO_TELEMETRY)):
        found = spread(in_process(make, options.matches_in_process, options.games_in_process))
        print(f"in process, {name}: {_shown(found)}", flush=True)
    for way in WAYS if options.pairs else ():
        games = options.games * (10 if way == "lanes" else 1)
        for name, flags in (("metrics", _METRICS), ("nothing", ())):
            ratios, scrape_s = _as_servers(flags, way, options.pairs, options.matches, games)
            print(f"servers, {name}, {way}: {_shown(spread(ratios))}", flush=True)
            if scrape_s:
                print(f"a scrape: {1e3 * scrape_s:.1f} ms of processor time", flush=True)
    return 0


def _shown(ratios: Spread) -> str:
    quartiles = f"{100 * (ratios.low - 1):+.1f} to {100 * (ratios.high - 1):+.1f} %"
    number = len(ratios.samples)
    return f"{100 * (ratios.median - 1):+.1f} % of processor time, quartiles {quartiles}, {number} pairs"


if __name__ == "__main__":
    sys.exit(main())
