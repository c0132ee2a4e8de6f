"""Measures rollouts (simulated matches) of each game by several ways, which alternate.

The ways are in process, by shared memory, on a stream, and a bare echo for comparison.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from loadtest.bench.echo import EchoLoad, echo_server
from loadtest.bench.rollouts import AHEAD, GAMES, RolloutLoad, message_bytes
from loadtest.bench.windows import Window, run_together
from loadtest.figures import ratios
from loadtest.local_referee import LocalSimulations, cpu_seconds, local_simulations
from loadtest.workers import Load, Worker

__all__ = ["rollout_samples"]

_FLAGS = ("--max-response-mib", "1024", "--nice", "0")


def rollout_samples(
    seconds: float, repetitions: int, rows: Sequence[int], progress: Callable[[str], None]
) -> dict[str, list[float]]:
    """Measure rollouts of all games; return samples by the names of figures.

    Args:
        seconds: Seconds of one measurement.
        repetitions: Number of measurements of each figure.
        rows: Numbers of rows (matches) in a batch. A number above a game's maximum is lowered to
            it; figures with the largest number of rows do not have it in their names.
        progress: Called with a line of text before each group of measurements.
    """
    samples: dict[str, list[float]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="echo-") as folder,
        echo_server(echo := f"unix:{folder}/echo.sock"),
    ):
        for game, measured in GAMES.items():
            sizes = sorted({min(measured.rows, each) for each in rows})
            for number in sizes:
                progress(f"rollouts of {game}, {number} rows")
                name = game if number == sizes[-1] else f"{game}_{number}"
                taken = _in_turns(game, number, echo, seconds, repetitions)
                for figure, value in taken:
                    samples.setdefault(figure.format(name), []).append(value)
                for ratio, (part, whole) in _RATIOS.items():
                    named = (samples[each.format(name)] for each in (part, whole))
                    samples[ratio.format(name)] = ratios(*named)
    return samples


_RATIOS = {
    "rollout_{}_ratio": ("rollout_{}_per_s", "rollout_echo_{}_per_s"),
    "rollout_{}_shared_ratio": ("rollout_{}_shared_per_s", "rollout_{}_inprocess_per_s"),
}
"""Ratios of figures, each with the figure it divides and the figure it divides by: a stream by a
bare echo of as many bytes, and shared memory by the same in process."""


def _in_turns(
    game: str, rows: int, echo: str, seconds: float, repetitions: int
) -> Iterator[tuple[str, float]]:
    """Yield names and values of figures of one game, one of each in every repetition.

    Args:
        game: One of the games whose rollouts are measured.
        rows: Number of matches in a batch.
        echo: Address of an echo server, for the comparison with bare gRPC.
        seconds: Seconds of one measurement.
        repetitions: Number of measurements of each figure.
    """
    request, response, decisions = message_bytes(game, rows)
    with local_simulations(*_FLAGS) as server, ExitStack() as stack:

        def worker(load: Load[Window]) -> Worker[Window]:
            started = stack.enter_context(Worker(load))
            started.wait_until_open()
            return started

        rollouts = {
            "rollout_{}_inprocess": worker(RolloutLoad("inprocess", game, rows)),
            "rollout_{}_shared": worker(RolloutLoad(f"shm://{server.shared}", game, rows)),
            "rollout_{}": worker(RolloutLoad(f"grpc://{server.address}", game, rows)),
        }
        bare = worker(EchoLoad(echo, streams=AHEAD, request_bytes=request, response_bytes=response))
        for repetition in range(repetitions + 1):
            for name, each in rollouts.items():
                for figure, value in _take(name, each, server, seconds):
                    if repetition:
                        yield figure, value
            window = run_together([bare], seconds)
            if repetition:
                yield "rollout_echo_{}_per_s", window.items * decisions / window.seconds


def _take(
    name: str, worker: Worker[Window], server: LocalSimulations, seconds: float
) -> Iterator[tuple[str, float]]:
    cpu = cpu_seconds(server.pid)
    window = run_together([worker], seconds)
    cpu_after = cpu_seconds(server.pid)
    yield f"{name}_per_s", window.items / window.seconds
    if not name.endswith("inprocess") and cpu is not None and cpu_after is not None:
        yield f"{name}_server_cpu_us", 1e6 * (cpu_after - cpu) / window.items
