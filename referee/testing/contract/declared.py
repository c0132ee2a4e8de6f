"""Checks of games made with the kit: values are within the bounds that their records declare."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.columns import ColumnSet
from referee.kit.describe.json_schema import json_schema
from referee.kit.records import FieldKind, Partial, Scalar, Variant, fields_of, wire_class
from referee.kit.schema import Schema
from referee.testing.play import play_randomly
from referee.testing.samples import acting_seats, config_of, num_seats_of, samples, start

__all__ = ["CHECKS", "check_declared_columns", "check_declared_records", "problem_of"]


def check_declared_records(plugin: AnyPlugin) -> None:
    """Check that all observations, actions and events of random matches are within their bounds."""
    schema = Schema.of(plugin)
    if schema is None:
        return
    for record in _records(plugin, schema):
        problem = problem_of(record)
        assert problem is None, problem


def check_declared_columns(plugin: AnyPlugin) -> None:
    """Check that the columns made from records can hold all values of random matches.

    No two fields may share a column, and each record must have a JSON Schema.
    """
    schema = Schema.of(plugin)
    if schema is None:
        return
    by_class: dict[type[Any], list[Any]] = {}
    for record in _records(plugin, schema):
        by_class.setdefault(type(record), []).append(record)
    for cls, records in by_class.items():
        assert f"#/$defs/{wire_class(cls).__name__}" in str(json_schema(cls))
        columns = ColumnSet(cls)
        arrays = columns.arrays(records)
        assert len(arrays) == len(columns.columns)
        for column in columns.columns:
            array = arrays[column.name]
            assert array.shape == (len(records), *column.shape)
            assert array.dtype == column.dtype
            if array.size:
                assert column.low <= np.min(array), column.name
                assert np.max(array) <= column.high, column.name


@functools.lru_cache(maxsize=1)
def _records(plugin: AnyPlugin, schema: Schema) -> list[Any]:
    """Return observations, actions and events of random matches, and the config, as records."""
    game, records = plugin.game, []
    for num_seats in num_seats_of(plugin):
        state, events = start(plugin, num_seats)
        events += play_randomly(game, state, Stream(15))
        bodies = [event.body for event in events]
        records += [each.body if isinstance(each, Partial) else each for each in bodies]
        records += [_as_declared(one, schema) for one in game.observe(state, range(num_seats))]
    for num_seats, state in samples(plugin):
        records += [_as_declared(one, schema) for one in game.observe(state, range(num_seats))]
        actions = [
            game.random_action(state, seat, Stream(16)) for seat in acting_seats(plugin, state)
        ]
        records += [_as_sent(action, plugin, schema) for action in actions]
    records.append(schema.config.model_construct(**dict(config_of(plugin))))
    return records


def _as_declared(seen: Any, schema: Schema) -> Any:
    """Return the observation `seen` as its declared record, even if the game keeps a more compact form."""
    cls = schema.observation
    if isinstance(seen, cls):
        return seen
    return cls(*[getattr(seen, field.name) for field in fields_of(cls)])


def _as_sent(action: Any, plugin: AnyPlugin, schema: Schema) -> Any:
    """Return an action as the record that is sent, if the game has its own form of actions."""
    if isinstance(action, schema.actions):
        return action
    cls, fields = schema.decode_action(plugin.codec.encode_action(action))
    assert cls is not None
    return cls(**fields)


def problem_of(record: Any) -> str | None:
    """Return an error message about the first value that breaks its declaration.

    None if none does.
    """
    for field in fields_of(type(record)):
        where, kind = f"{type(record).__name__}.{field.name}", field.kind
        if not hasattr(record, field.name):
            return f"{where} is missing"
        value = getattr(record, field.name)
        if not kind.is_list:
            entries = () if value is None and kind.is_optional else (value,)
        elif not kind.least <= len(value) <= (len(value) if kind.most is None else kind.most):
            most = "any" if kind.most is None else kind.most
            return f"{where} must have {kind.least} to {most} entries, not {len(value)}"
        else:
            entries = value
        for entry in entries:
            problem = _problem(kind, entry)
            if problem:
                return problem if kind.scalar is Scalar.RECORD else f"{where} must be {problem}"
    return None


def _problem(kind: FieldKind, value: Any) -> str | None:
    match kind.scalar:
        case Scalar.RECORD if kind.is_wrapped:
            return problem_of(kind.record_of(value))
        case Scalar.RECORD:
            assert kind.cls is not None
            is_right = isinstance(
                value, kind.cls.kinds if issubclass(kind.cls, Variant) else kind.cls
            )
            return problem_of(value) if is_right else f"{value!r} must be a {kind.cls}"
        case Scalar.WHOLE:
            assert kind.low is not None
            assert kind.high is not None
            if isinstance(value, np.generic):
                return f"an int, not {value!r}, a number of NumPy: take int(x), or array.tolist()"
            is_right = type(value) is int and (
                kind.low <= value <= kind.high or value == kind.absent
            )
            return None if is_right else f"from {kind.low} to {kind.high}, not {value!r}"
        case Scalar.TRUTH:
            return None if type(value) is bool else f"true or false, not {value!r}"
        case Scalar.CHOICE:
            assert kind.cls is not None
            names = [member.name.lower() if kind.is_text else member for member in kind.cls]
            is_right = value in names or (kind.absent is not None and value == kind.absent)
            return None if is_right else f"one of {names}, not {value!r}"
        case Scalar.TEXT:
            return None if isinstance(value, str) else f"a text, not {value!r}"
    return None if type(value) is float else f"a real number, not {value!r}"


CHECKS = (check_declared_records, check_declared_columns)
"""Checks of this module that take a game's plug-in as their only argument."""
