"""Packs game messages into `google.protobuf.Any`, and unpacks them.

The protocol names no game: observations, events, configs and actions travel as `Any`. This module
finds the generated class of a type URL, and imports `gamereferee.games.<game>.v1.<game>_pb2` on the
first use of a game. A game of another distribution is imported by its entry point, if it is
installed. A game with stubs elsewhere is found once its stubs have been imported.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import re
import sys

from google.protobuf import any_pb2, descriptor_pool, duration_pb2, message_factory
from google.protobuf.message import DecodeError, Message

from referee_client.errors import ProtocolError, UnknownMessageError

__all__ = ["TYPE_PREFIX", "message_class", "message_game", "pack", "parse", "seconds", "unpack"]

TYPE_PREFIX = "type.googleapis.com/"
"""Text that stands before a message's full name in a type URL."""
_GAMES = "referee.games"
_BUNDLED = re.compile(r"(gamereferee\.games\.([a-z][a-z0-9_]*)\.v[0-9]+)\.[A-Za-z0-9_.]+")


def pack(message: Message) -> any_pb2.Any:
    """Return a message wrapped in an `Any`."""
    return any_pb2.Any(
        type_url=TYPE_PREFIX + message.DESCRIPTOR.full_name, value=message.SerializeToString()
    )


def unpack(wrapped: any_pb2.Any) -> Message:
    """Return the message that an `Any` wraps, as an instance of its generated class.

    Raises:
        UnknownMessageError: No generated class is installed for the message's type.
        ProtocolError: The bytes are no message of the named type.
    """
    return parse(wrapped.type_url, wrapped.value)


def parse(url: str, data: bytes) -> Message:
    """Return serialized bytes as a message of the type that a type URL names.

    Raises:
        UnknownMessageError: No generated class is installed for that type.
        ProtocolError: The bytes are no message of that type.
    """
    message = message_class(url)()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise ProtocolError(f"can't read {len(data)} bytes as {url}") from error
    return message


@functools.cache
def message_class(url: str) -> type[Message]:
    """Return the generated class of the message type that a type URL names.

    Raises:
        UnknownMessageError: No generated class is installed for that type.
    """
    name = url.rpartition("/")[2]
    # The import registers the message in the default pool, where it is looked up below.
    bundled = _BUNDLED.fullmatch(name)
    if bundled:
        try:
            importlib.import_module(f"{bundled[1]}.{bundled[2]}_pb2")
        except ModuleNotFoundError as error:
            raise UnknownMessageError(name) from error
    try:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError as error:
        if not _import_game(name.partition(".")[0]):
            raise UnknownMessageError(name) from error
        # Once only: `_import_game` returns False if nothing new was imported, so that this can't go
        # on for ever.
        return message_class(url)
    return message_factory.GetMessageClass(descriptor)


def _import_game(game: str) -> bool:
    """Import the modules of a game by its entry points.

    Return whether any of them was new to this process.
    """
    entries = importlib.metadata.entry_points(group=_GAMES, name=game)
    modules = {entry.module for entry in entries}
    new = modules - sys.modules.keys()
    for module in new:
        importlib.import_module(module)
    return bool(new)


def message_game(message: type[Message]) -> str | None:
    """Return the game that a generated class belongs to, by its package.

    Return None for other messages.
    """
    bundled = _BUNDLED.fullmatch(message.DESCRIPTOR.full_name)
    return bundled[2] if bundled else None


def seconds(duration: duration_pb2.Duration) -> float:
    """Return a protobuf duration as a number of seconds."""
    return float(duration.seconds + duration.nanos * 1e-9)
