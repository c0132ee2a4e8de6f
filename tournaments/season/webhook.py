"""Posts notices to webhooks, addresses that take a JSON object by HTTP, and decides what is sent again."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    import httpx

__all__ = ["Failures", "Webhook", "notices_client"]

_TIMEOUT_S = 10.0
"""Longest time that a target may take to connect, and between two parts of its answer, in seconds."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 600.0
"""Pause after a first failure, in seconds; it doubles up to the longest one."""
_LONGEST_WANTED_S = 3600.0
"""Longest pause that a target may ask for by `Retry-After`, in seconds."""
_TRY_AGAIN = frozenset({408, 409, 425, 429})
"""Statuses, in addition to 5xx, after which the same request may succeed later."""


def notices_client() -> httpx.AsyncClient:
    """Return a client for webhooks: no redirects, no proxies of the environment, bounded times.

    Raises:
        TournamentError: The package httpx is missing.
    """
    try:
        import httpx
    except ImportError:
        raise TournamentError(
            "[[notify]] needs httpx: pip install 'gamereferee[seasons]'"
        ) from None
    # A redirect could lead a notice, or what its answer reveals, to an address that nobody chose.
    return httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=_TIMEOUT_S)


@dataclasses.dataclass(frozen=True, slots=True)
class Webhook:
    """One address to which notices are sent."""

    url: str
    """The address; its path is often its secret."""
    client: httpx.AsyncClient
    """Sends the requests."""
    note: Callable[[str], None]
    """Called with a line for the organizer."""

    @property
    def host(self) -> str:
        """The address as messages name it: without its path, user and password."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    @property
    def file_stem(self) -> str:
        """Stem of the names of files about this address, which does not reveal it."""
        return hashlib.sha256(self.url.encode()).hexdigest()[:16]

    async def post(self, notice: Mapping[str, object], *, key: str, what: str) -> float | None:
        """Send one notice. Return None if it need not be sent again, else the seconds to wait at least.

        Args:
            notice: The JSON object.
            key: Its `Idempotency-Key`, by which the target recognizes a notice that it is sent again.
            what: Name of the notice in a line about its refusal.
        """
        import httpx

        headers = {"Idempotency-Key": key}
        try:
            # Streamed and closed unread: nobody needs the body, and it may never end.
            async with self.client.stream("POST", self.url, json=notice, headers=headers) as answer:
                status, after = answer.status_code, answer.headers.get("Retry-After")
        except (httpx.HTTPError, httpx.InvalidURL):
            return 0.0
        if status in _TRY_AGAIN or status >= 500:
            return _seconds(after)
        if not 200 <= status < 300:
            # Sent again, it would be refused again, and hold up all that come behind it.
            self.note(f"{self.host} has refused {what} with status {status}")
        return None


class Failures:
    """Counts how often in a row a webhook took nothing, and reports the first failure and their end."""

    def __init__(self, webhook: Webhook) -> None:
        self._webhook = webhook
        self._count = 0

    def add(self, wanted_s: float) -> float:
        """Count a failure; return the seconds to wait, at least those that the target asks for."""
        self._count += 1
        if self._count == 1:
            self._webhook.note(
                f"{self._webhook.host} takes no notices now; they will be sent later"
            )
        longest = min(_FIRST_PAUSE_S * 2.0 ** min(self._count - 1, 30), _LONGEST_PAUSE_S)
        return max(wanted_s, longest * random.uniform(0.75, 1.0))  # so that not all come at once

    def end(self) -> None:
        """Record that the webhook takes notices."""
        if self._count:
            self._count = 0
            self._webhook.note(f"{self._webhook.host} takes notices again")


def _seconds(after: str | None) -> float:
    """Return the seconds of a `Retry-After` header within bounds; 0 if it has none."""
    with contextlib.suppress(ValueError, TypeError):
        # In this order, so that a text such as `nan` counts as 0.
        return min(max(0.0, float(after or 0)), _LONGEST_WANTED_S)
    return 0.0
