"""`referee watch` and `referee replay`: messages, as far as the eyes that look may hear them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from gamereferee.v1.play_service_pb2 import Said, Say
from referee.cli.watch.live import LiveSource
from referee.cli.watch.paint import Place, painted
from referee.cli.watch.printing import frame_text
from referee.match import events as ev
from referee.replay.frames import Frame
from referee.replay.recorded import RecordedSource
from tests.cli.command import Ran
from tests.helpers.installed import install
from tests.helpers.toy_games import TALKING, TOYS
from tests.helpers.toy_talk import HALL, ROOM
from tests.replay.recording import Recorder
from tests.server.running import bid, running, soon

Referee = Callable[..., Ran]


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry finds the toy games."""
    install(monkeypatch, *TOYS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """In round 1 seat 1 talks in the hall and goes apart; in round 2 seats 0 and 2 share a room.

    The match is aborted after seat 0 has said a last word in round 3.
    """
    recorder = Recorder(TALKING, tmp_path / "talk.journal", num_seats=3)
    recorder.join_all()

    def say(seat: int, channel: str, text: str) -> None:
        turn = recorder.machine.seats[seat].turn
        recorder.handle(ev.Spoken(seat, turn, channel, text.encode(), 0, 0))

    def act(*values: int) -> None:
        for value in values:
            action = TALKING.game.parse_action(value)
            recorder.answer_by(_always(TALKING.codec.encode_action(action)))

    say(1, HALL, "\u009b2Jhello\u202e")
    act(1, 0)
    say(2, ROOM, "psst")
    act(1, 2)
    say(0, HALL, "bye")
    recorder.abort()
    recorder.journal.close()
    return recorder.path


def _always(payload: bytes) -> Callable[[bytes], bytes]:
    """Answers anything in the same way."""
    return lambda _: payload


def _messages(text: str) -> list[str]:
    """Lines that are messages, without their indent."""
    return [line.strip() for line in text.splitlines() if " in HALL" in line or " in ROOM" in line]


def test_a_replay_shows_messages_before_the_events_of_their_step(
    referee: Referee, path: Path
) -> None:
    """Who, where and what; control codes of a terminal as question marks."""
    ran = referee("watch", str(path), "--plain")
    assert ran.err == ""
    assert _messages(ran.out) == [
        "seat 1 in HALL: ?2Jhello?",
        "seat 2 in ROOM: psst",
        "ada in HALL: bye",
    ]
    lines = ran.out.splitlines()
    assert lines.index("  ada in HALL: bye") + 1 == lines.index(
        "the match is over: OPERATOR: enough"
    )
    step = lines.index("=== step 1, choose ===")
    assert lines[step + 1] == "  seat 1 in HALL: ?2Jhello?"


@pytest.mark.parametrize(("seat", "hears"), [(0, True), (1, False), (2, True)])
def test_a_seat_hears_its_own_rooms(
    referee: Referee, path: Path, seat: int, *, hears: bool
) -> None:
    """What was whispered elsewhere is not there."""
    ran = referee("watch", str(path), "--plain", "--seat", str(seat))
    assert len(_messages(ran.out)) == 2 + hears
    assert ("psst" in ran.out) == hears


def test_the_screen_shows_messages_among_the_events(path: Path) -> None:
    """With the number of the step, on one line each."""
    source = RecordedSource(path, None)
    frames = list(source.frames())
    console = Console(width=80, height=30, force_terminal=True, color_system=None)
    lines = console.render_lines(painted(source.heading, Place(frames), 80, 30))
    text = ["".join(segment.text for segment in line) for line in lines]
    assert any("    1  seat 1 in HALL: ?2Jhello?" in line for line in text)
    assert any("    2  seat 2 in ROOM: psst" in line for line in text)
    assert any("    2  ada in HALL: bye" in line for line in text)


def test_a_numbered_channel_is_named_with_its_number(path: Path) -> None:
    """TILE 5."""
    source = RecordedSource(path, None)
    frame = next(source.frames())
    said = Said(channel="TILE", number=5, seat=0, text="truce?")
    numbered = Frame(frame.step, frame.phase, frame.sight, said=(said,))
    assert "  ada in TILE 5: truce?" in frame_text(source.heading, numbered).splitlines()


async def test_a_live_match_shows_messages(tmp_path: Path) -> None:
    """To the public those of the hall; to a seat those of its rooms too."""
    async with running(tmp_path) as server:
        made = await server.create(
            "toy_talk", config_json='{"rounds": 2}', players=["ann", "bob", "cem"]
        )
        match_id = made.match.match_id
        stream = server.stream()
        await stream.join(*made.seat_tokens)
        turns = [await stream.turn() for _ in range(2)]
        begun = threading.Semaphore(0)
        watching = []
        for token in ["", made.seat_tokens[1], made.seat_tokens[2]]:
            source = await asyncio.to_thread(LiveSource, match_id, server.address, token=token)
            watching.append(asyncio.create_task(asyncio.to_thread(_text, source, begun)))
        for _ in watching:
            await soon(asyncio.to_thread(begun.acquire))
        for seat, channel, text, turn in [(1, HALL, "good luck", 1), (2, ROOM, "psst", 2)]:
            data = text.encode()
            say = Say(match_id=match_id, seat=seat, turn=turn, channel=channel, text=data)
            await stream.send(says=[say])
            for opened in turns:
                await stream.answer(opened, bid(opened.seat % 2))  # seat 1 goes apart
            turns = [await stream.turn() for _ in turns] if turn == 1 else []
        texts = [_messages(await soon(task)) for task in watching]
    hall = "bob in HALL: good luck"
    assert texts == [[hall], [hall], [hall, "cem in ROOM: psst"]]


def _text(source: LiveSource, begun: threading.Semaphore) -> str:
    texts = []
    for frame in source.frames():
        texts.append(frame_text(source.heading, frame))
        if len(texts) == 1:
            begun.release()
    return "\n".join(texts)
