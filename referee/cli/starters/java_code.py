"""Messages as Java writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from referee.cli.starters.literals import SourceCode, camel, nested_name, type_of

__all__ = ["JavaCode"]


class JavaCode(SourceCode):
    """Chains of builders of protoc."""

    further = ("List.of(", "\nimport java.util.List;")

    def _body(self, by_phase: Mapping[str, Message]) -> str:
        if len(by_phase) == 1:
            return f"    return {self._chain(*by_phase.values(), depth=2)}.build();"
        *first, last = by_phase
        cases = [
            f'      case "{phase}" ->\n          {self._chain(by_phase[phase], depth=5)}.build();'
            for phase in first
        ]
        cases.append(
            f"      default -> // {last}\n          {self._chain(by_phase[last], depth=5)}.build();"
        )
        return "\n".join(["    return switch (phase) {", *cases, "    };"])

    @property
    def _prefix(self) -> str:
        return f"{self.package}Constants."

    @property
    def _constants(self) -> tuple[str, str]:
        return f"\nimport gamereferee.client.constants.{self._prefix.removesuffix('.')};", ""

    def _constant(self, kind: str, member: str) -> str:
        return f"{self._prefix}{kind}.{member}"

    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        outer = f"{nested_name(kind.containing_type, '.')}." if kind.containing_type else ""
        return f"{self.package}.{outer}{kind.name}.{value}"

    def _chain(self, message: Message, *, depth: int) -> str:
        """Return a builder with a message's fields; each on its own line if one line is too short."""
        begin = f"{self.package}.{nested_name(type_of(message), '.')}.newBuilder()"
        calls = [
            call for field in message.ListFields() for call in self._calls(*field, depth=depth + 2)
        ]
        line = begin + "".join(calls)
        if len(line) + 2 * depth < 88 and "\n" not in line:
            return line
        return begin + "".join(f"\n{'  ' * (depth + 2)}{call}" for call in calls)

    def _calls(self, field: FieldDescriptor, value: Any, *, depth: int) -> Iterator[str]:
        name = camel(field.name)
        if field.message_type is not None:
            verb = "add" if field.is_repeated else "set"
            for one in value if field.is_repeated else [value]:
                yield f".{verb}{name}({self._chain(one, depth=depth)})"
            return
        texts = list(self.values(field, value))
        if field.is_repeated and self.kind_of(field) is not None:
            yield from (
                f".add{name}({text})" for text in texts
            )  # a list of them is too long a line
        elif field.is_repeated:
            yield f".addAll{name}(List.of({', '.join(texts)}))"
        else:
            yield f".set{name}({texts[0]})"
