"""The log of a season in the form in which the audit compares a log with replays and rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.log.event import Event
from tournaments.log.state import LoggedAttempt, LoggedMatch, TournamentState, match_id_of
from tournaments.pairings import Pairing
from tournaments.season.records import MatchStatus, block_of
from tournaments.season.state import SeasonState
from tournaments.spec.outcomes import EndCause

__all__ = ["logged_season", "season_text"]


def logged_season(season: SeasonState, events: Sequence[Event]) -> TournamentState:
    """Return results, void attempts, programs and replays of a season as those of a tournament.

    Args:
        season: State after all events of the log.
        events: The events.
    """
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
    for attempt in _void_attempts(events):
        state.attempts.setdefault(attempt.match_id, []).append(attempt)
    return state


def _void_attempts(events: Sequence[Event]) -> Iterator[LoggedAttempt]:
    """Yield the void attempts that a referee has played, in the order of the log."""
    # Looked at before they are parsed: void attempts are few, and most logs have none.
    voids = [event.body for event in events if '"type":"void"' in event.text]
    wanted = {(body["match"], body["attempt"]) for body in voids}
    players = {}
    for event in events if wanted else ():
        if '"type":"started"' in event.text:
            body = event.body
            if (body["match"], body["attempt"]) in wanted:
                names = tuple(name for name, _ in body["entries"])
                players[body["match"], body["attempt"]] = names
    for body in voids:
        match_id = match_id_of(body["id"])
        if match_id:
            names = players[body["match"], body["attempt"]]
            yield LoggedAttempt(match_id, body["match"], names, EndCause[body["cause"]])


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
