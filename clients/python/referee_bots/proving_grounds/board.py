"""The dungeon of Proving Grounds as a seat knows it, with what it has seen in other sectors.

A generated dungeon is the same in every sector (PG-2.8), so that a door, or the creatures of a room
that nobody has entered yet, are known in all sectors once they are known in one.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterable

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee_bots.helpers.proving_grounds import Dungeon
from referee_bots.proving_grounds.tables import CREATURES, ENCOUNTERS, HALL

__all__ = ["Board", "Foes", "Place", "Template", "unhurt"]

Foes = tuple[tuple[int, int], ...]
"""Creatures in a room as pairs of kind and hit points, in their order."""


@dataclasses.dataclass(slots=True)
class Place:
    """A room of the dungeon, as far as it is known: owner, creatures, gold, gems, traps."""

    room: int
    level: int = 0
    is_explored: bool = False
    owner: int | None = None
    has_foes: bool | None = None
    foes: Foes | None = None
    """Creatures in the room; None if it is not known which these are."""
    gold: int = 0
    gems: tuple[int, ...] = ()
    """Number of gems in the room by kind; empty if they are not known."""
    has_trap: bool = False
    is_tapped: bool = False


Template = dict[int, tuple[Foes, int, tuple[int, ...]]]
"""Creatures, gold and gems of rooms by room number, as they were before anybody came. It has the
rooms of sector 0 (one seat's part of the dungeon) and the central hall, as all sectors are alike.
"""


class Board(Dungeon):
    """The dungeon in one turn, from an observation and from what earlier ones have shown.

    Args:
        seen: Observation of the seat.
        config: Config of the match.
        template: Creatures, gold and gems of rooms before anybody entered them, from earlier turns;
            what the observation shows of such rooms is added to it.
    """

    def __init__(self, seen: wire.Observation, config: wire.Config, template: Template) -> None:
        is_generated = not config.HasField("scenario")
        super().__init__(seen, is_generated=is_generated)
        self.seen = seen
        self.hall = self.layout.hall
        self.places = {room.room: _place(room) for room in seen.rooms}
        if is_generated:
            self._use_template(template)

    def _use_template(self, template: Template) -> None:
        untouched = [place for place in self.places.values() if not place.is_explored]
        for place in untouched:
            if place.foes is not None and place.gems:
                key = self.layout.twin(place.room)
                template.setdefault(key, (place.foes, place.gold, place.gems))
        for place in untouched:
            known = template.get(self.layout.twin(place.room))
            # Only where nothing contradicts it: `has_foes` False means that the room was seen
            # empty.
            if known is not None and place.foes is None and place.has_foes is not False:
                place.foes, place.gold, place.gems = known
                place.has_foes = bool(place.foes)

    @property
    def gold(self) -> int:
        """Gold in the seat's treasury."""
        return next((one.gold for one in self.seen.players if one.seat == self.seat), 0)

    # Rooms: heroes, creatures and things in them.

    def place(self, room: int) -> Place:
        """Return what is known of a room.

        A room that is not in the observation counts as unknown.
        """
        return self.places.get(room) or Place(room)

    def is_mine(self, room: int) -> bool:
        """Return whether the seat owns a room."""
        return self.place(room).owner == self.seat

    def is_hostile(self, room: int) -> bool:
        """Return whether creatures or other seats' heroes are known to be in a room."""
        return bool(self.place(room).has_foes) or bool(self.rivals.get(room))

    def foes(self, room: int, dice: random.Random) -> Foes:
        """Return the creatures of a room.

        If they are not known, guess them: draw a row at random from the encounter table, which has
        the likely ones by the room's tier.
        """
        place = self.place(room)
        if place.foes is not None:
            return place.foes
        if place.has_foes is False or (place.is_explored and not place.has_foes):
            return ()
        if room >= self.hall:
            return unhurt(HALL)
        last_row = self.layout.row(room) == self.layout.depth - 1
        if last_row and dice.randrange(self.layout.width) == 0:  # the den may be in any of the row
            return unhurt((wire.CREATURE_DRAGON,))
        rows = [row for row in ENCOUNTERS[self.tier(room)] if row or not place.has_foes]
        return unhurt(dice.choice(rows))


def unhurt(kinds: Iterable[int]) -> Foes:
    """Return creatures of some kinds with all their hit points."""
    return tuple([(kind, CREATURES[kind].hp) for kind in kinds])


def _place(room: wire.Room) -> Place:
    foes: Foes | None = None
    has_foes = room.has_creatures if room.HasField("has_creatures") else None
    if room.creatures:
        foes = tuple([(one.creature, one.hp) for one in room.creatures])
    elif room.counts:
        foes = unhurt(
            kind.creature
            for kind in sorted(room.counts, key=lambda kind: -kind.creature)
            for _ in range(kind.count)
            if kind.creature in CREATURES
        )
    elif has_foes is False:
        foes = ()
    if foes is not None:
        foes = tuple([one for one in foes if one[0] in CREATURES])
    return Place(
        room.room,
        room.level,
        room.is_explored,
        room.owner if room.HasField("owner") else None,
        has_foes,
        foes,
        room.hoard.gold + room.floor.gold,
        _sum(room.hoard.gems, room.floor.gems) if room.HasField("hoard") else (),
        room.has_trap,
        room.is_tapped,
    )


def _sum(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(sum, itertools.zip_longest(one, other, fillvalue=0)))
