"""`referee replay text`: prints the text that a player gets at a step of a replay."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.flags import FaceName

if TYPE_CHECKING:
    from referee.replay.seat_turns import RecordedTurn

__all__ = ["text"]


def text(
    file: Annotated[Path, typer.Argument(help="A replay.")],
    seat: Annotated[int, typer.Option(help="The seat that decides, from 0.")] = 0,
    step: Annotated[
        int | None,
        typer.Option(
            help="The turn after this many steps; default the seat's first.", show_default=False
        ),
    ] = None,
    window: Annotated[
        int, typer.Option(min=0, help="Bytes of the text that earlier events may take.")
    ] = 4000,
    face: FaceName = "own",
    rules: Annotated[
        bool, typer.Option(help="Print the rules, too, with the schema of answers.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Print rules, a turn and the form of its answer in words, as a language model gets them."""
    told = _found(file, seat, step, face)
    words, config, turn = told.face, told.config, told.face.turn(told.asked, window)
    if json:
        answer = words.answer(config)
        shown: dict[str, object] = {
            "digest": words.digest(config, seat),
            **({"rules": words.rules(config, seat)} if rules else {}),
            "turn": turn,
            "schema": answer.schema,
            "example": answer.example,
        }
        typer.echo(json_module.dumps(shown, ensure_ascii=False))
        return
    if rules:
        typer.echo(f"{words.rules(config, seat)}\n")
    typer.echo(turn)


def _found(file: Path, seat: int, step: int | None, face: str) -> RecordedTurn:
    from referee.core.errors import FieldError
    from referee.replay.reader import load
    from referee.replay.seat_turns import seat_turns

    replay = load(file)
    most = replay.header.num_seats - 1
    if not 0 <= seat <= most:
        raise FieldError("seat", f"from 0 to {most}", seat)
    steps = []
    for told in seat_turns(replay, seat, face):
        if step is None or told.step == step:
            return told
        steps.append(told.step)
    known = f"{steps[0]} to {steps[-1]}" if steps else "of a match in which it decides"
    raise FieldError("step", f"one after which seat {seat} decides, {known}", step)
