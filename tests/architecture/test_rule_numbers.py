"""Every rule number that a game's source cites is in that game's rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

GAMES = sorted(path.parent for path in (ROOT / "referee" / "games").glob("*/__init__.py"))

_RULE = re.compile(r"\*\*([A-Z]{2})-(\d+\.\d+)(?: [^*\n]+)?\*\*")
_SECTION = re.compile(r"^## (\d+)\. ", re.MULTILINE)
_ITEM = re.compile(r"^ +(\d+)\. ", re.MULTILINE)


def rules_of(rulebook: str) -> tuple[str, set[str]]:
    """The prefix of a rulebook, and its numbers: sections, rules, and items of numbered lists.

    A rule begins with its number in bold, marks behind it or not, and goes on to the next; `2.` in its list is `X-1.2.2`.
    """
    found = list(_RULE.finditer(rulebook))
    (prefix,) = {match[1] for match in found}
    numbers = set(_SECTION.findall(rulebook))
    for match, end in zip(found, [*(m.start() for m in found[1:]), len(rulebook)], strict=True):
        text = rulebook[match.end() : end].split("\n#")[0]
        numbers.add(match[2])
        numbers |= {f"{match[2]}.{item}" for item in _ITEM.findall(text)}
    return prefix, {f"{prefix}-{number}" for number in numbers}


def unknown_citations(path: str, text: str, prefix: str, rules: set[str]) -> list[str]:
    """`path:line: number` for each cited number that is no rule."""
    cited = re.compile(rf"\b{prefix}-\d+(?:\.\d+)*")
    return [
        f"{path}:{line}: {number}"
        for line, content in enumerate(text.splitlines(), start=1)
        for number in cited.findall(content)
        if number not in rules
    ]


def sources_of(game: str) -> list[Path]:
    """Whatever is written about one game: its rules, schema, bots, tests and scenarios."""
    folders = ["referee/games", "proto/gamereferee/games", "clients/python/referee_bots"]
    folders += ["tests/games", "tests/scenarios"]
    kinds = ("*.py", "*.proto", "*.toml")
    found = (
        path for folder in folders for kind in kinds for path in (ROOT / folder / game).rglob(kind)
    )
    return sorted(found)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_cited_rules_exist(folder: Path) -> None:
    """Code without a rule behind it, or a rule renumbered, shows here."""
    prefix, rules = rules_of((folder / "RULEBOOK.md").read_text(encoding="utf-8"))
    offences = []
    for path in sources_of(folder.name):
        name = path.relative_to(ROOT).as_posix()
        offences += unknown_citations(name, path.read_text(encoding="utf-8"), prefix, rules)
    assert offences == []


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_rules_of_play_are_cited(folder: Path) -> None:
    """A game's source says where its rules come from: at least five of them."""
    prefix, rules = rules_of((folder / "RULEBOOK.md").read_text(encoding="utf-8"))
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert len(set(re.findall(rf"\b{prefix}-\d+\.\d+", source)) & rules) >= 5


RULEBOOK = """# Chess: rulebook
## 1. Summary
- **CH-1.1** Two seats.
- **CH-1.2** [R] A move is, in this order:
  1. read;
  2. carried out.

  1234. is no item of a list of this rule, but it counts as one.
## 2. Odds
1. Not an item: it stands in the first column.
- **CH-2.10** Even, see CH-9.9.
"""


def test_rules_are_found_in_a_rulebook() -> None:
    """Sections, rules and items; what a rule merely mentions is none."""
    prefix, rules = rules_of(RULEBOOK)
    assert prefix == "CH"
    assert rules == {
        "CH-1",
        "CH-2",
        "CH-1.1",
        "CH-1.2",
        "CH-1.2.1",
        "CH-1.2.2",
        "CH-1.2.1234",
        "CH-2.10",
    }


@pytest.mark.parametrize("number", ["CH-1.3", "CH-3", "CH-1.2.3", "CH-2.1", "CH-1.1.1", "CH-9.9"])
def test_a_wrong_number_is_found(number: str) -> None:
    """With its line; the right ones around it, and numbers of other books, are no offence."""
    text = f"# CH-1.1 to CH-2.10, CRC-32\n'''Move ({number}, CH-1.2.2).'''\n"
    prefix, rules = rules_of(RULEBOOK)
    assert unknown_citations("x.py", text, prefix, rules) == [f"x.py:2: {number}"]
