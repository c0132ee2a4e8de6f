"""Interface by which a game says what people are shown of a match, not how it is drawn.

A game that wants to show more than a table of fields gives its `Plugin` a `GameView`. The view
makes a `Scene` of what a viewer may see (or, for a simple game, `Section`s of boards, tables and
panels), and a line of text of each event. A view that has only one of `scene` and `sections` gets
the other from it. Its input is plain data in protobuf's JSON form, by the names of the game's
`.proto` file: the same for a live match, of which only messages are known, as for a replay. Its
output names styles, not colours; `referee watch` and the arena draw it in a terminal and on a page.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from referee.core.choices import Choices
from referee.core.scene import PLAYER_STYLES, Line, Scene, Span, Style, player_style, seat_ref
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
"""A message in protobuf's JSON form: values by field name of the `.proto` file, zeros included."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sight:
    """Everything that a viewer may see after a step.

    A viewer is one seat, several seats, or the public.
    """

    observations: Mapping[int, Fields]
    """Observation messages by index of the viewer's seats, ascending; empty for the public."""
    events: Sequence[Fields]
    """Event messages of the step that the viewer may see."""
    config: Fields
    """The match's Config message, as far as the viewer may see it."""
    players: Sequence[str]
    """Names of the players, by seat."""
    public: Fields | None = None
    """Observation message of what everybody may know; None in a game whose events contain all of
    it.
    """
    told_to: Sequence[int | None] = ()
    """For each event the index of the one seat that may see it, None for an event with a larger
    audience. Empty if the viewer is one seat, or the public.
    """
    actions: Mapping[int, Fields] = dataclasses.field(default_factory=dict)
    """Action messages of the step by seat, as far as the viewer may know them: a seat knows its
    own. Filled only if the view shows actions and the source has them; a live match has none.
    """


class GameView(abc.ABC):
    """How one game is shown to people. Stateless: everything is drawn from a `Sight`."""

    kit: str = ""
    """Version of the games kit that the view was made for; empty for a view that comes with its
    game.
    """
    shows_actions: bool = False
    """Whether the view uses the actions of a step (`Sight.actions`)."""

    def __init_subclass__(cls) -> None:
        if cls.scene is GameView.scene and cls.sections is GameView.sections:
            raise TypeError(f"{cls.__name__} has neither scene nor sections")

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of `sight`, what the viewer may see; by default made from `sections`."""
        return scene_of_sections(self.sections(sight))

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the sections that a terminal shows; by default made from `scene`.

        May be empty, if the lines of events say everything.
        """
        return sections_of_scene(self.scene(sight))

    def choices(self, seen: Fields, sight: Sight) -> Choices | None:  # noqa: ARG002
        """Return the form by which a person answers a turn.

        None stands for a form made from the declaration of the game's actions.

        Args:
            seen: The whole Observation message of the turn.
            sight: What the seat may see, as `followed` returned it.
        """
        return None

    @abc.abstractmethod
    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as a line of text; empty for an event that is not worth a line.

        Args:
            event: The Event message.
            players: Names of the players, by seat.
        """

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as lines; by default one line for each event, by `event_line`."""
        lines = [self.event_line(event, sight.players) for event in sight.events]
        return addressed(lines, sight.told_to)

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:
        """Return the step in words and numbers; by default what flags and lines say.

        Args:
            sight: What the viewer may see.
            scene: The scene of this sight.
            lines: The events of this sight, as `event_lines` returns them.
        """
        return default_story(scene, lines, sight.players)

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
        """Return those of `seats` whose observations the view needs to draw a step.

        By default all of them. A game overrides this if the public observation is enough.

        Args:
            config: The Config message.
            seats: Indices of the seats that make up the viewer, ascending.
        """
        return seats

    def is_open(self, config: Fields) -> bool:  # noqa: ARG002
        """Return whether scenes are the same for every viewer, as no seat sees more than others.

        Lines of events may still differ: some events are for a single seat, such as why its action
        did not count.

        Args:
            config: The Config message.
        """
        return False

    def followed(self, before: Sight | None, sight: Sight) -> Sight:  # noqa: ARG002
        """Return the sight from which to draw a step; by default `sight` itself.

        A game overrides this if its observations may leave out what earlier ones contained.

        Args:
            before: What this method returned for the step before; None at the first step.
            sight: What the viewer received with this step.
        """
        return sight


def seat_names(players: Sequence[str]) -> tuple[Span, ...]:
    """Return the name of each seat in the seat's style, with a reference to the seat."""
    return tuple(
        Span(name, player_style(seat), seat_ref(seat)) for seat, name in enumerate(players)
    )


def addressed(
    lines: Sequence[tuple[Span, ...]], told_to: Sequence[int | None]
) -> list[tuple[Span, ...]]:
    """Return the lines of events that are not empty, with a note where an event is for one seat alone.

    The note is a span such as `(to seat 2)` at the end of the line.

    Args:
        lines: One line for each event; empty for an event that is not worth a line.
        told_to: For each event the index of the one seat that may see it, else None; an empty
            sequence adds no notes.
    """
    seats = told_to or [None] * len(lines)
    return [
        line if seat is None else (*line, Span(f" (to seat {seat})", Style.FAINT))
        for line, seat in zip(lines, seats, strict=True)
        if line
    ]
