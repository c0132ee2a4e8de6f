"""The tables in docs/metrics.md are the metrics that the programs serve."""

from __future__ import annotations

import re

from prometheus_client import CollectorRegistry

from referee.server.telemetry.catalog import CATALOG
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


def test_the_table_has_each_metric_of_a_tournament() -> None:
    """As the Prometheus client describes them."""
    registry = CollectorRegistry()
    CountedProgress(Silence(), registry)
    served = []
    for family in registry.collect():
        suffix = "_total" if family.type == "counter" else ""
        labels = {name for sample in family.samples for name in sample.labels} - {"le"}
        served.append(
            (family.name + suffix, family.type, tuple(sorted(labels)), family.documentation)
        )
    assert rows("What a tournament counts") == served
