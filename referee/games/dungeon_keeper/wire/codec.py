"""Codec of Dungeon Keeper: its records as messages, malformed orders, and the public config."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as pb
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, PresetName
from referee.games.dungeon_keeper.rules.events import EVENTS, Place
from referee.games.dungeon_keeper.rules.orders.kinds import (
    BAD_ORDER,
    ORDERS,
    Batch,
    OneOrder,
    Order,
)
from referee.games.dungeon_keeper.rules.orders.reading import checked
from referee.games.dungeon_keeper.tables import MOST_ORDERS, Building, Item, Kind, Roll
from referee.games.dungeon_keeper.visibility.observation import Observation
from referee.games.dungeon_keeper.visibility.records import (
    BuildingSeen,
    CellSeen,
    ItemSeen,
    MineSeen,
    SeatSeen,
    StatusSeen,
    UnitSeen,
)
from referee.games.dungeon_keeper.wire.config import (
    CONFIG_NAMES,
    WIRE_CONFIGS,
    WireConfig,
    read_config,
    wire_config,
)
from referee.games.dungeon_keeper.wire.observation import write_shared
from referee.kit.codec import RecordCodec
from referee.kit.schema import Schema
from referee.kit.wire.writer import part_writer

__all__ = ["SCHEMA", "DungeonKeeperCodec"]

SCHEMA = Schema(
    "dungeon_keeper",
    config=WireConfig,
    actions=(Batch,),
    observation=Observation,
    events=EVENTS,
    names={
        **CONFIG_NAMES,
        **{order: f"{order.__name__}Order" for order in ORDERS},
        OneOrder: "Order",
        Place: "Cell",
        PresetName: "Preset",
        Building: "BuildingKind",
        Item: "ItemKind",
        Kind: "UnitKind",
        Roll: "RollKind",
        BuildingSeen: "Building",
        CellSeen: "CellView",
        ItemSeen: "Item",
        MineSeen: "Mine",
        SeatSeen: "Seat",
        StatusSeen: "UnitStatus",
        UnitSeen: "Unit",
    },
    package="gamereferee.games.dungeon_keeper.v1",
    before_kit=True,
    with_presence=(*WIRE_CONFIGS, *ORDERS),
    stubs=pb,
    partial=42,
    about=(
        "Dungeon Keeper on the wire. Rule numbers are those of its rulebook. What has a name in the rulebook"
        " is an enum here. Seats are numbered from 0; where a unit or a building is nobody's, its owner is -1"
        " for what is neutral and -2 for the light side. Cells are row and column from 0 at the top left; a"
        " cell without one of them has 0 for it. Directions are 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW."
        " Units have ids (DK-3.6), buildings are named by their cells."
    ),
)

_SHARED = Observation._fields.index("turn_order")
"""Place of the first field of an observation whose bytes are equal for all seats that see the
same."""


_order_entries = SCHEMA.entries_reader(Batch, "orders")
_convert_order = SCHEMA.entry_converter(Batch, "orders")


def _read_order(sent: Any) -> Order:
    order: Order | None = _convert_order(sent)
    return BAD_ORDER if order is None else checked(order)


class DungeonKeeperCodec(RecordCodec[DungeonKeeperConfig, Batch, Observation]):
    """Encodes and decodes Dungeon Keeper's messages."""

    def __init__(self) -> None:
        super().__init__(SCHEMA)
        self._write_own = part_writer(Observation, slice(_SHARED))

    def encode_config(self, config: DungeonKeeperConfig) -> bytes:
        """Return a config as the bytes of its message, with all fields."""
        return super().encode_config(wire_config(config))

    def encode_public_config(self, config: DungeonKeeperConfig) -> bytes:
        """Encode the config without what nobody may see of its scenario (DK-6.1).

        The contents of chests and mana crystals are left out; under fog the whole scenario is.
        """
        message = pb.Config.FromString(self.encode_config(config))
        # Under fog the position itself would show what seats have not seen (DK-6.22).
        if config.fog_of_war:
            message.ClearField("scenario")
        for item in message.scenario.items:
            for content in ("gold", "taldear", "mana"):
                item.ClearField(content)
        return message.SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the fields that are set in a config's message, by name, as plain values."""
        return read_config(super().decode_config(data))

    def read_action(self, data: bytes) -> Batch:
        """Return the batch in a message; a malformed order becomes a `BadOrder`, which is refused in its place."""
        return self._read(data, MOST_ORDERS, is_strict=False)

    def action_reader(self, config: DungeonKeeperConfig) -> Callable[[bytes], Batch]:
        """Return a function that decodes batches of a match with this config; see `Codec`.

        Orders beyond `max_orders_per_turn` are refused without being decoded (DK-4.6).
        """
        most = config.max_orders_per_turn
        return self.remembering(lambda data: self._read(data, most, is_strict=True))

    def _read(self, data: bytes, most: int, *, is_strict: bool) -> Batch:
        sent = SCHEMA.parse_action(data)
        if sent.is_bad:
            return Batch(is_bad=True)
        entries = _order_entries(sent, most, is_strict=is_strict)
        orders = tuple([_read_order(each) for each in entries])
        # Orders beyond the limit need only be counted, so they are not decoded (DK-4.6).
        unread = (BAD_ORDER,) * (len(sent.orders) - len(entries))
        return Batch(orders + unread, sent.end_turn, sent.delta)

    def encode_observations(
        self,
        config: DungeonKeeperConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """Return the message of each observation, in bytes; parts that several of them share are encoded once."""
        messages = []
        for seen in observations:
            shared = seen.shared
            # Kept on the shared part, so that it is written once for all seats that see the same.
            if shared.encoded is None:
                shared.encoded = write_shared(shared)
            # Fields of one message may be joined as bytes; a seat's own fields have the lower
            # numbers.
            messages.append(self._write_own(seen) + shared.encoded)
        return messages
