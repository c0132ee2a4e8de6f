"""What authors and the organizer do in a real season; each act waits for what must follow from it.

An act returns a sentence on the effect that was observed. An effect that must follow and does not
is a `NotSeenError`.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import time
from collections.abc import Callable
from typing import Any

from loadtest.real_season import processes
from loadtest.real_season.attendees import Attendees
from loadtest.real_season.place import FINAL, HOUSE
from loadtest.real_season.programs import (
    ATTENDING,
    HOSTED,
    LEAVING,
    STRONG,
    Program,
    faulty,
    write,
)
from loadtest.real_season.season import PATIENCE_S, Log, NotSeenError, Season, wait_for

__all__ = ["LATE", "TROUBLED", "Acting"]

LATE = "jun"
"""Entry that is handed in when the season has been running for some time."""
TROUBLED = "bob"
"""Entry whose second version begins to miss its deadlines."""
_STAYS = "all matches are played; the arena stays"
_REPLACED, _BROKEN, _BENCHED, _WITHDRAWN = "ann", "cleo", "dana", "hana"


@dataclasses.dataclass(slots=True)
class Acting:
    """What authors and the organizer do in one season.

    Each method carries out one act, waits for what must follow from it, and returns a sentence on
    the effect that was observed. If none is observed, it raises `NotSeenError`.
    """

    season: Season
    """The season."""
    attendees: Attendees | None
    """Its remote entries; None without any."""
    say: Callable[[str], None]
    """Called with one line on what happens within an act."""

    # The opening.

    def open_season(self) -> str:
        """Make keys, start the run, and hand in all programs except one that comes late.

        Return a sentence on the effect that was observed.
        """
        season, place = self.season, self.season.place
        names = [*HOSTED, *(ATTENDING if self.attendees is not None else ())]
        for line in season.organize("keys", *names).splitlines():
            entry, key = line.split()
            path = place.key_file(entry)
            path.touch(mode=0o600)
            path.write_text(f"{key}\n")
        season.start()
        season.wait_for_event("state", to="open", keep_up=False)
        if self.attendees is not None:
            self.attendees.start()
        first = {entry: program for entry, program in HOSTED.items() if entry != LATE}
        # All authors at once; the season checks one program at a time.
        with concurrent.futures.ThreadPoolExecutor(len(first)) as authors:
            hand_in = functools.partial(self._hand_in, version=1)
            list(authors.map(hand_in, first, first.values()))
        if self.attendees is not None:
            for entry in ATTENDING:
                season.wait_for_event("admitted", entry=entry)
                season.wait_for_event("came", entry=entry)
                self.say(f"{entry} plays from elsewhere")
        season.wait_for_results(2, since=0)
        return f"{len(names)} entries have keys, {len(HOSTED) - 1} programs are admitted"

    # What authors do.

    def upload(self) -> str:
        """Hand in a program in the middle of the season; return a sentence on the effect."""
        since = self.season.log.look()
        self._hand_in(LATE, HOSTED[LATE], version=1)
        self._wait_for_match_of(LATE, version=1, since=since)
        return f"{LATE} was admitted, and has a result"

    def replace(self) -> str:
        """Hand in another version of a program, then the same files once more, which changes nothing.

        Return a sentence on the effect that was observed.
        """
        since = self.season.log.look()
        self._hand_in(_REPLACED, STRONG, version=2)
        self._wait_for_match_of(_REPLACED, version=2, since=since)
        before = self.season.log.look()
        status, printed = self.season.submit(_REPLACED, self.season.place.folder / _REPLACED)
        if status or "unchanged" not in printed:
            raise NotSeenError(f"the same files: exit status {status}: {printed.strip()}")
        if self.season.log.find("admitted", since=before, entry=_REPLACED) is not None:
            raise NotSeenError("the same files make no version")
        return f"{_REPLACED} plays as version 2; the same files once more changed nothing"

    def broken_build(self) -> str:
        """Hand in a program whose build fails, so that the entry's version before it plays on.

        Return a sentence on the effect that was observed.
        """
        since = self.season.log.look()
        program = dataclasses.replace(HOSTED[_BROKEN], build="sh -c 'echo no such header; exit 3'")
        folder = write(program, _BROKEN, self.season.place.folder / "broken")
        status, printed = self.season.submit(_BROKEN, folder)
        if status != 1 or "refused in the stage build" not in printed:
            raise NotSeenError(f"a build that fails: exit status {status}: {printed.strip()}")
        if "no such header" not in printed:
            raise NotSeenError(f"the build's output for its author: {printed.strip()}")
        self.season.wait_for_event("refused", since=since, entry=_BROKEN, stage="build", ours=False)
        self._wait_for_match_of(_BROKEN, version=1, since=since)
        return f"refused in the stage build, with its output; version 1 of {_BROKEN} plays on"

    def broken_protocol(self) -> str:
        """Hand in a program that does not come back when its stream breaks.

        Return a sentence on the effect that was observed.
        """
        season, since = self.season, self.season.log.look()
        folder = write(LEAVING, _BROKEN, season.place.folder / "leaving")
        status, printed = season.submit(_BROKEN, folder)
        if status != 1 or "refused in the stage protocol" not in printed:
            raise NotSeenError(f"a program that leaves: exit status {status}: {printed.strip()}")
        if "try it at home: referee conformance" not in printed:
            raise NotSeenError(f"a command for its author: {printed.strip()}")
        season.wait_for_event("refused", since=since, entry=_BROKEN, stage="protocol", ours=False)
        return f"refused in the stage protocol; version 1 of {_BROKEN} plays on"

    def faults(self) -> str:
        """Hand in a version that begins to miss its deadlines, and a good one once that is benched.

        Return a sentence on the effect that was observed.
        """
        season, since = self.season, self.season.log.look()
        self._hand_in_faulty()
        benched = season.wait_for_event("benched", since=since, entry=TROUBLED, by="runner")
        self.say(f"{TROUBLED} is benched until {benched['until']}: {benched['reason']}")
        # The bench ends with a check, which this version fails.
        season.wait_for_event("refused", since=since, entry=TROUBLED, request=None)
        self.say(f"{TROUBLED} has failed the check at the end of the bench")
        before = season.log.look()
        self._hand_in(TROUBLED, HOSTED[TROUBLED], version=3)
        self._wait_for_match_of(TROUBLED, version=3, since=before)
        return f"{TROUBLED} was benched for faults, failed its check, and plays as version 3"

    def withdraw(self) -> str:
        """Withdraw an entry, as its author, and check that it is paired no more.

        Return a sentence on the effect that was observed.
        """
        status, printed = self.season.submit(_WITHDRAWN, "--withdraw")
        if status:
            raise NotSeenError(f"a withdrawal: exit status {status}: {printed.strip()}")
        event = self.season.wait_for_event("withdrawn", entry=_WITHDRAWN, by="author")
        since = self.season.log.bodies.index(event) + 1
        self.season.wait_for_results(2, since=since)
        self._check_absent(_WITHDRAWN, since)
        return f"{_WITHDRAWN} is paired no more"

    # What the organizer does.

    def bench(self) -> str:
        """Bench an entry, as the organizer, and reinstate it; return a sentence on the effect."""
        season = self.season
        season.organize("bench", _BENCHED, "--reason", "asked by mail")
        since = season.log.look()
        season.wait_for_results(3, since=since)
        self._check_absent(_BENCHED, since)
        season.organize("reinstate", _BENCHED, "--reason", "answered")
        self._wait_for_match_of(_BENCHED, version=1, since=season.log.look())
        return f"{_BENCHED} sat out, and plays again"

    def annul(self) -> str:
        """Annul two matches, and restore one of them; return a sentence on the effect."""
        season = self.season
        season.log.look()
        ended = [body["match"] for body in season.log.bodies if body["type"] == "ended"]
        first, second = ended[0], ended[1]
        for number in (first, second):
            season.organize("annul", "--match", str(number), "--reason", "power cut")
        season.organize("restore", "--match", str(second), "--reason", "it was another one")
        season.wait_for_event("annulled", match=first)
        season.wait_for_event("restored", match=second)
        return f"match {first} counts no longer; match {second} counts again"

    def pause(self) -> str:
        """Pause the season and resume it; no match begins in between.

        Return a sentence on the effect that was observed.
        """
        season = self.season
        season.organize("pause", "--reason", "new disk")
        since = season.log.look()
        wait_for(lambda: not season.log.open_matches(), "the end of started matches")
        if list(season.log.since(since, "started")):
            raise NotSeenError("no match begins in a pause")
        season.organize("resume")
        season.wait_for_results(1, since=since)
        return "started matches ended, none began, and it goes on"

    def freeze(self) -> str:
        """Freeze the season, so that matches go on, but programs that are handed in are refused.

        Return a sentence on the effect that was observed.
        """
        season = self.season
        season.organize("freeze", "--reason", "the last day")
        since = season.log.look()
        folder = write(HOSTED["ann"], "ann", season.place.folder / "late")
        status, printed = season.submit("ann", folder)
        if status != 1 or "the season is frozen" not in printed:
            raise NotSeenError(f"a late submission: exit status {status}: {printed.strip()}")
        season.wait_for_results(2, since=since)
        return "a late submission was refused, and matches go on"

    def close(self) -> str:
        """Close the season, kill its run once while the final is played, and wait until all has ended.

        Return a sentence on the effect that was observed.
        """
        season = self.season
        season.organize("close", "--reason", "it is over")
        season.wait_for_event("state", to="stages")
        text = self._play_final() if season.place.cycles else ""
        season.wait_for_event("state", to="closed")
        # The arena stays for its readers until the run is stopped; the last events come with that.
        wait_for(lambda: _STAYS in season.output, "the end of all but the arena")
        status = season.stop()
        if status:
            raise NotSeenError(f"the run ended with status {status}: {season.output[-500:]}")
        season.wait_for_event("over", keep_up=False)
        return f"{text}closed; the run ended with status 0"

    def _play_final(self) -> str:
        season = self.season
        began = season.wait_for_event("stage_began", stage=FINAL)
        self.say(f"the final is of {', '.join(name for name, _, _ in began['entries'])}")
        log = Log(season.place.final / season.place.log.name)
        wait_for(lambda: len(list(log.since(0, "ended"))) > 2, "results of the final")
        processes.kill(season.pid)
        season.end()
        ended = season.wait_for_event("stage_ended", stage=FINAL)
        return f"its run was killed in the final, which {ended['order'][0]} has won; "

    # Parts.

    def _hand_in_faulty(self) -> None:
        """Hand in a version that passes its check, and misses every deadline some time later.

        The time is doubled until the check is over before it begins: that depends on the machine.
        """
        time_s = 30.0
        folder = self.season.place.folder / TROUBLED
        while True:
            write(faulty(time.time() + time_s), TROUBLED, folder)
            status, printed = self.season.submit(TROUBLED, folder)
            if not status:
                break
            if "refused in the stage p" not in printed or time_s > PATIENCE_S:
                raise NotSeenError(f"submit {TROUBLED}: {printed.strip()[-500:]}")
            time_s *= 2
            self.say(f"the check took longer than the version plays well: now for {time_s:.0f} s")
        self.say(f"{TROUBLED} plays as version 2, and misses its deadlines soon")

    def _hand_in(self, entry: str, program: Program, *, version: int) -> None:
        folder = write(program, entry, self.season.place.folder / entry)
        status, printed = self.season.submit(entry, folder)
        if status or f"as version {version}" not in printed:
            raise NotSeenError(f"submit {entry}: exit status {status}: {printed.strip()[-500:]}")
        self.say(f"{entry} plays as version {version} ({program.language})")

    def _wait_for_match_of(self, entry: str, *, version: int, since: int) -> None:
        """Wait until a match of an entry's version has a result.

        Only matches count that began after the first `since` events.
        """
        season = self.season

        def found() -> dict[str, Any] | None:
            ended = {body["match"] for body in season.log.since(since, "ended")}
            begun = season.log.since(since, "started")
            mine = (body for body in begun if [entry, version] in body["entries"])
            return next((body for body in mine if body["match"] in ended), None)

        wait_for(found, f"a result of {entry}, version {version}", meanwhile=season.keep_up)

    def _check_absent(self, entry: str, since: int) -> None:
        names = [
            name for body in self.season.log.since(since, "started") for name, _ in body["entries"]
        ]
        if entry in names:
            raise NotSeenError(f"no match of {entry} begins any more")
        assert HOUSE in names or names, "matches went on meanwhile"
