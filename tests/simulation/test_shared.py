"""Simulations through memory that is shared with a learner of the same machine."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
import pytest_asyncio

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import running_server
from referee.simulation import shared as sharing
from referee.simulation.batches import StreamBatches
from referee.simulation.limits import SimulationLimits
from referee.simulation.serve import SimulationConfig, SimulationServer
from tests.helpers.patience import HANG_S
from tests.simulation.sharing import SIZE, Learner, learner, sealed

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory that can't shrink is Linux's alone"
)

KEY = "a key for learners"
ROWS, SEATS = 3, 2
ACTIONS = 1024
"""Where in memory the actions are; observations are at its beginning."""
T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Columns:
    """Ids of Diceman's columns."""

    step: int
    life: int
    choice: int


@pytest_asyncio.fixture
async def path(tmp_path: Path) -> AsyncIterator[Path]:
    """The socket of a server with room for two learners."""
    shared = tmp_path / "shared.sock"
    server = ServerConfig(
        listen=(parse_listen(f"unix:{tmp_path}/s.sock"),),
        data_dir=tmp_path / "none",
        organizer_key=KEY,
    )
    limits = SimulationLimits(batches=2)
    config = SimulationConfig(server, limits, streams=2, niceness=0, shared=shared)
    async with running_server(SimulationServer(config)):
        yield shared
    assert not shared.exists()


async def _aside(work: Callable[[], T]) -> T:
    """Do in a thread what waits for the server."""
    return await asyncio.to_thread(work)


def _columns(one: Learner) -> Columns:
    told = one.ask(wire.RolloutRequest(describe=wire.DescribeRequest(game="diceman"))).described
    ids = {each.name: each.id for each in (*told.observed, *told.acted)}
    return Columns(ids["step"], ids["table.life"], ids["choice"])


def _opening(columns: Columns) -> wire.RolloutRequest:
    told = wire.OpenBatch(game="diceman", num_rows=ROWS, seed=7, observe=[columns.life])
    told.autoreset = wire.AUTORESET_NEXT_STEP
    return wire.RolloutRequest(number=1, batch=1, open=told)


def _step(columns: Columns, choice: int, *, is_shared: bool) -> wire.RolloutRequest:
    action = wire.ColumnData(id=columns.choice)
    if is_shared:
        action.place = ACTIONS
    else:
        action.data = np.full((ROWS, SEATS), choice, np.int8).tobytes()
    return wire.RolloutRequest(number=2, batch=1, step=wire.StepBatch(actions=[action]))


async def test_the_same_is_told_as_in_messages(path: Path) -> None:
    """At the places that each request names; the answer says where, and no more."""

    def play() -> None:
        plain = StreamBatches(SimulationLimits())
        with learner(path, KEY) as one:
            columns = _columns(one)
            life = np.frombuffer(one.memory, "<i2", ROWS * SEATS, offset=64)
            request = _opening(columns)
            expected = plain.answer(request).observed.observed[0].data
            request.places.append(64)
            (told,) = one.ask(request).observed.observed
            assert (told.data, told.place) == (b"", 64)
            assert life.tobytes() == expected
            changed = False
            for choice in (0, 1, 2, 3) * 5:
                request = _step(columns, choice, is_shared=True)
                request.places.append(64)
                one.memory[ACTIONS : ACTIONS + ROWS * SEATS] = choice
                answer = one.ask(request)
                wanted = plain.answer(_step(columns, choice, is_shared=False))
                assert answer.number == 2
                assert answer.stepped.reward == wanted.stepped.reward
                changed |= life.tobytes() != expected
                expected = wanted.stepped.observed[0].data
                assert life.tobytes() == expected
            assert changed
            told = one.ask(_step(columns, 0, is_shared=True)).stepped.observed[0]
            assert len(told.data) == ROWS * SEATS * 2

    await _aside(play)


async def test_what_is_not_within_the_memory_is_refused(path: Path) -> None:
    """And the batch is as it was."""

    def play() -> None:
        with learner(path, KEY) as one:
            columns = _columns(one)
            opening = _opening(columns)
            opening.open.observe[:] = [columns.step]
            opening.places.append(SIZE - 4 * ROWS + 1)
            text = one.ask(opening).refused.text
            assert text == f"place must be from 0 to {SIZE} - {4 * ROWS} bytes, not {SIZE - 11}"
            opening.places[:] = []
            assert one.ask(opening).WhichOneof("response") == "observed"
            for place in (-1, SIZE, SIZE - ROWS * SEATS + 1, 2**62):
                request = _step(columns, 0, is_shared=True)
                request.step.actions[0].place = place
                assert "place must be" in one.ask(request).refused.text
                request = _step(columns, 0, is_shared=False)
                request.places.append(place)
                assert "place must be" in one.ask(request).refused.text
            request = _step(columns, 0, is_shared=False)
            request.places.extend([0, 0])
            assert "places must be 1, one for each column" in one.ask(request).refused.text
            told = one.ask(_step(columns, 0, is_shared=False)).stepped.observed[0].data
            assert np.frombuffer(told, "<i4").tolist() == [1] * ROWS

    await _aside(play)


def test_without_shared_memory_there_are_no_places() -> None:
    """Over gRPC."""
    opening = wire.OpenBatch(
        game="diceman", num_rows=1, observe=[0], autoreset=wire.AUTORESET_DISABLED
    )
    request = wire.RolloutRequest(batch=1, open=opening, places=[0])
    assert "no memory is shared" in StreamBatches(SimulationLimits()).answer(request).refused.text


@pytest.mark.parametrize(
    ("seals", "size", "text"), [(0, SIZE, "F_SEAL_SHRINK"), (2, 0, "at least 1 byte")]
)
async def test_memory_that_could_end_the_server(
    path: Path, seals: int, size: int, text: str
) -> None:
    """It is not taken."""

    def play() -> None:
        descriptor = sealed(seals, size)
        with learner(path, KEY, [descriptor]) as one:
            assert text in one.read().refused.text
            with pytest.raises(EOFError):
                one.read()
        os.close(descriptor)

    await _aside(play)


async def test_greetings_that_are_refused(path: Path) -> None:
    """A wrong key, no memory, too much of it, no memory at all, garbage."""

    def play() -> None:
        with path.with_name("file").open("wb") as file:
            mine = sealed()
            for key, descriptors, hello, text in (
                ("another", [mine], None, "needs its key"),
                (KEY, [], None, "memory must be one descriptor, not 0"),
                (KEY, [mine, mine], None, "memory must be one descriptor, not 2"),
                (KEY, [file.fileno()], None, "memory must be"),
                (KEY, [mine], b"\xff" * 9, "can't be read as a SharedHello"),
                (KEY, [mine], b"\xff" * 5000, "at most 4096 bytes"),
            ):
                with learner(path, key, descriptors, hello) as one:
                    assert text in one.read().refused.text
            os.close(mine)

    await _aside(play)


async def test_learners_are_bounded_and_leave_room(path: Path) -> None:
    """Who goes in the middle of something, or sends what can't be read, is one less."""

    def play() -> None:
        with learner(path, KEY) as first:
            _columns(first)
            with learner(path, KEY) as second:
                _columns(second)
                with learner(path, KEY) as third:
                    refused = third.ask(wire.RolloutRequest()).refused
                    assert refused.reason == error_pb2.ERROR_REASON_TOO_MANY_CALLS
                second.send(b"\xff\xff\xff")
                assert "can't be read as a RolloutRequest" in second.read().refused.text
            first.send(_opening(_columns(first)).SerializeToString())
        while True:
            with learner(path, KEY) as fourth:
                fourth.send(wire.RolloutRequest().SerializeToString())
                if "request must be" in fourth.read().refused.text:
                    break  # else the server has not heard yet who has gone

    await _aside(play)


async def test_silent_connections_take_no_places(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a greeting or without; of too many, those that are silent longest are cut off."""
    monkeypatch.setattr(sharing, "_MOST_SILENT", 3)

    def play() -> None:
        with contextlib.ExitStack() as stack:
            calls = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(3)]
            for call in calls:
                call.settimeout(HANG_S / 2)
                call.connect(str(path))
            stack.enter_context(learner(path, KEY))
            first = stack.enter_context(learner(path, KEY))
            _columns(first)
            _columns(stack.enter_context(learner(path, KEY)))
            assert calls[0].recv(1) == b""

    await _aside(play)


async def test_a_greeting_that_drips_is_cut_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often another byte comes: what counts is the time in all."""
    started: list[Any] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            started.append(self)

    monkeypatch.setattr(threading, "Timer", Timer)

    def play() -> None:
        with socket.socket(socket.AF_UNIX) as call:
            call.settimeout(HANG_S / 2)
            call.connect(str(path))
            call.sendall(b"\x09")
            while not started:  # the server has taken it
                time.sleep(0)
            (limit,) = started
            assert limit.interval == sharing._HELLO_S
            limit.function(*limit.args)
            assert call.recv(1) == b""

    await _aside(play)


def _other(shared: Path) -> SimulationServer:
    """Return a further server, not started."""
    server = ServerConfig(listen=(parse_listen("127.0.0.1:0"),), data_dir=shared.parent / "none")
    return SimulationServer(SimulationConfig(server, niceness=0, shared=shared))


async def test_the_socket_is_its_users_alone(path: Path) -> None:
    """And another server does not take it away, but one that comes after a crash does."""
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    with pytest.raises(FieldError, match="shared must be an address that is free"):
        await _other(path).start()
    left = path.with_name("left.sock")
    os.mknod(left, stat.S_IFSOCK | 0o600)
    other = _other(left)
    await other.start()
    await other.stop()
    with learner(path, KEY) as one:
        assert await _aside(lambda: _columns(one).choice) > 0
