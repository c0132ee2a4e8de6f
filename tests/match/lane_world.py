"""The same matches twice: each by its machine alone, and all of them on a lane.

Whatever happens is given to both, and what both write, tell and come to is compared.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from referee.core.config import GameConfig
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.time_control import TimeControl
from referee.kit.rollout.columns import Ragged, Values
from referee.kit.rollout.loop_rows import start_rows
from referee.match import events as ev
from referee.match.effects import Begin, Effect, End, OpenTurns, Show, Write
from referee.match.lane import Answers, Lane, Tick, can_take
from referee.match.lane.tick import stepped
from referee.match.machine import MatchMachine, MatchPhase
from referee.match.records import ActionTaken, Stepped
from referee.match.rejection import Rejection
from referee.match.seat import SeatState
from tests.match.driver import terms_of

__all__ = ["LaneWorld", "Sent"]


@dataclasses.dataclass(frozen=True, slots=True)
class Sent:
    """An answer as a bot sends it."""

    match: int
    turn: int
    value: Any
    """Of the column that the lane takes: an array, or bytes."""


class LaneWorld:
    """Matches, their machines alone and the lane with machines of its own.

    Args:
        plugin: The game.
        config: Its config.
        num_seats: Seats.
        time_control: Terms.
        num_matches: Matches.
    """

    def __init__(
        self,
        plugin: AnyPlugin,
        config: GameConfig,
        num_seats: int,
        time_control: TimeControl,
        num_matches: int,
    ) -> None:
        self.plugin = plugin
        terms = [
            terms_of(plugin, time_control, num_seats=num_seats, config=config, fixed_seed=seed)
            for seed in range(1, num_matches + 1)
        ]
        make = partial(_rows, plugin, config, num_seats)
        self.lane = Lane(terms[0], plugin, make)
        self.alone = [MatchMachine(each, created_ns=0) for each in terms]
        self.machines = [MatchMachine(each, created_ns=0) for each in terms]
        self.rows: dict[int, int] = {}
        """Row of each match that has one."""
        self.events = 0
        """Events that both were given."""
        self.ticks = 0
        self._told: tuple[list[list[Any]], list[list[Any]]] = (
            [[] for _ in terms],
            [[] for _ in terms],
        )

    # Both are given the same.

    def handle(self, match: int, event: ev.MatchEvent) -> None:
        """Give one match an event."""
        self.events += 1
        self._carry(0, match, self.alone[match].handle(event))
        self._leave(match)
        self._carry(1, match, self.machines[match].handle(event))
        self._enter(match)

    def note(self, match: int, note: ev.TurnHanded | ev.TurnDelayed) -> None:
        """Let one match note a turn's hand-over, or that it left the referee later than that."""
        self.events += 1
        self.alone[match].note(note)
        row = self.rows.get(match)
        if row is None:
            self.machines[match].note(note)
            return
        handles = self.lane.handles.of_row[[row]]
        record = self.lane.hand if isinstance(note, ev.TurnHanded) else self.lane.delay
        out = record(note.seat, handles, np.array([note.turn], np.int32), note.at_ns, note.lag_ns)
        for _, turn in out:
            assert turn == note.turn
            self.machines[match].note(note)

    def answer(self, seat: int, sent: Sequence[Sent], at_ns: int, lag_ns: int) -> None:
        """Give answers of one seat that were read together."""
        self.events += len(sent)
        for each in sent:
            event = self._event(seat, each, at_ns, lag_ns)
            self._carry(0, each.match, self.alone[each.match].handle(event))
        handles = [self._handle(each.match) for each in sent]
        answers = Answers(
            np.array(handles, np.int64),
            np.array([each.turn for each in sent], np.int32),
            self._values([each.value for each in sent]),
        )
        taken = self.lane.take(seat, answers, at_ns, lag_ns)
        assert len(taken.rows) + len(taken.refused) == len(sent)
        if len(taken.ready):
            self._step(taken.ready, at_ns)
        for refused in taken.refused:
            each = sent[refused.place]
            machine, row = self.machines[each.match], refused.row
            if row >= 0 and self.lane.is_in[row]:
                last_turn, is_open = self.lane.last_turn(row, seat)
                if not (is_open and last_turn == each.turn):  # it stays where it is
                    self._carry(1, each.match, machine.reject_untimely(seat, each.turn, last_turn))
                    continue
            event = self._event(seat, each, at_ns, lag_ns)
            self._leave(each.match)
            self._carry(1, each.match, self.machines[each.match].handle(event))
            self._enter(each.match)

    def expire(self, at_ns: int, lag_ns: int) -> None:
        """Let time pass for those matches in which a turn has expired."""
        fair_ns = at_ns - lag_ns
        due = []
        for match, machine in enumerate(self.alone):
            deadline_ns = machine.next_deadline_ns
            if deadline_ns is not None and deadline_ns <= fair_ns:
                due.append(match)
        on_lane = set(self.lane.due(fair_ns))
        for match, row in self.rows.items():
            if self.lane.is_in[row]:
                assert (row in on_lane) == (match in due), (match, due)
        for match in due:
            self.handle(match, ev.TimePassed(at_ns, lag_ns))

    def _step(self, rows: Any, at_ns: int) -> None:
        self.ticks += 1
        tick = self.lane.step(rows, at_ns)
        names = {row: match for match, row in self.rows.items()}
        left = tick.left.tolist()
        for place, row in enumerate(tick.rows.tolist()):
            match = names[row]
            self._told[1][match].append(_plain(Write(stepped(tick, place))))
            if row in left:
                self._carry(1, match, self.machines[match].open_next(at_ns))
                self._enter(match)
            else:
                self._told[1][match] += self._opened(tick, row, at_ns)

    def _opened(self, tick: Tick, row: int, at_ns: int) -> list[Any]:
        """Return what the lane tells of turns that it has opened in a row."""
        told = []
        for seat in range(tick.asked.shape[1]):
            rows = self.lane.open_rows(seat, np.array([row]))
            if not len(rows):
                continue
            reading = self.lane.readings(seat, rows, at_ns)
            clock = [int(each[0]) for each in reading]
            told.append(("turn", seat, int(self.lane.turns(seat, rows)[0]), *clock))
        return told

    # What a host does.

    def _carry(self, which: int, match: int, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, OpenTurns):
                self._told[which][match] += [
                    ("turn", turn.seat, turn.turn, *_reading(turn.clock)) for turn in effect.turns
                ]
            elif not isinstance(effect, Show):
                self._told[which][match].append(_plain(effect))

    def _leave(self, match: int) -> None:
        row = self.rows.get(match)
        if row is not None and self.lane.is_in[row]:
            self.lane.leave(row)
            self.compare(match)

    def _enter(self, match: int) -> None:
        machine, row = self.machines[match], self.rows.get(match)
        if machine.phase is MatchPhase.ENDED:
            if row is not None:
                self.lane.remove(row)
                del self.rows[match]
        elif can_take(machine):
            if row is None:
                row = self.rows[match] = self.lane.add(machine)
            self.lane.enter(row)

    def _handle(self, match: int) -> int:
        row = self.rows.get(match)
        return 10**6 if row is None else int(self.lane.handles.of_row[row])

    def _event(self, seat: int, sent: Sent, at_ns: int, lag_ns: int) -> ev.MatchEvent:
        column = self.lane.rows.answers
        codec = self.plugin.codec
        try:
            if column.is_ragged:
                action, payload = codec.decode_action(sent.value), sent.value
            else:
                if not (
                    (sent.value >= column.column.low) & (sent.value <= column.column.high)
                ).all():
                    raise MalformedError("out of bounds")
                action = self.lane.rows.action_of(sent.value)
                payload = codec.encode_action(action)
        except MalformedError:
            return ev.UnreadableReceived(seat, sent.turn, Rejection.MALFORMED, "bad", at_ns)
        return ev.ActionReceived(seat, sent.turn, action, payload, at_ns, lag_ns)

    def _values(self, values: Sequence[Any]) -> Values:
        column = self.lane.rows.answers
        if column.is_ragged:
            return Ragged.of(values)
        return np.array(values, column.column.dtype).reshape(-1, *column.column.shape)

    # What is compared.

    def check(self) -> None:
        """See that both have written and told the same of every match since the last time."""
        for match, (one, other) in enumerate(zip(*self._told, strict=True)):
            assert one == other, (match, one, other)
            one.clear()
            other.clear()

    def compare(self, match: int) -> None:
        """See that a match's machine, brought up to date by the lane, is the machine alone."""
        one, other = self.alone[match], self.machines[match]
        game = self.plugin.game
        # The one alone has had the event already that the other is taken from the lane for, if any.
        if one.steps != other.steps or one.phase is not other.phase:
            return
        if one.state is not None:
            assert game.digest(one.state) == game.digest(other.state)

    def compare_all(self) -> None:
        """Take all matches from the lane, see that each is what its machine alone is, and put them back."""
        self.check()
        for match, (one, other) in enumerate(zip(self.alone, self.machines, strict=True)):
            self._leave(match)
            mine, theirs = _fields(one), _fields(other)
            for name, value in mine.items():
                assert value == theirs[name], (match, name, value, theirs[name])
            other.check_invariants()
            self._enter(match)


def _rows(plugin: AnyPlugin, config: GameConfig, num_seats: int, num_rows: int) -> Any:
    return start_rows(plugin, config, num_rows=num_rows, num_seats=num_seats)


def _reading(clock: Any) -> list[int]:
    return [
        -1 if each is None else each
        for each in (
            clock.remaining_ns,
            clock.bank_ns,
            clock.last_elapsed_ns,
            clock.last_lag_ns,
        )
    ]


def _plain(effect: Any) -> Any:
    if isinstance(effect, Write) and isinstance(effect.record, Stepped):
        return ("step", [_taken(each) for each in effect.record.actions], effect.record.digest)
    if isinstance(effect, Write):
        return ("write", effect.record)
    if isinstance(effect, End):
        return (
            "end",
            effect.seat,
            effect.outcome,
            repr(list(effect.events)),
            effect.goes_on,
            effect.place,
        )
    assert not isinstance(effect, Begin) or effect.seats is None
    return effect


def _taken(taken: ActionTaken | None) -> Any:
    if taken is None:
        return None
    return tuple(getattr(taken, name) for name in taken.__match_args__)


def _fields(machine: MatchMachine) -> dict[str, Any]:
    """Return all that a match is, as plain data."""
    state = machine.state
    return {
        "phase": machine.phase,
        "steps": machine.steps,
        "point": machine.point,
        "exits": machine.exits,
        "deadline": machine.next_deadline_ns,
        "last_events": repr(list(machine.last_events)),
        "digest": None if state is None else machine.digest(),
        **{
            f"{name} of {index}": value
            for index, seat in enumerate(machine.seats)
            for name, value in _seat(seat).items()
        },
    }


_PASSING = {
    "terms",
    "free_ns",
    "limit_ns",
    "used_ns",
    "clock_waits",
    "can_be_late",
    "clock_start_ns",
}
"""Fields that mean nothing while no turn is open."""


_NAMES: tuple[str, ...] = getattr(SeatState, "__slots__", None) or tuple(
    name
    for name in SeatState.__mypyc_attrs__  # type: ignore[attr-defined]
    if not name.startswith("__")
)
"""All fields of a seat, as it is written or compiled."""


def _seat(seat: SeatState) -> dict[str, Any]:
    told = {name: getattr(seat, name) for name in _NAMES if name not in _PASSING}
    told["answer"] = _taken(seat.answer)
    told["pending"] = repr(list(seat.pending))
    told["turn_events"] = repr(list(seat.turn_events))
    if seat.is_open:
        told |= {name: getattr(seat, name) for name in _PASSING - {"terms"}}
    if seat.was_handed:  # events that were handed over are not sent again
        del told["turn_events"]
    return told
