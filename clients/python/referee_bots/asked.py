"""House bots as function calls, without a stream, a clock, or a referee.

They are for programs that play matches themselves and want a house bot in a seat, such as training
environments. `AskedBot` takes messages, so that the bot knows exactly what it would know over the
wire. An `ArrayPolicy` decides in many matches at once, from columns; with the same dice its
decisions are those of the bot of the same name.
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
"""Type of a function that rolls one die in each of n matches: takes the number of sides and the
indices of the matches as int64[n], and returns values from 1 as int64[n]."""

_ARRAYS = {
    "diceman": {
        "random": "referee_bots.diceman.policies:RandomPolicy",
        "greedy": "referee_bots.diceman.policies:GreedyPolicy",
        "mixer": "referee_bots.diceman.policies:MixerPolicy",
    },
}
"""Module and class of each `ArrayPolicy`, by game and by name of the house bot."""


class ArrayPolicy(Protocol):
    """A version of a house bot that decides in many matches at once; it has no memory."""

    columns: Sequence[str]
    """Names of the columns of the game's observation that the policy looks at."""
    action: str
    """Name of the column that holds the policy's decisions."""

    def act(self, seat: int, seen: Sequence[Any], draw: Draw) -> Any:
        """Decide for one seat in many matches.

        Args:
            seat: Index of the seat, the same in all matches.
            seen: The columns named in `columns`, as arrays whose first axis is the match.
            draw: Function that rolls dice.

        Returns:
            The decisions, as an array for the column whose name is in `action`.
        """
        ...


def array_policy(game: str, name: str, config: tuple[str, bytes]) -> ArrayPolicy | None:
    """Return the `ArrayPolicy` of a house bot; None if the bot has no such version.

    Args:
        game: Identifier of the game.
        name: Name of the house bot.
        config: Full name of the game's Config type, and the serialized message with all fields set.
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
        name: Name of the house bot, such as `greedy`.
        seat: Index of the bot's seat, 0-based.
        num_seats: Number of seats in the match.
        game_version: Version of the game's behaviour, from 1.
        config: Full name of the game's Config type, and the serialized message with all fields set.
        dice: Source of the bot's random numbers.

    Raises:
        UnknownBotError: The game has no house bot of that name.
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
        # Without a seed: the dice given by the caller replace the bot's own just below.
        self._bot = find(game, name)(None)
        self._match.lists_legal = wants_legal(self._bot)
        self._bot.random = dice
        self._bot.on_start(self._match)
        self._turns = 0
        self._takes_turn = len(inspect.signature(self._bot.act).parameters) > 1

    def dump(self) -> bytes:
        """Return the bot with all that it remembers as bytes, from which `load` makes it again."""
        written = io.BytesIO()
        # The whole object and not only the bot: match, dice and the count of turns belong to what a
        # copy must repeat.
        _Pickler(written).dump(self)
        return written.getvalue()

    @staticmethod
    def load(dumped: bytes) -> AskedBot:
        """Return a bot in the state in which it was dumped."""
        bot: AskedBot = pickle.loads(dumped)
        return bot

    @property
    def listens(self) -> bool:
        """Whether the bot overrides `on_events`, so that events have to be passed."""
        return type(self._bot).on_events is not Bot.on_events

    @property
    def reads_legal(self) -> bool:
        """Whether the bot looks at the legal actions, so that they have to be passed."""
        return self._match.lists_legal

    def roll_with(self, dice: random.Random) -> None:
        """Have the bot take all further random numbers from `dice`."""
        self._bot.random = dice

    def act(
        self,
        observation: tuple[str, bytes],
        events: tuple[str, bytes],
        phase: str,
        legal: tuple[str, Sequence[bytes]] | None = None,
    ) -> bytes | None:
        """Return the bot's decision as a serialized Action message; None if it gives the turn up.

        Args:
            observation: Full name of the game's Observation type, and the serialized message.
            events: Full name of the game's Events type, and the serialized message with what
                happened since the bot's last decision; empty bytes if nothing did.
            phase: Name of the rulebook's phase.
            legal: Full name of the game's Action type, and the legal actions; None if they are not
                listed.

        Returns:
            The serialized Action message; None if the bot gives the turn up.
        """
        self._turns += 1
        # Empty bytes mean that nothing happened; a client would not call `on_events` either.
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
        # On a thread of its own event loop, since the caller may be inside a running one.
        if inspect.iscoroutine(action):
            action = _awaited(action)
        return None if action is SKIP else action.SerializeToString()


class _Pickler(pickle.Pickler):
    """Pickler that writes messages by their full names.

    Message classes of other distributions' games are in no module, so that pickle could not find
    them.
    """

    def reducer_override(self, value: Any) -> Any:
        """Return how to pickle a message: by its type's name and its bytes.

        All other values are pickled as usual.
        """
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
    """Return a pool of one thread that runs async bots, apart from any event loop of the caller."""
    return concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="asked-bots")


def _awaited(action: Coroutine[Any, Any, Any]) -> Any:
    return _waiter().submit(asyncio.run, action).result()
