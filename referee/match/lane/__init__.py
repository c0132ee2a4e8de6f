"""Lanes: matches of one game and config side by side, played as arrays by the rules of the match machine.

A lane takes over what matches do nearly always: turns are open, answers come in time, the engine steps and the
next turns open. Whatever else happens to a match, its machine deals with: the lane brings it up to date, hands
it back, and takes it over again when its next turns are open.
"""

from __future__ import annotations

from referee.match.lane.answers import Answers
from referee.match.lane.clocks import Readings
from referee.match.lane.lane import Lane, Refused, can_take, stepped
from referee.match.lane.tick import Tick

__all__ = ["Answers", "Lane", "Readings", "Refused", "Tick", "can_take", "stepped"]
