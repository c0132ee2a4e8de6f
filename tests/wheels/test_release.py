"""Packages of a release, each installed into an empty project elsewhere, compiled, and played with.

Nothing of ours comes from anywhere but the release's own files; what others publish comes from the
public indexes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.wheels.environments import run

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

KINDS = {"go": "go", "npm": "npm", "crate": "cargo"}
"""Kinds of packages, each with the program that it needs."""
GO_BOT = (ROOT / "clients/go/bots/diceman/random_bot/main.go").read_text()
RUST_BOT = (ROOT / "clients/rust/bots/diceman/random_bot.rs").read_text()
NODE_BOT = """
import { create, run } from "gamereferee-client";
import { ActionSchema } from "gamereferee-client/games/diceman";

await run({ game: "diceman", act: () => create(ActionSchema, { dice: [0, 3] }) });
"""
CARGO = """
[package]
name = "my_bot"
version = "0.1.0"
edition = "2024"

[dependencies]
fastrand = "2.5"
gamereferee-client = {{ path = "{crate}" }}
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with packages of all kinds that this machine can make."""
    pytest.importorskip("cyclonedx", reason="the extra `release` is not installed")
    folder = tmp_path_factory.mktemp("release") / "dist"
    kinds = [f"--only={kind}" for kind, program in KINDS.items() if shutil.which(program)]
    run([sys.executable, ROOT / "tools" / "release.py", "--out", folder, *kinds], ROOT, os.environ)
    return folder


def _with_go(release: Path, project: Path) -> list[str]:
    (project / "main.go").write_text(GO_BOT)
    theirs = subprocess.check_output(["go", "env", "GOPROXY"], text=True).strip()
    chosen = {
        "GOPROXY": f"file://{release / 'go'},{theirs}",
        "GONOSUMDB": "github.com/gamereferee/*",
        "GOFLAGS": "-mod=mod",
        # Not the module cache of the user: another build of the same version may be in it.
        "GOMODCACHE": str(project / "modules"),
    }
    for words in (["mod", "init", "my_bot"], ["mod", "tidy"], ["build", "-o", "bot", "."]):
        run(["go", *words], project, os.environ | chosen)
    run(["go", "clean", "-modcache"], project, os.environ | chosen)  # its files are read-only
    return [str(project / "bot")]


def _with_npm(release: Path, project: Path) -> list[str]:
    (package,) = (release / "npm").glob("*.tgz")
    (project / "package.json").write_text('{"private": true, "type": "module"}')
    (project / "bot.js").write_text(NODE_BOT)
    run(["npm", "install", "--no-audit", "--no-fund", package], project, os.environ)
    return ["node", str(project / "bot.js")]


def _with_crate(release: Path, project: Path) -> list[str]:
    (package,) = (release / "crate").glob("*.crate")
    shutil.unpack_archive(package, project, "gztar", filter="data")
    crate = project / package.name.removesuffix(".crate")
    (project / "Cargo.toml").write_text(CARGO.format(crate=crate.name))
    (project / "src").mkdir()
    (project / "src" / "main.rs").write_text(RUST_BOT)
    chosen = {"CARGO_TARGET_DIR": str(project / "target")}
    run(["cargo", "build", "--jobs", "2"], project, os.environ | chosen)
    return [str(project / "target" / "debug" / "my_bot")]


WAYS: dict[str, Callable[[Path, Path], list[str]]] = {
    "go": _with_go,
    "npm": _with_npm,
    "crate": _with_crate,
}


@pytest.mark.parametrize("kind", WAYS)
def test_a_package_plays_a_match(tmp_path: Path, release: Path, kind: str) -> None:
    """It is installed, compiled and seated against a house bot; the match ends by the rules."""
    if shutil.which(KINDS[kind]) is None:
        assert os.environ.get("CLIENTS") != "required", f"{KINDS[kind]} is missing"
        pytest.skip(f"{KINDS[kind]} is missing")
    project = tmp_path / "empty"
    project.mkdir()
    words = WAYS[kind](release, project)
    command = [sys.executable, "-m", "referee", "play", "diceman", "--json", "--move-time", "60s"]
    bots = ["--bot", " ".join(words), "--bot", "house:random"]
    told = run(
        [*command, *bots, "--fail-on-bot-errors", "--replay-dir", tmp_path], ROOT, os.environ
    )
    assert [match["cause"] for match in json.loads(told)["matches"]] == ["RULES"]


def test_every_file_has_its_checksum(release: Path) -> None:
    """Checksums are computed again here."""
    lines = (release / "SHA256SUMS").read_text().splitlines()
    told = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    files = {str(path.relative_to(release)) for path in release.rglob("*") if path.is_file()}
    assert told.keys() == files - {"SHA256SUMS"}
    for name, digest in told.items():
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == digest, name


def test_statements_name_packages_and_commit(release: Path) -> None:
    """Provenance lists what was made, and the bill what it needs."""
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    provenance: dict[str, Any] = json.loads((release / "provenance.json").read_text())
    subjects = {subject["name"] for subject in provenance["subject"]}
    assert {name.split("/")[0] for name in subjects} == set(_made(release))
    definition = provenance["predicate"]["buildDefinition"]
    assert definition["resolvedDependencies"][0]["digest"] == {"gitCommit": commit}

    bill = json.loads((release / "sbom.cdx.json").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    urls = {component["purl"] for component in bill["components"]}
    wanted = {"go": "pkg:golang/google.golang.org/grpc@", "crate": "pkg:cargo/tonic@"}
    for kind, beginning in wanted.items():
        found = any(url.startswith(beginning) for url in urls)
        assert found == (kind in _made(release))


def _made(release: Path) -> list[str]:
    return [kind for kind in KINDS if (release / kind).is_dir()]
