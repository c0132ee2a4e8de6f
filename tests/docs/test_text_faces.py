"""docs/text_faces.md: its turns are texts that a player reads, and there is one of each game."""

from __future__ import annotations

from referee.games import registry
from tests.games.turn_texts import ON_PAGE, PAGE, blocks, kept_texts


def test_every_game_has_a_kept_turn_on_the_page() -> None:
    """In the order of the games' first appearance in the documentation."""
    shown = blocks(PAGE.read_text(encoding="utf-8"))
    kept = {registry.info(game).title: kept_texts(game)[name] for game, name in ON_PAGE.items()}
    assert list(kept) == list(shown)
    assert kept == shown
    assert set(ON_PAGE) == set(registry.names())
