"""What one seat may see, as an object: the arrays it is kept in, and the rulebook's fields on demand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes
from referee.games.dice_adventure.sight.visibility import Sights, new_sights, see
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.wire.events import Notice, notice, refused_parts
from referee.games.dice_adventure.wire.records import (
    LevelRecord,
    LevelView,
    Mate,
    Me,
    MonsterView,
    Ping,
    code_of,
    read_level,
    read_mates,
    read_me,
    read_ping,
    read_result,
)

__all__ = ["Observation", "observe"]


@dataclasses.dataclass(slots=True, eq=False)
class Observation:
    """What one seat may see (DA-6.5); events and the public config are told beside it."""

    sights: Sights
    """What all seats of the match see; only this seat's part is read."""
    chars: Bytes
    """uint8[content, 2]: codes, as in `State`."""
    row: int
    """Row of the party."""
    member: int
    """Member, from 0."""

    _fields = (
        "party", "seat", "char", "level", "round", "phase", "window", "grid", "seen", "monsters",
        "me", "members", "pings", "refused", "results", "score",
    )  # for `to_plain`  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[bytes, ...]:
        """All that is seen, in bytes that are equal for equal observations."""
        numbers, sights, own = self._numbers, self.sights, (self.row, self.member)
        cells = (..., slice(numbers[c.SEEN_HEIGHT]), slice(numbers[c.SEEN_WIDTH]))
        parts = (
            sights.numbers[own],
            self.chars,
            sights.grid[own][cells],
            sights.seen[own][cells],
            sights.monsters[own][: numbers[c.SEEN_NUM_MONSTERS]],
            sights.refused[own][: numbers[c.SEEN_NUM_REFUSED]],
            sights.pings[self.row, : numbers[c.SEEN_NUM_PINGS]],
            sights.results[self.row, : numbers[c.SEEN_NUM_RESULTS]],
        )
        return tuple([part.tobytes() for part in parts])

    @property
    def _numbers(self) -> list[int]:
        numbers: list[int] = self.sights.numbers[self.row, self.member].tolist()
        return numbers

    @property
    def party(self) -> int:
        """The seat's party, from 0."""
        return self._numbers[c.SEEN_PARTY]

    @property
    def seat(self) -> int:
        """The seat."""
        return NUM_MEMBERS * self.party + self.member

    @property
    def char(self) -> int:
        """Map number of its member, 1..3."""
        return self.member + 1

    @property
    def level(self) -> LevelView:
        """The current level."""
        return read_level(self._numbers)

    @property
    def round(self) -> int:
        """Round of the level, from 1."""
        return self._numbers[c.SEEN_ROUND]

    @property
    def phase(self) -> str:
        """`communication`, `planning`, or `done` once the party has finished."""
        return c.PHASE_NAMES[self._numbers[c.SEEN_PHASE]]

    @property
    def window(self) -> int:
        """Ping window from 1; 0 in planning."""
        return self._numbers[c.SEEN_WINDOW]

    @property
    def grid(self) -> tuple[str, ...]:
        """One text a row, two characters a cell: what the member remembers of it."""
        return tuple(
            [self.chars[line].tobytes().decode() for line in self._cells(self.sights.grid)]
        )

    @property
    def seen(self) -> tuple[str, ...]:
        """One text a row, one digit a cell: unexplored, remembered or in sight."""
        return tuple(["".join(map(str, line)) for line in self._cells(self.sights.seen).tolist()])

    @property
    def monsters(self) -> tuple[MonsterView, ...]:
        """Monsters in sight, by (y, x, code)."""
        count = self._numbers[c.SEEN_NUM_MONSTERS]
        return tuple(
            MonsterView(code_of(self.chars, c.FIRST_PIECE + kind), x, y)
            for kind, x, y in self.sights.monsters[self.row, self.member, :count].tolist()
        )

    @property
    def me(self) -> Me:
        """The seat's own member."""
        return read_me(self._numbers)

    @property
    def members(self) -> tuple[Mate, ...]:
        """All three members."""
        return read_mates(self._numbers)

    @property
    def pings(self) -> tuple[Ping, ...]:
        """Pings of this round, in order."""
        count = self._numbers[c.SEEN_NUM_PINGS]
        return tuple(map(read_ping, self.sights.pings[self.row, :count].tolist()))

    @property
    def refused(self) -> tuple[Notice, ...]:
        """What was refused of the seat's last order."""
        numbers = self._numbers
        rows = self.sights.refused[self.row, self.member]
        phase = c.PHASE_NAMES[numbers[c.SEEN_REFUSED_PHASE]]
        window = numbers[c.SEEN_REFUSED_WINDOW]
        parts = refused_parts(rows, numbers[c.SEEN_NUM_REFUSED])
        return tuple([notice(phase, window, *part) for part in parts])

    @property
    def results(self) -> tuple[LevelRecord, ...]:
        """Records of the levels that have ended."""
        rows = self.sights.results[self.row, : self._numbers[c.SEEN_NUM_RESULTS]].tolist()
        return tuple(read_result(level, row) for level, row in enumerate(rows))

    @property
    def score(self) -> int:
        """Points of the party so far."""
        return self._numbers[c.SEEN_SCORE]

    def _cells(self, plane: Bytes) -> Bytes:
        """uint8[row, col]: the seat's part of a plane, as far as the level goes."""
        numbers = self._numbers
        own: Bytes = plane[self.row, self.member]
        return own[: numbers[c.SEEN_HEIGHT], : numbers[c.SEEN_WIDTH]]


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a single match, in the order of `seats`."""
    if not seats:
        return []
    sights = new_sights(state)
    see(state, sights)
    chars = state.chars.copy()
    return [Observation(sights, chars, *divmod(seat, NUM_MEMBERS)) for seat in seats]
