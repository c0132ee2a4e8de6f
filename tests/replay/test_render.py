"""A replay as text and as JSON."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import replay_pb2
from referee.core.game import AnyPlugin
from referee.core.time_control import SECOND
from referee.match import events as ev
from referee.replay.errors import ReplayError
from referee.replay.reader import load
from referee.replay.render import export_lines, show_lines
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SEQUENTIAL, SIMULTANEOUS
from tests.replay.recording import SALT, SERVER_SEED, Recorder, forge, kinds, record_match


def _play_bids(recorder: Recorder, *bids: tuple[int, int]) -> None:
    """Let both seats bid, round by round; seat 0 takes a millisecond, seat 1 two."""
    for turn, pair in enumerate(bids, start=1):
        for seat, bid in enumerate(pair):
            action = ToyAction(bid)
            payload = recorder.plugin.codec.encode_action(action)
            at_ns = (3 * turn + seat) * 1_000_000
            recorder.machine.note(ev.TurnHanded(seat, turn, at_ns - 1_000_000 * (seat + 1)))
            recorder.handle(ev.ActionReceived(seat, turn, action, payload, at_ns))


@pytest.fixture
def bids(tmp_path: Path) -> Path:
    """Two rounds of sealed bids: 3 beats 2, then 5 beats 1."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "bids.journal", config={"rounds": 2})
    recorder.join_all()
    _play_bids(recorder, (3, 2), (1, 5))
    return recorder.path


def test_a_match_is_shown_as_text(bids: Path) -> None:
    """Who played, what each did and how long it took, what happened, how it ended."""
    lines = list(show_lines(load(bids)))
    assert lines[:4] == [
        "match recorded: toy_bid version 1",
        "seats: 0 ada, 1 seat 1",
        "config: rounds=2 purse=10",
        "time: move 2s, bank 0, strikes 3",
    ]
    assert lines[5:] == [
        "ada joined (bot 0)",
        "seat 1 joined (bot 1)",
        "start",
        "step 1: ada in 1.0 ms, seat 1 in 2.0 ms",
        "      RoundWon round=0 seat=0 price=3",
        "step 2: ada in 1.0 ms, seat 1 in 2.0 ms",
        "      RoundWon round=1 seat=1 price=5",
        "end: RULES: the rules ended the match",
        "  ada: place 1, score 1, strikes 0",
        "  seat 1: place 2, score 1, strikes 0",
        f"match seed: {load(bids).records[-1].end.reveal.match_seed}",
    ]


def test_faults_are_shown(tmp_path: Path) -> None:
    """A refused message, a missed deadline, a restart and a forfeit each have a line."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    recorder.join_all()
    recorder.handle(ev.SeatResigned(0, SECOND))
    lines = list(show_lines(load(recorder.path)))
    assert "ada forfeits: RESIGNED" in lines
    assert "end: FORFEIT: a resignation left no rivals" in lines

    recorder = Recorder(SIMULTANEOUS, tmp_path / "n.journal")
    recorder.join_all()
    action = ToyAction(1)
    payload = SIMULTANEOUS.codec.encode_action(action)
    recorder.machine.note(ev.TurnHanded(1, 1, 0))
    recorder.handle(ev.ActionReceived(1, 7, action, payload, SECOND))
    recorder.handle(ev.ActionReceived(1, 1, action, payload, SECOND))
    recorder.handle(ev.TimePassed(5 * SECOND))
    recovery = replay_pb2.Record(recovery=replay_pb2.RecoveryRecord(steps=1))
    forge(recorder.path, lambda records: records.append(recovery))
    assert list(show_lines(load(recorder.path)))[8:] == [
        "  seat 1: message not taken (EARLY)",
        "  ada missed the deadline of turn 1",
        "step 1: ada default, seat 1 in 1000.0 ms",
        "      RoundWon round=0 seat=1 price=1",
        "the referee was restarted after step 1",
    ]


def test_a_void_match_is_shown(tmp_path: Path) -> None:
    """It has no places."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    recorder.abort()
    assert list(show_lines(load(recorder.path)))[-4:] == [
        "end: OPERATOR: enough",
        "  ada: void, strikes 0",
        "  seat 1: void, strikes 0",
        "match seed: 0",
    ]


def test_private_events_say_to_whom(tmp_path: Path) -> None:
    """A replay shows everything, and who was told."""
    recorder = Recorder(SEQUENTIAL, tmp_path / "m.journal")
    recorder.join_all()
    lines = list(show_lines(load(recorder.path)))
    assert sum(line.startswith("      CardDrawn seat=0 value=") for line in lines) == 1
    assert "      CardDrawn seat=0 (to 1)" in lines
    assert "      CardDrawn seat=1 (to 0)" in lines


def test_records_of_an_unknown_kind_are_shown(bids: Path) -> None:
    """As what they are."""
    unknown = replay_pb2.Record.FromString(bytes.fromhex("fa010161"))
    forge(bids, lambda records: records.insert(4, unknown))
    assert "record 4 of a kind not known here" in list(show_lines(load(bids)))


def test_showing_stops_where_records_disagree(bids: Path) -> None:
    """What is sound is shown, then the error names the step."""
    forge(bids, lambda records: setattr(records[-2].step, "digest", bytes(16)))
    lines = show_lines(load(bids))
    shown: list[str] = []
    with pytest.raises(ReplayError, match=r"step 2: digest is 0{32}"):
        shown.extend(lines)
    assert shown[-1] == "      RoundWon round=0 seat=0 price=3"


def test_a_forged_fixed_seed_is_refused(bids: Path) -> None:
    """32 bytes can't be a match seed."""
    forge(bids, lambda records: setattr(records[0].header, "seed_fixed", True))
    with pytest.raises(ReplayError, match="a fixed seed has 8 bytes, not 32"):
        list(show_lines(load(bids)))


def _exported(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export_lines(load(path))]


def test_each_record_is_a_line_of_json(bids: Path) -> None:
    """All but the secret one, in order, each under its kind."""
    exported = _exported(bids)
    assert [list(line) for line in exported] == [
        ["header"],
        ["join"],
        ["join"],
        ["start"],
        ["step"],
        ["step"],
        ["end"],
    ]
    header, end = exported[0]["header"], exported[-1]["end"]
    assert header["game"] == "toy_bid"
    assert header["players"] == ["ada"]
    assert header["config"] == {
        "@type": "type.googleapis.com/google.protobuf.Struct",
        "value": {"rounds": 2.0, "purse": 10.0},
    }
    assert header["time_control"]["move_time"] == "2s"
    assert end["outcome"]["cause"] == "END_CAUSE_RULES"
    assert [seat["placement"] for seat in end["outcome"]["seats"]] == [1, 2]
    assert end["reveal"]["server_seed"] == base64.b64encode(SERVER_SEED).decode()
    assert end["reveal"]["salt"] == base64.b64encode(SALT).decode()


def test_actions_are_exported_readable(bids: Path) -> None:
    """As the game's messages in protobuf's JSON form, not as bytes."""
    steps = [line["step"] for line in _exported(bids) if "step" in line]
    assert [[action["payload"] for action in step["actions"]] for step in steps] == [
        [3.0, 2.0],
        [1.0, 5.0],
    ]
    assert [action["elapsed_us"] for action in steps[0]["actions"]] == ["1000", "2000"]


def test_defaulted_actions_have_no_payload(tmp_path: Path) -> None:
    """Nobody sent one."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    recorder.join_all()
    recorder.handle(ev.TimePassed(5 * SECOND))
    (step,) = [line["step"] for line in _exported(recorder.path) if "step" in line]
    for action in step["actions"]:
        assert action["kind"] == "ACTION_KIND_DEFAULTED"
        assert "payload" not in action


def test_an_unreadable_action_is_exported_as_it_is(bids: Path) -> None:
    """In hexadecimal; exporting simulates nothing, so it is no error."""
    forge(bids, lambda records: setattr(records[-2].step.actions[1], "payload", b"\xff"))
    assert _exported(bids)[-2]["step"]["actions"][1]["payload"] == "ff"


def test_every_game_can_be_shown_and_exported(plugin: AnyPlugin, tmp_path: Path) -> None:
    """With all its messages: one line of JSON a record, one line of text at least a step."""
    path = tmp_path / "m.journal"
    recorder = record_match(plugin, path)
    replay = load(path)
    shown = list(show_lines(replay))
    assert sum(line.startswith("step ") for line in shown) == recorder.machine.steps
    exported = _exported(path)
    kept = [kind for kind in kinds(replay.records) if kind != "secret"]
    assert [next(iter(line)) for line in exported] == kept
    for line in exported:
        for action in line.get("step", {}).get("actions", []):
            assert action["payload"] is not None
