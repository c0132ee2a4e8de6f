"""A long season in virtual time, with hundreds of entries and many kills, for longer than the tests run.

    python -m tests.tournaments.season.campaign --entries 300 --remotes 30 --matches 10000 --kills 100

Entries join one after the other, hand in new versions, crash, withdraw and come back, and remote ones
drop out and attend again, while the run is killed at random writes: before the commit, after it, or
before the log's file. At the end the
invariants of `test_runner` are checked, each pick is computed again, and the waits are measured.
"""

from __future__ import annotations

import argparse
import datetime
import functools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.tournaments.season.invariants import check_invariants
from tests.tournaments.season.picking import longest_wait_allowed
from tests.tournaments.season.remote_world import RemoteWorld
from tests.tournaments.season.world import START, Kills, World, events_of
from tournaments.pairings.picker import LOCAL
from tournaments.season.state import SeasonState

__all__ = ["main"]

_FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
closes = {closes}
first_matches = 10
faults = 3
[entries]
per_day = 1000
[remote]
listen = "127.0.0.1:7443"
cert = "cert.pem"
key = "key.pem"
matches = 16
"""
_MINUTES_A_MATCH = 6


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m " + __spec__.name)
    parser.add_argument("--entries", type=int, default=300)
    parser.add_argument("--remotes", type=int, default=30)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--slots", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    dice = random.Random(options.seed)
    minutes = options.matches * _MINUTES_A_MATCH / options.slots
    closes = START + datetime.timedelta(minutes=minutes)
    text = _FILE.format(closes=closes.strftime("%Y-%m-%dT%H:%M:%SZ"))
    with tempfile.TemporaryDirectory() as folder:
        world = RemoteWorld(Path(folder) / "data", text, slots=options.slots, poll_s=20.0)
        world.void_share = 0.02
        _write_script(world, dice, options.entries, minutes / 60)
        _write_streams(world, dice, options.remotes, minutes / 60)
        # A match takes three transactions; those of checks are few beside them.
        chosen = set(dice.sample(range(1, 3 * options.matches), options.kills))
        kills = Kills(lambda number: 1 + number % 3 if number in chosen else 0)
        begun = time.process_time()
        world.run(kills)
        print(f"played and killed {kills.kills} times: {time.process_time() - begun:.0f} s")
        begun = time.process_time()
        check_invariants(world)
        print(f"every event, pick and prior computed again: {time.process_time() - begun:.0f} s")
        _print_waits(world)
    return 0


def _write_script(world: World, dice: random.Random, entries: int, hours: float) -> None:
    names = [f"e{number}" for number in range(entries)]
    for number, name in enumerate(names):
        world.strengths[name] = dice.gauss(0, 1)
        _submit(world, 0.6 * hours * number / entries, name, "first")
        if dice.random() < 0.5:
            _submit(world, hours * dice.uniform(0.65, 0.95), name, "second")
        if dice.random() < 0.1:
            when = hours * dice.uniform(0.65, 0.8)
            world.at(when, functools.partial(world.ask, "withdraw", entry=name))
            _submit(world, when + 0.1 * hours, name, "third")
        if dice.random() < 0.1:
            since = 3600 * hours * dice.uniform(0.2, 0.8)
            world.faulty[name] = (since, since + 3600 * hours * 0.1)


def _write_streams(world: RemoteWorld, dice: random.Random, remotes: int, hours: float) -> None:
    """Remote entries attend for some hours, drop out for minutes, and change their programs now and then."""
    for number in range(remotes):
        name, version = f"r{number}", 1
        world.strengths[name] = dice.gauss(0, 1)
        when = hours * dice.uniform(0, 0.5)
        at_once = dice.randint(1, 3)
        # Those that are received must have been tried, or given up after an hour, when it closes.
        while when < hours - 2:
            until = min(when + dice.expovariate(1.0), hours - 2)
            bad = " bad" if dice.random() < 0.05 else ""
            world.attend(
                when, until, name, f"{version}{bad}", at_once=at_once, in_order=dice.random() < 0.3
            )
            when = until + dice.choice([0.02, 0.1, 0.5])
            version += dice.random() < 0.1


def _submit(world: World, when: float, name: str, content: str) -> None:
    world.at(when, functools.partial(world.submit, name, content=f"{name} {content}"))


def _print_waits(world: World) -> None:
    """Print how long entries have waited, compared with the bound that is promised."""
    state, most, worst = SeasonState(), dict[str, int](), 0.0
    kinds: Counter[str] = Counter()
    for event in events_of(world.data):
        state.apply(event)
        kinds[event.body["type"]] += 1
        playing = [name for name, e in state.entries.items() if e.may_play and not e.is_remote]
        if event.body["type"] == "started" and event.body["kind"] == LOCAL:
            for name in state.matches[event.body["match"] - 1].names:
                most[name] = 0
        most = {name: max(most.get(name, 0), len(playing)) for name in playing}
        for name, count in most.items():
            waited, bound = state.picker.waited(name), longest_wait_allowed(count, 2)
            assert waited <= bound, (
                f"{name} has waited {waited} starts, at most {bound} are promised"
            )
            worst = max(worst, waited * 2 / count)
    print(f"longest wait: {worst:.2f} E/s starts; promised are 3.5 E/s + 2")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))


if __name__ == "__main__":
    sys.exit(main())
