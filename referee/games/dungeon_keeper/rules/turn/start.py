"""Turn start: statuses expire, fire and poison take hit points, mana is earned and upkeep paid (DK-5.1, DK-5.3)."""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import can, row_of, spot, units_of
from referee.games.dungeon_keeper.rules.combat.auras import fire_aura, give_ap
from referee.games.dungeon_keeper.rules.combat.deaths import kill_unit, remove_unit, take_hp
from referee.games.dungeon_keeper.rules.combat.statuses import expire, heal, remove_status
from referee.games.dungeon_keeper.rules.events import Hurt, TurnStart
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import TOWER_AP, Ability, Building, Status

__all__ = ["POISON_DAMAGE", "REGENERATION", "begin_turn", "poison", "refresh", "regenerate"]

POISON_DAMAGE = 4
"""Hit points that poison takes at each turn start of the unit's owner (DK-5.1)."""
REGENERATION = 3
"""Hit points that a unit with regeneration gains at each turn start (DK-5.1)."""


def begin_turn(play: Play) -> None:
    """Carry out the acting seat's turn start (DK-5.1).

    TurnStart is logged before the other events, although its numbers are known last.
    """
    state, seat = play.state, play.seat
    begins_at = len(play.log)
    # On the whole board: a Source may belong to another seat by now (DK-5.1 step 1).
    state.units[:, c.UPGRADED] = 0
    state.cells[c.B_UPGRADED] = 0
    expire(play, seat)
    fire_aura(play)
    poison(play, seat)
    regenerate(play, seat)
    income = _income_of(state, seat)
    state.seats[seat, c.MANA] += income
    paid = _pay_upkeep(play)
    refresh(play, seat)
    # Logged first, though its numbers are known last.
    play.log.insert(begins_at, TurnStart(seat, income, paid))


def poison(play: Play, owner: int) -> None:
    """Take hit points from an owner's poisoned units, and reduce their turns of poison by one (DK-5.1 step 4)."""
    units = play.state.units
    for at in units_of(play.state, owner):
        turns = units.item(at, c.POISON_TURNS)
        if not turns:
            continue
        source = units.item(at, c.POISON_SOURCE)
        units[at, c.POISON_TURNS] = turns - 1
        lost = take_hp(play.state, at, POISON_DAMAGE)
        where = spot(play.state, at)
        play.log.append(Hurt(where, lost, by_poison=True))
        if units.item(at, c.HP) == 0:
            kill_unit(play, at, source, where)  # who sees it sees whose poison it is
        elif turns == 1:
            remove_status(play, at, Status.POISON)


def regenerate(play: Play, owner: int) -> None:
    """Give hit points to an owner's units with regeneration (DK-5.1 step 5)."""
    for at in units_of(play.state, owner):
        if can(play.state, at, Ability.REGENERATION):
            heal(play, at, REGENERATION)


def refresh(play: Play, owner: int) -> None:
    """Give an owner's units and battle towers their action points (DK-5.1 step 8)."""
    for at in units_of(play.state, owner):
        give_ap(play, at)
    cells = play.state.cells
    towers = (cells[c.B_OWNER] == owner) & (cells[c.B_KIND] == Building.BATTLE_TOWER)
    np.putmask(cells[c.B_AP], towers, TOWER_AP)


def _income_of(state: State, seat: int) -> int:
    """Return the mana of a seat's Sources at a turn start: the sum of levels (DK-5.1 step 6)."""
    cells = state.cells
    owned = (cells[c.B_OWNER] == seat) & (cells[c.B_KIND] == Building.SOURCE)
    return int(cells[c.B_LEVEL][owned].sum())


def _pay_upkeep(play: Play) -> int:
    """Pay the upkeep of the acting seat's units; return the mana paid (DK-5.3).

    While there is too little mana for all, the weakest unit vanishes.
    """
    state, seat = play.state, play.seat
    by_strength = sorted(units_of(state, seat), key=lambda at: _strength(state, at), reverse=True)
    upkeep = sum(row_of(state, at).upkeep for at in by_strength)
    while upkeep > state.seats.item(seat, c.MANA):
        weakest = by_strength.pop()
        # What vanishes is not paid for any more (DK-5.3).
        upkeep -= row_of(state, weakest).upkeep
        remove_unit(play, weakest)
    state.seats[seat, c.MANA] -= upkeep
    return upkeep


def _strength(state: State, at: int) -> tuple[bool, int, int]:
    """Return a sort key of the unit in row `at`; low keys vanish first if upkeep cannot be paid.

    Workers have lower keys than fighters, then units of lower upkeep, then units summoned later.
    """
    row = row_of(state, at)
    return not row.is_worker, row.upkeep, -state.units.item(at, c.ID)
