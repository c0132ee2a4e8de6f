"""Units of Dungeon Keeper: finding them, and values that their attributes give (DK-3.5 to 3.8).

A unit is named by its row in `State.units`. Lists of units are sorted by id, the order of every
loop over units in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Ints
from referee.games.dungeon_keeper.rules.places import Place, Spot
from referee.games.dungeon_keeper.state import State, doubled, most_units
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    LIGHT,
    NUM_STATUSES,
    STATUSES,
    UNITS,
    Ability,
    Artifact,
    Kind,
    Spirit,
    UnitRow,
)

__all__ = [
    "LIFE_HP",
    "UNIT_IDS",
    "WithUnits",
    "add_unit",
    "are_allied",
    "attack_of",
    "attacks_in",
    "can",
    "defence_of",
    "defences_in",
    "find",
    "has_artifact",
    "has_spirit",
    "id_of",
    "is_enemy_owner",
    "is_friendly",
    "is_hostile",
    "max_ap_of",
    "max_aps_in",
    "max_hp_of",
    "max_hps_in",
    "num_units_of",
    "owner_of_id",
    "place_of",
    "row_of",
    "serial_of_id",
    "spot",
    "units_at",
    "units_of",
    "who_stands_at",
]

# A seat that made more units than this would run into the ids of the next seat (DK-3.6).
UNIT_IDS = 100_000
"""Distance between the ids of the first units of two seats (DK-3.6)."""
LIFE_HP = 5
"""Hit points that a spirit of life adds to its unit (DK-5.66)."""

_ATTACK_TERMS = [(c.STATUS + k, row.attack) for k, row in STATUSES.items() if row.attack]
_DEFENCE_TERMS = [(c.STATUS + k, row.defence) for k, row in STATUSES.items() if row.defence]
"""Columns of the statuses that change a unit's defence, each with the change."""


class WithUnits(Protocol):
    """Anything with an array of units: a state, or a part of one."""

    @property
    def units(self) -> Ints:
        """int32[unit, column]: units, in the columns of `State.units`."""


def owner_of_id(unit: int) -> int:
    """Return the seat that owns or owned the unit with an id; LIGHT for the Hero and his gnome (DK-3.6)."""
    return unit // UNIT_IDS - 1 if unit >= UNIT_IDS else LIGHT


def id_of(owner: int, serial: int) -> int:
    """Return the id of an owner's unit (DK-3.6).

    Args:
        owner: Seat that created the unit, or LIGHT.
        serial: Number of the unit among all that the owner has created, from 1.
    """
    return serial if owner == LIGHT else UNIT_IDS * (owner + 1) + serial


def serial_of_id(unit: int) -> int:
    """Return the number of a unit among all that its owner has created, from 1 (DK-3.6).

    0 if no unit can have this id.
    """
    return unit % UNIT_IDS


def find(state: State, unit: int) -> int:
    """Return the row of `State.units` of the living unit with an id; NO if there is none."""
    if unit <= 0:
        return c.NO
    at = int((state.units[:, c.ID] == unit).argmax())
    # argmax is 0 too where nobody has the id.
    return at if state.units.item(at, c.ID) == unit else c.NO


def _by_id(state: State, wanted: Bools) -> list[int]:
    # Methods of arrays: the functions of the same names take twice as long on so few rows.
    (rows,) = wanted.nonzero()
    if len(rows) > 1:
        rows = rows[state.units[rows, c.ID].argsort()]
    ordered: list[int] = rows.tolist()
    return ordered


def units_of(state: State, owner: int | None = None) -> list[int]:
    """Return the rows of `State.units` of living units, sorted by id.

    Args:
        state: The match.
        owner: Owner of the units; None for the units of all owners.
    """
    living = state.units[:, c.ID] > 0
    return _by_id(state, living if owner is None else living & (state.units[:, c.OWNER] == owner))


def units_at(state: State, row: int, col: int) -> list[int]:
    """Return the rows of `State.units` of the living units on a cell, sorted by id."""
    return _by_id(state, who_stands_at(state, row, col))


def who_stands_at(state: State, row: int, col: int) -> Bools:
    """Return bool[unit]: whether the row's unit lives and stands on the cell.

    Faster than `units_at`, for callers that need no order.
    """
    units = state.units
    standing: Bools = (units[:, c.ROW] == row) & (units[:, c.COL] == col) & (units[:, c.ID] > 0)
    return standing


def num_units_of(state: State, owner: int) -> int:
    """Return the number of an owner's living units."""
    units = state.units
    return int(np.count_nonzero((units[:, c.ID] > 0) & (units[:, c.OWNER] == owner)))


def add_unit(state: State, owner: int, kind: Kind, row: int, col: int) -> int:
    """Add a unit with full hit points and no action points; return its row.

    Its id is the owner's next one (DK-3.6). The caller has checked that the owner may have one more
    unit. Read `state.units` again afterwards: it is replaced when it was full.
    """
    if owner == LIGHT:
        state.match[c.LIGHT_SERIAL] += 1
        unit = id_of(owner, state.match.item(c.LIGHT_SERIAL))
    else:
        state.seats[owner, c.SERIAL] += 1
        unit = id_of(owner, state.seats.item(owner, c.SERIAL))
    (free,) = (state.units[:, c.ID] == 0).nonzero()
    at = int(free[0]) if len(free) else _more_rows(state)
    state.units[at] = 0
    # In these columns 0 would mean seat 0, the Rune of Fire or the first cell: NO stands for none.
    none = slice(c.STATUS, c.STATUS + NUM_STATUSES)
    for column in (c.RUNE, c.CAPTURE_CELL, c.POISON_SOURCE, none, c.BLADE_SOURCE):
        state.units[at, column] = c.NO
    state.units[at, : c.HP + 1] = (unit, owner, owner, int(kind), row, col, UNITS[kind].hp)
    return at


def _more_rows(state: State) -> int:
    """Double the array of units, up to the highest number possible; return the first new row."""
    first, most = len(state.units), most_units(state)
    state.units = doubled(state.units, most)
    # The copy for deltas is compared with the units row by row, so both need the same length.
    if len(state.shown_units):
        state.shown_units = doubled(state.shown_units, most)
    return first


def row_of(state: WithUnits, at: int) -> UnitRow:
    """Return the row of the unit table for the kind of the unit in row `at`."""
    return UNITS[state.units.item(at, c.KIND)]


def can(state: State, at: int, ability: Ability) -> bool:
    """Return whether the kind of the unit in row `at` has an ability."""
    # The `&` of flags makes a new flag, which takes ten times as long.
    return int.__and__(row_of(state, at).abilities, ability) != 0


def place_of(state: State, at: int) -> Place:
    """Return the cell on which the unit in row `at` stands."""
    return Place(state.units.item(at, c.ROW), state.units.item(at, c.COL))


def spot(state: State, at: int) -> Spot:
    """Return id and cell of the unit in row `at`, in the form that events take."""
    return Spot(
        state.units.item(at, c.ID), state.units.item(at, c.ROW), state.units.item(at, c.COL)
    )


def has_artifact(state: WithUnits, at: int, kind: Artifact) -> bool:
    """Return whether the unit in row `at` bears an artifact of a kind."""
    return bool(state.units.item(at, c.ARTIFACTS) >> kind & 1)


def has_spirit(state: WithUnits, at: int, kind: Spirit) -> bool:
    """Return whether a spirit of a kind is bound to the unit in row `at`."""
    return bool(state.units.item(at, c.SPIRITS) >> kind & 1)


def max_ap_of(state: WithUnits, at: int) -> int:
    """Return the action points for a turn of the unit in row `at` (DK-3.8).

    Slow, fear and debts are not taken off.
    """
    crown = has_artifact(state, at, Artifact.CROWN)
    return row_of(state, at).ap + crown * ARTIFACTS[Artifact.CROWN].ap


def max_hp_of(state: WithUnits, at: int) -> int:
    """Return the highest hit points of the unit in row `at` (DK-3.8).

    Amulet and spirit of life are included.
    """
    amulet = has_artifact(state, at, Artifact.AMULET) * ARTIFACTS[Artifact.AMULET].hp
    return row_of(state, at).hp + amulet + has_spirit(state, at, Spirit.LIFE) * LIFE_HP


def attack_of(state: WithUnits, at: int) -> int:
    """Return the attack of the unit in row `at`, with artifacts, spirits and statuses (DK-3.8).

    It is never below 0.
    """
    sword = has_artifact(state, at, Artifact.SWORD) * ARTIFACTS[Artifact.SWORD].attack
    terms = sword + has_spirit(state, at, Spirit.VALOUR)
    for column, term in _ATTACK_TERMS:
        if state.units.item(at, column) != c.NO:
            terms += term
    return max(0, row_of(state, at).attack + terms)


def defence_of(state: WithUnits, at: int) -> int:
    """Return the defence of the unit in row `at`, with artifacts, spirits and statuses (DK-3.8).

    It is never below 0.
    """
    armour = has_artifact(state, at, Artifact.ARMOUR) * ARTIFACTS[Artifact.ARMOUR].defence
    terms = armour + has_spirit(state, at, Spirit.GUARDIAN)
    for column, term in _DEFENCE_TERMS:
        if state.units.item(at, column) != c.NO:
            terms += term
    return max(0, row_of(state, at).defence + terms - state.units.item(at, c.BLADE_STACKS))


def are_allied(state: State, seat: int, other: int) -> bool:
    """Return whether two seats are allied: both have declared the alliance (DK-5.90).

    False for a seat and itself, and for owners that are no seats.
    """
    # LIGHT and NEUTRAL are negative, and must not be used as indices or shifts.
    if seat < 0 or other < 0 or seat == other:
        return False
    seats = state.seats
    return bool(seats.item(seat, c.ALLIES) >> other & 1 and seats.item(other, c.ALLIES) >> seat & 1)


def is_friendly(state: State, seat: int, at: int) -> bool:
    """Return whether the unit in row `at` is controlled by a seat or by one of its allies."""
    controller = state.units.item(at, c.CONTROLLER)
    return controller == seat or are_allied(state, seat, controller)


def is_hostile(state: State, seat: int, at: int) -> bool:
    """Return whether the unit in row `at` is controlled by neither a seat nor its allies (DK-5.10).

    `seat` may be LIGHT.
    """
    # By controller: a subjugated unit is hostile to its owner as long as it obeys another seat.
    return not is_friendly(state, seat, at)


def is_enemy_owner(state: State, seat: int, owner: int) -> bool:
    """Return whether an owner of a building is another seat, and no ally of `seat` (DK-5.10)."""
    return owner >= 0 and owner != seat and not are_allied(state, seat, owner)


# The same of many rows of units at once.

_TABLE = np.array([(row.attack, row.defence, row.hp, row.ap) for _, row in sorted(UNITS.items())])
_ATTACK, _DEFENCE, _HP, _AP = range(4)


def attacks_in(rows: Ints) -> Ints:
    """Return the attacks of many units: int32[...] from their rows, int32[..., column].

    Artifacts, spirits and statuses are included; no attack is below 0 (DK-3.8).
    """
    terms = _in_set(rows[..., c.ARTIFACTS], Artifact.SWORD) * ARTIFACTS[Artifact.SWORD].attack
    terms += _in_set(rows[..., c.SPIRITS], Spirit.VALOUR)
    return _with_terms(rows, _ATTACK, terms + _of_statuses(rows, _ATTACK_TERMS))


def defences_in(rows: Ints) -> Ints:
    """Return the defences of many units: int32[...] from their rows, int32[..., column].

    Artifacts, spirits and statuses are included; no defence is below 0 (DK-3.8).
    """
    terms = _in_set(rows[..., c.ARTIFACTS], Artifact.ARMOUR) * ARTIFACTS[Artifact.ARMOUR].defence
    terms += _in_set(rows[..., c.SPIRITS], Spirit.GUARDIAN) - rows[..., c.BLADE_STACKS]
    return _with_terms(rows, _DEFENCE, terms + _of_statuses(rows, _DEFENCE_TERMS))


def max_hps_in(rows: Ints) -> Ints:
    """Return the highest hit points of many units: int32[...] from their rows, int32[..., column].

    Amulets and spirits of life are included (DK-3.8).
    """
    terms = _in_set(rows[..., c.ARTIFACTS], Artifact.AMULET) * ARTIFACTS[Artifact.AMULET].hp
    return _with_terms(rows, _HP, terms + _in_set(rows[..., c.SPIRITS], Spirit.LIFE) * LIFE_HP)


def max_aps_in(rows: Ints) -> Ints:
    """Return the action points of many units for a turn: int32[...] from rows int32[..., column].

    Slow, fear and debts are not taken off (DK-3.8).
    """
    terms = _in_set(rows[..., c.ARTIFACTS], Artifact.CROWN) * ARTIFACTS[Artifact.CROWN].ap
    return _with_terms(rows, _AP, terms)


def _in_set(sets: Ints, member: int) -> Ints:
    held: Ints = sets >> member & 1
    return held


def _of_statuses(rows: Ints, terms: Sequence[tuple[int, int]]) -> Ints:
    added = np.zeros(rows.shape[:-1], np.int32)
    for column, term in terms:
        added += (rows[..., column] != c.NO) * np.int32(term)
    return added


def _with_terms(rows: Ints, column: int, terms: Ints) -> Ints:
    # Unused rows are all zeros and get the numbers of an imp; callers leave them out.
    numbers: Ints = np.maximum(_TABLE[rows[..., c.KIND], column] + terms, 0)
    return numbers
