"""Codec of Dice Adventure: converts configs, orders, observations and events to messages and back.

Entries of an order may have any form, and the config that seats get has no levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as pb
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig, PieceSpec
from referee.games.dice_adventure.maps.spec import RandomSpec
from referee.games.dice_adventure.rules.actions import (
    MOST_READ,
    Action,
    PingEntry,
    entries_left,
    ping_entry,
)
from referee.games.dice_adventure.tables import PING_LETTERS, STEP_TOKENS
from referee.games.dice_adventure.visibility.observation import Observation
from referee.games.dice_adventure.wire.messages import encode_observation
from referee.games.dice_adventure.wire.records import EVENTS, LevelEnd, Mate, Notice, Order, Pings
from referee.kit.codec import RecordCodec
from referee.kit.records import Number
from referee.kit.schema import Schema, kind_name
from referee.kit.wire.format import int_field

__all__ = ["SCHEMA", "DiceAdventureCodec"]

_MALFORMED_PING = (c.NO_PING, 0, 0)
_UNKNOWN_SYMBOL = "?"
_NUM_LEVELS = 15


class _Config(DiceAdventureConfig):
    """Parameters of a match (DA-2.1). An absent field means its default."""

    num_levels: Annotated[int, Field(ge=0, le=20), Number(_NUM_LEVELS)] = 0
    """Number of levels, which the referee sends to seats in place of the levels. Ignored in a config that it reads."""


SCHEMA = Schema(
    "dice_adventure",
    config=_Config,
    actions=(Order,),
    observation=Observation,
    events={"refusal" if cls is Notice else kind_name(cls): cls for cls in EVENTS},
    names={
        LevelEnd: "LevelRecord",
        Mate: "Member",
        Notice: "Refusal",
        PieceSpec: "PieceType",
        RandomSpec: "RandomLevel",
    },
    package="gamereferee.games.dice_adventure.v1",
    before_kit=True,
    with_presence=(DiceAdventureConfig,),
    stubs=pb,
    about=(
        "Dice Adventure on the wire. Rule numbers are those of its rulebook. Cells are x, counted from 0 at"
        " the left, and y, counted from 0 at the top. Characters are map numbers: 1 Dwarf, 2 Giant, 3 Human."
        ' A code is two characters of a map, such as "R1".'
    ),
)


_ping_entries = SCHEMA.entries_reader(Pings, "pings")


class DiceAdventureCodec(RecordCodec[DiceAdventureConfig, Action, Observation]):
    """Encodes and decodes the messages of Dice Adventure."""

    def __init__(self) -> None:
        super().__init__(SCHEMA)

    def encode_public_config(self, config: DiceAdventureConfig) -> bytes:
        """Return the Config message with the number of levels in place of the levels (DA-2.1)."""
        hidden = config.model_copy(update={"levels": ()})
        return self.encode_config(hidden) + int_field(_NUM_LEVELS, len(config.levels))

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the fields that are set in a Config message, without `num_levels` and empty lists.

        Raises:
            MalformedError: The bytes are no such message.
        """
        values = super().decode_config(data)
        # Otherwise a public config, sent back by a client, would be refused for a field that the rules do not know.
        del values["num_levels"]
        return {name: value for name, value in values.items() if value != []}

    def encode_action(self, action: Action) -> bytes:
        """Return an order as an Action message, with malformed entries in place of those that were not read.

        Thus a replay refuses as many entries as the match did.
        """
        message, (more_pings, more_steps) = pb.Action(), action.more
        if action.pings is not None:
            message.pings.SetInParent()
            # Replays must give the same refusals, so the number of entries must be the same as in the message that
            # was read.
            entries = action.pings + (_MALFORMED_PING,) * more_pings
            message.pings.pings.extend([_ping_order(entry) for entry in entries])
        if action.plan is not None:
            message.plan.SetInParent()
            plan = action.plan + (c.BAD_TOKEN,) * more_steps
            message.plan.steps.extend([1 + token for token in plan])  # type: ignore[misc]  # enums are ints
        return message.SerializeToString()

    def read_action(self, data: bytes) -> Action:
        """Return the order of an Action message.

        Malformed entries are kept, so that the rules refuse them one by one, not the whole order
        (DA-4.7).

        Raises:
            MalformedError: The bytes are no such message.
        """
        # Not through the record: that would refuse the whole order for one bad entry.
        message = self.schema.parse_action(data)
        pings = plan = None
        if message.HasField("pings"):
            entries = _ping_entries(message.pings, MOST_READ)
            pings = tuple([_read_ping(ping) for ping in entries])
        if message.HasField("plan"):
            plan = tuple([_read_step(step) for step in message.plan.steps[:MOST_READ]])
        more = entries_left(message.pings.pings), entries_left(message.plan.steps)
        return Action(pings, plan, more)

    def encode_observations(
        self,
        config: DiceAdventureConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """Return one Observation message for each observation.

        The config is not in it, since it is sent once when a seat joins.
        """
        return [encode_observation(one) for one in observations]


def _ping_order(entry: PingEntry) -> pb.PingOrder:
    if entry == _MALFORMED_PING:
        return pb.PingOrder()
    symbol, x, y = entry
    letter = _UNKNOWN_SYMBOL if symbol == c.BAD_TOKEN else PING_LETTERS[symbol]
    return pb.PingOrder(symbol=letter, x=x, y=y)


def _read_ping(message: pb.PingOrder) -> PingEntry:
    if message.HasField("symbol") and message.HasField("x") and message.HasField("y"):
        return ping_entry(message.symbol, message.x, message.y)
    return _MALFORMED_PING


def _read_step(step: int) -> int:
    # Enums count from 1; 0 and unknown numbers are bad steps, which take a point each.
    return step - 1 if 1 <= step <= len(STEP_TOKENS) else c.BAD_TOKEN
