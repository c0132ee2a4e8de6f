"""Seats of remote entries: their tokens go to the referee rather than to a launcher.

A remote entry's program runs on its author's machine; a helper there connects it to the referee by a
stream. This module sends the referee the keys with which helpers may connect, and the tokens of the
seats to be played; after the referee was away, it sends all of both again. What the referee reports
of the streams goes to a listener, which decides who is present.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import enum
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Sequence
from typing import Protocol

__all__ = [
    "AttendanceCalls",
    "AttendanceChange",
    "AttendanceKind",
    "AttendeeKey",
    "HostedAndRemote",
    "RemoteSeats",
    "SeatTaker",
]

AWAY_S = 0.5
"""Pause before the attendance is watched again after the referee was away, in seconds."""
MOST_IN_A_CALL = 256
"""Highest number of seats in one call to the referee."""


class AttendanceKind(enum.Enum):
    """Kind of a change in a remote entry's connection to the referee; values as in the protocol."""

    CONNECTED = 1
    """A stream of the entry was accepted."""
    ALIVE = 2
    """The entry's helper has answered a ping."""
    ROOM = 3
    """The helper has announced another room."""
    DISCONNECTED = 4
    """The stream has ended."""


@dataclasses.dataclass(frozen=True, slots=True)
class AttendanceChange:
    """A change in a remote entry's connection to the referee, as the referee reports it.

    It connected, answered a ping, announced how many matches it takes, or disconnected.
    """

    kind: AttendanceKind
    """What has happened."""
    entry: str
    """Name of the entry."""
    stream: int
    """Number of the stream, higher for later ones of the same life of the referee."""
    round_trip_ns: int = 0
    """Round trip of the ping that was answered; only with ALIVE."""
    at_once: int = 0
    """Most matches at the same time; only with CONNECTED and ROOM."""
    further: int | None = None
    """Number of further matches that it takes, None for any; only with CONNECTED and ROOM."""
    key_sha256: str = ""
    """SHA-256 of its key, 64 hexadecimal digits; only with CONNECTED."""
    version: str = ""
    """What the author calls the program; only with CONNECTED."""
    language: str = ""
    """The program's language; only with CONNECTED."""
    in_order: bool = False
    """Whether the entry had said before that it takes no more matches; only with DISCONNECTED."""


@dataclasses.dataclass(frozen=True, slots=True)
class AttendeeKey:
    """A key with which programs on other machines may connect to the referee, to play for entries."""

    key_sha256: str
    """SHA-256 of the key, 64 hexadecimal digits."""
    entries: tuple[str, ...]
    """Names of its entries."""
    may_add: bool = False
    """Whether it may attend for an entry that no key has."""


class AttendanceCalls(Protocol):
    """Calls by which a referee lets programs on other machines play: keys, seats and connections.

    Every method may raise `RefereeCallError`.
    """

    async def set_attendees(self, keys: Iterable[AttendeeKey]) -> None:
        """Replace the keys with which programs may connect for remote entries."""

    async def assign(self, seats: Sequence[tuple[str, str]]) -> dict[str, str]:
        """Hand seats to entries; return why seats were refused, by token.

        Args:
            seats: Entry and token of each seat.
        """

    async def unassign(self, tokens: Sequence[str], *, all_others: bool = False) -> None:
        """Take seats back, so that entries no longer play them.

        Args:
            tokens: Tokens of the seats.
            all_others: Whether these are instead the seats to keep, and all others are taken back.
        """

    async def dismiss(self, entry: str, text: str, *, over: bool) -> None:
        """End the stream of an entry, with a text for its author; `over`: it has no more to play."""

    def attendance(self) -> AsyncGenerator[list[AttendanceChange], None]:
        """Yield the connections of all remote entries, then each change; stop when the referee is away."""

    async def abort_of(self, token: str, reason: str) -> None:
        """End the match of a seat without a result.

        Args:
            token: The seat's token.
            reason: Why, for people.
        """


class SeatTaker(Protocol):
    """Interface for giving seats of matches to bots; the launcher and `RemoteSeats` implement it."""

    def take_seat(self, player: str, token: str) -> None:
        """Have a bot play the seat of a token.

        Args:
            player: Label of the bot's version.
            token: The seat's token.
        """

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over.

        Args:
            player: Label of the bot that played the seat.
            token: The seat's token.
            came_through: Whether the bot played the match to its end.
        """

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until no program runs any more that could use what it learnt in the matches of these seats.

        Args:
            tokens: Tokens of seats that have been left.
        """


class RemoteSeats:
    """Gives seats to remote entries, and reports who attends.

    Args:
        calls: Calls to the referee.
        hear: Called with a truth value and changes of attendance, in order. The value is True if the
            changes are all streams that are open now, as after the referee was away.
        away: Called when the referee can't be reached; until the next snapshot nothing is reported.
        entry_of: Returns the entry of a player's label.
        note: Called with one line on what went wrong.
    """

    def __init__(
        self,
        calls: AttendanceCalls,
        *,
        hear: Callable[[bool, list[AttendanceChange]], None],
        away: Callable[[], None],
        entry_of: Callable[[str], str] = str,
        note: Callable[[str], None],
    ) -> None:
        self._calls = calls
        self._hear = hear
        self._away = away
        self._entry_of = entry_of
        self._note = note
        self._keys: tuple[AttendeeKey, ...] = ()
        self._open: dict[str, str] = {}
        """Entry of each open seat, by token."""
        self._untold: dict[str, str] = {}
        """Entry of each open seat that the referee has not been sent, by token."""
        self._left: list[str] = []
        """Tokens that the referee has to take back."""
        self._dismissed: dict[str, tuple[str, bool]] = {}
        """Text for the author of each entry whose stream is to be ended, and whether the entry has no
        more matches to play.
        """
        self._keys_changed = True
        self._is_unsure = True
        """Whether the referee may have seats from an earlier run, or from before it was away."""
        self._wake = asyncio.Event()
        self._all_sent = asyncio.Event()
        """Set while nobody waits to be dismissed."""
        self._all_sent.set()
        self._is_up = asyncio.Event()
        """Set while the referee reports who attends."""

    async def run(self) -> None:
        """Keep keys and seats at the referee up to date, and pass on its reports, until cancelled.

        Raises:
            RefereeCallError: The referee refuses a call, or stays away.
        """
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            tasks.create_task(self._inform())

    def set_keys(self, keys: Iterable[AttendeeKey]) -> None:
        """Replace the keys with which programs may connect for entries; the referee gets them soon."""
        self._keys = tuple(keys)
        self._keys_changed = True
        self._wake.set()

    def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """End the stream of an entry soon, with a text of at most 200 characters for its author.

        If the referee is away, there is no stream to end.

        Args:
            entry: Name of the entry.
            text: The text.
            over: Whether the entry has no more matches to play, so that its helper leaves in order.
        """
        self._dismissed[entry] = text, over
        self._all_sent.clear()
        self._wake.set()

    async def all_dismissed(self) -> None:
        """Wait until the referee has ended the streams of all entries that were dismissed."""
        await self._all_sent.wait()

    def take_seat(self, player: str, token: str) -> None:
        """Have a remote entry play the seat of a token, as soon as the entry is connected.

        Args:
            player: Label of the entry's version.
            token: The seat's token.
        """
        self._open[token] = self._untold[token] = self._entry_of(player)
        self._wake.set()

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over, so that its entry has room for another.

        Args:
            player: Not used.
            token: The seat's token.
            came_through: Not used.
        """
        del player, came_through
        if self._open.pop(token, None) is not None:
            self._untold.pop(token, None)
            self._left.append(token)
            self._wake.set()

    async def gone(self, tokens: Collection[str]) -> None:
        """Return at once: nobody can know what a program elsewhere remembers."""
        del tokens

    # The referee.

    async def _watch(self) -> None:
        while True:
            is_first = True
            async with contextlib.aclosing(self._calls.attendance()) as reports:
                async for changes in reports:
                    if is_first:
                        # Another life of the referee knows neither keys nor seats.
                        self._keys_changed = self._is_unsure = True
                        self._untold = dict(self._open)
                        self._dismissed.clear()
                        self._all_sent.set()
                        self._is_up.set()
                        self._wake.set()
                    self._hear(is_first, changes)
                    is_first = False
            if not is_first:
                self._is_up.clear()
                self._away()
            await asyncio.sleep(AWAY_S)

    async def _inform(self) -> None:
        while True:
            await self._wake.wait()
            await self._is_up.wait()
            self._wake.clear()
            # Before the keys: an entry that has lost its key learns why.
            while self._dismissed:
                entry = next(iter(self._dismissed))
                text, over = self._dismissed.pop(entry)
                await self._calls.dismiss(entry, text, over=over)
            self._all_sent.set()
            if self._keys_changed:
                self._keys_changed = False
                await self._calls.set_attendees(self._keys)
            if self._is_unsure:
                self._is_unsure = False
                self._left.clear()
                await self._calls.unassign(tuple(self._open), all_others=True)
            while self._left:
                tokens, self._left = self._left[:MOST_IN_A_CALL], self._left[MOST_IN_A_CALL:]
                await self._calls.unassign(tokens)
            while self._untold:
                await self._assign(list(self._untold.items())[:MOST_IN_A_CALL])

    async def _assign(self, seats: list[tuple[str, str]]) -> None:
        for token, _ in seats:
            del self._untold[token]
        refused = await self._calls.assign([(entry, token) for token, entry in seats])
        for token, reason in refused.items():
            entry = self._open.pop(token, None)
            if entry is None:
                continue  # the match is over by now
            # Nobody could know of the match yet: it is void, and another entry plays.
            self._note(f"{entry} gets no seat: {reason}")
            await self._calls.abort_of(token, f"{entry} can't be given its seat: {reason}"[:200])


class HostedAndRemote:
    """Gives each seat to the launcher of this machine or to a remote entry.

    Args:
        hosted: Takes seats of programs that run here.
        remote: Takes seats of remote entries.
        is_remote: Returns whether the player of a label is remote.
    """

    def __init__(
        self, hosted: SeatTaker, remote: SeatTaker, is_remote: Callable[[str], bool]
    ) -> None:
        self._hosted = hosted
        self._remote = remote
        self._is_remote = is_remote
        self._takers: dict[str, SeatTaker] = {}
        """The taker of each token's seat; an entry may become hosted while its match goes on."""

    def take_seat(self, player: str, token: str) -> None:
        """Have the player's program play the seat of a token, wherever it runs.

        Args:
            player: Label of the bot's version.
            token: The seat's token.
        """
        taker = self._remote if self._is_remote(player) else self._hosted
        self._takers[token] = taker
        taker.take_seat(player, token)

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Record that the match of a seat is over, wherever its program runs.

        Args:
            player: Label of the bot that played the seat.
            token: The seat's token.
            came_through: Whether the bot played the match to its end.
        """
        self._takers.pop(token).leave_seat(player, token, came_through=came_through)

    async def gone(self, tokens: Collection[str]) -> None:
        """Wait until the processes of this machine have ended that played these seats and no others."""
        await self._hosted.gone(tokens)
