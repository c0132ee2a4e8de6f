"""Measures the time of a tournament's own work: schedule, database and table.

    python -m loadtest.schedule --format swiss --bots 200 --rounds 50

No match is played: results are simulated. The timed steps are those that an organizer waits for
apart from matches: the pairings, writing every result to a database on disk, reading a finished
tournament again as `resume` does, and the table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.pairings.schedule import written_schedule
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.play.runner import Runner
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store
from tournaments.tables.formats import is_over, make_scheduler, make_standings, num_seats

__all__ = ["SimulatedExecutor", "main"]

FORMATS = {"swiss": "rounds", "ladder": "rounds", "round_robin": "cycles"}
"""Formats of tournaments that can be timed, each with the key of the configuration for its
length."""
_SCHEDULE = written_schedule(0)
"""Schedule from which tournaments are paired: seed 0, dice that follow from it, the newest pairing rule."""
_SLOTS = 16


class SimulatedExecutor:
    """Executor that ends every match at once, by strengths drawn from a normal distribution.

    Args:
        spec: Specification of the tournament.
    """

    goes_on = False
    slots = _SLOTS

    def __init__(self, spec: TournamentSpec) -> None:
        stream = random.Random(spec.seed)
        self._strengths = {bot.name: stream.gauss(0, 2) for bot in spec.bots}

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Return a simulated result at once; see `tournaments.play.executor.Executor.play`."""
        await begun(attempt.request_id)
        # By the match and not by the time of playing: results are the same in whatever order
        # matches end.
        luck = random.Random(attempt.order.key)
        # With these performances the first of two wins with the logistic chance for that difference in strength.
        shown = [
            self._strengths[player] - math.log(luck.expovariate(1))
            for player in attempt.order.players
        ]
        places = [1 + sum(other > own for other in shown) for own in shown]
        seats = tuple(SeatResult(place, len(shown) - place, 0, None) for place in places)
        await asyncio.sleep(0)
        return PlayedAttempt(attempt.request_id, MatchEnd(EndCause.RULES, "simulated", seats), None)

    async def has_ended(self, match_id: str) -> bool:
        """Return False, as no match is running; see `Executor.has_ended`."""
        del match_id
        return False

    async def abandon(self, match_id: str, reason: str) -> None:
        """Do nothing, as no match is running; see `Executor.abandon`."""

    async def release(self, match_ids: Iterable[str]) -> None:
        """Do nothing, as no dice are kept back; see `Executor.release`."""


class _Silence:
    def entered(self, spec: TournamentSpec) -> None: ...

    def begin(self, matches: Sequence[StoredMatch], total: int | None) -> None: ...

    def status(self, text: str) -> None: ...

    def match_began(self, pairing: Pairing) -> None: ...

    def match_ended(self, pairing: Pairing, end: MatchEnd) -> None: ...

    def process_ended(self, ended: Exit, *, died: bool) -> None: ...

    def note(self, text: str) -> None: ...


def main(arguments: Sequence[str] | None = None) -> int:
    """Time one tournament by these command-line arguments, print each part's seconds, and return 0."""
    options = _parser().parse_args(arguments)
    spec = _spec(options.format, options.bots, options.rounds, options.seats)
    with (
        tempfile.TemporaryDirectory(prefix="schedule-", dir=options.folder) as folder,
        contextlib.closing(Store(Path(folder) / "t.sqlite", create=True)) as store,
    ):
        store.begin(spec.name, Path("t.toml"), "", [bot.name for bot in spec.bots])
        with _timed("play: schedule, and every result written down"):
            asyncio.run(_run(spec, store))
        with _timed("resume: all results found, nothing played"):
            asyncio.run(_run(spec, store))
        with _timed("read all results"):
            matches = store.matches()
        with _timed("schedule alone, from all results"):
            assert is_over(make_scheduler(spec, _SCHEDULE), matches)
        with _timed("table"):
            table = make_standings(spec, matches)
    print(f"{len(matches)} simulated results, {options.format} of {len(table)} bots")
    return 0


async def _run(spec: TournamentSpec, store: Store) -> None:
    runner = Runner(
        spec,
        GameFacts(version=1, min_seats=2, max_seats=num_seats(spec)),
        scheduler=make_scheduler(spec, _SCHEDULE),
        executor=SimulatedExecutor(spec),
        store=store,
        progress=_Silence(),
    )
    assert await runner.run() == 0


@contextlib.contextmanager
def _timed(what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    print(f"{time.perf_counter() - start:8.2f}s  {what}")


def _spec(format_: str, num_bots: int, rounds: int, seats: int) -> TournamentSpec:
    # With a seed, so that strengths and dice are the same in every run.
    head = f'name = "t"\ngame = "diceman"\nseed = 0\nformat = "{format_}"\n'
    head += f"{FORMATS[format_]} = {rounds}\n"
    head += f"seats = {seats}\n" if seats != 2 else ""
    bots = (f'[[bots]]\nname = "b{number:04}"\ncommand = "true"\n' for number in range(num_bots))
    return parse_spec(head + "".join(bots), Path("t.toml"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.schedule", description=__doc__)
    parser.add_argument("--format", choices=list(FORMATS), default="swiss")
    parser.add_argument("--bots", type=int, default=200, help="2 to 1000")
    parser.add_argument("--rounds", type=int, default=50, help="rounds, or cycles of a round robin")
    parser.add_argument("--seats", type=int, default=2, help="of a ladder's matches, from 2")
    parser.add_argument(
        "--folder", help="where the database is made, as /dev/shm for one in memory"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
