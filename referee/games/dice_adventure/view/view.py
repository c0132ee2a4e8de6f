"""The view of Dice Adventure: for each observed party its board under fog, members, dice, plans and pings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from referee.core.choices import Choices
from referee.core.scene import Line, Scene, ScenePart
from referee.core.sections import sections_of_scene, text_parts
from referee.core.story import MatchEnd, Result, Story
from referee.core.view import Fields, GameView, Part, Section, Sight, Span, addressed
from referee.games.dice_adventure.view.board import board_of
from referee.games.dice_adventure.view.choices import choices
from referee.games.dice_adventure.view.field import field_of
from referee.games.dice_adventure.view.flags import flags_of
from referee.games.dice_adventure.view.lists import lists_of
from referee.games.dice_adventure.view.party import (
    NAMES,
    DiceSight,
    Party,
    known_of,
    parties_of,
    word,
)
from referee.games.dice_adventure.view.plans import walks_of
from referee.games.dice_adventure.view.public import public_scene
from referee.games.dice_adventure.view.result import how_to, result_of
from referee.games.dice_adventure.view.sentences import event_line
from referee.games.dice_adventure.view.story import story_of

__all__ = ["VIEW", "DiceAdventureView"]

_PACE_MS = 700
"""Milliseconds for which every step is shown."""
_PLAN_MS = 600
"""Additional milliseconds for a step in which plans are carried out."""
_ENCOUNTER_MS = 500
"""Additional milliseconds for each encounter of the step."""
_MOST_MS = 4000


class DiceAdventureView(GameView):
    """Draws a match of Dice Adventure: boards, members, pings, plans and dice."""

    shows_actions = True

    def followed(self, before: Sight | None, sight: Sight) -> DiceSight:
        """Return the sight extended by the observations before the step, in which plans were made, and the final scores."""
        scores, placements = (
            (before.scores, before.placements) if isinstance(before, DiceSight) else ((), ())
        )
        for event in sight.events:
            if "match_end" in event:
                scores = tuple(event["match_end"]["scores"])
                placements = tuple(event["match_end"]["placements"])
        return DiceSight(
            observations=sight.observations,
            events=sight.events,
            config=sight.config,
            players=sight.players,
            public=sight.public,
            told_to=sight.told_to,
            actions=sight.actions,
            earlier=before.observations if before else {},
            scores=scores,
            placements=placements,
            is_first=before is None,
        )

    def scene(self, sight: Sight) -> Scene:
        """Return the scene: a field and lists for each observed party, or the public scene if none is observed."""
        parties = parties_of(sight)
        if not parties:
            return public_scene(sight)
        parts: list[ScenePart] = []
        num_plans = 0
        for party in parties:
            walks = walks_of(party, sight)
            num_plans += len(walks)
            known = known_of(party.seen)
            parts.append(field_of(party, known, sight, _heading(party, parties), walks))
            parts += lists_of(party, sight, walks, with_dice=True)
        num_encounters = sum("encounter" in event for event in sight.events)
        pace = _PACE_MS + (_PLAN_MS if num_plans else 0) + _ENCOUNTER_MS * num_encounters
        return Scene(
            _title(parties[0]),
            tuple(parts),
            tuple(flags_of(sight, parties)),
            _series(parties),
            min(pace, _MOST_MS),
        )

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the step as headline, sentences and scores of each observed party."""
        return story_of(sight)

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return the result in words: the party's points, or which party won the race and why."""
        return result_of(sight, end, super().result(sight, end))

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return the rules in five sentences, with this match's numbers."""
        return how_to(config)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return one section for each observed party: its board as text, and its lists.

        For the public, these are the main parts of its scene.
        """
        if not sight.observations:
            scene = public_scene(sight)
            main = tuple(part for part in scene.parts if not getattr(part, "is_minor", False))
            return sections_of_scene(dataclasses.replace(scene, parts=main))
        sections = []
        for party in parties_of(sight):
            board = board_of(party, known_of(party.seen), _eyes(party))
            parts: list[Part] = [board]
            for told in lists_of(party, sight, walks_of(party, sight), with_dice=False):
                parts += text_parts(told, is_narrow=True)
            sections.append(Section(f"party {party.number}", tuple(parts)))
        return tuple(sections)

    def choices(self, seen: Fields, sight: Sight) -> Choices:
        """Return the input form with which a person pings or plans."""
        return choices(seen, sight)

    def event_line(
        self,
        event: Fields,
        players: Sequence[str],  # noqa: ARG002
    ) -> tuple[Span, ...]:
        """Return an event as a line of text, with the dice of the default config, not of the match's own."""
        return event_line(event, {}, None)

    def event_lines(self, sight: Sight) -> list[tuple[Span, ...]]:
        """Return the lines of a step's events, with the dice of members and pieces under this match's config."""
        party = _only(parties_of(sight))
        told = [event_line(event, sight.config, party) for event in sight.events]
        return addressed(told, sight.told_to)


VIEW = DiceAdventureView()
"""The view of Dice Adventure that the plug-in names; it keeps no state, so one instance is enough."""


def _only(parties: Sequence[Party]) -> int | None:
    """Return the index of the only observed party, to which events belong; None if several are observed."""
    return parties[0].number if len(parties) == 1 else None


def _eyes(party: Party) -> str:
    eyes = "all" if len(party.seen) > 1 else NAMES[party.seen[0]["character"] - 1]
    return f"board, as seen by {eyes}"


def _heading(party: Party, parties: Sequence[Party]) -> str:
    return _eyes(party) if len(parties) == 1 else f"party {party.number + 1}: {_eyes(party)}"


def _title(party: Party) -> str:
    first = party.seen[0]
    level = first["level"]
    phase = word(first["phase"], "PHASE_")
    if first["phase"] == "PHASE_DONE":
        return f"{phase}, score {first['score']}"
    window = f" {first['window']}" if first["window"] else ""
    where = f"level {level['index'] + 1} of {level['count']}"
    when = f"round {first['round']} of {level['cap']}, {phase}{window}"
    return f"{where}, {when}, score {first['score']}"


def _series(parties: Sequence[Party]) -> dict[str, dict[int, int]]:
    """Return values for curves over the match, by name and seat: score and hearts of the observed parties' members."""
    members = [
        (party.seat(told["character"]), party, told)
        for party in parties
        for told in party.seen[0]["members"]
    ]
    return {
        "score": {seat: party.seen[0]["score"] for seat, party, _ in members},
        "hearts": {seat: told["hearts"] for seat, _, told in members},
    }
