"""The rules of orders as data: what each kind of order needs, and what it does (DK-4.10, DK-4.11).

The rows and their checks stand in the order of the rulebook's tables. `rulings` applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from referee.games.dungeon_keeper import abilities, archdemon, blasts, checks, works
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.aims import Aim
from referee.games.dungeon_keeper.combat import attack_building, attack_unit
from referee.games.dungeon_keeper.control import subjugate
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.tables import TOWER_RANGE, Ability, Building, Code

__all__ = ["COMMON_CODES", "RULINGS", "Check", "Ruling"]

Check: TypeAlias = tuple[Code, checks.Condition]
"""What must hold, and the code with which the order is refused otherwise."""


class Ruling(NamedTuple):
    """The rules of one kind of order."""

    checks: tuple[Check, ...]
    """In order; in unit orders after the common ones."""
    effect: Callable[[Aim[Any]], None]
    """What it does, once its price is paid."""
    ap: int | None = None
    """Action points of the unit; None for an archdemon's order, which has no common checks."""
    ability: Ability | None = None
    """What the unit must be able to do, if not everyone is."""


COMMON_CODES = (Code.NO_SUCH_UNIT, Code.NOT_YOURS, Code.NO_ABILITY, Code.NO_AP)
"""What unit orders are checked for first, in order (DK-4.10)."""


def _attack(aim: Aim[o.Attack]) -> None:
    if aim.order.cell is None:
        attack_unit(aim.play, aim.at, aim.target)
    else:
        attack_building(aim.play, aim.at, *aim.cell)


def _on_target(work: Callable[[Play, int, int], None]) -> Callable[[Aim[Any]], None]:
    """An effect on the target, done by a function of the match, the user and the target."""
    return lambda aim: work(aim.play, aim.at, aim.target)


def _on_cell(work: Callable[[Play, int, int, int], None]) -> Callable[[Aim[Any]], None]:
    """An effect on the cell, done by a function of the match, the user, a row and a column."""
    return lambda aim: work(aim.play, aim.at, *aim.cell)


def _at_unit(condition: checks.Condition, reach: int) -> tuple[Check, ...]:
    """The checks of an ability used on a unit of which something holds, so far off at most."""
    return (
        _TARGET,
        (Code.BAD_TARGET, condition),
        (Code.OUT_OF_RANGE, checks.in_reach(reach)),
        _IN_SIGHT,
    )


_ON_BOARD = (Code.OUT_OF_BOARD, checks.on_board)
_BESIDE = (_ON_BOARD, (Code.NOT_ADJACENT, checks.is_adjacent))
_TARGET = (Code.NO_SUCH_TARGET, checks.has_target)
_IN_SIGHT = (Code.NO_LOS, checks.in_sight)
_FREE_OF_OTHERS = (
    (Code.OCCUPIED, checks.is_free_of_others),
    (Code.STACK_FULL, checks.has_room),
)
_MANA = (Code.NO_MANA, checks.can_pay(c.MANA))
_GOLD = (Code.NO_GOLD, checks.can_pay(c.GOLD))
_IRON = (Code.NO_IRON, checks.can_pay(c.IRON))
_OWN_UNIT = ((Code.NO_SUCH_UNIT, checks.has_unit), (Code.NOT_YOURS, checks.unit_is_own))
_OTHER_SEAT = ((Code.DISABLED, checks.has_alliances), (Code.BAD_TARGET, checks.is_other_seat))
_is_empty = checks.is_terrain(c.EMPTY)

RULINGS: dict[type[o.Order], Ruling] = {
    o.Move: Ruling(
        (
            *_BESIDE,
            (Code.BLOCKED, _is_empty),
            (Code.CORNER, checks.in_sight),
            *_FREE_OF_OTHERS,
        ),
        works.move,
        1,
    ),
    o.Attack: Ruling(
        (
            (Code.NO_SUCH_TARGET, checks.has_prey),
            (Code.BAD_TARGET, checks.may_be_attacked),
            (Code.OUT_OF_RANGE, checks.in_weapon_reach),
            _IN_SIGHT,
        ),
        _attack,
        1,
    ),
    o.Dig: Ruling(
        (*_BESIDE, (Code.NOT_UNDUG, checks.is_terrain(c.UNDUG))), works.dig, 1, Ability.DIG
    ),
    o.Mine: Ruling(
        (*_BESIDE, (Code.NOT_MINE, checks.is_terrain(c.MINE))), works.mine, 1, Ability.MINE
    ),
    o.Build: Ruling(
        (
            *_BESIDE,
            (Code.NOT_EMPTY, _is_empty),
            (Code.OCCUPIED, checks.is_free_of_units),
            (Code.ITEM_THERE, checks.is_free_of_items),
            *(_MANA, _GOLD, _IRON),
        ),
        works.build,
        1,
        Ability.BUILD,
    ),
    o.Repair: Ruling(
        (
            *_BESIDE,
            (Code.BAD_TARGET, checks.is_reparable),
            (Code.FULL_HP, checks.is_damaged),
            (Code.NO_GOLD, checks.has_gold),
        ),
        works.repair,
        1,
        Ability.REPAIR,
    ),
    o.Pickup: Ruling(
        (
            _ON_BOARD,
            (Code.NOT_ADJACENT, checks.in_reach(1)),
            (Code.NO_ITEM, checks.has_item),
            (Code.OCCUPIED, checks.is_free_of_strangers),
            (Code.HANDS_FULL, checks.has_free_hands),
        ),
        works.pick_up,
        1,
    ),
    o.UseRune: Ruling(
        (
            (Code.NO_RUNE, checks.carries_rune),
            (Code.NOT_ADJACENT, checks.altar_beside),
            (Code.ALREADY_INSTALLED, checks.altar_takes_rune),
        ),
        works.use_rune,
        1,
    ),
    o.Capture: Ruling(
        (
            *_BESIDE,
            (Code.BAD_TARGET, checks.is_source),
            (Code.OWN_SOURCE, checks.is_for_capture),
        ),
        works.capture,
        1,
    ),
    o.Rest: Ruling(
        (*_BESIDE, (Code.NO_BUILDING, checks.is_own_hospital), (Code.FULL_HP, checks.is_hurt)),
        works.rest,
        1,
    ),
    o.Heal: Ruling(
        (*_at_unit(checks.target_is_friendly, 2), (Code.FULL_HP, checks.target_is_hurt)),
        _on_target(abilities.heal),
        1,
        Ability.HEAL,
    ),
    o.Purify: Ruling(
        (
            *_at_unit(checks.target_is_friendly, 2),
            (Code.NOTHING_TO_REMOVE, checks.target_is_cursed),
        ),
        _on_target(abilities.purify),
        1,
        Ability.PURIFY,
    ),
    o.Sacrifice: Ruling(
        _at_unit(checks.may_be_sacrificed, 1), works.sacrifice, 1, Ability.SACRIFICE
    ),
    o.FireBreath: Ruling(
        (
            *_BESIDE,
            _IN_SIGHT,
            (Code.NO_SUCH_TARGET, lambda aim: bool(blasts.breath_hits(aim.state, *aim.cell))),
        ),
        _on_cell(blasts.fire_breath),
        1,
        Ability.FIRE_BREATH,
    ),
    o.FireStream: Ruling(
        (
            (
                Code.NO_SUCH_TARGET,
                lambda aim: bool(blasts.stream_hits(aim.state, aim.at, aim.order.direction)),
            ),
        ),
        lambda aim: blasts.fire_stream(aim.play, aim.at, aim.order.direction),
        3,
        Ability.FIRE_STREAM,
    ),
    o.DeathCloud: Ruling(
        (
            _ON_BOARD,
            (Code.OUT_OF_RANGE, checks.in_reach(3)),
            _IN_SIGHT,
            (
                Code.NO_SUCH_TARGET,
                lambda aim: bool(blasts.cloud_hits(aim.state, aim.at, *aim.cell)),
            ),
        ),
        _on_cell(blasts.death_cloud),
        2,
        Ability.DEATH_CLOUD,
    ),
    o.Subjugate: Ruling(
        _at_unit(checks.target_is_hostile, 2), _on_target(subjugate), 2, Ability.SUBJUGATE
    ),
    o.Exhaust: Ruling(
        (*_at_unit(checks.target_is_hostile, 3), (Code.ALREADY_ACTIVE, checks.may_be_exhausted)),
        _on_target(abilities.exhaust),
        1,
        Ability.EXHAUST,
    ),
    o.Fear: Ruling(
        _at_unit(checks.target_is_hostile, 3), _on_target(abilities.fear), 1, Ability.FEAR
    ),
    o.Poison: Ruling(
        _at_unit(checks.target_is_hostile, 2), _on_target(abilities.poison), 1, Ability.POISON
    ),
    o.CancelBlessing: Ruling(
        (*_at_unit(checks.target_is_hostile, 3), (Code.NOTHING_TO_REMOVE, checks.has_buff)),
        lambda aim: abilities.cancel_blessing(aim.play, aim.at, aim.target, aim.order.buff),
        1,
        Ability.CANCEL_BLESSING,
    ),
    o.Summon: Ruling(
        (
            (Code.NO_BUILDING, checks.gives_order(Building.CIRCLE)),
            *_BESIDE,
            (Code.BLOCKED, _is_empty),
            *_FREE_OF_OTHERS,
            (Code.UNIT_CAP, checks.may_have_more_units),
            _MANA,
        ),
        archdemon.summon,
    ),
    o.UpgradeUnit: Ruling(
        (
            *_OWN_UNIT,
            (Code.BAD_UPGRADE, checks.is_child_of_kind),
            (Code.NEEDS_RUNE, checks.has_rune_for_kind),
            (Code.NOT_NEAR_SOURCE, checks.source_near),
            (Code.ALREADY_UPGRADED, checks.unit_may_rise),
            *(_MANA, _GOLD),
        ),
        archdemon.upgrade_unit,
    ),
    o.UpgradeSource: Ruling(
        (
            (Code.NO_BUILDING, checks.gives_order(Building.SOURCE)),
            (Code.MAX_LEVEL, checks.source_may_rise),
            (Code.ALREADY_UPGRADED, checks.source_is_idle),
            _GOLD,
        ),
        archdemon.upgrade_source,
    ),
    o.Research: Ruling(
        (
            (Code.ALREADY_KNOWN, checks.is_unknown),
            (Code.NEEDS_RUNE, checks.has_runes_for_spell),
            _MANA,
        ),
        archdemon.research,
    ),
    o.Cast: Ruling(
        (
            (Code.NOT_RESEARCHED, checks.is_known),
            _TARGET,
            (Code.BAD_TARGET, checks.may_be_cast_on),
            (Code.FULL_HP, checks.cures),
            (Code.NOTHING_TO_REMOVE, checks.dispels),
            (Code.ALREADY_ACTIVE, checks.is_fresh),
            _MANA,
        ),
        archdemon.cast,
    ),
    o.Forge: Ruling(
        (
            (Code.NO_BUILDING, checks.has_building(Building.ARMOURY)),
            *(_GOLD, _IRON),
            (Code.NO_TALDEAR, checks.can_pay(c.TALDEAR)),
        ),
        archdemon.forge,
    ),
    o.Equip: Ruling(
        (
            *_OWN_UNIT,
            (Code.NO_ARTIFACT, checks.in_store),
            (Code.SLOT_FULL, checks.artifact_fits),
        ),
        archdemon.equip,
    ),
    o.AssignSpirit: Ruling(
        (
            *_OWN_UNIT,
            (Code.NO_SPIRIT, checks.spirit_held),
            (Code.SLOT_FULL, checks.spirit_fits),
        ),
        archdemon.assign_spirit,
    ),
    o.Exchange: Ruling(
        ((Code.NO_BUILDING, checks.has_building(Building.ALCHEMY_LAB)), _MANA),
        archdemon.exchange,
    ),
    o.TowerShot: Ruling(
        (
            (Code.NO_BUILDING, checks.gives_order(Building.BATTLE_TOWER)),
            (Code.NO_AP, checks.tower_has_ap),
            *_at_unit(checks.target_is_hostile, TOWER_RANGE),
            (Code.NOT_NEAREST, checks.target_is_nearest),
        ),
        archdemon.tower_shot,
    ),
    o.Ally: Ruling(_OTHER_SEAT, archdemon.ally),
    o.Unally: Ruling(_OTHER_SEAT, archdemon.unally),
}
"""The rules of each kind of order, in the order of the rulebook's tables."""
