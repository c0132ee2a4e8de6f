"""What one seat may see, and what everybody may (CH-6.1, CH-6.2), built by adding what may be known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.columns import Bytes
from referee.games.champions.rules.side_by_side import alone
from referee.games.champions.sight.sights import NUM_PARTS, Sights, new_sights, see_all
from referee.games.champions.state import State, board_of
from referee.games.champions.wire.records import (
    ChampionView,
    Item,
    Me,
    Observation,
    Pair,
    SeatView,
    Strength,
    TileReport,
    TileView,
)

__all__ = ["observe", "observe_public"]

_ALL = np.ones(NUM_PARTS, np.bool_)
_FIRST = np.zeros(1, np.int64)


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a match, in the order of `seats`."""
    if not seats:
        return []
    public = observe_public(state)
    sights = new_sights(1, len(state.seats), _ALL)
    see_all(alone(board_of(state)), _FIRST, _ALL, sights)
    sights = Sights(*[array[0] for array in sights])
    reports: dict[int, TileReport] = {}
    return [
        public._replace(
            me=_me(state, sights, seat),
            tile=_tile(sights, seat),
            my_battles=_pairs(
                sights.num_battles, sights.battle, sights.side_a, sights.side_b, seat
            ),
            report=_report(sights, seat, reports),
        )
        for seat in seats
    ]


def observe_public(state: State) -> Observation:
    """Return what everybody may know; the classes of tiles follow from the size of the map (CH-2.5)."""
    match = state.match.tolist()
    seats = [
        SeatView(bool(row[c.ALIVE]), row[c.ROW], row[c.COL], row[c.OUT_ROUND])
        for row in state.seats.tolist()
    ]
    return Observation(
        match[c.ROUND], match[c.PHASE], match[c.SIZE], match[c.STAGE_AGE], tuple(seats)
    )


def _me(state: State, sights: Sights, seat: int) -> Me:
    held = zip(state.slots[seat].tolist(), sights.held_kind[seat].tolist(), strict=True)
    champions = [
        ChampionView(
            health,
            tuple(
                [
                    Item(item, kind) if item else None
                    for item, kind in zip(items, kinds, strict=True)
                ]
            ),
        )
        for health, (items, kinds) in zip(state.health[seat].tolist(), held, strict=True)
    ]
    own = state.seats[seat].tolist()
    return Me(seat, tuple(champions), _stash(sights, seat), own[c.KILLS], own[c.DAMAGE])


def _stash(sights: Sights, seat: int) -> tuple[Item, ...]:
    count = int(sights.num_stashed[seat])
    items, kinds = sights.stash_item[seat, :count], sights.stash_kind[seat, :count]
    return tuple(map(Item, items.tolist(), kinds.tolist()))


def _tile(sights: Sights, seat: int) -> TileView | None:
    if not sights.stands[seat]:
        return None
    return TileView(int(sights.tile_class[seat]), tuple(sights.left[seat].tolist()))


def _pairs(counts: Bytes, ids: Bytes, lower: Bytes, higher: Bytes, seat: int) -> tuple[Pair, ...]:
    count = int(counts[seat])
    columns = [array[seat, :count].tolist() for array in (ids, lower, higher)]
    return tuple(map(Pair, *columns))


def _report(sights: Sights, seat: int, reports: dict[int, TileReport]) -> TileReport | None:
    """Return what a seat knows of those on its tile; seats on one tile share it."""
    if not sights.meets[seat]:
        return None
    tile = int(sights.met_tile[seat])
    if tile not in reports:
        count = int(sights.num_met[seat])
        there, healths = sights.met_seat[seat, :count], sights.met_health[seat, :count]
        reports[tile] = TileReport(
            tile,
            tuple(map(Strength, there.tolist(), map(tuple, healths.tolist()))),
            _pairs(sights.num_fights, sights.fight, sights.fight_a, sights.fight_b, seat),
        )
    return reports[tile]
