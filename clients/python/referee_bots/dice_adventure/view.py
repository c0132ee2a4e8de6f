"""A bot's knowledge: the party's dice from the config, and one observation as cells and codes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction

from referee_bots.dice_adventure.chances import Die, success
from referee_bots.dice_adventure.paths import Cell

__all__ = ["MONSTER", "ROCK", "TRAP", "WALL", "Facts", "Ping", "Seen", "View"]

ROCK, TRAP, MONSTER = "RTM"
"""First letter of the codes of rocks, traps and monsters."""
WALL = "##"
"""Code of a cell that nobody can enter."""


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """The parts of a match's config that bots need."""

    dice: tuple[dict[str, Die], ...]
    """For each member, its die against each kind of piece."""
    pieces: dict[str, Die]
    """Die of each type of pieces."""
    ping_cost: int
    """Action points a ping costs."""
    symbols: str
    """Symbols that may be pinged."""

    def chance(self, members: Sequence[int], codes: Sequence[str]) -> Fraction:
        """Return the chance that these members together succeed against these pieces, which are of one kind."""
        kind = codes[0][0]
        return success(
            [self.dice[member][kind] for member in members], [self.pieces[code] for code in codes]
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """One member of the party, as far as it is known."""

    key: bool
    """Whether it has its key."""
    at: Cell | None
    """Its cell; None while it is out of sight or dead."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ping:
    """A ping that stands."""

    by: int
    """The member who pinged, from 0."""
    symbol: str
    """Its symbol."""
    at: Cell
    """The cell pinged."""


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """An observation of a living member."""

    member: int
    """The member whose view it is: 0 Dwarf, 1 Giant, 2 Human."""
    level: int
    """Index of the level in the match, from 0."""
    round: int
    """Round of the level, from 1."""
    size: tuple[int, int]
    """Width and height."""
    codes: dict[Cell, str]
    """Code of each explored cell."""
    monsters: dict[Cell, list[str]]
    """Codes of the monsters in sight, by cell."""
    at: Cell
    """Its own cell."""
    ap: int
    """Its action points."""
    party: tuple[Seen, ...]
    """All three members, itself too."""
    pings: tuple[Ping, ...]
    """Pings that stand."""

    @property
    def has_key(self) -> bool:
        """Whether the one who sees has its own key."""
        return self.party[self.member].key

    @property
    def all_keys(self) -> bool:
        """Whether the tower is unlocked."""
        return all(seen.key for seen in self.party)

    def is_inside(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        return 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]

    def find(self, code: str) -> Cell | None:
        """Return the explored cell of a code that is on the map once."""
        return next((cell for cell, known in self.codes.items() if known == code), None)
