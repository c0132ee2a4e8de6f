"""A bot of every way in starts and plays in the default sandbox, by the runtimes this machine has installed.

In Java once for each JDK of the distribution: each has its settings elsewhere.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.patience import patience
from tests.languages.built import LANGUAGES, ROOT, need
from tests.tournaments.sandboxes import needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox]

WAYS_IN = dict.fromkeys(LANGUAGES, "greedy_bot") | {"stdio": "c_bot"}
"""Program by the way in: an SDK, or lines of JSON behind the bridge."""
JDKS = sorted({path.resolve().parents[1] for path in Path("/usr/lib/jvm").glob("*/bin/java")})
HEAD = """
name = "enclosed"
game = "diceman"
format = "round_robin"

[config]
games = 3

[time_control]
move_time = "1s"
bank = "60s"
first_move = "60s"
"""


def runtimes_at_home() -> Iterator[Path]:
    """Folders of runtimes that were not installed for the whole machine, such as a Node.js of nvm's."""
    for name in ("node", "java"):
        found = shutil.which(name)
        real = Path(found).resolve() if found else None
        if real is not None and not real.is_relative_to("/usr"):
            yield real.parents[1]


def file_of(folder: Path, bots: dict[str, str], env: dict[str, str]) -> Path:
    """A tournament of these programs in the default sandbox."""
    readable = [ROOT / "build" / "clients", ROOT / "clients" / "typescript", *runtimes_at_home()]
    lines = [HEAD, "[sandbox]", f"readable = {json.dumps([str(path) for path in readable])}"]
    for name, program in bots.items():
        lines += ["[[bots]]", f'name = "{name}"', f"command = [{json.dumps(program)}]"]
        if name in env:
            lines.append(f"env = {{ JAVA_HOME = {json.dumps(env[name])} }}")
    path = folder / "enclosed.toml"
    path.write_text("\n".join(lines))
    assert "kind" not in tomllib.loads(path.read_text())["sandbox"]
    return path


def test_every_way_in_plays_in_the_sandbox(tmp_path: Path) -> None:
    """Each is started as in a tournament, plays a match, and may play."""
    bots = {way: need(way, "diceman", name) for way, name in WAYS_IN.items()}
    env = {f"java-{number}": str(home) for number, home in enumerate(JDKS)}
    bots |= dict.fromkeys(env, bots["java"])
    ran = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "tournaments", "check"),
            *(str(file_of(tmp_path, bots, env)), "--json"),
        ],
        capture_output=True,
        text=True,
        timeout=patience(),
    )
    assert ran.stdout, ran.stderr
    report = json.loads(ran.stdout)
    assert [bot["bot"] for bot in report["bots"]] == list(bots)
    assert {bot["bot"]: bot["problems"] for bot in report["bots"] if bot["problems"]} == {}
    assert all(bot["answers"] > 0 for bot in report["bots"])
    assert ran.returncode == 0
