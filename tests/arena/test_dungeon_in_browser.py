"""The page of a Proving Grounds match shows its whole dungeon, on a phone as on a desk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee_arena.site.single import match_file
from tests.arena.sites import replay_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

_CUT = """() => {
  const pane = document.querySelector(".rooms .pane"), { left, right } = pane.getBoundingClientRect();
  const outside = [...document.querySelectorAll(".room, .chip")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.left < left || box.right > right;
  });
  return [pane.scrollWidth - pane.clientWidth, outside.length];
}"""
"""How many pixels the pane scrolls sideways, and how many rooms and tokens are not within its width."""


def test_the_whole_dungeon_is_in_sight(page: Page, tmp_path: Path) -> None:
    """At 360 px nothing of it lies outside the pane, numbers have 12 px; at 1100x800 it lies on its side, without scrolling."""
    replay = replay_of("proving_grounds", tmp_path / "match.replay")
    path = tmp_path / "match.html"
    path.write_text(match_file(replay, "public"), encoding="utf-8")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"file://{path}#step=5")
    page.wait_for_selector('.player[data-settled="5"]')
    assert page.locator(".room").count() == 2 * 3 * 5 + 1
    assert page.evaluate(_CUT) == [0, 0]
    sizes = page.locator(".room-name").evaluate_all(
        "(nodes) => nodes.map((node) => getComputedStyle(node).fontSize)"
    )
    assert set(sizes) == {"12px"}
    # Rooms 0 and 1 of sector 0 are in a row of the scene; on its side, in a column.
    first, second = (page.locator(".room").nth(room).bounding_box() for room in (0, 1))
    assert first is not None
    assert second is not None
    assert first["x"] < second["x"]
    assert first["y"] == second["y"]
    page.set_viewport_size({"width": 1100, "height": 800})
    page.wait_for_function(
        """() => { const [one, other] = [...document.querySelectorAll(".room")].map((node) => node.getBoundingClientRect());
          return one.left === other.left && one.top < other.top; }"""
    )
    assert page.evaluate(_CUT) == [0, 0]
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    # Doors between the first and the last sector, which lie apart, are signs in both rooms.
    assert page.locator('.room[data-ref="r0"] .room-lines').inner_text().strip() == "↪17"
