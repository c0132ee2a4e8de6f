"""`referee replay rerun`: a match goes on from a step of its replay, as it did or otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gamereferee.v1 import match_pb2, replay_pb2
from referee.games import registry
from referee.replay.journal import read_records
from referee.replay.reader import load
from tests.cli.command import Ran, process
from tests.cli.recorded_matches import Recorded, check_refused, observations, steps_of

Referee = Callable[..., Ran]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=() if name == "diceman" else pytest.mark.slow)
        for name in registry.names()
    ],
)
def test_a_bot_in_its_own_place_plays_the_same_match(tmp_path: Path, game: str) -> None:
    """Digest for digest, from the middle on; it sees what was seen there, from its first turn on."""
    match = Recorded(tmp_path, game)
    start = match.steps // 2
    player = match.player(1)
    ran, path = match.rerun("--from", str(start), "--replace", f"1={player}")
    assert ran.status == 0, ran.err
    assert f"as recorded to the end: all {match.steps} steps are the same" in ran.out
    assert [s.digest for s in steps_of(path)] == [s.digest for s in steps_of(match.path)]
    old, new = load(match.path), load(path)
    assert old.end is not None
    assert new.end is not None
    assert new.end.outcome == old.end.outcome
    assert new.header.label == f"rerun of recorded from step {start}"
    assert list(new.header.players) == ["ada", "player.py", *[""] * (new.header.num_seats - 2)]
    expected = observations(match.path, 1)
    told = match.seen()
    assert told
    assert told == [(turn, expected[turn]) for turn, _ in told]
    assert [turn for turn, _ in told] == list(range(told[0][0], max(expected) + 1))
    kept = sum(any(a.seat == 1 for a in s.actions) for s in steps_of(match.path)[:start])
    assert told[0][0] == kept + 1


def test_another_answer_takes_another_course(recorded: Recorded) -> None:
    """The decision where it departs is named; until there all digests are the recorded ones."""
    player = recorded.player(0, otherwise=5)
    ran, path = recorded.rerun("--from", "2", "--replace", f"0={player}", "--no-clock")
    assert "departs at step 5, with turn 5 of seat 0" in ran.out
    old, new = steps_of(recorded.path), steps_of(path)
    assert [step.digest for step in new[:4]] == [step.digest for step in old[:4]]
    assert new[4].actions[1].payload == old[4].actions[1].payload
    assert not load(path).header.time_control.HasField("move_time")
    again = str(recorded.folder / "again")
    words = ("replay", "rerun", str(recorded.path), "--from", "2", "--replace", f"0={player}")
    told = json.loads(process(*words, "--no-clock", "--replay-dir", again, "--json").out)
    assert (told["from_step"], told["departs"]) == (2, {"step": 5, "seat": 0, "turn": 5})
    assert set(told["outcomes"]) == {"recorded", "rerun"}
    assert len(told["outcomes"]["rerun"]["seats"]) == 2
    assert Path(told["replay"]).is_file()


@pytest.mark.slow
def test_others_may_be_house_bots_or_give_up(recorded: Recorded) -> None:
    """Both can be asked for; who gives every turn up is not taken out for it."""
    player = recorded.player(0)
    _, path = recorded.rerun("--from", "3", "--replace", f"0={player}", "--others", "default")
    ours = [step.actions for step in steps_of(path)]
    assert {actions[1].kind for actions in ours[3:]} == {replay_pb2.ACTION_KIND_DEFAULTED}
    assert len(ours) > 3 + 3
    path.unlink()
    _, path = recorded.rerun("--replace", "1=house:greedy", "--others", "house:random")
    assert list(load(path).header.players) == ["random", "greedy"]


def test_who_left_leaves_again(tmp_path: Path) -> None:
    """A seat that resigned in the record does so at the same decision, and the match ends so."""
    match = Recorded(tmp_path, "diceman", leaves_at=4)
    ran, path = match.rerun("--from", "1", "--replace", f"0={match.player(0)}")
    assert "as recorded to the end: all 4 steps are the same" in ran.out
    old, new = load(match.path), load(path)
    assert old.end is not None
    assert new.end is not None
    assert new.end.outcome == old.end.outcome


def test_who_talked_talks_again(tmp_path: Path) -> None:
    """Seats that repeat the record say again what they said after as many steps; the new bot does not.

    What was said before the step to go on from stands as it was recorded.
    """
    talks = {
        0: [(0, "MAIN", "early"), (1, "MAIN", "early too")],
        2: [(0, "MAIN", "hello"), (1, "MAIN", "not mine")],
        4: [(0, "MAIN", "one"), (0, "MAIN", "two")],
    }
    match = Recorded(tmp_path, "champions", talks=talks)
    _, path = match.rerun("--from", "2", "--replace", f"1={match.player(1)}")
    records = list(read_records(path))
    said = [(r.said.seat, r.said.text) for r in records if r.HasField("said")]
    assert said == [(0, "early"), (1, "early too"), (0, "hello"), (0, "one"), (0, "two")]
    kinds = [record.WhichOneof("record") for record in records]
    kinds = [kind for kind in kinds if kind in ("said", "step")]
    assert kinds[:9] == ["said", "said", *["step"] * 2, "said", *["step"] * 2, "said", "said"]
    assert [s.digest for s in steps_of(path)] == [s.digest for s in steps_of(match.path)]


def test_a_bot_that_is_gone_loses(recorded: Recorded) -> None:
    """At once, also without a clock; the match is not waited for."""
    ran, path = recorded.rerun("--from", "4", "--replace", "0=false", "--no-clock")
    replay = load(path)
    assert replay.end is not None
    assert replay.end.outcome.seats[0].forfeit == match_pb2.FORFEIT_CAUSE_GONE
    assert "bot of seat 0 has left: false: exit 1" in ran.err
    assert "departs at step 5, which only one of the two has" in ran.out


# Mistakes.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--replace", "0"], "replace must be of the form SEAT=BOT, not '0'"),
        (["--replace", "x=house:greedy"], "replace must be of the form SEAT=BOT"),
        (["--replace", "2=house:greedy"], "replace must be a seat from 0 to 1, not 2"),
        (
            ["--replace", "0=house:greedy", "--replace", "0=connect"],
            "replace must be each seat once",
        ),
        (
            ["--replace", "0=no-such-bot"],
            "bot must be house:NAME, web, mcp, connect or a command that exists",
        ),
        (["--replace", "0=house:nobody"], "bot must be one of house:random"),
        (["--replace", "0=house:greedy", "--others", "x"], "others must be recorded, default or"),
        (["--replace", "0=house:greedy", "--from", "999"], "from must be a step from 0 to "),
    ],
)
def test_mistakes_are_named(
    recorded: Recorded, referee: Referee, words: list[str], said: str
) -> None:
    """In one line, before anything is played."""
    check_refused(referee("replay", "rerun", str(recorded.path), *words), said)


def test_the_last_step_is_named(recorded: Recorded, referee: Referee) -> None:
    """After the last step of a match nobody decides any more; after the one before, somebody does."""
    words = ("replay", "rerun", str(recorded.path), "--replace", "0=house:greedy", "--from")
    said = f"from must be a step from 0 to {recorded.steps - 1}, after which somebody decides, not "
    check_refused(referee(*words, str(recorded.steps)), said)


def test_a_seat_that_is_out_stays_out(tmp_path: Path, referee: Referee) -> None:
    """Nobody can take it over after that, and a house bot for all others leaves it alone."""
    match = Recorded(tmp_path, "dice_adventure", leaves_at=2)
    words = ("replay", "rerun", str(match.path), "--replace", "1=house:seeker", "--from", "3")
    check_refused(referee(*words), "replace must be a seat that is still in after step 3, not 1")
    _, path = match.rerun("--replace", "0=house:seeker", "--from", "3", "--others", "house:seeker")
    kinds = {a.kind for step in steps_of(path)[3:] for a in step.actions if a.seat == 1}
    assert kinds == {replay_pb2.ACTION_KIND_FORFEITED}


def test_a_seat_that_the_rules_have_put_out_stays_out(tmp_path: Path, referee: Referee) -> None:
    """The first of four to fall can't be taken over after the step in which it did; before, it can."""
    match = Recorded(tmp_path, "champions", num_seats=4, config={})
    last_of = {
        action.seat: number
        for number, step in enumerate(steps_of(match.path), 1)
        for action in step.actions
    }
    seat, step = min(last_of.items(), key=lambda item: item[1])
    words = ("replay", "rerun", str(match.path), "--replace", f"{seat}=connect", "--from")
    said = f"replace must be a seat that is still in after step {step}, not {seat}"
    check_refused(referee(*words, str(step)), said)
    player = match.player(seat)
    ran, _ = match.rerun("--from", str(step - 1), "--replace", f"{seat}={player}")
    assert f"as recorded to the end: all {match.steps} steps are the same" in ran.out
    assert len(match.seen()) == 1
