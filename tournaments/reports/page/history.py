"""Ratings over time: each bot's rating after more and more matches, in schedule order."""

from __future__ import annotations

import dataclasses

from tournaments.ratings import PlackettLuce
from tournaments.reports.view import TournamentView

__all__ = ["RatingHistory", "rating_history"]


@dataclasses.dataclass(frozen=True, slots=True)
class RatingHistory:
    """Ratings of all bots after each of several numbers of matches."""

    matches: list[int]
    """Numbers of matches after which ratings were taken, rising, from 0."""
    ratings: dict[str, list[float]]
    """Mean rating of every bot after each number of matches in `matches`, by the bot's name."""


def rating_history(view: TournamentView, *, samples: int) -> RatingHistory:
    """Return the bots' ratings after each of several numbers of matches, evenly spread over the schedule.

    Args:
        view: The tournament; its table must rank bots, not parties of several bots.
        samples: Highest number of points in time, from 2, including start and end.
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
