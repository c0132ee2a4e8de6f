"""A match as a text: one command a line, and below it, indented, all effects with which the match answers.

    new toy_bid seats=2 move=1000 strikes=2

    join 0
      write Joined 0

    at 1050 time
      write Missed 0 turn 1
      ...

Times are whole milliseconds of the match's one clock, which starts at 0 and moves by `at`. Lines that begin with `#`
are for the reader. A command that has no effects is answered by `(nothing)`.

| command | meaning |
|---|---|
| `new GAME [seats=N] [NAME=VALUE...]` | a match; see `SETTINGS` for the time control, other names are config keys |
| `at MS COMMAND` | move the clock, then do the command |
| `join SEAT [nonce=TEXT] [commit=TEXT]`, `open SEAT TEXT`, `decline SEAT` | joins and nonces |
| `hand SEAT [lag=MS]`, `delay SEAT lag=MS`, `hold SEAT`, `release SEAT` | notes about the seat's last turn |
| `act SEAT VALUE [turn=N] [lag=MS]`, `garble SEAT`, `skip SEAT` | answers to it |
| `say SEAT CHANNEL TEXT...` | chat |
| `leave SEAT [house]`, `resign SEAT`, `gone SEAT` | exits |
| `time [lag=MS]` | a timer fires |
| `abort TEXT...` | the organizer ends the match |
| `crash [keep=N]` | the process dies; a new machine redoes all that was written, or the first N records; clock 0 |
| `resume` | the new machine continues the match |
| `lane take`, `lane act SEAT VALUE [turn=N] [lag=MS]`, `lane give back` | a lane plays the match for a while |
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf import struct_pb2

from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.core.time_control import MS, TimeControl
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import start_rows
from referee.match import events as ev
from referee.match import records as rec
from referee.match.effects import (
    Begin,
    ClockReading,
    Effect,
    End,
    Miss,
    OpenTurns,
    Reject,
    Show,
    ShowNonces,
    Write,
)
from referee.match.lane import Answers, Lane, can_take, stepped
from referee.match.machine import MatchMachine
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import TOYS
from tests.match.driver import terms_of

__all__ = ["SETTINGS", "run"]

SETTINGS = {
    "move": "move_time_ns",
    "first": "first_move_ns",
    "bank": "bank_ns",
    "increment": "increment_ns",
    "lag_margin": "lag_margin_ns",
    "join_limit": "join_limit_ns",
    "strikes": "strikes",
}
"""Names of `new` that set the time control; all but strikes in milliseconds."""


def run(path: Path) -> str:
    """Carry out the commands of a file; return the file as it should be: its comments and commands, with answers."""
    table, lines = _Table(), list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue  # the answers that are to be compared
        lines.append(line)
        if line and not line.startswith("#"):
            lines += [f"  {answer}" for answer in table.do(line.split()) or ["(nothing)"]]
    return "\n".join(lines) + "\n"


class _Table:
    """One match, and what the commands need to know of it."""

    def __init__(self) -> None:
        self._now_ms = 0
        self._written: list[rec.MatchRecord] = []
        self._lane: Lane | None = None
        self._row = 0

    def do(self, words: list[str]) -> list[str]:
        """Carry out a command; return its answer, a line an effect."""
        if words[0] == "at":
            self._now_ms, words = int(words[1]), words[2:]
        plain = [word for word in words[1:] if "=" not in word]
        options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        if words[0] == "new":
            return self._new(plain[0], options)
        if words[0] == "lane":
            return self._do_lane(plain, options)
        seat = int(plain[0]) if plain and plain[0].isdigit() else -1
        if words[0] in _NOTES:
            self._machine.note(
                _NOTES[words[0]](seat, self._turn(seat, options), self._at_ns, **_lag(options))
            )
            return []
        if words[0] == "crash":
            return self._crash(int(options.get("keep", len(self._written))))
        rest = plain if seat < 0 else plain[1:]
        effects = self._machine.handle(self._event(words[0], seat, rest, options))
        self._machine.check_invariants()
        return self._answers(effects)

    @property
    def _at_ns(self) -> int:
        return self._now_ms * MS

    def _turn(self, seat: int, options: dict[str, str]) -> int:
        return int(options.get("turn", self._machine.seats[seat].turn))

    def _new(self, game: str, options: dict[str, str]) -> list[str]:
        plugin = next(toy for toy in TOYS if toy.game.info.game == game)
        num_seats = int(options.pop("seats", "2"))
        durations = {
            SETTINGS[name]: int(text) * (1 if name == "strikes" else MS)
            for name, text in options.items()
            if name in SETTINGS
        }
        config = plugin.game.config_class(
            **{name: int(text) for name, text in options.items() if name not in SETTINGS}
        )
        self._plugin, self._config, self._num_seats = plugin, config, num_seats
        self._terms = terms_of(
            plugin, TimeControl(**durations), num_seats=num_seats, config=config, fixed_seed=7
        )
        self._machine = MatchMachine(self._terms, created_ns=0)
        return []

    def _event(
        self, name: str, seat: int, words: list[str], options: dict[str, str]
    ) -> ev.MatchEvent:
        at_ns, lag = self._at_ns, _lag(options)
        turn = self._turn(seat, options) if seat >= 0 else 0
        match name:
            case "join":
                nonce, opened_later = options.get("nonce", ""), options.get("commit", "")
                commitment = hashlib.sha256(_nonce(opened_later)).digest() if opened_later else b""
                return ev.SeatJoined(
                    seat, at_ns, _nonce(nonce) if nonce else b"", "", "", commitment
                )
            case "open":
                return ev.NonceOpened(seat, _nonce(words[0]), at_ns)
            case "decline":
                return ev.NonceOpened(seat, b"", at_ns)
            case "act":
                return ev.ActionReceived(
                    seat, turn, ToyAction(int(words[0])), _payload(words[0]), at_ns, **lag
                )
            case "garble":
                return ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, "no action", at_ns)
            case "skip":
                return ev.TurnSkipped(seat, turn, at_ns)
            case "say":
                return ev.Spoken(seat, turn, words[0], " ".join(words[1:]).encode(), 1, at_ns)
            case "leave":
                return ev.SeatLeft(seat, at_ns, is_house="house" in words)
            case "resign":
                return ev.SeatResigned(seat, at_ns)
            case "gone":
                return ev.SeatResigned(seat, at_ns, ForfeitCause.GONE)
            case "time":
                return ev.TimePassed(at_ns, **lag)
            case "abort":
                return ev.MatchAborted(EndCause.OPERATOR, " ".join(words), at_ns)
            case "resume":
                return ev.MatchResumed(at_ns)
        raise ValueError(f"no command {name!r}")

    def _crash(self, kept: int) -> list[str]:
        del self._written[kept:]
        self._machine = MatchMachine(self._terms, created_ns=0)
        for record in self._written:
            self._machine.redo(record)
        self._now_ms = 0
        return [f"redone {len(self._written)} records"]

    # The lane.

    def _do_lane(self, words: list[str], options: dict[str, str]) -> list[str]:
        match words:
            case ["take"]:
                if not can_take(self._machine):
                    return ["can't take the match"]
                make = partial(_rows, self._plugin, self._config, self._num_seats)
                self._lane = Lane(self._terms, self._plugin, make)
                self._row = self._lane.add(self._machine)
                self._lane.enter(self._row)
                return []
            case ["give", "back"]:
                assert self._lane is not None
                self._lane.leave(self._row)
                return []
            case ["act", seat, value]:
                return self._lane_acts(int(seat), value, options)
        raise ValueError(f"no command lane {' '.join(words)}")

    def _lane_acts(self, seat: int, value: str, options: dict[str, str]) -> list[str]:
        lane, row = self._lane, self._row
        assert lane is not None
        last_turn, _ = lane.last_turn(row, seat)
        turn = int(options.get("turn", last_turn))
        answers = Answers(
            lane.handles.of_row[[row]], np.array([turn], np.int32), Ragged.of([_payload(value)])
        )
        taken = lane.take(seat, answers, self._at_ns, int(options.get("lag", 0)) * MS)
        if taken.refused:
            last_turn, is_open = lane.last_turn(row, seat)
            if is_open and last_turn == turn:
                return ["the lane leaves this answer to the machine"]
            return self._answers(self._machine.reject_untimely(seat, turn, last_turn))
        if not len(taken.ready):
            return []
        tick = lane.step(taken.ready, self._at_ns)
        told = self._answers([Write(stepped(tick, 0))])
        if len(tick.left):
            return [
                "the match leaves the lane",
                *told,
                *self._answers(self._machine.open_next(self._at_ns)),
            ]
        return [
            *told,
            *(line for each in range(self._num_seats) for line in self._lane_turn(lane, each)),
        ]

    def _lane_turn(self, lane: Lane, seat: int) -> Iterable[str]:
        rows = lane.open_rows(seat, np.array([self._row]))
        if len(rows):
            left, bank, elapsed, lag = (
                int(each[0]) for each in lane.readings(seat, rows, self._at_ns)
            )
            yield (
                f"turn {seat} number {lane.turns(seat, rows)[0]} left {_ms(None if left < 0 else left)}"
                + _clock(bank, None if elapsed < 0 else elapsed, lag)
            )

    # What the match answers.

    def _answers(self, effects: Iterable[Effect]) -> list[str]:
        lines: list[str] = []
        for effect in effects:
            if isinstance(effect, Write):
                self._written.append(effect.record)
            lines += _lines(effect)
        return lines


_NOTES: dict[str, Callable[..., ev.MatchNote]] = {
    "hand": ev.TurnHanded,
    "delay": ev.TurnDelayed,
    "hold": ev.TurnHeld,
    "release": ev.TurnReleased,
}


def _lag(options: dict[str, str]) -> dict[str, int]:
    return {"lag_ns": int(options["lag"]) * MS} if "lag" in options else {}


def _nonce(text: str) -> bytes:
    return text.encode().ljust(16, b".")


def _payload(text: str) -> bytes:
    return struct_pb2.Value(number_value=int(text)).SerializeToString()


def _rows(plugin: Any, config: Any, num_seats: int, num_rows: int) -> Any:
    return start_rows(plugin, config, num_rows=num_rows, num_seats=num_seats)


def _ms(time_ns: int | None) -> str:
    return "for ever" if time_ns is None else f"{time_ns / MS:g}"


def _clock(bank_ns: int, elapsed_ns: int | None, lag_ns: int) -> str:
    words = f" bank {_ms(bank_ns)}" if bank_ns else ""
    words += "" if elapsed_ns is None else f" last {_ms(elapsed_ns)}"
    return words + (f" lag {_ms(lag_ns)}" if lag_ns else "")


def _lines(effect: Effect) -> list[str]:
    match effect:
        case Write(record):
            return [f"write {_record(record)}"]
        case ShowNonces(seats):
            return [f"commitments to {_seats(seats)}"]
        case Begin(seats):
            return [f"begin to {'all' if seats is None else _seats(seats)}"]
        case Show(step, phase, events, said):
            told = "; ".join(
                [*_events(events), *(f"{each.seat} said {each.text!r}" for each in said)]
            )
            return [
                f"show step {step}, {f'phase {phase}' if phase else 'the end'}"
                + (f": {told}" if told else "")
            ]
        case OpenTurns(_, turns):
            return [
                _turn(turn.seat, turn.turn, turn.clock, turn.events, turn.said) for turn in turns
            ]
        case Reject(seat, turn, reason, text, _):
            return [f"reject {seat} turn {turn} {reason.name}: {text}"]
        case Miss(seat, turn, strikes, forfeited, given_up):
            how = "gave up" if given_up else "missed"
            return [
                f"{how} {seat} turn {turn}, strikes {strikes}"
                + (", forfeited" if forfeited else "")
            ]
        case End(seat, outcome, events, goes_on, said, _):
            tail = "".join(
                f"; {each}"
                for each in [*_events(events), *(f"{h.seat} said {h.text!r}" for h in said)]
            )
            return [f"end {seat}{' early' if goes_on else ''}: {_outcome(outcome)}{tail}"]
    raise TypeError(effect)


def _turn(seat: int, turn: int, clock: ClockReading, events: Any, said: Any) -> str:
    words = f"turn {seat} number {turn} left {_ms(clock.remaining_ns)}"
    words += _clock(clock.bank_ns, clock.last_elapsed_ns, clock.last_lag_ns)
    words += f" strikes {clock.strikes}" if clock.strikes else ""
    told = [*_events(events), *(f"{each.seat} said {each.text!r}" for each in said)]
    return words + (f": {'; '.join(told)}" if told else "")


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _events(events: Any) -> list[str]:
    return [_event(each.body if hasattr(each, "body") else each) for each in events]


def _event(body: Any) -> str:
    values = ", ".join(
        f"{field.name}={getattr(body, field.name)}" for field in dataclasses.fields(body)
    )
    return f"{type(body).__name__}({values})"


def _record(record: rec.MatchRecord) -> str:
    name = type(record).__name__
    match record:
        case rec.Joined(seat, nonce, _, _, commitment):
            extra = (
                f" with nonce {nonce.decode()}"
                if nonce
                else " with a commitment"
                if commitment
                else ""
            )
            return f"{name} {seat}{extra}"
        case rec.Opened(seat, nonce):
            return f"{name} {seat} nonce {nonce.decode()}"
        case rec.Stepped(actions, _):
            return f"{name} " + ", ".join(map(_action, actions))
        case rec.Refused(seat, turn, reason):
            return f"{name} {seat} turn {turn} {reason.name}"
        case rec.Said(seat, channel, text):
            return f"{name} {seat} {channel} {text!r}"
        case rec.Missed(seat, turn, given_up):
            return f"{name} {seat} turn {turn}{' given up' if given_up else ''}"
        case rec.Forfeited(seat, cause, order):
            return f"{name} {seat} {cause.name}, exit {order}"
        case rec.Recovered(steps):
            return f"{name} after {steps} steps"
        case rec.Ended(outcome, _, _, _):
            return f"{name} {_outcome(outcome)}"
    return name


def _action(taken: rec.ActionTaken) -> str:
    if taken.kind is rec.ActionKind.PLAYED:
        action: Any = taken.action
        lag = f" and lag {_ms(taken.lag_ns)}" if taken.lag_ns else ""
        return f"{taken.seat} plays {action.value} in {_ms(taken.elapsed_ns)}{lag}"
    return f"{taken.seat} {taken.kind.name.lower()}"


def _outcome(outcome: Outcome) -> str:
    results = [
        f"{seat}: place {each.placement} score {each.score}"
        + (f" {each.forfeit.name}" if each.forfeit else "")
        for seat, each in enumerate(outcome.seats)
    ]
    return f"{outcome.cause.name} ({outcome.text}), {', '.join(results)}"
