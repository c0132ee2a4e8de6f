"""Tests that a game fulfils the contract of `referee.core.game`; `--game` names the games."""

from __future__ import annotations

import contextlib
import signal
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing import contract
from referee.testing.hidden import check_hidden_state

__all__ = [
    "ended_if_it_hangs",
    "test_any_bytes_are_an_action_or_malformed",
    "test_any_plain_value_is_an_action",
    "test_any_seed_starts_a_match",
    "test_contract",
    "test_what_is_hidden_stays_hidden",
]

_ODD: tuple[object, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, 1.5, "", "x", [], [0], [[0]], {}, {"": None},
    [None] * 100, {"no_such_field": 1},
)  # fmt: skip
"""Plain values that are no valid action in any game."""


STEP_S = 120.0
"""Processor time in seconds after which a check counts as hung; checks of a fast game take less
than one.
"""
_hung: dict[str, str] = {}
"""Error messages of games with a check that has hung, by game; each says at which line it hung."""


@pytest.fixture(autouse=True)
def _ends(plugin: AnyPlugin) -> Iterator[None]:
    """Make each test fail that hangs in the code of the game, for more than `STEP_S` seconds."""
    with ended_if_it_hangs(plugin):
        yield


@contextlib.contextmanager
def ended_if_it_hangs(plugin: AnyPlugin) -> Iterator[None]:
    """Make the enclosed code fail if it takes more than `STEP_S`; later checks of the game fail at once.

    Processor time of this process is counted, so that a slow machine is no reason to fail.
    """
    game = plugin.game.info.game
    if game in _hung:
        pytest.fail(_hung[game])
    if not hasattr(signal, "SIGVTALRM"):
        yield
        return

    def stop(_number: int, frame: types.FrameType | None) -> None:
        _hung[game] = (
            f"a step of {game} does not end: after {STEP_S:g} s of processor time it is at"
            f" {_line_of(plugin, frame)}"
        )
        pytest.fail(_hung[game])

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, STEP_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _line_of(plugin: AnyPlugin, frame: types.FrameType | None) -> str:
    """Return file and line of the innermost call in the game's folder.

    If no call is in that folder, return file and line of the innermost call of all.
    """
    file = sys.modules[type(plugin.game).__module__].__file__
    folder = str(Path(file).parent) if file else ""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    own = [each for each in frames if folder and each.f_code.co_filename.startswith(folder)]
    place = next(iter([*own, *frames]), None)
    return "an unknown line" if place is None else f"{place.f_code.co_filename}:{place.f_lineno}"


@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(plugin: AnyPlugin, check: Callable[[AnyPlugin], None]) -> None:
    """Run one check of the contract; the docstring of the check says what it requires."""
    check(plugin)


def test_any_seed_starts_a_match(plugin: AnyPlugin) -> None:
    """Check that every 64-bit seed starts a match."""
    for seed in (0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1):
        contract.check_seed(plugin, seed)


def test_any_plain_value_is_an_action(plugin: AnyPlugin) -> None:
    """Check that a plain value of a wrong form is refused in play, and never raises an error."""
    for value in _ODD:
        contract.check_parse_action(plugin, value)


def test_any_bytes_are_an_action_or_malformed(plugin: AnyPlugin) -> None:
    """Check that any bytes are read as an action or as malformed: bots can send anything."""
    stream = Stream(2008)
    for length in range(200):
        sides = 256 if length % 2 else 16
        data = bytes(roll - 1 for roll in stream.roll(length % 40, sides))
        contract.check_decode_action(plugin, data)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_hidden_stays_hidden(plugin: AnyPlugin, seed: int) -> None:
    """Check that no seat can distinguish a state from its hidden variants, now or after a step."""
    game, config = plugin.game, contract.config_of(plugin)
    if game.info.chance_free:
        pytest.skip("the game has neither chance nor a hidden world")
    check_hidden_state(plugin, config, num_seats=game.info.default_seats, seed=seed)
