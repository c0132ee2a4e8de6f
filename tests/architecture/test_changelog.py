"""The changelog: its newest version is that of `VERSION`, and every version has a date and a link."""

from __future__ import annotations

import re

from tests.architecture.source import ROOT

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_VERSION = re.compile(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})")
_LINK = re.compile(r"^\[(.+)\]: https://github\.com/gamereferee/gamereferee/", re.MULTILINE)
_AREAS = ["Protocol", "Games", "Referee", "Arena", "Tournaments", "Clients", "Packages"]
TEXT = (ROOT / "CHANGELOG.md").read_text()


def _versions() -> list[tuple[tuple[int, ...], str]]:
    """Return number and date of each version, in the order of the file."""
    unreleased, *headings = _HEADING.findall(TEXT)
    assert unreleased == "[Unreleased]"
    found = [_VERSION.fullmatch(heading) for heading in headings]
    assert all(found), headings
    return [(tuple(map(int, each.groups()[:3])), each[4]) for each in found if each]


def test_the_newest_version_is_that_of_all_packages() -> None:
    """A release without its heading, or a heading without its release, fails; so does another date."""
    number, date = _versions()[0]
    assert ".".join(map(str, number)) == (ROOT / "VERSION").read_text().strip()
    assert f"\ndate-released: {date}\n" in (ROOT / "CITATION.cff").read_text()


def test_versions_go_from_new_to_old() -> None:
    """Numbers and dates fall from heading to heading."""
    versions = _versions()
    numbers, dates = zip(*versions, strict=True)
    assert sorted(set(numbers), reverse=True) == list(numbers)
    assert sorted(dates, reverse=True) == list(dates)


def test_every_version_has_a_link() -> None:
    """The links at the bottom are those of the headings, in their order."""
    numbers = [".".join(map(str, number)) for number, _ in _versions()]
    assert _LINK.findall(TEXT) == ["Unreleased", *numbers]


def test_changes_stand_in_known_areas() -> None:
    """Each version has its areas in one order."""
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        areas = re.findall(r"^### (.+)$", part, re.MULTILINE)
        assert areas == [area for area in _AREAS if area in areas], part.partition("\n")[0]
