"""Put the comments of .proto files into Python's type stubs as docstrings; `generate_stubs.py` calls it.

The plug-in of protoc that writes type stubs leaves comments out. Editors show a docstring where a
bot's author writes or hovers over a message, field or enum value.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

__all__ = ["add_comments", "with_docstrings"]

_WIDTH = 100
"""Highest number of characters in a line of a docstring."""
_SYNTAX = FileDescriptorProto.SYNTAX_FIELD_NUMBER
"""Path of the line `syntax`; its comment describes the whole file."""
_CLASS = re.compile(r"( *)class (\w+)\(.*\):$")
_ATTRIBUTE = re.compile(r"( *)(\w+): ")
"""Patterns of the lines of a type stub that get a docstring: a class, and an attribute or constant."""


def add_comments(descriptors: Path, out: Path) -> None:
    """Add docstrings to the type stubs of all files in a set of descriptors.

    Args:
        descriptors: A FileDescriptorSet with source info, as protoc writes it.
        out: Folder of the stubs.

    Raises:
        FileNotFoundError: There is no type stub of one of the files.
    """
    for file in FileDescriptorSet.FromString(descriptors.read_bytes()).file:
        path = out / file.name.replace(".proto", "_pb2.pyi")
        path.write_text(with_docstrings(path.read_text(encoding="utf-8"), file), encoding="utf-8")


def with_docstrings(stub: str, file: FileDescriptorProto) -> str:
    """Return the text of a type stub with a docstring at whatever has a comment in the .proto file.

    Args:
        stub: Text of the type stub, as protoc writes it.
        file: Description of the .proto file, with source info.
    """
    comments = dict(_comments(file))
    lines = [_docstring(comments[""], "")] if "" in comments else []
    within: list[str] = []  # names of the classes around a line, each indented once more
    for line in stub.splitlines():
        lines.append(line)
        if found := _CLASS.match(line):
            indent, name = found.groups()
            within[len(indent) // 4 :] = [name]
            key, indent = ".".join(within), indent + "    "
        elif found := _ATTRIBUTE.match(line):
            indent, name = found.groups()
            key = ".".join([*within[: len(indent) // 4], name])
        else:
            continue
        if key in comments:
            lines.append(_docstring(comments[key], indent))
    return "\n".join(lines) + "\n"


def _comments(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """Yield the comments of a file, each with the name of its subject.

    The name is as Python writes it, without the module: `Observation`, `Observation.round`. A value
    of an enum has two, one with the enum's name and one next to it. The file has an empty name.
    """
    for location in file.source_code_info.location:
        text = " ".join(location.leading_comments.split())
        if text:
            for name in _names(file, location.path):
                yield name, text


def _names(file: FileDescriptorProto, path: Sequence[int]) -> Iterator[str]:
    """Yield the names of the element at a path of source info; none if Python has no name for it."""
    if list(path) == [_SYNTAX]:
        yield ""
        return
    here: Any = file
    kinds, names = [], []
    for number, index in zip(path[::2], path[1::2], strict=False):
        kind = here.DESCRIPTOR.fields_by_number[number].name
        here = getattr(here, kind)[index]
        kinds.append(kind)
        names.append(here.name)
    if len(path) % 2 or not kinds or kinds[-1] in ("oneof_decl", "service", "method"):
        return
    yield ".".join(names)
    if kinds[-1] == "value":
        yield ".".join([*names[:-2], names[-1]])


def _docstring(text: str, indent: str) -> str:
    """Return a docstring with all its lines indented."""
    text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if len(text) + len(indent) + 6 <= _WIDTH and not text.endswith('"'):
        return f'{indent}"""{text}"""'
    wrapped = textwrap.wrap(f'"""{text}', _WIDTH - len(indent), break_long_words=False)
    return textwrap.indent("\n".join([*wrapped, '"""']), indent)
