"""The group of heroes that moves together: its members, their health and cures, and its stragglers."""

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
"""Number of missing hit points from which on a potion or the spell CSW (cure serious wounds) is used,
and from which on the spell CLW (cure light wounds) is.
"""
_RANKS = (
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_CLERIC,
    wire.HERO_CLASS_THIEF,
    wire.HERO_CLASS_WIZARD,
)
"""Order of the heroes' classes in which a group enters a room."""


@dataclasses.dataclass(slots=True)
class Group:
    """Heroes in one room, in the order in which they enter the next.

    `stragglers` are heroes elsewhere that should join the group.
    """

    room: int
    members: list[wire.Hero]
    stragglers: list[wire.Hero]

    @property
    def hp(self) -> int:
        """Total hit points of the members."""
        return sum(hero.hp for hero in self.members)

    @property
    def health(self) -> float:
        """Share of the members' total hit points that is left, 0 to 1."""
        return self.hp / max(1, sum(hero.max_hp for hero in self.members))

    @property
    def mana(self) -> float:
        """Share of the Wizards' total Mana that is left, 0 to 1; 1 without a Wizard."""
        wizards = [hero for hero in self.members if hero.hero_class == wire.HERO_CLASS_WIZARD]
        most = sum(hero.max_mana for hero in wizards)
        return sum(hero.mana for hero in wizards) / most if most else 1


def gather(heroes: Sequence[wire.Hero]) -> Group | None:
    """Return the group that heroes form; None without heroes.

    Its members are the heroes in the room with the most heroes, of equal rooms the one with the
    most hit points; all others are stragglers.
    """
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
    """Add orders to `commands` by which the group's stragglers walk to the room of its members."""
    for hero in group.stragglers:
        way = board.walk(hero.room, group.room)
        if way:
            commands.move(hero.hero, way)


def heal(board: Board, heroes: Sequence[wire.Hero], commands: Commands, *, lightly: bool) -> None:
    """Have heroes without an action cure the hero in their room that has lost the most hit points.

    Args:
        board: The dungeon in this turn.
        heroes: Heroes that may be cured, and that may cure.
        commands: Orders of the turn, to which the cures are added.
        lightly: Whether Clerics cure every hurt hero by the spell CLW (cure light wounds), and
            nothing else is used. If False, Clerics choose between CLW and CSW (cure serious wounds)
            by the hit points missing, and other heroes use potions.
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
        # An estimate: the next healer should not choose the same hero for the same wound.
        missing[worst] -= LIGHTLY_HURT
