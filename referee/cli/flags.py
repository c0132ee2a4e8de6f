"""Parses flags that several commands have."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated

import typer

from referee.core.errors import FieldError

__all__ = [
    "BaseUrl",
    "Ca",
    "FaceName",
    "IdleSeconds",
    "KEY_VARIABLE",
    "KeyVariable",
    "RefereeAddress",
    "Tokens",
    "Window",
    "config_values",
]

RefereeAddress = Annotated[
    str, typer.Option(help="unix:/path or HOST:PORT of the referee.", envvar="REFEREE_ADDRESS")
]
Tokens = Annotated[
    list[str] | None,
    typer.Option(help="Token of a seat, repeatable; default those of REFEREE_TOKENS."),
]
Ca = Annotated[str, typer.Option(help="PEM file with the roots to trust.", envvar="REFEREE_CA")]
FaceName = Annotated[
    str,
    typer.Option(
        "--face",
        metavar="own|plain",
        help="Text of turns and rules: the game's own, or the plain one that every game has.",
    ),
]
Window = Annotated[int, typer.Option(help="Bytes of a turn that earlier events may take.")]
BaseUrl = Annotated[
    str, typer.Option(help="Address of the API, to which /chat/completions is added.")
]
KeyVariable = Annotated[str, typer.Option(help="Variable with the endpoint's key; may be unset.")]
IdleSeconds = Annotated[
    float,
    typer.Option(help="Seconds without a byte after which a request has failed.", min=1, max=3600),
]
KEY_VARIABLE = "LLM_API_KEY"


def config_values(pairs: Iterable[str]) -> dict[str, object]:
    """Return the values of `--config NAME=VALUE` flags by name.

    Values are parsed as JSON; a value that is not valid JSON is taken as text.

    Raises:
        FieldError: One of the flags is not of the form NAME=VALUE.
    """
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise FieldError("config", "of the form NAME=VALUE", pair)
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return values
