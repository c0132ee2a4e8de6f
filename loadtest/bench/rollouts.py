"""Load of rollouts (simulated matches): in process, by shared memory, and on a stream.

A decision is the action of one seat that was asked. The bare echo exchanges as many bytes. Every
column of the game but digests and messages is sent, for all seats; actions are those of `scripts`.
On a stream and in shared memory a few requests are sent ahead.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from loadtest.bench.scripts import Script, record
from loadtest.bench.windows import Window
from referee.kit.rollout.columns import Ragged, Values
from referee_envs.backends.base import Backend, Game, Opening
from referee_envs.backends.choose import connect
from referee_envs.columns import Ragged as Strings

__all__ = ["AHEAD", "GAMES", "RolloutLoad", "message_bytes"]


class Measured(NamedTuple):
    """How rollouts of a game are measured: length of the script, number of matches, and config."""

    steps: int
    """Highest number of decision points in the game's script."""
    rows: int
    """Highest number of rows (matches side by side) in a batch of the game."""
    config: Mapping[str, Any] = MappingProxyType({})
    """Fields of the game's config that differ from the default."""


GAMES = {
    "diceman": Measured(100, 4096),
    "swordman": Measured(100, 4096),
    "dice_adventure": Measured(200, 4096),
    "champions": Measured(200, 4096),
    "dungeon_keeper": Measured(40, 512, {"preset": "small"}),
    "proving_grounds": Measured(40, 512),
}
"""How each game is measured, by name. The last two games have large columns, and therefore fewer
rows (matches side by side).
"""
AHEAD = 4
"""Number of requests that are sent before their answers are read, where there is a server."""
_BATCH = 0


def message_bytes(game: str, num_rows: int) -> tuple[int, int, float]:
    """Return means of one step: bytes of its actions, bytes of its columns, number of decisions.

    Args:
        game: One of `GAMES`.
        num_rows: Number of rows (matches) in the batch.
    """
    measured = GAMES[game]
    steps = record(game, measured.config, num_rows, measured.steps).steps
    sent = sum(_size(values) for step in steps for values in step.actions().values())
    backend = connect("inprocess", Game(game, config=dict(measured.config)))
    seats, names = backend.description.num_seats, _observed_names(backend)
    columns = [each for each in backend.description.observed if each.name in names]
    decisions = sum(step.decisions for step in steps)
    size = sum(each.size(num_rows, seats) for each in columns)
    return sent // len(steps), size, decisions / len(steps)


def _size(values: Values) -> int:
    return (
        values.nbytes
        if isinstance(values, np.ndarray)
        else values.data.nbytes + values.offsets.nbytes
    )


def _observed_names(backend: Backend) -> tuple[str, ...]:
    """Return the names of all observed columns except digests and columns of messages."""
    columns = backend.description.observed
    return tuple(each.name for each in columns if not each.ragged and each.name != "digest")


class RolloutLoad:
    """Load of rows (matches side by side) that play a script of recorded actions again and again.

    Args:
        backend: Where to simulate, in the form that `referee_envs.make_vec` takes.
        game: One of `GAMES`.
        num_rows: Number of rows in the batch.
    """

    def __init__(self, backend: str, game: str, num_rows: int) -> None:
        self._where = backend
        self._game = game
        self._num_rows = num_rows

    async def open(self) -> None:
        """Record the script, and open the batch at the backend."""
        measured = GAMES[self._game]
        script: Script = record(self._game, measured.config, self._num_rows, measured.steps)
        self._seeds, self._steps = script.seeds, script.steps
        self._backend = connect(
            self._where, Game(self._game, config=dict(measured.config)), copy=False
        )
        self._rows = np.arange(self._num_rows)
        opening = Opening(
            num_rows=self._num_rows,
            seed=0,
            autoreset="disabled",
            max_steps=0,
            strict=False,
            observe=_observed_names(self._backend),
            final=(),
            policies={},
            stagger=0,
        )
        self._backend.open(_BATCH, opening)
        self._backend.recv()
        self._next = 0
        self._waiting = 0
        self._ahead = 1 if self._where == "inprocess" else AHEAD

    async def run(self, seconds: float) -> Window:
        """Step for some seconds, and at least once; return the number of decisions, with times.

        Requests that were sent ahead are waited for.
        """
        began_ns = time.monotonic_ns()
        until_ns = began_ns + round(seconds * 1e9)
        decisions = 0
        while not decisions or time.monotonic_ns() < until_ns:
            decisions += self._put()
        while self._waiting:
            self._take()
        return Window(decisions, began_ns, time.monotonic_ns())

    async def close(self) -> None:
        """Close the batch and the backend."""
        self._backend.close()

    def _put(self) -> int:
        """Send the next request; return the number of decisions in it."""
        # A few requests ahead, as a learner would: with one at a time, client and server would wait
        # for each other.
        if self._waiting >= self._ahead:
            self._take()
        self._waiting += 1
        if self._next == 0:
            self._backend.reset(_BATCH, self._rows, self._seeds)
            self._next = 1
            return 0
        step = self._steps[self._next - 1]
        # Place 0 is the reset; after the last step of the script it begins again.
        self._next = (self._next + 1) % (len(self._steps) + 1)
        actions = {name: _theirs(values) for name, values in step.actions().items()}
        self._backend.step(_BATCH, actions)
        return step.decisions

    def _take(self) -> None:
        self._backend.recv()
        self._waiting -= 1


def _theirs(values: Any) -> Any:
    return Strings(values.data, values.offsets) if isinstance(values, Ragged) else values
