"""Which places by points rest on unequal numbers of matches, and so say little."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.party_standings import PartyStanding
from tournaments.tables.standings import Standing
from tournaments.tables.swiss import swiss_byes

__all__ = ["MARK", "UnevenMatches", "uneven_matches"]

MARK = "~"
"""Stands behind the place of a line with fewer matches than another."""
_BY_SUM = ("round_robin", "groups", "swiss", "team", "contest")
"""Formats whose places go by sums, which more matches make larger."""


@dataclasses.dataclass(frozen=True, slots=True)
class UnevenMatches:
    """How unequally often the lines of a table have played."""

    counts: Mapping[str, int]
    """Matches of each line by its name; in Swiss a bye counts as the two that it stands for."""
    value: str
    """What places go by, such as points."""

    @property
    def fewest(self) -> int:
        """Matches of the line with the fewest."""
        return min(self.counts.values())

    @property
    def most(self) -> int:
        """Matches of the line with the most."""
        return max(self.counts.values())

    def is_behind(self, name: str) -> bool:
        """Return whether another line has more matches."""
        return self.counts[name] < self.most

    @property
    def text(self) -> str:
        """What the mark means, in a line for people."""
        return (
            f"{MARK}: fewer matches than others, {self.fewest} to {self.most} so far; places are by {self.value},"
            " so that who played more may stand higher for that alone"
        )

    def as_json(self) -> dict[str, object]:
        """Return the same as a JSON object, for programs."""
        behind = [name for name in self.counts if self.is_behind(name)]
        return {"fewest": self.fewest, "most": self.most, "behind": behind}


def uneven_matches(
    spec: TournamentSpec,
    standings: Sequence[Standing] | Sequence[PartyStanding],
    matches: Sequence[StoredMatch],
) -> UnevenMatches | None:
    """Return how unequally often the lines have played; None where all are even, or places don't go by sums.

    Args:
        spec: The tournament.
        standings: Its table.
        matches: All matches with a result.
    """
    if spec.format not in _BY_SUM:
        return None
    byes: collections.Counter[str] = collections.Counter()
    if spec.format == "swiss":
        byes = swiss_byes([bot.name for bot in spec.bots], (match.pairing for match in matches))
    counts = {}
    for line in standings:
        name = line.entry if isinstance(line, PartyStanding) else line.player
        counts[name] = line.matches + 2 * byes[name]
    if len(set(counts.values())) < 2:
        return None
    return UnevenMatches(counts, "score" if spec.format == "team" else "points")
