from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.core.config import parse_config
from referee.games import registry
from referee_bots import names
from tests.architecture.source import ROOT
from tournaments.spec.config import TimeControlSpec, first_difference, parse_duration
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import load_spec, parse_spec

FILE = Path("cup.toml")
EXAMPLES = sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "examples/train").glob("*.toml")])

HEAD = """\
name = "cup"
game = "diceman"
format = "round_robin"
"""
BOTS = """
[[bots]]
name = "a"
house = "greedy"
[[bots]]
name = "b"
command = "python 'my bot.py' --deep"
"""


def problem(text: str) -> str:
    """The first fault of a file that can't be used, without its name."""
    with pytest.raises(SpecError) as caught:
        parse_spec(text, FILE)
    found = re.fullmatch(r"cup\.toml(:\d+)?: (.*)", str(caught.value).splitlines()[0])
    assert found is not None
    return found[2]


def test_defaults() -> None:
    """A file of three lines and two bots is enough."""
    spec = parse_spec(HEAD + BOTS, FILE)
    assert (spec.cycles, spec.seed, spec.per_match, spec.config) == (1, None, False, {})
    assert spec.time_control is None
    assert spec.matches_at_once >= 1
    assert spec.turns_at_once >= 1
    assert [bot.name for bot in spec.bots] == ["a", "b"]
    assert spec.bot("a").house == "greedy"
    assert spec.bot("b").command == ("python", "my bot.py", "--deep")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    """The files to begin with can be read; their games take the config, and have the house bots."""
    spec = load_spec(path)
    parse_config(registry.find(spec.game).game.config_class, spec.config)
    assert {bot.house for bot in spec.bots if bot.house} <= set(names(spec.game))


def test_everything() -> None:
    """Every key is read; durations become nanoseconds."""
    text = f"""{HEAD}
cycles = 3
seed = 18446744073709551615
parallel = 4
lifetime = "match"
data = "elsewhere"
[config]
games = 5
[time_control]
move_time = "1.5s"
bank = "10s"
increment = "100ms"
first_move = "1m30s"
lag_margin = "50ms"
strikes = 2
join_limit = "20s"
[[bots]]
name = "a"
command = ["./a.out", ""]
cwd = "bots"
env = {{ DEPTH = "3" }}
[[bots]]
name = "b"
house = "random"
"""
    spec = parse_spec(text, FILE)
    assert (spec.cycles, spec.seed, spec.parallel) == (3, 2**64 - 1, 4)
    assert (spec.per_match, spec.data, spec.config) == (True, "elsewhere", {"games": 5})
    assert spec.time_control == TimeControlSpec.model_construct(
        move_time=1_500_000_000,
        bank=10_000_000_000,
        increment=100_000_000,
        first_move=90_000_000_000,
        lag_margin=50_000_000,
        strikes=2,
        join_limit=20_000_000_000,
    )
    assert spec.bots[0].command == ("./a.out", "")
    assert (spec.bots[0].cwd, spec.bots[0].env) == ("bots", {"DEPTH": "3"})


def test_no_deadline() -> None:
    """`none` is a move time without limit."""
    spec = parse_spec(f'{HEAD}[time_control]\nmove_time = "none"\n{BOTS}', FILE)
    assert spec.time_control is not None
    assert spec.time_control.move_time is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "cup', "is no TOML: Unterminated string (at line 1, column 12)"),
        ("a = 1\n\nb == 2", "is no TOML: Invalid value (at line 3, column 4)"),
        ("", "name must be given"),
        (HEAD, "bots must be given"),
        (
            HEAD + "cylces = 2" + BOTS,
            "cylces is no known key; known here: name, game, game_version, format, cycles,"
            " challengers, rounds, lives, best_of, seats, seatings, party_seats, parties, pairs, seed, share_dice, parallel,"
            " think_slots, lifetime, executor, sandbox, limits, timeouts, restarts, restart_pause, on_bad_entry, data, store, config, time_control,"
            " sprt, stop, season, entries, remote, notify, stages, bots, teams",
        ),
        (
            HEAD + BOTS + "comand = 'x'",
            "bots[1].comand is no known key; known here: name, command, cwd, env, build, language,"
            " limits, timeouts, title, house, manifest, readable",
        ),
        (HEAD.replace("round_robin", "cup") + BOTS, "format must be one of 'round_robin', 'gauntlet', 'swiss', 'knockout', 'ladder', 'groups', 'team', 'contest' or 'adhoc', not 'cup'"),
        (HEAD + "cycles = 0" + BOTS, "cycles must be from 1 to 100000, not 0"),
        (HEAD + "cycles = 1.5" + BOTS, "cycles must be a whole number, not 1.5"),
        (HEAD + "seed = -1" + BOTS, "seed must be from 0 to 18446744073709551615, not -1"),
        (HEAD + "parallel = 1001" + BOTS, "parallel must be from 1 to 1000, not 1001"),
        (HEAD + "lifetime = 'day'" + BOTS, "lifetime must be one of 'tournament' or 'match', not 'day'"),
        (HEAD + "config = 3" + BOTS, "config must be a table, not 3"),
        (
            HEAD + "config.when = 2024-01-01" + BOTS,
            "config must be made of numbers, texts, lists and tables (see when),"
            " not {'when': datetime.date(2024, 1, 1)}",
        ),
        (
            HEAD + "store = 'postgresql://ann:secret@db/cups'" + BOTS,
            "store must be without a password, which goes into TOURNAMENT_STORE or PGPASSWORD",
        ),
        (
            HEAD + "store = 'mysql://ann:secret@db/cups'" + BOTS,
            "store must be a URL that begins with postgresql://, or left out for SQLite",
        ),
        (HEAD + "bots = 3", "bots must be a list, not 3"),
        (HEAD + "bots = ['a', 'b']", "bots[0] must be a table, not 'a'"),
        (HEAD + BOTS.split("[[bots]]\nname = \"b\"")[0], "bots must be from 2 to 1000 tables, not 1"),
        (
            HEAD + BOTS.replace('"b"', '"A"'),
            "bots[1].name must be a name that no other bot has, not 'A';"
            " capital and small letters count as the same",
        ),
        (
            HEAD + BOTS.replace('"b"', '"../b"'),
            "bots[1].name must be 1 to 60 letters, digits and _ . + - with a letter or digit first,"
            " not '../b'",
        ),
        (
            HEAD + BOTS + "house = 'greedy'",
            "bots[1] must have either house or command, not both",
        ),
        (
            HEAD + BOTS.replace('house = "greedy"', ""),
            "bots[0] must have command, house or manifest",
        ),
        (
            HEAD + "[time_control]\nmove_time = 500" + BOTS,
            "time_control.move_time must be a duration in quotes, from \"1ms\" to \"30d\", not 500",
        ),
        (
            HEAD + "[time_control]\nmove_time = '31d'" + BOTS,
            "time_control.move_time must be from 1ms to 30d, not '31d'",
        ),
        (
            HEAD + "[time_control]\nmove_time = '1s'\nbank = '5 sec'" + BOTS,
            "time_control.bank must be a duration such as 500ms, 1.5s, 1m30s or 3d, not '5 sec'",
        ),
        (HEAD + "[time_control]\nbank = '5s'" + BOTS, "time_control.move_time must be given"),
        (
            HEAD + "[time_control]\nmove_time = '1s'\nstrikes = -1" + BOTS,
            "time_control.strikes must be from 0 to 1000000, not -1",
        ),
    ],
    ids=lambda value: value[-40:] if isinstance(value, str) else None,
)  # fmt: skip
def test_a_mistake_is_named(text: str, said: str) -> None:
    """The message has the key, what is allowed, and what was found."""
    assert problem(text) == said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + "cycles = 0" + BOTS, 4),
        (HEAD + "cylces = 2" + BOTS, 4),
        (HEAD.replace("round_robin", "swiss") + "cycles = 2" + BOTS, 4),
        (HEAD.replace("round_robin", "groups") + BOTS, 3),
        (HEAD + BOTS.replace('"b"', '"A"'), 9),
        (HEAD + BOTS.replace('house = "greedy"', ""), 5),
        (HEAD + BOTS + "house = 'greedy'", 10),
        (HEAD + "[time_control]\nmove_time = 500" + BOTS, 5),
        (HEAD + "[time_control]\nbank = '5s'" + BOTS, 4),
        (HEAD + "sandbox = 'docker'" + BOTS, 4),
        (HEAD + BOTS + "limits = { memory = '1' }", 11),
        (HEAD + "seeds = 1" + BOTS.replace("[[bots]]", "[[bot]]"), None),
    ],
)
def test_a_mistake_has_a_line(text: str, line: int | None) -> None:
    """The key's own, or that of the table which should have it; none if it would stand at the top."""
    with pytest.raises(SpecError) as caught:
        parse_spec(text, FILE)
    place = "cup.toml" if line is None else f"cup.toml:{line}"
    assert str(caught.value).startswith(f"{place}: bo" if line is None else f"{place}: ")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            HEAD + "cycles = 0\nseed = -1\ncylces = 2\nsandbox = 'docker'" + BOTS + "cwd = 7",
            ["4: cycles", "5: seed", "7: sandbox.kind", "14: bots[1].cwd", "6: cylces"],
        ),
        (
            HEAD + "rounds = 3\n[sprt]\nelo0 = 5\nelo1 = 0" + BOTS.replace('"b"', '"A"'),
            ["12: bots[1].name", "4: rounds", "5: sprt: cycles", "7: sprt.elo1"],
        ),
        (
            HEAD.replace("round_robin", "team") + "lifetime = 'match'" + BOTS + "house = 'greedy'",
            ["10: bots[1]", "3: party_seats"],
        ),
    ],
    ids=["values", "keys that don't suit", "nothing that only follows"],
)
def test_all_mistakes_are_named_together(text: str, keys: list[str]) -> None:
    """Each is in a line of its own with its place, so that a file is mended in one go."""
    with pytest.raises(SpecError) as caught:
        parse_spec(text, FILE)
    places = [line.removeprefix("cup.toml:") for line in str(caught.value).splitlines()]
    found = [place.replace("cycles must be given with [sprt]", "sprt: cycles") for place in places]
    assert [
        re.split(r" (?:must|is no) ", place)[0].split(": the most")[0] for place in found
    ] == keys


@pytest.mark.parametrize("command", ['""', "[]", '[""]', "[1]", "5", '["a\\u0000"]'])
def test_a_command_needs_a_program(command: str) -> None:
    """No text, list or number without a program in it is a command."""
    text = HEAD + BOTS.replace("\"python 'my bot.py' --deep\"", command)
    bound = "a program and its arguments, as text or as a list of texts"
    assert problem(text).startswith(f"bots[1].command must be {bound}, not ")


def test_open_quotes() -> None:
    """A command whose quotes are not closed is told so."""
    text = HEAD + BOTS.replace("'my bot.py'", "'my bot.py")
    assert problem(text).startswith("bots[1].command must be a command with its quotes closed")


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are no text each get a sentence."""
    with pytest.raises(SpecError, match=r"none\.toml: no such file"):
        load_spec(tmp_path / "none.toml")
    with pytest.raises(SpecError, match="can't be read: Is a directory"):
        load_spec(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(SpecError, match=r"latin\.toml: is not UTF-8 \(byte 8\)"):
        load_spec(tmp_path / "latin.toml")


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    """Editors on Windows write one; lines are counted as ever."""
    path = tmp_path / "cup.toml"
    path.write_text("\ufeffname = 3\n")
    with pytest.raises(SpecError, match=r"cup\.toml:1: name must be"):
        load_spec(path)


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0", 0),
        ("7ns", 7),
        ("2us", 2000),
        ("1.25s", 1_250_000_000),
        ("1h2m3s", 3_723_000_000_000),
        ("3d", 259_200_000_000_000),
    ],
)
def test_durations(text: str, nanoseconds: int) -> None:
    """Units add up, and decimals are exact."""
    assert parse_duration(text) == nanoseconds


@pytest.mark.parametrize("text", ["", "5", "s", "-1s", "1s 2s", "1w", ".5s", "1e3s"])
def test_no_durations(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="a duration such as"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        (HEAD + "parallel = 7\nthink_slots = 3\nlifetime = 'match'\ndata = 'x'" + BOTS, None),
        (HEAD + "seed = 5" + BOTS, "seed was null and is 5"),
        (HEAD + "config.life = 3" + BOTS, "config.life was null and is 3"),
        (HEAD + BOTS.replace("greedy", "random"), 'bots[0].house was "greedy" and is "random"'),
        (HEAD + BOTS + "[[bots]]\nname='c'\nhouse='greedy'", "bots had 2 entries and has 3"),
    ],
    ids=["how it is run", "seed", "config", "bot", "one bot more"],
)
def test_what_results_depend_on(changed: str, difference: str | None) -> None:
    """A change of what decides results is named; how the tournament is run may change."""
    before = parse_spec(HEAD + BOTS, FILE).decisive_json()
    assert first_difference(before, parse_spec(changed, FILE).decisive_json()) == difference


SPRT = "cycles = 9\n[sprt]\nelo0 = 0\nelo1 = 5.5\n"


def test_sprt() -> None:
    """A test has defaults for all but its two hypotheses; it decides, so it can't be changed later."""
    spec = parse_spec(HEAD + SPRT + BOTS, FILE)
    assert spec.sprt is not None
    assert (spec.sprt.elo0, spec.sprt.elo1, spec.sprt.alpha, spec.sprt.beta) == (0, 5.5, 0.05, 0.05)
    assert (spec.sprt.scale, spec.sprt.statistic) == ("logistic", "pentanomial")
    laxer = parse_spec(HEAD + SPRT + "alpha = 0.1\n" + BOTS, FILE)
    difference = first_difference(spec.decisive_json(), laxer.decisive_json())
    assert difference == "sprt.alpha was 0.05 and is 0.1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SPRT.replace("5.5", "0"), "sprt.elo1 must be above sprt.elo0 = 0, not 0"),
        (SPRT.replace("5.5", "nan"), "sprt.elo1 must be from -1000 to 1000 points of Elo, not nan"),
        (SPRT.replace("5.5", "'5'"), "sprt.elo1 must be a number, not '5'"),
        (SPRT + "alpha = 0.5\n", "sprt.alpha must be a chance from 0.0001 to below 0.5, not 0.5"),
        (SPRT + "scale = 'bayes'\n", "sprt.scale must be one of 'logistic' or 'normalized', not 'bayes'"),
        (SPRT.replace("cycles = 9\n", ""), "cycles must be given with [sprt]: the most blocks it may take"),
        (SPRT + "elo2 = 1\n", "sprt.elo2 is no known key; known here: elo0, elo1, alpha, beta, scale, statistic"),
        (SPRT + "[[bots]]\nname = 'c'\nhouse = 'greedy'\n", "[sprt] needs 2 bots in format round_robin, not 3 in format round_robin"),
    ],
)  # fmt: skip
def test_sprt_mistakes(text: str, said: str) -> None:
    """Each names the key, the bound and what was found."""
    assert problem(HEAD + text + BOTS) == said


@pytest.mark.parametrize("slots", [0, 1, 10_000])
def test_think_slots(slots: int) -> None:
    """As many as are written; 0 is for any number."""
    assert parse_spec(HEAD + f"think_slots = {slots}" + BOTS, FILE).turns_at_once == slots
