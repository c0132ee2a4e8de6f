"""Matches that exist: found, listed and aborted, and who may call what."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path
from typing import Any, NoReturn

import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from tests.helpers.patience import come_true
from tests.server.creating import Create, bad
from tests.server.running import Problem, Referee, refusal, running, soon, untimed

# Looking and ending.


@pytest.mark.parametrize("match_id", ["", "absent", "../lock", "x" * 1000, "a\0b"])
@pytest.mark.parametrize("call", ["GetMatch", "AbortMatch", "SeatHouseBot"])
async def test_an_unknown_match_is_not_found(referee: Referee, call: str, match_id: str) -> None:
    """Whatever the id looks like."""
    request = getattr(lobby_service_pb2, f"{call}Request")(match_id=match_id)
    problem = await refusal(getattr(referee.lobby, call)(request))
    text = f"unknown match {match_id[:40]!r}"
    assert problem == Problem("NOT_FOUND", "UNKNOWN_MATCH", text)


async def test_matches_are_listed_newest_first(referee: Referee) -> None:
    """By page, by phase, by label."""
    ids: list[str] = []
    for number in range(5):
        made = await referee.create(label="even" if number % 2 == 0 else "odd")
        ids.insert(0, made.match.match_id)
    await referee.abort(ids[0])

    async def listed(**fields: Any) -> tuple[list[str], str]:
        request = lobby_service_pb2.ListMatchesRequest(**fields)
        page = await soon(referee.lobby.ListMatches(request))
        return [match.match_id for match in page.matches], page.next_page_token

    assert await listed() == (ids, "")
    assert await listed(page_size=5) == (ids, "")
    first, token = await listed(page_size=2)
    second, token = await listed(page_size=2, page_token=token)
    last, end = await listed(page_size=2, page_token=token)
    assert (first + second + last, end) == (ids, "")
    assert await listed(label="odd") == ([ids[1], ids[3]], "")
    assert await listed(phase="MATCH_PHASE_ENDED") == ([ids[0]], "")
    assert await listed(phase="MATCH_PHASE_WAITING", label="even") == ([ids[2], ids[4]], "")
    assert await listed(phase="MATCH_PHASE_RUNNING") == ([], "")


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"page_size": -1}, "page_size", "from 0 to 1000, not -1"),
        ({"page_size": 1001}, "page_size", "from 0 to 1000, not 1001"),
        ({"page_token": "x"}, "page_token", "the next_page_token of another page, not 'x'"),
        ({"page_token": "-1"}, "page_token", "the next_page_token of another page, not '-1'"),
        ({"page_token": "²"}, "page_token", "the next_page_token of another page, not '²'"),
    ],
)
async def test_pages_are_bounded(
    referee: Referee, fields: dict[str, Any], field: str, said: str
) -> None:
    """And their tokens are ours."""
    request = lobby_service_pb2.ListMatchesRequest(**fields)
    assert await refusal(referee.lobby.ListMatches(request)) == bad("BAD_FIELD", field, said)


async def test_a_waiting_match_can_be_aborted(referee: Referee) -> None:
    """It is void, with the reason for people; a second abort changes nothing."""
    match_id = (await referee.create()).match.match_id
    match = await referee.abort(match_id, "the hall is on fire")
    assert match.phase == match_pb2.MATCH_PHASE_ENDED
    assert match.outcome.cause == match_pb2.END_CAUSE_OPERATOR
    assert match.outcome.text == "the hall is on fire"
    assert [seat.placement for seat in match.outcome.seats] == [0, 0]
    assert await referee.abort(match_id, "again") == match
    assert await referee.get(match_id) == match


async def test_a_running_match_can_be_aborted(referee: Referee) -> None:
    """Its bots are told, and its strikes stay."""
    made = await referee.create()
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    await stream.turn()
    match = await referee.abort(made.match.match_id)
    assert match.outcome.text == "aborted by an operator"
    for _ in range(2):
        ended = await stream.ended()
        assert ended.outcome == untimed(match.outcome)
        assert ended.reveal == match.reveal
    assert not any(seat.connected for seat in match.seats)


async def test_an_ended_match_can_t_be_aborted(referee: Referee) -> None:
    """It stays as it ended."""
    match_id, _ = await referee.play(1)
    before = await referee.get(match_id)
    assert before.outcome.cause == match_pb2.END_CAUSE_RULES
    assert await referee.abort(match_id, "too late") == before


async def test_a_reason_is_bounded(referee: Referee) -> None:
    """The match goes on."""
    match_id = (await referee.create()).match.match_id
    request = lobby_service_pb2.AbortMatchRequest(match_id=match_id, reason="r" * 201)
    assert await refusal(referee.lobby.AbortMatch(request)) == bad(
        "BAD_FIELD", "reason", "at most 200 characters, not '201 characters'"
    )
    assert (await referee.get(match_id)).phase == match_pb2.MATCH_PHASE_WAITING


# The organizer key.

OPEN_CALLS = ("ListGames", "GetGame", "Enqueue")
"""Calls that need no key."""
CLOSED_CALLS = ("CreateMatch", "GetMatch", "ListMatches", "AbortMatch", "SeatHouseBot")
"""Calls that do."""


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer wrong", "Bearer secret ", "bearer secret", "secret"],
)
async def test_without_the_key_nothing_can_be_organized(
    tmp_path: Path, authorization: str | None
) -> None:
    """A missing or wrong key is refused before anything else is looked at."""
    metadata = None if authorization is None else (("authorization", authorization),)
    async with running(tmp_path, organizer_key="secret") as referee:
        for call in CLOSED_CALLS:
            request = getattr(lobby_service_pb2, f"{call}Request")()
            problem = await refusal(getattr(referee.lobby, call)(request, metadata=metadata))
            assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY"), call
            assert "secret" not in problem.text
        for call in OPEN_CALLS:
            request = getattr(lobby_service_pb2, f"{call}Request")(**_if_game(call))
            answer = getattr(referee.lobby, call)(request, metadata=metadata)
            if call != "ListGames":
                assert (await refusal(answer)).reason == "UNKNOWN_GAME"
            else:
                assert (await soon(answer)).games


def _if_game(call: str) -> dict[str, str]:
    return {} if call == "ListGames" else {"game": "chess"}


async def test_with_the_key_everything_can(tmp_path: Path) -> None:
    """As metadata of every call."""
    metadata = (("authorization", "Bearer secret"),)
    async with running(tmp_path, organizer_key="secret") as referee:
        made = await soon(referee.lobby.CreateMatch(Create(game="toy_bid"), metadata=metadata))
        request = lobby_service_pb2.GetMatchRequest(match_id=made.match.match_id)
        assert (await soon(referee.lobby.GetMatch(request, metadata=metadata))).match == made.match
        listing = lobby_service_pb2.ListMatchesRequest()
        listed = await soon(referee.lobby.ListMatches(listing, metadata=metadata))
        assert list(listed.matches) == [made.match]


async def test_a_request_is_safe_to_repeat_after_a_death_before_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal with the match's end becomes a replay at the next start; no second match is made."""

    def failing(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with running(tmp_path) as referee:
        with monkeypatch.context() as context:
            context.setattr("referee.replay.closing._write_part", failing)
            made = await referee.create(request_id="once")
            await referee.abort(made.match.match_id)
            await referee.server.lobby.replays_written()
        (journal,) = referee.server.lobby.folder.unfinished()
    async with running(tmp_path) as referee:
        assert not journal.exists()
        again = await referee.create(request_id="once")
        assert again.match.match_id == made.match.match_id
        assert again.seat_tokens == made.seat_tokens


async def test_a_repeated_request_waits_for_a_journal_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is there, though the server does not know yet how it stands."""
    async with running(tmp_path) as referee:
        made = await referee.create(request_id="once")

    def failing(*_: object) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as context:
        context.setattr("referee.server.lobby.recovery.survey", failing)
        async with running(tmp_path) as referee:
            recovery = referee.server.lobby.recovery
            assert recovery.is_postponed(made.match.match_id)
            asked = asyncio.ensure_future(referee.create(request_id="once"))
            await come_true(lambda: recovery._waiting == 1, "the call waits")
            context.undo()
            recovery.try_again()
            again = await soon(asked)
            assert again.match.match_id == made.match.match_id
            assert again.seat_tokens == made.seat_tokens


async def test_a_request_is_safe_to_repeat_after_its_match_and_a_restart(tmp_path: Path) -> None:
    """The answer is the first one's, tokens included, until its replay is gone."""
    async with running(tmp_path) as referee:
        made = await referee.create(request_id="once")
        await referee.abort(made.match.match_id)
    async with running(tmp_path) as referee:
        again = await referee.create(request_id="once")
        assert again.match.match_id == made.match.match_id
        assert again.seat_tokens == made.seat_tokens
        problem = await refusal(referee.create(request_id="once", label="another"))
        assert problem.fields == ("request_id",)
    for replay in (tmp_path / "data" / "replays").iterdir():
        replay.unlink()
    async with running(tmp_path) as referee:
        assert (await referee.create(request_id="once")).match.match_id != made.match.match_id
