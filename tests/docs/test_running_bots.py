"""docs/running_bots.md: its keys and defaults are those of the code, and its example is the one there is."""

from __future__ import annotations

import re

import pytest

from tests.docs.markdown import ROOT, blocks
from tests.tournaments.sandboxes import needs_sandbox
from tournaments.bots.programs import resolve_programs
from tournaments.spec.bot_terms import (
    DEFAULT_TERMS,
    LimitsSpec,
    Manifest,
    SandboxSpec,
    TimeoutsSpec,
    load_manifest,
)
from tournaments.spec.reading import load_spec
from tournaments.spec.toml_tables import TomlTable, parse_duration, parse_size, parse_table

GUIDE = ROOT / "docs" / "running_bots.md"
EXAMPLE = ROOT / "examples" / "sandboxed.toml"


def rows(heading: str) -> dict[str, list[str]]:
    """Cells of a section's tables, by their first one."""
    section = GUIDE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `\[?(\w+)\]?` \|(.*)\|$", section, re.MULTILINE)
    return {key: [cell.strip() for cell in cells.split("|")] for key, cells in found}


@pytest.mark.parametrize(
    ("heading", "table"),
    [
        ("What a bot is", Manifest),
        ("The sandbox", SandboxSpec),
        ("Limits", LimitsSpec),
        ("Time-outs and restarts", TimeoutsSpec),
    ],
)
def test_keys(heading: str, table: type[TomlTable]) -> None:
    """Every key has a row, and no row is of a key that there is not."""
    assert set(rows(heading)) == set(table.model_fields)


def test_defaults() -> None:
    """Sizes and durations are those that hold where nobody says anything."""
    limits = DEFAULT_TERMS.limits
    told = {key: cells[-1] for key, cells in rows("Limits").items()}
    assert parse_size(told["memory"]) == limits.memory
    assert (told["cpu"], limits.cpu_s) == ("none", None)
    assert int(told["processes"]) == limits.processes
    assert int(told["open_files"]) == limits.open_files
    assert parse_size(told["file_size"]) == limits.file_size
    assert parse_size(told["output"]) == limits.output
    assert parse_size(told["scratch"]) == limits.scratch
    waits = {
        key: parse_duration(cells[-1]) / 1e9
        for key, cells in rows("Time-outs and restarts").items()
    }
    assert waits == {
        "startup": DEFAULT_TERMS.startup_s,
        "build": DEFAULT_TERMS.build_s,
        "idle": DEFAULT_TERMS.idle_s,
    }


def test_the_manifest() -> None:
    """The manifest that is shown says what the example's says, in fewer words."""
    (text,) = (block.text for block in blocks(GUIDE) if block.text.startswith("# bot.toml"))
    shown = parse_table(Manifest, text, GUIDE)
    there = load_manifest(ROOT / "examples" / "cautious" / "bot.toml")
    assert shown.model_copy(update={"limits": there.limits}) == there
    assert shown.limits.memory == there.limits.memory


@needs_sandbox
def test_the_example() -> None:
    """Its programs are there, and a sandbox shows them."""
    cautious, *_ = resolve_programs(load_spec(EXAMPLE), EXAMPLE)
    assert cautious.sandbox is not None
    assert cautious.sandbox.shows(EXAMPLE.parent / "cautious" / "cautious_bot.py", cautious.views)
    assert not cautious.sandbox.shows(EXAMPLE, cautious.views)
    assert cautious.terms.limits.processes == 64
