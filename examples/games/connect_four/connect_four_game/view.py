"""How Connect Four looks."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import PLAYER_STYLES, Board, Cell, Fields, GameView, Section, Sight, Span

__all__ = ["VIEW"]

_CELLS = (Cell("."), Cell("X", PLAYER_STYLES[0]), Cell("O", PLAYER_STYLES[1]))


class _View(GameView):
    kit = "1.0"

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the board."""
        seen = sight.public or next(iter(sight.observations.values()))
        width = sight.config["columns"]
        cells = [_CELLS[cell + 1] for cell in seen["board"]]
        rows = tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))
        return (Section("", (Board("", rows),)),)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return who drops where, and who wins."""
        ((kind, told),) = event.items()
        if kind == "notice":
            return (Span(f"refused: {told['code']}"),)
        style = PLAYER_STYLES[told["seat"]]
        said = f"drops in column {told['column']}" if kind == "dropped" else "wins"
        return (Span(f"{players[told['seat']]} {said}", style),)


VIEW = _View()
