"""Who meets whom, in which seats, under which seed."""

from tournaments.pairings.base import FixedSchedule, Pairing, Scheduler, block_seed
from tournaments.pairings.dice import ScheduleDice
from tournaments.pairings.groups import BalancedGroups
from tournaments.pairings.parties import AdHoc, Contest, Team
from tournaments.pairings.round_robin import RoundRobin, circle_rounds
from tournaments.pairings.seating import rotations

__all__ = [
    "AdHoc",
    "BalancedGroups",
    "Contest",
    "FixedSchedule",
    "Pairing",
    "RoundRobin",
    "ScheduleDice",
    "Scheduler",
    "Team",
    "block_seed",
    "circle_rounds",
    "rotations",
]
