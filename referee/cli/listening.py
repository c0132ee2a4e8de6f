"""Options that servers have in common: where they listen, and with which certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["TlsCert", "TlsKey", "listen_option"]

TlsCert = Annotated[
    Path | None, typer.Option(help="Certificate chain, PEM.", envvar="REFEREE_TLS_CERT")
]
TlsKey = Annotated[Path | None, typer.Option(help="Private key, PEM.", envvar="REFEREE_TLS_KEY")]


def listen_option(default: str, variable: str) -> Any:
    """Return the option `--listen`.

    Args:
        default: Address that is used without the option.
        variable: Environment variable that has the addresses, too.
    """
    return typer.Option(
        help="HOST:PORT (port 0 takes a free one) or unix:PATH; may be given several times. "
        f"Default {default}.",
        envvar=variable,
        show_default=False,
    )
