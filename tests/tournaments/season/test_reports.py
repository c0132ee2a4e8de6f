"""What is read of a season's log afterwards: audit, table, status, matches; and an organizer's commands."""

from __future__ import annotations

import json
import math
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.season.world import World, events_of
from tournaments.audit.audit import Audit, audit
from tournaments.log.event import Event, chained
from tournaments.log.signing import signer_of
from tournaments.reports.season_log import read_season
from tournaments.season.keys import key_hash
from tournaments.season.reading import season_of
from tournaments.season.records import SeasonStatus
from tournaments.season.status import next_by_clock
from tournaments.season.table import season_table
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
data = "data"
[season]
closes = 2027-03-01T08:00:00Z
first_matches = 3
[[bots]]
name = "house"
house = "greedy"
"""
Body = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a season of eight hours with a new version and an annulled match; it is closed."""
    world = World(tmp_path_factory.mktemp("seasons") / "data", FILE)
    world.strengths = {"ann": 3.0, "bob": 0.0}
    world.at(0.1, lambda: world.submit("ann"))
    world.at(0.3, lambda: world.submit("bob"))
    world.at(4.0, lambda: world.submit("ann", content="second"))
    world.at(6.0, lambda: world.ask("annul", match=4))
    world.at(7.9, lambda: world.submit("cyd"))
    world.run()
    return world.data.parent


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(played, tmp_path / "cup"))


def write(folder: Path, bodies: list[Body]) -> None:
    """Write a log again, as somebody with the key can: its chain and signatures are right."""
    events: list[Event] = []
    signer = signer_of(folder / "data")
    for body in bodies:
        events.append(signer.signed(chained(body, events[-1] if events else None)))
    (folder / "data" / "tournament.sqlite").unlink(missing_ok=True)
    lines = "".join(f"{event.line}\n" for event in events)
    (folder / "data" / "tournament.log").write_text(lines)


def failures(result: Audit) -> dict[str, str]:
    """What does not hold, by check."""
    return {each.check: each.text for each in result.findings if each.holds is False}


def test_a_log_that_nobody_changed(folder: Path) -> None:
    """Everything holds, and the events are summed up."""
    result = audit(DataFolder(folder / "data"))
    assert failures(result) == {}
    found = {each.check: each for each in result.findings}
    assert found["events"].text.startswith("4 entries with 5 versions, ")
    assert "1 are annulled" in found["events"].text
    assert found["schedule"].holds
    assert found["database"].holds


def of(kind: str, bodies: list[Body]) -> list[int]:
    """Places of the events of a type, from 0."""
    return [place for place, body in enumerate(bodies) if body["type"] == kind]


def _swap_seats(bodies: list[Body]) -> None:
    bodies[of("started", bodies)[5]]["entries"].reverse()


def _replace_player(bodies: list[Body]) -> None:
    seats = bodies[of("started", bodies)[8]]["entries"]
    (other,) = {"house", "ann", "bob"}.difference(name for name, _ in seats)
    seats[0] = [other, seats[0][1]]


def _change_prior(bodies: list[Body]) -> None:
    bodies[of("admitted", bodies)[3]]["prior"][0] += 1


def _change_fit(bodies: list[Body]) -> None:
    bodies[of("started", bodies)[9]]["fitted"] += 1


CHANGES = {
    "swapped seats": (_swap_seats, "schedule", r"match 6 should be"),
    "another player": (_replace_player, "schedule", r"match 9 should be"),
    "another prior": (_change_prior, "schedule", r"ann should begin with"),
    "another fit": (_change_fit, "schedule", r"match 10 should be"),
    "no start": (lambda bodies: bodies.pop(of("started", bodies)[3]), "events", "match 4"),
    "no end": (lambda bodies: bodies.pop(of("ended", bodies)[3]), "events", ""),
    "not rated": (
        lambda bodies: bodies[of("ended", bodies)[2]].update(rated=False),
        "events",
        "match 3 must have rated = true",
    ),
    "no version": (
        lambda bodies: bodies.pop(of("admitted", bodies)[3]),
        "events",
        "ann, version 2",
    ),
    "too early": (
        lambda bodies: bodies[of("ended", bodies)[2]].update(at="2027-02-01T00:00:00.000+00:00"),
        "events",
        "before that of an earlier event",
    ),
    "expelled before": (
        lambda bodies: bodies[of("annulled", bodies)[0]].update(
            type="expelled", entry="bob", by="organizer"
        ),
        "events",
        "bob, version 1, can't play",
    ),
}


@pytest.mark.parametrize(("change", "check", "said"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_is_found(
    change: Callable[[list[Body]], object], check: str, said: str, folder: Path
) -> None:
    """Also by somebody who has the key: the first event that differs is named."""
    bodies = [event.body for event in events_of(folder / "data")]
    change(bodies)
    write(folder, bodies)
    found = failures(audit(DataFolder(folder / "data")))
    assert list(found) == [check]
    assert found[check].startswith("event ")
    assert said in found[check]


def test_the_table(folder: Path) -> None:
    """A row an entry, from the matches of its current version that count, counted here by hand."""
    state = season_of(events_of(folder / "data"))
    rows = {row.entry: row for row in season_table(state)}
    assert set(rows) == {"house", "ann", "bob", "cyd"}
    since, counted, wins = 0, 0, 0
    bodies = [event.body for event in events_of(folder / "data")]
    versions = {body["match"]: body["entries"] for body in bodies if body["type"] == "started"}
    for body in bodies:
        if body["type"] != "ended" or body["match"] == 4:
            continue
        for (name, version), seat in zip(versions[body["match"]], body["seats"], strict=True):
            if (name, version) == ("ann", 2):
                counted += 1
                wins += seat["placement"] == 1
            since += name == "cyd"
    assert counted > 5
    assert (rows["ann"].version, rows["ann"].matches, rows["ann"].wins) == (2, counted, wins)
    assert rows["ann"].place == 1, "the strongest by far"
    assert (rows["cyd"].place, rows["cyd"].matches) == (None, since)
    assert [row.place for row in season_table(state)] == [1, 2, 3, None]
    assert sum(row.elo for row in rows.values()) == pytest.approx(0, abs=1e-6)


def test_the_table_of_versions(folder: Path, call: Caller) -> None:
    """A version that was replaced has the matches that it began, and the strength in the log."""
    bodies = [event.body for event in events_of(folder / "data")]
    versions = {body["match"]: body["entries"] for body in bodies if body["type"] == "started"}
    counted = [body["match"] for body in bodies if body["type"] == "ended" and body["match"] != 4]
    played = Counter(tuple(each) for match in counted for each in versions[match])
    table = json.loads(call("standings", folder / "cup.toml", "--versions", "--json").out)
    rows = [(row["entry"], row["version"], row["current"]) for row in table["versions"]]
    assert rows[:2] == [("ann", 2, True), ("ann", 1, False)]
    assert [row[0] for row in rows if row[2]] == [row["entry"] for row in table["standings"]]
    found = {(row["entry"], row["version"]): row["matches"] for row in table["versions"]}
    assert found == {("cyd", 1): 0} | played, "cyd came too late"
    first = table["versions"][1]
    assert (first["place"], first["deviation"], first["status"]) == (None, None, "replaced")
    assert first["wins"] + first["draws"] + first["losses"] == first["matches"] > 5
    (prior,) = (body["prior"] for body in bodies if body["type"] == "admitted" and body["prior"])
    current = [row["elo"] for row in table["standings"]]
    fit = season_of(events_of(folder / "data")).picker.results.fit(len(bodies)).mode()
    level = float(fit.mean.mean())
    assert first["elo"] == pytest.approx(400 / math.log(10) * (prior[0] / 1e6 - level), abs=0.06)
    assert sum(current) == pytest.approx(0, abs=0.3)
    lines = call("standings", folder / "cup.toml", "--versions").out.splitlines()
    assert any("replaced: an earlier version" in line for line in lines)
    assert sum(line.rstrip().endswith(" replaced") for line in lines) == 1
    assert "replaced" not in call("standings", folder / "cup.toml").out


def test_a_season_without_forfeits(folder: Path) -> None:
    """The matches are left out as if they were annulled."""
    bodies = [event.body for event in events_of(folder / "data")]
    spoiled = [place for place in of("ended", bodies) if bodies[place]["match"] in (5, 6, 7)]
    for place in spoiled:
        bodies[place]["seats"][0]["forfeit"] = "GONE"
    write(folder, bodies)
    state = season_of(events_of(folder / "data"))
    left_out = {row.entry: row for row in season_table(state, without_forfeits=True)}
    found = {name: (row.matches, row.elo) for name, row in left_out.items()}
    assert found != {row.entry: (row.matches, row.elo) for row in season_table(state)}
    (place,) = of("annulled", bodies)
    more = [bodies[place] | {"match": match} for match in (5, 6, 7)]
    write(folder, [*bodies[: place + 1], *more, *bodies[place + 1 :]])
    state = season_of(events_of(folder / "data"))
    expected = {row.entry: (row.matches, row.elo) for row in season_table(state)}
    assert {name: matches for name, (matches, _) in found.items()} == {
        name: matches for name, (matches, _) in expected.items()
    }
    for name, (_, elo) in expected.items():
        assert found[name][1] == pytest.approx(elo, abs=0.01)


def test_the_command_leaves_forfeits_out(
    folder: Path, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns stand next to the usual ones; in this season nobody forfeits, so that both are equal."""
    monkeypatch.setenv("COLUMNS", "150")
    file = folder / "cup.toml"
    table = json.loads(call("standings", file, "--without-forfeits", "--json").out)
    without = table["without_forfeits"]
    assert (without["left_out"], without["matches"]) == (0, table["matches"])
    assert without["standings"] == table["standings"]
    out = call("standings", file, "--without-forfeits").out
    assert f"without: {table['matches']} of {table['matches']} matches, those without" in out
    assert "Elo without  ± without  matches without" in out


def test_commands_that_show(folder: Path, call: Caller) -> None:
    """They read the season while it is played as well as afterwards."""
    file = folder / "cup.toml"
    table = json.loads(call("standings", file, "--json").out)
    assert table["standings"][0]["entry"] == "ann"
    shown = call("standings", file, "--hosted")
    assert "ann@2" in shown.out
    assert "fewer than 3 matches" in shown.out
    report = json.loads(call("status", file, "--json").out)
    assert (report["status"], report["runs"], report["until"]) == ("closed", False, "")
    assert report["head"] == read_season(DataFolder(folder / "data"))[1]
    assert call("status", file).out.splitlines()[-1] == "to do: nothing"
    matches = json.loads(call("matches", file, "--limit", 2, "--json").out)["matches"]
    assert len(matches) == 2
    assert call("show", file, 5).status == 0
    exported = json.loads(call("export", "json", file, "--table", "matches").out)["matches"]
    counted = {row["number"] for row in exported}
    assert counted == set(range(1, max(counted) + 1)) - {4}, "it is annulled"
    assert call("crosstable", file).status == 0
    assert call("report", file).status == 0


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The file of a season that has not begun."""
    file = tmp_path / "cup.toml"
    file.write_text(FILE.replace('sandbox = "none"\n', "").replace("closes", "deadline"))
    return file


def test_an_organizers_day_without_a_run(fresh: Path, call: Caller) -> None:
    """Each command writes its event; what can't be done is refused with the reason."""
    made = call("keys", fresh, "ann", "bob", "--author", "ann")
    assert made.status == 0, made.err
    printed = dict(line.split() for line in made.out.splitlines())
    data = fresh.parent / "data"
    state = season_of(events_of(data))
    assert state.keys == {name: key_hash(key) for name, key in printed.items()}
    assert set(state.owners.values()) == {"ann"}
    assert not any(key in (data / "tournament.log").read_text() for key in printed.values())
    assert call("bench", fresh, "ann", "--reason", "x").err == (
        "tournament: there is no entry 'ann'\n"
    )
    table = call("standings", fresh)
    assert (table.status, table.err) == (0, "")
    assert "season announced; 0 matches count" in table.out
    assert call("pause", fresh, "--reason", "new disk").status == 0
    assert season_of(events_of(data)).paused == "new disk"
    assert "mend what paused it" in call("status", fresh).out
    assert call("annul", fresh, "--reason", "x").err == (
        "tournament: give either --match NUMBER or --entry NAME\n"
    )
    assert call("close", fresh, "--reason", "no entries").status == 0
    state = season_of(events_of(data))
    assert state.status.value == "stages"
    again = call("close", fresh, "--reason", "again")
    assert (again.status, again.err) == (2, "tournament: the season is stages already\n")
    reasons = [event.body.get("reason") for event in events_of(data)]
    assert reasons[-3:] == ["no entries"] * 3


def test_what_the_clock_brings(fresh: Path, call: Caller) -> None:
    """Until it opens, the time of its first match; then that of the last submission."""
    text = fresh.read_text()
    fresh.write_text(text.replace("[season]", "[season]\nopens = 2027-02-01T09:00:00+01:00"))
    assert call("keys", fresh, "ann").status == 0
    assert "announced; it opens at 2027-02-01T08:00:00Z; no run" in call("status", fresh).out
    state = season_of(events_of(fresh.parent / "data"))
    state.status = SeasonStatus.OPEN
    assert next_by_clock(state) == "takes programs until 2027-03-01T08:00:00Z"
    state.status = SeasonStatus.FROZEN
    assert next_by_clock(state) == "", "the organizer closes it"


def test_keys_need_a_sandbox(fresh: Path, call: Caller) -> None:
    """Programs of strangers run where keys are given out."""
    fresh.write_text(FILE)
    refused = call("keys", fresh, "ann")
    assert refused.status == 2
    assert 'needs sandbox = "bubblewrap"' in refused.err
    assert not (fresh.parent / "data").exists()


def test_a_file_that_changes_what_may_not_change(fresh: Path, call: Caller) -> None:
    """The season's terms may change, its seats may not; a bare tournament has no such commands."""
    assert call("keys", fresh, "ann").status == 0
    text = fresh.read_text()
    fresh.write_text(text.replace("first_matches = 3", "first_matches = 3\nfaults = 9"))
    assert call("keys", fresh, "bob").status == 0
    fresh.write_text(text.replace("[season]", "[config]\ngames = 5\n[season]"))
    assert "config was {} and is" in call("keys", fresh, "cyd").err
    fresh.write_text(text.replace("first_matches = 3", "first_matches = 4"))
    assert "season.first_matches was 3 and is 4" in call("keys", fresh, "cyd").err
    fresh.write_text(text.replace('[[bots]]\nname = "house"\nhouse = "greedy"\n', ""))
    assert call("keys", fresh, "dan").status == 0, "it was never admitted"
