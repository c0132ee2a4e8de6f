"""Reads metrics as Prometheus does, and gives their values by name and labels."""

from __future__ import annotations

import asyncio
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from referee.server.process.config import parse_listen
from tests.helpers.patience import HANG_S

__all__ = ["ANYWHERE", "Scrape", "scrape"]

ANYWHERE = parse_listen("127.0.0.1:0", "metrics")
"""A free port of this machine."""


class Scrape:
    """All samples of one scrape.

    Args:
        text: What the server has sent.
    """

    def __init__(self, text: str) -> None:
        self.families = list(text_string_to_metric_families(text))
        self._values: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}
        for sample in (sample for family in self.families for sample in family.samples):
            key = sample.name, frozenset(sample.labels.items())
            assert key not in self._values, f"{key} is there twice"
            self._values[key] = sample.value

    def __call__(self, name: str, **labels: str) -> float:
        """Return the value of a sample; its name is that of the metric without `referee_`."""
        return self._values[f"referee_{name}", frozenset(labels.items())]

    def labels(self, name: str) -> list[dict[str, str]]:
        """Return the labels of all samples of a metric."""
        return [dict(labels) for each, labels in self._values if each == f"referee_{name}"]


async def scrape(address: str) -> Scrape:
    """Read the metrics at an address of a server of this event loop."""

    def read() -> str:
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=HANG_S) as answer:
            data: bytes = answer.read()
            return data.decode()

    return Scrape(await asyncio.to_thread(read))
