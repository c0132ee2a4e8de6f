"""`python -m loadtest.scaling`: where costs grow, with the number of matches, streams, seats and workers.

Each curve has its own referee, which is a process as in production, and thin bots of Diceman in another process. At each
point of the curve there are as many matches or streams as it says, open and joined, and the bots play for a window of
time, several times. A point has the processor time of all processes of the referee for a decision, the decisions a
second by the clock, and the resident memory of the referee. The curve of seats is measured in this process instead, by
whole matches of Champions from lobby to replay, since prepared answers of Diceman know two seats alone.

Costs follow a power of the number where their logarithms are on a line, so for each curve the slope of that line is
printed: 0 means that a decision costs the same however many there are, 1 that it costs twice as much with twice as many.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("REFEREE_KERNELS", "compiled")  # before any rules are imported

import grpc
import numpy as np

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1.lobby_service_pb2 import CreateMatchesRequest, CreateMatchRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from loadtest.bench.play import PlayLoad
from loadtest.bench.served import script, serve
from loadtest.bench.windows import Window
from loadtest.figures import Spread, spread
from loadtest.local_referee import cpu_seconds, local_referee
from loadtest.open_matches import resident_bytes
from loadtest.stops import children_of
from loadtest.workers import Worker
from referee.games.registry import find

__all__ = ["CURVES", "Curve", "Point", "exponent", "main", "measure"]

_AT_ONCE = 100
"""Number of matches that are made in one call."""
_GAMES = 1000
"""Number of games in a match of Diceman, the most there may be: some 14,000 decisions. One match alone must last for
all windows of its point.
"""
SEED = 7


class Point(NamedTuple):
    """What was measured at one point of a curve."""

    number: int
    """The number of matches, streams, seats or workers."""
    cpu_us: Spread
    """Processor time of the referee for a decision, in microseconds."""
    per_s: Spread | None
    """Decisions a second by the clock; None where the bots are in the same process."""
    memory: int | None
    """Resident memory of all processes of the referee in bytes, with all matches open; None likewise."""


class Curve(NamedTuple):
    """A number that grows, and where it is measured."""

    numbers: tuple[int, ...]
    """The numbers, ascending."""
    measure: Callable[[int, float, int], Point]
    """Returns a point, from its number, the seconds of a window and the number of windows."""


def _matches(number: int, seconds: float, times: int) -> Point:
    """Measure matches that share two streams, one for each seat."""
    return _played(number, number, lambda tokens: list(zip(*tokens, strict=True)), seconds, times)


def _streams(number: int, seconds: float, times: int) -> Point:
    """Measure streams with one seat each; two streams play a match."""
    return _played(
        number,
        number // 2,
        lambda tokens: [[one] for seats in tokens for one in seats],
        seconds,
        times,
    )


def _workers(number: int, seconds: float, times: int) -> Point:
    """Measure workers behind a router, with 256 matches on two streams."""
    flags = ("--workers", str(number)) if number > 1 else ()
    return _played(
        number, 256, lambda tokens: list(zip(*tokens, strict=True)), seconds, times, flags
    )


def _seats(number: int, seconds: float, times: int) -> Point:
    """Measure whole matches of Champions; a decision is one of one seat."""
    played = script(find("champions"), number, SEED)
    serve(played)  # what the first match loads and compiles is no cost of the others
    costs = []
    for _ in range(times):
        served = serve(played, at_least_s=seconds)
        costs.append(1e6 * served.cpu_s / served.turns)
    return Point(number, spread(costs), None, None)


CURVES = {
    "matches": Curve((1, 10, 100, 1000, 10_000), _matches),
    "streams": Curve((2, 8, 32, 128, 512, 1000), _streams),
    "seats": Curve((2, 4, 8, 16), _seats),
    "workers": Curve((1, 2, 4, 8), _workers),
}
"""All curves, by what grows."""


def _played(
    number: int,
    matches: int,
    streams: Callable[[Sequence[Sequence[str]]], Sequence[Sequence[str]]],
    seconds: float,
    times: int,
    flags: Sequence[str] = (),
) -> Point:
    """Return a point of bots that play at a referee.

    Args:
        number: The point's number.
        matches: Number of matches that are open at once.
        streams: Returns the tokens on each stream, from the tokens of each match.
        seconds: Length of a window.
        times: Number of windows.
        flags: Further flags of the referee.
    """
    costs, rates = [], []
    with (
        _referee(("--max-matches", str(matches + 1), *flags)) as (stub, address, pids),
        Worker(_load(address, streams(_made(stub, matches)))) as bots,
    ):
        bots.wait_until_open()
        # Until then the referee may be compiling, which is no cost of decisions.
        while not _run(bots, seconds).items:
            pass
        for _ in range(times):
            before = _cpu_s(pids)
            window = _run(bots, seconds)
            costs.append(1e6 * (_cpu_s(pids) - before) / max(window.items, 1))
            rates.append(window.items / window.seconds)
        memory = sum(map(resident_bytes, pids))
    return Point(number, spread(costs), spread(rates), memory)


def _load(address: str, streams: Sequence[Sequence[str]]) -> PlayLoad:
    # Joins answer nothing, so a machine may send only a limited number of them in a second.
    return PlayLoad(address, streams, pause_s=0.02 if len(streams) > 100 else 0.0)


@contextmanager
def _referee(flags: Sequence[str]) -> Iterator[tuple[LobbyServiceStub, str, list[int]]]:
    with ExitStack() as stack:
        served = stack.enter_context(local_referee(flags=flags))
        channel = stack.enter_context(grpc.insecure_channel(served.address))
        yield LobbyServiceStub(channel), served.address, [served.pid, *children_of(served.pid)]


def _made(stub: LobbyServiceStub, matches: int) -> list[Sequence[str]]:
    request = CreateMatchRequest(game="diceman")
    request.config.Pack(diceman_pb2.Config(games=_GAMES))
    request.time_control.move_time.seconds = 24 * 3600
    request.time_control.join_limit.seconds = 3600
    tokens: list[Sequence[str]] = []
    while len(tokens) < matches:
        several = CreateMatchesRequest(matches=[request] * min(_AT_ONCE, matches - len(tokens)))
        made = stub.CreateMatches(several).matches
        if not all(one.match_id for one in made):
            raise RuntimeError(f"the referee refuses a match after {len(tokens)}")
        tokens += [one.seat_tokens for one in made]
    return tokens


def _run(bots: Worker[Window], seconds: float) -> Window:
    bots.begin(seconds)
    return bots.finish()


def _cpu_s(pids: Sequence[int]) -> float:
    return sum(cpu_seconds(pid) or 0.0 for pid in pids)


def exponent(numbers: Sequence[float], costs: Sequence[float]) -> float:
    """Return the slope of the line that is nearest to the logarithms of costs over those of numbers.

    Args:
        numbers: The numbers, above 0; at least two different ones.
        costs: The cost at each of them, above 0.
    """
    return float(np.polyfit(np.log(numbers), np.log(costs), 1)[0])


def measure(
    name: str,
    *,
    most: int | None = None,
    seconds: float,
    times: int,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Point]:
    """Return the points of a curve.

    Args:
        name: Name of the curve, one of `CURVES`.
        most: Highest number that is measured; None means all.
        seconds: Seconds of each window; of processor time for `seats`.
        times: Number of windows at each point.
        progress: Called with a line of text before each point.
    """
    curve, points = CURVES[name], []
    for number in curve.numbers:
        if most is None or number <= most:
            progress(f"{name}: {number}")
            points.append(curve.measure(number, seconds, times))
    return points


def _table(name: str, points: Sequence[Point]) -> Iterator[str]:
    yield f"| {name} | us a decision | decisions/s | memory, MB |"
    yield "|---|---|---|---|"
    for point in points:
        rate = "" if point.per_s is None else f"{point.per_s.median:,.0f}"
        memory = "" if point.memory is None else f"{point.memory / 1e6:,.0f}"
        cost = f"{point.cpu_us.median:.3g} ({point.cpu_us.low:.3g} to {point.cpu_us.high:.3g})"
        yield f"| {point.number:,} | {cost} | {rate} | {memory} |"
    if len(points) > 1:
        slope = exponent(
            [point.number for point in points], [point.cpu_us.median for point in points]
        )
        yield f"\nexponent of a decision's cost: {slope:+.2f}"


def _draw(curves: Mapping[str, Sequence[Point]], path: Path) -> None:
    """Write a picture of the curves, both axes logarithmic."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import StrMethodFormatter

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.subplots()
    for (name, points), marker in zip(curves.items(), "osD^", strict=False):
        axes.plot(
            [point.number for point in points],
            [point.cpu_us.median for point in points],
            marker=marker,
            label=name,
        )
    axes.set(xscale="log", yscale="log", xlabel="number", ylabel="processor us a decision")
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    axes.yaxis.set_minor_formatter(StrMethodFormatter("{x:.0f}"))
    axes.grid(visible=True, which="both", alpha=0.25)
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def main(argv: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments, and print a table for each curve; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.scaling", description=__doc__)
    parser.add_argument("--curves", nargs="+", choices=list(CURVES), default=list(CURVES))
    parser.add_argument("--most", type=int, help="highest number that is measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each window")
    parser.add_argument("--times", type=int, default=7, help="windows at each point")
    parser.add_argument("--svg", type=Path, help="file for a picture of the curves")
    options = parser.parse_args(argv)
    found = {}
    for name in options.curves:
        found[name] = measure(
            name,
            most=options.most,
            seconds=options.seconds,
            times=options.times,
            progress=lambda line: print(line, file=sys.stderr),
        )
        print("\n".join(_table(name, found[name])), end="\n\n", flush=True)
    if options.svg is not None:
        _draw(found, options.svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
