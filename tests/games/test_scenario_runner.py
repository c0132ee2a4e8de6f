"""Scenario files: what is compared, and how mistakes in them are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import scenario as command
from referee.core.errors import ScenarioError
from referee.games.scenario import find_scenarios, load_scenario, run_scenario

ROUND = """
[[steps]]
orders = { 0 = { dice = [1, 2] }, 1 = { dice = [2, 3] } }
dice = [5, 6, 3, 4] # rulebook, E1: 17/15

[steps.expect]
"""
HEAD = 'game = "diceman"\ntitle = "a round"\n'


def written(folder: Path, text: str, name: str = "case.toml") -> Path:
    """A scenario file of this text."""
    path = folder / name
    path.write_text(text)
    return path


def differences(folder: Path, text: str) -> list[str]:
    """What comes out otherwise than a file says."""
    return [str(one) for one in run_scenario(load_scenario(written(folder, text)))]


@pytest.mark.parametrize(
    "expect",
    [
        "",
        "state.life = [17, 15]",
        "state.life.1 = 15",
        "state = { game = 1, over = false, last_round = { phases = [{ number = 5 }, {}] } }",
        "observations.1 = { seat = 1, notices = [], table = { life = [17, 15] } }",
        'decision = { phase = "choice", seats = [0, 1] }',
        'events = [{ event = "phase", edge = [5, 0] }, { event = "phase", sword = [0, 3] }]',
        'events = [{ event = "reveal" }]',
        'all_events = true\nevents = [{ event = "reveal" }, { event = "phase" }, { event = "phase" }]',
        'events = [{ event = "reveal", audience = "(none)", rolls = [{ combo = 3 }, { combo = 5 }] }]',
        'events = [{ event = "reveal", rolls = [[3, [0, 5, 6, 0]], [5, [0, 0, 3, 4]]] }]',
        'state.nothing = "(none)"',
    ],
)
def test_what_holds(tmp_path: Path, expect: str) -> None:
    """Only what is named is compared, however deep it is."""
    assert differences(tmp_path, HEAD + ROUND + expect) == []


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ("state.life = [17, 16]", "state.life[1]: expected 16, got 15"),
        ("state.life = [17]", "state.life: expected [17], got [17, 15]"),
        ("state.life.2 = 1", "state.life.2: expected 1, got (none)"),
        ("state.life.x = 1", "state.life.x: expected 1, got (none)"),
        ("state.over = 0", "state.over: expected 0, got false"),
        ("state.round = true", "state.round: expected true, got 2"),
        ("state.live = 1", "state.live: expected 1, got (none)"),
        ('state.game = "(none)"', 'state.game: expected "(none)", got 1'),
        ("state.game = { x = 1 }", 'state.game: expected {"x": 1}, got 1'),
        ("observations.0.seat = 1", "observations.0.seat: expected 1, got 0"),
        ('decision = "(none)"', 'decision: expected "(none)", got {"phase": "choice", '
         '"seats": [0, 1], "continues": false}'),
        ("decision.seats = [0]", "decision.seats: expected [0], got [0, 1]"),
        ("outcome.scores = [0, 0]", 'outcome: expected {"scores": [0, 0]}, got (none)'),
        ('events = [{ event = "phase" }]',
         'events: expected ["phase"], got ["phase", "phase"]'),
        ('events = [{ event = "slain" }]', 'events: expected ["slain"], got []'),
        ('events = [{ event = "phase" }, { event = "reveal" }]',
         'events: expected ["phase", "reveal"], got ["reveal", "phase", "phase"]'),
        ('all_events = true',
         'events: expected [], got ["reveal", "phase", "phase"]'),
        ('events = [{ event = "reveal", audience = [0] }]',
         "events[0].audience: expected [0], got (none)"),
        ('events = [{ event = "phase", duel = true }, { event = "phase" }]',
         "events[0].duel: expected true, got false"),
    ],
)  # fmt: skip
def test_what_does_not_hold(tmp_path: Path, expect: str, told: str) -> None:
    """Told with its place, what was expected and what came."""
    assert differences(tmp_path, HEAD + ROUND + expect) == [f"steps[0].expect.{told}"]


def test_all_differences_of_a_step_are_told_and_later_steps_are_not_taken(tmp_path: Path) -> None:
    """What follows from a wrong state says nothing new."""
    text = HEAD + ROUND + "state = { life = [1, 2], game = 3 }" + ROUND + "state.life = [0, 0]"
    assert differences(tmp_path, text) == [
        "steps[0].expect.state.life[0]: expected 1, got 17",
        "steps[0].expect.state.life[1]: expected 2, got 15",
        "steps[0].expect.state.game: expected 3, got 1",
    ]


def test_the_start_is_compared_too(tmp_path: Path) -> None:
    """Its state, and the events it told."""
    text = HEAD + '[start.expect]\nstate.round = 2\nevents = [{ event = "game_start", game = 2 }]'
    text += "\n[[steps]]"
    assert differences(tmp_path, text) == [
        "start.expect.state.round: expected 2, got 1",
        "start.expect.events[0].game: expected 2, got 1",
    ]


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    """Editors on Windows write one."""
    path = written(tmp_path, f"\ufeff{HEAD}{ROUND}state.life = [17, 15]")
    assert run_scenario(load_scenario(path)) == []


def test_a_repeated_step(tmp_path: Path) -> None:
    """The script is for all of it, the expectation for the last; who sends nothing is late."""
    text = HEAD + "[[steps]]\nrepeat = 3\ndice = [1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10]\n"
    text += "[steps.expect]\nstate = { round = 4, life = [20, 20] }\n"
    text += 'observations.0.notices = [{ code = "NO_ACTION" }]\n'
    text += 'events = [{ event = "reveal" }]'
    assert differences(tmp_path, text) == []


CASES = [
    ("game = ", "Invalid value"),
    ('title = "x"', "game: missing"),
    ('game = "chess"\ntitle = "x"', "game: unknown game 'chess'; installed: "),
    ('game = "diceman"', "title: missing"),
    (HEAD + "plates = 2", "plates: unknown key"),
    (HEAD + "start.expect.state.life = [1, 2] # steps", "steps: missing"),
    (HEAD + "steps = []", "steps: must have at least one entry, not none"),
    (HEAD + "num_seats = 3", "num_seats must be 2, not 3"),
    (HEAD + "num_seats = 0", "num_seats must be 2, not 0"),
    (HEAD + "num_seats = '2'", 'num_seats: input should be a valid integer, not "2"'),
    (HEAD + "seed = -1", "seed: input should be greater than or equal to 0, not -1"),
    (HEAD + "seed = 1\ngiven = {}", "seed and given exclude each other"),
    (HEAD + "config.life = 0", "config: life must be a whole number from 1 to 1000, not 0"),
    (HEAD + "config.lives = 3", "config: lives must be one of life, die_magic"),
    (HEAD + "given.life = [1, 99]", "given: life[1] must be a whole number from 1 to 20, not 99"),
    (HEAD + "given.lives = 3", "given: unknown field lives"),
    (HEAD + "[[steps]]\norder = {}", "steps[0].order: unknown key"),
    (HEAD + "[[steps]]\norders.x = {}", "steps[0].orders.x: input should be a valid integer"),
    (HEAD + "[[steps]]\norders.2 = {}", "steps[0]: orders.2: only these seats are asked: 0, 1"),
    (HEAD + "[[steps]]\nrepeat = 0", "steps[0].repeat: input should be greater than or equal to 1"),
    (HEAD + "[[steps]]\ndice = [1, 2]", "steps[0]: dice: 2 values, but 4 were rolled"),
    (HEAD + "[[steps]]\ndice = []", "steps[0]: dice: 0 values, but 4 were rolled"),
    (
        HEAD + "[[steps]]\ndice = [1, 2, 3, 4, 5, 6]",
        "steps[0]: dice: 6 values, but only 4 were rolled",
    ),
    (HEAD + "[[steps]]\ndice = [1, 11]", "steps[0]: dice[1] must be from 1 to 10, not 11"),
    (
        HEAD + "[[steps]]\ndice = [9, 1, 1, 1]",
        "steps[0]: dice[0] must be from 1 to 8 for die S of seat 0, not 9",
    ),
    (HEAD + "[[steps]]\ndice = [1.5]", "steps[0].dice[0]: input should be a valid integer"),
    (HEAD + ROUND + "life = [1, 2]", "steps[0].expect.life: unknown key"),
    (HEAD + ROUND + "events = [{ number = 5 }]", "steps[0].expect.events[0].event: missing"),
    (
        HEAD + ROUND + "observations.2 = {}",
        "steps[0].expect.observations.2: there are 2 seats",
    ),
    (
        HEAD + "config = { games = 1, round_cap = 1 }\n" + ROUND + ROUND,
        "steps[1]: the match is over, nobody is asked",
    ),
]


@pytest.mark.parametrize(("text", "message"), CASES, ids=[message for _, message in CASES])
def test_bad_scenarios(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file, the key, and what is wrong with it."""
    steps = "" if "steps" in text else "\n[[steps]]"
    path = written(tmp_path, text + steps)
    with pytest.raises(ScenarioError) as caught:
        run_scenario(load_scenario(path), path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    """No text, or no file."""
    path = tmp_path / "case.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match=r"case\.toml: 'utf-8' codec can't decode"):
        load_scenario(path)
    with pytest.raises(ScenarioError, match=r"none\.toml: .*No such file"):
        load_scenario(tmp_path / "none.toml")


def test_folders_are_searched(tmp_path: Path) -> None:
    """All the way down, in order; files stand for themselves."""
    (tmp_path / "b").mkdir()
    inner = written(tmp_path / "b", HEAD, "x.toml")
    outer = written(tmp_path, HEAD, "c.toml")
    written(tmp_path, "", "notes.txt")
    assert find_scenarios([outer, tmp_path]) == [outer, inner, outer]
    with pytest.raises(ScenarioError, match="no such file or folder"):
        find_scenarios([tmp_path / "d"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError, match=r"no \*\.toml in this folder"):
        find_scenarios([tmp_path / "empty"])


def test_command(tmp_path: Path) -> None:
    """Status 0 if all pass; what fails is shown with its differences, what can't run with its error."""
    good = written(tmp_path, HEAD + ROUND + "state.life = [17, 15]", "a.toml")
    bad = written(tmp_path, HEAD + ROUND + "state.life = [17, 16]", "b.toml")
    broken = written(tmp_path, "game = ", "c.toml")

    result = CliRunner().invoke(command.app, ["run", str(good)])
    assert result.exit_code == 0
    assert result.stdout == f"passed  {good}: a round\n1 of 1 scenarios passed\n"

    result = CliRunner().invoke(command.app, ["run", str(tmp_path)])
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"passed  {good}: a round",
        f"FAILED  {bad}: a round",
        "        steps[0].expect.state.life[1]: expected 16, got 15",
        "1 of 3 scenarios passed",
    ]
    assert result.stderr.startswith(f"error: {broken}: Invalid value")

    assert CliRunner().invoke(command.app, ["run", str(tmp_path / "none")]).exit_code != 0
