"""What tests of measurements that run in this process leave as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.server.process.logs import reset_logs


@pytest.fixture(autouse=True)
def logs() -> Iterator[None]:
    """Measurements show errors alone; other tests look at what is logged."""
    yield
    reset_logs()
