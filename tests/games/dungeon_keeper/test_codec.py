"""Dungeon Keeper's values on the wire: nothing is lost, and what is wrong is told from what is no message."""

from __future__ import annotations

import enum
import typing
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as pb
from referee.core.config import parse_config
from referee.core.errors import MalformedError
from referee.core.game import Event
from referee.games.dungeon_keeper import PLUGIN, tables
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.events import Body, Moved, Place, Slowed, Spot
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.kit.records import Partial

CODEC = PLUGIN.codec

ENUMS: dict[type[enum.IntEnum], Any] = {
    tables.Kind: pb.UnitKind,
    tables.Building: pb.BuildingKind,
    tables.MineKind: pb.MineKind,
    tables.Resource: pb.Resource,
    tables.Item: pb.ItemKind,
    tables.Rune: pb.Rune,
    tables.Artifact: pb.Artifact,
    tables.Spirit: pb.Spirit,
    tables.Spell: pb.Spell,
    tables.Status: pb.Status,
    tables.Roll: pb.RollKind,
    tables.Code: pb.Code,
    o.RuneMode: pb.RuneMode,
}


def name_in(kind: Any, number: int) -> str:
    """Name of an enum's value on the wire, without what stands before all its names."""
    prefix = str(kind.Name(0)).removesuffix("UNSPECIFIED")
    return str(kind.Name(number)).removeprefix(prefix)


@pytest.mark.parametrize("kind", ENUMS, ids=lambda kind: kind.__name__)
def test_enums_have_the_names_of_the_rulebook(kind: type[enum.IntEnum]) -> None:
    """In the same order, after UNSPECIFIED."""
    wire = ENUMS[kind]
    assert [name_in(wire, number) for number in wire.values()][1:] == [m.name for m in kind]


def sample(hint: Any, number: int) -> Any:
    """A value of a type, another for each number."""
    kind = next((part for part in typing.get_args(hint) if part is not type(None)), hint)
    if typing.get_origin(hint) is tuple:
        return (number, 0, number + 1)
    if kind is Spot:
        return Spot(100_000 + number, 0, number)
    if kind is Place:
        return Place(number, 0)
    if kind is bool:
        return True
    if issubclass(kind, enum.IntEnum):
        members = list(kind)
        return members[-1 - number % 2]
    return number


def plain(message: Any, name: str, hint: Any) -> Any:
    """A field of a message as `sample` has it."""
    kind = next((part for part in typing.get_args(hint) if part is not type(None)), hint)
    value = getattr(message, name)
    if typing.get_origin(hint) is tuple:
        return tuple(value)
    if kind is Spot:
        return Spot(value.unit, value.row, value.col)
    if kind is Place:
        return Place(value.row, value.col)
    if kind is not bool and issubclass(kind, enum.IntEnum):
        return kind[name_in(ENUMS[kind], value)]
    return value


@pytest.mark.parametrize("kind", typing.get_args(Body), ids=lambda kind: kind.__name__)
def test_every_event_survives_encoding(kind: Any) -> None:
    """With every field, in a field of Event that is named after it."""
    hints = typing.get_type_hints(kind)
    body = kind(*[sample(hint, number) for number, hint in enumerate(hints.values(), 1)])
    (event,) = pb.Events.FromString(CODEC.encode_event(Event(body))).events
    name = event.WhichOneof("event")
    assert name is not None
    assert name.replace("_", "") == kind.__name__.lower()
    message = getattr(event, name)
    assert [field.name for field in message.DESCRIPTOR.fields] == list(hints)
    assert kind(*[plain(message, name, hint) for name, hint in hints.items()]) == body
    assert not event.partial


@pytest.mark.parametrize("kind", typing.get_args(Body), ids=lambda kind: kind.__name__)
def test_what_an_event_does_not_have_is_absent(kind: Any) -> None:
    """Also where 0 would mean something."""
    hints = typing.get_type_hints(kind)
    values = {
        name: None if type(None) in typing.get_args(hint) else sample(hint, 1)
        for name, hint in hints.items()
    }
    (event,) = pb.Events.FromString(CODEC.encode_event(Event(kind(**values)))).events
    message = getattr(event, str(event.WhichOneof("event")))
    absent = [name for name, value in values.items() if value is None]
    assert [name for name in absent if message.HasField(name)] == []


def test_a_partial_event_is_marked() -> None:
    """And a unit whose cell was not seen has none."""
    body = Partial(Moved(Spot(100_001, c.NO, c.NO), Place(0, 5)))
    (event,) = pb.Events.FromString(CODEC.encode_event(Event(body))).events
    assert MessageToDict(event) == {
        "moved": {"unit": {"unit": 100_001}, "to": {"col": 5}},
        "partial": True,
    }


def test_an_event_without_anything_is_one() -> None:
    """Of whatever seats may know nothing but that it happened."""
    (event,) = pb.Events.FromString(CODEC.encode_event(Event(Partial(Slowed(None))))).events
    assert (event.WhichOneof("event"), event.partial) == ("slowed", True)


def orders_of(order_type: Any) -> list[Any]:
    """Orders of a type that can be carried out as far as one can see from them."""
    if order_type is o.Attack:
        return [o.Attack(7, target=0), o.Attack(-3, cell=Place(0, 0))]
    fields = {
        name: sample(hint, number)
        for number, (name, hint) in enumerate(typing.get_type_hints(order_type).items(), 1)
    }
    fields |= {"buff": tables.Status.LUCK} if "buff" in fields else {}
    fields |= {"kind": tables.Kind.BES} if "kind" in fields else {}
    return [order_type(**fields)]


@pytest.mark.parametrize("name", o.ORDER_TYPES)
def test_every_order_survives_the_wire(name: str) -> None:
    """In a field of Order that is named as in the rulebook, with fields named so too."""
    for order in orders_of(o.ORDER_TYPES[name]):
        batch = o.Batch((order, order), end_turn=True, delta=True)
        data = CODEC.encode_action(batch)
        assert CODEC.decode_action(data) == batch
        first = pb.Action.FromString(data).orders[0]
        assert first.WhichOneof("order") == name
        names = [field.name for field in getattr(first, name).DESCRIPTOR.fields]
        assert names == list(type(order)._fields)


@pytest.mark.parametrize("name", o.ORDER_TYPES)
def test_a_missing_field_makes_a_bad_order(name: str) -> None:
    """DK-4.9; of an attack's target and cell one is enough, and both are too many."""
    for order in orders_of(o.ORDER_TYPES[name]):
        given = pb.Action.FromString(CODEC.encode_action(o.Batch((order,)))).orders[0]
        for field in getattr(given, name).DESCRIPTOR.fields:
            if getattr(order, field.name) is None:
                continue
            broken = pb.Order()
            broken.CopyFrom(given)
            getattr(broken, name).ClearField(field.name)
            assert decode(broken) == o.BadOrder(), field.name


@pytest.mark.parametrize(
    "order",
    [
        pb.Order(),
        pb.Order(attack=pb.AttackOrder(unit=1, target=2, cell=pb.Cell())),
        pb.Order(fire_stream=pb.FireStreamOrder(unit=1, direction=8)),
        pb.Order(fire_stream=pb.FireStreamOrder(unit=1, direction=-1)),
        pb.Order(exchange=pb.ExchangeOrder(resource=pb.RESOURCE_GOLD, amount=0)),
        pb.Order(exchange=pb.ExchangeOrder(resource=pb.RESOURCE_GOLD, amount=10_001)),
        pb.Order(research=pb.ResearchOrder(spell=99)),  # type: ignore[arg-type]
        pb.Order(research=pb.ResearchOrder(spell=-1)),  # type: ignore[arg-type]
        pb.Order(summon=pb.SummonOrder(circle=pb.Cell(), kind=pb.UNIT_KIND_HERO, cell=pb.Cell())),
        pb.Order(build=pb.BuildOrder(unit=1, cell=pb.Cell(), building=pb.BUILDING_KIND_ALTAR)),
    ],
)
def test_what_no_order_can_be_is_a_bad_order(order: pb.Order) -> None:
    """The rules refuse it as BAD_SCHEMA, and the orders around it stand."""
    good = o.UseRune(5, o.RuneMode.EXCHANGE)
    one = pb.Action.FromString(CODEC.encode_action(o.Batch((good,)))).orders[0]
    data = pb.Action(orders=[one, order, one]).SerializeToString()
    assert CODEC.decode_action(data) == o.Batch((good, o.BadOrder(), good))


@pytest.mark.parametrize(
    "batch", [o.Batch(), o.END_TURN, o.Batch((o.BadOrder(),)), o.Batch(is_bad=True)]
)
def test_every_batch_survives_the_wire(batch: o.Batch) -> None:
    """What was no batch too: it counts as one (DK-4.6)."""
    assert CODEC.decode_action(CODEC.encode_action(batch)) == batch


def test_no_bytes_are_an_empty_batch_and_others_malformed() -> None:
    """A batch without orders only asks for an observation."""
    assert CODEC.decode_action(b"") == o.Batch()
    with pytest.raises(MalformedError, match="Action"):
        CODEC.decode_action(b"\xff")
    with pytest.raises(MalformedError, match="Config"):
        CODEC.decode_config(b"\xff")


SCENARIO: dict[str, Any] = {
    "size": 5,
    "players": 2,
    "turn_order": [1, 0],
    "rows": ["#....", ".....", ".....", ".....", "....#"],
    "mines": [
        {"row": 0, "col": 0, "kind": "gem", "left": 7},
        {"row": 0, "col": 1, "kind": "gold"},
    ],
    "buildings": [
        {"row": 1, "col": 0, "kind": "source", "level": 9, "upgraded": True},
        {"row": 1, "col": 1, "kind": "battle_tower", "owner": 0, "hp": 3, "ap": 0},
    ],
    "items": [
        {"row": 2, "col": 0, "kind": "chest", "gold": 210, "taldear": 2},
        {"row": 2, "col": 0, "kind": "mana_crystal", "mana": 39},
        {"row": 2, "col": 0, "kind": "rune_fire"},
    ],
    "units": [
        {"owner": 0, "kind": "imp", "row": 3, "col": 0},
        {
            "id": 200_007,
            "owner": 1,
            "controller": 0,
            "kind": "kerub",
            "row": 2,
            "col": 1,
            "hp": 1,
            "ap": 0,
            "artifacts": ["sword", "crown"],
            "spirits": ["life"],
            "rune": "death",
            "statuses": [
                {"status": "rage", "source": 0},
                {"status": "fear", "stacks": 2},
                {"status": "poison", "source": 1, "turns": 6},
            ],
            "upgraded": True,
            "tower_slowed": True,
            "ap_debt": 2,
            "capture_cell": [1, 0],
            "capture_points": 4,
        },
        {"owner": -2, "kind": "hero", "row": 4, "col": 0, "artifacts": []},
    ],
    "seats": [
        {"gold": 0, "spells": ["rage", "luck"], "runes": ["fire"], "store": [0, 1, 0, 0]},
        {"mana": 9, "spirits": [1, 0, 0]},
    ],
    "round": 3,
    "acting_seat": 0,
    "hero_direction": 2,
}


def scenario_config(**settings: object) -> DungeonKeeperConfig:
    """A config with a scenario."""
    return parse_config(DungeonKeeperConfig, {"scenario": SCENARIO, **settings})


def decoded(data: bytes) -> DungeonKeeperConfig:
    """The config of a Config message."""
    return parse_config(DungeonKeeperConfig, CODEC.decode_config(data))


def test_scenarios_survive_the_wire() -> None:
    """All that DK-2.20 lets one say, and what is not said stays so."""
    config = scenario_config()
    assert decoded(CODEC.encode_config(config)) == config
    assert config.scenario is not None
    hero, usual = config.scenario.units[2], config.scenario.units[0]
    assert (hero.artifacts, usual.artifacts) == ((), None)


def test_every_parameter_is_on_the_wire_under_its_name() -> None:
    """With the bounds checked after decoding, so that errors name the field."""
    fields = {field.name for field in pb.Config.DESCRIPTOR.fields}
    assert fields == set(DungeonKeeperConfig.model_fields)
    message = pb.Config.FromString(CODEC.encode_config(DungeonKeeperConfig()))
    assert {field.name for field, _ in message.ListFields()} == fields - {"scenario"}


def test_an_unknown_choice_is_no_choice() -> None:
    """A number that the enum does not have reaches the config's own check."""
    data = pb.Config(preset=77).SerializeToString()  # type: ignore[arg-type]
    assert CODEC.decode_config(data) == {"preset": 77}


def test_what_chests_hold_is_not_in_the_public_config() -> None:
    """DK-6.1; all else of a scenario is open."""
    public = decoded(CODEC.encode_public_config(scenario_config()))
    assert public.scenario is not None
    assert [(one.gold, one.taldear, one.mana) for one in public.scenario.items] == [(0, 0, 0)] * 3
    kept = scenario_config().scenario
    assert kept is not None
    assert public.scenario.model_copy(update={"items": kept.items}) == kept


def test_under_fog_the_public_config_has_no_scenario() -> None:
    """It would show the map; its size stays."""
    message = pb.Config.FromString(CODEC.encode_public_config(scenario_config(fog_of_war=True)))
    assert not message.HasField("scenario")
    assert message.size == 5


def decode(order: pb.Order) -> o.Order:
    """An order as it is read."""
    (read,) = CODEC.decode_action(pb.Action(orders=[order]).SerializeToString()).orders
    return read
