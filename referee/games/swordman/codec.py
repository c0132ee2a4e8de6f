"""Swordman's values as protobuf messages; the only file of the game that needs the protobuf library.

The open table and the events of a round are made in every round and come out of `messages`; this file
makes what comes seldom and puts the parts together.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from google.protobuf.message import DecodeError

from gamereferee.games.swordman.v1 import swordman_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event, PublicEvents
from referee.games.duel import GameStart, MatchStart, RowEvent
from referee.games.swordman.actions import BAD_FORM, NO_NUMBER, Action, Notice
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.events import RoundEvents
from referee.games.swordman.messages import encode_table, encode_told
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility import Observation
from referee.games.wire import nth_event

__all__ = ["SwordmanCodec"]

_SEATS = [pb.Observation(seat=seat).SerializeToString() for seat in range(NUM_SEATS)]
"""What begins the observation of each seat."""
_SHORT_ACTION = 32
"""Bytes of an action up to which it is remembered; a proper one has at most ten."""


class SwordmanCodec(Codec[SwordmanConfig, Action, Observation]):
    """Swordman's messages in bytes."""

    config_type = pb.Config.DESCRIPTOR.full_name
    observation_type = pb.Observation.DESCRIPTOR.full_name
    action_type = pb.Action.DESCRIPTOR.full_name
    events_type = pb.Events.DESCRIPTOR.full_name

    def encode_config(self, config: SwordmanConfig) -> bytes:
        """See `Codec`."""
        return pb.Config(**config.model_dump()).SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        return {field.name: value for field, value in message.ListFields()}

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`; a missed deadline has no message of its own and goes as bad form."""
        if action.form:
            return pb.Action(bad_form=True).SerializeToString()
        message = pb.Action(sword=action.sword, shield=action.shield, priority=action.priority)
        if action.sword_at != NO_NUMBER:
            message.sword_at = action.sword_at
        if action.shield_at != NO_NUMBER:
            message.shield_at = action.shield_at
        return message.SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        return _decode_short_action(data) if len(data) <= _SHORT_ACTION else _decode_action(data)

    def encode_observations(
        self,
        config: SwordmanConfig,  # noqa: ARG002
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
    if message.bad_form:
        return BAD_FORM
    values = (
        message.sword,
        message.shield,
        message.priority,
        message.sword_at if message.HasField("sword_at") else NO_NUMBER,
        message.shield_at if message.HasField("shield_at") else NO_NUMBER,
    )
    return Action(*[max(NO_NUMBER, value) for value in values])


_decode_short_action = functools.lru_cache(maxsize=4096)(_decode_action)


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
            raise TypeError(f"{body!r} is no event of Swordman that is told outside of a round")
    return pb.Events(events=[event]).SerializeToString()


def _notice(notice: Notice) -> pb.Notice:
    return pb.Notice(code=f"REASON_CODE_{notice.code.name}", field=notice.field)
