"""How Dungeon Keeper looks: the board, what the seats have, their units, buildings, and what happens.

All of it is what the eyes that look know together. In an open game that is what everybody may know, so
that observations of single seats are of no interest; under fog it is put together from theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import Fields, GameView, Part, Section, Sight, Span, addressed
from referee.games.dungeon_keeper.look.belief import Belief, DungeonSight, followed, places_of
from referee.games.dungeon_keeper.look.board import board_of
from referee.games.dungeon_keeper.look.lists import (
    buildings_table,
    items_panel,
    seats_panel,
    units_table,
)
from referee.games.dungeon_keeper.look.sentences import Names, event_line
from referee.games.dungeon_keeper.tables import LIGHT

__all__ = ["VIEW", "DungeonKeeperView"]


class DungeonKeeperView(GameView):
    """Board, seats, units, buildings, sentences."""

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:
        """Return nobody in an open game, where no seat sees more than everybody."""
        return seats if config.get("fog_of_war") else ()

    def followed(self, before: Sight | None, sight: Sight) -> DungeonSight:
        """Return all that is known by now, deltas put together."""
        return followed(before, sight)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return board and seats first, then the units of whoever acts, of the others, buildings and items."""
        seen = sight if isinstance(sight, DungeonSight) else followed(None, sight)
        belief = seen.belief
        if belief is None:
            return ()
        parts: list[Part] = [seats_panel(belief, seen.players)]
        if belief.rows:
            touched = set(places_of(seen.events))
            parts.insert(
                0, board_of(belief, _title(belief, seen), seen.focus, touched, seen.config)
            )
        return (Section("match", tuple(parts)), *_lists(belief, seen.players))

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Tell an event by itself, with units but for their kinds."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Tell the events of a step, with units called by their kinds."""
        seen = sight if isinstance(sight, DungeonSight) else followed(None, sight)
        told = [event_line(event, seen.names) for event in seen.events]
        return addressed(told, seen.told_to)


VIEW = DungeonKeeperView()
"""The one there needs to be."""


def _title(belief: Belief, sight: Sight) -> str:
    most = sight.config.get("max_rounds")
    title = f"round {belief.heading['round']}{f' of {most}' if most else ''}"
    acting = belief.heading.get("acting_seat")
    return title if acting is None else f"{title}, turn of {acting} {sight.players[acting]}"


def _lists(belief: Belief, players: Sequence[str]) -> list[Section]:
    order = list(belief.heading.get("turn_order", ())) or sorted(belief.seats)
    acting = belief.heading.get("acting_seat")
    if acting in order:
        order = order[order.index(acting) :] + order[: order.index(acting)]
    titles = {seat: f"units of {seat} {players[seat]}" for seat in order} | {LIGHT: "light side"}
    tables = [units_table(belief, owner, title) for owner, title in titles.items()]
    tables.append(buildings_table(belief))
    parts = [*tables, items_panel(belief)]
    return [Section(part.title, (part,)) for part in parts if part is not None]
