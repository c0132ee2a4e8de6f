"""Whatever is wrong with a tournament file, it is said in our words: key, bound and value."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tournaments.spec.bot_terms import LimitsSpec, SandboxSpec, TimeoutsSpec, load_manifest
from tournaments.spec.config import (
    BotSpec,
    SprtSpec,
    TeamSpec,
    TimeControlSpec,
    TournamentSpec,
    first_difference,
)
from tournaments.spec.errors import SpecError
from tournaments.spec.reading import parse_spec
from tournaments.spec.toml_tables import TomlTable, format_duration, parse_duration

HEAD = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
BOTS = '[[bots]]\nname = "a"\nhouse = "random"\n[[bots]]\nname = "b"\nhouse = "random"\n'
FILE = Path("cup.toml")
WRONG = (
    *("true", "-1", "0", "1.5", "nan", "inf", "1e300", "99999999999999999999", '""', '"x"', '"7"'),
    *("[]", "{}", "[1]", "[[]]", "[{}]", "{ x = 1 }", "2026-01-01", "07:30:00", '"\\u0000"'),
)
"""Values that many keys can't have."""
TABLES: dict[str, type[TomlTable]] = {
    "": TournamentSpec,
    "time_control": TimeControlSpec,
    "sprt": SprtSpec,
    "sandbox": SandboxSpec,
    "limits": LimitsSpec,
    "timeouts": TimeoutsSpec,
}
"""Tables of a file, by their heads."""
FOREIGN = (
    "should",
    "Field required",
    "Input",
    "valid ",
    "validat",
    "Extra",
    "greater than",
    "Value",
)
"""Words of pydantic."""


def problem(text: str) -> str | None:
    """What is wrong with a file, if anything is."""
    try:
        parse_spec(text, FILE)
    except SpecError as error:
        return str(error)
    return None


def texts(head: str, table: type[TomlTable]) -> list[str]:
    """Files in which one key of a table has a wrong value."""
    found = []
    for key, value in itertools.product(table.model_fields, WRONG):
        line = f"{key} = {value}\n"
        if not head:
            kept = [each for each in HEAD.splitlines() if not each.startswith(f"{key} =")]
            found.append("\n".join([line, *kept, "" if key == "bots" else BOTS]))
        else:
            extra = 'move_time = "1s"\n' if head == "time_control" and key != "move_time" else ""
            extra += "elo0 = 0\n" if head == "sprt" and key != "elo0" else ""
            extra += "elo1 = 5\n" if head == "sprt" and key != "elo1" else ""
            found.append(f"{HEAD}cycles = 9\n[{head}]\n{extra}{line}{BOTS}")
    return found


@pytest.mark.parametrize("head", TABLES)
def test_no_message_is_in_the_words_of_pydantic(head: str) -> None:
    """For every key of every table of a file."""
    told = {text for text in map(problem, texts(head, TABLES[head])) if text is not None}
    assert len(told) >= len(TABLES[head].model_fields)
    assert [text for text in told if any(word in text for word in FOREIGN)] == []
    assert [text for text in told if "of another form" in text] == []


@pytest.mark.parametrize(("head", "table"), [("bots", BotSpec), ("teams", TeamSpec)])
def test_nor_in_lists_of_tables(head: str, table: type[TomlTable]) -> None:
    """For every key of a bot and of a team."""
    told = set()
    for key, value in itertools.product(table.model_fields, WRONG):
        name = "" if key == "name" else 'name = "c"\n'
        told.add(problem(f"{HEAD}{BOTS}[[{head}]]\n{name}{key} = {value}\n"))
    messages = [text for text in told if text is not None]
    assert len(messages) >= len(table.model_fields)
    assert [text for text in messages if any(word in text for word in FOREIGN)] == []
    assert [text for text in messages if "of another form" in text] == []


def test_nor_in_manifests(tmp_path: Path) -> None:
    """Which their authors write."""
    path = tmp_path / "bot.toml"
    wrong = [value for value in WRONG if not value.startswith('"')]
    for key, value in itertools.product(("name", "command", "cwd", "build", "language"), wrong):
        name = "" if key == "name" else 'name = "x"\n'
        path.write_text(f"{name}{key} = {value}\n", encoding="utf-8")
        with pytest.raises(SpecError) as caught:
            load_manifest(path)
        assert not any(word in str(caught.value) for word in FOREIGN)


def test_durations_are_told_as_they_are_written() -> None:
    """A changed file names them so, not in nanoseconds."""
    text = HEAD + '[time_control]\nmove_time = "30s"\nstrikes = 3\n' + BOTS
    before = parse_spec(text, FILE).decisive_json()
    after = parse_spec(text.replace("30s", "1500ms"), FILE).decisive_json()
    told = 'time_control.move_time was "30s" and is "1s500ms"'
    assert first_difference(before, after) == told
    fewer = parse_spec(text.replace("strikes = 3", "strikes = 2"), FILE).decisive_json()
    assert first_difference(before, fewer) == "time_control.strikes was 3 and is 2"


@pytest.mark.parametrize("text", ["0", "30s", "500ms", "1m30s", "24h", "36h", "3d", "2d12h", "1us"])
def test_a_duration_is_read_back(text: str) -> None:
    """In the form that files have."""
    assert format_duration(parse_duration(text)) == text
