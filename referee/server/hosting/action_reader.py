"""Bytes that a bot has sent, as events of its match."""

from __future__ import annotations

from referee.core.config import GameConfig
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.match import events as ev
from referee.match.records import MAX_PAYLOAD_BYTES
from referee.match.rejection import Rejection
from referee.replay.wire import TYPE_PREFIX

__all__ = ["ActionReader"]


class ActionReader:
    """Reads the actions of one match.

    Args:
        plugin: The match's game.
        config: Its config.
    """

    def __init__(self, plugin: AnyPlugin, config: GameConfig) -> None:
        self._decode = plugin.codec.action_reader(config)
        self._type = plugin.codec.action_type
        self._url = TYPE_PREFIX + plugin.codec.action_type

    def has_type(self, type_url: str) -> bool:
        """Return whether a type URL is that of the game's actions, with whatever host before the slash."""
        return type_url == self._url or type_url.rpartition("/")[2] == self._type

    def wrong_type(self, seat: int, turn: int, type_url: str, at_ns: int) -> ev.MatchEvent:
        """Return the event of an answer with a payload of this other type."""
        text = f"the payload is {type_url!r:.80}, not {self._url!r}"
        return ev.UnreadableReceived(seat, turn, Rejection.WRONG_TYPE, text, at_ns)

    def read(self, seat: int, turn: int, data: bytes, at_ns: int, lag_ns: int) -> ev.MatchEvent:
        """Return the event of an answer with this payload: of an action, or of bytes that are none.

        Raises:
            Exception: Any but `MalformedError`, by a bug of the game's codec.
        """
        if len(data) > MAX_PAYLOAD_BYTES:
            text = f"the payload has {len(data)} bytes, more than {MAX_PAYLOAD_BYTES}"
            return ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns)
        try:
            decoded = self._decode(data)
        except MalformedError as error:
            return ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, str(error), at_ns)
        return ev.ActionReceived(seat, turn, decoded, data, at_ns, lag_ns)
