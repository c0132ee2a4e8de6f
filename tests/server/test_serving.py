"""The server as a whole: settings, addresses, TLS, health, starting and stopping."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc, match_pb2
from referee.core.errors import FieldError
from referee.server.process.config import Listen, ServerConfig, parse_listen
from tests.server.running import Referee, bid, refusal, running, soon, terms

Serving = health_pb2.HealthCheckResponse

MINIMAL: dict[str, Any] = {"listen": (parse_listen(":0"),), "data_dir": Path("d")}
"""Settings that must be given."""

# Settings.


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("127.0.0.1:7070", Listen("127.0.0.1:7070", is_local=True)),
        (":0", Listen("127.0.0.1:0", is_local=True)),
        ("localhost:1", Listen("localhost:1", is_local=True)),
        ("[::1]:65535", Listen("[::1]:65535", is_local=True)),
        ("127.8.8.8:1", Listen("127.8.8.8:1", is_local=True)),
        ("unix:/run/referee.sock", Listen("unix:/run/referee.sock", is_local=True)),
        ("0.0.0.0:7070", Listen("0.0.0.0:7070", is_local=False)),
        ("[::]:7070", Listen("[::]:7070", is_local=False)),
        ("192.168.0.1:7070", Listen("192.168.0.1:7070", is_local=False)),
        ("example.org:7070", Listen("example.org:7070", is_local=False)),
        ("localhost.example.org:7070", Listen("localhost.example.org:7070", is_local=False)),
    ],
)
def test_an_address_says_who_can_reach_it(text: str, listen: Listen) -> None:
    """Only what certainly stays on this machine is local."""
    assert parse_listen(text) == listen


@pytest.mark.parametrize("text", ["", "7070", "host", "host:", "host:x", "host:65536", "host:²"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """With the two forms there are."""
    with pytest.raises(FieldError, match="listen must be unix:PATH or HOST:PORT with a port"):
        parse_listen(text)


def test_a_socket_needs_a_path() -> None:
    """`unix:` alone is none."""
    with pytest.raises(FieldError, match="listen must be unix:PATH or HOST:PORT, not 'unix:'"):
        parse_listen("unix:")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"listen": ()}, "listen must be at least one address, not 'none'"),
        ({"tls_cert": Path("c")}, "tls_cert and tls_key must be given together"),
        ({"tls_key": Path("k")}, "tls_cert and tls_key must be given together"),
        ({"max_matches": 0}, "max_matches must be from 1, not 0"),
        ({"max_message_bytes": 1023}, "max_message_bytes must be from 1024 to 67108864, not 1023"),
        (
            {"max_message_bytes": 67108865},
            "max_message_bytes must be from 1024 to 67108864, not 67108865",
        ),
        ({"max_joins": 0}, "max_joins must be from 1, not 0"),
    ],
)
def test_settings_are_bounded(settings: dict[str, Any], message: str) -> None:
    """Before anything is touched."""
    with pytest.raises(FieldError, match=message):
        ServerConfig(**(MINIMAL | settings))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"organizer_key": "secret"},
        {"tls_cert": Path("c"), "tls_key": Path("k")},
    ],
    ids=["neither", "key alone", "TLS alone"],
)
def test_others_may_come_in_only_with_key_and_tls(settings: dict[str, Any]) -> None:
    """The address is named; saying so in so many words allows it."""
    listen = (parse_listen(":0"), parse_listen("0.0.0.0:7070"))
    with pytest.raises(FieldError, match=r"listen must be an address of this machine .*0\.0\.0\.0"):
        ServerConfig(listen, Path("d"), **settings)
    assert ServerConfig(listen, Path("d"), allow_open=True, **settings).listen == listen
    both = ServerConfig(listen, Path("d"), "secret", Path("c"), Path("k"))
    assert both.listen == listen


# Addresses and folders.


async def _serves(address: str, credentials: grpc.ChannelCredentials | None = None) -> bool:
    channel = (
        grpc.aio.insecure_channel(address)
        if credentials is None
        else grpc.aio.secure_channel(address, credentials)
    )
    async with channel:
        request = lobby_service_pb2.ListGamesRequest()
        stub = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        return bool((await soon(stub.ListGames(request))).games)


async def test_a_server_may_listen_on_several_addresses(tmp_path: Path) -> None:
    """Port 0 takes a free one; a socket is its owner's alone."""
    listen = ["127.0.0.1:0", f"unix:{tmp_path}/s", ":0"]
    async with running(tmp_path, listen=listen) as referee:
        first, second, third = referee.server.addresses
        assert second == f"unix:{tmp_path}/s"
        assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o600
        for address in (first, third):
            assert address.startswith("127.0.0.1:")
            assert not address.endswith(":0")
        assert first != third
        for address in (first, second, third):
            assert await _serves(address)


async def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    """And the data folder is let go again."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(FieldError, match=f"listen must be an address that is free.*{address}"):
            async with running(tmp_path, listen=[address]):
                pass
    async with running(tmp_path, listen=[address]):
        pass


async def test_a_socket_in_use_is_refused(tmp_path: Path) -> None:
    """The server that has it keeps it."""
    async with running(tmp_path) as referee:
        with pytest.raises(FieldError, match="listen must be an address that is free"):
            async with running(tmp_path, data_dir=tmp_path / "other"):
                pass
        assert await _serves(referee.address)


async def test_a_socket_left_over_is_taken(tmp_path: Path) -> None:
    """As one is when a server is killed."""
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "referee.sock"))
    left.close()
    assert (tmp_path / "referee.sock").is_socket()
    async with running(tmp_path) as referee:
        assert await _serves(referee.address)


async def test_another_file_is_never_taken_for_a_socket(tmp_path: Path) -> None:
    """It is left as it is."""
    (tmp_path / "referee.sock").write_text("my diary")
    with pytest.raises(FieldError, match="listen must be the path of a socket, not of another"):
        async with running(tmp_path):
            pass
    assert (tmp_path / "referee.sock").read_text() == "my diary"


async def test_a_socket_in_no_folder_is_refused(tmp_path: Path) -> None:
    """With the address."""
    with pytest.raises(FieldError, match="listen must be an address that is free and allowed"):
        async with running(tmp_path, listen=[f"unix:{tmp_path}/absent/s"]):
            pass


async def test_a_data_folder_has_one_server(tmp_path: Path) -> None:
    """Two would both take up its matches."""
    async with running(tmp_path):
        with pytest.raises(FieldError, match="data_dir must be a folder that no other server"):
            async with running(tmp_path, listen=[":0"]):
                pass
    async with running(tmp_path):
        pass


async def test_a_data_folder_must_be_writable(tmp_path: Path) -> None:
    """A file in its place is not."""
    (tmp_path / "data").write_text("")
    with pytest.raises(FieldError, match="data_dir must be a folder that can be written"):
        async with running(tmp_path):
            pass


async def test_journals_are_their_owners_alone(referee: Referee) -> None:
    """Folder and files: they hold seeds and what tokens are made from."""
    await referee.create()
    folder = referee.server.lobby.folder
    assert stat.S_IMODE(folder.journals.stat().st_mode) == 0o700
    (journal,) = folder.unfinished()
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600


# TLS.


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost and its key, made by openssl as the documents say."""
    if shutil.which("openssl") is None:
        assert "CI" not in os.environ, "openssl is missing"
        pytest.skip("openssl is missing")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(
        [
            *command.split(),
            "-subj",
            "/CN=localhost",
            "-addext",
            names,
            "-keyout",
            key,
            "-out",
            cert,
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


async def test_with_a_certificate_tcp_speaks_tls(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    """For who trusts it, and nobody else; a socket file never does."""
    cert, key = certificate
    listen = [f"unix:{tmp_path}/s", "127.0.0.1:0"]
    async with running(tmp_path, listen=listen, tls_cert=cert, tls_key=key) as referee:
        plain, secure = referee.server.addresses
        port = secure.rpartition(":")[2]
        assert await _serves(plain)
        trusted = grpc.ssl_channel_credentials(cert.read_bytes())
        assert await _serves(f"localhost:{port}", trusted)
        for credentials in (grpc.ssl_channel_credentials(), None):
            problem = await refusal(_serves(f"localhost:{port}", credentials))
            assert problem.code == "UNAVAILABLE"


async def test_keys_that_can_t_be_used_are_refused(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    """A file that is not there, and files that hold nothing of the kind."""
    cert, _ = certificate
    garbage = tmp_path / "garbage.pem"
    garbage.write_text("garbage")
    for key in (tmp_path / "absent", garbage):
        with pytest.raises(FieldError, match="tls_cert and tls_key must be "):
            async with running(tmp_path, listen=[":0"], tls_cert=cert, tls_key=key):
                pass


# Health, draining.


async def test_health_tells_when_the_server_drains(tmp_path: Path) -> None:
    """SERVING at first, then NOT_SERVING, also to who watches."""
    async with running(tmp_path, drain_grace_ns=0) as referee:
        stub: Any = health_pb2_grpc.HealthStub(referee.channel)
        request = health_pb2.HealthCheckRequest(service="")
        watching = stub.Watch(request)
        assert (await soon(watching.read())).status == Serving.SERVING
        assert (await soon(stub.Check(request))).status == Serving.SERVING
        await referee.server.drain()
        assert (await soon(watching.read())).status == Serving.NOT_SERVING
        assert (await soon(stub.Check(request))).status == Serving.NOT_SERVING
        watching.cancel()


async def test_draining_lets_matches_end(tmp_path: Path) -> None:
    """Bots are told, also those that come later; the drain is over when the matches are."""
    async with running(tmp_path) as referee:
        made = await referee.create(config_json='{"rounds": 1}')
        streams = [referee.stream(), referee.stream()]
        await streams[0].join(made.seat_tokens[0])
        draining = asyncio.create_task(referee.server.drain())
        assert await streams[0].next("draining")
        await streams[1].join(made.seat_tokens[1])
        assert await streams[1].next("draining")
        for stream in streams:
            assert not draining.done()
            await stream.answer(await stream.turn(), bid(1))
        for stream in streams:
            assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
        await soon(draining)


async def test_what_the_grace_does_not_end_goes_on_after_the_restart(tmp_path: Path) -> None:
    """With the same tokens, at the same turn; the stream ends with UNAVAILABLE meanwhile."""
    async with running(tmp_path, drain_grace_ns=0) as referee:
        made = await referee.create(config_json='{"rounds": 2}', time_control=terms(move_time=60))
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        for turn in [await stream.turn() for _ in range(2)]:
            await stream.answer(turn, bid(1))
        open_turn = await stream.turn()
        await referee.server.drain()
        await referee.server.stop()
        assert (await stream.status()).code == "UNAVAILABLE"
    async with running(tmp_path) as referee:
        match = await referee.get(made.match.match_id)
        assert (match.phase, match.steps) == (match_pb2.MATCH_PHASE_RUNNING, 1)
        stream = referee.stream()
        joins = await stream.join(*made.seat_tokens)
        assert all(joined.rejoined for joined in joins)
        turns = [await stream.turn() for _ in range(2)]
        again = next(turn for turn in turns if turn.seat == open_turn.seat)
        assert again.observation == open_turn.observation
        for turn in turns:
            assert turn.turn == 2
            await stream.answer(turn, bid(1))
        assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES


def test_the_log_is_lines_of_json(tmp_path: Path) -> None:
    """With level, time, and the error's story in one line."""
    program = (
        "from referee.server.process.logs import configure_logs, get_log\n"
        "configure_logs('info')\n"
        "log = get_log(match='m')\n"
        "log.debug('unheard')\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: log.exception('it fails', seat=1)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    entry = json.loads(line)
    assert entry["event"] == "it fails"
    assert (entry["match"], entry["seat"], entry["level"]) == ("m", 1, "error")
    assert "ZeroDivisionError" in entry["exception"]
    assert entry["timestamp"].endswith("Z")
