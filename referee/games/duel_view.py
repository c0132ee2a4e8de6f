"""What duels look like: lives as bars, points, and the events that begin and end a game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import Fields, Section, Sight, Span, Style, Table, bar

__all__ = ["SEAT_STYLES", "duel_event_line", "duel_section", "kind_and_body", "seat_name"]

SEAT_STYLES = (Style.FIRST, Style.SECOND)
"""Style of each seat's name."""


def seat_name(players: Sequence[str], seat: int) -> Span:
    """Return the name of a seat in its style."""
    return Span(players[seat], SEAT_STYLES[seat])


def kind_and_body(event: Fields) -> tuple[str, Fields]:
    """Return which kind of event it is, and the event itself."""
    ((kind, body),) = event.items()
    return kind, body


def duel_section(sight: Sight, game: int, numbers: str, *, life: Sequence[int]) -> Section:
    """Lives as bars, with the points where they are known.

    Args:
        sight: What is seen.
        game: The game of the series, from 1; 0 if it is not known.
        numbers: What stands behind the game's number, such as the round.
        life: Life of both.
    """
    most = sight.config["life"]
    observation = next(iter(sight.observations.values()), None)
    rows = []
    for seat in range(len(SEAT_STYLES)):
        style = Style.BAD if 4 * life[seat] <= most else Style.GOOD
        points = "?" if observation is None else str(observation["points"][seat])
        left = Span(f"{bar(life[seat], most)} {life[seat]}/{most}", style)
        rows.append((seat_name(sight.players, seat), left, Span(points, Style.STRONG)))
    title = f"game {game} of {sight.config['games']}{numbers}" if game else "life"
    return Section(title, (Table(title, ("", "life", "points"), tuple(rows)),))


def duel_event_line(kind: str, body: Fields, players: Sequence[str]) -> tuple[Span, ...]:
    """Return an event that all duels have; empty for any other."""
    match kind:
        case "game_start":
            return (Span(f"game {body['game']} begins", Style.STRONG),)
        case "slain":
            return (seat_name(players, body["seat"]), Span(" is slain", Style.BAD))
        case "game_end":
            life = f", life {body['life'][0]} to {body['life'][1]}"
            if "winner" not in body:
                return (Span(f"game {body['game']} is drawn", Style.STRONG), Span(life))
            winner = seat_name(players, body["winner"])
            return (Span(f"game {body['game']} won by ", Style.STRONG), winner, Span(life))
        case "match_end":
            return (Span(f"points {body['points'][0]} to {body['points'][1]}", Style.STRONG),)
    return ()
