"""Narrow panels next to the board in a terminal: seats of the match, and items on the ground."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from referee.core.view import Fields, Panel, Span, Style
from referee.games.dungeon_keeper.tables import Building
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.board import style_of
from referee.games.dungeon_keeper.view.lists import arts_of, health_style, items_by_kind, owned

__all__ = ["items_panel", "seats_panel"]

_WIDTH = 31
"""Number of characters that fit next to a board in a terminal of 80 columns."""
_NAME = 12

_Line = tuple[Span, ...]


def seats_panel(belief: Belief, players: Sequence[str]) -> Panel:
    """Return a panel with at least two lines for each seat; runes, spells and the like take further lines."""
    lines: list[_Line] = []
    for seat, told in sorted(belief.seats.items()):
        lines += _seat(belief, seat, told, players)
    return Panel("seats", tuple(lines))


def items_panel(belief: Belief) -> Panel | None:
    """Return a panel with the items on the ground, by kind; None if no item is known."""
    lines = tuple(
        (Span(line),)
        for name, cells in items_by_kind(belief).items()
        for line in textwrap.wrap(f"{name} {', '.join(cells)}", _WIDTH, subsequent_indent="  ")
    )
    return Panel("items", lines) if lines else None


def _seat(belief: Belief, seat: int, told: Fields, players: Sequence[str]) -> list[_Line]:
    acting = ">" if belief.heading.get("acting_seat") == seat else " "
    name = Span(f"{acting}{seat} {players[seat][:_NAME]:{_NAME}} ", style_of(seat))
    if not told["alive"]:
        return [(name, Span(f"out as number {told['eliminated_order']}", Style.FAINT))]
    altars = [there["hp"] for _, there in owned(belief, seat, Building.ALTAR)]
    health = health_style(altars[0], Building.ALTAR) if altars else Style.FAINT
    altar = Span(f"altar {altars[0] if altars else '?':>3} ", health)
    have = told.get("holdings")
    if have is None:
        return [(name, altar, Span("   ?")), (Span("   what it has is not known", Style.FAINT),)]
    sources = [str(there["level"]) for _, there in owned(belief, seat, Building.SOURCE)]
    units = sum(unit["owner"] == seat for unit in belief.units.values())
    stocks = f"   {have['gold']}g {have['iron']}i {have['taldear']}t {have['mana']}m"
    rest = f"  u{units}  S{'+'.join(sources) or '0'}"
    lines: list[_Line] = [
        (name, altar, Span(f"{have['score']:>5}", Style.STRONG)),
        (Span(stocks), Span(rest, Style.FAINT)),
    ]
    if more := "; ".join(arts_of(have)):
        lines += [(Span(f"   {line}", Style.FAINT),) for line in textwrap.wrap(more, _WIDTH - 3)]
    return lines
