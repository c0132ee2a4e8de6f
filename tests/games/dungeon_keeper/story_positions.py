"""Positions for stories of Dungeon Keeper: ada in the north west, bob in the south east, and a step between two looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import json_format

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.scene import Scene, spans_text
from referee.core.story import Story
from referee.core.view import Sight
from referee.games.dungeon_keeper.view.view import VIEW

__all__ = [
    "AT", "CONFIG", "PLAYERS", "UNITS", "at", "kinds_of", "look", "sentences", "spot", "step_between", "told",
]  # fmt: skip

PLAYERS = ("ada", "bob")
SIZE = 15
CONFIG: dict[str, Any] = {"max_rounds": 60, "waning_round": 40, "hero_first_round": 20}
UNITS: dict[int, tuple[str, int, int]] = {
    1: ("HERO", 7, 9),
    2: ("GNOME", 7, 9),
    100001: ("KERUB", 7, 5),
    100002: ("KERUB", 7, 5),
    100003: ("IMP", 3, 3),
    100004: ("IMP", 3, 3),
    200001: ("GRASDIR", 7, 6),
    200002: ("IMP", 7, 6),
    200003: ("BES", 13, 13),
}
"""Kinds, rows and columns by id; those of bob begin with 2."""
_BUILDINGS: dict[tuple[int, int], tuple[str, int]] = {
    (2, 2): ("ALTAR", 0),
    (0, 2): ("SOURCE", 0),
    (7, 7): ("SOURCE", -1),
    (11, 10): ("BATTLE_TOWER", 1),
    (12, 12): ("ALTAR", 1),
    (14, 12): ("SOURCE", 1),
}
AT = {"altar": (12, 12), "tower": (11, 10), "centre": (7, 7), "own": (0, 2)}
"""Places of some buildings."""


def look(
    *,
    acting: int | None = 0,
    number: int = 3,
    gone: Sequence[int] = (),
    units: Mapping[int, tuple[str, int, int]] = UNITS,
    buildings: Mapping[tuple[int, int], tuple[str, int]] = {},
    without: Sequence[tuple[int, int]] = (),
    altars: Sequence[int] = (100, 100),
    scores: Sequence[int] = (300, 300),
    alive: Sequence[bool] = (True, True),
    is_known: bool = True,
    serial: int = 9,
) -> dict[str, Any]:
    """A whole observation of what everybody may know."""
    standing = {
        place: told
        for place, told in (_BUILDINGS | dict(buildings)).items()
        if place not in without
    }
    rows = [["."] * SIZE for _ in range(SIZE)]
    for row, col in standing:
        rows[row][col] = "b"
    observation: dict[str, Any] = {
        "round": number,
        "turn_order": [0, 1],
        "rows": ["".join(row) for row in rows] if is_known else [],
        "buildings": [
            {
                "row": row,
                "col": col,
                "kind": f"BUILDING_KIND_{kind}",
                "owner": owner,
                "hp": altars[owner] if kind == "ALTAR" else 50,
                "level": 3,
            }
            for (row, col), (kind, owner) in sorted(standing.items())
            if is_known
        ],
        "units": [
            {
                "id": unit,
                "kind": f"UNIT_KIND_{kind}",
                "owner": unit // 100000 - 1 if unit > 2 else -2,
                "controller": unit // 100000 - 1 if unit > 2 else -2,
                "row": row,
                "col": col,
                "hp": 10,
                "max_hp": 10,
            }
            for unit, (kind, row, col) in sorted(units.items())
            if unit not in gone and is_known
        ],
        "seats": [
            {
                "seat": seat,
                "alive": alive[seat],
                "eliminated_order": 0 if alive[seat] else 1,
                "serial": serial,
                **({"holdings": {"mana": 5, "score": scores[seat]}} if is_known else {}),
            }
            for seat in range(2)
        ],
    }
    if acting is not None:
        observation["acting_seat"] = acting
    return observation


def _plain(message: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return plain


def _sight(observation: dict[str, Any], events: Sequence[dict[str, Any]], **config: Any) -> Sight:
    return Sight(
        {},
        [_plain(json_format.ParseDict(event, wire.Event())) for event in events],
        CONFIG | config,
        PLAYERS,
        _plain(json_format.ParseDict(observation, wire.Observation())),
    )


def step_between(
    before: dict[str, Any] | None,
    after: dict[str, Any],
    events: Sequence[dict[str, Any]],
    **config: Any,
) -> Sight:
    """What is seen of a step between two looks; the first is None for a viewer that comes just now."""
    first = None if before is None else VIEW.followed(None, _sight(before, (), **config))
    return VIEW.followed(first, _sight(after, events, **config))


def told(sight: Sight) -> tuple[Scene, Story]:
    """The scene and the story of a step."""
    scene = VIEW.scene(sight)
    return scene, VIEW.story(sight, scene, VIEW.event_lines(sight))


def sentences(story: Story) -> list[str]:
    """The sentences of a story; milestones begin with a star."""
    return [("* " if each.is_milestone else "") + spans_text(each.line) for each in story.sentences]


def at(place: tuple[int, int]) -> dict[str, int]:
    """A cell of an event."""
    return {"row": place[0], "col": place[1]}


def spot(unit: int) -> dict[str, int]:
    """A unit of an event, where it stood before the step."""
    _, row, col = UNITS.get(unit, ("", 3, 3))
    return {"unit": unit, "row": row, "col": col}


def kinds_of(events: Sequence[dict[str, Any]]) -> set[str]:
    """Kinds of events."""
    return {kind for event in events for kind in event}
