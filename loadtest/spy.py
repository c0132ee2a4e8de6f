"""Measures what a bot gains in a tournament by a memory, against its twin without a memory.

    python -m loadtest.spy --blocks 200 --format round_robin

For each way to run bots a tournament of Diceman is played, in which a spy (`spy_bot.py`) collects
dice from wherever it can; formats of parties play Dice Adventure, where the spy collects levels
(`spy_party_bot.py`). The command prints the spy's points by match of a block, with 95% intervals by
Wilson, or the scores of its parties; the same of the twin; and how many dice or cells the spy
predicted, right and wrong. The way `written` is the control: a seed in the file, published with
every match, as all tournaments once had; there a spy must predict dice.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from loadtest.figures import mean_interval
from loadtest.spy_memory import memory_files
from referee.core.intervals import share_interval
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store

__all__ = ["FORMATS", "WAYS", "Format", "main", "tournament_file", "ways_of"]

WRITTEN = "written"
WAYS = {
    "sandbox, a process a match": 'lifetime = "match"',
    "sandbox, a process a bot": 'lifetime = "tournament"',
    "no sandbox, a process a match": 'lifetime = "match"\nsandbox = "none"',
    "no sandbox, a process a bot": 'lifetime = "tournament"\nsandbox = "none"',
    WRITTEN: 'lifetime = "tournament"\nseed = 2008',
}
"""Keys of the tournament file for each way to run bots, by the way's description."""
PARTY_WAYS = {way: keys for way, keys in WAYS.items() if "match" in way} | {
    WRITTEN: 'lifetime = "match"\nsandbox = "none"\nseed = 2008'
}
"""Keys of the tournament file for formats of parties, whose processes play one match each; without
a sandbox they can leave files."""


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A format of tournaments in which spies meet their twins: the same bots without a memory."""

    keys: str
    """Keys that only this format has in the tournament file, with names in braces for values that
    depend on the number of blocks (two matches with seats exchanged).
    """
    bots: str = "2"
    """Number of spies and twins together, as a text that may have names in braces as `keys` does."""
    is_of_parties: bool = False
    """Whether Dice Adventure is played by parties; if not, Diceman is played."""
    more: str = ""
    """Further bots in the tournament file, which both spies and twins meet."""


FORMATS = {
    "round_robin": Format("cycles = {blocks}"),
    "gauntlet": Format(
        'challengers = ["spy", "twin"]\ncycles = {blocks}',
        more='[[bots]]\nname = "greedy"\nhouse = "greedy"\n',
    ),
    "swiss": Format("rounds = {rounds}", bots="{field}"),
    "knockout": Format("best_of = {blocks}"),
    "ladder": Format("rounds = {blocks}"),
    "groups": Format("seats = 2\ncycles = {blocks}"),
    "team": Format("party_seats = 3\ncycles = {blocks}", bots="4", is_of_parties=True),
    "contest": Format("party_seats = 3\nparties = 2\ncycles = {blocks}", is_of_parties=True),
    "adhoc": Format("pairs = 1\ncycles = {blocks}", bots="4", is_of_parties=True),
}
FILE = """name = "spy"
game = "{game}"
format = "{format}"
parallel = 1
{keys}
[config]
{config}
[time_control]
move_time = "10m"
join_limit = "10m"
[timeouts]
startup = "10m"
{bots}"""
BOT = """[[bots]]
name = "{name}"
command = ["python", "-m", "loadtest.{program}", "{kind}", "{run}"]
cwd = "{kind}"
"""
PARTY_CONFIG = 'levels = [{ name = "hard", cap = 6 }]'
KINDS = ("spy", "twin")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the results; return the exit status.

    It is 1 if a spy predicted dice, except in the control.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    ways = options.way or list(ways_of(options.format))
    if not set(ways) <= ways_of(options.format).keys():
        parser.error("--way: in formats of parties every process plays one match")
    found = 0
    for way in ways:
        with tempfile.TemporaryDirectory(prefix="spy-") as folder:
            try:
                found += _play(Path(folder), way, options) * (way != WRITTEN)
            finally:
                for path in memory_files(Path(folder).name):
                    path.unlink(missing_ok=True)
    return 1 if found else 0


def ways_of(name: str) -> dict[str, str]:
    """Return the ways to run bots that a format allows, by description."""
    return PARTY_WAYS if FORMATS[name].is_of_parties else WAYS


def _play(folder: Path, way: str, options: argparse.Namespace) -> int:
    """Play one tournament and print its results; return how many dice the spy predicted.

    Return 0 if no more predictions were right than wrong.

    Args:
        folder: Folder for the tournament's files.
        way: How bots are run: a way that `ways_of` returns for the format.
        options: Flags of the command line.
    """
    _lay_out(folder, options.format)
    file = folder / "spy.toml"
    file.write_text(
        tournament_file(
            options.format, way, blocks=options.blocks, games=options.games, run=folder.name
        )
    )
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(ran.stdout[-2000:] + ran.stderr)
    data = DataFolder(folder / "data" / "spy")
    with contextlib.closing(Store(data.database)) as store:
        matches, schedule = store.matches(), store.schedule()
    reports = [
        json.loads(line)
        for bot in sorted(data.logs.glob("spy*"))
        for log in sorted(bot.glob("*.stdout"))
        for line in log.read_text().splitlines()
        if line.startswith("{")
    ]
    right, wrong = (sum(match[key] for match in reports) for key in ("right", "wrong"))
    print(f"{options.format}, {way}: dice {schedule.dice.policy.value if schedule else 'written'}")
    interval = _mean if FORMATS[options.format].is_of_parties else _share
    for kind in KINDS:
        legs = sorted(_by_leg(matches, kind).items())
        print(f"  {kind:5} " + ", ".join(f"match {leg}: {interval(own)}" for leg, own in legs))
    seeds, seen = (
        max((match[key] for match in reports), default=0) for key in ("seeds", "matches")
    )
    print(f"  dice taken for known: {right} right, {wrong} wrong; {seeds} seeds, {seen} matches")
    return int(right) if right > wrong else 0


def tournament_file(form: str, way: str, *, blocks: int, games: int, run: str) -> str:
    """Return the text of a tournament file.

    Args:
        form: Name of the format, in `FORMATS`.
        way: Description of a way that `ways_of` returns for the format.
        blocks: Number of blocks (matches of the same bots with seats exchanged), from 1.
        games: Number of games in a match of Diceman.
        run: Word by which the spies of this tournament find each other's files.
    """
    chosen = FORMATS[form]
    # where nobody meets anybody twice, there are at most half as many rounds as bots
    half = math.ceil(math.sqrt(blocks))
    sizes = {"blocks": blocks, "field": 2 * half, "rounds": math.ceil(blocks / half)}
    names = [
        kind + (f"_{number}" if number > 1 else "")
        for number in range(1, int(chosen.bots.format(**sizes)) // 2 + 1)
        for kind in KINDS
    ]
    program = _program(form)
    bots = [BOT.format(name=name, kind=_kind(name), program=program, run=run) for name in names]
    return FILE.format(
        game="dice_adventure" if chosen.is_of_parties else "diceman",
        format=form,
        keys=f"{chosen.keys.format(**sizes)}\n{ways_of(form)[way]}",
        config=PARTY_CONFIG if chosen.is_of_parties else f"games = {games}",
        bots="".join(bots) + chosen.more,
    )


def _lay_out(folder: Path, form: str) -> None:
    """Copy the programs of spy and twin into a folder for each of them, which sandboxes can mount.

    `form` is the name of the tournament's format, which the programs depend on.
    """
    for kind in KINDS:
        package = folder / kind / "loadtest"
        package.mkdir(parents=True)
        for name in ("__init__", "spy_memory", _program(form)):
            shutil.copy(Path(__file__).with_name(f"{name}.py"), package)


def _program(form: str) -> str:
    return "spy_party_bot" if FORMATS[form].is_of_parties else "spy_bot"


def _kind(name: str) -> str:
    """Return `spy` or `twin`, whichever a bot is by its name."""
    return name.partition("_")[0]


def _by_leg(matches: Sequence[StoredMatch], kind: str) -> dict[int, list[float]]:
    """Return the results of bots of a kind by the number of the match within its block, from 1.

    A block is matches of the same bots with seats exchanged.

    A result is the points against the other kind, or the score of a party that one of the bots was
    in.
    """
    made: defaultdict[int, list[float]] = defaultdict(list)
    legs: Counter[str] = Counter()
    for match in matches:
        players, seats = match.pairing.players, match.end.seats
        kinds = [_kind(name) for name in players]
        if kind not in kinds or (len(players) == 2 and len(set(kinds)) == 1):
            continue
        legs[match.pairing.block] += 1
        seat = kinds.index(kind)
        if len(players) > 2:
            value = float(seats[seat].score)
        else:
            ahead, behind = seats[1 - seat].placement, seats[seat].placement
            value = (1 + (ahead > behind) - (ahead < behind)) / 2
        made[legs[match.pairing.block]].append(value)
    return made


def _share(points: Sequence[float]) -> str:
    low, high = share_interval(sum(points), len(points))
    return f"{statistics.fmean(points):.3f} [{low:.3f}, {high:.3f}] of {len(points)}"


def _mean(scores: Sequence[float]) -> str:
    low, high = mean_interval(scores)
    return f"{statistics.fmean(scores):.1f} [{low:.1f}, {high:.1f}] of {len(scores)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.spy", description=__doc__)
    parser.add_argument("--blocks", type=int, default=200, help="from 2; in a knockout, at most")
    parser.add_argument("--format", choices=list(FORMATS), default="round_robin")
    parser.add_argument("--games", type=int, default=3, help="of a match of Diceman")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="may be given again")
    return parser


if __name__ == "__main__":
    sys.exit(main())
