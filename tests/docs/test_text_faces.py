"""docs/text_faces.md: its transcripts are the texts that a player reads, and its flags exist."""

from __future__ import annotations

import pytest

from referee.games import registry
from tests.docs.turn_transcripts import CASES, PAGE, blocks, transcript


@pytest.mark.parametrize("game", CASES)
def test_the_turn_on_the_page_is_what_a_player_is_told(game: str) -> None:
    """`python -m tests.docs.turn_transcripts` writes them again, to be read before they are committed."""
    shown = blocks(PAGE.read_text(encoding="utf-8"))
    assert shown[registry.info(game).title] == transcript(game)


def test_every_game_has_a_turn_on_the_page() -> None:
    """In the order of the games' first appearance in the documentation."""
    titles = [registry.info(game).title for game in CASES]
    assert titles == list(blocks(PAGE.read_text(encoding="utf-8")))
    assert set(CASES) == set(registry.names())
