"""`referee attend`: its flags, and what its exit status means."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer

from referee.core.errors import FieldError

__all__ = ["attend"]

_ENTRY = re.compile(r"[A-Za-z0-9._-]{1,40}")


def attend(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="HOST:PORT or unix:PATH of the referee.")
    ],
    program: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- PROGRAM...", help="The words that start the program."),
    ] = None,
    entry: Annotated[str, typer.Option(help="Name of your entry.", show_default=False)] = "",
    key_file: Annotated[
        Path | None, typer.Option(help="File with the entry's key.", show_default=False)
    ] = None,
    at_once: Annotated[
        int, typer.Option(help="Most matches at the same time.", min=1, max=1000)
    ] = 1,
    matches: Annotated[
        int | None,
        typer.Option(help="Leave after this many matches.", min=1, show_default=False),
    ] = None,
    per_match: Annotated[
        bool,
        typer.Option(
            "--per-match", help="Start the program once for each match; else once for all."
        ),
    ] = False,
    program_version: Annotated[
        str,
        typer.Option(
            help="Version of the program, any text; another text makes another version of the entry."
        ),
    ] = "",
    language: Annotated[str, typer.Option(help="The program's language, for tables.")] = "",
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; turns on TLS.")
    ] = None,
    check: Annotated[
        str,
        typer.Option(
            metavar="GAME",
            help="Before it attends, check in scenarios of this game that the program keeps the protocol.",
            show_default=False,
        ),
    ] = "",
    give_up_after: Annotated[
        str,
        typer.Option(help="Leave after this long without a stream to the referee; 0: never."),
    ] = "72h",
) -> None:
    """Take part in a season from this machine, until Ctrl-C.

    The program finds REFEREE_ADDRESS, REFEREE_CA and REFEREE_TOKENS=- in its environment, and a token
    for each match on its standard input. It is started again when it dies, and the referee is called
    again when the connection breaks. The first Ctrl-C takes no more matches and plays open ones to
    their end; the second leaves at once, and open matches are lost.

    Exit status: 0 after Ctrl-C, --matches, or the end of the season, with all matches played; 1 where the referee refuses the
    entry or was not reached for --give-up-after, or the program does not pass --check or keeps dying; 2 for wrong flags; 130 after a second Ctrl-C.
    """
    import asyncio

    from referee.cli.attend.check import keeps_protocol
    from referee.cli.attend.programs import Command
    from referee.cli.play.guard import start_guard, stop_guard
    from referee.core.scratch import scratch_folder
    from referee.core.time_control import parse_duration

    give_up_ns = parse_duration(give_up_after, "give_up_after")
    _check(entry, program_version, language)
    key = _read_key(key_file)
    words = tuple(program or ())
    if not words:
        raise FieldError("program", "given after --, such as -- python my_bot.py", "nothing")
    if shutil.which(words[0]) is None:
        raise FieldError("program", "a command that exists", words[0])
    if check and not keeps_protocol(check, words):
        typer.echo(
            "the program does not attend, since it does not keep the protocol: the report above says"
            " where; mend it, or leave out --check"
        )
        raise typer.Exit(1)
    with scratch_folder("attend-") as folder:
        # Kills the program if this process is killed. It is started before gRPC is loaded, as a
        # process with gRPC in it should not be forked.
        guard = start_guard(folder)
        try:
            from referee.cli.attend.helper import Entry, Helper, Terms
            from referee_client.address import Address
            from referee_client.errors import RefereeClientError

            try:
                there = Address.parse(_absolute(address), ca)
            except RefereeClientError as error:
                raise FieldError("address", str(error), address) from None
            command = Command(words, there.target, ca, folder)
            helper = Helper(
                there,
                Entry(entry, key, program_version, language),
                Terms(at_once, matches, per_match=per_match, give_up_ns=give_up_ns),
                command,
            )
            status = asyncio.run(helper.run())
        finally:
            stop_guard(guard)
    raise typer.Exit(status)


def _check(entry: str, version: str, language: str) -> None:
    if not _ENTRY.fullmatch(entry):
        bound = "1 to 40 ASCII letters, digits, `-`, `_` and `.`"
        raise FieldError("entry", bound, entry or "nothing")
    for field, text, most in (("program_version", version, 100), ("language", language, 40)):
        if len(text) > most:
            raise FieldError(field, f"at most {most} characters", f"{len(text)} characters")


def _read_key(path: Path | None) -> str:
    """Return the key in a file.

    Raises:
        FieldError: No file is named, it can't be read, or it holds no key.
    """
    if path is None:
        raise FieldError("key_file", "the file with the entry's key", "nothing")
    try:
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise FieldError("key_file", f"a file that can be read ({error})", str(path)) from None
    if not re.fullmatch(r"[!-~]{1,200}", key):
        raise FieldError("key_file", "a file with one key in it", str(path))
    return key


def _absolute(address: str) -> str:
    """Return an address that is valid from every working folder: `unix:` with an absolute path.

    Other addresses are returned as they are.
    """
    path = address.removeprefix("unix:")
    return address if path == address else f"unix:{Path(path).absolute()}"
