"""The last stage of a check: conformance scenarios, the referee outside and the program in its sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.patience import come_true
from tests.tournaments.sandboxes import needs_sandbox
from tests.tournaments.season import test_admission
from tests.tournaments.season.test_admission import ID, MANIFEST, PLAYS, checked
from tests.tournaments.season.test_killed_checks import running
from tests.tournaments.supervising import supervising
from tournaments.bots.programs import resolve_programs
from tournaments.check.scenarios import BrokenScenario, ScenarioReport, play_scenarios
from tournaments.season import scenario_trial
from tournaments.season.scenario_trial import try_in_scenarios
from tournaments.season.verdicts import Admitted, CheckTerms, Refused, Verdict
from tournaments.spec.errors import LaunchError
from tournaments.spec.reading import load_spec

# It ends when its stream breaks, where the protocol asks it to come back.
LEAVES = f"""
import logging, os, sys
class Leaving(logging.Handler):
    def emit(self, record):
        if " broke: " in record.getMessage():
            print("I leave", file=sys.stderr, flush=True)
            os._exit(3)
logging.getLogger("referee_client").addHandler(Leaving())
{PLAYS}"""
LOOKS = f"""
import os, sys
address = os.environ["REFEREE_ADDRESS"].removeprefix("unix:")
scenes = os.path.dirname(os.path.dirname(address))
seen = [os.getuid(), os.getcwd(), os.listdir(scenes), os.listdir(os.path.dirname(scenes))]
print("sees", *map(repr, seen), file=sys.stderr)
{PLAYS}"""
HANGS = "import time\nwhile True: time.sleep(1)"
BROKEN = BrokenScenario(
    *("break-in-turn", "The stream breaks", 13, "delays grow"),
    *("another stream", "its process ended with status 1", ("one", "two", "three")),
)


@pytest.fixture
def asks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have the season's file ask for these scenarios."""

    def ask(*names: str) -> None:
        listed = ", ".join(f'"{name}"' for name in names)
        with_them = test_admission.SEASON.replace("[entries]", f"[entries]\nscenarios = [{listed}]")
        monkeypatch.setattr(test_admission, "SEASON", with_them)

    return ask


async def checked_bot(folder: Path, code: str) -> tuple[Verdict, list[tuple[str, str]], str]:
    """Check a program; return the result, what its author was sent, and its output in scenarios."""
    verdict, told, place = await checked(folder, {"bot.toml": MANIFEST, "bot.py": code})
    return verdict, told, (place.path / "checks" / ID / "protocol.log").read_text()


@pytest.mark.slow
async def test_a_program_that_keeps_the_protocol(tmp_path: Path, asks: Callable[..., None]) -> None:
    """It is admitted, and its author has all that it wrote, by scenario."""
    asks("void", "tokens-on-stdin")
    verdict, told, output = await checked_bot(tmp_path, PLAYS)
    assert isinstance(verdict, Admitted), verdict
    assert told[-1] == ("protocol", "2 scenarios of the protocol: void, tokens-on-stdin")
    assert verdict.lines[-1] == "passed 2 scenarios of the protocol"
    first, _, second = output.partition("[void]")
    assert first.startswith("[tokens-on-stdin]\n")
    assert ("match tokens-on-stdin-3" in first, "ended: void" in second) == (True, True)


@pytest.mark.slow
async def test_a_program_that_does_not_come_back(tmp_path: Path, asks: Callable[..., None]) -> None:
    """It plays the trial match, and is refused with what it should do, and how to see that at home."""
    asks("break-in-turn", "void")
    verdict, told, _ = await checked_bot(tmp_path, LEAVES)
    assert isinstance(verdict, Refused)
    assert (verdict.stage, verdict.is_ours, told[-2][0]) == ("protocol", False, "play")
    first, should, did, rule, *words, last = verdict.lines
    assert first.startswith("your program did not pass the scenario break-in-turn: The stream br")
    assert should == "  it should do: another stream after a break"
    assert did == "  it did: its process ended with status 3"
    assert rule.startswith("  the rule: delays between attempts grow")
    assert words[-1] == "  it wrote: I leave"
    assert last.startswith("try it at home: referee conformance --game diceman --config games=1")
    assert last.endswith("--only break-in-turn -- python bot.py")
    assert str(tmp_path) not in "\n".join(verdict.lines)


@needs_sandbox
@pytest.mark.slow
async def test_scenarios_are_played_in_the_sandbox(
    tmp_path: Path, asks: Callable[..., None]
) -> None:
    """The program sees the sockets of its own scenario, and nothing else of what runs outside."""
    asks("void", "forfeited")
    verdict, _, output = await checked_bot(tmp_path, LOOKS)
    assert isinstance(verdict, Admitted), verdict
    seen = [line.split(" ", 4) for line in output.splitlines() if line.startswith("sees ")]
    assert [line[1] for line in seen] == ["65534", "65534"]
    for _, _, cwd, scenes, sockets in seen:
        assert cwd == repr(str(tmp_path / "data" / "checks" / ID / "bot"))
        assert scenes.startswith("['referee-")
        assert sockets == "['scenes']"


@pytest.mark.slow
async def test_a_check_that_is_given_up_ends_its_program(tmp_path: Path) -> None:
    """Also while a scenario waits for it."""
    folder, file = tmp_path / "bot", tmp_path / "cup.toml"
    folder.mkdir()
    mark = f"mark-{tmp_path.name}"
    (folder / "bot.py").write_text(HANGS)
    command = f'[[bots]]\nname = "a"\ncommand = "python bot.py {mark}"\ncwd = "bot"\n'
    file.write_text(test_admission.SEASON % (test_admission.KIND, "30m") + command)
    spec = load_spec(file)
    (program,) = resolve_programs(spec, file)
    async with supervising() as supervisor:
        playing = asyncio.create_task(
            play_scenarios(["void"], program, spec, tmp_path / "trial", supervisor)
        )
        await come_true(lambda: running(mark), "the program to start")
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        await come_true(lambda: not running(mark), "the program to end")
    assert not (tmp_path / "trial").exists()


async def test_each_broken_scenario_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the last words of the program, and one command for all of them."""
    end = await tried(tmp_path, monkeypatch, ScenarioReport(2, 0, (BROKEN, BROKEN)))
    assert end[:6] == (
        "your program did not pass the scenario break-in-turn: The stream breaks",
        "  it should do: another stream",
        "  it did: its process ended with status 1",
        "  the rule: delays grow (duty 13 of clients/CONTRACT.md)",
        "  it wrote: two",
        "  it wrote: three",
    )
    assert end[6:12] == end[:6]
    assert end[12:] == (
        "try it at home: referee conformance --game diceman --config games=1 --seats 2"
        " --move-time 500ms --bank 0 --only break-in-turn --only break-in-turn -- ./bot 'a b'",
    )


async def test_a_failure_of_the_kit_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is an error, not a problem of the program."""
    with pytest.raises(LaunchError, match="the conformance kit failed"):
        await tried(tmp_path, monkeypatch, LaunchError("the conformance kit failed"))


async def tried(
    folder: Path, monkeypatch: pytest.MonkeyPatch, result: ScenarioReport | LaunchError
) -> tuple[str, ...]:
    """Problems of a program whose scenarios have this result."""

    async def play(*_: object) -> ScenarioReport:
        if isinstance(result, LaunchError):
            raise result
        return result

    monkeypatch.setattr(scenario_trial, "play_scenarios", play)
    file = folder / "cup.toml"
    text = (test_admission.SEASON % ("none", "30m")).replace('"30m"', '"500ms"', 1)
    file.write_text(f'{text}[[bots]]\nname = "a"\ncommand = "true"\n')
    terms = CheckTerms(load_spec(file), file)
    (program,) = resolve_programs(terms.spec, file)
    async with supervising() as supervisor:
        end = await try_in_scenarios(
            program, terms, folder / "trial", supervisor, command=("./bot", "a b")
        )
    return end.problems
