"""The table of all pairs of dice: chance that each slays now, and how often each was picked so far (DM-6)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from referee.core.scene import Column, Line, Row, SceneTable, Span, Style
from referee.core.view import Fields
from referee.games.diceman.tables import COMBO_NAMES
from referee.games.diceman.view.odds import slaying_rows
from referee.games.duel_view import seat_name

__all__ = ["picks_table"]

_COLUMNS = (Column(""), *(Column(name, is_number=True) for name in COMBO_NAMES))


def picks_table(
    picks: Sequence[Fields] | None,
    life: Sequence[int] | None,
    config: Fields,
    players: tuple[str, ...],
) -> SceneTable | None:
    """Return a table with pairs of dice as columns and rows for both seats; None if nothing is known.

    Args:
        picks: PickCounts messages by seat; None if they are not known.
        life: Life of both seats; None if it is not known, or the match is over.
        config: The Config message of the match.
        players: Names of the players, by seat.
    """
    rows = () if life is None else slaying_rows(config, life, players)
    if picks is not None:
        rows = (*rows, *_picked(picks, players))
    return SceneTable("pairs", "pairs of dice", _COLUMNS, rows, is_minor=True) if rows else None


def _picked(picks: Sequence[Fields], players: tuple[str, ...]) -> Iterator[Row]:
    for seat, picked in enumerate(picks):
        cells = map(_count, picked["counts"])
        yield Row(f"picked:{seat}", (_heading(players, seat), *cells))


@functools.lru_cache(maxsize=256)
def _heading(players: tuple[str, ...], seat: int) -> Line:
    return (seat_name(players, seat), Span(" picked"))


@functools.lru_cache(maxsize=4096)
def _count(number: int) -> Line:
    return (Span(str(number), Style.TEXT if number else Style.FAINT),)
