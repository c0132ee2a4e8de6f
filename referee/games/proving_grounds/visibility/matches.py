"""Arrays of many matches of one config, stacked.

Columns and candidate lists are computed from them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools, Bytes, Ints, Shorts
from referee.games.proving_grounds.state import State
from referee.kit.arrays import spanned
from referee.kit.rollout.dtypes import Array

__all__ = ["Matches", "TableMatches"]


class Matches:
    """Arrays of many matches: those of `State` by name, with an axis of matches in front.

    Each is stacked when it is first read, and then kept.

    Args:
        states: States of the matches, at least one, all of one config.
    """

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states

    def __len__(self) -> int:
        return len(self._states)

    def _stacked(self, name: str) -> Array:
        return np.stack([getattr(state, name) for state in self._states])

    def _side_by_side(self, name: str) -> Array:
        """Return the arrays of `State` with this name, which have axes of seats and heroes, stacked.

        Matches with fewer places for heroes than others get zeros behind them.
        """
        # Matches grow their heroes' arrays at different times (`make_room`), so pad all to the widest. The padding
        # is zeros, which mean a hero that is not alive.
        tables = [getattr(state, name) for state in self._states]
        most = max(table.shape[1] for table in tables)
        seats, _, width = tables[0].shape
        array = np.zeros((len(tables), seats, most, width), tables[0].dtype)
        for place, table in enumerate(tables):
            array[place, :, : table.shape[1]] = table
        return array

    @functools.cached_property
    def match(self) -> Ints:
        """int32[match, column]: turn, phase, number of arrivals and end cause."""
        return self._stacked("match")

    @functools.cached_property
    def seats(self) -> Ints:
        """int32[match, seat, column]: gold, and number of heroes that have appeared, as in `State.seats`."""
        return self._stacked("seats")

    @functools.cached_property
    def doors(self) -> Shorts:
        """int16[match, room, place]: room behind each door in the places of `State.doors`; NONE for no door."""
        return self._stacked("doors")

    @functools.cached_property
    def spiked(self) -> Bools:
        """bool[match, room, place]: whether each door is spiked."""
        return self._stacked("spiked")

    @functools.cached_property
    def rooms(self) -> Shorts:
        """int16[match, room, column]: whether explored, owner, trap, gold of hoard, floor and caches."""
        return self._stacked("rooms")

    @functools.cached_property
    def creatures(self) -> Shorts:
        """int16[match, room, place, 2]: kind and hit points of each creature."""
        return self._stacked("creatures")

    @functools.cached_property
    def hoard_gems(self) -> Shorts:
        """int16[match, room, kind]: number of gems in the hoard of the room's creatures."""
        return self._stacked("hoard_gems")

    @functools.cached_property
    def floor_gems(self) -> Shorts:
        """int16[match, room, kind]: number of gems on the room's floor."""
        return self._stacked("floor_gems")

    @functools.cached_property
    def floor_items(self) -> Shorts:
        """int16[match, room, item]: number of each item on the room's floor."""
        return self._stacked("floor_items")

    @functools.cached_property
    def stash(self) -> Shorts:
        """int16[match, seat, item]: number of each item in the seat's stash of items that no hero wears."""
        return self._stacked("stash")

    @functools.cached_property
    def vault(self) -> Shorts:
        """int16[match, seat, kind]: number of gems in the seat's vault."""
        return self._stacked("vault")

    @functools.cached_property
    def levels(self) -> Bytes:
        """int8[match, seat, room]: levels of knowledge, with one extra room at the end.

        The extra room has level 0; the index NONE, of a missing door, leads to it.
        """
        levels = self._stacked("levels")
        # A missing door holds NONE, which is -1 and so indexes the last room: nobody must know that
        # one.
        return np.concatenate([levels, np.zeros_like(levels[..., :1])], axis=-1)

    @functools.cached_property
    def trap_seen(self) -> Bools:
        """bool[match, seat, room]: whether the seat has learned if the room has a trap."""
        return self._stacked("trap_seen")

    @functools.cached_property
    def tapped(self) -> Bools:
        """bool[match, seat, room]: whether a Thief of the seat has found that no caches (hidden gold) are left."""
        return self._stacked("tapped")

    @functools.cached_property
    def boards(self) -> Bytes:
        """int8[match, board, place]: seat at each place of each leader board."""
        return self._stacked("boards")

    @functools.cached_property
    def market(self) -> Bytes:
        """int8[match, slot]: item for sale in each market slot, or NONE."""
        return self._stacked("market")

    @functools.cached_property
    def candidates(self) -> Bytes:
        """int8[match, candidate, 6]: class and characteristics of a hero to hire, or NONE."""
        return self._stacked("candidates")

    @functools.cached_property
    def heroes(self) -> Ints:
        """int32[match, seat, hero, column]: values of each hero, such as room and hit points: see `State.heroes`."""
        return self._side_by_side("heroes")

    @functools.cached_property
    def hero_gems(self) -> Shorts:
        """int16[match, seat, hero, kind]: number of gems that the hero carries."""
        return self._side_by_side("hero_gems")

    @functools.cached_property
    def living(self) -> Bools:
        """bool[match, seat, hero]: whether the hero is alive."""
        living: Bools = self.heroes[..., c.ALIVE] == 1
        return living

    @functools.cached_property
    def has_offers(self) -> bool:
        """Whether any match has a standing trade offer."""
        # Offers are rare: where none stands, columns need no observations.
        return any(state.offers[..., c.O_STANDS].any() for state in self._states)


class TableMatches(Matches):
    """The same for matches whose arrays are rows of tables already.

    Args:
        table: Object with the arrays of `State` by name, whose first axis is the row.
        rows: int64[n]: rows of the matches.
        states: Their states.
    """

    def __init__(self, table: Any, rows: npt.NDArray[np.int64], states: Sequence[State]) -> None:
        super().__init__(states)
        self._table = table
        # A slice where possible: it makes views instead of copies.
        self._rows = spanned(rows)

    def _stacked(self, name: str) -> Array:
        taken: Array = getattr(self._table, name)[self._rows]
        return taken

    def _side_by_side(self, name: str) -> Array:
        # Only places for heroes that have appeared in some match: the table has some more.
        most = max(1, int(self.seats[..., c.NUM_HEROES].max(initial=0)))
        taken: Array = getattr(self._table, name)[self._rows, :, :most]
        return taken

    @functools.cached_property
    def has_offers(self) -> bool:
        """Whether any match has a standing trade offer."""
        return bool(self._stacked("offers")[..., c.O_STANDS].any())
