"""Events of a turn as marks in the picture of the dungeon: paths, noises, lost hit points; and bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.core.scene import PLAYER_STYLES, Mark, Shape, Style
from referee.core.view import Fields
from referee.games.proving_grounds.tables import Board
from referee.games.proving_grounds.view.names import room_id
from referee.games.proving_grounds.view.telling import Told

__all__ = ["bids_of", "marks_of"]


# Marks.


def marks_of(told: Sequence[Told]) -> tuple[Mark, ...]:
    """Return marks for moves, rooms with a fight or a noise, and hit points lost in rooms."""
    return (*_ways(told), *_noises(told), *_losses(told))


_WAYS = {"entered": "", "retreated": "retreat", "teleported": "teleport", "lured": "lured"}
"""Word on the mark of a hero's move, by kind of event; empty for an ordinary move."""


def _ways(told: Sequence[Told]) -> Iterator[Mark]:
    """Yield one arrow or path for all heroes of a seat that have gone the same path."""
    ways: dict[tuple[str, int, tuple[int, ...]], None] = {}
    for each in told:
        if each.kind in _WAYS:
            parts = each.body.get("parts", [each.body])
            who = each.body["wizard" if each.kind == "lured" else "hero"]
            path = (each.body["origin"], *(part["room"] for part in parts))
            ways[each.kind, who["seat"], path] = None
    for kind, seat, path in ways:
        shape = Shape.ARROW if len(path) == _ENDS else Shape.PATH
        style = Style.WARN if kind == "retreated" else PLAYER_STYLES[seat]
        yield Mark(shape, tuple(map(room_id, path)), style, _WAYS[kind])


_ENDS = 2
"""Number of rooms in a path of one step, which is drawn as an arrow; longer ones are drawn as
paths."""
_NOISES = {
    "fight_began": (Style.BAD, "fight"),
    "noise": (Style.WARN, "noise"),
    "clamor": (Style.FAINT, "a fight or a noise"),
}


def _noises(told: Sequence[Told]) -> Iterator[Mark]:
    """Yield a ring around each room with a fight or a noise."""
    found = {(each.kind, each.body["room"]): None for each in told if each.kind in _NOISES}
    for kind, room in found:
        yield Mark(Shape.RING, (room_id(room),), *_NOISES[kind])


def _losses(told: Sequence[Told]) -> Iterator[Mark]:
    """Yield a label for each room in which hit points were lost, with their sum."""
    damage: Counter[int] = Counter()
    for each in told:
        if each.kind in ("swung", "trap_sprung", "struck", "cast_battlemagic"):
            lost = each.body.get("damage", 0) or sum(each.body.get("damages", ()))
            damage[each.body["room"]] += lost
    for room, lost in damage.items():
        if lost:
            yield Mark(Shape.LABEL, (room_id(room),), Style.BAD, f"-{lost} hp")


# Bids.


def bids_of(told: Sequence[Told]) -> dict[tuple[int, Board], int]:
    """Return the gold bid, by seat and leader board, as far as the viewer may know (PG-6.7).

    A bid reaches its seat as two events: a ledger entry with the gold, then the result with the
    board.
    """
    bids: dict[tuple[int, Board], int] = {}
    paid: dict[int, int] = {}
    for each in told:
        if each.whose is None:
            continue
        if each.kind == "ledger":
            last: Fields = each.body.get("parts", [each.body])[-1]
            if last["cause"] == "CAUSE_BID":
                paid[each.whose] = -last["amount"]
        elif each.kind == "result" and each.body["part"] in _BIDS and each.whose in paid:
            bids[each.whose, Board(each.body["place"])] = paid.pop(each.whose)
    return bids


_BIDS = ("ORDER_LIST_SHUFFLE", "ORDER_LIST_BIDS")
