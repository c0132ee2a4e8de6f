"""The contract finds what game authors get wrong, and says what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.core.game import AnyPlugin
from referee.testing import test_game
from referee.testing.contract import CHECKS, config_of
from referee.testing.hidden import check_hidden_state
from tests.testing.faults import FAULTS, Fault, Hangs, NamesATurn, TakesUnbounded
from tests.testing.mines import MINES
from tests.testing.tiles import TILES, Tiles, plugin_of

_CHECKS: dict[str, Callable[[AnyPlugin], None]] = {check.__name__: check for check in CHECKS}


def _hidden(plugin: AnyPlugin) -> None:
    for seed in (1, 2):
        seats = plugin.game.info.default_seats
        check_hidden_state(plugin, config_of(plugin), num_seats=seats, seed=seed)


_CHECKS["hidden"] = _hidden
_OTHERS = {name: check for name, check in _CHECKS.items() if name != "check_locked_schema"}
"""All but the one about a file beside the game, which these have not."""
RIGHT = (TILES, MINES)


@pytest.mark.parametrize("check", [*_OTHERS.values()], ids=_OTHERS)
@pytest.mark.parametrize("plugin", RIGHT, ids=lambda plugin: plugin.game.info.game)
def test_nothing_is_wrong_with_the_right_games(
    plugin: AnyPlugin, check: Callable[[AnyPlugin], None]
) -> None:
    """What the faults are made of passes."""
    check(plugin)


@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{type(fault.plugin.game).__name__}-{fault.check}"
)
def test_a_fault_is_found(fault: Fault) -> None:
    """By the check that is about it, in a sentence."""
    with pytest.raises(Exception, match=fault.sentence):
        _CHECKS[fault.check](fault.plugin)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (NamesATurn(), r"TurnBid.turn needs another name: actions can't have"),
        (TakesUnbounded(), r"Unbounded.rounds must have both bounds, ge and le"),
    ],
)
def test_some_faults_are_refused_where_they_are_declared(game: Tiles, sentence: str) -> None:
    """The class and the field are named."""
    with pytest.raises(TypeError, match=sentence):
        plugin_of(game)


def test_a_step_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the game is named, and what comes after it fails at once."""
    monkeypatch.setattr(test_game, "STEP_S", 0.1)
    plugin = plugin_of(Hangs())
    failed, bounded = pytest.fail.Exception, test_game.ended_if_it_hangs
    with pytest.raises(failed, match=r"a step of hangs .*faults.py:\d+"), bounded(plugin):
        _CHECKS["check_lockstep"](plugin)
    with pytest.raises(failed, match="a step of hangs does not end"), bounded(plugin):
        pytest.fail("it was tried again")
