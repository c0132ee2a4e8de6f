"""Reads a tournament file: its tables first, then whether they hold together."""

from __future__ import annotations

from pathlib import Path

from tournaments.spec.checks import check_bots, check_format, check_sprt, check_stop
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.toml_tables import parse_table, read_text

__all__ = ["load_spec", "parse_spec"]


def load_spec(path: Path) -> TournamentSpec:
    """Read a tournament file.

    Raises:
        SpecError: It is missing, no TOML, or a key breaks its bound.
    """
    return parse_spec(read_text(path), path)


def parse_spec(text: str, path: Path) -> TournamentSpec:
    """Read the text of a tournament file; `path` is for messages alone.

    Raises:
        SpecError: It is no TOML, or a key breaks its bound; the first such is reported.
    """
    spec = parse_table(TournamentSpec, text, path)
    try:
        check_bots(spec, path)
        check_format(spec, path)
        check_sprt(spec, path)
        check_stop(spec, path)
    except SpecError as error:
        raise error.placed(text) from None
    return spec
