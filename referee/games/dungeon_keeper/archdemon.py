"""What archdemons do themselves: one function for each order of DK-4.11.

Each takes the match, the order and the row of the unit that the order gives something to, NO if there is
none. The order has passed its checks, and its price is paid.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.combat import shoot
from referee.games.dungeon_keeper.events import (
    AllianceChanged,
    Cast,
    Equipped,
    Exchanged,
    Forged,
    Researched,
    SourceUpgraded,
    SpiritAssigned,
    Summoned,
    Upgraded,
)
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.prices import price_of
from referee.games.dungeon_keeper.statuses import absorbs, add_status, heal, purge
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    SPELLS,
    UNITS,
    Category,
    Kind,
    Spell,
    Spirit,
)
from referee.games.dungeon_keeper.units import LIFE_HP, add_unit, find, max_ap_of, row_of, spot

__all__ = [
    "HEALING_HP",
    "ally",
    "assign_spirit",
    "cast",
    "equip",
    "exchange",
    "forge",
    "research",
    "summon",
    "tower_shot",
    "unally",
    "upgrade_source",
    "upgrade_unit",
]

HEALING_HP = 5
"""Hit points that the spell of healing gives (DK-3.12)."""


def summon(play: Play, order: o.Summon, at: int) -> None:
    """Call a unit out of a Circle; it can act from its owner's next turn on (DK-5.61)."""
    at = add_unit(play.state, play.seat, order.kind, *order.cell)
    play.log.append(Summoned(spot(play.state, at), play.seat, order.kind, order.circle))


def upgrade_unit(play: Play, order: o.UpgradeUnit, at: int) -> None:
    """Make a unit one of another kind: it gains what the new kind has more of hit points (DK-5.62)."""
    state = play.state
    unit = state.units[at]
    old = Kind(state.units.item(at, c.KIND))
    unit[c.HP] += UNITS[order.to].hp - row_of(state, at).hp
    unit[c.KIND] = order.to
    unit[c.AP] = min(state.units.item(at, c.AP), max_ap_of(state, at))
    unit[c.UPGRADED] = 1
    play.log.append(Upgraded(spot(state, at), old, order.to))


def upgrade_source(play: Play, order: o.UpgradeSource, at: int) -> None:
    """Raise a Source by a level, once a turn (DK-3.10, DK-5.62)."""
    del at
    row, col = order.source
    level = play.state.cells.item(c.B_LEVEL, row, col) + 1
    play.state.cells[c.B_LEVEL, row, col] = level
    play.state.cells[c.B_UPGRADED, row, col] = 1
    play.log.append(SourceUpgraded(order.source, level))


def research(play: Play, order: o.Research, at: int) -> None:
    """Learn a spell; it can be cast at once."""
    del at
    play.state.seats[play.seat, c.SPELLS + order.spell] = 1
    play.log.append(Researched(play.seat, order.spell))


def cast(play: Play, order: o.Cast, at: int) -> None:
    """Cast a spell; a debuff may be absorbed (DK-5.70)."""
    del at
    target = find(play.state, order.target)
    row = SPELLS[order.spell]
    play.log.append(Cast(play.seat, order.spell, spot(play.state, target)))
    if row.category == Category.DEBUFF and absorbs(play, target):
        return
    if row.status is not None:
        add_status(play, target, row.status, play.seat)
    if order.spell in _AT_ONCE:
        _AT_ONCE[order.spell](play, target)


def forge(play: Play, order: o.Forge, at: int) -> None:
    """Make an artifact for the store."""
    del at
    play.state.seats[play.seat, c.STORE + order.artifact] += 1
    play.log.append(Forged(play.seat, order.artifact))


def equip(play: Play, order: o.Equip, at: int) -> None:
    """Give a unit an artifact out of the store; hit points that it adds are there at once (DK-5.64)."""
    state = play.state
    state.seats[play.seat, c.STORE + order.artifact] -= 1
    state.units[at, c.ARTIFACTS] |= 1 << order.artifact
    state.units[at, c.HP] += ARTIFACTS[order.artifact].hp
    play.log.append(Equipped(spot(state, at), order.artifact))


def assign_spirit(play: Play, order: o.AssignSpirit, at: int) -> None:
    """Bind a spirit to a unit for life; one of life adds its hit points at once (DK-5.66)."""
    state = play.state
    state.seats[play.seat, c.SPIRITS_HELD + order.spirit] -= 1
    state.units[at, c.SPIRITS] |= 1 << order.spirit
    if order.spirit == Spirit.LIFE:
        state.units[at, c.HP] += LIFE_HP
    play.log.append(SpiritAssigned(spot(state, at), order.spirit))


def exchange(play: Play, order: o.Exchange, at: int) -> None:
    """Make something out of the mana that has been paid (DK-4.11)."""
    del at
    play.state.seats[play.seat, c.STOCKS + order.resource] += order.amount
    mana = price_of(play.state, order).mana
    play.log.append(Exchanged(play.seat, order.resource, order.amount, mana))


def tower_shot(play: Play, order: o.TowerShot, at: int) -> None:
    """Spend an action point of a battle tower on a shot (DK-5.34)."""
    del at
    row, col = order.tower
    play.state.cells[c.B_AP, row, col] -= 1
    shoot(play, row, col, find(play.state, order.target))


def ally(play: Play, order: o.Ally, at: int) -> None:
    """Declare an alliance; it holds while both sides declare it (DK-5.90)."""
    del at
    play.state.seats[play.seat, c.ALLIES] |= 1 << order.seat
    play.log.append(AllianceChanged(play.seat, order.seat, is_declared=True))


def unally(play: Play, order: o.Unally, at: int) -> None:
    """Withdraw an alliance, declared or not (DK-5.90)."""
    del at
    play.state.seats[play.seat, c.ALLIES] &= ~(1 << order.seat)
    play.log.append(AllianceChanged(play.seat, order.seat, is_declared=False))


def _hasten(play: Play, at: int) -> None:
    play.state.units[at, c.AP] += 1


def _cure(play: Play, at: int) -> None:
    heal(play, at, HEALING_HP)


def _dispel(play: Play, at: int) -> None:
    purge(play, at)


_AT_ONCE: dict[Spell, Callable[[Play, int], None]] = {
    Spell.HASTE: _hasten,
    Spell.HEALING: _cure,
    Spell.DISPEL: _dispel,
}
"""What spells do at once (DK-3.12, DK-5.70)."""
