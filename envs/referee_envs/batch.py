"""One batch of an environment's matches: sends the actions of all seats to the backend, and reads its answers."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee_envs.actions.base import Encoded
from referee_envs.backends.base import Answer, Backend, Opening, Restoring, Stepped
from referee_envs.columns import Array, Ragged, Values
from referee_envs.dice import Words, any_legal, episode_seeds, stream_words
from referee_envs.errors import InputError
from referee_envs.opponents import RANDOM, Policy, checked_actions
from referee_envs.views import View, Views

__all__ = ["DICE_COLUMNS", "Batch", "Kept", "Result", "derived_seed"]

DICE_COLUMNS = ("episode", "step")
"""Columns that a batch observes if random opponents play in it: their draws depend on episode and
step.
"""


def derived_seed(*words: int) -> int:
    """Return a seed, 0..2^64-1, computed from some whole numbers that are not negative."""
    (word,) = np.random.SeedSequence(words).generate_state(1, np.uint64).tolist()
    return int(word)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Answer to a request, for the learner's seats.

    The first axis of arrays is entries: one for each of the learner's seats in each match.
    """

    view: View
    """Observations and legal actions of the learner's seats."""
    reward: Array
    """float32[entry], one for each of the learner's seats in each match: the seat's reward if the
    rules ended the match, else 0.
    """
    placement: Array
    """int32[entry], one for each of the learner's seats in each match: the seat's placement, from 1,
    if the rules ended the match, else 0.
    """
    terminated: Array
    """bool[entry], one for each of the learner's seats in each match: whether the rules ended the
    match.
    """
    truncated: Array
    """bool[entry], one for each of the learner's seats in each match: whether the match was cut off
    after `max_steps` decision points.
    """
    refused: Array
    """int32[entry], one for each of the learner's seats in each match: number of parts of the seat's
    action that the rules refused, or that stood for nothing legal and were left out.
    """
    final_rows: Array
    """int64[n]: rows (matches side by side) whose episode ended and was followed by another at once."""
    final: View | None
    """Last observations of the episodes that ended in `final_rows`; None if there are no such rows."""


@dataclasses.dataclass(frozen=True, slots=True)
class Kept:
    """Snapshot of some rows (matches) of a batch."""

    batch: Batch
    """Batch whose rows are kept."""
    token: Any
    """What the backend needs to continue from the kept rows."""
    seeds: Words
    """uint64[n]: for each kept row, the seed of its random opponents."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Asked:
    """Data about a request that are needed once it is answered: dropped parts, and new seeds."""

    dropped: Array | None = None
    """int32[entry], one for each of the learner's seats in each match: number of parts of the seat's
    action that stood for nothing legal and were not sent; None if the request is no step.
    """
    rows: Array | None = None
    """int64[n]: rows that get new seeds by the request; None if none do."""
    seeds: Array | None = None
    """uint64[n]: the new seeds of `rows`; None if they follow from the batch's seed."""


class Batch:
    """Matches (rows) of one batch, with the seats of the learner and of opponents.

    Args:
        backend: Steps the matches.
        number: Number that identifies the batch at the backend.
        views: Makes observations for policies.
        seats: Seats that the learner plays.
        opponents: Policies of the other seats, by seat.
        copy: Whether the learner's arrays are copies that nothing else writes to.
    """

    def __init__(
        self,
        backend: Backend,
        number: int,
        views: Views,
        *,
        seats: Sequence[int],
        opponents: Mapping[int, Policy | str],
        copy: bool,
    ) -> None:
        self._backend, self._number, self._views = backend, number, views
        self._seats, self._opponents, self._copy = list(seats), dict(opponents), copy
        self._num_seats = backend.description.num_seats
        form = views.form
        self._acted = next(c for c in backend.description.acted if c.name == form.column)
        self._policies = {
            seat: policy for seat, policy in self._opponents.items() if callable(policy)
        }
        self._drawing = [seat for seat, policy in self._opponents.items() if policy == RANDOM]
        self._seeds: Words = np.zeros(0, np.uint64)
        """uint64[row]: seed of the random opponents in each match."""
        self._episodes: Array = np.zeros(0, np.int64)
        """int64[row]: number of the episode that the row's entry in `_seeds` belongs to; -1 before
        the first.
        """
        self._observed: Mapping[str, Values] = {}
        self._view: View | None = None
        self._waiting: collections.deque[_Asked] = collections.deque()
        self._opening: Opening | None = None

    @property
    def view(self) -> View:
        """Return the last observations and legal actions of the learner's seats."""
        assert self._view is not None
        return self._view

    @property
    def observe(self) -> tuple[str, ...]:
        """Return the names of the columns that every answer must have."""
        more = DICE_COLUMNS if self._drawing else ()
        return tuple(dict.fromkeys((*self._views.names, *more)))

    @property
    def num_rows(self) -> int:
        """Return the number of matches in the batch."""
        return self._opening.num_rows if self._opening else 0

    @property
    def num_waiting(self) -> int:
        """Return the number of requests that wait for an answer."""
        return len(self._waiting)

    def open(self, opening: Opening) -> None:
        """Request the matches of the batch from the backend, with the arguments in `opening`."""
        self._begin(opening)
        self._backend.open(self._number, opening)
        self._waiting.append(_Asked())

    def _begin(self, opening: Opening) -> None:
        self._opening = opening
        self._seeds = np.zeros(opening.num_rows, np.uint64)
        self._episodes = np.full(opening.num_rows, -1)

    def reset(self, rows: Array, seeds: Array | None = None) -> None:
        """Request the next episode of some rows (matches).

        Args:
            rows: int64[n]: indices of the rows.
            seeds: uint64[n]: match seeds of these episodes; None continues with the batch's own.
        """
        self._backend.reset(self._number, rows, seeds)
        self._waiting.append(_Asked(rows=rows, seeds=seeds))

    def snapshot(self, rows: Array) -> Kept:
        """Return a snapshot of some rows (matches), int64[n]; no request may be waiting.

        Raises:
            BackendError: The backend can't keep the rows.
        """
        assert not self._waiting
        self._backend.snapshot(self._number, rows)
        return Kept(self, self._backend.recv().kept, self._seeds[rows])

    def restore(self, kept: Kept, restoring: Restoring) -> None:
        """Request that some rows (matches) continue from those of the snapshot `kept`.

        `restoring` says which rows, and from which of the snapshot's.
        """
        seeds = kept.seeds[restoring.places] if restoring.seeds is None else restoring.seeds
        self._backend.restore(self._number, restoring)
        self._waiting.append(_Asked(rows=restoring.rows, seeds=seeds))

    def drop(self, kept: Kept) -> None:
        """Have the backend forget the rows of the snapshot `kept`; no request may be waiting."""
        assert not self._waiting
        self._backend.drop(self._number, kept.token)
        self._backend.recv()

    def dump(self) -> tuple[Any, ...]:
        """Return everything that `load` needs to continue the batch; no request may be waiting."""
        assert not self._waiting
        assert self._opening is not None
        dumped = self._backend.dump(self._number)
        return self._opening, dumped, dict(self._observed), self._seeds, self._episodes

    def load(self, dumped: tuple[Any, ...]) -> None:
        """Continue like the batch that `dump` was called on."""
        opening, matches, self._observed, seeds, episodes = dumped
        self._begin(opening)
        self._seeds, self._episodes = seeds.copy(), episodes.copy()
        self._backend.load(self._number, opening, matches)
        # The copy must be able to act before its first answer: legal actions come from this view.
        self._view = self._views.view(self._observed, self.num_rows, self._seats, copy=True)

    def send(self, actions: Array, *, strict: bool) -> None:
        """Request a step of all matches.

        Args:
            actions: The learner's actions, int64[entry] or int64[entry, part], within the space; an
                entry is one of the learner's seats in one match.
            strict: Whether an action with a part that stands for nothing legal is an error.

        Raises:
            InputError: An earlier answer has not been read, although legal actions or an opponent
                depend on it; or `strict` is set and a part of an action stands for nothing legal.
        """
        # Sending ahead: with an answer missing, nobody knows the legal actions, or what opponents see. Only forms
        # whose actions mean the same in every state, and opponents that the backend plays, can do without.
        if self._waiting and (
            self._view is None
            or self._view.look.memo is not None
            or self._policies
            or self._drawing
        ):
            raise InputError("send", "after recv, as what is decided depends on it", "ahead")
        assert self._view is not None
        form = self._views.form
        own = form.encode(actions, self._view.look)
        if strict and own.dropped.any():
            wrong = int(np.flatnonzero(own.dropped)[0])
            raise InputError(f"actions[{wrong}]", "within its mask", actions[wrong].tolist())
        parts = [(self._seats, own)]
        # In the order of seats, so that policies with a memory or with dice are called in a fixed order.
        for seat in sorted([*self._policies, *self._drawing]):
            # Opponents may see arrays of the backend: they decide at once, before these are overwritten.
            view = self._views.view(self._observed, self.num_rows, [seat], copy=False)
            if seat in self._policies:
                decided = self._policies[seat](view.observation)
                decided = checked_actions(decided, form.space, self.num_rows)
            else:
                decided = self._drawn(seat, view)
            parts.append(([seat], form.encode(decided, view.look)))
        self._backend.step(self._number, self._joined(parts))
        self._waiting.append(_Asked(dropped=own.dropped))

    def _drawn(self, seat: int, view: View) -> Array:
        """Return random legal actions for a seat, one for each match.

        They depend only on the match, not on its row or other matches.

        Args:
            seat: Index of the seat.
            view: Observations of the seat in all matches, with its masks of legal actions.
        """
        form = self._views.form
        count = int(np.prod(form.space.shape or (1,)))
        steps = self._observed["step"]
        assert not isinstance(steps, Ragged)
        # No generator with state: a restored or copied match draws again what it would have drawn.
        words = stream_words(self._seeds, seat, steps, count)
        return any_legal(form.space, view.observation[form.mask_name], words)

    def take(self, answer: Answer) -> Result:
        """Return the answer to the oldest request, converted for the learner's seats."""
        asked = self._waiting.popleft()
        dropped = asked.dropped
        rows, seats = self.num_rows, self._seats
        self._observed = answer.observed
        if self._drawing:
            self._update_seeds(asked)
        view = self._view = self._views.view(answer.observed, rows, seats, copy=self._copy)
        step = answer.step
        entries = rows * len(seats)
        if step is None:
            nothing, none = np.zeros(entries, np.bool_), np.zeros(0, np.int64)
            zeros, unrefused = np.zeros(entries, np.float32), np.zeros(entries, np.int32)
            unplaced = unrefused.copy()
            return Result(view, zeros, unplaced, nothing, nothing.copy(), unrefused, none, None)
        # Both count: what the rules refused, and what was left out before it was sent.
        refused = step.refused[:, seats].reshape(entries)
        if dropped is not None:
            refused = refused + dropped
        return Result(
            view,
            step.reward[:, seats].reshape(entries),
            step.placement[:, seats].reshape(entries),
            np.repeat(step.terminated, len(seats)),
            np.repeat(step.truncated, len(seats)),
            refused,
            step.final_rows,
            self._final(step),
        )

    def give_up(self) -> None:
        """Forget the oldest request, because the backend has refused it."""
        self._waiting.popleft()

    def _update_seeds(self, asked: _Asked) -> None:
        """Update the opponents' seeds of rows in which another episode has begun or seeds were set.

        `asked` is the request, which may have set seeds.
        """
        assert self._opening is not None
        episodes = self._observed["episode"]
        assert not isinstance(episodes, Ragged)
        # The backend begins episodes on its own where autoreset is on, so that only this column shows it.
        fresh = np.flatnonzero(episodes != self._episodes)
        if fresh.size:
            rows = self._opening.first_row + fresh
            self._seeds[fresh] = episode_seeds(self._opening.seed, rows, episodes[fresh])
            self._episodes[fresh] = episodes[fresh]
        # After the others: a reset with seeds also begins an episode, whose own seed these replace.
        if asked.seeds is not None:
            self._seeds[asked.rows] = asked.seeds

    def _final(self, step: Stepped) -> View | None:
        rows = len(step.final_rows)
        if not rows:
            return None
        return self._views.view(step.final, rows, self._seats, copy=self._copy)

    def _joined(self, parts: Sequence[tuple[Sequence[int], Encoded]]) -> dict[str, Values]:
        """Return the actions of all seats as columns.

        Seats in none of the parts don't answer, so the rulebook's default is played for them.

        Args:
            parts: For each group of seats their indices, and their encoded actions match by match.
        """
        rows, seats = self.num_rows, self._num_seats
        answered = np.zeros((rows, seats), np.bool_)
        for played, encoded in parts:
            answered[:, played] = encoded.answered.reshape(rows, len(played))
        columns: dict[str, Values] = {"answered": answered}
        if self._acted.ragged:
            columns[self._acted.name] = self._strings(parts)
            return columns
        # The learner plays all seats: its array has the right order already, and nothing is copied.
        if len(parts) == 1 and len(self._seats) == seats:
            values = parts[0][1].values.reshape(rows, seats, *self._acted.shape)
        else:
            values = np.zeros((rows, seats, *self._acted.shape), np.dtype(self._acted.dtype))
            for played, encoded in parts:
                shape = (rows, len(played), *self._acted.shape)
                values[:, played] = encoded.values.reshape(shape)
        columns[self._acted.name] = np.ascontiguousarray(values)
        return columns

    def _strings(self, parts: Sequence[tuple[Sequence[int], Encoded]]) -> Ragged:
        # Entries are row by row, with the seats of each part in its order; the backend wants all seats of each row.
        sent = [b""] * (self.num_rows * self._num_seats)
        for played, encoded in parts:
            for place, data in enumerate(encoded.values):
                row, which = divmod(place, len(played))
                sent[row * self._num_seats + played[which]] = data
        return Ragged.of(sent)
