"""Finds the first mistakes of each seat in a replay: which turn, which order, for what reason."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gamereferee.v1 import error_pb2, replay_pb2
from referee.core.plain import to_plain
from referee.core.text import printable
from referee.match.machine import MatchMachine
from referee.replay.reader import Replay
from referee.replay.render import decoded

__all__ = ["first_mistakes"]

_LINE = 160
"""Number of characters after which a line about a refused order is cut off."""


def first_mistakes(replay: Replay, limit: int) -> list[list[str]]:
    """Return lines of text about the first mistakes of each seat, in seat order.

    Mistakes are orders that the rules refused, messages that the referee rejected, and turns that
    were missed or given up.

    Args:
        replay: A match that has ended.
        limit: Most lines per seat.

    Raises:
        ReplayError: A record is invalid or contradicts earlier ones.
    """
    found: list[list[str]] = [[] for _ in range(replay.header.num_seats)]
    end = replay.end
    machine = replay.machine(end.reveal.server_seed if end else b"")
    for _, record in replay.redone(machine):
        match record.WhichOneof("record"):
            case "step":
                for seat, line in _refused(replay, machine, record.step):
                    found[seat].append(line)
            case "rejection":
                reason = error_pb2.ErrorReason.Name(record.rejection.reason)
                told = f"turn {record.rejection.turn}: the referee did not take the message"
                found[record.rejection.seat].append(
                    f"{told}: {reason.removeprefix('ERROR_REASON_')}"
                )
            case "miss":
                how = "given up by the bot" if record.miss.given_up else "no answer in time"
                found[record.miss.seat].append(f"turn {record.miss.turn}: {how}")
    return [lines[:limit] for lines in found]


def _refused(
    replay: Replay, machine: MatchMachine, step: replay_pb2.StepRecord
) -> Iterator[tuple[int, str]]:
    """Yield a seat and a line of text for each order that the rules refused in the last step.

    Args:
        replay: Replay of the match.
        machine: Machine of the match just after the step, before the next turns are opened.
        step: Record of the step.
    """
    if not isinstance(machine.last_events, list):  # what everybody may know names no mistakes
        return
    played = {
        (action.seat,): action.payload
        for action in step.actions
        if action.kind == replay_pb2.ACTION_KIND_PLAYED
    }
    for event in machine.last_events:
        if event.audience in played:
            reason = machine.terms.game.refusal(event)
            if reason is not None:
                (seat,) = event.audience
                order = decoded(replay.plugin.codec.action_type, played[event.audience])
                text = f"{_notice(event.body, reason)} in {json.dumps(order)}"
                yield seat, f"turn {machine.seats[seat].turn}: {reason}{_cut(printable(text))}"


def _notice(body: object, reason: str) -> str:
    """Return the fields of `body`, an event that reports a refused order, as text without the reason."""
    plain = to_plain(body)
    if not isinstance(plain, dict):
        return ""
    said = [f" {name} {json.dumps(value)}" for name, value in plain.items() if value != reason]
    return ",".join(said)


def _cut(text: str) -> str:
    return text if len(text) <= _LINE else f"{text[:_LINE]} …"
