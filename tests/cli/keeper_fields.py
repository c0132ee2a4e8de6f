"""Messages of Dungeon Keeper as fields, and who plays."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire

__all__ = ["PLAYERS", "as_fields", "event_fields"]

PLAYERS = ("ada", "bob", "cy")


def as_fields(message: Any) -> dict[str, Any]:
    """As a watcher gets it."""
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def event_fields(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """An event by its fields, through the schema, so that a misnamed one fails."""
    return as_fields(json_format.ParseDict({kind: body}, wire.Event()))
