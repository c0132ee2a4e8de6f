"""Statements about a release: checksums, a bill of materials, and how its packages were made.

The bill is in the form of CycloneDX 1.6, the provenance an in-toto statement with a predicate of
SLSA provenance 1.0. Both list facts of this checkout and machine alone; neither is signed.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

__all__ = ["bill_of_materials", "checksums", "provenance"]

_REPOSITORY = "https://github.com/gamereferee/gamereferee"
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


def checksums(folder: Path) -> str:
    """Return the SHA-256 of every file below a folder, in the form that `sha256sum --check` reads."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return "".join(f"{_sha256(path)}  {path.relative_to(folder)}\n" for path in files)


def provenance(root: Path, out: Path, packages: Iterable[Path], version: str) -> str:
    """Return a statement that says from which commit packages were made, and on what machine, as JSON.

    Args:
        root: The project's checkout.
        out: Folder to which the names of packages are relative.
        packages: Paths of the packages.
        version: Version of the release.
    """
    commit = _git(root, "rev-parse", "HEAD")
    is_clean = not _git(root, "status", "--porcelain", "--untracked-files=no")
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": str(path.relative_to(out)), "digest": {"sha256": _sha256(path)}}
            for path in packages
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{_REPOSITORY}/blob/main/tools/release.py",
                "externalParameters": {"version": version, "is_clean_checkout": is_clean},
                "internalParameters": {
                    "python": platform.python_version(),
                    "platform": platform.platform(),
                },
                "resolvedDependencies": [
                    {"uri": f"git+{_REPOSITORY}", "digest": {"gitCommit": commit}}
                ],
            },
            "runDetails": {"builder": {"id": f"{_REPOSITORY}/blob/main/Makefile"}},
        },
    }
    return json.dumps(statement, indent=2) + "\n"


def bill_of_materials(root: Path, version: str, kinds: Sequence[str]) -> str:
    """Return a list of the libraries that the released packages need, with their tested versions, as JSON.

    Python's are those that are installed here, without extras, and C++'s those of this system; Java's
    are those that its `pom.xml` names, and the others those of the lock files.

    Args:
        root: The project's checkout.
        version: Version of the release.
        kinds: Kinds of packages that are released, which are the keys of `tools/release.py`'s `KINDS`.
    """
    bom = Bom()
    bom.metadata.component = _component("gamereferee", version, "generic")
    listed = {
        "python": _python,
        "npm": _npm,
        "crate": _crates,
        "go": _go_modules,
        "maven": _maven,
        "cpp": _cpp,
        "games": _python,  # they need the referee
    }
    seen: set[str] = set()
    for kind in kinds:
        for component in listed[kind](root):
            if str(component.bom_ref) not in seen:
                seen.add(str(component.bom_ref))
                bom.components.add(component)
    bom.register_dependency(bom.metadata.component, bom.components)
    text: str = JsonV1Dot6(bom).output_as_string(indent=2)
    return text + "\n"


def _python(root: Path) -> Iterator[Component]:
    projects = [root / "clients" / "python", root / "envs", root]
    tables = [tomllib.loads((each / "pyproject.toml").read_text())["project"] for each in projects]
    waiting = [name for table in tables for name in table["dependencies"]]
    known: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = _REQUIREMENT.match(requirement)
        assert name is not None
        key = name.group().lower().replace("_", "-")
        if key in known or key.startswith("gamereferee") or "extra ==" in requirement:
            continue
        known.add(key)
        try:
            found = metadata.distribution(key)
        except metadata.PackageNotFoundError:
            continue  # for another system, by its marker
        yield _component(key, found.version, "pypi")
        waiting += found.requires or []


def _npm(root: Path) -> Iterator[Component]:
    lock = json.loads((root / "clients" / "typescript" / "package-lock.json").read_text())
    for path, package in lock["packages"].items():
        if path and not package.get("dev"):
            yield _component(path.rpartition("node_modules/")[2], package["version"], "npm")


def _crates(root: Path) -> Iterator[Component]:
    lock = tomllib.loads((root / "clients" / "rust" / "Cargo.lock").read_text())
    for package in lock["package"]:
        if "source" in package:
            yield _component(package["name"], package["version"], "cargo")


def _go_modules(root: Path) -> Iterator[Component]:
    for line in (root / "clients" / "go" / "go.sum").read_text().splitlines():
        name, version, _ = line.split()
        if not version.endswith("/go.mod"):
            yield _component(name, version, "golang")


def _maven(root: Path) -> Iterator[Component]:
    space = "{http://maven.apache.org/POM/4.0.0}"
    java = root / "clients" / "java"
    properties = ElementTree.parse(java / "pom.xml").getroot().find(f"{space}properties")
    assert properties is not None
    values = {f"${{{each.tag.removeprefix(space)}}}": each.text or "" for each in properties}
    for module in ("stubs", "sdk"):
        tree = ElementTree.parse(java / module / "pom.xml").getroot()
        for each in tree.iterfind(f"{space}dependencies/{space}dependency"):
            found = {part.tag.removeprefix(space): part.text or "" for part in each}
            if found.get("scope") != "test" and found["version"] in values:
                name = f"{found['groupId']}/{found['artifactId']}"
                yield _component(name, values[found["version"]], "maven")


def _cpp(root: Path) -> Iterator[Component]:  # noqa: ARG001
    for name in ("grpc++", "protobuf", "libcrypto"):
        command = ["pkg-config", "--modversion", name]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            yield _component(name, done.stdout.strip(), "generic")


def _component(name: str, version: str, kind: str) -> Component:
    group, _, rest = name.rpartition("/")
    url = PackageURL(type=kind, namespace=group or None, name=rest, version=version)
    return Component(
        type=ComponentType.LIBRARY, name=name, version=version, purl=url, bom_ref=str(url)
    )


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
