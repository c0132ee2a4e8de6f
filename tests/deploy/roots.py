"""Builds and runs our image without Docker: in a root folder made by mmdebstrap, with namespaces.

Needs root, and packages of Debian from wherever this machine gets them. Each step of the Dockerfile is
carried out in its own mount namespace, in which copies of the machine's settings of apt, pip and TLS are
shown; nothing of them is left in the root. Never show the files themselves: packages that a step
installs change them, such as the bundle of certificates.
"""

from __future__ import annotations

import dataclasses
import glob
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.architecture.source import ROOT
from tests.deploy.dockerfile import Stage, parse

__all__ = ["Image", "build", "size_of", "size_of_archive", "why_not"]

TOOLS = ("mmdebstrap", "unshare", "setpriv")
_SHOWN = ("/etc/apt", "/etc/pip.conf", "/etc/resolv.conf", "/etc/ssl/certs", "/opt/wheels")
"""Settings and files by which this machine gets packages; RUN steps get copies of those that exist."""
_SLIM = ("man", "info", "locale", "doc", "groff", "lintian", "linda")
"""Folders of /usr/share that Debian's slim images don't have."""


def why_not() -> str:
    """Return why no root can be made here; empty where one can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} not installed"
    return "" if os.geteuid() == 0 else "only root can make a root"


@dataclasses.dataclass(frozen=True)
class Image:
    """What a build has made: a root folder, and how it is run."""

    root: Path
    stage: Stage

    def process(self, volume: Path, tmp: Path, *words: str, **variables: str) -> list[str]:
        """Return the command that runs words in the image as a container would.

        The root can't be written, `/tmp` and the volume can; user and environment are those of the
        image, no capability is left, and there is no network.

        Args:
            volume: Folder shown as the volume.
            tmp: Folder shown as /tmp.
            words: Replaces the words of CMD, behind those of ENTRYPOINT.
            variables: More of the environment.
        """
        user, group = self.stage.last("USER").text.split(":")
        env = self.stage.environment() | {"HOME": "/nonexistent"} | variables
        words = (*self.stage.last("ENTRYPOINT").words(), *(words or self.stage.last("CMD").words()))
        inside = [f"{name}={value}" for name, value in env.items()]
        run = ["chroot", f"--userspec=+{user}:+{group}", "--groups=", self.root]
        run += ["/usr/bin/env", "-i", *inside, *words]
        there = self.root / self.stage.last("VOLUME").text.lstrip("/")
        script = [
            *_mounts(self.root),
            f"mount --bind {shlex.quote(str(volume))} {shlex.quote(str(there))}",
            f"mount --bind {shlex.quote(str(tmp))} {shlex.quote(str(self.root))}/tmp",
            f"mount -o remount,bind,ro {shlex.quote(str(self.root))}",
            f"exec setpriv --no-new-privs {shlex.join(str(word) for word in run)}",
        ]
        return _namespace(script, alone=True)


def build(folder: Path, dist: Path, **arguments: str) -> Image:
    """Carry out the Dockerfile's steps in new roots below a folder.

    Args:
        folder: Empty folder for the roots.
        dist: Folder with the wheels.
        arguments: Values of `--build-arg`.
    """
    base = folder / "base.tar"
    rules = [f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in _SLIM]
    rules.append("--dpkgopt=path-include=/usr/share/doc/*/copyright")
    sources = [str(path) for path in sorted(Path("/etc/apt/sources.list.d").glob("debian.*"))]
    # As in Debian's images, /bin is a link from the start; else a package for the change brings Perl.
    rules.append("--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr")
    _run(["mmdebstrap", "--variant=minbase", *rules, "bookworm", str(base), *sources])
    roots: dict[str, Path] = {}
    stages = parse((ROOT / "Dockerfile").read_text(encoding="utf-8"), **arguments)
    for stage in stages:
        root = roots[stage.name] = folder / f"root-{stage.name}"
        root.mkdir()
        if stage.base != "scratch":
            # The stage that is not ours would hold this machine's settings of apt.
            _run(["tar", "--extract", "--file", str(base), "--directory", str(root)])
            shutil.rmtree(root / "var/lib/apt/lists")
            (root / "var/lib/apt/lists").mkdir()
        for step in stage.steps:
            if step.name == "RUN":
                _run_inside(root, step.text)
            elif step.name == "COPY":
                _copy(step.words(), root, roots, dist)
    return Image(roots[stages[-1].name], stages[-1])


def _copy(words: list[str], root: Path, roots: dict[str, Path], dist: Path) -> None:
    """Carry out COPY; files come from the checkout, from `dist`, or from an earlier stage."""
    if words[0].startswith("--from="):
        source, target = words[1:]
        there = roots[words[0].removeprefix("--from=")] / source.lstrip("/")
        place = root / target.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        _run(["cp", "--archive", "--no-target-directory", str(there), str(place)])
        return
    *sources, target = words
    (root / target.lstrip("/")).mkdir(parents=True, exist_ok=True)
    for source in sources:
        place = dist / source.removeprefix("dist/") if source.startswith("dist/") else ROOT / source
        found = glob.glob(str(place))
        assert found, f"nothing is at {place}"
        for path in found:
            shutil.copy(path, root / target.lstrip("/"))


def _run_inside(root: Path, command: str) -> None:
    shown = [Path(path) for path in _SHOWN if Path(path).exists()]
    made = [path for path in shown if not _within(root, path).exists()]
    kept = {key: value for key, value in os.environ.items() if "PIP_" in key or "CERT" in key}
    kept |= {"PATH": f"{os.defpath}:/usr/sbin:/sbin", "DEBIAN_FRONTEND": "noninteractive"}
    words = ["chroot", str(root), "/usr/bin/env", "-i", *(f"{k}={v}" for k, v in kept.items())]
    words += ["/bin/sh", "-ec", command]
    with tempfile.TemporaryDirectory(dir=root.parent) as copies:
        binds = []
        for number, path in enumerate(shown):
            copy, place = Path(copies) / str(number), _within(root, path)
            if path.is_dir():
                shutil.copytree(path, copy, ignore_dangling_symlinks=True)
                place.mkdir(parents=True, exist_ok=True)
            else:
                shutil.copy(path, copy)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.touch()
            binds.append(shlex.join(["mount", "--bind", str(copy), str(place)]))
        try:
            _run(_namespace([*_mounts(root), *binds, shlex.join(words)]))
        finally:
            for path in reversed(made):
                place = _within(root, path)
                place.rmdir() if place.is_dir() else place.unlink()


def _within(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")


def _mounts(root: Path) -> list[str]:
    quoted = shlex.quote(str(root))
    return [
        "set -e",
        "mount --make-rprivate /",
        f"mount --bind {quoted} {quoted}",
        f"mount -t proc proc {quoted}/proc",
        f"mount -t tmpfs tmpfs {quoted}/dev/shm",
    ]


def _namespace(script: list[str], *, alone: bool = False) -> list[str]:
    flags = ["--net"] if alone else []
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *flags]
    return [*command, "sh", "-c", "\n".join(script)]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (
        f"{shlex.join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    )


def size_of(root: Path) -> int:
    """Return the bytes of a root's files, each counted once however many names it has."""
    stats = {path.lstat().st_ino: path.lstat() for path in root.rglob("*") if path.is_file()}
    return sum(stat.st_size for stat in stats.values())


def size_of_archive(root: Path) -> int:
    """Return the bytes of a root as an archive of tar, which is what layers are made of."""
    command = ["tar", "--create", "--directory", str(root), "."]
    size = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as tar:
        assert tar.stdout is not None
        while part := tar.stdout.read(1 << 20):
            size += len(part)
    assert tar.returncode == 0
    return size
