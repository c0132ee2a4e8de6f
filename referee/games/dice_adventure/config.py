"""Config of Dice Adventure: the parameters of DA-2.1 with their bounds and defaults."""

from __future__ import annotations

import functools
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, field_validator, model_validator

from referee.core.config import GameConfig
from referee.core.errors import ConfigError
from referee.games.dice_adventure.maps.entries import LevelEntry, check_levels
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    DEFAULT_TYPES,
    EXTENDED_TYPES,
    KIND_LETTERS,
    MONSTER,
    MOST_AP,
    MOST_STEPS,
    ROCK,
    Member,
    OnFail,
    OnWipe,
    PieceType,
    highest_rock_roll,
    lowest_roll,
)
from referee.kit.records import OneOf

__all__ = ["DiceAdventureConfig", "MemberStats", "PieceSpec", "Stats"]

_Die = Annotated[int | None, Field(ge=0, le=20)]


class MemberStats(GameConfig):
    """Abilities of one member that differ from DA-2.2; an absent field keeps the value of DA-2.2."""

    vision: Annotated[int | None, Field(ge=1, le=15)] = None
    """Side in cells of the square that the member sees; odd."""
    ap: Annotated[int | None, Field(ge=1, le=MOST_AP)] = None
    """Action points of the member in each round."""
    hearts: Annotated[int | None, Field(ge=1, le=9)] = None
    """Hearts of the member at full health."""
    rock_die: _Die = None
    """Sides of the member's die against rocks."""
    rock_modifier: _Die = None
    """Number added to the member's die against rocks."""
    trap_die: _Die = None
    """Sides of the member's die against traps."""
    trap_modifier: _Die = None
    """Number added to the member's die against traps."""
    monster_die: _Die = None
    """Sides of the member's die against monsters."""
    monster_modifier: _Die = None
    """Number added to the member's die against monsters."""

    @field_validator("vision")
    @classmethod
    def _is_odd(cls, vision: int | None) -> int | None:
        if vision is not None and vision % 2 == 0:
            raise ValueError("odd, from 1 to 15")
        return vision


class Stats(GameConfig):
    """Abilities of the three members that differ from DA-2.2."""

    dwarf: MemberStats = MemberStats()
    """Abilities of the Dwarf that differ from DA-2.2."""
    giant: MemberStats = MemberStats()
    """Abilities of the Giant that differ from DA-2.2."""
    human: MemberStats = MemberStats()
    """Abilities of the Human that differ from DA-2.2."""


class PieceSpec(GameConfig):
    """A type of pieces: rock, trap or monster (DA-2.6)."""

    code: str = Field(pattern=rf"^[{KIND_LETTERS}][1-9]$")
    """Code of the type on maps: letter of the kind (R, T or M) and a digit."""
    name: str = Field(default="", max_length=40)
    """Name of the type for people."""
    die: int = Field(ge=0, le=20)
    """Sides of the die that the piece rolls; 0 is no die."""
    modifier: int = Field(default=0, ge=0, le=20)
    """Number added to the die."""
    steps: int = Field(default=0, ge=0, le=MOST_STEPS)
    """Steps that a monster takes in a Monster Phase."""
    hunt: int = Field(default=0, ge=0, le=10)
    """Walking distance up to which a monster hunts members; 0 is never."""

    @property
    def kind(self) -> int:
        """ROCK, TRAP or MONSTER, by the letter of the code."""
        return KIND_LETTERS.index(self.code[0])


def _specs(types: tuple[PieceType, ...]) -> tuple[PieceSpec, ...]:
    return tuple(
        PieceSpec(code=t.code, name=t.name, die=t.die, modifier=t.modifier, steps=t.steps, hunt=t.hunt)
        for t in types
    )  # fmt: skip


_TABLES = {"default": _specs(DEFAULT_TYPES), "extended": _specs(EXTENDED_TYPES)}


def _table(value: object) -> object:
    """Return the types of pieces that a config names: the table with this name, or a list of types as a tuple.

    A list becomes a tuple, because a config is strict but JSON has only lists. Other values are returned unchanged.

    Raises:
        ValueError: No table has this name.
    """
    if isinstance(value, str):
        if value not in _TABLES:
            raise ValueError(f"a table of types or one of {', '.join(_TABLES)}")
        return _TABLES[value]
    return tuple(value) if isinstance(value, list) else value


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


_DEFAULT_LEVELS = tuple(
    LevelEntry(name=name) for name in ("L1", "L2", "L3", "easy", "normal", "hard")
)


class DiceAdventureConfig(GameConfig):
    """Parameters of a match (DA-2.1). The match seed and the number of parties are not part of the config."""

    levels: Annotated[
        tuple[LevelEntry, ...],
        BeforeValidator(_tuple),
        Field(min_length=1, max_length=20),
    ] = _DEFAULT_LEVELS
    """Levels of the match in order, each by name, as a map, or as parameters of a generator (DA-2.13); secret."""
    round_cap: int = Field(default=40, ge=1, le=500)
    """Highest number of rounds of a level whose entry gives none."""
    ping_windows: int = Field(default=2, ge=0, le=6)
    """Number of ping windows in a Communication Phase; 0 is a silent game."""
    ping_symbols: int = Field(default=4, ge=1, le=26)
    """Number of different ping symbols: letters, from A on."""
    ping_cost: int = Field(default=1, ge=1, le=3)
    """Action points that each ping costs."""
    damage: int = Field(default=1, ge=1, le=3)
    """Hearts that each member loses in a lost encounter with a trap or monsters."""
    respawn_wait: int = Field(default=2, ge=1, le=10)
    """Number of Cleanup Phases after which a dead member returns (DA-5.8)."""
    lives: int = Field(default=0, ge=0, le=9)
    """Number of deaths of one member on a level that lose the level; 0 is no limit (DA-5.11)."""
    on_wipe: Annotated[Literal["restart", "respawn", "lose"], OneOf(OnWipe)] = "restart"
    """What happens when all three are dead at once (DA-5.11)."""
    on_fail: Annotated[Literal["next", "end"], OneOf(OnFail)] = "next"
    """What happens after a level that was not cleared (DA-5.16)."""
    comm_deadline_ms: int = Field(default=2000, ge=50, le=120_000)
    """Suggested move time of a ping window in milliseconds; used only if the match's creator sets no time control."""
    plan_deadline_ms: int = Field(default=3000, ge=50, le=120_000)
    """Suggested move time for a plan in milliseconds; used only if the match's creator sets no time control."""
    stats: Stats = Stats()
    """Abilities of members that differ from DA-2.2."""
    types: Annotated[
        tuple[PieceSpec, ...],
        BeforeValidator(_table),
        Field(min_length=1, max_length=27),
    ] = _TABLES["default"]
    """Types of pieces: a custom table, "default" or "extended" (DA-2.4 to DA-2.6)."""

    @property
    def members(self) -> tuple[Member, ...]:
        """The three members with the changes in `stats` applied, in map order."""
        return _members(self.stats)

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The types of pieces by kind and digit; a type's position here is its index."""
        return _piece_types(self.types)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        _check_types(self.types, self.members)
        check_levels(self.levels, self.piece_types, self.members)
        return self


@functools.lru_cache(maxsize=64)
def _members(stats: Stats) -> tuple[Member, ...]:
    changes = (stats.dwarf, stats.giant, stats.human)
    return tuple(
        Member(
            member.name,
            _changed(change.vision, member.vision),
            _changed(change.ap, member.ap),
            _changed(change.hearts, member.hearts),
            (
                _changed(change.rock_die, member.dice[0]),
                _changed(change.trap_die, member.dice[1]),
                _changed(change.monster_die, member.dice[2]),
            ),
            (
                _changed(change.rock_modifier, member.modifiers[0]),
                _changed(change.trap_modifier, member.modifiers[1]),
                _changed(change.monster_modifier, member.modifiers[2]),
            ),
        )
        for member, change in zip(DEFAULT_MEMBERS, changes, strict=True)
    )


def _changed(value: int | None, default: int) -> int:
    return default if value is None else value


@functools.lru_cache(maxsize=64)
def _piece_types(types: tuple[PieceSpec, ...]) -> tuple[PieceType, ...]:
    made = (PieceType(t.code, t.name, t.kind, t.die, t.modifier, t.steps, t.hunt) for t in types)
    return tuple(sorted(made, key=lambda piece: (piece.kind, piece.code)))


def _check_types(types: tuple[PieceSpec, ...], members: tuple[Member, ...]) -> None:
    """Check that the table of types is valid (DA-2.6).

    The dice of all members together say whether a rock can be broken.

    Raises:
        ConfigError: A code occurs twice, a rock or trap has `steps` or `hunt`, or a rock can never
            be broken.
    """
    seen = set[str]()
    strength = highest_rock_roll(members)
    for index, (spec, piece) in enumerate((spec, _piece_types((spec,))[0]) for spec in types):
        if spec.code in seen:
            raise ConfigError(f"types.{index}.code", "a code that stands only once", spec.code)
        seen.add(spec.code)
        for name in ("steps", "hunt"):
            if spec.kind != MONSTER and getattr(spec, name):
                bound = "0 for rocks and traps"
                raise ConfigError(f"types.{index}.{name}", bound, getattr(spec, name))
        if spec.kind == ROCK and lowest_roll(piece) > strength:
            bound = f"a rock whose lowest roll is at most {strength} (E_UNBREAKABLE)"
            raise ConfigError(f"types.{index}", bound, f"{spec.code}: {lowest_roll(piece)}")
