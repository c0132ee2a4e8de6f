"""Champions' values as protobuf messages; the only part of the game that knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.errors import MalformedError
from referee.core.game import Codec, Event
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig, FirstConfig
from referee.games.champions.rules.actions import (
    BAD,
    BAD_FORM,
    Action,
    Battle,
    Equip,
    EquipOrder,
    Fighter,
    Loot,
    Move,
    SetAction,
)
from referee.games.champions.sight.observation import Item, Me, Observation
from referee.games.champions.wire import events as told

__all__ = ["ChampionsCodec"]

SCORINGS = ("outlast", "royale")
"""Rankings in the order of their numbers on the wire, from 1."""
_PACKAGE = "gamereferee.games.champions.v1"


class ChampionsCodec(Codec[ChampionsConfig, Action, Observation]):
    """See `Codec`."""

    config_type = f"{_PACKAGE}.Config"
    observation_type = f"{_PACKAGE}.Observation"
    action_type = f"{_PACKAGE}.Action"
    events_type = f"{_PACKAGE}.Events"

    def encode_config(self, config: ChampionsConfig) -> bytes:
        """See `Codec`."""
        values: dict[str, Any] = config.model_dump(exclude_none=True)
        if config.stage_rounds is not None:
            del values["stage_lengths"]
        if isinstance(config, FirstConfig):  # as it was before there was a choice
            del values["scoring"]
        else:
            values["scoring"] = 1 + SCORINGS.index(config.scoring)
        return pb.Config(**values).SerializeToString()

    def decode_config(self, data: bytes) -> dict[str, object]:
        """See `Codec`; an unknown scoring is given as its number, which no config accepts."""
        try:
            message = pb.Config.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.config_type}") from None
        values: dict[str, object] = MessageToDict(message, preserving_proto_field_name=True)
        number = message.scoring
        if number:
            values["scoring"] = SCORINGS[number - 1] if 0 < number <= len(SCORINGS) else number
        return values

    def encode_action(self, action: Action) -> bytes:
        """See `Codec`."""
        message = pb.Action()
        match action:
            case Move():
                message.move.dr, message.move.dc = action.dr, action.dc
                message.move.SetInParent()
            case Loot():
                message.loot.categories.extend(action.categories)
                message.loot.SetInParent()
            case Equip():
                message.equip.orders.extend([_to_order(order) for order in action.orders])
                message.equip.SetInParent()
            case Battle():
                message.battle.fighters.extend([_to_fighter(entry) for entry in action.fighters])
                message.battle.SetInParent()
        return message.SerializeToString()

    def decode_action(self, data: bytes) -> Action:
        """See `Codec`."""
        try:
            message = pb.Action.FromString(data)
        except DecodeError:
            raise MalformedError(f"no {self.action_type}") from None
        match message.WhichOneof("body"):
            case "move":
                return Move(message.move.dr, message.move.dc)
            case "loot":
                return Loot(tuple(message.loot.categories))
            case "equip":
                return Equip(tuple([_from_order(order) for order in message.equip.orders]))
            case "battle":
                return Battle(tuple([_from_fighter(entry) for entry in message.battle.fighters]))
        return BAD_FORM

    def encode_observations(
        self,
        config: ChampionsConfig,  # noqa: ARG002
        observations: Sequence[Observation],
    ) -> list[bytes]:
        """See `Codec`."""
        if not observations:
            return []
        public = _public(observations[0]).SerializeToString()
        return [public + _own(one).SerializeToString() for one in observations]

    def encode_event(self, event: Event) -> bytes:
        """See `Codec`."""
        return pb.Events(events=[_event(event.body)]).SerializeToString()


def _present(value: int) -> int | None:
    return None if value == BAD else value


def _to_order(order: EquipOrder) -> pb.EquipOrder:
    champion, slot = _present(order.champion), _present(order.slot)
    return pb.EquipOrder(kind=order.kind, item=order.item, champion=champion, slot=slot)


def _from_order(message: pb.EquipOrder) -> EquipOrder:
    return EquipOrder(
        message.kind,
        message.item,
        message.champion if message.HasField("champion") else BAD,
        message.slot if message.HasField("slot") else BAD,
    )


def _to_fighter(entry: Fighter) -> pb.Fighter:
    message = pb.Fighter(battle=entry.battle, champion=_present(entry.champion))
    for action in entry.actions:
        message.set.add(
            action=_present(action.action), prefs=action.prefs, target=_present(action.target)
        )
    return message


def _from_fighter(message: pb.Fighter) -> Fighter:
    return Fighter(
        message.battle if message.HasField("battle") else None,
        message.champion if message.HasField("champion") else BAD,
        tuple([_from_set_action(action) for action in message.set]),
    )


def _from_set_action(message: pb.SetAction) -> SetAction:
    return SetAction(
        message.action if message.HasField("action") else BAD,
        message.target if message.HasField("target") else BAD,
        tuple(message.prefs),
    )


def _public(seen: Observation) -> pb.Observation:
    """What all observations of a state have in common; their first fields."""
    return pb.Observation(
        round=seen.round,
        phase=seen.phase,
        size=seen.size,
        stage_age=seen.stage_age,
        seats=[pb.Seat(**seat._asdict()) for seat in seen.seats],
    )


def _own(seen: Observation) -> pb.Observation:
    """The rest of an observation, nothing of one for everybody; messages may be joined end to end."""
    message = pb.Observation(
        me=None if seen.me is None else _me(seen.me),
        my_battles=[pb.Pair(**pair._asdict()) for pair in seen.my_battles],
    )
    if seen.tile is not None:
        message.tile.CopyFrom(pb.Tile(tile_class=seen.tile.tile_class, left=seen.tile.left))
    if seen.report is not None:
        message.report.CopyFrom(_tile_report(seen.report))
    return message


def _me(me: Me) -> pb.Me:
    return pb.Me(
        seat=me.seat,
        champions=[
            pb.Champion(health=own.health, slots=[_item(held) for held in own.slots])
            for own in me.champions
        ],
        stash=[_item(item) for item in me.stash],
        kills=me.kills,
        damage=me.damage,
    )


def _item(item: Item | None) -> pb.Item:
    return pb.Item() if item is None else pb.Item(id=item.id, kind=item.kind)


def _tile_report(report: told.TileReport) -> pb.TileReport:
    return pb.TileReport(
        tile=report.tile,
        seats=[pb.Strength(seat=one.seat, health=one.health) for one in report.seats],
        battles=[pb.Pair(**pair._asdict()) for pair in report.battles],
    )


def _event(body: object) -> pb.Event:
    match body:
        case told.Notice():
            code: Any = body.code.value
            phase = c.PHASE_NAMES.index(body.phase)
            notice = pb.Refusal(phase=phase, code=code, index=body.index, turn=body.turn)
            return pb.Event(refusal=notice)
        case told.LootFound():
            return pb.Event(loot_found=pb.LootFound(**body._asdict()))
        case told.LootNothing():
            return pb.Event(loot_nothing=pb.LootNothing(action=body.action))
        case told.TileReport():
            return pb.Event(tile_report=_tile_report(body))
        case told.BattleTurn():
            return pb.Event(battle_turn=_battle_turn(body))
        case told.ChampionDied():
            return pb.Event(champion_died=pb.ChampionDied(**body._asdict()))
        case told.ItemsReturned():
            return pb.Event(items_returned=pb.ItemsReturned(items=body.items))
        case told.Eliminated():
            return pb.Event(eliminated=pb.Eliminated(**body._asdict()))
        case told.MapShrunk():
            cuts = [pb.Cut(oy=oy, ox=ox) for oy, ox in body.cuts]
            sizes = {"old_size": body.old_size, "new_size": body.new_size}
            return pb.Event(map_shrunk=pb.MapShrunk(cuts=cuts, **sizes))
        case told.MatchEnd():
            return pb.Event(match_end=pb.MatchEnd(**body._asdict()))
    raise TypeError(f"{body!r} is no event of Champions")


def _battle_turn(body: told.BattleTurn) -> pb.BattleTurn:
    return pb.BattleTurn(
        battle=body.battle,
        turn=body.turn,
        actions=[_executed(action) for action in body.actions],
        healths=[
            pb.FighterHealth(fighter=_ref(one.fighter), health=one.health) for one in body.healths
        ],
    )


def _executed(action: told.Executed) -> pb.Executed:
    return pb.Executed(
        actor=_ref(action.actor),
        action=action.action,
        target=None if action.target is None else _ref(action.target),
        evade_roll=action.evade_roll,
        evade_need=action.evade_need,
        base=action.base,
        items=[_dice(dice) for dice in action.items],
        boost=action.boost,
        defence=None if action.defence is None else _dice(action.defence),
        factor=action.factor,
        amount=action.amount,
    )


def _ref(fighter: told.FighterRef) -> pb.FighterRef:
    return pb.FighterRef(seat=fighter.seat, champion=fighter.champion)


def _dice(dice: told.Dice) -> pb.Dice:
    return pb.Dice(kind=dice.kind, faces=dice.faces)
