"""Finds matches with a forfeit, leaves out their blocks, and counts whom forfeits have helped."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence

from tournaments.spec.config import TournamentSpec
from tournaments.spec.outcomes import ForfeitCause, MatchEnd
from tournaments.store.records import StoredMatch

__all__ = ["ForfeitCounts", "count_forfeits", "count_matches", "has_forfeit", "without_forfeits"]


@dataclasses.dataclass(frozen=True, slots=True)
class ForfeitCounts:
    """Forfeits in the matches of a tournament, and in whose matches they were."""

    matches: int
    """Number of matches in which a seat forfeited."""
    causes: Mapping[ForfeitCause, int]
    """Number of seats that forfeited, by cause."""
    own: Mapping[str, int]
    """Number of matches in which a line of the table forfeited a seat, by its name."""
    rivals: Mapping[str, int]
    """Number of matches in which only rivals of a line forfeited, by the line's name."""

    @property
    def causes_text(self) -> str:
        """Number of forfeits by cause, as text for people."""
        return ", ".join(f"{count} {cause.text}" for cause, count in self.causes.items())


def has_forfeit(end: MatchEnd) -> bool:
    """Return whether a seat of a match forfeited, so that something else than play decided places."""
    return any(seat.forfeit is not None for seat in end.seats)


def without_forfeits(matches: Sequence[StoredMatch]) -> list[StoredMatch]:
    """Return the matches of blocks without any forfeit, in the same order.

    A block with a forfeit is left out whole: its other matches have the same players in other seats,
    on the same dice, and would not be balanced alone.

    Args:
        matches: Matches with a result.
    """
    spoiled = {match.pairing.block for match in matches if has_forfeit(match.end)}
    return [match for match in matches if match.pairing.block not in spoiled]


def count_forfeits(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> ForfeitCounts:
    """Return the forfeits in matches.

    Args:
        spec: The tournament, which says who shares a line of the table.
        matches: Matches with a result.
    """
    with_forfeit = [match for match in matches if has_forfeit(match.end)]
    causes: collections.Counter[ForfeitCause] = collections.Counter()
    own: collections.Counter[str] = collections.Counter()
    rivals: collections.Counter[str] = collections.Counter()
    for match in with_forfeit:
        lines = _lines(spec, match)
        at_fault = set()
        for line, seat in zip(lines, match.end.seats, strict=True):
            if seat.forfeit is not None:
                causes[seat.forfeit] += 1
                at_fault.add(line)
        own.update(at_fault)
        rivals.update(set(lines) - at_fault)
    in_order = {cause: causes[cause] for cause in ForfeitCause if causes[cause]}
    return ForfeitCounts(len(with_forfeit), in_order, own, rivals)


def count_matches(spec: TournamentSpec, matches: Sequence[StoredMatch]) -> Mapping[str, int]:
    """Return the number of matches of each line of the table, by its name; lines without any are left out.

    Args:
        spec: The tournament, which says who shares a line of the table.
        matches: Matches with a result.
    """
    return collections.Counter(line for match in matches for line in set(_lines(spec, match)))


def _lines(spec: TournamentSpec, match: StoredMatch) -> tuple[str, ...]:
    """Return for each seat of a match the name of the table's line that the seat counts for."""
    if not spec.has_parties or spec.format == "adhoc":
        return match.labels
    names = {bots: name for name, bots in spec.party_entries.items()}
    size, players = spec.party_seats or 1, match.pairing.players
    return tuple(
        names[players[start : start + size]]
        for start in range(0, len(players), size)
        for _ in range(size)
    )
