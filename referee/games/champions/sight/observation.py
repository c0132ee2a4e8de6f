"""What one seat may see, and what everybody may (CH-6.1, CH-6.2), built by adding what may be known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.rules.ground import tile_class, tile_of
from referee.games.champions.state import State, board_of
from referee.games.champions.tables import CATEGORY, NUM_CATEGORIES
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


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a match, in the order of `seats`."""
    if not seats:
        return []
    public = observe_public(state)
    reports = _reports(state) if public.phase == c.BATTLE else {}
    board = board_of(state)
    seen = []
    for seat in seats:
        tile = int(tile_of(board, seat))
        report = reports.get(tile)
        battles = report.battles if report else ()
        seen.append(
            public._replace(
                me=_me(state, seat),
                tile=None if tile < 0 else _tile(state, tile),
                my_battles=tuple([p for p in battles if seat in (p.side_a, p.side_b)]),
                report=report,
            )
        )
    return seen


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


def _me(state: State, seat: int) -> Me:
    kinds = state.item_kind
    champions = []
    for health, slots in zip(state.health[seat].tolist(), state.slots[seat].tolist(), strict=True):
        held = [Item(item, int(kinds[item])) if item else None for item in slots]
        champions.append(ChampionView(health, tuple(held)))
    stash = np.flatnonzero(state.item_place == c.STASH + seat).tolist()
    own = state.seats[seat].tolist()
    return Me(
        seat,
        tuple(champions),
        tuple([Item(item, int(kinds[item])) for item in stash]),
        own[c.KILLS],
        own[c.DAMAGE],
    )


def _tile(state: State, tile: int) -> TileView:
    kinds = state.item_kind[state.item_place == tile]
    left = np.bincount(CATEGORY[kinds], minlength=NUM_CATEGORIES)
    return TileView(int(tile_class(int(state.match[c.SIZE]), tile)), tuple(left.tolist()))


def _reports(state: State) -> dict[int, TileReport]:
    """Return what the seats on each tile know of each other, for tiles with at least two."""
    board = board_of(state)
    on_tile: dict[int, list[int]] = {}
    for seat in range(len(state.seats)):
        tile = int(tile_of(board, seat))
        if tile >= 0:
            on_tile.setdefault(tile, []).append(seat)
    battles = state.battles[: int(state.match[c.NUM_BATTLES])].tolist()
    return {
        tile: TileReport(
            tile,
            tuple([Strength(seat, tuple(state.health[seat].tolist())) for seat in there]),
            tuple(
                [Pair(n, row[0], row[1]) for n, row in enumerate(battles) if row[c.TILE] == tile]
            ),
        )
        for tile, there in on_tile.items()
        if len(there) > 1
    }
