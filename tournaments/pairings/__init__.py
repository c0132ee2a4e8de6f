"""Pairings of all formats: which players meet, in which seats, under which seed."""

from tournaments.pairings.base import (
    FixedSchedule,
    Pairing,
    Scheduler,
    Seeds,
    block_seed,
    own_dice,
    written_seeds,
)
from tournaments.pairings.draws import ScheduleStream
from tournaments.pairings.gauntlet import Gauntlet
from tournaments.pairings.groups import BalancedGroups
from tournaments.pairings.knockout import Knockout
from tournaments.pairings.ladder import Ladder, LadderTerms, ladder_ratings
from tournaments.pairings.parties import AdHoc, Contest, Team
from tournaments.pairings.round_robin import RoundRobin, circle_rounds
from tournaments.pairings.seating import rotations
from tournaments.pairings.swiss import Swiss

__all__ = [
    "AdHoc",
    "BalancedGroups",
    "Contest",
    "FixedSchedule",
    "Gauntlet",
    "Knockout",
    "Ladder",
    "LadderTerms",
    "Pairing",
    "RoundRobin",
    "ScheduleStream",
    "Scheduler",
    "Seeds",
    "Swiss",
    "Team",
    "block_seed",
    "circle_rounds",
    "ladder_ratings",
    "own_dice",
    "rotations",
    "written_seeds",
]
