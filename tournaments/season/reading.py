"""Reads the log of a season."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.log.event import Event
from tournaments.season.stage_entries import check_stage_event
from tournaments.season.state import SeasonState

__all__ = ["is_season", "season_of"]


def is_season(first: Event) -> bool:
    """Return whether a log that begins with this event is that of a season."""
    return "season" in first.body


def season_of(events: Iterable[Event], *, checks_picks: bool = False) -> SeasonState:
    """Return the state of a season after all events of its log.

    Args:
        events: The events, from the first one on.
        checks_picks: Whether picks, priors and the entries of stages are computed again and compared;
            see `SeasonState`.

    Raises:
        LogError: An event can't follow those before it; the message names the first such event.
    """
    state = SeasonState(checks_picks=checks_picks)
    for event in events:
        # Looked at before it is parsed: stages are few among many matches.
        if checks_picks and '"type":"stage_' in event.text:
            body = event.body
            if body["type"] in ("stage_began", "stage_skipped"):
                check_stage_event(state, body, event.number)
        state.apply(event)
    return state
