"""Draws the picture of a match after one step: players, score, headline, and the board.

A match with a board has it on the right, with seats and headline on the left; a duel of dice or blows has its two sides
below a score with one seat to its left and one to its right. An ended match shows its result. A picture without a frame
shows the players' names, or the heading and winner of a tournament.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from referee_arena.picture.font import clipped, width_of
from referee_arena.picture.grid import draw_grid
from referee_arena.picture.lines import Spans, draw_row, line_text, rows_of
from referee_arena.picture.marks import Box
from referee_arena.picture.palette import Theme, palette_of
from referee_arena.picture.pen import Looks, Pen
from referee_arena.picture.rooms import draw_rooms
from referee_arena.picture.seats import draw_mirror, draw_seats, names_alone
from referee_arena.picture.sides import draw_sides

__all__ = ["Card", "draw_card", "headline_of", "place_text"]

_BOARDS = ("grid", "rooms")


@dataclasses.dataclass(frozen=True, slots=True)
class Card:
    """What the picture of a match or of a tournament shows: title, players, frame, or heading and winner."""

    title: str
    """Title of the game."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    frame: Any = None
    """The frame to draw, as plain data in the format that pages get; None for a picture without a board."""
    note: str = ""
    """Text at the top right, such as the name of a competition; if empty, that of `place_text` for the frame."""
    is_live: bool = False
    """Whether the match is going on."""
    says: str = ""
    """Sentence below the names or the heading; shown only without a frame and without a winner."""
    heading: str = ""
    """Text that a picture without a frame shows in place of players, such as the name of a tournament; may be empty."""
    winner: str = ""
    """Display name of the winner of the tournament in `heading`; empty if there is none yet."""


def draw_card(card: Card, width: int, height: int, theme: Theme) -> Pen:
    """Draw the picture of a card, and return the pen that holds its SVG elements.

    Args:
        card: What the picture shows.
        width: Width of the picture in pixels, at least 400.
        height: Height of the picture in pixels, at least 210.
        theme: Whether the picture has light or dark colours.
    """
    pen = Pen(palette_of(theme))
    unit = height / 630
    pen.rect(0, 0, width, height, pen.palette["ground"])
    edge = 36 * unit
    _draw_bar(pen, card, width, unit)
    place = Box(edge, 84 * unit, width - 2 * edge, height - 84 * unit - edge)
    frame = card.frame
    if frame is None and card.heading:
        _draw_heading(pen, card, place, unit)
        return pen
    if frame is None:
        names_alone(pen, card.players, card.says, place, unit)
        return pen
    part = _main_part(frame)
    if part is not None and part["type"] in _BOARDS:
        _draw_beside(pen, card, part, place, unit)
    else:
        _draw_below(pen, card, part, place, unit)
    return pen


def headline_of(frame: Any) -> Spans:
    """Return the headline of a frame, chosen as on the page of a match.

    It is that of the result if the match has ended, else that of the story (the step in words), the last line of the
    log, the outcome's first line, or the scene's title: the first of these that the frame has.
    """
    story = frame.get("story", {})
    if frame.get("result"):
        line: Spans = frame["result"]["headline"]
    elif story.get("headline"):
        line = story["headline"]
    elif frame["log"]:
        line = frame["log"][-1]
    else:
        line = frame.get("outcome", [frame["scene"]["title"]])[:1]
    return line


def place_text(frame: Any) -> str:
    """Return in words how far the match is in a frame: `game 2 of 3, round 4`, `step 12`, or `final result`."""
    phases = frame.get("story", {}).get("phases", [])
    words = [f"{word} {nth}{f' of {of}' if of else ''}" for word, nth, of in phases]
    if frame.get("result"):
        return "final result"
    return ", ".join(words) or f"step {frame['step']}"


def _main_part(frame: Any) -> Any:
    parts = list(frame["scene"]["parts"].values())
    boards = [part for part in parts if part["type"] in _BOARDS]
    return next(iter(boards or [part for part in parts if part["type"] == "versus"]), None)


def _draw_bar(pen: Pen, card: Card, width: int, unit: float) -> None:
    """Draw the line at the top: the game's title, a sign if the match is live, and the card's note or `place_text`.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        width: Width of the picture in pixels.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    size, edge, y = 24 * unit, 36 * unit, 50 * unit
    title = clipped(card.title, 0.45 * width, size, is_bold=True)
    pen.text(edge, y, title, size, palette["ink"], is_bold=True)
    if card.is_live:
        x = edge + width_of(title, size, is_bold=True) + 20 * unit
        pen.rect(x, y - 21 * unit, 70 * unit, 28 * unit, palette["bad"], corner=6 * unit)
        looks: Looks = {"is_bold": True, "anchor": "middle"}
        pen.text(x + 35 * unit, y - unit, "LIVE", 18 * unit, palette["surface"], **looks)
    note = card.note or (place_text(card.frame) if card.frame is not None else "")
    pen.text(
        width - edge, y, clipped(note, 0.45 * width, size), size, palette["faint"], anchor="end"
    )
    pen.rect(0, 70 * unit, width, 2 * unit, palette["rule"])


def _draw_heading(pen: Pen, card: Card, place: Box, unit: float) -> None:
    """Draw the heading of a card, such as a tournament's name, and below it the winner, or else the card's sentence.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        place: Rectangle in which to draw.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    middle, width = place.x + place.width / 2, place.width - 80 * unit
    looks: Looks = {"is_bold": True, "anchor": "middle"}
    if card.winner:
        box = Box(place.x, place.y, place.width, place.height)
        rim: Looks = {"stroke": palette["win-edge"], "stroke_width": 2}
        pen.rect(*box, palette["win-ground"], corner=12 * unit, **rim)
    y = place.y + 0.36 * place.height
    heading = clipped(card.heading, width, 48 * unit, is_bold=True)
    pen.text(middle, y, heading, 48 * unit, palette["ink"], **looks)
    if card.winner:
        pen.text(middle, y + 70 * unit, "winner", 24 * unit, palette["faint"], anchor="middle")
        winner = clipped(card.winner, width, 72 * unit, is_bold=True)
        pen.text(middle, y + 150 * unit, winner, 72 * unit, palette["win"], **looks)
        return
    y += 70 * unit
    for row in rows_of([card.says], (), palette, size=30 * unit, width=width, most=3):
        draw_row(pen, row, middle, y, "middle")
        y += 42 * unit


def _draw_beside(pen: Pen, card: Card, part: Any, place: Box, unit: float) -> None:
    """Draw seats and headline, or the result, on the left, and the board in `part` on the right.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        part: The board, as plain data in the format of frames.
        place: Rectangle in which to draw.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    frame, palette = card.frame, pen.palette
    left = 0.4 * place.width
    top = Box(place.x, place.y + 8 * unit, left, 0.62 * place.height)
    if frame.get("result"):
        end = _draw_result(pen, card, Box(place.x, place.y, left, 0.5 * place.height), unit)
        end += 12 * unit
        list_box = Box(place.x, end, left, place.y + place.height - end)
        draw_seats(pen, frame, card.players, list_box, unit)
    else:
        end = draw_seats(pen, frame, card.players, top, unit)
        size = 32 * unit
        y = end + 1.5 * size
        most = max(1, int((place.y + place.height - y) / (1.25 * size)) + 1)
        looks: Looks = {"size": size, "width": left, "most": min(most, 4), "is_bold": True}
        for row in rows_of(headline_of(frame), card.players, palette, **looks):
            draw_row(pen, row, place.x, y)
            y += 1.25 * size
        _draw_sentences(
            pen, card, Box(place.x, y - size, left, place.y + place.height - y + size), unit
        )
    x = place.x + left + 30 * unit
    board = Box(x, place.y, place.x + place.width - x, place.height)
    pen.rect(*board, palette["surface"], corner=12 * unit, stroke=palette["rule"])
    inset = 14 * unit
    inside = Box(
        board.x + inset, board.y + inset, board.width - 2 * inset, board.height - 2 * inset
    )
    if part["type"] == "grid":
        draw_grid(pen, part, inside)
    else:
        draw_rooms(pen, part, card.players, inside)


def _draw_below(pen: Pen, card: Card, part: Any, place: Box, unit: float) -> None:
    """Draw the score above, then the result, or else the headline and the two sides of a duel.

    With other than two players, a list of the seats replaces the score; if `part` is None, the sentences about the
    step replace the sides.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        part: The duel, as plain data in the format of frames; None if the frame has none.
        place: Rectangle in which to draw.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    frame, palette = card.frame, pen.palette
    end = place.y + place.height
    if len(card.players) == 2:
        y = draw_mirror(pen, frame, card.players, Box(place.x, place.y, place.width, 0), unit)
    else:
        box = Box(place.x, place.y, place.width, 0.5 * place.height)
        y = draw_seats(pen, frame, card.players, box, unit)
    if frame.get("result"):
        _draw_result(pen, card, Box(place.x, y + 10 * unit, place.width, end - y - 10 * unit), unit)
        return
    size = 34 * unit
    y += 1.3 * size
    looks: Looks = {"size": size, "width": place.width, "most": 2, "is_bold": True}
    for row in rows_of(headline_of(frame), card.players, palette, **looks):
        draw_row(pen, row, place.x + place.width / 2, y, "middle")
        y += 1.25 * size
    y -= 0.5 * size
    below = Box(place.x, y, place.width, end - y)
    if part is not None:
        draw_sides(pen, part, card.players, below)
    else:
        _draw_sentences(pen, card, below, unit)


def _draw_sentences(pen: Pen, card: Card, box: Box, unit: float) -> None:
    """Write the sentences about what happened in the step, as many as the box has room for.

    Sentences that the headline contains are left out.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        box: Rectangle for the sentences.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    size = 21 * unit
    y = box.y
    told = line_text(headline_of(card.frame))
    for sentence in card.frame.get("story", {}).get("sentences", []):
        if line_text(sentence["line"]).rstrip(".") in told:
            continue
        looks: Looks = {"size": size, "width": box.width, "most": 3}
        for row in rows_of(sentence["line"], card.players, pen.palette, **looks):
            y += 1.35 * size
            if y > box.y + box.height:
                return
            draw_row(pen, row, box.x, y)
        y += 0.4 * size


def _draw_result(pen: Pen, card: Card, box: Box, unit: float) -> float:
    """Draw the winner, the score and the reason of an ended match; return the y of the lower side.

    Args:
        pen: Pen of the picture.
        card: What the picture shows.
        box: Rectangle in which to draw, which may need less height.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette, result = pen.palette, card.frame["result"]
    is_wide = box.width > 700 * unit
    size = (54 if is_wide else 36) * unit
    inset = 24 * unit
    looks: Looks = {"width": box.width - 2 * inset, "is_bold": True}
    title = rows_of(result["headline"], card.players, palette, size=size, most=2, **looks)
    reason = rows_of(
        [result.get("reason", "")],
        card.players,
        palette,
        size=22 * unit,
        width=box.width - 2 * inset,
        most=3,
    )
    score = result.get("score", "")
    high = (
        2 * inset + 1.2 * size * len(title) + (1.3 * size if score else 0) + 30 * unit * len(reason)
    )
    if is_wide:
        high = max(high, box.height)
    pen.rect(
        box.x,
        box.y,
        box.width,
        high,
        palette["win-ground"],
        corner=12 * unit,
        stroke=palette["win-edge"],
        stroke_width=2,
    )
    x = box.x + (box.width / 2 if is_wide else inset)
    content = 1.2 * size * len(title) + (1.3 * size if score else 0) + 30 * unit * len(reason)
    y = box.y + (high - content) / 2 + 0.95 * size
    side = "middle" if is_wide else "start"
    for row in title:
        draw_row(pen, row, x, y, "middle" if is_wide else "start")
        y += 1.2 * size
    if score:
        pen.text(x, y, score, 1.1 * size, palette["win"], is_bold=True, anchor=side)
        y += 1.2 * size
    y -= 0.4 * size
    for row in reason:
        draw_row(pen, row, x, y, "middle" if is_wide else "start")
        y += 30 * unit
    return box.y + high
