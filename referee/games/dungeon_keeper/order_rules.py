"""The rules of orders as data: what each type of order needs, and what it does (DK-4.10, DK-4.11).

The rows and their checks stand in the order of the rulebook's tables. `rulings` applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.games.dungeon_keeper import abilities, aims, archdemon, blasts, checks, works
from referee.games.dungeon_keeper import archdemon_checks as own
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.combat import attack_building, attack_unit
from referee.games.dungeon_keeper.control import subjugate
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.tables import Ability, Code
from referee.games.dungeon_keeper.units import find

__all__ = ["COMMON_CODES", "RULINGS", "Check", "Ruling"]

OrderT = TypeVar("OrderT", bound=o.Order)

Check: TypeAlias = tuple[Code, Callable[[Play, OrderT, int], bool]]
"""A code, and the predicate that gives it: of the match, the order, and the row of the unit it names."""


class Ruling(NamedTuple, Generic[OrderT]):
    """The rules of one type of order."""

    rule: str
    """Where the effect is ruled."""
    checks: tuple[Check[OrderT], ...]
    """In order; in unit orders after the common ones."""
    effect: Callable[[Play, OrderT, int], None]
    """What it does, once its price is paid; takes what a check takes."""
    ap: int | None = None
    """Action points of the unit; None for an archdemon's order, which has no common checks."""
    ability: Ability | None = None
    """What the unit must be able to do, if not everyone is."""


COMMON_CODES = (Code.NO_SUCH_UNIT, Code.NOT_YOURS, Code.NO_ABILITY, Code.NO_AP)
"""What unit orders are checked for first, in order (DK-4.10)."""


def _attack(play: Play, order: o.Attack, at: int) -> None:
    if order.cell is not None:
        attack_building(play, at, *order.cell)
    elif order.target is not None:
        attack_unit(play, at, find(play.state, order.target))


def _on_target(
    work: Callable[[Play, int, int], None],
) -> Callable[[Play, checks.AtTarget, int], None]:
    """An effect on the target, done by a function of the match, the user and the target."""
    return lambda play, order, at: work(play, at, find(play.state, order.target))


def _on_cell(
    work: Callable[[Play, int, int, int], None],
) -> Callable[[Play, checks.AtCell, int], None]:
    """An effect on the cell, done by a function of the match, the user, a row and a column."""
    return lambda play, order, at: work(play, at, *order.cell)


_OFF_BOARD = (Code.OUT_OF_BOARD, checks.cell_off_board)
_NOT_ADJACENT = (Code.NOT_ADJACENT, checks.cell_not_adjacent)
_NO_TARGET = (Code.NO_SUCH_TARGET, aims.no_target)
_NOT_FRIENDLY = (Code.BAD_TARGET, aims.not_friendly)
_NOT_HOSTILE = (Code.BAD_TARGET, aims.not_hostile)
_HIDDEN = (Code.NO_LOS, aims.target_hidden)
_NO_MANA = (Code.NO_MANA, checks.lacks_mana)
_NO_GOLD = (Code.NO_GOLD, checks.lacks_gold)
_NO_IRON = (Code.NO_IRON, checks.lacks_iron)
_NO_SUCH_UNIT = (Code.NO_SUCH_UNIT, own.unit_missing)
_NOT_OWNED = (Code.NOT_YOURS, own.not_owned)


def _farther_than(reach: int) -> Check[Any]:
    return (Code.OUT_OF_RANGE, aims.target_farther_than(reach))


_UNIT_RULINGS: dict[type[o.Order], Ruling[Any]] = {
    o.Move: Ruling[o.Move](
        "DK-5.12",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.BLOCKED, checks.cell_solid),
            (Code.CORNER, checks.cell_hidden),
            (Code.OCCUPIED, checks.foreign_unit_there),
            (Code.STACK_FULL, checks.stack_full),
        ),
        works.move,
        ap=1,
    ),
    o.Attack: Ruling[o.Attack](
        "DK-5.20",
        (
            (Code.NO_SUCH_TARGET, aims.no_prey),
            (Code.BAD_TARGET, aims.not_to_be_attacked),
            (Code.OUT_OF_RANGE, aims.beyond_reach),
            (Code.NO_LOS, aims.prey_hidden),
        ),
        _attack,
        ap=1,
    ),
    o.Dig: Ruling[o.Dig](
        "DK-4.10",
        (_OFF_BOARD, _NOT_ADJACENT, (Code.NOT_UNDUG, checks.not_undug)),
        works.dig,
        ap=1,
        ability=Ability.DIG,
    ),
    o.Mine: Ruling[o.Mine](
        "DK-5.15",
        (_OFF_BOARD, _NOT_ADJACENT, (Code.NOT_MINE, checks.not_mine)),
        works.mine,
        ap=1,
        ability=Ability.MINE,
    ),
    o.Build: Ruling[o.Build](
        "DK-5.16",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.NOT_EMPTY, checks.cell_solid),
            (Code.OCCUPIED, checks.unit_there),
            (Code.ITEM_THERE, checks.something_lies_there),
            _NO_MANA,
            _NO_GOLD,
            _NO_IRON,
        ),
        works.build,
        ap=1,
        ability=Ability.BUILD,
    ),
    o.Repair: Ruling[o.Repair](
        "DK-5.17",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.BAD_TARGET, checks.not_reparable),
            (Code.FULL_HP, checks.building_intact),
            (Code.NO_GOLD, checks.no_gold_at_all),
        ),
        works.repair,
        ap=1,
        ability=Ability.REPAIR,
    ),
    o.Pickup: Ruling[o.Pickup](
        "DK-5.18",
        (
            _OFF_BOARD,
            (Code.NOT_ADJACENT, checks.cell_out_of_hand),
            (Code.NO_ITEM, checks.has_no_such_item),
            (Code.OCCUPIED, checks.stranger_there),
            (Code.HANDS_FULL, checks.hands_full),
        ),
        works.pick_up,
        ap=1,
    ),
    o.UseRune: Ruling[o.UseRune](
        "DK-5.19",
        (
            (Code.NO_RUNE, checks.no_rune),
            (Code.NOT_ADJACENT, checks.no_altar_beside),
            (Code.ALREADY_INSTALLED, checks.rune_installed),
        ),
        works.use_rune,
        ap=1,
    ),
    o.Capture: Ruling[o.Capture](
        "DK-5.60",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.BAD_TARGET, checks.not_source),
            (Code.OWN_SOURCE, checks.own_source),
        ),
        works.capture,
        ap=1,
    ),
    o.Rest: Ruling[o.Rest](
        "DK-4.10",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.NO_BUILDING, checks.no_hospital),
            (Code.FULL_HP, checks.at_full_hp),
        ),
        works.rest,
        ap=1,
    ),
    o.Heal: Ruling[o.Heal](
        "DK-4.10",
        (
            _NO_TARGET,
            _NOT_FRIENDLY,
            _farther_than(2),
            _HIDDEN,
            (Code.FULL_HP, aims.target_at_full_hp),
        ),
        _on_target(abilities.heal),
        ap=1,
        ability=Ability.HEAL,
    ),
    o.Purify: Ruling[o.Purify](
        "DK-5.45",
        (
            _NO_TARGET,
            _NOT_FRIENDLY,
            _farther_than(2),
            _HIDDEN,
            (Code.NOTHING_TO_REMOVE, aims.nothing_to_purify),
        ),
        _on_target(abilities.purify),
        ap=1,
        ability=Ability.PURIFY,
    ),
    o.Sacrifice: Ruling[o.Sacrifice](
        "DK-5.65",
        (
            _NO_TARGET,
            (Code.BAD_TARGET, aims.not_to_be_sacrificed),
            _farther_than(1),
            _HIDDEN,
        ),
        works.sacrifice,
        ap=1,
        ability=Ability.SACRIFICE,
    ),
    o.FireBreath: Ruling[o.FireBreath](
        "DK-5.31",
        (
            _OFF_BOARD,
            _NOT_ADJACENT,
            (Code.NO_LOS, checks.cell_hidden),
            (Code.NO_SUCH_TARGET, aims.nobody_burns),
        ),
        _on_cell(blasts.fire_breath),
        ap=1,
        ability=Ability.FIRE_BREATH,
    ),
    o.FireStream: Ruling[o.FireStream](
        "DK-5.32",
        ((Code.NO_SUCH_TARGET, aims.nobody_in_stream),),
        lambda play, order, at: blasts.fire_stream(play, at, order.direction),
        ap=3,
        ability=Ability.FIRE_STREAM,
    ),
    o.DeathCloud: Ruling[o.DeathCloud](
        "DK-5.33",
        (
            _OFF_BOARD,
            (Code.OUT_OF_RANGE, checks.cell_farther_than(3)),
            (Code.NO_LOS, checks.cell_hidden),
            (Code.NO_SUCH_TARGET, aims.nobody_hostile_there),
        ),
        _on_cell(blasts.death_cloud),
        ap=2,
        ability=Ability.DEATH_CLOUD,
    ),
    o.Subjugate: Ruling[o.Subjugate](
        "DK-5.50",
        (_NO_TARGET, _NOT_HOSTILE, _farther_than(2), _HIDDEN),
        _on_target(subjugate),
        ap=2,
        ability=Ability.SUBJUGATE,
    ),
    o.Exhaust: Ruling[o.Exhaust](
        "DK-5.40",
        (
            _NO_TARGET,
            _NOT_HOSTILE,
            _farther_than(3),
            _HIDDEN,
            (Code.ALREADY_ACTIVE, aims.exhausted_already),
        ),
        _on_target(abilities.exhaust),
        ap=1,
        ability=Ability.EXHAUST,
    ),
    o.Fear: Ruling[o.Fear](
        "DK-5.43",
        (_NO_TARGET, _NOT_HOSTILE, _farther_than(3), _HIDDEN),
        _on_target(abilities.fear),
        ap=1,
        ability=Ability.FEAR,
    ),
    o.Poison: Ruling[o.Poison](
        "DK-5.44",
        (_NO_TARGET, _NOT_HOSTILE, _farther_than(2), _HIDDEN),
        _on_target(abilities.poison),
        ap=1,
        ability=Ability.POISON,
    ),
    o.CancelBlessing: Ruling[o.CancelBlessing](
        "DK-5.46",
        (
            _NO_TARGET,
            _NOT_HOSTILE,
            _farther_than(3),
            _HIDDEN,
            (Code.NOTHING_TO_REMOVE, aims.buff_absent),
        ),
        lambda play, order, at: abilities.cancel_blessing(
            play, at, find(play.state, order.target), order.buff
        ),
        ap=1,
        ability=Ability.CANCEL_BLESSING,
    ),
}

_ARCHDEMON_RULINGS: dict[type[o.Order], Ruling[Any]] = {
    o.Summon: Ruling[o.Summon](
        "DK-5.61",
        (
            (Code.NO_BUILDING, own.no_circle),
            _OFF_BOARD,
            (Code.NOT_ADJACENT, own.unsummonable_to),
            (Code.BLOCKED, checks.cell_solid),
            (Code.OCCUPIED, checks.foreign_unit_there),
            (Code.STACK_FULL, checks.stack_full),
            (Code.UNIT_CAP, own.too_many_units),
            _NO_MANA,
        ),
        archdemon.summon,
    ),
    o.UpgradeUnit: Ruling[o.UpgradeUnit](
        "DK-5.62",
        (
            _NO_SUCH_UNIT,
            _NOT_OWNED,
            (Code.BAD_UPGRADE, own.not_child_of_kind),
            (Code.NEEDS_RUNE, own.upgrade_needs_rune),
            (Code.NOT_NEAR_SOURCE, own.no_source_near),
            (Code.ALREADY_UPGRADED, own.unit_upgraded),
            _NO_MANA,
            _NO_GOLD,
        ),
        archdemon.upgrade_unit,
    ),
    o.UpgradeSource: Ruling[o.UpgradeSource](
        "DK-5.62",
        (
            (Code.NO_BUILDING, own.no_own_source),
            (Code.MAX_LEVEL, own.source_at_top),
            (Code.ALREADY_UPGRADED, own.source_upgraded),
            _NO_GOLD,
        ),
        archdemon.upgrade_source,
    ),
    o.Research: Ruling[o.Research](
        "DK-3.12",
        (
            (Code.ALREADY_KNOWN, own.spell_known),
            (Code.NEEDS_RUNE, own.spell_needs_rune),
            _NO_MANA,
        ),
        archdemon.research,
    ),
    o.Cast: Ruling[o.Cast](
        "DK-5.70",
        (
            (Code.NOT_RESEARCHED, own.not_researched),
            _NO_TARGET,
            (Code.BAD_TARGET, own.not_castable_on),
            (Code.FULL_HP, own.cure_in_vain),
            (Code.NOTHING_TO_REMOVE, own.dispel_in_vain),
            (Code.ALREADY_ACTIVE, own.spell_active),
            _NO_MANA,
        ),
        archdemon.cast,
    ),
    o.Forge: Ruling[o.Forge](
        "DK-3.11",
        (
            (Code.NO_BUILDING, own.no_armoury),
            _NO_GOLD,
            _NO_IRON,
            (Code.NO_TALDEAR, checks.lacks_taldear),
        ),
        archdemon.forge,
    ),
    o.Equip: Ruling[o.Equip](
        "DK-5.64",
        (
            _NO_SUCH_UNIT,
            _NOT_OWNED,
            (Code.NO_ARTIFACT, own.not_in_store),
            (Code.SLOT_FULL, own.artifact_borne),
        ),
        archdemon.equip,
    ),
    o.AssignSpirit: Ruling[o.AssignSpirit](
        "DK-5.66",
        (
            _NO_SUCH_UNIT,
            _NOT_OWNED,
            (Code.NO_SPIRIT, own.spirit_not_held),
            (Code.SLOT_FULL, own.spirit_borne),
        ),
        archdemon.assign_spirit,
    ),
    o.Exchange: Ruling[o.Exchange](
        "DK-4.11",
        ((Code.NO_BUILDING, own.no_alchemy_lab), _NO_MANA),
        archdemon.exchange,
    ),
    o.TowerShot: Ruling[o.TowerShot](
        "DK-5.34",
        (
            (Code.NO_BUILDING, own.no_battle_tower),
            (Code.NO_AP, own.tower_spent),
            _NO_TARGET,
            _NOT_HOSTILE,
            (Code.OUT_OF_RANGE, own.beyond_tower),
            (Code.NO_LOS, own.hidden_from_tower),
            (Code.NOT_NEAREST, own.not_nearest),
        ),
        archdemon.tower_shot,
    ),
    o.Ally: Ruling[o.Ally](
        "DK-5.90",
        ((Code.DISABLED, own.no_alliances), (Code.BAD_TARGET, own.bad_ally)),
        archdemon.ally,
    ),
    o.Unally: Ruling[o.Unally](
        "DK-5.90",
        ((Code.DISABLED, own.no_alliances), (Code.BAD_TARGET, own.bad_ally)),
        archdemon.unally,
    ),
}

RULINGS: dict[type[o.Order], Ruling[Any]] = _UNIT_RULINGS | _ARCHDEMON_RULINGS
"""The rules of each type of order, in the order of the rulebook's tables."""
