"""`python -m loadtest.past_router`: cost of a router for each decision, and cost if bots go past it.

A referee of several workers, and one process of bots of Diceman that hold many matches on few
streams, two to the router or two to each worker that has some of the matches, or one seat on each
stream. The variants are measured in turns, several times: the processor time of the router and of
all workers for a decision, and for creating a match. Times by the clock would say little, since
bots and referee share the cores.
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
    """A way in which bots play: features and streams."""

    features: Sequence[str] = ()
    """Features of the protocol that the bots ask for."""
    has_stream_a_seat: bool = False
    """Whether each seat has its own stream; if not, all matches at one address are on two
    streams."""


WAYS = {
    "at length": Way(),
    "in short": Way(SHORT),
    "lanes": Way((LANES,)),
    "a seat a stream": Way(has_stream_a_seat=True),
}
"""Ways of playing that can be measured, by name."""
_GAMES = 1000
"""Number of games in a match, so that no match is over before the measurement is."""


class Taken(NamedTuple):
    """Processor time for each decision, and decisions a second, in one window of time."""

    router_us: float
    """Processor time of the router for each decision, in microseconds."""
    workers_us: float
    """Processor time of all workers together for each decision, in microseconds."""
    per_s: float
    """Decisions a second by the clock; 0 where no decisions were measured."""


class _Together:
    """Several loads of one process, run at the same time as one load.

    Args:
        loads: The loads to run.
    """

    def __init__(self, loads: Sequence[PlayLoad]) -> None:
        self._loads = loads

    async def open(self) -> None:
        """Open all loads; see `Load.open`."""
        await asyncio.gather(*(load.open() for load in self._loads))

    async def run(self, seconds: float) -> Window:
        """Run all loads at the same time for some seconds; see `Load.run`.

        Return a window from the first beginning to the last end, with 0 items.
        """
        windows = await asyncio.gather(*(load.run(seconds) for load in self._loads))
        began = min(window.began_ns for window in windows)
        return Window(0, began, max(window.ended_ns for window in windows))

    async def close(self) -> None:
        """Close all loads; see `Load.close`."""
        await asyncio.gather(*(load.close() for load in self._loads))


def _loads(
    address: str, made: Sequence[CreateMatchResponse], way: Way, *, is_past: bool
) -> _Together:
    """Return a load of bots that play all of the matches.

    Args:
        address: Address of the router.
        made: The matches.
        way: How the bots play.
        is_past: Whether each match is played at its worker's address; if not, all streams go to the
            router.
    """
    places: dict[str, list[CreateMatchResponse]] = defaultdict(list)
    for one in made:
        places[one.worker_address if is_past else address].append(one)
    return _Together(
        [PlayLoad(place, _streams(own, way), way.features) for place, own in places.items()]
    )


def _streams(made: Sequence[CreateMatchResponse], way: Way) -> list[Sequence[str]]:
    """Return for each stream the tokens of the seats that are played on it.

    Args:
        made: The matches, with their tokens.
        way: How bots connect.
    """
    if way.has_stream_a_seat:
        return [[token] for one in made for token in one.seat_tokens]
    return list(zip(*(one.seat_tokens for one in made), strict=True))


class _Referee:
    """A referee of several workers, with measurements of its processor time."""

    def __init__(self, lobby: LobbyServiceStub, router: int) -> None:
        self._lobby = lobby
        self._router = router
        self._workers = children_of(router)

    def _cpu(self) -> tuple[float, float]:
        workers = [cpu_seconds(pid) or 0.0 for pid in self._workers]
        return cpu_seconds(self._router) or 0.0, sum(workers)

    def create(self, label: str, matches: int) -> tuple[list[CreateMatchResponse], Taken]:
        """Create matches with a label; return them, and the processor time for each."""
        request = CreateMatchRequest(game="diceman", label=label)
        request.config.Pack(diceman_pb2.Config(games=_GAMES))
        request.time_control.move_time.seconds = 3600
        request.time_control.join_limit.seconds = 3600
        before = self._cpu()
        made = [self._lobby.CreateMatch(request) for _ in range(matches)]
        return made, self._taken(before, matches, 0.0)

    def play(self, label: str, worker: Worker[Window], seconds: float) -> Taken:
        """Have the worker's bots play for some seconds; return the measurements for each decision.

        `label` is that of their matches.
        """
        steps, before = self._steps(label), self._cpu()
        window = run_together([worker], seconds)
        # Both seats decide in each step of Diceman.
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
    of_one: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, list[Taken]]:
    """Return samples of each way to play, through the router and past it, by name.

    The name "making a match" has the samples of creating matches.

    Args:
        workers: Number of worker processes of the referee, from 2.
        matches: Number of matches at once, for each way.
        ways: Names of ways in `WAYS`.
        seconds: Seconds of each window.
        times: Number of windows for each way.
        of_one: Whether only the matches of one worker are played, about a share of `matches` by the
            number of workers.
        progress: Called with a line of text before each step.
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
                if of_one:
                    made = [one for one in made if one.worker_address == made[0].worker_address]
                load = _loads(served.address, made, WAYS[way], is_past=is_past)
                players[label] = stack.enter_context(Worker(load))
                players[label].wait_until_open()
        for number in range(times):
            progress(f"window {number + 1} of {times}")
            # All variants in turn in every window, so that a noisy moment affects all of them.
            for label, player in players.items():
                samples[label].append(referee.play(label, player, seconds))
    return samples


def main(argv: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments, and print medians and quartiles.

    Return the exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m loadtest.past_router", description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--matches", type=int, default=256, help="of each way, at once")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=["at length", "in short"])
    parser.add_argument("--of-one", action="store_true", help="play only matches of one worker")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each window")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args(argv)
    samples = measure(
        workers=options.workers,
        matches=options.matches,
        ways=options.ways,
        seconds=options.seconds,
        times=options.times,
        of_one=options.of_one,
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
