"""Finds places by points that rest on unequal numbers of matches, and so say little."""

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
"""Sign behind the place of a line that has fewer matches than another."""
_BY_SUM = ("round_robin", "groups", "swiss", "team", "contest")
"""Formats ranked by a sum over matches, which more matches make larger."""


@dataclasses.dataclass(frozen=True, slots=True)
class UnevenMatches:
    """Number of matches of each line of a table whose lines have played unequally often."""

    counts: Mapping[str, int]
    """Number of matches of each line, by its name; in Swiss a bye counts as two matches."""
    value: str
    """Name of the value that places go by, such as points."""

    @property
    def fewest(self) -> int:
        """Lowest number of matches of any line."""
        return min(self.counts.values())

    @property
    def most(self) -> int:
        """Highest number of matches of any line."""
        return max(self.counts.values())

    def is_behind(self, name: str) -> bool:
        """Return whether a line has fewer matches than the line with the most."""
        return self.counts[name] < self.most

    @property
    def text(self) -> str:
        """Explanation of the mark on places of lines with fewer matches than others, in a line."""
        return (
            f"{MARK}: fewer matches than others, {self.fewest} to {self.most} so far; places are by {self.value},"
            " so that who played more may stand higher for that alone"
        )

    def as_json(self) -> dict[str, object]:
        """Return lowest and highest number of matches, and lines with fewer, as a JSON object."""
        behind = [name for name in self.counts if self.is_behind(name)]
        return {"fewest": self.fewest, "most": self.most, "behind": behind}


def uneven_matches(
    spec: TournamentSpec,
    standings: Sequence[Standing] | Sequence[PartyStanding],
    matches: Sequence[StoredMatch],
) -> UnevenMatches | None:
    """Return how unequally often the lines have played.

    None if all have played equally often, or if places do not go by sums.

    Args:
        spec: The tournament.
        standings: Table of the tournament.
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
