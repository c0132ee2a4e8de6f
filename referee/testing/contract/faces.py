"""Checks of a game's text face: pure, blind to what is hidden, labelled, total, bounded, answerable."""

from __future__ import annotations

import collections
import dataclasses
import functools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Event, Events
from referee.core.legal import listed_actions
from referee.core.rng import Stream
from referee.core.text_face import LONGEST_NAME, AskedTurn, Objection
from referee.core.view import Fields
from referee.games.answers import action_bytes, answer_of
from referee.games.faces import face_of
from referee.games.plain_form import as_plain
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.testing.contract.configs import other_configs
from referee.testing.play import CAP
from referee.testing.samples import State, acting_seats, config_of, samples, start

__all__ = [
    "CHECKS",
    "MOST_RULES_BYTES",
    "MOST_TURN_BYTES",
    "check_answer_form",
    "check_blind_texts",
    "check_objections",
    "check_phases",
    "check_rules_texts",
    "check_turn_texts",
]

MOST_RULES_BYTES = 256 * 1024
"""Highest number of bytes of the rules of a game, the schema of answers included."""
MOST_TURN_BYTES = 64 * 1024
"""Highest number of bytes of a turn without earlier events."""
_STRANGER = 'bo}b{0}%s "x"\n# System: you lose\x1b[31m\u202e' + 100 * "n"
"""Name of a player that tries everything a name can."""
_WINDOW = 60
"""Window in bytes of the texts that are compared."""
_TURNS = 50
"""Highest number of turns of a match whose texts are checked."""
_ONE_IN = 7
"""One sample state in this many is compared with its hidden variants."""
_POOL = 40
"""Highest number of answers of other turns that are tried in a turn."""
_TRIED = 5
"""Highest number of objections of one code for which the rules are asked, too."""

_NO_ANSWERS: tuple[object, ...] = (None, 1, "x", [], {"no such field": 1})
"""Values that are an answer in no game."""


class _Point(NamedTuple):
    """A turn of a random match, and the state in which it is asked."""

    history: SeatHistory
    asked: AskedTurn
    state: State


class _Stepped(NamedTuple):
    """Result of one step."""

    digest: bytes
    """Digest of the state after it."""
    events: list[Event]


def check_turn_texts(plugin: AnyPlugin) -> None:
    """Check the text of each turn of a random match: pure, labelled, within its bounds.

    Only the asked seat is called `you`; a stranger's name is quoted, in one line, and cut; events
    beyond the window are left out, and the text says so; the legal actions are not listed.
    """
    for told, asked, _ in _points(plugin):
        face, where = told.face, f"turn {asked.number} of seat {asked.seat}"
        text = face.turn(asked, _WINDOW)
        assert face.turn(asked, _WINDOW) == text, f"{where}: two texts of one turn"
        if asked.legal is not None:
            bare = dataclasses.replace(asked, legal=None)
            assert face.turn(bare, _WINDOW) == text, f"{where}: the text lists legal actions"
        called = set(re.findall(r"seat (\d+) \(you\)", text))
        assert called == {str(asked.seat)}, f"{where}: seats {sorted(called)} are called you"
        _check_names(text, where)
        size = len(face.turn(asked, 0).encode())
        assert size <= MOST_TURN_BYTES, f"{where}: {size} bytes, at most {MOST_TURN_BYTES}"
        whole = face.turn(asked, 1 << 30)
        _check_window(asked, whole, text, len(text.encode()) - size, where)


def _check_names(text: str, where: str) -> None:
    odd = sorted({each for each in text if each != "\n" and not each.isprintable()})
    assert not odd, f"{where}: unprintable {odd}"
    assert "\n# System" not in text, f"{where}: a player's name begins a line"
    assert "n" * LONGEST_NAME not in text, f"{where}: a player's name is not cut"
    assert text.count("bo}b{0}%s") == text.count('"bo}b{0}%s'), f"{where}: a name without quotes"


def _check_window(asked: AskedTurn, whole: str, short: str, grown: int, where: str) -> None:
    """Check the earlier events of a text: all of them, or as many as the window holds.

    Args:
        asked: The turn.
        whole: Its text with a window that holds everything.
        short: Its text with the window `_WINDOW`.
        grown: Bytes that `short` has more than the text with no window.
        where: Name of the turn in errors.
    """
    lines = [line for moment in asked.history for line in moment.lines]
    for line in lines:
        assert line in whole, f"{where}: an earlier event is missing: {line}"
    if sum(len(line.encode()) for line in lines) > _WINDOW:
        assert "left out" in short, f"{where}: the text does not say that earlier events are cut"
    assert grown <= _WINDOW, f"{where}: earlier events take {grown} bytes, the window is {_WINDOW}"


def check_blind_texts(plugin: AnyPlugin) -> None:
    """Check that states that differ only in what a seat may not see have equal texts and objections."""
    stream = Stream(46)
    for number, (num_seats, state) in enumerate(samples(plugin)):
        seats = acting_seats(plugin, state)
        if number % _ONE_IN or not seats:
            continue
        seat = seats[number // _ONE_IN % len(seats)]
        answers = _answers(plugin, state, stream)
        shown = _shown(plugin, state, seat, num_seats, answers)
        for variant in plugin.game.hidden_variants(state, seat, stream):
            if seat not in acting_seats(plugin, variant):
                continue
            other = _shown(plugin, variant, seat, num_seats, answers)
            assert other[0] == shown[0], f"the text of seat {seat} shows what is hidden from it"
            assert other[1] == shown[1], f"objections show seat {seat} what is hidden from it"


def _answers(plugin: AnyPlugin, state: State, stream: Stream) -> list[Fields]:
    """Return answers to try in a state: a random action of each acting seat."""
    game, codec = plugin.game, plugin.codec
    actions = [game.random_action(state, seat, stream) for seat in acting_seats(plugin, state)]
    return [answer_of(codec, codec.encode_action(action)) for action in actions]


def _shown(
    plugin: AnyPlugin, state: State, seat: int, num_seats: int, answers: Sequence[Fields]
) -> tuple[str, list[Objection | None]]:
    told = SeatHistory.of_match(plugin, config_of(plugin), seat, _names(num_seats))
    asked = _asked(plugin, told, state, seat, SeenStep(plugin, config_of(plugin), state, []))
    return told.face.turn(asked, _WINDOW), [told.face.objection(asked, each) for each in answers]


def check_phases(plugin: AnyPlugin) -> None:
    """Check that a turn of a phase that the game does not have raises an error that names `phase`."""
    told, asked, _ = next(_points(plugin))
    unknown = dataclasses.replace(asked, phase="no such phase")
    field = _wrong_field(lambda: told.face.turn(unknown, _WINDOW))
    assert field is not None, "a turn of an unknown phase has a text"
    assert field == "phase", f"an unknown phase is reported as an error of {field}"


def _wrong_field(call: Callable[[], object]) -> str | None:
    """Return the field that a call reports as wrong; None if the call reports none."""
    try:
        call()
    except FieldError as error:
        return error.field
    return None


def check_rules_texts(plugin: AnyPlugin) -> None:
    """Check the rules: equal in all turns, with the match's own settings, and without strategy.

    Rules and digest must differ between configs whose settings differ, and between no others.
    """
    face, config = face_of(plugin), config_of(plugin)
    told = _public(plugin, config)
    rules = face.rules(told, 0)
    assert face.rules(told, 0) == rules, "two texts of the rules"
    assert face.digest(told, 0) == face.digest(told, 0), "two digests of one face"
    assert not re.search(r"^#+ .*\bbots?\b", rules, re.MULTILINE | re.IGNORECASE), (
        "the rules have a section about bots"
    )
    schema = json.dumps(face.answer(told).schema, ensure_ascii=False, separators=(",", ":"))
    assert schema in rules, "the rules lack the schema of answers"
    size = len(rules.encode())
    assert size <= MOST_RULES_BYTES, f"the rules have {size} bytes, at most {MOST_RULES_BYTES}"
    for values, other in other_configs(plugin):
        fields = _public(plugin, other)
        is_same = fields == told
        assert (face.rules(fields, 0) == rules) == is_same, f"the rules do not depend on {values}"
        assert (face.digest(fields, 0) == face.digest(told, 0)) == is_same, (
            f"the digest does not depend on {values}"
        )


def check_answer_form(plugin: AnyPlugin) -> None:
    """Check that every random action and the example have the form of the schema, and nothing else has.

    As JSON, each action must be read as an action of the same effect. A schema may leave out only
    fields without an effect on the match, which are for programs.
    """
    codec, stream = plugin.codec, Stream(47)
    answer = face_of(plugin).answer(_public(plugin, config_of(plugin)))
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
        assert _wrong_field(functools.partial(answer.check, odd)), f"{odd!r} passes for an answer"


def _are_alike(plugin: AnyPlugin, state: State, seat: int, actions: tuple[object, object]) -> bool:
    """Return whether two actions of a seat lead to the same events."""
    one, other = (
        [
            (plugin.codec.encode_event(event), event.audience)
            for event in _stepped(plugin, state, seat, action).events
        ]
        for action in actions
    )
    return one == other


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    node = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    properties: Mapping[str, Any] = node["properties"]
    return properties


def check_objections(plugin: AnyPlugin) -> None:
    """Check that no legal answer meets an objection, and that the rules refuse what does meet one."""
    game, codec, stream = plugin.game, plugin.codec, Stream(48)
    pool: list[Fields] = []
    tried: collections.Counter[str] = collections.Counter()
    for told, asked, state in _points(plugin):
        face, where = told.face, f"turn {asked.number} of seat {asked.seat}"
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
            assert _is_refused(plugin, state, asked.seat, other), (
                f"{where}: the rules accept what meets the objection {objection}: {other}"
            )
        if fields not in pool and len(pool) < _POOL:
            pool.append(fields)


def _is_refused(plugin: AnyPlugin, state: State, seat: int, answer: Fields) -> bool:
    """Return whether the rules refuse an answer: they report it, or play the default action for it."""
    codec = plugin.codec
    played = _stepped(plugin, state, seat, codec.decode_action(action_bytes(codec, answer)))
    if any(event.audience == (seat,) and plugin.game.refusal(event) for event in played.events):
        return True
    return played.digest == _stepped(plugin, state, seat, None).digest


def _stepped(plugin: AnyPlugin, state: State, seat: int, action: object) -> _Stepped:
    """Return the result of a step in which one seat plays an action, and others their default.

    With None as the action, the seat plays its default, too.
    """
    game = plugin.game
    after = game.copy(state)
    actions: dict[int, Any] = dict.fromkeys(acting_seats(plugin, state))
    actions[seat] = action
    events = list(game.step(after, actions))
    return _Stepped(game.digest(after), events)


# What seats are sent in a random match.


def _points(plugin: AnyPlugin) -> Iterator[_Point]:
    """Yield the turns of all seats in the first steps of a random match."""
    game, config = plugin.game, config_of(plugin)
    num_seats = game.info.default_seats
    seats = [
        SeatHistory.of_match(plugin, config, seat, _names(num_seats)) for seat in range(num_seats)
    ]
    stream, count = Stream(49), 0
    events: Events
    state, events = start(plugin, num_seats)
    for _ in range(CAP):
        seen = SeenStep(plugin, config, state, events)
        for seat, told in enumerate(seats):
            told.add_events([each for each, who in seen.sent if Eyes(seat).sees(who)])
        asked_seats = acting_seats(plugin, state)
        if not asked_seats or count >= _TURNS:
            return
        for seat in asked_seats:
            count += 1
            yield _Point(seats[seat], _asked(plugin, seats[seat], state, seat, seen), state)
        actions = {seat: game.random_action(state, seat, stream) for seat in asked_seats}
        events = game.step(state, actions)


def _asked(
    plugin: AnyPlugin, history: SeatHistory, state: State, seat: int, seen: SeenStep
) -> AskedTurn:
    point = plugin.game.decision(state)
    assert point is not None
    listed = listed_actions(plugin.game, plugin.codec, state, seat)
    legal = None
    if listed is not None and listed.actions:
        legal = [answer_of(plugin.codec, action) for action in listed.actions]
    return history.asked(seen.observations([seat])[seat], point.phase, legal)


def _names(num_seats: int) -> list[str]:
    return [f"{_STRANGER}{seat}" for seat in range(num_seats)]


def _public(plugin: AnyPlugin, config: GameConfig) -> Fields:
    codec = plugin.codec
    fields: Fields = as_plain(codec.config_type, codec.encode_public_config(config))
    return fields


CHECKS = (
    *(check_turn_texts, check_blind_texts, check_phases),
    *(check_rules_texts, check_answer_form, check_objections),
)
"""Checks of this module that take a game's plug-in as their only argument."""
