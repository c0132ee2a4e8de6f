from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.fakes import (
    FACTS,
    FakeBots,
    FakeReferee,
    Silence,
    alphabetical,
    ended,
    spec_of,
    void,
)
from tournaments.pairings.orders import order_of
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import ATTEMPTS, Runner
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import RefereeCallError
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.store.records import Begun, PlayRecord, StoredVersion
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which a tournament of a, b and c has begun."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b", "c"])
        yield opened


class Play:
    """One run with fakes; its parts can be looked at afterwards."""

    def __init__(self, store: Store, spec: TournamentSpec, referee: FakeReferee) -> None:
        self.bots = FakeBots()
        self.progress = Silence()
        self.runner = Runner(
            spec,
            FACTS,
            scheduler=make_scheduler(spec),
            executor=LocalExecutor(
                referee, self.bots, slots=spec.matches_at_once, replay_folder="replays"
            ),
            store=store,
            progress=self.progress,
        )

    async def run(self) -> int:
        """Play; return how many matches are left without a result."""
        return await self.runner.run()


async def test_every_match_is_played_once(store: Store) -> None:
    """Three players, two cycles: twelve matches, each made, played, recorded and told once."""
    spec, referee = spec_of("abc", cycles=2), FakeReferee()
    play = Play(store, spec, referee)
    assert await play.run() == 0
    assert len(referee.made) == len({order.key for order in referee.made}) == 12
    matches = store.matches()
    assert [match.pairing for match in matches] == list(make_scheduler(spec).due())
    assert [match.replay for match in matches] == [f"replays/{m.match_id}.replay" for m in matches]
    assert play.progress.begun == (0, 12)
    assert play.progress.ended == 12
    assert sorted(play.progress.began) == list(range(1, 13))
    assert play.progress.notes == []


async def test_seats_go_to_their_bots(store: Store) -> None:
    """Each bot gets the token of its own seat, and leaves it when the match is over."""
    play = Play(store, spec_of("abc", parallel=1), FakeReferee())
    await play.run()
    pairings = make_scheduler(spec_of("abc")).due()
    expected = [
        (player, f"m{pairing.number}/{seat}")
        for pairing in pairings
        for seat, player in enumerate(pairing.players)
    ]
    assert play.bots.taken == expected
    assert play.bots.open == {}
    assert all(play.bots.came_through)


async def test_a_forfeit_is_no_coming_through(store: Store) -> None:
    """The launcher hears which bot did not play its match to the end; the result counts."""

    def judge(_: MatchOrder) -> MatchEnd:
        late = SeatResult(2, 0, 3, ForfeitCause.TIME)
        return MatchEnd(ended(1).cause, "late", (SeatResult(1, 0, 0, None), late))

    play = Play(store, spec_of("ab", parallel=1), FakeReferee(judge))
    assert await play.run() == 0
    assert play.bots.came_through == [True, False, True, False]


async def test_no_more_at_once_than_allowed(store: Store) -> None:
    """With parallel = 3, the fourth match begins when one of the three has ended."""
    referee = FakeReferee()
    referee.released = asyncio.Event()
    play = Play(store, spec_of("abc", cycles=2, parallel=3), referee)
    running = asyncio.create_task(play.run())
    while referee.waiting < 3:
        await asyncio.sleep(0)
    assert len(referee.made) == 3
    referee.released.set()
    await running
    assert referee.most_at_once == 3


async def test_a_second_run_plays_the_rest(store: Store) -> None:
    """A run that breaks off after some matches leaves the others, and only those, to the next."""
    spec = spec_of("abc", cycles=2, parallel=2)
    count = 0

    def judge(order: MatchOrder) -> MatchEnd:
        nonlocal count
        count += 1
        if count == 6:
            raise RefereeCallError("gone")
        return alphabetical(order)

    referee = FakeReferee(judge)
    with pytest.raises(RefereeCallError, match="gone"):
        await Play(store, spec, referee).run()
    played = {match.pairing.number for match in store.matches()}
    assert len(played) == 5
    again = Play(store, spec, referee)
    assert await again.run() == 0
    assert again.progress.begun == (5, 12)
    assert again.progress.ended == 7
    assert len(referee.made) == 12
    assert [match.pairing.number for match in store.matches()] == list(range(1, 13))


async def break_off_in_mid_match(play: Play, referee: FakeReferee) -> None:
    """Begin a run, and cancel it while its first match is being played."""
    referee.released = asyncio.Event()
    running = asyncio.create_task(play.run())
    while not referee.waiting:
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    referee.released = None


async def test_a_match_that_ended_unseen_is_not_played_again(store: Store) -> None:
    """A run was killed between the end of a match and its record: the referee knows the result."""
    spec, referee = spec_of("ab", parallel=1), FakeReferee()
    await break_off_in_mid_match(Play(store, spec, referee), referee)
    referee.ends["m1"] = ended(2, 1)
    again = Play(store, spec, referee)
    await again.run()
    assert [token for _, token in again.bots.taken] == ["m2/0", "m2/1"]
    assert store.matches()[0].end == ended(2, 1)


async def test_a_match_that_still_runs_is_taken_up(store: Store) -> None:
    """A run was killed in mid-match: the bots get the tokens of the same match again."""
    spec, referee = spec_of("ab", parallel=1), FakeReferee()
    await break_off_in_mid_match(Play(store, spec, referee), referee)
    again = Play(store, spec, referee)
    await again.run()
    assert [token for _, token in again.bots.taken] == ["m1/0", "m1/1", "m2/0", "m2/1"]
    assert len(referee.made) == 2


async def test_a_void_match_is_played_again(store: Store) -> None:
    """Nobody's fault costs nobody anything: the next attempt decides."""
    verdicts = [void(), ended(1, 2), ended(2, 1)]
    referee = FakeReferee(lambda _: verdicts.pop(0))
    play = Play(store, spec_of("ab", parallel=1), referee)
    assert await play.run() == 0
    assert [match.match_id for match in store.matches()] == ["m2", "m3"]
    assert play.progress.notes == ["match 1 is void: it came to nothing"]
    assert play.bots.came_through == [False, False, True, True, True, True]
    assert sum(each.void_cause is not None for each in store.attempts()) == 1


async def test_a_match_that_stays_void_is_left_to_the_next_run(store: Store) -> None:
    """After some attempts the others go on; a later run tries it again."""
    referee = FakeReferee(lambda order: void() if order.players[0] == "a" else ended(1, 2))
    play = Play(store, spec_of("ab"), referee)
    assert await play.run() == 1
    assert [match.pairing.number for match in store.matches()] == [2]
    assert play.progress.left_void == [1]
    assert sum(each.void_cause is not None for each in store.attempts()) == ATTEMPTS
    again = Play(store, spec_of("ab"), FakeReferee())
    assert await again.run() == 0
    assert len(store.matches()) == 2


async def test_a_match_the_referee_has_lost_is_void(store: Store) -> None:
    """A referee that forgot a match lets it be played again."""
    referee = FakeReferee()
    referee.lost = {"m1"}
    play = Play(store, spec_of("ab", parallel=1), referee)
    assert await play.run() == 0
    assert play.progress.notes == ["match 1 is void: the referee has lost the match"]
    assert len(store.matches()) == 2


async def test_an_error_leaves_no_task_behind(store: Store) -> None:
    """When one match can't go on, the others are let go, and the error is told."""
    referee = FakeReferee()
    referee.released = asyncio.Event()
    play = Play(store, spec_of("abc", parallel=3), referee)
    running = asyncio.create_task(play.run())
    while referee.waiting < 3:
        await asyncio.sleep(0)
    before = asyncio.all_tasks()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(before - asyncio.all_tasks()) == 4


class Opened:
    """A tournament that has begun, of which a bot's first version can't be started any more."""

    def __init__(self, store: Store) -> None:
        tournament = store.tournament()
        assert tournament is not None
        self.tournament_id = tournament.tournament_id
        self.versions = store.programs.versions
        self.given_up = {("a", 1)}

    def accept(self) -> None:
        """All is written."""


@pytest.mark.parametrize("has_ended", [False, True])
async def test_a_match_that_nobody_can_finish(store: Store, has_ended: bool) -> None:
    """It is ended at the referee, void, and played again by the bot's new version; one that is over counts."""
    spec, referee = spec_of("ab", parallel=1), FakeReferee()
    versions = [
        StoredVersion(bot, version, "0" * 64, "", {}, {})
        for bot, version in (("a", 1), ("a", 2), ("b", 1))
    ]
    store.programs.add(versions)
    first, _ = make_scheduler(spec).due()
    order = order_of(spec, first, FACTS.version)
    opened = Opened(store)
    request = f"{opened.tournament_id}/{order.key[:40]}/1"
    match = await referee.create(order, request_id=request, label="")
    play = PlayRecord("2030", None, None, None, None, (1, 1))
    store.matches_book.begin([Begun(order.key, 1, match.match_id, first.players, play)])
    if has_ended:
        await referee.wait(match.match_id)
    progress = Silence()
    runner = Runner(
        spec,
        FACTS,
        scheduler=make_scheduler(spec),
        executor=LocalExecutor(referee, FakeBots(), slots=1, replay_folder="replays"),
        store=store,
        progress=progress,
        opening=opened,
    )
    assert await runner.run() == 0
    assert [result.labels for result in store.matches()] == [
        ("a", "b") if has_ended else ("a@2", "b"),
        ("b", "a@2"),
    ]
    attempts = [each for each in store.attempts() if each.key == order.key]
    if has_ended:
        assert [each.void_cause for each in attempts] == [None]
        assert progress.notes == []
        return
    assert [(each.number, each.void_cause) for each in attempts] == [
        (1, EndCause.OPERATOR),
        (2, None),
    ]
    assert referee.ends[match.match_id].cause is EndCause.OPERATOR
    assert len(referee.made) == 3
    assert progress.notes == [
        "match 1 is void: a bot that began it has changed, and no copy of it is left: it is played again"
    ]
