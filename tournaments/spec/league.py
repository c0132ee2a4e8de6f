"""The file of a league: which tournaments count, and how many points each place in their tables gives."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from tournaments.spec.toml_tables import (
    Name,
    TomlTable,
    as_tuple,
    must_be,
    parse_table,
    read_text,
)

__all__ = ["LeagueSpec", "is_league", "load_league"]

_MOST_POINTS = 1_000_000


def _points(value: tuple[int, ...]) -> tuple[int, ...]:
    in_bounds = all(0 <= points <= _MOST_POINTS for points in value)
    if not value or not in_bounds or list(value) != sorted(value, reverse=True):
        raise must_be(
            f"whole numbers from {_MOST_POINTS} down to 0, none larger than the one before"
        )
    return value


def _files(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value or not all(value) or any("\0" in path for path in value):
        raise must_be("a list of tournament files or data folders, at least one")
    if len(set(value)) < len(value):
        raise must_be("a list in which no tournament occurs twice")
    return value


class LeagueSpec(TomlTable):
    """A standing over several tournaments, which may be of different games."""

    name: Name = "league"
    """Name of the league."""
    points: Annotated[tuple[int, ...], BeforeValidator(as_tuple), AfterValidator(_points)]
    """Points of each place in a tournament's table, first place first; later places have none."""
    of: Annotated[tuple[str, ...], BeforeValidator(as_tuple), AfterValidator(_files)]
    """Paths of the tournaments' files or data folders, relative to the league's file."""
    hosted: bool = False
    """Whether seasons count by their tables of entries that run on the season's machine."""


def is_league(path: Path) -> bool:
    """Return whether a file is that of a league, by its key `of`, which no tournament's file has."""
    try:
        with path.open("rb") as file:
            document = tomllib.load(file)
    except (OSError, ValueError):  # reported by whoever reads the file in earnest
        return False
    return "of" in document and "game" not in document


def load_league(path: Path) -> LeagueSpec:
    """Read, check and return the file of a league.

    Raises:
        SpecError: The file is missing, is no TOML, or keys break their bounds.
    """
    return parse_table(LeagueSpec, read_text(path), path)
