"""The command `tournament submit`, by which authors hand in their bots for a season."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tournaments.cli.app import app
from tournaments.cli.stops import until_stopped
from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    from tournaments.season.season_door import SeasonDoor

_LOG = re.compile(r"[0-9]{1,9}\.(stdout|stderr)", re.ASCII)
"""Pattern of the names of a bot's logs."""


@app.command()
def submit(
    season: Annotated[
        str, typer.Argument(help="Address of the season's page, or path of its file.")
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(help="Folder of the bot; with --logs the folder to write logs into."),
    ] = None,
    entry: Annotated[str, typer.Option(help="Name of the entry.", show_default=False)] = "",
    key_file: Annotated[
        Path | None, typer.Option("--key-file", help="File with the entry's key.")
    ] = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Withdraw the entry in place of submitting.")
    ] = False,
    logs: Annotated[
        bool, typer.Option("--logs", help="Write the logs of the entry's bots into FOLDER.")
    ] = False,
    check: Annotated[
        str | None, typer.Option("--check", help="Follow an earlier request with this id.")
    ] = None,
    wait: Annotated[bool, typer.Option(help="Whether to wait for the result of the check.")] = True,
    ca: Annotated[
        Path | None,
        typer.Option(help="PEM file of the roots to trust, in place of the system's."),
    ] = None,
) -> None:
    """Hand in a bot for a season, and show its check; exit status 0 only if it is admitted."""
    from tournaments.season.following import follow
    from tournaments.season.keys import entry_name_problem
    from tournaments.season.requests import is_request_id, new_request_id

    problem = entry_name_problem(entry)
    if problem is not None:
        raise TournamentError(f"--entry: {problem}")
    if check is not None and not is_request_id(check):
        raise TournamentError(f"--check must be 32 hexadecimal digits, not {check!r}")
    if folder is None and (logs or not (withdraw or check)):
        raise TournamentError("give the folder of the bot, or with --logs one to write logs into")
    with until_stopped():
        door = _door_of(season, entry, key_file, ca)
        if logs:
            assert folder is not None  # checked above
            _write_logs(door, folder, check)
            return
        request_id = check or new_request_id()
        if withdraw:
            door.withdraw(request_id)
        elif check is None:
            assert folder is not None  # checked above
            _hand_in(door, folder, request_id, key_file)
        if not wait:
            typer.echo(f"received as {request_id}; follow it with --check {request_id}")
            return
        try:
            result = follow(door, request_id, entry, _show, time.sleep)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"; follow it with --check {request_id}") from None
        if result.stage in ("build", "play", "protocol") and _has_output(door, request_id):
            typer.echo(f"  all output: add --logs --check {request_id} and a folder for it")
    if result.exit_status:
        raise typer.Exit(result.exit_status)


def _door_of(season: str, entry: str, key_file: Path | None, ca: Path | None) -> SeasonDoor:
    from tournaments.season.keys import read_key
    from tournaments.season.web_door import WebDoor, is_address

    key = None if key_file is None else read_key(key_file)
    if not is_address(season):
        from tournaments.season.local_door import LocalDoor

        return LocalDoor(Path(season), entry, key)
    if key is None:
        raise TournamentError(
            "--key-file must be given with an address: the organizer gave the key"
        )
    return WebDoor(season, entry, key, ca=ca, note=_show)


def _hand_in(door: SeasonDoor, folder: Path, request_id: str, key_file: Path | None) -> None:
    """Pack a bot's folder, and hand it in.

    Args:
        door: The season, and the entry in it.
        folder: The bot's folder.
        request_id: Id of the submission.
        key_file: File with the entry's key, which is not packed; None if there is none.

    Raises:
        TournamentError: The season takes no submissions now, or the packed folder would be too big.
    """
    from tournaments.season.packing import pack_folder
    from tournaments.season.web_door import RefusedCallError
    from tournaments.spec.limits import shown_size

    bounds = door.bounds()
    if not bounds.accepts:
        raise RefusedCallError(409, bounds.why or "the season takes no submissions now")
    if bounds.left == 0:
        text = (
            f"all {bounds.per_day} submissions of today are used: the next day begins at 0:00 UTC"
        )
        raise RefusedCallError(409, text)
    with tempfile.TemporaryFile() as archive:
        count, size = pack_folder(
            folder, archive, most_bytes=bounds.unpacked, most_files=bounds.files, without=key_file
        )
        packed = archive.tell()
        if packed > bounds.size:
            raise TournamentError(
                f"{folder} has {shown_size(packed)} when packed, the most is {shown_size(bounds.size)}"
            )
        left = "" if bounds.left is None else f"; {bounds.left} of {bounds.per_day} left today"
        _show(f"receive   sending {count} files and folders, {shown_size(size)}{left}")
        archive.seek(0)
        door.submit(request_id, archive, packed)


def _has_output(door: SeasonDoor, request_id: str) -> bool:
    """Return whether the check of a request has run programs, and so has output of them.

    Files that were refused before are never run.
    """
    from tournaments.season.check_files import CHECK_LOGS

    return any(door.check_log(request_id, name) is not None for name in CHECK_LOGS)


def _write_logs(door: SeasonDoor, folder: Path, check: str | None) -> None:
    """Write the logs of an entry's bots into a folder, and those of a check.

    Args:
        door: The season, and the entry in it.
        folder: The folder, which is created.
        check: Id of the request whose check it is; None for no check.

    Raises:
        TournamentError: The folder can't be written.
    """
    from tournaments.season.check_files import CHECK_LOGS

    texts = {} if check is None else {name: door.check_log(check, name) for name in CHECK_LOGS}
    # Only names without a path: what a server answers must not choose where we write.
    texts |= {name: door.log(name) for name in door.logs() if _LOG.fullmatch(name)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            if text is not None:
                (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise TournamentError(f"{folder} can't be written: {error.strerror}") from None
    count = sum(text is not None for text in texts.values())
    typer.echo(f"{count} log{'' if count == 1 else 's'} in {folder}")


def _show(line: str) -> None:
    # What a terminal would obey is not for others to write.
    typer.echo("".join(each if each.isprintable() else "?" for each in line))
