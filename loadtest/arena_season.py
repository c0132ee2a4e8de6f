"""Seasons of which many matches are being played, for measurements and pictures of their pages.

A real run opens the season and plays its first matches. It is stopped, and the live matches of another
referee are added to its log, as if the season had begun them: that many bots would need all of a machine.
"""

from __future__ import annotations

import contextlib
import datetime
import itertools
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tournaments.season.bodies import match_started
from tournaments.season.desk import Desk
from tournaments.store.folder import DataFolder
from tournaments.store.records import Begun, PlayRecord
from tournaments.store.store import Store

__all__ = ["players_of", "season_of"]

_SEASON = """name = "spring_season"
game = "diceman"
format = "ladder"
seed = 2008
parallel = 2
sandbox = "none"
[config]
games = 1
[season]
first_matches = 2
faults = 3
"""
_NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
_HOUSE = ("greedy", "mixer", "random")
_PATIENCE_S = 600.0


def players_of(count: int) -> list[tuple[str, str]]:
    """Return the entries that play the first live matches of such a season, in seat order."""
    pairs = itertools.combinations([name.lower() for name in _NAMES], 2)
    return list(itertools.islice(itertools.cycle(pairs), count))


def season_of(folder: Path, live: Sequence[str], *, played: int = 8) -> Path:
    """Play the first matches of a season, and add matches that are being played; return its data folder.

    Args:
        folder: Folder for the season.
        live: Ids of matches at the referee of the arena that will show the season.
        played: Matches that are played to their end.

    Raises:
        RuntimeError: The run does not get that far.
    """
    text = _SEASON
    for name, house in zip(_NAMES, itertools.cycle(_HOUSE), strict=False):
        text += f'[[bots]]\nname = "{name.lower()}"\ntitle = "{name}"\nhouse = "{house}"\n'
    file = folder / "spring_season.toml"
    file.write_text(text, encoding="utf-8")
    data = folder / "data" / "spring_season"
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as run:
        until = time.monotonic() + _PATIENCE_S
        while _ended(data) < played:
            if run.poll() is not None or time.monotonic() > until:
                run.kill()
                raise RuntimeError(f"the season has ended {_ended(data)} matches, not {played}")
            time.sleep(0.5)
        run.send_signal(signal.SIGINT)
    _add(data, live)
    return data


def _ended(data: Path) -> int:
    """Return how many matches of a season have ended."""
    database = DataFolder(data).database
    if not Path(str(database)).exists():
        return 0
    with contextlib.closing(Store(database)) as store:
        return sum('"type":"ended"' in line for line in store.events.lines())


def _add(data: Path, live: Sequence[str]) -> None:
    """Write into the log of a season that these matches have begun."""
    with contextlib.closing(Store(DataFolder(data).database, create=True)) as store:
        desk = Desk(store, lambda: datetime.datetime.now(datetime.UTC))
        for match_id, names in zip(live, players_of(len(live)), strict=True):
            number, at = desk.state.begun + 1, desk.at()
            entries = [(name, desk.state.entries[name].current.number) for name in names]
            key = f"live-{number}"
            body = match_started(
                number, 1, key=key, kind="local", entries=entries, ready=(), fitted=0, at=at
            )
            play = PlayRecord(at, None, None, None, None, tuple(version for _, version in entries))
            desk.book.start(
                body, Begun(key, 1, match_id, names, play, is_fresh=True, pairing=number)
            )
