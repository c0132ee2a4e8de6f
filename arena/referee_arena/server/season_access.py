"""Decides who may submit for which entry of a season: connection, key, state and quotas of a request.

All of it is checked before the body of a request is read.
"""

from __future__ import annotations

import asyncio
import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request

from referee.core.forwarded import is_loopback
from referee_arena.server.referee_link import NotShownError
from tournaments.season.check_files import CheckFiles
from tournaments.season.doors import DoorEntry, Doors, read_doors
from tournaments.season.requests import (
    entry_in_inbox,
    has_withdrawal,
    inbox_of,
    is_request_id,
    submissions_of,
)
from tournaments.spec.errors import TournamentError
from tournaments.store.find import find_folder

__all__ = ["Caller", "SeasonAccess", "entry_of_request", "new_id_of", "waiting_submissions"]

FREE = 1024**3
"""Bytes of the disk that must stay free for the season itself."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host")
_NO_KEY = "send the entry's key in the header Authorization: Bearer KEY"
_WRONG_KEY = "the key is not the one of this entry"


@dataclasses.dataclass(frozen=True, slots=True)
class Caller:
    """The author that has sent a request with the key of an entry."""

    entry: str
    """Name of the entry, as the organizer has written it."""
    known: DoorEntry
    """What is known of the entry."""
    doors: Doors
    """Keys and bounds of the season."""


class SeasonAccess:
    """Checks requests of authors for one season by its entries' keys and its limits for submissions.

    Args:
        where: The season's file or data folder.
        today: Returns the day in UTC, such as `2027-03-01`.
    """

    def __init__(self, where: Path, today: Callable[[], str]) -> None:
        self._where = where
        self._today = today
        self._data: Path | None = None

    async def data(self) -> Path:
        """Return the season's data folder.

        Raises:
            NotShownError: There is no tournament at the path.
        """
        if self._data is None:
            try:
                found = await asyncio.to_thread(find_folder, self._where, None, None)
            except TournamentError as error:
                raise NotShownError(404, str(error)) from None
            self._data = found.path
        return self._data

    async def doors(self) -> Doors:
        """Return the keys of the season's entries, and its limits for submissions, as they are now.

        Raises:
            NotShownError: This tournament is no season, or its keys can't be read.
        """
        try:
            doors = await asyncio.to_thread(read_doors, await self.data())
        except TournamentError:
            # The message has paths of this machine, and what is wrong is for the organizer.
            raise NotShownError(503, "the season's keys can't be read; try again later") from None
        if doors is None:
            raise NotShownError(404, "this tournament takes no submissions: it is no season")
        return doors

    async def caller(self, request: Request, entry: str) -> Caller:
        """Return the author that has sent a request for an entry, recognized by the entry's key.

        Raises:
            NotShownError: The connection is not safe, or the key is missing or wrong.
        """
        if not _is_safe(request):
            raise NotShownError(403, "keys are taken over https or from this machine alone")
        doors = await self.doors()
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not key.strip():
            raise NotShownError(401, _NO_KEY)
        found = doors.entry_of(entry, key.strip())
        if found is None:
            raise NotShownError(401, _WRONG_KEY)
        return Caller(*found, doors)

    async def caller_of_check(self, request: Request, request_id: str) -> tuple[Caller, CheckFiles]:
        """Return the author that has sent a request about a check, and the files of that check.

        Raises:
            NotShownError: There is no such check, or the key is not the one of its entry.
        """
        if not is_request_id(request_id):
            raise NotShownError(404, "a check's id has 32 hexadecimal digits")
        data = await self.data()
        entry = await asyncio.to_thread(entry_of_request, data, request_id)
        # The same words as for a wrong key: whether a check exists is for its author to know.
        caller = await self.caller(request, entry or "")
        return caller, CheckFiles.of(data, request_id)

    async def left(self, caller: Caller) -> int:
        """Return how many more submissions the caller's author may hand in today, in UTC.

        Submissions that wait to be checked count as used up.
        """
        data = await self.data()
        waiting = await asyncio.to_thread(waiting_submissions, data, caller.known.author)
        return max(0, caller.doors.left(caller.known, self._today()) - waiting)

    async def may_submit(self, caller: Caller, size: int) -> None:
        """Check that a caller may submit an archive of `size` bytes now.

        Raises:
            NotShownError: The season takes no submissions now, the entry was expelled, the archive is
                empty or too big, the author's quota of the day is used up, or the disk is nearly full.
        """
        doors = caller.doors
        if not doors.accepts:
            raise NotShownError(409, doors.why or "the season takes no submissions now")
        if caller.known.state == "expelled":
            raise NotShownError(409, f"{caller.entry} was expelled by the organizer")
        if size > doors.size:
            raise NotShownError(413, f"an archive has at most {doors.size} bytes here, not {size}")
        if size == 0:
            raise NotShownError(400, "the archive is empty")
        if await self.left(caller) == 0:
            most = f"{doors.per_day} submissions"
            raise NotShownError(409, f"{most} a day are the most; the next day begins at 0:00 UTC")
        free = (await asyncio.to_thread(shutil.disk_usage, await self.data())).free
        if free < size + FREE:
            raise NotShownError(507, "the season's disk is nearly full; try again later")

    async def may_withdraw(self, caller: Caller) -> None:
        """Check that no request to withdraw the caller's entry waits already.

        Raises:
            NotShownError: Such a request waits.
        """
        inbox = inbox_of(await self.data())
        if await asyncio.to_thread(has_withdrawal, inbox, caller.entry):
            raise NotShownError(409, f"a request to withdraw {caller.entry} waits already")


def entry_of_request(data: Path, request_id: str) -> str | None:
    """Return the entry that a request, in the inbox or in a check, is for; None if no request has this id.

    Args:
        data: Data folder of the season.
        request_id: Id of the request, which the author's program has chosen.
    """
    return entry_in_inbox(inbox_of(data), request_id) or CheckFiles.of(data, request_id).entry()


def waiting_submissions(data: Path, author: str) -> int:
    """Return how many submissions of an author wait in the inbox, and are not being checked yet."""
    found = submissions_of(inbox_of(data), author)
    return sum(not CheckFiles.of(data, request_id).exists for request_id in found)


def new_id_of(request: Request) -> str:
    """Return the id that the caller has given a request in the header `Request-Id`, so that it may be sent again.

    Raises:
        NotShownError: The header is missing or has another form.
    """
    given = request.headers.get("request-id", "")
    if not is_request_id(given):
        raise NotShownError(400, "Request-Id must be 32 hexadecimal digits that you choose")
    return given


def _is_safe(request: Request) -> bool:
    if request.scope["scheme"] == "https":
        return True
    peer = request.client.host if request.client else ""
    is_direct = not any(name in request.headers for name in _FORWARDED)
    return is_loopback(peer) and is_direct
