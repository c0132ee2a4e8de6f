"""Reads a tournament file: first each table alone, then checks that hold between tables."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from typing import Any

import pydantic

from tournaments.spec.checks import check_bots, check_format, check_sprt, check_stop
from tournaments.spec.config import BotSpec, TournamentSpec
from tournaments.spec.errors import raise_all
from tournaments.spec.season_checks import check_season
from tournaments.spec.titles import check_titles
from tournaments.spec.toml_tables import parse_table, read_text

__all__ = ["load_spec", "parse_spec", "readable_part"]


def load_spec(path: Path) -> TournamentSpec:
    """Read, check and return a tournament file.

    Raises:
        SpecError: The file is missing, is no TOML, or keys break their bounds.
    """
    return parse_spec(read_text(path), path)


def parse_spec(text: str, path: Path) -> TournamentSpec:
    """Read, check and return the text of a tournament file; `path` is used in messages alone.

    Raises:
        SpecError: The text is no TOML, or keys break their bounds; all such keys are reported.
    """
    spec = parse_table(TournamentSpec, text, path)
    checks = (check_bots, check_format, check_sprt, check_stop, check_season, check_titles)
    found = itertools.chain.from_iterable(check(spec, path) for check in checks)
    raise_all([fault.placed(text) for fault in found])
    return spec


def readable_part(text: str) -> tuple[TournamentSpec, frozenset[int]] | None:
    """Return the tournament of a file with faults, and the indices of bots whose tables have faults.

    Those bots are replaced by stand-ins, so that the others keep their indices. None if other
    tables have faults as well, since how a program is found depends on them.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    tables: Any = document.get("bots")
    if not isinstance(tables, list):
        return None
    faulty = frozenset(index for index, table in enumerate(tables) if not _is_bot(table))
    stand_in = {"name": "unread", "house": "unread"}
    bots = [stand_in if index in faulty else table for index, table in enumerate(tables)]
    try:
        return TournamentSpec.model_validate({**document, "bots": bots}), faulty
    except pydantic.ValidationError:
        return None


def _is_bot(table: object) -> bool:
    try:
        BotSpec.model_validate(table)
    except pydantic.ValidationError:
        return False
    return True
