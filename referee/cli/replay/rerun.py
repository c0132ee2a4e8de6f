"""`referee replay rerun`: plays a replay on from a step, with other bots in some of its seats."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.play.bots import BotSpec, parse_spec, started
from referee.core.errors import FieldError
from referee.core.time_control import TimeControl

if TYPE_CHECKING:
    from gamereferee.v1.match_pb2 import Outcome
    from referee.replay.reader import Replay
    from referee.replay.rerun import Departure

__all__ = ["rerun"]

RECORDED, DEFAULT = "recorded", "default"


def rerun(
    file: Annotated[Path, typer.Argument(help="The replay.")],
    replace: Annotated[
        list[str],
        typer.Option(
            help="SEAT=BOT: who plays a seat from then on; house:NAME, a command line in quotes, or "
            "connect to wait for a bot started elsewhere, without a clock. Once a seat.",
            show_default=False,
        ),
    ],
    step: Annotated[
        int, typer.Option("--from", help="Steps that stay as they were recorded.", min=0)
    ] = 0,
    others: Annotated[
        str,
        typer.Option(
            help="Players of the other seats: recorded repeats what they played, by turn number, and "
            "gives up turns beyond that; default gives up every turn; or house:NAME."
        ),
    ] = RECORDED,
    no_clock: Annotated[
        bool, typer.Option("--no-clock", help="No deadlines at all, to debug a bot.")
    ] = False,
    strikes: Annotated[
        int | None,
        typer.Option(
            help="Missed deadlines that forfeit; default what was recorded, and 0, never, with "
            "--others default.",
            show_default=False,
        ),
    ] = None,
    replay_dir: Annotated[Path, typer.Option(help="Where the new replay goes.")] = Path("replays"),
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Play on from a step of a replay with another bot in a seat; show where the new one departs."""
    import asyncio

    from referee.cli.play.command import make_folder
    from referee.core.rng import SALT_BYTES, secret_bytes
    from referee.replay.reader import load
    from referee.replay.rerun import Script, beginning, departure, seats_out
    from referee.server.process.logs import configure_logs
    from referee.server.process.shard import new_match_id

    configure_logs("error", as_json=False)
    replay = load(file)
    specs = _specs(replay, replace, others)
    # A bot that somebody starts by hand can't keep to a clock.
    waits = any(spec is not None and spec.text == "connect" for spec in specs)
    records = beginning(
        replay,
        step,
        match_id=new_match_id(None, "", secret_bytes),
        salt=secret_bytes(SALT_BYTES),
        terms=_terms(replay, others, strikes, no_clock=no_clock or waits),
        players=_players(replay, specs),
    )
    _leave_out(seats_out(replay, step), specs, replace, step)
    make_folder(replay_dir)
    # gRPC is loaded only within: the processes of bots must be forked before.
    with started(specs) as bots:
        from referee.cli.replay.stand_in import play_on
        from referee.server.process.lag import LagMeter
        from referee.server.process.metered_loop import new_event_loop

        # Every seat without a bot has one; None gives up every turn.
        scripts = {
            seat: Script(replay, seat) if others == RECORDED else None
            for seat, spec in enumerate(specs)
            if spec is None
        }
        meter = LagMeter()
        with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
            result = runner.run(play_on(bots, records, specs, scripts, replay_dir, meter))
    new = load(result.replay)
    departed = departure(replay, new)
    if as_json:
        typer.echo(json.dumps(_told(replay, new, step, departed), indent=2))
    else:
        for line in _report(replay, new, step, departed):
            typer.echo(line)
    if result.is_void:
        raise typer.Exit(1)


def _terms(replay: Replay, others: str, strikes: int | None, *, no_clock: bool) -> TimeControl:
    if strikes is None:
        # Seats that give up every turn must not forfeit by that.
        strikes = 0 if others == DEFAULT else replay.time_control.strikes
    terms = dataclasses.replace(replay.time_control, strikes=strikes)
    return dataclasses.replace(terms, move_time_ns=None) if no_clock else terms


def _players(replay: Replay, specs: list[BotSpec | None]) -> list[str]:
    # Padded, for a header may name no players.
    recorded = [*replay.header.players, *[""] * len(specs)]
    return [recorded[seat] if spec is None else spec.name for seat, spec in enumerate(specs)]


def _leave_out(out: list[int], specs: list[BotSpec | None], replace: list[str], step: int) -> None:
    """Set the players in `specs` to None for the seats in `out`, which have no turns after this step.

    Raises:
        FieldError: A bot was to replace the player of one of these seats.
    """
    replaced = {int(text.partition("=")[0]) for text in replace}
    for seat in out:
        if seat in replaced:
            raise FieldError("replace", f"a seat that is still in after step {step}", seat)
        specs[seat] = None


def _specs(replay: Replay, replace: list[str], others: str) -> list[BotSpec | None]:
    """Return the player of each seat in the rerun; None where no bot plays the seat.

    `replace` has texts of the form SEAT=BOT. A seat without a bot repeats its recorded actions or
    gives its turns up, as `others` says.
    """
    if others not in (RECORDED, DEFAULT) and not others.startswith("house:"):
        raise FieldError("others", "recorded, default or house:NAME", others)
    other = parse_spec(others, replay.header.game) if others.startswith("house:") else None
    count = replay.header.num_seats
    specs = [other] * count
    replaced = set()
    for text in replace:
        number, equals, bot = text.partition("=")
        if not equals or not number.isascii() or not number.isdigit():
            raise FieldError("replace", "of the form SEAT=BOT", text)
        seat = int(number)
        if seat >= count:
            raise FieldError("replace", f"a seat from 0 to {count - 1}", seat)
        if seat in replaced:
            raise FieldError("replace", "each seat once", text)
        replaced.add(seat)
        specs[seat] = parse_spec(bot, replay.header.game)
    return specs


def _report(
    recorded: Replay, rerun: Replay, step: int, departed: Departure | None
) -> Iterator[str]:
    assert recorded.end is not None
    assert rerun.end is not None
    yield f"rerun of {recorded.header.match_id} from step {step}: match {rerun.header.match_id}"
    if departed is None:
        steps = sum(record.HasField("step") for record in rerun.records)
        yield f"as recorded to the end: all {steps} steps are the same"
    elif departed.seat is None:
        yield f"departs at step {departed.step}, which only one of the two has"
    else:
        yield f"departs at step {departed.step}, with turn {departed.turn} of seat {departed.seat}"
    yield from _outcome("recorded", recorded, recorded.end.outcome)
    yield from _outcome("rerun", rerun, rerun.end.outcome)
    yield f"replay {rerun.path}"


def _told(
    recorded: Replay, rerun: Replay, step: int, departed: Departure | None
) -> dict[str, object]:
    """Return the report of a rerun after the step `step` of a recorded match, as a JSON object.

    Outcomes have the protocol's field names; `departs` says where the rerun first differs from the
    record.
    """
    from google.protobuf.json_format import MessageToDict

    assert recorded.end is not None
    assert rerun.end is not None
    outcomes = {
        name: MessageToDict(each.end.outcome, preserving_proto_field_name=True)
        for name, each in (("recorded", recorded), ("rerun", rerun))
        if each.end is not None
    }
    return {
        "match": recorded.header.match_id,
        "from_step": step,
        "rerun": rerun.header.match_id,
        "departs": departed and dataclasses.asdict(departed),
        "outcomes": outcomes,
        "replay": str(rerun.path),
    }


def _outcome(title: str, replay: Replay, outcome: Outcome) -> Iterator[str]:
    from gamereferee.v1 import match_pb2

    yield f"{title}: {outcome.text}"
    for result in outcome.seats:
        player = "".join(replay.header.players[result.seat : result.seat + 1])
        place = f"place {result.placement}" if result.placement else "void"
        told = f"  seat {result.seat} {player}".rstrip() + f": {place}, score {result.score}"
        if result.strikes:
            told += f", strikes {result.strikes}"
        if result.forfeit:
            name = match_pb2.ForfeitCause.Name(result.forfeit).removeprefix("FORFEIT_CAUSE_")
            told += f", forfeited ({name.lower()})"
        yield told
