"""nginx, HAProxy and Envoy with our configuration, except that they wait so briefly that each turn is cut.

Each plays one match whose bots think for longer than their proxy waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from gamereferee.games.diceman.v1 import diceman_pb2
from gamereferee.v1 import match_pb2
from referee.replay.verify import verify
from referee_bots.diceman.greedy_bot import GreedyBot
from referee_client import RefereeClient, time_control
from referee_client.lobby import Lobby
from tests.architecture.source import ROOT
from tests.deploy.tools import program
from tests.helpers.patience import patience
from tests.integration.serving import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

CUT_S = 2
"""Seconds after which the proxy ends a stream on which nothing was sent."""
PATIENT = time_control(patience(120), strikes=1, join_limit=patience(120))
"""Deadlines that only a turn which got lost would miss."""
THINKING_S = 3.0
"""Seconds that a bot thinks about each turn."""


class SlowBot(GreedyBot):
    """Plays like the house bot, but thinks for longer than a proxy waits."""

    asked = 0
    """Number of turns that bots of this class were asked about."""

    def act(self, observation: diceman_pb2.Observation) -> diceman_pb2.Action:
        """Return an action after some time."""
        SlowBot.asked += 1
        # The proxy's own clock is what is tried here, and nothing else says when it will cut.
        time.sleep(THINKING_S)
        return super().act(observation)


def _nginx(folder: Path, port: int, referee: str, *, cut_s: int | None) -> list[str]:
    text = (ROOT / "deploy" / "proxies" / "nginx.conf").read_text(encoding="utf-8")
    changes = {
        "listen 443 ssl http2": f"listen 127.0.0.1:{port} ssl http2",
        "127.0.0.1:7070": referee,
        "/etc/gamereferee/": f"{folder}/",
        "/var/log/nginx/referee.log": f"{folder}/access.log",
        "server_name referee.example": "server_name localhost",
        "events {": f"daemon off; pid {folder}/pid; error_log {folder}/log info;\nevents {{",
    }
    for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
        changes["http {"] = changes.get("http {", "http {") + f"\n{name}_temp_path {folder}/{name};"
    if cut_s is not None:
        changes |= {"_timeout 1d;": f"_timeout {cut_s}s;"}
    path = folder / "nginx.conf"
    path.write_text(_changed(text, changes))
    return [program("nginx"), "-c", str(path), "-e", f"{folder}/log"]


def _haproxy(folder: Path, port: int, referee: str, *, cut_s: int | None) -> list[str]:
    text = (ROOT / "deploy" / "proxies" / "haproxy.cfg").read_text(encoding="utf-8")
    changes = {
        "bind :443": f"bind 127.0.0.1:{port}",
        "maxconn 32768": "maxconn 100",  # more would need more open files than a test may have
        "127.0.0.1:7070": referee,
        "/etc/gamereferee/": f"{folder}/",
    }
    if cut_s is not None:
        changes |= {"timeout client 1d": f"timeout client {cut_s}s"}
        changes |= {"timeout server 1d": f"timeout server {cut_s}s"}
    path = folder / "haproxy.cfg"
    path.write_text(_changed(text, changes))
    return [program("haproxy"), "-db", "-f", str(path)]


def _envoy(folder: Path, port: int, referee: str, *, cut_s: int | None) -> list[str]:
    text = (ROOT / "deploy" / "proxies" / "envoy.yaml").read_text(encoding="utf-8")
    changes = {
        "address: 0.0.0.0, port_value: 443": f"address: 127.0.0.1, port_value: {port}",
        "port_value: 7070": f"port_value: {referee.rpartition(':')[2]}",
        "/etc/gamereferee/": f"{folder}/",
    }
    if cut_s is not None:
        changes |= {"idle_timeout: 86400s": f"idle_timeout: {cut_s}s"}
    path = folder / "envoy.yaml"
    path.write_text(_changed(text, changes))
    alone = ["--disable-hot-restart", "--concurrency", "1", "--log-level", "warning"]
    return [program("envoy"), "--config-path", str(path), *alone]


PROXIES = {"nginx": _nginx, "haproxy": _haproxy, "envoy": _envoy}


def _changed(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_for(port: int, proxy: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a proxy takes connections."""
    end = time.monotonic() + patience(120)
    while True:
        assert proxy.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)


@pytest.fixture(params=PROXIES)
def proxied(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[str, Path, ServerProcess]]:
    """Address of a proxy with TLS before a referee, roots to trust, and the referee."""
    name = request.param
    program(name)  # skips the test where there is none
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    certificate.cert_chain_pems[0].write_to_path(tmp_path / "tls.crt")
    certificate.private_key_pem.write_to_path(tmp_path / "tls.key")
    certificate.private_key_and_cert_chain_pem.write_to_path(tmp_path / "referee.pem")
    inner, outer = _free_port(), _free_port()
    options = ["--listen", f"127.0.0.1:{inner}", "--trusted-proxy", "127.0.0.1"]
    with ServerProcess(tmp_path, *options) as server:
        command = PROXIES[name](tmp_path, outer, f"127.0.0.1:{inner}", cut_s=CUT_S)
        with (tmp_path / "proxy.log").open("wb") as log:
            proxy = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            _wait_for(outer, proxy, tmp_path / "proxy.log")
            yield f"localhost:{outer}", tmp_path / "ca.pem", server
        finally:
            proxy.terminate()
            proxy.wait()


def _play(address: str, ca: Path, token: str) -> None:
    asyncio.run(RefereeClient(address, SlowBot, ca=ca).play([token]))


def test_a_match_loses_nothing_by_cuts(proxied: tuple[str, Path, ServerProcess]) -> None:
    """Bots come back and are asked no turn twice; no deadline is missed, and the replay holds."""
    address, ca, server = proxied
    SlowBot.asked = 0
    # Not by way of the proxy: a call that takes longer than it waits would be cut, too.
    with Lobby(server.address) as lobby:
        made = lobby.create_match("diceman", config={"games": 1}, time_control=PATIENT)
        players = [
            threading.Thread(target=_play, args=(address, ca, token), daemon=True)
            for token in made.seat_tokens
        ]
        for player in players:
            player.start()
        for player in players:
            player.join(patience(600))
            assert not player.is_alive()
    with Lobby(server.address) as lobby:
        match = lobby.get_match(made.match.match_id)
    assert match.outcome.cause == match_pb2.END_CAUSE_RULES
    assert [(seat.forfeit, seat.strikes) for seat in match.seats] == [(0, 0)] * 2
    replay = server.data / "replays" / f"{match.match_id}.replay"
    assert verify(replay).holds
    cuts = server.log().count('"rejoined": true')
    print(f"{cuts} cuts")
    assert cuts >= 10
    # Each seat decides in each step, and thinks about a turn once however often its stream breaks.
    assert SlowBot.asked == 2 * verify(replay).steps
