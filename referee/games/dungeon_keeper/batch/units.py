"""Units, cells and items of one match in kernels: where units are, and what they can do (DK-3).

Each kernel is the one of the same name in `rules.board`, for a match whose arrays are a `Board`.
"""

from __future__ import annotations

from referee.core.kernel import borrowing, inlined
from referee.core.rng import draw, substream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.rules.board.units import LIFE_HP, UNIT_IDS
from referee.games.dungeon_keeper.rules.dice import DICE_KEY
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NUM_STATUSES,
    Artifact,
    Building,
    Spirit,
)

__all__ = [
    "ANYBODY",
    "add_unit",
    "are_allied",
    "attack_of",
    "can",
    "cell",
    "clear_cell",
    "d100",
    "defence_of",
    "distance",
    "find",
    "forget_captures",
    "give_up",
    "has_artifact",
    "has_building",
    "has_spirit",
    "has_given_up",
    "hero_roll",
    "is_enemy_owner",
    "is_hostile",
    "is_on_board",
    "lower_mark",
    "max_ap_of",
    "max_hp_of",
    "next_unit",
    "num_units_of",
    "oldest_item",
    "open_dice",
    "pay",
    "put_building",
    "put_item",
    "spend_ap",
    "unit",
]

_LIGHT, _NUM_STATUSES = int(LIGHT), int(NUM_STATUSES)
_SWORD, _ARMOUR = int(Artifact.SWORD), int(Artifact.ARMOUR)
_AMULET, _CROWN = int(Artifact.AMULET), int(Artifact.CROWN)
_GUARDIAN, _VALOUR, _LIFE = int(Spirit.GUARDIAN), int(Spirit.VALOUR), int(Spirit.LIFE)
_ALTAR, _SOURCE = int(Building.ALTAR), int(Building.SOURCE)
_GIVEN_UP = -1
ANYBODY = -9
"""Stands for every owner, where units of one owner could be asked for."""


@borrowing
def give_up(b: Board) -> None:
    """Mark that kernels can't play on here: the rules for one match play the whole batch instead."""
    b.room[0] = _GIVEN_UP


@borrowing
def has_given_up(b: Board) -> bool:
    """Return whether `give_up` has been called in this batch."""
    return bool(b.room[0] == _GIVEN_UP)


@inlined
def unit(b: Board, at: int, column: int) -> int:
    """Return a value of the unit in row `at`."""
    # Wide numbers, so that interpreted sums can't wrap either.
    return int(b.units[at, column])


@inlined
def cell(b: Board, plane: int, row: int, col: int) -> int:
    """Return the value of a plane of the board in a cell."""
    return int(b.cells[plane, row, col])


@borrowing
def distance(row: int, col: int, to_row: int, to_col: int) -> int:
    """Return the larger of the row and the column difference of two cells (DK-2.8)."""
    return max(abs(row - to_row), abs(col - to_col))


@borrowing
def is_on_board(b: Board, row: int, col: int) -> bool:
    """Return whether the board has a cell with this row and column."""
    size = b.cells.shape[1]
    return bool(0 <= row < size and 0 <= col < size)


# Units.


@borrowing
def find(b: Board, number: int) -> int:
    """Return the row of the living unit with an id; NO if there is none."""
    if number <= 0:
        return c.NO
    for at in range(len(b.units)):
        if b.units[at, c.ID] == number:
            return at
    return c.NO


@borrowing
def next_unit(b: Board, after: int, owner: int) -> int:
    """Return the row of the living unit with the lowest id above `after`; NO if there is none.

    Args:
        b: The match.
        after: An id, 0 to begin.
        owner: Owner of the unit; ANYBODY for all owners.
    """
    found, least = c.NO, 0
    for at in range(len(b.units)):
        number = unit(b, at, c.ID)
        is_next = number > after and (found == c.NO or number < least)
        if is_next and (owner == ANYBODY or b.units[at, c.OWNER] == owner):
            found, least = at, number
    return found


@borrowing
def num_units_of(b: Board, owner: int) -> int:
    """Return the number of an owner's living units."""
    number = 0
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0 and b.units[at, c.OWNER] == owner:
            number += 1
    return number


@borrowing
def add_unit(b: Board, owner: int, kind: int, row: int, col: int) -> int:
    """Add a seat's unit with full hit points and no action points; return its row (DK-3.6)."""
    b.seats[owner, c.SERIAL] += 1
    at = 0
    # There is a free row: the caller has checked that the owner may have one more unit.
    while b.units[at, c.ID] != 0:
        at += 1
    b.units[at] = 0
    b.units[at, c.RUNE] = c.NO
    b.units[at, c.CAPTURE_CELL] = c.NO
    b.units[at, c.POISON_SOURCE] = c.NO
    for status in range(_NUM_STATUSES):
        b.units[at, c.STATUS + status] = c.NO
    b.units[at, c.BLADE_SOURCE] = c.NO
    b.units[at, c.ID] = UNIT_IDS * (owner + 1) + b.seats[owner, c.SERIAL]
    b.units[at, c.OWNER] = owner
    b.units[at, c.CONTROLLER] = owner
    b.units[at, c.KIND] = kind
    b.units[at, c.ROW] = row
    b.units[at, c.COL] = col
    b.units[at, c.HP] = t.HP[kind]
    return at


@borrowing
def can(b: Board, at: int, ability: int) -> bool:
    """Return whether the kind of the unit in row `at` has an ability, given as its bit."""
    return bool((t.ABILITIES[b.units[at, c.KIND]] & ability) != 0)


@borrowing
def has_artifact(b: Board, at: int, kind: int) -> bool:
    """Return whether the unit in row `at` bears an artifact of a kind."""
    return (unit(b, at, c.ARTIFACTS) >> kind) & 1 != 0


@borrowing
def has_spirit(b: Board, at: int, kind: int) -> bool:
    """Return whether a spirit of a kind is bound to the unit in row `at`."""
    return (unit(b, at, c.SPIRITS) >> kind) & 1 != 0


@borrowing
def max_ap_of(b: Board, at: int) -> int:
    """Return the action points for a turn of the unit in row `at` (DK-3.8)."""
    return int(t.AP[b.units[at, c.KIND]] + has_artifact(b, at, _CROWN) * t.ARTIFACT_AP[_CROWN])


@borrowing
def max_hp_of(b: Board, at: int) -> int:
    """Return the highest hit points of the unit in row `at` (DK-3.8)."""
    amulet = has_artifact(b, at, _AMULET) * t.ARTIFACT_HP[_AMULET]
    return int(t.HP[b.units[at, c.KIND]] + amulet + has_spirit(b, at, _LIFE) * LIFE_HP)


@borrowing
def attack_of(b: Board, at: int) -> int:
    """Return the attack of the unit in row `at`, never below 0 (DK-3.8)."""
    attack = t.ATTACK[b.units[at, c.KIND]] + has_spirit(b, at, _VALOUR)
    attack += has_artifact(b, at, _SWORD) * t.ARTIFACT_ATTACK[_SWORD]
    for status in range(_NUM_STATUSES):
        if b.units[at, c.STATUS + status] != c.NO:
            attack += t.STATUS_ATTACK[status]
    return int(max(0, attack))


@borrowing
def defence_of(b: Board, at: int) -> int:
    """Return the defence of the unit in row `at`, never below 0 (DK-3.8)."""
    defence = t.DEFENCE[b.units[at, c.KIND]] + has_spirit(b, at, _GUARDIAN)
    defence += has_artifact(b, at, _ARMOUR) * t.ARTIFACT_DEFENCE[_ARMOUR]
    for status in range(_NUM_STATUSES):
        if b.units[at, c.STATUS + status] != c.NO:
            defence += t.STATUS_DEFENCE[status]
    return int(max(0, defence - unit(b, at, c.BLADE_STACKS)))


@borrowing
def forget_captures(b: Board, at: int) -> None:
    """Clear the points that the unit in row `at` has earned towards capturing a Source (DK-5.60)."""
    b.units[at, c.CAPTURE_CELL] = c.NO
    b.units[at, c.CAPTURE_POINTS] = 0


@borrowing
def spend_ap(b: Board, at: int, ap: int) -> None:
    """Spend action points of the unit in row `at`; under foreign control they are a debt, too (DK-5.51)."""
    b.units[at, c.AP] -= ap
    if b.units[at, c.OWNER] != b.units[at, c.CONTROLLER]:
        b.units[at, c.AP_DEBT] += ap


@borrowing
def pay(b: Board, seat: int, gold: int, iron: int, taldear: int, mana: int) -> None:
    """Take a price off a seat's stocks, which are known to suffice."""
    b.seats[seat, c.GOLD] -= gold
    b.seats[seat, c.IRON] -= iron
    b.seats[seat, c.TALDEAR] -= taldear
    b.seats[seat, c.MANA] -= mana


# Sides (DK-5.10, DK-5.90).


@borrowing
def are_allied(b: Board, seat: int, other: int) -> bool:
    """Return whether two seats are allied: both have declared it; False for owners that are no seats."""
    if seat < 0 or other < 0 or seat == other:
        return False
    one, two = int(b.seats[seat, c.ALLIES]), int(b.seats[other, c.ALLIES])
    return (one >> other) & 1 != 0 and (two >> seat) & 1 != 0


@borrowing
def is_hostile(b: Board, seat: int, at: int) -> bool:
    """Return whether the unit in row `at` is controlled by neither a seat nor its allies."""
    controller = unit(b, at, c.CONTROLLER)
    return controller != seat and not are_allied(b, seat, controller)


@borrowing
def is_enemy_owner(b: Board, seat: int, owner: int) -> bool:
    """Return whether an owner of a building is another seat, and no ally of `seat`."""
    return owner >= 0 and owner != seat and not are_allied(b, seat, owner)


# Cells and items (DK-3.1 to DK-3.3).


@borrowing
def clear_cell(b: Board, row: int, col: int) -> None:
    """Make a cell empty; removes a mine or building there."""
    for plane in range(c.NUM_PLANES):
        b.cells[plane, row, col] = 0
    b.cells[c.TERRAIN, row, col] = c.EMPTY
    b.cells[c.MINE_KIND, row, col] = c.NO
    b.cells[c.B_KIND, row, col] = c.NO
    b.cells[c.B_OWNER, row, col] = c.NO


@borrowing
def put_building(b: Board, row: int, col: int, kind: int, owner: int) -> None:
    """Put a building with full hit points on a cell; no Altar and no Source, which nobody builds."""
    clear_cell(b, row, col)
    b.cells[c.TERRAIN, row, col] = c.BUILDING
    b.cells[c.B_KIND, row, col] = kind
    b.cells[c.B_OWNER, row, col] = owner
    b.cells[c.B_HP, row, col] = t.BUILDING_HP[kind]


@borrowing
def lower_mark(b: Board, row: int, col: int) -> int:
    """Lower an Altar's low mark to its present hit points; return by how much it fell (DK-3.14)."""
    fresh = max(0, cell(b, c.B_LOW, row, col) - cell(b, c.B_HP, row, col))
    b.cells[c.B_LOW, row, col] -= fresh
    return fresh


@borrowing
def has_building(b: Board, owner: int, kind: int) -> bool:
    """Return whether an owner has a building of a kind anywhere."""
    size = b.cells.shape[1]
    for row in range(size):
        for col in range(size):
            if b.cells[c.B_OWNER, row, col] == owner and b.cells[c.B_KIND, row, col] == kind:
                return True
    return False


@borrowing
def oldest_item(b: Board, row: int, col: int, kind: int) -> int:
    """Return the row of the oldest item of a kind on a cell; NO for none; any kind if `kind` is NO."""
    for item in range(b.match[c.NUM_ITEMS]):
        is_here = b.items[item, c.I_ROW] == row and b.items[item, c.I_COL] == col
        is_here = is_here and b.items[item, c.I_PLACE] == c.LYING
        if is_here and (kind == c.NO or b.items[item, c.I_KIND] == kind):
            return item
    return c.NO


@borrowing
def put_item(b: Board, row: int, col: int, kind: int) -> None:
    """Add an item without content to a cell, as the newest one there; give up where there is no room."""
    place = int(b.match[c.NUM_ITEMS])
    if has_given_up(b):
        return
    if place == b.room[0]:
        # As the rules for one match do: rows of items are doubled when all are in use.
        if 2 * place > len(b.items):
            give_up(b)
            return
        b.room[0] = 2 * place
    b.items[place] = 0
    b.items[place, c.I_KIND] = kind
    b.items[place, c.I_ROW] = row
    b.items[place, c.I_COL] = col
    b.items[place, c.I_PLACE] = c.LYING
    b.match[c.NUM_ITEMS] = place + 1


# Dice (DK-2.5, DK-2.6).


@borrowing
def open_dice(b: Board, key: int) -> None:
    """Start the dice stream of a seat's turn, or of the light side's, in place of the last one."""
    word = substream(b.streams[c.SEED], 0)
    word = substream(word, DICE_KEY)
    word = substream(word, int(b.match[c.ROUND]))
    b.streams[c.DICE_STREAM] = substream(word, key)


@borrowing
def d100(b: Board) -> int:
    """Roll 1 to 100 from the dice of this turn."""
    value, word = draw(b.streams[c.DICE_STREAM], 100)
    b.streams[c.DICE_STREAM] = word
    return value


@borrowing
def hero_roll(b: Board, sides: int) -> int:
    """Roll 0 to `sides` - 1 from the Hero's stream."""
    value, word = draw(b.streams[c.HERO_STREAM], sides)
    b.streams[c.HERO_STREAM] = word
    return value - 1
