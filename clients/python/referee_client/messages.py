"""Game messages in and out of `google.protobuf.Any`.

The protocol names no game: observations, events, configs and actions travel as `Any`. This module finds the
generated class of a type URL, and imports `gamereferee.games.<game>.v1.<game>_pb2` on the first use of a game. A game
of another distribution is imported by its entry point, if it is installed. A game with stubs elsewhere is found once
its stubs have been imported.
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
"""What stands before a message's full name in a type URL."""
_GAMES = "referee.games"
_BUNDLED = re.compile(r"(gamereferee\.games\.([a-z][a-z0-9_]*)\.v[0-9]+)\.[A-Za-z0-9_.]+")


def pack(message: Message) -> any_pb2.Any:
    """Wrap a message in an Any."""
    return any_pb2.Any(
        type_url=TYPE_PREFIX + message.DESCRIPTOR.full_name, value=message.SerializeToString()
    )


def unpack(wrapped: any_pb2.Any) -> Message:
    """Unwrap a message as its generated class.

    Raises:
        UnknownMessageError: No class is installed for its type.
        ProtocolError: Its bytes are not what its type says.
    """
    return parse(wrapped.type_url, wrapped.value)


def parse(url: str, data: bytes) -> Message:
    """Read bytes as a message of a type URL.

    Raises:
        UnknownMessageError: No class is installed for it.
        ProtocolError: The bytes are no such message.
    """
    message = message_class(url)()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise ProtocolError(f"can't read {len(data)} bytes as {url}") from error
    return message


@functools.cache
def message_class(url: str) -> type[Message]:
    """Return the generated class of a type URL.

    Raises:
        UnknownMessageError: No class is installed for it.
    """
    name = url.rpartition("/")[2]
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
        return message_class(url)
    return message_factory.GetMessageClass(descriptor)


def _import_game(game: str) -> bool:
    """Import a game by its entry points; return whether a module was imported that was not before."""
    entries = importlib.metadata.entry_points(group=_GAMES, name=game)
    modules = {entry.module for entry in entries}
    new = modules - sys.modules.keys()
    for module in new:
        importlib.import_module(module)
    return bool(new)


def message_game(message: type[Message]) -> str | None:
    """Return the game of a generated class, by its package; None for other messages."""
    bundled = _BUNDLED.fullmatch(message.DESCRIPTOR.full_name)
    return bundled[2] if bundled else None


def seconds(duration: duration_pb2.Duration) -> float:
    """Return a duration in seconds."""
    return float(duration.seconds + duration.nanos * 1e-9)
