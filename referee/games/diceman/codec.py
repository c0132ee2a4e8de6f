"""Diceman's values as protobuf messages; the only file of the game that needs the protobuf library.

The open table and the events of a round are made in every round and come out of `messages`; this file
makes what comes seldom.
"""

from __future__ import annotations

from gamereferee.games.diceman.v1 import diceman_pb2 as pb
from referee.games.diceman import messages
from referee.games.diceman.actions import BAD_FORM, Action, Notice, read_dice
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.tables import MAX_ENTRIES, SCOPES
from referee.games.diceman.visibility import Observation
from referee.games.duel_codec import DuelCodec

__all__ = ["DicemanCodec"]


class DicemanCodec(DuelCodec[DicemanConfig, Action, Observation]):
    """Diceman's messages in bytes."""

    def __init__(self) -> None:
        super().__init__("Diceman", pb, Notice)

    def encode_table(self, row: bytes) -> bytes:
        """See `DuelCodec`."""
        return messages.encode_table(row)

    def encode_told(self, row: bytes) -> bytes:
        """See `DuelCodec`."""
        return messages.encode_told(row)

    def encode_config(self, config: DicemanConfig) -> bytes:
        """See `Codec`."""
        values = config.model_dump() | {"magic_scope": 1 + SCOPES.index(config.magic_scope)}
        return pb.Config(**values).SerializeToString()

    def read_config(self, message: pb.Config) -> dict[str, object]:
        """See `DuelCodec`; an unknown scope is given as its number, which no config accepts."""
        values = super().read_config(message)
        if 1 <= message.magic_scope <= len(SCOPES):
            values["magic_scope"] = SCOPES[message.magic_scope - 1]
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        return pb.Action(dice=action.dice, bad_form=action == BAD_FORM).SerializeToString()

    def read_action(self, message: pb.Action) -> Action:
        """See `DuelCodec`."""
        return BAD_FORM if message.bad_form else read_dice(message.dice[: MAX_ENTRIES + 1])

    def notice_message(self, notice: Notice) -> pb.Notice:
        """See `DuelCodec`."""
        return pb.Notice(code=f"REASON_CODE_{notice.code.name}", index=notice.index)
