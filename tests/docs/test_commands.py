"""What the documents of commands tell their reader to do works, in the order told.

Each document becomes one script that is run in a scratch copy of the project, with the commands of this
environment: `sh` blocks as they are, and blocks of other languages saved under the name in their first
line. Blocks of `text` are only for looking at. Lines that begin with `make` are checked by
`make --dry-run`, which fails for a target that doesn't exist: to run the tests inside a test would
test nothing more.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.docs.markdown import NOT_OURS, ROOT, Block, blocks
from tests.helpers.patience import patience
from tests.tournaments.sandboxes import needs_sandbox

_FILE_NAME = re.compile(r"# (\w+\.(?:py|toml))\b")

_BEGIN = """set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
"""


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def script_of(document: str) -> str:
    """The document as one shell script that stops at the first error."""
    shown = [block for block in blocks(ROOT / document) if block.language != "text"]
    assert any(block.language == "sh" for block in shown)
    script = _BEGIN + "".join(_script_part(block) for block in shown)
    # The port of the pages may be taken on this machine.
    return script.replace("127.0.0.1:8080", f"127.0.0.1:{free_port()}")


def _script_part(block: Block) -> str:
    if block.language == "sh":
        dry = re.sub(r"^make ", "make --dry-run ", block.text, flags=re.MULTILINE)
        return f"printf '%s' {shlex.quote(dry)}\n{dry}"
    name = _FILE_NAME.match(block.text)
    assert name is not None, f"no file name in the first line of\n{block.text}"
    return f"printf '%s' {shlex.quote(block.text)} > {name[1]}\n"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The folder with the commands of an environment of its own, which has all packages of this one.

    What a document installs is installed there.
    """
    folder = tmp_path / "environment"
    venv.create(folder, symlinks=True)
    scheme = {"base": str(folder), "platbase": str(folder)}
    paths = Path(sysconfig.get_path("purelib", "venv", scheme))
    ours = sysconfig.get_path("purelib")
    (paths / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
    python = folder / "bin" / "python"
    for name in ("pip", "pytest", "referee", "tournament"):
        script = (Path(sys.executable).parent / name).read_text(encoding="utf-8")
        copy = folder / "bin" / name
        copy.write_text(f"#!{python}\n{script.partition(chr(10))[2]}", encoding="utf-8")
        copy.chmod(0o755)
    return folder / "bin"


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of the project without what is built, installed or recorded."""
    ignore = shutil.ignore_patterns(*NOT_OURS, "__pycache__", ".*_cache")
    return shutil.copytree(ROOT, tmp_path / "project", ignore=ignore)


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        *("README.md", "CONTRIBUTING.md", "docs/odds.md", "docs/adding_a_game.md"),
        *("docs/bots/debugging.md", "docs/bots/stdio.md", "docs/tutorial.md"),
        "docs/tutorial_game.md",
        pytest.param("docs/tutorial_organizer.md", marks=needs_sandbox),
        pytest.param("docs/bots/entering_a_tournament.md", marks=needs_sandbox),
    ],
)
def test_commands_work_in_order(
    document: str, scratch: Path, request: pytest.FixtureRequest
) -> None:
    """Whoever types what the document says gets no error.

    Nothing is compiled: the scratch copy has no compiled code, and each command would begin some anew.
    """
    # A sandbox shows the packages of this environment alone, so only what installs has another.
    installs = document == "docs/tutorial_game.md"
    here = request.getfixturevalue("programs") if installs else Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", script_of(document)],
        cwd=scratch,
        env=os.environ
        | {
            "PATH": os.pathsep.join([str(here), *os.get_exec_path()]),
            "REFEREE_CACHE_DIR": str(scratch / "build" / "cache"),
            "REFEREE_KERNELS": "interpreted",
            "REFEREE_COMPILED": "0",
            "NUMBA_DISABLE_JIT": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=patience(),
        check=False,
    )
    assert done.returncode == 0, done.stdout
