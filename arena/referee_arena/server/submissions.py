"""HTTP routes by which authors submit for their entries, follow the checks, and read their bots' logs.

Every request has the entry's key in the header `Authorization`. `PUT /api/t/N/entries/NAME` hands in
an archive, `GET` of the same path says what may be handed in, `DELETE` withdraws the entry;
`GET /api/t/N/checks/ID` has the stages of a check. The arena writes into the season's inbox alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from referee_arena.server.inputs import NUMBER, whole_number
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.season_access import SeasonAccess, entry_of_request, new_id_of
from referee_arena.server.uploads import length_of, receive_body
from tournaments.season.check_files import CHECK_LOGS, utc_now
from tournaments.season.keys import same_entry
from tournaments.season.requests import (
    Submission,
    archive_suffix,
    inbox_of,
    put_submission,
    put_withdrawal,
)
from tournaments.spec.errors import TournamentError

__all__ = ["KEYED_PATHS", "Submissions"]

KEYED_PATHS = re.compile(r"/api/t/[0-9]{1,9}/entries/[^/]+")
"""Pattern of paths to which programs send changes with an entry's key."""
MOST_LOGS = 200
"""Most logs of a bot that are listed, the newest ones."""
MOST_LINES = 10_000
"""Largest number of reports of a check after which more may be asked for."""
_HEAD = 512
_LOG = re.compile(r"[0-9]{1,9}\.(stdout|stderr)", re.ASCII)


class Submissions:
    """Routes and handlers of requests by which authors submit to the seasons that the arena shows.

    Args:
        paths: Files or data folders of the tournaments, in the order of their numbers.
        now: Returns the date and time in UTC, such as `2027-03-01T08:00:00Z`.
    """

    def __init__(self, paths: Sequence[Path], now: Callable[[], str] = utc_now) -> None:
        self._now = now
        self._seasons = [SeasonAccess(path, self._today) for path in paths]
        self._uploading: set[tuple[int, str]] = set()

    def routes(self) -> list[Route]:
        """Return the routes by which authors submit, withdraw, follow checks and read logs."""
        season = f"/api/t/{{tournament:{NUMBER}}}"
        entry, check = f"{season}/entries/{{entry}}", f"{season}/checks/{{id}}"
        return [
            Route(entry, self.submit, methods=["PUT"]),
            Route(entry, self.withdraw, methods=["DELETE"]),
            Route(entry, self.entry, methods=["GET"]),
            Route(f"{entry}/logs", self.logs),
            Route(f"{entry}/logs/{{log}}", self.log),
            Route(check, self.check),
            Route(f"{check}/{{check_log}}", self.check_log),
        ]

    async def entry(self, request: Request) -> Response:
        """Answer with the state of an entry, and how many submissions of what size its author may hand in now."""
        season = self._find(request)
        caller = await season.caller(request, request.path_params["entry"])
        doors = caller.doors
        return JSONResponse(
            {
                "entry": caller.entry,
                "state": caller.known.state,
                "accepts": doors.accepts,
                "why": doors.why,
                "left": await season.left(caller),
                "per_day": doors.per_day,
                "size": doors.size,
                "unpacked": doors.unpacked,
                "files": doors.files,
            }
        )

    async def submit(self, request: Request) -> Response:
        """Receive an archive into the inbox; the answer has the id by which its check is followed.

        A request that is sent again with the same id is answered without receiving anything.
        """
        season = self._find(request)
        caller = await season.caller(request, request.path_params["entry"])
        request_id, data = new_id_of(request), await season.data()
        before = await self._before(data, request_id, caller.entry)
        if before is not None:
            return before
        length = length_of(request)
        await season.may_submit(caller, length)
        inbox = inbox_of(data)
        with self._alone(request.path_params["tournament"], caller.entry):
            payload = await receive_body(request, inbox, length)
            try:
                with payload.open("rb") as file:
                    suffix = archive_suffix(file.read(_HEAD))
                if suffix is None:
                    raise NotShownError(415, "the body must be a .tar.gz, .tar or .zip")
                submission = Submission(
                    request_id,
                    caller.entry,
                    caller.known.author,
                    "http",
                    caller.known.key_sha256,
                    self._now(),
                    payload,
                )
                await _written(put_submission, inbox, submission, suffix=suffix)
            finally:
                with contextlib.suppress(OSError):
                    payload.unlink(missing_ok=True)
        return _accepted(request_id)

    async def withdraw(self, request: Request) -> Response:
        """Put a request to withdraw an entry into the inbox."""
        season = self._find(request)
        caller = await season.caller(request, request.path_params["entry"])
        request_id, data = new_id_of(request), await season.data()
        before = await self._before(data, request_id, caller.entry)
        if before is not None:
            return before
        await season.may_withdraw(caller)
        await _written(
            put_withdrawal,
            inbox_of(data),
            request_id,
            caller.entry,
            key_sha256=caller.known.key_sha256,
            by=caller.known.author,
        )
        return _accepted(request_id)

    async def check(self, request: Request) -> Response:
        """Answer with the lines that a check has reported, without the first `after`, a parameter of the query."""
        season = self._find(request)
        _, files = await season.caller_of_check(request, request.path_params["id"])
        after = whole_number("after", request.query_params.get("after", "0"), 0, MOST_LINES)
        lines = await asyncio.to_thread(files.lines, after)
        return JSONResponse({"begun": files.exists, "lines": lines})

    async def check_log(self, request: Request) -> Response:
        """Answer with the output of an author's programs in one stage of a check."""
        season = self._find(request)
        _, files = await season.caller_of_check(request, request.path_params["id"])
        name = request.path_params["check_log"]
        if name not in CHECK_LOGS:
            raise NotShownError(404, f"a check has {', '.join(CHECK_LOGS)}")
        return await _text_of(files.folder / name)

    async def logs(self, request: Request) -> Response:
        """Answer with names and sizes of the logs of an entry's bots, the newest last."""
        folder = await self._logs(request)
        listed = await asyncio.to_thread(_list_logs, folder)
        return JSONResponse({"logs": listed})

    async def log(self, request: Request) -> Response:
        """Answer with the text of one log of an entry's bots, which the request's path names."""
        folder, name = await self._logs(request), request.path_params["log"]
        if not _LOG.fullmatch(name):
            raise NotShownError(404, "a log's name is a number with .stdout or .stderr")
        return await _text_of(folder / name)

    async def _logs(self, request: Request) -> Path:
        season = self._find(request)
        caller = await season.caller(request, request.path_params["entry"])
        return await season.data() / "logs" / caller.entry

    async def _before(self, data: Path, request_id: str, entry: str) -> Response | None:
        """Return the answer to a request that was received before under the same id; None if the id is new.

        Args:
            data: Data folder of the season.
            request_id: Id that the caller has given the request.
            entry: Name of the entry that the request is for.

        Raises:
            NotShownError: A request for another entry has this id.
        """
        known = await asyncio.to_thread(entry_of_request, data, request_id)
        if known is None:
            return None
        if not same_entry(known, entry):
            raise NotShownError(409, "Request-Id is the one of another request: choose a new one")
        return _accepted(request_id)

    @contextlib.contextmanager
    def _alone(self, tournament: int, entry: str) -> Iterator[None]:
        """Hold the only place that an entry has for uploads, while the context lasts.

        Args:
            tournament: Number of the season in addresses.
            entry: Name of the entry.

        Raises:
            NotShownError: Another upload for the entry is under way.
        """
        place = (tournament, entry)
        if place in self._uploading:
            raise NotShownError(503, f"another upload for {entry} is under way")
        self._uploading.add(place)
        try:
            yield
        finally:
            self._uploading.discard(place)

    def _find(self, request: Request) -> SeasonAccess:
        number: int = request.path_params["tournament"]
        if not 1 <= number <= len(self._seasons):
            text = f"this arena shows {len(self._seasons)} tournaments, not {number}"
            raise NotShownError(404, text)
        return self._seasons[number - 1]

    def _today(self) -> str:
        return self._now()[:10]


def _accepted(request_id: str) -> Response:
    return JSONResponse({"id": request_id}, 202)


async def _written(put: Callable[..., None], *arguments: object, **named: object) -> None:
    try:
        await asyncio.to_thread(put, *arguments, **named)
    except TournamentError:
        raise NotShownError(507, "the season's inbox can't be written; try again later") from None


async def _text_of(path: Path) -> Response:
    try:
        data = await asyncio.to_thread(path.read_bytes)
    except OSError:
        raise NotShownError(404, f"there is no {path.name}") from None
    # Never as a page: it is what somebody's program has written.
    return PlainTextResponse(data.decode("utf-8", "replace"))


def _list_logs(folder: Path) -> list[dict[str, object]]:
    found: list[tuple[int, str, int]] = []
    with contextlib.suppress(OSError):
        found += (
            (int(path.name.partition(".")[0]), path.name, path.stat().st_size)
            for path in folder.iterdir()
            if _LOG.fullmatch(path.name)
        )
    return [{"name": name, "size": size} for _, name, size in sorted(found)[-MOST_LOGS:]]
