"""Who meets whom, in which seats, under which seed."""

from tournaments.pairings.base import Pairing, Scheduler, block_seed
from tournaments.pairings.round_robin import RoundRobin, circle_rounds
from tournaments.pairings.seating import rotations

__all__ = ["Pairing", "RoundRobin", "Scheduler", "block_seed", "circle_rounds", "rotations"]
