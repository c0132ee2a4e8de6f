"""Messages as TypeScript writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from referee.cli.starters.literals import SourceCode, nested_name, oneof_of, type_of
from referee.cli.starters.trees import Tree, laid_out

__all__ = ["TypeScriptCode"]


class TypeScriptCode(SourceCode):
    """Calls of `create` of Protobuf-ES."""

    def _body(self, by_phase: Mapping[str, Message]) -> str:
        if len(by_phase) == 1:
            return "  " + self._return(*by_phase.values(), depth=1)
        *first, last = by_phase
        cases = [
            f'    case "{phase}":\n      {self._return(by_phase[phase], depth=3)}'
            for phase in first
        ]
        cases.append(f"    default: // {last}\n      {self._return(by_phase[last], depth=3)}")
        return "\n".join(["  switch (phase) {", *cases, "  }"])

    @property
    def _constants(self) -> tuple[str, str]:
        return f'\nimport * as constants from "gamereferee-client/constants/{self.game}";', ""

    def _constant(self, kind: str, member: str) -> str:
        return f"{self._prefix}{kind}.{member}"

    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        prefix = "".join(f"_{letter}" if letter.isupper() else letter for letter in kind.name)
        short = value.removeprefix(prefix.upper().removeprefix("_") + "_")
        outer = f"{nested_name(kind.containing_type, '_')}_" if kind.containing_type else ""
        return f"{self.package}.{outer}{kind.name}.{short}"

    def _return(self, message: Message, *, depth: int) -> str:
        schema = f"{self.package}.{nested_name(type_of(message), '_')}Schema"
        call = self._message(message).within(f"return create({schema}, ", ");")
        return laid_out(call, depth, "", indent="  ")

    def _message(self, message: Message) -> Tree:
        fields = [self._field(field, value) for field, value in message.ListFields()]
        return Tree("{", fields, "}", space=" ")

    def _field(self, field: FieldDescriptor, value: Any) -> Tree:
        tree, oneof = self._value(field, value), oneof_of(field)
        if oneof is None:
            return tree.within(f"{field.camelcase_name}: ", "")
        chosen = [Tree(f'case: "{field.camelcase_name}"'), tree.within("value: ", "")]
        return Tree(f"{oneof}: {{", chosen, "}", space=" ")

    def _value(self, field: FieldDescriptor, value: Any) -> Tree:
        if field.message_type is not None:
            if not field.is_repeated:
                return self._message(value)
            return Tree("[", [self._message(item) for item in value], "]")
        texts = [Tree(text) for text in self.values(field, value)]
        return Tree("[", texts, "]") if field.is_repeated else texts[0]
