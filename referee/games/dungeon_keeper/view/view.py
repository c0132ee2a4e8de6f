"""View of Dungeon Keeper: board, seats, units, buildings, and sentences on what happens.

What is shown is what the followed seats know together. In an open game the public knows it all, so
observations of single seats are not needed; under fog it is combined from the seats' observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.core.choices import Choices
from referee.core.scene import Flag, FlagKind, Hidden, Lines, Scene, ScenePart, Style, spans_text
from referee.core.sections import text_parts
from referee.core.view import Fields, GameView, Part, Section, Sight, Span, addressed
from referee.games.dungeon_keeper.tables import NEUTRAL
from referee.games.dungeon_keeper.view.belief import (
    Belief,
    DungeonSight,
    bodies_of,
    followed,
    places_of,
)
from referee.games.dungeon_keeper.view.board import board_of
from referee.games.dungeon_keeper.view.choices import choices
from referee.games.dungeon_keeper.view.field import field_of
from referee.games.dungeon_keeper.view.lists import lists_of, seats_table, spells_lines
from referee.games.dungeon_keeper.view.marks import marks_of
from referee.games.dungeon_keeper.view.panels import items_panel, seats_panel
from referee.games.dungeon_keeper.view.sentences import Names, event_line

__all__ = ["VIEW", "DungeonKeeperView"]

_PACE_MS, _MARK_MS, _MOST_MS = 400, 50, 2500
"""Milliseconds for which a step is shown, extra ones for each mark, and the most in all."""

_NO_BOARD = Span(
    "Under fog of war only seats see what lies on the board.",
    Style.HIDDEN,
    measure=Hidden("a seat sees only what its units and buildings have in sight"),
)


class DungeonKeeperView(GameView):
    """View of Dungeon Keeper: board, seats, units, buildings, and sentences for events."""

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:
        """Return the seats whose observations are needed: none in an open game, all under fog."""
        return seats if config.get("fog_of_war") else ()

    def choices(self, seen: Fields, sight: Sight) -> Choices:
        """Return the orders that a seat can pick, as far as its observation shows."""
        return choices(seen, sight)

    def followed(self, before: Sight | None, sight: Sight) -> DungeonSight:
        """Return the sight with all that is known by now; deltas are applied to what was known."""
        return followed(before, sight)

    def scene(self, sight: Sight) -> Scene:
        """Return the scene: board, seats and spells, then lists of units, buildings and items."""
        seen = _followed(sight)
        belief = seen.belief
        if belief is None:
            return Scene("nothing is known", ())
        marks = marks_of(seen.events, seen.names)
        parts: list[ScenePart] = []
        if belief.rows:
            parts.append(field_of(belief, seen.names, seen.config, focus=seen.focus, marks=marks))
        else:
            parts.append(Lines("no-board", "board", ((_NO_BOARD,),)))
        parts.append(seats_table(belief, seen.players))
        spells = spells_lines(belief, seen.events, seen.names)
        parts += [spells] if spells else []
        parts += lists_of(belief, seen.names, belief.seats)
        pace = min(_PACE_MS + _MARK_MS * len(marks), _MOST_MS)
        flags = tuple(_flags(seen.events, seen.names))
        return Scene(_title(belief, seen), tuple(parts), flags, _series(belief), pace)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return sections for a terminal: board and seats first, then the lists.

        The units of the acting seat come first, then those of other seats, buildings, and items.
        """
        seen = _followed(sight)
        belief = seen.belief
        if belief is None:
            return ()
        parts: list[Part] = [seats_panel(belief, seen.players)]
        if belief.rows:
            touched = set(places_of(seen.events))
            parts.insert(
                0, board_of(belief, _title(belief, seen), seen.focus, touched, seen.config)
            )
        return (Section("match", tuple(parts)), *_lists(belief, seen.names))

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return a single event as a line; without context, units are named without their kinds."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as sentences, in which units are named with their kinds."""
        seen = _followed(sight)
        told = [event_line(event, seen.names) for event in seen.events]
        return addressed(told, seen.told_to)


VIEW = DungeonKeeperView()
"""The view, of which one instance serves all matches."""


class _Flagged(NamedTuple):
    """A kind of event that a viewer may want to jump to."""

    kind: FlagKind
    seat: str = ""
    """Name of the event's field with the seat concerned; empty if there is none."""
    is_worth: Callable[[Fields], bool] = lambda _: True


_FLAGS = {
    "eliminated": _Flagged(FlagKind.ELIMINATION, "seat"),
    "hero_appeared": _Flagged(FlagKind.START),
    "hero_died": _Flagged(FlagKind.DEATH),
    "captured": _Flagged(FlagKind.LEVEL, "new", lambda body: body["new"] != NEUTRAL),
    # It begins with one hit point (DK-7.5).
    "altars_waned": _Flagged(FlagKind.START, is_worth=lambda body: body["hp"] == 1),
}


def _followed(sight: Sight) -> DungeonSight:
    return sight if isinstance(sight, DungeonSight) else followed(None, sight)


def _title(belief: Belief, sight: Sight) -> str:
    most = sight.config.get("max_rounds")
    title = f"round {belief.heading['round']}{f' of {most}' if most else ''}"
    acting = belief.heading.get("acting_seat")
    return title if acting is None else f"{title}, turn of {acting} {sight.players[acting]}"


def _lists(belief: Belief, names: Names) -> Iterator[Section]:
    """Yield the lists as sections for a terminal.

    The acting seat's units come first, and cells of items are wrapped to the width of a panel.
    """
    order = list(belief.heading.get("turn_order", ())) or sorted(belief.seats)
    acting = belief.heading.get("acting_seat")
    if acting in order:
        order = order[order.index(acting) :] + order[: order.index(acting)]
    for told in lists_of(belief, names, order):
        panel = items_panel(belief) if isinstance(told, Lines) else None
        yield Section(told.title, (panel,) if panel else tuple(text_parts(told, is_narrow=True)))


def _flags(events: Sequence[Fields], names: Names) -> Iterator[Flag]:
    for event in events:
        for kind, body in bodies_of((event,)):
            flagged = _FLAGS.get(kind)
            if flagged and flagged.is_worth(body):
                text = spans_text(event_line(event, names))
                yield Flag(flagged.kind, text, body.get(flagged.seat))


def _series(belief: Belief) -> dict[str, dict[int, int]]:
    """Return the values for curves of score, mana and units, of seats whose holdings are known."""
    have = {seat: told["holdings"] for seat, told in belief.seats.items() if told.get("holdings")}
    units = dict.fromkeys(have, 0)
    for told in belief.units.values():
        if told["owner"] in units:
            units[told["owner"]] += 1
    return {
        "score": {seat: told["score"] for seat, told in have.items()},
        "mana": {seat: told["mana"] for seat, told in have.items()},
        "units": units,
    }
