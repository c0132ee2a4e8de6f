"""One batch of matches behind an environment: who plays which seat, and what goes to the backend and back."""

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
"""Columns that a batch looks at where random opponents play in it: where in which match they draw."""


def derived_seed(*words: int) -> int:
    """Return a seed, 0..2^64-1, that follows from some numbers from 0."""
    (word,) = np.random.SeedSequence(words).generate_state(1, np.uint64).tolist()
    return int(word)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What a request came to, for the learner's seats; arrays have the axis of entries in front."""

    view: View
    """What is to be seen."""
    reward: Array
    """float32[entry]."""
    placement: Array
    """int32[entry]: placement from 1 where the rules ended the match, else 0."""
    terminated: Array
    """bool[entry]."""
    truncated: Array
    """bool[entry]."""
    refused: Array
    """int32[entry]: parts of the action that the rules refused, or that stood for nothing."""
    final_rows: Array
    """int64[n]: rows of which the next episode has begun at once."""
    final: View | None
    """What was last seen of them; None if there are none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Kept:
    """Rows of a batch as they were."""

    batch: Batch
    """The batch."""
    token: Any
    """What its backend goes on from them by."""
    seeds: Words
    """uint64[n]: what random opponents drew by."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Asked:
    """A request whose answer has not been taken."""

    dropped: Array | None = None
    """int32[entry]: parts of actions that stood for nothing; None if it is no step."""
    rows: Array | None = None
    """int64[n]: rows that it gives seeds."""
    seeds: Array | None = None
    """uint64[n]: these; None if they follow from the batch's."""


class Batch:
    """Matches of one batch.

    Args:
        backend: Who steps them.
        number: The batch's.
        views: What policies see.
        seats: Those of the learner.
        opponents: Who plays others, by seat.
        copy: Whether arrays that the learner gets share memory with nothing.
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
        self._policies = {seat: who for seat, who in self._opponents.items() if callable(who)}
        self._drawing = [seat for seat, who in self._opponents.items() if who == RANDOM]
        self._seeds: Words = np.zeros(0, np.uint64)
        """uint64[row]: the seed that random opponents of each match draw by."""
        self._episodes: Array = np.zeros(0, np.int64)
        """int64[row]: the episode that this is of; -1 if none is known."""
        self._observed: Mapping[str, Values] = {}
        self._view: View | None = None
        self._waiting: collections.deque[_Asked] = collections.deque()
        self._opening: Opening | None = None

    @property
    def view(self) -> View:
        """What the learner's seats see."""
        assert self._view is not None
        return self._view

    @property
    def observe(self) -> tuple[str, ...]:
        """Columns that every answer has to tell."""
        more = DICE_COLUMNS if self._drawing else ()
        return tuple(dict.fromkeys((*self._views.names, *more)))

    @property
    def num_rows(self) -> int:
        """Matches."""
        return self._opening.num_rows if self._opening else 0

    @property
    def num_waiting(self) -> int:
        """Requests whose answers have not been taken."""
        return len(self._waiting)

    def open(self, opening: Opening) -> None:
        """Ask for the matches."""
        self._begin(opening)
        self._backend.open(self._number, opening)
        self._waiting.append(_Asked())

    def _begin(self, opening: Opening) -> None:
        self._opening = opening
        self._seeds = np.zeros(opening.num_rows, np.uint64)
        self._episodes = np.full(opening.num_rows, -1)

    def reset(self, rows: Array, seeds: Array | None = None) -> None:
        """Ask for the next episode of some rows, int64[n], with match seeds, uint64[n], if given."""
        self._backend.reset(self._number, rows, seeds)
        self._waiting.append(_Asked(rows=rows, seeds=seeds))

    def snapshot(self, rows: Array) -> Kept:
        """Return some rows, int64[n], as they are.

        Raises:
            BackendError: They can't be kept.
        """
        assert not self._waiting
        self._backend.snapshot(self._number, rows)
        return Kept(self, self._backend.recv().kept, self._seeds[rows])

    def restore(self, kept: Kept, restoring: Restoring) -> None:
        """Ask to go on in some rows from what was kept."""
        seeds = kept.seeds[restoring.places] if restoring.seeds is None else restoring.seeds
        self._backend.restore(self._number, restoring)
        self._waiting.append(_Asked(rows=restoring.rows, seeds=seeds))

    def drop(self, kept: Kept) -> None:
        """Forget what was kept."""
        assert not self._waiting
        self._backend.drop(self._number, kept.token)
        self._backend.recv()

    def dump(self) -> tuple[Any, ...]:
        """Return all that `load` needs."""
        assert not self._waiting
        assert self._opening is not None
        dumped = self._backend.dump(self._number)
        return self._opening, dumped, dict(self._observed), self._seeds, self._episodes

    def load(self, dumped: tuple[Any, ...]) -> None:
        """Go on as the batch that was dumped."""
        opening, matches, self._observed, seeds, episodes = dumped
        self._begin(opening)
        self._seeds, self._episodes = seeds.copy(), episodes.copy()
        self._backend.load(self._number, opening, matches)
        self._view = self._views.view(self._observed, self.num_rows, self._seats, copy=True)

    def send(self, actions: Array, *, strict: bool) -> None:
        """Ask for a step.

        Args:
            actions: The learner's, int64[entry] or int64[entry, part], within the space.
            strict: Whether an action that stands for nothing is an error.

        Raises:
            InputError: The last observation has not been taken, and something depends on it; or an action
                stands for nothing, if that is one.
        """
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
        for seat in sorted([*self._policies, *self._drawing]):
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
        """Return something legal for a random opponent: the same wherever and beside whatever its match is."""
        form = self._views.form
        count = int(np.prod(form.space.shape or (1,)))
        steps = self._observed["step"]
        assert not isinstance(steps, Ragged)
        words = stream_words(self._seeds, seat, steps, count)
        return any_legal(form.space, view.observation[form.mask_name], words)

    def take(self, answer: Answer) -> Result:
        """Return what an answer says to the learner's seats."""
        asked = self._waiting.popleft()
        dropped = asked.dropped
        rows, seats = self.num_rows, self._seats
        self._observed = answer.observed
        if self._drawing:
            self._note_seeds(asked)
        view = self._view = self._views.view(answer.observed, rows, seats, copy=self._copy)
        step = answer.step
        entries = rows * len(seats)
        if step is None:
            nothing, none = np.zeros(entries, np.bool_), np.zeros(0, np.int64)
            zeros, unrefused = np.zeros(entries, np.float32), np.zeros(entries, np.int32)
            unplaced = unrefused.copy()
            return Result(view, zeros, unplaced, nothing, nothing.copy(), unrefused, none, None)
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
        """Forget the oldest request, which was refused."""
        self._waiting.popleft()

    def _note_seeds(self, asked: _Asked) -> None:
        """Note the match seeds of rows in which another episode has begun, or of which they were given."""
        assert self._opening is not None
        episodes = self._observed["episode"]
        assert not isinstance(episodes, Ragged)
        fresh = np.flatnonzero(episodes != self._episodes)
        if fresh.size:
            rows = self._opening.first_row + fresh
            self._seeds[fresh] = episode_seeds(self._opening.seed, rows, episodes[fresh])
            self._episodes[fresh] = episodes[fresh]
        if asked.seeds is not None:
            self._seeds[asked.rows] = asked.seeds

    def _final(self, step: Stepped) -> View | None:
        rows = len(step.final_rows)
        if not rows:
            return None
        return self._views.view(step.final, rows, self._seats, copy=self._copy)

    def _joined(self, parts: Sequence[tuple[Sequence[int], Encoded]]) -> dict[str, Values]:
        """Return actions of all seats; those of nobody are not answered."""
        rows, seats = self.num_rows, self._num_seats
        answered = np.zeros((rows, seats), np.bool_)
        for played, encoded in parts:
            answered[:, played] = encoded.answered.reshape(rows, len(played))
        told: dict[str, Values] = {"answered": answered}
        if self._acted.ragged:
            told[self._acted.name] = self._strings(parts)
            return told
        if len(parts) == 1 and len(self._seats) == seats:
            values = parts[0][1].values.reshape(rows, seats, *self._acted.shape)
        else:
            values = np.zeros((rows, seats, *self._acted.shape), np.dtype(self._acted.dtype))
            for played, encoded in parts:
                shape = (rows, len(played), *self._acted.shape)
                values[:, played] = encoded.values.reshape(shape)
        told[self._acted.name] = np.ascontiguousarray(values)
        return told

    def _strings(self, parts: Sequence[tuple[Sequence[int], Encoded]]) -> Ragged:
        sent = [b""] * (self.num_rows * self._num_seats)
        for played, encoded in parts:
            for place, data in enumerate(encoded.values):
                row, which = divmod(place, len(played))
                sent[row * self._num_seats + played[which]] = data
        return Ragged.of(sent)
