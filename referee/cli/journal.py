"""`referee journal check|repair`: checks and repairs journals of matches and of lanes.

A lane is a group of matches that are played together; its journal holds steps of all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(
    help="Look at journals of matches that run or can't be resumed, and mend them.",
    no_args_is_help=True,
)

Files = Annotated[
    list[Path],
    typer.Argument(
        help="Journals, or folders that are searched for *.journal, *.lane, and those set aside as *.broken*."
    ),
]


AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@app.command()
def check(files: Files, as_json: AsJson = False) -> None:
    """Report what journals hold and if their matches can be resumed; exit 0 only if all can.

    Nothing is changed, so that a running server's journals can be looked at as well.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.lane_survey import is_lane_path, lane_problem
    from referee.replay.mend import standing
    from referee.replay.survey import Tail, survey

    failed = False
    listed: list[dict[str, object]] = []
    for path in _found(files):
        if is_lane_path(path):
            holds, text, told = _checked_lane(path)
            failed |= not holds
            listed.append({"holds": holds, **told})
            if not as_json:
                typer.echo(text)
            continue
        told = {"path": str(path), "problem": None}
        holds = True
        try:
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
                problem = lane_problem(path)
                if problem:
                    holds = False
                    told["problem"] = problem
                    text += f"; {problem}"
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


def _checked_lane(path: Path) -> tuple[bool, str, dict[str, object]]:
    """Check a lane's journal, which holds steps of many matches.

    Returns:
        Whether it is free of damage, a line of text about it for people, and the same facts as
        plain data.
    """
    from referee.replay.lane_survey import lane_name, read_lane
    from referee.replay.survey import Tail

    try:
        found = read_lane(path.read_bytes(), lane_name(path))
    except OSError as error:
        problem = f"can't be read: {error.strerror}"
        return False, f"{path}: {problem}", {"path": str(path), "problem": problem}
    text = f"{path}: {found.ticks} ticks of {len(found.steps)} matches"
    if found.tail is not Tail.NOTHING:
        rest = found.length - found.whole
        text += f", then {rest} bytes {found.tail.value} at byte {found.whole}: {found.problem}"
    if found.behind:
        text += f"; {found.behind} readable records follow"
    return (
        found.tail is not Tail.DAMAGED,
        text,
        {
            "path": str(path),
            "problem": found.problem or None,
            "ticks": found.ticks,
            "matches": len(found.steps),
            "tail": found.tail.name.lower(),
            "readable_bytes": found.whole,
            "bytes": found.length,
            "records_behind": found.behind,
        },
    )


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
    """Mend damaged journals, so that the next start resumes their matches; originals are kept.

    Run it only while no server uses the folder.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.lane_survey import is_lane_path, mend_lane
    from referee.replay.mend import mend

    failed = False
    listed: list[dict[str, object]] = []
    for path in _found(files):
        problem = None
        told: dict[str, object] = {}
        try:
            mended = (mend_lane if is_lane_path(path) else mend)(path, cut=cut)
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
            # A lane is a journal that many matches share. A server sets journals aside as *.broken*
            # if it can't resume them.
            endings = ("journal", "journal.broken*", "lane", "lane.broken*")
            yield from sorted({each for ending in endings for each in path.glob(f"**/*.{ending}")})
        else:
            yield path
