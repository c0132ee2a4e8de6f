"""What a member of a party knows of a level beyond its own grid, and the code of pings that shares it.

The shared code of DA-9.3: `A`, `B`, `C` stand on the shrine of Dwarf, Giant, Human and `D` on the
tower. A member never pings its own shrine, so its own letter is free: it stands on a rock that this
member has to pass and can't break alone.
"""

from __future__ import annotations

from referee_bots.dice_adventure.paths import Cell
from referee_bots.dice_adventure.view import ROCK, Ping, View

__all__ = ["LETTERS", "TOWER", "Knowledge"]

LETTERS = "ABCD"
"""Symbol of each target: the shrines by member, then the tower."""
TOWER = 3
"""The target that is no shrine."""
CODES = ("K1", "K2", "K3", "**")
"""Map code of each target."""


class Knowledge:
    """Memory of one level.

    Args:
        member: The member whose memory it is, from 0.
        symbols: Symbols that may be pinged.
    """

    def __init__(self, member: int, symbols: str) -> None:
        self._member = member
        self._symbols = symbols
        self.targets: dict[int, Cell] = {}
        """Known cells of shrines, by member, and of the tower."""
        self._pinged: set[int] = set()
        self.calls: dict[int, Cell] = {}
        """By member without a key, a rock that it has called for help with, unless known broken."""

    def update(self, view: View) -> None:
        """Take in what is seen and what has been pinged."""
        for target, code in enumerate(CODES):
            cell = view.find(code)
            if cell is not None:
                self.targets[target] = cell  # what is seen counts more than a ping
        for ping in view.pings:
            self._hear(ping)
        self.calls = {
            member: rock
            for member, rock in self.calls.items()
            if view.codes.get(rock, ROCK).startswith(ROCK) and not view.party[member].key
        }

    def news(self, view: View) -> Ping | None:
        """Return a ping of a target that nobody has pinged yet: the shrine of another member without a key, or the tower."""
        for target in range(len(CODES)):
            is_open = target not in self._pinged and target != self._member
            is_wanted = target == TOWER or not view.party[target].key
            cell = view.find(CODES[target])
            if is_open and is_wanted and cell is not None and LETTERS[target] in self._symbols:
                return Ping(self._member, LETTERS[target], cell)
        return None

    def call(self, rock: Cell) -> Ping | None:
        """Return the ping that calls for help with a rock, if there is a symbol for it."""
        letter = LETTERS[self._member]
        return Ping(self._member, letter, rock) if letter in self._symbols else None

    def _hear(self, ping: Ping) -> None:
        target = LETTERS.find(ping.symbol)
        if target == ping.by != self._member:
            self.calls[ping.by] = ping.at
        elif target >= 0 and target != ping.by:
            self._pinged.add(target)
            self.targets.setdefault(target, ping.at)
