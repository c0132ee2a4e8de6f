"""Tournaments whose file changes after they have begun, and the schedules they then have."""

from __future__ import annotations

import dataclasses
import hmac
import itertools
from collections.abc import Sequence
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.schedule import Schedule, written_schedule
from tournaments.spec.config import TournamentSpec
from tournaments.spec.reading import parse_spec
from tournaments.tables.formats import make_scheduler
from tournaments.tables.growth import growth_of, refused_change

FILE = Path("cup.toml")
DICE = written_schedule(7)
SHARED = Schedule(Dice(DicePolicy.SHARED, "nothing leaves", bytes(range(32))), 5)


def file_of(form: str, players: str, keys: str = "") -> str:
    """A tournament file with players named by one letter each."""
    head = f'name = "cup"\ngame = "diceman"\nformat = "{form}"\n{keys}\n'
    return head + "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in players)


def spec_of(form: str, players: str, keys: str = "") -> TournamentSpec:
    """The same, read."""
    return parse_spec(file_of(form, players, keys), FILE)


def grow(stages: Sequence[TournamentSpec], schedule: Schedule = DICE) -> Schedule:
    """The dice of a tournament whose file was each of these in turn, before anything was played."""
    for before, after in itertools.pairwise(stages):
        assert refused_change(before, after) is None
        growth = growth_of(before, after, schedule, [])
        assert growth is not None
        schedule = dataclasses.replace(schedule, growth=(*schedule.growth, growth))
    return schedule


def due_of(spec: TournamentSpec, schedule: Schedule) -> list[Pairing]:
    """A whole schedule that depends on no result."""
    return list(make_scheduler(spec, schedule).due())


def check_prefixes(stages: Sequence[TournamentSpec], schedule: Schedule = DICE) -> list[Pairing]:
    """Each schedule goes on as the one before ended, under other blocks; return the last."""
    longest: list[Pairing] = []
    for count in range(1, len(stages) + 1):
        now = due_of(stages[count - 1], grow(stages[:count], schedule))
        assert now[: len(longest)] == longest
        assert not {p.block for p in longest} & {p.block for p in now[len(longest) :]}
        assert len(now) > len(longest)
        longest = now
    assert [pairing.number for pairing in longest] == list(range(1, len(longest) + 1))
    return longest


def hashed(secret: bytes, block: str) -> int:
    """The seed of a block, by the formula in the documents."""
    digest = hmac.new(secret, b"gamereferee match seed\0" + block.encode(), "sha256").digest()
    return int.from_bytes(digest[:8], "big")
