"""Solved games on disk: taken if they are exactly what they should be, else made anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from referee.cli.odds import cache as cache_module
from referee.cli.odds.cache import Cache, default_folder
from referee.core.errors import RefereeError
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import WholeGame

CONFIG = DicemanConfig(life=2)


def made_up(seed: int = 1) -> WholeGame:
    """A game that no solver finds, so that it can only come from a file."""
    random = np.random.default_rng(seed)
    return WholeGame(random.random((3, 3)), random.random((3, 3, 6)), 1e-14 / 3)


@pytest.fixture
def notices() -> list[str]:
    """What the cache has said."""
    return []


@pytest.fixture
def cache(tmp_path: Path, notices: list[str]) -> Cache:
    """A cache in a folder that isn't there yet."""
    return Cache(tmp_path / "deep" / "cache", notices.append)


def assert_equal(one: WholeGame | None, other: WholeGame) -> None:
    """See that two games are the same, to the bit."""
    assert one is not None
    assert one.values.tobytes() == other.values.tobytes()
    assert one.mixtures.tobytes() == other.mixtures.tobytes()
    assert (one.values.shape, one.mixtures.shape) == (other.values.shape, other.mixtures.shape)
    assert one.gap == other.gap


def test_what_is_kept_is_taken(cache: Cache, notices: list[str]) -> None:
    """To the bit, and the folder is made."""
    assert cache.load(CONFIG) is None
    cache.save(CONFIG, made_up())
    assert_equal(cache.load(CONFIG), made_up())
    assert notices == []


def test_nothing_is_left_beside_the_file(cache: Cache) -> None:
    """Written in one move, also over an older one."""
    cache.save(CONFIG, made_up(1))
    cache.save(CONFIG, made_up(2))
    assert_equal(cache.load(CONFIG), made_up(2))
    assert list(cache.path(CONFIG).parent.iterdir()) == [cache.path(CONFIG)]


@pytest.mark.parametrize(
    "field",
    ["life", "die_magic", "die_priority", "die_sword", "die_shield", "magic_scope"],
)
def test_each_field_that_matters_has_its_own_file(cache: Cache, field: str) -> None:
    """Another value is another file."""
    other = CONFIG.model_copy(update={field: "so_far" if field == "magic_scope" else 3})
    assert cache.path(other) != cache.path(CONFIG)


def test_a_new_version_has_its_own_file(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an older one has written is not even looked at."""
    before = cache.path(CONFIG)
    monkeypatch.setattr(cache_module, "VERSION", cache_module.VERSION + 1)
    assert cache.path(CONFIG) != before


def _flip(data: bytes, index: int) -> bytes:
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]


def _with_header(data: bytes, **fields: object) -> bytes:
    line, _, body = data.partition(b"\n")
    return json.dumps(json.loads(line) | fields).encode() + b"\n" + body


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "is no solved game"),
        (lambda _: b"\n", "is no solved game"),
        (lambda _: b"[1, 2]\n", "is no solved game"),
        (lambda _: b'{"gap": null, "sha256": ""}\n', "is no solved game"),
        (lambda _: b'{"gap": 0}\n', "is no solved game"),
        (lambda _: os.urandom(500), "is no solved game"),
        (lambda data: data[:-1], "is damaged"),
        (lambda data: data + b"\0", "is damaged"),
        (lambda data: _flip(data, len(data) - 1), "is damaged"),
        (lambda data: _flip(data, data.index(b"\n") + 1), "is damaged"),
        (lambda data: _with_header(data, sha256="0" * 64), "is damaged"),
        (lambda data: _with_header(data, what="recipes"), "is of another config or version"),
        (lambda data: _with_header(data, version=0), "is of another config or version"),
        (lambda data: _with_header(data, config={}), "is of another config or version"),
        (lambda data: _with_header(data, more=1), "is of another config or version"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_and_made_anew(
    cache: Cache, notices: list[str], damage: Callable[[bytes], bytes], reason: str
) -> None:
    """It costs time and nothing else; the next one that is kept takes its place."""
    cache.save(CONFIG, made_up())
    path = cache.path(CONFIG)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.load(CONFIG) is None
    assert notices == [f"{path} {reason}: solving the game again"]
    cache.save(CONFIG, made_up(2))
    assert_equal(cache.load(CONFIG), made_up(2))


def test_the_right_size_of_another_config_is_damage(cache: Cache, notices: list[str]) -> None:
    """A body with a checksum of its own that is too short for its life."""
    cache.save(CONFIG, WholeGame(np.zeros((2, 2)), np.zeros((2, 2, 6)), 0.0))
    assert cache.load(CONFIG) is None
    assert notices == [f"{cache.path(CONFIG)} is damaged: solving the game again"]


def test_a_file_that_can_t_be_read_is_told(cache: Cache, notices: list[str]) -> None:
    """A folder in its place, for instance."""
    path = cache.path(CONFIG)
    path.mkdir(parents=True)
    assert cache.load(CONFIG) is None
    cache.save(CONFIG, made_up())
    assert notices == [
        f"{path} can't be read (Is a directory): solving the game again",
        f"the solved game can't be kept as {path} (Is a directory)",
    ]
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_can_t_be_made_is_told(tmp_path: Path, notices: list[str]) -> None:
    """And the game has been solved all the same."""
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache", notices.append)
    assert cache.load(CONFIG) is None
    cache.save(CONFIG, made_up())
    assert [notice.rpartition("(")[2] for notice in notices] == [
        "Not a directory): solving the game again",
        "Not a directory)",
    ]


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the XDG base directory specification: XDG_CACHE_HOME, or .cache in the home folder."""
    monkeypatch.setattr(Path, "home", lambda: Path("/somebody"))
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert default_folder() == Path("/caches/gamereferee")
    for unset in ("", None):
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        if unset is not None:
            monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert default_folder() == Path("/somebody/.cache/gamereferee")


def test_without_a_home_a_folder_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody the system does not know has no cache of his own."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", home)
    with pytest.raises(RefereeError, match="cache_dir must be given: this user has no home"):
        default_folder()
