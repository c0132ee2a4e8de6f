"""`referee games` lists and describes games; `referee warmup` compiles their kernels."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.core.game import AnyPlugin, GameInfo
    from referee.kit.schema import Schema

__all__ = ["games", "warmup"]


def games(
    game: Annotated[str, typer.Argument(help="Describe this game; without it, list all.")] = "",
    rules: Annotated[bool, typer.Option("--rules", help="Print the rulebook.")] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="One JSON object: a game's version and seats, or all games."),
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Print its rule tables as JSON, if it publishes any.")
    ] = False,
    proto: Annotated[
        bool, typer.Option("--proto", help="Print its messages, for a game made with the kit.")
    ] = False,
    columns: Annotated[
        bool,
        typer.Option(
            "--columns", help="Print, as JSON, the arrays of fixed size that its records are."
        ),
    ] = False,
    reference: Annotated[
        bool, typer.Option("--reference", help="Print a page of reference about its messages.")
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of its records.")
    ] = False,
    game_version: Annotated[
        int,
        typer.Option(
            help="Under the rules of this behaviour version; default the newest.",
            show_default=False,
        ),
    ] = 0,
) -> None:
    """List the games that can be played, or describe one: seats, config with bounds, house bots."""
    from referee.games import registry

    if not game:
        infos = registry.infos(lambda error: typer.echo(f"referee: {error}", err=True))
        if as_json:
            listed = [
                {**_facts(info), "title": info.title, "summary": info.summary} for info in infos
            ]
            typer.echo(json.dumps({"games": listed}))
            return
        for info in infos:
            typer.echo(f"{info.game:16} {info.title}: {info.summary}")
        return
    # Facts alone, for which the game's rules are not imported.
    info = registry.info(game)
    if as_json and not rules:
        typer.echo(json.dumps(_facts(info)))
        return
    plugin = registry.find(game).at(game_version)
    if rules:
        typer.echo(plugin.rulebook)
        return
    if tables:
        from referee.core.published_tables import tables_json

        typer.echo(tables_json(plugin.tables) or "{}\n", nl=False)
        return
    if proto:
        typer.echo(_schema(plugin).proto(), nl=False)
        return
    if reference:
        typer.echo(_schema(plugin).reference(plugin.game.info.title), nl=False)
        return
    if columns or schema:
        made = _schema(plugin)
        typer.echo(json.dumps(made.columns() if columns else made.json_schemas(), indent=2))
        return
    from referee_bots import names

    info = plugin.game.info
    # Older versions of the rules, by which their replays are still verified.
    others = [str(version) for version in info.versions if version != info.version]
    also = f" (also {', '.join(others)})" if others else ""
    typer.echo(f"{info.title}, version {info.version}{also}: {info.summary}")
    typer.echo(f"seats: {info.min_seats} to {info.max_seats}, default {info.default_seats}")
    typer.echo(f"house bots: {', '.join(names(game)) or 'none'}")
    typer.echo(f"observation: {plugin.codec.observation_type}")
    typer.echo(f"action: {plugin.codec.action_type}")
    typer.echo("config:")
    for field, told in plugin.game.config_class.model_json_schema()["properties"].items():
        typer.echo(f"  {field} = {json.dumps(told.get('default'))}  {_bounds(told)}")
        typer.echo(f"      {told.get('description', '')}")


def _facts(info: GameInfo) -> dict[str, object]:
    """Return the facts of a game that programs need, by name: versions, seats, properties."""
    return {
        "game": info.game,
        "version": info.version,
        "versions": info.versions,
        "min_seats": info.min_seats,
        "max_seats": info.max_seats,
        "chance_free": info.chance_free,
        "ring": info.ring,
    }


def _schema(plugin: AnyPlugin) -> Schema:
    from referee.core.errors import RefereeError
    from referee.kit.schema import Schema

    schema = Schema.of(plugin)
    if schema is None:
        codec = plugin.codec
        types = (codec.config_type, codec.action_type, codec.observation_type, codec.events_type)
        raise RefereeError(
            f"{plugin.game.info.game} is not made with the kit: all that is known of its messages is "
            f"their names, {', '.join(types)}"
        )
    return schema


def warmup(
    games: Annotated[list[str] | None, typer.Argument(help="Games; without any, all.")] = None,
    beside: Annotated[
        bool,
        typer.Option("--beside", help="Run at low priority, and end when standard input ends."),
    ] = False,
) -> None:
    """Compile the kernels of games and keep them, so that no match has to wait for that."""
    from referee.games import registry
    from referee.games.warm_up import compile_kernels

    if beside:
        _stay_beside()
    for game in games or registry.names():
        typer.echo(compile_kernels(game))


def _stay_beside() -> None:
    """Give this process the lowest priority, and make it end at once when its parent process ends."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)

    def wait_for_end() -> None:
        # Returns at the end of input, which comes when the process that started this one ends.
        sys.stdin.buffer.read()
        os._exit(0)  # in the midst of anything: files are whole or not there

    threading.Thread(target=wait_for_end, daemon=True).start()


def _bounds(schema: dict[str, object]) -> str:
    if "enum" in schema:
        return f"one of {schema['enum']}"
    if "minimum" in schema and "maximum" in schema:
        return f"from {schema['minimum']} to {schema['maximum']}"
    return str(schema.get("type", ""))
