"""Memory of a level beyond a member's own grid, and the code of pings that shares it.

In the shared code of DA-9.3, a ping `A`, `B`, `C` marks the shrine of Dwarf, Giant, Human, and `D`
marks the tower. A member never pings its own shrine, so that its own letter is free: it marks a
rock that this member has to pass and can't break alone.
"""

from __future__ import annotations

from referee_bots.dice_adventure.paths import Cell
from referee_bots.dice_adventure.view import ROCK, Ping, View

__all__ = ["LETTERS", "TOWER", "Knowledge"]

LETTERS = "ABCD"
"""Symbol of a ping for each target: the shrines by member, then the tower."""
TOWER = 3
"""Index in `LETTERS` of the only target that is no shrine."""
CODES = ("K1", "K2", "K3", "**")
"""Two-character code by which the map shows each target, in the order of `LETTERS`."""


class Knowledge:
    """Memory of one level, for one member of the party: targets, pings about them, and calls for help.

    Targets are the shrines and the tower.

    Args:
        member: Index of the member whose memory it is, 0-based.
        symbols: Symbols that this match allows in pings.
    """

    def __init__(self, member: int, symbols: str) -> None:
        self._member = member
        self._symbols = symbols
        self.targets: dict[int, Cell] = {}
        """Known cells of targets: the shrines, by member, and the tower at `TOWER`."""
        self._pinged: set[int] = set()
        self.calls: dict[int, Cell] = {}
        """For each member without a key, the rock with which it has called for help; rocks known to
        be broken are left out."""

    def update(self, view: View) -> None:
        """Remember the targets, rocks and pings that a view of the level shows."""
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
        """Return a ping that marks a target which no member has pinged yet; None if there is none.

        Targets are the tower, and shrines of other members that have no key yet; `view` shows which
        members have one.
        """
        for target in range(len(CODES)):
            is_open = target not in self._pinged and target != self._member
            is_wanted = target == TOWER or not view.party[target].key
            cell = view.find(CODES[target])
            if is_open and is_wanted and cell is not None and LETTERS[target] in self._symbols:
                return Ping(self._member, LETTERS[target], cell)
        return None

    def call(self, rock: Cell) -> Ping | None:
        """Return the ping with the member's own letter, which calls for help with a rock.

        Return None if the match has no symbol for it.
        """
        letter = LETTERS[self._member]
        return Ping(self._member, letter, rock) if letter in self._symbols else None

    def _hear(self, ping: Ping) -> None:
        target = LETTERS.find(ping.symbol)
        # A member's own letter is a call for help; any other letter marks a target.
        if target == ping.by != self._member:
            self.calls[ping.by] = ping.at
        elif target >= 0 and target != ping.by:
            self._pinged.add(target)
            # What is known already is not replaced by a ping.
            self.targets.setdefault(target, ping.at)
