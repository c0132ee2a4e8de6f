"""Messages as Rust writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from referee.cli.starters.literals import SourceCode, camel, oneof_of, snake, type_of
from referee.cli.starters.trees import Tree, laid_out

__all__ = ["RustCode"]


class RustCode(SourceCode):
    """Struct expressions of prost, in the form of rustfmt with `use_small_heuristics = "Max"`."""

    def _body(self, by_phase: Mapping[str, Message]) -> str:
        if len(by_phase) == 1:
            (answer,) = by_phase.values()
            return "    " + laid_out(self._message(answer), 1, "")
        *first, last = by_phase
        arms = [_arm(f'"{phase}"', self._message(by_phase[phase])) for phase in first]
        arms.append(f"        // {last}\n{_arm('_', self._message(by_phase[last]))}")
        return "\n".join(["    match phase {", *arms, "    }"])

    @property
    def _prefix(self) -> str:
        return "constants::"

    @property
    def _constants(self) -> tuple[str, str]:
        return f"\nuse referee_client::constants::{self.game} as constants;", ""

    def _constant(self, kind: str, member: str) -> str:
        return f"{self._prefix}{snake(kind)}::{member}"

    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        prefix = "".join(f"_{letter}" if letter.isupper() else letter for letter in kind.name)
        short = value.removeprefix(prefix.upper().removeprefix("_") + "_")
        return f"{self._path(kind)}::{camel(short.lower())}.into()"

    def _path(self, kind: Descriptor | EnumDescriptor) -> str:
        outer = kind.containing_type
        return f"{self._module(outer)}::{kind.name}" if outer else f"{self.package}::{kind.name}"

    def _module(self, kind: Descriptor) -> str:
        """Return the path of the module with what is declared in a message."""
        outer, name = kind.containing_type, snake(kind.name)
        return f"{self._module(outer)}::{name}" if outer else f"{self.package}::{name}"

    def _message(self, message: Message) -> Tree:
        fields = message.ListFields()
        if not fields:
            return Tree(f"{self._path(type_of(message))}::default()")
        items = [self._field(field, value) for field, value in fields]
        members = {oneof_of(field) or field.name for field in type_of(message).fields}
        if len(items) < len(members):
            items.append(Tree("..Default::default()"))
        return Tree(f"{self._path(type_of(message))} {{", items, "}", space=" ")

    def _field(self, field: FieldDescriptor, value: Any) -> Tree:
        name = oneof_of(field) or field.name
        tree, outer = self._value(field, value), field.containing_type
        if oneof_of(field) is not None and outer is not None:
            variant = f"{self._module(outer)}::{camel(name)}::{camel(field.name)}"
            tree = tree.within(f"{variant}(", ")")
        if field.has_presence:
            tree = tree.within("Some(", ")")
        return tree.within(f"{name}: ", "")

    def _value(self, field: FieldDescriptor, value: Any) -> Tree:
        if field.message_type is not None:
            if not field.is_repeated:
                return self._message(value)
            return Tree("vec![", [self._message(item) for item in value], "]")
        texts = [Tree(text) for text in self.values(field, value)]
        return Tree("vec![", texts, "]") if field.is_repeated else texts[0]


def _arm(pattern: str, tree: Tree) -> str:
    """Return an arm of a Rust `match`: in a block if that spares breaking its expression."""
    begin, depth = f"{pattern} => ", 2
    whole, alone = laid_out(tree, depth, begin), laid_out(tree, depth + 1, "")
    if "\n" in whole and "\n" not in alone:
        return f"        {begin}{{\n            {alone}\n        }}"
    return f"        {begin}{whole},"
