"""The arena's server: what it shows of matches and replays, to whom, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee import __version__ as VERSION  # noqa: N812
from referee.core.errors import FieldError
from referee_arena.server import access, inputs
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.settings import ArenaSettings, Listen
from referee_client.address import Address
from tests.arena.arena import Arena, arena_running, read_stream
from tests.server.bidding import begun, play_bids
from tests.server.running import Referee, running

pytestmark = pytest.mark.usefixtures("toys")

ORGANIZER = "organizer-key-of-the-test"
Policy = lobby_service_pb2.SpectatePolicy
WITHHELD = lobby_service_pb2.REVEAL_POLICY_WITHHELD


async def test_a_bot_that_reads_the_arena_learns_what_the_public_may(
    arena: Arena, referee: Referee
) -> None:
    """It asks for all there is, of its own match and of others, with the token of its own seat."""
    own, own_stream = await begun(referee, 3, label="round 7 of the final")
    other, other_stream = await begun(referee, 3)
    await arena.post("/api/tokens", {"token": own.seat_tokens[0]})
    for match in (own, other):
        await arena.browser.get(f"/api/matches/{match.match.match_id}/public/index")
    await arena.browser.get(f"/api/matches/{own.match.match_id}/seat-0/index")
    await play_bids(own_stream, 3, 4)  # the lower bid is its seat's own
    await play_bids(own_stream, 6, 5)
    await play_bids(other_stream, 9, 8)
    seen = ""
    for match in (own, other):
        name = match.match.match_id
        pages = [f"/match/{name}", f"/api/replays/{name}/all/index", f"/api/replays/{name}/file"]
        for eyes in ("public", "all", "seat-0", "seat-1"):
            base = f"/api/matches/{name}/{eyes}"
            pages += [f"{base}/index", f"{base}/latest", f"{base}/chunks/0"]
            if eyes != "seat-1" and not (match is other and eyes == "seat-0"):
                watched = await arena.browser.get(f"{base}/index")
                if watched.status_code == 200:
                    last = 2 if match is own else 1
                    seen += json.dumps(await read_stream(arena, f"{base}/stream?from=0", last))
        for page in (*pages, "/", "/api/matches"):
            seen += (await arena.browser.get(page)).text
    assert "3.0" in seen  # what its own seat has bid, and was told
    for secret in ("5.0", "8.0", "round 7 of the final", *own.seat_tokens, *other.seat_tokens):
        assert secret not in seen, secret


async def test_a_seats_eyes_are_opened_by_its_token_alone(arena: Arena, referee: Referee) -> None:
    """The token is posted once, lies in no address, and the cookie can be read by no script."""
    made, stream = await begun(referee, 2)
    own = f"/api/matches/{made.match.match_id}/seat-0"
    refused = await arena.json(f"{own}/index", 403)
    assert "seat-0 is not open to you" in refused["error"]
    answer = await arena.post("/api/tokens", {"token": made.seat_tokens[0]})
    assert answer.json() == {"match": made.match.match_id, "seat": 0}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    await arena.json(f"{own}/index")
    await play_bids(stream, 3, 7)
    told = await read_stream(arena, f"{own}/stream?from=0", 1)
    assert "3.0" in json.dumps(told)  # its own bids
    assert (await arena.json(f"/api/matches/{made.match.match_id}/seat-1/index", 403))["error"]
    other = arena.new_browser()
    assert (await other.get(f"{own}/index")).status_code == 403
    await other.aclose()


async def test_a_wrong_token_opens_nothing(arena: Arena, referee: Referee) -> None:
    """And what is wrong is said."""
    made, _ = await begun(referee, 2)
    for token in ("", "x", "a.b.c", f"{made.match.match_id}.0.wrong", f"{made.match.match_id}.9.x"):
        answer = await arena.post("/api/tokens", {"token": token})
        assert answer.status_code in (400, 401, 403, 404), token
        assert answer.json()["error"]
    assert (await arena.post("/api/tokens", {"token": 3})).status_code == 400
    assert (await arena.post("/api/tokens", [])).status_code == 400


async def test_sessions_and_their_seats_are_bounded(
    arena: Arena, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that has been idle the longest is forgotten; a further seat is refused."""
    monkeypatch.setattr(access, "MOST_SESSIONS", 2)
    monkeypatch.setattr(access, "MOST_MATCHES", 1)
    (one, _), (other, _) = [await begun(referee, 2) for _ in range(2)]
    own = f"/api/matches/{one.match.match_id}/seat-0/index"
    assert (await arena.post("/api/tokens", {"token": one.seat_tokens[0]})).status_code == 200
    assert (await arena.post("/api/tokens", {"token": other.seat_tokens[0]})).status_code == 429
    await arena.json(own)
    first, arena.browser = arena.browser, arena.new_browser()
    for _ in range(2):
        arena.browser.cookies.clear()
        assert (await arena.post("/api/tokens", {"token": one.seat_tokens[0]})).status_code == 200
    assert (await first.get(own)).status_code == 403
    await first.aclose()


async def test_the_public_gets_nothing_of_what_seats_are_told(
    arena: Arena, referee: Referee
) -> None:
    """Neither in a stream, nor in lists, nor in pages: bids of this game are secret."""
    made, stream = await begun(referee, 2, label="organizer's own")
    match = made.match.match_id
    await arena.json(f"/api/matches/{match}/public/index")
    await play_bids(stream, 3, 7)
    told = json.dumps(await read_stream(arena, f"/api/matches/{match}/public/stream?from=0", 1))
    page = (await arena.browser.get(f"/match/{match}")).text
    listed = json.dumps(await arena.json("/api/matches"))
    # The version of the referee, which pages name, may contain the bid.
    page = page.replace(VERSION, "")
    for shown in (told, page, listed):
        assert "3.0" not in shown
        assert "organizer's own" not in shown
        assert not any(token in shown for token in made.seat_tokens)


async def test_everything_is_shown_where_the_match_allows_it(
    referee: Referee, arena: Arena
) -> None:
    """With its delay; a match that doesn't keeps it until its end."""
    open_, stream = await begun(referee, 2, spectate_policy=Policy(full_view_delay=0))
    closed, _ = await begun(referee, 2)
    await play_bids(stream, 3, 7)
    told = await read_stream(arena, f"/api/matches/{open_.match.match_id}/all/stream?from=0", 1)
    assert "3.0" in json.dumps(told)
    refused = await arena.json(f"/api/matches/{closed.match.match_id}/all/index", 403)
    assert "opens after its end" in refused["error"]


async def test_an_ended_match_is_shown_from_its_replay(arena: Arena, referee: Referee) -> None:
    """To all eyes, with the proof of its dice, and as a file."""
    match, _ = await referee.play(3, 4)
    await referee.replays_written()
    page = (await arena.browser.get(f"/match/{match}")).text
    told = json.loads(page.split('id="page">')[1].split("</script>")[0])
    assert [eyes["id"] for eyes in told["eyes"]] == ["all", "public", "seat-0", "seat-1"]
    index = await arena.json(f"{told['base']}/all/index")
    assert index["over"]
    assert set(index["proof"]) >= {"commitment", "server_seed", "salt", "match_seed"}
    assert [entry["step"] for entry in index["timeline"]] == [0, 1, 2, 2]
    assert await arena.json(f"{told['base']}/seat-1/chunks/0")
    assert (await arena.json(f"{told['base']}/seat-1/chunks/1", 404))["error"]
    assert "must be one of" in (await arena.json(f"{told['base']}/nobody/index", 404))["error"]
    file = await arena.browser.get(told["file"])
    assert file.status_code == 200
    assert f"{match}.replay" in file.headers["content-disposition"]


async def test_a_match_that_shares_its_dice_is_not_shown_to_everybody(tmp_path: Path) -> None:
    """Not while it runs, nor its replay: a bot of another match could read its own dice there."""
    async with (
        running(tmp_path, organizer_key=ORGANIZER) as referee,
        arena_running(referee=referee.address, organizer_key=ORGANIZER) as arena,
        arena_running(
            referee=referee.address, organizer_key=ORGANIZER, access_key="key of guests"
        ) as private,
    ):
        metadata = (("authorization", f"Bearer {ORGANIZER}"),)
        request = lobby_service_pb2.CreateMatchRequest(
            game="toy_bid", config_json='{"rounds": 1}', reveal_policy=WITHHELD
        )
        made = await referee.lobby.CreateMatch(request, metadata=metadata)
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        match = made.match.match_id
        assert (await arena.json("/api/matches"))["matches"] == []
        assert "shares its dice" in (await arena.json(f"/api/matches/{match}/public/index", 403))["error"]  # fmt: skip
        assert (await arena.browser.get(f"/match/{match}")).status_code == 403
        await private.post("/api/enter", {"key": "key of guests"})
        assert (await private.json(f"/api/matches/{match}/public/index"))["match"] == match
        await play_bids(stream, 1, 2)
        await stream.ended()
        await stream.ended()
        await referee.replays_written()
        assert (await arena.json(f"/api/replays/{match}/all/index", 403))["error"]
        assert (await arena.browser.get(f"/api/replays/{match}/file")).status_code == 403
        assert (await private.json(f"/api/replays/{match}/all/index"))["over"]


async def test_a_private_arena_shows_nothing_without_its_key(referee: Referee) -> None:
    """No page, no list, no stream; the key is posted once and then a cookie."""
    made, _ = await begun(referee, 1)
    async with arena_running(referee=referee.address, access_key="s3cret") as arena:
        for path in ("/api/matches", f"/api/matches/{made.match.match_id}/public/index"):
            assert "needs its key" in (await arena.json(path, 401))["error"]
        page = await arena.browser.get("/")
        assert page.status_code == 401
        assert made.match.match_id not in page.text
        assert (await arena.post("/api/enter", {"key": "wrong"})).status_code == 401
        assert (await arena.post("/api/enter", {"key": "s3cret"})).status_code == 200
        assert (await arena.browser.get("/")).status_code == 200
        assert len((await arena.json("/api/matches"))["matches"]) == 1


async def test_only_its_own_pages_and_names_are_answered(arena: Arena) -> None:
    """A page of another site can't post, and a name that points here isn't its own."""
    port = arena.address.rpartition(":")[2]
    rebound = await arena.browser.get("/", headers={"host": f"evil.example:{port}"})
    assert rebound.status_code == 421
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{int(port) ^ 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert (await arena.post("/api/enter", {"key": "x"}, **headers)).status_code == 403
    silent = await arena.browser.post("/api/enter", json={"key": "x"})
    assert silent.status_code == 403, "browsers always say where they post from"
    own = {"origin": arena.address, "content-type": "application/json"}
    form = await arena.browser.post("/api/enter", headers=own | {"content-type": "text/plain"})
    assert form.status_code == 415
    long = await arena.browser.post(
        "/api/enter", content=b"x" * (inputs.MOST_BYTES + 1), headers=own
    )
    assert long.status_code == 413

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1025):
            yield b"x" * 1024

    unannounced = await arena.browser.post("/api/enter", content=endless(), headers=own)
    assert unannounced.status_code == 413
    assert (await arena.browser.get("/api/nothing")).json() == {"error": "Not Found"}


async def test_every_answer_forbids_caches_and_what_is_inline(arena: Arena) -> None:
    """Pages of seats must not lie in a cache, and no text of a bot may run."""
    for path in ("/", "/api/matches", "/nowhere"):
        headers = (await arena.browser.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["cache-control"] == "no-store, private"
        assert headers["x-content-type-options"] == "nosniff"


async def test_bad_numbers_are_told(arena: Arena, referee: Referee) -> None:
    """A frame, a chunk, eyes and a match that there are not."""
    made, _ = await begun(referee, 1)
    base = f"/api/matches/{made.match.match_id}"
    assert "from must be" in (await arena.json(f"{base}/public/stream?from=-1", 400))["error"]
    assert "chunk must be" in (await arena.json(f"{base}/public/chunks/7", 404))["error"]
    assert "one of all, public" in (await arena.json(f"{base}/nobody/index", 404))["error"]
    assert "unknown match" in (await arena.json("/api/matches/none/public/index", 404))["error"]


async def test_a_replay_that_is_refused_leaves_no_file(referee: Referee, tmp_path: Path) -> None:
    """Visitors ask for any number of them."""
    folder = tmp_path / "fetched"
    folder.mkdir()
    link = RefereeLink(Address.parse(referee.address), "")
    with pytest.raises(NotShownError, match="no replay of match"):
        await link.save_replay("none", folder)
    assert list(folder.iterdir()) == []
    await link.close()


async def test_a_referee_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The page says so, and not where it was looked for; the arena goes on."""
    async with arena_running(referee=f"unix:{tmp_path}/nobody.sock") as arena:
        told = await arena.json("/api/matches", 503)
        assert told == {"error": "the referee does not answer"}
        assert (await arena.browser.get("/")).status_code == 200


async def test_an_arena_without_a_referee_has_no_live_matches() -> None:
    """It says what it was started without."""
    async with arena_running() as arena:
        page = await arena.browser.get("/")
        assert "--referee" in page.text
        assert (await arena.browser.get("/match/x")).status_code == 404


@pytest.mark.parametrize("text", ["", "8080", "host", "host:70000", "a b:1", "http://x:1"])
def test_a_bad_address_to_listen_at_is_refused(text: str) -> None:
    """With the field, the bound and the value."""
    with pytest.raises(FieldError, match="listen"):
        Listen.parse(text)


def test_names_it_answers_by() -> None:
    """Its own, those that are given, and any where it listens everywhere and none is given."""
    local = ArenaSettings(listen=Listen.parse("127.0.0.1:0"), hosts=("arena.example",))
    assert local.hosts_allowed == {"arena.example", "localhost", "127.0.0.1", "[::1]"}
    assert ArenaSettings(listen=Listen.parse("0.0.0.0:80")).hosts_allowed == frozenset()
    assert ArenaSettings(listen=Listen.parse("[::1]:80")).listen.is_local
    named = ArenaSettings(listen=Listen.parse("Games.example:80"))
    assert named.hosts_allowed == {"games.example"}
