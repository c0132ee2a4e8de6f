"""Takes the measurements alternately: A B C, A B C, so that a noisy moment affects all of them alike."""

from __future__ import annotations

import asyncio
import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import grpc

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest, ListMatchesRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from loadtest.bench import (
    adventure,
    champions,
    cold,
    dungeon_keeper,
    dungeon_keeper_messages,
    engine,
    proving_grounds,
)
from loadtest.bench.echo import EchoLoad, echo_server
from loadtest.bench.floor import floor_server, floor_tokens
from loadtest.bench.others import other_samples
from loadtest.bench.play import LANES, SHORT, MatchLoad, PlayLoad, message_sizes
from loadtest.bench.rollout_run import rollout_samples
from loadtest.bench.tournament import tournament_figures
from loadtest.bench.windows import Window, run_together
from loadtest.figures import Spread, ratios, spread
from loadtest.local_referee import LocalReferee, cpu_seconds, local_referee
from loadtest.workers import Load, Worker
from referee.games.dungeon_keeper.config import DungeonKeeperConfig

__all__ = ["RATIOS", "Result", "Sizes", "run_bench"]

RATIOS = {
    "play_unbatched_ratio": ("play_unbatched_per_s", "raw_echo_unbatched_per_s"),
    "play_single_seat_ratio": ("play_single_seat_per_s", "raw_echo_unbatched_per_s"),
    "play_single_seat_floor_ratio": ("play_floor_single_seat_per_s", "raw_echo_unbatched_per_s"),
    "play_single_seat_to_floor_ratio": ("play_single_seat_per_s", "play_floor_single_seat_per_s"),
    "play_multiplexed_ratio": ("play_multiplexed_per_s", "raw_echo_unbatched_per_s"),
    "play_lanes_ratio": ("play_lanes_per_s", "raw_echo_batched_per_s"),
    "play_multiplexed_small_ratio": ("play_multiplexed_small_per_s", "play_multiplexed_per_s"),
    "play_multiplexed_to_batched_ratio": ("play_multiplexed_per_s", "raw_echo_batched_per_s"),
    "cold_start_platform_ratio": ("cold_start_platform_cpu_s", "imports_cpu_s"),
    "cold_start_pure_ratio": ("cold_start_pure_cpu_s", "imports_cpu_s"),
}
"""Figures that are ratios, each with the figure it divides and the figure it divides by."""
DECISIONS_A_MESSAGE = 2
"""Number of decisions in a message of `play_unbatched`, where a stream has both seats of a match.
The echo has one item in a message."""
ONE, TWO = "play_multiplexed_one_process", "play_multiplexed_two_processes"
SMALL = {ONE: "play_multiplexed_small_one_process", TWO: "play_multiplexed_small_two_processes"}
"""Name of the figure with turns in the short form, by the name of the figure with turns in full;
both of many matches on two streams.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of the measurements: how much is measured, and for how long."""

    seconds: float = 1.0
    """Seconds of one measurement."""
    repetitions: int = 5
    """Number of times that each measurement is taken."""
    streams: int = 64
    """Number of streams in the unbatched measurements; there are as many matches."""
    batched_streams: int = 8
    """Number of streams of the batched echo."""
    batch_items: int = 64
    """Number of items in one message of the batched echo."""
    multiplexed: int = 256
    """Number of matches where many matches are played on two streams without lanes (turns of many
    matches in one message).
    """
    many: int = 4096
    """Number of matches where many matches are played on two streams with lanes (turns of many
    matches in one message).
    """
    matches: int = 64
    """Number of matches in one repetition of the measurement of whole matches, from creation to
    end.
    """
    tournament: int = 600
    """Number of matches in the tournament of one repetition, an even number."""
    rollout_rows: tuple[int, ...] = (4096,)
    """Numbers of rows (matches side by side) in the batches of rollouts (simulated matches); each
    is measured.
    """
    wheels: Path = Path("dist")
    """Folder with the wheels whose cold start is measured; without wheels no cold start is
    measured."""


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Figures of one run of all measurements, with their spread, and sizes of messages."""

    figures: dict[str, Spread]
    """Median and quartiles of each figure, by name; see `docs/performance.md`."""
    multiplexed_best: str
    """Name of the faster one of the two figures of many matches on two streams, those by one and by
    two client processes; `play_multiplexed_per_s` has the same value."""
    message_bytes: tuple[int, int]
    """Bytes of a PlayResponse message with one turn, and of a PlayRequest with one action."""


class _Measure(NamedTuple):
    name: str
    take: Callable[[], dict[str, float]]


def run_bench(sizes: Sizes, progress: Callable[[str], None] = lambda _: None) -> Result:
    """Take all measurements, and return their results.

    Args:
        sizes: Sizes of the measurements.
        progress: Called with a line of text before each measurement.
    """
    progress("starting the referee, the echo server and the clients")
    with local_referee() as referee, tempfile.TemporaryDirectory(prefix="echo-") as folder:
        message_bytes = asyncio.run(message_sizes(referee.address))
        small_bytes = asyncio.run(message_sizes(referee.address, SHORT))
        echo_address = f"unix:{folder}/echo.sock"
        with (
            echo_server(echo_address),
            _measures(sizes, referee, echo_address, message_bytes) as measures,
        ):
            for measure in measures:
                progress(f"warming up {measure.name}")
                measure.take()
            samples: dict[str, list[float]] = {}
            # All measurements once per repetition, so that a noisy moment spoils one sample of each
            # and not all samples of one.
            for repetition in range(1, sizes.repetitions + 1):
                progress(f"repetition {repetition} of {sizes.repetitions}")
                for measure in measures:
                    for name, value in measure.take().items():
                        samples.setdefault(name, []).append(value)
    rows = sizes.rollout_rows
    samples |= rollout_samples(sizes.seconds, sizes.repetitions, rows, progress)
    progress("environments of other libraries, where they are installed")
    samples |= other_samples(sizes.seconds, sizes.repetitions)
    samples |= _bytes("", small_bytes) | _bytes("plain_", message_bytes)
    return _result(samples, message_bytes)


def _bytes(prefix: str, sizes: tuple[int, int]) -> dict[str, list[float]]:
    """Return the bytes of a turn and of an action as figures with one sample each.

    Args:
        prefix: Beginning of the figures' names.
        sizes: Bytes of a message with a turn, and of one with an action.
    """
    turn, action = sizes
    return {f"{prefix}turn_bytes": [turn], f"{prefix}action_bytes": [action]}


@contextmanager
def _measures(
    sizes: Sizes, referee: LocalReferee, echo_address: str, message_bytes: tuple[int, int]
) -> Iterator[list[_Measure]]:
    """Yield groups of measurements that are ready to be taken, and run the processes they need.

    The processes run while the context is open.

    Args:
        sizes: Sizes of the measurements.
        referee: Referee that is measured.
        echo_address: Address of the echo server.
        message_bytes: Bytes of a message with one turn, and of one with one action.
    """
    seconds = sizes.seconds
    with ExitStack() as stack:
        wheels = stack.enter_context(cold.installed(sizes.wheels))
        floor_address = f"{echo_address}.floor"
        stack.enter_context(floor_server(floor_address, message_bytes[0]))
        channel = stack.enter_context(grpc.insecure_channel(referee.address))
        arena = _Arena(LobbyServiceStub(channel), referee.pid)

        def workers(*loads: Load[Window]) -> list[Worker[Window]]:
            started = [stack.enter_context(Worker(load)) for load in loads]
            for worker in started:
                worker.wait_until_open()
            return started

        def echo(streams: int, items: int) -> Callable[[], dict[str, float]]:
            response, request = message_bytes
            load = EchoLoad(
                echo_address,
                streams=streams,
                request_bytes=request,
                response_bytes=response,
                items=items,
            )
            name = "raw_echo_unbatched" if items == 1 else "raw_echo_batched"
            return partial(_take_items, name, workers(load), seconds)

        def floor() -> Callable[[], dict[str, float]]:
            load = PlayLoad(floor_address, floor_tokens(sizes.streams))
            return partial(_take_items, "play_floor_single_seat", workers(load), seconds)

        def play(
            name: str,
            matches: int,
            *processes: Callable[[Seats], Seats],
            features: Sequence[str] = (),
        ) -> _Measure:
            seats = arena.create(name, matches)
            loads = [PlayLoad(referee.address, streams(seats), features) for streams in processes]
            return _Measure(name, partial(arena.take, name, workers(*loads), seconds))

        yield [
            _Measure("raw echo, unbatched", echo(sizes.streams, 1)),
            play("play_unbatched", sizes.streams, _stream_a_match),
            play("play_single_seat", sizes.streams, _stream_a_seat),
            _Measure("a referee that decides nothing", floor()),
            _Measure("raw echo, batched", echo(sizes.batched_streams, sizes.batch_items)),
            play(ONE, sizes.multiplexed, _stream_a_player),
            play(TWO, sizes.multiplexed, _only_player(0), _only_player(1)),
            play("play_lanes", sizes.multiplexed, _stream_a_player, features=[LANES]),
            play("play_lanes_many", sizes.many, _stream_a_player, features=[LANES]),
            play(SMALL[ONE], sizes.multiplexed, _stream_a_player, features=SHORT),
            play(SMALL[TWO], sizes.multiplexed, _only_player(0), _only_player(1), features=SHORT),
            _Measure(
                "whole matches",
                partial(_take_matches, workers(MatchLoad(referee.address, sizes.matches))),
            ),
            _Measure("a tournament", partial(tournament_figures, sizes.tournament)),
            _Measure("engine", partial(_take_engine, seconds / 3)),
            _Measure("engine of Dice Adventure", partial(_take_adventure, seconds / 3)),
            _Measure("engine of Champions", partial(_take_champions, seconds / 3)),
            _Measure("engine of Dungeon Keeper", partial(_take_dungeon_keeper, seconds / 3)),
            _Measure("messages of the large games", partial(_take_messages, seconds / 3)),
            _Measure("cold starts", partial(cold.take, wheels)),
        ]


Seats = list[list[str]]
"""Tokens of seats, each the right to play one: a list for each match in seat order, or a list for
each stream.
"""


def _stream_a_match(matches: Seats) -> Seats:
    return matches


def _stream_a_seat(matches: Seats) -> Seats:
    return [[token] for match in matches for token in match]


def _stream_a_player(matches: Seats) -> Seats:
    return [list(tokens) for tokens in zip(*matches, strict=True)]


def _only_player(seat: int) -> Callable[[Seats], Seats]:
    return lambda matches: [_stream_a_player(matches)[seat]]


class _Arena:
    """Matches that are long enough for all measurements, and the referee's counts of their steps."""

    def __init__(self, lobby: LobbyServiceStub, pid: int) -> None:
        self._lobby = lobby
        self._pid = pid

    def create(self, label: str, matches: int) -> Seats:
        request = CreateMatchRequest(game="diceman", label=label)
        request.config.Pack(diceman_pb2.Config(games=1000))
        request.time_control.move_time.seconds = 3600
        request.time_control.join_limit.seconds = 3600
        made = (self._lobby.CreateMatch(request) for _ in range(matches))
        return [list(match.seat_tokens) for match in made]

    def take(
        self, label: str, workers: Sequence[Worker[Window]], seconds: float
    ) -> dict[str, float]:
        """Let the workers play for some seconds; return figures of the referee, by name.

        They are `LABEL_per_s`, decisions a second, and `LABEL_cpu_us`, microseconds of the
        referee's processor time for each decision; the latter only where the system reports it.

        Args:
            label: Label of the matches, by which the referee counts their steps.
            workers: Processes with the bots of these matches.
            seconds: Seconds to play for.
        """
        steps = self._steps(label)
        cpu = cpu_seconds(self._pid)
        window = run_together(workers, seconds)
        cpu_after = cpu_seconds(self._pid)
        # Each step of Diceman has a decision of both seats. Counted at the referee, since bots on
        # lanes do not count theirs.
        decisions = 2 * (self._steps(label) - steps)
        figures = {f"{label}_per_s": decisions / window.seconds}
        if cpu is not None and cpu_after is not None:
            figures[f"{label}_cpu_us"] = 1e6 * (cpu_after - cpu) / decisions
        return figures

    def _steps(self, label: str) -> int:
        steps, request = 0, ListMatchesRequest(label=label, page_size=1000)
        while True:
            page = self._lobby.ListMatches(request)
            steps += sum(match.steps for match in page.matches)
            if not page.next_page_token:
                return steps
            request.page_token = page.next_page_token


def _take_items(name: str, workers: Sequence[Worker[Window]], seconds: float) -> dict[str, float]:
    window = run_together(workers, seconds)
    return {f"{name}_per_s": window.items / window.seconds}


def _take_matches(workers: Sequence[Worker[Window]]) -> dict[str, float]:
    window = run_together(workers, 0)
    return {"default_matches_per_s": window.items / window.seconds}


def _take_engine(seconds: float) -> dict[str, float]:
    return {
        "engine_diceman_batch_rounds_per_s": engine.batch_rounds_per_s(seconds),
        "engine_diceman_single_rounds_per_s": engine.single_rounds_per_s(seconds),
        "engine_diceman_full_rounds_per_s": engine.full_rounds_per_s(seconds),
        "engine_swordman_batch_rounds_per_s": engine.swordman_batch_rounds_per_s(seconds),
        "engine_swordman_single_rounds_per_s": engine.swordman_single_rounds_per_s(seconds),
    }


def _take_adventure(seconds: float) -> dict[str, float]:
    name, batch = "engine_dice_adventure", adventure.BATCH
    return {
        f"{name}_batch_per_s": adventure.arrays_per_s(seconds, batch, observed=False),
        f"{name}_batch_observed_per_s": adventure.arrays_per_s(seconds, batch, observed=True),
        f"{name}_single_per_s": adventure.arrays_per_s(seconds, 1, observed=False),
        f"{name}_single_observed_per_s": adventure.arrays_per_s(seconds, 1, observed=True),
        f"{name}_full_per_s": adventure.full_per_s(seconds, observed=False),
        f"{name}_full_observed_per_s": adventure.full_per_s(seconds, observed=True),
        f"{name}_starts_per_s": adventure.starts_per_s(seconds),
    }


def _take_champions(seconds: float) -> dict[str, float]:
    name, full = "engine_champions", champions.full_matches_per_s
    return {
        f"{name}_battles_per_s": champions.battles_per_s(seconds),
        f"{name}_kernel_matches_per_s": champions.kernel_matches_per_s(seconds),
        f"{name}_full_matches_per_s": full(seconds, observed=False),
        f"{name}_full_observed_matches_per_s": full(seconds, observed=True),
        "champions_served_matches_per_s": champions.served_matches_per_s(seconds),
    }


def _take_dungeon_keeper(seconds: float) -> dict[str, float]:
    config = DungeonKeeperConfig(preset="small")
    played = dungeon_keeper.play_matches(config, 2, seconds)
    return {
        "engine_dungeon_keeper_orders_per_s": played.orders_per_s,
        "engine_dungeon_keeper_matches_per_s": played.matches_per_s,
    }


def _take_messages(seconds: float) -> dict[str, float]:
    whole = dungeon_keeper_messages.observation_costs(seconds, fog=False, delta=False)
    fog_delta = dungeon_keeper_messages.observation_costs(seconds, fog=True, delta=True)
    return {
        "dungeon_keeper_whole_us": whole.show_us,
        "dungeon_keeper_fog_delta_us": fog_delta.step_us + fog_delta.show_us,
        "proving_grounds_turn_ms": proving_grounds.served_turn_ms(seconds),
    }


def _result(samples: dict[str, list[float]], message_bytes: tuple[int, int]) -> Result:
    # Which way is faster depends on the cores of the machine; the faster one is compared.
    best = max(ONE, TWO, key=lambda name: spread(samples[f"{name}_per_s"]).median)
    for figure in ("per_s", "cpu_us"):
        if f"{best}_{figure}" in samples:
            samples[f"play_multiplexed_{figure}"] = samples[f"{best}_{figure}"]
            samples[f"play_multiplexed_small_{figure}"] = samples[f"{SMALL[best]}_{figure}"]
    for name, (part, whole) in RATIOS.items():
        if part in samples:
            samples[name] = ratios(samples[part], samples[whole])
    samples["play_unbatched_message_ratio"] = [
        ratio / DECISIONS_A_MESSAGE for ratio in samples["play_unbatched_ratio"]
    ]
    figures = {name: spread(values) for name, values in samples.items()}
    return Result(figures, best, message_bytes)
