"""Seven bots in seven languages meet in one tournament: `examples/languages.toml`."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from referee.replay.verify import verify
from tests.helpers.patience import patience
from tests.languages.built import LANGUAGES, ROOT, need
from tournaments.spec.outcomes import EndCause
from tournaments.store.store import Store

pytestmark = pytest.mark.slow

FILE = ROOT / "examples" / "languages.toml"
PROGRAMS = {
    **{language: (language, "greedy_bot") for language in LANGUAGES},
    "stdio": ("stdio", "c_bot"),
}
"""Language and program of each bot of the file."""


def test_seven_bots_meet(tmp_path: Path) -> None:
    """Everybody plays everybody in both seats, by the rules and in time; every replay holds."""
    for language, name in PROGRAMS.values():
        need(language, "diceman", name)
    bots = tomllib.loads(FILE.read_text())["bots"]
    assert [bot["name"] for bot in bots] == list(PROGRAMS)
    data = tmp_path / "data"
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(FILE), "--data", str(data)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=patience())
    assert ran.returncode == 0, ran.stderr
    with contextlib.closing(Store(data / "tournament.sqlite")) as store:
        matches = store.matches()
        processes = store.processes()
    assert Counter(match.pairing.players for match in matches) == {
        (one, other): 1 for one in PROGRAMS for other in PROGRAMS if one != other
    }
    for match in matches:
        assert match.end.cause is EndCause.RULES, match.end
        assert [seat.strikes for seat in match.end.seats] == [0, 0], match
        assert match.replay is not None
        assert verify(data / match.replay).problem is None
    assert {process.program for process in processes} == {*PROGRAMS, "referee"}
    assert [process for process in processes if process.died] == []
