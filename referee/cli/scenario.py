"""`referee scenario run`: plays worked examples of the rules and shows each difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Worked cases of the rules as files.")


@app.callback()
def _group() -> None:
    """Work with scenarios: worked cases of the rules as files."""


@app.command()
def run(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Play scenarios, worked cases of the rules; exit status 0 only if all come out as written."""
    from referee.core.errors import ScenarioError
    from referee.games.scenario import find_scenarios, load_scenario, run_scenario

    files = find_scenarios(paths)
    num_bad = 0
    listed: list[dict[str, object]] = []
    for file in files:
        try:
            scenario = load_scenario(file)
            differences = run_scenario(scenario, file)
        except ScenarioError as error:
            typer.echo(f"error: {error}", err=True)
            num_bad += 1
            listed.append({"path": str(file), "passed": False, "error": str(error)})
            continue
        if differences:
            num_bad += 1
        told = {"title": scenario.title, "passed": not differences, "differences": differences}
        listed.append({"path": str(file), **told})
        if as_json:
            continue
        typer.echo(f"{'FAILED' if differences else 'passed'}  {file}: {scenario.title}")
        for difference in differences:
            typer.echo(f"        {difference}")
    if as_json:
        typer.echo(json.dumps({"passed": not num_bad, "scenarios": listed}, indent=2))
    else:
        typer.echo(f"{len(files) - num_bad} of {len(files)} scenarios passed")
    raise typer.Exit(1 if num_bad else 0)
