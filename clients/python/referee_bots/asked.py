"""House bots asked directly: without a stream, a clock, or a referee on the other side.

For whoever plays matches by itself and wants a house bot in a seat. `AskedBot` is told messages, and knows
what it would know over the wire. An `ArrayPolicy` decides in many matches at once, from columns, and as its
bot would in each of them with the same dice.
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
"""Rolls a die of so many sides in the matches at places, int64[n]; gives values from 1, int64[n]."""

_ARRAYS = {
    "diceman": {
        "random": "referee_bots.diceman.policies:RandomPolicy",
        "greedy": "referee_bots.diceman.policies:GreedyPolicy",
        "mixer": "referee_bots.diceman.policies:MixerPolicy",
    },
}
"""Where the forms of bots are that decide in many matches at once."""


class ArrayPolicy(Protocol):
    """A bot's form that decides in many matches at once; it remembers nothing."""

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
    """Return the form of a house bot that decides in many matches at once; None if it has none.

    Args:
        game: Identifier of the game.
        name: Name of the bot.
        config: The game's Config message, complete, and before it its type's full name.
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
        config: The game's Config message, complete, and before it its type's full name.
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
        """Return it with all that it remembers, for `load`."""
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
        """Whether it wants to hear of events."""
        return type(self._bot).on_events is not Bot.on_events

    @property
    def reads_legal(self) -> bool:
        """Whether it looks at what it may do."""
        return self._match.lists_legal

    def roll_with(self, dice: random.Random) -> None:
        """Draw with other dice from now on."""
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
            observation: The game's Observation message, and before it its type's full name.
            events: Likewise the Events message of what it was told since its last decision.
            phase: Name of the rulebook's phase.
            legal: The Action messages of what it may do, and before them their type's full name; None where they
                are not listed.

        Returns:
            The Action message; None where it gives the turn up.
        """
        self._turns += 1
        if events[1] and self.listens:
            self._bot.on_events(self._match, _read(*events))
        seen = _read(*observation)
        told: tuple[Any, ...] = (seen,)
        if self._takes_turn:
            message = TurnMessage(seat=self._match.seat, turn=self._turns, phase=phase)
            if legal is not None:
                name, actions = legal
                url = TYPE_PREFIX + name
                message.legal.CopyFrom(LegalActions(action_url=url, actions=actions))
            told = (seen, Turn(self._match, seen, message))
        action = self._bot.act(*told)
        if inspect.iscoroutine(action):
            action = _awaited(action)
        return None if action is SKIP else action.SerializeToString()


class _Pickler(pickle.Pickler):
    """Writes messages by their names: classes of those of other people's games are in no module."""

    def reducer_override(self, value: Any) -> Any:
        """See `pickle.Pickler`."""
        if isinstance(value, Message):
            # Each its own message, since a bot may change what it remembers.
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
