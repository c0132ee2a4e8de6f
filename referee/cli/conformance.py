"""`referee conformance`: checks whether a bot in any language keeps the protocol."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.conformance.matches import MatchTerms
    from referee.core.game import AnyPlugin

__all__ = ["conformance"]


def conformance(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- COMMAND...", help="The words that start the bot."),
    ] = None,
    game: Annotated[str, typer.Option(help="The game it plays.")] = "diceman",
    game_version: Annotated[
        int,
        typer.Option(help="Behaviour version of the game; default the newest.", show_default=False),
    ] = 0,
    config: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE of the game's config.", show_default=False)
    ] = None,
    seats: Annotated[
        int,
        typer.Option(
            help="Seats of each match; default the game's. Some scenarios need two.",
            show_default=False,
        ),
    ] = 0,
    move_time: Annotated[
        str,
        typer.Option(
            help="Free time per decision that the bot is shown; default the game's.",
            show_default=False,
        ),
    ] = "",
    bank: Annotated[
        str, typer.Option(help="Reserve of time for the match, beyond --move-time.")
    ] = "0",
    no_clock: Annotated[bool, typer.Option("--no-clock", help="No deadlines at all.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Play this scenario alone; may be repeated.", show_default=False),
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the scenarios.")] = False,
    slow: Annotated[
        bool, typer.Option("--slow", help="Play scenarios that take a minute, too.")
    ] = False,
    transport: Annotated[str, typer.Option(help="tcp, unix or tls.")] = "tcp",
    jobs: Annotated[
        int,
        typer.Option(
            help="Scenarios at a time; default one a core.", min=1, max=64, show_default=False
        ),
    ] = os.cpu_count() or 1,
    timeout: Annotated[
        str,
        typer.Option(
            help="How long the bot may take for anything.", envvar="REFEREE_CONFORMANCE_TIMEOUT"
        ),
    ] = "10s",
    thinking: Annotated[
        int,
        typer.Option(
            help="Add to --timeout the time that this many decisions may take.", min=0, max=1000
        ),
    ] = 0,
    bench: Annotated[
        bool, typer.Option("--bench", help="Measure decisions a second and memory instead.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(help="Length of each of the three windows of --bench.", min=0.1, max=600.0),
    ] = 2.0,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No line for each scenario as it ends.")
    ] = False,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the report as JSON, too.", show_default=False),
    ] = None,
) -> None:
    """Start a bot against scripted referees, and name the duties it breaks."""
    # What the bot gets, taken before our own environment is changed.
    env = dict(os.environ)
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # broken handshakes are part of the scenarios
    import rich.console

    from referee.conformance import report, scenario
    from referee.conformance.bench import measure
    from referee.conformance.runner import check_command, play_all
    from referee.conformance.setting import Transport
    from referee.conformance.verdict import Verdict
    from referee.core.errors import FieldError
    from referee.core.time_control import parse_duration
    from referee.games import registry

    console = rich.console.Console()
    if list_all:
        report.print_list(scenario.all_scenarios(), console)
        return
    words = command or []
    # Before any scenario: a command that can't start would fail them all.
    check_command(words)
    if transport not in list(Transport):
        raise FieldError("transport", f"one of {', '.join(Transport)}", transport)
    timeout_s = parse_duration(timeout, "timeout") / 1e9
    if not timeout_s:
        raise FieldError("timeout", "more than 0", timeout)
    plugin = registry.find(game).at(game_version)
    terms = _terms(
        plugin, config or [], seats=seats, move_time=move_time, bank=bank, no_clock=no_clock
    )
    timeout_s += thinking * _longest_s(terms)
    if bench:
        figures = measure(
            plugin,
            words,
            env=env,
            terms=terms,
            transport=Transport(transport),
            seconds=seconds,
            timeout_s=timeout_s,
        )
        report.print_bench(figures, console)
        _write(json_file, report.bench_json(game, figures))
        return
    chosen = scenario.choose(only or [], slow=slow)
    reports, timing = play_all(
        chosen,
        plugin,
        words,
        env=env,
        terms=terms,
        transport=Transport(transport),
        timeout_s=timeout_s,
        jobs=jobs,
        on_report=report.Progress(len(chosen), quiet=quiet).show,
    )
    report.print_reports(reports, timing, console)
    _write(json_file, report.reports_json(game, reports, timing))
    if any(entry.verdict is Verdict.FAILED for entry in reports):
        raise typer.Exit(1)


def _terms(
    plugin: AnyPlugin, config: list[str], *, seats: int, move_time: str, bank: str, no_clock: bool
) -> MatchTerms:
    """Return the terms of all matches by the flags of the command.

    Raises:
        RefereeError: A flag breaks its bound, or the game can't be played by that many seats.
    """
    from referee.cli.flags import config_values
    from referee.conformance.matches import MatchTerms
    from referee.core.config import parse_config
    from referee.core.time_control import TimeControl, parse_duration

    game = plugin.game
    values = parse_config(game.config_class, config_values(config))
    num_seats = seats or game.info.default_seats
    game.check_seats(values, num_seats)
    times = game.suggested_time_control(values)
    if move_time:
        # A longer first move goes with the suggested move time; the flag replaces both.
        limit_ns = parse_duration(move_time, "move_time")
        times = dataclasses.replace(times, move_time_ns=limit_ns, first_move_ns=None)
    times = dataclasses.replace(times, bank_ns=parse_duration(bank, "bank"))
    if no_clock:
        times = TimeControl(move_time_ns=None, strikes=times.strikes)
    return MatchTerms(values, num_seats, times)


def _longest_s(terms: MatchTerms) -> float:
    """Return the longest time that one decision may take, in seconds; 0 without deadlines."""
    times = terms.time_control
    if times is None or times.move_time_ns is None:
        return 0.0
    return (times.move_time_ns + times.bank_ns) / 1e9


def _write(file: Path | None, text: str) -> None:
    if file is not None:
        file.write_text(text + "\n", encoding="utf-8")
