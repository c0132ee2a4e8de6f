"""Verification: what holds, and that whatever was changed is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import error_pb2, match_pb2, replay_pb2
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.match import events as ev
from referee.replay.closing import close_journal
from referee.replay.journal import read_records
from referee.replay.verify import Verification, verify
from referee.testing.play import play_randomly
from tests.helpers.toy_games import SIMULTANEOUS
from tests.replay.recording import SERVER_SEED, Forgery, Recorder, forge, kinds, record_match

Records = list[replay_pb2.Record]

MATCH_SEED = 0xDF53A0DE91B1E3A8
"""First 8 bytes of HMAC-SHA256 over 16 bytes of 1 and 16 of 2, by `openssl dgst -mac HMAC`."""


def _step(records: Records, number: int) -> replay_pb2.StepRecord:
    """The record of a step, counted from 1."""
    return [record for record in records if record.HasField("step")][number - 1].step


def _end(records: Records) -> replay_pb2.EndRecord:
    return records[-1].end


def _swap(records: Records, one: int, other: int) -> None:
    records[one], records[other] = records[other], records[one]


def _swap_places(records: Records) -> None:
    first, second = _end(records).outcome.seats
    first.placement, second.placement = second.placement, first.placement


def _swap_results(records: Records) -> None:
    results = list(_end(records).outcome.seats)
    del _end(records).outcome.seats[:]
    _end(records).outcome.seats.extend(reversed(results))


def _flip(message: object, field: str, index: int = 0) -> None:
    """Change the first bit of a field of bytes, or of one entry of it."""
    value = getattr(message, field)
    if isinstance(value, bytes):
        setattr(message, field, bytes([value[0] ^ 1]) + value[1:])
    else:
        value[index] = bytes([value[index][0] ^ 1]) + value[index][1:]


def _index(records: Records, kind: str) -> int:
    return kinds(records).index(kind)


STEP_FORGERIES: dict[str, tuple[Forgery, str, int]] = {
    "first digest": (
        lambda records: _flip(_step(records, 1), "digest"),
        "step 1: digest is ",
        0,
    ),
    "third digest": (
        lambda records: _flip(_step(records, 3), "digest"),
        "step 3: digest is ",
        2,
    ),
    "action": (
        lambda records: setattr(
            _step(records, 2).actions[0], "payload", _step(records, 2).actions[1].payload
        ),
        "step 2: digest is ",
        1,
    ),
    "unreadable action": (
        lambda records: setattr(_step(records, 2).actions[0], "payload", b"\xff"),
        "no google.protobuf.Value",
        1,
    ),
    "default in place of an action": (
        lambda records: setattr(_step(records, 4).actions[1], "kind", 2),
        "step 4: the action of seat 1 can't be DEFAULTED",
        3,
    ),
    "kind of no action": (
        lambda records: setattr(_step(records, 4).actions[1], "kind", 0),
        "0 is not a valid ActionKind",
        3,
    ),
    "other turn": (
        lambda records: setattr(_step(records, 2).actions[1], "turn", 3),
        "step 2: seat 1 plays turn 3 instead of 2",
        1,
    ),
    "missing action": (
        lambda records: _step(records, 2).actions.pop(),
        "step 2: seats (0,) act instead of (0, 1)",
        1,
    ),
    "missing step": (
        lambda records: records.remove(replay_pb2.Record(step=_step(records, 2))),
        "step 2: seat 0 plays turn 3 instead of 2",
        1,
    ),
    "steps out of order": (
        lambda records: _swap(records, -2, -3),
        "step 3: seat 0 plays turn 4 instead of 3",
        2,
    ),
    "step twice": (
        lambda records: records.insert(-1, records[-2]),
        "step 5: nobody has to decide",
        4,
    ),
    "digest of the start": (
        lambda records: _flip(records[_index(records, "start")].start, "digest"),
        "the start: digest is ",
        0,
    ),
    "no start": (
        lambda records: records.pop(_index(records, "start")),
        "a match that never began can't end by the rules",
        0,
    ),
    "start twice": (
        lambda records: records.insert(_index(records, "step"), records[_index(records, "start")]),
        "the match starts twice",
        0,
    ),
    "start too early": (
        lambda records: _swap(records, _index(records, "start"), _index(records, "start") - 1),
        "the match starts before all seats have joined",
        0,
    ),
    "join twice": (
        lambda records: records.insert(_index(records, "join"), records[_index(records, "join")]),
        "seat 0 is joined for the first time twice",
        0,
    ),
    "join of no seat": (
        lambda records: records.insert(
            -1, replay_pb2.Record(join=replay_pb2.JoinRecord(seat=2, bot_name="x"))
        ),
        "there is no seat 2; the match has 2",
        4,
    ),
    "miss after the last turn": (
        lambda records: records.insert(
            -1, replay_pb2.Record(miss=replay_pb2.MissRecord(seat=1, turn=5))
        ),
        "step 5: seat 1 misses turn 5, but has none",
        4,
    ),
    "forfeit out of order": (
        lambda records: records.insert(
            -1,
            replay_pb2.Record(
                forfeit=replay_pb2.ForfeitRecord(
                    seat=0, cause=match_pb2.FORFEIT_CAUSE_TIME, order=2
                )
            ),
        ),
        "step 5: seat 0 forfeits as number 2 after number 0",
        4,
    ),
    "rejection for no reason": (
        lambda records: records.insert(
            -1,
            replay_pb2.Record(
                rejection=replay_pb2.RejectionRecord(seat=0, reason=error_pb2.ERROR_REASON_DRAINING)
            ),
        ),
        "13 is not a valid Rejection",
        4,
    ),
    "recovery after other steps": (
        lambda records: records.insert(
            -1, replay_pb2.Record(recovery=replay_pb2.RecoveryRecord(steps=3))
        ),
        "recovered after 3 steps, but there are 4",
        4,
    ),
}
"""Changes of what happened, what verification says, and the steps that agreed before."""

END_FORGERIES: dict[str, tuple[Forgery, str]] = {
    "no end": (lambda records: records.pop(), "the match has not ended"),
    "early end": (
        lambda records: records.insert(-2, records.pop()),
        "the match has not ended",
    ),
    "end after three steps": (
        lambda records: records.pop(-2),
        "the match ends by RULES after step 3, where it goes on",
    ),
    "two ends": (
        lambda records: records.append(records[-1]),
        "a Ended record follows the end of the match",
    ),
    "places": (_swap_places, "the outcome is "),
    "results out of order": (_swap_results, "the outcome's results are not in seat order"),
    "score": (
        lambda records: setattr(_end(records).outcome.seats[0], "score", 99),
        "the outcome is ",
    ),
    "strikes": (
        lambda records: setattr(_end(records).outcome.seats[1], "strikes", 1),
        "the outcome is ",
    ),
    "forfeit": (
        lambda records: setattr(_end(records).outcome.seats[1], "forfeit", 4),
        "the outcome is ",
    ),
    "missing result": (lambda records: _end(records).outcome.seats.pop(), "the outcome is "),
    "cause": (
        lambda records: setattr(_end(records).outcome, "cause", 2),
        "the match ends by BOT_TIME after step 4, where it ends by RULES",
    ),
    "no cause": (
        lambda records: _end(records).outcome.ClearField("cause"),
        "0 is not a valid EndCause",
    ),
    "void with places": (
        lambda records: setattr(_end(records).outcome, "cause", 7),
        "the outcome is ",
    ),
    "server seed": (
        lambda records: _flip(_end(records).reveal, "server_seed"),
        "the reveal doesn't match the seed commitment",
    ),
    "salt": (
        lambda records: _flip(_end(records).reveal, "salt"),
        "the reveal doesn't match the seed commitment",
    ),
    "commitment": (
        lambda records: _flip(records[0].header, "seed_commitment"),
        "the reveal doesn't match the seed commitment",
    ),
    "revealed nonce": (
        lambda records: _flip(_end(records).reveal, "nonces", 1),
        "the reveal's nonces are not those the seats joined with",
    ),
    "joined nonce": (
        lambda records: _flip(records[_index(records, "join")].join, "nonce"),
        "the reveal's nonces are not those the seats joined with",
    ),
    "match seed": (
        lambda records: setattr(_end(records).reveal, "match_seed", 1),
        f"the match seed is 1, but should be {MATCH_SEED}",
    ),
    "fixed": (
        lambda records: setattr(_end(records).reveal, "fixed", True),
        "the reveal and the header disagree whether the seed was fixed",
    ),
}
"""Changes of how it ended, and what verification says."""


def test_a_whole_match_holds(plugin: AnyPlugin, tmp_path: Path) -> None:
    """Of every game, as journal and as replay; it has as many steps as decision points."""
    path = tmp_path / "m.journal"
    steps = record_match(plugin, path).machine.steps
    assert steps > 1
    assert verify(path) == Verification(path, steps, None)
    close_journal(path, tmp_path / "m.replay")
    assert verify(tmp_path / "m.replay") == Verification(tmp_path / "m.replay", steps, None)
    assert verify(tmp_path / "m.replay").holds


def test_a_fixed_seed_holds(tmp_path: Path) -> None:
    """The match seed is the one given, and the steps are those of a game started with it."""
    path = tmp_path / "m.journal"
    record_match(SIMULTANEOUS, path, fixed_seed=2**64 - 1)
    assert verify(path).holds
    game = SIMULTANEOUS.game
    state, _ = game.start(game.config_class(), seed=2**64 - 1, num_seats=2)
    play_randomly(game, state, Stream(7))
    steps = [record.step for record in read_records(path) if record.HasField("step")]
    assert steps[-1].digest == game.digest(state)


def test_the_match_seed_comes_from_seed_and_nonces(recorded: Path) -> None:
    """As anybody can compute it."""
    *_, last = read_records(recorded)
    assert last.end.reveal.server_seed == SERVER_SEED
    assert last.end.reveal.match_seed == MATCH_SEED


@pytest.mark.parametrize("steps", [0, 2])
def test_an_aborted_match_holds(tmp_path: Path, steps: int) -> None:
    """Whenever it was."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    recorder.join_all()
    for _ in range(2 * steps):
        recorder.answer(Stream(1))
    recorder.abort()
    result = verify(recorder.path)
    assert (result.steps, result.problem) == (steps, None)


@pytest.mark.parametrize("joined", [0, 1])
def test_a_match_that_never_began_holds(tmp_path: Path, joined: int) -> None:
    """It has no match seed, and whoever has joined has no say in it."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    for seat in range(joined):
        recorder.handle(ev.SeatJoined(seat, 0, b"n" * 16, "early", ""))
    recorder.abort()
    result = verify(recorder.path)
    assert (result.steps, result.problem) == (0, None)


def _forged(recorded: Path, change: Any, message: str) -> Any:
    """Change a recorded match; check that its problem is noticed and names the file; return what was found."""
    forge(recorded, change)
    result = verify(recorded)
    assert not result.holds
    assert result.problem is not None
    assert str(recorded) in result.problem
    assert message in result.problem
    return result


@pytest.mark.parametrize("case", STEP_FORGERIES)
def test_the_first_step_that_differs_is_named(recorded: Path, case: str) -> None:
    """With the steps that agreed before it."""
    change, message, steps = STEP_FORGERIES[case]
    assert _forged(recorded, change, message).steps == steps


@pytest.mark.parametrize("case", END_FORGERIES)
def test_a_forged_end_is_noticed(recorded: Path, case: str) -> None:
    """Outcome, cause, seed, salt and nonces alike."""
    change, message = END_FORGERIES[case]
    _forged(recorded, change, message)


def test_a_fixed_seed_can_t_be_exchanged(tmp_path: Path) -> None:
    """Not even with a commitment to match: the dice are others."""
    path = tmp_path / "m.journal"
    record_match(SIMULTANEOUS, path, fixed_seed=5)
    forge(path, lambda records: setattr(_end(records).reveal, "match_seed", 6))
    assert verify(path).problem == f"{path}: the match seed is 6, but should be 5"


def test_a_match_that_never_began_can_t_be_won_by_the_rules(tmp_path: Path) -> None:
    """Nobody has played."""
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal")
    recorder.abort()
    forge(recorder.path, lambda records: setattr(_end(records).outcome, "cause", 1))
    problem = verify(recorder.path).problem
    assert problem == f"{recorder.path}: a match that never began can't end by the rules"


def test_a_file_that_can_t_be_read_is_a_problem(tmp_path: Path) -> None:
    """And no exception."""
    result = verify(tmp_path / "absent")
    assert result.steps == 0
    assert result.problem == f"{tmp_path / 'absent'}: can't be read: No such file or directory"
