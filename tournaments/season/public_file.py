"""What a season's log has of the season's file: everything that its matches and its table depend on.

The log is published while the season lasts. So it has no addresses of webhooks, which are often
secrets, no commands and paths of the organizer's machine, and no comments.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tournaments.spec.toml_writing import toml_text

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
    return toml_text(shown)


def _public_bot(bot: Mapping[str, Any]) -> dict[str, Any]:
    shown = {key: bot[key] for key in _OF_BOTS if key in bot}
    return shown if "house" in shown else shown | {"command": WITHHELD}
