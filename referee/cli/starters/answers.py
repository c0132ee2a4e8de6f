"""First answers of a new bot: for each phase of a game an action that is legal there."""

from __future__ import annotations

import json
import sys
from importlib import resources
from typing import TYPE_CHECKING

from google.protobuf import json_format
from google.protobuf.message import Message

from referee.core.errors import RefereeError
from referee.core.rng import Stream
from referee_client.messages import message_class

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin

__all__ = ["first_answers", "text_of"]

_BY_PHASE, _ALONE = "first_answers.json", "first_answer.json"
"""Names of two files that a game's package may have: an object with an action for each phase, and
one action for every turn.
"""


def first_answers(plugin: AnyPlugin, seats: int) -> dict[str, Message]:
    """Return an Action message by the name of the phase in which it is legal.

    Without a file in the game's package it is one action, under the phase of the first decision: drawn
    at random, and legal in the first turn. A game needs a file if a turn goes on until an order ends
    it: a bot that repeats one random order there would never end a turn.

    Args:
        plugin: The game.
        seats: Number of seats of the match whose first turn an action is drawn for.

    Raises:
        RefereeError: A file of the game's package has no such actions.
    """
    if text := text_of(plugin, _BY_PHASE):
        return _read(plugin, _BY_PHASE, text)
    rules = plugin.game
    state, _ = rules.start(rules.config_class(), seed=1, num_seats=seats)
    point = rules.decision(state)
    assert point is not None
    if text := text_of(plugin, _ALONE):
        return _read(plugin, _ALONE, f"{{{json.dumps(point.phase)}: {text}}}")
    action = rules.random_action(state, point.seats[0], Stream(1))
    message = message_class(plugin.codec.action_type)()
    message.ParseFromString(plugin.codec.encode_action(action))
    return {point.phase: message}


def text_of(plugin: AnyPlugin, name: str) -> str:
    """Return the text of the file `name` in the package of a game's rules; empty if there is none."""
    # A game may be from another distribution, so the file is looked for next to its rules.
    package = sys.modules[type(plugin.game).__module__].__package__
    file = resources.files(package).joinpath(name) if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


def _read(plugin: AnyPlugin, name: str, text: str) -> dict[str, Message]:
    made = message_class(plugin.codec.action_type)
    try:
        given = json.loads(text)
        return {phase: json_format.ParseDict(action, made()) for phase, action in given.items()}
    except (ValueError, AttributeError, json_format.ParseError) as error:
        raise RefereeError(f"{name} of {plugin.game.info.game} can't be read: {error}") from None
