"""A bot for Proving Grounds that goes to the most valuable room within reach (PG-9.2)."""

from __future__ import annotations

from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.gear import equip
from referee_bots.proving_grounds.groups import Group, follow, gather, heal
from referee_bots.proving_grounds.kinds import bid_on_boards, kinds_of
from referee_bots.proving_grounds.party_bot import Commands, PartyBot
from referee_bots.proving_grounds.tables import THREATS
from referee_bots.seeded import run_seeded

__all__ = ["GreedyBot", "threat", "value"]

HEALTHY, RESTED = 0.6, 1 / 3
"""Least shares of the hit points, and of the Mana, of the group (the heroes that move together) with
which it goes on; with less of either it stays where it is to recover.
"""
UNEXPLORED, GEM, FEAR = 10, 15, 0.3
"""Worth of a room that nobody has entered, worth of a gem, and cost of each point of the threat of a
room's creatures; all in gold.
"""
UNKNOWN = 10
"""Threat (danger) of a room of which nothing is known, in the points of `THREATS`, the table of
threats of creatures.
"""


class GreedyBot(PartyBot):
    """Bot for Proving Grounds that goes to the most valuable room within reach."""

    def command(self, board: Board, commands: Commands) -> None:
        """Add the orders of a turn to `commands`: bids, equipment, then the group's move or rest.

        The group is the heroes in the room with the most heroes. Bids are gold for a better place
        in the rankings of the seats (boards), such as the one that breaks ties.
        """
        bid_on_boards(board, kinds_of(board), board.gold, commands)
        equip(board, commands)
        group = gather(board.seen.own.heroes)
        if group is None:
            return
        follow(board, group, commands)
        if group.health < HEALTHY or group.mana < RESTED:
            heal(board, group.members, commands, lightly=True)
            return
        way = _choose(board, group)
        for hero in group.members if way else []:
            commands.move(hero.hero, way)


def _choose(board: Board, group: Group) -> list[int]:
    """Return the path to the best room that the seat does not own; an empty list if there is none.

    Rooms with rivals' heroes, and rooms that are too dangerous for the group of heroes, are left
    out.
    """
    ways = {
        room: way
        for room, way in board.reach(group.room).items()
        if not board.is_mine(room)
        and not board.rivals.get(room)
        and threat(board, room) <= group.hp / 2
    }
    if not ways:
        return []
    return ways[min(ways, key=lambda room: (-value(board, room), len(ways[room]), room))]


def threat(board: Board, room: int) -> int:
    """Return the threat (danger) of a room in points: the sum of `THREATS` over its creatures.

    It is 0 for a room without creatures, and `UNKNOWN` if they are not known.
    """
    place = board.place(room)
    if place.foes is not None:
        return sum(THREATS[kind] for kind, _ in place.foes)
    return 0 if place.has_foes is False else UNKNOWN


def value(board: Board, room: int) -> float:
    """Return the value of going to a room, in gold.

    It is that of its gems and gold, more for an unexplored room, less for the creatures in it.
    """
    place = board.place(room)
    reward = GEM * sum(place.gems) + place.gold + (0 if place.is_explored else UNEXPLORED)
    return reward - FEAR * threat(board, room)


if __name__ == "__main__":
    run_seeded(GreedyBot)
