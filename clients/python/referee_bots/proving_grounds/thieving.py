"""Gives orders to the planner bot's Thieves, who act alone: search, scout, steal, carry gems home."""

from __future__ import annotations

from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import SCOUTED_LEVEL, THIEF_SKILL, Stat
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands
from referee_bots.proving_grounds.tables import CREATURES, ITEMS

__all__ = ["Rogues"]

WEAK = 7
"""Number of hit points up to which a Thief does not steal, because a blow would be too
dangerous."""
SURE = 8
"""Least margin by which a Thief's skill must exceed the watch (alertness) of a room's creatures
before it tries to steal there.
"""
UNSEARCHED, UNSCOUTED, LOOTED = 2.0, 1.5, 6.0
"""Worth for a Thief of going to a room: if the room may have hidden gold (caches), if an unknown room
is next to it, and if there are gems to steal next to it. The unit is a point that only these
comparisons use.
"""
NEAR = 0.1
"""Number of points, as of `LOOTED`, that each step of the way to a room takes off its worth."""


class Rogues:
    """Orders to a seat's Thieves in one turn.

    Args:
        board: The dungeon in this turn.
        commands: Orders of the turn, to which the Thieves' orders are added.
        strong: Kind of gems to steal first.
        hard: Rooms whose creatures the main group of heroes can't beat.
    """

    def __init__(
        self, board: Board, commands: Commands, *, strong: int, hard: frozenset[int]
    ) -> None:
        self._board, self._commands = board, commands
        self._strong, self._hard = strong, hard
        self._taken: set[int] = set()
        """Rooms to which a Thief has been sent in this turn already, so that no other is sent
        there.
        """

    def command(self, thieves: Sequence[wire.Hero]) -> None:
        """Give an action to each of the heroes `thieves` that has none yet."""
        for thief in thieves:
            if thief.hero in self._commands.actions:
                continue
            # Carrying gems home comes before everything else.
            if any(thief.gems) and thief.room != self._board.home:
                way = self._board.walk(thief.room, self._board.home)
                if way:
                    self._commands.move(thief.hero, way)
                    continue
            if thief.hp <= WEAK - 2 and not self._is_in_danger(thief.room):
                self._commands.act(wire.HeroOrder(hero=thief.hero, rest=wire.Rest()))
                continue
            order = self._theft(thief) or self._scouting(thief) or self._search(thief)
            if order is not None:
                # A second Thief in the same room would only do the same work again.
                self._taken.add(thief.room)
                self._commands.act(order)
            else:
                self._go(thief)

    def _theft(self, thief: wire.Hero) -> wire.HeroOrder | None:
        """Return an order to steal from a neighbouring room whose creatures the main group can't beat.

        Return None if there is no such room, or the Thief has too few hit points.
        """
        if thief.hp <= WEAK:
            return None
        for room in self._board.doors(thief.room):
            if self._booty(thief, room) > 0:
                steal = wire.Steal(room=room, gem=self._strong)
                return wire.HeroOrder(hero=thief.hero, steal=steal)
        return None

    def _booty(self, thief: wire.Hero, room: int) -> int:
        """Return the number of gems that a Thief can steal from a room.

        Return 0 if the theft is too risky, if rivals are in the room, or if the main group of
        heroes can beat its creatures.
        """
        place = self._board.place(room)
        if room not in self._hard or not place.foes or self._board.rivals.get(room):
            return 0
        watch = max(CREATURES[kind].watch for kind, _ in place.foes)
        return sum(place.gems) if _skill(thief) - watch >= SURE else 0

    def _scouting(self, thief: wire.Hero) -> wire.HeroOrder | None:
        for room in self._board.doors(thief.room):
            if room not in self._taken and self._is_unknown(room):
                self._taken.add(room)
                return wire.HeroOrder(hero=thief.hero, scout=wire.Scout(room=room))
        return None

    def _is_unknown(self, room: int) -> bool:
        place = self._board.place(room)
        return (
            place.level < SCOUTED_LEVEL
            and not place.is_explored
            and place.foes is None
            and not self._board.is_closed(room)
        )

    def _search(self, thief: wire.Hero) -> wire.HeroOrder | None:
        if not self._is_searchable(thief.room):
            return None
        return wire.HeroOrder(hero=thief.hero, search=wire.Search())

    def _is_searchable(self, room: int) -> bool:
        is_gate = room == self._board.home
        return not (is_gate or room in self._taken or self._board.place(room).is_tapped)

    def _is_in_danger(self, room: int) -> bool:
        return any(self._board.rivals.get(other) for other in self._board.doors(room))

    def _go(self, thief: wire.Hero) -> None:
        """Send a Thief to the room of its seat from which it can best search, scout or steal next.

        Do nothing if no room is worth the way.
        """
        board = self._board
        best, chosen = 0.0, None
        for room, way in board.reach(thief.room).items():
            if not board.is_mine(room) or board.is_hostile(room) or room in self._taken:
                continue
            doors = board.doors(room)
            worth = (
                UNSEARCHED * self._is_searchable(room)
                + UNSCOUTED * any(self._is_unknown(other) for other in doors)
                + LOOTED * (thief.hp > WEAK and any(self._booty(thief, other) for other in doors))
            )
            if worth and not self._is_in_danger(room) and worth - NEAR * len(way) > best:
                best, chosen = worth - NEAR * len(way), (room, way)
        if chosen is not None:
            self._taken.add(chosen[0])
            self._commands.move(thief.hero, chosen[1])


def _skill(thief: wire.Hero) -> int:
    dexterity = thief.stats[Stat.DEX] if len(thief.stats) > Stat.DEX else 0
    return (
        dexterity
        + THIEF_SKILL
        + sum(ITEMS[item].dexterity for item in thief.items if item in ITEMS)
    )
