"""Golden matches: where they are, and what every game asks of its own.

A recorded match is `{"game", "version", "start": digest, ...}` with a list of what came after the start, one
entry for each step, whose `digest` is that of the state after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from referee.core.game import GameInfo
from tests.architecture.source import ROOT
from tests.helpers.worlds import compiled_lines, interpreted_lines

__all__ = ["Digests", "check_digests", "check_interpreted", "golden_files", "load"]

Digests: TypeAlias = Callable[[dict[str, Any]], list[str]]
"""Digests of a recorded match as it comes out now, from the start on."""

_IN_A_WORLD = """
import sys
from pathlib import Path
from tests.helpers.golden import load
from {module} import digests
for path in sys.argv[1:]:
    print(*digests(load(Path(path))))
"""


def golden_files(info: GameInfo) -> list[Path]:
    """Recorded matches of a game's present version."""
    return sorted((ROOT / "tests" / "golden" / info.game).glob(f"v{info.version}_*.json"))


def load(path: Path) -> dict[str, Any]:
    """A recorded match."""
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return recorded


def check_digests(info: GameInfo, recorded: dict[str, Any], steps: str, digests: Digests) -> None:
    """Every state is the one that was recorded.

    Args:
        info: The game.
        recorded: A match.
        steps: Name of its list of steps.
        digests: Plays it.
    """
    assert recorded["version"] == info.version
    assert digests(recorded) == [recorded["start"], *(one["digest"] for one in recorded[steps])]


def check_interpreted(module: str, digests: Digests, files: Sequence[Path]) -> None:
    """Where there is no Numba, and where all is compiled, recorded matches come out the same.

    Args:
        module: Where `digests` stands.
        digests: Plays a recorded match.
        files: Matches.
    """
    command = (_IN_A_WORLD.format(module=module), *map(str, files))
    lines = interpreted_lines(*command)
    assert [line.split() for line in lines] == [digests(load(path)) for path in files]
    assert lines == compiled_lines(*command)
