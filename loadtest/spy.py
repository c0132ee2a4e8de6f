"""What a bot with a memory gains by it across a tournament, against its twin without.

    python -m loadtest.spy --blocks 200 --format round_robin

For each way to run bots a tournament of Diceman is played, in which a spy (`spy_bot.py`) takes dice from
wherever it can. Told are its points by match of a block, with 95% intervals by Wilson, those of the twin
where both meet `greedy`, and how many dice the spy took for known, right and wrong. The way `written` is the
control: a seed in the file, published with every match, as all tournaments once had; there a spy must win.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tournaments.folder import DataFolder
from tournaments.store import Store, StoredMatch

__all__ = ["WAYS", "Share", "main"]

Z_95 = 1.959963984540054
WAYS = {
    "sandbox, a process a match": 'lifetime = "match"\n',
    "sandbox, a process a bot": 'lifetime = "tournament"\n',
    "no sandbox, a process a match": 'lifetime = "match"\nsandbox = "none"\n',
    "no sandbox, a process a bot": 'lifetime = "tournament"\nsandbox = "none"\n',
    "written": 'lifetime = "tournament"\nseed = 2008\n',
}
"""Keys of the tournament file by what they are called."""
FORMATS = {
    "round_robin": 'format = "round_robin"\ncycles = {blocks}\n',
    "gauntlet": 'format = "gauntlet"\nchallengers = ["spy", "twin"]\ncycles = {blocks}\n',
    "swiss": 'format = "swiss"\nrounds = 1\n',
    "knockout": 'format = "knockout"\nbest_of = {blocks}\n',
    "ladder": 'format = "ladder"\nrounds = {blocks}\n',
    "groups": 'format = "groups"\nseats = 2\ncycles = {blocks}\n',
}
FILE = """name = "spy"
game = "diceman"
parallel = 1
{keys}
[config]
games = {games}
[time_control]
move_time = "10m"
join_limit = "10m"
[[bots]]
name = "spy"
command = ["python", "spy_bot.py", "spy"]
cwd = "spy"
[[bots]]
name = "twin"
command = ["python", "spy_bot.py", "twin"]
cwd = "twin"
"""
GREEDY = '[[bots]]\nname = "greedy"\nhouse = "greedy"\n'


@dataclasses.dataclass(slots=True)
class Share:
    """Points out of matches."""

    points: float = 0.0
    matches: int = 0

    def __str__(self) -> str:
        """The share with its interval."""
        if not self.matches:
            return "-"
        low, high = self.interval
        return f"{self.points / self.matches:.3f} [{low:.3f}, {high:.3f}] of {self.matches}"

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval by Wilson (1927); draws count half, which makes it a little too wide."""
        n, share = self.matches, self.points / self.matches
        middle = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        margin = math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n)) * Z_95
        return middle - margin / (1 + Z_95**2 / n), middle + margin / (1 + Z_95**2 / n)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and tell; the exit status is 1 if a spy knew a die, but in the control."""
    options = _parser().parse_args(arguments)
    found = 0
    for way in options.way or WAYS:
        with tempfile.TemporaryDirectory(prefix="spy-") as folder:
            found += _play(Path(folder), way, options) * (way != "written")
    return 1 if found else 0


def _play(folder: Path, way: str, options: argparse.Namespace) -> int:
    """Play one tournament; return how many dice the spy knew."""
    for name in ("spy", "twin"):
        (folder / name).mkdir()
        shutil.copy(Path(__file__).with_name("spy_bot.py"), folder / name)
    keys = FORMATS[options.format].format(blocks=options.blocks) + WAYS[way]
    file = folder / "spy.toml"
    bots = "" if options.format in ("round_robin", "swiss", "knockout", "ladder") else GREEDY
    file.write_text(FILE.format(keys=keys, games=options.games) + bots)
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(ran.stdout[-2000:] + ran.stderr)
    data = DataFolder(folder / "data" / "spy")
    with contextlib.closing(Store(data.database)) as store:
        matches, dice = store.matches(), store.dice()
    told = [
        json.loads(line)
        for log in sorted((data.logs / "spy").glob("*.stdout"))
        for line in log.read_text().splitlines()
        if line.startswith("{")
    ]
    right, wrong = (sum(match[key] for match in told) for key in ("right", "wrong"))
    print(f"{options.format}, {way}: dice {dice.policy.value if dice else 'written'}")
    for name in ("spy", "twin"):
        rates = ", ".join(f"match {leg}: {rate}" for leg, rate in _by_leg(matches, name).items())
        print(f"  {name:5} {rates}")
    seeds = max((match["seeds"] for match in told), default=0)
    seen = max((match["matches"] for match in told), default=0)
    print(f"  dice taken for known: {right} right, {wrong} wrong; {seeds} seeds, {seen} matches")
    return int(right) if right > wrong else 0


def _by_leg(matches: Sequence[StoredMatch], name: str) -> dict[int, Share]:
    """Points of a bot in the first, second... match of its blocks."""
    rates: dict[int, Share] = {}
    legs: dict[str, int] = {}
    for match in matches:
        if name not in match.pairing.players:
            continue
        block = match.pairing.block
        legs[block] = legs.get(block, 0) + 1
        seat = match.pairing.players.index(name)
        own, other = match.end.seats[seat].placement, match.end.seats[1 - seat].placement
        rate = rates.setdefault(legs[block], Share())
        rate.points += 0.5 if own == other else float(own < other)
        rate.matches += 1
    return rates


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.spy", description=__doc__)
    parser.add_argument("--blocks", type=int, default=200, help="cycles, rounds or best of")
    parser.add_argument("--format", choices=list(FORMATS), default="round_robin")
    parser.add_argument("--games", type=int, default=3, help="of a match")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="may be given again")
    return parser


if __name__ == "__main__":
    sys.exit(main())
