"""The table of baselines: what it measures, and that a second run gives the same."""

from __future__ import annotations

import baselines
from referee.games import registry
from tests.envs.episodes import GAMES


def test_what_a_bot_comes_to() -> None:
    """Between the bounds of each reward, for as many matches as were asked for at least."""
    result = baselines.measured("diceman", "greedy", 2, {"games": 1}, 20)
    assert result.matches == 24
    assert result.placement is not None
    assert result.win is not None
    assert result.win == (1 + result.placement) / 2
    assert 0 <= result.win <= 1
    assert result == baselines.measured("diceman", "greedy", 2, {"games": 1}, 20)
    told = baselines.row_of("diceman", 2, "greedy", baselines.Result(24, 1.5, 0.25, 0.625))
    assert told == "| diceman | 2 | `greedy` | 24 | 1.5 | 0.25 | 0.62 |"


def test_all_games_are_in_the_table() -> None:
    """With what they can be played by."""
    assert {game for game, *_ in baselines.SETTINGS} == set(GAMES)
    for game, num_seats, config, _ in baselines.SETTINGS:
        played = registry.find(game).game
        played.check_seats(played.config_class(**config), num_seats)


def test_games_that_are_played_by_messages() -> None:
    """All of their seats are those of bots, too."""
    result = baselines.measured("proving_grounds", "greedy", 2, {"max_turns": 5}, 1)
    assert result.matches == 1
