"""Statuses, chances and hit points of one match in kernels (DK-5.40 to DK-5.48).

Each kernel is the one of the same name in `rules.combat.statuses`, for a match whose arrays are a
`Board`.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.units import can, d100, max_hp_of, unit
from referee.games.dungeon_keeper.rules.combat.statuses import ABSORPTION_HP, POISON_TURNS
from referee.games.dungeon_keeper.tables import LUCK_BONUS, NUM_STATUSES, Ability, Roll, Status

__all__ = [
    "absorbs",
    "add_status",
    "end_all_from",
    "expire",
    "has_curse",
    "has_status",
    "heal",
    "purge",
    "remove_status",
    "roll",
    "take_hp",
]

_NUM_STATUSES = int(NUM_STATUSES)
_LUCK, _BLADE = int(Status.LUCK), int(Status.CURSED_BLADE)
_FEAR, _POISON = int(Status.FEAR), int(Status.POISON)
_ALL_STATUSES = len(Status)
_MAGIC_ABSORPTION = int(Status.MAGIC_ABSORPTION)
_CURSE_ABSORPTION = int(Ability.CURSE_ABSORPTION)
_BY_ABILITY, _BY_SPELL = int(Roll.CURSE_ABSORPTION), int(Roll.MAGIC_ABSORPTION)


@borrowing
def has_status(b: Board, at: int, status: int) -> bool:
    """Return whether the unit in row `at` has a status."""
    if status == _BLADE:
        return bool(b.units[at, c.BLADE_STACKS] != 0)
    if status == _FEAR:
        return bool(b.units[at, c.FEAR] != 0)
    if status == _POISON:
        return bool(b.units[at, c.POISON_TURNS] != 0)
    return bool(b.units[at, c.STATUS + status] != c.NO)


@borrowing
def roll(b: Board, at: int, kind: int) -> bool:
    """Roll a d100 for a chance of the unit in row `at`, raised by its luck (DK-2.6, DK-5.48)."""
    luck = LUCK_BONUS if has_status(b, at, _LUCK) else 0
    return bool(d100(b) <= min(100, t.CHANCE[kind] + luck))


@borrowing
def take_hp(b: Board, at: int, damage: int) -> int:
    """Take hit points from the unit in row `at`, down to 0; return how many it lost."""
    lost = min(damage, unit(b, at, c.HP))
    b.units[at, c.HP] -= lost
    return lost


@borrowing
def heal(b: Board, at: int, amount: int) -> None:
    """Give the unit in row `at` hit points, up to its maximum (DK-3.8)."""
    gained = min(amount, max_hp_of(b, at) - unit(b, at, c.HP))
    if gained > 0:
        b.units[at, c.HP] += gained


@borrowing
def absorbs(b: Board, at: int) -> bool:
    """Roll whether the unit in row `at` absorbs what is about to be put on it; then it heals (DK-5.47)."""
    # A roll that is not needed must not be drawn.
    absorbed = can(b, at, _CURSE_ABSORPTION) and roll(b, at, _BY_ABILITY)
    if not absorbed and has_status(b, at, _MAGIC_ABSORPTION):
        absorbed = roll(b, at, _BY_SPELL)
    if absorbed:
        heal(b, at, ABSORPTION_HP)
    return absorbed


@borrowing
def has_curse(b: Board, at: int) -> bool:
    """Return whether the unit in row `at` has a status that purify or dispel removes (DK-5.45)."""
    for status in range(_ALL_STATUSES):
        if t.IS_CURSE[status] != 0 and has_status(b, at, status):
            return True
    return False


@borrowing
def add_status(b: Board, at: int, status: int, source: int) -> None:
    """Put a status from a seat on the unit in row `at` (DK-5.40 to DK-5.44)."""
    if status == _BLADE:
        b.units[at, c.BLADE_STACKS] += 1
        b.units[at, c.BLADE_TURNS] += 1
        b.units[at, c.BLADE_SOURCE] = source
    elif status == _FEAR:
        b.units[at, c.FEAR] += 1
    elif status == _POISON:
        b.units[at, c.POISON_TURNS] += POISON_TURNS
        b.units[at, c.POISON_SOURCE] = source
    else:
        b.units[at, c.STATUS + status] = source


@borrowing
def remove_status(b: Board, at: int, status: int) -> None:
    """Remove a status of the unit in row `at`, with all its stacks."""
    if status == _BLADE:
        b.units[at, c.BLADE_STACKS] = 0
        b.units[at, c.BLADE_TURNS] = 0
        b.units[at, c.BLADE_SOURCE] = c.NO
    elif status == _FEAR:
        b.units[at, c.FEAR] = 0
    elif status == _POISON:
        b.units[at, c.POISON_TURNS] = 0
        b.units[at, c.POISON_SOURCE] = c.NO
    else:
        b.units[at, c.STATUS + status] = c.NO


@borrowing
def purge(b: Board, at: int) -> None:
    """Remove all debuffs and poison from the unit in row `at` (DK-5.45)."""
    for status in range(_ALL_STATUSES):
        if t.IS_CURSE[status] != 0 and has_status(b, at, status):
            remove_status(b, at, status)


@borrowing
def expire(b: Board, seat: int) -> None:
    """Count down the statuses that come from a seat, at its turn start (DK-5.1 step 2)."""
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0:
            _end_unstacked(b, at, seat)
            if b.units[at, c.BLADE_SOURCE] == seat:
                b.units[at, c.BLADE_TURNS] -= 1
                if b.units[at, c.BLADE_TURNS] <= 0:
                    remove_status(b, at, _BLADE)


@borrowing
def end_all_from(b: Board, seat: int) -> None:
    """End every status that comes from an eliminated seat, poison included (DK-5.28)."""
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0:
            _end_unstacked(b, at, seat)
            if b.units[at, c.BLADE_SOURCE] == seat:
                remove_status(b, at, _BLADE)
            if b.units[at, c.POISON_SOURCE] == seat:
                remove_status(b, at, _POISON)


@borrowing
def _end_unstacked(b: Board, at: int, seat: int) -> None:
    for status in range(_NUM_STATUSES):
        if b.units[at, c.STATUS + status] == seat:
            b.units[at, c.STATUS + status] = c.NO
