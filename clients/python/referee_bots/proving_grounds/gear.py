"""Equipment of heroes: they put on items with higher prices than those that they wear."""

from __future__ import annotations

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import ItemKind
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands
from referee_bots.proving_grounds.tables import ITEMS

__all__ = ["equip", "would_help"]


def would_help(hero: wire.Hero, item: int) -> bool:
    """Return whether a hero can use an item and has nothing of that kind with as high a price."""
    row = ITEMS.get(item)
    if row is None or hero.hero_class - 1 not in row.users:
        return False
    if row.kind == ItemKind.SPELL:
        return item not in hero.items
    worn = [ITEMS[old].gold for old in hero.items if old in ITEMS and ITEMS[old].kind == row.kind]
    return row.gold > max(worn, default=0)


def equip(board: Board, commands: Commands) -> None:
    """Add orders to `commands` by which heroes put on unused items of the seat that would help.

    Heroes choose by number, each the dearest items first.
    """
    stash = {entry.item: entry.count for entry in board.seen.own.stash if entry.item in ITEMS}
    for hero in sorted(board.seen.own.heroes, key=lambda hero: hero.hero):
        taken: set[int] = set()
        for item in sorted(stash, key=lambda item: (-ITEMS[item].gold, item)):
            slot = ITEMS[item].kind
            if slot in taken or stash[item] <= 0 or not would_help(hero, item):
                continue
            stash[item] -= 1
            if slot != ItemKind.SPELL:
                taken.add(slot)
            commands.free.append(wire.HeroOrder(hero=hero.hero, equip=wire.Equip(item=item)))
