"""Reveals that are held back until the organizer releases them."""

from __future__ import annotations

from pathlib import Path

from gamereferee.v1 import lobby_service_pb2, match_pb2, replay_pb2, replay_service_pb2
from referee.server.access.auth import seat_token
from tests.server.running import Problem, Referee, bid, refusal, running, soon

WITHHELD = lobby_service_pb2.REVEAL_POLICY_WITHHELD
KEY = (("authorization", "Bearer secret"),)


async def create(referee: Referee) -> lobby_service_pb2.CreateMatchResponse:
    """A match of one round whose reveal is held back, on a server with a key."""
    request = lobby_service_pb2.CreateMatchRequest(
        game="toy_bid", config_json='{"rounds": 1}', reveal_policy=WITHHELD
    )
    made: lobby_service_pb2.CreateMatchResponse = await soon(
        referee.lobby.CreateMatch(request, metadata=KEY)
    )
    return made


async def play(referee: Referee) -> tuple[str, list[str]]:
    """Play such a match; returns its id and tokens."""
    made = await create(referee)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    for _ in made.seat_tokens:
        await stream.answer(await stream.turn(), bid(1))
    for _ in made.seat_tokens:
        ended = await stream.ended()
        assert not ended.HasField("reveal")
        assert ended.reveal_withheld
    await referee.server.lobby.replays_written()
    return made.match.match_id, list(made.seat_tokens)


async def release(referee: Referee, match_id: str) -> match_pb2.Match:
    """Let the organizer release it."""
    request = lobby_service_pb2.ReleaseRevealRequest(match_id=match_id)
    answer = await soon(referee.lobby.ReleaseReveal(request, metadata=KEY))
    match: match_pb2.Match = answer.match
    return match


async def replay(referee: Referee, match_id: str, metadata: object = None) -> list[object]:
    """The records of a replay."""
    request = replay_service_pb2.GetReplayRequest(match_id=match_id)
    records: list[object] = []
    async for response in referee.replays.GetReplay(request, metadata=metadata):
        records += response.records
    return records


async def refused_replay(referee: Referee, match_id: str) -> Problem:
    """Why somebody without the key doesn't get a replay."""
    return await refusal(replay(referee, match_id))


async def test_only_the_organizer_sees_what_is_withheld(tmp_path: Path) -> None:
    """Neither the bots at the end, nor readers of replays, nor spectators, nor bots that come back."""
    async with running(tmp_path, organizer_key="secret") as referee:
        match_id, tokens = await play(referee)
        problem = await refused_replay(referee, match_id)
        assert (problem.code, problem.reason) == ("PERMISSION_DENIED", "NOT_VISIBLE")
        assert len(await replay(referee, match_id, KEY)) > 3
        watched = await referee.watch(match_id, seat_token=tokens[0]).last()
        assert not watched.HasField("reveal")
        stream = referee.stream()
        await stream.join(tokens[0])
        ended = await stream.ended()
        assert ended.reveal_withheld
        assert not ended.HasField("reveal")
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        match = (await soon(referee.lobby.GetMatch(request, metadata=KEY))).match
        assert match.reveal_withheld
        assert len(match.reveal.server_seed) == 32


async def test_a_released_reveal_is_everybodys(tmp_path: Path) -> None:
    """Its replay, its reveal, and for good: the next server knows, too."""
    async with running(tmp_path, organizer_key="secret") as referee:
        match_id, tokens = await play(referee)
        match = await release(referee, match_id)
        assert not match.reveal_withheld
        assert len(await replay(referee, match_id)) > 3
        watched = await referee.watch(match_id).last()
        assert watched.reveal == match.reveal
        assert (await release(referee, match_id)).reveal == match.reveal
    async with running(tmp_path, organizer_key="secret") as referee:
        assert len(await replay(referee, match_id)) > 3
        stream = referee.stream()
        await stream.join(tokens[0])
        ended = await stream.ended()
        assert ended.reveal == match.reveal
        assert not ended.reveal_withheld


async def test_what_is_withheld_stays_so_when_the_server_starts_again(tmp_path: Path) -> None:
    """The replay says so itself."""
    async with running(tmp_path, organizer_key="secret") as referee:
        match_id, tokens = await play(referee)
    async with running(tmp_path, organizer_key="secret") as referee:
        assert (await refused_replay(referee, match_id)).reason == "NOT_VISIBLE"
        stream = referee.stream()
        await stream.join(tokens[1])
        assert (await stream.ended()).reveal_withheld
        assert (await release(referee, match_id)).HasField("reveal")


async def test_a_release_needs_the_key_and_an_end(tmp_path: Path) -> None:
    """A match that runs has nothing to reveal yet."""
    async with running(tmp_path, organizer_key="secret") as referee:
        made = await create(referee)
        request = lobby_service_pb2.ReleaseRevealRequest(match_id=made.match.match_id)
        problem = await refusal(referee.lobby.ReleaseReveal(request))
        assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
        problem = await refusal(referee.lobby.ReleaseReveal(request, metadata=KEY))
        assert (problem.code, problem.reason) == ("FAILED_PRECONDITION", "NOT_ENDED")
        request = lobby_service_pb2.ReleaseRevealRequest(match_id="nosuchmatch")
        problem = await refusal(referee.lobby.ReleaseReveal(request, metadata=KEY))
        assert problem.code == "NOT_FOUND"


async def test_without_a_key_a_withheld_reveal_is_nobodys(referee: Referee) -> None:
    """Else everybody would be the organizer."""
    match_id, _ = await referee.play(1, reveal_policy=WITHHELD)
    await referee.server.lobby.replays_written()
    match = await referee.get(match_id)
    assert match.reveal_withheld
    assert not match.HasField("reveal")
    assert (await refused_replay(referee, match_id)).reason == "NOT_VISIBLE"
    problem = await refusal(referee.watch(match_id, full=True).next())
    assert problem.reason == "NOT_VISIBLE"
    assert (await release(referee, match_id)).HasField("reveal")
    assert await referee.watch(match_id, full=True).last()


async def test_reveals_come_at_once_unless_asked_otherwise(referee: Referee) -> None:
    """As ever; and a release of what isn't held back changes nothing."""
    match_id, _ = await referee.play(1)
    match = await referee.get(match_id)
    assert not match.reveal_withheld
    assert match.HasField("reveal")
    assert (await release(referee, match_id)) == match


async def test_a_router_passes_releases_on(anywhere: Referee) -> None:
    """To the worker of the match."""
    match_id, _ = await anywhere.play(1, reveal_policy=WITHHELD)
    assert (await anywhere.get(match_id)).reveal_withheld
    assert not (await release(anywhere, match_id)).reveal_withheld
    assert (await anywhere.get(match_id)).HasField("reveal")


async def test_nothing_that_is_revealed_gives_a_token(tmp_path: Path) -> None:
    """The replay has digests of the tokens, and neither they nor the salt are a key to any."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
        await referee.server.lobby.replays_written()
        header = (await replay(referee, match_id))[0]
        assert isinstance(header, replay_pb2.Record)
        salt = (await referee.get(match_id)).reveal.salt
        assert len(header.header.token_digests) == 2
        forged = [seat_token(match_id, seat, salt) for seat in range(2)]
        stream = referee.stream()
        await stream.present(*forged)
        for _ in forged:
            assert (await stream.refused()).reason == "BAD_TOKEN"
