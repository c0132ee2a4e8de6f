"""Plug-in of pytest that adds `--game`: it names the games to run the tests of `referee.testing` for."""

from __future__ import annotations

import pytest

__all__ = ["pytest_addoption", "pytest_generate_tests"]

pytest.register_assert_rewrite("referee.testing.contract", "referee.testing.samples")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--game` to pytest; called by pytest."""
    parser.addoption(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="test this installed game with `--pyargs referee.testing`; repeatable",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of `referee.testing` once for each game named by `--game`; called by pytest.

    Tests of other modules are left alone.

    Raises:
        CollectError: No game is named, or one is not installed or broken.
    """
    if metafunc.module.__name__.rpartition(".")[0] != "referee.testing":
        return
    from referee.core.errors import RefereeError
    from referee.games import registry

    games = metafunc.config.getoption("game")
    if not games:
        known = ", ".join(registry.names())
        raise pytest.Collector.CollectError(
            f"say which game to test: --game NAME; installed: {known}"
        )
    try:
        plugins = [registry.find(game) for game in games]
    except RefereeError as error:
        raise pytest.Collector.CollectError(str(error)) from None
    metafunc.parametrize("plugin", plugins, ids=games)
