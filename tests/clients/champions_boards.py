"""What seats of Champions see, by hand."""

from __future__ import annotations

from collections.abc import Sequence

from gamereferee.games.champions.v1 import champions_pb2 as wire
from gamereferee.games.champions.v1.tables import BattleAction, ChampionType

__all__ = [
    "ATTACK",
    "BARE",
    "BOOST",
    "EVADE",
    "FULL",
    "GLADIATOR",
    "GUARD",
    "HEAL",
    "HEALER",
    "MAGE",
    "ROGUE",
    "seen",
]
FULL = (100, 85, 80, 85)
BARE = ((), (), (), ())
GLADIATOR, ROGUE, HEALER, MAGE = map(int, ChampionType)
ATTACK, HEAL, BOOST, GUARD, EVADE = map(int, BattleAction)


def seen(
    phase: int,
    *,
    at: Sequence[tuple[int, int]] = ((0, 0), (2, 2)),
    left: Sequence[int] = (3, 3, 3, 3),
    health: Sequence[int] = FULL,
    stash: Sequence[tuple[int, int]] = (),
    held: dict[tuple[int, int], tuple[int, int]] | None = None,
    battles: Sequence[wire.Pair] = (wire.Pair(battle=0, side_a=0, side_b=1),),
    size: int = 3,
) -> wire.Observation:
    """What seat 0 sees."""
    champions = [wire.Champion(health=own, slots=[wire.Item() for _ in range(3)]) for own in health]
    for (champion, slot), (item, kind) in (held or {}).items():
        champions[champion].slots[slot].CopyFrom(wire.Item(id=item, kind=kind))
    return wire.Observation(
        round=4,
        phase=phase,
        size=size,
        seats=[wire.Seat(alive=True, row=row, col=col) for row, col in at],
        me=wire.Me(champions=champions, stash=[wire.Item(id=i, kind=kind) for i, kind in stash]),
        tile=wire.Tile(left=left),
        my_battles=battles if phase == 3 else (),
    )
