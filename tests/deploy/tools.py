"""Programs that the tests of this folder run: of the machine, of the environment, or of .ci/deploy_tools."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

__all__ = ["program"]

PLACES = (*os.get_exec_path(), str(Path(sys.executable).parent), str(ROOT / "build/deploy/bin"))
"""Folders in which programs are looked for, in this order."""


def program(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    found = shutil.which(name, path=os.pathsep.join(PLACES))
    if found is None:
        pytest.skip(f"{name} is not installed, and not in build/deploy: see .ci/deploy_tools")
    return found
