"""`referee replay text`: the text that a player reads at a step of a replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Ran

Referee = Callable[..., Ran]
REPLAY = str(Path(__file__).parent / "recorded" / "diceman.replay")


def test_a_turn_is_told_with_its_rules(referee: Referee) -> None:
    """Rules, turn, and how to answer, in this order."""
    ran = referee("replay", "text", REPLAY, "--seat", "1", "--step", "2")
    assert (ran.status, ran.err) == (0, "")
    heads = ["# Diceman", "## 1. Summary", "## 7. End of match", "## How to answer"]
    heads += ["# Turn 3 of seat 1: game 1", "## What you see now", "## What you decide"]
    places = [ran.out.find(f"\n{head}" if place else head) for place, head in enumerate(heads)]
    assert places == sorted(places)
    assert places[0] == 0
    assert "Baseline bots" not in ran.out
    assert 'seat 0 is called "greedy", seat 1 (you) is called "mixer"' in ran.out


def test_both_seats_are_told_the_same_round_from_their_own_side(referee: Referee) -> None:
    """The replay's second round: magic 4 and sword 4 met sword 2 and shield 2."""
    for seat, line in (
        (0, "- seat 0 (you) rolls magic 4 and sword 4, seat 1 sword 2 and shield 2"),
        (1, "- seat 0 rolls magic 4 and sword 4, seat 1 (you) sword 2 and shield 2"),
    ):
        words = ("--seat", str(seat), "--step", "2", "--no-rules")
        ran = referee("replay", "text", REPLAY, *words)
        assert line in ran.out.splitlines()
        assert "# Diceman" not in ran.out


def test_a_small_window_cuts_earlier_events_and_says_so(referee: Referee) -> None:
    """With no window, all are left out."""
    ran = referee("replay", "text", REPLAY, "--step", "2", "--window", "0", "--no-rules")
    assert "(3 older events are left out):" in ran.out
    assert "before your turn" not in ran.out


def test_one_json_object_has_all_parts(referee: Referee) -> None:
    """The digest is the same in every turn of a seat."""
    first, later = (
        json.loads(referee("replay", "text", REPLAY, "--step", step, "--json").out)
        for step in ("0", "3")
    )
    assert list(first) == ["digest", "rules", "turn", "schema", "example"]
    assert first["example"] == {"dice": [0, 2]}
    assert len(first["digest"]) == 64
    assert {**first, "turn": ""} == {**later, "turn": ""}
    assert first["turn"] != later["turn"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--seat", "2"), "seat must be from 0 to 1, not 2"),
        (("--seat", "-1"), "seat must be from 0 to 1, not -1"),
        (("--step", "9999"), "step must be one after which seat 0 decides, 0 to 125, not 9999"),
    ],
)
def test_a_wrong_seat_or_step_is_refused(
    referee: Referee, words: tuple[str, ...], error: str
) -> None:
    """The bound is named."""
    ran = referee("replay", "text", REPLAY, *words)
    assert ran.status == 2
    assert error in ran.err


def test_the_plain_face_puts_the_same_turn_into_other_words(referee: Referee) -> None:
    """What happened is the same; the question of the game's own face is not there."""
    own, plain = (
        referee("replay", "text", REPLAY, "--step", "2", "--face", face, "--no-rules").out
        for face in ("own", "plain")
    )
    event = "- seat 0 (you) rolls magic 4 and sword 4, seat 1 sword 2 and shield 2"
    assert event in own.splitlines()
    assert event in plain.splitlines()
    assert "Phase choice: pick two different dice" in own
    assert "It is your turn, in the phase choice." in plain
    assert "pick two different dice" not in plain


def test_a_face_that_no_game_has_is_refused(referee: Referee) -> None:
    """With the names that there are."""
    ran = referee("replay", "text", REPLAY, "--face", "short")
    assert ran.status != 0
    assert "face must be one of own, plain, not 'short'" in ran.err
