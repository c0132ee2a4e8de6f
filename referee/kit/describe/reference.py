"""Writes message declarations as a Markdown page: a table of fields for each message."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kit.describe.messages import Choice, Message, Messages, enum_values
from referee.kit.describe.proto import LEAST_STATED, MOST_STATED, type_name
from referee.kit.records import RecordField, Scalar, meaning_of

__all__ = ["reference"]


def reference(messages: Messages, title: str) -> str:
    """Return the Markdown reference page of a game's messages.

    Args:
        messages: Message declarations.
        title: The game's name for people.
    """
    lines = [
        f"# Messages of {title}",
        "",
        f"Package `{messages.package}`. Lists say how many entries they have; a field that is optional may be absent.",
    ]
    for name, part in messages.parts.items():
        # Every game has the same Events message, so the page leaves it out.
        if name != "Events":
            lines += ["", f"## {name}", ""]
            lines += _message(messages, part) if isinstance(part, Message) else _enum(part, name)
    return "\n".join(lines) + "\n"


def _message(messages: Messages, part: Message) -> Iterator[str]:
    yield part.meaning
    if not part.fields:
        return
    yield from ("", "| number | field | type | bounds | meaning |", "|---|---|---|---|---|")
    for field in (*part.fields, *part.outside):
        cells = (
            str(field.number),
            f"`{field.proto_name}`",
            _type(messages, part, field),
            _bounds(field),
            _cell(field.meaning),
        )
        yield f"| {' | '.join(cells)} |"


def _type(messages: Messages, part: Message, field: RecordField) -> str:
    kind = field.kind
    name = type_name(messages, kind)
    if kind.is_map:
        return f"`{name}`"
    linked = f"[{name}](#{name.lower()})" if kind.cls is not None else name
    if kind.is_list:
        return f"list of {linked}"
    return f"{linked}, optional" if messages.is_optional(part, field) else linked


def _bounds(field: RecordField) -> str:
    kind = field.kind
    bounds = []
    if kind.scalar is Scalar.WHOLE and kind.low != LEAST_STATED:
        bounds.append(
            f"from {kind.low}" if kind.high == MOST_STATED else f"{kind.low} to {kind.high}"
        )
    if kind.length is not None:
        bounds.append(f"{kind.length} entries")
    elif kind.is_list and kind.most is not None:
        bounds.append(f"{kind.least} to {kind.most} entries")
    return ", ".join(bounds)


def _enum(part: Choice, proto_name: str) -> Iterator[str]:
    yield meaning_of(part)
    yield from ("", "| number | name | meaning |", "|---|---|---|")
    for name, number, meaning in enum_values(part, proto_name):
        yield f"| {number} | `{name}` | {_cell(meaning)} |"


def _cell(text: str) -> str:
    # A bar would end the cell of the table.
    return text.replace("|", "\\|")
