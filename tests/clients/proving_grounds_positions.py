"""Hand-made positions of Proving Grounds, as its bots see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import SeededBot, find
from referee_bots.proving_grounds.tables import CREATURES
from referee_client import Match

__all__ = ["DOORS", "config", "orders", "seen", "started"]

# Positions. Two seats, sectors of 2 by 2 as in the rulebook's map T; seat 0 enters by room 1.

DOORS = (
    (0, 1),
    (0, 2),
    (1, 3),
    (2, 3),
    (4, 5),
    (4, 6),
    (5, 7),
    (6, 7),
    (3, 6),
    (2, 7),
    (3, 8),
    (7, 8),
)


def config(**values: Any) -> wire.Config:
    """The defaults (PG-2.1), of a dungeon made by hand."""
    made: dict[str, Any] = {
        "scenario": wire.Scenario(players=2, width=2, depth=2),
        "start_gold": 100,
        "max_heroes": 8,
        "combat_round_cap": 30,
        "max_orders": 96,
        **values,
    }
    return wire.Config(**made)


def started(name: str, settings: wire.Config | None = None) -> SeededBot:
    """A bot of seat 0 at the start of a match."""
    bot = find("proving_grounds", name)(1)
    terms = config() if settings is None else settings
    bot.on_start(Match("m", 0, "proving_grounds", 1, terms, 2, TimeControl(), b""))
    return bot


def seen(
    heroes: Sequence[wire.Hero],
    *,
    mine: Sequence[int] = (1,),
    foes: Mapping[int, Sequence[wire.Creature]] | None = None,
    gems: Mapping[int, Sequence[int]] | None = None,
    rivals: Sequence[tuple[int, wire.HeroClass, int]] = (),
    gold: int = 0,
    rival_gems: int = 0,
    **values: Any,
) -> wire.Observation:
    """Map T with all doors known. Rooms without foes are known to be empty; rivals are (room, class, hp)."""
    foes, gems = foes or {}, gems or {}
    rooms = []
    for room in range(9):
        doors = sorted({a + b - room for a, b in DOORS if room in (a, b)})
        kinds = foes.get(room, ())
        entry = wire.Room(
            room=room,
            level=4 if room in mine else 3,
            is_explored=room in mine or room == 5,
            has_creatures=bool(kinds),
            creatures=[wire.CreatureHp(creature=k, hp=CREATURES[k].hp) for k in kinds],
            hoard=wire.Hoard(
                gold=sum(CREATURES[k].gold for k in kinds), gems=gems.get(room, (0, 0))
            ),
            doors=[wire.KnownDoor(room=door) for door in doors],
        )
        if room in mine:
            entry.owner = 0
        rooms.append(entry)
    dots = [
        wire.Dot(hero=wire.HeroRef(seat=1, hero=number), room=room, hero_class=kind, hp=hp)
        for number, (room, kind, hp) in enumerate(rivals)
    ]
    return wire.Observation(
        num_seats=2,
        width=2,
        depth=2,
        num_kinds=2,
        players=[
            wire.Player(seat=0, gold=gold, heroes=len(heroes)),
            wire.Player(seat=1, gems=rival_gems, heroes=len(rivals)),
        ],
        rooms=rooms,
        dots=dots,
        own=values.pop("own", wire.Own(heroes=heroes, vault=values.pop("vault", (0, 0)))),
        **{"turn": 5, **values},
    )


def orders(name: str, observation: wire.Observation) -> dict[int, wire.HeroOrder]:
    """Actions that a bot orders, by hero."""
    free = {"equip", "unequip", "guard", "policy", "pass", "deposit", "withdraw"}
    given = started(name).act(observation).orders.heroes
    return {order.hero: order for order in given if order.WhichOneof("order") not in free}
