"""Dungeon Keeper's values as protobuf messages; the only part of the game that knows them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from google.protobuf.message import DecodeError

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.events import Partial
from referee.games.dungeon_keeper.fields import fields_of, fill, plain_of, reader_of
from referee.games.dungeon_keeper.observation import Observation
from referee.games.dungeon_keeper.orders import BAD_ORDER, ORDER_TYPES, Batch, Order, checked

__all__ = ["DungeonKeeperCodec"]

_PACKAGE = "gamereferee.games.dungeon_keeper.v1"
_ORDER_NAMES = {order_type: name for name, order_type in ORDER_TYPES.items()}
_READERS = {name: reader_of(order_type) for name, order_type in ORDER_TYPES.items()}
_EVENT_NAMES = {
    field.message_type.name: field.name
    for field in pb.Event.DESCRIPTOR.fields
    if field.message_type is not None
}
"""Fields of Event by the name of their message, which is that of the event's class."""
_ENTRIES_KEPT = 2**14
"""Entries of observations that are kept encoded: some megabytes."""


class DungeonKeeperCodec(Codec[DungeonKeeperConfig, Batch, Observation]):
    """See `Codec`."""

    config_type = f"{_PACKAGE}.Config"
    observation_type = f"{_PACKAGE}.Observation"
    action_type = f"{_PACKAGE}.Action"
    events_type = f"{_PACKAGE}.Events"

    def encode_config(self, config: DungeonKeeperConfig) -> bytes:
        """See `Codec`."""
        return _config(config).SerializeToString()

    def encode_public_config(self, config: DungeonKeeperConfig) -> bytes:
        """Without what nobody sees of a scenario: what is in chests and crystals, under fog all (DK-6.1)."""
        message = _config(config)
        if config.fog_of_war:
            message.ClearField("scenario")
        for item in message.scenario.items:
            for content in ("gold", "taldear", "mana"):
                item.ClearField(content)
        return message.SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        values = plain_of(message)
        for unit in values.get("scenario", {}).get("units", ()):
            if unit.pop("bare"):
                unit.setdefault("artifacts", [])
        return values

    def encode_action(self, action: Batch) -> bytes:
        """See `Codec`."""
        return pb.Action(
            orders=[_to_order(order) for order in action.orders],
            end_turn=action.end_turn,
            delta=action.delta,
            is_bad=action.is_bad,
        ).SerializeToString()

    def decode_action(self, data: bytes) -> Batch:
        """See `Codec`; an order that can be none is a `BadOrder`."""
        try:
            message = pb.Action.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.action_type}") from None
        if message.is_bad:
            return Batch(is_bad=True)
        orders = tuple([_from_order(order) for order in message.orders])
        return Batch(orders, message.end_turn, message.delta)

    def encode_observations(
        self,
        config: DungeonKeeperConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """See `Codec`; in an open game all share all but their heads."""
        encoded: dict[tuple[bool, int], bytes] = {}
        messages = []
        for seen in observations:
            key = (seen.is_delta, id(seen.seats))
            if key not in encoded:
                encoded[key] = _body(seen)
            messages.append(_head(seen).SerializeToString() + encoded[key])
        return messages

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        return pb.Events(events=[_event(event.body)]).SerializeToString()


def _config(config: DungeonKeeperConfig) -> pb.Config:
    message = pb.Config()
    values = config.model_dump()
    for mine in values["scenario"]["mines"] if values.get("scenario") else ():
        mine["kind"] = mine["kind"].removesuffix("_mine")
    fill(message, values)
    for unit in message.scenario.units if values.get("scenario") else ():
        unit.bare = unit.kind == pb.UNIT_KIND_HERO and not unit.artifacts
    return message


def _to_order(order: Order) -> pb.Order:
    name = _ORDER_NAMES.get(type(order))
    fields: dict[str, Any] = {} if name is None else {name: fields_of(order)}
    return pb.Order(**fields)


def _from_order(message: pb.Order) -> Order:
    name = message.WhichOneof("order")
    order: Any = None if name is None else _READERS[name](getattr(message, name))
    return BAD_ORDER if order is None else checked(order)


def _head(seen: Observation) -> pb.Observation:
    """The first fields, the observing seat's own among them; messages may be joined end to end."""
    return pb.Observation(
        is_delta=seen.is_delta,
        round=seen.round,
        you=seen.you,
        acting_seat=seen.acting_seat,
        batch=seen.batch,
        orders=seen.orders,
    )


def _body(seen: Observation) -> bytes:
    """The rest; in the order of the fields, as the library would write it."""
    return b"".join(
        [
            pb.Observation(turn_order=seen.turn_order, rows=seen.rows).SerializeToString(),
            *[_entry("mines", mine) for mine in seen.mines],
            *[_entry("buildings", building) for building in seen.buildings],
            *[_entry("items", item) for item in seen.items],
            *[_entry("cells", cell) for cell in seen.cells],
            *[_entry("units", unit) for unit in seen.units],
            pb.Observation(gone_units=seen.gone_units).SerializeToString(),
            *[_entry("seats", seat) for seat in seen.seats],
        ]
    )


@functools.lru_cache(maxsize=_ENTRIES_KEPT)
def _entry(field: str, entry: tuple[object, ...]) -> bytes:
    """An Observation message with one entry of a list.

    Most of the board is the same from observation to observation, and to look an entry up takes a tenth of
    what encoding it does.
    """
    fields: Any = {field: [fields_of(entry)]}
    return pb.Observation(**fields).SerializeToString()


def _event(body: Any) -> pb.Event:
    is_partial = isinstance(body, Partial)
    told = body.body if is_partial else body
    fields: Any = {_EVENT_NAMES[type(told).__name__]: fields_of(told)}
    return pb.Event(partial=is_partial, **fields)
