"""What commands import: nothing of games that are not played, and nothing heavy to answer in words.

How long a start takes is measured by `make bench`; a module that should not be there is found here.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import registry
from tests.helpers.patience import HANG_S

CALL = """
import sys
from {package} import main
sys.argv = {words!r}
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended
print()
print(*sorted(sys.modules))
"""
"""Runs a command, and then tells which modules are loaded."""

HEAVY = {
    "grpc",
    "google.protobuf",
    "numpy",
    "numba",
    "sqlalchemy",
    "structlog",
    "jinja2",
    "alembic",
    "prometheus_client",
}
"""Packages that take longer to load than it takes to print a page of text."""

OWN = [name for name in registry.names() if name.isidentifier()]
"""The games that are installed."""


def loaded(*words: str) -> set[str]:
    """Modules that are loaded when a command has been carried out."""
    package = {"referee": "referee.cli", "tournament": "tournaments.cli"}[words[0]]
    code = CALL.format(package=package, words=list(words))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def games_of(modules: set[str]) -> set[str]:
    """Games whose rules are among these modules."""
    return {game for game in OWN if f"referee.games.{game}.engine" in modules}


@pytest.mark.parametrize(
    "words",
    [
        ("referee", "games"),
        ("referee", "games", "champions", "--json"),
        ("referee", "--help"),
        ("referee", "play", "--help"),
        ("referee", "replay", "rerun", "--help"),
        ("referee", "--version"),
        ("tournament", "--help"),
        ("tournament", "run", "--help"),
    ],
    ids=" ".join,
)
def test_what_is_answered_in_words_loads_little(words: tuple[str, ...]) -> None:
    """Neither rules nor network, arrays or databases are needed to tell what there is."""
    modules = loaded(*words)
    assert modules & HEAVY == set()
    assert games_of(modules) == set()


def test_a_game_that_is_described_is_loaded_alone() -> None:
    """Its config takes its rules, and those of no other game."""
    modules = loaded("referee", "games", "swordman")
    assert games_of(modules) == {"swordman"}
    assert "grpc" not in modules


def test_a_match_loads_its_game_alone(tmp_path: Path) -> None:
    """Nor does it load what writes logs, as long as there is nothing to tell."""
    words = ["referee", "play", "diceman", "--config", "games=1", "--replay-dir", str(tmp_path)]
    modules = loaded(*words, "--bot", "house:random", "--bot", "house:random")
    assert games_of(modules) == {"diceman"}
    unused = {"structlog", "sqlalchemy", "jinja2", "alembic", "trustme"}
    unused |= {
        "prometheus_client",
        "opentelemetry",
    }  # only a server with metrics or traces needs them
    assert modules & unused == set()
    assert len(list(tmp_path.glob("*.replay"))) == 1
