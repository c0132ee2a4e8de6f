"""Alert rules, dashboard and runbook in deploy/monitoring fit each other and the metrics that there are."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from referee.server.telemetry.catalog import CATALOG
from referee_arena.server.metrics import ArenaMetrics
from tests.docs.markdown import ROOT
from tests.tournaments.fakes import Silence
from tournaments.reports.metrics import CountedProgress

FOLDER = ROOT / "deploy" / "monitoring"
RULES = (FOLDER / "rules.yml").read_text(encoding="utf-8")
CASES = (FOLDER / "rules_test.yml").read_text(encoding="utf-8")
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
ALERTS = re.findall(r"- alert: (\w+)", RULES)

NAMES = re.compile(r"\b(?:referee|tournament|arena|process)_\w+")
SELECTED = re.compile(r"\b((?:referee|tournament|arena|process)_\w+|up)\{([^}]*)\}")
OF_SCRAPE = {"job", "instance", "worker", "le"}
"""Labels that any metric may have: of Prometheus, of the router, and of histograms."""


def labels_by_name() -> dict[str, set[str]]:
    """The labels of each time series that the programs serve, by its name."""
    found: dict[str, set[str]] = {"up": set()}
    for metric in CATALOG:
        suffixes = ("_bucket", "_count", "_sum") if metric.kind == "histogram" else ("",)
        found |= {metric.name + suffix: set(metric.labels) for suffix in suffixes}
    registry = CollectorRegistry()
    CountedProgress(Silence(), registry)
    ArenaMetrics(registry).answered("/", 200, 0.0)
    for family in registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def targets() -> Iterator[tuple[str, str]]:
    """Title of its panel, and each expression of the dashboard."""
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


EXPRESSIONS = [
    *zip(ALERTS, re.findall(r"expr: '(.*)'", RULES), strict=True),
    *targets(),
]


@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS)
def test_each_expression_names_metrics_and_labels_that_exist(where: str, expression: str) -> None:
    """A metric that was renamed would leave an alert that is never raised, and a panel without a line."""
    known = labels_by_name()
    named = set(NAMES.findall(re.sub(r'"[^"]*"', "", expression)))
    assert named <= known.keys(), where
    assert named or "up{" in expression, where
    for name, matchers in SELECTED.findall(expression):
        labels = set(re.findall(r"(\w+)[=!]", matchers))
        assert labels <= known[name] | OF_SCRAPE, (where, name)
    for groups in re.findall(r"\b(?:by|without) \(([^)]*)\)", expression):
        allowed = OF_SCRAPE.union(*(known[name] for name in named))
        assert set(re.split(r",\s*", groups)) <= allowed, where


def test_each_alert_has_its_section_and_its_cases() -> None:
    """In the runbook, and for promtool: one case in which it is raised, one in which it is not."""
    runbook = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (\w+)$", runbook, re.MULTILINE) == ALERTS
    for section in re.split(r"^### ", runbook, flags=re.MULTILINE)[1:]:
        assert re.findall(r"^- (\w+):", section, re.MULTILINE) == ["Means", "Look", "Do"], section
    anchors = re.findall(r"runbook: (\S+)", RULES)
    assert anchors == [f"docs/runbook.md#{name.lower()}" for name in ALERTS]
    named = re.findall(r"- name: (\w+) is (raised|not raised)", CASES)
    assert named == [(name, how) for name in ALERTS for how in ("raised", "not raised")]
    assert CASES.count("exp_alerts:") == len(ALERTS)


def test_the_dashboard_shows_each_metric() -> None:
    """Except those that say which program it is, and the sizes that nobody watches."""
    shown = {name for _, expression in targets() for name in NAMES.findall(expression)}
    unwatched = {
        *("referee_build_info", "referee_draining", "referee_steps_total"),
        *("referee_matches_created_total", "process_virtual_memory_bytes"),
        *("process_max_fds", "process_start_time_seconds"),
    }
    for name in labels_by_name():
        if name.startswith("arena_") and not name.endswith(("_sum", "_count", "_created")):
            assert name in shown, name
    for metric in CATALOG:
        names = {metric.name, f"{metric.name}_bucket", f"{metric.name}_count"}
        assert (metric.name in unwatched) != bool(names & shown), metric.name


def promtool(*words: str) -> subprocess.CompletedProcess[str]:
    """Run promtool in the folder of the rules."""
    own = ROOT / "build" / "prometheus" / "usr" / "bin"
    path = os.pathsep.join([os.environ["PATH"], str(own)])
    program = shutil.which("promtool", path=path)
    if program is None:
        pytest.skip("no promtool: `.ci/prometheus build/prometheus` brings it")
    return subprocess.run(
        [program, *words], cwd=FOLDER, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("check", "rules", "rules.yml"),
        ("check", "config", "prometheus.yml"),
        ("test", "rules", "rules_test.yml"),
    ],
    ids=" ".join,
)
def test_promtool_accepts_rules_and_settings(words: tuple[str, ...]) -> None:
    """Prometheus' own program: all is valid, and each case holds."""
    done = promtool(*words)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.nightly
def test_a_rule_that_is_changed_fails_its_case(tmp_path: Path) -> None:
    """Each alert's own case: without the rule, what must be raised is not."""
    (tmp_path / "rules_test.yml").write_text(CASES, encoding="utf-8")
    changed = re.sub(r"expr: '(.*)'", r"expr: '(\1) and vector(1) == 2'", RULES)
    (tmp_path / "rules.yml").write_text(changed, encoding="utf-8")
    done = promtool("test", "rules", str(tmp_path / "rules_test.yml"))
    assert done.returncode == 1
    assert {name for name in ALERTS if f"alertname: {name}" in done.stdout + done.stderr} == set(
        ALERTS
    )
