"""One batch of matches behind an environment: who plays which seat, and what goes to the backend and back."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from referee_envs.actions.base import Encoded
from referee_envs.backends.base import Answer, Backend, Opening, Stepped
from referee_envs.columns import Array, Ragged, Values
from referee_envs.errors import InputError
from referee_envs.opponents import RANDOM, Policy, checked_actions, random_policy
from referee_envs.views import View, Views

__all__ = ["Batch", "Result", "derived_seed"]


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
        self._policies: dict[int, Policy] = {}
        self._observed: Mapping[str, Values] = {}
        self._view: View | None = None
        self._dropped: collections.deque[Array | None] = collections.deque()
        self._opening: Opening | None = None

    @property
    def view(self) -> View:
        """What the learner's seats see."""
        assert self._view is not None
        return self._view

    @property
    def num_rows(self) -> int:
        """Matches."""
        return self._opening.num_rows if self._opening else 0

    @property
    def num_waiting(self) -> int:
        """Requests whose answers have not been taken."""
        return len(self._dropped)

    def open(self, opening: Opening) -> None:
        """Ask for the matches."""
        self._opening = opening
        for seat, who in self._opponents.items():
            if who == RANDOM:
                generator = np.random.default_rng([opening.seed, seat])
                self._policies[seat] = random_policy(self._views.form, generator)
            elif callable(who):
                self._policies[seat] = who
        self._backend.open(self._number, opening)
        self._dropped.append(None)

    def reset(self, rows: Array, seeds: Array | None = None) -> None:
        """Ask for the next episode of some rows, int64[n], with match seeds, uint64[n], if given."""
        self._backend.reset(self._number, rows, seeds)
        self._dropped.append(None)

    def send(self, actions: Array, *, strict: bool) -> None:
        """Ask for a step.

        Args:
            actions: The learner's, int64[entry] or int64[entry, part], within the space.
            strict: Whether an action that stands for nothing is an error.

        Raises:
            InputError: The last observation has not been taken, and something depends on it; or an action
                stands for nothing, if that is one.
        """
        if self._dropped and (
            self._view is None or self._view.look.memo is not None or self._policies
        ):
            raise InputError("send", "after recv, as what is decided depends on it", "ahead")
        assert self._view is not None
        form = self._views.form
        own = form.encode(actions, self._view.look)
        if strict and own.dropped.any():
            wrong = int(np.flatnonzero(own.dropped)[0])
            raise InputError(f"actions[{wrong}]", "within its mask", actions[wrong].tolist())
        parts = [(self._seats, own)]
        for seat, policy in self._policies.items():
            view = self._views.view(self._observed, self.num_rows, [seat], copy=False)
            decided = checked_actions(policy(view.observation), form.space, self.num_rows)
            parts.append(([seat], form.encode(decided, view.look)))
        self._backend.step(self._number, self._joined(parts))
        self._dropped.append(own.dropped)

    def take(self, answer: Answer) -> Result:
        """Return what an answer says to the learner's seats."""
        dropped = self._dropped.popleft()
        rows, seats = self.num_rows, self._seats
        self._observed = answer.observed
        view = self._view = self._views.view(answer.observed, rows, seats, copy=self._copy)
        step = answer.step
        entries = rows * len(seats)
        if step is None:
            nothing, none = np.zeros(entries, np.bool_), np.zeros(0, np.int64)
            zeros, unrefused = np.zeros(entries, np.float32), np.zeros(entries, np.int32)
            return Result(view, zeros, nothing, nothing.copy(), unrefused, none, None)
        refused = step.refused[:, seats].reshape(entries)
        if dropped is not None:
            refused = refused + dropped
        return Result(
            view,
            step.reward[:, seats].reshape(entries),
            np.repeat(step.terminated, len(seats)),
            np.repeat(step.truncated, len(seats)),
            refused,
            step.final_rows,
            self._final(step),
        )

    def give_up(self) -> None:
        """Forget the oldest request, which was refused."""
        self._dropped.popleft()

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
