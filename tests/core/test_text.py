"""Names of players as they are shown: printable, none empty, no two the same."""

from __future__ import annotations

import pytest

from referee.core.text import distinct_names


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (["ada", "bob"], ("ada", "bob")),
        (["", "bob", ""], ("seat 0", "bob", "seat 2")),
        (["ada", "bob", "ada"], ("ada (0)", "bob", "ada (2)")),
        (["ada", "ada", "ada (1)"], ("ada (0)", "ada (1) (1)", "ada (1) (2)")),
        (["a\u202eb", "a?b"], ("a?b (0)", "a?b (1)")),
        (["seat 1", ""], ("seat 1 (0)", "seat 1 (1)")),
    ],
)
def test_players_are_told_apart(given: list[str], shown: tuple[str, ...]) -> None:
    """Equal names have their seats behind them, whatever other players are called."""
    assert distinct_names(given) == shown
