"""Effects of the archdemon's orders, which a seat gives without a unit; one function for each kind (DK-4.11).

The order given has passed its checks, and its price is paid.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import (
    LIFE_HP,
    add_unit,
    max_ap_of,
    row_of,
    spot,
)
from referee.games.dungeon_keeper.rules.combat.statuses import absorbs, add_status, heal, purge
from referee.games.dungeon_keeper.rules.combat.strikes import shoot
from referee.games.dungeon_keeper.rules.economy.prices import price_of
from referee.games.dungeon_keeper.rules.events import (
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
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    SPELLS,
    UNITS,
    Category,
    Kind,
    Spell,
    Spirit,
)

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
"""Hit points that the spell of healing gives its target (DK-3.12)."""


def summon(aim: Aim[o.Summon]) -> None:
    """Create a unit on a cell next to a Circle; it can act from the owner's next turn (DK-5.61)."""
    # Without action points: a Circle built next to an enemy gives him a turn to answer (DK-5.61).
    at = add_unit(aim.state, aim.seat, aim.order.kind, *aim.cell)
    aim.play.log.append(Summoned(spot(aim.state, at), aim.seat, aim.order.kind, aim.start))


def upgrade_unit(aim: Aim[o.UpgradeUnit]) -> None:
    """Change a unit to another kind (DK-5.62).

    Its hit points rise by as much as the new kind has more than the old one in the unit table.
    """
    state = aim.state
    unit = state.units[aim.at]
    old = Kind(state.units.item(aim.at, c.KIND))
    # Damage stays: an upgrade does not heal (DK-5.62).
    unit[c.HP] += UNITS[aim.order.to].hp - row_of(state, aim.at).hp
    unit[c.KIND] = aim.order.to
    # No points are gained, and none kept beyond those of the new kind (DK-5.62).
    unit[c.AP] = min(state.units.item(aim.at, c.AP), max_ap_of(state, aim.at))
    unit[c.UPGRADED] = 1
    aim.play.log.append(Upgraded(spot(state, aim.at), old, aim.order.to))


def upgrade_source(aim: Aim[o.UpgradeSource]) -> None:
    """Raise a Source by a level, and mark it as upgraded in this turn (DK-3.10, DK-5.62)."""
    row, col = aim.start
    level = aim.state.cells.item(c.B_LEVEL, row, col) + 1
    aim.state.cells[c.B_LEVEL, row, col] = level
    aim.state.cells[c.B_UPGRADED, row, col] = 1
    aim.play.log.append(SourceUpgraded(aim.start, level))


def research(aim: Aim[o.Research]) -> None:
    """Mark a spell as researched; it can be cast at once."""
    aim.state.seats[aim.seat, c.SPELLS + aim.order.spell] = 1
    aim.play.log.append(Researched(aim.seat, aim.order.spell))


def cast(aim: Aim[o.Cast]) -> None:
    """Cast a spell on its target; a debuff has no effect if the target absorbs it (DK-5.70)."""
    row = SPELLS[aim.order.spell]
    aim.play.log.append(Cast(aim.seat, aim.order.spell, spot(aim.state, aim.target)))
    # Even an absorbed spell costs its mana and is logged (DK-5.70).
    if row.category == Category.DEBUFF and absorbs(aim.play, aim.target):
        return
    if row.status is not None:
        add_status(aim.play, aim.target, row.status, aim.seat)
    match aim.order.spell:
        case Spell.HASTE:
            aim.state.units[aim.target, c.AP] += 1
        case Spell.HEALING:
            heal(aim.play, aim.target, HEALING_HP)
        case Spell.DISPEL:
            purge(aim.play, aim.target)


def forge(aim: Aim[o.Forge]) -> None:
    """Add a new artifact to the seat's store."""
    aim.state.seats[aim.seat, c.STORE + aim.order.artifact] += 1
    aim.play.log.append(Forged(aim.seat, aim.order.artifact))


def equip(aim: Aim[o.Equip]) -> None:
    """Move an artifact from the store to a unit, which gets the artifact's extra hit points at once (DK-5.64)."""
    state = aim.state
    state.seats[aim.seat, c.STORE + aim.order.artifact] -= 1
    state.units[aim.at, c.ARTIFACTS] |= 1 << aim.order.artifact
    # A crown's point is not given now, but with the next points of a turn (DK-5.64).
    state.units[aim.at, c.HP] += ARTIFACTS[aim.order.artifact].hp
    aim.play.log.append(Equipped(spot(state, aim.at), aim.order.artifact))


def assign_spirit(aim: Aim[o.AssignSpirit]) -> None:
    """Bind a spirit to a unit for life; a spirit of life adds its hit points at once (DK-5.66)."""
    state = aim.state
    state.seats[aim.seat, c.SPIRITS_HELD + aim.order.spirit] -= 1
    state.units[aim.at, c.SPIRITS] |= 1 << aim.order.spirit
    if aim.order.spirit == Spirit.LIFE:
        state.units[aim.at, c.HP] += LIFE_HP
    aim.play.log.append(SpiritAssigned(spot(state, aim.at), aim.order.spirit))


def exchange(aim: Aim[o.Exchange]) -> None:
    """Add the resource that the order names, for which the seat has paid mana (DK-4.11)."""
    aim.state.seats[aim.seat, c.STOCKS + aim.order.resource] += aim.order.amount
    # Only for the event: the mana has been paid already.
    mana = price_of(aim.state, aim.order).mana
    aim.play.log.append(Exchanged(aim.seat, aim.order.resource, aim.order.amount, mana))


def tower_shot(aim: Aim[o.TowerShot]) -> None:
    """Shoot from a battle tower at a unit, for one of the tower's action points (DK-5.34)."""
    row, col = aim.start
    aim.state.cells[c.B_AP, row, col] -= 1
    shoot(aim.play, row, col, aim.target)


def ally(aim: Aim[o.Ally]) -> None:
    """Declare an alliance with another seat; it holds while both declare it (DK-5.90)."""
    aim.state.seats[aim.seat, c.ALLIES] |= 1 << aim.order.seat
    aim.play.log.append(AllianceChanged(aim.seat, aim.order.seat, is_declared=True))


def unally(aim: Aim[o.Unally]) -> None:
    """Withdraw the declaration of an alliance; also done if none was declared (DK-5.90)."""
    # The other seat's declaration stays, but an alliance needs both (DK-5.90).
    aim.state.seats[aim.seat, c.ALLIES] &= ~(1 << aim.order.seat)
    aim.play.log.append(AllianceChanged(aim.seat, aim.order.seat, is_declared=False))
