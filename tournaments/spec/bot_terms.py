"""The terms under which bots run: limits, time-outs and sandbox, as files give them and as they apply.

A bot's author asks for terms in a manifest; the organizer sets them in the tournament file, for all
bots and for one. The organizer's terms take precedence: a manifest can tighten a limit, never
loosen it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic
from pydantic import AfterValidator, BeforeValidator

from tournaments.spec.limits import Limits
from tournaments.spec.toml_tables import (
    Name,
    TomlTable,
    as_tuple,
    command_words,
    lasting,
    must_be,
    named,
    parse_table,
    read_text,
    sized,
    within,
)

__all__ = [
    "DEFAULT_TERMS",
    "BotTerms",
    "LimitsSpec",
    "Manifest",
    "SandboxSpec",
    "Terms",
    "TimeoutsSpec",
    "load_manifest",
    "sandbox_table",
    "effective_terms",
]

_NONE = "none"
"""Word by which a file says that there is no limit."""


def _or_none(check: Callable[[Any], object]) -> BeforeValidator:
    return BeforeValidator(lambda value: value if value == _NONE else check(value))


def _counted(low: int, high: int) -> BeforeValidator:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise must_be("a whole number")
        return within(low, high)(value)

    return _or_none(check)


_Size = Annotated[int | Literal["none"], _or_none(sized("1MiB", "1TiB"))]
_Duration = Annotated[int | Literal["none"], _or_none(lasting("1s", "240h"))]
_Wait = Annotated[int, BeforeValidator(lasting("100ms", "24h"))]


class LimitsSpec(TomlTable):
    """Resources that a bot may use, as a table of a file gives them.

    The text "none" means no limit. None means that the table does not set the limit: then the
    organizer's table for all bots counts, or else the default.
    """

    memory: _Size | None = None
    """Address space of each process, and memory of all processes together, in bytes, 1MiB..1TiB;
    "none" for no limit, None if not set here.
    """
    cpu: _Duration | None = None
    """Processor time of each process, in nanoseconds, 1 s..240 h, rounded up to whole seconds;
    "none" for no limit, None if not set here.
    """
    processes: Annotated[int | Literal["none"], _counted(1, 100_000)] | None = None
    """Highest number of processes and threads together, 1..100000; "none" for no limit, None if not
    set here.
    """
    open_files: Annotated[int | Literal["none"], _counted(16, 1_000_000)] | None = None
    """Highest number of open files of each process, 16..1000000; "none" for no limit, None if not
    set here.
    """
    file_size: _Size | None = None
    """Greatest length of any file that the bot writes, in bytes, 1MiB..1TiB; "none" for no limit,
    None if not set here.
    """
    output: _Size | None = None
    """Greatest size of what a process writes to standard output and standard error, in bytes,
    1MiB..1TiB; "none" for no limit, None if not set here.
    """
    scratch: Annotated[int, BeforeValidator(sized("1MiB", "1TiB"))] | None = None
    """Greatest size of what the bot may write to /tmp in a sandbox, and the same again to /dev/shm,
    in bytes, 1MiB..1TiB; None if not set here.
    """


class TimeoutsSpec(TomlTable):
    """Time that a bot may take outside its matches, as a table of a file gives it.

    None means that the table does not set the time: then the organizer's table for all bots counts,
    or else the default.
    """

    startup: _Wait | None = None
    """Time from the start of a process until it has read the token of its first seat, in
    nanoseconds, 100 ms..24 h; None if not set here.
    """
    build: _Wait | None = None
    """Time that the bot's build command may take, in nanoseconds, 100 ms..24 h; None if not set
    here.
    """
    idle: _Wait | None = None
    """Time that a process with nothing left to play has to end, in nanoseconds, 100 ms..24 h; None
    if not set here.
    """


class SandboxSpec(TomlTable):
    """Keys of the table `[sandbox]`: its kind, whether bots have a network, and what they may read."""

    kind: Literal["bubblewrap", "none"] = "bubblewrap"
    """Program that makes the sandbox; bots run without one only if "none" is given."""
    network: bool = False
    """Whether bots share this machine's network, which a referee that listens on a port needs."""
    build_network: bool = False
    """Whether build commands share this machine's network, for builds that download packages."""
    readable: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    """Files and folders that every bot sees, relative to the tournament file."""


def sandbox_table(value: object) -> object:
    """Return a sandbox table for a text, which is its kind; return any other value unchanged."""
    return {"kind": value} if isinstance(value, str) else value


class BotTerms(TomlTable):
    """Keys that both a manifest and a bot's table in a tournament file may have."""

    name: Name
    """Name of the bot; in a tournament the name in the tournament file counts."""
    command: Annotated[tuple[str, ...], BeforeValidator(command_words)] | None = None
    """Program and arguments with which the bot is started; text is split as a shell would. None if
    no command is given, as for a house bot.
    """
    cwd: Annotated[str, AfterValidator(named(re.compile(r"[^\0]+"), "a folder"))] | None = None
    """Folder that the bot runs in, relative to the file; None means the file's own."""
    env: dict[str, str] = pydantic.Field(default={})
    """Environment variables that are added for this bot."""
    build: Annotated[tuple[str, ...], BeforeValidator(command_words)] | None = None
    """Command that makes the program, run in the bot's folder before play; None if nothing is
    built.
    """
    language: (
        Annotated[str, AfterValidator(named(re.compile(r"[^\0\n]{1,40}"), "1 to 40 characters"))]
        | None
    ) = None
    """Language that the bot is written in, used in messages alone; None if not given."""
    limits: LimitsSpec = LimitsSpec()
    """Limits on memory, processes, files and time of the bot."""
    timeouts: TimeoutsSpec = TimeoutsSpec()
    """Time that the bot may take outside its matches."""


class Manifest(BotTerms):
    """Keys of the file next to a bot's program, in which its author says how to start it."""


def load_manifest(path: Path) -> Manifest:
    """Read and return a manifest.

    Raises:
        SpecError: The file is missing, is no TOML, or a key breaks its bound.
    """
    return parse_table(Manifest, read_text(path), path)


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """Limits and time-outs that apply to one bot."""

    limits: Limits
    """Resources that the bot may use."""
    startup_s: float
    """Seconds from the start of a process until it has read the token of its first seat."""
    build_s: float
    """Seconds that the bot's build command may take."""
    idle_s: float
    """Seconds that a process with nothing left to play has to end."""


_MIB = 1024 * 1024
_SECOND = 1_000_000_000
_LIMITS = LimitsSpec.model_construct(
    memory=4096 * _MIB,
    cpu=_NONE,
    processes=512,
    open_files=1024,
    file_size=64 * _MIB,
    output=1024 * _MIB,
    scratch=64 * _MIB,
)
_TIMEOUTS = TimeoutsSpec.model_construct(
    startup=30 * _SECOND, build=600 * _SECOND, idle=10 * _SECOND
)


def effective_terms(
    *,
    limits: tuple[LimitsSpec, LimitsSpec],
    timeouts: tuple[TimeoutsSpec, TimeoutsSpec],
    manifest: Manifest | None,
) -> tuple[Terms, list[str]]:
    """Return the terms that apply to a bot.

    Args:
        limits: Limits that the organizer sets for this bot, and for all bots.
        timeouts: Time-outs that the organizer sets for this bot, and for all bots.
        manifest: The bot's manifest, with the terms that its author asks for; None if it has none.

    Returns:
        The terms, and the names of terms of which the author asked for more than the organizer
            allows.
    """
    held: dict[str, int | None] = {}
    refused = []
    author = manifest or Manifest(name="none")
    for words, default, wishes in (
        (limits, _LIMITS, author.limits),
        (timeouts, _TIMEOUTS, author.timeouts),
    ):
        for key in type(default).model_fields:
            allowed = next(
                v for v in (getattr(table, key) for table in (*words, default)) if v is not None
            )
            wish = getattr(wishes, key)
            if _is_more(wish, allowed):
                refused.append(key)
            elif wish is not None:
                allowed = wish
            held[key] = None if allowed == _NONE else allowed
    cpu = held["cpu"]
    return (
        Terms(
            Limits(
                memory=held["memory"],
                cpu_s=None if cpu is None else -(-cpu // _SECOND),
                processes=held["processes"],
                open_files=held["open_files"],
                file_size=held["file_size"],
                output=held["output"],
                scratch=held["scratch"],
            ),
            startup_s=(held["startup"] or 0) / _SECOND,
            build_s=(held["build"] or 0) / _SECOND,
            idle_s=(held["idle"] or 0) / _SECOND,
        ),
        refused,
    )


def _is_more(wish: int | str | None, allowed: int | str) -> bool:
    if wish is None or allowed == _NONE:
        return False
    return wish == _NONE or int(wish) > int(allowed)


DEFAULT_TERMS, _ = effective_terms(
    limits=(LimitsSpec(), LimitsSpec()), timeouts=(TimeoutsSpec(), TimeoutsSpec()), manifest=None
)
"""Terms of a bot for which no file sets any."""
