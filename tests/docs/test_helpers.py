"""The bots that docs/bots/helpers.md shows play, and no part of their names is invented."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from gamereferee import play
from referee_client import Bot
from tests.docs.markdown import ROOT, blocks

PAGE = ROOT / "docs/bots/helpers.md"
MATCHES: dict[str, tuple[str, int, dict[str, object]]] = {
    "seeker.py": ("dice_adventure", 3, {"levels": [{"name": "L1", "cap": 5}]}),
    "digger.py": ("dungeon_keeper", 2, {"preset": "small", "max_rounds": 2}),
    "looter.py": ("champions", 3, {}),
    "scout.py": ("proving_grounds", 2, {"max_turns": 5}),
}
"""Game, number of seats and config of a short match for each bot."""


@pytest.mark.slow
def test_every_bot_plays() -> None:
    """In each seat of a match, and does something in it."""
    shown = {}
    for block in blocks(PAGE):
        name = block.text.split("\n", 1)[0].removeprefix("# ")
        names: dict[str, Any] = {"__name__": name}
        exec(block.text, names)
        own = [each for each in names.values() if isinstance(each, type) and issubclass(each, Bot)]
        shown[name] = next((each for each in own if each is not Bot), names.get("act"))
    assert shown.keys() == MATCHES.keys()
    for name, bot in shown.items():
        game, seats, config = MATCHES[name]
        match = play(game, [bot] * seats, seed=1, config=config)
        played = [action for step in match.steps for action in step.actions.values()]
        assert any(action is not None and action.ByteSize() for action in played)


def test_names_exist() -> None:
    """All names of the tables, in their modules or as members of their classes."""
    text = PAGE.read_text()
    checked = 0
    for game in ("dungeon_keeper", "dice_adventure", "champions", "proving_grounds"):
        module = importlib.import_module(f"referee_bots.helpers.{game}")
        title = game.replace("_", " ").title()
        section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
        for table in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
            head, _, *rows = table.splitlines()
            owner = re.match(r"\| `(\w+)", head)
            place = getattr(module, owner[1]) if owner else module
            known = {*dir(place), *(_assigned(place) if owner else ())}
            for row in rows:
                for name in re.findall(r"`(\w+)(?:\([^`]*\))?`", row.split("|")[1]):
                    assert name in known, (game, name)
                    checked += 1
    assert checked > 30


def _assigned(cls: Any) -> set[str]:
    """Names that the constructor of a class gives its objects."""
    return set(cls.__init__.__code__.co_names)
