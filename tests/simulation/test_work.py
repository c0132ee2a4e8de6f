"""What a server of simulations does at a time, and how much of a core it takes."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest

from gamereferee.v1 import error_pb2
from referee.core.errors import FieldError
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.status import CallError, reason_of
from referee.simulation.serve import SimulationConfig
from referee.simulation.work import Work


@pytest.mark.parametrize(("share", "rests"), [(1.0, []), (0.5, [3.0]), (0.25, [9.0])])
def test_a_rest_follows_what_took_long(
    monkeypatch: pytest.MonkeyPatch, share: float, rests: list[float]
) -> None:
    """Three seconds of work at half a core are followed by three of rest."""
    clock = iter([10.0, 13.0])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    rested: list[float] = []
    assert Work(1, share, rested.append).do(lambda: "done") == "done"
    assert rested == rests


def test_a_rest_follows_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what comes after is done."""
    clock = iter([0.0, 1.0, 1.0, 1.0])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    rested: list[float] = []
    work = Work(1, 0.5, rested.append)
    with pytest.raises(ZeroDivisionError):
        work.do(lambda: 1 // 0)
    assert rested == [1.0]
    assert work.do(lambda: 2) == 2


def test_what_other_processes_use_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seconds in them and one here, at half a core, are followed by three of rest."""
    clock, elsewhere = iter([10.0, 11.0]), iter([5.0, 7.0])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    rested: list[float] = []
    Work(1, 0.5, rested.append, lambda: next(elsewhere)).do(lambda: None)
    assert rested == [3.0]


def test_streams_are_counted() -> None:
    """One that ends by an error makes room as well."""
    work = Work(1)
    for _ in range(2):
        with contextlib.suppress(ZeroDivisionError), work.stream():
            with pytest.raises(CallError) as caught, work.stream():
                pass
            assert reason_of(caught.value) == error_pb2.ERROR_REASON_TOO_MANY_CALLS
            raise ZeroDivisionError


@pytest.mark.parametrize("share", [0.0, -1.0, 1.01, float("nan")])
def test_shares_that_are_none(share: float) -> None:
    """They are named."""
    server = ServerConfig(listen=(parse_listen("127.0.0.1:0"),), data_dir=Path())
    with pytest.raises(FieldError, match="share must be above 0, up to 1"):
        SimulationConfig(server, share=share)


@pytest.mark.parametrize("processes", [0, -1, 257])
def test_numbers_of_processes_that_are_none(processes: int) -> None:
    """They are named."""
    server = ServerConfig(listen=(parse_listen("127.0.0.1:0"),), data_dir=Path())
    with pytest.raises(FieldError, match=f"processes must be from 1 to 256, not {processes}"):
        SimulationConfig(server, processes=processes)
