"""`referee ping`: asks a server whether it serves, for health checks of containers and scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["ping"]


def ping(
    address: Annotated[
        str,
        typer.Argument(help="unix:/path or HOST:PORT.", envvar="REFEREE_ADDRESS"),
    ] = "127.0.0.1:7070",
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; turns on TLS.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(help="Seconds that the server may take to answer.", min=0.1, max=3600)
    ] = 5.0,
) -> None:
    """Print a server's health in a word; the exit status is 0 if it serves, and 1 if it does not.

    The word is serving, not_serving (it starts or drains), or unreachable.
    """
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    from referee.core.errors import FieldError
    from referee_client.address import Address
    from referee_client.errors import AddressError, TlsError

    try:
        server = Address.parse(address, ca)
    except AddressError:
        raise FieldError(
            "address", "unix:/path or HOST:PORT with a port from 1 to 65535", address
        ) from None
    except TlsError as error:
        raise FieldError("ca", f"PEM roots for an address with TLS ({error})", str(ca)) from None
    with server.channel() as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=timeout)
        except grpc.RpcError as error:
            typer.echo(f"unreachable: {error.details()}")
            raise typer.Exit(1) from None
    serving = health_pb2.HealthCheckResponse.SERVING
    typer.echo(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status).lower())
    raise typer.Exit(0 if answer.status == serving else 1)
