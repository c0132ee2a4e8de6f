"""Lanes: many matches of one game and config, played at once as arrays.

A lane follows the rules of the match machine, but handles only what nearly always happens: turns
are open, answers arrive in time, the engine steps and the next turns open. For everything else, the
lane brings the match's machine up to date and gives the match back to it. It takes the match again
when its next turns are open.
"""

from __future__ import annotations

from referee.match.lane.answers import Answers, Refused, Taken
from referee.match.lane.clocks import NO_LIMIT, Readings
from referee.match.lane.entry import can_take
from referee.match.lane.lane import Lane
from referee.match.lane.processor import UNKNOWN
from referee.match.lane.tick import Tick, stepped

__all__ = [
    "NO_LIMIT",
    "UNKNOWN",
    "Answers",
    "Lane",
    "Readings",
    "Refused",
    "Taken",
    "Tick",
    "can_take",
    "stepped",
]
