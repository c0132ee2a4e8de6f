"""Replays as tables: a row for each decision, and one for each seat's result."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from gamereferee import load_replays
from gamereferee.v1 import match_pb2, replay_pb2
from referee.core.errors import RefereeError
from referee.replay import tables
from referee.replay.errors import ReplayError
from tests.cli.command import process
from tests.cli.recorded_matches import Recorded
from tests.replay.recording import forge

pytestmark = pytest.mark.slow  # Apache Arrow comes with what developers install

CREATED = datetime.datetime(2027, 3, 1, 8, 0, 0, 250, datetime.UTC)


def _known(records: list[replay_pb2.Record]) -> None:
    """A match of one step in which seat 0 played and seat 1 missed its turn, with known numbers."""
    header = records[0].header
    del header.players[:]
    header.players.extend(["ada", "bob"])
    header.create_time.FromDatetime(CREATED)
    first = next(record for record in records if record.HasField("step"))
    end = records[-1]
    played, missed = first.step.actions
    played.elapsed_us, played.lag_us, played.cpu_us, played.turn = 1500, 20, 900, 1
    missed.kind, missed.payload, missed.turn = replay_pb2.ACTION_KIND_DEFAULTED, b"", 1
    missed.elapsed_us, missed.lag_us = 0, 0
    missed.ClearField("cpu_us")
    won, lost = end.end.outcome.seats
    won.placement, won.score, won.strikes = 1, 22, 0
    lost.placement, lost.score, lost.strikes = 2, -3, 1
    lost.forfeit = match_pb2.FORFEIT_CAUSE_RESIGNED
    end.end.outcome.cause = match_pb2.END_CAUSE_FORFEIT
    records[:] = [records[0], first, end]


@pytest.fixture
def match(tmp_path: Path) -> Recorded:
    """A replay of known numbers."""
    found = Recorded(tmp_path, "diceman")
    forge(found.path, _known)
    return found


def test_rows_are_those_of_the_records(match: Recorded) -> None:
    """Numbers as they are recorded, and null for what is not known."""
    decisions, results = load_replays(match.path)
    rows = decisions.to_pylist()
    action = rows[0].pop("action")
    assert set(json.loads(action)) == {"dice", "bad_form"}
    known = {"match_id": "recorded", "game": "diceman", "step": 1, "turn": 1}
    assert rows == [
        known | {"seat": 0, "player": "ada", "decided": "played"}
        | {"elapsed_us": 1500, "lag_us": 20, "cpu_us": 900},
        known | {"seat": 1, "player": "bob", "decided": "defaulted", "action": None}
        | {"elapsed_us": 0, "lag_us": 0, "cpu_us": None},
    ]  # fmt: skip
    ended = {"match_id": "recorded", "game": "diceman", "game_version": 1, "steps": 1}
    ended |= {"created": CREATED, "cause": "FORFEIT"}
    assert results.to_pylist() == [
        ended | {"seat": 0, "player": "ada", "placement": 1, "score": 22}
        | {"strikes": 0, "forfeit": None},
        ended | {"seat": 1, "player": "bob", "placement": 2, "score": -3}
        | {"strikes": 1, "forfeit": "RESIGNED"},
    ]  # fmt: skip


def _void(records: list[replay_pb2.Record]) -> None:
    end = records[-1].end.outcome
    end.cause = match_pb2.END_CAUSE_OPERATOR
    for seat in end.seats:
        seat.placement = 0


def test_a_void_match_has_no_placements(tmp_path: Path) -> None:
    """Nor scores, which would count in every mean."""
    found = Recorded(tmp_path, "diceman")
    forge(found.path, _void)
    results = load_replays([found.path]).results
    assert results["placement"].to_pylist() == [None, None]
    assert results["score"].to_pylist() == [None, None]
    assert set(results["cause"].to_pylist()) == {"OPERATOR"}


def test_files_are_written_by_the_command(match: Recorded, tmp_path: Path) -> None:
    """Two files, with the rows that `load_replays` returns."""
    from pyarrow import parquet

    folder = tmp_path / "tables"
    ran = process("replay", "export", str(match.path.parent), "--parquet", str(folder))
    assert (ran.status, ran.out) == (0, ""), ran.err
    decisions, results = load_replays(match.path.parent)
    assert parquet.read_table(folder / tables.DECISIONS).equals(decisions)
    assert parquet.read_table(folder / tables.RESULTS).equals(results)
    assert sorted(path.name for path in folder.iterdir()) == [tables.DECISIONS, tables.RESULTS]


def test_replays_are_read_in_groups(
    match: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large folder needs no more memory than a group of its replays."""
    from pyarrow import parquet

    for number in range(4):
        (tmp_path / f"{number}.replay").write_bytes(match.path.read_bytes())
    monkeypatch.setattr(tables, "_GROUP", 2)
    paths = sorted(tmp_path.glob("[0-9].replay"))
    tables.write_parquet(paths, tmp_path / "out")
    assert parquet.ParquetFile(tmp_path / "out" / tables.RESULTS).num_row_groups == 2
    assert load_replays(paths).results.num_rows == 8


def test_a_damaged_replay_replaces_nothing(match: Recorded, tmp_path: Path) -> None:
    """The error names it, and earlier files stay."""
    tables.write_parquet([match.path], tmp_path / "out")
    before = (tmp_path / "out" / tables.RESULTS).read_bytes()
    damaged = tmp_path / "damaged.replay"
    damaged.write_bytes(b"no replay")
    with pytest.raises(ReplayError, match="damaged"):
        tables.write_parquet([match.path, damaged], tmp_path / "out")
    assert (tmp_path / "out" / tables.RESULTS).read_bytes() == before
    assert not list((tmp_path / "out").glob(".*"))


def test_without_arrow_the_error_names_the_extra(
    match: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not part of what the referee needs."""
    import builtins

    found = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "pyarrow":
            raise ImportError(name)
        return found(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(RefereeError, match=r"pip install 'gamereferee\[tables\]'"):
        load_replays(match.path)
