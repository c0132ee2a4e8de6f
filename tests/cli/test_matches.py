"""`referee matches`: whose turn it is, and how long it still is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest

from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc, match_pb2
from referee.cli import matches
from referee.core.clock import ManualClock
from referee.core.time_control import SECOND
from tests.cli.command import Ran, check_one_line

Referee = Callable[..., Ran]
NOW_S = 1_800_000_000
DAY_S = 24 * 3600


def _match(match_id: str, *left_s: int | None, label: str = "") -> match_pb2.Match:
    """A running match whose seats have so much time left; None for a seat that is not asked."""
    match = match_pb2.Match(match_id=match_id, game="toy", steps=7, label=label)
    match.phase = match_pb2.MATCH_PHASE_RUNNING
    for number, left in enumerate(left_s):
        seat = match.seats.add(seat=number, player=f"player{number}")
        if left is not None:
            seat.open_turn.turn = 8
            seat.open_turn.deadline.seconds = NOW_S + left
    return match


class _Lobby(lobby_service_pb2_grpc.LobbyServiceServicer):
    """Lists some matches in two pages, and shows them to their seats."""

    matches = (
        _match("slow", None, 2 * DAY_S + 3 * 3600, label="club"),
        _match("quick"),
        _match("soon", 59 * 60, 3 * 3600),
    )

    def ListMatches(self, request: Any, context: Any) -> Any:  # noqa: N802
        if dict(context.invocation_metadata()).get("authorization") != "Bearer key":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "this call needs the organizer key")
        assert request.phase == match_pb2.MATCH_PHASE_RUNNING
        found = [each for each in self.matches if request.label in ("", each.label)]
        first = int(request.page_token or 0)
        return lobby_service_pb2.ListMatchesResponse(
            matches=found[first : first + 2],
            next_page_token="2" if first == 0 and len(found) > 2 else "",
        )

    def GetMatch(self, request: Any, _: Any) -> Any:  # noqa: N802
        found = {each.match_id: each for each in self.matches}
        return lobby_service_pb2.GetMatchResponse(match=found[request.match_id])


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A lobby at a socket, in a time that stands still."""
    monkeypatch.setattr(matches, "SystemClock", lambda: ManualClock(NOW_S * SECOND))
    server = grpc.server(ThreadPoolExecutor(1))
    lobby: Any = _Lobby
    lobby_service_pb2_grpc.add_LobbyServiceServicer_to_server(lobby(), server)
    server.add_insecure_port(f"unix:{tmp_path}/s")
    server.start()
    yield f"unix:{tmp_path}/s"
    server.stop(None)


def test_the_nearest_deadline_is_first(referee: Referee, address: str) -> None:
    """A match without a deadline is last."""
    ran = referee("matches", address, "--organizer-key", "key")
    assert ran.out.splitlines() == [
        "match  game  steps  waits for seat        time left       label",
        "soon   toy   7      0 player0, 1 player1  59 minutes",
        "slow   toy   7      1 player1             2 days 3 hours  club",
        "quick  toy   7      -                     -",
    ]
    assert (ran.status, ran.err) == (0, "")


def test_programs_get_json(referee: Referee, address: str) -> None:
    """The same matches in the same order, with times in UTC."""
    ran = referee("matches", address, "--organizer-key", "key", "--json")
    soon, slow, quick = json.loads(ran.out)["matches"]
    assert slow == {
        "match": "slow",
        "game": "toy",
        "steps": 7,
        "label": "club",
        "waits_for": [
            {
                "seat": 1,
                "player": "player1",
                "turn": 8,
                "start": None,
                "deadline": "2027-01-17T11:00:00Z",
            }
        ],
    }
    assert [each["seat"] for each in soon["waits_for"]] == [0, 1]
    assert (quick["match"], quick["waits_for"]) == ("quick", [])


def test_names_do_nothing_to_the_terminal(
    referee: Referee, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players choose them."""
    match = _match("soon", 60)
    match.seats[0].player = "eve\x1b[2J"
    monkeypatch.setattr(_Lobby, "matches", (match,))
    assert "eve?[2J" in referee("matches", address, "--organizer-key", "key").out


def test_only_one_label(referee: Referee, address: str) -> None:
    """The server leaves out the others."""
    ran = referee("matches", address, "--organizer-key", "key", "--label", "club")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["match", "slow"]


def test_a_player_has_tokens_and_no_key(referee: Referee, address: str, tmp_path: Path) -> None:
    """One a line, with remarks."""
    file = tmp_path / "tokens"
    file.write_text("# mine\nslow.1.secret\n\nsoon.0.secret\n")
    ran = referee("matches", address, "--tokens", str(file))
    assert [line.split()[0] for line in ran.out.splitlines()] == ["match", "soon", "slow"]


def test_mistakes_are_one_line(referee: Referee, address: str, tmp_path: Path) -> None:
    """A missing key, and a missing file."""
    check_one_line(referee("matches", address), "this call needs the organizer key")
    missing = str(tmp_path / "missing")
    check_one_line(referee("matches", address, "--tokens", missing), "tokens must be a file")
