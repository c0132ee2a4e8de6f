"""The codec of Swordman: its message schema, and how an Action message is read."""

from __future__ import annotations

import numpy as np

from gamereferee.games.swordman.v1 import swordman_pb2
from referee.core.kernel import kernel
from referee.games.duel import GameEnd, GameStart, MatchStart, Slain
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import BAD_FORM, NO_NUMBER, Action
from referee.games.swordman.wire.events import ROUND, MatchEnd, Reveal, RoundEnd, derive_ends
from referee.games.swordman.wire.records import TABLE, Notice, Observation, Table
from referee.kit.codec import RowCodec
from referee.kit.schema import Schema
from referee.kit.wire.row_kernel import Bytes, Program, put_row, with_more

__all__ = ["SCHEMA", "SwordmanCodec"]

SCHEMA = Schema(
    "swordman",
    config=SwordmanConfig,
    actions=(Action,),
    observation=Observation,
    events=(MatchStart, GameStart, Reveal, RoundEnd, Slain, GameEnd, MatchEnd, Notice),
    private=(Notice,),
    package="gamereferee.games.swordman.v1",
    with_presence=(SwordmanConfig,),
    before_kit=True,
    stubs=swordman_pb2,
    about="Swordman on the wire. Rule numbers are those of its rulebook.",
)
"""All messages of Swordman. An event's field number follows from its place in `events`."""


@kernel
def _put(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
    columns = np.frombuffer(row, np.int32)
    return put_row(out, with_more(columns, derive_ends(columns)), program)


class SwordmanCodec(RowCodec[SwordmanConfig, Action, Table]):
    """Encodes and decodes the messages of Swordman."""

    def __init__(self) -> None:
        super().__init__(SCHEMA, TABLE, ROUND, _put)

    def read_action(self, data: bytes) -> Action:
        """Return the action of an Action message, with -1 for every number below 0 (SW-4.4.1).

        Raises:
            MalformedError: The bytes are no such message.
        """
        sent = super().read_action(data)
        return BAD_FORM if sent.bad_form else Action._make(max(NO_NUMBER, each) for each in sent)
