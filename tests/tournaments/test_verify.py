from __future__ import annotations

import base64
import dataclasses
import json
from pathlib import Path

import pytest

from tests.tournaments.fakes import ended, pairing_of
from tournaments.spec.outcomes import EndCause
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredAttempt, StoredMatch
from tournaments.store.verify import Fault, Verification, replayed_results, result_of, verify

MATCH = StoredMatch(pairing_of(1, "ab", seed=2**64 - 1), ended(1, 2), "m1", "m1.replay")
SEED = base64.b64encode((2**64 - 1).to_bytes(8, "big")).decode()
RECORDS = [
    {"header": {"match_id": "m1", "players": ["a", "b"]}},
    {"step": {"digest": "00"}},
    {
        "end": {
            "outcome": {
                "cause": "END_CAUSE_RULES",
                "seats": [
                    {"placement": 1, "score": "9"},
                    {"placement": 2, "score": "8", "seat": 1},
                ],
            },
            "reveal": {"match_seed": "18446744073709551615", "server_seed": SEED, "fixed": True},
        }
    },
]
"""The replay of that match; numbers of 64 bits are text, and zeros are left out."""


def test_what_a_replay_tells() -> None:
    """Players, seed, cause, placements and scores are read from its first and its last record."""
    assert replayed_results(map(json.dumps, RECORDS)) == {"m1": result_of(MATCH)}


@pytest.mark.parametrize(
    "changed",
    [
        dataclasses.replace(MATCH, pairing=pairing_of(1, "ba", seed=2**64 - 1)),
        dataclasses.replace(MATCH, pairing=pairing_of(1, "ab", seed=1)),
        dataclasses.replace(MATCH, end=ended(2, 1)),
        dataclasses.replace(MATCH, end=dataclasses.replace(MATCH.end, cause=EndCause.FORFEIT)),
    ],
    ids=["players", "seed", "placements", "cause"],
)
def test_what_is_compared(changed: StoredMatch) -> None:
    """A record that differs in any of them is not what the replay tells."""
    assert replayed_results(map(json.dumps, RECORDS))["m1"] != result_of(changed)


def test_zeros_are_left_out() -> None:
    """A seed and a score of zero are not written in a replay's JSON."""
    records = json.loads(json.dumps(RECORDS))
    records[2]["end"]["reveal"] = {"fixed": True}
    del records[2]["end"]["outcome"]["seats"][1]["score"]
    result = replayed_results(map(json.dumps, records))["m1"]
    assert (result[1], result[-1]) == (0, (2, 0))


def test_a_match_that_never_began_has_its_fixed_seed() -> None:
    """As where a bot never joined: no dice were made from it, but what was ordered is known."""
    records = json.loads(json.dumps(RECORDS))
    records[2]["end"]["reveal"] = {"fixed": True, "match_seed": "0", "server_seed": SEED}
    assert replayed_results(map(json.dumps, records)) == {"m1": result_of(MATCH)}


def test_dice_of_its_own() -> None:
    """A match that was given no seed has none in its record; one that was given one is another match."""
    records = json.loads(json.dumps(RECORDS))
    records[2]["end"]["reveal"] = {"match_seed": "77", "server_seed": SEED}
    own = dataclasses.replace(MATCH, pairing=pairing_of(1, "ab", seed=None))
    assert replayed_results(map(json.dumps, records)) == {"m1": result_of(own)}
    assert replayed_results(map(json.dumps, RECORDS))["m1"] != result_of(own)


def test_what_came_of_it_is_told_in_lines_and_as_json() -> None:
    """Faults by match, then how many results are right; nothing holds where there is no replay."""
    fault = Fault(7, "m7", "its record differs from its replay")
    found = Verification(3, 3, True, 2, (fault,))
    assert list(found.lines()) == [
        "FAILED match 7: its record differs from its replay",
        "2 of 3 results are those of their replays",
    ]
    assert found.as_json() == {
        "holds": False,
        "matches": 3,
        "replays": 3,
        "replays_hold": True,
        "results_hold": 2,
        "faults": (
            {
                "number": 7,
                "match_id": "m7",
                "text": "its record differs from its replay",
            },
        ),
        "lost": (),
        "elsewhere": (),
    }
    assert Verification(1, 1, True, 1, ()).holds
    assert not Verification(1, 1, False, 0, ()).holds


def test_a_replay_that_is_not_here_is_named(tmp_path: Path) -> None:
    """Without any, nothing is simulated."""
    found = verify(DataFolder(tmp_path), [MATCH])
    assert list(found.lines()) == [
        "FAILED match 1: its replay is not here: m1",
        "there is no replay to verify",
    ]
    assert not found.holds


def test_matches_that_were_deleted_are_missed(tmp_path: Path) -> None:
    """An attempt that is neither void, nor has a result, nor a journal to go on from, in one line."""
    folder = DataFolder(tmp_path)
    folder.journals.mkdir(parents=True)
    folder.replays.mkdir(parents=True, exist_ok=True)
    (folder.journals / "open.journal").touch()
    (folder.replays / "ended.replay").touch()
    attempts = [
        StoredAttempt("1", 1, "m1", None, None),
        StoredAttempt("2", 1, "voided", EndCause.HOST_FAILURE, "it broke"),
        StoredAttempt("3", 1, "open", None, None),
        StoredAttempt("5", 1, "ended", None, None),
        StoredAttempt("4", 1, "replaced", None, None),
        StoredAttempt("4", 2, "void too", EndCause.HOST_FAILURE, "it broke"),
    ]
    assert verify(folder, [MATCH], attempts=attempts).lost == ()
    gone = [StoredAttempt(f"k{number}", 1, f"gone{number}", None, None) for number in range(158)]
    found = verify(folder, [MATCH], attempts=[*attempts, *gone])
    assert len(found.lost) == 158
    assert [line for line in found.lines() if "begun" in line] == [
        "FAILED 158 matches begun, with neither result, replay nor journal now:"
        " gone0, gone1, gone2, gone3, gone4 and 153 more"
    ]
    kept = Verification(1, 1, True, 1, (), ("gone",))
    assert not kept.holds
    assert next(kept.lines()) == (
        "FAILED 1 match begun, with neither result, replay nor journal now: gone"
    )


def test_open_matches_of_a_referee_elsewhere(tmp_path: Path) -> None:
    """Their journals are with that referee: they are not lost, and a line says how to go on."""
    attempts = [
        StoredAttempt("1", 1, "m1", None, None),
        StoredAttempt("2", 1, "away", None, None),
        StoredAttempt("3", 1, "voided", EndCause.HOST_FAILURE, "it broke"),
        StoredAttempt("4", 1, "gone", None, None),
    ]
    found = verify(DataFolder(tmp_path), [MATCH], attempts=attempts, elsewhere={"1", "2", "3"})
    assert (found.elsewhere, found.lost) == (("away",), ("gone",))
    assert (
        "1 match without a result yet, begun at a referee elsewhere; its journal is there, and"
        " `tournament resume` with --referee goes on: away"
    ) in found.lines()


def test_one_fault_of_many_matches_is_one_line(tmp_path: Path) -> None:
    """Their numbers come first, as far as they are named; JSON has all of them."""
    many = [
        dataclasses.replace(MATCH, pairing=pairing_of(n, "ab", seed=n), match_id=f"m{n}", replay="")
        for n in range(1, 159)
    ]
    found = verify(DataFolder(tmp_path), many)
    assert list(found.lines()) == [
        "FAILED matches 1, 2, 3, 4, 5 and 153 more: its replay is not here",
        "there is no replay to verify",
    ]
    assert len(found.faults) == 158
