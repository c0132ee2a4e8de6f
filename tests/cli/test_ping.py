"""`referee ping`: the health of a server as a word and an exit status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from tests.cli.command import Ran, check_one_line

Referee = Callable[..., Ran]


@pytest.fixture
def servicer(tmp_path: Path) -> Iterator[health.HealthServicer]:
    """The standard health service alone, at the socket `s` in the test's folder."""
    server = grpc.server(ThreadPoolExecutor(1))
    servicer = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    server.add_insecure_port(f"unix:{tmp_path}/s")
    server.start()
    yield servicer
    server.stop(None)


@pytest.mark.parametrize(("name", "status"), [("SERVING", 0), ("NOT_SERVING", 1)])
def test_a_server_says_how_it_is(
    referee: Referee, servicer: health.HealthServicer, tmp_path: Path, name: str, status: int
) -> None:
    """A server that starts or drains is there, but does not serve."""
    servicer.set("", health_pb2.HealthCheckResponse.ServingStatus.Value(name))
    assert referee("ping", f"unix:{tmp_path}/s") == Ran(status, f"{name.lower()}\n", "")


def test_nobody_is_there(referee: Referee, tmp_path: Path) -> None:
    """The reason stands behind the word."""
    ran = referee("ping", f"unix:{tmp_path}/s")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("unreachable: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["referee.example"],
            "address must be unix:/path or HOST:PORT with a port from 1 to 65535",
        ),
        (["127.0.0.1:70700"], "not '127.0.0.1:70700'"),
        (["unix:/s", "--ca", "roots.pem"], "ca must be PEM roots for an address with TLS"),
    ],
)
def test_a_wrong_address_is_one_line(referee: Referee, words: list[str], message: str) -> None:
    """A mistake of the caller has another exit status than a server that is down."""
    check_one_line(referee("ping", *words), message)
