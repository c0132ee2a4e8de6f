"""Computes a trace again from its replay: each prompt, each verdict, and each action that was played.

A trace that fits was made by the policy that it names, over what the seat was sent. What a check
can't show is that a model, and no one else, wrote the replies.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.core.errors import FieldError
from referee.core.text_face import AskedTurn
from referee.core.view import Fields
from referee.games.answers import action_bytes, answer_of
from referee.games.rethink import Act, Category, Finish, Policy, Reply, Verdict
from referee.games.seat_history import SeatHistory
from referee.llm.asking import Asking, SeatTerms
from referee.llm.prompts import Messages, digest_of
from referee.llm.trace import TraceError, read_trace
from referee.replay.reader import Replay
from referee.replay.seat_turns import SentTurn, played_actions, sent_turns

__all__ = ["CheckedRequest", "TraceCheck", "check_trace"]


@dataclasses.dataclass(frozen=True, slots=True)
class CheckedRequest:
    """A request of a trace whose prompt has been computed again."""

    turn: AskedTurn
    """The turn."""
    prompt: Messages
    """The messages that were sent."""
    line: Mapping[str, Any]
    """The line of the trace."""


@dataclasses.dataclass(slots=True)
class TraceCheck:
    """What the check of a trace has found."""

    requests: list[CheckedRequest] = dataclasses.field(default_factory=list)
    """All requests, in order."""
    turns: int = 0
    """Number of turns that the trace has."""
    problems: list[str] = dataclasses.field(default_factory=list)
    """What does not fit, one line each; empty if all does."""


@dataclasses.dataclass(slots=True)
class _Part:
    """A header, and the lines up to the next one: what one process of a player has written."""

    header: Mapping[str, Any]
    lines: list[Mapping[str, Any]]

    def asked(self) -> list[int]:
        """Return the numbers of the turns that the player was asked about, ascending."""
        return sorted({line["turn"] for line in self.lines if "turn" in line})


def check_trace(path: Path, replay: Replay) -> TraceCheck:
    """Compute a trace again from the replay of its match.

    Args:
        path: The trace.
        replay: The replay, or the journal of a match that goes on.

    Raises:
        TraceError: The trace is damaged, or of another match; what merely does not fit is a problem of
            the result.
        ReplayError: A record of the replay is invalid.
    """
    parts = list(_parts(path))
    check = TraceCheck()
    seat = _seat(path, parts, replay)
    sent = list(sent_turns(replay, seat))
    for part in parts:
        _check_part(part, replay, seat, sent, check)
    _check_played(parts, replay, seat, check)
    check.turns = len({number for part in parts for number in part.asked()})
    return check


def _parts(path: Path) -> Iterator[_Part]:
    part: _Part | None = None
    for line in read_trace(path):
        if line["kind"] == "header":
            if part is not None:
                yield part
            part = _Part(line, [])
        elif part is not None:
            part.lines.append(line)
    if part is not None:
        yield part


def _seat(path: Path, parts: Sequence[_Part], replay: Replay) -> int:
    """Return the seat of a trace, after checking that all its parts are of the replay's match."""
    seat = parts[0].header.get("seat")
    for part in parts:
        header = part.header
        if header.get("match") != replay.header.match_id or header.get("seat") != seat:
            where = f"match {header.get('match')}, seat {header.get('seat')}"
            raise TraceError(f"{path} is of {where}, not of match {replay.header.match_id}")
    assert isinstance(seat, int)
    if not 0 <= seat < replay.header.num_seats:
        raise TraceError(
            f"{path}: seat must be from 0 to {replay.header.num_seats - 1}, not {seat}"
        )
    return seat


def _check_part(
    part: _Part, replay: Replay, seat: int, sent: Sequence[SentTurn], check: TraceCheck
) -> None:
    policy = _policy(part.header)
    unused = _history(replay, seat, policy)
    terms = SeatTerms(unused.face, replay.plugin.codec, unused.config, policy)
    if part.header.get("face") != terms.face.digest(terms.config, seat):
        check.problems.append("the rules or the schema were other ones (`face` of the header)")
    told_from = functools.partial(_told, part, sent, replay, seat, policy)
    for told in told_from(_start(part, terms, told_from)):
        lines = [line for line in part.lines if line.get("turn") == told.number]
        _check_turn(Asking(terms, told), lines, check)
    asked = set(part.asked())
    for number in sorted(asked - {turn.number for turn in sent}):
        check.problems.append(f"turn {number}: the replay has no such turn of this seat")


def _history(replay: Replay, seat: int, policy: Policy) -> SeatHistory:
    """Return the history of a seat before its first turn."""
    players = [f"seat {each}" for each in range(replay.header.num_seats)]
    return SeatHistory.of_match(replay.plugin, replay.config, seat, players, face=policy.face)


def _told(
    part: _Part, sent: Sequence[SentTurn], replay: Replay, seat: int, policy: Policy, start: int
) -> Iterator[AskedTurn]:
    """Yield the turns that a player was asked about, if it was sent what belongs to turn `start` and all after it."""
    history, asked = _history(replay, seat, policy), set(part.asked())
    for turn in sent:
        if turn.number < start:
            continue
        # A turn about which the player was never asked adds its events to the next one.
        history.add_events(turn.events)
        history.add_said(turn.said)
        if turn.number in asked:
            yield history.asked(turn.seen, turn.phase, turn.legal, turn.number)


def _start(part: _Part, terms: SeatTerms, told_from: Callable[[int], Iterator[AskedTurn]]) -> int:
    """Return the first turn whose events a player was sent, by its first prompt.

    That is its first turn, or an earlier one which was over before the player could look at it: its events came
    all the same. The first turn if no prompt fits.
    """
    prompts: dict[int, str] = {}
    for line in part.lines:
        if line["kind"] == "request":
            prompts.setdefault(line["turn"], str(line.get("prompt")))
    first = min(part.asked(), default=1)
    for start in range(first, 0, -1):
        for told in told_from(start):
            if told.number in prompts:
                if prompts[told.number] == digest_of(Asking(terms, told).prompt):
                    return start
                break
    return first


def _check_turn(asking: Asking, lines: Sequence[Mapping[str, Any]], check: TraceCheck) -> None:
    number = asking.turn.number
    last: Verdict | None = None
    for line in lines:
        if line["kind"] == "turn":
            _check_end(number, line, last, check)
            continue
        prompt = asking.prompt
        check.requests.append(CheckedRequest(asking.turn, prompt, line))
        if line.get("prompt") != digest_of(prompt):
            check.problems.append(f"turn {number}: the prompt was another one")
        if line.get("category") == Category.LATE:
            continue  # no reply came
        last = asking.take(_reply(line))
        category = "" if isinstance(last, Act) else last.category
        if line.get("category") != category:
            text = f"turn {number}: the reply is {category or 'an action'}"
            check.problems.append(f"{text}, not {line.get('category') or 'an action'}")


def _check_end(
    number: int, line: Mapping[str, Any], last: Verdict | None, check: TraceCheck
) -> None:
    """Check that a turn has ended as its last reply says."""
    ended = last.action if isinstance(last, Act) else None
    if line.get("action") != ended:
        check.problems.append(f"turn {number}: the action is not that of the last reply")


def _check_played(parts: Sequence[_Part], replay: Replay, seat: int, check: TraceCheck) -> None:
    """Check that what was played is what the trace says."""
    codec = replay.plugin.codec
    said = {
        line["turn"]: line.get("action")
        for part in parts
        for line in part.lines
        if line["kind"] == "turn"
    }
    for number, played in enumerate(played_actions(replay, seat), 1):
        action = said.get(number)
        if played is not None and _canonical(codec, action) != played:
            check.problems.append(f"turn {number}: the replay has another action")


def _canonical(codec: Any, action: Fields | None) -> Fields | None:
    """Return an action in the form in which a replay shows it; None if there is none that can be sent."""
    try:
        return None if action is None else answer_of(codec, action_bytes(codec, action))
    except FieldError:
        return None


def _policy(header: Mapping[str, Any]) -> Policy:
    given = header.get("policy")
    names = {field.name for field in dataclasses.fields(Policy)}
    if not isinstance(given, dict) or given.keys() != names:
        raise TraceError(f"policy must be an object with {', '.join(sorted(names))}, not {given!r}")
    try:
        return Policy(**given)
    except (TypeError, FieldError) as error:
        raise TraceError(f"policy: {error}") from None


def _reply(line: Mapping[str, Any]) -> Reply:
    try:
        return Reply(
            str(line["reply"]),
            Finish(line["finish"]),
            problem=str(line.get("problem", "")),
            is_lasting=bool(line.get("lasting")),
            wait_s=line.get("wait_s"),
        )
    except (KeyError, ValueError) as error:
        raise TraceError(f"turn {line.get('turn')}: the line has no {error}") from None
