"""Checks of the type and size of a bot's answers before they are sent (duty 28 of the bot guide)."""

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
"""Highest number of bytes of a serialized Action message; referees reject longer ones."""


def packed(action: Any, expected: str, method: str = "act") -> any_pb2.Any:
    """Return a bot's answer, packed in an `Any` for sending.

    Args:
        action: The value that the bot has returned.
        expected: Type URL of the game's Action message; empty accepts any message.
        method: Name of the bot's method that returned the value, for the error's text.

    Raises:
        TypeError: The value is no protobuf message, or not the game's Action message.
        BotFaultError: The message is longer than `MAX_ACTION_BYTES`.
    """
    if not is_action(action):
        if inspect.iscoroutine(action):
            action.close()
            raise TypeError(f"{method} must be a plain function here, not async")
        raise TypeError(f"{method} must return {_wanted(expected)}, not {action!r:.80}")
    payload = pack(action)
    if expected and payload.type_url != expected:
        name = payload.type_url.rpartition("/")[2]
        raise TypeError(f"{method} must return {_wanted(expected)}, not {name}")
    check_size(payload.value)
    return payload


def _wanted(expected: str) -> str:
    """Return in words what a bot has to return; `expected` is the type URL, or empty."""
    name = expected.rpartition("/")[2]
    return f"the game's Action message, {name}" if name else "the game's Action message"


def check_size(data: bytes) -> None:
    """Raise an error if a serialized Action message is longer than `MAX_ACTION_BYTES`.

    Raises:
        BotFaultError: The message is too long.
    """
    if len(data) > MAX_ACTION_BYTES:
        raise BotFaultError(
            f"an answer of {len(data):,} bytes, and {MAX_ACTION_BYTES:,} are allowed"
        )


def action_type(observation: Message) -> str:
    """Return the type URL of the Action message that belongs to an observation's game.

    It is the message `Action` of the observation's package; the URL is empty if that package has
    none.
    """
    return _action_url(observation.DESCRIPTOR.full_name)


@functools.cache
def _action_url(observation_type: str) -> str:
    name = f"{observation_type.rpartition('.')[0]}.Action"
    try:
        descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError:
        return ""
    return TYPE_PREFIX + name
