"""Packages of a release, each installed into an empty project elsewhere, compiled, and played with; and their statements."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.wheels.environments import run
from tests.wheels.releases import NEEDS, Releases, play
from tests.wheels.ways import WAYS

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.mark.parametrize("way", WAYS)
def test_a_package_plays_a_match(tmp_path: Path, releases: Releases, way: str) -> None:
    """It is installed, compiled and seated against a house bot; the match ends by the rules."""
    project = tmp_path / "empty"
    project.mkdir()
    steps = WAYS[way]
    steps.write(project)
    steps.install(releases.of(steps.kind), project)
    steps.build(project)
    assert steps.count(project) >= 1
    play(tmp_path / "replays", steps.command.format(project=project), "house:random")


@pytest.mark.parametrize("kind", NEEDS)
def test_every_file_has_its_checksum(releases: Releases, kind: str) -> None:
    """Checksums are computed again here."""
    release = releases.of(kind)
    lines = (release / "SHA256SUMS").read_text().splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    files = {str(path.relative_to(release)) for path in release.rglob("*") if path.is_file()}
    assert listed.keys() == files - {"SHA256SUMS"}
    assert any(name.startswith(f"{kind}/") for name in listed)
    for name, digest in listed.items():
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == digest, name


NEEDED = {
    "python": "pkg:pypi/grpcio@",
    "go": "pkg:golang/google.golang.org/grpc@",
    "npm": "pkg:npm/%40grpc/grpc-js@",
    "crate": "pkg:cargo/tonic@",
    "maven": "pkg:maven/io.grpc/grpc-stub@",
    "cpp": "pkg:generic/grpc%2B%2B@",
    "games": "pkg:pypi/grpcio@",
}
"""What each kind certainly needs, as a package URL without its version."""


@pytest.mark.parametrize("kind", NEEDS)
def test_statements_name_packages_and_commit(releases: Releases, kind: str) -> None:
    """Provenance lists what was made, and the bill what it needs."""
    release = releases.of(kind)
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    provenance: dict[str, Any] = json.loads((release / "provenance.json").read_text())
    made = {str(path.relative_to(release)) for path in (release / kind).rglob("*")}
    subjects = {subject["name"] for subject in provenance["subject"]}
    of_kind = {name for name in subjects if name.startswith(f"{kind}/")}
    assert of_kind == {name for name in made if (release / name).is_file()} != set()
    definition = provenance["predicate"]["buildDefinition"]
    assert definition["resolvedDependencies"][0]["digest"] == {"gitCommit": commit}

    bill = json.loads((release / "sbom.cdx.json").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    urls = [component["purl"] for component in bill["components"]]
    assert any(url.startswith(NEEDED[kind]) for url in urls), urls


def test_the_go_module_has_what_its_tag_has(releases: Releases) -> None:
    """Each file of the SDK's folder is in it, and no folder, which would change its checksum."""
    version = (ROOT / "VERSION").read_text().strip()
    module = "github.com/gamereferee/gamereferee/clients/go"
    files = releases.of("go") / "go" / module / "@v"
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT / "clients/go", text=True)
    with zipfile.ZipFile(files / f"v{version}.zip") as packed:
        names = sorted(packed.namelist())
    assert names == sorted(f"{module}@v{version}/{name}" for name in tracked.splitlines())
    assert json.loads((files / f"v{version}.info").read_text())["Version"] == f"v{version}"
    assert (files / f"v{version}.mod").read_text() == (ROOT / "clients/go/go.mod").read_text()


def test_maven_central_would_take_the_jars(releases: Releases) -> None:
    """Each module has jar, sources and documentation, and its POM all that Maven Central asks for."""
    repository = releases.of("maven") / "maven" / "io" / "github" / "gamereferee"
    version = (ROOT / "VERSION").read_text().strip()
    for module in ("gamereferee-stubs", "gamereferee-client"):
        begin = f"{module}-{version}"
        names = {path.name for path in (repository / module / version).iterdir()}
        for end in (".jar", "-sources.jar", "-javadoc.jar", ".pom"):
            assert {f"{begin}{end}", f"{begin}{end}.sha1"} <= names
    parent = repository / "gamereferee-java" / version / f"gamereferee-java-{version}.pom"
    text = parent.read_text()
    for part in ("name", "description", "url", "licenses", "developers", "scm"):
        assert f"<{part}" in text, part


def test_crates_io_would_take_the_crate(releases: Releases) -> None:
    """The workflow's script packs the same bytes again, and cargo refuses nothing up to the upload."""
    run([ROOT / ".ci/publish_crate", releases.of("crate") / "crate", "--dry-run"], ROOT, os.environ)


def test_the_bundle_for_maven_central_is_signed(releases: Releases, tmp_path: Path) -> None:
    """The workflow's script signs each jar and POM, and leaves out what the portal refuses."""
    if shutil.which("gpg") is None:
        pytest.skip("gpg is missing")
    home = tmp_path / "gnupg"
    home.mkdir(mode=0o700)
    key = {"GNUPGHOME": str(home), "MAVEN_CENTRAL_TOKEN": "user:password"}
    gpg = ["gpg", "--batch", "--quiet"]
    making = ["--passphrase", "", "--quick-generate-key", "A test", "rsa2048", "sign", "never"]
    run([*gpg, *making], tmp_path, os.environ | key)
    key["MAVEN_CENTRAL_KEY"] = run(
        [*gpg, "--armor", "--export-secret-keys"], tmp_path, os.environ | key
    )
    bundle = tmp_path / "bundle.zip"
    script = ROOT / ".ci/publish_maven"
    command = [script, releases.of("maven") / "maven", "--bundle", bundle]
    run(command, ROOT, os.environ | key)
    shutil.unpack_archive(bundle, tmp_path / "bundle")
    files = [path for path in (tmp_path / "bundle").rglob("*") if path.is_file()]
    signed = [path for path in files if path.suffix in (".jar", ".pom")]
    assert len(signed) == 9  # three POMs, and two modules with three jars each
    ends = ("", ".asc", ".md5", ".sha1")
    assert sorted(files) == sorted(Path(f"{path}{end}") for path in signed for end in ends)
    for path in signed:
        run([*gpg, "--verify", f"{path}.asc", path], tmp_path, os.environ | key)
    run(["gpgconf", "--kill", "gpg-agent"], tmp_path, os.environ | key)
