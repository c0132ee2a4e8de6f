"""Memory of a viewer of Champions from one step to the next: the map's position, and health values last seen.

Tiles are named by row and column on the first map, since an index means another tile after each
shrinking (CH-5.42). For a viewer that joins later, the first map is the map at that time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from referee.core.view import Fields, Sight
from referee.games.champions.view.seats_view import Healths, Known, events_by_kind, known_of

__all__ = ["Corner", "ChampionsSight", "followed", "known_to", "tile_id", "vanished"]

Corner: TypeAlias = tuple[int, int]
"""A tile as row and column on the first map that the viewer has seen."""


@dataclasses.dataclass(frozen=True, slots=True)
class ChampionsSight(Sight):
    """What a viewer may see after a step, with what the viewer has seen in earlier steps."""

    corner: Corner = (0, 0)
    """Row and column of the present map's top left tile, counted on the first map that the viewer
    has seen."""
    stood: Mapping[int, str] = dataclasses.field(default_factory=dict)
    """Id of the tile on which each seat in play stood before this step, by seat; empty at the
    viewer's first step."""
    before: Healths = dataclasses.field(default_factory=dict)
    """Health of each champion as last seen before this step, by seat and champion."""
    healths: Healths = dataclasses.field(default_factory=dict)
    """Health of each champion as last seen up to this step, by seat and champion."""
    end: Fields | None = None
    """The MatchEnd message; None while the match goes on."""
    earlier: Fields | None = None
    """What everybody could know before this step, as an Observation message; None at the viewer's
    first step."""


def followed(before: Sight | None, sight: Sight) -> ChampionsSight:
    """Return the sight of a step with what the viewer has seen in earlier steps; `before` is None at the first."""
    old = before if isinstance(before, ChampionsSight) else ChampionsSight({}, (), {}, ())
    if sight.public is None and sight.observations:
        # What a seat is asked with has all that everybody may know, and comes without it.
        sight = dataclasses.replace(sight, public=next(iter(sight.observations.values())))
    told = events_by_kind(sight.events)
    row, column = old.corner
    for shrunk in told["map_shrunk"]:
        row += sum(cut["oy"] for cut in shrunk["cuts"])
        column += sum(cut["ox"] for cut in shrunk["cuts"])
    healths = {seat: dict(of_seat) for seat, of_seat in old.healths.items()}
    known = known_of(sight, told)
    for seat, now in known.health.items() if known else ():
        healths.setdefault(seat, {}).update(now)
    same = {field.name: getattr(sight, field.name) for field in dataclasses.fields(Sight)}
    return ChampionsSight(
        **same,
        corner=(row, column),
        stood=dict(_tiles(old.public, old.corner)) if old.public is not None else {},
        before=old.healths,
        healths=healths,
        end=next(iter(told["match_end"]), old.end),
        earlier=old.public,
    )


def known_to(sight: ChampionsSight) -> Known | None:
    """Return what a viewer knows of the seats; after the end of the match, placements and final counts are included.

    None if the viewer has neither the public observation nor the end of the match.
    """
    told = events_by_kind(sight.events)
    if sight.end is not None:
        told["match_end"] = [sight.end]
    return known_of(sight, told)


def tile_id(corner: Corner, row: int, column: int) -> str:
    """Return the id of a tile of the present map; a tile keeps its id when the map shrinks.

    Args:
        corner: Row and column of the present map's top left tile, counted on the first map.
        row: Row of the tile on the present map, from 0.
        column: Column of the tile on the present map, from 0.
    """
    return f"tile{corner[0] + row}.{corner[1] + column}"


def vanished(sight: ChampionsSight) -> Iterator[Corner]:
    """Yield each tile that has vanished in this step, as row and column on the first map that the viewer has seen."""
    shrunk = events_by_kind(sight.events)["map_shrunk"]
    if not shrunk:
        return
    size, (top, left) = shrunk[-1]["new_size"], sight.corner
    was, cuts = shrunk[0]["old_size"], [cut for each in shrunk for cut in each["cuts"]]
    old_top = top - sum(cut["oy"] for cut in cuts)
    old_left = left - sum(cut["ox"] for cut in cuts)
    for row in range(old_top, old_top + was):
        for column in range(old_left, old_left + was):
            if not (top <= row < top + size and left <= column < left + size):
                yield row, column


def _tiles(seen: Fields, corner: Corner) -> Iterator[tuple[int, str]]:
    for seat, public in enumerate(seen["seats"]):
        if public["alive"]:
            yield seat, tile_id(corner, public["row"], public["col"])
