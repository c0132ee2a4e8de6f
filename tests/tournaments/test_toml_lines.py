from __future__ import annotations

import tomllib

import pytest

from tournaments.spec.toml_lines import KeyPath, line_of

DOCUMENT = """\
# a comment

name = "cup"
seed = 5  # another
text = '''
format = "no key"
[no_table]
'''
many = [
    1,
    # two
    { a = 2 },
]

[time_control]
move_time = "1s"

bank = "2s"
config.deep.er = 1
inline = { x = 1, y = { z = 2 } }

[[bots]]
name = "a"

[bots.env]
DEPTH = "3"

[[bots]]
# its name
name = "b"
"quoted key" = 1

[[bots.limits]]
memory = 1

[a.b.c]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["name"], 3),
        (["seed"], 4),
        (["text"], 5),
        (["many"], 9),
        (["many", 2, "a"], 9),
        (["time_control"], 15),
        (["time_control", "move_time"], 16),
        (["time_control", "bank"], 18),
        (["time_control", "config", "deep", "er"], 19),
        (["time_control", "inline", "y", "z"], 20),
        (["bots"], 22),
        (["bots", 0], 22),
        (["bots", 0, "name"], 23),
        (["bots", 0, "env", "DEPTH"], 26),
        (["bots", 1], 28),
        (["bots", 1, "name"], 30),
        (["bots", 1, "quoted key"], 31),
        (["bots", 1, "limits", 0, "memory"], 34),
        (["a", "b", "c"], 36),
        (["a"], 36),
    ],
    ids=str,
)
def test_keys(path: KeyPath, line: int) -> None:
    """The line on which the key's statement begins, however it is written."""
    assert line_of(DOCUMENT, path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["bots", 1, "command"], 28),
        (["bots", 2], 22),
        (["time_control", "strikes"], 15),
        (["format"], None),
        ([], None),
        (["name", "x"], 3),
        (["many", "x"], 9),
    ],
    ids=str,
)
def test_missing_keys(path: KeyPath, line: int | None) -> None:
    """A key that is not there has the line of what should have it."""
    assert line_of(DOCUMENT, path) == line


def test_every_line_of_a_plain_document() -> None:
    """The first, the last and all between, with and without an end of line at the end."""
    for count in range(1, 20):
        text = "\n".join(f"k{number} = {number}" for number in range(count))
        for end in ("", "\n", "\n\n", "\r\n"):
            for number in range(count):
                assert line_of(text + end, [f"k{number}"]) == number + 1


def test_thousands_of_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is read once, however many of its keys are asked for, and no line more than once."""
    read: list[str] = []
    loads = tomllib.loads

    def counted(text: str) -> dict[str, object]:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    text = "".join(f'[[bots]]\nname = "b{number}"\ncpu = -1\n' for number in range(1000))
    lines = [line_of(text, ["bots", number, "cpu"]) for number in range(1000)]
    assert lines == [3 * number + 3 for number in range(1000)]
    assert len(read) == 3000
    assert max(map(len, read)) < 20


def test_headers_of_tables_in_entries() -> None:
    """The last entry is meant by the name of its array."""
    text = "[[a]]\n[[a.b]]\ny = 1\n[[a.b]]\ny = 2\n[a.b.c]\nz = [\n[1]]\n[[a]]\n[a.d]\ne.f = 1\n"
    assert line_of(text, ["a", 0, "b", 1, "c", "z", 0, 0]) == 7
    assert line_of(text, ["a", 0, "b", 1, "c"]) == 6
    assert line_of(text, ["a", 0, "b", 0, "y"]) == 3
    assert line_of(text, ["a", 1, "d", "e", "f"]) == 11
    assert line_of(text, ["a", 1, "b"]) == 9


def test_a_long_document() -> None:
    """Lists over several lines, a thousand times."""
    text = "".join(
        f'[[bots]]\nname = "b{number}"\ncommand = [\n"x",\n]\n' for number in range(1000)
    )
    assert line_of(text, ["bots", 700, "command"]) == 700 * 5 + 3
