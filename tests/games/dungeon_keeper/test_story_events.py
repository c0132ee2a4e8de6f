"""Each kind of event of Dungeon Keeper in words, with its headline."""

from __future__ import annotations

import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from referee.core.scene import Field, Grid, spans_text
from referee.core.view import Sight
from referee.games.dungeon_keeper.view.reader import SILENT
from referee.games.dungeon_keeper.view.view import VIEW
from tests.games.dungeon_keeper.story_cases import BES, CASES, IMP, KERUB, blow
from tests.games.dungeon_keeper.story_positions import (
    AT,
    at,
    kinds_of,
    look,
    sentences,
    spot,
    step_between,
    told,
)


@pytest.mark.parametrize("name", CASES)
def test_each_event_makes_its_sentence(name: str) -> None:
    """By the rules that the event stands for."""
    events, after, headline, expected = CASES[name]
    _, story = told(step_between(look(), after, events))
    assert sentences(story) == expected
    assert spans_text(story.headline) == headline


def test_every_kind_of_event_is_in_a_case() -> None:
    """Silent kinds are declared."""
    declared = {field.name for field in wire.Event.DESCRIPTOR.fields} - {"partial"}
    assert set.union(*(kinds_of(events) for events, *_ in CASES.values())) == declared
    assert {"rolled", "released", "status_removed"} == SILENT


FLAGGED = {
    "an Altar is struck": [("bob's Altar", 2)],
    "an Altar falls": [("bob out", 3)],
    "the Hero comes": [("the Hero", 2)],
    "the Hero dies": [("Hero dead", 2)],
    "a Source": [("centre Source", 2)],
    "a Source of another": [("Source", 2)],
    "upkeep": [],
    "upkeep of all": [("upkeep", 2)],
    "the waning begins": [("waning", 2)],
    "a rune is set": [("rune of fire", 1)],
    "a kill": [],
}


@pytest.mark.parametrize("name", FLAGGED)
def test_deciding_moments_have_labels_and_weights(name: str) -> None:
    """At most three words each."""
    events, after, *_ = CASES[name]
    scene, _ = told(step_between(look(), after, events))
    assert [(flag.label, flag.weight) for flag in scene.flags] == FLAGGED[name]


def test_a_repaired_altar_is_not_attacked_for_the_first_time_again() -> None:
    """Its low mark stays (DK-3.14)."""
    before, after = look(), look(acting=1, altars=(100, 90))
    for observation in (before, after):
        for told_of in observation["buildings"]:
            if (told_of["row"], told_of["col"]) == AT["altar"]:
                told_of["low_mark"] = 80
    scene, _ = told(step_between(before, after, [blow(KERUB, AT["altar"], 10)]))
    assert scene.flags == ()


def test_ground_belongs_to_the_last_who_walked_it() -> None:
    """A cell that ada's imp digs and bob's unit enters later is bob's."""
    dig = [{"dug": {"unit": spot(IMP), "cell": at((4, 4))}}]
    first = step_between(look(), look(acting=1), dig)
    assert _ground(first)[4][4] == "0"
    walk = [{"moved": {"unit": spot(BES), "to": at((4, 4))}}]
    second = step_between(look(), look(acting=1), dig + walk)
    assert _ground(second)[4][4] == "1"


def _ground(sight: Sight) -> tuple[str, ...]:
    (board,) = [part for part in VIEW.scene(sight).parts if isinstance(part, Field)]
    assert isinstance(board.space, Grid)
    return board.space.rows
