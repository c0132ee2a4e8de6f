"""docs/bots/bad_bots.md lists all animals of the zoo, and what becomes of each."""

from __future__ import annotations

import re
import tomllib

from tests.docs.markdown import ROOT
from tests.zoo.animals import animals

PAGE = (ROOT / "docs" / "bots" / "bad_bots.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([\w.]+)` \| (.*) \|$", PAGE, re.MULTILINE))


def test_all_are_listed() -> None:
    """Those of the server and those of a tournament, and no other."""
    processes = tomllib.loads((ROOT / "tests" / "zoo" / "processes" / "animals.toml").read_text())
    assert sorted(ROWS) == sorted([*map(str, animals()), *processes])


def test_each_row_tells_what_the_table_says() -> None:
    """Reasons and statuses it hears, and how its match ends."""
    for animal in animals():
        *_, told, becomes = (cell.strip() for cell in ROWS[str(animal)].split("|"))
        heard = [*animal.reasons, *(status for status in animal.statuses if status != "OK")]
        assert re.findall(r"`([^`]+)`", told) == heard
        out = [] if animal.cause == "RULES" else [animal.cause, animal.forfeit]
        assert re.findall(r"`([^`]+)`", becomes) == out
