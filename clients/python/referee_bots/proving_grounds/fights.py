"""Simulates fights of Proving Grounds by the rulebook, for bots that look ahead (PG-5.15 to PG-5.29).

`fight` plays one fight between copies of fighters; `estimate` plays many fights and returns how
often the heroes won or all survived. The room to which a hero would retreat is left out: a hero
that wants to leave a fight always can.
"""

from __future__ import annotations

import copy
import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import (
    PREPARATION,
    SLEEP_TURNS,
    UNARMED,
    ItemKind,
    Stat,
)
from referee_bots.proving_grounds.tables import CLASSES, CREATURES, DEFAULT_ITEMS, ITEMS

__all__ = [
    "Dice",
    "Estimate",
    "Fighter",
    "Luck",
    "creature",
    "estimate",
    "fight",
    "hero",
    "stranger",
]

DEFENDERS, ENTRANTS = 0, 1
NEVER, MIDDLE, ALWAYS = 3, 10, 18
"""For the roll of 3d6 in an attack: the roll that always misses, the number that is subtracted from
the roll, and the roll that always hits (PG-5.19)."""
FEW_RUNS, POOR = 12, 0.35
"""Number of simulated fights after which an estimate may end early, and a share of fights: the
estimate ends then if the share without the death of an own hero is below this.
"""


class Dice(Protocol):
    """Source of dice rolls for a fight."""

    def roll(self, dice: int) -> int:
        """Return the sum of one to three six-sided dice."""


class Luck:
    """Dice rolls from a bot's own random numbers."""

    def __init__(self, source: random.Random) -> None:
        self._random = source.random

    def roll(self, dice: int) -> int:
        """Return the sum of one to three six-sided dice."""
        sums = _SUMS[dice]
        return sums[int(self._random() * len(sums))]


_FACES = range(1, 7)
_SUMS = (
    (),
    tuple(_FACES),
    tuple([a + b for a in _FACES for b in _FACES]),
    tuple([a + b + c for a in _FACES for b in _FACES for c in _FACES]),
)


@dataclasses.dataclass(slots=True, eq=False)
class Fighter:
    """A hero or a creature in a fight: its values, hit points and Mana, and whether it is gone."""

    hp: int
    max_hp: int
    damage: int
    dexterity: int
    initiative: int
    absorb: int = 0
    attacks: int = 1
    is_hero: bool = True
    is_cleric: bool = False
    is_dragon: bool = False
    blessed: bool = False
    guard: bool = False
    policy: int = wire.POLICY_NEVER
    intelligence: int = 0
    magic: int = wire.ITEM_UNSPECIFIED
    """Item that lets a Wizard cast a spell in a fight; `ITEM_UNSPECIFIED` if the fighter has none."""
    mana: int = 0
    preparation: int = 0
    sleep: int = 0
    has_cured: bool = False
    is_dead: bool = False
    has_left: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether the fighter is dead or has left the fight."""
        return self.is_dead or self.has_left

    @property
    def has_magic(self) -> bool:
        """Whether the fighter has an item of battlemagic and enough Mana to cast its spell (PG-5.22)."""
        return self.magic != wire.ITEM_UNSPECIFIED and self.mana >= ITEMS[self.magic].mana


def creature(kind: int, hp: int | None = None) -> Fighter:
    """Return a creature of a kind as a fighter (PG-3.4), with `hp` hit points; None means unhurt."""
    row = CREATURES[kind]
    return Fighter(
        row.hp if hp is None else hp,
        row.hp,
        row.damage,
        row.dexterity,
        row.initiative,
        row.absorb,
        row.attacks,
        is_hero=False,
        is_dragon=kind == wire.CREATURE_DRAGON,
    )


def hero(seen: wire.Hero, *, blessed: bool = False) -> Fighter:
    """Return an own hero as a fighter (PG-3.1).

    `blessed` says whether the hero fights with a Cleric's blessing.
    """
    return _hero(
        seen.hero_class,
        list(seen.stats),
        list(seen.items),
        hp=seen.hp,
        max_hp=seen.max_hp,
        mana=seen.mana,
        guard=seen.guard,
        policy=seen.policy,
        blessed=blessed,
    )


def stranger(hero_class: int, hp: int | None = None) -> Fighter:
    """Return another seat's hero as a fighter, assumed to be as in the default party (PG-2.13).

    Args:
        hero_class: Class of the hero by its number on the wire; a Fighter if unknown.
        hp: Hit points that the hero has left; None for all.
    """
    row = CLASSES.get(hero_class, CLASSES[wire.HERO_CLASS_FIGHTER])
    most = 2 * row.stats[Stat.CON]
    return _hero(
        hero_class,
        row.stats,
        DEFAULT_ITEMS.get(hero_class, DEFAULT_ITEMS[wire.HERO_CLASS_FIGHTER]),
        hp=most if hp is None else hp,
        max_hp=most,
        mana=row.stats[Stat.INT],
        guard=hero_class == wire.HERO_CLASS_FIGHTER,
        policy=wire.POLICY_FIRST_DEATH,
        blessed=False,
    )


def _hero(
    hero_class: int,
    stats: Sequence[int],
    items: Sequence[int],
    *,
    hp: int,
    max_hp: int,
    mana: int,
    guard: bool,
    policy: int,
    blessed: bool,
) -> Fighter:
    rows = [ITEMS[item] for item in items if item in ITEMS]
    weapon = max((row.weapon for row in rows if row.kind == ItemKind.WEAPON), default=UNARMED)
    magic = [item for item in items if item in ITEMS and ITEMS[item].kind == ItemKind.BATTLEMAGIC]
    stats = stats if len(stats) == len(Stat) else (0,) * len(Stat)
    return Fighter(
        hp,
        max_hp,
        (stats[Stat.STR] + sum(row.strength for row in rows)) * weapon // 100,
        stats[Stat.DEX] + sum(row.dexterity for row in rows),
        stats[Stat.INI] + sum(row.initiative for row in rows),
        sum(row.absorb for row in rows),
        is_cleric=hero_class == wire.HERO_CLASS_CLERIC,
        blessed=blessed,
        guard=guard,
        policy=policy,
        intelligence=stats[Stat.INT],
        magic=magic[0] if magic else wire.ITEM_UNSPECIFIED,
        mana=mana,
    )


# One fight.


def fight(
    defenders: Sequence[Fighter], entrants: Sequence[Fighter], dice: Dice, cap: int = 30
) -> int:
    """Play a fight to its end and return the number of rounds; the fighters are changed.

    Args:
        defenders: Fighters that are in the room, in their order.
        entrants: Fighters that enter the room, in their order.
        dice: Source of the rolls.
        cap: Number of rounds after which the fight is broken off (PG-5.29).
    """
    return _Fight((list(defenders), list(entrants)), dice).play(cap)


class _Fight:
    def __init__(self, sides: tuple[list[Fighter], list[Fighter]], dice: Dice) -> None:
        self.sides = sides
        self.roll = dice.roll
        self.has_suffered = [False, False]

    def play(self, cap: int) -> int:
        order = sorted(
            [(one, side) for side in (DEFENDERS, ENTRANTS) for one in self.sides[side]],
            key=lambda entry: -entry[0].initiative,  # stable: defenders first, then entry order
        )
        rounds = 0
        while rounds < cap and not self.is_over():
            rounds += 1
            self._round(order)
            # Entrants decide first, and a side whose foes have all left does not retreat any more.
            for side in (ENTRANTS, DEFENDERS):
                if not self.is_over():
                    self._retreat(side)
        if not self.is_over():
            against_creatures = not all(one.is_hero for side in self.sides for one in side)
            for side in (DEFENDERS, ENTRANTS):
                for one in self.present(side):
                    one.has_left = one.is_hero and (against_creatures or side == ENTRANTS)
        return rounds

    def present(self, side: int) -> list[Fighter]:
        return [one for one in self.sides[side] if not (one.is_dead or one.has_left)]

    def is_over(self) -> bool:
        return not all(
            any(not (one.is_dead or one.has_left) for one in side) for side in self.sides
        )

    def _round(self, order: list[tuple[Fighter, int]]) -> None:
        # Made once a round: who falls or leaves in its course is skipped in `_next`, so that the
        # order of the others stays the same. A guard stands twice in the queue, and draws twice the
        # attacks.
        queues = [
            [one for one in self.present(side) for _ in range(1 + one.guard)]
            for side in (DEFENDERS, ENTRANTS)
        ]
        places = [0, 0]
        for one, side in order:
            if one.is_dead or one.has_left:
                continue
            foes = 1 - side
            if one.sleep:
                one.sleep -= 1
            elif one.has_magic:
                if one.preparation:
                    one.preparation -= 1
                else:
                    self._cast(one, foes)
            else:
                queue = queues[foes]
                for _ in range(one.attacks):
                    target, places[foes] = _next(queue, places[foes])
                    if target is not None:
                        self._swing(one, target, foes)
            if self.is_over():
                return

    def _swing(self, one: Fighter, target: Fighter, side: int) -> None:
        roll = self.roll(3)
        falls_short = one.dexterity + roll - MIDDLE + one.blessed < target.dexterity
        if roll == NEVER or (falls_short and roll != ALWAYS):
            return
        # An armour never stops a blow as a whole.
        self._hurt(target, side, max(1, one.damage - target.absorb))
        if target.has_magic and not target.is_dead and self.roll(3) > target.intelligence:
            target.preparation = PREPARATION

    def _hurt(self, target: Fighter, side: int, damage: int) -> None:
        target.hp -= damage
        if target.hp > 0:
            return
        if target.is_hero:
            self.has_suffered[side] = True
            # The cure comes before the death counts, so that the hero fights on with 1 hit point.
            for cleric in self.present(side):
                if cleric.is_cleric and cleric is not target and not cleric.has_cured:
                    cleric.has_cured = True
                    target.hp = 1
                    return
        target.is_dead = True

    def _cast(self, one: Fighter, foes: int) -> None:
        targets = self.present(foes)
        one.mana -= ITEMS[one.magic].mana
        # A spell is prepared again after each casting; a hit may interrupt it, see `_swing`.
        one.preparation = PREPARATION
        match one.magic:
            case wire.ITEM_SLEEP:
                awake = [target for target in targets if not target.is_dragon]
                for target in awake[: self.roll(1)]:
                    target.sleep = SLEEP_TURNS
            case wire.ITEM_FIREBALL:
                damage = self.roll(2)
                for target in targets:
                    self._hurt(target, foes, damage)
            case wire.ITEM_LIGHTNING:
                for target in targets[:2]:
                    self._hurt(target, foes, self.roll(2))
            case _:
                self._hurt(targets[0], foes, self.roll(2))

    def _retreat(self, side: int) -> None:
        suffered = self.has_suffered[side]
        for one in self.present(side):
            if one.policy == wire.POLICY_NEVER or not one.is_hero:
                continue
            is_wounded = one.policy == wire.POLICY_WOUNDED and 2 * one.hp <= one.max_hp
            one.has_left = suffered or is_wounded


def _next(queue: list[Fighter], place: int) -> tuple[Fighter | None, int]:
    """Return the fighter that is attacked next, and the position after it in the queue (PG-5.17).

    The queue has the other side's fighters in their order. The search begins at `place` and goes
    round the queue. The fighter is None if all in the queue are dead or have left the fight.
    """
    for _ in queue:
        target = queue[place % len(queue)]
        place += 1
        if not (target.is_dead or target.has_left):
            return target, place
    return None, place


# Many fights.


class Estimate(NamedTuple):
    """Shares and means over many simulated fights of own heroes: wins, survival, damage to foes."""

    clean: float
    """Share of the fights that were won without the death of an own hero, 0 to 1."""
    safe: float
    """Share of the fights without the death of an own hero, won or not, 0 to 1."""
    harm: float
    """Mean number of hit points that the other side lost in a fight."""


def estimate(
    heroes: Sequence[Fighter],
    foes: Callable[[], Sequence[Fighter]],
    dice: random.Random,
    *,
    runs: int = 50,
    cap: int = 30,
) -> Estimate:
    """Return the expected result if heroes enter a room, in this order, against defenders.

    Args:
        heroes: Heroes that enter; they are not changed.
        foes: Returns new defenders for each simulated fight.
        dice: Random numbers of the bot.
        runs: Highest number of fights to simulate; a poor prospect is given up sooner.
        cap: Number of rounds after which a fight is broken off (PG-5.29).
    """
    luck = Luck(dice)
    clean = safe = harm = done = 0
    for done in range(1, runs + 1):
        # Heroes are copied for every run, because a fight changes its fighters.
        mine, theirs = [copy.copy(one) for one in heroes], list(foes())
        before = sum(one.hp for one in theirs)
        if theirs:
            fight(theirs, mine, luck, cap)
        is_safe = not any(one.is_dead for one in mine)
        safe += is_safe
        clean += is_safe and not all(one.is_gone for one in mine)
        harm += before - sum(max(0, one.hp) for one in theirs)
        # A prospect that is bad so far is given up: the time is better spent on other rooms.
        if done == FEW_RUNS and safe < POOR * done:
            break
    return Estimate(clean / done, safe / done, harm / done) if done else Estimate(0, 0, 0)
