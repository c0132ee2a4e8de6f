"""The workflows of GitHub: what they run exists, what they refer to resolves, and actions are pinned.

Nothing here runs a workflow; these are the mistakes that show only when one is started there.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT

yaml = pytest.importorskip("yaml", reason="comes with the extra `site`")

Job = dict[str, Any]

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
PUBLISHES = {"pypi", "npm", "crates", "maven", "go", "files"}
_FOLDERS = r"(?:\.ci|\.github|tests|tools|clients|docs|loadtest)"


def _jobs() -> list[Any]:
    found = []
    for workflow in WORKFLOWS:
        jobs: dict[str, Job] = yaml.safe_load(workflow.read_text())["jobs"]
        found += [pytest.param(jobs, jobs[name], id=f"{workflow.stem}-{name}") for name in jobs]
    return found


def _needs(job: Job) -> list[str]:
    needs = job.get("needs", [])
    return [needs] if isinstance(needs, str) else needs


def _before(jobs: dict[str, Job], job: Job) -> set[str]:
    """Return the jobs that have ended when a job begins."""
    direct = _needs(job)
    return set(direct).union(*(_before(jobs, jobs[name]) for name in direct))


def _outputs(step: Job) -> set[str]:
    """Return the outputs of a step: those that its script writes, or `token` of the one action that has any."""
    if "crates-io-auth-action" in step.get("uses", ""):
        return {"token"}
    return set(re.findall(r'echo "(\w+)=[^"]*" >>"\$GITHUB_OUTPUT"', step.get("run", "")))


@pytest.mark.parametrize(("jobs", "job"), _jobs())
def test_what_a_job_runs_exists(jobs: dict[str, Job], job: Job) -> None:  # noqa: ARG001
    """Every target of make and every file that a script names is there, and the shell can read it."""
    scripts = [step["run"] for step in job["steps"] if "run" in step]
    for script in scripts:
        plain = re.sub(r"\$\{\{[^}]*\}\}", "VALUE", script)
        subprocess.run(["bash", "-n"], input=plain, text=True, check=True)
        for words in re.findall(r"(?:^|\bsudo )make ([^\n|;&]+)", plain, re.MULTILINE):
            targets = {word for word in words.split() if "=" not in word}
            assert targets <= TARGETS, script
        for name in re.findall(rf"(?<![\w/.$])({_FOLDERS}/[\w./-]+)(?![\w./$-])", plain):
            file = ROOT / name
            assert file.exists(), script
            if plain.lstrip().startswith((name, f"sudo {name}")):
                assert file.stat().st_mode & 0o100, f"{name} can't be executed"


@pytest.mark.parametrize(("jobs", "job"), _jobs())
def test_what_a_job_refers_to_resolves(jobs: dict[str, Job], job: Job) -> None:
    """Jobs it needs, their outputs, outputs of earlier steps, and keys of the matrix are there."""
    assert set(_needs(job)) <= jobs.keys()
    matrix = job.get("strategy", {}).get("matrix", {})
    written: dict[str, set[str]] = {}
    parts = [{key: value for key, value in job.items() if key not in ("steps", "outputs")}]
    for part in [*parts, *job["steps"], {"outputs": job.get("outputs", {})}]:
        text = yaml.safe_dump(part, width=10_000)
        for need, output in re.findall(r"\bneeds\.([\w-]+)\.outputs\.([\w-]+)", text):
            assert need in _needs(job), text
            assert output in jobs[need]["outputs"], text
        for step, output in re.findall(r"\bsteps\.([\w-]+)\.outputs\.([\w-]+)", text):
            assert output in written[step], text
        assert set(re.findall(r"\bmatrix\.([\w-]+)", text)) <= matrix.keys(), text
        if "id" in part:
            written[part["id"]] = _outputs(part)


@pytest.mark.parametrize(("jobs", "job"), _jobs())
def test_artifacts_come_from_jobs_before(jobs: dict[str, Job], job: Job) -> None:
    """What is downloaded has been uploaded by a job that has ended."""
    uploaded = {
        step["with"]["name"]
        for name in _before(jobs, job)
        for step in jobs[name]["steps"]
        if "upload-artifact" in step.get("uses", "")
    }
    for step in job["steps"]:
        if "download-artifact" in step.get("uses", ""):
            assert step["with"]["name"] in uploaded


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned(workflow: Path) -> None:
    """Each action is a commit, with its version behind it; a tag can be moved to other code."""
    lines = [line for line in workflow.read_text().splitlines() if " uses: " in line]
    assert lines
    for line in lines:
        assert re.search(r" uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


PUBLISHED_FROM = {
    "python": ("pypi", "dist/release/python"),
    "npm": ("npm", "dist/release/npm/"),
    "crate": ("crates", "dist/release/crate"),
    "go": ("go", "clients/go@v"),
    "maven": ("maven", "dist/release/maven"),
    "cpp": ("files", "cpp/*.tar.gz"),
    "games": ("files", "games/*.whl"),
}
"""Kinds of packages, each with the job that publishes it, and words of that job which name its files."""


def test_every_kind_of_package_is_published() -> None:
    """Each kind that `tools/release.py` makes is in the job that publishes it; the pages name no other."""
    table = (ROOT / "tools/release.py").read_text().partition("\nKINDS: ")[2].partition("\n}")[0]
    assert set(re.findall(r'^    "(\w+)": _', table, re.MULTILINE)) == PUBLISHED_FROM.keys()
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    jobs: dict[str, Job] = yaml.safe_load(text)["jobs"]
    for job, words in PUBLISHED_FROM.values():
        assert words in yaml.safe_dump(jobs[job], width=10_000)
    named = set(re.findall(r"dist/release/(\w+)\b(?!\.)", text))
    assert named - {"SHA256SUMS"} <= PUBLISHED_FROM.keys()


def test_nothing_is_published_untested_or_without_a_tag() -> None:
    """Each job that publishes waits for the tests and for a tag; only such jobs get an identity or secrets."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    workflow = yaml.safe_load(text)
    jobs: dict[str, Job] = workflow["jobs"]
    assert workflow["permissions"] == {"contents": "read"}
    assert jobs.keys() == PUBLISHES | {"build", "test"}
    for name, job in jobs.items():
        is_trusted = "permissions" in job or "secrets." in yaml.safe_dump(job)
        if name in PUBLISHES:
            assert "test" in _before(jobs, job), name
            assert job["if"] == "github.ref_type == 'tag'", name
        else:
            assert not is_trusted, name
    # Registries check the name of the environment, which maintainers can protect.
    for name in ("pypi", "npm", "crates", "maven"):
        assert jobs[name]["environment"], name
