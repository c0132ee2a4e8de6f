"""Ways from an empty folder to a first match: each package of a release, installed and compiled as its guide says.

Nothing of ours comes from anywhere but the release's own files; what others publish comes from the
public indexes. The tests play by every way, and `measuring.py` measures what each costs.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.architecture.source import ROOT
from tests.docs.markdown import blocks
from tests.wheels.environments import run

__all__ = ["WAYS", "Way", "count_in", "install_into"]


@dataclasses.dataclass(frozen=True)
class Way:
    """A way to a bot's first match.

    Its functions take the folder of the project, which `write` finds empty. Downloads are kept in that
    folder, too: what the user has in caches would hide what is fetched.
    """

    kind: str
    """Kind of package that it needs."""
    write: Callable[[Path], None]
    """Writes what the bot's author writes."""
    install: Callable[[Path, Path], None]
    """Installs the package of a release, whose folder is its first argument, and what it needs."""
    build: Callable[[Path], None]
    """Compiles the bot; may do nothing."""
    command: str
    """Command of the bot; `{project}` stands for the folder."""
    count: Callable[[Path], int]
    """Returns how many packages have been installed, ours included."""


PYTHON_BOT = """
import random

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run


def act(observation: Observation) -> Action:
    return Action(dice=random.sample(range(4), 2))


run(act)
"""
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
gamereferee-client = { path = "crate" }
"""


def install_into(environment: Path, *words: str | Path) -> None:
    """Make an environment that has nothing, not even pip, and install what is named to pip into it."""
    run(
        [sys.executable, "-m", "venv", "--without-pip", environment], environment.parent, os.environ
    )
    pip = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python"]
    command = [*pip, "install", "--quiet", "--no-cache-dir", *words]
    run(command, environment.parent, os.environ)


def count_in(environment: Path) -> int:
    """Return the number of distributions in an environment."""
    pip = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python"]
    listed = run([*pip, "list", "--format=json"], environment.parent, os.environ)
    return len(json.loads(listed))


def _write_python(project: Path) -> None:
    (project / "bot.py").write_text(PYTHON_BOT)


def _install_python(release: Path, project: Path) -> None:
    (wheel,) = (release / "python").glob("gamereferee_client-*.whl")
    install_into(project / "venv", wheel)


def _count_python(project: Path) -> int:
    return count_in(project / "venv")


def _write_go(project: Path) -> None:
    shutil.copyfile(ROOT / "clients/go/bots/diceman/random_bot/main.go", project / "main.go")


def _install_go(release: Path, project: Path) -> None:
    theirs = subprocess.check_output(["go", "env", "GOPROXY"], text=True).strip()
    proxies = {"GOPROXY": f"file://{release / 'go'},{theirs}"}
    for words in (["mod", "init", "my_bot"], ["mod", "tidy"]):
        run(["go", *words], project, _go(project) | proxies)


def _build_go(project: Path) -> None:
    run(["go", "build", "-o", "bot", "."], project, _go(project) | {"GOPROXY": "off"})


def _count_go(project: Path) -> int:
    form = "{{with .Module}}{{.Path}}{{end}}"
    listed = run(["go", "list", "-deps", "-f", form, "."], project, _go(project))
    return len(set(listed.split()) - {"my_bot"})


def _go(project: Path) -> dict[str, str]:
    return os.environ | {
        "GOCACHE": str(project / "cache"),
        "GOFLAGS": "-mod=mod -modcacherw",
        "GOMODCACHE": str(project / "modules"),
        "GONOSUMDB": "github.com/gamereferee/*",
    }


def _write_npm(project: Path) -> None:
    (project / "package.json").write_text('{"private": true, "type": "module"}')
    (project / "bot.js").write_text(NODE_BOT)


def _install_npm(release: Path, project: Path) -> None:
    (package,) = (release / "npm").glob("*.tgz")
    cache = {"npm_config_cache": str(project / "cache")}
    run(["npm", "install", "--no-audit", "--no-fund", package], project, os.environ | cache)
    shutil.rmtree(project / "cache")  # a second copy of what is installed


def _count_npm(project: Path) -> int:
    lock = json.loads((project / "package-lock.json").read_text())
    return len(lock["packages"]) - 1


def _write_crate(project: Path) -> None:
    (project / "src").mkdir()
    shutil.copyfile(ROOT / "clients/rust/bots/diceman/random_bot.rs", project / "src/main.rs")
    (project / "Cargo.toml").write_text(CARGO)


def _install_crate(release: Path, project: Path) -> None:
    (package,) = (release / "crate").glob("*.crate")
    shutil.unpack_archive(package, project, "gztar", filter="data")
    (project / package.name.removesuffix(".crate")).rename(project / "crate")
    run(["cargo", "fetch"], project, _cargo(project))


def _build_crate(project: Path) -> None:
    run(["cargo", "build", "--jobs", "2", "--offline"], project, _cargo(project))


def _count_crate(project: Path) -> int:
    tree = ["cargo", "tree", "--prefix", "none", "--edges", "normal,build", "--offline"]
    lines = run(tree, project, _cargo(project)).splitlines()
    return len({" ".join(line.split()[:2]) for line in lines if line}) - 1


def _cargo(project: Path) -> dict[str, str]:
    return os.environ | {
        "CARGO_HOME": str(project / "cargo"),
        "CARGO_TARGET_DIR": str(project / "target"),
    }


def _write_maven(project: Path) -> None:
    guide = ROOT / "docs/bots/java.md"
    (project / "src/main/java").mkdir(parents=True)
    bot = project / "src/main/java/RandomBot.java"
    bot.write_text(_block(guide, "java", "// RandomBot.java"))
    (project / "pom.xml").write_text(_block(guide, "xml", "<!-- pom.xml -->"))


def _install_maven(release: Path, project: Path) -> None:
    """Add the release's repository to the guide's file, and fetch all that the bot needs when it runs."""
    address = (release / "maven").as_uri()
    repository = f"<repositories><repository><id>release</id><url>{address}</url></repository>"
    pom, end = project / "pom.xml", "</project>"
    pom.write_text(pom.read_text().replace(end, f"{repository}</repositories>{end}"))
    _maven(project, "dependency:copy-dependencies", "-DincludeScope=runtime")


def _build_maven(project: Path) -> None:
    _maven(project, "package")


def _count_maven(project: Path) -> int:
    return len(list((project / "target/dependency").glob("*.jar")))


def _maven(project: Path, *goals: str) -> None:
    own = f"-Dmaven.repo.local={project / 'repository'}"
    run(["mvn", "-q", "-B", own, *goals], project, os.environ)


def _write_cpp(cmake: str) -> Callable[[Path], None]:
    def write(project: Path) -> None:
        guide = ROOT / "docs/bots/cpp.md"
        (project / "my_bot.cpp").write_text(_block(guide, "cpp", "// my_bot.cpp"))
        (project / "CMakeLists.txt").write_text(_block(guide, "cmake", cmake))

    return write


def _install_cpp(release: Path, project: Path) -> None:
    """Install the SDK as the guide does first; what is installed needs neither sources nor build."""
    (archive,) = (release / "cpp").glob("*.tar.gz")
    shutil.unpack_archive(archive, project, filter="data")
    sdk, build = project / archive.name.removesuffix(".tar.gz"), project / "sdk-build"
    _cmake(sdk, build)
    run(["cmake", "--install", build, "--prefix", project / "sdk"], project, os.environ)
    shutil.rmtree(sdk)
    shutil.rmtree(build)


def _fetch_cpp(release: Path, project: Path) -> None:
    """Name the archive and its checksum in the guide's file; CMake fetches it when it builds."""
    (archive,) = (release / "cpp").glob("*.tar.gz")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    file = project / "CMakeLists.txt"
    address = f"\n  URL {archive} URL_HASH SHA256={digest}"
    text, changed = re.subn(r"\n  URL \S+(?=\))", address, file.read_text())
    assert changed == 1
    file.write_text(text)


def _build_cpp(project: Path) -> None:
    _cmake(project, project / "build", f"-DCMAKE_PREFIX_PATH={project / 'sdk'}")


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


def _nothing(project: Path) -> None:
    pass


def _count_cpp(project: Path) -> int:  # noqa: ARG001
    return 1  # gRPC and protobuf are the system's


WAYS = {
    "pip": Way(
        kind="python",
        write=_write_python,
        install=_install_python,
        build=_nothing,
        command="{project}/venv/bin/python {project}/bot.py",
        count=_count_python,
    ),
    "npm": Way(
        kind="npm",
        write=_write_npm,
        install=_install_npm,
        build=_nothing,
        command="node {project}/bot.js",
        count=_count_npm,
    ),
    "go": Way(
        kind="go",
        write=_write_go,
        install=_install_go,
        build=_build_go,
        command="{project}/bot",
        count=_count_go,
    ),
    "crate": Way(
        kind="crate",
        write=_write_crate,
        install=_install_crate,
        build=_build_crate,
        command="{project}/target/debug/my_bot",
        count=_count_crate,
    ),
    "maven": Way(
        kind="maven",
        write=_write_maven,
        install=_install_maven,
        build=_build_maven,
        command="java -cp '{project}/target/classes:{project}/target/dependency/*' RandomBot",
        count=_count_maven,
    ),
    "cmake --install": Way(
        kind="cpp",
        write=_write_cpp("# CMakeLists.txt"),
        install=_install_cpp,
        build=_build_cpp,
        command="{project}/build/my_bot",
        count=_count_cpp,
    ),
    "FetchContent": Way(
        kind="cpp",
        write=_write_cpp("# CMakeLists.txt, with FetchContent"),
        install=_fetch_cpp,
        build=_build_cpp,
        command="{project}/build/my_bot",
        count=_count_cpp,
    ),
}
"""Ways to a first match, by name."""
