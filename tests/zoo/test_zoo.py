"""The zoo: what each bad bot gets is in `bots/animals.toml`; what all others get is here.

Whatever an animal does, its rival gets its whole match and its result, the matches of others go on,
and the server is afterwards what it was before.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import sys
from pathlib import Path

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action
from gamereferee.v1 import match_pb2, replay_pb2
from referee.replay.journal import read_records
from referee.replay.verify import verify
from tests.helpers.alone import alone
from tests.helpers.tiers import nightly
from tests.zoo.animals import BOTS, Animal, animals
from tests.zoo.outing import BANK_S, Outing, Zoo, visit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the server's footprint is read from /proc"),
]

ANIMALS = animals()
GROWTH = 128 * 1024 * 1024
"""Bytes of memory that the server may have kept; what the animals send is several times that."""
SWORD_AND_SHIELD = Action(dice=[2, 3]).SerializeToString()


def steps_of(outing: Outing, seat: int) -> list[replay_pb2.ActionRecord]:
    """A seat's part in all steps of a match."""
    return [
        action
        for record in read_records(outing.replay)
        for action in record.step.actions
        if action.seat == seat
    ]


def _the_animal_gets_what_it_deserves(zoo: Zoo, animal: Animal) -> None:
    """Cause, forfeit and placement are those of the table."""
    outing = zoo.outings[str(animal)]
    outcome = outing.match.outcome
    result = outcome.seats[outing.seat]
    cause = match_pb2.EndCause.Name(outcome.cause).removeprefix("END_CAUSE_")
    forfeit = match_pb2.ForfeitCause.Name(result.forfeit).removeprefix("FORFEIT_CAUSE_")
    assert (cause, forfeit) == (animal.cause, animal.forfeit or "UNSPECIFIED")
    if animal.plays:
        assert sorted(seat.placement for seat in outcome.seats) in ([1, 1], [1, 2])
    else:
        assert result.placement == 2


def _the_animal_is_told_why(zoo: Zoo, animal: Animal) -> None:
    """The reasons and statuses it heard are those of the table, and no other."""
    outing = zoo.outings[str(animal)]
    assert outing.said == ""
    assert outing.statuses == animal.statuses
    assert tuple(r for r in outing.reasons if r not in animal.perhaps) == animal.reasons


def _the_rival_gets_its_match_and_its_result(zoo: Zoo, animal: Animal) -> None:
    """All its answers count, none is rejected or missed, and it learns its placement."""
    outing = zoo.outings[str(animal)]
    ledger, seat = outing.ledger, 1 - outing.seat
    assert ledger.troubles == []
    assert ledger.outcome is not None
    result = ledger.outcome.seats[seat]
    assert result.placement == outing.match.outcome.seats[seat].placement
    assert result.placement == 1 or animal.plays
    assert (result.strikes, result.forfeit) == (0, None)
    # It pays for nothing: a reserve that the server's own work or its rival's would have eaten up.
    assert ledger.least_bank is None or ledger.least_bank > BANK_S / 2
    played = {
        action.turn: action.payload
        for action in steps_of(outing, seat)
        if action.kind == replay_pb2.ACTION_KIND_PLAYED
    }
    assert set(ledger.answers) - set(played) <= {max(ledger.answers, default=0)}
    assert played == {turn: ledger.answers[turn] for turn in played}


def _the_replay_holds(zoo: Zoo, animal: Animal) -> None:
    """Whatever was in the way of the match, its record is whole."""
    assert verify(zoo.outings[str(animal)].replay).problem is None


def _the_first_answer_stands(zoo: Zoo) -> None:
    """A second one to the same turn has no effect, however soon it comes."""
    outing = zoo.outings["wrong.two_answers"]
    assert {action.payload for action in steps_of(outing, outing.seat)} == {SWORD_AND_SHIELD}


def _nobody_answers_for_its_rival(zoo: Zoo) -> None:
    """Nor for anybody in another match: there, too, all is played as it was answered."""
    for match, ledgers in zoo.bystanders:
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        for ledger in ledgers:
            assert ledger.troubles == []
            assert ledger.outcome is not None
    assert len(zoo.bystanders) > 3, "matches go on while the animals are at large"


def _names_are_cut(zoo: Zoo) -> None:
    """A book of a name is kept to its first hundred characters."""
    outing = zoo.outings["floods.huge_names"]
    assert len(outing.match.seats[outing.seat].bot_name) == 100


def _nothing_is_left(zoo: Zoo) -> None:
    """Connections, streams and memory are what they were, and the server ends when it is told to."""
    assert zoo.after.sockets <= zoo.before.sockets
    assert zoo.after.memory - zoo.before.memory < GROWTH
    events = [json.loads(line) for line in zoo.log.splitlines() if line.startswith("{")]
    names = [event["event"] for event in events]
    assert names.count("stream opened") == names.count("stream closed")
    assert "stream opened" in names or not zoo.tells_streams
    assert [event for event in events if event["level"] in ("error", "critical")] == []
    assert "Traceback" not in zoo.log
    assert zoo.exit_status == 0


def test_every_animal_is_in_the_table() -> None:
    """And the table has no animal that there is not."""
    there = set()
    for path in BOTS.glob("*.py"):
        module = importlib.import_module(f"tests.zoo.bots.{path.stem}")
        if hasattr(module, "program") and path.stem != "stage":
            there |= {
                f"{path.stem}.{name}"
                for name, value in vars(module).items()
                if inspect.isfunction(value)
                and value.__module__ == module.__name__
                and not name.startswith("_")
            }
    assert there == set(map(str, ANIMALS))


OF_ANIMALS = (
    _the_animal_gets_what_it_deserves,
    _the_animal_is_told_why,
    _the_rival_gets_its_match_and_its_result,
    _the_replay_holds,
)
OF_ALL = (
    _the_first_answer_stands,
    _nobody_answers_for_its_rival,
    _names_are_cut,
    _nothing_is_left,
)


@pytest.mark.parametrize(
    "options", nightly([[], ["--workers", "2"]]), ids=["one process", "workers"]
)
def test_zoo(options: list[str], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """All animals at once, at a server of one process and at a router with two workers.

    One test, since the visit is what takes time; every check that fails is told.
    """
    with alone(tmp_path_factory, "zoo"):
        zoo = asyncio.run(visit(tmp_path, ANIMALS, *options))
    zoo.tells_streams = not options
    problems = []
    for check in OF_ANIMALS:
        for animal in ANIMALS:
            try:
                check(zoo, animal)
            except AssertionError as error:
                problems.append(f"{check.__name__}: {animal}: {error}")
    for check_all in OF_ALL:
        try:
            check_all(zoo)
        except AssertionError as error:
            problems.append(f"{check_all.__name__}: {error}")
    assert problems == []
