"""Checks of `Codec` and config: what clients rely on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message

from referee.core.config import parse_config
from referee.core.errors import ConfigError, MalformedError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.schema import Schema
from referee.testing.dear import action_descriptor, dear_payloads, lines_run
from referee.testing.play import play_randomly
from referee.testing.samples import (
    acting_seats,
    config_of,
    effects_of,
    num_seats_of,
    samples,
    start,
    told,
)

__all__ = [
    "CHECKS",
    "check_seed",
    "check_parse_action",
    "check_decode_action",
    "check_messages",
    "check_known_observation",
    "check_events_join",
    "check_actions_survive_the_wire",
    "check_refused_actions_survive_the_wire",
    "check_configs_survive_the_wire",
    "check_config_schema",
    "check_config_errors",
    "check_locked_schema",
    "check_long_actions",
]

MOST_LINES = 30_000
"""Highest number of lines of Python that may run while one action is read: about 40 for each of the
600 orders that Dungeon Keeper's default config allows.
"""
_REFUSED_STEPS = 4
"""Number of steps at which refused actions are tried."""
_ODD_VALUES: tuple[object, ...] = (None, -1, [], {}, "x", {"kind": "x"})
_ODD_NUMBERS = (-1, 0, 1, 7, 2**31 - 1)
_LONG_ACTIONS = 100
"""Lowest number of long actions that are tried. If there are fewer than twice as many, all are tried."""


def check_messages(plugin: AnyPlugin) -> None:
    """Check that all messages are of the types that the codec names, without unknown fields."""
    game, codec = plugin.game, plugin.codec
    config = config_of(plugin)
    _read(codec.config_type, codec.encode_config(config))
    for num_seats, state in samples(plugin):
        for data in codec.encode_observations(config, game.observe(state, range(num_seats))):
            _read(codec.observation_type, data)
        acting = acting_seats(plugin, state)
        for seat in acting:
            action = game.random_action(state, seat, Stream(11))
            _read(codec.action_type, codec.encode_action(action))


def check_known_observation(plugin: AnyPlugin) -> None:
    """Check `Codec.known_observation`: bytes with which every observation of a seat begins and ends.

    The message must have the same content if both are put in front of the remaining bytes.
    """
    game, codec = plugin.game, plugin.codec
    config = config_of(plugin)
    for num_seats, state in samples(plugin):
        whole = codec.encode_observations(config, game.observe(state, range(num_seats)))
        for seat, data in enumerate(whole):
            start, end = codec.known_observation(config, seat)
            assert len(start) + len(end) <= len(data)
            assert data.startswith(start)
            assert data.endswith(end)
            rest = data[len(start) : len(data) - len(end)]
            read = _read(codec.observation_type, start + end + rest)
            assert read == _read(codec.observation_type, data)


def check_events_join(plugin: AnyPlugin) -> None:
    """Check that encoded events, joined end to end, are one message with all events in order."""
    codec = plugin.codec
    (field,) = _message_class(codec.events_type).DESCRIPTOR.fields
    assert field.number == 1
    assert field.is_repeated
    for num_seats in num_seats_of(plugin):
        state, events = start(plugin, num_seats)
        events += play_randomly(plugin.game, state, Stream(12))
        chunks = [codec.encode_event(event) for event in events]
        singles = [getattr(_read(codec.events_type, chunk), field.name) for chunk in chunks]
        assert all(len(single) == 1 for single in singles)
        joined = getattr(_read(codec.events_type, b"".join(chunks)), field.name)
        assert list(joined) == [single[0] for single in singles]
        assert codec.encode_events(events) == b"".join(chunks)


def check_actions_survive_the_wire(plugin: AnyPlugin) -> None:
    """Check that an action has the same effect after it has been encoded and decoded."""
    game, codec = plugin.game, plugin.codec
    for num_seats, state in samples(plugin):
        acting = acting_seats(plugin, state)
        for seat in acting:
            for key in range(4):
                action = game.random_action(state, seat, Stream(num_seats, 13, key))
                again = codec.decode_action(codec.encode_action(action))
                one, two = game.copy(state), game.copy(state)
                others: dict[int, object] = dict.fromkeys(acting)
                events = game.step(one, {**others, seat: action})
                same_events = game.step(two, {**others, seat: again})
                assert told(plugin, events) == told(plugin, same_events)
                assert game.digest(one) == game.digest(two)


def check_refused_actions_survive_the_wire(plugin: AnyPlugin) -> None:
    """Check that an action that is refused has the same effect once encoded and decoded."""
    game, codec = plugin.game, plugin.codec
    for num_seats in num_seats_of(plugin)[:1]:
        state, _ = start(plugin, num_seats)
        stream = Stream(25)
        for _ in range(_REFUSED_STEPS):
            acting = acting_seats(plugin, state)
            if not acting:
                break
            actions = {seat: game.random_action(state, seat, stream) for seat in acting}
            for seat, action in actions.items():
                for number, odd in enumerate(_odd_actions(plugin, action)):
                    again = codec.decode_action(codec.encode_action(odd))
                    one, two = game.copy(state), game.copy(state)
                    others: dict[int, object] = dict.fromkeys(acting)
                    events = game.step(one, {**others, seat: odd})
                    same_events = game.step(two, {**others, seat: again})
                    what = f"refused action {number} of seat {seat}, {odd!r:.200}"
                    assert told(plugin, events) == told(plugin, same_events), (
                        f"{what}: other events"
                    )
                    assert game.digest(one) == game.digest(two), f"{what}: another state"
            game.step(state, actions)


def _odd_actions(plugin: AnyPlugin, action: object) -> Iterator[Any]:
    """Yield actions that the rules refuse at least in part.

    They are unreadable values, and actions whose message is a legal one with entries repeated or
    changed.
    """
    codec = plugin.codec
    for value in _ODD_VALUES:
        yield plugin.game.parse_action(value)
    data = codec.encode_action(action)
    message = _read(codec.action_type, data)
    for odd in _changed(message):
        try:
            yield codec.decode_action(odd.SerializeToString())
        except MalformedError:
            continue


def _changed(message: Message) -> Iterator[Message]:
    """Yield copies of a message in which one list is far too long, or one number has an odd value."""
    fields: Sequence[tuple[Any, Any]] = message.ListFields()
    for field, value in fields:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            continue
        if field.is_repeated:
            for times in (2, 50):
                longer = _copy(message)
                getattr(longer, field.name).extend(list(value) * times)
                yield longer
        for number in _ODD_NUMBERS if field.message_type is None else ():
            odd = _copy(message)
            try:
                if field.is_repeated:
                    getattr(odd, field.name)[0] = number
                else:
                    setattr(odd, field.name, number)
            except (TypeError, ValueError):  # it is no number, or none of its type
                continue
            yield odd
        if field.message_type is not None:
            entries = enumerate(value) if field.is_repeated else [(0, value)]
            for index, entry in list(entries)[:2]:
                for changed in _changed(entry):
                    odd = _copy(message)
                    inner = getattr(odd, field.name)
                    (inner[index] if field.is_repeated else inner).CopyFrom(changed)
                    yield odd


def _copy(message: Message) -> Message:
    copied = type(message)()
    copied.CopyFrom(message)
    return copied


def check_configs_survive_the_wire(plugin: AnyPlugin) -> None:
    """Check that a config is the same after it has been encoded and decoded.

    Parameters at their bounds, and all their choices, are included.
    """
    cls, codec = plugin.game.config_class, plugin.codec
    assert parse_config(cls, codec.decode_config(b"")) == cls()
    with pytest.raises(MalformedError):
        codec.decode_config(b"\xff\xff\xff")
    for name, schema in cls.model_json_schema()["properties"].items():
        ends = [schema[key] for key in ("minimum", "maximum") if key in schema]
        for value in [*ends, *schema.get("enum", [])]:
            config = cls().model_copy(update={name: value})
            again = codec.decode_config(codec.encode_config(config))
            assert parse_config(cls, again) == config


def check_config_schema(plugin: AnyPlugin) -> None:
    """Check that every parameter has a docstring and a default, and every number has bounds."""
    for name, schema in plugin.game.config_class.model_json_schema()["properties"].items():
        assert schema.get("description"), f"{name} has no docstring"
        assert "default" in schema, f"{name} has no default"
        if schema.get("type") in ("integer", "number"):
            assert {"minimum", "maximum"} <= schema.keys(), f"{name} is unbounded"


def check_config_errors(plugin: AnyPlugin) -> None:
    """Check that a value out of bounds is refused by an error with field, bound and value."""
    cls = plugin.game.config_class
    assert parse_config(cls, {}) == cls()
    with pytest.raises(ConfigError) as unknown:
        parse_config(cls, {"no_such_parameter": 1})
    assert unknown.value.field == "no_such_parameter"
    for name, schema in cls.model_json_schema()["properties"].items():
        broken: list[tuple[object, str]] = [(object(), "")]
        if "minimum" in schema:
            broken.append((schema["minimum"] - 1, str(schema["minimum"])))
        if "maximum" in schema:
            broken.append((schema["maximum"] + 1, str(schema["maximum"])))
        if "enum" in schema:
            broken.append(("no such choice", str(schema["enum"][0])))
        for value, bound in broken:
            with pytest.raises(ConfigError) as caught:
                parse_config(cls, {name: value})
            assert caught.value.field == name
            assert caught.value.value == value
            assert bound in caught.value.bound


def check_locked_schema(plugin: AnyPlugin) -> None:
    """Check that the messages that the kit derives from a game's records equal the `.proto` file next to the game.

    So no field number changes unnoticed. If the game has its own modules that protoc generated, the messages must equal
    those of these modules instead.
    """
    schema = Schema.of(plugin)
    if schema is None:
        return
    if schema.stubs is not None:
        generated = descriptor_pb2.FileDescriptorProto()
        schema.stubs.DESCRIPTOR.CopyToProto(generated)
        assert _parts(schema.messages.file()) == _parts(generated)
        return
    game = plugin.game.info.game
    module = sys.modules[type(plugin.game).__module__].__file__
    assert module is not None
    lock = Path(module).with_name(f"{game}.proto")
    how = f"`referee games {game} --proto` writes it; a number in it never gets another meaning"
    assert lock.exists(), f"{lock.name} is missing: {how}"
    assert lock.read_text() == schema.proto(), f"{lock.name} has other messages: {how}"


def _parts(file: descriptor_pb2.FileDescriptorProto) -> list[str]:
    """Return the messages and enums of a file as sorted texts, whatever their order in it."""
    for message in file.message_type:
        # Names in JSON are in generated files only, and the order of fields means nothing.
        for field in message.field:
            field.ClearField("json_name")
        message.field.sort(key=lambda field: field.number)
    return sorted(str(part) for part in (*file.message_type, *file.enum_type))


def check_seed(plugin: AnyPlugin, seed: int) -> None:
    """Check that a match with the given seed starts with a decision point."""
    state, events = start(plugin, plugin.game.info.default_seats, seed)
    assert plugin.game.decision(state) is not None
    told(plugin, events)


def check_parse_action(plugin: AnyPlugin, value: object) -> None:
    """Check that a plain value (as from JSON) is read as an action that can be played."""
    effects_of(plugin, plugin.game.parse_action(value), points=3)


def check_decode_action(plugin: AnyPlugin, data: bytes) -> None:
    """Check that bytes are read as an action, or refused as malformed.

    An action that was read must be playable, and must have the same effect when it is encoded again.
    """
    try:
        action = plugin.codec.decode_action(data)
    except MalformedError:
        return
    again = plugin.codec.decode_action(plugin.codec.encode_action(action))
    assert effects_of(plugin, action, points=3) == effects_of(plugin, again, points=3)


def _message_class(name: str) -> type[Message]:
    return message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))


def _read(name: str, data: bytes) -> Message:
    message = _message_class(name).FromString(data)
    # Without its unknown fields a message is shorter than the bytes that it was read from.
    message.DiscardUnknownFields()
    assert message.ByteSize() == len(data), f"no {name}, or one with fields given twice"
    return message


def check_long_actions(plugin: AnyPlugin) -> None:
    """Check that reading an action with very long lists takes at most `MOST_LINES` lines of Python.

    A reader must stop where the rules can't use further entries. The actions are those of
    `dear_payloads`, made to be expensive to read.
    """
    codec = plugin.codec
    action = action_descriptor(codec.action_type)
    if action is None:
        return
    read = codec.action_reader(config_of(plugin))
    # Counted by making all of them once: kept in a list, they would take much memory.
    stride = max(1, sum(1 for _ in dear_payloads(action)) // _LONG_ACTIONS)
    for number, payload in enumerate(dear_payloads(action)):
        if number == 0:  # what is made at the first long action is no part of any
            lines_run(read, payload.data, sys.maxsize)
        if number % stride == 0:
            lines = lines_run(read, payload.data, MOST_LINES)
            assert lines <= MOST_LINES, f"{payload.name}: read to its end"


CHECKS = (
    check_messages,
    check_known_observation,
    check_events_join,
    check_actions_survive_the_wire,
    check_refused_actions_survive_the_wire,
    check_configs_survive_the_wire,
    check_config_schema,
    check_config_errors,
    check_locked_schema,
    check_long_actions,
)
"""Checks of this module that take a game's plug-in as their only argument."""
