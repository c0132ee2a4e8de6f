"""Matches of a season in the form in which pages list and show the matches of any tournament."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.page.overview import ResultLine
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.season.overview import result_line
from tournaments.reports.view import TournamentView
from tournaments.season.records import SeasonMatch, block_of
from tournaments.store.records import StoredTournament

__all__ = ["ListedSeasonMatches", "list_season", "season_view"]


@dataclasses.dataclass(frozen=True, slots=True)
class ListedSeasonMatches:
    """Matches of a season, each also as a line of a list of results, and how many more there are."""

    matches: list[ListedMatch]
    """The matches."""
    lines: list[ResultLine]
    """A line for each, in the same order."""
    left: int
    """Number of further matches that were not asked for."""


def list_season(
    followed: FollowedSeason, matches: Sequence[SeasonMatch], *, left: int = 0
) -> ListedSeasonMatches:
    """Return matches of a season as lists show them; call it with `followed.mutex` held.

    Args:
        followed: The season.
        matches: Some of its matches, in any order.
        left: Number of matches that are not among `matches`, to be put into the result.
    """
    lines = [result_line(match) for match in matches]
    listed = [
        ListedMatch(
            pairing=Pairing(match.number, block_of(match.number, match.names), None, match.names),
            match_id=match.match_id or followed.live_ids.get(match.number, ""),
            end=match.end,
            replay=None if match.end is None else _replay_of(followed, match.match_id),
            voids=(),
            labels=line.players,
        )
        for match, line in zip(matches, lines, strict=True)
    ]
    return ListedSeasonMatches(listed, lines, left)


def season_view(followed: FollowedSeason) -> TournamentView:
    """Return a season as the pages of its matches need it: file, folder and schedule, without results.

    Call it with `followed.mutex` held.
    """
    state = followed.state
    assert state.opened is not None, "it has begun"
    opened = state.opened
    stored = StoredTournament(opened["tournament"], opened["name"], Path(), state.source)
    return TournamentView(
        spec=state.spec,
        stored=stored,
        folder=followed.folder,
        matches=[],
        attempts=[],
        processes=[],
        game_versions=set(),
        schedule=state.schedule,
    )


def _replay_of(followed: FollowedSeason, match_id: str) -> str:
    return str((followed.folder.replays / f"{match_id}.replay").relative_to(followed.folder.path))
