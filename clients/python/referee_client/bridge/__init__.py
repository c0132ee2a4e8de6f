"""Runs bots in languages without gRPC, as programs that read and write lines of JSON.

A program reads each turn as a line and answers with a line. `python -m referee_client.bridge
[FLAGS] -- COMMAND...` starts the command once for every seat. The lines are described in `lines.py`
and in `docs/bots/stdio.md`.
"""

from referee_client.bridge.command import main

__all__ = ["main"]
