"""`python -m loadtest.watchers`: what do spectators cost a match?

Matches of two bots that answer at once are played one after the other on one referee, in turn with
and without spectators, who all read as fast as they can. The step time is the time that the bots
see from one turn to the next.

    python -m loadtest.watchers --watchers 500 --matches 10
    python -m loadtest.watchers --watchers 500 --matches 10 --workers 2
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import grpc.aio

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1 import spectate_service_pb2
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.actions import Answers
from loadtest.flags import number_parser
from loadtest.local_referee import local_referee
from loadtest.target import Target
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["CONFIG", "GAME", "Duel", "Spectators", "Played", "compare"]

GAME = "diceman"
CONFIG = {"games": 1000}
"""Config of the matches, long enough that no match ends while it is watched."""
CHANNELS = 8
"""Number of connections that the spectators share."""


class Duel:
    """Both bots of a match on one stream, which answer at once.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the match's seats.
    """

    def __init__(self, target: Target, tokens: Sequence[str]) -> None:
        self._target = target
        self._tokens = tokens
        self._answers = Answers(GAME)

    async def open(self) -> None:
        """Connect to the referee, and join both seats."""
        self._channel = self._target.aio_channel()
        self._call = PlayServiceStub(self._channel).Play()
        joins = [wire.Join(token=token) for token in self._tokens]
        await self._call.write(wire.PlayRequest(joins=joins))

    async def run(self, seconds: float) -> list[float]:
        """Play for some seconds; return the milliseconds from each turn to the next."""
        steps, last = list[float](), 0.0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            response = await self._call.read()
            if not isinstance(response, wire.PlayResponse):
                raise RuntimeError("the referee has ended the stream")
            if response.turns:
                now = time.monotonic()
                if last:
                    steps.append(1e3 * (now - last))
                last = now
            request = await self.answers(response.turns)
            if response.HasField("ping"):
                request.pongs.add(number=response.ping.number)
            if request.ByteSize():
                await self._call.write(request)
        return steps

    async def answers(self, turns: Sequence[wire.Turn]) -> wire.PlayRequest:
        """Return a request with prepared answers to turns."""
        return wire.PlayRequest(actions=[self._answers.answer(turn) for turn in turns])

    async def close(self) -> None:
        """Close the stream and the connection."""
        self._call.cancel()
        await self._channel.close()


class Spectators:
    """Spectators that watch a match as fast as they can read.

    Args:
        target: Address of the referee, with key and roots.
        match_id: Identifier of the match to watch.
        count: Number of spectators.
    """

    def __init__(self, target: Target, match_id: str, count: int) -> None:
        self._target = target
        self._match_id = match_id
        self._count = count

    async def open(self) -> None:
        """Connect all spectators, and read the first frame of each, the present state of the match."""
        self._channels = [self._target.aio_channel() for _ in range(CHANNELS)]
        request = spectate_service_pb2.WatchRequest(match_id=self._match_id).SerializeToString()
        watches: list[Any] = [
            channel.unary_stream("/gamereferee.v1.SpectateService/Watch")
            for channel in self._channels
        ]
        self._calls = [watches[number % CHANNELS](request) for number in range(self._count)]
        await asyncio.gather(*(call.read() for call in self._calls))

    async def run(self, seconds: float) -> int:
        """Watch for some seconds.

        Return the number of frames that all spectators together received.
        """
        self._seen = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for call in self._calls:
                    group.create_task(self._watch(call))
        return self._seen

    async def _watch(self, call: grpc.aio.UnaryStreamCall[bytes, bytes]) -> None:
        while isinstance(await call.read(), bytes):
            self._seen += 1

    async def close(self) -> None:
        """Close the spectators' connections."""
        for channel in self._channels:
            await channel.close()


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """Step times of one match, and frames that its spectators received, if any."""

    steps: list[float]
    """Milliseconds that the bots waited from each turn to the next."""
    frames: int
    """Number of frames that all spectators together received."""


def _play(target: Target, watchers: int, seconds: float) -> Played:
    with target.lobby() as lobby:
        made = lobby.create_match(GAME, config=CONFIG, time_control=time_control(10.0, strikes=0))
        with contextlib.ExitStack() as stack:
            duel = stack.enter_context(Worker(Duel(target, list(made.seat_tokens))))
            duel.wait_until_open()
            spectators = None
            if watchers:
                spectators = stack.enter_context(
                    Worker(Spectators(target, made.match.match_id, watchers))
                )
                spectators.wait_until_open()
                spectators.begin(seconds)
            duel.begin(seconds)
            played = Played(duel.finish(), spectators.finish() if spectators else 0)
        lobby.abort_match(made.match.match_id, "the load test is over")
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what spectators cost a match; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    flags = ["--workers", str(options.workers)] if options.workers else []
    with local_referee(flags=flags) as referee:
        target = Target.from_environment(referee.address)
        compare(options, lambda watchers: _play(target, watchers, options.seconds))
    return 0


def compare(options: argparse.Namespace, play: Callable[[int], Played]) -> None:
    """Play pairs of matches, with and without spectators, and print the figures of both.

    Args:
        options: Parsed arguments; `matches`, `seconds` and `watchers` are used.
        play: Plays a match with the given number of spectators, and returns its measurements.
    """
    ratios, watched, alone, frames = list[float](), list[float](), list[float](), 0
    play(0)  # what is only done once
    for number in range(options.matches):
        # The order alternates, so that a drift of the machine's speed cancels out.
        order = (0, options.watchers) if number % 2 else (options.watchers, 0)
        pair = {count: play(count) for count in order}
        medians = {count: statistics.median(played.steps) for count, played in pair.items()}
        ratios.append(medians[options.watchers] / medians[0])
        alone.append(medians[0])
        watched.append(medians[options.watchers])
        frames += pair[options.watchers].frames
        print(f"pair {number + 1}: {medians[0]:.2f} ms, watched {watched[-1]:.2f} ms", flush=True)
    print(f"step alone, ms      {statistics.median(alone):10.2f}")
    print(f"step watched, ms    {statistics.median(watched):10.2f}")
    print(f"ratio               {statistics.median(ratios):10.2f}")
    print(f"frames a second     {frames / options.matches / options.seconds:10.0f}")


def _parser() -> argparse.ArgumentParser:
    parser = number_parser(
        "loadtest.watchers",
        __doc__,
        watchers=(500, "spectators"),
        matches=(10, "pairs of matches"),
        seconds=(3.0, "of each match"),
    )
    parser.add_argument("--workers", type=int, help="workers of the referee")
    return parser


if __name__ == "__main__":
    sys.exit(main())
