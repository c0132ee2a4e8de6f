"""Events of Proving Grounds as protobuf messages; part of the codec."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pb
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import CREATURES
from referee.games.proving_grounds.wire import events as told

__all__ = ["encode_body"]


def encode_body(body: told.Body) -> pb.Event:
    """The Event message of a body."""
    field, message = _ENCODERS[type(body)]
    return pb.Event(**{field: message(body)})


def _ref(ref: Ref | None) -> pb.HeroRef | None:
    return None if ref is None else pb.HeroRef(seat=ref.seat, hero=ref.hero)


def _fighter(one: told.Fighter) -> pb.Fighter:
    if one.seat == CREATURES:
        return pb.Fighter(creature=_name(one.kind), place=one.id, hp=one.hp)
    return pb.Fighter(hero=_ref(Ref(one.seat, one.id)), hero_class=_name(one.kind), hp=one.hp)


def _name(value: int) -> Any:
    """A name's number on the wire."""
    return int(value) + 1


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "hero": lambda value: _ref(value) if isinstance(value, Ref | None) else value,
    "thief": _ref,
    "wizard": lambda value: _ref(value) if isinstance(value, Ref) else _fighter(value),
    "attacker": _fighter,
    "target": _fighter,
    "item": _name,
    "spell": _name,
    "board": _name,
    "code": _name,
    "part": _name,
    "cause": _name,
    "targets": lambda fighters: [_fighter(one) for one in fighters],
    "defenders": lambda fighters: [_fighter(one) for one in fighters],
    "entrants": lambda fighters: [_fighter(one) for one in fighters],
    "items": lambda items: [_name(item) for item in items],
}
"""How fields are written that are no plain numbers, by name."""
_LEFT_OUT = {told.Result: "seat", told.Notice: "seat", told.Ledger: "seat", told.Looted: "seat"}
"""The seat of what is told to one seat alone goes without saying."""


def _plain(message: type[Any]) -> Callable[[Any], Any]:
    """Write a body field by field."""

    def write(body: Any) -> Any:
        values = {
            name: _FIELDS[name](value) if name in _FIELDS else value
            for name, value in zip(body._fields, body, strict=True)
            if name != _LEFT_OUT.get(type(body))
        }
        return message(**values)

    return write


def _notice(body: told.Notice) -> pb.Result:
    code, part = _name(body.code), _name(body.part)
    return pb.Result(part=part, place=body.place, hero=body.hero, code=code)


def _went(body: told.Entered | told.Teleported) -> pb.Went:
    return pb.Went(hero=_ref(body.hero), origin=body.origin, room=body.room)


def _retreated(body: told.Retreated) -> pb.Went:
    return pb.Went(hero=_ref(body.hero), origin=body.room, room=body.refuge)


def _goods(gold: int, gems: tuple[int, ...], item: int | None) -> pb.Goods:
    return pb.Goods(gold=gold, gems=gems, item=None if item is None else _name(item))


def _traded(body: told.Traded) -> pb.TradeEvent:
    return pb.TradeEvent(
        giver=_ref(body.giver),
        taker=_ref(body.taker),
        give=_goods(body.gold, body.gems, body.item),
        want=_goods(body.got_gold, body.got_gems, body.got_item),
    )


def _offer_made(body: told.OfferMade) -> pb.TradeEvent:
    return pb.TradeEvent(
        giver=_ref(body.giver),
        taker=_ref(body.taker),
        give=_goods(body.gold, body.gems, body.item),
        want=_goods(body.want_gold, body.want_gems, body.want_item),
    )


def _slept(body: told.Slept) -> pb.Befell:
    return pb.Befell(room=body.room, fighter=_fighter(body.sleeper))


def _creature_died(body: told.CreatureDied) -> pb.Befell:
    return pb.Befell(room=body.room, fighter=_fighter(body.creature))


def _cured(body: told.EmergencyCure) -> pb.EmergencyCure:
    return pb.EmergencyCure(room=body.room, cleric=_fighter(body.cleric), hero=_fighter(body.hero))


def _end(body: told.End) -> pb.End:
    seats = [pb.FinalSeat(**seat._asdict()) for seat in body.seats]
    return pb.End(cause=_name(body.cause), turn=body.turn, seed=body.seed, seats=seats)


_ENCODERS: dict[type[Any], tuple[str, Callable[[Any], Any]]] = {
    told.Result: ("result", _plain(pb.Result)),
    told.Notice: ("result", _notice),
    told.Ledger: ("ledger", _plain(pb.Ledger)),
    told.BoardOrder: ("board", _plain(pb.BoardOrder)),
    told.Hired: ("hired", _plain(pb.Hired)),
    told.Bought: ("bought", _plain(pb.Bought)),
    told.Died: ("died", _plain(pb.Died)),
    told.Traded: ("traded", _traded),
    told.OfferMade: ("offer_made", _offer_made),
    told.Action: ("action", _plain(pb.ActionResult)),
    told.Healed: ("healed", _plain(pb.Healed)),
    told.Rested: ("rested", _plain(pb.Rested)),
    told.Entered: ("entered", _went),
    told.Retreated: ("retreated", _retreated),
    told.Teleported: ("teleported", _went),
    told.TrapSprung: ("trap_sprung", _plain(pb.TrapSprung)),
    told.Lured: ("lured", _plain(pb.Lured)),
    told.Noise: ("noise", _plain(pb.InRoom)),
    told.Clamor: ("clamor", _plain(pb.InRoom)),
    told.SpikesSet: ("spikes_set", _plain(pb.AtDoor)),
    told.SpikesRemoved: ("spikes_removed", _plain(pb.AtDoor)),
    told.TrapSet: ("trap_set", _plain(pb.TrapSet)),
    told.TrapDisarmed: ("trap_disarmed", _plain(pb.TrapDisarmed)),
    told.Stolen: ("stolen", _plain(pb.Stolen)),
    told.Struck: ("struck", _plain(pb.Struck)),
    told.FightBegan: ("fight_began", _plain(pb.FightBegan)),
    told.Round: ("round", _plain(pb.Round)),
    told.Swung: ("swung", _plain(pb.Swung)),
    told.Prepared: ("prepared", _plain(pb.Prepared)),
    told.CastBattlemagic: ("cast_battlemagic", _plain(pb.CastBattlemagic)),
    told.Slept: ("slept", _slept),
    told.EmergencyCure: ("emergency_cure", _cured),
    told.CreatureDied: ("creature_died", _creature_died),
    told.FightEnded: ("fight_ended", _plain(pb.FightEnded)),
    told.Looted: ("looted", _plain(pb.Looted)),
    told.Searched: ("searched", _plain(pb.Searched)),
    told.Tapped: ("tapped", _plain(pb.Searched)),
    told.SpellCast: ("spell_cast", _plain(pb.SpellCast)),
    told.End: ("end", _end),
}
"""Field of each body in Event, and how it is written."""
