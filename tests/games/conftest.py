"""Which cases of the tests of all games are dear: `make test-all` has them, compiled."""

from __future__ import annotations

import pytest

BIG = ("champions", "dice_adventure", "dungeon_keeper", "proving_grounds")
DEAR = (
    *(f"hidden_variants_apart[{game}-{seed}]" for game in BIG for seed in (1, 2, 3)),
    "decisions_of_others_are_not_in_the_state[dice_adventure]",
    *(f"test_contract[{game}-check_actions_survive_the_wire]" for game in BIG),
    *(f"test_contract[{game}-check_legal_actions]" for game in BIG),
    *(f"test_contract[{game}-check_rows]" for game in BIG),
    "test_contract[dice_adventure-check_observing_changes_nothing]",
    "test_contract[dice_adventure-check_lockstep]",
    "test_contract[dice_adventure-check_whole_matches]",
    *(f"test_contract[{game}-check_plain_states]" for game in BIG),
    "test_contract[dice_adventure-check_eliminations]",
    "test_contract[champions-check_public_observations]",
    "test_contract[champions-check_scripted_dice]",
    "test_contract[dice_adventure-check_secret_scenes]",
)
"""Ends of the names of cases that take over five seconds interpreted, or that are like them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them as slow."""
    for item in items:
        if item.name.endswith(DEAR):
            item.add_marker(pytest.mark.slow)
