"""Pages of the site that are made and not written: games, the protocol's messages, SDKs in tabs.

A game's page is made of its declaration, the protocol's pages of the comments in the .proto files, and the
quick starts of the SDKs' guides. What they link to are pages of the site.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.core.time_control import TimeControl, format_duration
from referee.games import registry
from referee_bots import names

__all__ = [
    "Definition",
    "Entry",
    "definitions",
    "game_page",
    "made_pages",
    "protocol_page",
    "sdk_page",
]

_GUIDES = {
    "Python": "python",
    "TypeScript": "typescript",
    "Go": "go",
    "Rust": "rust",
    "Java": "java",
    "C++": "cpp",
    "Any other, by lines": "stdio",
}
"""Name of each language's tab, and its guide below docs/bots."""
_OTHERS = {
    "diceman": [("Odds", "docs/odds.md")],
    "dice_adventure": [("Levels", "docs/levels.md")],
}
"""Further pages of games, each with its name in the menu."""
_OPENED = re.compile(r"^(message|enum|service|oneof) (\w+) \{(\})?")
_FIELD = re.compile(r"^(optional |repeated )?(map<[\w., ]+>|[\w.]+) (\w+) = (\d+)")
_VALUE = re.compile(r"^(\w+) = (\d+)")
_CALL = re.compile(r"^rpc (\w+)\((stream )?([\w.]+)\) returns \((stream )?([\w.]+)\)")


class Entry(NamedTuple):
    """A field, a value of an enumeration, or a call."""

    name: str
    """Its name."""
    number: str
    """Its number on the wire; empty for a call."""
    type: str
    """Type of the field, or request and response of the call; empty for a value."""
    meaning: str
    """The comment above it, in one line."""


class Definition(NamedTuple):
    """A message, an enumeration or a service of a .proto file."""

    kind: str
    """`message`, `enum` or `service`."""
    name: str
    """Its name; for one within another message, after the name of that and a dot."""
    meaning: str
    """The comment above it, in one line."""
    entries: list[Entry]
    """Its fields, values or calls, in the order of the file."""


def definitions(text: str) -> list[Definition]:
    """Return the definitions of a .proto file, in the order of the file.

    Args:
        text: The file's text, as `buf format` writes it: one declaration a line.
    """
    found: list[Definition] = []
    # Open braces, each with what it belongs to; those of calls and options belong to nothing.
    within: list[Definition | None] = []
    comment: list[str] = []
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("//"):
            comment.append(line[2:].strip())
            continue
        meaning = " ".join(part for part in comment if part)
        comment = []
        opened = _OPENED.match(line)
        around = within[-1] if within else None
        if opened and opened[1] == "oneof":
            within.append(around)
        elif opened:
            name = f"{around.name}.{opened[2]}" if around else opened[2]
            found.append(Definition(opened[1], name, meaning, []))
            if not opened[3]:
                within.append(found[-1])
        elif around is not None and (entry := _entry(around.kind, line, meaning)) is not None:
            around.entries.append(entry)
            if line.endswith("{"):
                within.append(None)
        elif line.endswith("{"):
            within.append(None)
        elif line.startswith("}") and within:
            within.pop()
    return found


def _entry(kind: str, line: str, meaning: str) -> Entry | None:
    if kind == "service":
        call = _CALL.match(line)
        if call is None:
            return None
        given, returned = (
            f"{'stream of ' if streamed else ''}{name}"
            for streamed, name in ((call[2], call[3]), (call[4], call[5]))
        )
        return Entry(call[1], "", f"{given} → {returned}", meaning)
    if kind == "enum":
        value = _VALUE.match(line)
        return None if value is None else Entry(value[1], value[2], "", meaning)
    field = _FIELD.match(line)
    if field is None:
        return None
    label = {"repeated ": "list of ", "optional ": "optional "}.get(field[1] or "", "")
    return Entry(field[3], field[4], f"{label}{field[2]}", meaning)


def protocol_page(name: str, text: str, homes: Mapping[str, str] | None = None) -> str:
    """Return the page of a .proto file: each of its services, messages and enumerations, with all fields.

    Args:
        name: Name of the file, such as `play_service.proto`.
        text: The file's text.
        homes: Page of each definition of the package, by its name; types in it become links.
    """
    parts = [f"# {name}\n\nPackage `gamereferee.v1`, made of the comments of the file.\n"]
    for each in definitions(text):
        parts.append(f"## {each.name}\n\n{each.meaning}\n" if each.meaning else f"## {each.name}\n")
        head = {
            "service": ("call", "request and response", "meaning"),
            "enum": ("number", "name", "meaning"),
            "message": ("number", "field", "type", "meaning"),
        }[each.kind]
        rows = [_row(each, entry, homes or {}) for entry in each.entries]
        if rows:
            parts.append(_table(head, rows))
    return "\n".join(parts)


def _row(owner: Definition, entry: Entry, homes: Mapping[str, str]) -> tuple[str, ...]:
    meaning = entry.meaning.replace("|", "\\|")
    if owner.kind == "enum":
        return entry.number, f"`{entry.name}`", meaning
    words = [_linked(word, owner.name, homes) for word in entry.type.split(" ")]
    type_ = " ".join(words) if "](" in "".join(words) else f"`{entry.type}`"
    if owner.kind == "service":
        return f"`{entry.name}`", type_, meaning
    return entry.number, f"`{entry.name}`", type_, meaning


def _linked(word: str, owner: str, homes: Mapping[str, str]) -> str:
    """Return a word of a type, as a link if it is a definition: one within the owner, or any other."""
    for name in (f"{owner}.{word}", word):
        if name in homes:
            return f"[`{word}`]({homes[name]}#{name.lower().replace('.', '')})"
    return word


def game_page(game: str, root: Path) -> str:
    """Return the page of a game: facts of its declaration, its house bots, and where everything about it is.

    Args:
        game: Identifier of the game.
        root: The project's checkout.
    """
    plugin = registry.find(game)
    info, rules = plugin.game.info, plugin.game
    terms = rules.suggested_time_control(rules.config_class())
    seats = str(info.min_seats)
    if info.max_seats > info.min_seats:
        seats = f"{info.min_seats} to {info.max_seats}, {info.default_seats} by default"
    facts = [
        ("seats", seats),
        ("versions of the rules", ", ".join(map(str, info.versions))),
        ("suggested time", _time(terms)),
        ("house bots", ", ".join(f"`{name}`" for name in names(game))),
    ]
    places = [
        ("Rulebook", f"referee/games/{game}/RULEBOOK.md"),
        ("Messages", f"docs/bots/messages/{game}.md"),
        ("Guide", f"docs/{game}.md"),
        ("House bots", f"docs/{game}_bots.md"),
        ("Maps and positions", f"docs/{game}_maps.md"),
        ("Speed", f"docs/{game}_performance.md"),
        *_OTHERS.get(game, ()),
    ]
    links = [f"- [{title}](../{place})" for title, place in places if (root / place).is_file()]
    # Names go from the weakest bot to the strongest: the best play, in turn.
    best = names(game)[-2:]
    bots = [best[seat % len(best)] for seat in reversed(range(info.min_seats))]
    play = " ".join(f"--bot house:{name}" for name in bots)
    return f"""# {info.title}

{info.summary}

<div class="window" markdown>
![{info.title} in the arena](../docs/arena/sheets/{game}.webp)
</div>

{_table(("identifier", f"`{game}`"), facts)}
{chr(10).join(links)}

A match, in the terminal and in Python:

```text
referee play {game} {play}
```

```python
from gamereferee import play

play("{game}", {json.dumps(bots)})
```
"""


def _time(terms: TimeControl) -> str:
    if terms.move_time_ns is None:
        return "none"
    bank = f", and a bank of {format_duration(terms.bank_ns)}" if terms.bank_ns else ""
    return f"{format_duration(terms.move_time_ns)} a decision{bank}"


def sdk_page(root: Path) -> str:
    """Return a page with the quick start of each language in a tab.

    Args:
        root: The project's checkout.
    """
    parts = [
        "# Quick starts by language\n\nThe same bot in every language; each guide has the rest.\n"
    ]
    for title, guide in _GUIDES.items():
        text = (root / f"docs/bots/{guide}.md").read_text(encoding="utf-8")
        begun = re.split(r"^## .+\n", text, maxsplit=2, flags=re.MULTILINE)[1].strip("\n")
        whole = f"{begun}\n\n[The whole guide](bots/{guide}.md)"
        # Links of a guide are relative to its own folder.
        moved = re.sub(r"\]\((?!#|\w+:|bots/)", "](bots/", whole)
        moved = moved.replace("](#", f"](bots/{guide}.md#")
        indented = "".join(
            f"    {line}" if line.strip() else line for line in moved.splitlines(True)
        )
        parts.append(f'=== "{title}"\n\n{indented}\n')
    return "\n".join(parts)


def made_pages(root: Path) -> dict[str, str]:
    """Return the text of all pages that are made, by path in the site's folder of pages.

    Args:
        root: The project's checkout.
    """
    pages = {f"games/{game}.md": game_page(game, root) for game in registry.names()}
    files = sorted((root / "proto/gamereferee/v1").glob("*.proto"))
    texts = {file: file.read_text("utf-8") for file in files}
    homes = {
        each.name: f"{file.stem}.md" for file, text in texts.items() for each in definitions(text)
    }
    for file, text in texts.items():
        pages[f"protocol/{file.stem}.md"] = protocol_page(file.name, text, homes)
    pages["docs/quick_starts.md"] = sdk_page(root)
    return pages


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
