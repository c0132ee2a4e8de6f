"""How often each seat has picked which dice, which everybody may count (DM-6)."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from referee.core.scene import Column, Line, Row, SceneTable, Span, Style, seat_ref
from referee.core.view import Fields
from referee.games.diceman.tables import COMBO_NAMES
from referee.games.duel_view import seat_name

__all__ = ["picks_table"]

_COLUMNS = (Column(""), *(Column(name, is_number=True) for name in COMBO_NAMES))


def picks_table(picks: Sequence[Fields], players: tuple[str, ...]) -> SceneTable:
    """Return a row a seat.

    Args:
        picks: PickCounts messages by seat.
        players: Names by seat.
    """
    rows = tuple(
        Row(seat_ref(seat), (_name(players, seat), *map(_count, picks[seat]["counts"])))
        for seat in range(len(players))
    )
    return SceneTable("picks", "dice picked so far", _COLUMNS, rows, is_minor=True)


@functools.lru_cache(maxsize=256)
def _name(players: tuple[str, ...], seat: int) -> Line:
    return (seat_name(players, seat),)


@functools.lru_cache(maxsize=4096)
def _count(number: int) -> Line:
    return (Span(str(number), Style.TEXT if number else Style.FAINT),)
