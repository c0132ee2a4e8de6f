"""The list of faults, and what they are made of: replacements in the Python SDK."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client.conversation import Conversation

FAULTS: dict[str, Callable[[], None]] = {}


def fault(function: Callable[[], None]) -> Callable[[], None]:
    """Enter a fault in the list."""
    FAULTS[function.__name__] = function
    return function


def replace(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put `make(old)` in the place of an attribute."""
    put(owner, name, make(getattr(owner, name)))


def put(owner: Any, name: str, value: Any) -> None:
    """Put something in the place of an attribute."""
    setattr(owner, name, value)


def on_request(change: Callable[[wire.PlayRequest], None]) -> None:
    """Change everything that is written."""

    def make(old: Any) -> Any:
        def take(self: Conversation, *line: Any) -> wire.PlayRequest | None:
            request: wire.PlayRequest | None = old(self, *line)
            if request is None:
                return None
            change(request)
            return request if request.ByteSize() else None

        return take

    replace(Conversation, "take", make)


def on_response(change: Callable[[wire.PlayResponse], None]) -> None:
    """Look at everything that is read, or change it."""

    def make(old: Any) -> Any:
        def receive(self: Conversation, response: wire.PlayResponse, *line: Any) -> Any:
            change(response)
            return old(self, response, *line)

        return receive

    replace(Conversation, "receive", make)


def act(_observation: Observation) -> Action:
    """Choose two dice by chance: a repeated run gives other answers."""
    return Action(dice=random.sample(range(4), 2))
