"""Record a golden match: `python -m tests.golden.record GAME NAME [--version V] [--seats N] [--config JSON] ...`.

It draws a match, plays it, and writes `tests/golden/GAME/wire/vVERSION_NAME.json`. Record once, when a version is
new, and check what was recorded by other code than the game's own, as the rulebook's worked examples do. A change
of results needs a new version of the game, and new files.

With `--messages-grew` a file is written again from its own actions, after messages have got a new field on purpose:
only if all states and the outcome are the recorded ones, so that nothing but bytes of messages can change.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from referee.games import registry
from tests.golden.wire_match import FOLDER, as_json, drawn, load, played, replayed

__all__ = ["main"]

GOLDEN = Path(__file__).parent


def main(argv: list[str] | None = None) -> int:
    """Record one match; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.record", description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("name", help="what is special about it, such as `default` or `fog`")
    parser.add_argument("--version", type=int, default=0, help="behaviour version; the newest if 0")
    parser.add_argument("--seats", type=int, default=0, help="the game's default if 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--config", type=json.loads, default={}, help="fields that differ, as JSON")
    parser.add_argument("--missing", type=int, default=10, help="missing actions of a hundred")
    parser.add_argument("--messages-grew", action="store_true", help="write NAME again")
    parser.add_argument("--to", type=Path, default=GOLDEN, help="folder of the games' folders")
    options = parser.parse_args(argv)
    plugin = registry.find(options.game).at(options.version)
    info = plugin.game.info
    path = options.to / info.game / FOLDER / f"v{info.version}_{options.name}.json"
    if options.messages_grew:
        return _record_bytes_again(path)
    if path.exists():
        print(f"{path} is there already; a golden match is recorded once", file=sys.stderr)
        return 1
    match = played(
        plugin,
        options.config,
        num_seats=options.seats or info.default_seats,
        seed=options.seed,
        action_of=drawn(plugin, options.seed, missing=options.missing),
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_json(match), encoding="utf-8")
    print(f"{path}: {len(match['steps'])} steps, outcome {match['outcome']}")
    return 0


def _record_bytes_again(path: Path) -> int:
    recorded = load(path)
    now = replayed(recorded)
    if _results(now) != _results(recorded):
        print(f"{path}: the match has other states; raise the game's version", file=sys.stderr)
        return 1
    path.write_text(as_json(now), encoding="utf-8")
    print(f"{path}: written again; states and outcome are the same")
    return 0


def _results(match: dict[str, Any]) -> list[Any]:
    return [match["start"]["state"], *(step["state"] for step in match["steps"]), match["outcome"]]


if __name__ == "__main__":
    sys.exit(main())
