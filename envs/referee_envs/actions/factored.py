"""A fixed space of actions as an alternative to lists: kind of order, unit and cell as parts of a MultiDiscrete.

In lists, place 3 is another order at each decision; as parts, a cell is the same number all match long. Each candidate
of a list has a value for each part that its kind needs. An action stands for the candidate that agrees with it in
most parts, where earlier parts count more, so that every action within the mask is a legal one.
"""

from __future__ import annotations

import abc
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from referee_envs.actions.base import ActionForm, Encoded, Look, Seen
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError

__all__ = ["FACTORED", "Factored", "factors_of"]

FACTORED = "factored"
"""Name of such spaces."""


class _Values(NamedTuple):
    """Candidates as values of parts."""

    values: Array
    """int64[entry, place, part]."""
    counts: Array
    """bool[entry, place, part]: which parts the candidate's kind needs."""


class _Factors(abc.ABC):
    """Splits candidates of a game into parts.

    Args:
        description: The game.
    """

    sizes: tuple[int, ...]
    """Number of values of each part; the first part is the kind."""
    needs: tuple[str, ...]
    """Columns that it needs."""
    kinds: tuple[tuple[int, ...], ...]
    """Parts that candidates of each kind need, in addition to the first."""

    @abc.abstractmethod
    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return int64[entry, place, part] of int32[entry, place, 4]; a part that the kind doesn't need has any value."""

    def values(self, numbers: Array, seen: Seen) -> _Values:
        """Return candidates, int32[entry, place, 4], as values of parts."""
        counts = np.zeros((len(self.kinds), len(self.sizes)), np.bool_)
        for kind, needed in enumerate(self.kinds):
            counts[kind, [0, *needed]] = True
        needed_here = counts[numbers[..., 0]]
        values = np.where(needed_here, self.parts(numbers, seen), 0)
        return _Values(np.clip(values, 0, np.array(self.sizes) - 1), needed_here)


class _Champions(_Factors):
    """Phase, tile of a move, category, item, bits of fighters, champion, slot, action.

    An item is 0 for nothing, 1 for the one that suits best, or 2 plus its place in the stash.
    """

    needs = ("me.stash.id",)
    kinds = ((1,), (2,), (3, 5, 6), (4, 5, 7))

    def __init__(self, description: Description) -> None:
        (stash,) = description.column("me.stash.id").shape
        self._side = int(description.column("size").high)
        self.sizes = (4, self._side**2, 5, 2 + stash, 16, 4, 3, 5)

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """See `_Factors`."""
        _, first, second, third = (numbers[..., column].astype(np.int64) for column in range(4))
        tile = first * self._side + second
        item = np.where(
            first > 0, 2 + _places(seen["me.stash.id"], first), np.where(first < 0, 1, 0)
        )
        return np.stack([numbers[..., 0], tile, first, item, first, second, third, third], axis=-1)


class _DungeonKeeper(_Factors):
    """Kind of order; place of the unit in `units`; cell; what is summoned: 0 an imp, 1 a bes."""

    needs = ("units.id",)
    kinds = ((), *[(1, 2)] * 7, (3, 2))

    def __init__(self, description: Description) -> None:
        (units,) = description.column("units.id").shape
        self._side = description.column("map.look").shape[0]
        self.sizes = (9, units, self._side**2, 2)

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """See `_Factors`."""
        kind, who, row, col = (numbers[..., column].astype(np.int64) for column in range(4))
        return np.stack(
            [kind, _places(seen["units.id"], who), row * self._side + col, who], axis=-1
        )


def _places(ids: Array, wanted: Array) -> Array:
    """Return the place of each id in the list of its entry, which ascends and ends with zeros."""
    most = np.iinfo(np.int64).max
    ascending = np.where(ids == 0, most, ids.astype(np.int64))
    # One search for all entries, whose ids are shifted so that each entry has a separate range of numbers.
    span = int(max(ids.max(initial=0), wanted.max(initial=0))) + 2
    firsts = np.arange(len(ids))[:, np.newaxis] * span
    table = (np.minimum(ascending, span - 1) + firsts).reshape(-1)
    found = np.searchsorted(table, (np.maximum(wanted, 0) + firsts).reshape(-1)).reshape(
        wanted.shape
    )
    places: Array = found - np.arange(len(ids))[:, np.newaxis] * ids.shape[1]
    return places


_GAMES: dict[str, type[Any]] = {"champions": _Champions, "dungeon_keeper": _DungeonKeeper}


def factors_of(description: Description) -> _Factors:
    """Return what splits candidates of a game into parts.

    Raises:
        InputError: The game has no such space.
    """
    if description.game not in _GAMES:
        raise InputError("actions", f"'lists' except for {', '.join(_GAMES)}", repr(FACTORED))
    made: _Factors = _GAMES[description.game](description)
    return made


class Factored(ActionForm):
    """Parts that stand for a pick from a list.

    Args:
        lists: The form of the lists, of one slot.
        factors: Splits candidates into parts.
    """

    def __init__(self, lists: ActionForm, factors: _Factors) -> None:
        self._lists, self._factors = lists, factors
        space: Any = spaces.MultiDiscrete(list(factors.sizes))
        super().__init__(
            lists.column, space, needs=[*lists.needs, *factors.needs], left_out=lists.left_out
        )
        self._firsts = np.cumsum((0, *factors.sizes[:-1]))

    def look(self, seen: Seen, asked: Array) -> Look:
        """See `ActionForm`: a value is legal if a candidate has it."""
        inner = self._lists.look(seen, asked)
        is_there = inner.extra[self._lists.mask_name] == 1
        # No more places than the longest list has, since most are empty.
        used = int(is_there.sum(axis=1).max(initial=1))
        is_there = is_there[:, :used]
        parts = self._factors.values(inner.extra["candidates"][:, 0, :used], seen)
        mask = np.zeros((len(asked), self.mask_width), np.int8)
        entry, place, part = (parts.counts & is_there[..., np.newaxis]).nonzero()
        mask[entry, self._firsts[part] + parts.values[entry, place, part]] = 1
        for first, size in zip(self._firsts.tolist(), self._factors.sizes, strict=True):
            own = mask[:, first : first + size]
            own[~own.any(axis=1), 0] = (
                1  # a part without a legal value would have nothing to sample
            )
        return Look({self.mask_name: mask}, (inner, is_there, parts))

    def _picks(self, actions: Array, look: Look) -> Array:
        """Return the place of the candidate for which each action stands, in the list of its entry."""
        _, is_there, parts = look.memo
        agrees = (parts.values == actions[:, np.newaxis]) | ~parts.counts
        # Powers of 2: agreement in an earlier part counts more than in all later ones together.
        weights = 1 << np.arange(actions.shape[1])[::-1]
        agreement = np.where(is_there, (agrees * weights).sum(axis=-1), -1)
        picks: Array = agreement.argmax(axis=1)
        return picks

    def encode(self, actions: Array, look: Look) -> Encoded:
        """See `ActionForm`: an action outside its mask is left out, and counted."""
        inner, _, _ = look.memo
        sent = self._lists.encode(self._picks(actions, look), inner)
        mask = look.extra[self.mask_name]
        legal = np.take_along_axis(mask, self._firsts + actions, axis=1).all(axis=1)
        outside = (sent.answered & ~legal).astype(np.int32)
        return Encoded(sent.values, sent.answered & legal, sent.dropped + outside)

    def message(self, actions: Array, look: Look) -> Any:
        """See `ActionForm`."""
        inner, _, _ = look.memo
        return self._lists.message(self._picks(actions, look), inner)
