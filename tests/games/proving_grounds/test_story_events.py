"""Each kind of event of Proving Grounds in words."""

from __future__ import annotations

import pytest
from google.protobuf import descriptor_pool

from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes
from tests.games.proving_grounds.looking import ALL, PUBLIC, begun
from tests.games.proving_grounds.stories import next_turn, sight_of, story_of, told_in_turn
from tests.games.proving_grounds.story_cases import TURNS


@pytest.mark.parametrize("name", TURNS)
def test_each_kind_of_event(name: str) -> None:
    """Whole sentences, right in number; what other events say already has none."""
    bodies, expected = TURNS[name]
    assert told_in_turn(ALL, *bodies, whose=(0,)) == expected


def test_no_kind_of_event_is_left_out() -> None:
    """The kinds of the turns above are those of the schema."""
    state = begun()
    bodies = [body for turn, _ in TURNS.values() for body in turn]
    sight = sight_of(None, state, ALL, *bodies, whose=(0,))
    pool = descriptor_pool.Default()
    schema = pool.FindMessageTypeByName(PLUGIN.codec.events_type).fields_by_name["events"]
    assert schema.message_type is not None
    assert {kind for event in sight.events for kind in event} == set(
        schema.message_type.fields_by_name
    )


@pytest.mark.parametrize("seat", range(4))
def test_each_seat_is_called_by_its_name(seat: int) -> None:
    """In its colour, so that pages can show it."""
    sight = sight_of(begun(), next_turn(begun()), PUBLIC, told.Died(Ref(seat, 0)))
    (sentence,) = story_of(sight)[0].sentences
    name = sentence.line[0]
    assert (name.text, name.ref) == (("ada", "bob", "cid", "dan")[seat], f"seat:{seat}")


def test_only_those_who_see_a_fight_read_of_it() -> None:
    """PG-6.7: the seat that fights; another seat and the public do not."""
    bodies, expected = TURNS["won"]
    assert told_in_turn(Eyes(0), *bodies, whose=(0,)) == expected
    assert told_in_turn(Eyes(1), *bodies, whose=(0,)) == []
    assert told_in_turn(PUBLIC, *bodies, whose=(0,)) == []
