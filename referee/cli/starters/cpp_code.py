"""Messages as C++ writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.message import Message

from referee.cli.starters.literals import SourceCode, camel, nested_name, snake

__all__ = ["CppCode"]


class CppCode(SourceCode):
    """Statements that fill a message `action` of protoc's."""

    def _body(self, by_phase: Mapping[str, Message]) -> str:
        if len(by_phase) == 1:
            return "\n".join(f"  {line}" for line in self._filled("action", *by_phase.values()))
        *first, last = by_phase
        lines, begin = [], "  if"
        for phase in first:
            lines.append(f'{begin} (phase == "{phase}") {{')
            lines += [f"    {line}" for line in self._filled("action", by_phase[phase])]
            begin = "  } else if"
        lines.append(f"  }} else {{  // {last}")
        lines += [f"    {line}" for line in self._filled("action", by_phase[last])]
        return "\n".join([*lines, "  }"])

    @property
    def _prefix(self) -> str:
        return "constants::"

    @property
    def _constants(self) -> tuple[str, str]:
        return (
            f'\n#include "referee_client/constants/{self.game}.hpp"',
            f"\nnamespace constants = referee::constants::{self.game};",
        )

    def _constant(self, kind: str, member: str) -> str:
        return f"{self._prefix}{snake(kind)}::k{camel(member.lower())}"

    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        outer = f"{nested_name(kind.containing_type, '_')}_" if kind.containing_type else ""
        return f"{self.package}::{outer}{value}"

    def _filled(self, name: str, message: Message) -> Iterator[str]:
        """Yield statements that set a message's fields.

        Args:
            name: Variable with the message: a value if it is `action`, and else a pointer.
            message: Its values.
        """
        member = f"{name}." if name == "action" else f"{name}->"
        for field, value in message.ListFields():
            verb = "add" if field.is_repeated else "set"
            if field.message_type is None:
                for text in self.values(field, value):
                    yield f"{member}{verb}_{field.name}({text});"
                continue
            call = f"{member}{'add' if field.is_repeated else 'mutable'}_{field.name}()"
            for number, one in enumerate(value if field.is_repeated else [value], start=1):
                if not one.ListFields():
                    yield f"{call};"
                    continue
                inner = f"{field.name}_{number}" if field.is_repeated else field.name
                yield f"auto* {inner} = {call};"
                yield from self._filled(inner, one)
