"""Messages as source code: what all languages share that write down a message which is known beforehand.

Each language has a module with a subclass of `SourceCode`.
"""

from __future__ import annotations

import abc
import enum
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from referee.core.errors import RefereeError

__all__ = ["SourceCode", "camel", "nested_name", "oneof_of", "snake", "type_of"]


class SourceCode(abc.ABC):
    """Writes messages of one game in a programming language, as its stubs are generated for the SDK.

    Args:
        package: Word by which the bot's code calls the package of the game's messages.
        game: Identifier of the game.
        numbers: Enums of the game's integers, by `Message.field`.
    """

    further: tuple[str, str] = ("", "")
    """A word that may be in the code of answers, and the line that then has to import it; empty if
    there is none.
    """

    def __init__(self, package: str, game: str, numbers: Mapping[str, type[enum.IntEnum]]) -> None:
        self.package = package
        self.game = game
        self._numbers = numbers

    def answers(self, by_phase: Mapping[str, Message]) -> str:
        """Return the body of a function that returns a message for each phase, indented by one level.

        Args:
            by_phase: The messages, which hold numbers, booleans, enums and other messages only, by
                the name of a phase. The last one is the answer in all further phases.

        Raises:
            RefereeError: A message holds something else.
        """
        return self._body(by_phase)

    def imports(self, by_phase: Mapping[str, Message]) -> str:
        """Return lines, each behind a line break, that import what `answers` needs and the rest does not."""
        word, line = self.further
        return line if word and word in self._body(by_phase) else ""

    def constants(self, by_phase: Mapping[str, Message]) -> tuple[str, str]:
        """Return lines that import the game's constants, and lines that give them a short name.

        Each line is behind a line break. Both are empty if the answers need no constants.
        """
        imported, named = self._constants
        return (imported, named) if self._prefix in self._body(by_phase) else ("", "")

    @property
    def _prefix(self) -> str:
        """Beginning of each constant in code."""
        return "constants."

    @property
    @abc.abstractmethod
    def _constants(self) -> tuple[str, str]:
        """What `constants` returns if the answers need constants."""

    @abc.abstractmethod
    def _constant(self, kind: str, member: str) -> str:
        """Return code for a constant.

        Args:
            kind: Name of its enum, in CamelCase.
            member: Its own name, in capitals.
        """

    @abc.abstractmethod
    def _body(self, by_phase: Mapping[str, Message]) -> str:
        """Return what `answers` returns."""

    def values(self, field: FieldDescriptor, value: Any) -> Iterator[str]:
        """Yield code for each of the values of a field that holds no messages."""
        for one in value if field.is_repeated else [value]:
            if field.enum_type is not None:
                yield self._enum(field.enum_type, field.enum_type.values_by_number[one].name)
            elif field.type == FieldDescriptor.TYPE_BOOL:
                yield "true" if one else "false"
            elif field.cpp_type == FieldDescriptor.CPPTYPE_INT32:
                yield self._number(field, one)
            else:
                raise RefereeError(
                    f"{field.full_name} of a first answer is no number, enum or message"
                )

    def _number(self, field: FieldDescriptor, value: int) -> str:
        """Return code for an integer: a constant if it has a name."""
        kind = self.kind_of(field)
        if kind is None or value not in {member.value for member in kind}:
            return str(value)
        return self._constant(kind.__name__, kind(value).name)

    def kind_of(self, field: FieldDescriptor) -> type[enum.IntEnum] | None:
        """Return the enum whose numbers an integer field has; None if they have no names."""
        message = field.containing_type
        return self._numbers.get(f"{message.name}.{field.name}") if message else None

    @abc.abstractmethod
    def _enum(self, kind: EnumDescriptor, value: str) -> str:
        """Return code for an enum's value."""


def type_of(message: Message) -> Descriptor:
    """Return a message's type."""
    return cast("Descriptor", message.DESCRIPTOR)


def oneof_of(field: FieldDescriptor) -> str | None:
    """Return the name of the oneof that a field belongs to; None outside of one."""
    oneof = field.containing_oneof
    # A field that is `optional` is alone in a oneof that the compiler has made for it.
    return None if oneof is None or oneof.name.startswith("_") else str(oneof.name)


def nested_name(kind: Descriptor, between: str) -> str:
    """Return a message's name, behind those of the messages that it is declared in."""
    outer = kind.containing_type
    return f"{nested_name(outer, between)}{between}{kind.name}" if outer else str(kind.name)


def camel(name: str) -> str:
    """Return a field's name in CamelCase."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def snake(name: str) -> str:
    """Return the name of a type or enum in snake_case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
