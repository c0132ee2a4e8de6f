"""Bots that read a line of JSON and answer with one: for languages without gRPC.

`python -m referee_client.bridge [FLAGS] -- COMMAND...` starts the command once for every seat. What the
lines look like is in `lines.py` and in `docs/bots/stdio.md`.
"""

from referee_client.bridge.command import main

__all__ = ["main"]
