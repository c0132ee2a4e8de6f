"""A tournament goes on that was begun and killed by the program of the last release.

`version_11` has what that program has left: the rows of its database, the replay of the first of four matches, and
the journal of the second, which was being played.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import Server, running_server
from tests.tournaments.cups import new_cup
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.play.referee_calls import GrpcRefereeCalls
from tournaments.session import begin
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import ForfeitCause
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
from tournaments.store.migrations import run_scripts
from tournaments.store.records import Attempt
from tournaments.store.schema import METADATA
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

LEFT = Path(__file__).with_name("version_11")
FILE = LEFT / "cup.toml"
TOURNAMENT_ID = "dfaa0a462034eeb1"
PLAYED, BEGUN = "oyrllkupouobvrk5", "gzrl4nxma7aa44cu"
"""Ids of the match that was over and of the one that was being played."""
SCHEDULE_SEED = 4390641940201374000
GAME_VERSION = 1


def fill(folder: DataFolder) -> None:
    """Put the rows of that program into an empty database."""
    rows = re.findall(
        r"^INSERT .*?\);$", (LEFT / "tournament.sql").read_text(), re.MULTILINE | re.DOTALL
    )
    engine = sa.create_engine(folder.database.url)
    with engine.begin() as connection:
        run_scripts(connection, to=11)
        for row in sorted(rows, key=_place_of_table):
            connection.exec_driver_sql(row.replace("%", "%%").replace(",4,0);", ",4,false);"))
    engine.dispose()
    if folder.database.path is None:  # then the folder says which one of many it is
        folder.database.remember(TOURNAMENT_ID)


def _place_of_table(row: str) -> int:
    """Rows come after those that they refer to."""
    tables = [table.name for table in METADATA.sorted_tables]
    return tables.index(row.split('"')[1])


def restore_referee(data: Path) -> None:
    """Put what that program's referee has left into a data folder."""
    for kind in ("journal", "replay"):
        place = data / f"{kind}s"
        place.mkdir(parents=True)
        for file in LEFT.glob(f"*.{kind}"):
            shutil.copy(file, place)


def second_order() -> MatchOrder:
    """The order of the match that was being played, as it is made now."""
    own = Schedule(Dice(DicePolicy.OWN, "of that program"), SCHEDULE_SEED)
    return order_of(load_spec(FILE), make_scheduler(load_spec(FILE), own).due()[1], GAME_VERSION)


def test_the_database_is_read_and_the_dice_stay(folder: DataFolder) -> None:
    """Every match is found under its key; the schedule is the one that program would have gone on with."""
    fill(folder)
    with contextlib.closing(Store(folder.database)) as store:
        assert [match.match_id for match in store.matches()] == [PLAYED]
    spec = load_spec(FILE)
    with contextlib.closing(Store(folder.database, create=True)) as store:
        schedule = begin(store, spec, FILE)
        assert (schedule.dice.policy, schedule.seed) == (DicePolicy.OWN, SCHEDULE_SEED)
        assert (schedule.pairing_rule, schedule.growth, schedule.ring) == (4, (), False)
        [match] = store.matches()
        assert [seat.score for seat in match.end.seats] == [12, 6]
        assert [match.end.seats[seat].placement for seat in (0, 1)] == [1, 2]
        first, second, *_ = make_scheduler(spec, schedule).due()
        assert first == match.pairing
        for pairing, match_id in ((first, PLAYED), (second, BEGUN)):
            key = order_of(spec, pairing, GAME_VERSION).key
            assert store.last_attempt(key) == Attempt(1, match_id, is_void=False)


async def test_the_referee_takes_the_match_up(tmp_path: Path) -> None:
    """The same request leads to it, and the tokens, which came from the salt, still open its seats."""
    restore_referee(tmp_path / "data")
    order = second_order()
    listen = parse_listen(f"unix:{tmp_path}/referee.sock")
    server = Server(ServerConfig(listen=(listen,), data_dir=tmp_path / "data"))
    async with running_server(server):
        assert server.recovered == 1
        calls = GrpcRefereeCalls(listen.text)
        try:
            request_id = f"{TOURNAMENT_ID}/{order.key[:40]}/1"
            match = await calls.create(order, request_id=request_id, label="cup 1:one:two #2")
            assert match.match_id == BEGUN
            await calls.resign(match.tokens[0])
            end = await calls.wait(BEGUN)
            assert end is not None
            assert [seat.forfeit for seat in end.seats] == [ForfeitCause.RESIGNED, None]
            await server.lobby.replays_written()
            for match_id in (PLAYED, BEGUN):
                assert len(await calls.trace(match_id, 2)) == 2
        finally:
            await calls.close()


@pytest.mark.slow
def test_it_is_resumed(tmp_path: Path) -> None:
    """The match goes on from its journal, the others are played, and all replays hold."""
    cup = new_cup(tmp_path, "cup", FILE.read_text())
    shutil.copy(LEFT / "bot.py.txt", tmp_path / "cup" / "bot.py")
    restore_referee(cup.data / "referee")
    fill(DataFolder(cup.data))
    cup.finish("resume")
    with contextlib.closing(cup.store()) as store:
        matches = store.matches()
        assert sum(each.void_cause is not None for each in store.attempts()) == 0
    assert [match.match_id for match in matches[:2]] == [PLAYED, BEGUN]
    assert all(match.play is not None for match in matches)
    assert {match.pairing.seed for match in matches} == {None}
    assert cup.replays() == 4
    assert "4 of 4 results are those of their replays" in cup.finish("verify")
    # It had no log: what its rows say was written into one first, and all that came after.
    audited = cup.finish("audit").splitlines()
    assert "holds  replays: 4 results are those of their replays, simulated again" in audited
    assert "holds  events: 4 results, 0 void attempts: each follows from a beginning" in audited
