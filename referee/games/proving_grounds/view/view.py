"""View of Proving Grounds: dungeon, seats, fights, market, parties and events.

It shows what the observed seats know together; without an observed seat, what is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.choices import Choices
from referee.core.scene import Line, Scene, ScenePart, Span
from referee.core.sections import Section, sections_of_scene
from referee.core.story import MatchEnd, Result, Story
from referee.core.view import Fields, GameView, Sight, addressed, seat_names
from referee.games.proving_grounds.view.choices import choices
from referee.games.proving_grounds.view.dungeon import dungeon
from referee.games.proving_grounds.view.dungeon_map import map_panel
from referee.games.proving_grounds.view.endings import how_to, result
from referee.games.proving_grounds.view.fights import fights_of
from referee.games.proving_grounds.view.lists import (
    boards_table,
    market_tables,
    party_tables,
    rooms_table,
    stores_table,
)
from referee.games.proving_grounds.view.memory import TurnSight, followed
from referee.games.proving_grounds.view.seats import seats_table
from referee.games.proving_grounds.view.sentences import event_line
from referee.games.proving_grounds.view.standing import Standing
from referee.games.proving_grounds.view.story import LEAD, story
from referee.games.proving_grounds.view.telling import Names, names_in, told_in
from referee.games.proving_grounds.view.turn import bids_of, marks_of
from referee.games.proving_grounds.view.turn_facts import flags_of, turn_of
from referee.games.proving_grounds.view.visibility import Visibility, visibility_of

__all__ = ["VIEW", "ProvingGroundsView"]

_PACE_MS = 2000
_FIGHT_MS = 1000
_SLOWEST_MS = 6000
"""Longest time in milliseconds for which a turn with fights is shown."""


class ProvingGroundsView(GameView):
    """View of a match for people: dungeon, seats, fights, boards, market, parties and rooms."""

    def followed(self, before: Sight | None, sight: Sight) -> TurnSight:
        """Return the sight with what the viewer knew one step before."""
        return followed(before, sight)

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of a step: the dungeon with what happened there, fights and tables."""
        sight = _turn_sight(sight)
        visibility, turn = sight.now, turn_of(sight)
        if visibility is None or turn is None or sight.standing is None:
            return Scene("", ())
        told, names = turn.told, turn.called
        final = {seat["seat"]: seat for seat in sight.end["seats"]} if sight.end else {}
        fights = tuple(fights_of(told, names))
        parts: list[ScenePart | None] = [
            dungeon(visibility, marks_of(told), turn.focus),
            seats_table(visibility, sight.players, final, sight.standing),
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
            flags_of(turn),
            _series(players, final, sight.standing),
            min(_SLOWEST_MS, _PACE_MS + _FIGHT_MS * len(fights)),
        )

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the step as headline, sentences and scores, with the winner if the match ended now."""
        sight = _turn_sight(sight)
        return story(sight, turn_of(sight))

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return the winners and the reason, with their gems and gold."""
        return result(_turn_sight(sight).end, end, seat_names(sight.players))

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return the rules in short sentences, with this match's numbers."""
        return how_to(config)

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
        """Return the form of what a seat may answer, as far as its observation shows."""
        return choices(seen, sight)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return one event as a sentence; heroes' classes, which the event does not contain, are left out."""
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


def _turn_sight(sight: Sight) -> TurnSight:
    return sight if isinstance(sight, TurnSight) else followed(None, sight)


def _series(
    players: Sequence[Fields], final: Mapping[int, Fields], standing: Standing
) -> dict[str, dict[int, int]]:
    """Return the values for curves over the match, by name and seat: gold, gems, rooms and heroes.

    At the end, gold includes the bonuses (PG-7). The curve of the leader includes them at any time.

    Args:
        players: Public facts on each seat.
        final: Final results by seat; empty before the end.
        standing: Gold with bonuses.
    """
    told = {player["seat"]: {**player, **final.get(player["seat"], {})} for player in players}
    gems = {player["seat"]: player["gems"] for player in players}
    gold, rooms, heroes = (
        {seat: each[name] for seat, each in told.items()} for name in ("gold", "rooms", "heroes")
    )
    lead = {seat: one.gold for seat, one in enumerate(standing.seats)}
    return {LEAD: lead, "gold": gold, "gems": gems, "rooms": rooms, "heroes": heroes}
