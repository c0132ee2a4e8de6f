"""docs/text_faces.md: its turns are texts that a player reads, and there is one of each game."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.games import registry
from referee.games.default_face import DefaultFace
from referee.kit.game import plugin
from referee.testing.face_turns import face_turns
from tests.docs.markdown import ROOT
from tests.docs.markdown import blocks as code_blocks
from tests.games.turn_texts import ON_PAGE, PAGE, blocks, kept_texts
from tests.testing.tiles import RULEBOOK, TILES, Tiles


def test_every_game_has_a_kept_turn_on_the_page() -> None:
    """In the order of the games' first appearance in the documentation."""
    shown = blocks(PAGE.read_text(encoding="utf-8"))
    kept = {registry.info(game).title: kept_texts(game)[name] for game, name in ON_PAGE.items()}
    assert list(kept) == list(shown)
    assert kept == shown
    assert set(ON_PAGE) == set(registry.names())


def _class_on(page: str, name: str) -> type[DefaultFace]:
    """Return the class of a block of Python on a page, after running the block."""
    (code,) = (
        block.text
        for block in code_blocks(ROOT / "docs" / page)
        if block.language == "python" and f"class {name}(" in block.text
    )
    names: dict[str, Any] = {"ClassVar": ClassVar, "Mapping": Mapping, "Plain": Plain}
    names |= {"AskedTurn": AskedTurn, "Iterable": Iterable}
    exec(compile(code, page, "exec"), names)  # the page is ours
    found: type[DefaultFace] = names[name]
    return found


def test_the_guides_face_writes_turns() -> None:
    """The class is all that an author gives; its words and its example are in the text."""
    face = _class_on("adding_a_game.md", "HeapsFace")
    game = dataclasses.replace(TILES.game.info, game="documented_tiles")
    rules = type("DocumentedTiles", (Tiles,), {"info": game})()
    made = plugin(rules, RULEBOOK, kit="1.0", text=face)
    told, asked, _ = next(face_turns(made))
    text = told.face.turn(asked, 0)
    assert "Phase play: take 1 to 3 sticks from the heap." in text
    assert text.endswith('An example of the form, no advice: {"sticks": 2}')


def test_the_pages_face_is_a_face() -> None:
    """Chess is no game of ours, so that its face is made and not asked."""
    face = _class_on("text_faces.md", "ChessFace")
    assert issubclass(face, DefaultFace)
    assert face.phases == {"move": "make one move."}
