from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.any_order import play_in_any_order
from tests.tournaments.fakes import (
    FACTS,
    FILE,
    FakeBots,
    FakeReferee,
    Silence,
    alphabetical,
    ended,
    void,
)
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import Runner
from tournaments.ratings import SprtVerdict
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import RefereeCallError
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler
from tournaments.tables.sprt import report_sprt
from tournaments.tables.stopping import decided, with_stopping_rule


def spec_of(
    *, elo1: float = 100, parallel: int = 2, statistic: str = "pentanomial", cycles: int = 500
) -> TournamentSpec:
    """A test of a against b."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
    text += f'cycles = {cycles}\nparallel = {parallel}\n[sprt]\nelo0 = 0\nelo1 = {elo1}\nstatistic = "{statistic}"\n'
    for player in "ab":
        text += f'[[bots]]\nname = "{player}"\ncommand = "true"\n'
    return parse_spec(text, FILE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which a tournament of a and b has begun."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b"])
        yield opened


async def run(store: Store, spec: TournamentSpec, referee: FakeReferee) -> tuple[int, Silence]:
    """Play; how many matches are left without a result, and what was told."""
    progress = Silence()
    schedule = with_stopping_rule(spec, make_scheduler(spec), progress.status)
    runner = Runner(
        spec,
        FACTS,
        scheduler=schedule,
        executor=LocalExecutor(referee, FakeBots(), slots=spec.matches_at_once, replay_folder=None),
        store=store,
        progress=progress,
    )
    return await runner.run(), progress


def mostly_a(order: MatchOrder) -> MatchEnd:
    """The first player in the alphabet wins three of four matches, as the seed has it."""
    wins = random.Random(f"{order.seed}{order.players}").random() < 0.75
    return alphabetical(order) if wins else ended(*reversed(placements(alphabetical(order))))


def placements(end: MatchEnd) -> tuple[int, ...]:
    """Placements in seat order."""
    return tuple(result.placement for result in end.seats)


@pytest.mark.parametrize("statistic", ["pentanomial", "trinomial"])
@pytest.mark.parametrize("parallel", [1, 3])
async def test_it_stops_when_decided(store: Store, statistic: str, parallel: int) -> None:
    """No more is begun after the verdict than what was out, but no block is left half played."""
    spec, referee = spec_of(statistic=statistic, parallel=parallel), FakeReferee(mostly_a)
    left, progress = await run(store, spec, referee)
    report = report_sprt(spec, store.matches())
    assert left == 0
    assert report is not None
    assert report.state.verdict is SprtVerdict.H1
    counted = report.state.samples * report.terms.matches_per_sample
    assert counted <= len(referee.made) <= counted + parallel + 1
    assert len(referee.made) % 2 == 0
    assert progress.begun == (0, 1000)
    assert progress.statuses[-1] == report.status
    assert decided(spec, store.matches()) == report.text


async def test_the_verdict_does_not_depend_on_the_order(tmp_path: Path, store: Store) -> None:
    """Results that come in any order, and a run that breaks off, lead to the same verdict."""
    spec = spec_of(parallel=8)
    count = 0

    def judge(order: MatchOrder) -> MatchEnd:
        nonlocal count
        count += 1
        if count == 20:
            raise RefereeCallError("gone")
        return mostly_a(order)

    referee = FakeReferee(judge)
    with pytest.raises(RefereeCallError, match="gone"):
        await run(store, spec, referee)
    await run(store, spec, referee)
    there = report_sprt(spec, store.matches())

    scheduler = with_stopping_rule(spec, make_scheduler(spec), lambda _: None)
    play_in_any_order(scheduler, 1, lambda order: placements(mostly_a(order)))
    alone = FakeReferee(mostly_a)
    assert there is not None
    with contextlib.closing(Store(tmp_path / "alone.sqlite", create=True)) as other:
        other.begin("cup", Path("cup.toml"), "text", ["a", "b"])
        await run(other, spec_of(parallel=1), alone)
        one_by_one = report_sprt(spec, other.matches())
    assert one_by_one is not None
    assert there.state == one_by_one.state
    assert scheduler.due() == []


async def test_a_decided_tournament_plays_nothing(store: Store) -> None:
    """Another run finds the verdict in the results."""
    spec = spec_of()
    await run(store, spec, FakeReferee(mostly_a))
    played = len(store.matches())
    referee = FakeReferee(mostly_a)
    _, progress = await run(store, spec, referee)
    assert progress.begun == (played, 1000)
    assert referee.made == []


async def test_a_void_match_halts_the_test(store: Store) -> None:
    """The test can't see past a match without a result: it ends the block, and leaves all to the next run."""
    spec = spec_of(parallel=1)
    referee = FakeReferee(
        lambda order: void() if len(referee.made) in (5, 6, 7) else mostly_a(order)
    )
    left, _ = await run(store, spec, referee)
    assert left == 1
    assert [match.pairing.number for match in store.matches()] == [1, 2, 3, 4, 6]
    assert decided(spec, store.matches()) is None
    left, _ = await run(store, spec, FakeReferee(mostly_a))
    assert left == 0
    assert decided(spec, store.matches()) is not None


async def test_undecided_at_the_end(store: Store) -> None:
    """When all blocks are played without a verdict, the report says so."""
    spec = spec_of(elo1=0.1, cycles=20)
    await run(store, spec, FakeReferee(mostly_a))
    report = report_sprt(spec, store.matches())
    assert report is not None
    assert report.state.samples == 20
    assert "undecided after 20 blocks" in report.text
    assert decided(spec, store.matches()) is None


def test_report() -> None:
    """Nothing played yet; the line names the question, and JSON holds all of it."""
    report = report_sprt(spec_of(), [])
    assert report is not None
    assert report.text == (
        "SPRT of a - b, logistic Elo 0 or 100: undecided after 0 blocks [0, 0, 0, 0, 0],"
        " LLR +0.00 in (-2.94, 2.94)"
    )
    assert report.as_json()["verdict"] == "open"


def test_without_a_test() -> None:
    """A tournament without [sprt] keeps its scheduler and reports nothing."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
    text += "".join(f'[[bots]]\nname = "{player}"\ncommand = "true"\n' for player in "ab")
    spec = parse_spec(text, FILE)
    schedule = make_scheduler(spec)
    assert with_stopping_rule(spec, schedule, lambda _: None) is schedule
    assert report_sprt(spec, []) is None
