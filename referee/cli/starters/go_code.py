"""Messages as Go writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from referee.cli.starters.literals import SourceCode, camel, nested_name, oneof_of, type_of

__all__ = ["GoCode"]


class GoCode(SourceCode):
    """Composite literals of protoc-gen-go."""

    further = ("proto.", '\n\t"google.golang.org/protobuf/proto"')

    def _body(self, by_phase: Mapping[str, Message]) -> str:
        *first, last = by_phase.items()
        returns = {phase: f"return &{self._message(answer)}" for phase, answer in by_phase.items()}
        if not first:
            return "\t" + _nested(returns[last[0]], 1)
        cases = [f'\tcase "{phase}":\n\t\t{_nested(returns[phase], 2)}' for phase, _ in first]
        cases.append(f"\tdefault: // {last[0]}\n\t\t{_nested(returns[last[0]], 2)}")
        return "\n".join(["\tswitch phase {", *cases, "\t}"])

    @property
    def _prefix(self) -> str:
        return f"{self.game.replace('_', '')}."

    @property
    def _constants(self) -> tuple[str, str]:
        path = f"constants/{self.game.replace('_', '')}"
        return f'\n\t"github.com/gamereferee/gamereferee/clients/go/{path}"', ""

    def _constant(self, kind: str, member: str) -> str:
        return f"{self._prefix}{kind}{camel(member.lower())}"

    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        outer = kind.containing_type
        return f"{self.package}.{nested_name(outer, '_') if outer else kind.name}_{value}"

    def _message(self, message: Message, *, typed: bool = True) -> str:
        name = f"{self.package}.{nested_name(type_of(message), '_')}" if typed else ""
        return f"{name}{{{', '.join(self._field(*field) for field in message.ListFields())}}}"

    def _field(self, field: FieldDescriptor, value: Any) -> str:
        name = camel(field.name)
        oneof, outer = oneof_of(field), field.containing_type
        text = f"{name}: {self._value(field, value)}"
        if oneof is None or outer is None:
            return text
        wrapper = f"{nested_name(outer, '_')}_{name}"
        return f"{camel(oneof)}: &{self.package}.{wrapper}{{{text}}}"

    def _value(self, field: FieldDescriptor, value: Any) -> str:
        if field.message_type is not None:
            if not field.is_repeated:
                return f"&{self._message(value)}"
            kind = f"[]*{self.package}.{nested_name(field.message_type, '_')}"
            items = "".join(f"\t{self._message(item, typed=False)},\n" for item in value)
            return f"{kind}{{\n{items}}}"
        if field.is_repeated:
            kind = f"{self.package}.{field.enum_type.name}" if field.enum_type else _go_type(field)
            return f"[]{kind}{{{', '.join(self.values(field, value))}}}"
        (text,) = self.values(field, value)
        if not _is_optional(field):
            return text
        if field.enum_type is not None:
            return f"{text}.Enum()"
        return f"proto.{_go_type(field).capitalize()}({text})"


def _is_optional(field: FieldDescriptor) -> bool:
    """Return whether a field that holds no message distinguishes its default value from absence."""
    return bool(field.has_presence) and oneof_of(field) is None


def _go_type(field: FieldDescriptor) -> str:
    return {FieldDescriptor.TYPE_BOOL: "bool", FieldDescriptor.TYPE_UINT32: "uint32"}.get(
        field.type, "int32"
    )


def _nested(text: str, depth: int) -> str:
    """Return text with all lines but the first indented by further levels."""
    return text.replace("\n", "\n" + "\t" * depth)
