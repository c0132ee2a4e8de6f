"""`referee journal check|repair`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(
    help="Look at journals of matches that run or can't be taken up, and mend them.",
    no_args_is_help=True,
)

Files = Annotated[
    list[Path],
    typer.Argument(
        help="Journals, or folders that are searched for *.journal, *.lane and what was set aside of them."
    ),
]


AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@app.command()
def check(files: Files, as_json: AsJson = False) -> None:
    """Say of each journal what it holds and whether its match can be taken up; 0 only if all can.

    Nothing is changed, so that a running server's journals can be looked at as well.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.lane_journal import LANE_SUFFIX, lane_of
    from referee.replay.mend import standing
    from referee.replay.survey import Tail, survey

    failed = False
    listed: list[dict[str, object]] = []
    for path in _found(files):
        told: dict[str, object] = {"path": str(path), "problem": None}
        holds = True
        try:
            if LANE_SUFFIX in path.name:
                text, told["problem"] = _lane_text(path)
                holds = told["problem"] is None
                failed |= not holds
                listed.append({"holds": holds, **told})
                if not as_json:
                    typer.echo(text)
                continue
            found = survey(path.read_bytes())
            told |= {
                "records": found.records,
                "tail": found.tail.name.lower(),
                "problem": found.problem or None,
                "readable_bytes": found.whole,
                "bytes": found.length,
                "records_behind": found.behind,
            }
            text = f"{path}: {found.records} records"
            if found.tail is not Tail.NOTHING:
                rest = found.length - found.whole
                text += (
                    f", then {rest} bytes {found.tail.value} at byte {found.whole}: {found.problem}"
                )
            if found.behind:
                text += f"; {found.behind} readable records follow"
            if found.tail is Tail.DAMAGED:
                holds = False
            elif found.tail is Tail.NOTHING:
                stands = standing(path)
                told["standing"] = stands
                text += f"; {stands}"
                lane = lane_of(path)
                if lane:
                    told["lane"] = lane
                    text += f", and as far as lane {lane} says"
                    problem = _lane_problem(path.with_name(lane + LANE_SUFFIX))
                    if problem:
                        told["problem"] = f"its lane's journal is damaged: {problem}"
                        text += f", whose journal is damaged: {problem}"
                        holds = False
        except ReplayError as error:
            told["problem"] = text = str(error)
            holds = False
        except OSError as error:
            text, holds = f"{path}: can't be read: {error.strerror}", False
            told["problem"] = f"can't be read: {error.strerror}"
        failed |= not holds
        listed.append({"holds": holds, **told})
        if not as_json:
            typer.echo(text)
    if as_json:
        typer.echo(json.dumps({"holds": not failed, "journals": listed}, indent=2))
    raise typer.Exit(int(failed))


@app.command()
def repair(
    files: Files,
    cut: Annotated[
        bool,
        typer.Option(
            "--cut",
            help="Give up everything from the first damage on that can't be mended: the match goes on "
            "from an earlier point.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write damaged journals anew, so that the next start takes their matches up; originals are kept.

    Only while no server uses the folder.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.lane_journal import LANE_SUFFIX, lane_name, mend_lane
    from referee.replay.mend import Mended, mend

    failed = False
    listed: list[dict[str, object]] = []
    for path in _found(files):
        problem = None
        told: dict[str, object] = {}
        try:
            if LANE_SUFFIX in path.name:
                kept, bits = mend_lane(path)
                lane = path.with_name(lane_name(path) + LANE_SUFFIX)
                mended = Mended(lane, kept, bits, 0)
            else:
                mended = mend(path, cut=cut)
        except ReplayError as error:
            problem = text = str(error)
        except OSError as error:
            problem, text = error.strerror, f"{path}: {error.strerror}"
        else:
            given_up = f", {mended.given_up} bytes given up" if mended.given_up else ""
            text = (
                f"{mended.path}: {mended.bits} bits put right{given_up}; {mended.kept.name} is kept"
            )
            told = {
                "mended": str(mended.path),
                "bits": mended.bits,
                "bytes_given_up": mended.given_up,
                "kept": str(mended.kept),
            }
        failed |= problem is not None
        listed.append({"path": str(path), "problem": problem, **told})
        if not as_json:
            typer.echo(text)
    if as_json:
        typer.echo(json.dumps({"holds": not failed, "journals": listed}, indent=2))
    raise typer.Exit(int(failed))


def _found(files: list[Path]) -> Iterator[Path]:
    for path in files:
        if path.is_dir():
            endings = (".journal", ".lane", ".journal.broken*", ".lane.broken*")
            yield from sorted({found for each in endings for found in path.glob(f"**/*{each}")})
        else:
            yield path


def _lane_text(path: Path) -> tuple[str, str | None]:
    """Return what a lane's journal holds, for people, and what is wrong with it if anything is."""
    from referee.replay.lane_journal import read_lane

    content = read_lane(path)
    steps = sum(map(len, content.steps.values()))
    text = f"{path}: a lane's journal, {steps} steps of {len(content.matches)} matches"
    problem = content.problem or None
    if content.bits and problem is None:
        problem = f"{content.bits} flipped bits, which can be put right"
    if content.torn:
        text += f", then {content.torn} bytes torn"
    return (f"{text}; damaged: {problem}" if problem else text), problem


def _lane_problem(path: Path) -> str:
    """Return why the journal of a lane can't be relied on; empty if it can, or if there is none any more."""
    from referee.replay.lane_journal import read_lane

    return read_lane(path).problem if path.exists() else ""
