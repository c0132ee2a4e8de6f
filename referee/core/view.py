"""How a game looks to people, described without saying how it is drawn.

A game that wants more than a table of fields gives its `Plugin` a `GameView`. It makes a `Scene` out of what the
eyes that look may see, or, for a simple game, `Section`s of boards, tables and panels, and a line out of each
event. Scene and sections are made of each other where a view tells one of them. What goes in is
plain data in protobuf's JSON form, by the names of the game's `.proto` file: the same for a live match,
where only messages come, as for a replay. What comes out names styles, not colours; a drawer such as
`referee watch` or the arena turns it into a terminal or a page.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from referee.core.choices import Choices
from referee.core.scene import PLAYER_STYLES, Scene, Span, Style
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
]

Fields: TypeAlias = Mapping[str, Any]
"""A message in protobuf's JSON form: fields by their names in the schema, zeros included."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes that look may see after a step."""

    observations: Mapping[int, Fields]
    """Observation messages by seat, ascending; none for the public."""
    events: Sequence[Fields]
    """Event messages of the step."""
    config: Fields
    """The Config message, as far as these eyes may see it."""
    players: Sequence[str]
    """Names by seat."""
    public: Fields | None = None
    """What everybody may know, as an Observation message; None in a game that tells it all by events."""
    told_to: Sequence[int | None] = ()
    """By event the one seat that was told of it, else None; empty if only one seat's eyes look, or the public's."""
    actions: Mapping[int, Fields] = dataclasses.field(default_factory=dict)
    """Action messages of the step by seat, as far as these eyes may know them: a seat its own. Only where the view
    shows them, and where the source has them: a live match has none."""


class GameView(abc.ABC):
    """How one game looks. Stateless: a sight is all it draws from."""

    kit: str = ""
    """Version of the games kit it was made for; empty for a view that comes with its game."""
    shows_actions: bool = False
    """Whether it draws from the actions of a step."""

    def __init_subclass__(cls) -> None:
        if cls.scene is GameView.scene and cls.sections is GameView.sections:
            raise TypeError(f"{cls.__name__} tells neither scene nor sections")

    def scene(self, sight: Sight) -> Scene:
        """Return what is to be seen, as data with meaning; `sections` as they are, unless a view tells more."""
        return scene_of_sections(self.sections(sight))

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return what is to be seen in a terminal, or nothing where the events say it all; what `scene` says."""
        return sections_of_scene(self.scene(sight))

    def choices(self, seen: Fields, sight: Sight) -> Choices | None:  # noqa: ARG002
        """Return what a seat may answer at its turn; None for whatever the declaration of actions says.

        Args:
            seen: The Observation message that it is asked with, whole.
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
        """Return the events of a step as lines: one by one, unless it takes the whole sight to tell them."""
        told = [self.event_line(event, sight.players) for event in sight.events]
        return addressed(told, sight.told_to)

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:  # noqa: ARG002
        """Return whose observations are drawn from, of `seats`; all, unless what everybody may know is enough.

        Args:
            config: The Config message.
            seats: Seats whose eyes may be looked through, ascending.
        """
        return seats

    def is_open(self, config: Fields) -> bool:  # noqa: ARG002
        """Return whether no seat sees more than everybody, so that scenes are the same whoever looks.

        Lines of events may still differ, where one is told to a single seat, such as why its action did not count.

        Args:
            config: The Config message.
        """
        return False

    def followed(self, before: Sight | None, sight: Sight) -> Sight:  # noqa: ARG002
        """Return what to draw a step from; the sight itself, unless its observations may lack what was told before.

        Args:
            before: What the step before is drawn from; None at the first one.
            sight: What the eyes that look have been told with this step.
        """
        return sight


def addressed(
    lines: Sequence[tuple[Span, ...]], told_to: Sequence[int | None]
) -> list[tuple[Span, ...]]:
    """Return lines of events that say whom alone they were told, without empty ones.

    Args:
        lines: One an event; empty for one that is not worth a line.
        told_to: By event the one seat that was told of it, else None; empty to say nothing of that.
    """
    seats = told_to or [None] * len(lines)
    return [
        line if seat is None else (*line, Span(f" (to seat {seat})", Style.FAINT))
        for line, seat in zip(lines, seats, strict=True)
        if line
    ]
