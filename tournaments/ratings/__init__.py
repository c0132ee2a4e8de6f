"""Strength, estimated from placements."""

from tournaments.ratings.base import Rating, RatingSystem
from tournaments.ratings.plackett_luce import PlackettLuce

__all__ = ["PlackettLuce", "Rating", "RatingSystem"]
