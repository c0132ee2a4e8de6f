"""Options that `tournament run` and `tournament resume` share: how and where matches are played."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from tournaments.cli.options import Data, StoreUrl
from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    from tournaments.play.stage import RefereeAddress
    from tournaments.spec.config import TournamentSpec

__all__ = ["PlayOptions", "SandboxKind", "with_play_options"]

SandboxKind = Annotated[
    Literal["bubblewrap", "none"] | None,
    typer.Option("--sandbox", help="Sandbox of the bots, in place of the file's."),
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PlayOptions:
    """Options of a command that plays a tournament; each field is one, in the order of its help."""

    data: Data = None
    store: StoreUrl = None
    parallel: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Matches at once, in place of the file's.")
    ] = None
    executor: Annotated[
        str | None,
        typer.Option(
            "--executor", help="Where to play, in place of the file's: local or dask://HOST:PORT."
        ),
    ] = None
    sandbox: SandboxKind = None
    referee: Annotated[
        str | None,
        typer.Option(
            help="Play at this referee (unix:PATH or HOST:PORT) rather than start one.",
            envvar="REFEREE_ADDRESS",
        ),
    ] = None
    organizer_key: Annotated[
        str | None, typer.Option(help="Its organizer key.", envvar="REFEREE_ORGANIZER_KEY")
    ] = None
    ca: Annotated[
        Path | None,
        typer.Option(help="PEM file of the roots to trust: use TLS.", envvar="REFEREE_CA"),
    ] = None
    accept_changes: Annotated[
        bool,
        typer.Option(
            "--accept-changes",
            help="Let bots whose files have changed since they last played go on as BOT@2, and so on;"
            " try those again that were left out.",
        ),
    ] = False
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Serve metrics of the run for Prometheus at HOST:PORT.",
            metavar="HOST:PORT",
            envvar="TOURNAMENT_METRICS",
        ),
    ] = None
    web: Annotated[
        bool,
        typer.Option("--web", help="Show it in browsers while it is played; prints the address."),
    ] = False
    web_listen: Annotated[
        str, typer.Option(help="Where --web listens, as HOST:PORT.", metavar="HOST:PORT")
    ] = "127.0.0.1:8080"

    def applied_to(self, spec: TournamentSpec) -> TournamentSpec:
        """Return the tournament with the options that were given in place of the values of its file.

        Raises:
            TournamentError: `--executor` is neither `local` nor of the form `dask://HOST:PORT`.
        """
        from tournaments.spec.config import EXECUTOR, with_sandbox

        if self.executor is not None and not EXECUTOR.fullmatch(self.executor):
            raise TournamentError(
                f"--executor must be local or dask://HOST:PORT, not {self.executor!r}"
            )
        given = {"parallel": self.parallel, "executor": self.executor}
        return with_sandbox(spec, self.sandbox).model_copy(
            update={key: value for key, value in given.items() if value is not None}
        )

    def running_referee(self) -> RefereeAddress | None:
        """Return the running referee that the options name; None if they name none."""
        from tournaments.play.stage import RefereeAddress

        if self.referee is None:
            return None
        return RefereeAddress(self.referee, self.organizer_key, self.ca)


def with_play_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for typer that has the options of `PlayOptions` in place of `options`.

    Args:
        command: The command, with a parameter `options` of the type `PlayOptions`.
    """
    # Typer reads a command's parameters from its signature, and knows no groups of options.
    signature = inspect.signature(command, eval_str=True)
    hints = get_type_hints(PlayOptions, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.name != "options":
            parameters.append(parameter.replace(kind=kind))
            continue
        parameters += [
            inspect.Parameter(each.name, kind, default=each.default, annotation=hints[each.name])
            for each in dataclasses.fields(PlayOptions)
        ]

    def called(**values: Any) -> None:
        given = {each.name: values.pop(each.name) for each in dataclasses.fields(PlayOptions)}
        command(**values, options=PlayOptions(**given))

    called.__name__, called.__doc__ = command.__name__, command.__doc__
    called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return called
