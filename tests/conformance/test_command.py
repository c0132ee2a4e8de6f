"""`referee conformance` as a user runs it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.conformance.duties import DUTIES, FLAGS
from referee.conformance.process import with_flags
from referee.conformance.scenario import all_scenarios
from tests.cli.command import Ran, process
from tests.docs.markdown import ROOT

RANDOM_BOT = (sys.executable, "-m", "referee_bots.diceman.random_bot")
WRONG_BOT = (sys.executable, str(Path(__file__).parent / "wrong_bot.py"))


@pytest.fixture
def referee() -> Callable[..., Ran]:
    """Runs `referee conformance` with these words, as a process."""
    return lambda *words: process("conformance", *words)


def test_status_0_and_a_report_if_all_passed(referee: Callable[..., Ran], tmp_path: Path) -> None:
    """The table on standard output, the same as JSON."""
    file = tmp_path / "report.json"
    ran = referee(
        "--only", "one-seat", "--only", "no-token", "--json", str(file), "--", *RANDOM_BOT
    )
    assert ran.status == 0, ran
    assert "2 scenarios: 2 passed, 0 failed, 0 skipped" in ran.out
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["holds"]
    assert [entry["verdict"] for entry in report["scenarios"]] == ["passed", "passed"]
    assert {entry["rule"] for entry in report["scenarios"]} == {None}
    summaries = {entry.name: entry.summary for entry in all_scenarios()}
    assert [entry["summary"] for entry in report["scenarios"]] == [
        *(summaries["one-seat"], summaries["no-token"])
    ]
    assert report["timing"]["answers"] == 4
    assert 0 < report["timing"]["answer_min_ms"] <= report["timing"]["answer_p99_ms"]


def test_each_scenario_is_told_as_it_ends(referee: Callable[..., Ran]) -> None:
    """On standard error, whether or not that is a terminal; --quiet leaves it out."""
    words = ("--only", "one-seat", "--only", "no-token", "--", *RANDOM_BOT)
    told = referee(*words).err.splitlines()
    assert told[0] == "playing 2 scenarios"
    assert told[1].startswith("1 of 2  passed")
    assert told[1].endswith("one-seat")
    assert told[2].startswith("2 of 2  passed")
    assert told[2].endswith("no-token")
    assert referee("--quiet", *words).err == ""


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("bot", "bot FLAG"),
        ("python bot.py --fast", "python bot.py --fast FLAG"),
        ("referee bridge -- sh bot.sh", "referee bridge FLAG -- sh bot.sh"),
        ("referee bridge -- sh bot.sh -- x", "referee bridge FLAG -- sh bot.sh -- x"),
        ("cargo run --", "cargo run -- FLAG"),
        ("npm start -- --fast", "npm start -- --fast FLAG"),
    ],
)
def test_flags_go_to_the_bot_and_not_to_the_program_it_starts(command: str, expected: str) -> None:
    """Behind all words, or in front of `--` and another program."""
    assert " ".join(with_flags(command.split(), ["FLAG"])) == expected


def test_a_bot_behind_the_bridge_is_given_its_flags(
    referee: Callable[..., Ran], tmp_path: Path
) -> None:
    """The command of docs/bots/stdio.md, for the scenarios that add flags."""
    script = tmp_path / "echo_bot.sh"
    script.write_text("while read -r line; do echo '{\"dice\":[2,3]}'; done\n", encoding="utf-8")
    scenarios = ("flags", "tokens-by-flag", "unknown-flag", "flag-without-value")
    only = [word for name in scenarios for word in ("--only", name)]
    bridge = (sys.executable, "-m", "referee", "bridge", "--game", "diceman", "--", "sh")
    ran = referee(*only, "--", *bridge, str(script))
    assert "4 scenarios: 4 passed, 0 failed, 0 skipped" in ran.out, ran


def test_status_1_and_the_duty_if_one_was_broken(referee: Callable[..., Ran]) -> None:
    """With rule, expectation, observation and the bot's last words."""
    ran = referee(
        "--only", "one-seat", "--timeout", "60s", "--", *WRONG_BOT, "answers_with_garbage"
    )
    assert ran.status == 1, ran
    assert f"one-seat broke duty 8: {DUTIES[8]}" in ran.out
    assert "expected: bytes of a gamereferee.games.diceman.v1.Action" in ran.out
    assert "joined a match of diceman" in ran.out


def test_a_bot_that_never_comes_is_not_started_again_and_again(
    referee: Callable[..., Ran],
) -> None:
    """The other scenarios are skipped, and say why."""
    ran = referee("--timeout", "60s", "--", *WRONG_BOT, "crashes")
    assert ran.status == 1, ran
    assert f"{len(all_scenarios()) - 1} scenarios: 0 passed, 1 failed" in ran.out
    assert "RuntimeError: no such luck" in ran.out
    assert "its process ended with status 1" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "COMMAND must be the words that start the bot"),
        (["--", "no-such-program"], "COMMAND must be a program that exists"),
        (["--only", "no-such-scenario", "--", "true"], "only must be a scenario of"),
        (["--transport", "pigeon", "--", "true"], "transport must be one of tcp, unix, tls"),
        (["--timeout", "soon", "--", "true"], "timeout must be a duration"),
        (["--timeout", "0", "--", "true"], "timeout must be more than 0"),
        (["--game", "no-such-game", "--", "true"], "unknown game"),
        (["--seats", "99", "--", "true"], "num_seats must be 2, not 99"),
    ],
)
def test_status_2_for_wrong_usage(referee: Callable[..., Ran], words: list[str], told: str) -> None:
    """One line that says what is wrong."""
    ran = referee(*words)
    assert ran.status == 2, ran
    assert ran.err.startswith(f"referee: {told}")


def test_list_names_every_scenario(referee: Callable[..., Ran]) -> None:
    """With its duties."""
    ran = referee("--list")
    assert ran.status == 0
    for entry in all_scenarios():
        assert entry.name[:20] in ran.out


def test_bench_measures(referee: Callable[..., Ran], tmp_path: Path) -> None:
    """Decisions a second, answers in a message, memory."""
    file = tmp_path / "bench.json"
    for seconds in ("0.3", "3", "30"):  # on a busy machine nothing may come in a short window
        ran = referee("--bench", "--seconds", seconds, "--json", str(file), "--", *RANDOM_BOT)
        assert ran.status == 0, ran
        figures = json.loads(file.read_text(encoding="utf-8"))
        if min(figures["windows"]) > 0:
            break
    assert figures["matches"] == 256
    assert sorted(figures["windows"])[1] == figures["decisions_per_s"] > 0
    assert figures["answers_per_message"] > 1
    assert "decisions a second" in ran.out


def test_bench_of_no_bot_says_why(referee: Callable[..., Ran]) -> None:
    """Its last words are told."""
    ran = referee("--bench", "--timeout", "60s", "--", *WRONG_BOT, "crashes")
    assert ran.status == 2
    assert ran.err.startswith("referee: the bot can't be measured: it does not join its seats")
    assert "  | RuntimeError: no such luck" in ran.err


def test_duties_are_those_of_the_contract() -> None:
    """Number by number."""
    contract = (ROOT / "clients" / "CONTRACT.md").read_text(encoding="utf-8")
    duties = contract.partition("## Duties")[2].partition("| flag |")[0]
    numbers = [line.partition(".")[0] for line in duties.splitlines() if line[:1].isdigit()]
    assert sorted(map(int, numbers)) == [*DUTIES]


def test_flags_are_those_of_the_contract() -> None:
    """Each with its variable."""
    contract = (ROOT / "clients" / "CONTRACT.md").read_text(encoding="utf-8")
    table = contract.partition("| flag |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines()]
    told = [re.findall(r"--[\w-]+|REFEREE_\w+", flag + variable) for flag, variable in rows[2:]]
    assert told == [[flag, variable] for flag, variable in FLAGS.items()]


def test_page_lists_every_scenario() -> None:
    """Each with its duties, in the order of the list."""
    page = (ROOT / "docs" / "bots" / "conformance.md").read_text(encoding="utf-8")
    table = page.partition("## Scenarios")[2].partition("##")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]
    told = [(name.strip(" `"), duties.strip()) for name, duties in rows]
    assert told == [(entry.name, ", ".join(map(str, entry.duties))) for entry in all_scenarios()]
