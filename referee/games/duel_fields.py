"""Fields of a duel's state that scenario files have in common: game, round, life and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.core.plain import Plain, to_plain
from referee.games.duel import GAME, LIFE, OVER, POINTS, ROUND, Ints
from referee.games.scenario_fields import Bounds

__all__ = [
    "SeriesConfig",
    "Fields",
    "bounds_of",
    "plain_report",
    "plain_series",
    "put_fields",
    "series_fields",
]

Fields = dict[str, tuple[int, Bounds]]
"""First column and bounds of each field of the table that a scenario can set."""


class SeriesConfig(Protocol):
    """Config of any duel that is a series of games: their number, cap on rounds, and life."""

    @property
    def games(self) -> int:
        """Number of games in the match."""

    @property
    def round_cap(self) -> int:
        """Highest number of rounds of a game."""

    @property
    def life(self) -> int:
        """Life of each seat at the start of each game."""


def series_fields(config: SeriesConfig) -> Fields:
    """Return the fields that a scenario of any duel can set, each with its column and bounds."""
    return {
        "game": (GAME, Bounds(1, config.games)),
        "round": (ROUND, Bounds(1, config.round_cap)),
        "life": (LIFE, Bounds(1, config.life, (2,))),
        "points": (POINTS, Bounds(0, 2 * config.games, (2,))),
    }


def bounds_of(fields: Fields) -> dict[str, Bounds]:
    """Return the bounds of each field of a scenario, by name."""
    return {name: bounds for name, (_, bounds) in fields.items()}


def put_fields(row: Ints, fields: Fields, given: Mapping[str, Sequence[int]]) -> None:
    """Write the numbers of some fields into a match's row of columns.

    Args:
        row: int32[column]: what everybody may see of the match; changed in place.
        fields: First column and bounds of each field.
        given: Numbers of the fields to write, by name.
    """
    for name, numbers in given.items():
        column, _ = fields[name]
        row[column : column + len(numbers)] = numbers


def plain_series(table: Any, row: Ints) -> dict[str, Plain]:
    """Return game, round, lives and points as plain data, with `over`.

    Args:
        table: Public state of a single match, as a record that seats see.
        row: int32[column]: the same state as a row of numbers.
    """
    return {
        "game": table.game,
        "round": table.round,
        "over": bool(row[OVER]),
        "life": to_plain(table.life),
        "points": to_plain(table.points),
    }


def plain_report(seen: Sequence[Any]) -> dict[str, Plain]:
    """Return the last round and the notices of both seats as plain data; `seen` has the observations of both seats."""
    return {
        "last_round": to_plain(seen[0].table.last_round),
        "notices": [to_plain(one.notices) for one in seen],
    }
