"""A tournament's own referee can be reached from other machines, by TLS, where that is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import grpc
import pytest
import trustme

from gamereferee.v1 import attend_service_pb2
from tests.helpers.patience import come_true
from tests.server.attending import ANN, AttendClient, Organizer, key_of
from tests.server.running import refusal
from tests.tournaments.supervising import supervising
from tournaments.play.own_referee import OutsideAddress, OwnReferee
from tournaments.processes.process_book import ProcessNumbers
from tournaments.store.folder import DataFolder


@pytest.mark.slow
async def test_helpers_reach_it_by_tls(tmp_path: Path) -> None:
    """At its outside address it takes helpers with the organizer's keys, and organizers with theirs."""
    authority = trustme.CA()
    leaf = authority.issue_cert("localhost")
    (tmp_path / "cert.pem").write_bytes(b"".join(each.bytes() for each in leaf.cert_chain_pems))
    (tmp_path / "key.pem").write_bytes(leaf.private_key_pem.bytes())
    notes: list[str] = []
    async with supervising() as supervisor:
        own = OwnReferee(
            DataFolder(tmp_path / "data"),
            supervisor=supervisor,
            book=ProcessNumbers(),
            note=notes.append,
            think_slots=1,
            outside=OutsideAddress("127.0.0.1:0", tmp_path / "cert.pem", tmp_path / "key.pem"),
        )
        async with own.running():
            port = await _port(tmp_path / "data")
            roots = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
            key = (("authorization", f"Bearer {own.organizer_key}"),)
            async with grpc.aio.secure_channel(f"localhost:{port}", roots) as channel:
                await Organizer(channel, key).set_keys(key_of(ANN, "ann"))
                accepted = await AttendClient(channel).hello(ANN, "ann")
                assert accepted.accepted.silence.ToSeconds() == 10
            async with grpc.aio.insecure_channel(f"localhost:{port}") as channel:
                request = attend_service_pb2.SetAttendeesRequest()
                call = Organizer(channel, key).stub.SetAttendees(request)
                assert (await refusal(call)).code == "UNAVAILABLE"
    assert notes == []


async def _port(data: Path) -> int:
    """The port that it listens on, from its log."""
    found: list[str] = []

    def listens() -> bool:
        for log in data.rglob("referee/0001.stderr"):
            for line in log.read_text().splitlines():
                fields = json.loads(line)
                if fields["event"] == "listening":
                    found.extend(fields["addresses"])
        return bool(found)

    await come_true(listens, "the referee's addresses")
    return int(found[1].rpartition(":")[2])
