"""The group of heroes that goes together: its members, their health, and stragglers on their way to it."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import CLW_MANA, CSW_MANA
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands

__all__ = ["Group", "follow", "gather", "heal"]

BADLY_HURT, LIGHTLY_HURT = 9, 3
"""Missing hit points from which on CSW or a potion, and CLW, are worth using."""
_RANKS = (
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_CLERIC,
    wire.HERO_CLASS_THIEF,
    wire.HERO_CLASS_WIZARD,
)
"""Order in which heroes go."""


@dataclasses.dataclass(slots=True)
class Group:
    """Heroes in one room, in the order in which they go, and those who should be there."""

    room: int
    members: list[wire.Hero]
    stragglers: list[wire.Hero]

    @property
    def hp(self) -> int:
        """Hit points of all."""
        return sum(hero.hp for hero in self.members)

    @property
    def health(self) -> float:
        """Share of the hit points that are left, 0 to 1."""
        return self.hp / max(1, sum(hero.max_hp for hero in self.members))

    @property
    def mana(self) -> float:
        """Share of the Wizards' Mana that is left, 0 to 1; 1 without a Wizard."""
        wizards = [hero for hero in self.members if hero.hero_class == wire.HERO_CLASS_WIZARD]
        most = sum(hero.max_mana for hero in wizards)
        return sum(hero.mana for hero in wizards) / most if most else 1


def gather(heroes: Sequence[wire.Hero]) -> Group | None:
    """Return the group that heroes form: those in the room with the most of them, then with most hit points."""
    rooms: dict[int, list[wire.Hero]] = collections.defaultdict(list)
    for hero in heroes:
        rooms[hero.room].append(hero)
    if not rooms:
        return None
    room = min(
        rooms, key=lambda room: (-len(rooms[room]), -sum(hero.hp for hero in rooms[room]), room)
    )
    members = sorted(
        rooms[room],
        key=lambda hero: (
            _RANKS.index(hero.hero_class) if hero.hero_class in _RANKS else len(_RANKS),
            -hero.hp,
            hero.hero,
        ),
    )
    return Group(room, members, [hero for hero in heroes if hero.room != room])


def follow(board: Board, group: Group, commands: Commands) -> None:
    """Send stragglers to the group's room."""
    for hero in group.stragglers:
        way = board.walk(hero.room, group.room)
        if way:
            commands.move(hero.hero, way)


def heal(board: Board, heroes: Sequence[wire.Hero], commands: Commands, *, lightly: bool) -> None:
    """Have Clerics who have nothing else to do cure the worst hurt in their room.

    Args:
        board: The dungeon.
        heroes: Heroes to be cured.
        commands: Where the orders go.
        lightly: Cure by CLW whoever is hurt at all; else weigh cures, and use potions too.
    """
    missing = {hero.hero: hero.max_hp - hero.hp for hero in heroes}
    potions = sum(e.count for e in board.seen.own.stash if e.item == wire.ITEM_POTION)
    for healer in heroes:
        near = [hero.hero for hero in heroes if hero.room == healer.room and missing[hero.hero] > 0]
        if healer.hero in commands.actions or not near:
            continue
        worst = max(near, key=lambda hero: (missing[hero], -hero))
        lacks, is_cleric = missing[worst], healer.hero_class == wire.HERO_CLASS_CLERIC
        if is_cleric and not lightly and lacks >= BADLY_HURT and healer.mana >= CSW_MANA:
            commands.act(wire.HeroOrder(hero=healer.hero, csw=wire.Csw(target=worst)))
        elif is_cleric and healer.mana >= CLW_MANA and (lightly or lacks >= LIGHTLY_HURT):
            commands.act(wire.HeroOrder(hero=healer.hero, clw=wire.Clw(target=worst)))
        elif not lightly and potions and lacks >= BADLY_HURT:
            potions -= 1
            commands.act(wire.HeroOrder(hero=healer.hero, potion=wire.Potion(target=worst)))
        else:
            continue
        missing[worst] -= LIGHTLY_HURT
