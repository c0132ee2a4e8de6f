"""Stories and results that are made of flags, placements and forfeits alone."""

from __future__ import annotations

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.scene import Flag, FlagKind, Scene, spans_text
from referee.core.story import FinalSeat, MatchEnd, default_result, default_story, sentence_case
from referee.core.view import seat_names


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("bob resigned", ["bob"], "bob resigned."),
        ("bob (2) did not join.", ["ada", "bob (2)"], "bob (2) did not join."),
        ("bobby resigned", ["bob"], "Bobby resigned."),
        ("the rules ended the match", ["bob", ""], "The rules ended the match."),
        ("is it over?", [], "Is it over?"),
        (" ", ["bob"], ""),
    ],
)
def test_a_sentence_begins_with_a_capital_or_a_name(
    text: str, names: list[str], expected: str
) -> None:
    """The first letter becomes a capital, unless it is that of a player's name."""
    assert sentence_case(text, names) == expected


def test_forfeits_name_players_as_they_are_called() -> None:
    """The reason of a result has the name that the player has chosen, at the start of a sentence too."""
    seats = (FinalSeat(1, 0), FinalSeat(2, 0, ForfeitCause.RESIGNED))
    end = MatchEnd("a resignation left no rivals", seats, by_rules=False)
    assert default_result(end, seat_names(("ada", "bob"))).reason == "bob resigned."


def test_headlines_from_flags_name_players_as_they_are_called() -> None:
    """A flag's text becomes the headline; one that begins with a name keeps its first letter."""
    flags = [Flag(FlagKind.ELIMINATION, text) for text in ("bob is out", "all bridges fall")]
    headlines = [
        default_story(Scene("", (), (flag,)), (), ("ada", "bob")).headline for flag in flags
    ]
    assert [spans_text(line) for line in headlines] == ["bob is out", "All bridges fall"]
