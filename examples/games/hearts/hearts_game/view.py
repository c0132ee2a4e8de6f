"""The view of Hearts for people: cards, points, and events in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Column, Line, Lines, Row, Scene, SceneTable, Span, seat_ref
from referee.core.view import PLAYER_STYLES, Fields, GameView, Sight
from referee.kit.table_spans import card_spans, cards_face_down

__all__ = ["VIEW"]

_COLUMNS = (
    Column("seat"),
    Column("trick"),
    Column("deal", True),
    Column("match", True),
    Column("hand"),
)


class _View(GameView):
    kit = "1.0"

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of all seats with their cards and points, and the cards played."""
        seen = sight.public or next(iter(sight.observations.values()))
        on_table = {(seen["leader"] + at) % 4: card for at, card in enumerate(seen["trick"])}
        played = [card for card, seat in enumerate(seen["played_by"]) if seat >= 0]
        rows = []
        for seat, name in enumerate(sight.players):
            left = 13 - seen["played_by"].count(seat)
            own = sight.observations.get(seat)
            hand: Line = (cards_face_down(left, "in the hand of another seat"),)
            cells = (
                (Span(name, PLAYER_STYLES[seat], seat_ref(seat)),),
                card_spans([on_table[seat]]) if seat in on_table else (Span("-"),),
                (Span(str(seen["points"][seat])),),
                (Span(str(seen["total"][seat])),),
                card_spans(own["hand"]) if own else hand,
            )
            rows.append(Row(f"seat{seat}", cells))
        title = f"trick {len(played) // 4 + 1} of 13"
        table = SceneTable("seats", "seats", _COLUMNS, tuple(rows))
        return Scene(title, (table, Lines("played", "played in this deal", (card_spans(played),))))

    def event_line(self, event: Fields, players: Sequence[str]) -> Line:
        """Return an event in words: which card a player has played, or that a player takes the trick."""
        ((kind, fields),) = event.items()
        if kind == "notice":
            return (Span(f"refused: {fields['code']}"),)
        if kind == "deal_ended":
            points = ", ".join(
                f"{name} {got}" for name, got in zip(players, fields["points"], strict=True)
            )
            return (Span(f"the deal ends: {points}"),)
        player = Span(
            players[fields["seat"]], PLAYER_STYLES[fields["seat"]], seat_ref(fields["seat"])
        )
        if kind == "played":
            return (player, Span(" plays "), *card_spans([fields["card"]]))
        return (player, Span(f" takes the trick and {fields['points']} points"))


VIEW = _View()
