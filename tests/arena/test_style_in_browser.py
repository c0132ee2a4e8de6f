"""Style sheets without their blanks mean to a browser what they mean as they are written."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from referee_arena.site.assets import styles

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

READ = """async (text) => {
  const sheet = await new CSSStyleSheet().replace(text);
  return Array.from(sheet.cssRules, (rule) => rule.cssText.replace(/, /g, ","));
}"""
"""Returns the rules of a style sheet as the browser has understood them.

Values with variables keep their blanks; those after commas are left out.
"""


@pytest.mark.parametrize("name", ["arena.css", "pages.css", "player.css", "seat.css"])
def test_each_rule_is_the_same(page: Page, name: str) -> None:
    """Its selector and its values, also within others; a blank before a colon is easily lost there."""
    written = (files("referee_arena") / "static" / name).read_text(encoding="utf-8")
    rules = page.evaluate(READ, written)
    assert len(rules) > 20
    assert page.evaluate(READ, styles()[name]) == rules
