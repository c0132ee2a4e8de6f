"""Entries of a match's list of levels (DA-2.13): checked with the config, and made into levels at the start."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from referee.core.config import GameConfig
from referee.core.errors import ConfigError, FieldError
from referee.games.dice_adventure.maps.builtin import CAPS, LEVELS, PRESETS
from referee.games.dice_adventure.maps.generator import generate
from referee.games.dice_adventure.maps.level import Level
from referee.games.dice_adventure.maps.reader import MapError, read_level
from referee.games.dice_adventure.maps.spec import RandomSpec
from referee.games.dice_adventure.tables import DEFAULT_MEMBERS, Member, PieceType

__all__ = ["NAMES", "LevelEntry", "cap_of", "check_levels", "make_level"]

Name: TypeAlias = Literal["L1", "L2", "L3", "easy", "normal", "hard"]

NAMES: tuple[str, ...] = get_args(Name)
"""Names of the built-in levels and presets."""


class LevelEntry(GameConfig):
    """One level of a match: a name, a map or a random level. A text alone is a name."""

    name: Name | None = None
    """Name of a built-in level or a preset."""
    map: str | None = None
    """Text of a map (DA-2.8)."""
    random: RandomSpec | None = None
    """Parameters from which a random level is generated."""
    cap: int | None = Field(default=None, ge=1, le=500)
    """Highest number of rounds of the level; if absent, that of its name, or else `round_cap`."""

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        given = [what for what in (self.name, self.map, self.random) if what is not None]
        if len(given) != 1:
            raise ValueError("a name, or exactly one of name, map and random")
        return self


def cap_of(entry: LevelEntry, round_cap: int) -> int:
    """Return the highest number of rounds that the entry's level may last, 1..500.

    Args:
        entry: The entry.
        round_cap: The config's `round_cap`, which is returned if the entry has neither a cap nor a
            name.
    """
    if entry.cap is not None:
        return entry.cap
    return round_cap if entry.name is None else CAPS[entry.name]


def check_levels(
    entries: Sequence[LevelEntry],
    types: tuple[PieceType, ...],
    members: tuple[Member, ...] = DEFAULT_MEMBERS,
) -> None:
    """Check that every entry can be made into a level with these types and members.

    Raises:
        ConfigError: No level can be made from an entry. If a map is at fault, the message has the
            rulebook's error code.
    """
    for index, entry in enumerate(entries):
        try:
            _check(entry, types, members)
        except MapError as error:
            field = "name" if entry.map is None else "map"
            bound = f"a level that can be played ({error})"
            raise ConfigError(f"levels.{index}.{field}", bound, entry.map or entry.name) from error
        # A preset names codes that a custom table may lack; a random entry names the field itself.
        except FieldError as error:
            if entry.random is not None:
                field = f"levels.{index}.random.{error.field}"
                raise ConfigError(field, error.bound, error.value) from error
            bound = f"a preset of codes in types, but there is no {error.value}"
            raise ConfigError(f"levels.{index}.name", bound, entry.name) from error


def make_level(
    entry: LevelEntry,
    seed: int,
    level_index: int,
    types: tuple[PieceType, ...],
    members: tuple[Member, ...] = DEFAULT_MEMBERS,
) -> Level:
    """Return the level that an entry describes.

    Args:
        entry: The entry.
        seed: Match seed, from which random levels are generated.
        level_index: Index of the entry in the match's list of levels, from 0.
        types: Types of pieces under the config.
        members: The members, in map order.

    Raises:
        MapError: The map can't be read or solved; never for an entry that has passed
            `check_levels`.
        FieldError: A random level has a piece whose code is no type of the config; never for an
            entry that has passed `check_levels`.
    """
    spec = _spec_of(entry)
    if spec is not None:
        return generate(seed, level_index, spec, types)
    return _fixed(_text_of(entry), types, members)


def _check(entry: LevelEntry, types: tuple[PieceType, ...], members: tuple[Member, ...]) -> None:
    # A random level can always be made if its pieces exist, so that any seed will do.
    make_level(entry, 0, 0, types, members)


def _spec_of(entry: LevelEntry) -> RandomSpec | None:
    return PRESETS.get(entry.name) if entry.name is not None else entry.random


def _text_of(entry: LevelEntry) -> str:
    return LEVELS[entry.name] if entry.name is not None else entry.map or ""


@functools.lru_cache(maxsize=64)
def _fixed(text: str, types: tuple[PieceType, ...], members: tuple[Member, ...]) -> Level:
    return read_level(text, types, members)
