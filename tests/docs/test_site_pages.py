"""Pages of the site that are made: of a game's declaration, of .proto files, of the languages' guides."""

from __future__ import annotations

import importlib
import json
import re
import runpy
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor

from loadtest.arena_sheets import SIZES
from referee.games import registry
from referee_bots import names
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


def test_types_lead_to_their_definitions() -> None:
    """On the same page or on another; plain types, and those of other packages, lead nowhere."""
    text = """
// Shape.
message Shape {
  // Side.
  message Side {
    // Length.
    int32 length = 1;
  }
  // Sides.
  repeated Side sides = 1;
  // Color.
  Color color = 2;
  // When.
  google.protobuf.Timestamp at = 3;
}
"""
    homes = {"Shape": "shape.md", "Shape.Side": "shape.md", "Color": "color.md"}
    page = _TOOL["protocol_page"]("shape.proto", text, homes)
    for row in (
        "| 1 | `length` | `int32` | Length. |",
        "| 1 | `sides` | list of [`Side`](shape.md#shapeside) | Sides. |",
        "| 2 | `color` | [`Color`](color.md#color) | Color. |",
        "| 3 | `at` | `google.protobuf.Timestamp` | When. |",
    ):
        assert row in page


def test_a_game_has_facts_and_links() -> None:
    """Of its declaration; only pages that there are."""
    page = _TOOL["game_page"]("champions", ROOT)
    assert page.startswith("# Champions\n")
    for text in ("| seats | 2 to 16, ", "`tactician`", "](../docs/champions_bots.md)"):
        assert text in page
    assert "champions_maps" not in page


@pytest.mark.parametrize("game", registry.names())
def test_a_game_shows_a_match_that_can_be_played(game: str) -> None:
    """Between house bots, as many as the game has seats at least, in the terminal and in Python alike."""
    page = _TOOL["game_page"](game, ROOT)
    command = re.search(r"^referee play (\w+)((?: --bot house:\w+)+)$", page, re.MULTILINE)
    called = re.search(r'^play\("(\w+)", (\[.+\])\)$', page, re.MULTILINE)
    assert command
    assert called
    assert command[1] == called[1] == game
    bots = re.findall(r"house:(\w+)", command[2])
    assert json.loads(called[2]) == bots
    assert len(bots) == registry.find(game).game.info.min_seats
    assert set(bots) <= set(names(game))


def test_the_picture_of_a_game_is_one_window_of_its_sheet() -> None:
    """The style sheet cuts out the second window of the upper row."""
    gap = 10
    widths = [round(each.width * each.scale) for each in SIZES]
    assert SIZES[1].width == 1100
    whole, left = sum(widths) + 5 * gap, widths[0] + 2 * gap
    style = (ROOT / "tools" / "site.css").read_text()
    height = round(SIZES[1].height * SIZES[1].scale)
    assert f"aspect-ratio: {widths[1]} / {height};" in style
    assert f"width: {100 * whole / widths[1]:.3f}%;" in style
    offsets = f"-{100 * gap / widths[1]:.3f}% 0 0 -{100 * left / widths[1]:.3f}%"
    assert f"margin: {offsets};" in style


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
