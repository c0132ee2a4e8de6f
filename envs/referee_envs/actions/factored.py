"""A fixed action space as an alternative to lists of candidates: order, unit and cell are parts of a MultiDiscrete.

In lists, place 3 is another order at each decision; in parts, a cell has the same number all match
long. Each candidate of a list has a value for each part that its kind needs. An action stands for
the candidate that agrees with it in most parts, earlier parts counting more, so every action within
the mask is a legal one. If an action of the game has several slots (one pick for each of several
lists), each slot has separate parts.
"""

from __future__ import annotations

import abc
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from referee_bots.proving_grounds.tables import CLASSES, ITEMS
from referee_envs.actions.base import ActionForm, Encoded, Look, Seen
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError

__all__ = ["FACTORED", "Factored", "factors_of"]

FACTORED = "factored"
"""Value of the argument `actions` that chooses this action space."""
_PARTY = 3
"""Number of heroes of a party in the candidate lists of Proving Grounds, if the config does not
allow fewer.
"""


class _Values(NamedTuple):
    """Candidates of one slot (one of the picks that make up an action), split into parts."""

    values: Array
    """int64[entry, place, part]: value of each part of the candidate at each place of the list of an
    entry (a seat of a match).
    """
    counts: Array
    """bool[entry, place, part]: whether the kind of the candidate at this place of the list of an
    entry (a seat of a match) needs the part.
    """


class _Factors(abc.ABC):
    """Splits the candidates of one slot (one of the picks that make up an action) into parts."""

    sizes: tuple[int, ...]
    """Number of values of each part; the first part is the kind."""
    needs: tuple[str, ...] = ()
    """Names of observed columns that the split needs."""
    kinds: tuple[tuple[int, ...], ...]
    """For each kind of candidate, the indices of the parts that it needs in addition to the first."""

    @abc.abstractmethod
    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return the parts of the candidates in each entry's list (an entry is a seat of a match).

        The result is int64[entry, place, part].
        A part that the candidate's kind doesn't need may have any value.

        Args:
            numbers: int32[entry, place, 4]: kind of the candidate at each place of a list, and three
                numbers that depend on the kind.
            seen: Observed columns, those of `needs`.
        """

    def values(self, numbers: Array, seen: Seen) -> _Values:
        """Return candidates split into parts; parts that a candidate's kind doesn't need are 0.

        Args:
            numbers: int32[entry, place, 4] (an entry is a seat of a match): kind of the candidate
                at each place of a list, and three numbers that depend on the kind.
            seen: Observed columns, those of `needs`.
        """
        counts = np.zeros((len(self.kinds), len(self.sizes)), np.bool_)
        for kind, needed in enumerate(self.kinds):
            counts[kind, [0, *needed]] = True
        needed_here = counts[numbers[..., 0]]
        # 0 where a part is not needed: `parts` may give anything there.
        values = np.where(needed_here, self.parts(numbers, seen), 0)
        # A value beyond its part, such as a cell of a larger map, must not index outside the mask.
        return _Values(np.clip(values, 0, np.array(self.sizes) - 1), needed_here)


class _Champions(_Factors):
    """Champions: the parts are phase, tile to move to, category, item, bits of fighters, champion, slot, action.

    An item is 0 for none, 1 for the one that suits best, or 2 plus its place in the stash.
    """

    needs = ("me.stash.id",)
    kinds = ((1,), (2,), (3, 5, 6), (4, 5, 7))

    def __init__(self, description: Description) -> None:
        (stash,) = description.column("me.stash.id").shape
        self._side = int(description.column("size").high)
        self.sizes = (4, self._side**2, 5, 2 + stash, 16, 4, 3, 5)

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return each candidate split into the parts of the class: int64[entry, place, part].

        An entry is a seat of a match.

        Args:
            numbers: int32[entry, place, 4]: kind of the candidate at each place of a list, and
                three numbers that depend on the kind.
            seen: Observed columns, those of `needs`.
        """
        _, first, second, third = (numbers[..., column].astype(np.int64) for column in range(4))
        tile = first * self._side + second
        item = np.where(
            first > 0, 2 + _places(seen["me.stash.id"], first), np.where(first < 0, 1, 0)
        )
        return np.stack([numbers[..., 0], tile, first, item, first, second, third, third], axis=-1)


class _DungeonKeeper(_Factors):
    """Dungeon Keeper: the parts are kind of order, place of the unit in `units`, cell, and unit summoned.

    The unit summoned is 0 for an imp (a worker), 1 for a bes (a fighter).
    """

    needs = ("units.id",)
    kinds = ((), *[(1, 2)] * 7, (3, 2))

    def __init__(self, description: Description) -> None:
        (units,) = description.column("units.id").shape
        self._side = description.column("map.look").shape[0]
        self.sizes = (9, units, self._side**2, 2)

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return each candidate split into the parts of the class: int64[entry, place, part].

        An entry is a seat of a match.

        Args:
            numbers: int32[entry, place, 4]: kind of the candidate at each place of a list, and
                three numbers that depend on the kind.
            seen: Observed columns, those of `needs`.
        """
        kind, who, row, col = (numbers[..., column].astype(np.int64) for column in range(4))
        return np.stack(
            [kind, _places(seen["units.id"], who), row * self._side + col, who], axis=-1
        )


class _Hero(_Factors):
    """The pick of an order for one hero of Proving Grounds: its parts are kind and room to move to.

    In the pick for the first hero, the hero classes of the party are a third part.

    Args:
        rooms: Number of rooms of the dungeon.
        party: Number of heroes of a party that is picked together with the order; 0 if none is.
    """

    def __init__(self, rooms: int, *, party: int = 0) -> None:
        classes = itertools.combinations_with_replacement(CLASSES, party)
        self._parties = np.array([int("".join(map(str, each)) or 0) for each in classes])
        """Parties (sets of heroes) that can be picked, as numbers whose digits are the heroes' classes; ascending."""
        parties = (len(self._parties),) if party else ()
        self.sizes = (6, rooms, *parties)
        self.kinds = ((), (2,) if party else (), (1,), (), (), ())

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return each candidate split into the parts of the class: int64[entry, place, part].

        An entry is a seat of a match.

        Args:
            numbers: int32[entry, place, 4]: kind of the candidate at each place of a list, and
                three numbers that depend on the kind.
            seen: Observed columns; not used.
        """
        del seen
        kind, first, room = (numbers[..., column].astype(np.int64) for column in range(3))
        party = np.searchsorted(self._parties, first)
        return np.stack([kind, room, party][: len(self.sizes)], axis=-1)


class _Purchase(_Factors):
    """The pick of a purchase in Proving Grounds: its only part is 0 for nothing, else the item to buy.

    If several candidates buy the same item, the first of them is picked.
    """

    sizes = (1 + max(ITEMS),)
    kinds = ((),) * sizes[0]

    def parts(self, numbers: Array, seen: Seen) -> Array:
        """Return the only part of each candidate, 0 for nothing or the item to buy: int64[entry, place, 1].

        An entry is a seat of a match.

        Args:
            numbers: int32[entry, place, 4]: kind of the candidate at each place of a list, and
                three numbers that depend on the kind.
            seen: Observed columns; not used.
        """
        del seen
        return numbers[..., 2:3].astype(np.int64)

    def values(self, numbers: Array, seen: Seen) -> _Values:
        """Return candidates with their only part, the item bought; every candidate has it.

        Args:
            numbers: int32[entry, place, 4] (an entry is a seat of a match): kind of the candidate
                at each place of a list, and three numbers that depend on the kind.
            seen: Observed columns; not used.
        """
        values = self.parts(numbers, seen)
        return _Values(values, np.ones_like(values, np.bool_))


def _places(ids: Array, wanted: Array) -> Array:
    """Return the indices of ids in lists of ids, one list for each entry (a seat of a match).

    Args:
        ids: [entry, place]: the lists; each ascends and ends with zeros.
        wanted: [entry, ...]: the ids to look for; an index for an id that is not in the entry's
            list has no meaning.
    """
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


def _slots_of_proving_grounds(description: Description) -> list[_Factors]:
    (rooms,), (heroes,) = (
        description.column(name).shape for name in ("rooms.room", "own.heroes.hero")
    )
    first = _Hero(rooms, party=min(_PARTY, heroes))
    return [first, *[_Hero(rooms) for _ in range(heroes - 1)], _Purchase()]


_GAMES: dict[str, Callable[[Description], Sequence[_Factors]]] = {
    "champions": lambda description: [_Champions(description)],
    "dungeon_keeper": lambda description: [_DungeonKeeper(description)],
    "proving_grounds": _slots_of_proving_grounds,
}


def factors_of(description: Description) -> Sequence[_Factors]:
    """Return for each slot of a game's actions the object that splits its candidates into parts.

    A slot is one of the picks that make up an action.

    Args:
        description: Description of the game.

    Raises:
        InputError: The game has no factored action space.
    """
    if description.game not in _GAMES:
        raise InputError("actions", f"'lists' except for {', '.join(_GAMES)}", repr(FACTORED))
    return _GAMES[description.game](description)


class _Offer(NamedTuple):
    """Candidates that one slot (one of the picks of an action) offers at a decision, as parts."""

    factors: _Factors
    """Splits the slot's candidates into parts."""
    is_there: Array
    """bool[entry, place]: whether the list of an entry (a seat of a match) has a candidate at this place."""
    candidates: _Values
    """The candidates, split into parts."""

    def picks(self, actions: Array) -> Array:
        """Return the place of the candidate that agrees best with each action, int64[entry].

        Args:
            actions: int64[entry, part]: actions as parts; an entry is a seat of a match.
        """
        agrees = (self.candidates.values == actions[:, np.newaxis]) | ~self.candidates.counts
        # Powers of 2: agreement in an earlier part counts more than in all later ones together.
        weights = 1 << np.arange(actions.shape[1])[::-1]
        # -1 for places behind the list, so that they never win, not even against no agreement.
        agreement = np.where(self.is_there, (agrees * weights).sum(axis=-1), -1)
        picks: Array = agreement.argmax(axis=1)
        return picks


class Factored(ActionForm):
    """Action form in which parts stand for a pick from each candidate list, slot by slot.

    Args:
        lists: Form of the candidate lists, which encodes the picks.
        factors: For each slot, the object that splits its candidates into parts.
    """

    def __init__(self, lists: ActionForm, factors: Sequence[_Factors]) -> None:
        self._lists, self._factors = lists, factors
        self._sizes = [size for each in factors for size in each.sizes]
        space: Any = spaces.MultiDiscrete(self._sizes)
        needs = dict.fromkeys([*lists.needs, *[name for each in factors for name in each.needs]])
        super().__init__(lists.column, space, needs=list(needs), left_out=lists.left_out)
        self._firsts = np.cumsum((0, *self._sizes[:-1]))
        self._cuts = np.cumsum([len(each.sizes) for each in factors])[:-1]

    def look(self, seen: Seen, asked: Array) -> Look:
        """Return the mask of legal values: a value of a part is legal if a candidate of the part's slot has it.

        Of a part for which no candidate has a value, 0 is legal.

        Args:
            seen: Observed columns, those of `needs`; their first axis is entries (seats of
                matches).
            asked: bool[entry]: whether the seat must decide.
        """
        inner = self._lists.look(seen, asked)
        numbers = inner.extra["candidates"]
        every = inner.extra[self._lists.mask_name].reshape(numbers.shape[:-1]) == 1
        mask = np.zeros((len(asked), self.mask_width), np.int8)
        offers: list[_Offer] = []
        firsts = np.split(self._firsts, self._cuts)
        for slot, (factors, first) in enumerate(zip(self._factors, firsts, strict=True)):
            # No more places than the longest list has, since most are empty.
            used = int(every[:, slot].sum(axis=1).max(initial=1))
            is_there = every[:, slot, :used]
            parts = factors.values(numbers[:, slot, :used], seen)
            # A part is masked alone, so not every combination of legal parts is a candidate:
            # `picks` finds the closest one.
            entry, place, part = (parts.counts & is_there[..., np.newaxis]).nonzero()
            mask[entry, first[part] + parts.values[entry, place, part]] = 1
            offers.append(_Offer(factors, is_there, parts))
        for first, size in zip(self._firsts.tolist(), self._sizes, strict=True):
            own = mask[:, first : first + size]
            own[~own.any(axis=1), 0] = (
                1  # a part without a legal value would have nothing to sample
            )
        return Look({self.mask_name: mask}, (inner, offers))

    def _picks(self, actions: Array, look: Look) -> Array:
        """Return the places of the candidates that actions stand for.

        Args:
            actions: int64[entry, part]: actions as parts; an entry is a seat of a match.
            look: What `look` returned for the same entries.

        Returns:
            int64[entry], or int64[entry, slot] if there are several slots.
        """
        _, offers = look.memo
        parts = np.split(actions, self._cuts, axis=1)
        picks = [offer.picks(own) for offer, own in zip(offers, parts, strict=True)]
        return picks[0] if len(picks) == 1 else np.stack(picks, axis=1)

    def _legal(self, actions: Array, look: Look) -> Array:
        """Return whether the mask allows all parts of a slot, bool[entry, slot].

        Args:
            actions: int64[entry, part]: actions as parts; an entry is a seat of a match.
            look: What `look` returned for the same entries.
        """
        mask = look.extra[self.mask_name]
        legal = np.take_along_axis(mask, self._firsts + actions, axis=1) == 1
        return np.stack([each.all(axis=1) for each in np.split(legal, self._cuts, axis=1)], axis=1)

    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return the candidates that actions stand for, as they are sent to the backend.

        A slot (one of an action's picks) with a part outside its mask is left out, and counted in
        `dropped`.

        Args:
            actions: int64[entry, part]: actions as parts; an entry is a seat of a match.
            look: What `look` returned for the same entries.
        """
        inner, _ = look.memo
        picks = self._picks(actions, look)
        legal = self._legal(actions, look).reshape(picks.shape)
        outside = inner.extra["candidates"].shape[2]  # behind the end of any list
        return self._lists.encode(np.where(legal, picks, outside), inner)

    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the action of one seat of one match."""
        inner, _ = look.memo
        return self._lists.message(self._picks(actions, look), inner)
