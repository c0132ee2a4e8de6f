"""`referee levels check|show|generate`: handles map files of Dice Adventure for level authors."""

from __future__ import annotations

import collections
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.games.dice_adventure.maps.level import Level
    from referee.games.dice_adventure.maps.spec import RandomSpec
    from referee.games.dice_adventure.tables import PieceType

__all__ = ["app"]

app = typer.Typer(help="Check, show and generate levels of Dice Adventure.", no_args_is_help=True)

Extended = Annotated[
    bool, typer.Option("--extended", help="Allow the pieces of the extended types table.")
]


AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Map files.")],
    extended: Extended = False,
    as_json: AsJson = False,
) -> None:
    """Check map files; each error has file, line and column, and exit status 0 means no error."""
    from referee.games.dice_adventure.maps.reader import MapError, read_level

    types = _types(extended)
    num_bad = 0
    listed: list[dict[str, object]] = []
    for file in files:
        try:
            level = read_level(_text(file), types)
        except MapError as error:
            num_bad += 1
            place = {"line": error.line, "column": error.column, "code": error.code}
            listed.append({"path": str(file), "holds": False, **place, "problem": error.text})
            # In the form of compilers' errors, from which editors find the place.
            typer.echo(f"{file}:{error.line}:{error.column}: {error.code}: {error.text}", err=True)
        except OSError as error:
            num_bad += 1
            listed.append({"path": str(file), "holds": False, "problem": error.strerror})
            typer.echo(f"{file}: {error.strerror}", err=True)
        else:
            listed.append({"path": str(file), "holds": True, **_facts(level, types)})
            if not as_json:
                typer.echo(f"ok {file}: {_summary(level, types)}")
    if as_json:
        typer.echo(json.dumps({"holds": not num_bad, "levels": listed}, indent=2))
    raise typer.Exit(1 if num_bad else 0)


@app.command()
def show(
    level: Annotated[
        str, typer.Argument(metavar="FILE|NAME", help="A map file or a built-in level.")
    ],
    extended: Extended = False,
    as_json: AsJson = False,
) -> None:
    """Show a map with its coordinates, or the values that a preset generates maps from."""
    from referee.core.errors import FieldError
    from referee.games.dice_adventure.maps.builtin import CAPS, LEVELS, PRESETS
    from referee.games.dice_adventure.maps.reader import MapError, read_level, write_level

    types = _types(extended)
    # A preset is no map: each match generates one from its seed.
    if level in PRESETS:
        spec = PRESETS[level]
        if as_json:
            size = {"width": spec.w, "height": spec.h, "wall_percent": spec.wall}
            counts = dict(spec.pieces)
            told = {"level": level, **size, "pieces": counts, "max_rounds": CAPS[level]}
            typer.echo(json.dumps(told, indent=2))
            return
        pieces = ", ".join(f"{count} {code}" for code, count in spec.pieces)
        typer.echo(f"{level}: {spec.w} wide, {spec.h} high, {spec.wall}% wall; {pieces}")
        typer.echo(f"at most {CAPS[level]} rounds; generated for each match from its seed")
        return
    try:
        found = read_level(LEVELS[level] if level in LEVELS else _text(Path(level)), types)
    except OSError as error:
        bound = f"a built-in level or a file that can be read ({error.strerror})"
        raise FieldError("level", bound, level) from None
    except MapError as error:
        typer.echo(f"{level}:{error.line}:{error.column}: {error.code}: {error.text}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        rows = write_level(found, types).split("\n")
        told = {"level": level, **_facts(found, types), "max_rounds": CAPS.get(level), "rows": rows}
        typer.echo(json.dumps(told, indent=2))
        return
    typer.echo(f"{level}: {_summary(found, types)}")
    if level in CAPS:
        typer.echo(f"at most {CAPS[level]} rounds")
    typer.echo("    " + "".join(f"{x:2}" for x in range(found.width)))
    for y, row in enumerate(write_level(found, types).split("\n")):
        typer.echo(f"{y:2}  {row}")


@app.command()
def generate(
    seed: Annotated[int, typer.Option(help="Match seed, 0 to 2^64-1.")],
    preset: Annotated[str, typer.Option(help="easy, normal or hard; instead of the rest.")] = "",
    width: Annotated[int | None, typer.Option(help="Cells in a row, 5 to 32.")] = None,
    height: Annotated[int | None, typer.Option(help="Rows, 5 to 32.")] = None,
    wall: Annotated[int | None, typer.Option(help="Chance of a wall in percent, 0 to 40.")] = None,
    piece: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE=COUNT", help="Pieces, such as R1=4; repeatable."),
    ] = None,
    level_index: Annotated[int, typer.Option(help="Place in the match's list, from 0.")] = 0,
    extended: Extended = False,
) -> None:
    """Print the map that a match with this seed has at this place in its list of levels."""
    from referee.core.errors import FieldError
    from referee.games.dice_adventure.maps.builtin import PRESETS
    from referee.games.dice_adventure.maps.generator import generate as generate_level
    from referee.games.dice_adventure.maps.reader import write_level

    if not 0 <= seed < 2**64:
        raise FieldError("seed", f"from 0 to {2**64 - 1}", seed)
    if not 0 <= level_index < 20:
        raise FieldError("level_index", "from 0 to 19", level_index)
    if preset:
        if any(value is not None for value in (width, height, wall, piece)):
            raise FieldError("preset", "given without width, height, wall and piece", preset)
        if preset not in PRESETS:
            raise FieldError("preset", f"one of {', '.join(PRESETS)}", preset)
        spec = PRESETS[preset]
    else:
        spec = _spec(width, height, wall, piece or [])
    types = _types(extended)
    typer.echo(write_level(generate_level(seed, level_index, spec, types), types))


def _types(extended: bool) -> tuple[PieceType, ...]:
    from referee.games.dice_adventure.tables import DEFAULT_TYPES, EXTENDED_TYPES

    return EXTENDED_TYPES if extended else DEFAULT_TYPES


def _text(file: Path) -> str:
    """Return a map file's text.

    Bytes that are not UTF-8 become a character that no map may have, so that checks report it.
    """
    return file.read_bytes().decode("utf-8", errors="replace")


def _facts(level: Level, types: tuple[PieceType, ...]) -> dict[str, object]:
    counts = collections.Counter(level.piece_type.tolist())
    pieces = {types[index].code: counts[index] for index in sorted(counts)}
    return {"width": level.width, "height": level.height, "pieces": pieces}


def _summary(level: Level, types: tuple[PieceType, ...]) -> str:
    counts = collections.Counter(level.piece_type.tolist())
    pieces = ", ".join(f"{counts[index]} {types[index].code}" for index in sorted(counts))
    return f"{level.width} wide, {level.height} high; {pieces or 'no pieces'}"


def _spec(width: int | None, height: int | None, wall: int | None, pieces: list[str]) -> RandomSpec:
    from referee.core.config import parse_config
    from referee.core.errors import ConfigError, FieldError
    from referee.games.dice_adventure.maps.spec import RandomSpec

    counted: list[tuple[str, int]] = []
    for text in pieces:
        code, equals, count = text.partition("=")
        if not equals or not count.isascii() or not count.isdigit():
            raise FieldError("piece", "of the form CODE=COUNT, such as R1=4", text)
        counted.append((code, int(count)))
    for name, value in (("width", width), ("height", height), ("wall", wall)):
        if value is None:
            raise FieldError(name, "given unless there is a preset", value)
    values = {"w": width, "h": height, "wall": wall, "pieces": tuple(counted)}
    try:
        return parse_config(RandomSpec, values)
    except ConfigError as error:
        # An error must name the flag that was given, not the record's field.
        flag = {"w": "width", "h": "height", "pieces": "piece"}.get(error.field, error.field)
        raise FieldError(flag, error.bound, error.value) from None
