"""Phase 8 of the plain reference: fights, as PG-5.15 to 5.29 tell them."""

from __future__ import annotations

import dataclasses
from typing import Any

from tests.games.proving_grounds.reference_moves import d6, enter
from tests.games.proving_grounds.reference_pieces import Hero
from tests.games.proving_grounds.reference_state import CREATURE_SIDE, Match
from tests.games.proving_grounds.reference_tables import CLASSES, CREATURES, ITEM_NAMES, ITEMS

__all__ = ["fights"]


@dataclasses.dataclass(eq=False)
class Member:
    """Who takes part."""

    side: int
    """0 defenders, 1 entrants."""
    id: int
    hero: Hero | None
    kind: str
    hit_points: int = 0
    here: bool = True
    sleep: int = 0
    prep: int = 0
    has_saved: bool = False

    @property
    def hp(self) -> int:
        """Left."""
        return self.hero.hp if self.hero else self.hit_points

    @property
    def dex(self) -> int:
        """EDEX."""
        return self.hero.dex if self.hero else CREATURES[self.kind].dex

    @property
    def ini(self) -> int:
        """EINI."""
        return self.hero.ini if self.hero else CREATURES[self.kind].ini

    @property
    def damage(self) -> int:
        """Of a hit."""
        return self.hero.damage if self.hero else CREATURES[self.kind].damage

    @property
    def absorb(self) -> int:
        """Of a hit."""
        return self.hero.absorb if self.hero else CREATURES[self.kind].absorb

    @property
    def attacks(self) -> int:
        """In a turn."""
        return (2 if self.hero.hasted else 1) if self.hero else CREATURES[self.kind].attacks

    @property
    def magic(self) -> str | None:
        """Battlemagic that he has the Mana for (PG-5.22)."""
        item = self.hero.worn("battlemagic") if self.hero else None
        return item if self.hero and item and self.hero.mana >= ITEMS[item].value else None

    @property
    def shown(self) -> tuple[int, int, int, int]:
        """As events tell of him."""
        if self.hero:
            return (*self.hero.ref, list(CLASSES).index(self.kind), self.hp)
        return CREATURE_SIDE, self.id, list(CREATURES).index(self.kind), self.hp


def fights(match: Match) -> None:
    """Phase 8."""
    for room, entrants in match.conflicts:
        sides = _sides(match, room, entrants)
        if all(sides):
            Fight(match, room, sides).play()


def _sides(match: Match, room: int, entrants: int) -> list[list[Member]]:
    sides: list[list[Member]] = [[], []]
    for place, one in enumerate(match.rooms[room].creatures):
        if one:
            side = int(entrants == CREATURE_SIDE)
            sides[side].append(Member(side, place, None, one[0], one[1]))
    for hero in match.inside(room):
        side = int(hero.seat == entrants)
        sides[side].append(Member(side, hero.id, hero, hero.kind))
    return sides


class Fight:
    """A fight in a room."""

    def __init__(self, match: Match, room: int, sides: list[list[Member]]) -> None:
        self.match, self.room, self.all = match, room, sides
        self.dice = match.stream(4, match.turn, room)
        self.has_lost = [False, False]
        self.heroes = [m.hero for side in sides for m in side if m.hero]
        self.seats = {hero.seat for hero in self.heroes}
        self.queues: list[list[Member]] = [[], []]
        self.places = [0, 0]

    def tell(self, kind: str, *fields: Any) -> None:
        """To both seats and all who are familiar with the room."""
        self.match.tell(kind, self.seats | self.match.familiar(self.room), self.room, *fields)

    def present(self, side: int) -> list[Member]:
        """Alive and there, in entry order."""
        return [m for m in self.all[side] if m.here]

    @property
    def is_over(self) -> bool:
        """Whether a side is gone."""
        return not self.present(0) or not self.present(1)

    def play(self) -> None:
        """The fight from beginning to end."""
        for hero in self.heroes:
            hero.fought = True
        self.tell("FightBegan", *[tuple(m.shown for m in side) for side in self.all])
        self.match.clamor(self.room)
        order = sorted(self.all[0] + self.all[1], key=lambda m: -m.ini)
        cap, rounds = self.match.config["combat_round_cap"], 0
        while not self.is_over and rounds < cap:
            rounds += 1
            self.tell("Round", rounds)
            self.round(order)
            for side in (1, 0):
                if not self.is_over:
                    self.retreats(side)
        is_broken = not self.is_over
        if is_broken:
            creatures = [m for side in self.all for m in side if m.here and not m.hero]
            leaving = (
                [m for side in self.all for m in side if m.here and m.hero]
                if creatures
                else self.present(1)
            )
            for member in leaving:
                assert member.hero
                self.leave(member, self.refuge(member.hero, default=True))
        self.tell("FightEnded", rounds, is_broken)

    def round(self, order: list[Member]) -> None:
        """PG-5.17, PG-5.18."""
        self.queues = [
            [m for m in self.present(side) for _ in range(2 if m.hero and m.hero.guard else 1)]
            for side in (0, 1)
        ]
        self.places = [0, 0]
        for member in order:
            if self.is_over:
                return
            if not member.here:
                continue
            if member.sleep:
                member.sleep -= 1
                self.tell("Slept", member.shown)
            elif member.magic:
                self.battlemagic(member)
            else:
                for _ in range(member.attacks):
                    if not self.is_over:
                        self.attack(member)

    def attack(self, member: Member) -> None:
        """PG-5.19, PG-5.20."""
        side = 1 - member.side
        queue = self.queues[side]
        while not queue[self.places[side] % len(queue)].here:
            self.places[side] += 1
        target = queue[self.places[side] % len(queue)]
        self.places[side] += 1
        roll = d6(self.dice, 3)
        blessed = int(bool(member.hero and member.hero.blessed))
        hits = roll == 18 or (roll > 3 and member.dex + roll - 10 + blessed >= target.dex)
        damage = max(1, member.damage - target.absorb) if hits else 0
        self.tell("Swung", member.shown, target.shown, roll, hits, damage)
        if hits:
            self.hurt(target, damage)
            if target.here and target.magic and target.hero:
                roll = d6(self.dice, 3)
                if roll > target.hero.stats[3]:
                    target.prep = 3
                self.tell("Prepared", target.shown, roll, target.prep)

    def hurt(self, target: Member, damage: int) -> None:
        """Damage, death, and PG-5.25."""
        if not target.hero:
            self._hurt_creature(target, damage)
            return
        target.hero.hp -= damage
        if target.hero.hp > 0:
            return
        self.has_lost[target.side] = True
        for other in self.present(target.side):
            if other is not target and other.kind == "CLERIC" and not other.has_saved:
                other.has_saved = True
                target.hero.hp = 1
                self.tell("EmergencyCure", other.shown, target.shown)
                return
        target.here = False
        self.match.kill(target.hero)

    def _hurt_creature(self, target: Member, damage: int) -> None:
        target.hit_points -= damage
        room = self.match.rooms[self.room]
        if target.hit_points > 0:
            room.creatures[target.id] = (target.kind, target.hit_points)
            return
        target.here = False
        room.creatures[target.id] = None
        self.tell("CreatureDied", target.shown)
        self.match.drop_hoard(self.room)

    def battlemagic(self, member: Member) -> None:
        """PG-5.22, PG-5.24."""
        item, hero = member.magic, member.hero
        assert item
        assert hero
        if member.prep:
            member.prep -= 1
            self.tell("Prepared", member.shown, None, member.prep)
            return
        hero.mana -= ITEMS[item].value
        member.prep = 3
        enemies, roll = self.present(1 - member.side), None
        if item == "SLEEP":
            roll = d6(self.dice)
            enemies = [m for m in enemies if m.kind != "DRAGON"][:roll]
            for enemy in enemies:
                enemy.sleep = 2
            self._cast(member, item, roll, enemies, [0] * len(enemies))
        elif item == "FIREBALL":
            roll = d6(self.dice, 2)
            self._cast(member, item, roll, enemies, [roll] * len(enemies))
        else:
            enemies = enemies[: 2 if item == "LIGHTNING" else 1]
            self._cast(member, item, None, enemies, [d6(self.dice, 2) for _ in enemies])

    def _cast(
        self, member: Member, item: str, roll: int | None, enemies: list[Member], damages: list[int]
    ) -> None:
        shown = tuple(m.shown for m in enemies)
        self.tell(
            "CastBattlemagic", member.shown, ITEM_NAMES.index(item), roll, shown, tuple(damages)
        )
        for enemy, damage in zip(enemies, damages, strict=True):
            if damage:
                self.hurt(enemy, damage)

    def retreats(self, side: int) -> None:
        """PG-5.26, PG-5.27."""
        marked = [
            m
            for m in self.present(side)
            if m.hero
            and (
                (m.hero.policy in (1, 2) and self.has_lost[side])
                or (m.hero.policy == 2 and 2 * m.hp <= m.hero.max_hp)
            )
        ]
        for member in marked:
            assert member.hero
            refuge = self.refuge(member.hero)
            if refuge is not None:
                self.leave(member, refuge)

    def leave(self, member: Member, refuge: int | None) -> None:
        """Out of the fight."""
        assert member.hero
        assert refuge is not None
        member.here = False
        enter(self.match, member.hero, refuge, retreats=True)

    def refuge(self, hero: Hero, *, default: bool = False) -> int | None:
        """PG-5.28."""
        match, seat = self.match, hero.seat
        near = [n for n in match.neighbours(hero.room, seat) if self.is_fit(hero, n)]
        owned = [n for n in near if match.rooms[n].owner == seat]
        befriended = [n for n in owned if any(h.seat == seat for h in match.inside(n))]
        known = [n for n in near if match.seats[seat].levels[n] == 4]
        came = [n for n in near if n == hero.came_from]
        return next(iter(came + befriended + owned + known), match.entry(seat) if default else None)

    def is_fit(self, hero: Hero, number: int) -> bool:
        """Whether he may retreat there at all."""
        match = self.match
        return not (
            match.is_spiked(hero.room, number)
            or match.rooms[number].noise
            or any(room == number for room, _ in match.conflicts)
            or match.is_hostile(number, hero.seat)
            or match.entry_owner(number) not in (None, hero.seat)
        )
