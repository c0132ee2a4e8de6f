"""Fixtures of all tests of tournaments, among them databases: tests of the store run on both kinds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.postgres import PostgresMissingError, PostgresServer, postgres_server
from tests.tournaments.calling import Caller
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for the database server as slow: `make test` has none."""
    for item in items:
        if isinstance(item, pytest.Function) and "postgres" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server; without one the test is skipped, but in CI that is a failure."""
    try:
        with postgres_server() as server:
            yield server
    except PostgresMissingError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store_url(request: pytest.FixtureRequest) -> str | None:
    """URL of an empty database of either kind; None is SQLite in the data folder."""
    if request.param == "sqlite":
        return None
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def folder(tmp_path: Path, store_url: str | None) -> DataFolder:
    """An empty data folder whose results go into that database."""
    path = tmp_path / "cup"
    path.mkdir()
    store = None if store_url is None else checked_url(store_url)
    return DataFolder(path, store=store, name="cup")


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Caller:
    """Calls the command."""
    return Caller(monkeypatch, capsys)
