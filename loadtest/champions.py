"""Champions end to end: whole matches at a separate referee, each seat played by one process.

    python -m loadtest.champions --bot idle --bot random

Every process holds the same seat of all matches on one stream, as a bot in a tournament does;
matches are played in batches, all of a batch at once, and the first batch warms up. Times are read
from the replays: a decision point lasts from the moment its first turn is handed to the transport
until that of the next one, so it has the bots' answers, the rules, the journal and all messages in
it.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gamereferee.v1.replay_pb2 import ACTION_KIND_PLAYED
from loadtest.figures import at_most, spread
from loadtest.local_referee import LocalReferee, cpu_seconds, local_referee
from loadtest.machine import machine_facts
from referee.replay.reader import load
from referee_client import Lobby

__all__ = ["Batch", "main", "play_batches"]

GAME = "champions"
IDLE = "idle"
"""Name of the bot that never thinks; all other names are house bots of the game."""
LEAVE_LIMIT_S = 20.0
REPLAY_LIMIT_S = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Numbers and times of a batch of matches that were played at once."""

    seconds: float
    """Seconds from creating the first match to the end of the last match."""
    matches: int
    """Number of matches in the batch."""
    decisions: int
    """Number of answers that were asked for."""
    missed: int
    """Number of decisions for which the default action was played."""
    points_ms: tuple[float, ...]
    """Milliseconds from each decision point to the next."""
    cpu_s: float | None
    """Processor time of the referee's process in seconds; None if the system does not report it."""


def play_batches(
    bot: str, *, seats: int, at_once: int, batches: int, max_rounds: int
) -> Iterator[Batch]:
    """Play batches of matches with one process a seat; yield the measurements of each.

    The first batch, which warms up, is not yielded.

    Args:
        bot: `idle`, or the name of a house bot of the game.
        seats: Number of seats in a match, 2 to 16; there are as many processes.
        at_once: Number of matches in a batch.
        batches: Number of batches, without the first.
        max_rounds: Highest number of rounds that a match may last.
    """
    with ExitStack() as stack:
        referee = stack.enter_context(local_referee())
        processes = [stack.enter_context(_process(bot, referee.address)) for _ in range(seats)]
        lobby = stack.enter_context(Lobby(referee.address))
        for number in range(batches + 1):
            batch = _play(bot, lobby, referee, processes, at_once, max_rounds)
            if number:
                yield batch


@contextmanager
def _process(bot: str, address: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run and yield a bot's process, which reads tokens of seats from standard input, in a context.

    `address` is that of the referee.
    """
    module = "loadtest.idle_champions" if bot == IDLE else "referee_bots.house"
    environment = os.environ | {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "-"}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module], stdin=subprocess.PIPE, stderr=log, env=environment
        )
        assert process.stdin is not None
        try:
            yield process
            process.stdin.close()
            process.wait(LEAVE_LIMIT_S)
        finally:
            process.kill()
            process.wait()


def _play(
    bot: str,
    lobby: Lobby,
    referee: LocalReferee,
    processes: Sequence[subprocess.Popen[bytes]],
    at_once: int,
    max_rounds: int,
) -> Batch:
    cpu_before = cpu_seconds(referee.pid)
    began = time.monotonic()
    config = {"max_rounds": max_rounds}
    made = [
        lobby.create_match(GAME, config=config, num_seats=len(processes)) for _ in range(at_once)
    ]
    for seat, process in enumerate(processes):
        assert process.stdin is not None
        for match in made:
            token = match.seat_tokens[seat]
            order = {"token": token, "game": GAME, "bot": bot, "seed": seat}
            process.stdin.write(f"{token if bot == IDLE else json.dumps(order)}\n".encode())
        process.stdin.flush()
    for match in made:
        lobby.wait(match.match.match_id)
    seconds = time.monotonic() - began
    cpu = cpu_seconds(referee.pid)
    decisions, missed, points_ms = 0, 0, list[float]()
    for match in made:
        steps = _steps(referee.data_dir, match.match.match_id)
        decisions += sum(len(kinds) for _, kinds in steps)
        missed += sum(kind != ACTION_KIND_PLAYED for _, kinds in steps for kind in kinds)
        points_ms += [(after - before) / 1e3 for (before, _), (after, _) in pairwise(steps)]
    spent = None if cpu is None or cpu_before is None else cpu - cpu_before
    return Batch(seconds, len(made), decisions, missed, tuple(points_ms), spent)


def _steps(data_dir: Path, match_id: str) -> list[tuple[int, list[int]]]:
    """Return for each decision point when its first turn was handed over, and its actions' origins.

    Times are in microseconds. An origin is an `ActionKind`: played, defaulted or forfeited. All are
    read from the replay in the referee's folder `data_dir`.
    """
    path = data_dir / "replays" / f"{match_id}.replay"
    limit = time.monotonic() + REPLAY_LIMIT_S
    while (
        not path.exists() and time.monotonic() < limit
    ):  # the end of a match may be reported before
        time.sleep(0.01)
    steps = [record.step for record in load(path).records if record.WhichOneof("record") == "step"]
    return [
        (
            min(action.handed_us for action in step.actions),
            [action.kind for action in step.actions],
        )
        for step in steps
    ]


def _row(bot: str, batches: Sequence[Batch]) -> list[str]:
    decisions = sum(batch.decisions for batch in batches)
    points = [point for batch in batches for point in batch.points_ms]
    cpu = [batch.cpu_s for batch in batches if batch.cpu_s is not None]
    return [
        bot,
        str(sum(batch.matches for batch in batches)),
        f"{spread([batch.decisions / batch.seconds for batch in batches]).median:,.0f}",
        f"{spread([batch.matches / batch.seconds for batch in batches]).median:.2f}",
        f"{at_most(points, 0.5):.1f}",
        f"{at_most(points, 0.99):.1f}",
        f"{decisions / sum(batch.matches for batch in batches):,.0f}",
        f"{1e6 * sum(cpu) / decisions:.0f}" if cpu else "-",
        str(sum(batch.missed for batch in batches)),
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure the bots named by these command-line arguments, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.champions", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--bot", action="append", help="idle or a house bot; repeatable (idle)")
    parser.add_argument("--seats", type=int, default=16, help="and bot processes (%(default)s)")
    parser.add_argument("--at-once", type=int, default=8, help="matches of a batch (%(default)s)")
    parser.add_argument("--batches", type=int, default=5, help="how many (%(default)s)")
    parser.add_argument("--max-rounds", type=int, default=36, help="of a match (%(default)s)")
    options = parser.parse_args(argv)
    console = Console(width=100)
    facts = machine_facts()
    console.print(", ".join(f"{name} {fact}" for name, fact in facts.items()), highlight=False)
    table = Table("bot", box=None, padding=(0, 1, 0, 0))
    titles = ("matches", "decisions/s", "matches/s", "ms a point", "p99 ms")
    for title in (*titles, "decisions a match", "referee us each", "missed"):
        table.add_column(title, justify="right")
    for bot in options.bot or [IDLE]:
        batches = list(
            play_batches(
                bot,
                seats=options.seats,
                at_once=options.at_once,
                batches=options.batches,
                max_rounds=options.max_rounds,
            )
        )
        table.add_row(*_row(bot, batches))
    console.print(table)


if __name__ == "__main__":
    main()
