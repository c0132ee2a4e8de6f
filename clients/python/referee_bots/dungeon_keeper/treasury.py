"""Expenses of a seat: Sources, units, artifacts, and the upkeep that it can pay (DK-5.1, DK-5.3)."""

from __future__ import annotations

from collections.abc import Iterable

from gamereferee.games.dungeon_keeper.v1.tables import (
    MAX_SOURCE_LEVEL,
    UNITS,
    Artifact,
    Building,
    Kind,
    Rune,
)
from referee_bots.dungeon_keeper import archdemon
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["BRANCHES", "can_keep", "equip_all", "grow", "muster", "upgrade_all"]

BRANCHES: dict[Rune | None, tuple[tuple[Kind, tuple[Kind, ...]], ...]] = {
    None: ((Kind.GRASDIR, (Kind.KERUB,)), (Kind.BES, (Kind.GRASDIR,))),
    Rune.FIRE: ((Kind.OGNEVIK, (Kind.IFRIT,)), (Kind.BES, (Kind.OGNEVIK,))),
    Rune.DARKNESS: ((Kind.ANGUTHEI, (Kind.KADET,)), (Kind.BES, (Kind.ANGUTHEI,))),
    Rune.DEATH: ((Kind.MOONGLAIR, (Kind.LICH, Kind.VAMPIRE)), (Kind.BES, (Kind.MOONGLAIR,))),
}
"""Upgrades of units, by the rune (an item installed in the Altar) that they need; None for those
that need no rune. An entry has an old kind, and the new kinds that it may become. Upgrades of
already upgraded units come first (DK-9.3).
"""


def can_keep(board: Board, kind: Kind, turns: int = 1, spared: int = 0) -> bool:
    """Return whether one more unit of a kind can be paid now, and its upkeep for some turns.

    Args:
        board: The board.
        kind: Kind of unit to buy, or to which a unit is upgraded.
        turns: Number of turns for which the upkeep must be paid.
        spared: Number of idle imps. Their upkeep of 1 mana each is not counted, since imps are the
            first units to vanish if mana is short (DK-5.3).
    """
    row, seat = UNITS[kind], board.mine
    old = UNITS[row.parent].upkeep if row.parent is not None else 0
    left = seat.mana - row.mana
    change = board.income() - board.upkeep() - row.upkeep + old + spared
    # With a falling balance the last turn is the worst, with a rising one the first: `min` covers
    # both.
    return seat.gold >= row.gold and left >= 0 and left + min(change, change * turns) >= 0


def grow(plan: Plan, *, gold_kept: int = 0, top: int = MAX_SOURCE_LEVEL) -> None:
    """Raise the levels of own Sources (they give mana each turn), the cheapest step first.

    It goes on as far as the gold reaches.

    Args:
        plan: Orders of the batch, to which these are added.
        gold_kept: Amount of gold that must be left.
        top: Level up to which Sources are raised.
    """
    board = plan.board
    sources = board.houses_of(board.me, Building.SOURCE)
    for cell in sorted(sources, key=lambda cell: (board.houses[cell].level, cell)):
        level = board.houses[cell].level
        if level < top and board.mine.gold - 10 * level >= gold_kept:
            archdemon.upgrade_source(plan, cell)


def equip_all(plan: Plan, units: Iterable[Unit]) -> None:
    """Give artifacts (items that raise values) in store to units without that kind of artifact.

    The most valuable units come first.
    """
    best = sorted(units, key=lambda unit: (-unit.row.value, unit.id))
    for artifact in Artifact:
        for unit in best:
            archdemon.equip(plan, unit, artifact)


def upgrade_all(plan: Plan, branch: Rune | None, turns: int, spared: int = 0) -> None:
    """Upgrade fighters near a Source, as far as their upkeep can be paid for some turns.

    Args:
        plan: Orders of the batch, to which these are added.
        branch: Rune whose upgrades come first, those that need no rune after them (see
            `BRANCHES`); None makes only upgrades that need no rune.
        turns: Number of turns for which the upkeep must be paid.
        spared: Number of idle imps, whose upkeep of 1 mana each is not counted.
    """
    board = plan.board
    for steps in dict.fromkeys((branch, None)):
        for old, news in BRANCHES[steps]:
            for unit in board.fighters():
                if unit.kind == old:
                    new = news[unit.id % len(news)]
                    if can_keep(board, new, turns, spared):
                        archdemon.upgrade(plan, unit, new)


def muster(plan: Plan, branch: Rune | None, turns: int, spared: int = 0) -> None:
    """Summon fighters and upgrade them, as far as their upkeep can be paid for some turns.

    Args:
        plan: Orders of the batch, to which these are added.
        branch: Rune whose upgrades come first, those that need no rune after them (see
            `BRANCHES`); None makes only upgrades that need no rune.
        turns: Number of turns for which the upkeep must be paid.
        spared: Number of idle imps, whose upkeep of 1 mana each is not counted.
    """
    board = plan.board
    upgrade_all(plan, branch, turns, spared)
    while can_keep(board, Kind.BES, turns, spared) and archdemon.summon(plan, Kind.BES):
        upgrade_all(plan, branch, turns, spared)
