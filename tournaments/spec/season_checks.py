"""Checks between the tables of a season and the rest of its tournament file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.season import ENTRY_NAME, TURN
from tournaments.spec.stage_file import check_stages
from tournaments.spec.toml_tables import format_duration

__all__ = ["check_season"]

LONGEST_LIVE_NS = 3600 * 1_000_000_000
"""Longest time of a move, in nanoseconds, up to which the referee takes a match for a live one, not one of days."""
_WITH_SEASON = ("entries", "remote", "notify", "stages")
"""Tables that only a season has."""
_NOT_WITH_SEASON = ("rounds", "seatings", "sprt", "stop")
"""Keys that a season refuses, with the reason for each in `_WHY_NOT`."""
_WHY_NOT = {
    "rounds": "a season has no rounds: it ends at season.closes, or by `tournament close`",
    "seatings": "a season seats each match by what its entries had before",
    "sprt": "a season has no list of bots that a test could compare",
    "stop": "a season ends at season.closes, or by `tournament close`",
}


def check_season(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults of a season's tables, such as a deadline before the opening."""
    given = spec.model_fields_set
    if spec.season is None:
        for key in _WITH_SEASON:
            if key in given:
                table = f"[[{key}]]" if key in ("notify", "stages") else f"[{key}]"
                yield SpecError(path, f"{table} goes with a season: add [season]", key=(key,))
        return
    if spec.format != "ladder":
        problem = f"[season] goes with format 'ladder', not {spec.format!r}"
        yield SpecError(path, problem, key=("season",))
        return
    for key in _NOT_WITH_SEASON:
        if key in given:
            yield SpecError(path, f"{key} is no key of a season: {_WHY_NOT[key]}", key=(key,))
    yield from check_stages(spec, path)
    yield from _check_times(spec, path)
    yield from _check_notices(spec, path)
    for index, bot in enumerate(spec.bots):
        if not ENTRY_NAME.fullmatch(bot.name):
            bound = "must be 1 to 40 ASCII letters, digits and _ . - in a season"
            problem = f"bots[{index}].name {bound}, not {bot.name!r}"
            yield SpecError(path, problem, key=("bots", index, "name"))


def _check_times(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    season = spec.season
    assert season is not None
    times = {"opens": season.opens, "deadline": season.deadline, "closes": season.closes}
    known = [(name, time) for name, time in times.items() if time is not None]
    for (before, earlier), (name, later) in itertools.pairwise(known):
        if later < earlier or (later == earlier and before == "opens"):
            bound = f"must be after season.{before}, {earlier:%Y-%m-%dT%H:%M:%SZ}"
            problem = f"season.{name} {bound}, not {later:%Y-%m-%dT%H:%M:%SZ}"
            yield SpecError(path, problem, key=("season", name))


def _check_notices(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    terms = spec.time_control
    longest_ns = None if terms is None else terms.longest_move
    if longest_ns is not None and longest_ns > LONGEST_LIVE_NS:
        return
    for index, target in enumerate(spec.notify):
        if TURN in target.events:
            given = "without it" if longest_ns is None else f"not {format_duration(longest_ns)}"
            bound = f"{TURN!r} needs a [time_control] in which a move may take more than 1h"
            problem = f"notify[{index}].events: {bound}, {given}"
            yield SpecError(path, problem, key=("notify", index, "events"))
