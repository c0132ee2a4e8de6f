"""A season whose matches workers of a cluster play, in virtual time: its log is that of one machine."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.tournaments.season.world import Kills, World, events_of, number_of
from tournaments.audit.audit import audit
from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster.here_or_there import HereOrThere
from tournaments.cluster.shipping import SeasonPrograms, Unfit
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt, host_failure
from tournaments.season.reading import season_of
from tournaments.spec.matches import MatchOrder
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion, id_at_worker

FILE = """name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
[season]
opens = 2027-03-01T01:00:00Z
closes = 2027-03-01T09:00:00Z
first_matches = 4
faults = 2
bench = "30m"
[[bots]]
name = "house"
house = "greedy"
"""
POLL_S = 60.0
"""Period of looking into the inbox, in virtual seconds; each look costs processor time."""


class WorkersWorld(World):
    """A `World` whose matches are played by a worker; what it has begun is lost with each run."""

    lost_share = 0.0
    """Share of the attempts that end with the loss of the worker."""
    unfit = ""
    """Label of a program that the worker can't start."""
    played_there = 0
    """Number of attempts that the worker began."""

    def __init__(self, data: Path, slots: int) -> None:
        super().__init__(data, FILE, slots=slots, poll_s=POLL_S)
        self.entries: dict[str, EntryProgram] = {}

    def executor(self) -> Executor:
        """This machine and the worker."""
        programs = SeasonPrograms("s", self.data, self.entries, {"house": 1}, set)
        return HereOrThere(self, self, programs, self.progress.note)

    def enlist(self, version: StoredVersion) -> None:
        """Workers can start it from now on."""
        program = EntryProgram(version.bot, version.version, version.sha256, self.data)
        self.entries[version.label] = program

    @property
    def capacity(self) -> int:
        """All slots are the worker's."""
        return self.slots

    async def play_if_fit(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt | Unfit:
        """A match as the scripted referee would make it, from its start."""
        assert attempt.known_id is None, "a worker has ended it with the run"
        await begun(id_at_worker("w1"))
        if self.unfit in attempt.bots:
            return Unfit("w1", self.unfit, "there is no java")
        made = self._make(attempt)
        known = self.made.setdefault(attempt.request_id, made)
        self.played_there += 1
        await asyncio.sleep(made.ends_at - self.loop.time())
        if number_of("lost", attempt.request_id) < self.lost_share:
            end = host_failure("worker w1 failed: it is lost", len(attempt.bots))
            return PlayedAttempt(id_at_worker("w1"), end, None)
        return PlayedAttempt(known.match_id, made.end, None, "w1")


def played(world: World, kills: Kills | None = None) -> World:
    """Eight hours in which entries come, one is replaced and one crashes."""
    world.minutes = (5, 15)
    world.strengths = {"ann": 2.0, "bob": 1.0, "cyd": 0.5}
    world.at(0.10, lambda: world.submit("ann"))
    world.at(0.31, lambda: world.submit("bob"))
    world.at(2.52, lambda: world.submit("cyd"))
    world.at(4.05, lambda: world.submit("ann", content="second"))
    world.faulty["bob"] = (5.0 * 3600, 6.0 * 3600)
    world.run(kills)
    return world


def test_the_log_is_that_of_one_machine(tmp_path: Path) -> None:
    """Byte for byte, with one match at a time."""
    here = played(World(tmp_path / "here" / "data", FILE, poll_s=POLL_S))
    there = WorkersWorld(tmp_path / "there" / "data", slots=1)
    played(there)
    assert there.played_there == len(there.made) > 30
    logs = [(world.data / "tournament.log").read_bytes() for world in (here, there)]
    assert logs[0] == logs[1]


@pytest.mark.slow
def test_workers_and_runs_are_lost(tmp_path: Path) -> None:
    """Lost attempts are void and followed by the next, thrice in all; what a killed run had begun is played again."""
    world = WorkersWorld(tmp_path / "data", slots=2)
    world.lost_share = 0.4
    kills = Kills(lambda number: 1 + number // 7 % 3 if number % 7 == 0 else 0)
    played(world, kills)
    assert kills.kills > 20
    events = events_of(world.data)
    # Every pick follows from the log before it, whatever was lost.
    state = season_of(events, checks_picks=True)
    assert not state.open
    bodies = [event.body for event in events]
    voids = [body for body in bodies if body["type"] == "void"]
    assert len(voids) > 10
    # No event names a worker, which may be an address.
    assert {body["id"] for body in voids} == {""}
    assert "w1" not in (world.data / "tournament.log").read_text()
    ends = [
        (body["match"], body["attempt"]) for body in bodies if body["type"] in ("ended", "void")
    ]
    assert len(ends) == len(set(ends))
    assert max(attempt for _, attempt in ends) == 3
    ids = [match.match_id for match in state.matches if match.end is not None]
    assert len(ids) == len(set(ids)) > 30
    assert not [each for each in audit(DataFolder(world.data)).findings if each.holds is False]


def test_a_program_that_a_worker_lacks_something_for(tmp_path: Path) -> None:
    """It plays on the organizer's machine, which is said once; other matches stay with the worker."""
    world = WorkersWorld(tmp_path / "data", slots=1)
    world.unfit = "ann"
    played(world)
    notes = [note for note in world.progress.notes if note.startswith("ann plays on")]
    assert notes == ["ann plays on this machine: worker w1 can't start it: there is no java"]
    here = sum(world.begun.values())
    assert 0 < here < len(world.made)
    assert here + world.played_there == len(world.made)


async def test_what_is_played_here(tmp_path: Path) -> None:
    """Matches with remote seats, and what an earlier run has begun here."""
    world = WorkersWorld(tmp_path / "data", slots=1)
    asked: list[AttemptOrder] = []

    class Here(World):
        async def play(
            self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
        ) -> PlayedAttempt:
            del begun
            asked.append(attempt)
            return PlayedAttempt("m1", host_failure("a test", 2), None)

    here = Here(tmp_path / "other", FILE)
    programs = SeasonPrograms("s", tmp_path, {}, {"a": 1, "b": 2}, set)
    both = HereOrThere(world, here, programs, world.progress.note)
    order = MatchOrder("diceman", 1, "{}", 5, ("a", "b"), None)
    remote = AttemptOrder(
        dataclasses.replace(order, remote_seats=(0,)), "r", "", None, ("a", "b@2")
    )
    known = AttemptOrder(order, "r", "", "m1", ("a", "b@2"))
    # An earlier version of an entry of the file, of which workers have the current one.
    earlier = AttemptOrder(order, "r", "", None, ("a", "b"))
    for attempt in (remote, known, earlier):
        await both.play(attempt, lambda _: asyncio.sleep(0))
    assert asked == [remote, known, earlier]
    assert world.played_there == 0
    for each in (world, here):
        each.loop.close()
