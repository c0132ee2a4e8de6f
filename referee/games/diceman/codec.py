"""Diceman's values as protobuf messages; the only file of the game that needs the protobuf library.

The open table and the events of a round are made in every round and come out of `messages`; this file
makes what comes seldom and puts the parts together.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from google.protobuf.message import DecodeError

from gamereferee.games.diceman.v1 import diceman_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event, PublicEvents
from referee.games.diceman.actions import BAD_FORM, Action, Notice, read_dice
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.events import RoundEvents
from referee.games.diceman.messages import encode_table, encode_told
from referee.games.diceman.tables import MAX_ENTRIES, NUM_SEATS, SCOPES
from referee.games.diceman.visibility import Observation
from referee.games.duel import GameStart, MatchStart, RowEvent
from referee.games.wire import nth_event

__all__ = ["DicemanCodec"]

_SEATS = [pb.Observation(seat=seat).SerializeToString() for seat in range(NUM_SEATS)]
"""What begins the observation of each seat."""
_SHORT_ACTION = 32
"""Bytes of an action up to which it is remembered; a proper one has four."""


class DicemanCodec(Codec[DicemanConfig, Action, Observation]):
    """Diceman's messages in bytes."""

    config_type = pb.Config.DESCRIPTOR.full_name
    observation_type = pb.Observation.DESCRIPTOR.full_name
    action_type = pb.Action.DESCRIPTOR.full_name
    events_type = pb.Events.DESCRIPTOR.full_name

    def encode_config(self, config: DicemanConfig) -> bytes:
        """See `Codec`."""
        values = config.model_dump() | {"magic_scope": 1 + SCOPES.index(config.magic_scope)}
        return pb.Config(**values).SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`; an unknown scope is given as its number, which no config accepts."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        values: dict[str, object] = {field.name: value for field, value in message.ListFields()}
        if 1 <= message.magic_scope <= len(SCOPES):
            values["magic_scope"] = SCOPES[message.magic_scope - 1]
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        return pb.Action(dice=action.dice, bad_form=action == BAD_FORM).SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        return _decode_short_action(data) if len(data) <= _SHORT_ACTION else _decode_action(data)

    def encode_observations(
        self,
        config: DicemanConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """See `Codec`; the config is part of the table."""
        if not observations:
            return []
        table = encode_table(observations[0].table.row)
        return [
            _with_notices(table, one) if one.notices else _SEATS[one.seat] + table
            for one in observations
        ]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        if isinstance(event, RowEvent):
            return nth_event(encode_told(event.row), event.place)
        return _encode_event(event.body)

    def encode_public_events(self, events: PublicEvents) -> bytes:
        """See `Codec`."""
        assert isinstance(events, RoundEvents)
        return encode_told(events.row)


def _decode_action(data: bytes) -> Action:
    try:
        message = pb.Action.FromString(data)
    except DecodeError:
        raise MalformedError(f"no {pb.Action.DESCRIPTOR.full_name}") from None
    return BAD_FORM if message.bad_form else read_dice(message.dice[: MAX_ENTRIES + 1])


_decode_short_action = functools.lru_cache(maxsize=1024)(_decode_action)


def _with_notices(table: bytes, observation: Observation) -> bytes:
    message = pb.Observation.FromString(table)
    message.seat = observation.seat
    message.notices.extend([_notice(notice) for notice in observation.notices])
    return message.SerializeToString()


def _encode_event(body: object) -> bytes:
    match body:
        case MatchStart():
            event = pb.Event(match_start=pb.MatchStart())
        case GameStart():
            event = pb.Event(game_start=pb.GameStart(game=body.game))
        case Notice():
            event = pb.Event(notice=_notice(body))
        case _:
            raise TypeError(f"{body!r} is no event of Diceman that is told outside of a round")
    return pb.Events(events=[event]).SerializeToString()


def _notice(notice: Notice) -> pb.Notice:
    return pb.Notice(code=f"REASON_CODE_{notice.code.name}", index=notice.index)
