"""Organizer keys with names and the certificate: what a file may have, and what a reload changes."""

from __future__ import annotations

import asyncio
import hmac
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
import trustme

from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc, play_service_pb2
from referee.core.errors import FieldError
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.credentials import Credentials, OrganizerKeys, Sources, read_keys
from tests.server.routed import routed
from tests.server.running import PATIENT, BotStream, Referee, refusal, running, soon

ANNA, BERT, CARL = (f"{name}'s-secret-of-some-length" for name in ("anna", "bert", "carl"))
FILE = f"# keys\n\nanna = {ANNA}\n  bert={BERT}  \n"


def _bearer(key: str) -> Any:
    return (("authorization", f"Bearer {key}"),)


def _write(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o600)
    return path


# The file.


def test_a_file_has_names_and_keys(tmp_path: Path) -> None:
    """Comments, empty lines and spaces around names and keys don't count; a key may have any sign."""
    keys = read_keys(_write(tmp_path / "keys", FILE + "c.1_-=" + "=#!" * 6))
    assert keys == [("anna", ANNA), ("bert", BERT), ("c.1_-", "=#!" * 6)]


@pytest.mark.parametrize(
    ("text", "bound", "where"),
    [
        ("anna\n", "lines NAME=KEY", "line 1 of"),
        (f"{ANNA}\n", "lines NAME=KEY", "line 1 of"),
        (f"# one\n={ANNA}\n", "lines NAME=KEY", "line 2 of"),
        (f"an na={ANNA}\n", "lines NAME=KEY", "line 1 of"),
        (f"anna={ANNA} {BERT}\n", "lines NAME=KEY", "line 1 of"),
        (f"anna={ANNA}ü\n", "lines NAME=KEY", "line 1 of"),
        (f"{'n' * 41}={ANNA}\n", "lines NAME=KEY", "line 1 of"),
        (
            f"anna={ANNA}\nbert=short-secret-15\n".replace("-15", "-1"),
            "keys of at least 16",
            "line 2",
        ),
        (f"anna={ANNA}\n\nanna={BERT}\n", "names that are given once", "line 3 of"),
        (f"anna={ANNA}\nbert={ANNA}\n", "keys that differ", "line 2 of"),
        (f"organizer={ANNA}\n", "names that are given once", "line 1 of"),
        ("single=the-key-of-the-flag\n", "keys that differ", "line 1 of"),
        ("", "a file with at least one line NAME=KEY", "keys"),
        ("# nothing\n\n", "a file with at least one line NAME=KEY", "keys"),
        ("".join(f"n{n}={ANNA}{n}\n" for n in range(65)), "a file of at most 64 keys", "65"),
        ("#" * 65_537, "at most 65536 bytes", "keys"),
    ],
)
def test_a_file_that_can_t_be_used_is_refused_by_its_line(
    tmp_path: Path, text: str, bound: str, where: str
) -> None:
    """And what the error says has no key in it."""
    path = _write(tmp_path / "keys", text)
    with pytest.raises(FieldError) as caught:
        read_keys(path, [("organizer", "the-key-of-the-flag")])
    message = str(caught.value)
    assert message.startswith(f"organizer_keys_file must be {bound}")
    assert where in message
    assert "secret" not in message


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """With the system's reason."""
    with pytest.raises(FieldError, match=r"organizer_keys_file .*No such file or directory"):
        read_keys(tmp_path / "absent")


@pytest.mark.parametrize(("mode", "warned"), [(0o600, False), (0o640, True), (0o604, True)])
def test_a_file_that_others_can_read_is_warned_of(tmp_path: Path, mode: int, warned: bool) -> None:
    """In the log, by its mode."""
    path = _write(tmp_path / "keys", FILE)
    path.chmod(mode)
    with structlog.testing.capture_logs() as lines:
        read_keys(path)
    assert [line["mode"] for line in lines] == ([f"{mode:o}"] if warned else [])


def test_a_key_is_compared_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever it is: as many comparisons, each of which takes the same time."""
    counted = 0
    compare = hmac.compare_digest

    def noted(given: bytes, known: bytes) -> bool:
        nonlocal counted
        counted += 1
        return compare(given, known)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    keys = OrganizerKeys([("anna", ANNA), ("bert", BERT), ("carl", CARL)])
    for given, name in ((ANNA, "anna"), (CARL, "carl"), ("wrong", None), ("", None)):
        counted = 0
        assert keys.name_of(f"Bearer {given}".encode()) == name
        assert counted == 3
    assert keys.name_of(ANNA.encode()) is None
    assert not any(key in repr(keys) for key in (ANNA, BERT, CARL))


def test_settings_never_show_a_key(tmp_path: Path) -> None:
    """Of the credentials, nothing is in the text of a config."""
    path = _write(tmp_path / "keys", FILE)
    held = Credentials(Sources("the-key-of-the-flag", path))
    assert held.current.keys.names == ("organizer", "anna", "bert")
    shown = repr(held.current) + repr(held.sources)
    assert not any(key in shown for key in (ANNA, BERT, "the-key-of-the-flag"))


@pytest.mark.parametrize("settings", [{"closed": True}, {"listen": (parse_listen("0.0.0.0:1"),)}])
def test_a_file_of_keys_is_as_good_as_a_key(settings: dict[str, Any]) -> None:
    """Where one must be given."""
    given: dict[str, Any] = {"listen": (parse_listen(":0"),), "data_dir": Path("d")} | settings
    tls: dict[str, Any] = {"tls_cert": Path("c"), "tls_key": Path("k")}
    with pytest.raises(FieldError):
        ServerConfig(**given, **tls)
    ServerConfig(**given, **tls, organizer_keys_file=Path("keys"))


# Keys in use.


@asynccontextmanager
async def _started(kind: str, folder: Path, **settings: Any) -> AsyncIterator[Referee]:
    if kind == "server":
        async with running(folder, **settings) as referee:
            yield referee
    else:
        async with routed(folder, **settings) as (referee, _):
            yield referee


def _create(referee: Referee, key: str) -> Any:
    request = lobby_service_pb2.CreateMatchRequest(game="toy_bid", time_control=PATIENT)
    return soon(referee.lobby.CreateMatch(request, metadata=_bearer(key)))


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_one_key_is_replaced_without_the_others(kind: str, tmp_path: Path) -> None:
    """After a reload the new one opens all, the former one nothing, and the others what they did."""
    path = _write(tmp_path / "keys", FILE)
    settings = {"organizer_keys_file": path, "organizer_key": "single", "closed": True}
    async with _started(kind, tmp_path, **settings) as referee:
        for key in (ANNA, BERT, "single"):
            await _create(referee, key)
        assert (await refusal(_create(referee, CARL))).reason == "BAD_ORGANIZER_KEY"
        _write(path, f"anna={CARL}\nbert={BERT}\ndora={'d' * 16}\n")
        with structlog.testing.capture_logs() as lines:
            await referee.server.reload()
        (line,) = [line for line in lines if line["event"] == "reloaded"]
        assert (line["added"], line["replaced"]) == (["dora"], ["anna"])
        assert line["organizer_keys"] == ["organizer", "anna", "bert", "dora"]
        for _ in range(2):  # of two workers each gets one
            assert (await refusal(_create(referee, ANNA))).reason == "BAD_ORGANIZER_KEY"
            for key in (CARL, BERT, "single", "d" * 16):
                await _create(referee, key)


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_the_log_names_who_has_made_and_aborted_a_match(kind: str, tmp_path: Path) -> None:
    """By the name of the key, never by the key."""
    path = _write(tmp_path / "keys", FILE)
    async with _started(kind, tmp_path, organizer_keys_file=path) as referee:
        with structlog.testing.capture_logs() as lines:
            made = await _create(referee, ANNA)
            request = lobby_service_pb2.AbortMatchRequest(match_id=made.match.match_id)
            await soon(referee.lobby.AbortMatch(request, metadata=_bearer(BERT)))
    said = {line["event"]: line.get("organizer") for line in lines}
    assert (said["match created"], said["match aborted"]) == ("anna", "bert")
    assert not any(key in repr(lines) for key in (ANNA, BERT))


@pytest.mark.parametrize("broken", ["", "# all gone\n", "anna=short\n", None])
async def test_a_reload_that_fails_changes_nothing(tmp_path: Path, broken: str | None) -> None:
    """The former keys stay, and the log says what is wrong."""
    path = _write(tmp_path / "keys", FILE)
    async with running(tmp_path, organizer_keys_file=path) as referee:
        if broken is None:
            path.unlink()
        else:
            _write(path, broken)
        with structlog.testing.capture_logs() as lines:
            await referee.server.reload()
        (line,) = lines
        assert (line["log_level"], line["event"].partition(":")[0]) == ("error", "reload failed")
        assert line["reason"].startswith("organizer_keys_file must be ")
        await _create(referee, ANNA)
        assert (await refusal(_create(referee, CARL))).reason == "BAD_ORGANIZER_KEY"


async def test_a_server_does_not_start_without_its_keys(tmp_path: Path) -> None:
    """Rather than with none, which would make everybody an organizer."""
    with pytest.raises(FieldError, match="organizer_keys_file"):
        async with running(tmp_path, organizer_keys_file=tmp_path / "absent"):
            pass


# The certificate.


AUTHORITY = trustme.CA()


def _issue(folder: Path, *, key_of: trustme.LeafCert | None = None) -> trustme.LeafCert:
    """Write a new certificate with its key, or with another's."""
    leaf = AUTHORITY.issue_cert("localhost", "127.0.0.1")
    (folder / "cert.pem").write_bytes(b"".join(each.bytes() for each in leaf.cert_chain_pems))
    (folder / "key.pem").write_bytes((key_of or leaf).private_key_pem.bytes())
    return leaf


def _presented(address: str) -> bytes:
    """The certificate that a new connection is presented with."""
    context = ssl.create_default_context()
    AUTHORITY.configure_trust(context)
    context.set_alpn_protocols(["h2"])
    host, _, port = address.rpartition(":")
    with (
        socket.create_connection((host, int(port))) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        der = secure.getpeercert(binary_form=True)
    assert der is not None
    return der


def _der(leaf: trustme.LeafCert) -> bytes:
    return ssl.PEM_cert_to_DER_cert(leaf.cert_chain_pems[0].bytes().decode())


def _channel(address: str) -> grpc.aio.Channel:
    trusted = grpc.ssl_channel_credentials(AUTHORITY.cert_pem.bytes())
    options = [("grpc.use_local_subchannel_pool", 1)]
    port = address.rpartition(":")[2]
    return grpc.aio.secure_channel(f"localhost:{port}", trusted, options=options)


def _addresses(referee: Referee) -> list[str]:
    """All of its addresses that speak TLS."""
    return [each for each in referee.server.addresses if not each.startswith("unix:")]


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_a_certificate_is_renewed_without_a_lost_stream(kind: str, tmp_path: Path) -> None:
    """At each of two ports; new connections get the new one, and a stream that is open goes on."""
    first = _issue(tmp_path)
    settings: dict[str, Any] = {
        "listen": [f"unix:{tmp_path}/s", "127.0.0.1:0", "127.0.0.1:0"],
        "tls_cert": tmp_path / "cert.pem",
        "tls_key": tmp_path / "key.pem",
    }
    async with _started(kind, tmp_path, **settings) as referee:
        addresses = _addresses(referee)
        streams = [BotStream(_channel(address)) for address in addresses]
        for stream in streams:
            await stream.settle(1)
        for address in addresses:
            assert await asyncio.to_thread(_presented, address) == _der(first)
        second = _issue(tmp_path)
        with structlog.testing.capture_logs() as lines:
            await referee.server.reload()
        (line,) = [line for line in lines if line["event"] == "reloaded"]
        assert line["certificate_changed"]
        for address in addresses:
            for _ in range(2):
                assert await asyncio.to_thread(_presented, address) == _der(second)
            async with _channel(address) as channel:
                stub = lobby_service_pb2_grpc.LobbyServiceStub(channel)
                assert (await soon(stub.ListGames(lobby_service_pb2.ListGamesRequest()))).games
        for stream in streams:
            await stream.settle(2)
            await stream.break_off()


@pytest.mark.parametrize("broken", ["key of another", "no key", "no certificate", "garbage"])
async def test_a_certificate_that_can_t_be_used_changes_nothing(
    tmp_path: Path, broken: str
) -> None:
    """Keys stay as well: both are replaced, or neither."""
    first = _issue(tmp_path)
    path = _write(tmp_path / "keys", FILE)
    settings: dict[str, Any] = {
        "listen": [f"unix:{tmp_path}/s", "127.0.0.1:0"],
        "tls_cert": tmp_path / "cert.pem",
        "tls_key": tmp_path / "key.pem",
        "organizer_keys_file": path,
    }
    async with running(tmp_path, **settings) as referee:
        match broken:
            case "key of another":
                _issue(tmp_path, key_of=first)
            case "no key":
                (tmp_path / "key.pem").unlink()
            case "no certificate":
                (tmp_path / "cert.pem").unlink()
            case "garbage":
                (tmp_path / "cert.pem").write_text("garbage")
        _write(path, f"carl={CARL}\n")
        with structlog.testing.capture_logs() as lines:
            await referee.server.reload()
        (line,) = lines
        assert line["log_level"] == "error"
        assert line["reason"].startswith("tls_cert and tls_key must be ")
        address = referee.server.addresses[1]
        assert await asyncio.to_thread(_presented, address) == _der(first)
        await _create(referee, ANNA)
        assert (await refusal(_create(referee, CARL))).reason == "BAD_ORGANIZER_KEY"


async def test_workers_own_addresses_get_the_new_certificate(tmp_path: Path) -> None:
    """Where streams come past the router."""
    _issue(tmp_path)
    settings: dict[str, Any] = {
        "listen": [f"unix:{tmp_path}/s"],
        "worker_listen": parse_listen("127.0.0.1:0"),
        "tls_cert": tmp_path / "cert.pem",
        "tls_key": tmp_path / "key.pem",
    }
    async with routed(tmp_path, **settings) as (referee, fleet):
        addresses = [worker.server.direct_address for worker in fleet.workers]
        stream = BotStream(_channel(addresses[0]))
        await stream.send(ping=play_service_pb2.Ping(number=1))
        assert await stream.next("pong")
        second = _issue(tmp_path)
        await referee.server.reload()
        for address in addresses:
            assert await asyncio.to_thread(_presented, address) == _der(second)
        await stream.settle(2)
        await stream.break_off()
