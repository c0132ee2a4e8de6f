"""Messages of the protocol, and `play`, `matches` and `load_replays` where the referee is installed.

Generated from the .proto files and tools/root_package.py; do not edit.
"""

from __future__ import annotations

import importlib.metadata
from typing import Any

_ADDED = ("load_replays", "matches", "play")


def __getattr__(name: str) -> Any:
    """Return a function that the referee adds to this package.

    Raises:
        AttributeError: There is no such function.
        ImportError: The referee is not installed.
    """
    if name not in _ADDED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for entry in importlib.metadata.entry_points(group="gamereferee.api", name=name):
        return entry.load()
    raise ImportError(f"gamereferee.{name} needs the referee: pip install gamereferee")
