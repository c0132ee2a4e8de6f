"""Every error survives pickling and copying: one that does not breaks the pool of processes it is raised in."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import status_pb2

from gamereferee.v1 import error_pb2, spectate_service_pb2
from referee.core.errors import FieldError
from referee_client.errors import UnreachableError
from tournaments.spec.errors import SpecError

PACKAGES = (
    *("referee", "tournaments", "bot_commands"),
    *("referee_arena", "referee_bots", "referee_client", "referee_envs"),
)
NOT_IMPORTED = ("__main__", "tournaments.store.migrations.env")
"""Modules that run something when they are imported."""
OPTIONAL = ("numba",)
"""Packages of extras that modules import at their top; `make test` installs none of them."""

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "referee.conformance.bench.BenchError": ("it does not join", ["a line", "another"]),
    "referee.conformance.verdict.Broken": (7, "an answer", "none"),
    "referee.core.errors.FieldError": ("eyes", "public or all", ["nobody", 2, None]),
    "referee.core.errors.UnknownGameError": ("chess", ["diceman", "swordman"]),
    "referee.games.dice_adventure.maps.reader.MapError": ("E_RAGGED", "a row is short", 3, 14),
    "referee.server.process.status.CallError": (error_pb2.ERROR_REASON_BAD_TOKEN, "no such token"),
    "referee.server.router.play.EndedByWorkerError": (status_pb2.Status(code=5, message="gone"),),
    "referee_arena.seat.bot.TurnError": ("LATE", "turn 3 is over"),
    "referee_arena.server.referee_link.NotShownError": (404, "there is none"),
    "referee_client.errors.JoinError": ("BAD_TOKEN", "no such token", "match.1.secret"),
    "referee_client.errors.LobbyError": (grpc.StatusCode.NOT_FOUND, "UNKNOWN_MATCH", "no match"),
    "referee_client.errors.UnknownMessageError": ("gamereferee.games.chess.v1.Action",),
    "referee_client.stream.BrokenError": ("it broke", UnreachableError("no answer")),
    "referee_envs.errors.InputError": ("actions", "of 2 rows", 3),
    "tournaments.cluster.worker_stage._UnfitError": ("ann@2", "no such file"),
    "tournaments.season.web_door.RefusedCallError": (409, "the season is frozen"),
    "tournaments.play.ends.UnwatchedError": (
        spectate_service_pb2.UnwatchedMatch(match_id="m", text="no such match"),
    ),
    "tournaments.spec.errors.MissingPackageError": ("a cluster", "dask"),
    "tournaments.spec.errors.SpecError": (Path("cup.toml"), "rounds must be at least 1"),
    "tournaments.spec.errors.SpecFaultsError": ([SpecError(Path("cup.toml"), "is empty")],),
    "tournaments.spec.errors.SupervisorGoneError": (),
}
"""What a class with a constructor of its own is made with; others are made with a text."""


def _all_errors() -> Iterator[type[BaseException]]:
    for package in PACKAGES:
        top = importlib.import_module(package)
        for module in pkgutil.walk_packages(top.__path__, f"{package}."):
            if not module.name.endswith(NOT_IMPORTED):
                _import(module.name)
    seen: set[type[BaseException]] = set()
    waiting: list[type[BaseException]] = [BaseException]
    while waiting:
        for found in waiting.pop().__subclasses__():
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    yield from (each for each in seen if each.__module__.split(".")[0] in PACKAGES)


def _import(module: str) -> None:
    """Import a module, unless it needs an optional package that is not installed."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL:
            raise


def _name(error: type[BaseException]) -> str:
    return f"{error.__module__}.{error.__qualname__}"


def _made(error: type[BaseException]) -> BaseException:
    maker = next(each for each in error.__mro__ if "__init__" in vars(each))
    if _name(maker) in ARGUMENTS:
        return error(*ARGUMENTS[_name(maker)])
    assert maker.__module__ == "builtins", f"add arguments for {_name(maker)} to ARGUMENTS"
    return error("what is wrong")


def _attributes(error: BaseException) -> dict[str, object]:
    """Attributes, with errors in them as what they say: no two errors are equal."""
    return {
        name: (type(value), str(value)) if isinstance(value, BaseException) else value
        for name, value in vars(error).items()
    }


def _pickled(error: BaseException) -> BaseException:
    again: BaseException = pickle.loads(pickle.dumps(error))
    return again


@pytest.mark.parametrize("copied", [_pickled, copy.copy, copy.deepcopy])
def test_every_error_survives(copied: Callable[[BaseException], BaseException]) -> None:
    """Type, text and attributes are what they were, notes included."""
    errors = sorted(_all_errors(), key=_name)
    assert len(errors) > 60
    broken = []
    for each in errors:
        error = _made(each)
        error.add_note("while it was tested")
        try:
            again = copied(error)
        except Exception as problem:
            broken.append(f"{_name(each)}: {problem}")
            continue
        before = (type(error), str(error), error.args, _attributes(error))
        if (type(again), str(again), again.args, _attributes(again)) != before:
            broken.append(f"{_name(each)}: it was {before}")
    assert broken == []


def test_a_value_that_can_t_be_pickled_is_shown() -> None:
    """A caller may have given anything; the error about it travels all the same."""
    again = _pickled(FieldError("action", "bytes", memoryview(b"abc")))
    assert isinstance(again, FieldError)
    assert str(again).startswith("action must be bytes, not <memory at")
    assert str(again.value).startswith("<memory at")
