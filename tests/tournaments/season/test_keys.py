"""Keys of entries: their form, their hashes, and the names that they belong to."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tournaments.season.keys import (
    entry_name_problem,
    is_key,
    is_key_of,
    key_hash,
    new_key,
    read_key,
    same_entry,
)
from tournaments.spec.errors import SpecError


def test_a_new_key_is_32_bytes_in_lower_case_base32() -> None:
    """Two new keys have the form that the interface states, and differ."""
    one, other = new_key(), new_key()
    assert len(one) == len("gr_") + 52
    assert one.startswith("gr_")
    assert set(one[3:]) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert is_key(one)
    assert is_key(other)
    assert one != other


def test_the_log_stores_the_sha256_of_the_text() -> None:
    """Any program can compute the hash from the key's text."""
    assert key_hash("gr_abc") == hashlib.sha256(b"gr_abc").hexdigest()


def test_a_key_fits_its_hash_and_no_other() -> None:
    """A key is recognised by its hash; other texts, also strange ones, are not."""
    key = new_key()
    assert is_key_of(key, key_hash(key))
    assert not is_key_of(new_key(), key_hash(key))
    assert not is_key_of("", key_hash(key))
    assert not is_key_of("\udcff", key_hash(key))
    assert not is_key_of(key, "not hexadecimal: é")


@pytest.mark.parametrize("name", ["a", "ann-home", "Ann_2.1", "9lives", "x" * 40])
def test_names_that_entries_may_have(name: str) -> None:
    """Letters, digits and three signs, up to 40 characters."""
    assert entry_name_problem(name) is None


@pytest.mark.parametrize(
    "name", ["", ".hidden", "-x", "..", "a/b", "a b", "ä", "x" * 41, "a\n", "²"]
)
def test_names_that_entries_may_not_have(name: str) -> None:
    """Other characters, other lengths, and names that begin with a sign are refused by name."""
    problem = entry_name_problem(name)
    assert problem is not None
    assert repr(name[:80]) in problem


@pytest.mark.parametrize("name", ["referee", "Arena"])
def test_names_of_the_seasons_own_programs(name: str) -> None:
    """An author with such a name could read the output of another program."""
    assert entry_name_problem(name) is not None


def test_case_makes_no_other_entry() -> None:
    """`Ann` and `ann` are one entry."""
    assert same_entry("Ann", "aNN")
    assert not same_entry("ann", "anna")


def test_a_key_is_read_from_its_file(tmp_path: Path) -> None:
    """White space and the end of the line are no part of the key."""
    key, file = new_key(), tmp_path / "ann.key"
    file.write_text(f" {key}\n")
    assert read_key(file) == key


@pytest.mark.parametrize("text", ["", "secret", "gr_short", "gr_" + "A" * 52])
def test_a_file_without_a_key_is_refused_without_showing_its_text(
    tmp_path: Path, text: str
) -> None:
    """The message names the file and never repeats what is in it."""
    file = tmp_path / "other.txt"
    file.write_text(text)
    with pytest.raises(SpecError, match="must hold a key") as caught:
        read_key(file)
    assert "other.txt" in str(caught.value)
    assert not text or text not in str(caught.value)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    """The message says which file is missing."""
    with pytest.raises(SpecError, match=r"ann\.key.*can't be read"):
        read_key(tmp_path / "ann.key")
