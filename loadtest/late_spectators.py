"""`python -m loadtest.late_spectators`: what does a spectator cost that comes late, and how long does it wait?

Two bots that answer at once play a match up to some step. Then spectators come that want it from its
start: first while the bots rest, then again and again while they play on, in turn with none.

    python -m loadtest.late_spectators --steps 1000 --matches 10
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

import grpc

from gamereferee.v1 import spectate_service_pb2
from loadtest.flags import number_parser
from loadtest.local_referee import local_referee
from loadtest.target import Target
from loadtest.watchers import CONFIG, GAME, Duel
from loadtest.workers import Worker
from referee_client.lobby import time_control

__all__ = ["Wait", "watch_from_start"]

_WATCH = "/gamereferee.v1.SpectateService/Watch"
_LIMIT_S = 60.0


class Wait:
    """How long one late spectator waited, in seconds, and how many frames it received."""

    def __init__(self) -> None:
        self.first_s = 0.0
        """Seconds from the spectator's request until its first frame."""
        self.present_s = 0.0
        """Seconds from the spectator's request until the frame of the step that the match had made
        by then.
        """
        self.frames = 0


def watch_from_start(address: str, match_id: str, present: int) -> Wait:
    """Watch a match from its start up to the step with the number `present`; return how long it took."""
    request = spectate_service_pb2.WatchRequest(match_id=match_id, from_step=0)
    wait = Wait()
    with grpc.insecure_channel(address) as channel:
        grpc.channel_ready_future(channel).result(_LIMIT_S)
        watch: Any = channel.unary_stream(
            _WATCH, response_deserializer=spectate_service_pb2.WatchResponse.FromString
        )
        begun = time.monotonic()
        call = watch(request.SerializeToString(), timeout=_LIMIT_S)
        for frame in call:
            now = time.monotonic()
            wait.first_s = wait.first_s or now - begun
            wait.frames += 1
            if frame.step >= present:
                wait.present_s = now - begun
                break
        call.cancel()
    return wait


def _measure(target: Target, options: argparse.Namespace) -> tuple[list[Wait], list[float]]:
    """Return the waits of spectators at one match, and the median step times alone and watched.

    The step times, in milliseconds, are those that the two bots see.

    Args:
        target: Referee on which the match is played.
        options: Flags of the command line.
    """
    with target.lobby() as lobby:
        made = lobby.create_match(GAME, config=CONFIG, time_control=time_control(60.0, strikes=0))
        match_id = made.match.match_id
        with Worker(Duel(target, list(made.seat_tokens))) as duel:
            duel.wait_until_open()
            steps = 0
            while (steps := lobby.get_match(match_id).steps) < options.steps:
                duel.begin(0.2)
                duel.finish()
            waits = [
                watch_from_start(target.address, match_id, steps) for _ in range(options.spectators)
            ]
            medians = list[float]()
            for is_watched in (False, True):
                is_over = threading.Event()

                def flood(is_over: threading.Event = is_over, present: int = steps) -> None:
                    while not is_over.is_set():
                        watch_from_start(target.address, match_id, present)

                spectator = threading.Thread(target=flood)
                if is_watched:
                    spectator.start()
                duel.begin(options.seconds)
                medians.append(statistics.median(duel.finish()))
                is_over.set()
                if is_watched:
                    spectator.join()
        lobby.abort_match(match_id, "the load test is over")
    return waits, medians


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what late spectators cost a match, and how long they wait; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    flags = ["--workers", str(options.workers)] if options.workers else []
    waits, alone, watched = list[Wait](), list[float](), list[float]()
    with local_referee(flags=flags) as referee:
        target = Target.from_environment(referee.address)
        for _ in range(options.matches):
            found, (before, during) = _measure(target, options)
            waits += found
            alone.append(before)
            watched.append(during)
    print(f"matches             {options.matches:10d} of {options.steps} steps and more")
    print(f"first frame, ms     {1e3 * statistics.median(w.first_s for w in waits):10.1f}")
    print(f"slowest first, ms   {1e3 * max(w.first_s for w in waits):10.1f}")
    print(f"the present, ms     {1e3 * statistics.median(w.present_s for w in waits):10.1f}")
    print(f"step alone, ms      {statistics.median(alone):10.2f}")
    print(f"step watched, ms    {statistics.median(watched):10.2f}")
    ratios = [one / other for one, other in zip(watched, alone, strict=True)]
    print(f"ratio               {statistics.median(ratios):10.2f}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = number_parser(
        "loadtest.late_spectators",
        __doc__,
        steps=(1000, "before they come"),
        spectators=(5, "at rest"),
        matches=(10, "matches"),
        seconds=(2.0, "of play"),
    )
    parser.add_argument("--workers", type=int, help="workers of the referee")
    return parser


if __name__ == "__main__":
    sys.exit(main())
