"""What the database keeps of programs and of who played with which."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path

from tournaments.spec.outcomes import label_of
from tournaments.store.folder import DataFolder
from tournaments.store.program_book import short
from tournaments.store.records import PlayRecord, StoredVersion
from tournaments.store.store import Store

FIRST = StoredVersion("a", 1, "1" * 64, "all", {"a.py": "2" * 64}, {"argv": ["a"]})
SECOND = dataclasses.replace(FIRST, version=2, sha256="3" * 64)
PLAY = PlayRecord("2030-01-02T03:04:05.678+00:00", None, None, "1.0", "3.13.1", (1,))


def test_versions_and_plays_are_kept(folder: DataFolder) -> None:
    """What was written is read again; an attempt that goes on keeps who began it, and when."""
    with contextlib.closing(Store(folder.database, create=True)) as store:
        store.begin("cup", Path("cup.toml"), "text", ["a"])
        store.programs.add([FIRST, SECOND])
        assert store.programs.versions() == [FIRST, SECOND]
        store.programs.begin("key", 1, ["a"], PLAY)
        later = dataclasses.replace(PLAY, started_at="2031", versions=(2,))
        store.programs.begin("key", 1, ["a"], later)
        assert store.programs.play("key", 1) == PLAY
        store.programs.begin("key", 2, ["a"], later)
        store.programs.end("key", 2, ended_at="2032", host="there")
        ended = dataclasses.replace(later, ended_at="2032", host="there")
        assert store.programs.plays() == {"key": ended}
        assert store.programs.play("key", 3) is None


def test_nothing_is_kept_of_what_was_not_played(folder: DataFolder) -> None:
    """A tournament that begins again before its first match begins with its bots as they are then."""
    with contextlib.closing(Store(folder.database, create=True)) as store:
        store.begin("cup", Path("cup.toml"), "text", ["a"])
        store.programs.add([FIRST])
        store.begin("cup", Path("cup.toml"), "text", ["a"])
        assert store.programs.versions() == []


def test_names() -> None:
    """The first version is called as the bot is, and digests are shortened to 12 digits."""
    assert [label_of("a", 1), label_of("a", 2), SECOND.label] == ["a", "a@2", "a@2"]
    assert short("0123456789abcdef") == "0123456789ab"
