"""Packages of a release in other languages, each installed into an empty project elsewhere, compiled, and played with.

Nothing of ours comes from anywhere but the release's own files; what others publish comes from the
public indexes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.docs.markdown import blocks
from tests.wheels.environments import run
from tests.wheels.releases import NEEDS, Releases, play

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

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


def _with_maven(release: Path, project: Path) -> list[str]:
    """Take bot and `pom.xml` from the guide, and its commands; only the repository is added."""
    guide = ROOT / "docs" / "bots" / "java.md"
    sources = project / "src" / "main" / "java"
    sources.mkdir(parents=True)
    (sources / "RandomBot.java").write_text(_block(guide, "java", "// RandomBot.java"))
    repository = (
        f"<repository><id>release</id><url>{(release / 'maven').as_uri()}</url></repository>"
    )
    pom = _block(guide, "xml", "<!-- pom.xml -->")
    end = "</project>"
    (project / "pom.xml").write_text(
        pom.replace(end, f"<repositories>{repository}</repositories>{end}")
    )
    # Not the repository of the user: another build of the same version may be in it.
    own = f"-Dmaven.repo.local={project / 'repository'}"
    goals = ["package", "dependency:copy-dependencies", "-DincludeScope=runtime"]
    run(["mvn", "-q", "-B", own, *goals], project, os.environ)
    path = os.pathsep.join([str(project / "target/classes"), str(project / "target/dependency/*")])
    return ["java", "-cp", f"'{path}'", "RandomBot"]


def _with_installed_cpp(release: Path, project: Path) -> list[str]:
    """Run the guide's first way: `cmake --install`, and `find_package` in the bot's project."""
    (archive,) = (release / "cpp").glob("*.tar.gz")
    shutil.unpack_archive(archive, project, filter="data")
    sdk, build = project / archive.name.removesuffix(".tar.gz"), project / "sdk-build"
    _cmake(sdk, build, "-DCMAKE_INSTALL_PREFIX=" + str(project / "installed"))
    run(["cmake", "--install", build], project, os.environ)
    shutil.rmtree(sdk)  # what is installed needs neither sources nor build
    shutil.rmtree(build)
    return _cpp_bot(project, "# CMakeLists.txt", f"-DCMAKE_PREFIX_PATH={project / 'installed'}")


def _with_fetched_cpp(release: Path, project: Path) -> list[str]:
    """Run the guide's second way: FetchContent of the archive, by its checksum."""
    (archive,) = (release / "cpp").glob("*.tar.gz")
    return _cpp_bot(project, "# CMakeLists.txt, with FetchContent", archive=archive)


def _cpp_bot(project: Path, cmake: str, *flags: str, archive: Path | None = None) -> list[str]:
    guide = ROOT / "docs" / "bots" / "cpp.md"
    (project / "my_bot.cpp").write_text(_block(guide, "cpp", "// my_bot.cpp"))
    text = _block(guide, "cmake", cmake)
    if archive is not None:
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        text, changed = re.subn(r"\n  URL \S+", f"\n  URL {archive} URL_HASH SHA256={digest}", text)
        assert changed == 1
    (project / "CMakeLists.txt").write_text(text)
    _cmake(project, project / "build", *flags)
    return [str(project / "build" / "my_bot")]


def _cmake(source: Path, build: Path, *flags: str) -> None:
    # -O0 builds fastest.
    quick = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"]
    run(["cmake", "-S", source, "-B", build, *quick, *flags], source, os.environ)
    run(["cmake", "--build", build, "-j", "2"], source, os.environ)


def _block(guide: Path, language: str, first_line: str) -> str:
    """Return the code of a guide that begins with a line."""
    (found,) = (
        block.text
        for block in blocks(guide)
        if block.language == language and block.text.partition("\n")[0] == first_line
    )
    return found


WAYS: dict[str, tuple[str, Callable[[Path, Path], list[str]]]] = {
    "go": ("go", _with_go),
    "npm": ("npm", _with_npm),
    "crate": ("crate", _with_crate),
    "maven": ("maven", _with_maven),
    "cmake --install": ("cpp", _with_installed_cpp),
    "FetchContent": ("cpp", _with_fetched_cpp),
}
"""Ways to install, each with its kind of package and a function that returns the bot's command."""


@pytest.mark.parametrize("way", WAYS)
def test_a_package_plays_a_match(tmp_path: Path, releases: Releases, way: str) -> None:
    """It is installed, compiled and seated against a house bot; the match ends by the rules."""
    kind, install = WAYS[way]
    project = tmp_path / "empty"
    project.mkdir()
    words = install(releases.of(kind), project)
    play(tmp_path / "replays", " ".join(words), "house:random")


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
