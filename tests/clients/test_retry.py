"""When to try again and when to give up."""

from __future__ import annotations

import grpc
import pytest

from referee_client import ProtocolError, TlsError, UnreachableError, retry
from referee_client.retry import Patience, hopeless


def test_patience_doubles_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delays double from 0.1 s to 5 s, halved by the least jitter, cut at the end of patience."""
    monkeypatch.setattr(retry, "FIRST_DELAY", 0.1)
    patience = Patience("there", 60.0, jitter=lambda: 1.0)
    delays = [patience.delay(now, "why") for now in range(8)]
    assert delays == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0])
    assert Patience("there", 60.0, jitter=lambda: 0.0).delay(0.0, "why") == pytest.approx(0.05)
    assert patience.delay(59.5, "why") == pytest.approx(0.5)
    with pytest.raises(UnreachableError, match=r"no referee at there for 60 s; .*: refused"):
        patience.delay(60.0, "refused")


def test_patience_starts_anew_when_the_referee_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time with a referee does not count."""
    monkeypatch.setattr(retry, "FIRST_DELAY", 0.1)
    patience = Patience("there", 60.0, jitter=lambda: 1.0)
    patience.delay(0.0, "why")
    patience.heard()
    assert patience.delay(1000.0, "why") == pytest.approx(0.1)


def test_words_on_another_stream_are_no_reason_to_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience begins again, and delays go on growing."""
    monkeypatch.setattr(retry, "FIRST_DELAY", 0.1)
    patience = Patience("there", 60.0, jitter=lambda: 1.0)
    patience.delay(0.0, "why")
    patience.heard(elsewhere=True)
    assert patience.delay(1000.0, "why") == pytest.approx(0.2)


ALL = "failed to connect to all addresses; last error: "
TSI = "Tls handshake failed (TSI_PROTOCOL_FAILURE): SSL_ERROR_SSL: error:1:SSL routines:OPENSSL_internal:"
CONTEXT = ": Invalid certificate verification context: OK"


@pytest.mark.parametrize(
    ("code", "details", "error"),
    [
        (grpc.StatusCode.UNAVAILABLE, "connection refused", None),
        (grpc.StatusCode.UNAVAILABLE, "Ssl handshake failed: WRONG_VERSION_NUMBER", TlsError),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNKNOWN: here: {TSI}CERTIFICATE_VERIFY_FAILED: unable to get issuer certificate: OK",
            TlsError,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNKNOWN: here: {TSI}WRONG_VERSION_NUMBER{CONTEXT}",
            TlsError,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNKNOWN: here: Custom verification check failed with error: UNAUTHENTICATED: "
            "Hostname Verification Check failed.",
            TlsError,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            "Peer name localhost is not in peer certificate",
            TlsError,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNAVAILABLE: here: Handshake read failed (Socket closed)",
            None,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNAVAILABLE: here: Handshake read failed (recvmsg:Connection reset by peer (104))",
            None,
        ),
        (
            grpc.StatusCode.UNAVAILABLE,
            f"{ALL}UNKNOWN: here: {TSI}TLSV1_ALERT_INTERNAL_ERROR{CONTEXT}",
            None,
        ),
        (grpc.StatusCode.INTERNAL, "RST_STREAM", None),
        (grpc.StatusCode.PERMISSION_DENIED, "no", ProtocolError),
        (grpc.StatusCode.INVALID_ARGUMENT, "bad certificate field", ProtocolError),
    ],
    ids=[
        "refused",
        "older library, plain server",
        "authority",
        "plain server",
        "name",
        "name, older library",
        "closed in the handshake",
        "reset in the handshake",
        "alert",
        "reset",
        "denied",
        "invalid",
    ],
)
def test_hopeless(code: grpc.StatusCode, details: str, error: type[Exception] | None) -> None:
    """What a new stream can't better is an error, the rest is tried again."""
    found = hopeless(code, details)
    assert type(found) is (error or type(None))
