"""A message as the vectors hold it: as protobuf's JSON and as bytes."""

from __future__ import annotations

import base64
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

__all__ = ["Json", "in_base64", "message"]

Json = dict[str, Any]


def message(name: str, value: Message) -> Json:
    """The fields `name`, with protobuf's canonical JSON, and `name_base64`, with the bytes."""
    data = value.SerializeToString(deterministic=True)
    return {name: MessageToDict(value), f"{name}_base64": in_base64(data)}


def in_base64(data: bytes) -> str:
    """Bytes as text."""
    return base64.b64encode(data).decode()
