"""`referee trace verify|show|table|split`: what language models were asked, what they replied, and what it cost."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.llm.verify import TraceCheck

__all__ = ["app"]

app = typer.Typer(
    help="Look at what language models were asked and replied, and check it.", no_args_is_help=True
)

Files = Annotated[
    list[Path], typer.Argument(help="Traces, or folders that are searched for *.trace.")
]
Replays = Annotated[
    Path | None,
    typer.Option(
        help="Folder with the replays; default that of each trace, and the folder above.",
        show_default=False,
    ),
]


@app.command()
def verify(
    files: Files,
    replays: Replays = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON array.")] = False,
) -> None:
    """Compute every prompt, verdict and action again from the replays; exit 0 only if all fit."""
    found: list[dict[str, object]] = []
    for path in _found(files):
        check = _check(path, replays)
        counted = {"turns": check.turns, "requests": len(check.requests)}
        found.append({"trace": str(path), **counted, "problems": check.problems})
        if json:
            continue
        state = "does not fit its replay" if check.problems else "ok"
        typer.echo(f"{path}: {state}, {check.turns} turns, {len(check.requests)} requests")
        for problem in check.problems:
            typer.echo(f"  {problem}")
    if json:
        typer.echo(json_module.dumps(found, ensure_ascii=False))
    raise typer.Exit(1 if any(each["problems"] for each in found) else 0)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A trace.")],
    replays: Replays = None,
    turn: Annotated[
        int | None, typer.Option(help="Only this turn of the seat.", show_default=False)
    ] = None,
    rules: Annotated[bool, typer.Option(help="Show the rules, too.")] = False,
) -> None:
    """Show prompts, computed from the replay, and the replies to them."""
    from referee.core.text import printable

    for request in _check(file, replays).requests:
        line = request.line
        if turn is not None and line["turn"] != turn:
            continue
        typer.echo(f"=== turn {line['turn']}, attempt {line['attempt']}")
        for message in request.prompt:
            if message["role"] != "system" or rules:
                typer.echo(f"--- {message['role']}\n{message['content']}")
        category = line.get("category") or "played"
        typer.echo(
            f"--- reply ({line.get('finish', 'none')}, {line.get('ms', '?')} ms): {category}"
        )
        for text in str(line.get("reply") or line.get("problem") or "").splitlines():
            typer.echo(printable(text))


@app.command()
def table(
    files: Files,
    prices: Annotated[
        Path | None,
        typer.Option(help="TOML file with a date and prices of models.", show_default=False),
    ] = None,
    each: Annotated[
        bool,
        typer.Option(
            "--each", help="A row for each trace; of a damaged one, the row says what is wrong."
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON array.")] = False,
) -> None:
    """Count turns, requests, tokens, cost and rethinks by game, model and setup."""
    import rich
    from rich.markup import escape
    from rich.table import Table

    from referee.core.text import printable
    from referee.llm.seat_rows import seat_rows
    from referee.llm.table import count_traces, counted_rows
    from referee.llm.usage import Prices

    listed = None if prices is None else Prices.load(prices)
    if each:
        rows = list(seat_rows(_found(files), listed))
    else:
        rows = counted_rows(count_traces(_found(files), listed))
    if json:
        typer.echo(json_module.dumps(rows, ensure_ascii=False))
        return
    shown = Table(box=None)
    for name in rows[0] if rows else ():
        shown.add_column(name)
    for row in rows:
        # A trace comes from a player, so that its texts may be anything.
        shown.add_row(
            *("" if value is None else escape(printable(str(value))) for value in row.values())
        )
    rich.print(shown)
    if listed is not None:
        typer.echo(f"cost in {listed.currency} by prices of {listed.date or 'an unknown day'}")


@app.command()
def split(
    files: Annotated[list[Path], typer.Argument(help="What players have printed.")],
    into: Annotated[Path, typer.Option(help="Folder for the traces.")] = Path("traces"),
) -> None:
    """Write traces that stand in the output of players, as `llm --trace -` prints them, into files."""
    from referee.llm.trace import split_traces

    for path in split_traces(files, into):
        typer.echo(path)


def _check(path: Path, replays: Path | None) -> TraceCheck:
    from referee.llm.trace import TraceError, read_trace
    from referee.llm.verify import check_trace
    from referee.replay.reader import load

    match = next(read_trace(path)).get("match")
    folders = [path.parent, path.parent.parent] if replays is None else [replays]
    # The match id comes from a file of a stranger: only its last part may name a file.
    name = f"{Path(str(match)).name}.replay"
    for folder in folders:
        if (folder / name).is_file():
            return check_trace(path, load(folder / name))
    places = " or ".join(map(str, folders))
    raise TraceError(f"{path}: there is no {name} in {places}; name its folder with --replays")


def _found(files: list[Path]) -> Iterator[Path]:
    from referee.llm.trace import SUFFIX

    for file in files:
        yield from sorted(file.rglob(f"*{SUFFIX}")) if file.is_dir() else [file]
