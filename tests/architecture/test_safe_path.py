"""Processes that the project starts import nothing from the folder that somebody happens to be in."""

from __future__ import annotations

import re

import pytest

from tests.architecture.source import ROOT

_TREES = ("referee", "tournaments", "clients/python", "arena")
_STARTS_MODULE = re.compile(r'sys\.executable,\s*"-m"')
_IN_A_FOLDER_OF_ITS_OWN = {"referee/core/native/compiled_build.py"}
"""Runs in a folder that it has just made, of sources that are to be found there."""


@pytest.mark.parametrize("tree", _TREES)
def test_modules_are_started_by_a_safe_path(tree: str) -> None:
    """By `-P`: a `random.py` of a bot author would be imported in place of Python's own."""
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / tree).rglob("*.py")
        if _STARTS_MODULE.search(path.read_text(encoding="utf-8"))
    }
    assert found - _IN_A_FOLDER_OF_ITS_OWN == set()
