"""`referee scenario run`: play worked cases and tell what came out otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Worked cases of the rules as files.")


@app.callback()
def _group() -> None:
    """Worked cases of the rules as files."""


@app.command()
def run(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")
    ],
) -> None:
    """Play scenarios; the exit status is 0 only if all come out as they say."""
    from referee.core.errors import ScenarioError
    from referee.games.scenario import find_scenarios, load_scenario, run_scenario

    files = find_scenarios(paths)
    num_bad = 0
    for file in files:
        try:
            scenario = load_scenario(file)
            differences = run_scenario(scenario, file)
        except ScenarioError as error:
            typer.echo(f"error: {error}", err=True)
            num_bad += 1
            continue
        if differences:
            num_bad += 1
        typer.echo(f"{'FAILED' if differences else 'passed'}  {file}: {scenario.title}")
        for difference in differences:
            typer.echo(f"        {difference}")
    typer.echo(f"{len(files) - num_bad} of {len(files)} scenarios passed")
    raise typer.Exit(1 if num_bad else 0)
