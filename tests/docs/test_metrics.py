"""The tables in docs/metrics.md are the metrics that the programs serve."""

from __future__ import annotations

import re

from prometheus_client import CollectorRegistry

from referee.server.telemetry.catalog import CATALOG
from referee_arena.server.metrics import ArenaMetrics
from tests.docs.markdown import ROOT
from tests.tournaments.fakes import Silence
from tournaments.reports.metrics import CountedProgress

ROW = re.compile(r"\| `(\w+)` \| (\w+) \| ([^|]*) \| ([^|]+) \|")


def rows(heading: str) -> list[tuple[str, str, tuple[str, ...], str]]:
    """The rows of the table below a heading: name, kind, labels and meaning."""
    text = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    table = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [
        (name, kind, tuple(re.findall(r"`(\w+)`", labels)), f"{meaning}.")
        for name, kind, labels, meaning in ROW.findall(table)
    ]


def test_the_table_has_each_metric_of_a_server() -> None:
    """In the order of the catalog, with the same words."""
    served = [(each.name, each.kind, each.labels, each.text) for each in CATALOG]
    assert rows("What is counted") == served


def described(registry: CollectorRegistry) -> list[tuple[str, str, tuple[str, ...], str]]:
    """The metrics of a registry as rows, as the Prometheus client describes them."""
    served = []
    for family in registry.collect():
        suffix = "_total" if family.type == "counter" else ""
        labels = {name for sample in family.samples for name in sample.labels} - {"le"}
        served.append(
            (family.name + suffix, family.type, tuple(sorted(labels)), family.documentation)
        )
    return served


def test_the_table_has_each_metric_of_a_tournament() -> None:
    """In the same order, with the same words."""
    registry = CollectorRegistry()
    CountedProgress(Silence(), registry)
    assert rows("What a tournament counts") == described(registry)


def test_the_table_has_each_metric_of_an_arena() -> None:
    """Likewise, once a request has been answered."""
    registry = CollectorRegistry()
    ArenaMetrics(registry).answered("/", 200, 0.0)
    assert rows("What an arena counts") == described(registry)
