"""Which remote entries are present, and how many matches each may begin now.

A pure state machine: it is given what a referee reports of the entries' streams, each with its time,
and returns which entries have come and left. An entry that is silent for 10 s leaves. It comes once
it has been there for 30 s without a break; each time that it leaves doubles that, up to an hour, so
that an entry whose line is bad disturbs few matches. An hour of presence makes it 30 s again.

It knows nothing of the network, and reads no clock.
"""

from __future__ import annotations

import dataclasses
import enum
import statistics
from collections import deque

__all__ = ["Presence", "PresenceTerms", "Ready", "PresenceEvent", "PresenceKind"]

_SECOND = 1_000_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class PresenceTerms:
    """Limits that a season sets for entries that play from elsewhere: matches, pings, silence; times in nanoseconds."""

    at_once: int = 4
    """Most matches of one entry at the same time, from 1."""
    per_day: int = 200
    """Most matches that one entry begins in 24 hours, from 1."""
    longest_ping_ns: int = 150_000_000
    """Highest median round trip with which an entry is picked."""
    silence_ns: int = 10 * _SECOND
    """Time without a sign of life after which an entry leaves."""
    proving_ns: int = 30 * _SECOND
    """Time without a break after which an entry comes for the first time."""
    longest_proving_ns: int = 3600 * _SECOND
    """Highest value of that time, however often an entry leaves; so long a presence makes it
    `proving_ns` again.
    """
    day_ns: int = 24 * 3600 * _SECOND
    """Length of the time in which `per_day` matches may begin."""
    pings: int = 15
    """Number of last pings whose median counts, from 1."""
    least_pings: int = 3
    """Number of pings without which an entry is not picked, from 1 to `pings`."""


class PresenceKind(enum.Enum):
    """Whether an entry has come or left."""

    CAME = "came"
    LEFT = "left"


@dataclasses.dataclass(frozen=True, slots=True)
class PresenceEvent:
    """A remote entry that has come or left, and when."""

    kind: PresenceKind
    """Which of both."""
    entry: str
    """Name of the entry."""
    at_ns: int
    """When, by the clock of the times that were passed in."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A remote entry that may begin matches now: how many, and its round trip."""

    entry: str
    """Name of the entry."""
    room: int
    """Number of further matches that it may begin now, from 1."""
    ping_ns: int
    """Median round trip of its last pings."""


@dataclasses.dataclass(slots=True)
class _Entry:
    name: str
    proving_ns: int
    stream: int | None = None
    """Number of its open stream; None without one."""
    at_once: int = 0
    further: int | None = None
    """Number of matches that it still takes, as it has announced; None for any number."""
    since_ns: int = 0
    """Time since which it has been there without a break; has a meaning while `last_ns` has one."""
    last_ns: int | None = None
    """Time of its last sign of life; None once it has been silent for too long."""
    came_ns: int | None = None
    """Time at which it came; None while it is away."""
    left_in_order: bool = False
    """Whether it had said before it left last that it takes no more matches."""
    pings: deque[int] = dataclasses.field(default_factory=deque)
    open: int = 0
    begun: deque[int] = dataclasses.field(default_factory=deque)
    """Times at which its matches of the last day began."""


class Presence:
    """Decides which remote entries of a season are present, and how many matches each may begin.

    Times are nanoseconds of one clock that never goes back. An earlier time than the last one counts
    as the last one.

    Args:
        terms: What the season asks of remote entries.
    """

    def __init__(self, terms: PresenceTerms) -> None:
        self._terms = terms
        self._entries: dict[str, _Entry] = {}
        self._now_ns = 0
        self._paused_ns: int | None = None

    # What the referee reports.

    def connected(
        self, entry: str, stream: int, *, at_once: int, further: int | None, now_ns: int
    ) -> list[PresenceEvent]:
        """Record that a new stream of an entry was accepted, which replaces an earlier one.

        Args:
            entry: Name of the entry.
            stream: Number of the stream.
            at_once: Most matches at the same time that it announces, from 0.
            further: Number of further matches that it announces; None for any number.
            now_ns: The time.

        Returns:
            Arrivals and departures of entries that no earlier call has returned.
        """
        turns = self.pass_time(now_ns)
        state = self._entry(entry)
        state.stream = stream
        state.at_once, state.further = at_once, further
        # Another line may be as slow as it likes: only its own pings count.
        state.pings.clear()
        return turns + self._sign(state)

    def alive(
        self, entry: str, stream: int, round_trip_ns: int, now_ns: int
    ) -> list[PresenceEvent]:
        """Record that an entry answered a ping; return arrivals and departures that no earlier call has returned.

        Args:
            entry: Name of the entry.
            stream: Number of the stream; one that is not the entry's open stream changes nothing.
            round_trip_ns: Round trip of the ping that was answered.
            now_ns: The time.
        """
        turns = self.pass_time(now_ns)
        state = self._of(entry, stream)
        if state is not None:
            state.pings.append(round_trip_ns)
            while len(state.pings) > self._terms.pings:
                state.pings.popleft()
            turns += self._sign(state)
        return turns

    def announced(
        self, entry: str, stream: int, *, at_once: int, further: int | None, now_ns: int
    ) -> list[PresenceEvent]:
        """Record how many matches an entry takes from now on.

        Returns arrivals and departures of entries that no earlier call has returned.

        Args:
            entry: Name of the entry.
            stream: Number of the stream; one that is not the entry's open stream changes nothing.
            at_once: Most matches at the same time, from 0.
            further: Number of further matches; None for any number.
            now_ns: The time.
        """
        state = self._of(entry, stream)
        if state is not None:
            state.at_once, state.further = at_once, further
        return self.pass_time(now_ns)

    def disconnected(
        self, entry: str, stream: int, *, in_order: bool, now_ns: int
    ) -> list[PresenceEvent]:
        """Record that a stream has ended; return arrivals and departures that no earlier call has returned.

        An entry whose stream breaks leaves once it has been silent for too long. One that had said
        before that it takes no more matches leaves at once, and has to wait no longer than before
        until it counts as present again.

        Args:
            entry: Name of the entry.
            stream: Number of the stream; one that is not the entry's open stream changes nothing.
            in_order: Whether the entry had said that it takes no more matches.
            now_ns: The time.
        """
        turns = self.pass_time(now_ns)
        state = self._of(entry, stream)
        if state is not None:
            state.stream = None
            state.pings.clear()
            if in_order:
                turns += self._leave(state, self._now_ns, in_order=True)
        return turns

    def referee_away(self, now_ns: int) -> list[PresenceEvent]:
        """Record that the referee can't be reached, so that no entry leaves by silence until it is back.

        All streams are taken for broken. Returns arrivals and departures of entries that no earlier call
        has returned.
        """
        turns = self.pass_time(now_ns)
        if self._paused_ns is None:
            self._paused_ns = self._now_ns
        for state in self._entries.values():
            state.stream = None
            state.pings.clear()
        return turns

    def referee_back(self, now_ns: int) -> None:
        """Record that the referee reports again; entries have the longest allowed silence to connect again."""
        self._now_ns = max(self._now_ns, now_ns)
        if self._paused_ns is None:
            return
        away_ns = self._now_ns - self._paused_ns
        self._paused_ns = None
        for state in self._entries.values():
            if state.last_ns is not None:
                state.last_ns = self._now_ns
                state.since_ns += away_ns  # that time proves nothing
            if state.came_ns is not None:
                state.came_ns += away_ns

    def skip_time(self, now_ns: int) -> None:
        """Set the time to `now_ns`, without counting what was skipped as silence or presence of any entry.

        The time skipped is that since the latest time which any method was given. Called after this
        process has stood still, so that signs of life may have waited unread.
        """
        skipped_ns = max(0, now_ns - self._now_ns)
        self._now_ns += skipped_ns
        for state in self._entries.values():
            state.since_ns += skipped_ns
            if state.last_ns is not None:
                state.last_ns += skipped_ns
            if state.came_ns is not None:
                state.came_ns += skipped_ns

    def resume(self, entry: str, *, is_present: bool, drops: int, now_ns: int) -> None:
        """Restore what an earlier run of the season recorded of an entry's presence.

        Args:
            entry: Name of the entry.
            is_present: Whether it was here.
            drops: Number of times that it had dropped out since it was last here for an hour.
            now_ns: The time.
        """
        self._now_ns = max(self._now_ns, now_ns)
        state, terms = self._entry(entry), self._terms
        state.proving_ns = min(terms.proving_ns << min(drops, 32), terms.longest_proving_ns)
        if is_present:
            state.since_ns = state.last_ns = state.came_ns = self._now_ns

    # Matches.

    def began(self, entry: str, now_ns: int) -> None:
        """Count a match that an entry begins against its limits: matches at once, a day, and in all.

        After a restart, this is called for all logged matches of the last day as well.

        Args:
            entry: Name of the entry.
            now_ns: The time at which the match began.
        """
        state = self._entry(entry)
        state.open += 1
        state.begun.append(now_ns)
        if state.further is not None:
            state.further = max(0, state.further - 1)

    def ended(self, entry: str) -> None:
        """Reduce the number of matches that an entry plays now by one, since one is over."""
        state = self._entry(entry)
        state.open = max(0, state.open - 1)

    # Questions.

    def pass_time(self, now_ns: int) -> list[PresenceEvent]:
        """Set the time to `now_ns`.

        Returns arrivals and departures of entries that no earlier call has returned, in order of time.
        """
        self._now_ns = max(self._now_ns, now_ns)
        if self._paused_ns is not None:
            return []
        turns: list[PresenceEvent] = []
        for state in self._entries.values():
            turns += self._advance(state)
        return sorted(turns, key=lambda turn: (turn.at_ns, turn.entry))

    def next_change_ns(self) -> int | None:
        """Return when `pass_time` may next return something; None if never without a report."""
        if self._paused_ns is not None:
            return None
        last = [state.last_ns for state in self._entries.values() if state.last_ns is not None]
        return min(last) + self._terms.silence_ns if last else None

    def is_present(self, entry: str) -> bool:
        """Return whether an entry is present: connected without a break for long enough, and not silent too long."""
        state = self._entries.get(entry)
        return state is not None and state.came_ns is not None

    def ready(self) -> list[Ready]:
        """Return the entries that may begin matches now, sorted by name.

        An entry may if it is present, has an open stream, has room by its own word and by the
        season's terms, and its median ping is short enough.
        """
        found = []
        for state in self._entries.values():
            room, ping_ns = self._room(state), self.ping_ns(state.name)
            if room > 0 and ping_ns is not None and ping_ns <= self._terms.longest_ping_ns:
                found.append(Ready(state.name, room, ping_ns))
        return sorted(found, key=lambda ready: ready.entry)

    def has_left_in_order(self, entry: str) -> bool:
        """Return whether an entry had said before it left last that it takes no more matches."""
        state = self._entries.get(entry)
        return state is not None and state.left_in_order

    def ping_ns(self, entry: str) -> int | None:
        """Return the median round trip of an entry's last pings; None if there are too few."""
        state = self._entries.get(entry)
        if state is None or len(state.pings) < self._terms.least_pings:
            return None
        return int(statistics.median_low(state.pings))

    def _room(self, state: _Entry) -> int:
        if state.came_ns is None or state.stream is None or self._paused_ns is not None:
            return 0
        while state.begun and state.begun[0] <= self._now_ns - self._terms.day_ns:
            state.begun.popleft()
        rooms = [
            min(state.at_once, self._terms.at_once) - state.open,
            self._terms.per_day - len(state.begun),
        ]
        if state.further is not None:
            rooms.append(state.further)
        return max(0, min(rooms))

    # States.

    def _entry(self, name: str) -> _Entry:
        if name not in self._entries:
            self._entries[name] = _Entry(name, self._terms.proving_ns)
        return self._entries[name]

    def _of(self, name: str, stream: int) -> _Entry | None:
        state = self._entries.get(name)
        return state if state is not None and state.stream == stream else None

    def _sign(self, state: _Entry) -> list[PresenceEvent]:
        """Record a sign of life of an entry; return one event if the entry is present from now on, else none."""
        if state.last_ns is None:
            state.since_ns = self._now_ns
        state.last_ns = self._now_ns
        # By its signs alone: nobody knows whether it is still there until the next one.
        if state.came_ns is not None or self._now_ns < state.since_ns + state.proving_ns:
            return []
        state.came_ns = self._now_ns
        return [PresenceEvent(PresenceKind.CAME, state.name, self._now_ns)]

    def _advance(self, state: _Entry) -> list[PresenceEvent]:
        """Check an entry after time has passed; return one event if it has left by silence, else none."""
        if state.last_ns is None:
            return []
        there_ns = 0 if state.came_ns is None else state.last_ns - state.came_ns
        if there_ns >= self._terms.longest_proving_ns:
            state.proving_ns = self._terms.proving_ns
        silent_ns = state.last_ns + self._terms.silence_ns
        return self._leave(state, silent_ns, in_order=False) if self._now_ns >= silent_ns else []

    def _leave(self, state: _Entry, at_ns: int, *, in_order: bool) -> list[PresenceEvent]:
        state.last_ns = None
        if state.came_ns is None:
            return []
        state.came_ns, state.left_in_order = None, in_order
        if not in_order:
            doubled_ns = 2 * state.proving_ns
            state.proving_ns = min(doubled_ns, self._terms.longest_proving_ns)
        return [PresenceEvent(PresenceKind.LEFT, state.name, at_ns)]
