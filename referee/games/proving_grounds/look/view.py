"""How Proving Grounds looks: the map, what seats have, their parties, rooms, market, and what happens.

All of it is what the eyes that look know together; without a seat's eyes it is what everybody may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import Fields, GameView, Section, Sight, Span, addressed
from referee.games.proving_grounds.look.dungeon_map import class_of, map_panel
from referee.games.proving_grounds.look.lists import (
    market_section,
    party_sections,
    rooms_section,
    seats_table,
)
from referee.games.proving_grounds.look.sentences import Names, event_line, folded
from referee.games.proving_grounds.look.visibility import RefKey, Visibility, ref_of, visibility_of
from referee.games.proving_grounds.tables import HeroClass

__all__ = ["VIEW", "ProvingGroundsView"]


class ProvingGroundsView(GameView):
    """Map, seats, parties, rooms, market, sentences."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the map with the seats first, then parties, market and rooms."""
        visibility = visibility_of(sight)
        if visibility is None:
            return ()
        end = next((event["end"] for event in sight.events if "end" in event), None)
        parts = (
            map_panel(visibility, _title(visibility, sight.config), sight.players),
            seats_table(visibility, sight.players, end),
        )
        sections = [
            Section("match", parts),
            *party_sections(visibility, sight.players),
            market_section(visibility),
            rooms_section(visibility),
        ]
        return tuple(section for section in sections if section is not None)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event by itself, with heroes but for their classes."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the events of a step, with heroes called by their classes and orders by their seats."""
        names = Names(sight.players, _classes(sight))
        alone = next(iter(sight.observations)) if len(sight.observations) == 1 else None
        whose = sight.told_to or [alone] * len(sight.events)
        found = list(folded(sight.events, whose))
        told = [event_line(event, names, alone if seat is None else seat) for event, seat in found]
        return addressed(told, [seat for _, seat in found] if sight.told_to else ())


VIEW = ProvingGroundsView()
"""The one there needs to be."""


def _title(visibility: Visibility, config: Fields) -> str:
    turn = visibility.heading["turn"]
    if not turn:
        return "setup"
    most = config.get("max_turns")
    left = visibility.heading["unexplored"]
    return f"turn {turn}{f' of {most}' if most else ''}, {left} rooms unexplored"


def _classes(sight: Sight) -> dict[RefKey, HeroClass]:
    """Classes of heroes by what is seen of them, and by the fights of the step, in which some have died."""
    told = [
        *(dot for seen in sight.observations.values() for dot in seen["dots"]),
        *(
            fighter
            for event in sight.events
            for side in ("defenders", "entrants")
            for fighter in event.get("fight_began", {}).get(side, ())
            if "hero" in fighter
        ),
    ]
    kinds = [(ref_of(one["hero"]), class_of(one)) for one in told]
    return {ref: kind for ref, kind in kinds if kind is not None}
