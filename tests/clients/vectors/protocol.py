"""Vectors of what every SDK knows of the protocol: addresses, delays and statuses, revealed dice.

Nothing here asks the Python SDK: expected values are written down, or computed with hashlib and
hmac from the words of `SeedReveal`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from gamereferee.v1.match_pb2 import SeedReveal
from tests.clients.vectors.forms import Json, in_base64, message
from tests.clients.vectors.witnesses import told

__all__ = ["addresses", "retries", "reveals"]


# Addresses.

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


def addresses() -> Json:
    """What is an address, and what the error says of what is none."""
    longest = "unix:/" + "x" * 106
    good = {
        "Unix socket": "unix:/run/referee.sock",
        "Unix socket in the working folder": "unix:referee.sock",
        "longest path of a Unix socket": longest,
        "host and port": "localhost:50051",
        "host with a dot and a dash": "my-referee.example.org:443",
        "IPv4": "10.0.0.7:65535",
        "IPv6 in brackets": "[::1]:1",
    }
    bad = {
        "empty": "",
        "no port": "localhost",
        "empty port": "localhost:",
        "port 0": "localhost:0",
        "port above 65535": "localhost:65536",
        "port in letters": "localhost:http",
        "no host": ":50051",
        "a URL": "http://localhost:80",
        "IPv6 without brackets": "::1:80",
        "blank inside": "local host:80",
    }
    sentence = "address must be unix:/path or HOST:PORT with a port from 1 to 65535, not '{}'"
    cases = [_address(name, text, target=text) for name, text in good.items()]
    cases += [
        _address("blanks around it", "  localhost:50051\n", target="localhost:50051"),
        _address("with roots", "localhost:50051", PEM, target="localhost:50051"),
    ]
    cases += [_address(name, text, says=sentence.format(text)) for name, text in bad.items()]
    cases += [
        _address("no socket", "unix:", says="address must name a socket after unix:, not 'unix:'"),
        _address(
            "path of a Unix socket too long",
            longest + "x",
            says=f"a Unix socket's path has at most 107 bytes, not '/{'x' * 107}'",
        ),
        _address(
            "Unix socket with roots",
            "unix:/r.sock",
            PEM,
            error="TlsError",
            says="a Unix socket needs no TLS: leave out the CA file for 'unix:/r.sock'",
        ),
        _address(
            "roots without a certificate",
            "localhost:50051",
            "nothing",
            error="TlsError",
            says="the CA file '{ca}' holds no PEM certificate",
        ),
    ]
    return {"cases": cases}


def _address(
    name: str,
    text: str,
    ca: str | None = None,
    *,
    target: str | None = None,
    error: str = "AddressError",
    says: str = "",
) -> Json:
    end = {"target": target} if target is not None else {"error": error, "says": says}
    return {"name": name, "address": text, "ca": ca} | end


# Delays and statuses.

STATUSES = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
]
"""gRPC's codes by number."""
RETRIED = {"OK", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED", "ABORTED", "INTERNAL", "UNAVAILABLE"}
"""Duty 14."""


def retries() -> Json:
    """When to try again, when to give up, and what a status means."""
    return {
        "constants": {
            "first_delay": 0.1,
            "longest_delay": 5.0,
            "patience": 60.0,
            "silence": 20.0,
            "goodbye": 2.0,
        },
        "delays": [
            {
                "name": "doubles up to five seconds",
                "limit": 60.0,
                "steps": _failures(
                    1.0, zip(range(9), [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5], strict=True)
                ),
            },
            {
                "name": "the least jitter halves",
                "limit": 60.0,
                "steps": _failures(
                    0.0, zip(range(8), [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.5, 2.5], strict=True)
                ),
            },
            {
                "name": "jitter in between, another each time",
                "limit": 60.0,
                "steps": [_failure(5.0, 0.5, 0.075), _failure(6.0, 0.2, 0.12)],
            },
            {
                "name": "what is left of the patience is the longest delay; then it is over",
                "limit": 60.0,
                "steps": [
                    _failure(100.0, 1.0, 0.1),
                    _failure(159.9375, 1.0, 0.0625),
                    _given_up(160.0, "no referee at there:1 for 60 s; the last attempt: refused"),
                ],
            },
            {
                "name": "hearing the referee begins anew",
                "limit": 60.0,
                "steps": [
                    *_failures(1.0, [(0.0, 0.1), (30.0, 0.2), (59.0, 0.4)]),
                    {"at": 59.5, "heard": True},
                    *_failures(1.0, [(1000.0, 0.1), (1059.0, 0.2)]),
                    _given_up(1060.5, "no referee at there:1 for 60 s; the last attempt: refused"),
                ],
            },
            {
                "name": "no patience at all",
                "limit": 0.0,
                "steps": [
                    _given_up(7.0, "no referee at there:1 for 0 s; the last attempt: refused")
                ],
            },
            {
                "name": "patience with a fraction",
                "limit": 2.5,
                "steps": [
                    _failure(0.0, 1.0, 0.1),
                    _given_up(2.5, "no referee at there:1 for 2.5 s; the last attempt: refused"),
                ],
            },
        ],
        "statuses": [*_plain_statuses(), *_statuses_about_tls()],
    }


def _failure(at: float, jitter: float, delay: float) -> Json:
    return {"at": at, "why": "refused", "jitter": jitter, "delay": delay}


def _failures(jitter: float, expected: Iterable[tuple[float, float]]) -> list[Json]:
    return [_failure(float(at), jitter, float(delay)) for at, delay in expected]


def _given_up(at: float, says: str) -> Json:
    return {"at": at, "why": "refused", "jitter": 1.0, "error": "UnreachableError", "says": says}


def _plain_statuses() -> list[Json]:
    cases = []
    for number, code in enumerate(STATUSES):
        says = f"the referee ended the stream with {code}: said so"
        if code == "UNIMPLEMENTED":
            says = "the server is no referee, or of another version: said so"
        cases.append(
            _status(code, "said so", *(() if code in RETRIED else ("ProtocolError", says)))
        )
        assert cases[-1]["number"] == number
    return cases


def _statuses_about_tls() -> list[Json]:
    hint = "check the CA file, and that the server uses TLS"
    tls = [
        "Ssl handshake failed: SSL_ERROR_SSL: WRONG_VERSION_NUMBER",
        "certificate signed by unknown authority",
        "TLS Handshake failed",
    ]
    return [
        *(_status("UNAVAILABLE", text, "TlsError", f"TLS failed: {text}; {hint}") for text in tls),
        _status("UNAVAILABLE", "connection refused"),
        _status("INTERNAL", "a bad handshake between the referee's own parts"),
        _status(
            "INVALID_ARGUMENT",
            "bad certificate",
            "ProtocolError",
            "the referee ended the stream with INVALID_ARGUMENT: bad certificate",
        ),
    ]


def _status(code: str, details: str, error: str | None = None, says: str | None = None) -> Json:
    number = STATUSES.index(code)
    return {"code": code, "number": number, "details": details, "error": error, "says": says}


# Revealed dice.

SEED, SALT = bytes(range(0x00, 0x20)), bytes(range(0x20, 0x40))
OTHER_32 = bytes(range(0xC0, 0xE0))
OWN, OTHER = bytes(range(0xA0, 0xB0)), bytes(range(0xC0, 0xD0))


def reveals() -> Json:
    """Reveals that hold, and each way of failing with its sentence."""
    no_commitment = "the revealed server seed and salt do not give the commitment"
    no_nonce = "the nonce of this seat was not used"
    no_seed = "the match seed does not follow from server seed and nonces"
    no_fixed = "the fixed match seed is not the committed one"
    drawn = _drawn([OWN, b""])
    fixed = SeedReveal(
        server_seed=(2008).to_bytes(8, "big"), salt=SALT, match_seed=2008, fixed=True
    )
    changed = SeedReveal()
    changed.CopyFrom(fixed)
    changed.match_seed += 1
    largest = SeedReveal(server_seed=b"\xff" * 8, salt=SALT, match_seed=2**64 - 1, fixed=True)
    long_fixed = SeedReveal(server_seed=bytes(1) + fixed.server_seed, salt=SALT, match_seed=2008)
    long_fixed.fixed = True
    high_seed = next(
        reveal
        for number in range(256)
        if (reveal := _drawn([OWN, OTHER], bytes([number]) * 32)).match_seed >= 2**63
    )
    no_length = "the revealed server seed or salt has a wrong length"
    no_nonce_length = "a revealed nonce has a wrong length"
    commitment = hashlib.sha256(SEED + SALT).digest()
    both = SEED + SALT
    return {
        "witnesses": told(),
        "cases": [
            _reveal("own nonce, and a seat without one", drawn, 0, OWN),
            _reveal("the other way round", _drawn([b"", OWN]), 1, OWN),
            _reveal("three seats", _drawn([OTHER, b"", OWN]), 2, OWN),
            _reveal("nobody sent a nonce", _drawn([b"", b""]), 0, None),
            _reveal("another process joined this seat first", _drawn([OTHER, b""]), 0, None),
            _reveal("match seed of 2^63 and more", high_seed, 0, OWN),
            _reveal("fixed", fixed, 0, OWN),
            _reveal("fixed, without a nonce", fixed, 1, None),
            _reveal("the largest fixed seed", largest, 0, OWN),
            _reveal("another salt", _with(drawn, salt=OTHER_32), 0, OWN, commitment, no_commitment),
            _reveal(
                "another seed", _drawn([OWN, b""], OTHER_32), 0, OWN, commitment, no_commitment
            ),
            _reveal("another commitment", drawn, 0, OWN, bytes(32), no_commitment),
            _reveal("no commitment", drawn, 0, OWN, b"", no_commitment),
            _reveal("another fixed seed", changed, 0, OWN, None, no_fixed),
            _reveal("a fixed seed in nine bytes", long_fixed, 0, OWN, None, no_length),
            _reveal(
                "the boundary of seed and salt moved up",
                _with(_drawn([OWN, b""], both[:33]), salt=both[33:]),
                0,
                OWN,
                commitment,
                no_length,
            ),
            _reveal(
                "the boundary of seed and salt moved down",
                _with(_drawn([OWN, b""], both[:31]), salt=both[31:]),
                0,
                OWN,
                commitment,
                no_length,
            ),
            _reveal(
                "no salt, all of it seed",
                _with(_drawn([OWN, b""], both), salt=b""),
                0,
                OWN,
                commitment,
                no_length,
            ),
            _reveal(
                "a drawn commitment opened as a fixed one",
                SeedReveal(
                    server_seed=both[:8],
                    salt=both[8:],
                    match_seed=int.from_bytes(both[:8], "big"),
                    fixed=True,
                ),
                0,
                OWN,
                commitment,
                no_length,
            ),
            _reveal(
                "a nonce of 17 bytes",
                _drawn([OWN, OTHER + b"\0"]),
                0,
                OWN,
                None,
                no_nonce_length,
            ),
            _reveal(
                "two nonces in one place",
                _drawn([OWN, OTHER + OTHER]),
                0,
                OWN,
                None,
                no_nonce_length,
            ),
            _reveal("another's nonce in its place", _drawn([OTHER, b""]), 0, OWN, None, no_nonce),
            _reveal("no nonce in its place", _drawn([b"", OWN]), 0, OWN, None, no_nonce),
            _reveal("fewer nonces than seats", _drawn([OTHER]), 1, OWN, None, no_nonce),
            _reveal("no nonces", _drawn([]), 0, OWN, None, no_nonce),
            _reveal("another match seed", _with(drawn, match_seed=1), 0, OWN, None, no_seed),
            _reveal(
                "nonces swapped after drawing",
                _with(_drawn([OTHER, OWN]), nonces=[OWN, OTHER]),
                0,
                OWN,
                None,
                no_seed,
            ),
            _reveal(
                "drawn, but said to be fixed", _with(drawn, fixed=True), 0, OWN, None, no_length
            ),
        ],
    }


def _drawn(nonces: list[bytes], seed: bytes = SEED) -> SeedReveal:
    """A reveal by the rules."""
    text = b"".join(nonce or bytes(16) for nonce in nonces)
    digest = hmac.new(seed, text, hashlib.sha256).digest()
    match_seed = int.from_bytes(digest[:8], "big")
    return SeedReveal(server_seed=seed, salt=SALT, nonces=nonces, match_seed=match_seed)


def _with(reveal: SeedReveal, **changes: object) -> SeedReveal:
    fields = {field.name: value for field, value in reveal.ListFields()}
    return SeedReveal(**fields | changes)


def _reveal(
    name: str,
    reveal: SeedReveal,
    seat: int,
    nonce: bytes | None,
    commitment: bytes | None = None,
    problem: str | None = None,
) -> Json:
    if commitment is None:
        commitment = hashlib.sha256(reveal.server_seed + reveal.salt).digest()
    return {
        "name": name,
        **message("reveal", reveal),
        "commitment_base64": in_base64(commitment),
        "seat": seat,
        "nonce_base64": None if nonce is None else in_base64(nonce),
        "problem": problem,
    }
