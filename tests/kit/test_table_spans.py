"""Cards and dice as spans."""

from __future__ import annotations

import pytest

from referee.core.scene import Dice, Hidden, Style, spans_text
from referee.kit.table_spans import card_name, card_spans, cards_face_down, dice_span


def test_cards_have_names() -> None:
    """Suits from clubs to hearts, ranks from two to ace."""
    assert [card_name(card) for card in (0, 12, 13, 36, 51)] == ["2♣", "A♣", "2♦", "Q♠", "A♥"]


@pytest.mark.parametrize("card", [-1, 52])
def test_other_numbers_are_no_cards(card: int) -> None:
    """The error names the bounds and the number."""
    with pytest.raises(ValueError, match=f"from 0 to 51, not {card}"):
        card_name(card)


def test_cards_lie_open_or_face_down() -> None:
    """Red ones in another style; one that was just played stands out."""
    spans = card_spans([36, 51], just_played=36)
    assert spans_text(spans) == "Q♠ A♥"
    assert [span.style for span in spans] == [Style.STRONG, Style.TEXT, Style.BAD]
    assert card_spans([]) == ()
    assert cards_face_down(3, "in a hand").measure == Hidden("in a hand")


def test_dice_lie_as_they_were_rolled() -> None:
    """Their text says what they show."""
    span = dice_span([3, 1], 8, [True, False])
    assert (span.text, span.measure) == ("3 1", Dice((3, 1), 8, (True, False)))
