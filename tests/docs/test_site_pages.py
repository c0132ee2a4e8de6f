"""Pages of the site that are made: of a game's declaration, of .proto files, of the languages' guides."""

from __future__ import annotations

import importlib
import runpy
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor

from tests.docs.markdown import ROOT

_TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "site_pages.py"))
FILES = sorted((ROOT / "proto/gamereferee/v1").glob("*.proto"))


def _messages(found: Iterator[Descriptor], prefix: str = "") -> Iterator[tuple[str, Descriptor]]:
    for message in found:
        if not message.GetOptions().map_entry:
            yield prefix + message.name, message
            yield from _messages(iter(message.nested_types), f"{prefix}{message.name}.")


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_message_field_and_call_is_on_its_page(file: Any) -> None:
    """By the descriptors that protoc has made; and each has a meaning."""
    descriptor = importlib.import_module(f"gamereferee.v1.{file.stem}_pb2").DESCRIPTOR
    messages = dict(_messages(iter(descriptor.message_types_by_name.values())))
    expected = {
        name: [(field.name, str(field.number)) for field in message.fields]
        for name, message in messages.items()
    }
    enums = {enum.name: enum for enum in descriptor.enum_types_by_name.values()}
    enums |= {
        f"{name}.{enum.name}": enum
        for name, message in messages.items()
        for enum in message.enum_types
    }
    expected |= {
        name: [(value.name, str(value.number)) for value in enum.values]
        for name, enum in enums.items()
    }
    expected |= {
        name: [(method.name, "") for method in service.methods]
        for name, service in descriptor.services_by_name.items()
    }
    found = _TOOL["definitions"](file.read_text())
    assert {
        each.name: sorted((entry.name, entry.number) for entry in each.entries) for each in found
    } == {name: sorted(entries) for name, entries in expected.items()}
    assert [e.name for each in found for e in each.entries if not e.meaning] == []
    page = _TOOL["protocol_page"](file.name, file.read_text())
    assert all(f"## {name}\n" in page for name in expected)


def test_a_game_has_facts_and_links() -> None:
    """Of its declaration; only pages that there are."""
    page = _TOOL["game_page"]("champions", ROOT)
    assert page.startswith("# Champions\n")
    for text in ("| seats | 2 to 16, ", "`tactician`", "](../docs/champions_bots.md)"):
        assert text in page
    assert "champions_maps" not in page


def test_each_language_has_a_tab_with_its_quick_start() -> None:
    """Its first section alone; what it links to is where it was."""
    page = _TOOL["sdk_page"](ROOT)
    tabs = page.split('\n=== "')[1:]
    assert [tab.split('"')[0] for tab in tabs] == [
        *("Python", "TypeScript", "Go", "Rust", "Java", "C++", "Any other, by lines")
    ]
    python = tabs[0]
    assert "    run(act)\n" in python
    assert "More than the observation" not in python
    assert "](bots/../../clients/CONTRACT.md#duties)" in python
    assert "[The whole guide](bots/python.md)" in python
