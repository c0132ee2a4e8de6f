"""Checks what must hold of a real season when it is over, whatever was broken meanwhile."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from loadtest.real_season import processes
from loadtest.real_season.place import TOP
from loadtest.real_season.season import Log, Season
from loadtest.real_season.timetable import Done
from tournaments.log.log_file import LOG_FILE
from tournaments.pairings.picker import REMOTE
from tournaments.season.reading import season_of
from tournaments.season.records import MatchStatus
from tournaments.season.state import SeasonState
from tournaments.season.table import season_table
from tournaments.spec.errors import LogError

__all__ = ["Waits", "check", "copy_of", "waits_of"]

_REPLAYS = Path("referee") / "replays"


class Waits:
    """How long a season's entries have waited for their next match, in starts of other matches."""

    def __init__(self) -> None:
        self.longest = 0.0
        """Longest wait of an entry of this machine, in units of E / s starts."""
        self.broken: list[str] = []
        """Waits above the bound that is promised, in words."""
        self.longest_remote = 0
        """Largest number of remote starts for which a remote entry has waited since it came."""


def waits_of(season: Season) -> Waits:
    """Return how long entries have waited for matches, computed from every event of a season's log."""
    waits, state, most = Waits(), SeasonState(), dict[str, int]()
    away: dict[str, int] = {}  # remote starts that an entry missed before it came
    for event in season.log.events:
        state.apply(event)
        here = [e.name for e in state.entries.values() if e.may_play and not e.is_remote]
        if event.body["type"] == "started":
            for name in state.matches[event.body["match"] - 1].names:
                most[name] = away[name] = 0
        elif event.body["type"] == "came":
            away[event.body["entry"]] = state.picker.waited(event.body["entry"], REMOTE)
        most = {name: max(most.get(name, 0), len(here)) for name in here}
        seats = state.spec.seats or 2
        for name, entries in most.items():
            waited, bound = state.picker.waited(name), math.floor(3.5 * entries / seats) + 2
            waits.longest = max(waits.longest, waited * seats / entries)
            if waited > bound:
                waits.broken.append(f"{name} has waited for {waited} starts, {bound} are promised")
        for entry in state.entries.values():
            if entry.is_remote and entry.may_play:
                remote = state.picker.waited(entry.name, REMOTE) - away.get(entry.name, 0)
                waits.longest_remote = max(waits.longest_remote, remote)
    return waits


def copy_of(season: Season, where: Path) -> Path:
    """Copy a season's logs and replays into the new folder `where`, as an auditor gets them.

    Return the folder.
    """
    for folder in (season.place.data, *(season.place.data / "stages").glob("*/")):
        copy = where / folder.relative_to(season.place.data)
        copy.mkdir(parents=True)
        shutil.copy2(folder / LOG_FILE, copy / LOG_FILE)
        shutil.copytree(folder / _REPLAYS, copy / _REPLAYS)
    return where


def check(season: Season, waits: Waits, *, is_whole: bool) -> Iterator[Done]:
    """Check all that must hold at the end, and yield each result.

    Args:
        season: The season, whose run has ended.
        waits: How long entries have waited.
        is_whole: Whether all acts have held, so that the season is closed.
    """
    checks: list[tuple[str, Callable[[Season], str]]] = [
        ("every pick follows from the log", _picks),
        ("nothing was lost or played twice", _results),
        ("each result has its replay", _replays),
        ("no key is in a file", _keys),
        ("nothing is left running", _nothing_left),
        ("an audit of a copy", _audit),
        ("an audit of a changed copy", _audit_of_changed),
    ]
    if season.place.cycles and is_whole:
        checks.append(("the final", _final))
    for name, make in checks:
        try:
            text, holds = make(season), True
        except (AssertionError, LogError) as error:
            text, holds = str(error), False
        yield Done(name, 0, 0, holds, text)
    bound = f"longest {waits.longest:.2f} E/s starts; 3.5 E/s + 2 are promised"
    yield Done("waits", 0, 0, not waits.broken, "; ".join(waits.broken[:3]) or bound)
    if is_whole:
        yield Done("requests", 0, 0, *_requests(season))


def _state(season: Season) -> SeasonState:
    season.log.look()
    return season_of(season.log.events)


def _picks(season: Season) -> str:
    state = season_of(season.log.events, checks_picks=True)
    return f"{state.begun} matches"


def _results(season: Season) -> str:
    state = _state(season)
    assert not state.open, f"matches {sorted(state.open)} have no result"
    spoiled = [m.number for m in state.matches if m.status is MatchStatus.SPOILED]
    assert not spoiled, f"matches {spoiled} were given up after three attempts"
    begun = Counter((b["match"], b["attempt"]) for b in season.log.since(0, "started"))
    twice = [each for each, count in begun.items() if count > 1]
    assert not twice, f"attempts {twice} began twice"
    ids = Counter(b["id"] for b in season.log.since(0, "ended"))
    assert set(ids.values()) == {1}, "a match of the referee has two results"
    return f"{len(state.matches)} matches, each with one result"


def _replays(season: Season) -> str:
    here = {path.stem for path in (season.place.data / _REPLAYS).glob("*.replay")}
    ids = {body["id"] for body in season.log.since(0, "ended")}
    assert ids <= here, f"{len(ids - here)} results have no replay: {sorted(ids - here)[:3]}"
    return f"{len(ids)} replays"


def _keys(season: Season) -> str:
    folder = season.place.folder
    keys = [path.read_bytes().strip() for path in (folder / "keys").iterdir()]
    read = 0
    for path in folder.rglob("*"):
        if path.is_file() and path.parent.name != "keys":
            read += 1
            found = path.read_bytes()
            assert not any(key in found for key in keys), f"{path} has a key"
    return f"{len(keys)} keys, {read} files"


def _nothing_left(season: Season) -> str:
    left = processes.named(str(season.place.folder))
    assert not left, f"left: {'; '.join(each.line[:100] for each in left[:3])}"
    return "no process names the season's folder"


def _audit(season: Season) -> str:
    copy = copy_of(season, season.place.folder / "copy")
    status, printed = season.tournament("audit", copy, "--head", season.log.head)
    assert status == 0, f"exit status {status}: {printed.strip()[-500:]}"
    open_checks = [line for line in printed.splitlines() if line.startswith("open")]
    return f"exit status 0 against the head; {len(open_checks)} checks could not be made"


def _audit_of_changed(season: Season) -> str:
    """Change the winner of a match in a copy of the log; check that `tournament audit` fails.

    Return the line of its output that says what failed.
    """
    copy = copy_of(season, season.place.folder / "changed")
    log = copy / LOG_FILE
    lines = log.read_text().splitlines()
    middle = next(n for n in range(len(lines) // 2, len(lines)) if '"type":"ended"' in lines[n])
    changed = (
        lines[middle]
        .translate(
            str.maketrans("12", "21"),
        )
        .split(" ", 3)[3]
    )
    lines[middle] = " ".join([*lines[middle].split(" ", 3)[:3], changed])
    log.write_text("".join(f"{line}\n" for line in lines))
    status, printed = season.tournament("audit", copy)
    assert status == 1, f"exit status {status}: {printed.strip()[-500:]}"
    failed = next(line for line in printed.splitlines() if line.startswith("FAILED"))
    return failed.strip()


def _final(season: Season) -> str:
    """Check that the best of the table played the final, and that all its matches have a result.

    Return players and places of the final, in a sentence.
    """
    kinds = [body["type"] for body in season.log.bodies]
    at = kinds.index("stage_began")
    table = season_table(season_of(season.log.events[:at]), hosted=True)
    first = [row.entry for row in table if row.place is not None][:TOP]
    played = [name for name, _, _ in season.log.bodies[at]["entries"]]
    assert played == first, f"the final is of {played}, and the table begins with {first}"
    final = season.place.final
    log = Log(final / LOG_FILE)
    results = list(log.since(0, "ended"))
    # Each pair meets once a cycle, in both seatings.
    wanted = season.place.cycles * TOP * (TOP - 1)
    assert len(results) == wanted, f"the final has {len(results)} results, not {wanted}"
    replays = len(list((final / _REPLAYS).glob("*.replay")))
    assert replays >= wanted, f"the final has {replays} replays, not {wanted}"
    order = season.log.find("stage_ended")
    assert order is not None, "the final has not ended"
    return f"{wanted} matches of {', '.join(played)}; places {', '.join(order['order'])}"


def _requests(season: Season) -> tuple[bool, str]:
    """Return whether all requests are done: an empty inbox, and no program that waits for its check.

    Return the same in words, too.
    """
    inbox = season.place.data / "inbox"
    waiting = [path.name for path in inbox.iterdir() if not path.name.startswith(".")]
    pending = list(_state(season).submissions)
    text = f"inbox {waiting or 'empty'}, checks {pending or 'all done'}"
    return not waiting and not pending, text
