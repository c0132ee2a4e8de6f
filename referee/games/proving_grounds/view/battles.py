"""Results of a turn's fights: which sides fought, which fighters died or retreated, and the loot."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.view import Fields
from referee.games.proving_grounds.tables import Creature, HeroClass
from referee.games.proving_grounds.view.names import SIDES, class_of, creature_of
from referee.games.proving_grounds.view.telling import Names, Told
from referee.games.proving_grounds.view.visibility import RefKey, ref_of

__all__ = ["Battle", "Battles", "Fall", "battles_of", "seat_of"]


@dataclasses.dataclass(slots=True)
class Battle:
    """A fight with its result."""

    room: int
    """Number of the room in which the fight took place."""
    defenders: Sequence[Fields]
    """Fighter messages of the side that was in the room."""
    entrants: Sequence[Fields]
    """Fighter messages of the side that came in."""
    killed: list[Fields] = dataclasses.field(default_factory=list)
    """Fighter messages of creatures that died."""
    fallen: dict[RefKey, HeroClass | None] = dataclasses.field(default_factory=dict)
    """Heroes that died, each with the class; None if the class is not known."""
    fled: list[RefKey] = dataclasses.field(default_factory=list)
    """Heroes that retreated from the fight."""
    saved: list[tuple[RefKey, HeroClass | None]] = dataclasses.field(default_factory=list)
    """Heroes that a Cleric saved from death, each with the class; None if the class is not known."""
    rounds: int = 0
    """Number of rounds that were fought."""
    is_broken_off: bool = False
    """Whether the fight ended without a result, at the highest number of rounds."""

    @property
    def seats(self) -> list[int]:
        """Indices of the seats with heroes in the fight, entrants first."""
        sides = (seat_of(self.entrants), seat_of(self.defenders))
        return [seat for seat in sides if seat is not None]

    @property
    def creatures(self) -> list[Fields]:
        """Fighter messages of the creatures that fought."""
        return [one for one in (*self.defenders, *self.entrants) if "hero" not in one]

    @property
    def has_slain_dragon(self) -> bool:
        """Whether a Dragon died."""
        return any(creature_of(one["creature"]) is Creature.DRAGON for one in self.killed)

    def heroes_left(self, seat: int) -> int:
        """Return the number of a seat's heroes that neither died nor retreated."""
        refs = [ref_of(one["hero"]) for one in (*self.defenders, *self.entrants) if "hero" in one]
        gone = {*self.fallen, *self.fled}
        return sum(ref[0] == seat and ref not in gone for ref in refs)

    def fallen_of(self, seat: int) -> list[HeroClass | None]:
        """Return the classes of a seat's heroes that died; None for a class that is not known."""
        return [kind for ref, kind in self.fallen.items() if ref[0] == seat]

    def has_fled(self, seat: int) -> bool:
        """Return whether a hero of this seat retreated."""
        return any(ref[0] == seat for ref in self.fled)


def seat_of(side: Sequence[Fields]) -> int | None:
    """Return the seat of the heroes on a side; None for creatures."""
    return next((int(one["hero"]["seat"]) for one in side if "hero" in one), None)


class Fall(NamedTuple):
    """The death of a hero outside the fights that the viewer has seen."""

    ref: RefKey
    """Seat and id of the hero that died."""
    kind: HeroClass | None
    """Class of the hero; None if it is not known."""
    cause: str
    """Cause of the death: `trap` or `theft`; empty if it is not known."""
    room: int | None
    """Number of the room in which the hero died; None if it is not known."""


class Battles(NamedTuple):
    """All fights of a turn, all deaths outside of fights, and the loot."""

    fights: list[Battle]
    """Fights, in the order in which they began."""
    falls: list[Fall]
    """Deaths outside of fights, in the order in which they happened."""
    loot: dict[tuple[int, int], Fields]
    """Looted messages, by seat and room."""


def battles_of(told: Sequence[Told], names: Names) -> Battles:
    """Return the fights in the events of a turn, as far as the viewer has seen them."""
    found = Battles([], [], {})
    in_room: dict[int, Battle] = {}
    harm: dict[RefKey, Battle | tuple[str, int]] = {}
    for each in told:
        body = each.body
        if each.kind == "fight_began":
            battle = Battle(body["room"], *(body[side] for side in SIDES))
            in_room[battle.room] = battle
            found.fights.append(battle)
        elif each.kind in _HARMS:
            ref = ref_of(body[_HARMS[each.kind][0]]) if _HARMS[each.kind][0] in body else None
            if ref is not None:
                harm[ref] = (_HARMS[each.kind][1], int(body["room"]))
        elif each.kind == "died":
            _bury(found, harm, each.body, names)
        elif each.kind == "looted" and each.whose is not None:
            found.loot[each.whose, body["room"]] = body
        else:
            where = body.get("origin" if each.kind == "retreated" else "room", -1)
            if where in in_room:
                _follow(in_room[where], each, harm)
    return found


_HARMS = {"trap_sprung": ("hero", "trap"), "struck": ("thief", "theft")}
"""Events that hurt a hero outside a fight: name of the field with the hero, and the cause if he
dies."""


def _follow(battle: Battle, each: Told, harm: dict[RefKey, Battle | tuple[str, int]]) -> None:
    """Record an event in a fight's room in the fight's result.

    Args:
        battle: The fight; changed in place.
        each: The event.
        harm: What hurt each hero last; the event's heroes are added.
    """
    body = each.body
    if each.kind in ("swung", "cast_battlemagic"):
        targets = [body["target"]] if each.kind == "swung" else body["targets"]
        harm.update({ref_of(one["hero"]): battle for one in targets if "hero" in one})
    elif each.kind == "creature_died":
        battle.killed.append(body["fighter"])
    elif each.kind == "retreated":
        battle.fled.append(ref_of(body["hero"]))
    elif each.kind == "emergency_cure":
        saved = body["hero"]
        battle.saved.append((ref_of(saved["hero"]), class_of(saved)))
    elif each.kind == "fight_ended":
        battle.rounds, battle.is_broken_off = body["rounds"], body["is_broken_off"]


def _bury(
    found: Battles, harm: dict[RefKey, Battle | tuple[str, int]], body: Fields, names: Names
) -> None:
    """Record a hero's death in the fight that hurt the hero last, or among deaths outside of fights.

    Args:
        found: Fights and deaths of the turn; changed in place.
        harm: What hurt each hero last: a fight, or cause and room.
        body: Fields of the event of the death.
        names: Names of players, and classes of heroes.
    """
    ref = ref_of(body["hero"])
    kind, last = names.classes.get(ref), harm.get(ref)
    if last is None:
        # The public does not see fights; a viewer who does sees each of its blows.
        found.falls.append(Fall(ref, kind, "", None))
    elif isinstance(last, Battle):
        last.fallen[ref] = kind
    else:
        found.falls.append(Fall(ref, kind, *last))
