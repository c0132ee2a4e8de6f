"""What a season's log has of the season's file: everything that its matches and its table depend on.

The log is published while the season lasts. So it has no addresses of webhooks, which are often
secrets, no commands and paths of the organizer's machine, and no comments.
"""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["PRIVATE_KEYS", "PUBLIC_KEYS", "WITHHELD", "public_terms"]

WITHHELD = "withheld"
"""Text in place of a value that a file must have and the log may not."""
PUBLIC_KEYS = frozenset(
    [
        *("name", "game", "game_version", "format", "seats", "seatings", "seed", "share_dice"),
        *("parallel", "think_slots", "lifetime", "limits", "timeouts", "restarts", "restart_pause"),
        *("config", "time_control", "season", "entries", "remote", "stages", "bots"),
        *("cycles", "rounds", "challengers", "lives", "best_of", "party_seats", "parties", "pairs"),
        *("sprt", "stop", "teams"),
    ]
)
"""Keys of the file that the log has; of `bots` and `remote` only parts."""
PRIVATE_KEYS = frozenset(["data", "store", "executor", "sandbox", "on_bad_entry", "notify"])
"""Keys of the file that the log does not have."""
_OF_BOTS = ("name", "title", "house")
_WITHHELD_OF_REMOTE = ("cert", "key")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def public_terms(source: str) -> str:
    """Return the text that a season's log has of its file, which can be read as a season's file again.

    Args:
        source: Text of the file, which was read without a fault.
    """
    values = tomllib.loads(source)
    shown = {key: value for key, value in values.items() if key in PUBLIC_KEYS}
    if "bots" in shown:
        shown["bots"] = [_public_bot(bot) for bot in shown["bots"]]
    if "remote" in shown:
        withheld = {key: WITHHELD for key in _WITHHELD_OF_REMOTE if key in shown["remote"]}
        shown["remote"] = {**shown["remote"], **withheld}
    return "".join(f"{line}\n" for line in _lines(shown))


def _public_bot(bot: Mapping[str, Any]) -> dict[str, Any]:
    shown = {key: bot[key] for key in _OF_BOTS if key in bot}
    return shown if "house" in shown else shown | {"command": WITHHELD}


def _lines(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield a TOML document: plain values first, then tables, whose own values are in line."""
    tables = {key: value for key, value in values.items() if _is_table(value)}
    for key, value in values.items():
        if key not in tables:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        several = isinstance(value, list)
        for table in value if several else [value]:
            yield f"[[{_key(key)}]]" if several else f"[{_key(key)}]"
            for name, each in table.items():
                yield f"{_key(name)} = {_value(each)}"


def _is_table(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case str():
            return _text(value)
        case bool():
            return "true" if value else "false"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{{inner}}}"
        case _:
            return repr(value)  # numbers, `inf` and `nan` too, are written as TOML writes them


def _text(text: str) -> str:
    # What JSON escapes, TOML escapes in the same way; it asks for one more character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
