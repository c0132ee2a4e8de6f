"""Matches under older rules: made when asked for, taken up and verified under what they began with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import struct_pb2

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.replay.journal import read_records
from referee.replay.reader import load
from referee.replay.verify import verify
from tests.helpers.installed import install
from tests.helpers.toy_versions import VERSIONED
from tests.replay.recording import record_match
from tests.server.running import Problem, Referee, refusal, running, soon


@pytest.fixture(autouse=True)
def amended(toys: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """The drawing toy is installed in version 2, with version 1 behind it."""
    install(monkeypatch, VERSIONED)


def _limit(match: match_pb2.Match) -> float:
    config = struct_pb2.Struct()
    assert match.config.Unpack(config)
    limit = config["limit"]
    assert isinstance(limit, float)
    return limit


@pytest.mark.parametrize(("asked", "version", "limit"), [(0, 2, 15), (1, 1, 21), (2, 2, 15)])
async def test_a_match_is_played_by_the_rules_that_are_asked_for(
    referee: Referee, asked: int, version: int, limit: int
) -> None:
    """The newest without any; its journal says which, and the config's defaults are those of that version."""
    made = await referee.create(game="toy_draw", game_version=asked)
    assert _limit(made.match) == limit
    journal = referee.server.lobby.folder.journal_path(made.match.match_id)
    first = next(iter(read_records(journal)))
    assert first.header.game_version == version


async def test_a_description_tells_all_versions(referee: Referee) -> None:
    """What is told of an older one differs in the defaults of its config."""

    async def described(**asked: int) -> tuple[int, list[int], int]:
        request = lobby_service_pb2.GetGameRequest(game="toy_draw", **asked)
        answer = await soon(referee.lobby.GetGame(request))
        schema: dict[str, Any] = json.loads(answer.config_schema)
        default = schema["properties"]["limit"]["default"]
        return answer.info.version, list(answer.info.versions), default

    assert await described() == (2, [1, 2], 15)
    assert await described(game_version=1) == (1, [1, 2], 21)
    request = lobby_service_pb2.GetGameRequest(game="toy_bid")
    assert list((await soon(referee.lobby.GetGame(request))).info.versions) == [1]


@pytest.mark.parametrize("call", ["GetGame", "CreateMatch"])
@pytest.mark.parametrize("version", [-1, 3])
async def test_an_unknown_version_is_refused(referee: Referee, call: str, version: int) -> None:
    """The text names those that are known."""
    request = getattr(lobby_service_pb2, f"{call}Request")(game="toy_draw", game_version=version)
    text = f"game_version must be one of 1, 2, not {version}"
    problem = await refusal(getattr(referee.lobby, call)(request))
    assert problem == Problem("INVALID_ARGUMENT", "BAD_FIELD", text, ("game_version",))


async def test_a_match_goes_on_under_the_rules_it_began_with(tmp_path: Path) -> None:
    """The program is newer after the restart; journal, match and replay stay of version 1."""
    async with running(tmp_path) as referee:
        made = await referee.create(game="toy_draw", game_version=1)
    async with running(tmp_path) as referee:
        request = lobby_service_pb2.GetMatchRequest(match_id=made.match.match_id)
        match = (await soon(referee.lobby.GetMatch(request))).match
        assert _limit(match) == 21
        (host,) = referee.server.lobby.matches()
        assert host.machine.terms.game.info.version == 1


@pytest.mark.parametrize("version", [1, 2])
def test_a_replay_is_verified_under_its_own_rules(tmp_path: Path, version: int) -> None:
    """A config that lacks a key has the default of its version, too."""
    path = tmp_path / "recorded.journal"
    record_match(VERSIONED.at(version), path)
    replay = load(path)
    assert replay.plugin.game.info.version == version
    assert replay.config.model_dump()["limit"] == {1: 21, 2: 15}[version]
    verify(path)
