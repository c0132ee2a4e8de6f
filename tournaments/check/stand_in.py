"""Stands in for a bot's process in a conformance run, while the bot itself runs in its sandbox.

The conformance kit starts this script with the path of a socket as if it were the bot. It sends the
variables that say where to play, and then its standard input, to the check, which has the supervisor
start the bot; at the end it writes what the bot has written, and ends with the bot's exit status. It
needs the standard library alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

__all__ = ["main"]

_PREFIX = "REFEREE_"
_OURS = "REFEREE_CONFORMANCE"
"""Variable by which the conformance kit finds the processes of a run; it is not the bot's."""
_CHUNK = 1 << 16
_SIGNALLED = 128
_FAILED = 70
"""Exit status if the check gives no answer: a fault of this machine."""


def main() -> None:
    """Have the check start the bot, pass standard input on, and end as the bot ends."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as check:
        check.connect(sys.argv[1])
        variables = {
            name: value
            for name, value in os.environ.items()
            if name.startswith(_PREFIX) and name != _OURS
        }
        _send(check, {"env": variables})
        end = _pass_on(check)
    if end is None:
        sys.exit(_FAILED)
    for path, stream in ((end["stdout"], sys.stdout.buffer), (end["stderr"], sys.stderr.buffer)):
        with contextlib.suppress(FileNotFoundError), Path(path).open("rb") as log:
            shutil.copyfileobj(log, stream)
        stream.flush()
    code = int(end["code"])
    sys.exit(code if code >= 0 else _SIGNALLED - code)


def _pass_on(check: socket.socket) -> dict[str, Any] | None:
    """Pass standard input on until the bot has ended; return how, or None if the check is gone."""
    answer = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        selector.register(check, selectors.EVENT_READ)
        while not answer.endswith(b"\n"):
            for key, _ in selector.select():
                if key.fileobj is check:
                    data = check.recv(_CHUNK)
                    if not data:
                        return None
                    answer += data
                elif text := os.read(sys.stdin.fileno(), _CHUNK):
                    _send(check, {"feed": text.decode(errors="replace")})
                else:
                    selector.unregister(sys.stdin)
                    _send(check, {"feed": None})
    end: dict[str, Any] = json.loads(answer)
    return end


def _send(check: socket.socket, message: dict[str, Any]) -> None:
    # The bot may have ended meanwhile; then its end is what comes next.
    with contextlib.suppress(BrokenPipeError):
        check.sendall(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
