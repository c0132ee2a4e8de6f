"""The log of a season in the form in which the audit compares a log with replays and rows."""

from __future__ import annotations

from tournaments.log.state import LoggedMatch, TournamentState
from tournaments.pairings import Pairing
from tournaments.season.records import MatchStatus, block_of
from tournaments.season.state import SeasonState

__all__ = ["logged_season", "season_text"]


def logged_season(season: SeasonState) -> TournamentState:
    """Return results, programs and replays of a season as those of a tournament."""
    state = TournamentState()
    state.opened, state.source = season.opened, season.source
    state.growth, state.replays = [], dict(season.replays)
    state.bots = list(season.entries)
    state.programs = {
        (entry.name, version.number): version.run
        for entry in season.entries.values()
        for version in entry.versions
    }
    for match in season.matches:
        if match.end is not None:
            block = block_of(match.number, match.names)
            pairing = Pairing(match.number, block, None, match.names)
            state.matches[match.number] = LoggedMatch(
                match.ended, match.key, match.match_id, pairing, match.end, match.ended_at
            )
    return state


def season_text(season: SeasonState) -> str:
    """Return counts of a season's entries, versions and matches by status, as a sentence."""
    count = dict.fromkeys(MatchStatus, 0)
    for match in season.matches:
        count[match.status] += 1
    versions = sum(len(entry.versions) for entry in season.entries.values())
    parts = [
        f"{len(season.entries)} entries with {versions} versions",
        f"{count[MatchStatus.RATED]} results count",
        f"{count[MatchStatus.ANNULLED]} are annulled",
        f"{count[MatchStatus.UNRATED]} unrated",
        f"{count[MatchStatus.SPOILED]} matches without a result",
    ]
    return f"{', '.join(parts)}: each event may follow those before it"
