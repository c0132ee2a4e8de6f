"""Rows in several processes, for games that step match by match: each process has a share of them."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from referee.core.errors import FieldError, RefereeError
from referee.kit.rollout.opponents import with_opponents
from referee.kit.rollout.rows import (
    Actions,
    Bools,
    Floats,
    Ints,
    Longs,
    Ragged,
    Rows,
    Values,
)
from referee.kit.rollout.seeds import Words

__all__ = ["MOST_PROCESSES", "PoolError", "PoolRows"]

MOST_PROCESSES = 256
"""Processes of a pool at most."""


_SEAT, _SAVE, _PUT = "seat", "save", "put"
"""What a process is told to let house policies play seats, and to save rows and put them back."""


class PoolError(RefereeError):
    """A process of the pool has failed or is gone: its matches are lost, and the pool is closed."""


class PoolRows(Rows):
    """Rows of which each process has a share; they play the matches that one process would.

    To be closed; it closes itself when a process fails.

    Args:
        make: Makes so many rows, in a process: a function of a module, or a `functools.partial` of one.
        num_rows: Matches.
        processes: How many at most; no more are started than there are rows.

    Raises:
        FieldError: A bound is broken.
        PoolError: Rows can't be made.
    """

    def __init__(self, make: Callable[[int], Rows], *, num_rows: int, processes: int) -> None:
        if num_rows < 1:
            raise FieldError("num_rows", "at least 1", num_rows)
        if not 1 <= processes <= MOST_PROCESSES:
            raise FieldError("processes", f"from 1 to {MOST_PROCESSES}", processes)
        # One row tells what the columns are, and no process is started for what can't be made.
        sample = make(1)
        super().__init__(num_rows, sample.num_seats, observed=sample.observed, acted=sample.acted)
        self.plugin, self.config = sample.plugin, sample.config
        self._edges = np.linspace(0, num_rows, min(processes, num_rows) + 1).astype(np.int64)
        context = multiprocessing.get_context("spawn")
        self._links: list[Connection] = []
        self._processes = []
        for first, behind in zip(self._edges[:-1].tolist(), self._edges[1:].tolist(), strict=True):
            link, far = context.Pipe()
            process = context.Process(target=_serve, args=(make, behind - first, far), daemon=True)
            process.start()
            far.close()
            self._links.append(link)
            self._processes.append(process)

    def close(self) -> None:
        """End all processes."""
        for link in self._links:
            link.close()
        for process in self._processes:
            process.terminate()
            process.join()
        self._links, self._processes = [], []

    def begin(self, rows: Longs, seeds: Words) -> None:
        """See `Rows`."""
        shares = self._split(rows)
        self._ask("begin", [(own, seeds[places]) for places, own in shares])

    def asked(self) -> Bools:
        """See `Rows`."""
        return self._joined("asked")

    def alive(self) -> Bools:
        """See `Rows`."""
        return self._joined("alive")

    def over(self) -> Bools:
        """See `Rows`."""
        return self._joined("over")

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """See `Rows`."""
        if rows is None:
            told = self._ask("observe", [(names, None) for _ in self._links])
            return [_end_to_end([share[place] for share in told]) for place in range(len(names))]
        shares = self._split(rows)
        order = _order([places for places, _ in shares])
        told = self._ask("observe", [(names, own) for _, own in shares])
        return [
            _in_order(_end_to_end([share[place] for share in told]), order, self.num_seats)
            for place in range(len(names))
        ]

    def step(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self._stepped("step", actions)

    def refused(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self._stepped("refused", actions)

    def scores(self, rows: Longs) -> Floats:
        """See `Rows`."""
        shares = self._split(rows)
        told: Floats = np.concatenate(self._ask("scores", [(own,) for _, own in shares]))
        return told[_order([places for places, _ in shares])]

    def digest(self, row: int) -> bytes:
        """See `Rows`."""
        share = int(np.searchsorted(self._edges, row, "right")) - 1
        asked: list[tuple[Any, ...] | None] = [None] * len(self._links)
        asked[share] = (row - int(self._edges[share]),)
        digest: bytes = self._ask("digest", asked)[share]
        return digest

    def saved(self, rows: Longs) -> list[Any]:
        """See `Rows`: each by itself, so that any process can go on from it."""
        kept: list[Any] = [None] * len(rows)
        shares = self._split(rows)
        told = self._ask(_SAVE, [(own,) for _, own in shares])
        for (places, _), share in zip(shares, told, strict=True):
            for place, each in zip(places.tolist(), share, strict=True):
                kept[place] = each
        return kept

    def put_saved(self, rows: Longs, saved: list[Any], places: Longs, seeds: Words) -> None:
        """See `Rows`."""
        shares = [
            (own, [saved[place] for place in places[those].tolist()], seeds[those])
            for those, own in self._split(rows)
        ]
        self._ask(_PUT, shares)

    def seat_within(self, opponents: Mapping[int, str]) -> bool:
        """See `Rows`."""
        self._ask(_SEAT, [(opponents,) for _ in self._links])
        return True

    def _stepped(self, call: str, actions: Actions) -> Ints:
        shares = [
            ({name: self._part(values, first, behind) for name, values in actions.items()},)
            for first, behind in zip(
                self._edges[:-1].tolist(), self._edges[1:].tolist(), strict=True
            )
        ]
        refused: Ints = np.concatenate(self._ask(call, shares))
        return refused

    def _part(self, values: Values, first: int, behind: int) -> Values:
        if not isinstance(values, Ragged):
            return values[first:behind]
        offsets = values.offsets[first * self.num_seats : behind * self.num_seats + 1]
        return Ragged(values.data[offsets[0] : offsets[-1]], offsets - offsets[0])

    def _split(self, rows: Longs) -> list[tuple[Longs, Longs]]:
        """Return for each process the places of its rows among these, and what it calls them itself."""
        shares = np.searchsorted(self._edges, rows, "right") - 1
        places = [np.flatnonzero(shares == share) for share in range(len(self._links))]
        return [
            (own, rows[own] - first) for own, first in zip(places, self._edges[:-1], strict=True)
        ]

    def _joined(self, call: str) -> Bools:
        joined: Bools = np.concatenate(self._ask(call, [() for _ in self._links]))
        return joined

    def _ask(self, call: str, shares: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """Let every process do something that has arguments here; return what they tell."""
        if not self._links:
            raise PoolError("the pool is closed")
        try:
            for link, arguments in zip(self._links, shares, strict=True):
                if arguments is not None:
                    link.send((call, arguments))
            pairs = zip(self._links, shares, strict=True)
            answers = [None if share is None else link.recv() for link, share in pairs]
        except (EOFError, OSError):
            self.close()
            raise PoolError("a process of the pool has ended") from None
        for answer in answers:
            if isinstance(answer, _Failure):
                self.close()
                raise PoolError(f"a process of the pool has failed:\n{answer.trace}")
        return answers


class _Failure:
    """What went wrong in a process."""

    def __init__(self, trace: str) -> None:
        self.trace = trace


def _serve(make: Callable[[int], Rows], num_rows: int, link: Connection) -> None:
    """Do what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who has started it
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            rows = make(num_rows)
            for call, arguments in _calls(link):
                told: Any = None
                match call:
                    case "seat":
                        rows = with_opponents(rows, *arguments)
                    case "save":
                        told = [rows.saved(each) for each in arguments[0].reshape(-1, 1)]
                    case "put":
                        _put(rows, *arguments)
                    case _:
                        told = getattr(rows, call)(*arguments)
                link.send(told)
        except (EOFError, OSError):
            raise
        except Exception:  # of a game, which may be anybody's
            link.send(_Failure(traceback.format_exc()))


def _put(rows: Rows, own: Longs, saved: Sequence[Any], seeds: Words) -> None:
    for row, each, seed in zip(own.reshape(-1, 1), saved, seeds.reshape(-1, 1), strict=True):
        rows.put_saved(row, each, np.zeros(1, np.int64), seed)


def _calls(link: Connection) -> Iterator[tuple[str, tuple[Any, ...]]]:
    while True:
        yield link.recv()


def _end_to_end(shares: Sequence[Values]) -> Values:
    if all(isinstance(share, Ragged) for share in shares):
        parts = [share for share in shares if isinstance(share, Ragged)]
        starts = np.cumsum([0, *(len(part.data) for part in parts)])
        offsets = [part.offsets[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
        data = np.concatenate([part.data for part in parts])
        return Ragged(data, np.concatenate([np.zeros(1, np.int64), *offsets]))
    return np.concatenate([share for share in shares if not isinstance(share, Ragged)])


def _order(places: Sequence[Longs]) -> Longs:
    """Return where, among rows that are told process by process, each of those that were named is."""
    return np.argsort(np.concatenate(places))


def _in_order(told: Values, order: Longs, num_seats: int) -> Values:
    """Return what was told of rows, in the order in which these were named."""
    if not isinstance(told, Ragged):
        return told[order]
    rows, seats = order.tolist(), range(num_seats)
    return Ragged.of([told[row * num_seats + seat] for row in rows for seat in seats])
