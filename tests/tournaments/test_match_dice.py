"""Which dice a tournament has: what is drawn, what is kept, what is told, and when."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import hmac
import sqlite3
from pathlib import Path

import pytest

from tests.helpers.patience import HANG_S
from tests.tournaments.calling import Caller
from tests.tournaments.fakes import FACTS, FakeBots, FakeReferee, Silence, alphabetical, ended
from tests.tournaments.stored import play_into
from tournaments.opening import Opening
from tournaments.pairings import AdHoc, Pairing, own_dice
from tournaments.pairings.base import PAIRING_RULE
from tournaments.pairings.dice import NO_CHANCE, Dice, DicePolicy
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import (
    Schedule,
    dice_as_json,
    dice_lines,
    draw_schedule,
    written_schedule,
)
from tournaments.play.executor import LocalExecutor, host_failure
from tournaments.play.runner import Runner
from tournaments.reports.export import make_table
from tournaments.reports.match_details import find_match
from tournaments.reports.page import render_page
from tournaments.reports.view import find_view
from tournaments.session import _Run, begin
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.matches import MatchOrder, OpenMatch
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

HEAD = 'name = "cup"\ngame = "diceman"\n'
BOTS = "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "abc")
ISOLATED = HEAD + 'format = "round_robin"\nlifetime = "match"\n'
SECRET = bytes(range(32))
SHARED = Schedule(Dice(DicePolicy.SHARED, "a test", SECRET), 5)


def spec_of(text: str) -> TournamentSpec:
    """A tournament of three bots."""
    return parse_spec(text + BOTS, Path("cup.toml"))


def test_dice_are_shared_where_nothing_is_carried_on() -> None:
    """A process for every seat, a sandbox, no network, and a referee that is closed to bots."""
    schedule = draw_schedule(spec_of(ISOLATED), own_referee=True)
    assert (schedule.dice.policy, len(schedule.dice.secret)) == (DicePolicy.SHARED, 32)
    assert schedule.dice.secret != draw_schedule(spec_of(ISOLATED), own_referee=True).dice.secret


@pytest.mark.parametrize(
    ("text", "own_referee", "why"),
    [
        (HEAD + 'format = "round_robin"', True, "bots live through all matches"),
        (ISOLATED + 'sandbox = "none"', True, "bots are not in a sandbox"),
        (ISOLATED + "sandbox.network = true", True, "bots have a network"),
        (ISOLATED, False, "the referee is not this tournament's own"),
        (ISOLATED + "share_dice = false", True, "the file has share_dice = false"),
        (HEAD + 'format = "team"\nparty_seats = 3\nsandbox = "none"', True, "not in a sandbox"),
        (HEAD + 'format = "contest"\nparty_seats = 3\nparties = 2', True, "no two matches"),
        (HEAD + 'format = "groups"\nseats = 3\nseatings = "one"', True, "no two matches"),
        (ISOLATED.replace("round_robin", "ladder") + "rounds = 2", True, "a ladder may go on"),
    ],
    ids=[
        "lifetime",
        "sandbox",
        "network",
        "referee",
        "file",
        "team",
        "contest",
        "groups",
        "ladder",
    ],
)
def test_else_every_match_has_its_own(text: str, own_referee: bool, why: str) -> None:
    """And the run says why."""
    schedule = draw_schedule(spec_of(text + "\n"), own_referee=own_referee)
    assert (schedule.dice.policy, schedule.dice.secret) == (DicePolicy.OWN, b"")
    assert why in schedule.dice.why
    assert dice_lines(schedule, is_over=False) == [
        f"dice: each match has its own, for {schedule.dice.why}"
    ]
    pairings = make_scheduler(spec_of(text + "\n"), schedule).due()
    assert {pairing.seed for pairing in pairings} == {None}


def test_a_written_seed_is_marked() -> None:
    """Whatever encloses the bots, all dice follow from it, and every table says so."""
    schedule = draw_schedule(spec_of(ISOLATED + "seed = 0\n"), own_referee=True)
    assert schedule == written_schedule(0)
    (line,) = dice_lines(schedule, is_over=False)
    assert line.startswith("dice: NOT SECRET")
    assert "from seed 0" in line


def test_shared_seeds_follow_from_the_secret() -> None:
    """By the formula in the documents; equal in a block, different between blocks."""
    message = b"gamereferee match seed\0" + b"1:a:b"
    expected = int.from_bytes(hmac.new(SECRET, message, "sha256").digest()[:8], "big")
    due = make_scheduler(spec_of(ISOLATED), SHARED).due()
    seeds = {pairing.block: pairing.seed for pairing in due}
    assert seeds["1:a:b"] == expected
    assert len(set(seeds.values())) == 3
    committed = hashlib.sha256(b"gamereferee tournament secret\0" + SECRET).hexdigest()
    assert SHARED.dice.commitment == committed


def test_the_schedule_owes_nothing_to_the_secret() -> None:
    """Who plays together is drawn from a public seed, whatever the secret is (DA-7.6)."""
    file = spec_of(HEAD + 'format = "adhoc"\npairs = 1\n')
    other = dataclasses.replace(SHARED, dice=dataclasses.replace(SHARED.dice, secret=bytes(32)))
    drawn = [make_scheduler(file, schedule).due() for schedule in (SHARED, other)]
    assert [p.players for p in drawn[0]] == [p.players for p in drawn[1]]
    assert not {p.seed for p in drawn[0]} & {p.seed for p in drawn[1]}
    again = AdHoc("abc", pairs=1, cycles=1, seeds=own_dice, draw=SHARED.seed).due()
    assert [p.players for p in again] == [p.players for p in drawn[0]]


def test_the_secret_is_told_at_the_end_alone() -> None:
    """Its commitment from the beginning; no representation of the object has it either."""
    before, after = (
        "\n".join([*dice_lines(SHARED, is_over=over), str(dice_as_json(SHARED, is_over=over))])
        for over in (False, True)
    )
    assert SHARED.dice.commitment in before
    assert SECRET.hex() not in before
    assert after.count(SECRET.hex()) == 2
    assert SECRET.hex() not in repr(SHARED)
    assert str(SECRET) not in repr(SHARED)


# What a run keeps.


def begun(folder: Path, text: str) -> tuple[Store, TournamentSpec, Path]:
    """An open store and a tournament file."""
    file = folder / "cup.toml"
    file.write_text(text + BOTS)
    return Store(folder / "t.sqlite", create=True), parse_spec(text + BOTS, file), file


def play_first(store: Store, spec: TournamentSpec, schedule: Schedule) -> Pairing:
    """Give the first match a result."""
    pairing = make_scheduler(spec, schedule).due()[0]
    order = order_of(spec, pairing, 1)
    store.begin_attempt(order.key, 1, "m1")
    store.record(order, pairing, ended(1, 2), match_id="m1", replay=None)
    return pairing


def test_a_resumed_run_has_the_same_dice(tmp_path: Path) -> None:
    """Before the first match, lest a commitment be published twice, and after it."""
    store, spec, file = begun(tmp_path, ISOLATED)
    with contextlib.closing(store):
        first = begin(store, spec, file)
        assert begin(store, spec, file) == first
        pairing = play_first(store, spec, first)
        assert begin(store, spec, file) == first
        assert store.schedule() == first
        assert store.matches()[0].pairing == pairing


def test_a_run_goes_on_by_the_pairing_rule_it_began_with(tmp_path: Path) -> None:
    """A new one has the newest; one that was begun by an earlier rule keeps that."""
    store, spec, file = begun(tmp_path, HEAD + 'format = "swiss"\n')
    with contextlib.closing(store):
        schedule = begin(store, spec, file)
        assert schedule.pairing_rule == PAIRING_RULE == 4
        play_first(store, spec, schedule)
    path = tmp_path / "t.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE schedules SET pairing_rule = 3")
    with contextlib.closing(Store(path, create=True)) as store:
        assert begin(store, spec, file) == dataclasses.replace(schedule, pairing_rule=3)


def test_a_match_with_dice_of_its_own_comes_back(tmp_path: Path) -> None:
    """It has no seed in the records; every match has a key of its own all the same."""
    store, spec, file = begun(tmp_path, HEAD + 'format = "round_robin"\ncycles = 2\n')
    with contextlib.closing(store):
        schedule = begin(store, spec, file)
        assert play_first(store, spec, schedule) == store.matches()[0].pairing
        assert store.matches()[0].pairing.seed is None
        keys = {order_of(spec, pairing, 1).key for pairing in make_scheduler(spec, schedule).due()}
        assert len(keys) == 12


def test_shared_dice_do_not_go_on_where_they_may_not(tmp_path: Path) -> None:
    """As when the sandbox is left out by --sandbox none; the other way round nothing is lost."""
    store, spec, file = begun(tmp_path, ISOLATED)
    with contextlib.closing(store):
        play_first(store, spec, begin(store, spec, file))
        open_ = spec_of(ISOLATED + 'sandbox = "none"\n')
        with pytest.raises(FolderError, match=r"share dice, .* bots are not in a sandbox"):
            begin(store, open_, file)
        with pytest.raises(FolderError, match=r"share dice, .* not this tournament's own"):
            begin(store, spec, file, own_referee=False)


def test_a_game_without_chance_shares_nothing(tmp_path: Path) -> None:
    """Its matches need not wait for one another, and the run says why."""
    store, spec, file = begun(tmp_path, ISOLATED.replace("diceman", "swordman"))
    with contextlib.closing(store):
        progress = Silence()
        begin(store, spec, file)
        opening = Opening(store, spec, file, note=progress.note)
        run = _Run(spec, file, DataFolder(tmp_path), store, progress, opening, is_own_referee=False)
        assert opening.schedule.dice.is_shared
        run.check(dataclasses.replace(FACTS, chance_free=True))
        opening.accept()
        assert store.schedule() == opening.schedule
    assert opening.schedule.dice.policy is DicePolicy.OWN
    assert progress.notes == ["dice: each match has its own, for " + NO_CHANCE]


def test_a_ring_is_what_the_game_said_before_the_first_match(tmp_path: Path) -> None:
    """It is written down, so that reports know it without a referee; later nothing changes it."""
    store, spec, file = begun(tmp_path, HEAD + 'format = "groups"\nseats = 2\n')

    def told(*, ring: bool) -> Schedule:
        opening = Opening(store, spec, file)
        run = _Run(spec, file, DataFolder(tmp_path), store, Silence(), opening, is_own_referee=True)
        run.check(dataclasses.replace(FACTS, ring=ring))
        opening.accept()
        return opening.schedule

    with contextlib.closing(store):
        assert not begin(store, spec, file).ring
        assert told(ring=True).ring
        assert not told(ring=False).ring
        schedule = told(ring=True)
        assert store.schedule() == schedule
        play_first(store, spec, schedule)
        assert told(ring=False) == schedule
        assert store.schedule() == begin(store, spec, file) == schedule
    with contextlib.closing(Store(tmp_path / "t.sqlite")) as store:
        assert store.schedule() == schedule


@pytest.mark.parametrize("ring", [False, True])
def test_groups_are_seated_for_the_table(ring: bool) -> None:
    """A ring of five has a block of 5 matches, and any other table of five has one of 10."""
    text = HEAD + 'format = "groups"\nseats = 5\n' + '[[bots]]\nname = "d"\ncommand = "true"\n'
    spec = spec_of(text + '[[bots]]\nname = "e"\ncommand = "true"\n')
    schedule = dataclasses.replace(written_schedule(1), ring=ring)
    assert make_scheduler(spec, schedule).total == (5 if ring else 10)


# What a run does.


class WatchfulReferee(FakeReferee):
    """Sees that no match begins while anything is left of the bots of another with its dice."""

    def __init__(self, bots: FakeBots) -> None:
        super().__init__(alphabetical)
        self.released = asyncio.Event()
        self._bots = bots
        self._tokens: dict[int | None, tuple[str, ...]] = {}

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """See `FakeReferee`."""
        assert order.shares_dice
        assert set(self._tokens.get(order.seed, ())) <= set(self._bots.gone_tokens)
        match = await super().create(order, request_id=request_id, label=label)
        self._tokens[order.seed] = match.tokens
        return match


async def test_matches_that_share_dice_are_played_one_after_the_other(tmp_path: Path) -> None:
    """The second begins when nothing is left of the bots of the first; other blocks go on beside."""
    store, spec, file = begun(tmp_path, ISOLATED)
    bots = FakeBots()
    referee = WatchfulReferee(bots)
    with contextlib.closing(store):
        store.begin(spec.name, file, file.read_text(), ["a", "b", "c"], SHARED)
        runner = Runner(
            spec,
            FACTS,
            scheduler=make_scheduler(spec, SHARED),
            executor=LocalExecutor(referee, bots, slots=6, replay_folder=None),
            store=store,
            progress=Silence(),
            shares_dice=True,
        )
        run = asyncio.create_task(runner.run())
        async with asyncio.timeout(HANG_S / 2):
            while referee.waiting < 3:
                await asyncio.sleep(0)
        assert len({order.seed for order in referee.made}) == len(referee.made) == 3
        assert referee.released is not None
        referee.released.set()
        assert await run == 0
        assert len(store.matches()) == 6
    assert referee.most_at_once == 3
    assert sorted(bots.gone_tokens) == sorted(token for _, token in bots.taken)


async def play_shared(
    store: Store, spec: TournamentSpec, referee: FakeReferee, *, shares_dice: bool = True
) -> int:
    """Play what is left with dice that are shared, or told to be nobody's business."""
    runner = Runner(
        spec,
        FACTS,
        scheduler=make_scheduler(spec, SHARED),
        executor=LocalExecutor(referee, FakeBots(), slots=2, replay_folder=None),
        store=store,
        progress=Silence(),
        shares_dice=shares_dice,
    )
    return await runner.run()


async def test_a_reveal_is_released_when_the_last_match_with_its_dice_is_over(
    tmp_path: Path,
) -> None:
    """With those of attempts that were void; a block that has a match left to play keeps all of its own."""
    store, spec, file = begun(tmp_path, ISOLATED)
    failing: set[tuple[str, ...]] = set()

    def judge(order: MatchOrder) -> MatchEnd:
        if order.players in failing:
            return host_failure("it broke", 2)
        return alphabetical(order)

    referee = FakeReferee(judge)
    with contextlib.closing(store):
        store.begin(spec.name, file, file.read_text(), ["a", "b", "c"], SHARED)
        failing.add(("b", "a"))
        assert await play_shared(store, spec, referee) == 1
        seeds = {match_id: order.seed for match_id, order in referee.orders.items()}
        kept = next(order.seed for order in referee.made if order.players == ("b", "a"))
        whole = {match_id for match_id, seed in seeds.items() if seed != kept}
        assert sorted(referee.laid_open) == sorted(whole)
        assert len(whole) == 4
        failing.clear()
        assert await play_shared(store, spec, referee) == 0
        # One match, three attempts at the other that were void, and the one that counts.
        assert len(referee.laid_open) - len(whole) == 5
        assert sorted(referee.laid_open) == sorted(referee.orders)


async def test_dice_that_are_not_shared_are_not_kept_back(tmp_path: Path) -> None:
    """Their reveals come with the end of each match; there is nothing to release."""
    store, spec, file = begun(tmp_path, ISOLATED)
    referee = FakeReferee()
    with contextlib.closing(store):
        store.begin(spec.name, file, file.read_text(), ["a", "b", "c"], SHARED)
        assert await play_shared(store, spec, referee, shares_dice=False) == 0
    assert not referee.laid_open


# What is shown.


def played(folder: Path, most: int) -> Path:
    """A data folder with the results of so many matches."""

    def judge(pairing: Pairing) -> MatchEnd | None:
        return ended(1, 2) if pairing.number <= most else None

    return play_into(folder, ISOLATED + BOTS, judge, schedule=SHARED)


def shown(folder: Path, number: int) -> set[str | None]:
    """The seed of a match, wherever it is told."""
    view = find_view(folder, None)
    table = make_table(view, "matches")
    rows = [row for row in table.rows if row[0] == number]
    details = find_match(view, str(number))
    return {details.match.seed, *(row[table.columns.index("seed")] for row in rows)}  # type: ignore[arg-type]


def test_a_seed_is_told_when_nobody_can_use_it_any_more(tmp_path: Path, call: Caller) -> None:
    """Not while a match that shares it is left to play; the secret when none is left at all."""
    first = make_scheduler(spec_of(ISOLATED), SHARED).due()[0]
    half, whole = (played(tmp_path / name, most) for name, most in (("half", 1), ("block", 2)))
    assert shown(half, 1) == {None}
    assert shown(whole, 1) == {str(first.seed)}
    told = call("show", half, 1).out
    assert "seed kept back until no match that shares it is left to play" in told
    for folder in (half, whole):
        page = render_page(find_view(folder, None), folder / "report.html")
        said = page + call("standings", folder).out + call("standings", folder, "--json").out
        assert said.count(SHARED.dice.commitment) == 3
        assert SECRET.hex() not in said
    over = played(tmp_path / "over", 6)
    assert call("standings", over).out.count(SECRET.hex()) == 1
    assert find_view(over, None).is_over


def test_a_data_folder_keeps_its_dice(tmp_path: Path) -> None:
    """What was written down is read again, without the file."""
    over = played(tmp_path / "over", 6)
    with contextlib.closing(Store(DataFolder(over).database)) as store:
        assert store.schedule() == SHARED
