"""Orders of archdemons, which a seat gives without a unit, in kernels: checks and effects (DK-4.11).

Each kernel is a row of `rules.orders.table`, for a match whose arrays are a `Board`: it returns the
code of the first check that fails and has changed nothing then, or carries the order out and
returns OK.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.aims import (
    at_unit,
    beside,
    building,
    free_of_others,
    is_own_or_allied,
    is_target_nearest,
    shortfall,
    source_near,
)
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.combat import shoot
from referee.games.dungeon_keeper.batch.statuses import absorbs, add_status, has_curse, heal, purge
from referee.games.dungeon_keeper.batch.units import (
    add_unit,
    cell,
    has_artifact,
    has_building,
    has_spirit,
    is_hostile,
    max_ap_of,
    max_hp_of,
    num_units_of,
    pay,
    unit,
)
from referee.games.dungeon_keeper.rules.board.units import LIFE_HP
from referee.games.dungeon_keeper.rules.economy.archdemon_orders import HEALING_HP
from referee.games.dungeon_keeper.tables import (
    MAX_SOURCE_LEVEL,
    SOURCE_GOLD,
    TOWER_RANGE,
    Building,
    Category,
    Code,
    Rune,
    Spell,
    Spirit,
)

__all__ = [
    "assign_spirit",
    "cast",
    "declare",
    "equip",
    "exchange",
    "forge",
    "research",
    "summon",
    "tower_shot",
    "upgrade_source",
    "upgrade_unit",
]

_OK, _BLOCKED, _UNIT_CAP = int(Code.OK), int(Code.BLOCKED), int(Code.UNIT_CAP)
_NO_BUILDING, _NO_AP, _NOT_NEAREST = int(Code.NO_BUILDING), int(Code.NO_AP), int(Code.NOT_NEAREST)
_NO_SUCH_UNIT, _NOT_YOURS = int(Code.NO_SUCH_UNIT), int(Code.NOT_YOURS)
_NO_SUCH_TARGET, _BAD_TARGET = int(Code.NO_SUCH_TARGET), int(Code.BAD_TARGET)
_BAD_UPGRADE, _NEEDS_RUNE = int(Code.BAD_UPGRADE), int(Code.NEEDS_RUNE)
_NOT_NEAR_SOURCE, _MAX_LEVEL = int(Code.NOT_NEAR_SOURCE), int(Code.MAX_LEVEL)
_ALREADY_UPGRADED, _ALREADY_KNOWN = int(Code.ALREADY_UPGRADED), int(Code.ALREADY_KNOWN)
_NOT_RESEARCHED, _FULL_HP = int(Code.NOT_RESEARCHED), int(Code.FULL_HP)
_NOTHING_TO_REMOVE, _ALREADY_ACTIVE = int(Code.NOTHING_TO_REMOVE), int(Code.ALREADY_ACTIVE)
_NO_ARTIFACT, _SLOT_FULL, _NO_SPIRIT = (
    int(Code.NO_ARTIFACT),
    int(Code.SLOT_FULL),
    int(Code.NO_SPIRIT),
)
_DISABLED = int(Code.DISABLED)
_CIRCLE, _SOURCE, _TOWER = int(Building.CIRCLE), int(Building.SOURCE), int(Building.BATTLE_TOWER)
_ARMOURY, _LAB = int(Building.ARMOURY), int(Building.ALCHEMY_LAB)
_DEBUFF, _INSTANT = int(Category.DEBUFF), int(Category.INSTANT)
_HASTE, _HEALING, _DISPEL = int(Spell.HASTE), int(Spell.HEALING), int(Spell.DISPEL)
_NUM_RUNES, _LIFE = len(Rune), int(Spirit.LIFE)


@borrowing
def _gives_order(b: Board, seat: int, row: int, col: int, kind: int) -> bool:
    """Return whether a cell has the seat's building of a kind."""
    return building(b, row, col) == kind and cell(b, c.B_OWNER, row, col) == seat


@borrowing
def summon(b: Board, seat: int, here: int, there: int, kind: int, row: int, col: int) -> int:
    """Create a unit on a cell next to a Circle, here and there; it acts from the next turn on (DK-5.61)."""
    if not _gives_order(b, seat, here, there, _CIRCLE):
        return _NO_BUILDING
    code = beside(b, here, there, row, col)
    if code != _OK:
        return code
    if cell(b, c.TERRAIN, row, col) != c.EMPTY:
        return _BLOCKED
    code = free_of_others(b, row, col, seat)
    if code != _OK:
        return code
    if num_units_of(b, seat) >= b.rules[c.UNIT_CAP]:
        return _UNIT_CAP
    gold, mana = int(t.UNIT_PRICE[kind, 0]), int(t.UNIT_PRICE[kind, 3])
    code = shortfall(b, seat, 0, 0, 0, mana)
    if code != _OK:
        return code
    pay(b, seat, gold, 0, 0, mana)
    add_unit(b, seat, kind, row, col)
    return _OK


@borrowing
def upgrade_unit(b: Board, seat: int, at: int, kind: int) -> int:
    """Change a unit to another kind (DK-3.7, DK-5.19, DK-5.62)."""
    code = _own_unit(b, seat, at)
    if code != _OK:
        return code
    old = unit(b, at, c.KIND)
    if t.PARENT[kind] != old:
        return _BAD_UPGRADE
    rune = t.RUNE_OF[kind]
    if rune != c.NO and b.seats[seat, c.RUNES + rune] == 0:
        return _NEEDS_RUNE
    if not source_near(b, seat, unit(b, at, c.ROW), unit(b, at, c.COL)):
        return _NOT_NEAR_SOURCE
    if b.units[at, c.UPGRADED] != 0:
        return _ALREADY_UPGRADED
    gold, mana = int(t.UNIT_PRICE[kind, 0]), int(t.UNIT_PRICE[kind, 3])
    code = shortfall(b, seat, gold, 0, 0, mana)
    if code != _OK:
        return code
    pay(b, seat, gold, 0, 0, mana)
    # Damage stays: an upgrade does not heal.
    b.units[at, c.HP] += t.HP[kind] - t.HP[old]
    b.units[at, c.KIND] = kind
    b.units[at, c.AP] = min(unit(b, at, c.AP), max_ap_of(b, at))
    b.units[at, c.UPGRADED] = 1
    return _OK


@borrowing
def _own_unit(b: Board, seat: int, at: int) -> int:
    """Return OK if a unit is there and the seat owns it, whoever controls it (DK-5.52), else the code."""
    if at == c.NO:
        return _NO_SUCH_UNIT
    return _OK if b.units[at, c.OWNER] == seat else _NOT_YOURS


@borrowing
def upgrade_source(b: Board, seat: int, row: int, col: int) -> int:
    """Raise a Source by a level, once a turn (DK-3.10, DK-5.62)."""
    if not _gives_order(b, seat, row, col, _SOURCE):
        return _NO_BUILDING
    level = cell(b, c.B_LEVEL, row, col)
    if level >= MAX_SOURCE_LEVEL:
        return _MAX_LEVEL
    if b.cells[c.B_UPGRADED, row, col] != 0:
        return _ALREADY_UPGRADED
    code = shortfall(b, seat, SOURCE_GOLD * level, 0, 0, 0)
    if code != _OK:
        return code
    pay(b, seat, SOURCE_GOLD * level, 0, 0, 0)
    b.cells[c.B_LEVEL, row, col] = level + 1
    b.cells[c.B_UPGRADED, row, col] = 1
    return _OK


@borrowing
def research(b: Board, seat: int, spell: int) -> int:
    """Mark a spell as researched; it can be cast at once."""
    if b.seats[seat, c.SPELLS + spell] != 0:
        return _ALREADY_KNOWN
    for rune in range(_NUM_RUNES):
        if (t.SPELL_RUNES[spell] >> rune) & 1 != 0 and b.seats[seat, c.RUNES + rune] == 0:
            return _NEEDS_RUNE
    price = int(t.SPELL_RESEARCH[spell])
    code = shortfall(b, seat, 0, 0, 0, price)
    if code != _OK:
        return code
    pay(b, seat, 0, 0, 0, price)
    b.seats[seat, c.SPELLS + spell] = 1
    return _OK


@borrowing
def cast(b: Board, seat: int, spell: int, target: int) -> int:
    """Cast a spell on its target; a debuff has no effect if the target absorbs it (DK-5.70)."""
    if b.seats[seat, c.SPELLS + spell] == 0:
        return _NOT_RESEARCHED
    if target == c.NO:
        return _NO_SUCH_TARGET
    status, category = int(t.SPELL_STATUS[spell]), int(t.SPELL_CATEGORY[spell])
    if not _may_be_cast_on(b, seat, category, target):
        return _BAD_TARGET
    if spell == _HEALING and unit(b, target, c.HP) >= max_hp_of(b, target):
        return _FULL_HP
    if spell == _DISPEL and not has_curse(b, target):
        return _NOTHING_TO_REMOVE
    if status != c.NO and b.units[target, c.STATUS + status] == seat:
        return _ALREADY_ACTIVE
    price = int(t.SPELL_PRICE[spell])
    code = shortfall(b, seat, 0, 0, 0, price)
    if code != _OK:
        return code
    pay(b, seat, 0, 0, 0, price)
    if category == _DEBUFF and absorbs(b, target):
        return _OK
    if status != c.NO:
        add_status(b, target, status, seat)
    if spell == _HASTE:
        b.units[target, c.AP] += 1
    elif spell == _HEALING:
        heal(b, target, HEALING_HP)
    elif spell == _DISPEL:
        purge(b, target)
    return _OK


@borrowing
def _may_be_cast_on(b: Board, seat: int, category: int, target: int) -> bool:
    """Return whether a spell may be cast: a debuff on a hostile unit, a buff on an own one (DK-5.52)."""
    owner = unit(b, target, c.OWNER)
    if category == _DEBUFF:
        return is_hostile(b, seat, target)
    if category == _INSTANT:
        return is_own_or_allied(b, seat, owner)
    return owner == seat


@borrowing
def forge(b: Board, seat: int, artifact: int) -> int:
    """Add a new artifact to the seat's store."""
    if not has_building(b, seat, _ARMOURY):
        return _NO_BUILDING
    gold, iron = int(t.ARTIFACT_PRICE[artifact, 0]), int(t.ARTIFACT_PRICE[artifact, 1])
    taldear = int(t.ARTIFACT_PRICE[artifact, 2])
    code = shortfall(b, seat, gold, iron, taldear, 0)
    if code != _OK:
        return code
    pay(b, seat, gold, iron, taldear, 0)
    b.seats[seat, c.STORE + artifact] += 1
    return _OK


@borrowing
def equip(b: Board, seat: int, at: int, artifact: int) -> int:
    """Move an artifact from the store to a unit, with its hit points at once (DK-5.64)."""
    code = _own_unit(b, seat, at)
    if code != _OK:
        return code
    if b.seats[seat, c.STORE + artifact] <= 0:
        return _NO_ARTIFACT
    if has_artifact(b, at, artifact):
        return _SLOT_FULL
    b.seats[seat, c.STORE + artifact] -= 1
    b.units[at, c.ARTIFACTS] |= 1 << artifact
    b.units[at, c.HP] += t.ARTIFACT_HP[artifact]
    return _OK


@borrowing
def assign_spirit(b: Board, seat: int, at: int, spirit: int) -> int:
    """Bind a spirit to a unit for life; a spirit of life adds its hit points at once (DK-5.66)."""
    code = _own_unit(b, seat, at)
    if code != _OK:
        return code
    if b.seats[seat, c.SPIRITS_HELD + spirit] <= 0:
        return _NO_SPIRIT
    if has_spirit(b, at, spirit):
        return _SLOT_FULL
    b.seats[seat, c.SPIRITS_HELD + spirit] -= 1
    b.units[at, c.SPIRITS] |= 1 << spirit
    if spirit == _LIFE:
        b.units[at, c.HP] += LIFE_HP
    return _OK


@borrowing
def exchange(b: Board, seat: int, resource: int, amount: int) -> int:
    """Exchange mana for another resource in an Alchemy Lab (DK-4.11)."""
    if not has_building(b, seat, _LAB):
        return _NO_BUILDING
    mana = int(t.MANA_OF[resource]) * amount
    code = shortfall(b, seat, 0, 0, 0, mana)
    if code != _OK:
        return code
    pay(b, seat, 0, 0, 0, mana)
    b.seats[seat, c.STOCKS + resource] += amount
    return _OK


@borrowing
def tower_shot(b: Board, seat: int, row: int, col: int, target: int) -> int:
    """Shoot from a battle tower at a unit, for one of the tower's action points (DK-5.34)."""
    if not _gives_order(b, seat, row, col, _TOWER):
        return _NO_BUILDING
    if b.cells[c.B_AP, row, col] <= 0:
        return _NO_AP
    if target == c.NO:
        return _NO_SUCH_TARGET
    if not is_hostile(b, seat, target):
        return _BAD_TARGET
    code = at_unit(b, row, col, target, TOWER_RANGE)
    if code != _OK:
        return code
    if not is_target_nearest(b, seat, row, col, target):
        return _NOT_NEAREST
    b.cells[c.B_AP, row, col] -= 1
    shoot(b, row, col, target)
    return _OK


@borrowing
def declare(b: Board, seat: int, other: int, is_ally: int) -> int:
    """Declare an alliance with another seat, or withdraw the declaration (DK-5.90)."""
    if b.rules[c.ALLIANCES] == 0:
        return _DISABLED
    if other == seat or other < 0 or other >= len(b.seats) or b.seats[other, c.ALIVE] == 0:
        return _BAD_TARGET
    if is_ally != 0:
        b.seats[seat, c.ALLIES] |= 1 << other
    else:
        b.seats[seat, c.ALLIES] &= ~(1 << other)
    return _OK
