"""Play a real season of Diceman on this machine, break everything once, and check what is left.

    python -m loadtest.real_season --minutes 60

Ten programs in eight languages are handed in as their authors would, four more play from elsewhere by
`referee attend`, each through its own TCP proxy. On a timetable an author comes late, replaces a
program, hands in a build that fails, one that leaves when its stream breaks, one that misses its
deadlines, and withdraws; the organizer benches, annuls, pauses, freezes and closes; cables are pulled,
and every process is killed with `kill -9`. Each act waits for what must follow from it, and prints one
line. At the end log and replays are copied, and audited there. The exit status is 1 if anything that
must hold does not.

`make clients` builds the programs of other languages. `--minutes 5` is a rehearsal: the acts are the
same, one right after the other.
"""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from loadtest.real_season.acts import Acting
from loadtest.real_season.attendees import Attendees
from loadtest.real_season.breaks import Breaking
from loadtest.real_season.findings import check, waits_of
from loadtest.real_season.place import make_place
from loadtest.real_season.report import table
from loadtest.real_season.season import Season
from loadtest.real_season.timetable import Done, carry_out, timetable

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a season; return the exit status, 1 if anything that must hold does not."""
    options = _parser().parse_args(arguments)
    # So that a season that is stopped leaves no process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if options.folder is None:
        with tempfile.TemporaryDirectory(prefix="real-season-") as folder:
            return _play(Path(folder), options)
    folder = options.folder.absolute()
    folder.mkdir(parents=True)
    return _play(folder, options)


def _play(folder: Path, options: argparse.Namespace) -> int:
    place = make_place(
        folder,
        minutes=options.minutes,
        parallel=options.parallel,
        with_remotes=options.remotes,
        with_final=options.final,
    )
    season = Season(place, secrets.token_hex(8))
    attendees = Attendees(place, season.env) if options.remotes else None
    acting, breaking = Acting(season, attendees, _say), Breaking(season, attendees, _say)
    done: list[Done] = []
    began = time.monotonic()
    try:
        acts = timetable(acting, breaking)
        for each in carry_out(acts, options.minutes * 60, season.keep_up):
            done.append(each)
            print(each.line, flush=True)
    finally:
        if attendees is not None:
            attendees.close()
        if season.is_running:
            season.stop()
    minutes = (time.monotonic() - began) / 60
    season.log.look()
    waits = waits_of(season)
    for each in check(season, waits, is_whole=all(each.has_held for each in done)):
        done.append(each)
        print(f"{'holds ' if each.has_held else 'FAILED'} {each.name}: {each.text}", flush=True)
    for name, value in table(season, waits, breaking.kills, minutes):
        print(f"{name:24} {value}")
    print(season.tournament("standings", place.file)[1])
    failed = [each.name for each in done if not each.has_held]
    print(f"failed: {', '.join(failed)}" if failed else "all of it holds")
    return 1 if failed else 0


def _say(text: str) -> None:
    print(f"       {text}", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.real_season", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--minutes", type=float, default=60, help="length of the season")
    parser.add_argument("--parallel", type=int, default=2, help="matches without remotes at once")
    parser.add_argument("--folder", type=Path, help="a new folder, which is kept; else none is")
    parser.add_argument(
        "--remotes",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether programs that run elsewhere take part",
    )
    parser.add_argument(
        "--final",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether a final follows",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
