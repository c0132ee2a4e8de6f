"""`referee replay feed`: puts a recorded match's turns to a bot, and shows which answers differ."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.play.bots import BotSpec, parse_spec, started
from referee.core.errors import FieldError, RefereeError
from referee.core.outcome import ForfeitCause

if TYPE_CHECKING:
    from gamereferee.v1 import replay_pb2
    from referee.cli.replay.feeding import Answer
    from referee.replay.reader import Replay
    from referee.replay.rerun import Script

__all__ = ["BotLeftError", "differences", "feed"]

MOST_TEXT = 160
"""Highest number of characters of an answer that are shown."""
MOST_DIFFERENCES = 6
"""Highest number of differing fields that are listed for two answers."""


class BotLeftError(RefereeError):
    """Raised if a bot has ended or resigned before it was asked for all turns."""


def feed(
    file: Annotated[Path, typer.Argument(help="The replay.")],
    command: Annotated[
        list[str],
        typer.Argument(
            metavar="-- COMMAND...",
            help="The bot, behind --; also house:NAME, or connect to wait for one in a debugger.",
        ),
    ],
    seat: Annotated[int, typer.Option(help="Seat whose turns the bot gets.", min=0)],
    from_turn: Annotated[
        int, typer.Option("--from-turn", help="The first of them, from 1.", min=1)
    ] = 1,
    to_turn: Annotated[
        int | None,
        typer.Option("--to-turn", help="The last of them; default all.", min=1, show_default=False),
    ] = None,
    clock: Annotated[
        bool, typer.Option("--clock", help="Apply the recorded time control; default no deadlines.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all answers as one JSON object.")
    ] = False,
) -> None:
    """Send the recorded turns of a seat to a bot, and show where its answers differ.

    The match goes on as it was recorded, whatever the bot answers. Exit status 0 if all answers are
    equal, 1 if some differ, 2 if the bot could not be asked for all.
    """
    from referee.replay.reader import load
    from referee.replay.rerun import Script
    from referee.server.process.logs import configure_logs

    configure_logs("error", as_json=False)
    replay = load(file)
    if seat >= replay.header.num_seats:
        raise FieldError("seat", f"from 0 to {replay.header.num_seats - 1}", seat)
    script = Script(replay, seat)
    _check_turns(script, seat, from_turn, to_turn)
    last = to_turn or script.turns[-1]
    records = _beginning(replay, script.steps_before(from_turn), clock=clock)
    words = command[0] if len(command) == 1 else shlex.join(command)
    spec = parse_spec(words, replay.header.game)
    answers: list[Answer] = []

    def show(answer: Answer) -> None:
        answers.append(answer)
        # At once: a bot in a debugger may take minutes for a turn.
        if not as_json and not answer.is_equal:
            for line in _lines(replay, answer):
                typer.echo(line)

    left = _play(replay, records, seat, spec, script, last, show)
    if as_json:
        typer.echo(json.dumps(_plain(replay, seat, from_turn, last, answers, left)))
    else:
        for line in _summary(answers, left):
            typer.echo(line)
    # An error and no difference: the bot could not be asked for the rest.
    if left is not None:
        asked = answers[-1].turn if answers else from_turn - 1
        how = "resigned" if left is ForfeitCause.RESIGNED else "has left"
        raise BotLeftError(f"the bot {how} before it answered turn {asked + 1} of {last}")
    if not all(answer.is_equal for answer in answers):
        raise typer.Exit(1)


def _check_turns(script: Script, seat: int, from_turn: int, to_turn: int | None) -> None:
    if not script.turns:
        raise FieldError("seat", "one that had a turn to answer", seat)
    last = script.turns[-1]
    if from_turn > last:
        raise FieldError("from_turn", f"from 1 to {last}, the last turn of seat {seat}", from_turn)
    if to_turn is not None and not from_turn <= to_turn <= last:
        bound = f"from {from_turn} to {last}, the last turn of seat {seat}"
        raise FieldError("to_turn", bound, to_turn)


def _beginning(replay: Replay, step: int, *, clock: bool) -> list[replay_pb2.Record]:
    """Return the records with which the repeated match starts: header, secret, and the first `step` steps.

    The match keeps its id, from which a bot may draw random numbers, unless the id can't be the name
    of a file. Without `clock`, its turns have no deadlines.
    """
    from referee.core.rng import SALT_BYTES, secret_bytes
    from referee.replay.rerun import beginning
    from referee.server.lobby.folder import is_match_id
    from referee.server.process.shard import new_match_id

    recorded = replay.header.match_id
    # The id names a file here; one from elsewhere may not be fit for that.
    is_usable = is_match_id(recorded)
    terms = replay.time_control
    return beginning(
        replay,
        step,
        match_id=recorded if is_usable else new_match_id(None, "", secret_bytes),
        salt=secret_bytes(SALT_BYTES),
        terms=terms if clock else dataclasses.replace(terms, move_time_ns=None),
        players=list(replay.header.players),
    )


def _play(
    replay: Replay,
    records: list[replay_pb2.Record],
    seat: int,
    spec: BotSpec,
    script: Script,
    last: int,
    on_answer: Any,
) -> ForfeitCause | None:
    """Send the recorded turns of `seat` to the bot `spec`, up to turn `last`.

    Return the cause of the forfeit by which the bot left early; None if it stayed.

    Args:
        replay: The recorded match.
        records: Records with which the repeated match starts.
        seat: Index of the seat.
        spec: The bot.
        script: What the seat did in the recorded match.
        last: Number of the last turn to ask the bot for.
        on_answer: Called with each answer of the bot.
    """
    count = replay.header.num_seats
    specs = [spec if index == seat else None for index in range(count)]
    # gRPC is loaded only within: the bot's process must be forked before.
    with started(specs) as bots:
        from referee.cli.replay.feeding import Feed
        from referee.cli.replay.stand_in import play_on
        from referee.replay.reader import load
        from referee.replay.rerun import Script, departure
        from referee.server.process.lag import LagMeter
        from referee.server.process.metered_loop import new_event_loop

        assert replay.end is not None
        reveal = replay.end.reveal
        steps = sum(record.HasField("step") for record in replay.records)
        feeding = Feed(
            seat,
            script,
            last,
            steps=steps,
            # Nobody is asked past the last turn, and a void match has no end to which it could be
            # played.
            stops=last < script.turns[-1] or replay.is_void,
            on_answer=on_answer,
        )
        scripts = {index: Script(replay, index) for index in range(count)}
        folder = bots.folder / "replays"
        folder.mkdir()
        meter = LagMeter()
        with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
            result = runner.run(
                play_on(
                    bots,
                    records,
                    specs,
                    scripts,
                    folder,
                    meter,
                    feed=feeding,
                    # House bots draw as they did, if the match's seed was given.
                    seed=reveal.match_seed if replay.header.seed_fixed else None,
                )
            )
        departed = departure(replay, load(result.replay))
    # The record decides every turn, so another course means that something is wrong here.
    if departed is not None and departed.seat is not None:
        where = f"step {departed.step}, turn {departed.turn} of seat {departed.seat}"
        raise RefereeError(f"{replay.path}: the match did not go as recorded at {where}")
    return feeding.left


def _lines(replay: Replay, answer: Answer) -> Iterator[str]:
    """Yield lines of text, for people, about an answer that differs from the recorded one."""
    phase = f", {answer.phase}" if answer.phase else ""
    yield f"turn {answer.turn}, step {answer.step}{phase}: in {_ms(answer.elapsed_ns)}"
    recorded, answered = _decoded(replay, answer.recorded), _decoded(replay, answer.answered)
    yield f"  recorded  {_cut(recorded) if answer.recorded is not None else 'missed'}"
    yield f"  bot       {answer.problem or _cut(answered)}"
    if answer.recorded is not None and not answer.problem:
        texts = [json.dumps(value) for value in (recorded, answered)]
        # Short answers have been shown whole.
        if max(map(len, texts)) > MOST_TEXT:
            yield from _told(list(differences(recorded, answered)))


def _told(found: list[str]) -> Iterator[str]:
    yield from (f"    {line}" for line in found[:MOST_DIFFERENCES])
    if len(found) > MOST_DIFFERENCES:
        yield f"    and {len(found) - MOST_DIFFERENCES} more"


def differences(recorded: Any, answered: Any, name: str = "") -> Iterator[str]:
    """Yield a text for each field in which two messages in JSON form differ.

    Args:
        recorded: The first message, or a part of it.
        answered: The second message, or the same part of it.
        name: Path of the part in the message, such as `orders[0].item`; empty for whole messages.

    Yields:
        Texts such as `orders[0].item: 3 -> 4`: path, recorded value, and value in the answer.
    """
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for key in [*recorded, *(key for key in answered if key not in recorded)]:
            inner = f"{name}.{key}" if name else key
            yield from differences(recorded.get(key), answered.get(key), inner)
    elif isinstance(recorded, list) and isinstance(answered, list):
        for index in range(max(len(recorded), len(answered))):
            old, new = (each[index] if index < len(each) else None for each in (recorded, answered))
            yield from differences(old, new, f"{name}[{index}]")
    elif recorded != answered:
        yield f"{name}: {_cut(recorded)} -> {_cut(answered)}"


def _summary(answers: list[Answer], left: ForfeitCause | None) -> Iterator[str]:
    equal = sum(answer.is_equal for answer in answers)
    missed = sum(bool(answer.problem) for answer in answers)
    told = f"{equal} of {len(answers)} answers equal"
    if missed:
        told += f", {missed} of the bot's turns without an action"
    yield told + (", and then it left" if left is not None else "")
    for title, times in (
        ("bot", [answer.elapsed_ns for answer in answers if not answer.problem]),
        ("recorded", [answer.recorded_ns for answer in answers if answer.recorded is not None]),
    ):
        if times:
            yield f"time {title}: median {_ms(round(median(times)))}, most {_ms(max(times))}"


def _plain(
    replay: Replay,
    seat: int,
    from_turn: int,
    last: int,
    answers: list[Answer],
    left: ForfeitCause | None,
) -> dict[str, Any]:
    turns = [
        {
            "turn": answer.turn,
            "step": answer.step,
            "phase": answer.phase,
            "equal": answer.is_equal,
            "recorded": _decoded(replay, answer.recorded),
            "answer": _decoded(replay, answer.answered),
            "problem": answer.problem or None,
            "elapsed_us": answer.elapsed_ns // 1000,
            "recorded_elapsed_us": answer.recorded_ns // 1000,
        }
        for answer in answers
    ]
    return {
        "match_id": replay.header.match_id,
        "game": replay.header.game,
        "seat": seat,
        "from_turn": from_turn,
        "to_turn": last,
        "equal": sum(answer.is_equal for answer in answers),
        "answers": len(answers),
        "left": None if left is None else left.name,
        "turns": turns,
    }


def _decoded(replay: Replay, payload: bytes | None) -> Any:
    from referee.replay.frames import as_plain

    return None if payload is None else as_plain(replay.plugin.codec.action_type, payload)


def _cut(value: Any) -> str:
    text = "none" if value is None else json.dumps(value)
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 3]}..."


def _ms(time_ns: int) -> str:
    return f"{time_ns / 1e6:.1f} ms"
