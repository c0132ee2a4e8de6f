"""Every installed game keeps golden matches: recorded ones that must come out the same for ever.

`tests/golden/<game>/v<version>_<what>.json` holds them, those of earlier behaviour versions included.
Whether they come out the same is tested in each game's own folder; here, that none is missing.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.core.game import GameInfo
from referee.games import registry
from tests.architecture.source import ROOT

GOLDEN = ROOT / "tests" / "golden"


def problems(info: GameInfo, folder: Path) -> list[str]:
    """What is wrong with a game's golden matches: none of its version, or some under a wrong name."""
    found, versions = [], set()
    for path in sorted(folder.glob("*.json")):
        recorded = json.loads(path.read_text(encoding="utf-8"))
        game, version = recorded["game"], recorded["version"]
        versions.add(version)
        if game != info.game or version > info.version or not path.name.startswith(f"v{version}_"):
            found.append(f"{path.name} is of {game} version {version}")
    if info.version not in versions:
        found.append(f"no golden match of {info.game} version {info.version}")
    return found


@pytest.mark.parametrize("game", registry.names())
def test_every_game_has_golden_matches(game: str) -> None:
    """At least one of the current version; a new version needs new ones."""
    assert problems(registry.find(game).game.info, GOLDEN / game) == []


def test_every_golden_folder_belongs_to_a_game() -> None:
    """A game that is renamed takes its matches along."""
    assert {path.parent.name for path in GOLDEN.glob("*/*.json")} <= set(registry.names())


@pytest.mark.parametrize(
    ("name", "game", "version", "expected"),
    [
        ("v1_old.json", "chess", 1, ["no golden match of chess version 2"]),
        ("v2_new.json", "chess", 2, []),
        ("v1_new.json", "chess", 2, ["v1_new.json is of chess version 2"]),
        ("v2_go.json", "go", 2, ["v2_go.json is of go version 2"]),
        ("v3_x.json", "chess", 3, ["v3_x.json is of chess version 3",
                                   "no golden match of chess version 2"]),
        ("README.md", "chess", 2, ["no golden match of chess version 2"]),
    ],
    ids=["old", "right", "misnamed", "other game", "too new", "no match"],
)  # fmt: skip
def test_each_problem_is_found(
    tmp_path: Path, name: str, game: str, version: int, expected: list[str]
) -> None:
    """A folder with this one file, for a game whose version is 2."""
    (tmp_path / name).write_text(json.dumps({"game": game, "version": version}))
    assert problems(GameInfo("chess", "Chess", 2, "A game.", 2, 2, 2), tmp_path) == expected
