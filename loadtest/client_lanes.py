"""Compares bots that take turns in columns with bots of the same language that take them one by one.

Two processes of a program play all matches of Diceman against each other, one seat each, on a referee that
runs for all windows. Programs take turns, so that what else the machine does hits all of them.

    python -m loadtest.client_lanes go=build/clients/go/diceman/random_bot,build/clients/go/diceman/columns_bot

The first program of a language takes turns one by one, the second in columns.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence

import grpc

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest, ListMatchesRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from loadtest.local_referee import LocalReferee, cpu_seconds_used, local_referee

__all__ = ["Bench", "main"]

FIGURES = ("decisions/s", "us a decision, bot", "us a decision, referee", "us a decision, both")
"""Names of the figures of one window, in the order in which `Bench.window` returns them."""
START_LIMIT_S = 60.0
"""Highest number of seconds until the bots of a window have begun to play."""


class Bench:
    """Plays windows of Diceman between two processes of one program, and takes their figures.

    Args:
        referee: Referee that the bots play at.
        matches: Number of matches at once.
        seconds: Length of a window, in seconds.
    """

    def __init__(self, referee: LocalReferee, matches: int, seconds: float) -> None:
        self._referee = referee
        self._matches = matches
        self._seconds = seconds
        self._lobby = LobbyServiceStub(grpc.insecure_channel(referee.address))

    def window(self, label: str, program: str) -> tuple[float, ...]:
        """Return decisions a second, and microseconds of processor time of bots, referee and both for each.

        Args:
            label: Label of the window's matches, which no other window has.
            program: Path of the bot program, which is given address and tokens in its environment.

        Raises:
            RuntimeError: The bots do not play.
        """
        with self._bots(label, program) as bots:
            end = time.monotonic() + START_LIMIT_S
            while self._steps(label) < 20 * self._matches:
                if time.monotonic() > end:
                    raise RuntimeError(f"{program} does not play")
                time.sleep(0.1)
            steps, began = self._steps(label), time.monotonic()
            before = self._cpu(bots)
            time.sleep(self._seconds)
            after, ended = self._cpu(bots), time.monotonic()
            # Each step of Diceman has a decision of both seats.
            decisions = 2 * (self._steps(label) - steps)
        bot, own = ((b - a) * 1e6 / decisions for a, b in zip(before, after, strict=True))
        return decisions / (ended - began), bot, own, bot + own

    @contextlib.contextmanager
    def _bots(self, label: str, program: str) -> Iterator[list[int]]:
        """Create matches, and run the program once for each seat of them; yield the processes' ids."""
        request = CreateMatchRequest(game="diceman", label=label)
        request.config.Pack(diceman_pb2.Config(games=1000))
        request.time_control.move_time.seconds = 3600
        made = [self._lobby.CreateMatch(request) for _ in range(self._matches)]
        seats = zip(*(match.seat_tokens for match in made), strict=True)
        address = {"REFEREE_ADDRESS": self._referee.address, "REFEREE_LOG_LEVEL": "error"}
        bots = [
            subprocess.Popen(
                [program], env=os.environ | address | {"REFEREE_TOKENS": ",".join(tokens)}
            )
            for tokens in seats
        ]
        try:
            yield [bot.pid for bot in bots]
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()

    def _cpu(self, bots: Sequence[int]) -> tuple[float, float]:
        return sum(map(cpu_seconds_used, bots)), cpu_seconds_used(self._referee.pid)

    def _steps(self, label: str) -> int:
        page = self._lobby.ListMatches(ListMatchesRequest(label=label, page_size=1000))
        return sum(match.steps for match in page.matches)


def main(argv: Sequence[str] | None = None) -> None:
    """Play windows of all programs in turn, and print medians with quartiles, and ratios to the first program."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("programs", nargs="+", metavar="NAME=PROGRAM,PROGRAM")
    parser.add_argument("--matches", type=int, default=256, help="at once (%(default)s)")
    parser.add_argument(
        "--windows", type=int, default=5, help="of each program, from 2 (%(default)s)"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="of a window (%(default)s)")
    options = parser.parse_args(argv)
    programs = [
        (name, program)
        for name, _, both in (words.partition("=") for words in options.programs)
        for program in both.split(",")
    ]
    found: dict[tuple[str, str], list[tuple[float, ...]]] = {each: [] for each in programs}
    with local_referee() as referee:
        bench = Bench(referee, options.matches, options.seconds)
        for window in range(options.windows):
            # Each program is first in every other round.
            for name, program in programs if window % 2 else reversed(programs):
                label = f"{name}-{os.path.basename(program)}-{window}"
                found[name, program].append(bench.window(label, program))
    print(f"load average {os.getloadavg()[0]:.1f}")
    for name, program in programs:
        print(name, program)
        first = next(found[each] for each in programs if each[0] == name)
        columns = zip(
            FIGURES, zip(*first, strict=True), zip(*found[name, program], strict=True), strict=True
        )
        for figure, old, new in columns:
            low, middle, high = statistics.quantiles(new, n=4, method="inclusive")
            ratio = middle / statistics.median(old)
            print(f"  {figure:24} {middle:12,.1f} ({low:,.1f} to {high:,.1f})   x {ratio:.2f}")


if __name__ == "__main__":
    main()
