"""The backend in this process; no other module of the package imports the referee.

It is imported on first use, so that the rest works where only the client library is installed.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from google.protobuf import any_pb2
from google.protobuf.message import Message

from referee.core.config import parse_config
from referee.core.errors import RefereeError
from referee.core.kernel import JIT, group_of, groups
from referee.core.native.kernel_cache import find_kernels
from referee.games import registry
from referee.games.derived_rows import DerivedRows, left_out, numbered_messages
from referee.kit.rollout.columns import ANSWERED, RowColumn
from referee.kit.rollout.columns import Ragged as Strings
from referee.kit.rollout.columns import Values as Theirs
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.opponents import policy_names
from referee.kit.rollout.rewards import Reward
from referee.kit.rollout.rollout import ALWAYS, Autoreset, Rollout
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Whole
from referee_envs.backends.base import Answer, Backend, Game, Opening, Restoring, Stepped
from referee_envs.columns import Array, Column, Description, Ragged, Values
from referee_envs.errors import BackendError, InputError

__all__ = ["InProcess"]

_AUTORESETS = {
    "next_step": Autoreset.NEXT_STEP,
    "same_step": Autoreset.SAME_STEP,
    "disabled": Autoreset.DISABLED,
}


class InProcess(Backend):
    """Backend that steps matches (the rows of a batch) in this process, at once when it is asked.

    Args:
        game: Game, config, seats and version of the matches.

    Raises:
        BackendError: There is no such game, or a number is out of bounds.
    """

    def __init__(self, game: Game) -> None:
        try:
            self._plugin = registry.find(game.game).at(game.version)
            self._config = parse_config(self._plugin.game.config_class, self._values(game.config))
            self._num_seats = game.num_seats or self._plugin.game.info.default_seats
            rows = self._rows(1)  # only to describe the columns
        except RefereeError as error:
            raise BackendError(str(error)) from None
        codec = self._plugin.codec
        url = f"type.googleapis.com/{codec.config_type}"
        self.description = Description(
            game.game,
            self._plugin.game.info.version,
            self._num_seats,
            any_pb2.Any(type_url=url, value=codec.encode_config(self._config)),
            tuple(_column(column) for column in (*ALWAYS, *rows.observed)),
            tuple(_column(column) for column in (ANSWERED, *rows.acted)),
            policies=tuple(policy_names(rows)),
            window=64,
            left_out=left_out(rows),
            numbered=numbered_messages(rows),
        )
        _warn_of_interpreting(game.game, group_of(type(self._plugin.game).__module__))
        self._rollouts: dict[int, Rollout] = {}
        self._openings: dict[int, Opening] = {}
        self._waiting: collections.deque[Answer | BackendError] = collections.deque()

    def open(self, batch: int, opening: Opening) -> None:
        """Open a batch of matches as `opening` says; an open batch of this number is replaced."""
        with self._answering():
            # Requests are carried out at once, and answers queued: `recv` then behaves as over the wire.
            self._rollouts[batch] = self._rollout(opening, is_begun=True)
            self._openings[batch] = opening
            self._waiting.append(self._answer(batch, None))

    def _rollout(self, opening: Opening, *, is_begun: bool) -> Rollout:
        return Rollout(
            self._rows(opening.num_rows),
            seed=opening.seed,
            autoreset=_AUTORESETS[opening.autoreset],
            max_steps=opening.max_steps or None,
            strict=opening.strict,
            opponents=dict(opening.policies),
            stagger=opening.stagger,
            reward=Reward[opening.reward.upper()],
            first_row=opening.first_row,
            is_begun=is_begun,
        )

    def step(self, batch: int, actions: Mapping[str, Any]) -> None:
        """Carry out actions in every row (match) of a batch, and queue the answer.

        Args:
            batch: Number that identifies the batch.
            actions: Action columns by name, for all seats of all rows.
        """
        with self._answering():
            # Ragged columns have a separate class here: other modules must not import the referee's.
            given = {name: _theirs(values) for name, values in actions.items()}
            final = self._openings[batch].final
            step = self._rollouts[batch].step(given, final)
            # Empty, as over the wire, where no episode ended.
            last: dict[str, Any] = {}
            rows = np.zeros(0, np.int64)
            if step.final is not None:
                rows = step.final.rows
                last = dict(zip(final, map(_ours, step.final.values), strict=True))
            stepped = Stepped(
                step.reward,
                step.placement,
                step.terminated,
                step.truncated,
                step.refused,
                rows,
                last,
            )
            self._waiting.append(self._answer(batch, stepped))

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """Begin the next episode of some rows (matches) of a batch, and queue the answer.

        Args:
            batch: Number that identifies the batch.
            rows: int64[n]: indices of the rows.
            seeds: uint64[n]: match seeds of these episodes; None continues with the batch's own.
        """
        with self._answering():
            self._rollouts[batch].reset(rows, seeds)
            self._waiting.append(self._answer(batch, None))

    def snapshot(self, batch: int, rows: Array) -> None:
        """Copy some rows (matches) of a batch, int64[n], and queue an answer with the copies."""
        with self._answering():
            # Nothing is observed: a snapshot must not change what the learner holds.
            kept = self._rollouts[batch].snapshot(rows)
            self._waiting.append(Answer(batch, {}, None, kept))

    def restore(self, batch: int, restoring: Restoring) -> None:
        """Continue some rows (matches) of a batch from those of a snapshot, and queue the answer."""
        with self._answering():
            self._rollouts[batch].restore(
                restoring.kept,
                restoring.seeds,
                restoring.rows,
                restoring.places,
                restoring.redraw_for,
            )
            self._waiting.append(self._answer(batch, None))

    def drop(self, batch: int, kept: Any) -> None:
        """Queue an empty answer; a snapshot's rows (matches) are freed with the last reference to them."""
        # Nothing to free here; the answer keeps the same order of requests as on a server.
        del kept
        self._waiting.append(Answer(batch, {}, None))

    def dump(self, batch: int) -> Whole:
        """Return everything that `load` needs to continue a batch exactly."""
        return self._rollouts[batch].dump()

    def load(self, batch: int, opening: Opening, dumped: Whole) -> None:
        """Open a batch that continues like the one that was dumped."""
        # Not begun: the dumped state takes the place of first episodes, whose beginning may take long.
        rollout = self._rollout(opening, is_begun=False)
        rollout.load(dumped)
        self._rollouts[batch], self._openings[batch] = rollout, opening

    def recv(self) -> Answer:
        """Return the oldest queued answer; raise the error if its request was refused."""
        if not self._waiting:
            raise BackendError("nothing was asked for that has not been answered")
        answer = self._waiting.popleft()
        if isinstance(answer, BackendError):
            raise answer
        return answer

    def close(self) -> None:
        """Drop all batches and queued answers."""
        self._rollouts.clear()
        self._waiting.clear()

    def _rows(self, num_rows: int) -> Rows:
        return DerivedRows(
            start_rows(self._plugin, self._config, num_rows=num_rows, num_seats=self._num_seats)
        )

    def _values(self, config: Any) -> Mapping[str, object]:
        """Return a config, given as a message, a mapping or None, as plain values by field name."""
        if isinstance(config, Message):
            wanted, given = self._plugin.codec.config_type, config.DESCRIPTOR.full_name
            # A config of another game might be parsed by chance, since protobuf skips unknown
            # fields.
            if given != wanted:
                raise InputError("config", f"a {wanted}", f"a {given}")
            return self._plugin.codec.decode_config(config.SerializeToString())
        return config or {}

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        """In the `with` block, queue the referee's error as the answer, so that `recv` raises it."""
        try:
            yield
        except RefereeError as error:
            # In the place of the answer: callers may have sent further requests before they read
            # it.
            self._waiting.append(BackendError(str(error)))

    def _answer(self, batch: int, step: Stepped | None) -> Answer:
        names = self._openings[batch].observe
        values = self._rollouts[batch].observe(names)
        return Answer(batch, dict(zip(names, map(_ours, values), strict=True)), step)


@functools.cache
def _warn_of_interpreting(game: str, group: str) -> None:
    """Warn, once for each game, that its kernels (code that can be compiled) run as interpreted Python.

    There is no warning if that was asked for. `group` is the name of the group of kernels with
    those of the game.
    """
    # No warning where interpreting was chosen, as in tests and debuggers.
    is_asked_for = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
    if group not in groups or is_asked_for or os.environ.get("REFEREE_KERNELS", "auto") != "auto":
        return
    if not JIT:
        mend = "pip install 'gamereferee[envs,fast]'"
    elif find_kernels(group) is None:
        mend = f"run `referee warmup {game}` once"
    else:
        return
    text = f"{game} is stepped by interpreted code, which takes many times longer: {mend}"
    warnings.warn(text, RuntimeWarning, stacklevel=6)


def _ours(values: Theirs) -> Values:
    return Ragged(values.data, values.offsets) if isinstance(values, Strings) else values


def _theirs(values: Values) -> Theirs:
    return Strings(values.data, values.offsets) if isinstance(values, Ragged) else values


def _column(each: RowColumn) -> Column:
    column = each.column
    return Column(
        column.name,
        column.dtype.name,
        column.shape,
        float(column.low),
        float(column.high),
        each.by_seat,
        each.is_ragged,
        column.meaning,
        column.scale,
    )
