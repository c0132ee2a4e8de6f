"""Commands of an organizer's day in a season; each works with and without an active run.

What they do is written into the log with its reason.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from tournaments.cli.app import app, print_json
from tournaments.cli.options import AsJson, Data, FileOrFolder, StoreUrl
from tournaments.spec.errors import TournamentError

Entry = Annotated[str, typer.Argument(help="Name of the entry.")]
Reason = Annotated[str, typer.Option("--reason", help="Reason, which the log shows to everybody.")]
MatchNumber = Annotated[int | None, typer.Option("--match", min=1, help="Number of the match.")]
EntryName = Annotated[str | None, typer.Option("--entry", help="All matches of this entry.")]


@app.command()
def keys(
    where: FileOrFolder,
    names: Annotated[list[str], typer.Argument(help="Names of entries.")],
    author: Annotated[
        str | None, typer.Option(help="Author of these entries; by default each entry has its own.")
    ] = None,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Make a key for each entry, and print it; it is printed once, and replaces an earlier one."""
    from tournaments.season.keys import key_hash, new_key
    from tournaments.season_requests import find_season

    place = find_season(where, data, store)
    if place.spec.sandbox.kind == "none":
        raise TournamentError(
            'a season with keys needs sandbox = "bubblewrap": programs of strangers run here'
        )
    for name in names:
        key = new_key()
        _ask("key", where, data, store, entry=name, author=author, key_sha256=key_hash(key))
        typer.echo(f"{name} {key}")


@app.command()
def bench(
    where: FileOrFolder, entry: Entry, reason: Reason, data: Data = None, store: StoreUrl = None
) -> None:
    """Take an entry out of the pairing until it is reinstated or hands in a new version."""
    _ask("bench", where, data, store, entry=entry, reason=reason)
    typer.echo(f"{entry} is benched")


@app.command()
def reinstate(
    where: FileOrFolder,
    entry: Entry,
    reason: Reason = "",
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Let a benched entry play again."""
    _ask("reinstate", where, data, store, entry=entry, reason=reason)
    typer.echo(f"{entry} plays again")


@app.command()
def withdraw(
    where: FileOrFolder, entry: Entry, reason: Reason, data: Data = None, store: StoreUrl = None
) -> None:
    """Withdraw an entry; its author may enter it again."""
    _ask("withdraw", where, data, store, entry=entry, reason=reason)
    typer.echo(f"{entry} is withdrawn")


@app.command()
def expel(
    where: FileOrFolder, entry: Entry, reason: Reason, data: Data = None, store: StoreUrl = None
) -> None:
    """Withdraw an entry for good."""
    _ask("expel", where, data, store, entry=entry, reason=reason)
    typer.echo(f"{entry} is expelled")


@app.command()
def annul(
    where: FileOrFolder,
    reason: Reason,
    match: MatchNumber = None,
    entry: EntryName = None,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Let a match count no longer, or all matches of an entry."""
    what = _one_of(match, entry)
    _ask("annul", where, data, store, entry=entry, match=match, reason=reason)
    typer.echo(f"{what} annulled")


@app.command()
def restore(
    where: FileOrFolder,
    reason: Reason,
    match: MatchNumber = None,
    entry: EntryName = None,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Let a match count again that was annulled, or all matches of an entry."""
    what = _one_of(match, entry)
    _ask("restore", where, data, store, entry=entry, match=match, reason=reason)
    typer.echo(f"{what} restored")


@app.command()
def pause(where: FileOrFolder, reason: Reason, data: Data = None, store: StoreUrl = None) -> None:
    """Begin no further match until `tournament resume`; started ones end."""
    _ask("pause", where, data, store, reason=reason)
    typer.echo("paused")


@app.command()
def freeze(where: FileOrFolder, reason: Reason, data: Data = None, store: StoreUrl = None) -> None:
    """Take no further submissions; matches go on."""
    _ask("freeze", where, data, store, reason=reason)
    typer.echo("frozen")


@app.command()
def close(where: FileOrFolder, reason: Reason, data: Data = None, store: StoreUrl = None) -> None:
    """End a season: no further match begins, and it is closed when the started ones have ended."""
    _ask("close", where, data, store, reason=reason)
    typer.echo("no further match begins")


@app.command()
def status(
    where: FileOrFolder, data: Data = None, store: StoreUrl = None, as_json: AsJson = False
) -> None:
    """Show the state of a season: entries, checks, disk, head of the log, and what to do."""
    import dataclasses

    from tournaments.reports.season_log import read_season
    from tournaments.season.inbox import Inbox
    from tournaments.season.status import report_season
    from tournaments.season_requests import find_season

    folder = find_season(where, data, store).folder
    state, head = read_season(folder)
    inbox = Inbox(folder.path).path
    waits = inbox.is_dir() and any(not path.name.startswith(".") for path in inbox.iterdir())
    report = report_season(
        state,
        runs=folder.is_in_use(),
        head=head,
        free=shutil.disk_usage(folder.path).free,
        has_waiting_requests=waits,
    )
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    for line in report.lines():
        typer.echo(line)


def _one_of(match: int | None, entry: str | None) -> str:
    if (match is None) == (entry is None):
        raise TournamentError("give either --match NUMBER or --entry NAME")
    return f"match {match} is" if entry is None else f"the matches of {entry} are"


def _ask(
    what: str,
    where: Path,
    data: Path | None,
    store: str | None,
    *,
    entry: str | None = None,
    match: int | None = None,
    reason: str = "",
    author: str | None = None,
    key_sha256: str | None = None,
) -> None:
    from tournaments.cli.stops import until_stopped
    from tournaments.season.inbox import Request
    from tournaments.season_requests import ask, find_season

    place = find_season(where, data, store)
    request = Request(
        "",
        what,
        Path(),
        entry=entry,
        author=author,
        match=match,
        reason=reason,
        key_sha256=key_sha256,
    )
    with until_stopped():
        ask(place, request)
