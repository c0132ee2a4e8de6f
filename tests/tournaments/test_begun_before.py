"""A tournament goes on that was begun and killed by a program which recorded neither dice nor programs.

`version_3` has what the last such program has left: the rows of its database, the replay of the first of
four matches, and the journal of the second, which was being played.
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
from tournaments.pairings.dice import DicePolicy
from tournaments.pairings.orders import order_of
from tournaments.play.referee_calls import GrpcRefereeCalls
from tournaments.session import begin
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import ForfeitCause
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
from tournaments.store.migrations import upgrade
from tournaments.store.records import Attempt
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

VERSION_3 = Path(__file__).with_name("version_3")
FILE = VERSION_3 / "cup.toml"
TOURNAMENT_ID = "b1b213c7efc081a5"
PLAYED, BEGUN = "drptnu3o63bb6xdq", "u6p65wdr3ihfl2dz"
"""Ids of the match that was over and of the one that was being played."""
PLAYED_SEED = 4891883444305458007
"""What that program made of the block "1:greedy:mixer" without a seed in the file."""
GAME_VERSION = 1


def fill(folder: DataFolder) -> None:
    """Put the rows of that program into an empty database."""
    rows = re.findall(
        r"^INSERT .*?\);$", (VERSION_3 / "tournament.sql").read_text(), re.MULTILINE | re.DOTALL
    )
    engine = sa.create_engine(folder.database.url)
    with engine.begin() as connection:
        upgrade(connection, to=3)
        for row in rows:
            connection.execute(sa.text(row))
    engine.dispose()
    if folder.database.path is None:  # then the folder says which one of many it is
        folder.database.remember(TOURNAMENT_ID)


def restore_referee(data: Path) -> None:
    """Put what that program's referee has left into a data folder."""
    for kind in ("journal", "replay"):
        place = data / f"{kind}s"
        place.mkdir(parents=True)
        for file in VERSION_3.glob(f"*.{kind}"):
            shutil.copy(file, place)


def second_order() -> MatchOrder:
    """The order of the match that was being played, as it is made now."""
    return order_of(load_spec(FILE), make_scheduler(load_spec(FILE)).due()[1], GAME_VERSION)


def test_the_database_is_read_and_the_dice_stay(folder: DataFolder) -> None:
    """Every match is found under its key; the seeds are those that program would have gone on with."""
    fill(folder)
    with contextlib.closing(Store(folder.database)) as store:
        assert [match.match_id for match in store.matches()] == [PLAYED]
        assert store.schedule() is None
    spec = load_spec(FILE)
    with contextlib.closing(Store(folder.database, create=True)) as store:
        schedule = begin(store, spec, FILE)
        assert (schedule.dice.policy, schedule.seed) == (DicePolicy.WRITTEN, 0)
        [match] = store.matches()
        assert (match.pairing.seed, match.play, match.labels) == (
            PLAYED_SEED,
            None,
            ("greedy", "mixer"),
        )
        first, second, *_ = make_scheduler(spec, schedule).due()
        assert first == match.pairing
        for pairing, match_id in ((first, PLAYED), (second, BEGUN)):
            key = order_of(spec, pairing, GAME_VERSION).key
            assert store.last_attempt(key) == Attempt(1, match_id, is_void=False)
        assert store.schedule() is None
    with contextlib.closing(Store(folder.database)) as store:
        assert [match.match_id for match in store.matches()] == [PLAYED]


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
            match = await calls.create(order, request_id=request_id, label="cup 1:greedy:mixer #2")
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
    restore_referee(cup.data / "referee")
    fill(DataFolder(cup.data))
    cup.finish("resume")
    with contextlib.closing(cup.store()) as store:
        matches = store.matches()
        assert store.num_voids() == 0
    assert [match.match_id for match in matches[:2]] == [PLAYED, BEGUN]
    assert [match.play is None for match in matches] == [True, False, False, False]
    assert len({match.pairing.seed for match in matches}) == 2
    assert cup.replays() == 4
    assert "4 of 4 results are those of their replays" in cup.finish("verify")
