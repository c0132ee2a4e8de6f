"""The codec of Diceman: its message schema, and how orders are read (DM-4.4 to DM-4.8)."""

from __future__ import annotations

import numpy as np

from gamereferee.games.diceman.v1 import diceman_pb2
from referee.core.kernel import kernel
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import BAD_FORM, Action, read_dice
from referee.games.diceman.tables import MAX_ENTRIES
from referee.games.diceman.wire.events import ROUND, MatchEnd, Reveal, derive_ends
from referee.games.diceman.wire.records import TABLE, Notice, Observation, Order, Phase, Table
from referee.games.duel import GameEnd, GameStart, MatchStart, Slain
from referee.kit.codec import RowCodec
from referee.kit.schema import Schema
from referee.kit.wire.row_kernel import Bytes, Program, put_row, with_more

__all__ = ["SCHEMA", "DicemanCodec"]

SCHEMA = Schema(
    "diceman",
    config=DicemanConfig,
    actions=(Order,),
    observation=Observation,
    events=(MatchStart, GameStart, Reveal, Phase, Slain, GameEnd, MatchEnd, Notice),
    private=(Notice,),
    package="gamereferee.games.diceman.v1",
    with_presence=(DicemanConfig,),
    before_kit=True,
    stubs=diceman_pb2,
    about="Diceman on the wire. Rule numbers are those of its rulebook.",
)
"""All messages of Diceman. An event's field number follows from its place in `events`."""


@kernel
def _put(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
    # A single kernel derives the extra columns and writes all bytes: two calls from Python would cost more.
    columns = np.frombuffer(row, np.int32)
    return put_row(out, with_more(columns, derive_ends(columns)), program)


class DicemanCodec(RowCodec[DicemanConfig, Action, Table]):
    """Encodes and decodes the messages of Diceman."""

    def __init__(self) -> None:
        super().__init__(SCHEMA, TABLE, ROUND, _put)

    def encode_action(self, action: Action) -> bytes:
        """Return an action as an Action message in bytes."""
        return SCHEMA.encode(Order(action.dice, action == BAD_FORM))

    def read_action(self, data: bytes) -> Action:
        """Return the action of an Action message; at most 9 entries of its list of dice are read.

        Raises:
            MalformedError: The bytes are no such message.
        """
        order = Order(**SCHEMA.decode_action(data)[1])
        # One entry more than is read, so that `read_dice` sees that the list is too long.
        return BAD_FORM if order.bad_form else read_dice(order.dice[: MAX_ENTRIES + 1])
