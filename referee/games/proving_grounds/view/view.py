"""View of Proving Grounds: dungeon, seats, fights, market, parties and events.

It shows what the observed seats know together; without an observed seat, what is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.choices import Choices
from referee.core.scene import Scene, ScenePart, Span
from referee.core.sections import Section, sections_of_scene
from referee.core.view import Fields, GameView, Sight, addressed
from referee.games.proving_grounds.view.choices import choices
from referee.games.proving_grounds.view.dungeon import dungeon
from referee.games.proving_grounds.view.dungeon_map import map_panel
from referee.games.proving_grounds.view.fights import fights_of
from referee.games.proving_grounds.view.lists import (
    boards_table,
    market_tables,
    party_tables,
    rooms_table,
    seats_table,
    stores_table,
)
from referee.games.proving_grounds.view.sentences import event_line
from referee.games.proving_grounds.view.telling import Names, names_in, told_in
from referee.games.proving_grounds.view.turn import bids_of, flags_of, marks_of
from referee.games.proving_grounds.view.visibility import Visibility, visibility_of

__all__ = ["VIEW", "ProvingGroundsView"]

_PACE_MS = 2000
_FIGHT_MS = 1000
_SLOWEST_MS = 6000
"""Longest time in milliseconds for which a turn with fights is shown."""


class ProvingGroundsView(GameView):
    """View of a match for people: dungeon, seats, fights, boards, market, parties and rooms."""

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of a step: the dungeon with what happened there, fights and tables."""
        visibility = visibility_of(sight)
        if visibility is None:
            return Scene("", ())
        told, names = told_in(sight), names_in(sight)
        end = next((each.body for each in told if each.kind == "end"), None)
        final = {seat["seat"]: seat for seat in end["seats"]} if end else {}
        fights = tuple(fights_of(told, names))
        parts: list[ScenePart | None] = [
            dungeon(visibility, marks_of(told)),
            seats_table(visibility, sight.players, final),
            *fights,
            *party_tables(visibility, sight.players),
            *market_tables(visibility),
            boards_table(visibility, bids_of(told)),
            rooms_table(visibility),
            stores_table(visibility, sight.players),
        ]
        players = visibility.heading["players"]
        return Scene(
            _title(visibility, sight.config),
            tuple(part for part in parts if part is not None),
            flags_of(told, names, [player["heroes"] for player in players]),
            _series(players, final),
            min(_SLOWEST_MS, _PACE_MS + _FIGHT_MS * len(fights)),
        )

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the map in characters with the seats first, then the rest of the scene."""
        visibility = visibility_of(sight)
        if visibility is None:
            return ()
        scene = self.scene(sight)
        _, *parts = scene.parts  # the dungeon, of which there is a map
        seats, *others = sections_of_scene(Scene(scene.title, tuple(parts)))
        first = map_panel(visibility, scene.title, sight.players)
        return (Section("match", (first, *seats.parts)), *others)

    def choices(self, seen: Fields, sight: Sight) -> Choices:
        """Return what a seat may answer, as far as its observation shows."""
        return choices(seen, sight)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return one event as a sentence; without its step, heroes' classes are not known."""
        return event_line(event, Names(players))

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the sentences of a step, each with the seat that received the event."""
        names, told = names_in(sight), told_in(sight)
        lines = [event_line({each.kind: each.body}, names, each.whose) for each in told]
        return addressed(lines, [each.whose for each in told] if sight.told_to else ())


VIEW = ProvingGroundsView()
"""The only instance of the view; it has no state."""


def _title(visibility: Visibility, config: Fields) -> str:
    turn = visibility.heading["turn"]
    if not turn:
        return "setup"
    most = config.get("max_turns")
    left = visibility.heading["unexplored"]
    return f"turn {turn}{f' of {most}' if most else ''}, {left} rooms unexplored"


def _series(players: Sequence[Fields], final: Mapping[int, Fields]) -> dict[str, dict[int, int]]:
    """Return what decides the ranking, by name and seat: gold, gems, rooms and heroes (PG-7).

    Gold at the end includes the bonuses.
    """
    told = {player["seat"]: {**player, **final.get(player["seat"], {})} for player in players}
    gems = {player["seat"]: player["gems"] for player in players}
    gold, rooms, heroes = (
        {seat: each[name] for seat, each in told.items()} for name in ("gold", "rooms", "heroes")
    )
    return {"gold": gold, "gems": gems, "rooms": rooms, "heroes": heroes}
