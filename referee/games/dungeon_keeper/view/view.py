"""View of Dungeon Keeper: board, seats, units, buildings, and sentences on events.

The view shows what the followed seats know together. In an open game everything is public, so
observations of single seats are not needed; under fog, knowledge is combined from the followed
seats' observations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.choices import Choices
from referee.core.scene import Hidden, Line, Lines, Scene, ScenePart, Style
from referee.core.sections import text_parts
from referee.core.story import MatchEnd, Result, Story
from referee.core.view import Fields, GameView, Part, Section, Sight, Span, addressed, seat_names
from referee.games.dungeon_keeper.view.belief import (
    Belief,
    places_of,
)
from referee.games.dungeon_keeper.view.board import board_of
from referee.games.dungeon_keeper.view.choices import choices
from referee.games.dungeon_keeper.view.ending import how_to, result_of
from referee.games.dungeon_keeper.view.field import field_of
from referee.games.dungeon_keeper.view.flags import flags_of
from referee.games.dungeon_keeper.view.followed import DungeonSight, followed
from referee.games.dungeon_keeper.view.lists import lists_of, seats_table, spells_lines
from referee.games.dungeon_keeper.view.marks import marks_of
from referee.games.dungeon_keeper.view.panels import items_panel, seats_panel
from referee.games.dungeon_keeper.view.reader import deeds_of
from referee.games.dungeon_keeper.view.sentences import Names, event_line
from referee.games.dungeon_keeper.view.story import story_of
from referee.games.dungeon_keeper.view.versus import fight_mark, fight_part

__all__ = ["VIEW", "DungeonKeeperView"]

_PACE_MS, _MARK_MS, _MOST_MS = 400, 50, 2500
"""How long a step is shown in a playback, in milliseconds: basic time, extra time for each mark,
and the maximum."""

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
        """Return the form of orders that a seat can pick, as far as its observation shows."""
        return choices(seen, sight)

    def followed(self, before: Sight | None, sight: Sight) -> DungeonSight:
        """Return the sight with everything the viewer knows by now; deltas are applied to the earlier knowledge.

        `before` is the sight of the step before; None at the first.
        """
        return followed(before, sight)

    def scene(self, sight: Sight) -> Scene:
        """Return the scene: board, seats and spells, then lists of units, buildings and items."""
        seen = _followed(sight)
        belief = seen.belief
        if belief is None:
            return Scene("nothing is known", ())
        deeds = deeds_of(seen)
        marks = marks_of(seen.events, seen.names)
        battle = fight_mark(deeds)
        marks = marks if battle is None else (*marks, battle)
        parts: list[ScenePart] = []
        if belief.rows:
            steps = seen.past.walked
            parts.append(
                field_of(
                    belief, seen.names, seen.config, focus=seen.focus, marks=marks, steps=steps
                )
            )
        else:
            parts.append(Lines("no-board", "board", ((_NO_BOARD,),)))
        parts.append(seats_table(belief, seen.players))
        fight = fight_part(deeds, seen, seat_names(seen.players))
        parts += [fight] if fight else []
        spells = spells_lines(belief, seen.events, seen.names)
        parts += [spells] if spells else []
        parts += lists_of(belief, seen.names, belief.seats)
        pace = min(_PACE_MS + _MARK_MS * len(marks), _MOST_MS)
        flags = tuple(flags_of(deeds, seen))
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

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the step as headline, sentences and scores, the most important first."""
        return story_of(_followed(sight), scene)

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return the winners and the reason: the last Altar standing, or the highest score."""
        return result_of(_followed(sight), end)

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return the rules in short sentences, with this match's number of rounds, fog and Hero."""
        return how_to(config)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return a single event as a line; units are named without their kinds, which the event does not contain."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step as sentences, in which units are named with their kinds."""
        seen = _followed(sight)
        told = [event_line(event, seen.names) for event in seen.events]
        return addressed(told, seen.told_to)


VIEW = DungeonKeeperView()
"""The view, of which one instance serves all matches."""


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


def _series(belief: Belief) -> dict[str, dict[int, int]]:
    """Return values for curves: score, mana and number of units of seats whose stocks are known.

    They are by name of the value, then by seat.
    """
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
