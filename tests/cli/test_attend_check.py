"""`referee attend --check GAME`: the program is checked at home, and attends only if it keeps the protocol."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee.cli.attend.check import SCENARIOS, THINKING, TIMEOUT
from tests.cli.command import Ran, process
from tournaments.check import scenarios as of_season
from tournaments.spec.scenarios import BY_DEFAULT

KEY = "gr_" + "a" * 52
GREEDY = (sys.executable, "-m", "referee_bots.diceman.greedy_bot")


def attend(folder: Path, game: str, *program: str) -> Ran:
    """Attend at a referee that is not there, after a check."""
    (folder / "key").write_text(KEY)
    flags = ("--entry", "ann", "--key-file", str(folder / "key"), "--give-up-after", "1s")
    return process("attend", f"unix:{folder}/none.sock", *flags, "--check", game, "--", *program)


def test_the_check_is_that_of_a_season() -> None:
    """The same scenarios, with the same time; a season's programs are of another floor, so they are named twice."""
    assert SCENARIOS == BY_DEFAULT
    assert (f"{of_season._TIMEOUT_S}s", of_season._THINKING) == (TIMEOUT, THINKING)


@pytest.mark.slow
def test_a_program_that_keeps_the_protocol_attends(tmp_path: Path) -> None:
    """After a report on the scenarios that it has played."""
    ran = attend(tmp_path, "diceman", *GREEDY)
    first, report = ran.out.split("\n", 1)
    assert first == (
        "checks the program in 4 scenarios: tokens-on-stdin, break-in-turn, missed-deadline, void"
    )
    assert "4 scenarios: 4 passed, 0 failed, 0 skipped" in report
    assert f"gives up after 1s without a stream to unix:{tmp_path}/none.sock" in report


@pytest.mark.slow
def test_a_program_that_does_not_keep_it_does_not_attend(tmp_path: Path) -> None:
    """The report says what it should do and did, with its last words; no match is lost for it."""
    ran = attend(tmp_path, "diceman", sys.executable, "-c", "raise SystemExit('no such board')")
    assert ran.status == 1
    assert "  expected: a stream once the first token has come on standard input" in ran.out
    assert "  saw: its process ended with status 1\n  | no such board" in ran.out
    assert ran.out.splitlines()[-1] == (
        "the program does not attend, since it does not keep the protocol: the report above says"
        " where; mend it, or leave out --check"
    )


@pytest.mark.slow
def test_an_unknown_game_is_named(tmp_path: Path) -> None:
    """A mistake in the call, not in the program."""
    ran = attend(tmp_path, "chess", *GREEDY)
    assert ran.status == 2
    assert "unknown game 'chess'; installed: " in ran.err
