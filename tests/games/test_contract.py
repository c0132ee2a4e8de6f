"""Every installed game, and every toy, fulfils the contract of `referee.core.game`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from referee.core.game import AnyPlugin
from referee.testing import contract
from tests.helpers.tiers import examples
from tests.strategies import MESSAGES, PLAIN, SEEDS


@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(plugin: AnyPlugin, check: Callable[[AnyPlugin], None]) -> None:
    """The check's own docstring says what it asks for."""
    check(plugin)


@given(seed=SEEDS)
def test_any_seed_starts_a_match(plugin: AnyPlugin, seed: int) -> None:
    """All 64 bits of a seed are allowed."""
    contract.check_seed(plugin, seed)


@examples(200)
@given(value=PLAIN)
def test_any_plain_value_is_an_action(plugin: AnyPlugin, value: object) -> None:
    """Bad form is part of an action: it is refused in play, and never an error."""
    contract.check_parse_action(plugin, value)


@examples(200)
@given(data=MESSAGES)
def test_any_bytes_are_an_action_or_malformed(plugin: AnyPlugin, data: bytes) -> None:
    """A bot can send what it likes."""
    contract.check_decode_action(plugin, data)
