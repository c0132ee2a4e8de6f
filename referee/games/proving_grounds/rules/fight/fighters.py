"""Combatants of a fight, and the fight's two sides (PG-5.15 to PG-5.17)."""

from __future__ import annotations

import dataclasses

from referee.core.game import Event
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import Dice, fight_dice
from referee.games.proving_grounds.rules.heroes import Ref, heroes_in, max_hp_in, prowess_in
from referee.games.proving_grounds.rules.play import Conflict, Play
from referee.games.proving_grounds.rules.rooms import creatures_in, familiar
from referee.games.proving_grounds.tables import (
    CREATURES,
    CREATURES_TABLE,
    ITEMS,
    SHIELD_ABSORB,
    Creature,
    HeroClass,
    Item,
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.events import Body, Fighter

__all__ = ["DEFENDERS", "ENTRANTS", "Combatant", "Fight", "begin_fight"]

DEFENDERS, ENTRANTS = 0, 1
"""Sides of a fight: those who were in the room, and those who entered it."""


@dataclasses.dataclass(slots=True, eq=False)
class Combatant:
    """A hero or a creature in a fight.

    Changes of hit points and Mana are written to the state at once.
    """

    side: int
    seat: int
    """Seat of the hero; CREATURES for a creature."""
    id: int
    """Id of the hero within his seat, or place of the creature within its room."""
    kind: int
    """HeroClass of a hero, Creature of a creature."""
    hp: int
    most_hp: int
    initiative: int
    dexterity: int
    damage: int
    absorb: int
    attacks: int
    blessed: bool = False
    on_guard: bool = False
    policy: Policy = Policy.NEVER
    intelligence: int = 0
    battlemagic: Item | None = None
    mana: int = 0
    preparation: int = 0
    """Turns of preparation that are left before the Wizard can cast battlemagic again."""
    sleep: int = 0
    """Number of its coming turns that the combatant loses to the SLEEP spell."""
    has_cured: bool = False
    """Whether the Cleric has already given his emergency cure, one in each fight."""
    is_gone: bool = False
    """Whether the combatant is dead or has left the fight."""
    told: Fighter | None = None
    """The combatant's record in the last event that contained it, used again while its hit points
    are the same.

    None before the first event.
    """

    @property
    def is_hero(self) -> bool:
        """Whether the combatant is a hero, not a creature."""
        return self.seat != CREATURES

    @property
    def is_cleric(self) -> bool:
        """Whether the combatant is a Cleric, who can save dying heroes."""
        return self.is_hero and self.kind == HeroClass.CLERIC

    @property
    def is_dragon(self) -> bool:
        """Whether the combatant is a Dragon, which SLEEP does not affect."""
        return not self.is_hero and self.kind == Creature.DRAGON

    @property
    def has_battlemagic(self) -> bool:
        """Whether the combatant has battlemagic equipped, and Mana to cast it (PG-5.22)."""
        return self.battlemagic is not None and self.mana >= ITEMS[self.battlemagic].mana

    @property
    def ref(self) -> Ref:
        """Seat and id of the combatant, which must be a hero."""
        return Ref(self.seat, self.id)

    def as_told(self) -> Fighter:
        """Return the combatant's record for events: seat, id, kind and hit points."""
        told = self.told
        # Of these values only hit points change in a fight, so events can share a record until they
        # do.
        if told is None or told.hp != self.hp:
            told = self.told = Fighter(self.seat, self.id, self.kind, self.hp)
        return told


@dataclasses.dataclass(slots=True)
class Fight:
    """A fight in one room while it goes on."""

    play: Play
    room: int
    dice: Dice
    sides: tuple[list[Combatant], list[Combatant]]
    """Defenders and entrants, each in entry order; includes combatants who are gone."""
    audience: tuple[int, ...]
    """Seats that receive the fight's events: those of both sides, and all that know the room at
    level 4 (PG-6.7).

    Fixed at the start, since no level of knowledge rises during a fight.
    """
    left: list[int]
    """Number of combatants on each side who are alive and still in the fight."""
    has_suffered: list[bool]
    """For each side, whether somebody has died or was saved by an emergency cure (PG-5.27)."""

    def present(self, side: int) -> list[Combatant]:
        """Return the members of a side who are alive and still in the fight, in entry order."""
        return [one for one in self.sides[side] if not one.is_gone]

    def remove(self, one: Combatant) -> None:
        """Remove a combatant who has died or left from the fight.

        Call it once for each combatant, or `left` is wrong.
        """
        one.is_gone = True
        self.left[one.side] -= 1

    @property
    def is_over(self) -> bool:
        """Whether one of the sides has nobody left."""
        return 0 in self.left

    def tell(self, body: Body) -> None:
        """Send an event to the seats of the fight's audience."""
        # Not by `Play.tell`: the audience is a sorted tuple already.
        self.play.events.append(Event(body, self.audience))


def begin_fight(play: Play, conflict: Conflict) -> Fight | None:
    """Return the fight of a conflict with both sides in it.

    None if a side has nobody left (PG-5.15).
    """
    state, room = play.state, conflict.room
    heroes = heroes_in(state, room)
    creatures = creatures_in(state, room)
    sides: tuple[list[Combatant], list[Combatant]] = ([], [])
    # All heroes whom the entering seat has in the room by now fight as entrants, not only the last one (PG-5.14).
    for ref in heroes:
        side = ENTRANTS if ref.seat == conflict.entrants else DEFENDERS
        sides[side].append(_hero(play, ref, side))
    # Creatures defend their room, unless a LURE of this turn brought them into it (PG-5.9).
    for place in creatures:
        side = ENTRANTS if conflict.entrants == CREATURES else DEFENDERS
        sides[side].append(_creature(play, room, place, side))
    if not (sides[DEFENDERS] and sides[ENTRANTS]):
        return None
    # Mark the heroes only now: a fight that does not take place must not keep them from searching or resting.
    play.fought.update(heroes)
    seats = familiar(state, room).union([ref.seat for ref in heroes])
    return Fight(
        play,
        room,
        fight_dice(state, room),
        sides,
        tuple(sorted(seats)),
        left=[len(side) for side in sides],
        has_suffered=[False, False],
    )


def _hero(play: Play, ref: Ref, side: int) -> Combatant:
    state = play.state
    row = state.heroes[ref.seat, ref.hero].tolist()
    # Values are read once: neither equipment nor a spell of this turn can change during a fight.
    # Only hit points and Mana do, and `wounds` and `cast` write these back.
    magic, prowess = row[c.BATTLEMAGIC], prowess_in(row)
    return Combatant(
        side,
        ref.seat,
        ref.hero,
        row[c.CLASS],
        hp=row[c.HP],
        most_hp=max_hp_in(row),
        initiative=prowess.initiative,
        dexterity=prowess.dexterity,
        damage=prowess.damage,
        absorb=prowess.absorb + SHIELD_ABSORB * (ref in play.shielded),
        attacks=2 if ref in play.hasted else 1,
        blessed=ref in play.blessed,
        on_guard=bool(row[c.GUARD]),
        policy=Policy(row[c.POLICY]),
        intelligence=row[c.STATS + Stat.INT],
        battlemagic=None if magic == c.NONE else Item(magic),
        mana=row[c.MANA],
    )


def _creature(play: Play, room: int, place: int, side: int) -> Combatant:
    kind, hp = play.state.creatures[room, place].tolist()
    row = CREATURES_TABLE[kind]
    return Combatant(
        side,
        CREATURES,
        place,
        kind,
        hp=hp,
        most_hp=row.hp,
        initiative=row.initiative,
        dexterity=row.dexterity,
        damage=row.damage,
        absorb=row.absorb,
        attacks=row.attacks,
    )
