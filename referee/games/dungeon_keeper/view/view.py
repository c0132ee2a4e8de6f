"""How Dungeon Keeper looks: the board, what the seats have, their units, buildings, and what happens.

All of it is what the eyes that look know together. In an open game that is what everybody may know, so
that observations of single seats are of no interest; under fog it is put together from theirs.
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
"""How long a step is looked at, how much longer for each mark, and how long at most."""

_NO_BOARD = Span(
    "Under fog of war only seats see what lies on the board.",
    Style.HIDDEN,
    measure=Hidden("a seat sees only what its units and buildings have in sight"),
)


class DungeonKeeperView(GameView):
    """Board, seats, units, buildings, sentences."""

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:
        """Return nobody in an open game, where no seat sees more than everybody."""
        return seats if config.get("fog_of_war") else ()

    def choices(self, seen: Fields, sight: Sight) -> Choices:
        """Return what the rules allow at first sight."""
        return choices(seen, sight)

    def followed(self, before: Sight | None, sight: Sight) -> DungeonSight:
        """Return all that is known by now, deltas put together."""
        return followed(before, sight)

    def scene(self, sight: Sight) -> Scene:
        """Return board, seats and spells, then lists of units, buildings and items."""
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
        """Return board and seats first, then the units of whoever acts, of the others, buildings and items."""
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
        """Return an event as a line without its context, so units lack their kinds."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as sentences, with units called by their kinds."""
        seen = _followed(sight)
        told = [event_line(event, seen.names) for event in seen.events]
        return addressed(told, seen.told_to)


VIEW = DungeonKeeperView()
"""The one there needs to be."""


class _Flagged(NamedTuple):
    """A kind of event that is worth a jump."""

    kind: FlagKind
    seat: str = ""
    """Field with the seat it happened to."""
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
    """Yield the lists as a terminal shows them: units of whoever acts first, places of items wrapped."""
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
    """Return curves of those whose holdings are known."""
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
