"""Of kernels compiled from earlier sources, those that were used last are kept, and no others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.core.native.kernel_cache import Place

MOST = 8
"""So many versions of the sources are kept of each group."""


@pytest.fixture
def old(tmp_path: Path) -> list[Path]:
    """Folders for eleven versions of the sources of one group, the one used longest ago first."""
    folders = [tmp_path / f"some.game-{version:016x}" for version in range(11)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        os.utime(folder, (age, age))
    return folders


def _place(sources: Path) -> Place:
    folder = sources / "versions" / "target"
    folder.mkdir(parents=True)
    return Place(folder, is_generic=False)


def test_those_used_longest_ago_are_removed(tmp_path: Path, old: list[Path]) -> None:
    """Seven of them stay beside the one that is complete now."""
    new = tmp_path / "some.game-ffffffffffffffff"
    place = _place(new)
    place.complete()
    assert place.is_complete
    assert set(tmp_path.iterdir()) == {new, *old[-(MOST - 1) :]}


def test_what_is_used_again_stays(tmp_path: Path, old: list[Path]) -> None:
    """Taking up what was kept counts, not when it was compiled."""
    used = _place(old[0])
    os.utime(old[0], (0, 0))
    used.use()
    _place(tmp_path / "some.game-ffffffffffffffff").complete()
    assert used.folder.exists()
    assert not old[4].exists()


def test_other_games_are_left_alone(tmp_path: Path, old: list[Path]) -> None:
    """However long ago theirs were used, and though the name begins the same."""
    others = [tmp_path / f"{name}-{0:016x}" for name in ("some", "some.game_too", "other.game")]
    for other in others:
        other.mkdir()
        os.utime(other, (0, 0))
    _place(tmp_path / "some.game-ffffffffffffffff").complete()
    assert all(other.exists() for other in others)
    assert not old[0].exists()
