"""The view of Connect Four for people: its board and its events in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Field, Grid, Kind, Mark, Scene, Shape, Token, place, seat_ref
from referee.core.view import PLAYER_STYLES, Fields, GameView, Sight, Span

__all__ = ["VIEW"]

_DISCS = tuple(Kind("disc", glyph, PLAYER_STYLES[seat]) for seat, glyph in enumerate("XO"))
_GROUND = {".": Kind("empty", ".")}


class _View(GameView):
    kit = "1.0"

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of the board, with a ring around the disc dropped last."""
        seen = sight.public or next(iter(sight.observations.values()))
        height, width = sight.config["rows"], sight.config["columns"]
        discs = tuple(
            Token(f"d{at}", place(at // width, at % width), _DISCS[seat], owner=seat)
            for at, seat in enumerate(seen["board"])
            if seat >= 0
        )
        fallen = [event["dropped"] for event in sight.events if "dropped" in event]
        rings = tuple(Mark(Shape.RING, (place(one["row"], one["column"]),)) for one in fallen)
        board = Field("board", "board", Grid(("." * width,) * height, _GROUND), discs, rings)
        return Scene(f"disc {len(discs)} of {height * width}", (board,), pace_ms=600)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event in words: which player dropped a disc into which column, or has won."""
        ((kind, fields),) = event.items()
        if kind == "notice":
            return (Span(f"refused: {fields['code']}"),)
        seat = fields["seat"]
        said = f"drops in column {fields['column']}" if kind == "dropped" else "wins"
        return (Span(f"{players[seat]} {said}", PLAYER_STYLES[seat], seat_ref(seat)),)


VIEW = _View()
