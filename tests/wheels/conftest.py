"""Fixtures for tests of packages."""

from __future__ import annotations

import os

import pytest

from tests.wheels.releases import Releases


@pytest.fixture(scope="session")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Releases:
    """Releases that are made when a test asks for them, once for all processes of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    return Releases((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "releases")
