"""Matches of a config side by side: what columns and lists of candidates are made of."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools, Bytes, Ints, Shorts
from referee.games.proving_grounds.state import State
from referee.kit.rollout.rows import Array

__all__ = ["Matches"]


class Matches:
    """The arrays of `State` by their names, with an axis of matches in front; found when they are looked at.

    Args:
        states: At least one, all of one config.
    """

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states

    def __len__(self) -> int:
        return len(self._states)

    def _stacked(self, name: str) -> Array:
        return np.stack([getattr(state, name) for state in self._states])

    def _side_by_side(self, name: str) -> Array:
        """Return arrays by seat and hero, with zeros behind the heroes of matches with fewer places."""
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
        """int32[match, column]."""
        return self._stacked("match")

    @functools.cached_property
    def seats(self) -> Ints:
        """int32[match, seat, column]."""
        return self._stacked("seats")

    @functools.cached_property
    def doors(self) -> Shorts:
        """int16[match, room, place]."""
        return self._stacked("doors")

    @functools.cached_property
    def spiked(self) -> Bools:
        """bool[match, room, place]."""
        return self._stacked("spiked")

    @functools.cached_property
    def rooms(self) -> Shorts:
        """int16[match, room, column]."""
        return self._stacked("rooms")

    @functools.cached_property
    def creatures(self) -> Shorts:
        """int16[match, room, place, 2]."""
        return self._stacked("creatures")

    @functools.cached_property
    def hoard_gems(self) -> Shorts:
        """int16[match, room, kind]."""
        return self._stacked("hoard_gems")

    @functools.cached_property
    def floor_gems(self) -> Shorts:
        """int16[match, room, kind]."""
        return self._stacked("floor_gems")

    @functools.cached_property
    def floor_items(self) -> Shorts:
        """int16[match, room, item]."""
        return self._stacked("floor_items")

    @functools.cached_property
    def stash(self) -> Shorts:
        """int16[match, seat, item]."""
        return self._stacked("stash")

    @functools.cached_property
    def vault(self) -> Shorts:
        """int16[match, seat, kind]."""
        return self._stacked("vault")

    @functools.cached_property
    def levels(self) -> Bytes:
        """int8[match, seat, room]: levels, with an extra room of level 0 at the end, where the index NONE leads."""
        levels = self._stacked("levels")
        return np.concatenate([levels, np.zeros_like(levels[..., :1])], axis=-1)

    @functools.cached_property
    def trap_seen(self) -> Bools:
        """bool[match, seat, room]."""
        return self._stacked("trap_seen")

    @functools.cached_property
    def tapped(self) -> Bools:
        """bool[match, seat, room]."""
        return self._stacked("tapped")

    @functools.cached_property
    def boards(self) -> Bytes:
        """int8[match, board, place]."""
        return self._stacked("boards")

    @functools.cached_property
    def market(self) -> Bytes:
        """int8[match, slot]."""
        return self._stacked("market")

    @functools.cached_property
    def candidates(self) -> Bytes:
        """int8[match, candidate, 6]."""
        return self._stacked("candidates")

    @functools.cached_property
    def heroes(self) -> Ints:
        """int32[match, seat, hero, column]."""
        return self._side_by_side("heroes")

    @functools.cached_property
    def hero_gems(self) -> Shorts:
        """int16[match, seat, hero, kind]."""
        return self._side_by_side("hero_gems")

    @functools.cached_property
    def living(self) -> Bools:
        """bool[match, seat, hero]: whether he is alive."""
        living: Bools = self.heroes[..., c.ALIVE] == 1
        return living

    @functools.cached_property
    def has_offers(self) -> bool:
        """Whether any offer stands in any match."""
        return any(state.offers[..., c.O_STANDS].any() for state in self._states)
