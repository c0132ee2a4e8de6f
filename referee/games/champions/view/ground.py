"""The map of Champions as a field of a scene, with seats as tokens on its tiles."""

from __future__ import annotations

import collections
import functools
from collections.abc import Iterator, Sequence

from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Field,
    Hidden,
    Kind,
    Line,
    Mark,
    Room,
    Rooms,
    Shape,
    Span,
    Style,
    Token,
    seat_ref,
)
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.rules.ground import tile_class
from referee.games.champions.tables import START_HEALTH, TYPE_NAMES, TileClass
from referee.games.champions.view.fight_view import seat_label
from referee.games.champions.view.fought import Fight, fights_of
from referee.games.champions.view.meetings import groups_of, shrink_text
from referee.games.champions.view.memory import ChampionsSight, tile_id, vanished
from referee.games.champions.view.seats_view import (
    Known,
    events_by_kind,
    health_span,
    pairs,
)

__all__ = ["ground", "tile_label"]

_MOST_HEALTH = int(START_HEALTH.sum())
_ITEMS_UNSEEN = Span("? items", Style.HIDDEN, "", Hidden("seen by those who stand here"))


def ground(seen: Fields, known: Known, sight: ChampionsSight) -> Field:
    """Return the map as a field; tiles that vanish in this step are still drawn, and marked.

    Args:
        seen: What everybody may know, as an Observation message.
        known: What the viewer knows of all seats now.
        sight: What the viewer sees now and has seen before.
    """
    size, corner = seen["size"], sight.corner
    left = _items_left(seen, sight)
    rooms = {}
    for row in range(size):
        for column in range(size):
            tile = size * row + column
            items = (Span(f"{left[tile]} items"),) if tile in left else (_ITEMS_UNSEEN,)
            name = _tile_name(size, tile)
            room = Room(name, corner[0] + row, corner[1] + column, (items,))
            rooms[tile_id(corner, row, column)] = room
    gone = [*vanished(sight)]
    for row, column in gone:
        rooms[tile_id((0, 0), row, column)] = Room("gone", row, column, style=Style.HIDDEN)
    marks = [*_fights(sight)]
    if gone:
        places = tuple(tile_id((0, 0), row, column) for row, column in gone)
        marks.insert(0, Mark(Shape.AREA, places, Style.BAD, "vanished"))
    title = f"map {size}x{size}"
    if size > 1 and sight.end is None:
        title += f"; it {shrink_text(seen, sight.config)}"
    tokens = tuple(_tokens(seen, known, sight))
    own = next((token.at for token in tokens if known.own == {token.owner}), "")
    focus = own or next((mark.at[0] for mark in marks if mark.shape is Shape.RING), "")
    return Field("map", title, Rooms(rooms), tokens, tuple(marks), focus)


def tile_label(board: Field, tile: str) -> str:
    """Return what a tile is called on the drawn map, without its class, such as `tile 5`.

    Args:
        board: The map, as `ground` returned it.
        tile: Id of the tile. For a tile that has vanished, the label is `lost tile`.
    """
    assert isinstance(board.space, Rooms)
    room = board.space.rooms.get(tile)
    if room is None or room.style is Style.HIDDEN:
        return "lost tile"
    return room.name.partition(",")[0]


@functools.cache
def _tile_name(size: int, tile: int) -> str:
    return f"tile {tile}, {TileClass(int(tile_class(size, tile))).name.lower()}"


def _items_left(seen: Fields, sight: ChampionsSight) -> dict[int, int]:
    """Return the number of items left to loot on each tile where the viewer has a seat, by tile index."""
    left = {}
    for seat, own in sight.observations.items():
        if "tile" in own:
            there = seen["seats"][seat]
            left[seen["size"] * there["row"] + there["col"]] = sum(own["tile"]["left"])
    return left


def _tokens(seen: Fields, known: Known, sight: ChampionsSight) -> Iterator[Token]:
    rivals: dict[int, list[str]] = collections.defaultdict(list)
    for one, other in pairs(sight).values():
        rivals[one].append(seat_label(sight.players, other))
        rivals[other].append(seat_label(sight.players, one))
    for seat, public in enumerate(seen["seats"]):
        if not public["alive"]:
            continue
        now = known.health.get(seat, {})
        total = sum(now.values()) if len(now) == len(TYPE_NAMES) else None
        yield Token(
            id=f"seat{seat}",
            at=tile_id(sight.corner, public["row"], public["col"]),
            kind=Kind(sight.players[seat], str(seat), PLAYER_STYLES[seat]),
            owner=seat,
            bars=() if total is None else (("health", Bar(total, _MOST_HEALTH)),),
            badges=tuple(f"fights {name}" for name in rivals[seat]),
            tip=tuple(_tip(seat, known, sight)),
        )


def _tip(seat: int, known: Known, sight: ChampionsSight) -> Iterator[Line]:
    """Yield the lines of a seat token's tooltip: each champion's health; none if the viewer has never seen any."""
    if not (known.health.get(seat) or sight.healths.get(seat)):
        return
    for champion, name in enumerate(TYPE_NAMES):
        health = health_span(known, sight.healths, seat, champion)
        yield (Span(f"{name} ", Style.TEXT, seat_ref(seat)), health)


def _fights(sight: ChampionsSight) -> Iterator[Mark]:
    """Yield a ring for each tile on which seats fought in this step, the tiles with the most fallen first.

    A ring has the number of fights and of fallen champions, where the viewer has seen the battles.
    Other tiles get a plain ring if several seats stood there, since such seats always fight.
    """
    counts: dict[str, list[Fight]] = collections.defaultdict(list)
    for fight in fights_of(events_by_kind(sight.events)["battle_turn"], sight.before):
        tile = sight.stood.get(fight.sides[0])
        if tile is not None:
            counts[tile].append(fight)
    for tile, fights in sorted(counts.items(), key=lambda item: (-_fallen(item[1]), item[0])):
        text = f"{len(fights)} fight{'s' * (len(fights) != 1)}"
        fallen = _fallen(fights)
        text += f", {fallen} fall{'s' * (fallen == 1)}" if fallen else ""
        yield Mark(Shape.RING, (tile,), Style.WARN, text)
    if sight.earlier is None or sight.earlier["phase"] != c.BATTLE or not _is_new(sight):
        return
    for group in groups_of(sight.earlier):
        tile = sight.stood[group.seats[0]]
        if tile not in counts:
            yield Mark(Shape.RING, (tile,), Style.WARN, "fights")


def _fallen(fights: Sequence[Fight]) -> int:
    return sum(fight.num_fallen for fight in fights)


def _is_new(sight: ChampionsSight) -> bool:
    """Return whether the sight is of a new step; False after the last step, when only the end of the match is shown."""
    return sight.end is None or "match_end" in events_by_kind(sight.events)
