"""Events of a fight, sent to the seats that see it (PG-6.7)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import CREATURES, MAX_SEATS, PREPARATION, Item
from referee.games.proving_grounds.wire.fields import (
    ClassNumber,
    CreatureNumber,
    Damage,
    HeroId,
    Roll,
    Room,
)
from referee.kit.records import Int32, Name, Presence

__all__ = [
    "CastBattlemagic",
    "CreatureDied",
    "EmergencyCure",
    "FightBegan",
    "FightEnded",
    "Fighter",
    "FighterMessage",
    "Prepared",
    "Round",
    "Slept",
    "Swung",
]


class FighterMessage(NamedTuple):
    """A hero or creature in a fight, as it is before the event."""

    hero: Ref | None
    """Seat and id of a hero; absent for a creature."""
    hero_class: Annotated[ClassNumber | None, Presence(is_explicit=False)]
    """Class of a hero; unspecified for a creature."""
    creature: Annotated[CreatureNumber | None, Presence(is_explicit=False)]
    """Kind of a creature; unspecified for a hero."""
    place: HeroId
    """Place of a creature in its group; 0 for a hero."""
    hp: Annotated[int, Field(ge=-1000, le=1000), Int32()]
    """Hit points before the event; 0 or less in the event of its death."""


class Fighter(NamedTuple):
    """A hero or creature in a fight, as it is before the event."""

    seat: Annotated[int, Field(ge=CREATURES, le=MAX_SEATS - 1)]
    """Seat of a hero; CREATURES for a creature."""
    id: HeroId
    """Id of a hero; place of a creature in its group."""
    kind: Annotated[int, Field(ge=0, le=3)]
    """HeroClass of a hero, Creature of a creature."""
    hp: Annotated[int, Field(ge=-1000, le=1000)]
    """Hit points before the event; 0 or less in the event of its death."""

    def on_wire(self) -> FighterMessage:
        """Return the fighter as the message that is sent."""
        if self.seat == CREATURES:
            return FighterMessage(None, None, self.kind, self.id, self.hp)
        return FighterMessage(Ref(self.seat, self.id), self.kind, None, 0, self.hp)


class FightBegan(NamedTuple):
    """A fight has begun."""

    room: Room
    """Room of the fight."""
    defenders: tuple[Fighter, ...]
    """Heroes or creatures that were in the room, in entry order."""
    entrants: tuple[Fighter, ...]
    """Heroes or creatures that came into the room, in entry order."""


class Round(NamedTuple):
    """A round of a fight has begun."""

    room: Room
    """Room of the fight."""
    number: Annotated[int, Field(ge=1, le=200)]
    """Number of the round, from 1."""


class Swung(NamedTuple):
    """An attack with a weapon (PG-5.19, PG-5.20)."""

    room: Room
    """Room of the fight."""
    attacker: Fighter
    """Hero or creature that attacks."""
    target: Fighter
    """Hero or creature that is attacked."""
    roll: Roll
    """Sum of the attacker's 3d6."""
    is_hit: bool
    """Whether the attack hits."""
    damage: Damage
    """Hit points that the target loses; 0 for a miss."""


class Prepared(NamedTuple):
    """A Wizard prepares battlemagic (a spell for fights), or was hit and tests whether he goes on (PG-5.22, 5.23)."""

    room: Room
    """Room of the fight."""
    wizard: Fighter
    """Wizard who prepares."""
    roll: Roll | None
    """Sum of 3d6 after a hit; absent for a turn of preparation."""
    left: Annotated[int, Field(ge=0, le=PREPARATION)]
    """Turns of preparation that are left before he can cast."""


class CastBattlemagic(NamedTuple):
    """A Wizard has cast his battlemagic, a spell for fights (PG-5.24)."""

    room: Room
    """Room of the fight."""
    wizard: Fighter
    """Wizard who casts."""
    item: Item
    """Battlemagic that is cast."""
    roll: Roll | None
    """Roll of FIREBALL or SLEEP, made once for all targets; absent for other battlemagic."""
    targets: tuple[Fighter, ...]
    """Heroes or creatures that the battlemagic strikes."""
    damages: tuple[Damage, ...]
    """Hit points that each target loses, in the order of the targets; all 0 for SLEEP."""


class Slept(NamedTuple):
    """A sleeper has lost his turn in a fight."""

    room: Room
    """Room of the fight."""
    sleeper: Annotated[Fighter, Name("fighter")]
    """Hero or creature to which this happened: the sleeper."""


class EmergencyCure(NamedTuple):
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""

    room: Room
    """Room of the fight."""
    cleric: Fighter
    """Cleric who saved the hero."""
    hero: Fighter
    """Hero who was saved."""


class CreatureDied(NamedTuple):
    """A creature has died in a fight."""

    room: Room
    """Room of the fight."""
    creature: Annotated[Fighter, Name("fighter")]
    """Creature that died."""


class FightEnded(NamedTuple):
    """A fight is over, because a side is empty or the highest number of rounds was played."""

    room: Room
    """Room of the fight."""
    rounds: Annotated[int, Field(ge=0, le=200)]
    """Number of rounds that were played."""
    is_broken_off: bool
    """Whether the fight was broken off at the highest number of rounds (PG-5.29)."""
