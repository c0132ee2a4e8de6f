"""Commands of `python -m loadtest.statistics`, which simulate the statistics of ratings."""

from __future__ import annotations

from typing import Annotated

import typer

from loadtest.statistics import coverage as coverages
from loadtest.statistics import scale as scales
from loadtest.statistics import speed as speeds
from loadtest.statistics import watching as watches

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)

Seed = Annotated[int, typer.Option(help="Of all dice.")]


@app.command()
def coverage(
    runs: Annotated[int, typer.Option(help="Tournaments of every kind.")] = 400,
    seed: Seed = 20,
    formats: Annotated[
        list[str] | None, typer.Option("--format", help="Only of this one; again: of several.")
    ] = None,
) -> None:
    """Measure how often 95% intervals contain the true value, by format, seats, blocks, luck and ties."""
    typer.echo("format seats bots blocks luck ties held ± seats open half-width scale")
    for row in coverages.measure(runs, seed, formats or ()):
        typer.echo(
            f"{row.design.name} | {row.design.seats} | {row.design.bots} | {row.blocks:.0f} | {row.luck}"
            f" | {row.ties:.2f} | {row.ratings:.3f} ± {row.error:.3f} | {_number(row.seats, 3)} | {row.open:.2f}"
            f" | {row.width:.0f} | {row.scale:.2f}"
        )


@app.command()
def watching(
    runs: Annotated[int, typer.Option(help="Tournaments of every kind.")] = 2000, seed: Seed = 20
) -> None:
    """Measure how often intervals miss the true value at least once in a tournament, and their width."""
    typer.echo("format seats bots luck fixed watched betting wider bet-wider")
    for row in watches.measure(runs, seed):
        typer.echo(
            f"{row.design.name} | {row.design.seats} | {row.design.bots} | {row.luck} | {row.fixed:.3f}"
            f" | {row.watched:.3f} | {_number(row.betting, 3)} | {row.wider:.2f} | {_number(row.bet_wider, 2)}"
        )


@app.command()
def ties(
    matches: Annotated[int, typer.Option(help="Simulated matches of every kind.")] = 1000,
    seed: Seed = 20,
) -> None:
    """Compare models of ties: which predicts best which bot is placed ahead of which."""
    from loadtest.statistics import ties as tied

    for row in tied.measure(matches, seed):
        cells = [
            f"{name} {1000 * (logs[name] - logs['Davidson']):+.1f}"
            for logs in (row.ahead, row.all_three)
            for name in logs
            if name != "Davidson"
        ]
        typer.echo(f"{row.source} | {row.seats} | {row.ties:.2f} | {' | '.join(cells)}")


@app.command()
def agreement(seed: Seed = 20) -> None:
    """Compare ratings with those of other packages, and with published ones."""
    from loadtest.statistics import agreement as agreements

    for row in agreements.measure(seed):
        typer.echo(f"{row.what} | {row.source} | {row.ours:.7g} | {row.theirs:.7g}")


@app.command()
def scale(
    comparisons: Annotated[
        int, typer.Option(help="Of two seats, of each number of seats.")
    ] = 40_000,
    seed: Seed = 20,
) -> None:
    """Show what a difference of ratings means for the chance to be ahead, by number of seats."""
    for row in scales.measure(comparisons, seed):
        typer.echo(f"{row.seats} | {row.live:.3f} | {row.elo:.3f}")


@app.command()
def speed(
    bots: Annotated[int, typer.Option(help="How many.")] = 200,
    matches: Annotated[int, typer.Option(help="How many.")] = 10_000,
    seed: Seed = 20,
) -> None:
    """Measure the processor time of all ratings that a table shows."""
    for row in speeds.measure(bots, matches, seed):
        typer.echo(f"{row.seats} seats | blocks of {row.block} | {row.seconds:.2f} s")


@app.command()
def collusion(
    runs: Annotated[int, typer.Option(help="Tournaments of every kind.")] = 200, seed: Seed = 20
) -> None:
    """Measure how often the collusion report names honest pairs, and finds thrown matches."""
    from loadtest.statistics import collusion as colluding

    typer.echo("format seats bots luck step thrown asked named-honest found")
    for row in colluding.measure(runs, seed):
        typer.echo(
            f"{row.design.name} | {row.design.seats} | {row.design.bots} | {row.luck} | {row.step:.0f}"
            f" | {row.throws} | {row.asked:.0f} | {row.with_false:.3f} | {row.found:.3f}"
        )


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


if __name__ == "__main__":
    app()
