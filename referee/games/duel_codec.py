"""What the codecs of duels share: messages of a round come from its row of numbers.

What is made every round comes out of a game's `messages` kernels; a game's own codec makes what comes
seldom, and says how its actions and notices are read and written.
"""

from __future__ import annotations

import abc
import functools
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from google.protobuf.message import DecodeError

from referee.core.config import GameConfig
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event, PublicEvents
from referee.games.duel import GameStart, MatchStart, RowEvent, RowEvents
from referee.kit.wire import nth_event

__all__ = ["DuelCodec", "DuelObservation"]

_SEATS = 2
_SHORT_ACTION = 32
"""Bytes of an action up to which it is remembered; a proper one is much shorter."""
_REMEMBERED = 4096


class _Table(Protocol):
    @property
    def row(self) -> bytes:
        """The row of numbers that it is."""


class DuelObservation(Protocol):
    """What one seat may see: the open table, and what did not count in its own last action."""

    @property
    def seat(self) -> int:
        """The seat it is for."""

    @property
    def table(self) -> _Table:
        """The same for both seats."""

    @property
    def notices(self) -> Sequence[object]:
        """Empty if all of it counted."""


ConfigT = TypeVar("ConfigT", bound=GameConfig)
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT", bound=DuelObservation)


class DuelCodec(Codec[ConfigT, ActionT, ObservationT]):
    """A duel's messages in bytes.

    Args:
        title: The game's name for people.
        stubs: The module generated for the game, with messages `Config`, `Observation`, `Action`,
            `Event` and `Events`.
        notice_class: What tells a seat that a part of its action did not count.
    """

    def __init__(self, title: str, stubs: Any, notice_class: type) -> None:
        self._title = title
        self._stubs = stubs
        self._notice_class = notice_class
        self.config_type = stubs.Config.DESCRIPTOR.full_name
        self.observation_type = stubs.Observation.DESCRIPTOR.full_name
        self.action_type = stubs.Action.DESCRIPTOR.full_name
        self.events_type = stubs.Events.DESCRIPTOR.full_name
        self._seats = [stubs.Observation(seat=seat).SerializeToString() for seat in range(_SEATS)]
        """What begins the observation of each seat."""
        self._decode_short_action = functools.lru_cache(maxsize=_REMEMBERED)(self._decode_action)

    @abc.abstractmethod
    def encode_table(self, row: bytes) -> bytes:
        """An Observation message without seat and notices."""

    @abc.abstractmethod
    def encode_told(self, row: bytes) -> bytes:
        """An Events message with all that everybody is told of a round that has been played."""

    @abc.abstractmethod
    def read_action(self, message: Any) -> ActionT:
        """The action of an Action message."""

    @abc.abstractmethod
    def notice_message(self, notice: Any) -> Any:
        """A Notice message."""

    def read_config(self, message: Any) -> dict[str, object]:
        """Plain values of the fields that are set in a Config message."""
        return {field.name: value for field, value in message.ListFields()}

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        return self.read_config(_parsed(self._stubs.Config, data))

    def decode_action(self, data: bytes) -> ActionT:
        """See `Codec`."""
        is_short = len(data) <= _SHORT_ACTION
        return self._decode_short_action(data) if is_short else self._decode_action(data)

    def _decode_action(self, data: bytes) -> ActionT:
        return self.read_action(_parsed(self._stubs.Action, data))

    def encode_observations(
        self,
        config: ConfigT,  # noqa: ARG002
        observations: Sequence[ObservationT],
    ) -> list[bytes]:
        """See `Codec`; the config is part of the table."""
        if not observations:
            return []
        table = self.encode_table(observations[0].table.row)
        return [
            self._with_notices(table, one) if one.notices else self._seats[one.seat] + table
            for one in observations
        ]

    def _with_notices(self, table: bytes, observation: ObservationT) -> bytes:
        message = self._stubs.Observation.FromString(table)
        message.seat = observation.seat
        message.notices.extend([self.notice_message(notice) for notice in observation.notices])
        encoded: bytes = message.SerializeToString()
        return encoded

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        if isinstance(event, RowEvent):
            return nth_event(self.encode_told(event.row), event.place)
        stubs, body = self._stubs, event.body
        match body:
            case MatchStart():
                message = stubs.Event(match_start=stubs.MatchStart())
            case GameStart(game):
                message = stubs.Event(game_start=stubs.GameStart(game=game))
            case _ if isinstance(body, self._notice_class):
                message = stubs.Event(notice=self.notice_message(body))
            case _:
                raise TypeError(
                    f"{body!r} is no event of {self._title} that is told outside of a round"
                )
        encoded: bytes = stubs.Events(events=[message]).SerializeToString()
        return encoded

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """See `Codec`."""
        assert isinstance(events, RowEvents)
        return self.encode_told(events.row)


def _parsed(message: Any, data: bytes) -> Any:
    try:
        return message.FromString(data)
    except DecodeError:
        raise MalformedError(f"no {message.DESCRIPTOR.full_name}") from None
