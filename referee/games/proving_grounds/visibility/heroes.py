"""What seats know of heroes and of other seats, computed for all seats at once (PG-6.1, PG-6.5)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Ints
from referee.games.proving_grounds.rules.equipment import items_in
from referee.games.proving_grounds.rules.heroes import max_hp_in, max_mana_in
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.visibility.matches import Matches
from referee.games.proving_grounds.wire.observation import HeroView, Player

__all__ = ["hero_of", "hero_rows", "hero_rows_side_by_side", "players_of"]

_ARRIVAL_BITS = 32
"""Low bits of a sort key that hold a hero's arrival number (int32, never negative); match and room
are in the bits above.
"""


def players_of(state: State) -> tuple[Player, ...]:
    """Return the facts of each seat that everybody knows.

    They are its gold, and its numbers of gems, living heroes and owned rooms.
    """
    living = state.heroes[:, :, c.ALIVE] == 1
    carried = np.where(living, state.hero_gems.sum(axis=2), 0).sum(axis=1)
    gems = state.vault.sum(axis=1) + carried
    owners = state.rooms[:, c.OWNER]
    owned = np.bincount(owners[owners != c.NONE], minlength=len(state.seats))
    told = (state.seats[:, c.GOLD], gems, living.sum(axis=1), owned)
    columns = [column.tolist() for column in told]
    return tuple([Player(seat, *row) for seat, row in enumerate(zip(*columns, strict=True))])


def hero_rows(state: State) -> list[Ints]:
    """Return the living heroes of each seat as rows of numbers, by id.

    Returns:
        For each seat int32[hero, column]: the columns of `State.heroes`, then the hero's id, then
        his gems by kind. `ARRIVAL` is replaced by the hero's rank, from 1, in the order in which
        the living heroes of his room came (PG-3.3a); the number itself would show how many heroes
        came into rooms elsewhere.
    """
    seats, heroes = state.heroes[:, :, c.ALIVE].nonzero()
    own = state.heroes[seats, heroes]
    rows = np.empty((len(own), c.HERO_WIDTH + 1 + state.hero_gems.shape[2]), np.int32)
    rows[:, : c.HERO_WIDTH] = own
    rows[:, c.HERO_WIDTH] = heroes
    rows[:, c.HERO_WIDTH + 1 :] = state.hero_gems[seats, heroes]
    arrivals, rooms = own[:, c.ARRIVAL], own[:, c.ROOM]
    # All pairs of heroes: few enough in one match. For many matches, the function below sorts
    # instead.
    is_before = (rooms == rooms[:, np.newaxis]) & (arrivals < arrivals[:, np.newaxis])
    rows[:, c.ARRIVAL] = 1 + is_before.sum(axis=1)
    # `seats` ascends, so the heroes of a seat are a slice of the rows.
    ends = np.searchsorted(seats, range(len(state.seats) + 1)).tolist()
    return [rows[first:behind] for first, behind in itertools.pairwise(ends)]


def hero_rows_side_by_side(m: Matches) -> Ints:
    """Return the living heroes of all seats of many matches as rows of numbers, by id.

    Returns:
        int32[match, seat, place, column], with zeros behind the last hero of a seat. The columns
        are those of `hero_rows`: a row of `State.heroes`, with the hero's rank in his room as
        `ARRIVAL`, then id and gems by kind.
    """
    match, seat, hero = m.living.nonzero()
    number, seats, _ = m.living.shape
    own = m.heroes[match, seat, hero]
    rows = np.empty((len(own), c.HERO_WIDTH + 1 + m.hero_gems.shape[-1]), np.int32)
    rows[:, : c.HERO_WIDTH] = own
    rows[:, c.HERO_WIDTH] = hero
    rows[:, c.HERO_WIDTH + 1 :] = m.hero_gems[match, seat, hero]
    # Sort all heroes by (match, room, arrival) packed into one int64. A hero's rank is then his position less the
    # position of his room's first hero; so no room is compared with every other one.
    room = (match * m.rooms.shape[1] + own[:, c.ROOM]) << _ARRIVAL_BITS
    arrivals = room + own[:, c.ARRIVAL]
    ordered = np.sort(arrivals)
    rows[:, c.ARRIVAL] = 1 + np.searchsorted(ordered, arrivals) - np.searchsorted(ordered, room)
    whose = match * seats + seat
    place = np.arange(len(own)) - np.searchsorted(whose, whose)
    table = np.zeros((number, seats, int(place.max(initial=-1)) + 1, rows.shape[1]), np.int32)
    table[match, seat, place] = rows
    return table


def hero_of(row: Sequence[int]) -> HeroView:
    """Return the view of a hero for his own seat.

    Args:
        row: The hero's row of `State.heroes`, with his rank in his room as `ARRIVAL`, then his id
            and his gems by kind.
    """
    return HeroView(
        row[c.HERO_WIDTH],
        row[c.CLASS],
        row[c.ROOM],
        row[c.HP],
        max_hp_in(row),
        row[c.MANA],
        max_mana_in(row),
        tuple(row[c.STATS : c.SLOTS]),
        tuple(map(int, items_in(row))),
        tuple(row[c.HERO_WIDTH + 1 :]),
        bool(row[c.GUARD]),
        row[c.POLICY],
        row[c.ARRIVAL],
    )
