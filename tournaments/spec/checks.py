"""Checks between the keys of a tournament file, beyond the bounds of each single key.

Each check yields all faults that it finds, so that a file can be corrected at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tournaments.spec.config import BotSpec, TournamentSpec
from tournaments.spec.errors import SpecError

__all__ = ["check_bots", "check_format", "check_sprt", "check_stop"]

_KEYS = {
    "round_robin": ("cycles",),
    "gauntlet": ("challengers", "cycles"),
    "swiss": ("rounds",),
    "knockout": ("lives", "best_of"),
    "ladder": ("rounds", "seats", "seatings"),
    "groups": ("cycles", "seats", "seatings"),
    "team": ("cycles", "party_seats", "teams"),
    "contest": ("cycles", "party_seats", "parties", "teams"),
    "adhoc": ("cycles", "pairs"),
}
"""Keys that each format may have and that formats without them refuse."""
_NEEDED = {
    "gauntlet": ("challengers",),
    "ladder": ("rounds",),
    "groups": ("seats",),
    "team": ("party_seats",),
    "contest": ("party_seats", "parties"),
}
"""Keys that must be given with a format."""
_STOPPABLE = ("round_robin", "gauntlet", "groups")
"""Formats that [stop] can end: their schedule depends on no result, and their tables list bots."""


def check_bots(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults in the number of bots, their names and their programs."""
    least = 2 if spec.season is None else 0
    if not least <= len(spec.bots) <= 1000:
        problem = f"bots must be from {least} to 1000 tables, not {len(spec.bots)}"
        yield SpecError(path, problem, key=("bots",))
    yield from _check_names([bot.name for bot in spec.bots], "bots", "bot", path)
    for index, bot in enumerate(spec.bots):
        yield from _check_program(bot, index, path)


def _check_program(bot: BotSpec, index: int, path: Path) -> Iterator[SpecError]:
    given = [key for key in ("command", "house", "manifest") if getattr(bot, key) is not None]
    if not given:
        problem = f"bots[{index}] must have command, house or manifest"
        yield SpecError(path, problem, key=("bots", index))
    if "house" in given:
        for key in ("command", "manifest", "build", "cwd"):
            if key in bot.model_fields_set:
                problem = f"bots[{index}] must have either house or {key}, not both"
                yield SpecError(path, problem, key=("bots", index, key))


def check_format(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults of keys that the format does not have, that it lacks, or that contradict others."""
    known = _KEYS[spec.format]
    others = {key for keys in _KEYS.values() for key in keys} - set(known)
    for key in sorted(others & spec.model_fields_set):
        problem = f"{key} is no key of format {spec.format!r}; known there: {', '.join(known)}"
        yield SpecError(path, problem, key=(key,))
    if spec.season is not None:  # what a season's file must have is checked with its tables
        return
    missing = [key for key in _NEEDED.get(spec.format, ()) if key not in spec.model_fields_set]
    for key in missing:
        yield SpecError(path, f"{key} must be given with format {spec.format!r}", key=("format",))
    if missing or len(spec.bots) < 2:  # what else would be said follows from that alone
        return
    yield from _check_numbers(spec, path)
    if spec.format == "gauntlet":
        yield from _check_challengers(spec, path)
    if spec.has_parties:
        yield from _check_parties(spec, path)


def check_sprt(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults of a sequential test, such as more than two bots, or `elo1` not above `elo0`."""
    if spec.sprt is None:
        return
    if spec.format != "round_robin" or len(spec.bots) != 2:
        found = f"{len(spec.bots)} in format {spec.format}"
        problem = f"[sprt] needs 2 bots in format round_robin, not {found}"
        yield SpecError(path, problem, key=("sprt",))
    elif "cycles" not in spec.model_fields_set:
        problem = "cycles must be given with [sprt]: the most blocks it may take"
        yield SpecError(path, problem, key=("sprt",))
    if spec.sprt.elo0 >= spec.sprt.elo1:
        problem = f"sprt.elo1 must be above sprt.elo0 = {spec.sprt.elo0:g}, not {spec.sprt.elo1:g}"
        yield SpecError(path, problem, key=("sprt", "elo1"))


def check_stop(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults of a [stop] rule: a format that it can't end, no `cycles`, or [sprt] next to it."""
    if spec.stop is None:
        return
    if spec.sprt is not None:
        yield SpecError(path, "[stop] and [sprt] are two rules: give one", key=("stop",))
    elif spec.format not in _STOPPABLE:
        problem = f"[stop] is for formats {', '.join(_STOPPABLE)}, not {spec.format}"
        yield SpecError(path, problem, key=("stop",))
    elif "cycles" not in spec.model_fields_set:
        problem = "cycles must be given with [stop]: the most that may be played"
        yield SpecError(path, problem, key=("stop",))


def _check_numbers(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    most = len(spec.bots) - 1
    if spec.format == "swiss" and spec.rounds is not None and spec.rounds > most:
        bound = f"must be from 1 to {most}, one less than the bots; for more, play a round robin"
        yield SpecError(path, f"rounds {bound}, not {spec.rounds}", key=("rounds",))
    if spec.seats is not None and spec.seats > len(spec.bots):
        bound = f"must be from 2 to {len(spec.bots)}, the number of bots"
        yield SpecError(path, f"seats {bound}, not {spec.seats}", key=("seats",))


def _check_challengers(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    known = {bot.name for bot in spec.bots}
    names = spec.challengers
    for index, name in enumerate(names):
        if name not in known or name in names[:index]:
            bound = "must be names of bots, each once"
            yield SpecError(path, f"challengers {bound}, not {name!r}", key=("challengers",))
    if not 1 <= len(names) < len(known):
        bound = f"must be from 1 to {len(known) - 1} names, so that somebody is left to be met"
        yield SpecError(path, f"challengers {bound}, not {len(names)}", key=("challengers",))


def _check_parties(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    if spec.lifetime == "tournament":
        bound = f'must be "match" with format {spec.format!r}, whose seats share no process'
        yield SpecError(path, f"lifetime {bound}, not 'tournament'", key=("lifetime",))
    if spec.format == "adhoc":
        if len(spec.bots) < 3:
            bound = "must be at least 3 tables with format 'adhoc'"
            yield SpecError(path, f"bots {bound}, not {len(spec.bots)}", key=("bots",))
        return
    yield from _check_teams(spec, path)
    if spec.parties is not None and spec.parties > len(spec.party_entries):
        bound = f"must be from 2 to {len(spec.party_entries)}, the number of entries"
        yield SpecError(path, f"parties {bound}, not {spec.parties}", key=("parties",))


def _check_teams(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    yield from _check_names([team.name for team in spec.teams], "teams", "team", path)
    known = {bot.name for bot in spec.bots}
    seen: set[tuple[str, ...]] = set()
    for index, team in enumerate(spec.teams):
        key, place = f"teams[{index}].bots", ("teams", index, "bots")
        if len(team.bots) != spec.party_seats:
            bound = f"must be {spec.party_seats} names, as many as party_seats"
            yield SpecError(path, f"{key} {bound}, not {len(team.bots)}", key=place)
        for name in team.bots:
            if name not in known:
                yield SpecError(path, f"{key} must be names of bots, not {name!r}", key=place)
        if team.bots in seen:
            problem = f"{key} must be a party that no other team is, not {team.bots}"
            yield SpecError(path, problem, key=place)
        seen.add(team.bots)


def _check_names(names: list[str], table: str, kind: str, path: Path) -> Iterator[SpecError]:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name.lower() in seen:
            # Logs and copies are files by these names, and some file systems take them for the same.
            how = "" if name in names[:index] else "; capital and small letters count as the same"
            problem = f"must be a name that no other {kind} has, not {name!r}{how}"
            yield SpecError(path, f"{table}[{index}].name {problem}", key=(table, index, "name"))
        seen.add(name.lower())
