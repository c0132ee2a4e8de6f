"""How a game is shown to people, described without saying how it is drawn.

A game that wants more than a table of fields gives its `Plugin` a `GameView`. It makes a `Scene` out of what a
viewer may see, or, for a simple game, `Section`s of boards, tables and panels, and a line out of each event.
A view that has only one of `scene` and `sections` gets the other from it. Its input is plain data in protobuf's
JSON form, by the names of the game's `.proto` file: the same for a live match, of which only messages are
known, as for a replay. Its output names styles, not colours; `referee watch` and the arena draw it in a terminal
and on a page.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from referee.core.choices import Choices
from referee.core.scene import PLAYER_STYLES, Line, Scene, Span, Style, seat_ref
from referee.core.sections import (
    Board,
    Cell,
    Panel,
    Part,
    Section,
    Table,
    bar,
    scene_of_sections,
    sections_of_scene,
)
from referee.core.story import MatchEnd, Result, Story, default_result, default_story

__all__ = [
    "PLAYER_STYLES",
    "Board",
    "Cell",
    "Fields",
    "GameView",
    "Panel",
    "Part",
    "Scene",
    "Section",
    "Sight",
    "Span",
    "Style",
    "Table",
    "addressed",
    "bar",
    "seat_names",
]

Fields: TypeAlias = Mapping[str, Any]
"""A message in protobuf's JSON form: fields by their names in the schema, zeros included."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sight:
    """All that a viewer may see after a step; a viewer is one seat, several seats, or the public."""

    observations: Mapping[int, Fields]
    """Observation messages by seat, ascending; none for the public."""
    events: Sequence[Fields]
    """Event messages of the step."""
    config: Fields
    """The Config message, as far as the viewer may see it."""
    players: Sequence[str]
    """Names by seat."""
    public: Fields | None = None
    """What everybody may know, as an Observation message; None in a game whose events contain it all."""
    told_to: Sequence[int | None] = ()
    """By event the one seat that may know it, else None; empty if the viewer is one seat, or the public."""
    actions: Mapping[int, Fields] = dataclasses.field(default_factory=dict)
    """Action messages of the step by seat, as far as the viewer may know them: a seat knows its own. Only if the view
    shows them, and if the source has them: a live match has none."""


class GameView(abc.ABC):
    """How one game is shown. Stateless: everything is drawn from a sight."""

    kit: str = ""
    """Version of the games kit it was made for; empty for a view that comes with its game."""
    shows_actions: bool = False
    """Whether it draws from the actions of a step."""

    def __init_subclass__(cls) -> None:
        if cls.scene is GameView.scene and cls.sections is GameView.sections:
            raise TypeError(f"{cls.__name__} has neither scene nor sections")

    def scene(self, sight: Sight) -> Scene:
        """Return the scene; by default the sections as a scene."""
        return scene_of_sections(self.sections(sight))

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the sections for a terminal, none if the events say it all; by default the scene as sections."""
        return sections_of_scene(self.scene(sight))

    def choices(self, seen: Fields, sight: Sight) -> Choices | None:  # noqa: ARG002
        """Return the form by which a person answers a turn; None for one made from the declaration of actions.

        Args:
            seen: The whole Observation message of the turn.
            sight: What it may see, as `followed` gives it.
        """
        return None

    @abc.abstractmethod
    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as a line; empty for one that is not worth a line.

        Args:
            event: The Event message.
            players: Names by seat.
        """

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as lines: by default each on its own, by `event_line`."""
        lines = [self.event_line(event, sight.players) for event in sight.events]
        return addressed(lines, sight.told_to)

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the step in words and numbers; by default what flags and lines say.

        Args:
            sight: What the viewer may see.
            scene: The scene of this sight.
            lines: The events of this sight, as `event_lines` returns them.
        """
        return default_story(scene, lines)

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return who won and why, for the result card; by default from placements and forfeits.

        Args:
            sight: What the viewer may see after the last step.
            end: How the match ended.
        """
        return default_result(end, seat_names(sight.players))

    def how_to(self, config: Fields) -> tuple[str, ...]:  # noqa: ARG002
        """Return how the game is played, in at most five sentences; by default none.

        Args:
            config: The Config message, as far as the viewer may see it.
        """
        return ()

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:  # noqa: ARG002
        """Return the seats whose observations are needed, of `seats`: all, unless the public observation is enough.

        Args:
            config: The Config message.
            seats: Seats whose view may be shown, ascending.
        """
        return seats

    def is_open(self, config: Fields) -> bool:  # noqa: ARG002
        """Return whether no seat sees more than everybody, so that scenes are the same for every viewer.

        Lines of events may still differ, if an event is for a single seat, such as why its action did not count.

        Args:
            config: The Config message.
        """
        return False

    def followed(self, before: Sight | None, sight: Sight) -> Sight:  # noqa: ARG002
        """Return what to draw a step from; the sight itself, unless its observations may leave out what earlier ones contained.

        Args:
            before: The return value for the step before; None at the first step.
            sight: What the viewer received with this step.
        """
        return sight


def seat_names(players: Sequence[str]) -> tuple[Span, ...]:
    """Return the name of each seat in the seat's style, with a reference to the seat."""
    return tuple(
        Span(name, PLAYER_STYLES[seat], seat_ref(seat)) for seat, name in enumerate(players)
    )


def addressed(
    lines: Sequence[tuple[Span, ...]], told_to: Sequence[int | None]
) -> list[tuple[Span, ...]]:
    """Return lines of events, each with the seat that it was for, without empty ones.

    Args:
        lines: One an event; empty for one that is not worth a line.
        told_to: By event the one seat that may know it, else None; empty to add no seats.
    """
    seats = told_to or [None] * len(lines)
    return [
        line if seat is None else (*line, Span(f" (to seat {seat})", Style.FAINT))
        for line, seat in zip(lines, seats, strict=True)
        if line
    ]
