"""Why matches end and seats are taken out: every cause of the protocol, and one it has not yet."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from google.protobuf import json_format

from gamereferee.v1 import match_pb2
from tests.tournaments.calling import Caller
from tests.tournaments.pages import parse_page
from tests.tournaments.stored import CUP_FILE, play_into
from tournaments.play.wire import end_of
from tournaments.reports.page import render_page
from tournaments.reports.view import find_view
from tournaments.spec.outcomes import EndCause, ForfeitCause
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

PREFIX = "FORFEIT_CAUSE_"
NEWER = max(match_pb2.ForfeitCause.values()) + 1
TOLD = {
    number: name.removeprefix(PREFIX).lower()
    for name, number in match_pb2.ForfeitCause.items()
    if number
} | {NEWER: "unknown"}
"""What is told of every number that may come over the wire."""


def wire_end(forfeit: int, cause: int = match_pb2.END_CAUSE_FORFEIT) -> match_pb2.Outcome:
    """A match that the first seat lost by this cause, as a referee of any version tells it."""
    seats = [{"seat": 0, "placement": 2, "forfeit": forfeit}, {"seat": 1, "placement": 1}]
    values = {"cause": cause, "text": "a has lost", "seats": seats}
    return json_format.ParseDict(values, match_pb2.Outcome())


def test_no_cause_is_missing() -> None:
    """Names and numbers of the protocol are ours, and ours are the protocol's, but for UNKNOWN."""
    for wire, own, prefix in (
        (match_pb2.ForfeitCause, ForfeitCause, "FORFEIT_CAUSE_"),
        (match_pb2.EndCause, EndCause, "END_CAUSE_"),
    ):
        told = {name.removeprefix(prefix): number for name, number in wire.items() if number}
        assert told | {"UNKNOWN": -1} == {cause.name: cause.value for cause in own}


@pytest.mark.parametrize(("number", "name"), TOLD.items(), ids=TOLD.values())
def test_every_forfeit_is_told_everywhere(
    number: int, name: str, tmp_path: Path, call: Caller
) -> None:
    """From the referee to the store, and from there to lists, tables and page."""
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: end_of(wire_end(number)))
    with contextlib.closing(Store(DataFolder(folder).database)) as store:
        kept = {match.end.seats[0].forfeit for match in store.matches()}
    assert kept == {ForfeitCause(number)}
    assert name in call("export", "csv", folder, "--table", "results").out
    assert f" forfeit: {name}" in " ".join(call("matches", folder).out.split())
    (first, *_) = json.loads(call("matches", folder, "--json").out)["matches"]
    assert [seat["forfeit"] for seat in first["seats"]] == [name, None]
    assert any(line.rstrip().endswith(name) for line in call("show", folder, 1).out.splitlines())
    assert [
        line["forfeits"]
        for line in json.loads(call("standings", folder, "--json").out)["standings"]
    ] == [2, 2, 2]


@pytest.mark.parametrize(("number", "name"), TOLD.items(), ids=TOLD.values())
def test_every_forfeit_has_a_column(number: int, name: str, tmp_path: Path) -> None:
    """The page counts it under its own head; a cause that nobody knows has one when it came up."""
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: end_of(wire_end(number)))
    page = parse_page(render_page(find_view(folder, None), folder / "report.html"))
    table = next(found for part in page.section("faults") for found in part.all("table"))
    heads = [head.text for head in table.all("thead")[0].all("th")]
    words = {"time": "out of time"}.get(name, name)
    assert [row[heads.index(words)] for row in page.rows("faults")] == ["2", "2", "2"]
    assert ("unknown" in heads) is (number == NEWER)
    assert {len(row) for row in page.rows("faults")} == {len(heads)}


def test_an_unknown_end_is_void() -> None:
    """By the protocol only the causes from RULES to FORFEIT may touch a rating."""
    newer = max(match_pb2.EndCause.values()) + 1
    assert end_of(wire_end(0, newer)).cause is EndCause.UNKNOWN
    counting = [cause for cause in EndCause if not cause.is_void]
    assert counting == [EndCause.RULES, EndCause.BOT_TIME, EndCause.BOT_ERROR, EndCause.FORFEIT]


def test_a_store_of_a_newer_program(tmp_path: Path, call: Caller) -> None:
    """Names of causes that were written by it are read as unknown ones."""
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: end_of(wire_end(1)))
    engine = sa.create_engine(f"sqlite:///{DataFolder(folder).file}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE results SET forfeit = 'BORED' WHERE forfeit = 'TIME'"))
    engine.dispose()
    assert "unknown" in call("export", "csv", folder, "--table", "results").out
