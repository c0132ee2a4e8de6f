"""Bots of `referee play`: parses a SPEC (the text that names a bot), and runs bots that are commands.

Their processes are started before gRPC is loaded, begin when the referee listens, and get their
tokens as lines on standard input.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.cli.launch import let_begin, start_waiting
from referee.cli.play.endings import ended_by_signals, undisturbed
from referee.cli.play.guard import start_guard, stop_guard
from referee.cli.play.output import BotOutput
from referee.core.errors import FieldError, RefereeError
from referee.core.scratch import scratch_folder
from referee.core.text import printable

__all__ = ["MCP", "OUTSIDE", "WEB", "BotProcess", "BotSpec", "Started", "parse_spec", "started"]

HOUSE = "house:"
CONNECT = "connect"
MCP = "mcp"
WEB = "web"
OUTSIDE = frozenset({CONNECT, MCP})
"""Players that connect from outside, with a token that is printed."""
EXIT_S = 5.0
"""Seconds that a bot may take to leave after its last match, before it is killed."""


class BotSpec:
    """Player of a seat: a house bot, a command, or a bot or person that will connect.

    Args:
        text: The SPEC as given on the command line.
        house: Name of a house bot; empty if the player is none.
        command: Words of a command line, or of the program by which a person plays; empty if the
            player is neither. If house bot and command are empty, the referee waits for a bot that
            connects with the seat's token.
    """

    def __init__(self, text: str, house: str = "", command: tuple[str, ...] = ()) -> None:
        self.text = text
        self.house = house
        self.command = command

    @property
    def name(self) -> str:
        """Short name of the player for tables."""
        if self.house:
            return self.house
        if self.text in {*OUTSIDE, WEB}:
            return self.text
        from bot_commands import program_name

        return program_name(self.command)


def parse_spec(text: str, game: str, *, opens_browser: bool = True) -> BotSpec:
    """Return the bot that a SPEC of the command line stands for.

    Args:
        text: `house:NAME`, a command line, `web`, `mcp` or `connect`.
        game: Game that the bot plays.
        opens_browser: Whether `web` opens a browser.

    Raises:
        FieldError: There is no such house bot or command.
        RefereeError: The house bot was made for another version of the games kit, or what `web` needs
            is not installed.
    """
    if text in OUTSIDE:
        return BotSpec(text)
    if text == WEB:
        return BotSpec(text, command=_web_command(opens_browser=opens_browser))
    if text.startswith(HOUSE):
        from referee_bots import UnknownBotError, module, names

        name, house_bots = text.removeprefix(HOUSE), names(game)
        if name not in house_bots:
            known = ", ".join(HOUSE + known for known in house_bots) or "none for this game"
            raise FieldError("bot", f"one of {known}", text)
        try:
            module(game, name)
        except UnknownBotError as error:
            raise RefereeError(str(error)) from None
        return BotSpec(text, house=name)
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        bound = f"house:NAME, a command, web, mcp or connect ({error})"
        raise FieldError("bot", bound, text) from None
    if not words or shutil.which(words[0]) is None:
        raise FieldError("bot", "house:NAME, web, mcp, connect or a command that exists", text)
    from bot_commands import missing_script

    # Found out now: later only the bot's own error would say it, in the midst of other output.
    script = missing_script(words)
    if script is not None:
        raise FieldError("bot", f"a command whose script exists (there is no {script})", text)
    return BotSpec(text, command=words)


def _web_command(*, opens_browser: bool) -> tuple[str, ...]:
    """Return the command that lets a person play in a browser.

    Raises:
        RefereeError: The program that it needs is not installed.
    """
    from bot_commands.installed import installed_program

    command = installed_program("arena", "starlette", "uvicorn", "jinja2")
    if command is None:
        raise RefereeError("--bot web needs the extra web: pip install 'gamereferee[web]'")
    return (*command, "seat") if opens_browser else (*command, "seat", "--no-browser")


class BotProcess:
    """A bot's process, which waits until it is allowed to begin.

    Args:
        command: Words of the bot's command line.
        address: Where the referee will listen.
        output: File descriptor that gets all that the bot prints.

    Raises:
        FieldError: The process can't be started.
    """

    def __init__(self, command: tuple[str, ...], address: str, output: int) -> None:
        self.command = command
        self.left_with: int | None = None
        """Exit status with which the process ended before it was killed, negative for a signal; None
        before that.
        """
        env = os.environ | {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "-"}
        try:
            self._process = start_waiting(command, stdout=output, stderr=output, env=env)
        except OSError as error:
            raise FieldError(
                "bot", f"a command that starts ({error.strerror})", command[0]
            ) from None
        assert self._process.stdin is not None
        # A bot that reads no tokens must not block the referee when the pipe is full.
        os.set_blocking(self._process.stdin.fileno(), False)

    def begin(self) -> None:
        """Let the waiting process become the bot; call it when the referee listens."""
        let_begin(self._process)

    def give(self, token: str) -> None:
        """Write a seat's token to the bot's standard input; a dead process gets none."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{token}\n".encode())

    def exit_status(self) -> int | None:
        """Return the exit status of the process, negative for a signal; None while it runs."""
        self.left_with = self._process.poll()
        return self.left_with

    def shadowed(self) -> str:
        """Return a hint if files next to the bot may hide Python modules that it imports.

        The hint is meant for the end of a line. It is empty if there are no such files, or if the bot
        did not fail.
        """
        from bot_commands import shadowing_files

        # This process has loaded what an SDK needs, and more.
        files = [printable(str(path)) for path in shadowing_files(self.command, sys.modules)]
        if not self.left_with or not files:
            return ""
        return f" (Python imports {', '.join(files)} in place of a module of that name: rename it)"

    def close(self) -> None:
        """End the process: close its standard input, wait up to `EXIT_S` seconds, then kill it.

        Its children are killed, too. The closed input means that no more tokens come.
        """
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.left_with = self._process.wait(EXIT_S)
        self.kill()

    def kill(self) -> None:
        """Kill the process with all its children, and wait for its end."""
        with contextlib.suppress(ProcessLookupError):
            # The group that `start_waiting` made: the bot and the children that have not left it.
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Started(NamedTuple):
    """The private folder of a referee, its address, and the started processes of its bots."""

    folder: Path
    """Private folder for what the referee keeps while it runs."""
    address: str
    """Address at which the referee will listen: a unix socket in the folder."""
    processes: dict[int, BotProcess]
    """Processes of the bots that are commands, by seat."""


@contextlib.contextmanager
def started(specs: Sequence[BotSpec | None]) -> Iterator[Started]:
    """Start the bots that are commands and yield them; at the end, kill them and remove the folder.

    This also happens if a signal ends the block; then the process itself ends by the same signal.
    gRPC must be loaded only within the block: forking a process with gRPC in it is not safe.

    Args:
        specs: The player of each seat; None for a seat without a bot.

    Raises:
        FieldError: A bot can't be started.
    """
    with ended_by_signals(), scratch_folder() as name:
        bots = Started(name, f"unix:{name}/referee.sock", {})
        # Before the first bot, so that none is left behind however this process ends.
        guard = start_guard(name)
        output = BotOutput()
        try:
            for seat, spec in enumerate(specs):
                if spec is not None and spec.command:
                    process = BotProcess(spec.command, bots.address, output.sink)
                    bots.processes[seat] = process
            # Only when all processes are there: forking a process that has threads is not safe.
            output.start()
            yield bots
        finally:
            # A second Ctrl-C must not break this off and leave bots running.
            with undisturbed():
                for process in bots.processes.values():
                    process.kill()
                stop_guard(guard)
                output.close()
