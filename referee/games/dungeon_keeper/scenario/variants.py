"""States that differ in what a seat may not see: one for each row of DK-6.1 and DK-6.20 that hides something.

A variant must not show in the coming step either, played with the same orders and dice. It therefore keeps
whatever the step can bring to light: what is within reach of the acting seat, whose units go no further in a
turn than `_REACH` cells, and of the seat that must not see.
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
"""Most steps of a unit in a turn, with haste and a crown, and one cell more."""
_MOST_STRIKES = 3
"""Of one attack (DK-5.20)."""
_EXTRA_ATTACK = 14
"""What wall_breaker, spells, spirits and artifacts can add to an attack during a turn."""


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """See `Game.hidden_variants`."""
    yield _with_other_secrets(state, dice)
    if not has_fog(state) or _may_end(state) or _may_subjugate(state):
        return
    yield _with_other_stocks(state, seat)
    far = _far(state, seat)
    yield _with_other_wounds(state, seat, far)
    if len(state.cells) > c.B_LOW:
        yield _with_other_marks(state, far)
    if not _ends_round(state):
        yield _with_other_mines(state, far)
        yield _with_other_ground(state, far)


def _with_other_secrets(state: State, dice: Stream) -> State:
    """Change what nobody sees: the seed and with it dice to come, and contents that nobody can reach now (DK-6.1)."""
    variant = copied(state)
    variant.streams ^= np.uint64(dice.draw(2**62))
    living = state.units[state.units[:, c.ID] > 0]
    near = _around(state, living[:, c.ROW], living[:, c.COL], _REACH)
    for item, (kind, row, col, place) in enumerate(state.items[:, : c.I_PLACE + 1].tolist()):
        if place != c.LYING or near[row, col]:
            continue
        if kind == Item.CHEST:
            variant.items[item, [c.I_GOLD, c.I_TALDEAR]] = 40 + dice.draw(9), dice.draw(3)
        elif kind == Item.MANA_CRYSTAL:
            variant.items[item, c.I_MANA] = dice.draw(9)
    return variant


def _with_other_stocks(state: State, seat: int) -> State:
    """Add to everything of the others but the acting seat, which may be about to use it (DK-6.20)."""
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
    """Change hit points, fear and deeds of far units that are about to neither act nor suffer (DK-6.20)."""
    variant = copied(state)
    for at in units_of(state):
        unit = variant.units[at]
        if not far[unit[c.ROW], unit[c.COL]] or unit[c.OWNER] in (seat, state.match[c.ACTING]):
            continue
        if unit[c.OWNER] < 0 or unit[c.POISON_TURNS]:
            continue
        unit[c.FEAR] += 1
        unit[c.HP] = max(1, unit[c.HP] - 1)
    return variant


def _with_other_marks(state: State, far: Bools) -> State:
    """Lower low marks of far Altars, which shows at the next blow at the earliest (DK-3.14, DK-6.20)."""
    variant = copied(state)
    low = variant.cells[c.B_LOW]
    low[far] -= low[far] // 2
    return variant


def _with_other_mines(state: State, far: Bools) -> State:
    """Leave less in far mines, whether they have been seen or not (DK-6.20)."""
    variant = copied(state)
    left = variant.cells[c.MINE_LEFT]
    left[far & (left > 1)] -= 1
    return variant


def _with_other_ground(state: State, far: Bools) -> State:
    """Dig away far rock, whether it has been seen or not (DK-6.20)."""
    variant = copied(state)
    ground = variant.cells[c.TERRAIN]
    ground[far & (ground == c.UNDUG)] = c.EMPTY
    return variant


def _far(state: State, seat: int) -> Bools:
    """Return bool[row, col]: cells that the coming step can bring neither into sight of the seat nor into play."""
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
    """Return bool[row, col]: cells within reach of some."""
    near = np.zeros(state.cells.shape[1:], np.bool_)
    for row, col in zip(rows.tolist(), cols.tolist(), strict=True):
        near[max(0, row - reach) : row + reach + 1, max(0, col - reach) : col + reach + 1] = True
    return near


def _ends_round(state: State) -> bool:
    """Return whether the neutral phase comes with the end of this turn; the Hero goes by what is hidden."""
    later = state.turn_order[state.match.item(c.TURN) + 1 :]
    return not state.seats[later, c.ALIVE].any()


def _may_end(state: State) -> bool:
    """Return whether the coming step may show scores: at the end, and where Altars fall together."""
    ends_round = _ends_round(state)
    if ends_round and state.match[c.ROUND] >= state.rules[c.MAX_ROUNDS]:
        return True
    waning = waning_hp(state) if ends_round else 0
    if not waning and np.count_nonzero(state.seats[:, c.ALIVE]) > 2:
        return False
    if ends_round and state.rules[c.HERO_RAZES]:
        return True
    ready = [at for at in units_of(state) if state.units[at, c.CONTROLLER] == state.match[c.ACTING]]
    blows = sum(
        (attack_of(state, at) + _EXTRA_ATTACK) * _MOST_STRIKES * state.units.item(at, c.AP)
        for at in ready
    )
    return any(
        hp <= blows + waning
        for hp in state.cells[c.B_HP, state.cells[c.B_KIND] == Building.ALTAR].tolist()
    )


def _may_subjugate(state: State) -> bool:
    """Return whether units of others might begin to obey the acting seat."""
    return any(can(state, at, Ability.SUBJUGATE) for at in units_of(state))
