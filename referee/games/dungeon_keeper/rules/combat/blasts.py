"""Attacks on areas: fire breath, fire stream and death cloud (DK-5.30 to DK-5.33).

The `..._hits` functions return the units that an attack would hit, for the checks of the order.
Area attacks are neither evaded nor countered, hit no unit twice, and don't damage buildings.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import is_on_board, is_solid
from referee.games.dungeon_keeper.rules.board.space import line_of_sight
from referee.games.dungeon_keeper.rules.board.units import (
    attack_of,
    defence_of,
    find,
    is_hostile,
    place_of,
    spot,
    units_at,
)
from referee.games.dungeon_keeper.rules.combat.deaths import kill_unit, take_hp
from referee.games.dungeon_keeper.rules.events import Blasted, Place
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import DIRECTIONS

__all__ = [
    "BREATH_DIVISOR",
    "STREAM_STEPS",
    "breath_hits",
    "cloud_hits",
    "death_cloud",
    "fire_breath",
    "fire_stream",
    "stream_hits",
]

STREAM_STEPS = 2
"""Number of cells that a stream of fire covers in its direction (DK-5.32)."""
BREATH_DIVISOR = 2
"""Divisor of the damage of fire breath, which deals half (DK-5.31)."""


def breath_hits(state: State, row: int, col: int) -> list[int]:
    """Return the rows of the units that fire breath on a cell would hit: all there (DK-5.31)."""
    return units_at(state, row, col)


def stream_hits(state: State, at: int, direction: int) -> list[int]:
    """Return the rows of the units that a stream of fire would hit: all on its cells (DK-5.32).

    Args:
        state: The match.
        at: Row of the unit that sends the stream.
        direction: Number in `DIRECTIONS`.
    """
    return [
        unit
        for row, col in _stream_cells(state, at, direction)
        for unit in units_at(state, row, col)
    ]


def cloud_hits(state: State, at: int, row: int, col: int) -> list[int]:
    """Return the rows of the units that a death cloud on a cell would hit (DK-5.33).

    These are the units there that are hostile to the controller of the unit in row `at`.
    """
    seat = state.units.item(at, c.CONTROLLER)
    # Hostile to the controller, not the owner: a subjugated lich hits its owner's units.
    return [unit for unit in units_at(state, row, col) if is_hostile(state, seat, unit)]


def fire_breath(aim: Aim[o.FireBreath]) -> None:
    """Breathe fire on a cell: all units there take half of the damage (DK-5.31)."""
    _blast(aim.play, aim.at, breath_hits(aim.state, *aim.cell), BREATH_DIVISOR)


def fire_stream(aim: Aim[o.FireStream]) -> None:
    """Send a stream of fire in a direction: all units on two cells take damage (DK-5.32)."""
    _blast(aim.play, aim.at, stream_hits(aim.state, aim.at, aim.order.direction))


def death_cloud(aim: Aim[o.DeathCloud]) -> None:
    """Send a death cloud to a cell: all hostile units there take damage (DK-5.33)."""
    _blast(aim.play, aim.at, cloud_hits(aim.state, aim.at, *aim.cell))


def _stream_cells(state: State, at: int, direction: int) -> list[Place]:
    row, col = place_of(state, at)
    down, right = DIRECTIONS[direction]
    cells = [Place(row + step * down, col + step * right) for step in range(1, STREAM_STEPS + 1)]
    return [cell for cell in cells if _is_open_to(state, row, col, cell)]


def _is_open_to(state: State, row: int, col: int, cell: Place) -> bool:
    if not is_on_board(state, *cell) or is_solid(state, *cell):
        return False
    return line_of_sight(state.cells, row, col, *cell)


def _blast(play: Play, at: int, victims: list[int], divisor: int = 1) -> None:
    """Hit each victim in turn (DK-5.30).

    Args:
        play: The match.
        at: Row of the attacker, which is no victim.
        victims: Rows of the units to hit.
        divisor: Number by which the damage is divided, rounded down but at least 1.
    """
    state = play.state
    # Victims are kept by id, since a death can empty the row of another one.
    attacker, killer = spot(state, at), state.units.item(at, c.CONTROLLER)
    for unit in [state.units.item(victim, c.ID) for victim in victims]:
        victim = find(state, unit)
        if victim == c.NO:
            continue  # the gnome of a Hero who died of it
        damage = max(1, attack_of(state, at) - defence_of(state, victim))
        # The damage is at least 1 before it is halved and again afterwards (DK-5.30, DK-5.31).
        dealt = take_hp(state, victim, max(1, damage // divisor))
        play.log.append(Blasted(attacker, spot(state, victim), dealt))
        if state.units.item(victim, c.HP) == 0:
            kill_unit(play, victim, killer, attacker)
