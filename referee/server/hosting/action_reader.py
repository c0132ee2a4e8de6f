"""Reads the payloads of bots' answers and turns them into events of their match."""

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
    """Decodes the action payloads of one match.

    Args:
        plugin: The match's game.
        config: The game's config in this match.
    """

    def __init__(self, plugin: AnyPlugin, config: GameConfig) -> None:
        self._decode = plugin.codec.action_reader(config)
        self._type = plugin.codec.action_type
        self._url = TYPE_PREFIX + plugin.codec.action_type

    def has_type(self, type_url: str) -> bool:
        """Return whether a type URL names the game's Action message.

        The part before the last slash may be anything.
        """
        return type_url == self._url or type_url.rpartition("/")[2] == self._type

    def wrong_type(self, seat: int, turn: int, type_url: str, at_ns: int) -> ev.MatchEvent:
        """Return the event for an answer, read at `at_ns`, whose payload has the wrong type `type_url`."""
        text = f"the payload is {type_url!r:.80}, not {self._url!r}"
        return ev.UnreadableReceived(seat, turn, Rejection.WRONG_TYPE, text, at_ns)

    def read(self, seat: int, turn: int, data: bytes, at_ns: int, lag_ns: int) -> ev.MatchEvent:
        """Return the event for an answer: the decoded action, or why the bytes are no action.

        Args:
            seat: Index of the seat that answers.
            turn: Number of the answered turn.
            data: The game's Action message, serialized.
            at_ns: When the answer was read.
            lag_ns: How long it may have waited in the referee, in nanoseconds.

        Raises:
            Exception: The game's codec raised anything other than `MalformedError`, which is a bug
                of the codec.
        """
        if len(data) > MAX_PAYLOAD_BYTES:
            text = f"the payload has {len(data)} bytes, more than {MAX_PAYLOAD_BYTES}"
            return ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, text, at_ns)
        try:
            decoded = self._decode(data)
        except MalformedError as error:
            return ev.UnreadableReceived(seat, turn, Rejection.MALFORMED, str(error), at_ns)
        return ev.ActionReceived(seat, turn, decoded, data, at_ns, lag_ns)
