"""Proving Grounds' values as protobuf messages; with `event_codec`, all of the game that knows protobuf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.sight.observation import (
    Dot,
    HeroView,
    Observation,
    OfferView,
    Own,
    RoomView,
)
from referee.games.proving_grounds.tables import NOBODY, Creature, Policy
from referee.games.proving_grounds.wire import events as told
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.event_codec import encode_body
from referee.games.proving_grounds.wire.orders import (
    BAD,
    BAD_MESSAGE,
    Action,
    HeroSpec,
    Orders,
    Setup,
)

__all__ = ["ProvingGroundsCodec"]

_PREFIX = "CREATURE_"


class ProvingGroundsCodec(Codec[ProvingGroundsConfig, Action, Observation]):
    """See `Codec`."""

    config_type = pb.Config.DESCRIPTOR.full_name
    observation_type = pb.Observation.DESCRIPTOR.full_name
    action_type = pb.Action.DESCRIPTOR.full_name
    events_type = pb.Events.DESCRIPTOR.full_name

    def encode_config(self, config: ProvingGroundsConfig) -> bytes:
        """See `Codec`."""
        message = _public_config(config)
        if config.scenario is not None:
            scenario = message.scenario
            for room, other in config.scenario.doors:
                scenario.doors.add(room=room, other=other)
            for name, contents in config.scenario.rooms.items():
                entry = scenario.rooms[int(name)]
                entry.creatures.extend([kind + 1 for kind in contents.kinds])  # type: ignore[misc]
                entry.hoard_gems.extend(contents.hoard_gems)
                entry.caches.extend(contents.caches)
                entry.trap = contents.trap
                if contents.hoard_gold is not None:
                    entry.hoard_gold = contents.hoard_gold
        return message.SerializeToString(deterministic=True)

    def encode_public_config(self, config: ProvingGroundsConfig) -> bytes:
        """Without what is in a scenario's rooms and between them, as in a drawn dungeon (PG-2.9, AM-4)."""
        return _public_config(config).SerializeToString(deterministic=True)

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        values: dict[str, object] = {
            field.name: value for field, value in message.ListFields() if field.name != "scenario"
        }
        if message.HasField("scenario"):
            values["scenario"] = _scenario(message.scenario)
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        message = pb.Action()
        match action:
            case Setup():
                message.setup.CopyFrom(_to_setup(action))
            case Orders():
                message.orders.CopyFrom(_to_orders(action))
        return message.SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        try:
            message = pb.Action.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.action_type}") from None
        match message.WhichOneof("body"):
            case "setup":
                return _from_setup(message.setup)
            case "orders":
                return _from_orders(message.orders)
        return BAD_MESSAGE

    def encode_observations(
        self,
        config: ProvingGroundsConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """See `Codec`."""
        if not observations:
            return []
        shared = _shared(observations[0]).SerializeToString()
        return [shared + _seen(one).SerializeToString() for one in observations]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        body: told.Body = event.body  # type: ignore[assignment]
        return pb.Events(events=[encode_body(body)]).SerializeToString()


def _public_config(config: ProvingGroundsConfig) -> pb.Config:
    message = pb.Config(**config.model_dump(exclude={"scenario"}))
    if config.scenario is not None:
        message.scenario.players = config.scenario.players
        message.scenario.width = config.scenario.width
        message.scenario.depth = config.scenario.depth
    return message


def _scenario(message: pb.Scenario) -> dict[str, object]:
    rooms = {}
    for room, contents in message.rooms.items():
        values: dict[str, Any] = MessageToDict(contents, preserving_proto_field_name=True)
        values["creatures"] = [_creature_name(kind) for kind in contents.creatures]
        rooms[str(room)] = values
    return {
        "players": message.players,
        "width": message.width,
        "depth": message.depth,
        "doors": [[door.room, door.other] for door in message.doors],
        "rooms": rooms,
    }


def _creature_name(kind: int) -> object:
    return Creature(kind - 1).name if 1 <= kind <= len(Creature) else kind


# Actions. What is absent reads as BAD where it must not be.


def _named(value: int) -> int:
    """A name's number in the game; BAD for none and for numbers without a name there."""
    return value - 1 if value > 0 else BAD


def _to_named(value: int) -> Any:
    return value + 1 if value >= 0 else 0


def _number(value: int) -> int | None:
    return None if value == BAD else value


def _get(message: Any, field: str) -> int:
    value: int = getattr(message, field)
    return value if message.HasField(field) else BAD


def _to_setup(setup: Setup) -> pb.Setup:
    message = pb.Setup(stash=[_to_named(item) for item in setup.stash], bids=setup.bids)
    for spec in setup.heroes:
        message.heroes.add(
            hero_class=_to_named(spec.kind),
            improve=spec.improve,
            items=[_to_named(item) for item in spec.items],
            guard=bool(spec.guard),
            policy=_to_named(spec.policy),
        )
    return message


def _from_setup(message: pb.Setup) -> Setup:
    default = HeroSpec(BAD)
    return Setup(
        tuple([
            HeroSpec(
                _named(spec.hero_class),
                tuple(spec.improve) or default.improve,
                tuple([_named(item) for item in spec.items]),
                spec.guard,
                _policy(spec),
            )
            for spec in message.heroes
        ]),
        tuple([_named(item) for item in message.stash]),
        tuple(message.bids) or Setup().bids,
    )  # fmt: skip


def _policy(spec: pb.HeroSpec) -> int:
    return _named(spec.policy) if spec.HasField("policy") else int(Policy.FIRST_DEATH)


def _to_orders(orders: Orders) -> pb.Orders:
    message = pb.Orders(shuffle=orders.shuffle, buy=orders.buy)
    for bid in orders.hire:
        message.hire.add(candidate=_number(bid.candidate), gold=_number(bid.gold))
    for order in orders.heroes:
        entry = message.heroes.add(hero=_number(order.hero))
        if type(order) in _BODIES:
            field, write, _ = _BODIES[type(order)]
            getattr(entry, field).SetInParent()
            write(getattr(entry, field), order)
    return message


def _from_orders(message: pb.Orders) -> Orders:
    return Orders(
        tuple(message.shuffle) or Orders().shuffle,
        tuple([o.HireBid(_get(bid, "candidate"), _get(bid, "gold")) for bid in message.hire]),
        tuple(message.buy),
        tuple([_from_order(order) for order in message.heroes]),
    )


def _from_order(message: pb.HeroOrder) -> o.HeroOrder:
    hero, field = _get(message, "hero"), message.WhichOneof("order")
    if field is None:
        return o.BadOrder(hero)
    _, read = _BY_FIELD[field]
    order: o.HeroOrder = read(hero, getattr(message, field))
    return order


_Write = Callable[[Any, Any], None]
_Read = Callable[[int, Any], Any]


def _plain(kind: type[Any], *fields: str) -> tuple[_Write, _Read]:
    """How an order of numbers is written and read, BAD for those that are absent."""

    def write(message: Any, order: Any) -> None:
        for field in fields:
            if getattr(order, field) != BAD:
                setattr(message, field, getattr(order, field))

    def read(hero: int, message: Any) -> Any:
        return kind(hero, *[_get(message, field) for field in fields])

    return write, read


def _listed(kind: type[Any], *fields: str) -> tuple[_Write, _Read]:
    """How an order with a list as its last field is written and read."""

    def write(message: Any, order: Any) -> None:
        *numbers, last = fields
        for field in numbers:
            if getattr(order, field) != BAD:
                setattr(message, field, getattr(order, field))
        getattr(message, last).extend(getattr(order, last))

    def read(hero: int, message: Any) -> Any:
        *numbers, last = fields
        return kind(
            hero, *[_get(message, field) for field in numbers], tuple(getattr(message, last))
        )

    return write, read


def _item(kind: type[Any]) -> tuple[_Write, _Read]:
    def write(message: Any, order: Any) -> None:
        message.item = _to_named(order.item)

    return write, lambda hero, message: kind(hero, _named(message.item))


def _write_guard(message: Any, order: o.Guard) -> None:
    if order.on is not None:
        message.on = order.on


def _read_guard(hero: int, message: pb.Guard) -> o.Guard:
    return o.Guard(hero, message.on if message.HasField("on") else None)


def _write_policy(message: Any, order: o.PolicyOrder) -> None:
    message.policy = _to_named(order.policy)


def _read_policy(hero: int, message: pb.SetPolicy) -> o.PolicyOrder:
    return o.PolicyOrder(hero, _named(message.policy))


def _write_trade(message: Any, order: o.Trade) -> None:
    for field in ("with_seat", "with_hero"):
        if getattr(order, field) != BAD:
            setattr(message, field, getattr(order, field))
    for field in ("give", "want"):
        goods = getattr(order, field)
        if goods is not None:
            getattr(message, field).CopyFrom(_to_goods(goods))


def _read_trade(hero: int, message: pb.Trade) -> o.Trade:
    give = _from_goods(message.give) if message.HasField("give") else None
    want = _from_goods(message.want) if message.HasField("want") else None
    return o.Trade(hero, _get(message, "with_seat"), _get(message, "with_hero"), give, want)


def _to_goods(goods: o.Goods) -> pb.Goods:
    """One side of a trade as a message."""
    item = None if goods.item == NOBODY else _to_named(goods.item)
    return pb.Goods(gold=goods.gold, gems=goods.gems, item=item)


def _from_goods(message: pb.Goods) -> o.Goods:
    item = _named(message.item) if message.HasField("item") else NOBODY
    return o.Goods(message.gold, tuple(message.gems), item)


def _write_cast(message: Any, order: o.Cast) -> None:
    message.spell = _to_named(order.spell)
    for field in ("room", "target"):
        if getattr(order, field) != BAD:
            setattr(message, field, getattr(order, field))


def _read_cast(hero: int, message: pb.Cast) -> o.Cast:
    return o.Cast(hero, _named(message.spell), _get(message, "room"), _get(message, "target"))


def _write_steal(message: Any, order: o.Steal) -> None:
    message.gem = order.gem
    if order.room != BAD:
        message.room = order.room


def _read_steal(hero: int, message: pb.Steal) -> o.Steal:
    return o.Steal(hero, _get(message, "room"), message.gem)


_BODIES: dict[type[Any], tuple[str, _Write, _Read]] = {
    o.Equip: ("equip", *_item(o.Equip)),
    o.Unequip: ("unequip", *_item(o.Unequip)),
    o.Guard: ("guard", _write_guard, _read_guard),
    o.PolicyOrder: ("policy", _write_policy, _read_policy),
    o.Pass: ("pass", *_listed(o.Pass, "target", "gems")),
    o.Deposit: ("deposit", *_listed(o.Deposit, "gems")),
    o.Withdraw: ("withdraw", *_listed(o.Withdraw, "gems")),
    o.Move: ("move", *_listed(o.Move, "path")),
    o.Trade: ("trade", _write_trade, _read_trade),
    o.Rest: ("rest", *_plain(o.Rest)),
    o.Force: ("force", *_plain(o.Force, "room")),
    o.Potion: ("potion", *_plain(o.Potion, "target")),
    o.Clw: ("clw", *_plain(o.Clw, "target")),
    o.Csw: ("csw", *_plain(o.Csw, "target")),
    o.Bless: ("bless", *_plain(o.Bless)),
    o.Cast: ("cast", _write_cast, _read_cast),
    o.Search: ("search", *_plain(o.Search)),
    o.Spike: ("spike", *_plain(o.Spike, "room")),
    o.Unspike: ("unspike", *_plain(o.Unspike, "room")),
    o.SetTrap: ("trap", *_plain(o.SetTrap)),
    o.Disarm: ("disarm", *_plain(o.Disarm, "room")),
    o.Scout: ("scout", *_plain(o.Scout, "room")),
    o.Steal: ("steal", _write_steal, _read_steal),
}
"""Field of each hero order in its message, and how it is written and read."""
_BY_FIELD = {field: (kind, read) for kind, (field, _, read) in _BODIES.items()}


# Observations.


def _shared(seen: Observation) -> pb.Observation:
    """What all observations of a state have in common; their first fields."""
    message = pb.Observation(
        turn=seen.turn,
        num_seats=seen.num_seats,
        width=seen.width,
        depth=seen.depth,
        num_kinds=seen.num_kinds,
        unexplored=seen.unexplored,
    )
    for board, seats in enumerate(seen.boards):
        message.boards.add(board=_to_named(board), seats=seats)
    message.open.extend([_to_named(board) for board in seen.open])
    for slot, item in seen.market:
        message.market.add(slot=slot, item=_to_named(item))
    for one in seen.candidates:
        message.candidates.add(
            candidate=one.candidate, hero_class=_to_named(one.kind), stats=one.stats
        )
    for player in seen.players:
        message.players.add(**player._asdict())
    return message


def _seen(seen: Observation) -> pb.Observation:
    """The rest of an observation; messages may be joined end to end."""
    return pb.Observation(
        rooms=[_room(view) for view in seen.rooms],
        dots=[_dot(dot) for dot in seen.dots],
        own=None if seen.own is None else _own(seen.own),
        offers=[_offer(offer) for offer in seen.offers],
    )


def _room(view: RoomView) -> pb.Room:
    message = pb.Room(
        room=view.room,
        level=view.level,
        is_explored=view.is_explored,
        owner=view.owner,
        is_tapped=view.is_tapped,
    )
    if view.has_creatures is not None:
        message.has_creatures = view.has_creatures
    if view.has_trap is not None:
        message.has_trap = view.has_trap
    for kind, count in view.counts:
        message.counts.add(creature=_to_named(kind), count=count)
    for kind, hp in view.creatures:
        message.creatures.add(creature=_to_named(kind), hp=hp)
    for door in view.doors:
        message.doors.add(room=door.room, is_spiked=door.is_spiked)
    if view.hoard is not None:
        message.hoard.CopyFrom(pb.Hoard(gold=view.hoard.gold, gems=view.hoard.gems))
    if view.floor is not None:
        floor = pb.Floor(gold=view.floor.gold, gems=view.floor.gems)
        floor.items.extend(_items(view.floor.items))
        message.floor.CopyFrom(floor)
    return message


def _items(counted: tuple[tuple[int, int], ...]) -> list[pb.ItemCount]:
    return [pb.ItemCount(item=_to_named(item), count=count) for item, count in counted]


def _dot(dot: Dot) -> pb.Dot:
    return pb.Dot(
        hero=pb.HeroRef(seat=dot.hero.seat, hero=dot.hero.hero),
        room=dot.room,
        hero_class=None if dot.kind is None else _to_named(dot.kind),
        hp=dot.hp,
    )


def _own(own: Own) -> pb.Own:
    heroes = [_hero(hero) for hero in own.heroes]
    return pb.Own(seat=own.seat, stash=_items(own.stash), vault=own.vault, heroes=heroes)


def _hero(view: HeroView) -> pb.Hero:
    values = view._asdict()
    kind, items, policy = values.pop("kind"), values.pop("items"), values.pop("policy")
    return pb.Hero(
        hero_class=_to_named(kind),
        items=[_to_named(item) for item in items],
        policy=_to_named(policy),
        **values,
    )


def _offer(offer: OfferView) -> pb.Offer:
    return pb.Offer(
        giver=pb.HeroRef(seat=offer.giver.seat, hero=offer.giver.hero),
        taker=pb.HeroRef(seat=offer.taker.seat, hero=offer.taker.hero),
        give=_to_goods(offer.give),
        want=_to_goods(offer.want),
    )
