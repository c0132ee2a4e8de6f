"""Swordman's values as protobuf messages; the only file of the game that needs the protobuf library.

The open table and the events of a round are made in every round and come out of `messages`; this file
makes what comes seldom.
"""

from __future__ import annotations

from gamereferee.games.swordman.v1 import swordman_pb2 as pb
from referee.games.duel_codec import DuelCodec
from referee.games.swordman import messages
from referee.games.swordman.actions import BAD_FORM, NO_NUMBER, Action, Notice
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.visibility import Observation

__all__ = ["SwordmanCodec"]


class SwordmanCodec(DuelCodec[SwordmanConfig, Action, Observation]):
    """Swordman's messages in bytes."""

    def __init__(self) -> None:
        super().__init__("Swordman", pb, Notice)

    def encode_table(self, row: bytes) -> bytes:
        """See `DuelCodec`."""
        return messages.encode_table(row)

    def encode_told(self, row: bytes) -> bytes:
        """See `DuelCodec`."""
        return messages.encode_told(row)

    def encode_config(self, config: SwordmanConfig) -> bytes:
        """See `Codec`."""
        return pb.Config(**config.model_dump()).SerializeToString()

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

    def read_action(self, message: pb.Action) -> Action:
        """See `DuelCodec`."""
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

    def notice_message(self, notice: Notice) -> pb.Notice:
        """See `DuelCodec`."""
        return pb.Notice(code=f"REASON_CODE_{notice.code.name}", field=notice.field)
