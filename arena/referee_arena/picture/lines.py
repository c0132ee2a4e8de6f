"""Draws lines of a frame: styled words that are wrapped into rows, with dice, bars and badges of seats between them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from referee_arena.picture.font import clipped, width_of
from referee_arena.picture.palette import Palette
from referee_arena.picture.pen import Looks, Pen, number

__all__ = ["Row", "Spans", "draw_row", "line_text", "rows_of", "seat_named"]

Spans: TypeAlias = Sequence[Any]
"""A line of text in the format of frames: plain texts, and lists of text, style, reference (the seat or thing
that the text is about) and measure (numbers to draw, such as dice).
"""
Side: TypeAlias = Literal["start", "middle", "end"]

_WORDS = re.compile(r"\s+|\S+")
_SEAT = re.compile(r"seat:?(\d+)")
_NUMBERED = re.compile(r"(\d+) ")
_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Cells with pips in a square of three by three cells, numbered row by row from 0, for each number a die shows."""
_CUBE = "M4 .5h12a3.5 3.5 0 0 1 3.5 3.5v12a3.5 3.5 0 0 1-3.5 3.5h-12a3.5 3.5 0 0 1-3.5-3.5v-12a3.5 3.5 0 0 1 3.5-3.5z"
_OUTLINES = {
    4: "M10 1L19.5 18.5H.5z",
    8: "M10 0L19 10L10 20L1 10z",
    10: "M10 0L19.5 8.5V12L10 20L.5 12V8.5z",
    12: "M10 .5L19.5 7.5L16 19H4L.5 7.5z",
    20: "M10 0L19 5V15L10 20L1 15V5z",
}
"""Outlines of dice without six sides, as SVG path data by number of sides; `static/draw/dice.js` has the same."""
_BAR = 5.0
"""Width of a bar within a line, as a multiple of the font size."""


class _Piece(NamedTuple):
    """A part of a line that is never split between two rows: a word, a badge of a seat, a die or a bar."""

    width: float
    kind: Literal["text", "badge", "die", "bar"]
    text: str = ""
    colour: str = ""
    is_bold: bool = False
    value: tuple[Any, ...] = ()


@dataclasses.dataclass(slots=True)
class Row:
    """One row of a wrapped line: its words, badges, dice and bars from left to right."""

    pieces: list[_Piece]
    size: float
    """Font size of the row in pixels."""

    @property
    def width(self) -> float:
        """Width of the row in pixels."""
        return sum(piece.width for piece in self.pieces)


def line_text(line: Spans) -> str:
    """Return the text of a line without styles and measures (numbers that are drawn, such as dice)."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def seat_named(text: str, seat: int | None, players: Sequence[str]) -> int | None:
    """Return the seat whose player a text names, as `Ada` or with the seat's index, as `0 Ada`; None for other texts.

    Args:
        text: Text that is compared as a whole.
        seat: The only seat to compare the text with; None for all seats.
        players: Names of the players, by seat.
    """
    if seat is None:
        found = _NUMBERED.match(text)
        seat = int(found[1]) if found else players.index(text) if text in players else None
    if seat is None or seat >= len(players):
        return None
    return seat if text in (players[seat], f"{seat} {players[seat]}") else None


def rows_of(
    line: Spans,
    players: Sequence[str],
    palette: Palette,
    *,
    size: float,
    width: float,
    most: int,
    is_bold: bool = False,
    die: float = 1.5,
) -> list[Row]:
    """Wrap a line into rows; if it needs more than `most` rows, the last one ends with an ellipsis.

    Args:
        line: The line.
        players: Names of the players, by seat.
        palette: Colours of the theme.
        size: Font size in pixels.
        width: Most width of a row in pixels.
        most: Most rows, at least 1.
        is_bold: Whether all words are bold.
        die: Height of a die, as a multiple of the font size.
    """
    rows = [Row([], size)]
    for piece in _pieces(line, players, palette, size, is_bold, die):
        row = rows[-1]
        is_blank = piece.kind == "text" and not piece.text.strip()
        if row.width + piece.width <= width:
            if row.pieces or not is_blank:
                row.pieces.append(piece)
        elif is_blank:
            continue
        elif len(rows) == most or not row.pieces:
            _cut(row, piece, width)
            if len(rows) == most:
                break
            rows.append(Row([], size))
        else:
            rows.append(Row([piece], size))
            if piece.width > width:
                rows[-1].pieces.clear()
                _cut(rows[-1], piece, width)
    return [row for row in rows if row.pieces]


def draw_row(pen: Pen, row: Row, x: float, y: float, side: Side = "start") -> None:
    """Draw a row of a wrapped line.

    Args:
        pen: Pen of the picture.
        row: The row.
        x: Coordinate in pixels of the row's start, middle or end, as `side` says.
        y: Coordinate of the base line in pixels.
        side: Which point of the row is at `x`.
    """
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[side] * row.width
    size = row.size
    for piece in row.pieces:
        match piece.kind:
            case "text":
                pen.text(left, y, piece.text, size, piece.colour, is_bold=piece.is_bold)
            case "badge":
                pen.badge(left + 0.5 * size, y - 0.35 * size, piece.value[0], 1.05 * size)
            case "die":
                high = piece.width - 0.2 * size
                _draw_die(pen, left, y - 0.35 * size - high / 2, high / 20, piece)
            case "bar":
                value, most = piece.value[:2]
                share = max(0.0, min(1.0, value / most))
                low = "bad" if share <= 0.25 else "warn" if share <= 0.5 else "good"
                own = piece.colour or pen.palette[low]
                faint = pen.palette.mix(own, 0.2, pen.palette["surface"])
                wide, high, top = _BAR * size - 0.5 * size, 0.5 * size, y - 0.6 * size
                pen.rect(left, top, wide, high, faint, corner=high / 2)
                pen.rect(left, top, wide * share, high, own, corner=high / 2)
        left += piece.width


def _pieces(
    line: Spans, players: Sequence[str], palette: Palette, size: float, is_bold: bool, high: float
) -> Iterator[_Piece]:
    for span in line:
        text, style, ref, measure = (
            (span, "text", "", None)
            if isinstance(span, str)
            else (*span, *("text", "", None)[len(span) - 1 :])
        )
        colour = palette.of(style)
        is_strong = is_bold or style == "strong"
        if measure and "dice" in measure:
            kept = measure.get("kept") or [True] * len(measure["dice"])
            for value, counts in zip(measure["dice"], kept, strict=True):
                die = (value, measure.get("sides", 6), counts)
                yield _Piece((high + 0.2) * size, "die", colour=colour, value=die)
            continue
        if measure and "bar" in measure:
            own = colour if _SEAT.fullmatch(style) else ""
            if style in ("good", "warn", "bad"):
                own = colour
            yield _Piece(_BAR * size, "bar", colour=own, value=tuple(measure["bar"]))
        if measure and "delta" in measure:
            text = f" {'▲' if measure['delta'] > 0 else '▼'}{text.strip()}"
            if style == "text":
                colour = palette["good" if measure["delta"] > 0 else "bad"]
            is_strong = True
        told = _SEAT.fullmatch(ref) or _SEAT.fullmatch(style)
        seat = seat_named(text, int(told[1]), players) if told else None
        if seat is not None:
            yield _Piece(1.2 * size, "badge", value=(seat,))
            text, is_strong = text.removeprefix(f"{seat} "), True
            text = clipped(text, 11 * size, size, is_bold=True)
        # A name is not broken; other texts are, between their words.
        for word in [text] if seat is not None else _WORDS.findall(text):
            yield _Piece(width_of(word, size, is_bold=is_strong), "text", word, colour, is_strong)


def _cut(row: Row, piece: _Piece, width: float) -> None:
    """End a row with an ellipsis, after as much of a word that doesn't fit as has room within `width` pixels.

    If not even its beginning fits, preceding pieces of the row are shortened or removed.
    """
    left = width - row.width
    if piece.kind != "text":
        return
    text = clipped(piece.text + " " * 4 + "…", left, row.size, is_bold=piece.is_bold)
    while not text.strip("… ") and row.pieces:
        last = row.pieces.pop()
        piece, left = last, width - row.width
        if last.kind != "text":
            return
        text = clipped(
            last.text + " " * 4 + "…",
            min(left, last.width + row.size),
            row.size,
            is_bold=last.is_bold,
        )
    text = text.rstrip("… ") + "…"
    row.pieces.append(
        piece._replace(text=text, width=width_of(text, row.size, is_bold=piece.is_bold))
    )


def _draw_die(pen: Pen, x: float, y: float, scale: float, piece: _Piece) -> None:
    value, sides, counts = piece.value
    palette = pen.palette
    colour = piece.colour
    looks: Looks = {} if counts else {"opacity": 0.45}
    with pen.group(x, y, scale, **looks):
        pen.path(_OUTLINES.get(sides, _CUBE), palette["surface"], stroke=colour)
        if sides == 6 and 0 < value < len(_PIPS):
            spots = (
                f"M{number(4.5 + 5.5 * (spot % 3))} {number(4.5 + 5.5 * (spot // 3))}h.01"
                for spot in _PIPS[value]
            )
            pen.path("".join(spots), stroke=colour, stroke_width=3.6, stroke_linecap="round")
        else:
            low = 15 if sides == 4 else 13.4
            pen.text(10, low, str(value)[:3], 9.5, colour, is_bold=True, anchor="middle")
        if not counts:
            pen.path("M1 19L19 1", stroke=colour, stroke_width=1.5)
