"""Dice Adventure's values as protobuf messages; the only file of the game that needs the protobuf library.

Observations are made at every decision and come out of `messages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.actions import (
    MOST_READ,
    Action,
    PingEntry,
    entries_left,
    ping_entry,
)
from referee.games.dice_adventure.config import ON_FAIL, ON_WIPE, DiceAdventureConfig
from referee.games.dice_adventure.sight.observation import Observation
from referee.games.dice_adventure.tables import PING_LETTERS, STEP_TOKENS
from referee.games.dice_adventure.wire.messages import encode_observation
from referee.games.dice_adventure.wire.records import EVENTS
from referee.kit import wire
from referee.kit.writer import writer_of

__all__ = ["DiceAdventureCodec"]

_MALFORMED_PING = (c.NO_PING, 0, 0)
_UNKNOWN_SYMBOL = "?"


class DiceAdventureCodec(Codec[DiceAdventureConfig, Action, Observation]):
    """Dice Adventure's messages in bytes."""

    config_type = pb.Config.DESCRIPTOR.full_name
    observation_type = pb.Observation.DESCRIPTOR.full_name
    action_type = pb.Action.DESCRIPTOR.full_name
    events_type = pb.Events.DESCRIPTOR.full_name

    def encode_config(self, config: DiceAdventureConfig) -> bytes:
        """See `Codec`."""
        message = _public_config(config)
        message.ClearField("num_levels")
        for entry in config.levels:
            message.levels.append(_level_entry(entry.model_dump(exclude_none=True)))
        return message.SerializeToString()

    def encode_public_config(self, config: DiceAdventureConfig) -> bytes:
        """See `Codec`: the number of levels in place of the levels (DA-2.1)."""
        return _public_config(config).SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`; an unknown choice is given as its number, which no config accepts."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        message.ClearField("num_levels")
        values: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
        for name, choices in (("on_wipe", ON_WIPE), ("on_fail", ON_FAIL)):
            number = getattr(message, name)
            if number:
                values[name] = choices[number - 1] if number <= len(choices) else number
        for entry, decoded in zip(message.levels, values.get("levels", ()), strict=True):
            if entry.HasField("random"):
                decoded["random"] = _random_level(entry.random)
        if message.types:
            values["types"] = [_piece_type(its_type) for its_type in message.types]
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        message = pb.Action()
        if action.pings is not None:
            message.pings.SetInParent()
            message.pings.pings.extend([_ping_order(entry) for entry in action.pings])
        if action.plan is not None:
            message.plan.SetInParent()
            message.plan.steps.extend([1 + token for token in action.plan])  # type: ignore[misc]  # enums are ints
        return message.SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        try:
            message = pb.Action.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.action_type}") from None
        pings = plan = None
        if message.HasField("pings"):
            pings = tuple([_read_ping(ping) for ping in message.pings.pings[:MOST_READ]])
        if message.HasField("plan"):
            plan = tuple([_read_step(step) for step in message.plan.steps[:MOST_READ]])
        more = entries_left(message.pings.pings), entries_left(message.plan.steps)
        return Action(pings, plan, more)

    def encode_observations(
        self,
        config: DiceAdventureConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """See `Codec`; the public config is told once, when a seat joins."""
        return [encode_observation(one) for one in observations]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        kind = type(event.body)
        if kind not in EVENTS:
            raise TypeError(f"{event.body!r} is no event of Dice Adventure")
        return wire.event(1 + EVENTS.index(kind), writer_of(kind)(event.body))


def _public_config(config: DiceAdventureConfig) -> pb.Config:
    values = config.model_dump(exclude_none=True, exclude={"levels"})
    values["on_wipe"] = 1 + ON_WIPE.index(config.on_wipe)
    values["on_fail"] = 1 + ON_FAIL.index(config.on_fail)
    return pb.Config(num_levels=len(config.levels), **values)


def _level_entry(values: dict[str, Any]) -> pb.LevelEntry:
    if "random" in values:
        pieces = values["random"]["pieces"]
        counts = [pb.PieceCount(code=code, count=count) for code, count in pieces]
        values = values | {"random": values["random"] | {"pieces": counts}}
    return pb.LevelEntry(**values)


def _random_level(message: pb.RandomLevel) -> dict[str, object]:
    pieces = [[piece.code, piece.count] for piece in message.pieces]
    return {"w": message.w, "h": message.h, "wall": message.wall, "pieces": pieces}


def _piece_type(message: pb.PieceType) -> dict[str, object]:
    return {field.name: getattr(message, field.name) for field in message.DESCRIPTOR.fields}


def _ping_order(entry: PingEntry) -> pb.PingOrder:
    if entry == _MALFORMED_PING:
        return pb.PingOrder()
    symbol, x, y = entry
    letter = _UNKNOWN_SYMBOL if symbol == c.BAD_TOKEN else PING_LETTERS[symbol]
    return pb.PingOrder(symbol=letter, x=x, y=y)


def _read_ping(message: pb.PingOrder) -> PingEntry:
    if message.HasField("symbol") and message.HasField("x") and message.HasField("y"):
        return ping_entry(message.symbol, message.x, message.y)
    return _MALFORMED_PING


def _read_step(step: int) -> int:
    return step - 1 if 1 <= step <= len(STEP_TOKENS) else c.BAD_TOKEN
