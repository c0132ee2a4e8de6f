"""Scenarios about connecting: Unix socket, TLS, proxies, and connections that break in the handshake."""

from __future__ import annotations

import grpc

from referee.conformance.gate import Cut
from referee.conformance.scenario import scenario
from referee.conformance.setting import Transport
from referee.conformance.stage import ScenarioStage
from referee.conformance.verdict import Broken

DEAD_PROXY = "http://127.0.0.1:9"
"""Address of a proxy on a port at which nobody listens."""
PATIENCE_S = "3600"
"""Value for the bot's patience in seconds, far longer than a scenario waits: so a bot that goes on
trying after a final error is noticed.
"""


async def _plays(stage: ScenarioStage) -> None:
    match = stage.match()
    await stage.start(match)
    stream = await stage.stream(22, f"a stream to {stage.address}")
    await stream.seat(match)
    await stream.play(match, turns=1)
    stream.fail()
    again = await stage.stream(13, "another stream after a break")
    await again.joined(match, rejoined=True)
    await again.play(match, turns=1)
    await stage.finish(again, match)


@scenario("unix-socket", 22, transport=Transport.UNIX)
async def _unix_socket(stage: ScenarioStage) -> None:
    """The referee listens on a Unix socket: the bot plays over it."""
    await _plays(stage)


@scenario("tls", 22, transport=Transport.TLS)
async def _tls(stage: ScenarioStage) -> None:
    """The referee uses TLS, with a certificate that REFEREE_CA vouches for: the bot plays over it."""
    await _plays(stage)


@scenario("tls-untrusted", 14, 23, transport=Transport.TLS)
async def _tls_untrusted(stage: ScenarioStage) -> None:
    """The certificate's authority is not in REFEREE_CA: an error at once, exit status 1."""
    await _untrusted(stage, stage.setting.certificates.stranger())


@scenario("tls-wrong-name", 14, 23, transport=Transport.TLS)
async def _tls_wrong_name(stage: ScenarioStage) -> None:
    """The trusted authority issued the certificate for another host: an error at once, exit status 1."""
    await _untrusted(stage, stage.setting.certificates.misnamed())


async def _untrusted(stage: ScenarioStage, credentials: grpc.ServerCredentials) -> None:
    await stage.use_server(Transport.TLS, credentials)
    await stage.start(stage.match(), env={"REFEREE_PATIENCE": PATIENCE_S})
    await stage.exit(1, duty=14)
    if stage.streams:
        raise Broken(14, "no stream to a server whose certificate does not hold", "one")
    if "TLS" not in stage.stderr and "certificate" not in stage.stderr.lower():
        raise Broken(14, "an error that names TLS", "no word of it on standard error")


@scenario("closed-in-handshake", 14, transport=Transport.TCP)
async def _closed_in_handshake(stage: ScenarioStage) -> None:
    """Connections are closed or reset before the server sends, also during a match: the bot tries again."""
    await _comes_through(stage)


@scenario("tls-closed-in-handshake", 14, transport=Transport.TLS)
async def _tls_closed_in_handshake(stage: ScenarioStage) -> None:
    """TLS connections are closed or reset after the ClientHello: the bot tries again."""
    await _comes_through(stage)


async def _comes_through(stage: ScenarioStage) -> None:
    match = stage.match()
    await stage.cut(Cut.RESET, Cut.CLOSED_AFTER_HELLO)
    await stage.start(match)
    expected = "a stream after connections that were closed and reset in their handshake"
    stream = await stage.stream(14, expected)
    await stream.seat(match)
    await stream.play(match, turns=1)
    await stage.cut(Cut.CLOSED, Cut.RESET_AFTER_HELLO)
    again = await stage.stream(14, expected)
    if stage.cuts_left:
        raise Broken(14, "a new connection after one that was closed", "a stream without one")
    await again.joined(match, rejoined=True, duty=14)
    await again.play(match, turns=1)
    await stage.finish(again, match)


@scenario("proxy", 33, transport=Transport.TCP)
async def _proxy(stage: ScenarioStage) -> None:
    """All proxy variables name a dead proxy: the bot connects to the local referee without a proxy."""
    names = [f"{kind}_proxy" for kind in ("grpc", "http", "https", "all")]
    exceptions = ["no_grpc_proxy", "no_proxy"]
    env: dict[str, str | None] = {}
    for name in names:
        env |= {name: DEAD_PROXY, name.upper(): DEAD_PROXY}
    for name in exceptions:
        env |= {name: None, name.upper(): None}
    match = stage.match()
    await stage.start(match, env=env)
    stream = await stage.stream(33, "a stream to a referee on this machine, without a proxy")
    await stream.seat(match, duty=33)
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("no-ca-file", 22, 23, transport=Transport.TLS)
async def _no_ca_file(stage: ScenarioStage) -> None:
    """REFEREE_CA names a file that does not exist: an error that names the file, exit status 1 or 2."""
    await stage.start(stage.match(), env={"REFEREE_CA": "no-such-roots.pem"})
    await stage.exit((1, 2), duty=22)
    stage.said_on_stderr("no-such-roots.pem", 22, "an error that names the CA file")
