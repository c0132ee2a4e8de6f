"""`referee play`: plays matches between bots with a private referee."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.flags import config_values
from referee.cli.play.bots import MCP, OUTSIDE, WEB, parse_spec, started
from referee.cli.play.failures import FAILED_STATUS, failures
from referee.cli.play.seats import check_count
from referee.core.errors import FieldError
from referee.core.time_control import TimeControl, parse_duration

__all__ = ["make_folder", "play"]

PERSON_NS = parse_duration("12h")
"""Move time of each decision, in nanoseconds, in a match that a person plays, if no --move-time is
given.
"""


def play(
    game: Annotated[str, typer.Argument(help="The game; `referee games` lists them.")],
    bot: Annotated[
        list[str],
        typer.Option(
            help="Player of the next seat: house:NAME, a command line in quotes, web for a person in "
            "a browser, mcp for an agent, or connect to wait for a bot started elsewhere. Once per seat. A command finds "
            "REFEREE_ADDRESS and REFEREE_TOKENS=- in its environment: - means that tokens come on "
            "standard input, one a line, each for a seat to be joined; its end means that no more come.",
            show_default=False,
        ),
    ],
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the first match, the next one has the next; default secret."),
    ] = None,
    matches: Annotated[int, typer.Option(help="Number of matches.", min=1, max=1_000_000)] = 1,
    parallel: Annotated[int, typer.Option(help="Matches at once.", min=1, max=10_000)] = 1,
    config: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE of the game's config.", show_default=False)
    ] = None,
    replay_dir: Annotated[Path, typer.Option(help="Where replays go.")] = Path("replays"),
    move_time: Annotated[
        str, typer.Option(help="Free time per decision; default the game's.", show_default=False)
    ] = "",
    bank: Annotated[
        str, typer.Option(help="Reserve of time for the match, beyond --move-time.")
    ] = "0",
    strikes: Annotated[
        int | None,
        typer.Option(
            help="Missed deadlines that forfeit; 0 never; default the game's.", show_default=False
        ),
    ] = None,
    no_clock: Annotated[
        bool, typer.Option("--no-clock", help="No deadlines at all, to debug a bot.")
    ] = False,
    browser: Annotated[
        bool, typer.Option(help="Open a browser for --bot web; else its address is printed only.")
    ] = True,
    game_version: Annotated[
        int,
        typer.Option(help="Behaviour version of the game; default the newest.", show_default=False),
    ] = 0,
    fail_on_bot_errors: Annotated[
        bool,
        typer.Option(
            "--fail-on-bot-errors",
            help="Exit with status 3 if a bot other than house:NAME forfeits, misses a deadline, gives a "
            "turn up, sends what the referee does not take, or ends with an error.",
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as one JSON object.")
    ] = False,
) -> None:
    """Play matches between bots, print the results and where the replays are."""
    import asyncio

    from referee.core.config import parse_config
    from referee.games import registry
    from referee.server.process.logs import configure_logs

    configure_logs("error", as_json=False)
    plugin = registry.find(game).at(game_version)
    values = parse_config(plugin.game.config_class, config_values(config or []))
    specs = [parse_spec(text, game, opens_browser=browser) for text in bot]
    check_count(plugin.game, values, len(specs))
    if seed is not None and not 0 <= seed <= 2**64 - matches:
        raise FieldError("seed", f"from 0 to {2**64 - matches}", seed)
    terms = _time_control(plugin.game.suggested_time_control(values), move_time, bank, strikes)
    with_people = any(spec.text in {MCP, WEB} for spec in specs)
    if with_people and not move_time:
        # People and agents need far longer than the bots that a game's time control is made for.
        terms = dataclasses.replace(terms, move_time_ns=PERSON_NS, first_move_ns=None)
    if no_clock or with_people or any(spec.text in OUTSIDE for spec in specs):
        terms = _waiting(terms, no_clock=no_clock)
    make_folder(replay_dir)
    # gRPC is loaded only within: the processes of bots must be forked before.
    with started(specs) as bots:
        from referee.cli.play.own_referee import OwnReferee, print_results
        from referee.server.lobby.request import MatchRequest
        from referee.server.process.lag import LagMeter
        from referee.server.process.metered_loop import new_event_loop

        request = MatchRequest(
            plugin=plugin,
            config=values,
            num_seats=len(specs),
            time_control=terms,
            players=tuple(spec.name for spec in specs),
        )
        meter = LagMeter()
        referee = OwnReferee(bots, specs, replay_dir, meter)
        with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
            results = runner.run(referee.play_all(request, seed, matches, parallel))
    if as_json:
        json.dump({"game": game, "matches": [result.plain() for result in results]}, sys.stdout)
        sys.stdout.write("\n")
    else:
        print_results(results, specs)
    failed = list(failures(results, specs, referee.exit_statuses())) if fail_on_bot_errors else []
    for line in failed:
        print(line, file=sys.stderr)
    # Status 1 comes before 3: a void match says more than the mistakes of its bots.
    if any(result.is_void for result in results):
        raise typer.Exit(1)
    if failed:
        raise typer.Exit(FAILED_STATUS)


def _time_control(
    suggested: TimeControl, move_time: str, bank: str, strikes: int | None
) -> TimeControl:
    return TimeControl(
        move_time_ns=parse_duration(move_time, "move_time")
        if move_time
        else suggested.move_time_ns,
        bank_ns=parse_duration(bank, "bank"),
        increment_ns=suggested.increment_ns,
        # A longer first move goes with the suggested move time; the flag replaces both.
        first_move_ns=None if move_time else suggested.first_move_ns,
        strikes=suggested.strikes if strikes is None else strikes,
    )


def _waiting(terms: TimeControl, *, no_clock: bool) -> TimeControl:
    hour_ns = parse_duration("1h")
    return TimeControl(
        move_time_ns=None if no_clock else terms.move_time_ns,
        bank_ns=terms.bank_ns,
        increment_ns=terms.increment_ns,
        first_move_ns=terms.first_move_ns,
        strikes=terms.strikes,
        # People and debuggers take long to connect.
        join_limit_ns=hour_ns,
    )


def make_folder(folder: Path) -> None:
    """Make the folder for replays if it is missing, and check that it can be written.

    Raises:
        FieldError: The folder can't be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Tried now, for otherwise it would show only when a match is over and its replay is lost.
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise FieldError(
            "replay_dir", f"a folder that can be written ({error.strerror})", str(folder)
        ) from None
