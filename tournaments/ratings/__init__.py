"""Estimates of players' strength from their placements in matches, with intervals."""

from tournaments.ratings.base import Rating, RatingSystem
from tournaments.ratings.davidson import PlacedMatch
from tournaments.ratings.elo import EloRatings, Estimate, rate_elo
from tournaments.ratings.plackett_luce import PlackettLuce
from tournaments.ratings.score import score_elo
from tournaments.ratings.sprt import Sprt, SprtState, SprtTerms, SprtVerdict
from tournaments.ratings.strengths import Strengths

__all__ = [
    "EloRatings",
    "Estimate",
    "PlacedMatch",
    "PlackettLuce",
    "Rating",
    "RatingSystem",
    "Sprt",
    "SprtState",
    "SprtTerms",
    "Strengths",
    "SprtVerdict",
    "rate_elo",
    "score_elo",
]
