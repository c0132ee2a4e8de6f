"""Shows a replay as text for people, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from google.protobuf import descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError, Message

from gamereferee.v1 import error_pb2, match_pb2, replay_pb2
from referee.core.plain import to_plain
from referee.core.text import distinct_names, printable
from referee.core.time_control import format_duration
from referee.match.machine import MatchMachine
from referee.replay.reader import Replay

__all__ = ["decoded", "export_lines", "player_names", "show_lines"]


def show_lines(replay: Replay) -> Iterator[str]:
    """Yield a match as lines of text: players and terms, each step with actions and events, the end."""
    header = replay.header
    names = player_names(header)
    config = " ".join(f"{k}={v}" for k, v in _plain_config(replay).items())
    terms = replay.time_control
    move = "none" if terms.move_time_ns is None else format_duration(terms.move_time_ns)
    yield f"match {header.match_id}: {header.game} version {header.game_version}"
    yield f"seats: {', '.join(f'{i} {name}' for i, name in enumerate(names))}"
    yield f"config: {config}"
    bank = format_duration(terms.bank_ns)
    yield f"time: move {move}, bank {bank}, strikes {terms.strikes}"
    yield f"seed commitment: {header.seed_commitment.hex()}"
    end = replay.end
    secret = replay.secret.server_seed if replay.secret else b""
    machine = replay.machine(end.reveal.server_seed if end else secret)
    for index, record in replay.redone(machine):
        yield from _record_lines(index, record, names, machine)
        if record.WhichOneof("record") in ("start", "step"):
            for event in machine.last_events:
                told = "" if event.audience is None else f" (to {_seats(event.audience)})"
                yield f"      {_text(event.body)}{told}"


def export_lines(replay: Replay) -> Iterator[str]:
    """Yield each record of a replay as one line of JSON, in protobuf's JSON form.

    Actions are decoded with the game's own message type; the secret is left out.
    """
    for record in replay.records:
        kind = record.WhichOneof("record")
        if kind == "secret":
            continue
        fields = _as_dict(record)
        if kind == "step":
            for action, wire in zip(
                fields["step"].get("actions", []), record.step.actions, strict=True
            ):
                action.pop("payload", None)
                if wire.kind == replay_pb2.ACTION_KIND_PLAYED:
                    action["payload"] = decoded(replay.plugin.codec.action_type, wire.payload)
        yield json.dumps(fields, sort_keys=True)


def _record_lines(
    index: int, record: replay_pb2.Record, names: list[str], machine: MatchMachine
) -> Iterator[str]:
    match record.WhichOneof("record"):
        case "join":
            bot = printable(record.join.bot_name) or "a bot"
            yield f"{names[record.join.seat]} joined ({bot})"
        case "start":
            yield "start"
        case "step":
            actions = ", ".join(_action_text(a, names) for a in record.step.actions)
            yield f"step {machine.steps}: {actions}"
        case "rejection":
            reason = error_pb2.ErrorReason.Name(record.rejection.reason)
            told = reason.removeprefix("ERROR_REASON_")
            yield f"  {names[record.rejection.seat]}: message not taken ({told})"
        case "said":
            yield f"  {names[record.said.seat]} says in {_said_text(machine, record.said.seat)}"
        case "miss":
            how = "gave up" if record.miss.given_up else "missed the deadline of"
            yield f"  {names[record.miss.seat]} {how} turn {record.miss.turn}"
        case "forfeit":
            cause = match_pb2.ForfeitCause.Name(record.forfeit.cause)
            yield f"{names[record.forfeit.seat]} forfeits: {cause.removeprefix('FORFEIT_CAUSE_')}"
        case "lane":
            pass  # where the referee keeps steps, in a journal
        case "recovery":
            yield f"the referee was restarted after step {record.recovery.steps}"
        case "end":
            yield from _end_lines(record.end, names, machine)
        case None:
            yield f"record {index} of a kind not known here"


def _end_lines(end: replay_pb2.EndRecord, names: list[str], machine: MatchMachine) -> Iterator[str]:
    cause = match_pb2.EndCause.Name(end.outcome.cause).removeprefix("END_CAUSE_")
    yield f"end: {cause}: {end.outcome.text}"
    for result in end.outcome.seats:
        place = f"place {result.placement}, score {result.score}" if result.placement else "void"
        told = machine.seats[result.seat].not_counted
        yield f"  {names[result.seat]}: {place}, strikes {result.strikes}{told and f', {told}'}"
    yield f"match seed: {end.reveal.match_seed}"


def _said_text(machine: MatchMachine, seat: int) -> str:
    """Return a seat's last chat message: channel, recipients, and text with control characters escaped."""
    heard = None if machine.talk is None else machine.talk.last(seat)
    assert heard is not None
    channel = heard.channel
    name = f"{channel.name} {channel.number}" if channel.number else channel.name
    return f"{name} (to {_seats(channel.members)}): {heard.text!r}"


def _action_text(action: replay_pb2.ActionRecord, names: list[str]) -> str:
    if action.kind == replay_pb2.ACTION_KIND_PLAYED:
        return f"{names[action.seat]} in {action.elapsed_us / 1000:.1f} ms"
    how = "default" if action.kind == replay_pb2.ACTION_KIND_DEFAULTED else "out"
    return f"{names[action.seat]} {how}"


def player_names(header: replay_pb2.HeaderRecord) -> list[str]:
    """Return the players' names in seat order.

    A nameless player is called by its seat, such as `seat 0`; equal names get their seats.
    """
    given = [*header.players, *[""] * header.num_seats][: header.num_seats]
    return list(distinct_names(given))


def _plain_config(replay: Replay) -> dict[str, object]:
    return replay.config.model_dump()


def _seats(audience: tuple[int, ...]) -> str:
    return ", ".join(map(str, audience))


def _text(body: object) -> str:
    plain = to_plain(body)
    kind = type(body).__name__
    if isinstance(plain, dict):
        return f"{kind} {' '.join(f'{k}={json.dumps(v)}' for k, v in plain.items())}".rstrip()
    return f"{kind} {plain}"


def decoded(type_name: str, data: bytes) -> object:
    """Return a serialized message of the type `type_name` as plain data for people.

    If the bytes can't be parsed as that type, return them in hexadecimal.
    """
    descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    try:
        message: Message = message_factory.GetMessageClass(descriptor).FromString(data)
    except DecodeError:
        return data.hex()
    return _as_dict(message)


def _as_dict(message: Message) -> dict[str, Any]:
    """Return a message in protobuf's JSON form, with the schema's field names and with zero values."""
    fields: dict[str, Any] = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return fields
