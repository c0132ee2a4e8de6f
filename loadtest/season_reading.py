"""Measures what a long log of a season costs those that read it, with and without a checkpoint.

    python -m loadtest.season_reading --entries 1000 --matches 10000 100000

A log of drawn matches is written with its database, rows of matches left out: nothing of what is
measured reads them. Each reading is a process; its processor time is shown, so that other programs
of the machine hardly change it, first from the log's first event on, then with the checkpoint that a
run leaves at its end. The page is what the arena makes for its first reader: season and table.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tournaments.log.event import Event, chained
from tournaments.log.log_file import LOG_FILE, append_lines
from tournaments.log.signing import signer_of
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.schedule import Schedule
from tournaments.season import bodies
from tournaments.season.checkpoint import CHECKPOINT_FILE, Checkpoints, state_in
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.store import event_bodies
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["main"]

_FILE = """\
name = "cup"
game = "diceman"
format = "ladder"
data = "data"
[season]
"""
_SCHEDULE = Schedule(Dice(DicePolicy.OWN, "a measurement"), 5)
_ID = "ab" * 8
_START = datetime.datetime(2027, 3, 1, tzinfo=datetime.UTC)
_NEIGHBOURS = 8
_PAGE = """\
import pathlib, sys
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.season.rated import RatedTable
from tournaments.store.folder import DataFolder
season = FollowedSeason(DataFolder(pathlib.Path(sys.argv[1])))
season.read()
RatedTable(season).renew_in()
"""
_DESK = """\
import contextlib, pathlib, sys
from tournaments.pairings.picker import LOCAL
from tournaments.season.desk import Desk
from tournaments.season_session import utc_now
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
with contextlib.closing(Store(DataFolder(pathlib.Path(sys.argv[1])).database, create=True)) as store:
    store.events.missing()
    store.events.heal()
    Desk(store, utc_now).state.picker.pick(LOCAL)
"""


def main(arguments: list[str] | None = None) -> int:
    """Print what reading costs; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m loadtest.season_reading")
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--matches", type=int, nargs="+", default=[10_000, 100_000])
    options = parser.parse_args(arguments)
    for matches in options.matches:
        with tempfile.TemporaryDirectory(prefix="season-") as folder:
            _measure(Path(folder), options.entries, matches)
    return 0


def _measure(folder: Path, entries: int, matches: int) -> None:
    data = folder / "data"
    data.mkdir()
    (folder / "cup.toml").write_text(_FILE, encoding="utf-8")
    _write(folder, list(_events(data, entries, matches)))
    commands = {
        "tournament status": ["-m", "tournaments", "status", str(folder / "cup.toml")],
        "tournament standings": ["-m", "tournaments", "standings", str(folder / "cup.toml")],
        "first page": ["-c", _PAGE, str(data)],
        "run, up to its first pick": ["-c", _DESK, str(data)],
    }
    whole = {name: _seconds(command) for name, command in commands.items()}
    with contextlib.closing(Store(DataFolder(data).database)) as store:
        Checkpoints(data, state_in(store.events), print).write()
    resumed = {name: _seconds(command) for name, command in commands.items()}
    print(
        f"{entries} entries, {matches} matches; processor seconds from the log, with a checkpoint:"
    )
    for name in commands:
        print(f"{name:28} {whole[name]:6.1f} {resumed[name]:6.1f}")
    for name in (LOG_FILE, "tournament.sqlite", CHECKPOINT_FILE):
        print(f"{name:28} {(data / name).stat().st_size / matches:6.0f} bytes a match")


def _seconds(command: list[str]) -> float:
    """Return the processor time of a Python process."""
    before = os.times()
    subprocess.run([sys.executable, "-P", *command], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system


def _events(data: Path, entries: int, matches: int) -> Iterator[Event]:
    """Yield the events of a log whose matches are between neighbours in strength."""
    signer, dice, last = signer_of(data), random.Random(1), None
    names = [f"entry-{number}" for number in range(entries)]
    strength = {name: dice.gauss(0, 1) for name in names}
    order = sorted(names, key=strength.__getitem__)

    def drawn() -> Iterator[bodies.Body]:
        opened = event_bodies.opened(_ID, "cup", _FILE, [], _SCHEDULE, signer.public_key)
        yield {**opened, "season": 1}
        for name in names:
            digest, at = _digest(name), _time(0)
            yield bodies.received(digest[:32], name, name, door="http", key=digest, sent=at, at=at)
            yield bodies.admitted(
                name, name, 1, request=digest[:32], submitted=digest, run=digest, prior=None, at=at
            )
        yield bodies.season_changed("open", by="clock", reason="it opens", at=_time(0))
        for number in range(1, matches + 1):
            first = dice.randrange(len(order) - _NEIGHBOURS)
            pair = dice.sample(order[first : first + _NEIGHBOURS], 2)
            yield from _match(number, pair, [strength[name] + dice.gauss(0, 1) for name in pair])

    for body in drawn():
        last = signer.signed(chained(body, last))
        yield last


def _match(number: int, pair: list[str], luck: list[float]) -> Iterator[bodies.Body]:
    at = _time(number)
    yield bodies.match_started(
        number,
        1,
        key=_digest(f"key {number}"),
        kind="local",
        entries=[(name, 1) for name in pair],
        ready=(),
        fitted=0,
        at=at,
    )
    ranks = (1, 2) if luck[0] > luck[1] else (2, 1)
    seats = tuple(SeatResult(rank, 100 * rank, 0, None) for rank in ranks)
    end = MatchEnd(EndCause.RULES, "one player has won two of three games", seats)
    match_id = _digest(f"id {number}")[:22]
    yield bodies.match_ended(number, 1, end, match_id=match_id, game_version=3, rated=True, at=at)


def _write(folder: Path, events: list[Event]) -> None:
    append_lines(folder / "data" / LOG_FILE, [event.line for event in events])
    place = DataFolder(folder / "data").database
    with contextlib.closing(Store(place, create=True)) as store, store.together():
        with store.events.muted():
            file = folder / "cup.toml"
            store.begin("cup", file, _FILE, [], _SCHEDULE, tournament_id=_ID)
        store.events.restore(events)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _time(seconds: int) -> str:
    time = _START + datetime.timedelta(seconds=seconds)
    return time.isoformat(timespec="milliseconds")


if __name__ == "__main__":
    sys.exit(main())
