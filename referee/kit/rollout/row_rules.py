"""Rules of a simple game written over arrays as well: for many matches in one call.

The object form, `SimpleGame`, stays what the referee plays; this form is for learners, and must
give equal states. `referee.kit.rollout.row_game` has the base class that games derive from.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Generic, TypeVar

import numpy as np

from referee.core.config import GameConfig
from referee.core.rng import draw_each, substreams
from referee.kit.game import SimpleGame, State
from referee.kit.records import Record
from referee.kit.rollout.dtypes import Array, Bools, Longs
from referee.kit.rollout.seeds import Words

__all__ = ["RowRules", "places_of", "rolls", "shuffles"]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Record)
O = TypeVar("O", bound=Record)  # noqa: E741


class RowRules(SimpleGame[C, S, A, O], Generic[C, S, A, O]):
    """Simple game with numbered actions, whose rules are also written for many matches at once.

    A state then holds any number of matches of one config: each of its arrays has the matches
    (rows) as a further axis in front. Every method `..._rows` does for all of them what the method
    without `_rows` does for one. `config` and `num_seats` are those of all matches.
    """

    @abc.abstractmethod
    def deal_rows(self, config: C, table: State) -> S:
        """Return new matches before their first decision, one for each row of `table.seed`.

        Args:
            config: Config of all matches.
            table: Has config, number of seats and seeds: `seed` is uint64[row, 1], or uint64[row, 0]
                in a game without dice. Make the state by `table.as_state(cls, ...)`; roll with
                `rolls` and `shuffles`.
        """

    @abc.abstractmethod
    def acting_rows(self, state: S) -> Bools:
        """Return bool[row, seat]: which seats must decide now; none once a match is over."""

    @abc.abstractmethod
    def legal_rows(self, state: S) -> Bools:
        """Return bool[row, seat, number]: which of `numbered_actions` are legal for an acting seat.

        The axis of seats may have length 1, if it is the same for all seats. What it says of seats
        that don't act is ignored. `legal_actions` must list the legal ones in ascending order of
        their numbers.
        """

    @abc.abstractmethod
    def see_rows(self, state: S) -> Mapping[str, Array]:
        """Return what seats see as columns by name, each an array [row, seat, ...].

        There is one for each column of the record class `observation`: also `NAME.count` of a list
        of varying length, and `NAME.present` of an optional field. The axis of seats may have
        length 1, if all seats see the same. A list may be shorter than its greatest length; 0 fills
        the rest. Values of absent fields must be 0.
        """

    @abc.abstractmethod
    def play_rows(self, state: S, numbers: Longs) -> None:
        """Carry out the legal actions of all acting seats: change the state in place.

        Args:
            state: Matches of which none is over.
            numbers: int64[row, seat]: number of each seat's action; -1 for a seat that does not act.
        """

    @abc.abstractmethod
    def scores_rows(self, state: S) -> Array:
        """Return the points of each seat, whole numbers [row, seat]."""

    def default_rows(self, state: S, legal: Bools) -> Longs:  # noqa: ARG002
        """Return int64[row, seat]: number of each seat's default action, the first legal one unless overridden.

        Args:
            state: The matches.
            legal: bool[row, seat, number]: which numbers are legal.
        """
        first: Longs = legal.argmax(axis=-1)
        return first


def places_of(mask: Bools) -> tuple[Longs, Longs]:
    """Return the indices at which a mask is true, ascending, along its last axis.

    Args:
        mask: bool[..., place].

    Returns:
        int64[..., place], the indices, with 0 behind the last; and int64[...], how many there are.
    """
    counted: Longs = np.cumsum(mask, axis=-1)
    places: Longs = np.zeros(mask.shape, np.int64)
    found = np.nonzero(mask)
    # The first one that is true goes to place 0, the next one to place 1, and so on.
    places[(*found[:-1], counted[found] - 1)] = found[-1]
    counts: Longs = counted[..., -1]
    return places, counts


def rolls(seeds: Words, sides: int, *keys: int | Longs) -> Longs:
    """Return for each match what `State.roll` returns with these keys, 1..sides, as int64[row].

    Scripted dice results are for single matches alone.

    Args:
        seeds: uint64[row, 1]: `state.seed`, of all matches or of some.
        sides: Number of sides, from 1.
        keys: What the roll is for: numbers, or int64[row] with one for each match.

    Raises:
        TypeError: The game declares that it is free of chance.
    """
    return draw_each(_streams(seeds, keys), sides)


def shuffles(seeds: Words, count: int, *keys: int | Longs) -> Longs:
    """Return for each match what `State.shuffled` returns with these keys, as int64[row, count].

    Args:
        seeds: uint64[row, 1]: `state.seed`, of all matches or of some.
        count: How many numbers, from 0, are shuffled.
        keys: What the shuffle is for: numbers, or int64[row] with one for each match.

    Raises:
        TypeError: The game declares that it is free of chance.
    """
    streams, rows = _streams(seeds, keys), np.arange(len(seeds))
    order = np.tile(np.arange(count), (len(seeds), 1))
    for last in range(count - 1, 0, -1):
        # Each place is rolled on its own stream, as `State.shuffled` does.
        others = draw_each(substreams(streams, np.full(len(seeds), last)), last + 1) - 1
        moved = order[:, last].copy()
        order[:, last] = order[rows, others]
        order[rows, others] = moved
    return order


def _streams(seeds: Words, keys: tuple[int | Longs, ...]) -> Words:
    """Return the states of the streams `Stream(seed, *keys)`, as uint64[row]."""
    if not seeds.shape[1]:
        raise TypeError("a game with chance_free=True has no dice: leave that out of its info")
    streams = substreams(seeds[:, 0], np.zeros(len(seeds), np.int64))
    for key in keys:
        streams = substreams(streams, np.broadcast_to(np.asarray(key), len(seeds)))
    return streams
