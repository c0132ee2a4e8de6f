"""`python -m loadtest.deadlines`: does the referee time out a bot that was in time?

Many matches at once with short deadlines, and bots that answer after a fixed part of their time by
their own clock. However busy the referee gets, none of them may be charged with a missed deadline.

    python -m loadtest.deadlines --matches 40 --stop-ms 50 300 1000 --seconds 60
    python -m loadtest.deadlines --matches 40 --stop-ms 300 --workers 2

With `--stop-ms` the referee's processes are stopped again and again, each time for one of the given numbers of
milliseconds, as happens on a paused machine or a starved core.
"""

from __future__ import annotations

import abc
import argparse
import asyncio
import contextlib
import dataclasses
import sys
import time
from collections.abc import Sequence

import grpc.aio

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.actions import Answers
from loadtest.decisions import DecisionLog, merged
from loadtest.local_referee import local_referee
from loadtest.stops import stopping
from loadtest.target import Target
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["Experiment", "StreamLoad", "run_experiment"]

GAME = "diceman"
CONFIG = {"games": 1000}
"""Config of the matches, long enough that no match ends within an experiment."""


@dataclasses.dataclass(frozen=True, slots=True)
class Experiment:
    """Settings of a false-timeout experiment: matches, move time, the bots' delay, and length."""

    matches: int = 500
    """Number of matches at once."""
    move_time_ms: int = 200
    """Milliseconds that a seat has for a decision; there is no reserve."""
    answer_after: float = 0.5
    """Fraction of the move time after which the bots answer, by their own clocks."""
    seconds: float = 15.0
    """Seconds for which the bots play."""
    streams: int = 2
    """Number of streams of each of the two client processes; a process has one seat of every
    match."""


class StreamLoad(abc.ABC):
    """Base class of loads of bots on streams; the streams are dropped when the time is up.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the seats on each stream.
    """

    def __init__(self, target: Target, tokens: Sequence[Sequence[str]]) -> None:
        self._target = target
        self._tokens = tokens
        self._answers = Answers(GAME)

    async def open(self) -> None:
        """Connect to the referee.

        The seats are joined by `run`, since their clocks run from then on.
        """
        self._log = DecisionLog()
        self._channels = [self._target.aio_channel() for _ in self._tokens]
        for channel in self._channels:
            await channel.channel_ready()

    async def run(self, seconds: float) -> DecisionLog:
        """Join the seats, play for some seconds, and drop the streams.

        Return the log of decisions.
        """
        streams = zip(self._channels, self._tokens, strict=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for channel, tokens in streams:
                    group.create_task(self._play(channel, tokens))
        return self._log

    @abc.abstractmethod
    async def _play(self, channel: grpc.aio.Channel, tokens: Sequence[str]) -> None:
        """Play the seats of one stream until the stream ends, which is an error."""

    async def close(self) -> None:
        """Close the connections to the referee."""
        for channel in self._channels:
            await channel.close()


class PacedLoad(StreamLoad):
    """Load of bots that answer each turn a fixed time after reading it.

    Args:
        target: Address of the referee, with key and roots.
        tokens: Tokens of the seats on each stream.
        think_ns: Nanoseconds between reading a turn and answering it.
    """

    def __init__(self, target: Target, tokens: Sequence[Sequence[str]], think_ns: int) -> None:
        super().__init__(target, tokens)
        self._think_ns = think_ns

    async def _play(self, channel: grpc.aio.Channel, tokens: Sequence[str]) -> None:
        call = PlayServiceStub(channel).Play()
        outgoing: asyncio.Queue[wire.PlayRequest] = asyncio.Queue()
        outgoing.put_nowait(wire.PlayRequest(joins=[wire.Join(token=token) for token in tokens]))
        async with asyncio.TaskGroup() as group:
            group.create_task(self._write(call, outgoing))
            await self._read(call, outgoing)

    async def _read(self, call: _Stream, outgoing: asyncio.Queue[wire.PlayRequest]) -> None:
        loop = asyncio.get_running_loop()
        while isinstance(response := await call.read(), wire.PlayResponse):
            read_ns = time.monotonic_ns()
            self._log.take(response, read_ns)
            if response.HasField("ping"):
                pong = wire.Pong(number=response.ping.number)
                outgoing.put_nowait(wire.PlayRequest(pongs=[pong]))
            if response.turns:
                due_ns = read_ns + self._think_ns
                # By the time of reading and not by now: work in this process must not shorten the
                # time that the bot is said to think.
                loop.call_at(due_ns / 1e9, self._answer, response.turns, due_ns, outgoing)
        # A stream that ends early would leave seats unplayed and make all figures look better than
        # they are.
        raise RuntimeError("the referee has ended the stream")

    def _answer(
        self, turns: Sequence[wire.Turn], due_ns: int, outgoing: asyncio.Queue[wire.PlayRequest]
    ) -> None:
        actions = [self._answers.answer(turn) for turn in turns]
        self._log.answered(turns, due_ns=due_ns, at_ns=time.monotonic_ns())
        outgoing.put_nowait(wire.PlayRequest(actions=actions))

    async def _write(self, call: _Stream, outgoing: asyncio.Queue[wire.PlayRequest]) -> None:
        while True:
            await call.write(await outgoing.get())


_Stream = grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]


def run_experiment(experiment: Experiment, target: Target) -> dict[str, float]:
    """Play an experiment; return its figures by name, as `DecisionLog.figures` names them.

    Args:
        experiment: Settings of the experiment.
        target: Referee on which it is played.
    """
    terms = time_control(experiment.move_time_ms / 1e3, strikes=0)
    think_ns = round(experiment.move_time_ms * experiment.answer_after * 1e6)
    with target.lobby() as lobby:
        made = [
            lobby.create_match(GAME, config=CONFIG, time_control=terms, label="deadlines")
            for _ in range(experiment.matches)
        ]
        with contextlib.ExitStack() as stack:
            workers = []
            for tokens in zip(*(match.seat_tokens for match in made), strict=True):
                streams = [tokens[i :: experiment.streams] for i in range(experiment.streams)]
                load = PacedLoad(target, [stream for stream in streams if stream], think_ns)
                workers.append(stack.enter_context(Worker(load)))
            for worker in workers:
                worker.wait_until_open()
            for worker in workers:
                worker.begin(experiment.seconds)
            log = merged([worker.finish() for worker in workers])
        for match in made:
            lobby.abort_match(match.match.match_id, "the load test is over")
    return log.figures(experiment.seconds)


def as_text(figures: dict[str, float]) -> str:
    """Return the figures as text, one a line."""
    return "\n".join(f"{name:18} {value:12,.2f}" for name, value in figures.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Check that bots which answer in time are not timed out; return the exit status.

    It is 1 if a bot was timed out falsely, or nothing was decided.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    fields = (field.name for field in dataclasses.fields(Experiment))
    experiment = Experiment(**{name: getattr(options, name) for name in fields})
    with contextlib.ExitStack() as stack:
        address = options.address
        if not address:
            flags = []
            for name in ("workers", "think_slots"):
                if getattr(options, name):
                    flags += [f"--{name.replace('_', '-')}", str(getattr(options, name))]
            referee = stack.enter_context(local_referee(flags=flags))
            address = referee.address
            if options.stop_ms:
                stops = stopping(referee.pid, options.stop_ms, every_ms=options.stop_every_ms)
                stack.enter_context(stops)
        elif options.stop_ms:
            raise SystemExit("--stop-ms needs a referee that is started for this")
        figures = run_experiment(experiment, Target.from_environment(address))
    print(as_text(figures))
    return 1 if figures["false_timeouts"] or not figures["decisions"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.deadlines", description=__doc__)
    parser.add_argument(
        "--address", help="a running referee, in place of one that is started for this"
    )
    parser.add_argument("--workers", type=int, help="workers of the referee")
    parser.add_argument("--think-slots", type=int, help="think slots of the referee")
    parser.add_argument("--stop-ms", type=int, nargs="+", help="how long the referee is stopped")
    parser.add_argument(
        "--stop-every-ms", type=int, default=500, help="mean time between two stops (%(default)s)"
    )
    helps = {
        "matches": "matches at once",
        "move_time_ms": "time for a decision in ms",
        "answer_after": "part of it after which bots answer",
        "seconds": "how long they play",
        "streams": "streams of each of the two client processes",
    }
    for field in dataclasses.fields(Experiment):
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=type(field.default),
            default=field.default,
            help=f"{helps[field.name]} (%(default)s)",
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
