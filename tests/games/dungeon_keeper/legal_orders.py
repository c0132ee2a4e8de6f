"""One order of each type that nothing stands in the way of, each in the smallest position for it.

The unit that acts, or the building, is on 0-4, at the upper edge; what it acts on lies to the east of it.
Seat 0 gives the order. Its first unit is `FIRST`, the first unit of seat 1 is `ENEMY`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import (
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Resource,
    Rune,
    Spell,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.positions import add, build, open_board, undig

__all__ = ["BESIDE", "ENEMY", "FIRST", "HERE", "LEGAL", "SECOND", "legal"]

HERE, BESIDE = (0, 4), Place(0, 5)
FIRST, SECOND, ENEMY = 100001, 100002, 200001


def legal(order_type: type[o.Order], **config: Any) -> tuple[Play, o.Order]:
    """A position with its order.

    Args:
        order_type: Its type.
        **config: Fields of the config.
    """
    play = open_board(**config)
    return play, LEGAL[order_type](play)


def _move(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    return o.Move(FIRST, BESIDE)


def _attack(play: Play) -> o.Order:
    add(play, 0, Kind.BES, HERE)
    add(play, 1, Kind.BES, BESIDE)
    return o.Attack(FIRST, target=ENEMY)


def _dig(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    undig(play, BESIDE)
    return o.Dig(FIRST, BESIDE)


def _mine(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    ground.put_mine(play.state, *BESIDE, MineKind.GOLD, 100)
    return o.Mine(FIRST, BESIDE)


def _build(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    return o.Build(FIRST, BESIDE, Building.BATTLE_TOWER)


def _repair(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    build(play, 0, Building.HOSPITAL, BESIDE, hp=10)
    return o.Repair(FIRST, BESIDE)


def _pickup(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    ground.put_item(play.state, *BESIDE, Item.RUNE_FIRE)
    return o.Pickup(FIRST, BESIDE, Item.RUNE_FIRE)


def _use_rune(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE, rune=Rune.FIRE)
    build(play, 0, Building.ALTAR, BESIDE)
    return o.UseRune(FIRST, o.RuneMode.INSTALL)


def _capture(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    build(play, NEUTRAL, Building.SOURCE, BESIDE)
    return o.Capture(FIRST, BESIDE)


def _rest(play: Play) -> o.Order:
    add(play, 0, Kind.BES, HERE, hp=1)
    build(play, 0, Building.HOSPITAL, BESIDE)
    return o.Rest(FIRST, BESIDE)


def _heal(play: Play) -> o.Order:
    add(play, 0, Kind.PRIEST, HERE)
    add(play, 0, Kind.BES, (0, 6), hp=1)
    return o.Heal(FIRST, SECOND)


def _purify(play: Play) -> o.Order:
    add(play, 0, Kind.PRIEST, HERE)
    add(play, 0, Kind.BES, (0, 6), statuses={Status.WEAKNESS: 1})
    return o.Purify(FIRST, SECOND)


def _sacrifice(play: Play) -> o.Order:
    add(play, 0, Kind.PRIEST, HERE)
    add(play, 0, Kind.IMP, BESIDE)
    return o.Sacrifice(FIRST, SECOND, Spirit.LIFE)


def _fire_breath(play: Play) -> o.Order:
    add(play, 0, Kind.OGNEVIK, HERE)
    add(play, 1, Kind.KERUB, BESIDE)
    return o.FireBreath(FIRST, BESIDE)


def _fire_stream(play: Play) -> o.Order:
    add(play, 0, Kind.IFRIT, HERE)
    add(play, 1, Kind.KERUB, (0, 6))
    return o.FireStream(FIRST, 2)


def _death_cloud(play: Play) -> o.Order:
    add(play, 0, Kind.LICH, HERE)
    add(play, 1, Kind.KERUB, (0, 7))
    return o.DeathCloud(FIRST, Place(0, 7))


def _subjugate(play: Play) -> o.Order:
    add(play, 0, Kind.SUCCUBUS, HERE)
    add(play, 1, Kind.BES, (0, 6))
    return o.Subjugate(FIRST, ENEMY)


def _exhaust(play: Play) -> o.Order:
    add(play, 0, Kind.ANGUTHEI, HERE)
    add(play, 1, Kind.BES, (0, 7))
    return o.Exhaust(FIRST, ENEMY)


def _fear(play: Play) -> o.Order:
    add(play, 0, Kind.LICH, HERE)
    add(play, 1, Kind.BES, (0, 7))
    return o.Fear(FIRST, ENEMY)


def _poison(play: Play) -> o.Order:
    add(play, 0, Kind.KADET, HERE)
    add(play, 1, Kind.BES, (0, 6))
    return o.Poison(FIRST, ENEMY)


def _cancel_blessing(play: Play) -> o.Order:
    add(play, 0, Kind.SUCCUBUS, HERE)
    add(play, 1, Kind.BES, (0, 7), statuses={Status.RAGE: 1})
    return o.CancelBlessing(FIRST, ENEMY, Status.RAGE)


def _summon(play: Play) -> o.Order:
    build(play, 0, Building.CIRCLE, HERE)
    return o.Summon(Place(*HERE), Kind.BES, BESIDE)


def _upgrade_unit(play: Play) -> o.Order:
    add(play, 0, Kind.BES, HERE)
    build(play, 0, Building.SOURCE, (0, 6))
    play.state.seats[0, c.RUNES + Rune.FIRE] = 1
    return o.UpgradeUnit(FIRST, Kind.OGNEVIK)


def _upgrade_source(play: Play) -> o.Order:
    build(play, 0, Building.SOURCE, HERE, level=3)
    return o.UpgradeSource(Place(*HERE))


def _research(play: Play) -> o.Order:
    play.state.seats[0, c.RUNES : c.RUNES + len(Rune)] = 1
    return o.Research(Spell.LUCK)


def _cast(play: Play) -> o.Order:
    add(play, 0, Kind.BES, HERE)
    play.state.seats[0, c.SPELLS : c.SPELLS + len(Spell)] = 1
    return o.Cast(Spell.RAGE, FIRST)


def _forge(play: Play) -> o.Order:
    build(play, 0, Building.ARMOURY, HERE)
    return o.Forge(Artifact.SWORD)


def _equip(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    play.state.seats[0, c.STORE + Artifact.AMULET] = 1
    return o.Equip(FIRST, Artifact.AMULET)


def _assign_spirit(play: Play) -> o.Order:
    add(play, 0, Kind.IMP, HERE)
    play.state.seats[0, c.SPIRITS_HELD + Spirit.LIFE] = 1
    return o.AssignSpirit(FIRST, Spirit.LIFE)


def _exchange(play: Play) -> o.Order:
    build(play, 0, Building.ALCHEMY_LAB, HERE)
    return o.Exchange(Resource.IRON, 100)


def _tower_shot(play: Play) -> o.Order:
    build(play, 0, Building.BATTLE_TOWER, HERE, ap=3)
    add(play, 1, Kind.KERUB, (0, 6))
    return o.TowerShot(Place(*HERE), ENEMY)


def _ally(play: Play) -> o.Order:
    play.state.rules[c.ALLIANCES] = 1
    return o.Ally(1)


def _unally(play: Play) -> o.Order:
    play.state.rules[c.ALLIANCES] = 1
    return o.Unally(1)


LEGAL: dict[type[o.Order], Callable[[Play], o.Order]] = {
    o.Move: _move,
    o.Attack: _attack,
    o.Dig: _dig,
    o.Mine: _mine,
    o.Build: _build,
    o.Repair: _repair,
    o.Pickup: _pickup,
    o.UseRune: _use_rune,
    o.Capture: _capture,
    o.Rest: _rest,
    o.Heal: _heal,
    o.Purify: _purify,
    o.Sacrifice: _sacrifice,
    o.FireBreath: _fire_breath,
    o.FireStream: _fire_stream,
    o.DeathCloud: _death_cloud,
    o.Subjugate: _subjugate,
    o.Exhaust: _exhaust,
    o.Fear: _fear,
    o.Poison: _poison,
    o.CancelBlessing: _cancel_blessing,
    o.Summon: _summon,
    o.UpgradeUnit: _upgrade_unit,
    o.UpgradeSource: _upgrade_source,
    o.Research: _research,
    o.Cast: _cast,
    o.Forge: _forge,
    o.Equip: _equip,
    o.AssignSpirit: _assign_spirit,
    o.Exchange: _exchange,
    o.TowerShot: _tower_shot,
    o.Ally: _ally,
    o.Unally: _unally,
}
"""For each type what it needs on an open board; each returns the order."""
