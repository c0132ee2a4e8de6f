"""When to try a broken stream again, when to give up, and what its status means.

Plain arithmetic on times given by the caller, shared by both clients.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import grpc

from referee_client.errors import (
    ProtocolError,
    RefereeClientError,
    TlsError,
    UnreachableError,
)
from referee_client.proxies import proxy_note

__all__ = ["FIRST_DELAY", "GOODBYE_S", "SILENCE_S", "Patience", "hopeless"]

FIRST_DELAY = 0.1
"""Seconds before the first new attempt after a break."""
LONGEST_DELAY = 5.0
"""Highest number of seconds between two attempts to reach the referee."""
SILENCE_S = 20.0
"""Seconds of silence after which the referee is asked for a pong; after 20 more the stream counts
as dead."""
GOODBYE_S = 2.0
"""Seconds that the referee has to end the stream after all matches have ended."""

_RETRIED = {
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.OK,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNKNOWN,
}
"""Status codes of gRPC after which another stream may succeed; OK means that the referee closed too
early."""

_UNTRUSTED = re.compile(
    "handshake failed|certificate|wrong_version|hostname verification|custom verification check",
    re.IGNORECASE,
)
"""Pattern that matches error texts of gRPC that mean: the two sides will not trust or understand
each other on another stream either.

"Handshake read failed" must not match: gRPC says so if the connection was closed or reset during
the handshake, as by a balancer whose server restarts. Then another attempt may succeed.
"""
_PASSING = re.compile("alert_internal_error|alert_user_cancel", re.IGNORECASE)
"""Pattern that matches TLS alerts of temporary trouble on the other side. gRPC reports them as
failed handshakes, whose texts all have the words "certificate verification context", so that
`_UNTRUSTED` matches them by mistake.
"""


class Patience:
    """Delays between attempts to reach the referee, doubling with jitter, until time is up.

    Args:
        target: Address of the referee, for the error.
        limit: Seconds without an answer from the referee after which to give up, from 0.
        jitter: Returns a random number from 0 to 1.
    """

    def __init__(
        self, target: str, limit: float, jitter: Callable[[], float] = random.random
    ) -> None:
        self._target = target
        self._limit = limit
        self._jitter = jitter
        self._since: float | None = None
        self._delay = FIRST_DELAY

    def heard(self, *, elsewhere: bool = False) -> None:
        """Start patience and delays again, since the referee has answered.

        Args:
            elsewhere: Whether the answer came on another stream, such as a worker's. Then only the
                patience starts again, and the delays of this stream go on growing.
        """
        self._since = None
        if not elsewhere:
            self._delay = FIRST_DELAY

    def delay(self, now: float, why: str) -> float:
        """Return the seconds to wait before the next attempt, after one has failed.

        Args:
            now: Present time of a monotonic clock, in seconds.
            why: What went wrong, for the error.

        Raises:
            UnreachableError: The patience is used up.
        """
        # The patience counts from the first failure after the last answer, not from the last attempt.
        self._since = now if self._since is None else self._since
        left = self._limit - (now - self._since)
        if left <= 0:
            text = f"no referee at {self._target} for {self._limit:g} s; the last attempt: {why}"
            proxy = proxy_note(self._target)
            raise UnreachableError(f"{text}; it is called {proxy}" if proxy else text)
        # Jitter, so that all bots of a restarted referee do not come back at the same moment.
        wait = self._delay * (0.5 + 0.5 * self._jitter())
        self._delay = min(2 * self._delay, LONGEST_DELAY)
        return min(wait, left)  # so that one last attempt is made when the patience runs out


def hopeless(code: grpc.StatusCode, details: str) -> RefereeClientError | None:
    """Return the error to raise for a broken stream after which no other stream can succeed.

    Return None if another stream may succeed.

    Args:
        code: Status of the broken stream by gRPC.
        details: Text of the status.
    """
    # gRPC reports a failed handshake as UNAVAILABLE, like a server that is not there: only the text differs.
    is_untrusted = _UNTRUSTED.search(details) and not _PASSING.search(details)
    if code is grpc.StatusCode.UNAVAILABLE and is_untrusted:
        return TlsError(f"TLS failed: {details}; check the CA file, and that the server uses TLS")
    # Any other status says that the request itself is wrong: it would fail again on every stream,
    # and trying would only hide the reason until the patience is used up.
    if code in _RETRIED:
        return None
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return ProtocolError(f"the server is no referee, or of another version: {details}")
    return ProtocolError(f"the referee ended the stream with {code.name}: {details}")
