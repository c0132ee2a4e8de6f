"""The form of a turn for games whose view offers none: one question for each declared field of the game's actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.choices import Ask, Choices, Number, Numbers, Option, Path, Pick, Text, When
from referee.core.game import AnyPlugin
from referee.kit.enums import wire_number
from referee.kit.records import (
    FieldKind,
    RecordField,
    Scalar,
    fields_of,
    kind_name,
    meaning_of,
    wire_class,
)
from referee.kit.schema import Schema

__all__ = ["declared_choices"]

MOST_OPTIONS = 64
"""Most values of a list's whole-number entries for which the form lists the values as options to pick."""
MOST_ENTRIES = 64
"""Most options that a person can pick for a list field that has no declared maximum length."""


def declared_choices(plugin: AnyPlugin) -> Choices:
    """Return a form with a question for each field of the game's actions.

    If the game declares no records for its actions, the form has one question: the whole action as JSON.
    """
    schema = Schema.of(plugin)
    if schema is None:
        return Choices(
            "Answer with an action.", (Text("action", "Action as JSON", (), True, "{}"),)
        )
    kinds = schema.actions
    if len(kinds) == 1:
        return Choices(meaning_of(kinds[0]), tuple(_fields(kinds[0], (), None)))
    names = [kind_name(kind) for kind in kinds]
    options = tuple(
        Option(f"{name}: {meaning_of(kind)}", {name: {}})
        for name, kind in zip(names, kinds, strict=True)
    )
    asks: list[Ask] = [Pick("kind", "What you do", options, start=(0,))]
    for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        asks += _fields(kind, (name,), When("kind", (place,)))
    return Choices("Answer with an action.", tuple(asks))


def _fields(cls: type[Any], path: Path, when: When | None) -> Iterator[Ask]:
    """Yield a question for each field of a record, and of the records within it.

    Args:
        cls: Class of the record.
        path: Names of the fields that lead to the record within the action; empty for the action itself.
        when: Condition under which the questions are asked; None to ask them always.
    """
    for field in fields_of(wire_class(cls)):
        if not field.number:
            continue
        kind = field.kind
        is_record = kind.scalar is Scalar.RECORD and not kind.is_list and not kind.is_wrapped
        if is_record and kind.is_inline:
            yield from _fields(_class(kind), path, when)
        elif is_record and not kind.is_optional and not hasattr(kind.cls, "kinds"):
            yield from _fields(_class(kind), (*path, field.proto_name), when)
        else:
            yield _ask(field, (*path, field.proto_name), when)


def _class(kind: FieldKind) -> type[Any]:
    assert kind.cls is not None
    return kind.cls


def _ask(field: RecordField, path: Path, when: When | None) -> Ask:
    kind, name = field.kind, ".".join(map(str, path))
    title = f"{field.proto_name}: {field.meaning}"
    options = _options(kind)
    if options and (kind.is_list or not kind.is_optional):
        most = kind.most if kind.most is not None else MOST_ENTRIES
        if kind.is_list:
            return Pick(name, title, options, path, True, kind.least, most, when=when)
        return Pick(name, title, options, path, start=(0,), when=when)
    if kind.is_list or kind.is_optional or kind.scalar in {Scalar.REAL, Scalar.RECORD}:
        return Text(name, f"{title} (JSON; empty for none)", path, True, when=when)
    if kind.scalar is Scalar.WHOLE:
        assert kind.low is not None
        assert kind.high is not None
        start = min(max(0, kind.low), kind.high)
        number = Number(field.proto_name, path[-1], kind.low, kind.high, start)
        return Numbers(name, title, (number,), path[:-1], when=when)
    return Text(name, title, path, when=when)


def _options(kind: FieldKind) -> tuple[Option, ...]:
    """Return an option for each value of a field, or of an entry of a list field.

    Empty if the field is neither a truth value nor an enum nor a list of at most `MOST_OPTIONS` whole numbers.
    """
    match kind.scalar:
        case Scalar.TRUTH:
            return (Option("no", False), Option("yes", True))
        case Scalar.CHOICE:
            choices: Any = kind.cls
            return tuple(Option(each.name.lower(), wire_number(each)) for each in choices)
        case Scalar.WHOLE if kind.is_list and kind.low is not None and kind.high is not None:
            if kind.high - kind.low < MOST_OPTIONS:
                return tuple(Option(str(n), n) for n in range(kind.low, kind.high + 1))
    return ()
