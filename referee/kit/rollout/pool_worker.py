"""Main loop of one process of a pool: it steps its share of rows and returns their state after each step."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from typing import Any

import numpy as np

from referee.kit.rollout.columns import Ragged, Values
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.opponents import with_opponents
from referee.kit.rollout.pool_memory import PoolMemory
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["Answer", "Call", "Failure", "State", "serve"]


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """One call that the pool sends to a process: a method of its rows, with arguments."""

    name: str
    """Method of `Rows` to call, or one of `state`, `refresh`, `watch`, `seat`, `save`, `put`."""
    arguments: tuple[Any, ...] = ()
    """Positional arguments of the call."""
    observes: bool = False
    """Whether to return the watched columns afterwards, for the rows that may have changed."""


@dataclasses.dataclass(frozen=True, slots=True)
class State:
    """Which seats are asked and alive, and the results, for all rows of a process after a change."""

    asked: Bools
    """bool[row, seat]: which seats must decide."""
    alive: Bools
    """bool[row, seat]: which seats the rules have not put out."""
    over: Bools
    """bool[row]: which matches the rules have ended."""
    scores: Floats
    """float32[row, seat]: scores of matches that are over; 0 for others."""
    placements: Ints
    """int32[row, seat]: placements, from 1, of matches that are over; 0 for others."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """A process's answer to one call: the result, the state of its rows, and observed columns."""

    result: Any
    """Return value of the called method; None if it has none."""
    state: State | None
    """State of the process's rows; None after calls that change no row."""
    seen: list[Ragged]
    """Watched ragged columns (lists of any length) of the rows that may have changed; other watched
    columns are in shared memory.
    """
    processor_s: float
    """Processor time that the process has used since it began, in seconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class Failure:
    """A process's answer in place of an `Answer`: the call raised an exception, and the process ends."""

    trace: str
    """Traceback of the exception, as text."""


def serve(make: Callable[[int], Rows], num_rows: int, link: Connection) -> None:
    """Carry out calls of the pool until the link is closed; the main function of a process.

    Args:
        make: Takes the number of rows, and makes them.
        num_rows: Number of rows of this process.
        link: Receives a `Call`, and sends an `Answer` or `Failure` for each.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the process that owns the pool, which ends this one
    # The end of the link is the end of the pool: the process then exits without a word.
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            # Within the inner `try`: a failure to make rows is reported to the pool, too.
            worker = _Worker(make(num_rows), link)
            while True:
                link.send(worker.answer(link.recv()))
        except (EOFError, OSError):
            raise
        except Exception:  # of any game's code
            link.send(Failure(traceback.format_exc()))


class _Worker:
    """One process's share of the rows, and the calls on them."""

    def __init__(self, rows: Rows, link: Connection) -> None:
        self._rows, self._link = rows, link
        self._names: Sequence[str] = ()
        self._first = 0
        self._memory: PoolMemory | None = None

    def answer(self, call: Call) -> Answer:
        """Carry out one call and return its answer."""
        result: Any = None
        changed: Longs | None = None
        match call.name:
            # The answer has the state, or the watched columns; there is nothing to call.
            case "state" | "refresh":
                pass
            case "watch":
                self._watch(*call.arguments)
            case "seat":
                self._rows = with_opponents(self._rows, *call.arguments)
            case "save":
                # One by one, so that the pool can give each match to any process.
                result = [self._rows.saved(each) for each in call.arguments[0].reshape(-1, 1)]
            case "put":
                changed = call.arguments[0]
                self._put(*call.arguments)
            case "begin":
                changed = call.arguments[0]
                self._rows.begin(*call.arguments)
            case _:
                result = getattr(self._rows, call.name)(*call.arguments)
        # With each answer to a call that changes rows, so that the pool need not ask for it.
        state = self._state() if call.name in {"state", "begin", "step", "put"} else None
        seen = self._observe(changed) if call.observes else []
        return Answer(result, state, seen, time.process_time())

    def _watch(self, names: Sequence[str], first: int, num_rows: int) -> None:
        # It follows the call on the same link, so it must be read before the next call.
        descriptor = recv_handle(self._link)
        try:
            columns = {column.name: column for column in self._rows.observed}
            watched = [columns[name] for name in names]
            self._memory = PoolMemory(descriptor, watched, num_rows, self._rows.num_seats)
        finally:
            os.close(descriptor)
        self._names, self._first = names, first

    def _observe(self, changed: Longs | None) -> list[Ragged]:
        assert self._memory is not None
        values: list[Values] = self._rows.observe(self._names, changed)
        self._memory.put(self._first, values, changed)
        return [each for each in values if isinstance(each, Ragged)]

    def _state(self) -> State:
        rows = self._rows
        over = rows.over()
        scores = np.zeros((rows.num_rows, rows.num_seats), np.float32)
        placements = np.zeros((rows.num_rows, rows.num_seats), np.int32)
        # Of matches that are over alone: scores of running ones are asked for by a separate call.
        ended = np.flatnonzero(over)
        if ended.size:
            scores[ended] = rows.scores(ended)
            placements[ended] = rows.placements(ended)
        return State(rows.asked(), rows.alive(), over, scores, placements)

    def _put(
        self, own: Longs, saved: Sequence[Any], seeds: Words | None, redraw_for: int | None
    ) -> None:
        for place, (row, each) in enumerate(zip(own.reshape(-1, 1), saved, strict=True)):
            seed = None if seeds is None else seeds[place : place + 1]
            self._rows.put_saved(each, Into(row, np.zeros(1, np.int64), seed, redraw_for))
