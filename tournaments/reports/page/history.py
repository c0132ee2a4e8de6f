"""Ratings over time: how each bot's went from match to match, in schedule order."""

from __future__ import annotations

import dataclasses

from tournaments.ratings import PlackettLuce
from tournaments.reports.view import TournamentView

__all__ = ["RatingHistory", "rating_history"]


@dataclasses.dataclass(frozen=True, slots=True)
class RatingHistory:
    """Ratings after some of the matches."""

    matches: list[int]
    """After how many matches, rising, from 0."""
    ratings: dict[str, list[float]]
    """Mean rating of every bot, after a number of matches."""


def rating_history(view: TournamentView, *, samples: int) -> RatingHistory:
    """Rate match by match, and keep what the ratings were now and then.

    Args:
        view: The tournament, whose seats are no parties.
        samples: How often at most to look, from 2; evenly spread, the start and the end among them.
    """
    system = PlackettLuce()
    ratings = dict.fromkeys(view.entrants, system.start)
    num = len(view.matches)
    parts = max(1, min(samples - 1, num))
    looks = [part * num // parts for part in range(parts + 1)] if num else [0]
    history = RatingHistory([0], {bot: [system.start.mu] for bot in view.entrants})
    wanted = set(looks)
    for count, match in enumerate(view.matches, start=1):
        players = match.labels
        placements = [result.placement for result in match.end.seats]
        after = system.rate([ratings[player] for player in players], placements)
        ratings.update(zip(players, after, strict=True))
        if count in wanted:
            history.matches.append(count)
            for bot in view.entrants:
                history.ratings[bot].append(ratings[bot].mu)
    return history
