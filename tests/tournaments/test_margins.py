"""The stopping rule of any number of bots: enough is played when everybody's Elo is known well enough."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.any_order import play_in_any_order
from tests.tournaments.fakes import FACTS, FILE, FakeBots, FakeReferee, Silence, alphabetical, ended
from tournaments.pairings import Pairing
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import Runner
from tournaments.ratings import PlacedMatch, rate_elo
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler
from tournaments.tables.margins import MarginWalk, report_margin
from tournaments.tables.stopping import decided, with_stopping_rule


def spec_of(
    *,
    margin: float = 150,
    cycles: str = "cycles = 200",
    form: str = "round_robin",
    more: str = "",
) -> TournamentSpec:
    """A tournament of three that ends when all are known within a margin."""
    text = f'name = "cup"\ngame = "diceman"\nformat = "{form}"\n{cycles}\nparallel = 2\n'
    text += f"[stop]\nmargin = {margin}\n{more}"
    text += "".join(f'[[bots]]\nname = "{player}"\ncommand = "true"\n' for player in "abc")
    return parse_spec(text, FILE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which a tournament of three has begun."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b", "c"])
        yield opened


async def run(store: Store, spec: TournamentSpec, referee: FakeReferee) -> Silence:
    """Play; return what was told."""
    progress = Silence()
    schedule = with_stopping_rule(spec, make_scheduler(spec), progress.status)
    executor = LocalExecutor(referee, FakeBots(), slots=2, replay_folder=None)
    runner = Runner(
        spec, FACTS, scheduler=schedule, executor=executor, store=store, progress=progress
    )
    await runner.run()
    return progress


def by_chance(order: MatchOrder) -> MatchEnd:
    """The first player in the alphabet wins three of five matches, as the seed has it."""
    wins = random.Random(f"{order.seed}{order.players}").random() < 0.6
    end = alphabetical(order)
    return end if wins else ended(*(seat.placement for seat in reversed(end.seats)))


async def test_it_stops_when_all_are_known(store: Store) -> None:
    """The first look at which no interval is wider ends it; another run plays nothing."""
    spec, referee = spec_of(), FakeReferee(by_chance)
    progress = await run(store, spec, referee)
    report = report_margin(spec, store.matches())
    assert report is not None
    assert report.is_decided
    assert 2 * report.blocks <= len(referee.made) <= 2 * report.blocks + 4 < 1200
    assert decided(spec, store.matches()) == report.text
    assert progress.statuses[-1] == report.status
    # The intervals are those of the first so many blocks.
    matches = [
        PlacedMatch(match.pairing.block, match.pairing.players, match.end.placements or ())
        for match in store.matches()[: 2 * report.blocks]
    ]
    widths = [
        (found.watched_high or 0.0) - (found.watched_low or 0.0)
        for found in rate_elo("abc", matches).ratings
    ]
    assert report.widest == pytest.approx(max(widths) / 2)
    assert report.widest is not None
    assert report.widest <= 150
    again = FakeReferee(by_chance)
    await run(store, spec, again)
    assert again.made == []


def test_the_verdict_does_not_depend_on_the_order() -> None:
    """Results that come in any order lead to the same verdict after the same blocks."""
    found = []
    for seed in range(3):
        told: list[str] = []
        spec = spec_of()
        scheduler = with_stopping_rule(spec, make_scheduler(spec), told.append)
        play_in_any_order(scheduler, seed, lambda order: by_chance(order).placements)
        found.append(told[-1])
    assert found[0] == found[1] == found[2]
    assert found[0].startswith("±150 Elo asked, the widest is ±1")


def test_who_wins_everything_is_never_known() -> None:
    """A rating without an end keeps the tournament going; what comes late changes nothing."""
    walk = MarginWalk("ab", 1000)
    for number in range(1, 200):
        walk.add(Pairing(number, str(number), None, ("a", "b")), (1, 2))
    assert not walk.is_decided
    assert walk.report.widest is None
    assert walk.status == "±1000 Elo asked, the widest is without end"
    walk = MarginWalk("ab", 1000)
    for number in range(1, 200):
        walk.add(Pairing(number, str(number), None, ("a", "b")), (1 + number % 2, 2 - number % 2))
    assert walk.is_decided
    assert walk.report.blocks == 20


def test_nothing_is_told_before_the_first_look() -> None:
    """Nineteen whole blocks are too few, and the rule says so."""
    walk = MarginWalk("ab", 1000)
    for number in range(1, 21):
        walk.add(Pairing(number, str(number), None, ("a", "b")), (1 + number % 2, 2 - number % 2))
    assert walk.report.blocks == 0
    assert walk.status == "±1000 Elo asked, no look yet"


SPRT = "[sprt]\nelo0 = 0\nelo1 = 5\n"


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"margin": 0}, "stop.margin must be from 1 to 1000 points of Elo, not 0"),
        ({"margin": "nan"}, "stop.margin must be from 1 to 1000 points of Elo, not nan"),
        ({"cycles": ""}, "cycles must be given with [stop]: the most that may be played"),
        (
            {"form": "swiss", "cycles": ""},
            "[stop] is for formats round_robin, gauntlet, groups, not swiss",
        ),
    ],
)
def test_what_is_wrong(wrong: dict[str, Any], problem: str) -> None:
    """Key, bound and value are named."""
    with pytest.raises(SpecError, match=problem.replace("[", r"\[").replace("]", r"\]")):
        spec_of(**wrong)


def test_one_rule_at_a_time() -> None:
    """A sequential test and a margin would be two verdicts."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\ncycles = 9\n'
    text += f"[stop]\nmargin = 20\n{SPRT}"
    text += "".join(f'[[bots]]\nname = "{player}"\ncommand = "true"\n' for player in "ab")
    with pytest.raises(SpecError, match="are two rules: give one"):
        parse_spec(text, FILE)
