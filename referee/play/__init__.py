"""Matches in this process, in one line of Python: `play` and `matches`."""

from referee.play.playing import matches, play
from referee.play.results import Match, Matches, Step

__all__ = ["Match", "Matches", "Step", "matches", "play"]
