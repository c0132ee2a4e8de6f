"""What is broken in a real season: cables are pulled, and each of its processes is killed."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Callable

import httpx

from loadtest.real_season import processes
from loadtest.real_season.attendees import Attendees
from loadtest.real_season.season import PATIENCE_S, NotSeenError, Season, wait_for

__all__ = ["ROLES", "Breaking"]

ROLES = ("program", "referee", "arena", "supervisor", "guard", "run")
"""Processes of the season's machine that are killed, in this order."""
_CUT, _RESET = "olga", "pete"


@dataclasses.dataclass(slots=True)
class Breaking:
    """What is broken in one season: connections of remote entries, and processes.

    Each method breaks one thing while matches are played, waits until the season has recovered, and
    returns a sentence on the effect. If it does not recover, the method raises `NotSeenError`.
    """

    season: Season
    """The season."""
    attendees: Attendees | None
    """Its remote entries; None without any."""
    say: Callable[[str], None]
    """Called with one line on what happens within a break."""
    kills: dict[str, int] = dataclasses.field(default_factory=dict)
    """Number of kills of each role."""

    def pull_cable(self) -> str:
        """Cut a remote entry that plays off the network until it has left; then let it connect again.

        Return a sentence on the effect that was observed.
        """
        attendees, season = self._attendees(), self.season
        wait_for(lambda: self._plays(_CUT), f"an open match of {_CUT}", meanwhile=season.keep_up)
        since = season.log.look()
        attendees.cables.pull(_CUT)
        season.wait_for_event("left", since=since, entry=_CUT)
        left = season.log.look()
        season.wait_for_results(1, since=left)
        if self._starts(_CUT, left):
            raise NotSeenError(f"no match of {_CUT} begins while it is away")
        wait_for(lambda: not self._plays(_CUT), f"the end of the matches of {_CUT}")
        attendees.cables.put_back(_CUT)
        season.wait_for_event("came", since=left, entry=_CUT)
        came = season.log.look()
        wait_for(lambda: self._starts(_CUT, came), f"a match of {_CUT}", meanwhile=season.keep_up)
        return f"{_CUT} left, its open matches ended, it came back, and plays"

    def break_connections(self) -> str:
        """Break the connections of a remote entry that plays; it connects again at once.

        Return a sentence on the effect that was observed.
        """
        attendees, season = self._attendees(), self.season
        wait_for(
            lambda: self._plays(_RESET), f"an open match of {_RESET}", meanwhile=season.keep_up
        )
        since = season.log.look()
        attendees.cables.pull(_RESET)
        attendees.cables.put_back(_RESET)
        self._wait_for_remote_result(_RESET, since)
        if season.log.find("left", since=since, entry=_RESET) is not None:
            raise NotSeenError(f"{_RESET} is away for less than the silence that counts")
        return f"{_RESET} connected again, did not leave, and has a result"

    def kill_helper(self) -> str:
        """Kill the helper (`referee attend`) of a remote entry that plays; it is started again.

        Return a sentence on the effect that was observed.
        """
        return self._kill_remote("helper", lambda: self._attendees().kill_helper(_RESET))

    def kill_remote_program(self) -> str:
        """Kill the program of a remote entry that plays; `referee attend` starts it again.

        Return a sentence on the effect that was observed.
        """

        def kill() -> None:
            for pid in self._attendees().programs(_RESET):
                processes.kill(pid)

        return self._kill_remote("remote program", kill)

    def kill(self, role: str) -> str:
        """Kill a process on the season's machine while matches are played.

        A killed run is started again here; it starts the other processes again. Wait until matches
        go on, and return the results of those that were open, in a sentence.

        Args:
            role: One of `ROLES`.
        """
        season = self.season

        def found() -> list[int]:
            pids = processes.of_run(season.pid, role) if role != "run" else [season.pid]
            return pids if season.log.open_matches() else []

        pid = wait_for(lambda: found() or None, f"a {role} to kill", meanwhile=season.keep_up)[0]
        since, open_before = season.log.look(), season.log.open_matches()
        run = season.pid
        os.kill(pid, signal.SIGKILL)
        self.kills[role] = self.kills.get(role, 0) + 1
        wait_for(lambda: not processes.is_alive(pid), f"the end of the {role}")
        if role == "run":
            season.end()
        season.keep_up()
        season.wait_for_results(2, since=since)
        text = self._fates(open_before)
        if role == "arena":
            wait_for(self._is_shown, "the arena, started again by its run")
            if season.pid != run:
                raise NotSeenError("the run goes on without the arena")
            text += "; its run has started it again"
        return f"killed the {role}: {text}"

    def restart(self) -> str:
        """Stop the run as Ctrl-C does, and start it again.

        Return the results of the matches that were open, in a sentence.
        """
        season = self.season
        wait_for(lambda: season.log.open_matches(), "an open match")
        open_before = season.log.open_matches()
        season.stop()
        since = season.log.look()
        season.start()
        season.wait_for_results(2, since=since)
        return f"stopped and started: {self._fates(open_before)}"

    # Parts.

    def _kill_remote(self, role: str, kill: Callable[[], None]) -> str:
        season = self.season
        wait_for(
            lambda: self._plays(_RESET), f"an open match of {_RESET}", meanwhile=season.keep_up
        )
        since = season.log.look()
        kill()
        self.kills[role] = self.kills.get(role, 0) + 1
        self._wait_for_remote_result(_RESET, since)
        return f"killed the {role} of {_RESET}: it is back, and has a result"

    def _is_shown(self) -> bool:
        """Return whether the season's page answers, be it only that it asks for a key."""
        try:
            httpx.get(self.season.place.address, trust_env=False, timeout=PATIENCE_S)
        except httpx.TransportError:
            return False
        return True

    def _fates(self, before: dict[int, dict[str, object]]) -> str:
        """Wait until matches that were open have ended; return in words how many got a result.

        Args:
            before: Log entries of the starts of these matches, by number of the match.
        """
        season = self.season
        attempts = {(number, body["attempt"]) for number, body in before.items()}

        def ends() -> dict[tuple[int, int], str] | None:
            found = {
                (body["match"], body["attempt"]): str(body["type"])
                for kind in ("ended", "void")
                for body in season.log.since(0, kind)
                if (body["match"], body["attempt"]) in attempts
            }
            return found if len(found) == len(attempts) else None

        found = wait_for(ends, "the end of what was open", meanwhile=season.keep_up)
        void = sum(kind == "void" for kind in found.values())
        return f"of {len(found)} open matches {len(found) - void} got their result, {void} void"

    def _wait_for_remote_result(self, entry: str, since: int) -> None:
        season = self.season

        def found() -> bool:
            begun = {
                (body["match"], body["attempt"])
                for body in season.log.since(since, "started")
                if any(name == entry for name, _ in body["entries"])
            }
            ended = {(body["match"], body["attempt"]) for body in season.log.since(since, "ended")}
            return bool(begun & ended)

        wait_for(found, f"a result of {entry}", meanwhile=season.keep_up)

    def _plays(self, entry: str) -> bool:
        matches = self.season.log.open_matches().values()
        return any(name == entry for body in matches for name, _ in body["entries"])

    def _starts(self, entry: str, since: int) -> bool:
        begun = self.season.log.since(since, "started")
        return any(name == entry for body in begun for name, _ in body["entries"])

    def _attendees(self) -> Attendees:
        assert self.attendees is not None, "only where programs come from elsewhere"
        return self.attendees
