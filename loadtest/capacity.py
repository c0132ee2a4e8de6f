"""`python -m loadtest.capacity`: how many new matches a second does this machine carry, game by game?

It is an open loop: new matches begin by a Poisson schedule that was drawn beforehand and waits for
no match, so that a referee which falls behind still gets the same load (no coordinated omission).
The largest rate is found by doubling and then bisection, in windows of time that each settle before
they count. When a rate counts as kept is defined in `loadtest/README.md`; the search and the bots
are those of `referee serve --capacity-check`.

    python -m loadtest.capacity
    python -m loadtest.capacity --games diceman champions --seconds 20
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import grpc.aio
from rich.console import Console
from rich.table import Table

from loadtest.local_referee import RefereeProcessError, local_referee
from loadtest.machine import Fact, machine_facts
from loadtest.target import Target
from referee.capacity.bots import LEAST_SLACK
from referee.capacity.check import Checked, Effort, check_game
from referee.capacity.window import Terms
from referee.core.errors import RefereeError
from referee.core.time_control import MS

__all__ = ["BUSY_CORES", "GAMES", "as_json", "as_table", "is_busy", "main"]

GAMES = (
    "diceman",
    "swordman",
    "dice_adventure",
    "champions",
    "dungeon_keeper",
    "proving_grounds",
)
"""All games that come with the referee, each with its default config and number of seats."""
BUSY_CORES = 0.2
"""Number of cores that other processes may use before a figure is marked as unreliable."""
_CONNECTIONS = 16


def _check(game: str, options: argparse.Namespace) -> Checked:
    """Return the measurements of a game, taken at its own referee unless the arguments name one."""
    terms = Terms(move_time_ns=round(options.move_ms * MS))
    effort = Effort(
        seconds=options.seconds,
        decisions=options.decisions,
        held=options.held,
        precision=1.1,
        attempts=2,
        terms=terms,
    )
    with contextlib.ExitStack() as stack:
        address, pid = options.address, None
        if not address:
            # So many that the referee refuses no match before it is too slow.
            flags = ["--max-matches", "1000000", "--workers", str(options.workers)]
            referee = stack.enter_context(local_referee(flags=flags))
            address, pid = referee.address, referee.pid
        target = Target.from_environment(address)
        metadata = [("authorization", f"Bearer {target.key}")] if target.key else []

        def connect() -> list[grpc.aio.Channel]:
            return [target.aio_channel() for _ in range(_CONNECTIONS)]

        return check_game(connect, game, effort, pid=pid, metadata=metadata)


def is_busy(checked: Checked) -> bool:
    """Return whether other processes used more than `BUSY_CORES` cores while a game was measured."""
    others = None if checked.use is None else checked.use.others
    return others is not None and others > BUSY_CORES


def as_json(
    results: Sequence[Checked], machine: Mapping[str, Fact], options: Mapping[str, object]
) -> dict[str, object]:
    """Return all results, the options and the machine as plain values for JSON."""
    games = {}
    for checked in results:
        games[checked.game] = {
            "matches_per_s": checked.found.rate,
            "too_high_per_s": checked.found.too_high,
            "decisions_per_s": checked.decisions_per_s,
            "is_busy": is_busy(checked),
            **dataclasses.asdict(checked),
        }
    return {
        "is_busy": any(is_busy(checked) for checked in results),
        "least_slack": LEAST_SLACK,
        "options": dict(options),
        "machine": dict(machine),
        "games": games,
    }


def as_table(results: Sequence[Checked], machine: Mapping[str, Fact]) -> Table:
    """Return the table of results for people."""
    title = f"New matches a second: {machine['cpu']}, {machine['cores']} cores"
    table = Table(title=title, caption="* something else had cores of the machine meanwhile")
    table.add_column("game", no_wrap=True)
    for heading in ("seats", "decisions a match", "matches a second", "too high", "decisions/s"):
        table.add_column(heading, justify="right")
    for heading in ("slack p99", "begins p99, ms", "cores: referee", "bots", "KB a match"):
        table.add_column(heading, justify="right")
    for checked in results:
        table.add_row(*_cells(checked))
    return table


def _cells(checked: Checked) -> list[str]:
    found, kept, use = checked.found, checked.kept, checked.use
    cut = "" if checked.is_whole else ", cut"
    return [
        checked.game + (" *" if is_busy(checked) else ""),
        str(checked.num_seats),
        f"{checked.decisions:.0f}{cut}",
        _number(found.rate),
        _number(found.too_high),
        f"{checked.decisions_per_s:,.0f}",
        _number(kept.slack_p99 if kept else None, ".2f"),
        _number(kept.begin_ms_p99 if kept else None),
        _number(use.referee if use else None, ".2f"),
        _number(use.bots if use else None, ".2f"),
        _number(None if checked.match_bytes is None else checked.match_bytes / 1000),
    ]


def _number(value: float | None, form: str = ",.1f") -> str:
    return "-" if value is None else format(value, form)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table and write it.

    Return the exit status, 2 if nothing could be measured.
    """
    options = _parser().parse_args(arguments)
    machine = machine_facts()
    results = []
    try:
        for game in options.games:
            results.append(_check(game, options))
            print(f"{game}: {_number(results[-1].found.rate)} matches/s", file=sys.stderr)
    except (RefereeError, RefereeProcessError, grpc.aio.AioRpcError) as error:
        reason = error.details() if isinstance(error, grpc.aio.AioRpcError) else error
        print(f"loadtest.capacity: {reason}", file=sys.stderr)
        return 2
    names = ("seconds", "decisions", "held", "move_ms", "workers")
    data = as_json(results, machine, {name: getattr(options, name) for name in names})
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(data, indent=2) + "\n")
    Console(width=None if sys.stdout.isatty() else 140).print(as_table(results, machine))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.capacity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--games", nargs="+", choices=GAMES, default=GAMES, metavar="GAME", help=", ".join(GAMES)
    )
    parser.add_argument(
        "--seconds", type=float, default=40.0, help="of search for each game (%(default)s)"
    )
    parser.add_argument(
        "--move-ms", type=float, default=200.0, help="time for a decision in ms (%(default)s)"
    )
    parser.add_argument(
        "--decisions", type=int, default=200, help="after which a match is cut (%(default)s)"
    )
    parser.add_argument(
        "--held", type=int, default=100, help="open matches to count memory by (%(default)s)"
    )
    parser.add_argument(
        "--workers", type=int, default=1, help="workers of the referee (%(default)s)"
    )
    parser.add_argument(
        "--address", help="a running referee, in place of one that is started for each game"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/capacity.json"), help="(%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
