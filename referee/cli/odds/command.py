"""`referee odds diceman`: reads flags and prints odds, which the game's package computes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.flags import config_values
from referee.core.errors import FieldError

if TYPE_CHECKING:
    from referee.games.diceman.config import DicemanConfig
    from referee.games.diceman.odds import Progress, RollCounts, WholeGame

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Chances computed from the rules of a game.")


@app.callback()
def _group() -> None:
    """Compute chances from the rules of a game."""


@app.command()
def diceman(
    config: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE of the game's config.", show_default=False)
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Write the table as text in fractions here.", show_default=False),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw what beats what here, as .svg or .png.", show_default=False),
    ] = None,
    value: Annotated[
        tuple[int, int] | None,
        typer.Option(
            help="Solve the whole game, and show value and mixtures at these lives.",
            metavar="LIFE_A LIFE_B",
            show_default=False,
        ),
    ] = None,
    cache_dir: Annotated[
        Path | None,
        typer.Option(
            help="Where solved games are kept; default the user's cache folder.",
            envvar="REFEREE_CACHE_DIR",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compute the odds of Diceman: exactly for one round, and for the whole game from any lives."""
    from referee.cli.odds import report
    from referee.core.config import parse_config
    from referee.games.diceman.config import DicemanConfig
    from referee.games.diceman.odds import check_life, count_rolls, round_table

    parsed = parse_config(DicemanConfig, config_values(config or []))
    if value is not None:
        # All flags are checked before the computing, which may take minutes.
        check_life(parsed.life)
        if not all(0 <= life <= parsed.life for life in value):
            raise FieldError("value", f"two lives from 0 to {parsed.life}", value)
    if plot is not None:
        from referee.cli.odds.plot import check_plot

        check_plot(plot)
    with _progress() as progress:
        counts = count_rolls(parsed, progress)
        table = round_table(counts)
        game = _solved(parsed, counts, cache_dir, progress) if value else None
    if csv is not None:
        _write(csv, table.text())
    if plot is not None:
        from referee.cli.odds.plot import draw

        draw(table, plot, title=report.title(parsed))
    if as_json:
        json.dump(report.as_json(parsed, table, game, value), sys.stdout)
        sys.stdout.write("\n")
    else:
        report.show(parsed, table, game, value)


def _solved(
    config: DicemanConfig, counts: RollCounts, folder: Path | None, progress: Progress
) -> WholeGame:
    """Return the solved whole game from the cache; if it is not there, solve and save it.

    Args:
        config: Config of the game.
        counts: How often each result of a round occurs, from which the game is solved.
        folder: Folder of the cache; None for the user's cache folder.
        progress: Called as the solution proceeds.
    """
    from referee.cli.odds.cache import Cache, default_folder
    from referee.games.diceman.odds import solve_game

    cache = Cache(folder or default_folder(), _notice)
    game = cache.load(config)
    if game is None:
        game = solve_game(counts, config.life, progress)
        cache.save(config, game)
    return game


@contextmanager
def _progress() -> Iterator[Progress]:
    """Yield a function that shows progress as bars; it shows nothing if standard error is no terminal."""
    import rich.console
    import rich.progress

    console = rich.console.Console(stderr=True)
    if not console.is_terminal:  # before version 15 a bar that is disabled ends with an empty line
        yield lambda *_: None
        return
    tasks: dict[str, rich.progress.TaskID] = {}
    with rich.progress.Progress(console=console, transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        yield tell


def _notice(text: str) -> None:
    print(f"referee: {text}", file=sys.stderr)


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode("ascii"))
    except OSError as error:
        raise FieldError(
            "csv", f"a file that can be written ({error.strerror})", str(path)
        ) from None
