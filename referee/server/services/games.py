"""Finds the installed games, and encodes what calls return of them: once, where it never changes.

Anybody may call, so a call must cost no more than sending known bytes. It must neither search for
installed games again, nor try again at once to load a broken one.
"""

from __future__ import annotations

import asyncio
import json
from typing import Protocol

from gamereferee.v1 import game_pb2, lobby_service_pb2
from referee.core.clock import Clock
from referee.core.config import parse_config
from referee.core.errors import RefereeError, UnknownGameError
from referee.core.game import AnyPlugin
from referee.core.published_tables import tables_json
from referee.core.time_control import SECOND
from referee.games import registry
from referee.replay.wire import time_control_to_wire
from referee.server.process.logs import get_log

__all__ = ["Games", "NamesBots"]

RETRY_NS = 10 * SECOND
"""Time after which a game that could not be loaded is tried again, in nanoseconds."""


class NamesBots(Protocol):
    """An object that lists the house bots (the server's own bots) of each game."""

    def names(self, game: str) -> list[str]:
        """Return the names of the house bots for a game."""
        ...


class Games:
    """The games of a server, with their serialized descriptions.

    Args:
        house: Knows the house bots; None if the server has none.
        clock: Source of the time.
    """

    def __init__(self, house: NamesBots | None, clock: Clock) -> None:
        self._house, self._clock = house, clock
        self._names: list[str] | None = None
        self._list: bytes | None = None
        """Serialized ListGamesResponse; None until it is first needed."""
        self._list_until_ns: int | None = None
        """Time, in nanoseconds on the monotonic clock, from which on the response is built again,
        because a game could not be loaded; None for never.
        """
        self._details: dict[tuple[str, int], bytes] = {}
        """Serialized GetGameResponse messages, by game and version of its rules."""
        self._broken: dict[str, tuple[RefereeError, int]] = {}
        """Why a game can't be loaded, and the time before which it is not tried again, by game."""
        self._encoding = asyncio.Lock()

    async def find(self, game: str) -> AnyPlugin:
        """Return the game with this identifier.

        A game that is not loaded yet is loaded in a thread, so that matches are not held up.

        Raises:
            UnknownGameError: No such game is installed.
            BrokenGameError: The game can't be loaded.
            KitVersionError: The game was made for another version of the kit.
        """
        if registry.is_loaded(game):
            return registry.find(game)
        names = await self._all_names()
        if game not in names:
            raise UnknownGameError(game, names)
        error, until_ns = self._broken.get(game, (None, 0))
        if error is not None and self._clock.now_ns() < until_ns:
            raise error.with_traceback(None)
        try:
            return await asyncio.to_thread(registry.find, game)
        except RefereeError as broken:
            self._broken[game] = broken, self._clock.now_ns() + RETRY_NS
            raise

    async def encoded_list(self) -> bytes:
        """Return the ListGamesResponse, serialized."""
        async with self._encoding:  # calls that come meanwhile wait for the same response
            until_ns = self._list_until_ns
            if self._list is None or (until_ns is not None and self._clock.now_ns() >= until_ns):
                self._list = await self._encode_list()
            return self._list

    async def encoded_details(self, game: str, version: int) -> bytes:
        """Return the GetGameResponse of a game, serialized.

        Args:
            game: Identifier of the game.
            version: Version of the game's rules; 0 means the newest.

        Raises:
            RefereeError: The game is unknown or can't be loaded, as for `find`.
            FieldError: The game has no such version.
        """
        plugin = (await self.find(game)).at(version)
        key = game, plugin.game.info.version
        if key not in self._details:
            async with self._encoding:
                if key not in self._details:
                    self._details[key] = await asyncio.to_thread(self._encode, plugin)
        return self._details[key]

    async def _all_names(self) -> list[str]:
        if self._names is None:
            self._names = await asyncio.to_thread(registry.names)
        return self._names

    async def _encode_list(self) -> bytes:
        infos = []
        self._list_until_ns = None
        for name in await self._all_names():
            try:
                plugin = await self.find(name)
                infos.append(await asyncio.to_thread(self._info, plugin))
            except RefereeError as error:  # one broken distribution must not hide the other games
                get_log().error("game can't be used", game=name, reason=str(error))
                self._list_until_ns = self._clock.now_ns() + RETRY_NS
        return lobby_service_pb2.ListGamesResponse(games=infos).SerializeToString()

    def _encode(self, plugin: AnyPlugin) -> bytes:
        return lobby_service_pb2.GetGameResponse(
            info=self._info(plugin),
            config_schema=json.dumps(plugin.game.config_class.model_json_schema()),
            rulebook=plugin.rulebook,
            tables=tables_json(plugin.tables),
        ).SerializeToString()

    def _info(self, plugin: AnyPlugin) -> game_pb2.GameInfo:
        info, codec = plugin.game.info, plugin.codec
        config = parse_config(plugin.game.config_class, {})
        return game_pb2.GameInfo(
            game=info.game,
            title=info.title,
            version=info.version,
            versions=info.versions,
            summary=info.summary,
            min_seats=info.min_seats,
            max_seats=info.max_seats,
            default_seats=info.default_seats,
            chance_free=info.chance_free,
            ring=info.ring,
            config_type=codec.config_type,
            observation_type=codec.observation_type,
            action_type=codec.action_type,
            events_type=codec.events_type,
            suggested_time_control=time_control_to_wire(plugin.game.suggested_time_control(config)),
            house_bots=self._house.names(info.game) if self._house else [],
        )
