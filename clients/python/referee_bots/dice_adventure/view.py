"""Knowledge of a bot in Dice Adventure: the party's dice from the config, and one observation."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction

from referee_bots.dice_adventure.chances import Die, success
from referee_bots.dice_adventure.paths import Cell

__all__ = ["MONSTER", "ROCK", "TRAP", "WALL", "Facts", "Ping", "Seen", "View"]

ROCK, TRAP, MONSTER = "RTM"
"""First letter of the codes by which the map shows rocks, traps and monsters."""
WALL = "##"
"""Code of a wall, a cell that nobody can enter."""


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """Parts of a match's config that bots of Dice Adventure need: dice, and the rules of pings."""

    dice: tuple[dict[str, Die], ...]
    """For each member of the party, its die against each kind of piece (rock, trap, monster)."""
    pieces: dict[str, Die]
    """Die of each type of piece, by the piece's code."""
    ping_cost: int
    """Number of action points that a ping costs."""
    symbols: str
    """Symbols that may be used in pings, each one letter."""

    def chance(self, members: Sequence[int], codes: Sequence[str]) -> Fraction:
        """Return the probability that members together win an encounter with pieces of one kind.

        Args:
            members: Indices of the members, 0-based.
            codes: Codes of the pieces, all rocks, all traps, or all monsters.
        """
        kind = codes[0][0]
        return success(
            [self.dice[member][kind] for member in members], [self.pieces[code] for code in codes]
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """State of one member of the party, as far as the viewing member knows."""

    key: bool
    """Whether the member has its key, which it gets on its own shrine."""
    at: Cell | None
    """Cell of the member; None while it is out of sight or dead."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ping:
    """A signal of a member, a letter in a cell, that is still shown on the map."""

    by: int
    """Index of the member that pinged, 0-based."""
    symbol: str
    """Letter that the ping shows."""
    at: Cell
    """Cell at which the ping is shown."""


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """Observation of a living member of the party, as cells and codes."""

    member: int
    """Member whose view it is: 0 Dwarf, 1 Giant, 2 Human."""
    level: int
    """Index of the level in the match, 0-based."""
    round: int
    """Number of the round in the level, from 1."""
    size: tuple[int, int]
    """Width and height of the level, in cells."""
    codes: dict[Cell, str]
    """Code of each explored cell, two characters such as `##` for a wall."""
    monsters: dict[Cell, list[str]]
    """Codes of the monsters in sight, by cell."""
    at: Cell
    """Cell on which the member stands."""
    ap: int
    """Number of action points that the member has left."""
    party: tuple[Seen, ...]
    """State of all three members (Dwarf, Giant, Human), the viewing member included."""
    pings: tuple[Ping, ...]
    """Pings that are shown on the map."""

    @property
    def has_key(self) -> bool:
        """Whether the member whose view it is has its key, which it gets on its own shrine."""
        return self.party[self.member].key

    @property
    def all_keys(self) -> bool:
        """Whether all members have their keys, so that the tower is unlocked."""
        return all(seen.key for seen in self.party)

    def is_inside(self, cell: Cell) -> bool:
        """Return whether a cell is on the map."""
        return 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]

    def find(self, code: str) -> Cell | None:
        """Return the explored cell that has a code, such as `**` for the tower; None if there is none.

        The code must be on the map at most once.
        """
        return next((cell for cell, known in self.codes.items() if known == code), None)
