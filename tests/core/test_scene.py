"""Words of a scene: styles, references, places, and what spans say."""

from __future__ import annotations

from referee.core import view
from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Hidden,
    Scene,
    Span,
    Style,
    place,
    seat_ref,
    spans_text,
    token_ref,
)


def test_sixteen_have_styles_of_their_own() -> None:
    """As many as a match has seats at most, no two alike, none that says something else."""
    assert len(set(PLAYER_STYLES)) == len(PLAYER_STYLES) == 16
    others = {style for style in Style if style not in PLAYER_STYLES}
    assert {style.name for style in others} == {
        *("TEXT", "FAINT", "STRONG", "HIDDEN", "GOOD", "WARN", "BAD"),
    }
    assert view.PLAYER_STYLES is PLAYER_STYLES


def test_what_is_referred_to_is_told_apart() -> None:
    """A seat, a thing and a place are never one reference."""
    assert (seat_ref(3), token_ref("u17"), place(12, 7)) == ("seat:3", "token:u17", "12,7")


def test_the_text_of_spans_says_it_all() -> None:
    """Whatever else they are; what is unknown says so."""
    line = (Span("life "), Span("5/9", Style.BAD, measure=Bar(5, 9)), Span(", guard "))
    unknown = Span("?", Style.HIDDEN, measure=Hidden("not yet shown"))
    assert spans_text((*line, unknown)) == "life 5/9, guard ?"


def test_scenes_are_equal_by_what_they_say() -> None:
    """So that two can be compared, and one kept."""
    assert Scene("a", (), series={"life": {0: 1}}) == Scene("a", (), series={"life": {0: 1}})
    assert Scene("a", ()) != Scene("a", (), pace_ms=999)
