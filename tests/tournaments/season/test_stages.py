"""Stages of a season: their entries, runs that are killed, and the audit's findings."""

from __future__ import annotations

import asyncio
import functools
import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.season.stage_world import FakePrograms, StageWorld
from tests.tournaments.season.test_reports import failures, of, write
from tests.tournaments.season.world import Kills, events_of, number_of
from tournaments import season_stages
from tournaments.audit.audit import audit
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.season.reading import season_of
from tournaments.season_stages import Gated
from tournaments.store.folder import DataFolder

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
data = "data"
[season]
closes = 2027-03-01T08:00:00Z
first_matches = 3
[[stages]]
name = "semi"
format = "round_robin"
top = 3
cycles = 2
[[stages]]
name = "final"
format = "knockout"
top = 2
[[bots]]
name = "house"
house = "greedy"
"""
STRENGTHS = {"ann": 9.0, "bob": 6.0, "cyd": 3.0, "house": 0.0, "dan": -3.0}
Body = dict[str, Any]


@pytest.fixture(autouse=True)
def no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is started in these tests."""
    monkeypatch.setattr(season_stages, "_Programs", FakePrograms)


def season(data: Path, text: str = FILE) -> StageWorld:
    """A season of eight hours with five entries, each always weaker than the one before it."""
    world = StageWorld(data, text, poll_s=60.0)
    world.strengths = dict(STRENGTHS)
    for hours, name in ((0.1, "cyd"), (0.2, "ann"), (0.3, "dan"), (0.4, "bob")):
        world.at(hours, functools.partial(world.submit, name))
    return world


def disturbed(data: Path) -> StageWorld:
    """A season that is paused when it ends, loses an entry meanwhile, and has a void match in a stage."""
    world = season(data)
    world.void_until_h = 10.0
    world.at(7.5, lambda: world.ask("pause"))
    world.at(9.0, lambda: world.ask("withdraw", entry="bob"))
    world.at(9.5, lambda: world.ask("resume"))
    world.at(11.0, lambda: world.ask("resume"))
    return world


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the season above, played without a kill."""
    data = tmp_path_factory.mktemp("stages") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season_stages, "_Programs", FakePrograms)
        disturbed(data).run()
    return data


@pytest.fixture
def folder(undisturbed: Path, tmp_path: Path) -> Path:
    """A copy of its folder that a test may change."""
    return Path(shutil.copytree(undisturbed.parent, tmp_path / "cup"))


def bodies_of(data: Path, *kinds: str) -> list[Body]:
    """Contents of the events of some types."""
    return [event.body for event in events_of(data) if event.body["type"] in kinds]


def test_each_stage_takes_the_first_of_what_was_before(undisturbed: Path) -> None:
    """The table without the one that has withdrawn, then the order of the stage before; then the season closes."""
    season = season_of(events_of(undisturbed), checks_picks=True)
    runs = {entry.name: entry.current.run for entry in season.entries.values()}
    (semi, final) = bodies_of(undisturbed, "stage_began")
    assert (semi["stage"], semi["entries"]) == (
        "semi",
        [[name, 1, runs[name]] for name in ("ann", "cyd", "house")],
    )
    assert (final["stage"], [each[0] for each in final["entries"]]) == ("final", ["ann", "cyd"])
    ends = bodies_of(undisturbed, "stage_ended")
    assert [each["order"] for each in ends] == [["ann", "cyd", "house"], ["ann", "cyd"]]
    for end in ends:
        last = events_of(undisturbed / "stages" / end["stage"])[-1]
        assert end["head"] == f"{last.number}:{last.hash}"
    kinds = [event.body["type"] for event in events_of(undisturbed)]
    assert kinds[-1] == "state"
    assert bodies_of(undisturbed, "state")[-1]["to"] == "closed"
    assert kinds.index("stage_began") > max(
        place for place, kind in enumerate(kinds) if kind == "ended"
    )


def test_the_log_of_a_stage_begins_with_the_head_of_the_season(undisturbed: Path) -> None:
    """The event that begins the stage, by its number and hash."""
    (begun,) = [
        event
        for event in events_of(undisturbed)
        if event.body["type"] == "stage_began" and event.body["stage"] == "final"
    ]
    first = events_of(undisturbed / "stages" / "final")[0].body
    assert first["stage_of"] == {
        "season": "ab" * 8,
        "stage": "final",
        "head": f"{begun.number}:{begun.hash}",
    }


def test_a_match_of_a_stage_without_result_pauses_the_season(undisturbed: Path) -> None:
    """When the organizer lets it go on, the match is tried again."""
    reasons = [body["reason"] for body in bodies_of(undisturbed, "state") if body["to"] == "paused"]
    assert reasons == ["a test", "1 match is left without a result in stage semi"]


def test_no_kill_changes_the_logs(undisturbed: Path, tmp_path: Path) -> None:
    """Killed before some commits, after some, and before some lines of files: the same logs, byte by byte."""
    kills = Kills(lambda n: int(number_of("stage", n) * 4) * (n % 3 == 0))
    world = disturbed(tmp_path / "data")
    world.run(kills)
    assert kills.kills > 20
    for log in ("tournament.log", "stages/semi/tournament.log", "stages/final/tournament.log"):
        assert (world.data / log).read_bytes() == (undisturbed / log).read_bytes(), log


def test_with_too_few_entries_a_stage_is_left_out(tmp_path: Path) -> None:
    """Both stages here, since the second one needs two as well; the season closes."""
    text = FILE.replace("first_matches = 3", "first_matches = 1000")
    world = season(tmp_path / "data", text)
    world.run()
    skipped = bodies_of(world.data, "stage_skipped")
    assert [(body["stage"], body["reason"]) for body in skipped] == [
        (name, "it needs at least 2 ranked entries, not 0") for name in ("semi", "final")
    ]
    assert season_of(events_of(world.data), checks_picks=True).status.value == "closed"


def test_what_waits_for_its_check_when_a_season_ends_is_refused(tmp_path: Path) -> None:
    """A version without matches would cost its entry its place in the stage."""
    world = season(tmp_path / "data")
    world.at(7.99, lambda: world.submit("ann", content="late"))
    world.run()
    (refused,) = bodies_of(world.data, "refused")
    assert (refused["entry"], refused["stage"], refused["ours"]) == ("ann", "receive", False)
    assert bodies_of(world.data, "stage_began")[0]["entries"][0][:2] == ["ann", 1]


# The audit.


def test_the_audit_follows_the_stages(folder: Path) -> None:
    """From the season into each stage, and from a stage back to the season."""
    found = {each.check: each for each in audit(DataFolder(folder / "data")).findings}
    assert "entries of" in found["schedule"].text
    assert "2 stages" in found["schedule"].text
    assert found["stage semi"].holds
    assert found["stage semi"].text == "12 results give the order of the season's log"
    alone = audit(DataFolder(folder / "data" / "stages" / "final"))
    assert failures(alone) == {}
    season = next(each for each in alone.findings if each.check == "season")
    assert season.holds
    shutil.move(folder / "data" / "stages" / "final", folder / "elsewhere")
    (away,) = [
        each for each in audit(DataFolder(folder / "elsewhere")).findings if each.check == "season"
    ]
    assert away.holds is None


def _first(kind: str, bodies: list[Body]) -> Body:
    return bodies[of(kind, bodies)[0]]


CHANGES = {
    "another order of entries": (
        lambda bodies: _first("stage_began", bodies)["entries"].reverse(),
        "schedule",
        "stage semi should be of ann - cyd - house",
    ),
    "another program": (
        lambda bodies: _first("stage_began", bodies)["entries"][0].__setitem__(2, "0" * 64),
        "events",
        "ann takes part in stage semi with another program",
    ),
    "one that has withdrawn": (
        lambda bodies: _first("stage_began", bodies)["entries"][0].__setitem__(0, "bob"),
        "events",
        "bob is withdrawn",
    ),
    "another order at the end": (
        lambda bodies: _first("stage_ended", bodies)["order"].reverse(),
        "schedule",
        "stage final should be of house - cyd",
    ),
    "another last order": (
        lambda bodies: bodies[of("stage_ended", bodies)[1]]["order"].reverse(),
        "stage final",
        "its results give the order ann - cyd",
    ),
    "a stage that was left out": (
        lambda bodies: [bodies.pop(of(kind, bodies)[0]) for kind in ("stage_began", "stage_ended")],
        "events",
        "semi comes next",
    ),
    "closed too early": (
        lambda bodies: bodies.insert(of("stage_began", bodies)[1], bodies[-1]),
        "events",
        "stage final has not been played",
    ),
}


@pytest.mark.parametrize(("change", "check", "said"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_in_the_season_is_found(
    change: Callable[[list[Body]], object], check: str, said: str, folder: Path
) -> None:
    """Also by somebody who has the key."""
    bodies = [event.body for event in events_of(folder / "data")]
    change(bodies)
    write(folder, bodies)
    found = failures(audit(DataFolder(folder / "data")))
    # Once the season's log is another one, so is the event that each stage names.
    assert said in found[check]


def test_what_was_changed_in_a_stage_is_found(folder: Path) -> None:
    """A result that was turned round with the stage's key gives another order, and another head."""
    stage = folder / "data" / "stages" / "final"
    (folder / "data" / "stages" / "data").symlink_to(stage)
    bodies = [event.body for event in events_of(stage)]
    for body in bodies:
        if body["type"] == "ended":
            for seat in body["seats"]:
                seat["placement"] = 3 - seat["placement"]
    write(stage.parent, bodies)
    found = failures(audit(DataFolder(folder / "data")))
    assert list(found) == ["stage final"]
    assert "its log has no event" in found["stage final"]


# Commands.


def test_commands_that_show_a_stage(folder: Path, call: Caller) -> None:
    """By its name, or by its folder as any tournament."""
    file = folder / "cup.toml"
    table = json.loads(call("standings", file, "--stage", "final", "--json").out)
    assert table["name"] == "cup-final"
    assert [row["bot"] for row in table["standings"]] == ["ann", "cyd"]
    by_folder = call("standings", folder / "data" / "stages" / "final", "--json").out
    assert json.loads(by_folder) == table
    matches = json.loads(call("matches", file, "--stage", "semi", "--json").out)["matches"]
    assert len(matches) == 12
    assert call("show", file, 3, "--stage", "semi").status == 0
    assert call("crosstable", file, "--stage", "semi").status == 0
    lines = call("status", file).out.splitlines()
    assert "stage semi is over: ann, cyd, house" in lines
    wrong = call("matches", file, "--stage", "finals")
    assert (wrong.status, wrong.err) == (
        2,
        "tournament: --stage must be one of semi, final, not 'finals'\n",
    )


class _AtOnce:
    """An executor whose matches end when they begin."""

    goes_on, slots = True, 1

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """Play one."""
        await begun(attempt.known_id or "m1")
        return PlayedAttempt("m1", ended(1, 2), None)


def test_no_match_begins_behind_a_gate() -> None:
    """One that an earlier run has begun goes on."""
    order: Any = None

    async def run() -> None:
        gate = asyncio.Event()
        begun: list[str] = []

        async def wait() -> None:
            await gate.wait()

        async def note(match_id: str) -> None:
            begun.append(match_id)

        executor: Any = _AtOnce()
        gated = Gated(executor, wait)
        fresh = asyncio.create_task(gated.play(AttemptOrder(order, "r1", "", None), note))
        await gated.play(AttemptOrder(order, "r2", "", "m2"), note)
        assert begun == ["m2"]
        gate.set()
        await fresh
        assert begun == ["m2", "m1"]

    asyncio.run(run())
