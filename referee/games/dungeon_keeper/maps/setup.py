"""Set-up of a Dungeon Keeper match: map, bases, turn order and first stocks (DK-2)."""

from __future__ import annotations

import numpy as np

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.maps.generator import generate
from referee.games.dungeon_keeper.maps.symmetry import Base
from referee.games.dungeon_keeper.rules.board.ground import clear_cell
from referee.games.dungeon_keeper.rules.dice import open_hero
from referee.games.dungeon_keeper.scenario.placing import give_first_stocks, place
from referee.games.dungeon_keeper.state import State, blank_state

__all__ = ["MAP_KEY", "new_match"]

MAP_KEY = 0
"""Key of the random stream for map and seating (DK-2.5)."""


def new_match(config: DungeonKeeperConfig, seed: int, num_seats: int) -> State:
    """Set up a match; the caller carries out the first turn start (DK-5.1).

    Args:
        config: The config of the match.
        seed: Match seed, 0..2^64-1.
        num_seats: Number of seats, which has passed `check_seats`.
    """
    state = blank_state(rules_of(config), seed, num_seats, config.size)
    # Once a match: the Hero's stream runs on over all rounds (DK-2.5).
    open_hero(state)
    if config.scenario is not None:
        place(state, config, config.scenario)
    else:
        _generate(state, config, Stream(seed, MAP_KEY))
    state.narrow()
    return state


def _generate(state: State, config: DungeonKeeperConfig, stream: Stream) -> None:
    num_seats = len(state.seats)
    bases, _ = generate(state, config, num_seats, stream)
    slots = list(range(len(bases)))
    turn_order = list(range(num_seats))
    if config.seating == "shuffled":
        # Slots before turn order, after all objects: each draw shifts the next (DK-2.18).
        stream.shuffle(slots)
        stream.shuffle(turn_order)
    for seat, slot in enumerate(slots):
        # Slots behind the last seat stay vacant (DK-2.16).
        _settle(state, config, bases[slot], seat if seat < num_seats else c.NO)
    state.turn_order = np.array(turn_order, np.int8)
    give_first_stocks(state, config)
    state.match[c.ACTING] = turn_order[0]


def _settle(state: State, config: DungeonKeeperConfig, base: Base, seat: int) -> None:
    """Give a base to a seat (DK-2.17), or leave it vacant if the seat is NO (DK-2.16).

    A vacant base loses its Altar and Circle, and keeps its Source as a neutral one.
    """
    if seat == c.NO:
        clear_cell(state, *base.altar)
        clear_cell(state, *base.circle)
        return
    for cell in (base.altar, base.source, base.circle):
        state.cells[c.B_OWNER, *cell] = seat
    state.cells[c.B_LEVEL, *base.source] = config.base_source_level
