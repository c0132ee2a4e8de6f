"""`referee replay feed`: a bot is asked what a seat was asked, and its answers are held against the record."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import match_pb2, replay_pb2
from referee.cli.replay.feed import differences
from referee.games import registry
from tests.cli.command import Ran, process
from tests.cli.recorded_matches import Recorded, check_refused, observations, steps_of
from tests.helpers.tiers import some
from tests.replay.recording import forge

Referee = Callable[..., Ran]

SHORT: dict[str, dict[str, object]] = {
    "dungeon_keeper": {"max_rounds": 5},
    "proving_grounds": {"max_turns": 5},
}
"""Configs of games whose matches are long otherwise."""


def put(match: Recorded, seat: int, *words: str) -> Ran:
    """Run the command; words behind -- are the bot's."""
    return process("replay", "feed", str(match.path), "--seat", str(seat), *words)


def answers(ran: Ran) -> dict[str, Any]:
    """What it printed with --json."""
    found: dict[str, Any] = json.loads(ran.out)
    return found


def turns_of(match: Recorded, seat: int) -> list[int]:
    """Numbers of the turns that a seat played."""
    return [a.turn for step in steps_of(match.path) for a in step.actions if a.seat == seat]


@pytest.mark.parametrize("game", some(registry.names(), 3))
def test_a_bot_that_plays_by_the_record_answers_as_recorded(tmp_path: Path, game: str) -> None:
    """Every turn of the seat is put to it once, with the very observation of the record."""
    match = Recorded(tmp_path, game, config=SHORT.get(game))
    turns = turns_of(match, 1)
    start = turns[len(turns) // 2]
    ran = put(match, 1, "--from-turn", str(start), "--json", "--", *shlex.split(match.player(1)))
    assert (ran.status, ran.err.count("referee:")) == (0, 0), ran.err
    told = answers(ran)
    asked = [turn for turn in turns if turn >= start]
    assert [turn["turn"] for turn in told["turns"]] == asked
    assert (told["equal"], told["answers"], told["left"]) == (len(asked), len(asked), None)
    assert all(turn["answer"] == turn["recorded"] for turn in told["turns"])
    expected = observations(match.path, 1)
    assert match.seen() == [(turn, expected[turn]) for turn in asked]


@pytest.mark.parametrize("game", ["diceman", "dungeon_keeper"])
def test_another_answer_is_shown_and_changes_nothing(tmp_path: Path, game: str) -> None:
    """The match goes on as recorded: what the bot sees after its own answer is the record's still."""
    match = Recorded(tmp_path, game, config=SHORT.get(game))
    turns = turns_of(match, 1)
    changed = next(turn for turn in turns[1:] if match.books()[1][turn])
    player = match.player(1, otherwise=changed)
    ran = put(match, 1, "--", *shlex.split(player))
    assert ran.status == 1
    expected = observations(match.path, 1)
    assert match.seen() == [(turn, expected[turn]) for turn in turns]
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"turn {changed}, step ")
    assert lines[1].startswith("  recorded  {")
    assert lines[2].startswith("  bot       {")
    assert f"{len(turns) - 1} of {len(turns)} answers equal" in lines


def test_some_turns_are_put_alone(recorded: Recorded) -> None:
    """From the first to the last that were asked for; then the match ends."""
    words = ("--from-turn", "2", "--to-turn", "3", "--json", "--")
    ran = put(recorded, 0, *words, *shlex.split(recorded.player(0)))
    assert ran.status == 0, ran.err
    assert [turn["turn"] for turn in answers(ran)["turns"]] == [2, 3]
    assert [turn for turn, _ in recorded.seen()] == [2, 3]


def test_a_house_bot_plays_its_match_again(tmp_path: Path) -> None:
    """With the recorded seed: the random bot of Diceman draws the same pairs of dice."""
    played = process(
        *("play", "diceman", "--bot", "house:random", "--bot", "house:greedy", "--seed", "3"),
        *("--config", "games=1", "--json", "--replay-dir", str(tmp_path)),
    )
    (match,) = json.loads(played.out)["matches"]
    ran = process("replay", "feed", match["replay"], "--seat", "0", "--", "house:random")
    assert ran.status == 0, ran.out
    count = sum(record.HasField("step") for record in _records(Path(match["replay"])))
    assert ran.out.splitlines()[0] == f"{count} of {count} answers equal"


def _records(path: Path) -> list[replay_pb2.Record]:
    from referee.replay.journal import read_records

    return list(read_records(path))


def _bot(folder: Path, body: str) -> list[str]:
    """Words of a bot of Diceman with this body of `act`."""
    lines = ["import os, threading", "from gamereferee.games.diceman.v1.diceman_pb2 import Action"]
    lines += ["from referee_client import run", "def act(observation, turn):"]
    lines += [f"    {line}" for line in body.splitlines()]
    path = folder / "bot.py"
    path.write_text("\n".join([*lines, "run(act)", ""]))
    return [sys.executable, str(path)]


def test_a_turn_that_fails_is_told(recorded: Recorded, tmp_path: Path) -> None:
    """As one without an action, and the next is put to the bot all the same."""
    body = "if turn.number == 2:\n    raise ValueError('oops')\nreturn Action(dice=[2, 3])"
    ran = put(recorded, 0, "--to-turn", "3", "--json", "--", *_bot(tmp_path, body))
    assert ran.status == 1
    told = answers(ran)["turns"]
    assert [turn["turn"] for turn in told] == [1, 2, 3]
    assert told[1]["problem"] == "gave the turn up, as a bot does whose own code fails"
    assert (told[1]["answer"], told[1]["equal"]) == (None, False)
    assert told[2]["answer"] == {"dice": [2, 3], "bad_form": False}
    assert "ValueError: oops" in ran.err


def test_a_bot_that_dies_is_told(recorded: Recorded, tmp_path: Path) -> None:
    """With how far it came; what it answered until then is shown."""
    body = "if turn.number == 2:\n    os._exit(5)\nreturn Action(dice=[2, 3])"
    ran = put(recorded, 0, "--", *_bot(tmp_path, body))
    assert ran.status == 2
    assert "of 1 answers equal, and then it left" in ran.out
    assert "exit 5" in ran.err
    assert ran.err.splitlines()[-1] == (
        f"referee: the bot has left before it answered turn 2 of {turns_of(recorded, 0)[-1]}"
    )


def test_the_recorded_clock_can_be_held(tmp_path: Path) -> None:
    """The bot is held to the clock; the recorded seats are not, however short it is."""
    match = Recorded(tmp_path, "diceman")
    forge(match.path, _quick)
    body = "if turn.number == 2:\n    threading.Event().wait()\nreturn Action(dice=[2, 3])"
    ran = put(match, 0, "--clock", "--json", "--", *_bot(tmp_path, body))
    told = answers(ran)["turns"]
    assert told[1]["problem"] == "late: the recorded clock had run out"
    assert [turn["turn"] for turn in told] == turns_of(match, 0)


def _quick(records: list[replay_pb2.Record]) -> None:
    records[0].header.time_control.move_time.FromMilliseconds(1)
    records[0].header.time_control.lag_margin.FromMilliseconds(0)


def test_a_seat_that_left_leaves_again(tmp_path: Path) -> None:
    """Its turns until then are put to the bot."""
    match = Recorded(tmp_path, "diceman", leaves_at=4)
    ran = put(match, 1, "--json", "--", *shlex.split(match.player(1)))
    assert ran.status == 0, ran.err
    assert [turn["turn"] for turn in answers(ran)["turns"]] == [1, 2, 3, 4]


def _missed(records: list[replay_pb2.Record]) -> None:
    """Let seat 0 miss its last turn, and an operator end the match before it was stepped."""
    index = max(i for i, record in enumerate(records) if record.HasField("step"))
    turn = records[index].step.actions[0].turn
    miss = replay_pb2.Record(miss=replay_pb2.MissRecord(seat=0, turn=turn))
    end = records[-1]
    outcome = match_pb2.Outcome(cause=match_pb2.END_CAUSE_OPERATOR, text="enough")
    for seat in range(2):
        outcome.seats.add(seat=seat, strikes=int(seat == 0))
    end.end.outcome.CopyFrom(outcome)
    records[index:] = [miss, end]


def test_a_missed_turn_has_no_answer_to_equal(tmp_path: Path) -> None:
    """An action differs from none; so do matches that an operator ended have turns to be put."""
    match = Recorded(tmp_path, "diceman")
    turns = turns_of(match, 0)
    forge(match.path, _missed)
    ran = put(match, 0, "--json", "--", *_bot(tmp_path, "return Action(dice=[2, 3])"))
    assert ran.status == 1, ran.err
    told = answers(ran)["turns"]
    assert [turn["turn"] for turn in told] == turns
    assert (told[-1]["recorded"], told[-1]["equal"]) == (None, False)


# Mistakes.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "2"], "seat must be from 0 to 1, not 2"),
        (["--seat", "0", "--from-turn", "999"], "from_turn must be from 1 to "),
        (["--seat", "0", "--to-turn", "999"], "to_turn must be from 1 to "),
        (["--seat", "0", "--from-turn", "3", "--to-turn", "2"], "to_turn must be from 3 to "),
    ],
)
def test_mistakes_are_named(
    recorded: Recorded, referee: Referee, words: list[str], said: str
) -> None:
    """In one line, before anything is played."""
    bot = ("--", "house:greedy")
    check_refused(referee("replay", "feed", str(recorded.path), *words, *bot), said)


def test_bots_that_are_none_are_named(recorded: Recorded, referee: Referee) -> None:
    """As in every command that starts bots."""
    words = ("replay", "feed", str(recorded.path), "--seat", "0", "--")
    check_refused(referee(*words, "house:nobody"), "one of house:random")
    check_refused(referee(*words, "no-such-bot", "--fast"), "a command that exists")


def test_differences_name_fields() -> None:
    """In lists by place; what only one of the two has is `none` in the other."""
    recorded = {"orders": [{"move": {"row": 1}}, {"rest": {}}], "end": True}
    answered = {"orders": [{"move": {"row": 2}}], "end": True}
    assert list(differences(recorded, answered)) == [
        "orders[0].move.row: 1 -> 2",
        'orders[1]: {"rest": {}} -> none',
    ]
