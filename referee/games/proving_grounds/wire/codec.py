"""Codec of Proving Grounds: records, orders with their malformed parts, and hand-made dungeons."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pb
from referee.core.game import Event
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import MOST_HEROES, MOST_ORDERS
from referee.games.proving_grounds.visibility.observation import Observation
from referee.games.proving_grounds.wire import events as told
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.hand_made import MapEntry, RoomMessage, ScenarioMessage
from referee.games.proving_grounds.wire.observation import (
    CandidateView,
    FloorView,
    HeroView,
    OfferView,
    RoomView,
)
from referee.games.proving_grounds.wire.orders import (
    BAD,
    BAD_MESSAGE,
    ORDER_KINDS,
    Action,
    HeroOrder,
    Setup,
)
from referee.games.proving_grounds.wire.sights import write_sight
from referee.kit.codec import RecordCodec
from referee.kit.records import Read, fields_of, kind_name
from referee.kit.schema import Schema
from referee.kit.wire.writer import Put

__all__ = ["SCHEMA", "Orders", "ProvingGroundsCodec"]


class Orders(o.Orders):
    """Orders of a seat for one turn; an absent list is empty (PG-4.2)."""

    # A separate class, since in the game an order has no HeroOrder around it.
    heroes: Annotated[tuple[HeroOrder, ...], Read(MOST_ORDERS)]
    """Orders to heroes; moves are carried out, and rooms entered, in the order of this list."""

    __slots__ = ()


def _kinds() -> dict[str, type[Any] | tuple[type[Any], ...]]:
    """Return the classes of events by their names on the wire.

    Results and notices of orders share the name `result`.
    """
    kinds: dict[str, Any] = {kind_name(cls): cls for cls in told.EVENTS}
    del kinds["notice"]  # bots need not know which refusals the referee counts
    renamed = {
        "result": ("result", (told.Result, told.Notice)),
        "board_order": ("board", told.BoardOrder),
    }
    return dict(renamed.get(name, (name, cls)) for name, cls in kinds.items())


SCHEMA = Schema(
    "proving_grounds",
    config=ProvingGroundsConfig,
    actions=(Setup, Orders),
    observation=Observation,
    events=_kinds(),
    private=told.PRIVATE,
    names={
        CandidateView: "Candidate",
        FloorView: "Floor",
        HeroView: "Hero",
        OfferView: "Offer",
        Ref: "HeroRef",
        RoomMessage: "ScenarioRoom",
        RoomView: "Room",
        ScenarioMessage: "Scenario",
        o.PolicyOrder: "SetPolicy",
        told.Action: "ActionResult",
        told.Clamor: "InRoom",
        told.CreatureDied: "Befell",
        told.Entered: "Went",
        told.FighterMessage: "Fighter",
        told.Noise: "InRoom",
        told.Retreated: "Went",
        told.Slept: "Befell",
        told.SpikesRemoved: "AtDoor",
        told.SpikesSet: "AtDoor",
        told.Tapped: "Searched",
        told.Teleported: "Went",
    },
    package="gamereferee.games.proving_grounds.v1",
    before_kit=True,
    with_presence=(ProvingGroundsConfig, MapEntry),
    oneof="body",
    stubs=pb,
    about=(
        "Proving Grounds on the wire. Rule numbers are those of its rulebook. Rooms are numbered from 0, sector by"
        " sector and row by row from the periphery; the last room is the hall (PG-2.4). Seats, and heroes of a"
        " seat, count from 0. Lists of gems have one number for each kind in play: Ruby, Sapphire, Emerald,"
        " Diamond, of which there are half as many as seats, at least two (PG-2.2). Lists by board have five"
        " numbers: ORDER, MOVE, HIRE, BUY, TIE (PG-3.8). Lists of characteristics have five: STR, DEX, CON, INT,"
        " INI (PG-3.1)."
    ),
)
_NO_HERO, _NO_ORDER = o.HeroSpec(BAD), o.BadOrder(BAD)
"""Placeholders for entries beyond a list's bound, which are not read; the checks refuse them."""
_OFTEN_ALIKE = frozenset({
    *(told.Result, told.Notice, told.Ledger, told.Entered, told.Round, told.Rested, told.Clamor),
    *(told.Tapped, told.Died, told.FightEnded, told.SpellCast, told.Action, told.Healed),
})  # fmt: skip
"""Classes of events whose fields have few values, so that equal events are frequent."""
_REMEMBERED = 1 << 13
"""Highest number of cached events of each class in `_OFTEN_ALIKE`, of some 150 bytes each."""
_ORDER_FIELDS = {
    field.kind.cls: field.name for field in fields_of(HeroOrder) if field.kind.cls is not None
}
"""Name of the field of HeroOrder that holds an order, by the order's class."""


_ORDER_READERS = {
    name.lower(): (
        kind,
        [SCHEMA.field_reader(kind, field.name) for field in fields_of(kind) if field.number],
    )
    for name, kind in ORDER_KINDS.items()
}
"""By name of the field in HeroOrder, the order's class and the readers of its fields. The hero's id
is a field of HeroOrder and is read there.
"""
_order_entries = SCHEMA.entries_reader(Orders, "heroes")
_spec_entries = SCHEMA.entries_reader(Setup, "heroes")
_convert_spec = SCHEMA.entry_converter(Setup, "heroes")


class ProvingGroundsCodec(RecordCodec[ProvingGroundsConfig, Action, Observation]):
    """Encodes and decodes configs, messages, observations and events of Proving Grounds."""

    def __init__(self) -> None:
        super().__init__(SCHEMA)
        self._event_puts = {cls: _event_put(cls) for cls in told.EVENTS}
        self._read_places = SCHEMA.field_reader(Setup, "bids")
        self._read_stash = SCHEMA.field_reader(Setup, "stash")
        self._read_bids = SCHEMA.field_reader(Orders, "shuffle")
        self._read_hires = SCHEMA.field_reader(Orders, "hire")
        self._read_slots = SCHEMA.field_reader(Orders, "buy")

    def encode_public_config(self, config: ProvingGroundsConfig) -> bytes:
        """Encode a config without rooms and doors of a scenario.

        They stay hidden until the end, as those of a drawn dungeon do (PG-2.9, AM-4).
        """
        if config.scenario is None:
            return self.encode_config(config)
        hidden = config.scenario.model_copy(update={"doors": (), "rooms": {}})
        return self.encode_config(config.model_copy(update={"scenario": hidden}))

    def decode_config(self, data: bytes) -> dict[str, object]:
        """Return the plain values of a Config message's fields, by name, a scenario included."""
        values = super().decode_config(data)
        scenario = values.get("scenario")
        if isinstance(scenario, ScenarioMessage):
            # A config has rooms keyed by strings, and lists in place of records.
            values["scenario"] = scenario.values()
        return values

    def encode_action(self, action: Action) -> bytes:
        """Return the Action message, in bytes, of a setup or of a turn's orders; empty if it is neither."""
        match action:
            case Setup():
                return self.schema.encode_action(action)
            case o.Orders():
                heroes = tuple([_as_hero_order(order) for order in action.heroes])
                return self.schema.encode_action(Orders(*action[:-1], heroes))
        # A message that could not be read has no parts: empty bytes are read as BAD_MESSAGE again.
        return b""

    def read_action(self, data: bytes) -> Action:
        """Return the action of a message; malformed parts are kept for the checks (PG-4.10).

        See `RecordCodec`.
        """
        return self._read(data, MOST_ORDERS, is_strict=False)

    def action_reader(self, config: ProvingGroundsConfig) -> Callable[[bytes], Action]:
        """Return a reader of Action messages that leaves orders beyond `max_orders` unread.

        The checks refuse these (PG-4.10). See `Codec`.
        """
        most = config.max_orders
        return self.remembering(lambda data: self._read(data, most, is_strict=True))

    def _read(self, data: bytes, most_orders: int, *, is_strict: bool) -> Action:
        message = self.schema.parse_action(data)
        match message.WhichOneof("body"):
            case "setup":
                return self._read_setup(message.setup)
            case "orders":
                return self._read_orders(message.orders, most_orders, is_strict=is_strict)
        return BAD_MESSAGE

    def _read_setup(self, message: Any) -> Setup:
        entries = _spec_entries(message, MOST_HEROES)
        heroes = tuple([_with_defaults(_convert_spec(spec)) for spec in entries])
        # Placeholders keep the number of entries, so that the checks refuse those beyond the bound.
        unread = (_NO_HERO,) * (len(message.heroes) - len(entries))
        # On the wire an empty list is the same as an absent one; both stand for zeros.
        bids = self._read_places(message) or Setup().bids
        return Setup(heroes + unread, self._read_stash(message), bids)

    def _read_orders(self, message: Any, most: int, *, is_strict: bool) -> o.Orders:
        # No further than the bound: an overlong message must not cost the referee time.
        entries = _order_entries(message, most, is_strict=is_strict)
        heroes: tuple[Any, ...] = tuple([self._read_order(order) for order in entries])
        unread = (_NO_ORDER,) * (len(message.heroes) - len(entries))
        return o.Orders(
            self._read_bids(message) or o.Orders().shuffle,
            self._read_hires(message),
            self._read_slots(message),
            heroes + unread,
        )

    def _read_order(self, message: Any) -> Any:
        # 0 is a hero's id, so an absent id must not be read as 0.
        hero = message.hero if message.HasField("hero") else BAD
        name = message.WhichOneof("order")
        if name is None:
            return o.BadOrder(hero)
        kind, readers = _ORDER_READERS[name]
        held = getattr(message, name)
        return kind(hero, *[read(held) for read in readers])

    def encode_observations(
        self,
        config: ProvingGroundsConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """Return the message of each observation, in bytes; those that several of them share are encoded once."""
        return [write_sight(seen) for seen in observations]

    def encode_event(self, event: Event) -> bytes:
        """Return an Events message, in bytes, with this one event."""
        body: Any = event.body
        put = self._event_puts.get(type(body))
        return super().encode_event(event) if put is None else put(body)


def _event_put(cls: type[Any]) -> Put:
    """Return the function that encodes events of a class; it caches those that are often equal."""
    put = SCHEMA.event_put(cls)
    return functools.lru_cache(_REMEMBERED)(put) if cls in _OFTEN_ALIKE else put


def _with_defaults(spec: o.HeroSpec) -> o.HeroSpec:
    # On the wire an empty list is the same as an absent one; both stand for the default (PG-2.11).
    default = o.HeroSpec(BAD)
    policy = default.policy if spec.policy is None else spec.policy
    return spec._replace(improve=spec.improve or default.improve, policy=policy)


def _as_hero_order(order: Any) -> HeroOrder:
    """Return an order as the wire has it: the hero's id, and the order in its field."""
    if isinstance(order, o.BadOrder):
        return HeroOrder(order.hero)
    return HeroOrder(order.hero, **{_ORDER_FIELDS[type(order)]: order})
