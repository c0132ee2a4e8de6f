"""Knowledge of a viewer, combined from the observations of all seats that the viewer may see.

A room always shows its current state (PG-6.2), so of several observations of a room, the one with
the highest level of knowledge contains the most. Without observations only public facts are known.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.core.view import Fields, Sight

__all__ = ["DoorState", "RefKey", "Visibility", "num_in", "ref_of", "visibility_of", "word"]

RefKey: TypeAlias = tuple[int, int]
"""Seat and id of a hero, by which texts refer to him."""


class DoorState(enum.Enum):
    """What is known of the door between two neighbouring rooms (PG-6.3)."""

    OPEN = enum.auto()
    MAY_BE_SPIKED = enum.auto()
    """There is a door; whether it is spiked is not known."""
    SPIKED = enum.auto()
    NONE = enum.auto()
    """It is known that there is no door."""
    UNKNOWN = enum.auto()


@dataclasses.dataclass(frozen=True, slots=True)
class Visibility:
    """What one seat knows, what several seats know together, or what everybody knows."""

    heading: Fields
    """One of the observations, read only for its public facts."""
    rooms: tuple[Fields, ...]
    """Rooms by number, each from the observation with the highest level of knowledge of it."""
    doors: Mapping[int, Mapping[int, bool | None]]
    """Whether each known door is spiked, by room and by the room behind the door; None if that is
    not known."""
    dots: Mapping[RefKey, Fields]
    """Public messages on living heroes, with room, and class and hit points where known, by seat
    and id."""
    own: Mapping[int, Fields]
    """Private facts of each seat whose observation the viewer may see, by seat."""
    offers: tuple[Fields, ...]
    """Known standing trade offers, each once."""

    def door(self, room: int, other: int) -> DoorState:
        """Return what is known of a door between two neighbouring rooms."""
        doors = self.doors.get(room, {})
        if other in doors:
            return _SPIKES[doors[other]]
        # At level 3 all doors of a room are known, so a door that is not listed is known to be absent (PG-6.3).
        is_known = any(self.rooms[end]["level"] >= _DETAILED for end in (room, other))
        return DoorState.NONE if is_known else DoorState.UNKNOWN

    def standing_in(self, room: int) -> list[tuple[RefKey, Fields]]:
        """Return the living heroes in a room, each with the public message on the hero."""
        return [(ref, dot) for ref, dot in self.dots.items() if dot["room"] == room]


_DETAILED = 3
"""Level of knowledge of a room from which on all its doors are known."""
_SPIKES = {True: DoorState.SPIKED, False: DoorState.OPEN, None: DoorState.MAY_BE_SPIKED}


def visibility_of(sight: Sight) -> Visibility | None:
    """Return what the observations of a step show together; None if there are none."""
    seen = [sight.observations[seat] for seat in sorted(sight.observations)]
    if not seen:
        seen = [] if sight.public is None else [sight.public]
    if not seen:
        return None
    # Giver and taker receive the same offer: keep it once (PG-6.5).
    offers = {str(offer): offer for told in seen for offer in told["offers"]}
    return Visibility(
        seen[0],
        tuple(_room(views) for views in zip(*(told["rooms"] for told in seen), strict=True)),
        _doors(seen),
        _dots(seen),
        {told["own"]["seat"]: told["own"] for told in seen if "own" in told},
        tuple(offers.values()),
    )


def ref_of(told: Fields) -> RefKey:
    """Return seat and id from a HeroRef message."""
    return told["seat"], told["hero"]


def word(name: str, prefix: str) -> str:
    """Return a name of the schema as words, without its prefix: `long sword` for ITEM_LONG_SWORD."""
    return name.removeprefix(prefix).lower().replace("_", " ")


def num_in(gems: Sequence[int]) -> int:
    """Return the number of gems of all kinds together."""
    return sum(gems)


def _room(views: Sequence[Fields]) -> Fields:
    """Return the view of a room with the highest level of knowledge.

    Traps and empty caches are taken from any view, since a seat with a lower level may know of them
    (PG-6.4).
    """
    # Rooms are shown as they are now, so a lower level adds nothing but traps and empty caches.
    best = max(views, key=lambda view: int(view["level"]))
    traps = [view["has_trap"] for view in views if "has_trap" in view]
    room = dict(best) | {"is_tapped": any(view["is_tapped"] for view in views)}
    return room | ({"has_trap": any(traps)} if traps else {})


def _doors(seen: Sequence[Fields]) -> dict[int, dict[int, bool | None]]:
    found: dict[int, dict[int, bool | None]] = {}
    for told in seen:
        for room in told["rooms"]:
            for door in room["doors"]:
                spiked = door.get("is_spiked")
                ends = room["room"], door["room"]
                # A view without the spikes of a door must never overwrite one that has them (PG-6.3).
                for near, far in (ends, ends[::-1]):
                    if spiked is not None or far not in found.get(near, {}):
                        found.setdefault(near, {})[far] = spiked
    return found


def _dots(seen: Sequence[Fields]) -> dict[RefKey, Fields]:
    """Return a message on each living hero, by seat and id, with class and hit points if any observation has them."""
    dots: dict[RefKey, Fields] = {}
    for told in seen:
        for dot in told["dots"]:
            ref = ref_of(dot["hero"])
            if "hp" in dot or ref not in dots:
                dots[ref] = dot
    return dots
