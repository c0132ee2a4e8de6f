"""Rows spread over several processes, for games that step match by match: each process has a share of the rows.

A step takes one round trip: the answer says what was refused and who is asked, alive and over, and
has the columns that were observed after the last step. Columns are in shared memory; only ragged
ones (strings of bytes, of no fixed length) are sent.
"""

from __future__ import annotations

import dataclasses
import itertools
import multiprocessing
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from typing import Any

import numpy as np

from referee.core.errors import FieldError, RefereeError
from referee.kit.rollout.columns import Actions, Ragged, Values
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.pool_memory import PoolMemory, new_memory
from referee.kit.rollout.pool_watch import Watch, end_to_end, in_order
from referee.kit.rollout.pool_worker import Answer, Call, Failure, State, serve
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["MOST_PROCESSES", "PoolError", "PoolRows"]

MOST_PROCESSES = 256
"""Highest number of processes of a pool."""
_ENDING_S = 5.0
"""Seconds to wait for the exit status of a process that closed its link; after that, the error
names no status.
"""


class PoolError(RefereeError):
    """A process of the pool failed or ended: its matches are lost, and the pool is closed."""


class PoolRows(Rows):
    """Rows spread over processes; they play the same matches as rows in one process would.

    The pool must be closed; it closes itself when a process fails. Only one thread at a time may
    use it, but any thread may close it at any time.

    Args:
        make: Takes a number and makes that many rows, inside a process: a module's function, or a
            `functools.partial` of one, so that it can be pickled.
        num_rows: Number of matches.
        processes: Highest number of processes; there is never more than one for each row.

    Raises:
        FieldError: A number is out of its bounds.
        PoolError: A process failed.
    """

    def __init__(self, make: Callable[[int], Rows], *, num_rows: int, processes: int) -> None:
        if num_rows < 1:
            raise FieldError("num_rows", "at least 1", num_rows)
        if not 1 <= processes <= MOST_PROCESSES:
            raise FieldError("processes", f"from 1 to {MOST_PROCESSES}", processes)
        # One row is made here for its columns, and so that a config that rows can't be made for starts no process.
        sample = make(1)
        super().__init__(num_rows, sample.num_seats, observed=sample.observed, acted=sample.acted)
        self.plugin, self.config = sample.plugin, sample.config
        self._redraws = sample.redraws
        self._edges = np.linspace(0, num_rows, min(processes, num_rows) + 1).astype(np.int64)
        self._state = State(
            asked=np.zeros((num_rows, self.num_seats), np.bool_),
            alive=np.zeros((num_rows, self.num_seats), np.bool_),
            over=np.zeros(num_rows, np.bool_),
            scores=np.zeros((num_rows, self.num_seats), np.float32),
            placements=np.zeros((num_rows, self.num_seats), np.int32),
        )
        self._is_known = False
        self._watch: Watch | None = None
        # Not fork: a lock that another thread holds at that moment would stay locked in the child.
        context = multiprocessing.get_context("spawn")
        self._guard = threading.RLock()
        self._links: list[Connection] = []
        self._processes = []
        self.processor_s = [0.0] * (len(self._edges) - 1)
        """Processor time that each process had used at its last answer, in seconds."""
        for first, behind in self._bounds():
            link, far = context.Pipe()
            process = context.Process(target=serve, args=(make, behind - first, far), daemon=True)
            process.start()
            # Or this process would keep the link open, and never notice the end of the other.
            far.close()
            self._links.append(link)
            self._processes.append(process)

    def close(self) -> None:
        """End all processes; a call that another thread has begun is finished first."""
        with self._guard:
            for link in self._links:
                link.close()
            for process in self._processes:
                # A process that is inside a game's code would not notice the closed link.
                process.terminate()
                process.join()
                process.close()
            # Emptied, so that a second close does nothing, and later calls are refused.
            self._links, self._processes = [], []
            self._is_known, self._watch = False, None

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        self._begun("begin", [(own, seeds[places]) for places, own in self._split(rows)])

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]."""
        return self._known().asked.copy()

    def alive(self) -> Bools:
        """Return which seats the rules have not put out, as bool[row, seat]."""
        return self._known().alive.copy()

    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""
        return self._known().over.copy()

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, in this order, for `rows`; None for all rows."""
        if rows is None:
            return self._observe_all(names)
        watch = self._watch
        if watch is not None and watch.is_fresh and set(names) <= set(watch.names):
            return watch.some(names, rows)
        shares = self._split(rows)
        order = _order([places for places, _ in shares])
        results = self._ask("observe", [(names, own) for _, own in shares])
        return [
            in_order(end_to_end([share[place] for share in results]), order, self.num_seats)
            for place in range(len(names))
        ]

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        watch = self._watch
        observes = watch is not None and watch.is_wanted
        self._is_known = False
        answers = self._answers("step", self._cut(actions), observes=observes)
        self._is_known = True
        if watch is not None:
            watch.is_fresh, watch.is_wanted = observes, False
        refused: Ints = np.concatenate([answer.result for answer in answers])
        return refused

    def refused(self, actions: Actions) -> Ints:
        """Return how many parts of each seat's action `step` would refuse, int32[row, seat].

        Nothing changes.
        """
        refused: Ints = np.concatenate(self._ask("refused", self._cut(actions)))
        return refused

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of these rows, as float32[n, seat]; provisional while a match runs."""
        state = self._known()
        # Answers of processes have the scores of matches that are over; others are asked for.
        if state.over[rows].all():
            return state.scores[rows]
        shares = self._split(rows)
        scores: Floats = np.concatenate(self._ask("scores", [(own,) for _, own in shares]))
        return scores[_order([places for places, _ in shares])]

    def placements(self, rows: Longs) -> Ints:
        """Return the placements, from 1, of these rows, as int32[n, seat].

        They are 0 where a match is not over.
        """
        return self._known().placements[rows]

    def digest(self, row: int) -> bytes:
        """Return the digest of a row's state."""
        share = int(np.searchsorted(self._edges, row, "right")) - 1
        asked: list[tuple[Any, ...] | None] = [None] * len(self._links)
        asked[share] = (row - int(self._edges[share]),)
        digest: bytes = self._ask("digest", asked)[share]
        return digest

    def saved(self, rows: Longs) -> list[Any]:
        """Return a list with the saved match of each of these rows, which any process of the pool can continue."""
        kept: list[Any] = [None] * len(rows)
        shares = self._split(rows)
        results = self._ask("save", [(own,) for _, own in shares])
        for (places, _), share in zip(shares, results, strict=True):
            for place, each in zip(places.tolist(), share, strict=True):
                kept[place] = each
        return kept

    @property
    def redraws(self) -> bool:
        """Return whether hidden values can be drawn again; False once house policies play seats.

        House policies are built-in players.
        """
        return self._redraws

    def put_saved(self, saved: list[Any], into: Into) -> None:
        """Put saved matches into the rows that `into` names, with the seeds of later draws that it has."""
        shares = [
            (
                own,
                [saved[place] for place in into.places[those].tolist()],
                None if into.seeds is None else into.seeds[those],
                into.redraw_for,
            )
            for those, own in self._split(into.rows)
        ]
        self._begun("put", shares)

    def seat_within(self, opponents: Mapping[int, str]) -> bool:
        """Let house policies (built-in players) play some seats; return True.

        Each plays inside the process that has the match. `opponents` has the policy's name by seat.
        """
        self._ask("seat", [(opponents,) for _ in self._links])
        self._redraws = False
        self._is_known = False
        return True

    def _begun(self, call: str, shares: Sequence[tuple[Any, ...]]) -> None:
        """Make the call `begin` or `put`, which replaces the matches of some rows, in the processes.

        `shares` has the call's arguments for each process, of which the first are rows; a process
        without any of the rows is not called. If the watched columns (those sent after every step)
        are up to date, the processes send them again for these rows.
        """
        # A process without any of the rows is not called at all.
        concerned = [share if share[0].size else None for share in shares]
        self._answers(call, concerned, observes=self._watch is not None and self._watch.is_fresh)
        # Only if every process has answered, the state of all rows is known.
        self._is_known |= None not in concerned

    def _known(self) -> State:
        """Return the state of all rows.

        Ask the processes only if their last answers did not have it.
        """
        if not self._is_known:
            self._ask("state", [()] * len(self._bounds()))
            self._is_known = True
        return self._state

    def _observe_all(self, names: Sequence[str]) -> list[Values]:
        """Return the columns `names` of all rows, and make them the watched ones.

        From now on the processes send watched columns with every step, without being asked. If
        other watched columns were observed since the last step, those stay watched.
        """
        watch = self._watch
        # Columns that were wanted since the last step stay watched: two callers must not replace
        # each other's.
        if watch is None or (watch.names != tuple(names) and not watch.is_wanted):
            watch = self._watched(names)
        if watch is None or watch.names != tuple(names):
            results = self._ask("observe", [(names, None) for _ in self._links])
            return [end_to_end([share[place] for share in results]) for place in range(len(names))]
        if not watch.is_fresh:
            self._answers("refresh", [()] * len(self._bounds()), observes=True)
        watch.is_fresh = watch.is_wanted = True
        return watch.taken()

    def _watched(self, names: Sequence[str]) -> Watch | None:
        """Make each process write the columns `names` to new shared memory after every step.

        Return them as a `Watch`; None if the system can't provide such memory.
        """
        descriptor = new_memory()
        if descriptor is None:
            return None
        columns = {column.name: column for column in self.observed}
        watched = [columns[name] for name in names]
        try:
            memory = PoolMemory(descriptor, watched, self.num_rows, self.num_seats)
            shares = [(names, first, self.num_rows) for first, _ in self._bounds()]
            self._ask("watch", shares, descriptor)
        finally:
            # Memory and processes have their own references by now.
            os.close(descriptor)
        self._watch = Watch(watched, memory, len(self._bounds()), self.num_seats)
        return self._watch

    def _bounds(self) -> list[tuple[int, int]]:
        """Return for each process the index of its first row, and the index after its last."""
        return list(itertools.pairwise(self._edges.tolist()))

    def _cut(self, actions: Actions) -> list[tuple[Any, ...]]:
        return [
            ({name: self._part(values, first, behind) for name, values in actions.items()},)
            for first, behind in self._bounds()
        ]

    def _part(self, values: Values, first: int, behind: int) -> Values:
        if not isinstance(values, Ragged):
            return values[first:behind]
        offsets = values.offsets[first * self.num_seats : behind * self.num_seats + 1]
        return Ragged(values.data[offsets[0] : offsets[-1]], offsets - offsets[0])

    def _split(self, rows: Longs) -> list[tuple[Longs, Longs]]:
        """Return for each process its positions in `rows`, and the process's own indices of these rows."""
        shares = np.searchsorted(self._edges, rows, "right") - 1
        places = [np.flatnonzero(shares == share) for share in range(len(self._links))]
        return [
            (own, rows[own] - first) for own, first in zip(places, self._edges[:-1], strict=True)
        ]

    def _ask(
        self, call: str, shares: Sequence[tuple[Any, ...] | None], descriptor: int | None = None
    ) -> list[Any]:
        """Make a call in every process whose arguments are not None.

        `shares` has the arguments by process, and `descriptor` is a file descriptor to send after the
        call, if any. Return the results by process, None for processes that were not called.
        """
        answers = self._answers(call, shares, descriptor=descriptor)
        return [None if answer is None else answer.result for answer in answers]

    def _answers(
        self,
        call: str,
        shares: Sequence[tuple[Any, ...] | None],
        *,
        observes: bool = False,
        descriptor: int | None = None,
    ) -> list[Any]:
        """Make a call in every process whose arguments are not None.

        Return the answers by process, after taking over the states and columns that they have.

        Args:
            call: Name of the call, as in `Call.name`.
            shares: Arguments for each process; None if it has nothing to do.
            observes: Whether watched columns are returned, as in `Call.observes`.
            descriptor: A file descriptor to send after the call; None for none.

        Raises:
            PoolError: A process failed or ended, or the pool is closed.
        """
        with self._guard:
            if not self._links:
                raise PoolError("the pool is closed")
            try:
                answers = self._exchanged(call, shares, observes, descriptor)
            except BaseException:
                # Answers may be unread in the links: the next call would take them for its own.
                self.close()
                raise
        for share, answer in enumerate(answers):
            if answer is not None:
                self._remember(share, call, shares[share], answer, observes)
        return answers

    def _exchanged(
        self,
        call: str,
        shares: Sequence[tuple[Any, ...] | None],
        observes: bool,
        descriptor: int | None,
    ) -> list[Answer | None]:
        # All calls are sent before the first answer is read, so that the processes work at the same
        # time.
        answers: list[Answer | None] = [None] * len(shares)
        place = 0
        try:
            for place, arguments in enumerate(shares):
                if arguments is not None:
                    self._links[place].send(Call(call, arguments, observes))
                    if descriptor is not None:
                        send_handle(self._links[place], descriptor, self._processes[place].pid)
            for place, arguments in enumerate(shares):
                if arguments is not None:
                    answers[place] = self._answer(place)
        except (EOFError, OSError):
            raise PoolError(self._end_of(place)) from None
        return answers

    def _answer(self, place: int) -> Answer:
        answer = self._links[place].recv()
        if isinstance(answer, Failure):
            raise PoolError(f"a process of the pool has failed:\n{answer.trace}")
        assert isinstance(answer, Answer)
        return answer

    def _end_of(self, place: int) -> str:
        """Return an error text with the exit status of process `place`, which closed its link."""
        process = self._processes[place]
        process.join(_ENDING_S)
        how = process.exitcode
        end = "" if how is None else f", by signal {-how}" if how < 0 else f", with status {how}"
        return f"a process of the pool has ended{end}: its matches are lost"

    def _remember(
        self, share: int, call: str, arguments: Any, answer: Answer, observes: bool
    ) -> None:
        self.processor_s[share] = answer.processor_s
        first, behind = self._bounds()[share]
        if answer.state is not None:
            for field in dataclasses.fields(State):
                values = getattr(answer.state, field.name)
                getattr(self._state, field.name)[first:behind] = values
        if observes and self._watch is not None:
            own = arguments[0] if call in {"begin", "put"} else None
            self._watch.update(share, answer.seen, own)


def _order(places: Sequence[Longs]) -> Longs:
    """Return for each requested row its index in the results, which are joined process by process.

    `places` has for each process the positions of its rows in the request.
    """
    return np.argsort(np.concatenate(places))
