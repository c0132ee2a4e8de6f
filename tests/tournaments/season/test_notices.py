"""Notices to webhooks: who is sent what, what is sent again, and that nobody holds up anybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.helpers.patience import patience
from tournaments.log.event import Event, chained
from tournaments.season import bodies
from tournaments.season.notices import EventSource, Notices
from tournaments.season.sentences import sentence
from tournaments.season.webhook import notices_client
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.spec.season import EVENT_TYPES, NEWS, NotifySpec

AT = "2027-03-01T08:00:00.000+00:00"
A, B = "https://chat.example.org/hook/secret", "http://user:word@other.example.org:81/in"
END = MatchEnd(EndCause.RULES, "over", (SeatResult(1, 3, 0, None), SeatResult(2, 1, 0, None)))
BODIES: list[dict[str, Any]] = [
    {"type": "opened"},
    bodies.run_began("0.3.0", 4, at=AT),
    bodies.key_made("ann", "ann", "ab" * 32, at=AT),
    bodies.received("1" * 32, "ann", "ann", door="http", key="ab" * 32, sent=AT, at=AT),
    bodies.admitted(
        "ann", "ann", 1, request="1" * 32, submitted="cd" * 32, run="ef" * 32, prior=None, at=AT
    ),
    bodies.season_changed("open", by="clock", reason="it opens", at=AT),
    bodies.match_started(
        1, 1, key="k", kind="local", entries=[("ann", 1), ("bob", 2)], ready=(), fitted=0, at=AT
    ),
    bodies.match_ended(1, 1, END, match_id="m", game_version=1, rated=True, at=AT),
    bodies.entry_changed(
        "benched", "ann", by="runner", reason="3 faults in a row", at=AT, until=AT
    ),
]
TOLD = [
    (1, "cup: the season is announced"),
    (5, "cup: ann enters the season"),
    (6, "cup: the season is open: it opens"),
    (9, "cup: ann is benched: 3 faults in a row"),
]
"""What is sent of these by default: number and text."""


class Log:
    """A log in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.source = EventSource(
            lambda number, most: self.events[number : number + most], lambda: len(self.events)
        )

    def add(self, *contents: dict[str, Any]) -> None:
        """Append events."""
        for body in contents:
            self.events.append(chained(body, self.events[-1] if self.events else None))


class Targets:
    """Addresses that answer as they are told, and keep what they were sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any], str]] = []
        self.answers: dict[
            str, list[httpx.Response | Exception | Callable[[], Awaitable[Any]]]
        ] = {}

    async def answer(self, request: httpx.Request) -> httpx.Response:
        """Keep a request; answer as planned, else 200."""
        url = str(request.url)
        self.sent.append((url, json.loads(request.content), request.headers["Idempotency-Key"]))
        planned = self.answers.get(url)
        if not planned:
            return httpx.Response(200)
        answer = planned.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, httpx.Response):
            return answer
        await answer()
        return httpx.Response(200)

    def told(self, url: str) -> list[tuple[int, str]]:
        """Numbers and texts of what was sent to an address."""
        return [(notice["event"], notice["text"]) for to, notice, _ in self.sent if to == url]


class Desk:
    """Notices of a log, with lines for the organizer, and pauses that pass at once."""

    def __init__(self, log: Log, targets: Targets, folder: Path, *specs: NotifySpec) -> None:
        self.said: list[str] = []
        self.pauses: list[float] = []
        self.client = httpx.AsyncClient(transport=httpx.MockTransport(targets.answer))
        self.notices = Notices(
            specs,
            folder,
            season="cup",
            season_id="t1",
            source=log.source,
            client=self.client,
            note=self.said.append,
            sleep=self.sleep,
        )

    async def sleep(self, seconds: float) -> None:
        """Pass at once."""
        self.pauses.append(seconds)
        await asyncio.sleep(0)


async def until(holds: Callable[[], bool], running: asyncio.Task[None]) -> None:
    """Wait for a condition while notices are sent."""
    async with asyncio.timeout(patience()):
        while not holds():
            await asyncio.sleep(0)
            if running.done():
                running.result()


def spec(webhook: str, *events: str) -> NotifySpec:
    """A `[[notify]]` table."""
    return NotifySpec(webhook=webhook, **({"events": events} if events else {}))


def test_every_type_of_event_has_a_sentence() -> None:
    """In words alone: no key, digest or address; and what is news is a part of all types."""
    more: list[dict[str, Any]] = [
        bodies.terms_changed("secret = 1", at=AT),
        bodies.admitted(
            "ann", "ann", 2, request="1" * 32, submitted=None, run="ef" * 32, prior=(1, 2), at=AT
        ),
        bodies.refused(
            "ann", request="1" * 32, stage="build", ours=False, submitted="cd" * 32, at=AT
        ),
        bodies.refused("ann", request="1" * 32, stage="play", ours=True, submitted=None, at=AT),
        bodies.refused("ann", request=None, stage="play", ours=False, submitted=None, at=AT),
        bodies.entry_changed("reinstated", "ann", by="organizer", reason="by mail", at=AT),
        bodies.entry_changed("withdrawn", "ann", by="author", reason="", at=AT),
        bodies.entry_changed("expelled", "ann", by="organizer", reason="it cheated", at=AT),
        bodies.presence("came", "ann", at=AT),
        bodies.presence("left", "ann", at=AT),
        bodies.match_void(3, 1, EndCause.HOST_FAILURE, match_id="m", again=True, at=AT),
        bodies.match_void(3, 3, EndCause.HOST_FAILURE, match_id="m", again=False, at=AT),
        bodies.annulled("annulled", match=3, entry=None, reason="power cut", at=AT),
        bodies.annulled("restored", match=None, entry="ann", reason="", at=AT),
        bodies.stage_began("final", [("ann", 2, "ab" * 32), ("bob", 1, "cd" * 32)], at=AT),
        bodies.stage_ended("final", ["bob", "ann"], "4:ab", at=AT),
        bodies.stage_skipped("final", "it needs at least 2 ranked entries, not 1", at=AT),
        {"type": "replays", "sha256": {"m": "ab" * 32}},
        {"type": "over", "secrets": ["ab" * 32]},
    ]
    told = [(body["type"], sentence(body)) for body in (*BODIES, *more)]
    assert {kind for kind, _ in told} == EVENT_TYPES
    assert NEWS < EVENT_TYPES
    assert [text for _, text in told[len(BODIES) :]] == [
        "the terms of the season have changed",
        "ann@2 replaces version 1",
        "a submission of ann is refused: it did not build",
        "the check of ann failed by a fault of the machine",
        "ann has not passed its check and stays benched",
        "ann is reinstated by the organizer: by mail",
        "ann is withdrawn by its author",
        "ann is expelled by the organizer: it cheated",
        "ann is here",
        "ann is away",
        "match 3 was void and is played again: the machine failed",
        "match 3 was void and is left without a result: the machine failed",
        "match 3 counts no longer: power cut",
        "all matches of ann count again",
        "stage final begins with ann@2 and bob",
        "stage final is over: bob is first, in front of ann",
        "stage final is left out: it needs at least 2 ranked entries, not 1",
        "the digest of 1 replay is on record",
        "the log is complete, and the secrets are published",
    ]
    for _, text in told:
        assert "ab" * 8 not in text
        assert "cd" * 8 not in text


def test_each_state_has_a_sentence() -> None:
    """Of a season."""
    for to in ("open", "frozen", "stages", "closed", "paused", "resumed"):
        body = bodies.season_changed(to, by="organizer", reason="so it is", at=AT)
        assert sentence(body).endswith(": so it is")


async def test_news_is_sent_in_order(tmp_path: Path) -> None:
    """With the event's number as the key by which a target knows it again."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    desk = Desk(log, targets, tmp_path, spec(A))
    running = asyncio.create_task(desk.notices.run())
    await until(lambda: len(targets.sent) == 1, running)
    log.add(*BODIES[1:])
    desk.notices.wake()
    await until(lambda: len(targets.sent) == 4, running)
    running.cancel()
    assert targets.told(A) == TOLD
    assert [key for _, _, key in targets.sent] == ["t1-1", "t1-5", "t1-6", "t1-9"]
    notice = targets.sent[1][1]
    assert notice == {
        "season": "cup",
        "season_id": "t1",
        "event": 5,
        "hash": log.events[4].hash,
        "type": "admitted",
        "at": AT,
        "text": TOLD[1][1],
        "content": TOLD[1][1],
    }
    assert desk.said == []


async def test_a_target_chooses_its_events(tmp_path: Path) -> None:
    """Others are passed over."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    desk = Desk(log, targets, tmp_path, spec(A, "started", "ended"))
    await desk.notices.flush()
    log.add(*BODIES[1:])
    await desk.notices.flush()
    assert targets.told(A) == [
        (7, "cup: match 1 begins: ann and bob@2"),
        (8, "cup: match 1 has a result"),
    ]


async def test_a_new_target_is_not_sent_the_past(tmp_path: Path) -> None:
    """Nor is any target sent again what an earlier run has sent."""
    log, targets = Log(), Targets()
    log.add(*BODIES[:6])
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    assert targets.sent == []
    log.add(*BODIES[6:])
    await Desk(log, targets, tmp_path, spec(A), spec(B)).notices.flush()
    await Desk(log, targets, tmp_path, spec(A), spec(B)).notices.flush()
    assert targets.told(A) == TOLD[3:]
    assert targets.told(B) == []


@pytest.mark.parametrize(
    "failure",
    [
        500,
        503,
        429,
        408,
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("silence"),
        httpx.RemoteProtocolError("garbage"),
    ],
    ids=str,
)
async def test_what_fails_is_sent_again(tmp_path: Path, failure: int | Exception) -> None:
    """Later and later, in order, and the organizer hears of it twice in all."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    desk = Desk(log, targets, tmp_path, spec(A))
    await desk.notices.flush()
    targets.sent.clear()
    targets.answers[A] = [
        failure if isinstance(failure, Exception) else httpx.Response(failure) for _ in range(4)
    ]
    log.add(*BODIES[1:])
    running = asyncio.create_task(desk.notices.run())
    await until(lambda: len(targets.sent) == 7, running)
    running.cancel()
    assert targets.told(A) == [TOLD[1]] * 5 + TOLD[2:]
    assert len({key for _, _, key in targets.sent[:5]}) == 1
    for pause, doubled in zip(desk.pauses, (1, 2, 4, 8), strict=True):
        assert 0.75 * doubled <= pause <= doubled
    assert desk.said == [
        "chat.example.org takes no notices now; they will be sent later",
        "chat.example.org takes notices again",
    ]


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [("30", 30, 30), ("99999", 3600, 3600), ("-5", 0, 1), ("nan", 0, 1), ("tomorrow", 0, 1)],
)
async def test_a_target_may_ask_for_a_pause(
    tmp_path: Path, header: str, least: float, most: float
) -> None:
    """Of an hour at most; what is no number counts for nothing."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    targets.answers[A] = [httpx.Response(429, headers={"Retry-After": header})]
    desk = Desk(log, targets, tmp_path, spec(A))
    running = asyncio.create_task(desk.notices.run())
    await until(lambda: len(targets.sent) == 2, running)
    running.cancel()
    assert len(desk.pauses) == 1
    assert least <= desk.pauses[0] <= most


@pytest.mark.parametrize("status", [301, 307, 400, 403, 404, 410])
async def test_what_is_refused_is_left_out(tmp_path: Path, status: int) -> None:
    """A refusal for good, or a redirect, holds up nothing; nobody follows it."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    targets.answers[A] = [httpx.Response(status, headers={"Location": B})]
    desk = Desk(log, targets, tmp_path, spec(A))
    await desk.notices.flush()
    log.add(*BODIES[1:])
    await desk.notices.flush()
    assert targets.told(A) == TOLD
    assert targets.told(B) == []
    assert desk.said == [f"chat.example.org has refused event 1 with status {status}"]


async def test_a_target_that_hangs_delays_nobody(tmp_path: Path) -> None:
    """The other one is sent everything meanwhile; its address is told without user, password and path."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    hangs = asyncio.Event()
    targets.answers[A] = [hangs.wait]
    targets.answers[B] = [httpx.Response(400)]
    desk = Desk(log, targets, tmp_path, spec(A), spec(B))
    running = asyncio.create_task(desk.notices.run())
    await until(lambda: len(targets.sent) == 2, running)
    log.add(*BODIES[1:])
    desk.notices.wake()
    await until(lambda: len(targets.told(B)) == 4, running)
    assert len(targets.told(A)) == 1
    hangs.set()
    await until(lambda: len(targets.told(A)) == 4, running)
    running.cancel()
    assert targets.told(A) == TOLD
    assert desk.said == ["other.example.org:81 has refused event 1 with status 400"]


async def test_a_kill_before_the_cursor_is_kept(tmp_path: Path) -> None:
    """What was sent is sent again, under the same key."""
    log, targets = Log(), Targets()
    log.add(BODIES[0])
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    (cursor,) = tmp_path.glob("*.json")
    before = cursor.read_text()
    log.add(*BODIES[1:5])
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    cursor.write_text(before)
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    assert targets.told(A) == [TOLD[0], TOLD[1], TOLD[1]]
    assert targets.sent[1][2] == targets.sent[2][2] == "t1-5"


@pytest.mark.parametrize("text", ["", "{", '{"event": "x"}', '{"event": -1}', "[]"])
async def test_a_broken_cursor_is_a_new_target(tmp_path: Path, text: str) -> None:
    """It is sent what happens from now on, and not all of the past."""
    log, targets = Log(), Targets()
    log.add(*BODIES[:6])
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    (cursor,) = tmp_path.glob("*.json")
    cursor.write_text(text)
    await Desk(log, targets, tmp_path, spec(A)).notices.flush()
    assert targets.sent == []
    assert json.loads(cursor.read_text()) == {"event": 6}


async def test_the_client_follows_no_redirects_and_no_proxies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the environment says."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example.org:1")
    client = notices_client()
    assert not client.follow_redirects
    assert not client.trust_env
    assert client.timeout.read == client.timeout.connect == 10.0
    await client.aclose()
