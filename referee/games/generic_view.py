"""The view of a game that brings no view: observations are tables of fields, events are lines of `name=value`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from referee.core.game import AnyPlugin
from referee.core.view import Fields, GameView, Section, Sight, Span, Style, Table
from referee.games import registry

__all__ = ["VIEW", "GenericView", "view_of"]


class GenericView(GameView):
    """Shows any game by names and values of the fields of its messages."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return one section for each observed seat; if no seat is observed, one section with the public facts."""
        if not sight.observations and sight.public is not None:
            return (_section("everybody", sight.public),)
        return tuple(
            _section(f"seat {seat}, {sight.players[seat]}", observation)
            for seat, observation in sorted(sight.observations.items())
        )

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:  # noqa: ARG002
        """Return a line with the fields of an event.

        If the only field of the event is a message, the line has its name, and then the fields of that message.
        """
        if len(event) == 1 and isinstance(inner := next(iter(event.values())), dict):
            return (Span(next(iter(event)), Style.STRONG), Span(" " + _fields(inner)))
        return (Span(_fields(event)),)


VIEW = GenericView()
"""The view that is used for games that bring none; it keeps no state, so one instance is enough."""


def view_of(plugin: AnyPlugin | None) -> GameView:
    """Return the view of a game: one that another distribution registers for it, else the game's own, else `VIEW`.

    Args:
        plugin: The game; None for one that is not installed here.

    Raises:
        RefereeError: The view that another distribution registers can't be used.
    """
    if plugin is None:
        return VIEW
    return registry.view(plugin.game.info.game) or plugin.view or VIEW


def _section(title: str, observation: Fields) -> Section:
    rows = tuple(
        (Span(name, Style.FAINT), Span(_value(value))) for name, value in observation.items()
    )
    return Section(title, (Table(title, ("field", "value"), rows),))


def _fields(fields: Fields) -> str:
    return " ".join(f"{name}={_value(value)}" for name, value in fields.items())


def _value(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
