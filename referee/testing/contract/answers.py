"""Checks of the answers of a game's text face: their form, the example, and what is objected to."""

from __future__ import annotations

import collections
import functools
import json
from collections.abc import Mapping
from typing import Any

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.view import Fields
from referee.games.answers import action_bytes, answer_of
from referee.games.faces import face_of
from referee.testing.drawn_answers import draw_answer
from referee.testing.face_turns import face_turns, is_refused, public_config, stepped, wrong_field
from referee.testing.samples import State, acting_seats, config_of, samples

__all__ = [
    "CHECKS",
    "check_answer_form",
    "check_examples",
    "check_objections",
    "check_random_answers",
]

_POOL = 40
"""Highest number of answers of other turns that are tried in a turn."""
_TRIED = 5
"""Highest number of objections of one code for which the rules are asked, too."""
_DRAWN = 4
"""Number of answers drawn from the schema in each turn."""
_NO_ANSWERS: tuple[object, ...] = (None, 1, "x", [], {"no such field": 1})
"""Values that are an answer in no game."""


def check_answer_form(plugin: AnyPlugin) -> None:
    """Check that every random action and the example have the form of the schema, and nothing else has.

    As JSON, each action must be read as an action of the same effect. A schema may leave out only
    fields without an effect on the match, which are for programs.
    """
    codec, stream = plugin.codec, Stream(47)
    answer = face_of(plugin).answer(public_config(plugin, config_of(plugin)))
    answer.check(json.loads(json.dumps(answer.example)))
    codec.decode_action(action_bytes(codec, answer.example))
    known, cut = _properties(answer.schema), 0
    for number, (_, state) in enumerate(samples(plugin)):
        # A few seats of each state: a match of many seats has thousands of turns.
        for seat in acting_seats(plugin, state)[number % 3 :: 3]:
            data = codec.encode_action(plugin.game.random_action(state, seat, stream))
            fields = answer_of(codec, data)
            sent = {name: value for name, value in fields.items() if name in known}
            answer.check(json.loads(json.dumps(sent)))
            given, again = codec.decode_action(data), codec.decode_action(action_bytes(codec, sent))
            if again == given:
                continue
            assert sent != fields, f"another action after JSON: {sent}"
            cut += 1
            # A step may take long, and what is left out is left out of every action.
            if cut <= _TRIED and not _are_alike(plugin, state, seat, (again, given)):
                raise AssertionError(f"the schema leaves out what has an effect: {fields}")
    for odd in _NO_ANSWERS:
        assert wrong_field(functools.partial(answer.check, odd)), f"{odd!r} passes for an answer"


def _are_alike(plugin: AnyPlugin, state: State, seat: int, actions: tuple[object, object]) -> bool:
    """Return whether two actions of a seat lead to the same events."""
    one, other = (
        [
            (plugin.codec.encode_event(event), event.audience)
            for event in stepped(plugin, state, seat, action).events
        ]
        for action in actions
    )
    return one == other


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    node = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    properties: Mapping[str, Any] = node["properties"]
    return properties


def check_objections(plugin: AnyPlugin, draws: int = 1) -> None:
    """Check that no legal answer meets an objection, and that the rules refuse what does meet one.

    Args:
        plugin: The game.
        draws: Number of legal answers drawn in each turn, from 1.
    """
    game, codec, stream = plugin.game, plugin.codec, Stream(48)
    pool: list[Fields] = []
    tried: collections.Counter[str] = collections.Counter()
    for told, asked, state in face_turns(plugin):
        face, where = told.face, f"turn {asked.number} of seat {asked.seat}"
        for _ in range(draws):
            own = game.random_action(state, asked.seat, stream)
            fields = answer_of(codec, codec.encode_action(own))
            objection = face.objection(asked, fields)
            assert objection is None, f"{where}: a legal answer meets the objection {objection}"
        for other in pool:
            objection = face.objection(asked, other)
            if objection is None:
                continue
            assert objection.field, f"{where}: an objection without a field"
            assert objection.code, f"{where}: an objection without a code"
            assert objection.text, f"{where}: an objection without a text"
            tried[objection.code] += 1
            # A step may take long, and a few of each reason show what there is to see.
            if tried[objection.code] > _TRIED:
                continue
            assert is_refused(plugin, state, asked.seat, other), (
                f"{where}: the rules accept what meets the objection {objection}: {other}"
            )
        if fields not in pool and len(pool) < _POOL:
            pool.append(fields)


def check_random_answers(plugin: AnyPlugin, draws: int = _DRAWN) -> None:
    """Check that answers drawn from the schema can be read, and that objections to them are no mistake.

    Each must be read as an action; the rules must play it or refuse it without an error, and refuse
    it if the face objects.

    Args:
        plugin: The game.
        draws: Number of answers drawn in each turn, from 1.
    """
    stream, codec = Stream(50), plugin.codec
    tried: collections.Counter[str] = collections.Counter()
    for told, asked, state in face_turns(plugin):
        answer = told.face.answer(told.config)
        for _ in range(draws):
            drawn = json.loads(json.dumps(draw_answer(answer.schema, stream)))
            answer.check(drawn)
            action = codec.decode_action(action_bytes(codec, drawn))
            objection = told.face.objection(asked, drawn)
            code = objection.code if objection else ""
            tried[code] += 1
            if tried[code] <= _TRIED * draws:
                refused = is_refused(plugin, state, asked.seat, drawn)
                assert refused or not objection, f"the rules accept what meets {objection}: {drawn}"
                stepped(plugin, state, asked.seat, action)


def check_examples(plugin: AnyPlugin) -> None:
    """Check that the last JSON object of rules and turns is an example that has the form of an answer.

    A player that copies it must be understood: no example may be for another phase.
    """
    for told, asked, _ in face_turns(plugin):
        answer = told.face.answer(told.config)
        shown = told.face.example(asked)
        answer.check(json.loads(json.dumps(shown)))
        objection = told.face.objection(asked, shown)
        assert not objection or objection.code != "WRONG_PHASE", f"{shown}: {objection}"
        rules = told.face.rules(told.config, asked.seat)
        for name, text in (("rules", rules), ("turn", told.face.turn(asked, 0))):
            found = [line[line.index("{") :] for line in text.splitlines() if line.endswith("}")]
            if not found:
                assert name != "rules", "the rules have no example of an answer"
                continue
            example = json.loads(found[-1])
            answer.check(example)
            objection = told.face.objection(asked, example) if name == "turn" else None
            assert not objection or objection.code != "WRONG_PHASE", f"{found[-1]}: {objection}"


CHECKS = (check_answer_form, check_objections, check_random_answers, check_examples)
"""Checks of this module that take a game's plug-in as their only argument."""
