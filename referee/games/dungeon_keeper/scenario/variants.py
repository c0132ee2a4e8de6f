"""Copies of a state that differ only in what a seat may not see (DK-6.1, DK-6.20).

There is one variant for each row of the tables of DK-6.1 and DK-6.20 that hides something. The
difference must stay hidden during the coming step too, if the step is played with the same orders
and dice. So a variant does not change anything near the units and buildings of the acting seat or
of the seat that must not see; units go no further in a turn than `_REACH` cells.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.rules.board.units import attack_of, can, row_of, units_of
from referee.games.dungeon_keeper.rules.turn.waning import waning_hp
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Ability, Building, Item
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.kit.arrays import copied

__all__ = ["hidden_variants"]

_REACH = 7
"""Highest number of steps of a unit in a turn, with haste and a crown, plus one cell."""
_MOST_STRIKES = 3
"""Highest number of strikes in one attack (DK-5.20)."""
_EXTRA_ATTACK = 14
"""Highest sum that wall_breaker, spells, spirits and artifacts can add to an attack during a turn."""


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """Yield states that differ from this one only in what the seat may not see.

    See `Game.hidden_variants`. Under fog there are fewer of them if the step may show more than
    usual.
    """
    yield _with_other_secrets(state, dice)
    # Such a step can bring hidden things to light: scores at an end, or the attributes of a unit
    # that is subjugated.
    if not has_fog(state) or _may_end(state) or _may_subjugate(state):
        return
    yield _with_other_stocks(state, seat)
    far = _far(state, seat)
    yield _with_other_wounds(state, seat, far)
    if len(state.cells) > c.B_LOW:
        yield _with_other_marks(state, far)
    # In the neutral phase the Hero's way depends on rock and mines that nobody sees.
    if not _ends_round(state):
        yield _with_other_mines(state, far)
        yield _with_other_ground(state, far)


def _with_other_secrets(state: State, dice: Stream) -> State:
    """Return a copy with other secrets that no seat sees (DK-6.1).

    These are the seed, and so the dice to come, and the contents of items that no unit can reach
    now.
    """
    variant = copied(state)
    variant.streams ^= np.uint64(dice.draw(2**62))
    living = state.units[state.units[:, c.ID] > 0]
    near = _around(state, living[:, c.ROW], living[:, c.COL], _REACH)
    for item, (kind, row, col, place) in enumerate(state.items[:, : c.I_PLACE + 1].tolist()):
        # What a unit can pick up in this step shows in its event (DK-6.1).
        if place != c.LYING or near[row, col]:
            continue
        if kind == Item.CHEST:
            variant.items[item, [c.I_GOLD, c.I_TALDEAR]] = 40 + dice.draw(9), dice.draw(3)
        elif kind == Item.MANA_CRYSTAL:
            variant.items[item, c.I_MANA] = dice.draw(9)
    return variant


def _with_other_stocks(state: State, seat: int) -> State:
    """Return a copy in which other seats have more of everything (DK-6.20).

    The acting seat is left out, since its orders may use what it has.
    """
    variant = copied(state)
    for other in range(len(state.seats)):
        if other in (seat, state.match.item(c.ACTING)) or not state.seats[other, c.ALIVE]:
            continue
        row = variant.seats[other]
        row[[c.GOLD, c.IRON, c.TALDEAR, c.ALTAR_DAMAGE]] += (13, 7, 5, 3)
        row[c.STORE : c.RUNES] += 1
        row[c.SPELLS] = 1
        # With too little mana units would vanish, and perhaps in somebody's sight.
        if row[c.MANA] >= sum(row_of(state, at).upkeep for at in units_of(state, other)):
            row[c.MANA] += 11
    return variant


def _with_other_wounds(state: State, seat: int, far: Bools) -> State:
    """Return a copy with other hit points and fear of units on far cells (DK-6.20).

    Units that are about to act, or to suffer from poison, are left out.

    Args:
        state: The match.
        seat: Seat that must not see the difference; its units are left out.
        far: bool[row, col]: cells far from what the seat can see.
    """
    variant = copied(state)
    for at in units_of(state):
        unit = variant.units[at]
        if not far[unit[c.ROW], unit[c.COL]] or unit[c.OWNER] in (seat, state.match[c.ACTING]):
            continue
        # Fewer hit points could let poison kill, and the light side may act within the step.
        if unit[c.OWNER] < 0 or unit[c.POISON_TURNS]:
            continue
        unit[c.FEAR] += 1
        unit[c.HP] = max(1, unit[c.HP] - 1)
    return variant


def _with_other_marks(state: State, far: Bools) -> State:
    """Return a copy in which Altars on far cells have a lower low mark (DK-3.14, DK-6.20).

    The low mark is an Altar's lowest hit points so far. It has an effect when the Altar is next
    struck, at the earliest. `far` marks the far cells.
    """
    variant = copied(state)
    low = variant.cells[c.B_LOW]
    low[far] -= low[far] // 2
    return variant


def _with_other_mines(state: State, far: Bools) -> State:
    """Return a copy with less in the mines on the cells that `far` marks (DK-6.20).

    Mines change whether they have been seen or not.
    """
    variant = copied(state)
    left = variant.cells[c.MINE_LEFT]
    left[far & (left > 1)] -= 1
    return variant


def _with_other_ground(state: State, far: Bools) -> State:
    """Return a copy with undug rock dug away on cells that `far` marks (DK-6.20).

    Rock changes whether it has been seen or not.
    """
    variant = copied(state)
    ground = variant.cells[c.TERRAIN]
    ground[far & (ground == c.UNDUG)] = c.EMPTY
    return variant


def _far(state: State, seat: int) -> Bools:
    """Return bool[row, col]: cells far from all units and buildings of the seat and the acting seat.

    The coming step can neither show the seat a far cell nor change one.
    """
    units, cells = state.units, state.cells
    concerned = [seat, state.match.item(c.ACTING)]
    own = np.isin(units[:, c.OWNER], concerned) | np.isin(units[:, c.CONTROLLER], concerned)
    living = units[own & (units[:, c.ID] > 0)]
    rows, cols = np.nonzero(np.isin(cells[c.B_OWNER], concerned))
    reach = _REACH + state.rules.item(c.SIGHT_RADIUS)
    near = _around(
        state,
        np.concatenate([living[:, c.ROW], rows]),
        np.concatenate([living[:, c.COL], cols]),
        reach,
    )
    far: Bools = ~near & ~state.vision[seat]
    return far


def _around(state: State, rows: np.ndarray, cols: np.ndarray, reach: int) -> Bools:
    """Return bool[row, col]: cells within `reach` of any of the given cells."""
    near = np.zeros(state.cells.shape[1:], np.bool_)
    for row, col in zip(rows.tolist(), cols.tolist(), strict=True):
        near[max(0, row - reach) : row + reach + 1, max(0, col - reach) : col + reach + 1] = True
    return near


def _ends_round(state: State) -> bool:
    """Return whether the turn of the Hero and his gnome is next; in it, hidden facts decide what the Hero does."""
    later = state.turn_order[state.match.item(c.TURN) + 1 :]
    return not state.seats[later, c.ALIVE].any()


def _may_end(state: State) -> bool:
    """Return whether the coming step may show scores.

    It does so at the match end, and where several Altars fall together.
    """
    ends_round = _ends_round(state)
    if ends_round and state.match[c.ROUND] >= state.rules[c.MAX_ROUNDS]:
        return True
    waning = waning_hp(state) if ends_round else 0
    # With more than two seats, one eliminated seat does not end the match.
    if not waning and np.count_nonzero(state.seats[:, c.ALIVE]) > 2:
        return False
    if ends_round and state.rules[c.HERO_RAZES]:
        return True
    ready = [at for at in units_of(state) if state.units[at, c.CONTROLLER] == state.match[c.ACTING]]
    # Rather too many than too few: a missed end would look like a leak in the test.
    blows = sum(
        (attack_of(state, at) + _EXTRA_ATTACK) * _MOST_STRIKES * state.units.item(at, c.AP)
        for at in ready
    )
    return any(
        hp <= blows + waning
        for hp in state.cells[c.B_HP, state.cells[c.B_KIND] == Building.ALTAR].tolist()
    )


def _may_subjugate(state: State) -> bool:
    """Return whether any unit can subjugate, so that units of others might obey the acting seat."""
    return any(can(state, at, Ability.SUBJUGATE) for at in units_of(state))
