"""The ways to a referee: Unix socket, TLS."""

from __future__ import annotations

from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage, Transport
from referee.conformance.verdict import Broken


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
    """The referee listens at a Unix socket."""
    await _plays(stage)


@scenario("tls", 22, transport=Transport.TLS)
async def _tls(stage: ScenarioStage) -> None:
    """The referee uses TLS, with a certificate that REFEREE_CA vouches for."""
    await _plays(stage)


@scenario("tls-untrusted", 14, 23, transport=Transport.TLS)
async def _tls_untrusted(stage: ScenarioStage) -> None:
    """The certificate is one that REFEREE_CA does not vouch for: an error at once, exit status 1."""
    await stage.use_server(Transport.TLS, stage.setting.certificates.stranger())
    await stage.start(stage.match())
    await stage.exit(1, duty=14)
    if stage.streams:
        raise Broken(14, "no stream to a server that nobody vouches for", "one")
    if "TLS" not in stage.stderr and "certificate" not in stage.stderr.lower():
        raise Broken(14, "an error that tells of TLS", "no word of it on standard error")


@scenario("no-ca-file", 22, 23, transport=Transport.TLS)
async def _no_ca_file(stage: ScenarioStage) -> None:
    """REFEREE_CA names a file that is not there: exit status 1 or 2, and an error that names it."""
    await stage.start(stage.match(), env={"REFEREE_CA": "no-such-roots.pem"})
    await stage.exit((1, 2), duty=22)
    stage.said_on_stderr("no-such-roots.pem", 22, "an error that names the CA file")
