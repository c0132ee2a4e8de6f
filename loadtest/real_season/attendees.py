"""The remote entries of a real season: `referee attend` as processes, started again when they end."""

from __future__ import annotations

import contextlib
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

from loadtest.real_season import processes
from loadtest.real_season.cable import Cables
from loadtest.real_season.place import Place
from loadtest.real_season.programs import ATTENDING, Program, write

__all__ = ["Attendees"]

AT_ONCE = 2
"""Matches at the same time that each remote entry announces."""


class Attendees:
    """Processes of a season's remote entries, each behind a cable: a TCP proxy that can be pulled.

    A remote entry is one whose program runs on its author's machine; its helper is a process of
    `referee attend`, which connects the program to the referee.

    Args:
        place: Folder and ports of the season.
        env: Environment of the processes.
    """

    def __init__(self, place: Place, env: dict[str, str]) -> None:
        self.cables = Cables(place.remote)
        self._place = place
        self._env = env
        self._helpers: dict[str, subprocess.Popen[bytes]] = {}
        self._ports: dict[str, int] = {}
        self.starts: dict[str, int] = {}
        """Number of times that each entry's helper was started."""
        self._is_closing = threading.Event()
        self._minder = threading.Thread(target=self._keep_up, daemon=True)

    def start(self) -> None:
        """Start a helper (`referee attend`) for each remote entry, and start it again whenever it ends."""
        for entry, program in ATTENDING.items():
            self._ports[entry] = self.cables.lay(entry)
            write(program, entry, self.folder(entry) / "bot")
            self._start(entry, program)
        self._minder.start()

    def folder(self, entry: str) -> Path:
        """Return the folder of a remote entry, which stands for its author's machine."""
        return self._place.folder / "homes" / entry

    def output(self, entry: str) -> str:
        """Return all that the helpers (processes of `referee attend`) of an entry have printed."""
        return (self.folder(entry) / "out").read_text(errors="replace")

    def kill_helper(self, entry: str) -> None:
        """Kill the helper of an entry: its process of `referee attend`."""
        self._helpers[entry].kill()

    def programs(self, entry: str) -> list[int]:
        """Return the process ids of an entry's program, without the processes that only started it."""
        found = processes.below(self._helpers[entry].pid)
        parents = {each.parent for each in found}
        return [
            each.pid
            for each in found
            if each.pid not in parents and "play/guard.py" not in each.line
        ]

    def close(self) -> None:
        """Have all helpers (processes of `referee attend`) finish their open matches and leave.

        A helper that takes longer than 60 s is killed. Then all cables are closed.
        """
        self._is_closing.set()
        self._minder.join()
        for helper in self._helpers.values():
            with contextlib.suppress(ProcessLookupError):
                helper.send_signal(signal.SIGTERM)
        for helper in self._helpers.values():
            try:
                helper.wait(60)
            except subprocess.TimeoutExpired:
                helper.kill()
                helper.wait()
        self.cables.close()

    def _keep_up(self) -> None:
        while not self._is_closing.wait(1.0):
            for entry, program in ATTENDING.items():
                if self._helpers[entry].poll() is not None:
                    self._start(entry, program)

    def _start(self, entry: str, program: Program) -> None:
        self.starts[entry] = self.starts.get(entry, 0) + 1
        address = f"127.0.0.1:{self._ports[entry]}"
        command = [sys.executable, "-P", "-m", "referee", "attend", address, "--entry", entry]
        command += ["--key-file", str(self._place.key_file(entry)), "--at-once", str(AT_ONCE)]
        command += ["--ca", str(self._place.folder / "cert.pem")]
        command += ["--program-version", "1", "--language", program.language, "--"]
        # In a season's file `python` is the Python that runs the season; here the author names it.
        words = shlex.split(program.command)
        command += [sys.executable if word == "python" else word for word in words]
        with (self.folder(entry) / "out").open("ab") as out:
            self._helpers[entry] = subprocess.Popen(
                command,
                cwd=self.folder(entry) / "bot",
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
