"""A season at an arena's address, reached over HTTP by an entry's key.

Lost connections are tried again, with the same id of the request, so that nothing is handed in
twice. The key goes to the address that was given and nowhere else: redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import ssl
import time
import urllib.parse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from tournaments.season.season_door import EntryBounds, SeasonDoor
from tournaments.spec.errors import TournamentError

__all__ = ["NotReachedError", "RefusedCallError", "WebDoor", "is_address"]

PATIENCE_S = 600.0
"""Seconds without any answer after which a season is taken for gone."""
_TIMEOUT_S = 60.0
_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 30.0
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which the same request may succeed in a moment."""
_PATH = re.compile(r"(?P<before>(?:/[^/]+)*?)/t/(?P<number>[0-9]{1,9})/?")


class NotReachedError(TournamentError):
    """The season could not be reached for a long time."""

    exit_status = 1


class RefusedCallError(TournamentError):
    """The season refuses a request; the message is its answer.

    Args:
        status: Status of the answer.
        text: Why, in words.
    """

    exit_status = 1

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        """HTTP status of the answer."""


def is_address(text: str) -> bool:
    """Return whether a text is meant as an address rather than a path of this machine."""
    return "://" in text


class WebDoor(SeasonDoor):
    """A season at an arena's address.

    Args:
        address: Address of the season's page, such as `https://cup.example.org/t/1`.
        entry: Name of the entry.
        key: Key of the entry.
        ca: PEM file of the roots to trust; None for those of the system.
        note: Called with a line for people when the connection is lost.
        sleep: Waits for some seconds.
        now: Returns a monotonic time in seconds.

    Raises:
        TournamentError: The address can't be used: keys are sent by https, or to this machine.
    """

    def __init__(
        self,
        address: str,
        entry: str,
        key: str,
        *,
        ca: Path | None = None,
        note: Callable[[str], None] = lambda _: None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        parts = urllib.parse.urlsplit(address)
        path = _PATH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.hostname or path is None:
            raise TournamentError(
                f"the address must be the one of a season's page, https://HOST/t/NUMBER, not {address!r}"
            )
        if parts.scheme == "http" and not _is_loopback(parts.hostname):
            raise TournamentError(
                f"the address must begin with https://, or anybody on the way could read the key: {address}"
            )
        try:
            self._port = parts.port
            self._context = ssl.create_default_context(cafile=None if ca is None else str(ca))
        except (ValueError, OSError) as error:
            raise TournamentError(f"the address or --ca can't be used: {error}") from None
        self._scheme, self._host = parts.scheme, parts.hostname
        self._base = f"{path['before']}/api/t/{path['number']}"
        self._entry_path = f"{self._base}/entries/{urllib.parse.quote(entry, safe='')}"
        self._key, self._note, self._sleep, self._now = key, note, sleep, now

    def bounds(self) -> EntryBounds:
        """Return whether the entry's author may hand in a program now, how often, and of what size."""
        found = self._json("GET", self._entry_path)
        try:
            return EntryBounds(
                accepts=bool(found["accepts"]),
                why=str(found["why"]),
                left=int(found["left"]),
                per_day=int(found["per_day"]),
                size=int(found["size"]),
                unpacked=int(found["unpacked"]),
                files=int(found["files"]),
            )
        except (KeyError, TypeError, ValueError):
            raise RefusedCallError(200, "the answer is not one of a season's arena") from None

    def submit(self, request_id: str, archive: IO[bytes], size: int) -> None:
        """Hand in an archive of `size` bytes; doing so again with the same id changes nothing."""
        self._call("PUT", self._entry_path, request_id, archive, size)

    def withdraw(self, request_id: str) -> None:
        """Ask that the entry be withdrawn; doing so again with the same id changes nothing."""
        self._call("DELETE", self._entry_path, request_id)

    def reports(self, request_id: str, after: int) -> Sequence[dict[str, Any]]:
        """Return the reports of a request's check, except the first `after` ones."""
        found = self._json("GET", f"{self._base}/checks/{request_id}?after={after}")
        lines = found.get("lines", [])
        return [line for line in lines if isinstance(line, dict)]

    def logs(self) -> list[str]:
        """Return the names of the logs of the entry's bots, the newest last."""
        found = self._json("GET", f"{self._entry_path}/logs")
        return [str(each["name"]) for each in found.get("logs", [])]

    def log(self, name: str) -> str:
        """Return the text of one log of the entry's bots.

        Args:
            name: Name of the log, one of `logs()`.
        """
        path = f"{self._entry_path}/logs/{urllib.parse.quote(name, safe='')}"
        return self._call("GET", path).decode("utf-8", "replace")

    def check_log(self, request_id: str, name: str) -> str | None:
        """Return the output of an author's program in a check; None if the check has none.

        Args:
            request_id: Id of the request whose check it is.
            name: Name of the output's file, one of `CHECK_LOGS`.
        """
        try:
            data = self._call("GET", f"{self._base}/checks/{request_id}/{name}")
        except RefusedCallError as error:
            if error.status == 404:
                return None
            raise
        return data.decode("utf-8", "replace")

    def _json(self, method: str, path: str) -> dict[str, Any]:
        try:
            found = json.loads(self._call(method, path))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise RefusedCallError(200, "the answer is not one of a season's arena")
        return found

    def _call(
        self,
        method: str,
        path: str,
        request_id: str | None = None,
        body: IO[bytes] | None = None,
        size: int = 0,
    ) -> bytes:
        """Send a request until it is answered, and return the body of the answer.

        Args:
            method: HTTP method.
            path: Path below the season's address.
            request_id: Id of the author's request, with which it can be repeated; None without one.
            body: Content to send; None for none.
            size: Number of bytes of the content.

        Raises:
            RefusedCallError: The season refuses it.
            NotReachedError: There was no answer for `PATIENCE_S`.
        """
        since, pause_s = self._now(), _FIRST_PAUSE_S
        while True:
            try:
                status, data = self._once(method, path, request_id, body, size)
                problem = f"it answers with status {status}"
            except ssl.SSLCertVerificationError as error:
                text = f"{self._host} can't be trusted: {error.verify_message}; see --ca"
                raise RefusedCallError(0, text) from None
            except (OSError, http.client.HTTPException) as error:
                status, data = 0, b""
                problem = str(error) or type(error).__name__
            if 200 <= status < 300:
                return data
            words = _words(data)
            if status and status not in _PASSING:
                raise RefusedCallError(status, words or problem)
            if self._now() - since > PATIENCE_S:
                raise NotReachedError(f"{self._host} can't be reached: {words or problem}")
            self._note(f"{self._host}: {words or problem}; trying again in {pause_s:g}s")
            self._sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _once(
        self, method: str, path: str, request_id: str | None, body: IO[bytes] | None, size: int
    ) -> tuple[int, bytes]:
        connection: http.client.HTTPConnection
        if self._scheme == "https":
            connection = http.client.HTTPSConnection(
                self._host, self._port, timeout=_TIMEOUT_S, context=self._context
            )
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=_TIMEOUT_S)
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        if request_id is not None:
            headers["Request-Id"] = request_id
        if body is not None:
            body.seek(0)
            headers |= {"Content-Length": str(size), "Content-Type": "application/octet-stream"}
        try:
            try:
                connection.request(method, path, body=body, headers=headers)
            except (BrokenPipeError, ConnectionResetError):
                # It may have refused before it has read everything: then there is an answer.
                if connection.sock is None:
                    raise
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def _words(data: bytes) -> str:
    """Return the reason that an answer with an error gives in its body; empty if it gives none."""
    try:
        found = json.loads(data)
    except ValueError:
        return ""
    text = found.get("error") if isinstance(found, dict) else None
    return text if isinstance(text, str) else ""


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
