"""Encodes what language models replied in an ended match for browsers, by the traces next to its replay.

A trace holds what its seat knew, and comes from whoever ran the bot. So each function is given one seat, whose
point of view the caller has checked, and all texts are made safe to show. A server calls these functions in another
process.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gamereferee.v1 import replay_pb2
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.core.text import printable
from referee.llm.trace import TraceError, read_trace
from referee.llm.usage import Tokens
from referee.llm.verify import TraceCheck, check_trace
from referee.replay.reader import Replay, load
from referee_arena.scenes.history import encoded
from referee_arena.scenes.traced import trace_path

__all__ = ["MOST_BYTES", "MOST_SHOWN", "replies_index", "replies_prompts", "replies_turn"]

MOST_BYTES = 64 << 20
"""Size of a trace in bytes above which it is not read."""
MOST_SHOWN = 200_000
"""Most characters of a reply or prompt that are sent; the last ones are, since an answer is at the end."""


def replies_index(path: Path, seats: tuple[int, ...]) -> str:
    """Return in JSON what models some seats of a match had, and at which steps they were asked.

    Args:
        path: The replay file.
        seats: Seats with a trace.

    Raises:
        ReplayError: The replay is missing or damaged.
    """
    replay = load(path)
    return encoded({"seats": [_seat_plain(path, replay, seat) for seat in seats]})


def replies_turn(path: Path, seat: int, turn: int) -> str:
    """Return in JSON all replies to one turn of a seat, and the action that was played; none if there is no such turn.

    Args:
        path: The replay file.
        seat: Index of the seat, with a trace.
        turn: Number of the turn among the seat's turns, from 1.

    Raises:
        TraceError: The trace is damaged, or of another match or seat.
    """
    attempts: list[Plain] = []
    action: Plain = None
    for line in _lines(trace_path(path, seat)):
        if line.get("turn") != turn:
            continue
        if line["kind"] == "request":
            attempts.append(_attempt(line))
        else:
            action = line.get("action")
    told: Plain = None if action is None else safe(json.dumps(action, ensure_ascii=False))
    return encoded({"seat": seat, "turn": turn, "attempts": attempts, "action": told})


def replies_prompts(path: Path, seat: int, turn: int) -> str:
    """Return in JSON the prompts of one turn, computed again from the replay, and what in the trace does not fit it.

    Args:
        path: The replay file.
        seat: Index of the seat, with a trace.
        turn: Number of the turn among the seat's turns, from 1.

    Raises:
        ReplayError: The replay is missing or damaged.
        TraceError: The trace is damaged, or of another match or seat.
    """
    trace = trace_path(path, seat)
    _lines(trace)
    check = _checked(path, trace, *_state(trace))
    prompts: list[Plain] = [
        [{"role": each["role"], "text": _text(each["content"])} for each in request.prompt]
        for request in check.requests
        if request.line["turn"] == turn
    ]
    return encoded({"prompts": prompts, "problems": [safe(each) for each in check.problems[:20]]})


def safe(text: str) -> str:
    """Return a text of several lines without characters that a page would act on; see `printable`."""
    lines = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    return "\n".join(printable(line) for line in lines)


def _seat_plain(path: Path, replay: Replay, seat: int) -> PlainObject:
    steps, last = _steps_of(replay, seat), _num_steps(replay)
    try:
        lines = _lines(trace_path(path, seat))
    except TraceError as error:
        return {"seat": seat, "model": "", "turns": [], "problem": safe(str(error))}
    models = [safe(str(line.get("model"))) for line in lines if line["kind"] == "header"]
    asked = sorted({line["turn"] for line in lines if line["kind"] in ("request", "turn")})
    turns: list[Plain] = [[turn, steps.get(turn, last)] for turn in asked]
    return {"seat": seat, "model": " + ".join(dict.fromkeys(models)), "turns": turns, "problem": ""}


def _steps_of(replay: Replay, seat: int) -> dict[int, int]:
    """Return the number of the engine step that each turn of a seat led to, by the number of the turn."""
    found: dict[int, int] = {}
    step = 0
    for record in replay.records:
        if record.WhichOneof("record") != "step":
            continue
        step += 1
        for action in record.step.actions:
            if action.seat == seat and action.kind != replay_pb2.ACTION_KIND_FORFEITED:
                found[len(found) + 1] = step
    return found


def _num_steps(replay: Replay) -> int:
    return sum(record.WhichOneof("record") == "step" for record in replay.records)


def _attempt(line: Mapping[str, Any]) -> PlainObject:
    tokens = Tokens.of(line.get("usage"))
    counts = {name: value for name, value in tokens._asdict().items() if value is not None}
    return {
        "attempt": line["attempt"],
        "category": safe(line["category"]),
        "finish": safe(str(line.get("finish", ""))),
        "ms": _number(line.get("ms")),
        "tokens": counts,
        "reasoned": _number(line.get("reasoning")),
        "problem": _text(str(line.get("problem", ""))),
        "reply": _text(str(line.get("reply", ""))),
    }


def _number(value: object) -> int | float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    # Python would write what JSON does not have, such as NaN.
    return value if -1e15 < value < 1e15 else None


def _text(text: str) -> PlainObject:
    """Return a text of a stranger as its last characters, and the number of those that are left out before."""
    return {"text": safe(text[-MOST_SHOWN:]), "cut": max(0, len(text) - MOST_SHOWN)}


def _lines(trace: Path) -> tuple[Mapping[str, Any], ...]:
    """Return the lines of a trace.

    Raises:
        TraceError: The trace is damaged, too large, or of another match or seat; its text names the file, and not the
            folder.
    """
    try:
        return _read(trace, *_state(trace))
    except TraceError as error:
        raise TraceError(str(error).replace(str(trace), trace.name)) from None


def _state(trace: Path) -> tuple[int, int]:
    """Return time of change and size of a trace, by which a copy in memory is known to be the same."""
    try:
        found = trace.stat()
    except OSError as error:
        raise TraceError(f"{trace} can't be read: {error.strerror}") from None
    return found.st_mtime_ns, found.st_size


@functools.lru_cache(4)
def _read(trace: Path, changed_ns: int, size: int) -> tuple[Mapping[str, Any], ...]:
    del changed_ns
    if size > MOST_BYTES:
        raise TraceError(f"{trace} has {size} bytes; at most {MOST_BYTES} are read")
    lines = tuple(_kept(read_trace(trace)))
    for line in lines:
        name = f"{line.get('match')}.{line.get('seat')}"
        if line["kind"] == "header" and name != trace.stem:
            raise TraceError(f"{trace} is of {printable(name):.80} by its header")
    return lines


@functools.lru_cache(2)
def _checked(path: Path, trace: Path, changed_ns: int, size: int) -> TraceCheck:
    del changed_ns, size
    return check_trace(trace, load(path))


def _kept(lines: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    return (line for line in lines if line["kind"] in ("header", "request", "turn"))
