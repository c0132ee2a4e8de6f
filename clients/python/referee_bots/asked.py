"""House bots as function calls, without a stream, a clock, or a referee.

They are for programs that play matches themselves and want a house bot in a seat, such as training environments.
`AskedBot` takes messages, and so knows exactly what it would know over the wire. An `ArrayPolicy` decides in many
matches at once, from columns; with the same dice its decisions are those of its bot.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import importlib
import inspect
import io
import pickle
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from google.protobuf.message import Message

from gamereferee.v1.play_service_pb2 import LegalActions
from gamereferee.v1.play_service_pb2 import Turn as TurnMessage
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import find
from referee_client import Bot, Match, Turn
from referee_client.bot import SKIP
from referee_client.inspection import wants_legal
from referee_client.messages import TYPE_PREFIX, message_class

__all__ = ["ArrayPolicy", "AskedBot", "Draw", "array_policy"]

Draw = Callable[[int, Any], Any]
"""Rolls a die: takes its number of sides, and places of matches as int64[n]; returns values from 1 as int64[n]."""

_ARRAYS = {
    "diceman": {
        "random": "referee_bots.diceman.policies:RandomPolicy",
        "greedy": "referee_bots.diceman.policies:GreedyPolicy",
        "mixer": "referee_bots.diceman.policies:MixerPolicy",
    },
}
"""Module and class of each `ArrayPolicy`, by game and name of the bot."""


class ArrayPolicy(Protocol):
    """A version of a bot that decides in many matches at once; it has no memory."""

    columns: Sequence[str]
    """Columns of the game's observation that it looks at."""
    action: str
    """The column that it decides in."""

    def act(self, seat: int, seen: Sequence[Any], draw: Draw) -> Any:
        """Decide.

        Args:
            seat: The seat, in all matches.
            seen: The columns, as arrays with an axis of matches in front.
            draw: Rolls dice.

        Returns:
            What is decided, as an array of the column.
        """
        ...


def array_policy(game: str, name: str, config: tuple[str, bytes]) -> ArrayPolicy | None:
    """Return the `ArrayPolicy` of a house bot; None if it has none.

    Args:
        game: Identifier of the game.
        name: Name of the bot.
        config: Full name of the game's Config type, and the complete message.
    """
    place = _ARRAYS.get(game, {}).get(name)
    if place is None:
        return None
    module, _, attribute = place.partition(":")
    policy: ArrayPolicy = getattr(importlib.import_module(module), attribute)(_parsed(*config))
    return policy


class AskedBot:
    """A house bot in a seat of one match; it can be copied with all that it remembers.

    Args:
        game: Identifier of the game.
        name: Name of the bot, such as `greedy`.
        seat: Its seat, from 0.
        num_seats: Seats of the match.
        game_version: Behaviour version of the rules.
        config: Full name of the game's Config type, and the complete message.
        dice: What it draws with.

    Raises:
        UnknownBotError: There is no such bot.
    """

    def __init__(
        self,
        game: str,
        name: str,
        *,
        seat: int,
        num_seats: int,
        game_version: int,
        config: tuple[str, bytes],
        dice: random.Random,
    ) -> None:
        self._match = Match(
            "", seat, game, game_version, _parsed(*config), num_seats, TimeControl(), b""
        )
        self._bot = find(game, name)(None)
        self._match.lists_legal = wants_legal(self._bot)
        self._bot.random = dice
        self._bot.on_start(self._match)
        self._turns = 0
        self._takes_turn = len(inspect.signature(self._bot.act).parameters) > 1

    def dump(self) -> bytes:
        """Return the bot with its memory as bytes, for `load`."""
        written = io.BytesIO()
        _Pickler(written).dump(self)
        return written.getvalue()

    @staticmethod
    def load(dumped: bytes) -> AskedBot:
        """Return a bot as it was when it was dumped."""
        bot: AskedBot = pickle.loads(dumped)
        return bot

    @property
    def listens(self) -> bool:
        """Whether the bot has an `on_events`."""
        return type(self._bot).on_events is not Bot.on_events

    @property
    def reads_legal(self) -> bool:
        """Whether the bot looks at the legal actions."""
        return self._match.lists_legal

    def roll_with(self, dice: random.Random) -> None:
        """Use other dice from now on."""
        self._bot.random = dice

    def act(
        self,
        observation: tuple[str, bytes],
        events: tuple[str, bytes],
        phase: str,
        legal: tuple[str, Sequence[bytes]] | None = None,
    ) -> bytes | None:
        """Decide.

        Args:
            observation: Full name of the game's Observation type, and the message.
            events: Likewise the Events message with what happened since its last decision.
            phase: Name of the rulebook's phase.
            legal: Full name of the game's Action type, and the legal actions; None if they are not listed.

        Returns:
            The Action message; None if the bot gives the turn up.
        """
        self._turns += 1
        if events[1] and self.listens:
            self._bot.on_events(self._match, _read(*events))
        seen = _read(*observation)
        arguments: tuple[Any, ...] = (seen,)
        if self._takes_turn:
            message = TurnMessage(seat=self._match.seat, turn=self._turns, phase=phase)
            if legal is not None:
                name, actions = legal
                url = TYPE_PREFIX + name
                message.legal.CopyFrom(LegalActions(action_url=url, actions=actions))
            arguments = (seen, Turn(self._match, seen, message))
        action = self._bot.act(*arguments)
        if inspect.iscoroutine(action):
            action = _awaited(action)
        return None if action is SKIP else action.SerializeToString()


class _Pickler(pickle.Pickler):
    """Pickles messages by their full names, since message classes of other distributions' games are in no module."""

    def reducer_override(self, value: Any) -> Any:
        """Reduce a message to its type's name and its bytes; leave all other values to pickle."""
        if isinstance(value, Message):
            # Read as a new message each time, since a bot may change messages that it remembers.
            return _read, (
                value.DESCRIPTOR.full_name,
                value.SerializeToString(deterministic=True),
            )
        return NotImplemented


@functools.lru_cache(maxsize=16)
def _parsed(name: str, data: bytes) -> Message:
    return _read(name, data)


def _read(name: str, data: bytes) -> Message:
    message = message_class(f"type.googleapis.com/{name}")()
    message.ParseFromString(data)
    return message


@functools.cache
def _waiter() -> concurrent.futures.ThreadPoolExecutor:
    """Return a thread without an event loop of somebody else's."""
    return concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="asked-bots")


def _awaited(action: Coroutine[Any, Any, Any]) -> Any:
    return _waiter().submit(asyncio.run, action).result()
