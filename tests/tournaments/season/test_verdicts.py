"""Results that follow from the log without a check, and terms under which they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tournaments.season.verdicts import (
    CheckTerms,
    History,
    Refused,
    Stage,
    Unchanged,
    known_verdict,
)
from tournaments.spec.reading import parse_spec

ONE, OTHER = "1" * 64, "2" * 64
FILE = """
name = "cup"
game = "diceman"
format = "ladder"
seats = 2
sandbox = "none"
[season]
[entries]
"""


def digest_of(text: str) -> str:
    """The digest of the terms of a season's file."""
    return CheckTerms(parse_spec(text, Path("cup.toml")), Path("cup.toml")).digest


def test_equal_files_make_no_version() -> None:
    """While the version with them plays."""
    history = History(version=3, current=ONE)
    assert known_verdict(ONE, history) == Unchanged(ONE, 3)
    assert known_verdict(OTHER, history) is None
    assert known_verdict(ONE, History()) is None


def test_equal_files_of_a_benched_version_are_checked() -> None:
    """A check is how it comes back."""
    assert known_verdict(ONE, History(version=3, current=ONE, is_active=False)) is None


@pytest.mark.parametrize("stage", ["unpack", "manifest", "build", "play", "protocol"])
def test_refused_files_are_refused_again(stage: Stage) -> None:
    """With the same lines, and marked as known."""
    history = History(refused={ONE: Refused(stage, ("no",), digest_submitted=ONE)})
    again = known_verdict(ONE, history)
    assert again == Refused(stage, ("no",), digest_submitted=ONE, is_known=True)


@pytest.mark.parametrize(
    "before", [Refused("receive", ("quota",)), Refused("play", ("disk",), is_ours=True)]
)
def test_refusals_for_other_reasons_than_the_files(before: Refused) -> None:
    """Say nothing of the files."""
    assert known_verdict(ONE, History(refused={ONE: before})) is None


def test_a_digest_is_whole() -> None:
    """A caller's mistake is reported as one."""
    with pytest.raises(ValueError, match="must have 64 digits"):
        known_verdict("1", History())


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ({}, True),
        ({'name = "cup"': 'name = "other"'}, True),
        ({"[entries]": "[entries]\nper_day = 9\nper_author = 2"}, True),
        ({"[season]": "[season]\nfirst_matches = 3"}, True),
        ({"[entries]": '[entries]\nunpacked = "1MiB"'}, False),
        ({"[entries]": "[entries]\nscenarios = []"}, False),
        ({"[season]": '[limits]\nmemory = "1GiB"\n[season]'}, False),
        ({"[season]": "[config]\ngames = 2\n[season]"}, False),
        ({'sandbox = "none"': ""}, False),
    ],
)
def test_terms(changed: dict[str, Any], is_same: bool) -> None:
    """The digest changes with what a check depends on, and with nothing else."""
    text = FILE
    for old, new in changed.items():
        text = text.replace(old, new)
    assert (digest_of(text) == digest_of(FILE)) is is_same
