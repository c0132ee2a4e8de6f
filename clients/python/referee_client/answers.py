"""Checks of a bot's answers before they are sent: type and size (duty 28)."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from google.protobuf import any_pb2, descriptor_pool
from google.protobuf.message import Message

from referee_client.bot import BotFaultError
from referee_client.inspection import is_action
from referee_client.messages import TYPE_PREFIX, pack

__all__ = ["MAX_ACTION_BYTES", "action_type", "check_size", "packed"]

MAX_ACTION_BYTES = 65_536
"""Most bytes of an Action message on the wire; referees refuse longer ones."""


def packed(action: Any, expected: str, method: str = "act") -> any_pb2.Any:
    """Pack a bot's answer for sending.

    Args:
        action: The value that the bot has returned.
        expected: Type URL of the game's Action message; empty if unknown.
        method: Name of the bot's method that has returned it.

    Raises:
        TypeError: The value is no message, or another message.
        BotFaultError: The message is too long.
    """
    if not is_action(action):
        if inspect.iscoroutine(action):
            action.close()
            raise TypeError(f"{method} must be a plain function here, not async")
        raise TypeError(f"{method} must return the game's Action message, not {action!r:.80}")
    payload = pack(action)
    if expected and payload.type_url != expected:
        names = expected.rpartition("/")[2], payload.type_url.rpartition("/")[2]
        raise TypeError(
            f"{method} must return the game's Action message, {names[0]}, not {names[1]}"
        )
    check_size(payload.value)
    return payload


def check_size(data: bytes) -> None:
    """Check the size of an Action message.

    Raises:
        BotFaultError: It is too long.
    """
    if len(data) > MAX_ACTION_BYTES:
        raise BotFaultError(
            f"an answer of {len(data):,} bytes, and {MAX_ACTION_BYTES:,} are allowed"
        )


def action_type(observation: Message) -> str:
    """Return the type URL of the Action message of an observation's game; empty if the game has no such message."""
    return _action_url(observation.DESCRIPTOR.full_name)


@functools.cache
def _action_url(observation_type: str) -> str:
    name = f"{observation_type.rpartition('.')[0]}.Action"
    try:
        descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError:
        return ""
    return TYPE_PREFIX + name
