"""Messages in replays: kept, checked, shown, and read back as they were written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.v1 import replay_pb2
from referee.match import events as ev
from referee.match import records as rec
from referee.replay.closing import close_journal
from referee.replay.reader import load
from referee.replay.records import encode, record_from_wire
from referee.replay.render import export_lines, show_lines
from referee.replay.rerun import Script
from referee.replay.verify import verify
from tests.helpers.toy_games import TALKING
from tests.helpers.toy_talk import HALL, ROOM
from tests.replay.recording import Forgery, Recorder, forge, kinds


@pytest.fixture
def talked(tmp_path: Path) -> Path:
    """Three rounds of three seats; all stay in room 0.

    Said: in round 1 "hi" by seat 1 in the hall, in round 2 "psst" by seat 2 in room 0, and one that
    is empty; in round 3 two by seat 2, who sleeps.
    """
    recorder = Recorder(TALKING, tmp_path / "t.journal", num_seats=3, config={"rounds": 3})
    recorder.join_all()
    words = [
        [(1, HALL, "hi")],
        [(2, ROOM, "psst"), (2, ROOM, "")],
        [(2, HALL, "žluťoučký\u202e"), (2, ROOM, "'quoted'")],
    ]
    for said in words:
        for seat, channel, text in said:
            turn = recorder.machine.seats[seat].turn
            recorder.handle(ev.Spoken(seat, turn, channel, text.encode(), 0, 0))
        for _ in range(2):
            recorder.answer_by(lambda _: TALKING.codec.encode_action(TALKING.game.parse_action(0)))
    recorder.journal.close()
    path = tmp_path / "t.replay"
    close_journal(recorder.path, path)
    return path


def test_a_match_with_talk_holds(talked: Path) -> None:
    """Messages stand where they were said, before the step that ended the decision point."""
    assert verify(talked).problem is None
    assert kinds(load(talked).records)[4:] == [
        *("start", "said", "step", "said", "rejection", "step", "said", "said", "step", "end"),
    ]


def test_talk_is_shown_as_text(talked: Path) -> None:
    """Who says what, where, and who hears it; nothing that a terminal would obey."""
    lines = [line for line in show_lines(load(talked)) if line.startswith("  ")]
    assert [line for line in lines if " says " in line or "not taken" in line] == [
        "  seat 1 says in HALL (to 0, 1, 2): 'hi'",
        "  seat 2 says in ROOM (to 0, 1, 2): 'psst'",
        "  seat 2: message not taken (MSG_BAD_TEXT)",
        "  seat 2 says in HALL (to 0, 1, 2): 'žluťoučký\\u202e'",
        "  seat 2 says in ROOM (to 0, 1, 2): \"'quoted'\"",
    ]


def test_talk_is_exported_as_json(talked: Path) -> None:
    """By the names of the schema."""
    lines = [json.loads(line) for line in export_lines(load(talked))]
    assert [line["said"] for line in lines if "said" in line][:2] == [
        {"seat": 1, "channel": "HALL", "text": "hi"},
        {"seat": 2, "channel": "ROOM", "text": "psst"},
    ]


def test_a_script_knows_what_a_seat_said(talked: Path) -> None:
    """After which step, also where the seat did not act."""
    replay = load(talked)
    assert [said.text for said in Script(replay, 1).said(0)] == ["hi"]
    assert [len(Script(replay, 2).said(steps)) for steps in range(4)] == [0, 1, 2, 0]


def _said(records: list[replay_pb2.Record], number: int) -> replay_pb2.SaidRecord:
    return [record for record in records if record.HasField("said")][number].said


FORGED: dict[str, tuple[Forgery, str]] = {
    "another sender out of range": (
        lambda records: setattr(_said(records, 0), "seat", 3),
        "record 5: there is no seat 3; the match has 3",
    ),
    "a closed hall": (
        lambda records: setattr(_said(records, 1), "channel", HALL),
        "record 7: step 2: seat 2 says 'psst', which is MSG_NO_ROOM",
    ),
    "no such channel": (
        lambda records: setattr(_said(records, 0), "channel", "MAIN"),
        "record 5: step 1: seat 1 says 'hi', which is MSG_BAD_TEXT: the channel must be one of",
    ),
    "too long": (
        lambda records: setattr(_said(records, 0), "text", "x" * 21),
        "which is MSG_TOO_LONG: the text must have from 1 to 20 bytes, not 21",
    ),
    "empty": (
        lambda records: setattr(_said(records, 0), "text", ""),
        "which is MSG_BAD_TEXT: the text must have from 1 to 20 bytes, not 0",
    ),
    "one too many": (
        lambda records: records.insert(9, records[7]),
        "record 9: step 2: seat 2 says 'psst', which is MSG_TOO_MANY",
    ),
    "before the match": (
        lambda records: records.insert(4, records.pop(5)),
        "record 4: step 1: seat 1 says 'hi' where nobody has to decide",
    ),
    "after the last step": (
        lambda records: records.insert(len(records) - 1, records[5]),
        "step 4: seat 1 says 'hi' where nobody has to decide",
    ),
}


@pytest.mark.parametrize(("change", "problem"), FORGED.values(), ids=FORGED)
def test_what_could_not_have_been_said_is_found(
    talked: Path, change: Forgery, problem: str
) -> None:
    """A replay with such a message does not hold, and the record is named.

    The one too many follows the one that was refused, which counts too.
    """
    forge(talked, change)
    found = verify(talked).problem
    assert found is not None
    assert problem in found


@given(seat=st.integers(0, 15), text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_message_survives_the_record(seat: int, text: str) -> None:
    """Any text that UTF-8 can hold."""
    record = rec.Said(seat, "MAIN", text)
    data = encode(record, replay_pb2.SecretRecord(), fixed=True)
    assert record_from_wire(replay_pb2.Record.FromString(data), TALKING.codec) == record
