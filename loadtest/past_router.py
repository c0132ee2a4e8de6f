"""`python -m loadtest.past_router`: what a router costs a decision, and what is left where bots go past it.

A referee of several workers, and one process of bots of Diceman that hold many matches on few streams, two
to the router or two to each worker that has some of the matches, or one seat on each stream. Both take turns, several times; of
each, the processor time of the router and of all workers a decision, and what making a match takes. By the
clock it would say little: bots and referee share the cores.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import NamedTuple

import grpc

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1.lobby_service_pb2 import (
    CreateMatchRequest,
    CreateMatchResponse,
    ListMatchesRequest,
)
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from loadtest.bench.play import LANES, SHORT, PlayLoad
from loadtest.bench.windows import Window, run_together
from loadtest.figures import spread
from loadtest.local_referee import cpu_seconds, local_referee
from loadtest.stops import children_of
from loadtest.workers import Worker

__all__ = ["WAYS", "Taken", "Way", "main", "measure"]


class Way(NamedTuple):
    """How bots play."""

    features: Sequence[str] = ()
    """What they ask for."""
    has_stream_a_seat: bool = False
    """Whether each seat has its own stream; else all matches of one place are on two."""


WAYS = {
    "at length": Way(),
    "in short": Way(SHORT),
    "lanes": Way((LANES,)),
    "a seat a stream": Way(has_stream_a_seat=True),
}
"""Ways that are measured."""
_GAMES = 1000
"""Of a match, so that none is over before the measurement is."""


class Taken(NamedTuple):
    """Measurements of one window."""

    router_us: float
    """Processor time of the router a decision, in microseconds."""
    workers_us: float
    """That of all workers."""
    per_s: float
    """Decisions a second."""


class _Together:
    """Loads of one process.

    Args:
        loads: They.
    """

    def __init__(self, loads: Sequence[PlayLoad]) -> None:
        self._loads = loads

    async def open(self) -> None:
        """See `Load`."""
        await asyncio.gather(*(load.open() for load in self._loads))

    async def run(self, seconds: float) -> Window:
        """See `Load`."""
        windows = await asyncio.gather(*(load.run(seconds) for load in self._loads))
        began = min(window.began_ns for window in windows)
        return Window(0, began, max(window.ended_ns for window in windows))

    async def close(self) -> None:
        """See `Load`."""
        await asyncio.gather(*(load.close() for load in self._loads))


def _loads(
    address: str, made: Sequence[CreateMatchResponse], way: Way, *, is_past: bool
) -> _Together:
    """Return bots with streams to each place where some of the matches are played."""
    places: dict[str, list[CreateMatchResponse]] = defaultdict(list)
    for one in made:
        places[one.worker_address if is_past else address].append(one)
    return _Together(
        [PlayLoad(place, _streams(own, way), way.features) for place, own in places.items()]
    )


def _streams(made: Sequence[CreateMatchResponse], way: Way) -> list[Sequence[str]]:
    """Return the tokens of each stream."""
    if way.has_stream_a_seat:
        return [[token] for one in made for token in one.seat_tokens]
    return list(zip(*(one.seat_tokens for one in made), strict=True))


class _Referee:
    """A referee of several workers, as it is measured."""

    def __init__(self, lobby: LobbyServiceStub, router: int) -> None:
        self._lobby = lobby
        self._router = router
        self._workers = children_of(router)

    def _cpu(self) -> tuple[float, float]:
        workers = [cpu_seconds(pid) or 0.0 for pid in self._workers]
        return cpu_seconds(self._router) or 0.0, sum(workers)

    def create(self, label: str, matches: int) -> tuple[list[CreateMatchResponse], Taken]:
        """Make matches; also returns what one takes."""
        request = CreateMatchRequest(game="diceman", label=label)
        request.config.Pack(diceman_pb2.Config(games=_GAMES))
        request.time_control.move_time.seconds = 3600
        request.time_control.join_limit.seconds = 3600
        before = self._cpu()
        made = [self._lobby.CreateMatch(request) for _ in range(matches)]
        return made, self._taken(before, matches, 0.0)

    def play(self, label: str, worker: Worker[Window], seconds: float) -> Taken:
        """Let bots play for a while."""
        steps, before = self._steps(label), self._cpu()
        window = run_together([worker], seconds)
        decisions = 2 * (self._steps(label) - steps)
        return self._taken(before, decisions, decisions / window.seconds)

    def _taken(self, before: tuple[float, float], items: int, per_s: float) -> Taken:
        router, workers = (
            1e6 * (after - first) / items for first, after in zip(before, self._cpu(), strict=True)
        )
        return Taken(router, workers, per_s)

    def _steps(self, label: str) -> int:
        request = ListMatchesRequest(label=label, page_size=1000)
        return sum(match.steps for match in self._lobby.ListMatches(request).matches)


def measure(
    *,
    workers: int,
    matches: int,
    ways: Sequence[str],
    seconds: float,
    times: int,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, list[Taken]]:
    """Return samples by what was measured: each of some ways to send turns, through the router and past it.

    Args:
        workers: Processes of the referee, from 2.
        matches: At once, of each way.
        ways: Names in `WAYS`.
        seconds: Of each window.
        times: Windows of each.
        progress: Called with one line on each step that starts.
    """
    flags = ["--workers", str(workers), "--worker-listen", "127.0.0.1:0"]
    samples: dict[str, list[Taken]] = defaultdict(list)
    with ExitStack() as stack:
        progress("starting the referee and the bots")
        served = stack.enter_context(local_referee(flags=flags))
        channel = stack.enter_context(grpc.insecure_channel(served.address))
        referee = _Referee(LobbyServiceStub(channel), served.pid)
        players: dict[str, Worker[Window]] = {}
        for way in ways:
            for place, is_past in (("router", False), ("past it", True)):
                label = f"{way}, {place}"
                made, taken = referee.create(label, matches)
                samples["making a match"].append(taken)
                load = _loads(served.address, made, WAYS[way], is_past=is_past)
                players[label] = stack.enter_context(Worker(load))
                players[label].wait_until_open()
        for number in range(times):
            progress(f"window {number + 1} of {times}")
            for label, player in players.items():
                samples[label].append(referee.play(label, player, seconds))
    return samples


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print a table of medians and quartiles; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.past_router", description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--matches", type=int, default=256, help="of each way, at once")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=["at length", "in short"])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each window")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args(argv)
    samples = measure(
        workers=options.workers,
        matches=options.matches,
        ways=options.ways,
        seconds=options.seconds,
        times=options.times,
        progress=lambda line: print(line, file=sys.stderr),
    )
    print("what | router, us | workers, us | a second")
    print("-|-|-|-")
    for what, taken in samples.items():
        cells = [_cell([sample[place] for sample in taken]) for place in range(3)]
        print(" | ".join([what, *cells]))
    return 0


def _cell(values: Sequence[float]) -> str:
    known = spread(values)
    return f"{known.median:.4g} ({known.low:.4g} to {known.high:.4g})"


if __name__ == "__main__":
    sys.exit(main())
