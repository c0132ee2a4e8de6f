"""Matches of a lane: rows that they take, leave and give back to the matches' own machines.

A row is *in* the lane while the lane plays its match, and *out* while the match's own machine plays
it. The match keeps its row in both cases, so that answers find it.

While a row is in, its machine stays behind: it does not know of the lane's steps. `leave` brings
the machine up to date by redoing those steps, as the records of a journal would be redone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from referee.core.game import AnyPlugin
from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.kit.rollout.rows import Rows
from referee.match import records as rec
from referee.match.course import MatchTerms
from referee.match.lane.answers import NO_CODE, Codebook
from referee.match.lane.clocks import Clocks
from referee.match.lane.handles import Handles
from referee.match.lane.processor import UNKNOWN, ProcessorTimes
from referee.match.lane.tick import Tick, stepped
from referee.match.machine import MatchMachine
from referee.match.records import ActionKind, ActionTaken
from referee.match.redo import redo_record

__all__ = ["LaneMatches"]

_FIRST_ROWS = 16
"""Number of rows of a new lane; when all rows are taken, the number doubles."""


class LaneMatches:
    """Matches with the same terms, except for their seeds, as rows of arrays.

    Args:
        terms: Terms of any one of the matches.
        plugin: The matches' game.
        make_rows: Makes rows of the game and config; takes the number of rows.
        metered: Whether the processor time of any seat is measured.
    """

    def __init__(
        self,
        terms: MatchTerms,
        plugin: AnyPlugin,
        make_rows: Callable[[int], Rows],
        *,
        metered: bool = False,
    ) -> None:
        self._game, self._codec = plugin.game, plugin.codec
        self._make_rows = make_rows
        self._num_seats = terms.num_seats
        self.rows = make_rows(_FIRST_ROWS)
        """Game states of the matches; only rows that are in the lane are up to date."""
        self._keeps = self.rows.asks_all
        """Whether the lane keeps a copy of each match before its last step, from which its machine
        is brought up to date by redoing one step. Otherwise the machine redoes every step since
        the match entered.
        """
        self._before = make_rows(_FIRST_ROWS) if self._keeps else self.rows
        self._clocks = Clocks(
            terms.time_control,
            _FIRST_ROWS,
            terms.num_seats,
            turns_go_on=self.rows.turns_go_on,
        )
        self.cpu = ProcessorTimes(_FIRST_ROWS, terms.num_seats) if metered else None
        """Processor times of the open turns and their answers; None if no seat is metered."""
        self.book = Codebook(
            self.rows.answers,
            action_of=self.rows.action_of,
            decode=self._codec.action_reader(terms.config),
            encode=self._codec.encode_action,
        )
        """The distinct actions among the lane's answers, each with a code."""
        self.is_in: Bools = np.zeros(_FIRST_ROWS, np.bool_)
        """bool[row]: whether the lane, not the machine, plays the row's match."""
        self.steps: Longs = np.zeros(_FIRST_ROWS, np.int64)
        """int64[row]: engine steps made in the match so far; valid for rows that the lane plays
        now.
        """
        self._began_ns: Longs = np.zeros(_FIRST_ROWS, np.int64)
        self._entry_turn: Ints = np.zeros((_FIRST_ROWS, terms.num_seats), np.int32)
        """int32[row, seat]: number of each seat's last opened turn when the match entered the lane."""
        self._alive: Bools = np.ones((_FIRST_ROWS, terms.num_seats), np.bool_)
        self._code: Ints = np.full((_FIRST_ROWS, terms.num_seats), NO_CODE, np.int32)
        """int32[row, seat]: code of the answer at the open decision point; `NO_CODE` where there is
        none.
        """
        self._has_refusals: Bools = np.zeros(_FIRST_ROWS, np.bool_)
        """bool[row]: whether the rules refused an order in the last step. The machine must then
        redo that step, because it counts refusals.
        """
        self._is_fresh: Bools = np.zeros(_FIRST_ROWS, np.bool_)
        """bool[row]: whether the machine has redone no step since the match entered the lane."""
        self._played: list[list[rec.Stepped]] = [[] for _ in range(_FIRST_ROWS)]
        """Steps that the machine has not redone yet, by row. Always empty where `_keeps` is set,
        which means that the lane keeps copies of states instead.
        """
        self._tick_of: list[tuple[Tick, int] | None] = [None] * _FIRST_ROWS
        """Last tick (lane step) that the machine has not redone, and the match's index in it, by
        row. None if there is no such tick.
        """
        self.machines: list[MatchMachine | None] = [None] * _FIRST_ROWS
        """Machine of each match, by row; None for a free row."""
        self._limit_ns = terms.time_control.lag_margin_ns
        self.handles = Handles(_FIRST_ROWS)
        """Numbers by which bots name the matches, whether or not the lane plays them at present."""
        self._free = list(range(_FIRST_ROWS - 1, -1, -1))

    def add(self, machine: MatchMachine) -> int:
        """Give a match a free row, where its own machine still plays it, and return the row's index."""
        if not self._free:
            self._grow(2 * len(self.machines))
        row = self._free.pop()
        self.machines[row] = machine
        self.handles.add(row)
        return row

    def remove(self, row: int) -> None:
        """Free the row of a match that has ended and is out of the lane."""
        self.handles.remove(row)
        self.machines[row] = None
        self._free.append(row)

    def __len__(self) -> int:
        return len(self.machines) - len(self._free)

    def enter(self, row: int, cpu_start_ns: Sequence[int] = ()) -> None:
        """Make the lane play a row's match from its open turns on; `can_take` must hold for its machine.

        If the lane is metered, `cpu_start_ns` has the reading of the processor clock of each seat's
        process at the hand-over of its open turn, or `UNKNOWN`.
        """
        machine = self._machine(row)
        if self.cpu is not None:
            self.cpu.load(row, cpu_start_ns)
        self.rows.put_match(row, machine.state)
        for index, seat in enumerate(machine.seats):
            self._clocks.load(row, index, seat)
        self.steps[row] = machine.steps
        # By these, `leave` knows which turns the lane has opened and which the machine had opened
        # before.
        self._entry_turn[row] = self._clocks.turn[row]
        self._began_ns[row] = machine.began_ns
        self._alive[row] = [not seat.is_out for seat in machine.seats]
        self._code[row] = NO_CODE
        self._has_refusals[row] = False
        self._is_fresh[row] = True
        self.is_in[row] = True

    def leave(self, row: int) -> None:
        """Bring the machine of a row's match up to date; it plays the match from here on, not the lane.

        Raises:
            ValueError: The machine computes another digest than the lane.
        """
        self._resume(row, has_stepped=self._catch_up(row))

    def _hand_back(self, row: int) -> None:
        """Bring the machine of a row's match up to date after a step, without opening turns.

        The machine then opens the next turns or ends the match.
        """
        self._catch_up(row)
        self._resume(row, has_stepped=False)

    def _resume(self, row: int, *, has_stepped: bool) -> None:
        """Copy open turns, answers and clocks of a row's match to its machine; then drop the match here.

        The machine, which must have all steps of the match already, plays the match from here on.
        `has_stepped` says whether it has redone steps of the lane.
        """
        machine, code = self._machine(row), self._code[row].tolist()
        has_new_turn = self._clocks.turn[row] != self._entry_turn[row]
        for index, seat in enumerate(machine.seats):
            self._clocks.store(row, index, seat)
            seat.answer = None if code[index] == NO_CODE else self._answer(row, index)
            # The lane opened this turn, and nothing was said in it: what the machine sent with an older turn must
            # not be sent again with this one.
            if has_new_turn[index]:
                seat.turn_said = ()
        waiting = np.flatnonzero(self._clocks.is_open[row]).tolist()
        machine.resume_after_lane(waiting, has_stepped=has_stepped)
        self.drop(row)

    def drop(self, row: int) -> None:
        """Stop playing a row's match, without bringing its machine up to date.

        Steps of the lane that the machine has not redone are lost.
        """
        self.is_in[row] = False
        self._clocks.is_open[row] = False
        self._tick_of[row] = None
        self._played[row].clear()

    def give_up(self, row: int) -> bool:
        """Stop playing a row's match, which has failed.

        Returns:
            Whether the machine has redone steps that the lane made since the match entered. The
            caller must then write these steps to the match's own journal.

        Raises:
            ValueError: The machine computes another digest than the lane.
        """
        try:
            if self._played[row]:
                self._redo(row)
            # Steps that the machine has redone can't be taken back, so the caller must write them to
            # the match's own journal.
            return not (self._keeps or self._is_fresh[row])
        finally:
            self.drop(row)

    def _catch_up(self, row: int) -> bool:
        """Make the machine of a row's match redo the steps of the lane that it lacks.

        Return whether the machine lacked any.
        """
        machine, last = self._machine(row), self._tick_of[row]
        if last is None:
            return False
        if self._keeps:
            # Only the last step is redone: the events of earlier ones are of no further use, and
            # their refusals were counted by `step`.
            tick, place = last
            state = self._game.copy(self._before.match(row))
            machine.rewind_to(state, int(tick.steps[place]) - 1, tick.turn[place].tolist())
            redo_record(machine, stepped(tick, place))
        else:
            self._redo(row)
        self._tick_of[row] = None
        self._has_refusals[row] = False
        return True

    def _redo(self, row: int) -> None:
        """Make the machine redo the steps that it lacks of a row's match, and forget these steps.

        Until then, `_played` holds them.
        """
        machine, played = self._machine(row), self._played[row]
        if self._is_fresh[row]:
            # Redoing a step counts the turn that it answers, but the machine has counted these when it opened them.
            for taken in played[0].actions:
                machine.seats[taken.seat].turn -= 1
            self._is_fresh[row] = False
        for step in played:
            redo_record(machine, step)
        played.clear()

    def _answer(self, row: int, index: int) -> ActionTaken:
        clocks, code = self._clocks, self._code.item(row, index)
        at = row, index
        cpu_ns = UNKNOWN if self.cpu is None else self.cpu.used_ns.item(at)
        return ActionTaken(
            index,
            clocks.turn.item(at),
            ActionKind.PLAYED,
            self.book.actions[code],
            self.book.payloads[code],
            clocks.elapsed_ns.item(at),
            clocks.lag_ns.item(at),
            clocks.handed_ns.item(at) - self._began_ns.item(row),
            None if cpu_ns == UNKNOWN else cpu_ns,
        )

    def _machine(self, row: int) -> MatchMachine:
        machine = self.machines[row]
        assert machine is not None
        return machine

    def _grow(self, num_rows: int) -> None:
        old = len(self.machines)
        rows, before = self._make_rows(num_rows), self._make_rows(num_rows) if self._keeps else None
        for row in np.flatnonzero(self.is_in).tolist():
            rows.put_match(row, self.rows.match(row))
            if before is not None:
                before.put_match(row, self._before.match(row))
        self.rows, self._before = rows, before or rows
        self._clocks.grow(num_rows)
        if self.cpu is not None:
            self.cpu.grow(num_rows)
        self.handles.grow(num_rows)
        more = num_rows - old
        for name, fill in _GROWN.items():
            array = getattr(self, name)
            rest = np.full((more, *array.shape[1:]), fill, array.dtype)
            setattr(self, name, np.concatenate([array, rest]))
        self.machines += [None] * more
        self._tick_of += [None] * more
        self._played += [[] for _ in range(more)]
        self._free += range(num_rows - 1, old - 1, -1)


_GROWN = {
    "is_in": False,
    "steps": 0,
    "_began_ns": 0,
    "_entry_turn": 0,
    "_alive": True,
    "_code": NO_CODE,
    "_has_refusals": False,
    "_is_fresh": False,
}
"""Names of the lane's arrays whose first axis is rows, and the value that fills new rows."""
