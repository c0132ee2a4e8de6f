"""The tournament file of a season's stage, made from the season's file and the stage's table.

It is an ordinary tournament file, so a stage is played, shown and audited as any tournament. Only
the programs of its bots are not found by it: the season has them.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tournaments.spec.checks import check_bots, check_format
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.season import StageSpec
from tournaments.spec.toml_writing import toml_text

__all__ = ["HANDED_IN", "check_stages", "least_entries", "stage_name", "stage_source"]

HANDED_IN = "handed-in"
"""Command of an entry whose program is not named by a file: it was handed in."""
_TAKEN_OVER = (
    *("game", "game_version", "share_dice", "parallel", "think_slots", "lifetime", "sandbox"),
    *("limits", "timeouts", "restarts", "restart_pause", "config", "time_control"),
)
"""Keys of a season's file that hold in its stages, too."""
_WITH_SEATS = ("groups", "ladder")
"""Formats whose matches may have more than two seats."""
_LONGEST_NAME = 60


def stage_name(season: str, stage: str) -> str:
    """Return the name of the tournament as which a stage of a season is played.

    Args:
        season: Name of the season.
        stage: Name of the stage.
    """
    return f"{season}-{stage}"


def stage_source(
    source: str, stage: StageSpec, names: Sequence[str], *, game_version: int | None
) -> str:
    """Return the text of the tournament file of a stage.

    Args:
        source: Text of the season's file.
        stage: The stage.
        names: Names of the entries that take part, the strongest first.
        game_version: Behaviour version of the game under which the season was played; None if it
            has no result, which leaves the one of the file.
    """
    season = tomllib.loads(source)
    values: dict[str, object] = {
        "name": stage_name(season["name"], stage.name),
        "format": stage.format,
    }
    values |= {key: season[key] for key in _TAKEN_OVER if key in season}
    # A season has one process a match and seat unless its file says otherwise; tournaments do not.
    values.setdefault("lifetime", "match")
    if game_version is not None:
        values["game_version"] = game_version
    if "seed" in season:
        # Another one: with the season's, matches of both could have the same dice.
        values["seed"] = _stage_seed(season["seed"], stage.name)
    if stage.format in _WITH_SEATS and "seats" in season:
        values["seats"] = season["seats"]
    values |= _fitting(stage, len(names))
    own = {bot["name"]: bot for bot in season.get("bots", ())}
    values["bots"] = [own.get(name) or {"name": name, "command": [HANDED_IN]} for name in names]
    return toml_text(values)


def least_entries(stage: StageSpec, seats: int | None) -> int:
    """Return the smallest number of entries with which a stage can be played.

    Args:
        stage: The stage.
        seats: Number of seats of the season's matches; None means 2.
    """
    return (stage.seats or seats or 2) if stage.format in _WITH_SEATS else 2


def check_stages(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield faults of the stages of a season: names, numbers of entries, and keys of their formats."""
    seen: set[str] = set()
    for index, stage in enumerate(spec.stages):
        where, key = f"stages[{index}]", ("stages", index)
        if stage.name.lower() in seen:
            problem = f"{where}.name must be a name that no other stage has, not {stage.name!r}"
            yield SpecError(path, problem, key=(*key, "name"))
        seen.add(stage.name.lower())
        if len(stage_name(spec.name, stage.name)) > _LONGEST_NAME:
            bound = f"must make a name of at most {_LONGEST_NAME} characters with {spec.name}-"
            yield SpecError(path, f"{where}.name {bound}, not {stage.name!r}", key=(*key, "name"))
        before = spec.stages[index - 1] if index else None
        if before is not None and stage.top > before.top:
            bound = f"must be at most {before.top}, the entries of stage {before.name} before it"
            yield SpecError(path, f"{where}.top {bound}, not {stage.top}", key=(*key, "top"))
        if stage.format not in _WITH_SEATS and (spec.seats or 2) != 2:
            bound = f"must be groups or ladder, since matches of the season seat {spec.seats}"
            problem = f"{where}.format {bound}, not {stage.format!r}"
            yield SpecError(path, problem, key=(*key, "format"))
            continue
        yield from _check_format(spec, stage, index, path)


def _check_format(
    spec: TournamentSpec, stage: StageSpec, index: int, path: Path
) -> Iterator[SpecError]:
    """Yield the faults that a tournament with the keys of a stage would have.

    Args:
        spec: The season.
        stage: The stage.
        index: Index of the stage in the season's file, from 0.
        path: Path of the season's file, for messages.
    """
    bots = [{"name": f"entry-{number}", "house": "any"} for number in range(1, stage.top + 1)]
    table: dict[str, object] = {"name": "stage", "game": spec.game, "bots": bots}
    if stage.format in _WITH_SEATS and spec.seats is not None:
        table["seats"] = spec.seats
    whole = TournamentSpec.model_validate(table | stage.format_keys)
    for check in (check_bots, check_format):
        for fault in check(whole, path):
            place = ("stages", index, *(fault.key or ())[:1])
            yield SpecError(path, f"stages[{index}]: {fault.problem}", key=place)


def _fitting(stage: StageSpec, count: int) -> Mapping[str, object]:
    """Return the keys of a stage's format, with no more Swiss rounds than `count` entries can play."""
    keys = {key: value for key, value in stage.format_keys.items() if value is not None}
    if stage.format == "swiss" and stage.rounds is not None:
        # Fewer entries may be ranked than the table asks for.
        keys["rounds"] = min(stage.rounds, count - 1)
    return keys


def _stage_seed(seed: int, name: str) -> int:
    digest = hashlib.sha256(f"gamereferee stage {seed} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
